"""The public version of certificates: measured from a public table, and from nothing else."""

from __future__ import annotations

import csv
import dataclasses
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import certificates as made
from reference import Row, measure
from sqlmetrics.certificate.certificate import Certificate, ComparedReleases, MadeFrom, certificate_text
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.public_figures import score_range
from sqlmetrics.certificate.published import published
from sqlmetrics.certificate.ranges import Range, about_range, shown_verdict
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.privacy_report import PrivacyReport, report
from sqlmetrics.risk.evidence import Wanted, score_with_evidence
from sqlmetrics.risk.public_table import PublicTable
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.spec import parse_spec
from worlds import World, public_table, worlds

DATE = datetime(2026, 11, 22)


def figures(part: Any) -> Iterator[tuple[str, Figure]]:
    """Give each figure of a certificate with the name of the field that holds it."""

    def walk(name: str, value: Any) -> Iterator[tuple[str, Figure]]:
        if isinstance(value, Figure):
            yield name, value
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            for field in dataclasses.fields(value):
                yield from walk(field.name, getattr(value, field.name))
        elif isinstance(value, tuple) and hasattr(value, "_fields"):
            for field_name, inner in zip(value._fields, value, strict=True):
                yield from walk(field_name, inner)
        elif isinstance(value, Mapping):
            for inner in value.values():
                yield from walk(name, inner)
        elif isinstance(value, tuple | list):
            for inner in value:
                yield from walk(name, inner)

    yield from walk("certificate", part)


def rows_of(world: World) -> list[tuple[str, str]]:
    """Return the people of a world: their town and their illness."""
    return [
        (f"town {number}", "abcdef"[value])
        for number, group in enumerate(world)
        for value, count in enumerate(group)
        for _ in range(count)
    ]


def table(folder: Path, rows: Iterable[Sequence[Any]], names: Sequence[str] = ("town", "ill")) -> Path:
    """Write a table as a file that always has the same name."""
    path = folder / "table.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows(rows)
    return path


LIMITS = {
    "k_anonymity": [{"at_least": 3}],
    "prosecutor_risk": [{"at_most": 0.2}],
    "records_at_risk": [{"at_most": 0.9}],
    "alpha_k_anonymity": [{"at_most": 0.99}],
}


def reported(path: Path, **words: Any) -> PrivacyReport:
    """Return the public report of a table by the town."""
    asked = {
        "relation": str(path),
        "quasi_identifiers": ["town"],
        "sensitive": ["ill"],
        "look": False,
        "metrics": ["all"],
        "thresholds": LIMITS,
    }
    return report(parse_spec({**asked, **words}), date=DATE)


def verdicts(made: PrivacyReport | Certificate) -> tuple[bool | None, ...]:
    """Return the verdicts of a report, which are all that it has of the data itself."""
    certificate = made.certificate if isinstance(made, PrivacyReport) else made
    return tuple(one.passed for one in certificate.conditions)


