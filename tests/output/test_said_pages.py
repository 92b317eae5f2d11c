"""What report pages say of tables, internal and public, in each language, holds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from small_series import ExactSeries, random_series
from small_worlds import ExactGate, Record, hold, random_worlds, small_worlds
from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.certificate.measured import certificate
from sqlmetrics.certificate.published import published
from sqlmetrics.engine.progress import Progress
from sqlmetrics.gate.judged import judge_spec
from sqlmetrics.output.page.language import words_in
from sqlmetrics.output.page.page import page_html
from sqlmetrics.sentences import Said, heard
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.report import Language

ATTACKERS = {"reader": ["key"], "clerk": ["month"], "insider": ["key", "month"]}
KINDS: dict[str, dict[str, Any]] = {
    "a table": {},
    "two known columns": {"quasi_identifiers": ["key", "month"]},
    "slices": {"by": ["month"]},
    "slices of few people": {"by": ["month"], "min_people": 4},
    "attackers": {"attackers": ATTACKERS},
}
MANY: list[dict[str, float]] = [
    {
        "k_anonymity": 3,
        "alpha_k_anonymity": 0.9,
        "delta_disclosure_strict": 0.7,
        "discrimination_rate": 0.3,
        "itpr": 0.5,
    },
    {},
]
"""More conditions than a table of slices has columns, and none."""
LIMITS: list[dict[str, float]] = [
    {},
    {"k_anonymity": 11, "alpha_k_anonymity": 0.9},
    {"k_anonymity": 2, "discrimination_rate": 0.5, "alpha_k_anonymity": 1},
    {"k_anonymity": 1, "delta_disclosure_strict": 0.7, "itpr": 1},
]


def with_months(rows: Sequence[tuple[str, str, int]], every: int) -> list[Record]:
    """Return the records of a table with the months that its people come in."""
    return [(key, secret, person, f"m{person * person % every}") for key, secret, person in rows]


def told(rows: Sequence[Record], limits: dict[str, float], words: dict[str, Any]) -> tuple[Certificate, ExactGate]:
    """Return the internal certificate of a table, and what is exact of it."""
    columns = dict(zip(("key", "secret", "who", "month"), zip(*rows, strict=True), strict=True))
    several = len({*columns["who"]}) < len(rows)
    keys = words.get("quasi_identifiers", [] if "attackers" in words else ["key"])
    people: dict[str, Any] = {"individual": "who"} if several else {"ignored": ["who"]}
    own = {"look": False, "thresholds": limits, **people, **words, "quasi_identifiers": None}
    spec = call_spec(columns, keys, ["secret"], {word: value for word, value in own.items() if value is not None})
    result = certificate(judge_spec("job", spec, "run", Progress(), reports=True, show_values=True))
    known = words.get("attackers", {"": keys})
    places = {",".join(own): ["key", "secret", "who", "month"].index for own in known.values()}
    lines = {line: [places[line](column) for column in line.split(",")] for line in places}
    looked = {*keys, "secret", *words.get("by", []), *(column for own in known.values() for column in own)}
    counts = {
        "columns": 4,
        "known": len({column for own in known.values() for column in own}),
        "sensitive": 1,
        "not looked at": len({"key", "month"} - looked),
        "unseen": {"key", "month", *([] if several else ["who"])} - looked,
        "slices": len({*columns["month"]}),
        "grouped": len({*columns["who"]}),
        "attackers": len(words.get("attackers", ())),
        "individuals": len({*columns["who"]}),
        "all records": len(rows),
    }
    gate = ExactGate(rows, limits, by="by" in words, known=lines, least=words.get("min_people", 0), counts=counts)
    gate.described = gate.classes(lines[",".join(result.known)])
    return result, gate


def test_what_small_worlds_are_told_holds() -> None:
    """Of tables of up to four people: nobody hidden, everybody alone, one value, one class."""
    found = Counter[str]()
    for place, rows in enumerate(small_worlds(4)):
        if place % 5 == 0:
            words, limits = [*KINDS.values()][place // 5 % len(KINDS)], LIMITS[place % len(LIMITS)]
            found += held_of(with_months(rows, 2), limits, words)
    assert len(found) >= 25


@pytest.mark.parametrize("kind", KINDS)
def test_what_random_worlds_are_told_holds(kind: str) -> None:
    """Of groups from one person to some hundred, also of people with several records."""
    found = Counter[str]()
    for place, rows in enumerate(random_worlds(6)):
        found += held_of(with_months(rows, 3), LIMITS[(place + place // 4) % len(LIMITS)], KINDS[kind])
    assert len(found) >= 20


def held_of(rows: Sequence[Record], limits: dict[str, float], words: dict[str, Any]) -> Counter[str]:
    """Hold what both pages of a table say, and return how often each was said."""
    whole, exact = told(rows, limits, words)
    found = Counter[str]()
    for one in (whole, published(whole)):
        exact.public = one.audience == "public" and words.get("min_people", 0) < one.least
        with heard() as said:
            page_html(one)
        found += hold(exact, said, (rows, limits, words, one.audience))
    return found


def test_what_many_slices_are_told_holds() -> None:
    """More slices than a page lists, and more than one for each point of its strips."""
    found = Counter[str]()
    for place, own in enumerate(random_worlds(6)):
        slices = 24 + 90 * (place % 2)
        rows = [(key, secret, person, f"m{person % slices}") for key, secret, person in own]
        words = {"by": ["month"]} | ({"min_people": 2} if place % 3 else {})
        found += held_of(rows, MANY[place // 4], words)
    wanted = (
        "{slices} by {by}.",
        "In the certificate are {slices} and {conditions}",
        "; a point is up",
        "{unit}, {values}",
    )
    assert all(any(text.startswith(own) for text in found) for own in wanted)


class ExactPoints:
    """People with several points, by plain loops."""

    def __init__(self, rows: Sequence[tuple[int | None, str, str]], drawn: int | None = None) -> None:
        self.counts = {"nameless": sum(person is None for person, *_ in rows), "drawn": drawn}
        self.own: dict[int, set[tuple[str, str]]] = {}
        for person, *point in rows:
            if person is not None:
                self.own.setdefault(person, set()).add((point[0], point[1]))

    def unicity(self, points: str) -> float:
        """Return the mean share of a person's sets of some points that nobody else has."""
        shares = []
        for own in self.own.values():
            sets = [*combinations(sorted(own), min(int(points), len(own)))]
            alone = [sum({*one} <= other for other in self.own.values()) == 1 for one in sets]
            shares.append(sum(alone) / len(alone))
        return sum(shares) / len(shares)

    def count(self, what: str) -> int | None:
        """Return the records without a person, or the people who are drawn, and nothing else."""
        if what not in self.counts:
            raise AttributeError(what)
        return self.counts[what]


