"""People with several records on a page: the curve, scores, limits, and what is public."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from certificates import said_on_page, words_of
from conftest import ROOT
from events import as_table, traces_of
from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.certificate.crosswalk import EVIDENCE
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.published import published
from sqlmetrics.certificate.verified import contradictions, of_itself
from sqlmetrics.output.page.answer import answer
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.page.points import BASE, TOP, PointsSection, points, share_curve
from sqlmetrics.output.privacy_report import PrivacyReport

LIMITS: dict[str, Any] = {"unicity": [0.9, 0.2], "k_anonymity": [5, 2], "discrimination_rate": 0.99}


def trips() -> list[tuple[Any, ...]]:
    """Return the events of 60 people in pairs of the same four points, and of one who is alone."""
    pick = random.Random(2)
    rows: list[tuple[Any, ...]] = []
    for pair in range(30):
        held = {(pick.choice("abcdef"), pick.randrange(9)) for _ in range(4)}
        rows += [(2 * pair + one, *point, "xy"[pair % 2]) for point in sorted(held) for one in (0, 1)]
    return [*rows, (99, "z", 1, "x"), (99, "z", 2, "x"), (None, "a", 1, "x")]


def made(**words: Any) -> PrivacyReport:
    """Return the internal report of these events with three known points of a person."""
    known: dict[str, Any] = {"individual": "person", "known": 3, "thresholds": LIMITS, "look": False, **words}
    return sqlmetrics.report(as_table(trips()), ["place", "hour"], "secret", internal=True, **known)


@pytest.fixture(scope="module")
def drawn() -> Certificate:
    """The internal certificate of forty drawn people."""
    return made(targets=40).certificate


def section(certificate: Certificate) -> PointsSection:
    """Return the section of a certificate."""
    found = points(certificate)
    assert found is not None
    return found


def test_the_curve_has_the_scores(drawn: Certificate) -> None:
    """Each number of points has its share, its interval and its place, as `score` has them."""
    words: dict[str, Any] = {"individual": "person", "known": 3, "targets": 40}
    scores = sqlmetrics.score(as_table(trips()), ["place", "hour"], "secret", **words)
    expected = [(one.value, one.low, one.high) for one in scores.scores if one.metric == "unicity"]
    shown = section(drawn)
    assert shown.curve is not None
    assert shown.curve.limit is not None
    pixels = BASE - TOP
    assert [(dot.height, dot.low, dot.high) for dot in shown.curve.dots] == [
        tuple(round(BASE - pixels * float(end or 0), 1) for end in one) for one in expected
    ]
    assert [(points, share) for points, share, _ in shown.shares] == [
        (str(place), f"{(value or 0):.1%}".replace("0.0%", "0%")) for place, (value, _, _) in enumerate(expected, 1)
    ]
    assert shown.curve.limit.at == round(BASE - pixels * 0.9, 1)
    said = said_on_page(drawn, "points")[1]
    assert "The points of 40 people, drawn at random" in said
    assert "Records without a person are left out: 1." in said


def test_limits_are_held_and_drawn(drawn: Certificate) -> None:
    """A condition on a bound alone is not decided, and its verdict follows from its figure."""
    rows = {(row.what, row.limit): (row.measured, row.state) for row in answer(drawn).rows}
    k = "People in the smallest group"
    assert rows[k, "at least 5"][1] == "no"
    assert not [*contradictions(drawn)]
    wrong = [replace(one, passed=not one.passed) for one in drawn.conditions]
    assert all([*contradictions(replace(drawn, conditions=(one,)))] for one in wrong)
    assert any("Limits are on several known points" in one for one in said_on_page(drawn, "three", "key"))
    page = page_html(drawn)
    assert page.count("All figures here take the records of a person one by one.") == 4
    assert 'aria-label="The share of people whom known points single out. 1 point:' in page


def test_everything_else_takes_single_records(drawn: Certificate) -> None:
    """The scores and groups of the certificate are those of the table without known points."""
    plainly = made(known=None, thresholds={"discrimination_rate": 0.99}).certificate
    assert drawn.scores == plainly.scores
    assert (drawn.sizes, drawn.curve, drawn.combinations) == (plainly.sizes, plainly.curve, plainly.combinations)
    assert drawn.public_table == plainly.public_table


def test_exact_scores_have_no_intervals() -> None:
    """Every set counts, and the share singled out is that of plain loops."""
    certificate = made().certificate
    shown = section(certificate)
    alone = [person for person, own in traces_of(trips()).items() if [*traces_of(trips()).values()].count(own) == 1]
    assert shown.shares[-1][1:] == (f"{len(alone) / len(traces_of(trips())):.1%}", None)
    first, second, _ = said_on_page(certificate, "points")
    assert "Every choice of points" in second
    assert "Not even 3 points single out half of the people." in second
    assert first.startswith("An attacker who knows 3 points of a person, each with place and hour,")
    assert not shown.bounded
    assert not [*contradictions(certificate)]


def numbers(document: Any) -> Iterator[float]:
    """Yield the numbers of a document."""
    if isinstance(document, dict | list):
        for part in document.values() if isinstance(document, dict) else document:
            yield from numbers(part)
    elif isinstance(document, int | float):
        yield document


@pytest.mark.parametrize("words", [{"targets": 40}, {}, {"known": "all", "thresholds": {"k_anonymity": 2}}])
def test_a_public_page_has_verdicts_alone(words: dict[str, Any], tmp_path: Path) -> None:
    """Of known points nothing is public but what was asked and whether each limit is met."""
    whole = made(**words)
    public = published(whole.certificate)
    assert public.points is not None
    assert (public.points.scores, public.points.targets, public.points.nobodys.value) == ((), None, None)
    for own, other in zip(whole.certificate.conditions, public.conditions, strict=True):
        assert own.passed == other.passed
        expected = Figure(None, "withheld") if not own.passed else Figure(own.limit, other.measured.form)
        assert other.measured._replace(reason=None) == expected
    assert (public.statement, public.statement_hash) == ("", "")
    assert of_itself(public) == json.loads(PrivacyReport(public).json)
    assert not [*contradictions(public)]
    assert [*numbers(json.loads(PrivacyReport(public).json)["points"])] == []
    shown = section(public)
    assert (shown.curve, shown.shares, shown.rows) == (None, [], [])
    assert page_html(public).count("People with several records") == 2
    whole.save(tmp_path / "a.html", tmp_path / "a.json")
    assert sqlmetrics.verify(tmp_path / "a.json").holds


def test_shares_of_people_stand_at_their_height() -> None:
    """Nobody is at the base and everybody at the top, which are 182 pixels apart."""
    shares = [(str(place), "", Figure(share)) for place, share in enumerate((0.0, 0.25, 1.0))]
    curve = share_curve(shares, 0.5)
    assert curve is not None
    assert curve.limit is not None
    assert [dot.height for dot in curve.dots] == [200, 154.5, 18]
    assert ([at for at, _ in curve.grid], curve.limit.at) == ([200, 109, 18], 109)


def test_each_of_several_tables_has_its_row() -> None:
    """Alone 10.7, 22.7 and 0.5 % of the survey are singled out; a public page has no such row.

    It says which columns a row has. No column has one value, though everybody is in each table.
    """
    survey = ROOT / "fixtures" / "linked" / "survey.yml"
    made = sqlmetrics.report(spec=survey, internal=True).certificate
    rows = section(made).tables
    assert [(row.name, row.alone[1]) for row in rows] == [("main", "10.7%"), ("media", "22.7%"), ("politics", "0.5%")]
    assert [row.without[1] for row in rows if row.without] == ["76.2%", "83.6%", "95.2%"]
    assert {(row.people, row.left_out) for row in rows} == {("944", "0")}
    assert "without it" in page_html(made)
    public = published(made)
    assert section(public).tables == []
    assert "media (tv_news and population)" in words_of(page_html(public))
    assert {column.single for column in made.columns or ()} == {None}


def test_a_page_says_how_tables_were_recoded(tmp_path: Path) -> None:
    """Days are months in one of two tables, so that values are as they are in the other one."""
    main, visits = tmp_path / "main.csv", tmp_path / "visits.csv"
    main.write_text("id,sex\n1,f\n2,m\n")
    visits.write_text("id,day\n1,2026-01-05\n2,2026-02-09\n")
    tables = {
        "main": {"relation": main, "key": "id", "columns": "sex"},
        "visits": {"relation": visits, "key": "id", "columns": "day", "partitions": {"day": {"date": "month"}}},
    }
    made = sqlmetrics.report(None, tables=tables, known=2, thresholds={"k_anonymity": 3}, internal=True).certificate
    for own in (made, published(made)):
        said = words_of(page_html(own))
        assert "main (sex); visits (day (the first 7 characters))" in said
        assert "As the table has it; the first 7 characters" in said
        assert EVIDENCE["recodings"].measured(own)