FAMILIES: dict[str, list[tuple[list[Sequence[Any]], dict[str, Any]]]] = {
    "the value of somebody who is alone": [
        ([*[("a", "hiv" if n < 12 else "flu") for n in range(20)], *[("b", "flu")] * 20, ("c", alice)], {})
        for alice in ("hiv", "flu", "cancer")
    ],
    "how people in small groups share them": [
        ([*[("a", "flu")] * 9, *[(f"t{town}", "hiv") for town, size in enumerate(sizes) for _ in range(size)]], {})
        for sizes in ((1, 1, 1, 1, 1, 1, 1), (2, 2, 2, 1), (2, 1, 1, 1, 1, 1))
    ],
    "how few are in small groups": [
        ([*[("a", "flu")] * 9, *[("b", "flu")] * (31 - few), *[("c", "flu")] * few], {}) for few in (1, 2)
    ],
    "how few have another value": [
        ([*[("a", "flu")] * (12 - few), *[("a", "hiv")] * few, *[("b", "hiv")] * 12], {}) for few in (0, 1, 2)
    ],
    "how few are suppressed": [
        ([*[("a", "flu")] * 9, *[("b", "hiv")] * 9, *[("*", "flu")] * few], {"suppressed": "*"}) for few in (1, 2)
    ],
    "how few are left out": [
        ([*[("a", "flu")] * 9, *[("b", "hiv")] * 9, *[("", "flu")] * few], {"nulls": "drop"}) for few in (0, 1, 2)
    ],
    "how few have an empty value": [
        ([*[("a", "flu")] * 9, *[("b", "hiv")] * (9 - few), *[("b", "")] * few], {"nulls": "drop"}) for few in (0, 1, 2)
    ],
    "how many people have two records": [
        ([*[("a", "flu", n) for n in range(9)], *[("b", "hiv", n + 9 - both) for n in range(9)]], {"individual": "id"})
        for both in (0, 1)
    ],
    "weights of few": [
        ([*[("a", "flu", 10)] * 9, *[("b", "hiv", 10)] * 8, ("b", "hiv", weight)], {"weight": "id"})
        for weight in (1, 10, 1000)
    ],
    **{
        f"how few are in slices whose names are {names}": [
            ([("ab"[n % 2], "flu", wards[n] if n < len(wards) else "x") for n in range(40)], {"by": by})
            for wards in ("y", "yy", "yz", "yyz", "")
        ]
        for names, by in {"hidden": "id", "public": {"id": "public"}}.items()
    },
    "which estimator the data chose": [
        (
            [*[("a", "flu")] * 9, *[(f"t{town}", "hiv") for town, size in enumerate(sizes) for _ in range(size)]],
            {"population_size": 1000},
        )
        for sizes in ((1, 1, 1, 1, 2), (2, 2, 2), (1, 1, 1, 1, 1, 1))
    ],
}
"""Tables that differ in what is hidden alone, with the words of their spec."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_hidden_changes_no_byte(tmp_path: Path, family: str) -> None:
    """The page and the certificate are the same, whatever is hidden; verdicts are the same here."""
    found = []
    for rows, words in FAMILIES[family]:
        names = ("town", "ill", "id")[: len(rows[0])]
        limits = {"thresholds": {"k_anonymity": [{"at_least": 3}]}} if "small" not in family else {}
        found.append(reported(table(tmp_path, rows, names), **{**limits, **words}))
    assert len({one.certificate.public_table for one in found}) == 1
    same = [one for one in found if verdicts(one) == verdicts(found[0])]
    assert len(same) > 1
    assert len({one.json for one in same}) == len({one.html for one in same}) == 1


def test_an_earlier_run_is_in_no_public_report(tmp_path: Path, run: Any) -> None:
    """Neither its scores, as limits or over time, nor its number of records are public."""
    spec, pages = tmp_path / "spec.yml", []
    spec.write_text("relation: table.csv\nquasi_identifiers: [town]\nsensitive: [ill]\nlook: false\n")
    for few in (1, 2):
        history = tmp_path / f"history {few}"
        history.mkdir()
        table(tmp_path, [*[("a", "flu")] * 95, *[(f"t{n}", "flu") for n in range(few)]])
        run("check", "--spec", spec, "--history", history)
        table(tmp_path, [*[("a", "flu")] * 900, *[("b", "hiv")] * 100])
        page, file = tmp_path / f"{few}.html", tmp_path / f"{few}.json"
        told = ("--history", history, "--no-worse-than", "last", "--date", "2026-11-22", "--json", file, "-o", page)
        assert run("report", "--spec", spec, *told).code == 0
        document = json.loads(file.read_text())
        assert document["conditions"] == []
        pages.append(document)
    assert pages[0] == pages[1]


@cache
def judged() -> dict[PublicTable, list[World]]:
    """Return all worlds of up to nine people by their public table."""
    groups: dict[PublicTable, list[World]] = {}
    for world in worlds(9, 2):
        groups.setdefault(public_table(world, 3), []).append(world)
    return groups


def internal(world: World, least: int = 3) -> Certificate:
    """Return the internal certificate of a world, each figure of which is that of its people."""
    rows: list[Row] = [{"town": town, "ill": ill} for town, ill in rows_of(world)]
    k = min(map(sum, world), default=0)
    alpha = max((max(group) / sum(group) for group in world), default=0.0)
    conditions = (
        made.condition("k_anonymity", "at_least", 3.0, k, k >= 3),
        made.condition("alpha_k_anonymity", "at_most", 0.9, alpha, alpha <= 0.9, target="x"),
    )
    scores = tuple(
        made.score(metric, value, target)
        for target, metric, value in [("identity", "k_anonymity", k), ("x", "alpha_k_anonymity", alpha)]
    )
    size = Figure(float(len(rows)))
    return made.certificate(
        relation=replace(made.certificate().relation, records=size, fingerprint=f"rows: {sorted(map(str, rows))}"),
        least=least,
        conditions=tuple(replace(one, known=("k",)) for one in conditions),
        passed=all(one.passed for one in conditions),
        scores=tuple(replace(one, known=("k",)) for one in scores),
        sizes=made.sizes(float(sum(sum(group) for group in world if sum(group) < 3)), float(len(rows))),
        learnt=(replace(made.learnt("x", 3 * k), before=Figure(alpha), after=Figure(alpha / 2)),),
        missing={"combinations": f"{len(rows)} rows"},
        failed=(),
        notes=(f"{k} is the least",),
        public_table=public_table(world, least),
        public_statement="select 1",
        made_from=MadeFrom("a part of t.csv", "0" * 64, ("zip",), f"table:{sorted(map(str, rows))}", k < least),
    )


def test_every_small_world_with_one_public_table_has_one_certificate() -> None:
    """All worlds of up to nine people: but for verdicts, and what these say, bytes are the same."""
    tried = 0
    for same in judged().values():
        found: dict[tuple[bool | None, ...], set[str]] = {}
        pages: dict[tuple[bool | None, ...], Certificate] = {}
        for world in same:
            public = published(internal(world))
            found.setdefault(verdicts(public), set()).add(certificate_text(public))
            assert pages.setdefault(verdicts(public), public) == public
            tried += 1
        assert all(len(texts) == 1 for texts in found.values())
        assert [page_html(one)[:15] for one in pages.values()] == ["<!doctype html>"] * len(pages)
    assert tried == sum(1 for _ in worlds(9, 2)) > 2000


def test_the_statement_makes_the_public_table_of_the_reference() -> None:
    """SQL counts and cleans as the plain reference does, in small and in random worlds."""
    small = [world for same in judged().values() for world in same[:2] if world][:60:3]
    wide = [
        tuple(tuple((7 * n * value + seed) % top * ((n + value) % 3) for value in range(4)) for n in range(towns))
        for seed, top, towns in [(1, 9, 8), (2, 40, 20), (3, 90, 30), (5, 17, 120), (4, 300, 9)]
    ]
    for world, least in [*((one, 3) for one in small), *((one, least) for one in wide for least in (3, 5))]:
        groups = tuple(group for group in world if sum(group))
        cells = [(town, ill, n) for town, group in enumerate(groups) for ill, n in enumerate(group)]
        values = ", ".join(f"({town}, {ill}, {n})" for town, ill, n in cells)
        relation = duckdb.execute(f"select k, x from (values {values}) t(k, x, n), range(n)").df()
        spec = call_spec(relation, ["k"], ["x"], {"look": False, "metrics": "itpr"}, connection=None, file=None)
        assert score_with_evidence(spec, {None: Wanted(least)})[1][None].public == public_table(groups, least)


METRICS_OF = {
    "identity": (
        *("k_anonymity", "uniqueness", "average_prosecutor_risk", "prosecutor_risk", "distinction", "entropy"),
        *("conditional_entropy", "normalized_conditional_entropy", "mutual_information", "discrimination_rate"),
        *("conditional_privacy", "records_at_risk"),
    ),
    "x": (
        *("entropy", "conditional_entropy", "normalized_conditional_entropy", "mutual_information"),
        *("discrimination_rate", "conditional_privacy", "baseline_accuracy", "posterior_accuracy", "a_acc"),
        "alpha_k_anonymity",
    ),
}


def truths(rows: Sequence[Row], least: int) -> Iterator[tuple[str, str, float | None]]:
    """Yield each score that a public table says something of, by the reference."""
    for target, metrics in METRICS_OF.items():
        found = measure(rows, ["town"], None if target == "identity" else "ill", threshold=1 / least).table
        yield from ((target, metric, found[metric]) for metric in metrics)


def check_ranges(world: World, least: int) -> None:
    """Hold the range of each score of a world against the score."""
    rows: list[Row] = [{"town": town, "ill": ill} for town, ill in rows_of(world)]
    public = public_table(world, least)
    for target, metric, value in truths(rows, least):
        found = score_range(public, metric, target, None, {"threshold": 1 / least})
        if found is not None:
            assert value is not None, (world, target, metric, found)
            slack = 1e-9 * max(1.0, abs(value))
            assert found.low - slack <= value <= found.high + slack, (world, target, metric, value, found)
            assert found.low - slack <= found.about <= found.high + slack, (target, metric)
    for band in published(internal(world, least)).learnt[0].by_size:
        own = [group for group in world if band.low <= sum(group) <= band.high]
        right = sum(map(max, own)) / sum(map(sum, own))
        if band.certainty.low is not None and band.certainty.high is not None:
            assert band.certainty.low - 1e-9 <= right <= band.certainty.high + 1e-9, (world, band)


def test_every_score_of_small_worlds_lies_in_its_range() -> None:
    """In all worlds of up to six people what is public of a score is true."""
    for world in worlds(6, 2):
        if world:
            check_ranges(world, 3)


GROUP = st.lists(st.one_of(st.integers(0, 3), st.integers(0, 60)), min_size=4, max_size=4).map(tuple)


@settings(max_examples=40, deadline=None)
@given(groups=st.lists(GROUP, min_size=1, max_size=25), least=st.sampled_from([3, 4, 5]))
def test_scores_of_random_worlds_lie_in_their_ranges(groups: list[tuple[int, ...]], least: int) -> None:
    """So it is in random worlds, large groups and cleaned values among them."""
    world = tuple(group for group in groups if sum(group))
    if world:
        check_ranges(world, least)


@pytest.mark.parametrize(
    ("range_", "whole", "shown"),
    [
        (Range(0.215, 0.2360, 0.2618), False, (0.236, "about", 0.215, 0.262)),
        (Range(0.21, 0.2360, 0.262), False, (0.236, "between", 0.21, 0.262)),
        (Range(0.2, 0.236, 0.3), False, (0.24, "between", 0.2, 0.3)),
        (Range(0.4822, 0.4974, 0.5), False, (0.497, "about", 0.482, 0.5)),
        (Range(0.5, 0.5, 0.5), False, (0.5, "is", None, None)),
        (Range(0.0, 0.3, 1.0), False, (None, "withheld", None, None)),
        (Range(29_412, 30_160, 31_977), True, (30_200, "about", 29_400, 32_000)),
        (Range(28_412, 30_160, 31_977), True, (30_200, "between", 28_400, 32_000)),
        (Range(25, 25, 35), True, (25, "between", 25, 35)),
    ],
)
def test_no_more_digits_are_shown_than_are_known(range_: Range, whole: bool, shown: tuple[Any, ...]) -> None:
    """Ends are rounded outward to the one or two digits by which a number may be off."""
    figure = about_range(range_, limits=(0.0, float("inf") if whole else 1.0), whole=whole)
    assert (figure.value, figure.form, figure.low, figure.high) == shown


@pytest.mark.parametrize(
    ("bound", "passed", "shown"),
    [
        *[("at_most", True, (0.3, "up to")), ("at_most", False, (0.3, "over"))],
        *[("at_least", True, (0.3, "at least")), ("at_least", False, (0.3, "under"))],
    ],
)
def test_a_verdict_alone_says_on_which_side_of_its_limit_a_score_is(
    bound: Any, passed: bool, shown: tuple[float, str]
) -> None:
    """Nothing else is shown of a score that the public table does not tell."""
    assert shown_verdict(made.condition("itpr", bound, 0.3, 0.9, passed))[:2] == shown


def test_limits_of_an_earlier_run_are_not_public() -> None:
    """Whether scores got worse since then is about that run, too; the other limits decide."""
    conditions = (
        made.condition("k_anonymity", "at_least", 5.0, 7.0, True),
        made.condition("k_anonymity", "at_least", 9.0, 7.0, False, origin="monday"),
    )
    public = published(made.certificate(conditions=conditions, passed=False))
    assert [(one.limit, one.passed) for one in public.conditions] == [(5.0, True)]
    assert public.passed


def test_without_a_public_table_only_verdicts_are_public() -> None:
    """Rows of scores and withheld counts have no public table: no figure is there."""
    beside = ComparedReleases("ward", "itpr", "x", "accuracy", "answers", (), ("a note on '/home/x'",))
    limit = made.condition("k_anonymity", "at_least", 5.0, 1.0, False)
    public = published(made.certificate(conditions=(limit,), releases=beside))
    assert public.releases is None
    assert {figure.form for _, figure in figures(public)} <= {"withheld", "under"}
    assert (public.sizes, public.curve, public.learnt, public.relation.fingerprint) == ((), (), (), None)
    assert public.missing["groups"] == "the internal version shows it"


@pytest.mark.parametrize("few", [0, 1, 2])
def test_counts_that_may_lack_small_ones_have_no_public_table(tmp_path: Path, run: Any, few: int) -> None:
    """The public version does not tell whether any count was withheld."""
    rows = [*[("a", "flu")] * (9 - few), *[("a", "hiv")] * few, *[("b", "hiv")] * 9]
    counts, spec = tmp_path / "c.parquet", tmp_path / "spec.yml"
    run("count", table(tmp_path, rows), "-q", "town", "-s", "ill", "-o", counts, "--no-spec", "--min-count", "5")
    spec.write_text("quasi_identifiers: [town]\nsensitive: [ill]\nlook: false\ncounts: [c.parquet]\n")
    assert run("report", "--spec", spec, "-o", tmp_path / "r.html", "--json", tmp_path / "r.json").code == 0
    document = json.loads((tmp_path / "r.json").read_text())
    assert document["public_table"] is None
    assert document["missing"]["groups"] == "the internal version shows it"


def test_a_verdict_on_what_may_be_undefined_says_no_number(tmp_path: Path) -> None:
    """Everybody has one value: DR is undefined, its limit not met, and nothing is over it."""
    rows = [*[("a", "x")] * 20, *[("b", "x")] * 20]
    for undefined, passed in (("fail", False), ("pass", True)):
        limit = {"at_most": 0.9, "undefined": undefined}
        made_ = reported(table(tmp_path, rows), thresholds={"discrimination_rate": [limit]})
        found = {one.target: (one.measured.form, one.passed) for one in made_.certificate.conditions}
        assert found["ill"] == ("withheld", passed)


def test_what_a_column_looks_like_is_told_to_the_author_alone(tmp_path: Path) -> None:
    """That a column without a role looks like a postcode turns on single values."""
    rows = [("ab"[n % 2], "flu", str(10000 + n)) for n in range(40)]
    made_ = reported(table(tmp_path, rows, ("town", "ill", "zip")), look=True, thresholds={})
    assert all(column.looks_like is None for column in made_.certificate.columns or ())
    assert any("zip looks like" in warning for warning in made_.warnings)


def test_no_column_is_named_for_a_single_value(tmp_path: Path) -> None:
    """One address in a column fails the table, and a public report does not say which."""
    found = []
    for many in (1, 61):
        rows = [("ab"[n % 2], "flu", f"a.moser{n}@example.org" if n < many else "") for n in range(61)]
        found.append(reported(table(tmp_path, rows, ("town", "ill", "mail")), look=True, thresholds={}))
    assert {one.certificate.forgotten for one in found} == {("a column without a role",)}
    assert not any(one.passed for one in found)
    assert [one.json.count('"mail"') for one in found] == [1, 1]
    assert found[0].unnamed[0].startswith("mail looks like")


def test_publishing_twice_changes_nothing(tmp_path: Path) -> None:
    """What is public follows from the public table in it, which is how it is verified."""
    public = reported(table(tmp_path, rows_of(((9, 1), (0, 2), (4, 4))))).certificate
    assert published(public) == public


NAMES = [
    "<script>alert(1)</script>",
    "<svg onload=alert(2)><title>x</title></svg>",
    "\"><img src=x onerror='alert(3)'>",
    "</style></main>&lt;b&gt;{{ 7 * 7 }}",
]
"""Names of columns that are HTML."""


class Elements(HTMLParser):
    """The elements of a page, each with its attributes' names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an element."""
        self.seen[tag, tuple(name for name, _ in attrs)] += 1