def pages_said(spec: Any, exact: object) -> Counter[str]:
    """Hold what both pages of a spec say against what is exact, where that can tell."""
    whole = certificate(judge_spec("job", spec, "run", Progress(), reports=True))
    found = Counter[str]()
    for one in (whole, published(whole)):
        with heard() as said:
            page_html(one)
        found += hold(exact, [each for each in said if can_tell(exact, each)], (spec, one.audience))
    return found


def can_tell(exact: object, one: Said) -> bool:
    """Return whether a world knows what a sentence rests on."""
    try:
        one.holds(exact)
    except AttributeError:
        return False
    return True


def test_what_known_points_are_told_to_single_out_holds() -> None:
    """How many people some points single out, and how many points are enough."""
    draw, found = random.Random(9), Counter[str]()
    for known in (1, 2, 3):
        cells = [(hour, place) for hour in "0123" for place in "xy"]
        rows: list[tuple[int | None, str, str]] = [
            (person, *cell) for person in range(12) for cell in draw.sample(cells, draw.randint(1, 5))
        ]
        rows += [(None, "0", "x")] * (known == 2)
        columns = dict(zip(("who", "hour", "place"), map(list, zip(*rows, strict=True)), strict=True))
        words = {"look": False, "individual": "who", "known": known}
        found += pages_said(call_spec(columns, ["hour", "place"], [], words), ExactPoints(rows))
    assert sum(count for text, count in found.items() if text.startswith("An attacker who knows {points}")) == 6
    half = "single out half of the people."
    assert found[f"{{number}} points are enough to {half}"] or found[f"Not even {{points}} {half}"]
    assert found["Records without a person are left out: {number}."] == 1
    words = {"look": False, "individual": "who", "known": 2, "targets": 5}
    spec = call_spec(columns, ["hour", "place"], [], words)
    drawn = certificate(judge_spec("job", spec, "run", Progress(), reports=True))
    with heard() as said:
        page_html(drawn)
    own = [one for one in said if "drawn" in one.facts]
    assert hold(ExactPoints(rows, 5), own, rows).total() == 1


