"""What report pages say of tables, internal and public, in each language, holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from small_worlds import ExactGate, Record, hold, random_worlds, small_worlds
from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.certificate.measured import certificate
from sqlmetrics.certificate.published import published
from sqlmetrics.engine.progress import Progress
from sqlmetrics.gate.judged import judge_spec
from sqlmetrics.output.page.page import page_html
from sqlmetrics.sentences import heard
from sqlmetrics.spec.call import call_spec

ATTACKERS = {"reader": ["key"], "clerk": ["month"], "insider": ["key", "month"]}
KINDS: dict[str, dict[str, Any]] = {
    "a table": {},
    "two known columns": {"quasi_identifiers": ["key", "month"]},
    "slices": {"by": ["month"]},
    "slices of few people": {"by": ["month"], "min_people": 4},
    "attackers": {"attackers": ATTACKERS},
}
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