@pytest.mark.parametrize("internal", [False, True])
def test_names_of_columns_are_text(tmp_path: Path, internal: bool) -> None:
    """Columns named by HTML, SVG and script make a page of the same elements as plain ones."""
    pages = []
    for names in (["aa", "bb", "cc", "dd"], NAMES):
        path = tmp_path / "names.csv"
        with path.open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(names)
            rows.writerows([[number % 3, number % 2, number % 4, number % 5] for number in range(40)])
        spec = {"relation": str(path), "quasi_identifiers": names[:2], "sensitive": names[2:3], "look": False}
        pages.append(report(parse_spec({**spec, "thresholds": {"k_anonymity": [{"at_least": 9}]}}), internal=internal))
    plain, named = (Elements(page.html).seen for page in pages)
    assert plain == named
    assert not any(tag in {"script", "img"} for tag, _ in named)
    assert not any(name.startswith("on") or name == "style" for _, names in named for name in names)
    assert json.loads(pages[1].json)["columns"][0]["name"] in NAMES
    assert "49" not in [text.strip() for text in pages[1].html.split("&lt;b&gt;")]


@pytest.mark.parametrize("internal", [False, True])
def test_threads_change_no_byte(tmp_path: Path, internal: bool) -> None:
    """One thread or two, the page and the certificate are the same bytes."""
    path = tmp_path / "table.parquet"
    keys = ", ".join(f"(hash(i * {prime}) % {many})::int as c{prime}" for prime, many in ((7, 90), (13, 50), (17, 11)))
    duckdb.sql(f"copy (select {keys} from range(300000) rows(i)) to '{path}'")
    asked = {"relation": str(path), "quasi_identifiers": ["c7", "c13"], "sensitive": ["c17"], "metrics": ["all"]}
    made = [report(parse_spec({**asked, "threads": number}), date=DATE, internal=internal) for number in (1, 2)]
    assert made[0].html == made[1].html
    assert made[0].json == made[1].json


def test_a_range_is_cut_at_zero_unless_it_says_otherwise() -> None:
    """Shares and numbers of people are never below 0; an upper end is given."""
    assert Range(-1.0, 0.5, 2.0).clipped() == Range(0.0, 0.5, 2.0)
    assert Range(-1.0, 0.5, 2.0).clipped(high=1.0) == Range(0.0, 0.5, 1.0)