class ExactNulls:
    """A table with empty values, of which records are left out or suppressed."""

    def __init__(self, rows: Sequence[tuple[str | None, str | None]]) -> None:
        self.counts = {
            "without identity": sum(key is None for key, _ in rows),
            "without secret": sum(None in row for row in rows),
            "suppressed": sum(key == "*" for key, _ in rows),
        }

    def count(self, what: str) -> int:
        """Return the records of a kind, if it is one of these."""
        if what not in self.counts:
            raise AttributeError(what)
        return self.counts[what]


@pytest.mark.parametrize("words", [{"nulls": "drop"}, {"suppressed": "*"}], ids=["NULL", "suppressed"])
def test_which_records_are_told_to_be_left_out_holds(words: dict[str, Any]) -> None:
    """Records without a known value, without a secret, and those whose known values are gone."""
    draw, found = random.Random(2), Counter[str]()
    for people in (3, 12, 60, 400):
        rows = [(draw.choice(["a", "b", "*", None]), draw.choice(["x", "y", None])) for _ in range(people)]
        columns = dict(zip(("key", "secret"), map(list, zip(*rows, strict=True)), strict=True))
        found += pages_said(call_spec(columns, ["key"], ["secret"], {"look": False, **words}), ExactNulls(rows))
    assert len(found) == 2


def test_what_earlier_releases_leave_is_told_rightly(tmp_path: Path) -> None:
    """How many people have one value left, on the page of the next release."""
    found = Counter[str]()
    for place, series in enumerate(random_series()):
        if all(person is not None for rows in series for person, *_ in rows):
            for number, rows in enumerate(series):
                frame = pd.DataFrame(rows, columns=["who", "key", "secret"])
                frame.to_csv(tmp_path / f"{place}_{number}.csv", index=False)
            files = [str(tmp_path / f"{place}_{number}.csv") for number in range(len(series))]
            words = {"look": False, "individual": "who", "previous": files[:-1]}
            found += pages_said(call_spec(files[-1], ["key"], ["secret"], words), ExactSeries(series))
    assert found["That leaves one value of {name} for {percent} of {persons}."] >= 2


@pytest.mark.parametrize("language", ["de", "fr"])
def test_each_language_says_the_same(language: Language) -> None:
    """The same sentences are said on the same facts, each in the words of the language."""
    for place, rows in enumerate(random_worlds(4)):
        kind = [*KINDS][place % len(KINDS)]
        whole, _ = told(with_months(rows, 3), LIMITS[place], KINDS[kind])
        for one in (whole, published(whole)):
            with heard() as said:
                page_html(one)
            with heard() as own:
                page_html(one, language)
            assert [each.assertion.text for each in own] == [each.assertion.text for each in said]
            assert [each.facts for each in own] == [each.facts for each in said]
            assert {each.assertion.text for each in own} <= words_in(language).texts.keys()
