"""What `check` says of limits holds: by exact scores of small and random worlds, slices too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from small_worlds import ExactGate, Record, hold, random_worlds, small_worlds, texts_of, unsaid
from sqlmetrics.gate.jobs import Options, Run, check
from sqlmetrics.output.results.gate import run_report
from sqlmetrics.output.results.scores import is_headline, scores_report, warnings
from sqlmetrics.output.slices import slice_headlines
from sqlmetrics.risk.score import score
from sqlmetrics.sentences import heard
from sqlmetrics.spec.call import call_spec


def judged(rows: Sequence[Record], limits: Mapping[str, float], **words: Any) -> Run:
    """Return the outcome of a check of a table."""
    columns = dict(zip(("key", "secret", "who", "month"), zip(*rows, strict=True), strict=True))
    several = len({*columns["who"]}) < len(rows)
    people = {"individual": "who"} if several else {"ignored": ["who"]}
    spec = call_spec(columns, ["key"], ["secret"], {"look": False, "thresholds": dict(limits), **people, **words})
    return check(spec, "job", Options(show_values=True))


LIMITS: list[dict[str, float]] = [
    {"k_anonymity": 2, "discrimination_rate": 0.5},
    {"k_anonymity": 5, "alpha_k_anonymity": 0.75, "itpr": 1},
    {"k_anonymity": 1, "delta_disclosure_strict": 0.7},
    {"discrimination_rate": 1},
]


def held_of(rows: Sequence[Record], limits: Mapping[str, float], gate: ExactGate, **words: Any) -> Counter[str]:
    """Hold what a check says against its table, and return how often each was said."""
    with heard() as said:
        report = run_report(judged(rows, limits, **words))
    assert not unsaid(texts_of(report), said)
    return hold(gate, said, (rows, limits, words))


def months(rows: Sequence[tuple[str, str, int]]) -> list[Record]:
    """Return the records of a table with the months that its people come in."""
    return [(key, secret, person, "JanFebMar"[person * person % 3 * 3 :][:3]) for key, secret, person in rows]


@pytest.mark.parametrize("limits", LIMITS, ids=lambda one: " ".join(one))
def test_verdicts_on_random_tables_hold(limits: dict[str, float]) -> None:
    """Of people with one record and with several, from groups of one person to some hundred."""
    found = Counter[str]()
    for own in random_worlds(6):
        rows = months(own)
        found += held_of(rows, limits, ExactGate(rows, limits))
    assert len(found) >= 3


@pytest.mark.parametrize("people", [2, 3])
def test_verdicts_on_small_worlds_hold(people: int) -> None:
    """Of all tables of some people: everybody alone, one value, and one class among them."""
    found = Counter[str]()
    for place, own in enumerate(small_worlds(people)):
        rows, limits = months(own), LIMITS[place % len(LIMITS)]
        found += held_of(rows, limits, ExactGate(rows, limits))
    assert len(found) >= 7


@pytest.mark.parametrize("least", [0, 2, 12])
def test_what_a_check_says_of_slices_holds(least: int) -> None:
    """How many pass, which is the worst, and which have too few people to say."""
    found = Counter[str]()
    words = {"by": ["month"]} | ({"min_people": least} if least else {})
    worlds = [*random_worlds(6), *[rows for place, rows in enumerate(small_worlds(4)) if place % 7 == 0]]
    for place, own in enumerate(worlds):
        rows, limits = months(own), LIMITS[place % len(LIMITS)]
        found += held_of(rows, limits, ExactGate(rows, limits, by=True, least=least), **words)
    assert len(found) >= 4


def test_the_worst_slices_that_are_shown_are_the_worst() -> None:
    """Of 30 slices `check` and `score` show 20."""
    for place, own in enumerate(random_worlds(5)):
        rows = [(key, secret, person, f"m{person % 30}") for key, secret, person in own]
        limits = LIMITS[place % len(LIMITS)]
        gate = ExactGate(rows, limits, by=True)
        if len(gate.slices) < 21:
            continue
        with heard() as said:
            report = run_report(judged(rows, limits, by=["month"]), slices="See them all.")
        texts = hold(gate, said, rows)
        assert not unsaid(texts_of(report), said)
        assert texts["The {shown} worst of {there_are} slices are shown."] == 1


def test_what_a_check_says_of_attackers_holds() -> None:
    """How many attackers keep every limit, and the worst that does not."""
    found = Counter[str]()
    known = {"key": (0,), "month": (3,), "key,month": (0, 3)}
    attackers = {"reader": ["key"], "clerk": ["month"], "insider": ["key", "month"]}
    for place, own in enumerate([*random_worlds(5), *[rows for at, rows in enumerate(small_worlds(4)) if at % 9 == 0]]):
        rows, limits = months(own), LIMITS[place % len(LIMITS)]
        people = len({row[2] for row in rows}) < len(rows)
        spec = call_spec(
            dict(zip(("key", "secret", "who", "month"), zip(*rows, strict=True), strict=True)),
            [],
            ["secret"],
            {
                "look": False,
                "attackers": attackers,
                "thresholds": limits,
                **({"individual": "who"} if people else {"ignored": ["who"]}),
            },
        )
        with heard() as said:
            report = run_report(check(spec, "job", Options()))
        assert not unsaid(texts_of(report), said)
        found += hold(ExactGate(rows, limits, known=known), said, (rows, limits))
    assert {"all {judged} pass", "{passed} of {judged}", "worst: {name} ({metric} {value})"} <= {*found}


def test_what_a_check_says_of_identifiers_and_sources_holds() -> None:
    """Identifiers and texts that name people are counted, and each limit has its source."""
    rows = [(f"k{place // 4}", "xy"[place % 2], place, "Jan") for place in range(40)]
    columns: dict[str, list[Any]] = dict(
        zip(("key", "secret", "who"), map(list, zip(*rows, strict=True)), strict=False)
    )
    columns["mail"] = [f"person{place}@example.org" for place in range(40)]
    columns["name"] = [f"Person{chr(97 + place % 26)}{place}" for place in range(40)]
    words = {
        "thresholds": {"k_anonymity": {"at_least": 5, "source": "our board."}},
        "identifiers": ["name"],
        "ignored": ["who"],
    }
    with heard() as said:
        report = run_report(check(call_spec(columns, ["key"], ["secret"], words), "job", Options()))
    gate = ExactGate([*rows], {"k_anonymity": 5}, counts={"identifiers": 1, "forgotten": 1})
    assert not unsaid(texts_of(report), said)
    found = hold(gate, said, rows)
    assert found["{identifiers} in the relation"] == found["{columns} no role"] == 1
    assert found["{metric} {bound} {limit}: a limit of {source}."] == 1


@pytest.mark.parametrize("named", [True, False])
def test_what_scores_say_of_slices_holds(named: bool) -> None:
    """How many slices there are, the worst of them, and what is undefined in how many."""
    found = Counter[str]()
    worlds = [*random_worlds(6), *[rows for place, rows in enumerate(small_worlds(4)) if place % 7 == 0]]
    for own in worlds:
        rows = [(key, secret, person, f"m{person % (30 if len(own) > 90 else 2)}") for key, secret, person in own]
        gate = ExactGate(rows, {}, by=True)
        columns = dict(zip(("key", "secret", "who", "month"), zip(*rows, strict=True), strict=True))
        several = len({*columns["who"]}) < len(rows)
        people: dict[str, Any] = {"individual": "who"} if several else {"ignored": ["who"]}
        scores = score(
            call_spec(columns, ["key"], ["secret"], {"look": False, "by": ["month"], **people}), show_values=named
        )
        with heard() as said:
            report, told = scores_report(scores, "See others.", "See them all."), warnings(scores)
            headlines = slice_headlines(scores, [one for one in scores if is_headline(one)])
        assert not unsaid([text for *_, text in headlines], said)
        if not named:
            said = [one for one in said if "shown" not in one.facts]
        found += hold(gate, said, rows)
        assert len(told) <= 1
        assert report.blocks
    assert len(found) >= 4 + 4 * named


@pytest.mark.parametrize("nulls", ["category", "drop"])
def test_records_without_a_person_are_told(nulls: str) -> None:
    """They count as one person, which `score` and `check` say, also for attackers."""
    columns = {
        "who": [1, 1, 2, 3, None, None, 4],
        "key": ["a", "a", "a", None, "a", "b", "b"],
        "secret": ["x", "y", "x", "x", "y", "x", "y"],
    }
    for words in ({"quasi_identifiers": ["key"]}, {"attackers": {"reader": ["key"], "clerk": ["secret"]}}):
        own: dict[str, Any] = {"individual": "who", "nulls": nulls, "look": False, **words}
        own["thresholds"] = {"k_anonymity": 2}
        secrets = ["secret"] if "attackers" not in words else []
        spec = call_spec(columns, own.pop("quasi_identifiers", []), secrets, own)
        gate = ExactGate([], {}, counts={"nameless": 2})
        with heard() as said:
            told = warnings(score(spec))
            report = run_report(check(spec, "job", Options()))
        sentence = "counted as one person, for want of an individual: 2 records;"
        assert sum(one.startswith(sentence) for one in told) == 1
        assert any(one.startswith(sentence) for one in texts_of(report))
        assert hold(gate, [one for one in said if one.text.startswith(sentence)], columns).total() == 2
    whole = call_spec({"who": [1, 2], "key": ["a", "a"]}, ["key"], [], {"individual": "who", "look": False})
    assert score(whole).nameless == 0
