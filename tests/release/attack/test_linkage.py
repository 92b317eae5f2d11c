"""The linkage of a file with errors: against every pair of records, closed forms, and engines."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import combinations_with_replacement, islice, product
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import pytest
import sqlglot

import sqlmetrics
from conftest import ROOT, Run
from engines import Database
from grammars import GLOT
from sqlmetrics import SpecError, compare
from sqlmetrics.output.names import shortened
from sqlmetrics.output.page.language import spoken, wording
from sqlmetrics.release.attack.linkage.estimation import ByChance, likeliest
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.spec.agreement import Links
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import render
from statements import CHECKED

Record = tuple[Any, ...]

NAMES = "abcde"

LINKS: tuple[Links, Links] = ("best", "one_to_one")
"""Which records are linked."""


# The reference: every pair of records, in plain Python.


@cache
def near(mine: Any, theirs: Any, reach: float | None) -> bool:
    """Return whether values nearly agree: numbers, days of dates, one letter of texts."""
    if reach is None or mine == theirs:
        return False
    if isinstance(mine, str):
        swapped = {mine[:place] + mine[place : place + 2][::-1] + mine[place + 2 :] for place in range(len(mine))}
        return edits(mine, theirs) == 1 or theirs in swapped
    apart = (mine - theirs).days if isinstance(mine, date) else mine - theirs
    return bool(abs(apart) <= reach)


def edits(mine: str, theirs: str) -> int:
    """Return the edits of one letter that make one text the other, by the textbook's table."""
    row = [*range(len(theirs) + 1)]
    for place, letter in enumerate(mine, 1):
        before, row = row, [place]
        for other, letter_of_theirs in enumerate(theirs, 1):
            row.append(min(before[other] + 1, row[-1] + 1, before[other - 1] + (letter != letter_of_theirs)))
    return int(row[-1])


def weight(
    one: Record,
    other: Record,
    shares: Sequence[Mapping[Any, float]],
    chances: Sequence[float],
    reaches: Sequence[float | None],
) -> float | None:
    """Return the weight of an outside and a released record, None where they are not compared."""
    total, equal = 0.0, 0
    for mine, theirs, share, m, reach in zip(one, other, shares, chances, reaches, strict=True):
        p = share.get(mine, 0.0)
        equal += mine is not None and mine == theirs
        if mine is None or theirs is None or p >= m:
            continue
        close = 0.0 if reach is None else (1 - m) / 2
        luck = sum(part for value, part in share.items() if near(mine, value, reach))
        if mine == theirs:
            total += math.log2(m / p)
        elif near(mine, theirs, reach):
            total += math.log2(close / luck)
        else:
            total += math.log2((1 - m - close) / (1 - p - luck))
    return total if equal >= max(1, len(one) - 2) else None


def reference(
    release: Sequence[tuple[int, Record]],
    outside: Sequence[tuple[int, Record]],
    chances: Sequence[float],
    reaches: Sequence[float | None] = (None,) * 5,
    links: str = "best",
) -> dict[str, float]:
    """Return the counts of people, by comparing every pair; a precision is named by its weight."""
    reaches = reaches[: len(chances)]
    shares = []
    for column in zip(*(values for _, values in release), strict=True):
        held = [value for value in column if value is not None]
        shares.append({value: count / len(held) for value, count in Counter(held).items()})
    found: Counter[str] = Counter()
    steps: list[tuple[float, float, float]] = []
    table = [[weight(values, theirs, shares, chances, reaches) for _, theirs in release] for _, values in outside]
    drawn = one_to_one(table) if links == "one_to_one" else shared(table)
    for (person, values), weights, chances_drawn in zip(outside, table, drawn, strict=True):
        own = [one for one, _ in release if one == person]
        found["chance"] += len(own) / len(release)  # type: ignore[assignment]
        same = [one for one, theirs in release if theirs == values and None not in values]
        found["exact"] += len(same) == 1
        found["exactly"] += same == [person]
        top = max((one for one in weights if one is not None), default=0.0)
        right = sum(chance for chance, (who, _) in zip(chances_drawn, release, strict=True) if who == person)
        steps.append((top, sum(chances_drawn), right))
    counts: dict[str, float] = {
        "exact_matches": found["exact"] / len(outside),
        "linked_exactly": found["exactly"] / len(outside),
        "linked_by_chance": found["chance"] / len(outside),
        "linked": sum(linked for top, linked, _ in steps if top > -1e-9) / len(outside),
        "linked_rightly": sum(right for top, _, right in steps if top > -1e-9) / len(outside),
    }
    for least in range(0, 200, 5):
        kept = [(linked, right) for top, linked, right in steps if linked and top > least - 1e-9]
        if kept and any(least - 1e-9 < top < least + 5 - 1e-9 and linked for top, linked, _ in steps):
            counts[f"link_precision {least}"] = sum(right for _, right in kept) / sum(linked for linked, _ in kept)
    return counts


Weights = Sequence[Sequence[float | None]]
"""The weights of pairs, a row per outside record and a column per released one."""


def shared(table: Weights) -> list[list[float]]:
    """Return the chances of links to the best records of each person."""
    drawn = []
    for row in table:
        top = max((one for one in row if one is not None), default=0.0)
        best = [one is not None and one > top - 1e-9 for one in row]
        drawn.append([one / max(sum(best), 1) for one in best])
    return drawn


def one_to_one(table: Weights) -> list[list[float]]:
    """Return the chances of links that give no record to two, where each is the other's best.

    Where several records are equally good, a pair has one part of the larger crowd of them, so that
    the chances of a record on either side are no more than 1.
    """
    tops = [max((one for one in row if one is not None), default=-1.0) for row in table]
    of_release = [max((one for one in column if one is not None), default=-1.0) for column in zip(*table, strict=True)]
    mutual = [
        [
            one is not None and one > max(top, of_record, 0) - 1e-9
            for one, of_record in zip(row, of_release, strict=True)
        ]
        for row, top in zip(table, tops, strict=True)
    ]
    crowds = [sum(column) for column in zip(*mutual, strict=True)]
    drawn = [[one / max(sum(row), crowd, 1) for one, crowd in zip(row, crowds, strict=True)] for row in mutual]
    assert all(sum(row) < 1 + 1e-9 for row in (*drawn, *zip(*drawn, strict=True)))
    return drawn


def measured(result: ReleaseScores) -> dict[str, float]:
    """Return the values of a result by their metrics, with the least weight behind it."""
    return {
        " ".join(filter(None, (score.metric, score.parameter("weight")))): score.value
        for score in result.scores
        if score.value is not None
    }


def frame(records: Sequence[tuple[int, Record]]) -> pd.DataFrame:
    """Return records as a frame, with their people as `id`."""
    names = NAMES[: len(records[0][1])]
    return pd.DataFrame([[who, *values] for who, values in records], columns=["id", *names]).astype(
        dict.fromkeys(names, object)
    )


@pytest.mark.parametrize("links", ["best", "one_to_one"])
@pytest.mark.parametrize("columns", [1, 2, 3, 4, 5])
def test_every_pair_says_the_same(columns: int, links: Any) -> None:
    """In worlds with NULL, equal records, people with several, and people of one side only."""
    seen: Counter[bool] = Counter()
    for seed in range(2 if links == "best" else 3):
        pick = random.Random(seed * 10 + columns)

        def record(pick: random.Random = pick) -> Record:
            return tuple(pick.choice(["x", "y", "z", "w", None]) for _ in range(columns))

        release = [(pick.randrange(9), record()) for _ in range(12)]
        outside = [
            (who, tuple(pick.choice([*"xyzwv"]) if pick.random() < 0.3 else value for value in values))
            for who, values in [*release[:7], (77, record()), release[2]]
        ]
        chances = {name: (0.9, 0.7, 0.45)[place % 3] for place, name in enumerate(NAMES[:columns])}
        result = compare(frame(release), frame(release)).attacks(
            auxiliary=frame(outside), individual="id", agreement=chances, links=links
        )
        expected = reference(release, outside, list(chances.values()), links=links)
        got = measured(result)
        assert {name: got[name] for name in expected} == pytest.approx(expected, abs=1e-9)
        assert not set(got) - set(expected) - {"link_precision 0"}
        seen[expected["linked_rightly"] != expected["linked_exactly"]] += 1
    assert seen[True] or columns == 1


class SmallWorlds(NamedTuple):
    """Worlds of a few values in two columns: one in `step` of them is tried.

    Values agree with the `chance`, and nearly agree where they differ by `reach` at most.
    """

    links: Links
    chance: float
    reach: float | None
    values: tuple[Any, ...]
    step: int


SMALL = {
    "one to one": SmallWorlds("one_to_one", 0.9, None, ("'x'", "'y'"), 43),
    "one to one, near": SmallWorlds("one_to_one", 0.45, 1.0, (0.0, 1.0, 3.0), 1699),
    "best": SmallWorlds("best", 0.9, None, ("'x'", "'y'"), 67),
    "shares above the chance": SmallWorlds("best", 0.4, None, ("'x'", "'y'", None), 1201),
    "near weighs more than equal": SmallWorlds("best", 0.45, 1.0, (0.0, 1.0, 3.0, None), 16001),
}
"""What linkage by small worlds is held to.

All worlds of two texts were tried once, and one in 41, 67 and 601 of the others.
"""


@pytest.mark.parametrize("case", SMALL)
def test_small_worlds_are_linked(truth: Database, case: str) -> None:
    """Worlds of up to three released and two outside records: links, right ones, at each weight."""
    links, chance, reach, values, step = SMALL[case]
    records: list[Record] = [*product(values, values)]
    worlds = (
        (list(enumerate(release)), [(who + shift, one) for who, one in enumerate(outside)])
        for size, people, shift in product((1, 2, 3), (1, 2), (0, 1))
        for release in combinations_with_replacement(records, size)
        for outside in product(records, repeat=people)
    )
    kind = "text" if reach is None else "number"
    column = {
        "kind": kind,
        "agreement": repr(chance),
        "nearly": None if reach is None else repr(reach),
        "near_agreement": repr(0.0 if reach is None else (1 - chance) / 2),
    }
    plan = {
        "columns": [{**column, "name": f"v{place}", "place": place} for place in (1, 2)],
        "release": "a_release",
        "outside": "a_file",
        "individual": "id",
        "links": links,
    }
    text, crowded, tried = render("linked_people", plan, dialect=truth.facts), 0, 0
    for release, outside in islice(worlds, 0, None, step):
        rows = truth.rows(text.replace("a_release", listed(release)).replace("a_file", listed(outside)))
        expected = reference(release, outside, (chance,) * 2, (reach,) * 2, links=links)
        people, found, rightly = (float(rows[0][place]) for place in (0, 6, 7))
        assert (found / people, rightly / people) == pytest.approx((expected["linked"], expected["linked_rightly"]))
        assert found < min(people, len(release) if links == "one_to_one" else people) + 1e-9
        assert {float(row[5]) for row in rows if row[6]} >= {
            float(name.split()[1]) for name in expected if name.startswith("link_precision")
        }
        crowded += expected["linked"] < reference(release, outside, (chance,) * 2, (reach,) * 2)["linked"]
        tried += 1
    assert tried > 20
    assert crowded or links != "one_to_one"


def listed(records: Sequence[tuple[int, Record]]) -> str:
    """Return records as a relation of a statement, their people as `id`."""
    rows = ", ".join(
        f"({who}, {', '.join('null' if value is None else str(value) for value in values)})" for who, values in records
    )
    return f"(select * from (values {rows}) listed(id, v1, v2))"


@pytest.mark.parametrize("columns", [2, 3, 4])
def test_nearly_equal_values_are_a_level_between(columns: int) -> None:
    """Texts a letter apart, dates within days, numbers within an amount, and NULL among them."""
    reaches = (1, 3, 1.5, 1)
    makers: tuple[Callable[[random.Random], Any], ...] = (
        lambda pick: pick.choice(["ann", "anne", "nan", "bob", "obb", "b", "", "anna", "ünn", None]),
        lambda pick: pick.choice([None, *(date(2020, 2, 26 + day) for day in range(4)), date(2020, 3, 3)]),
        lambda pick: pick.choice([None, 0.5, 1.0, 2.0, 3.5, -1.0, 9.0]),
        lambda pick: pick.choice(["x", "xy", "y'", "yx", "x "]),
    )
    changed = 0
    for seed in range(3):
        pick = random.Random(seed * 10 + columns)

        def record(pick: random.Random = pick) -> Record:
            return tuple(make(pick) for make in makers[:columns])

        release = [(place % 11, record()) for place in range(14)]
        outside = [
            (who, tuple(make(pick) if pick.random() < 0.4 else value for make, value in zip(makers, own, strict=False)))
            for who, own in [*release[:8], (77, record())]
        ]
        chances = {name: (0.8, 0.7, 0.75, 0.9)[place] for place, name in enumerate(NAMES[:columns])}
        nearly = dict(zip(chances, reaches, strict=False))
        result = compare(frame(release), frame(release)).attacks(
            auxiliary=frame(outside), individual="id", agreement=chances, nearly=nearly, links=LINKS[seed % 2]
        )
        expected = reference(release, outside, list(chances.values()), reaches, LINKS[seed % 2])
        got = measured(result)
        assert {name: got[name] for name in expected} == pytest.approx(expected, abs=1e-9)
        changed += expected != reference(release, outside, list(chances.values()), links=LINKS[seed % 2])
    assert changed


SPLINK = json.loads(Path(__file__).with_name("splink.json").read_text())["worlds"]
"""Weights and chances of three pairs of tables, which `scripts/splink_weights` has from Splink."""


def splink_plan(world: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the two tables of a world as CTEs, and the plan of their linkage."""
    kinds = ("text", "date", "number") if world["near"] else ("text",) * 3
    types = {"text": "varchar", "date": "date", "number": "double"}
    ctes = []
    for name in ("release", "outside"):
        rows = ", ".join(str(tuple(row)).replace("None", "null") for row in world[name])
        casts = ", ".join(f"cast(c{place} as {types[kind]}) as c{place}" for place, kind in enumerate(kinds))
        ctes.append(f"{name} as (select {casts} from (values {rows}) listed(c0, c1, c2))")
    columns = [
        {
            "name": f"c{place}",
            "kind": kind,
            "place": place + 1,
            "agreement": repr(world["equal"]),
            "nearly": ("1", "3", "1.5")[place] if world["near"] else None,
            "near_agreement": repr(world["near_agreement"]),
        }
        for place, kind in enumerate(kinds)
    ]
    named = {"release": "(select * from release)", "outside": "(select * from outside)"}
    plan = {
        **{side: f"(with {', '.join(ctes)} {relation[1:-1]})" for side, relation in named.items()},
        "columns": columns,
        "individual": None,
        "links": "best",
    }
    return ", ".join(ctes), plan


@pytest.mark.parametrize("world", range(3))
def test_weights_are_the_weights_of_splink(truth: Database, world: int) -> None:
    """Every outside record's weights of the pairs that are compared, to 1e-6."""
    given = SPLINK[world]
    _, plan = splink_plan(given)
    settled = render("linked_people", plan, dialect=truth.facts)
    text = settled.replace("1e-6", "1e6")  # nothing weighs so much more that it is looked for no further
    assert text != settled
    weighed = text[: text.index("-- a row per outside combination that has a pair,")].rstrip().rstrip(",")
    listed = "cells.v1, cells.v2, cells.v3"
    rows = truth.rows(
        f"{weighed} select {listed}, weighed.bits, weighed.records from weighed"
        " join outside_cells cells on cells.cell = weighed.outside_cell"
    )
    ours: dict[tuple[str, ...], list[float]] = {}
    for *values, one, records in rows:
        ours.setdefault(tuple(str(value)[:10] for value in values), []).extend([one] * int(records))
    pairs = 0
    for record, weights in zip(given["outside"], given["weights"], strict=True):
        compared = [
            one
            for one, theirs in zip(weights, given["release"], strict=True)
            if any(mine is not None and mine == other for mine, other in zip(record, theirs, strict=True))
        ]
        found = sorted(ours.get(tuple(str(value)[:10] for value in record), []))
        assert found == pytest.approx(sorted(compared), abs=1e-6)
        pairs += len(found)
    assert pairs > 300


@pytest.mark.parametrize("world", range(3))
def test_chances_are_the_chances_of_splink(truth: Database, world: int) -> None:
    """Expectation-maximisation settles where Splink's does, to 1e-6, and expects as many pairs.

    Of three columns without NULL every pattern that has no equal value is left, and is one event.
    """
    given = SPLINK[world]
    _, plan = splink_plan(given)
    by_joins, patterns = (
        {
            tuple(int(level) for level in levels): float(pairs)
            for *levels, pairs in truth.rows(
                render("agreement_patterns", {**plan, "summed": summed}, dialect=truth.facts)
            )
        }
        for summed in (False, True)
    )
    by_chance = [
        ByChance(int(row[0]), *(float(number) for number in row[1:]))
        for row in truth.rows(render("agreement_by_chance", plan, dialect=truth.facts))
    ]
    every = all_patterns(given)
    assert by_joins == patterns == {pattern: pairs for pattern, pairs in every.items() if 0 in pattern}
    counted: list[Mapping[tuple[int, ...], float]] = [every]
    counted += [] if any(3 in pattern for pattern in every) else [patterns]
    for known in counted:
        found = likeliest(known, sorted(by_chance), given["columns"])
        for own, theirs in zip(found.levels, given["chances"], strict=True):
            assert own == pytest.approx(theirs if given["near"] else (theirs[0], 0, theirs[1]), abs=1e-6)
        assert found.pairs / (25 * len(given["release"])) == pytest.approx(given["pairs"], abs=1e-6)


def all_patterns(world: Mapping[str, Any]) -> Counter[tuple[int, ...]]:
    """Return the pairs of records of a world by their levels, by comparing every pair."""

    def level(mine: Any, theirs: Any, place: int) -> int:
        if mine is None or theirs is None:
            return 3
        if world["near"] and place == 1:
            mine, theirs = date.fromisoformat(mine), date.fromisoformat(theirs)
        reach = (1, 3, 1.5)[place] if world["near"] else None
        return 0 if mine == theirs else 1 if near(mine, theirs, reach) else 2

    return Counter(
        tuple(level(*values, place) for place, values in enumerate(zip(one, other, strict=True)))
        for one, other in product(world["outside"], world["release"])
    )


def test_the_file_of_four_people() -> None:
    """Worked by hand: m = 0.9, and the shares of values are 2/4, 1/4 and 1/4 in each column."""
    release = [(1, ("x", "x", "x")), (2, ("x", "y", "y")), (3, ("y", "x", "z")), (4, ("z", "z", "x"))]
    outside = [(1, ("x", "x", "y")), (4, ("z", "z", "x")), (9, ("w", "w", "w"))]
    got = measured(compare(frame(release), frame(release)).attacks(auxiliary=frame(outside), individual="id"))
    # x, x, y: record 1 agrees twice, 2 log2(.9/.5) + log2(.1/.75) = -1.21, and record 2 on x and
    # the rarer y, log2(.9/.5) + log2(.1/.5) + log2(.9/.25) = 0.38: the wrong one is found.
    # z, z, x: 2 log2(.9/.25) + log2(.9/.5) = 4.54.
    assert got == pytest.approx(
        {
            "linked": 2 / 3,
            "linked_rightly": 1 / 3,
            "linked_exactly": 1 / 3,
            "exact_matches": 1 / 3,
            "linked_by_chance": 2 / 3 / 4,
            "link_precision 0": 1 / 2,
        }
    )


def test_without_the_truth_it_is_said() -> None:
    """What needs to know who a record is of is undefined, and the rest is the same."""
    release = [(1, ("x", "x", "x")), (2, ("x", "y", "y")), (3, ("y", "x", "z")), (4, ("z", "z", "x"))]
    file = frame([(4, ("z", "z", "x")), (1, ("x", "x", "y"))]).drop(columns="id")
    result = compare(frame(release), frame(release)).attacks(auxiliary=file)
    assert measured(result) == {"linked": 1, "exact_matches": 0.5}
    reasons = {score.reason for score in result.scores if score.value is None}
    assert reasons == {
        "nothing tells whose record one is; name the column of both that tells people apart as `individual`"
    }


def test_the_partitions_of_the_release_recode_the_file() -> None:
    """A file of exact ages is looked for in a release of decades, and the source stays as it is."""
    ages = ["[30, 40)", "[40, 50)"] * 4
    release = pd.DataFrame({"id": [*range(1, 9)], "age": ages, "zip": [*"abghijkl"], "job": [*"demnopqr"]})
    file = pd.DataFrame({"id": [1, 2], "age": [34, 45], "zip": ["a", "b"], "job": ["d", "d"]})
    words: Any = {"quasi_identifiers": ["age", "zip", "job"], "partitions": {"age": [{"cuts": [30, 40, 50]}]}}
    got = measured(compare(release, release).attacks(auxiliary=file, individual="id", **words))
    assert (got["linked_rightly"], got["linked_exactly"]) == (1, 0.5)


def test_what_an_estimate_rests_on_is_said_in_the_language_of_a_page() -> None:
    """The numbers stay, with the marks of the language; names of relations have no folder."""
    members = ROOT / "fixtures" / "members"
    words: Any = {"agreement": "estimated", "individual": "member_id", "nearly": {"born": 3}}
    file, release = members / "leak.csv", members / "members.csv"
    result = compare(release, release).attacks(auxiliary=file, **words)
    english, told = (
        shortened(result).notes,
        "which settled after 72 turns; it expects 74.5 pairs of records of one person",
    )
    assert told in english[0]
    with spoken("de"):
        german = [wording(note) for note in shortened(result).notes]
    assert "die sich nach 72 Schritten nicht mehr bewegte; sie erwartet 74,5 Paare von Datensätzen" in german[0]
    assert german[0].endswith("in members und leak")
    assert german[1].startswith("die Chancen, dass zwei Werte einer Person übereinstimmen: born 0,9464 (beinahe 0,047")


def test_a_file_of_nobody() -> None:
    """Shares of no records are undefined."""
    release = frame([(1, ("x", "y", "z"))])
    result = compare(release, release).attacks(auxiliary=release.head(0), individual="id")
    assert measured(result) == {}
    assert {score.reason for score in result.scores} == {
        "the outside file has no records",
        "nobody is found at that weight",
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"auxiliary": pd.DataFrame({"name": ["x"]})}, "has no column in common with"),
        ({"agreement": 0.8}, "name that file as `auxiliary`"),
        ({"agreement": 1.0}, "above 0 and below 1"),
        ({"agreement": {"zip": 0.8}}, "names 'zip', which links nothing; there are: id, a, b, c"),
        ({"agreement": "estimated", "quasi_identifiers": ["a"]}, "takes two columns at least, and a alone links"),
        (
            {"agreement": "estimated", "auxiliary": pd.DataFrame({"a": ["q"], "b": ["r"]})},
            "finds nobody who is in both",
        ),
        ({"agreement": {"a": "estimated"}}, "such as 0.9, or `estimated` for all columns, and not estimated"),
        ({"nearly": {"a": 2}}, "`nearly` of 'a', a text, is 1 letter, and not 2"),
        ({"nearly": {"a": 0}}, "`nearly` of 'a' is how far values differ at most"),
        ({"links": "first"}, "`links` is best or one_to_one, and not first"),
        ({"nearly": {"zip": 1}}, "`nearly` names 'zip', which links nothing"),
        ({"individual": "who"}, "has no column 'who', which tells people apart"),
        ({"record_id": "id"}, "a record id links releases to an original"),
        ({"together": True}, "releases together are compared with each other"),
        ({"weight": "a"}, None),
        ({"nulls": "drop"}, "does not take `nulls: drop`"),
        ({"individual": "id", "quasi_identifiers": ["a", "ID"]}, "column 'id' tells people apart, and judges"),
    ],
)
def test_what_does_not_go_is_said(words: dict[str, Any], message: str | None) -> None:
    """Each in one sentence."""
    release = frame([(1, ("x", "y", "z"))])
    asked = words if words.keys() & {"auxiliary"} or message == "name that file as `auxiliary`" else None
    with_file: Any = asked if asked is not None else {"auxiliary": release, **words}
    if message is None:
        assert compare(release, release).attacks(**with_file)
        return
    with pytest.raises(SpecError, match=message.replace("(", r"\(")):
        compare(release, release).attacks(**with_file)


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("macro", ["linked_people", "one_to_one", "sums", "agreement_patterns", "agreement_by_chance"])
def test_engines_find_the_same(engine: Database, truth: Database, macro: str, told: bool) -> None:
    """Each count of each row is DuckDB's, with numbers and texts that some engines fold."""

    def rows(database: Database) -> list[tuple[Any, ...]]:
        def side(condition: str) -> str:
            return f"(select * from {database.relation('t')} t0 where {condition})"

        columns = [
            {"name": name, "kind": kind, "place": place, "agreement": m, "nearly": nearly, "near_agreement": "0.05"}
            for place, (name, kind, m, nearly) in enumerate(
                (
                    ("k", "text", "0.9", "1" if told else None),
                    ("y", "number", "0.8", "1.0"),
                    ("f", "number", "0.9", None),
                    ("zip", "text", "0.93", "1"),
                ),
                1,
            )
        ]
        plan = {
            "release": side("g > 1"),
            "outside": side("g < 3"),
            "columns": columns,
            "individual": "p" if told else None,
            "links": "one_to_one" if macro == "one_to_one" else "best",
            "summed": macro == "sums",
        }
        name = {"one_to_one": "linked_people", "sums": "agreement_patterns"}.get(macro, macro)
        return database.rows(render(name, plan, dialect=database.facts))

    found, expected = rows(engine), rows(truth)
    if macro == "agreement_by_chance":
        found, expected = sorted(found), sorted(expected)
    assert len(found) == len(expected) > 1
    for one, other in zip(found, expected, strict=True):
        assert [None if cell is None else float(cell) for cell in one] == pytest.approx(
            [None if cell is None else float(cell) for cell in other], rel=1e-9, abs=1e-12
        )


@pytest.mark.parametrize("dialect", CHECKED)
def test_dialects_without_an_engine_are_read(dialect: str) -> None:
    """A grammar reads each statement of a linkage, with values of each kind that nearly agree."""
    kinds = (("k", "text", "1"), ("n", "number", "1.5"), ("d", "date", "3.0"), ("z", "text", None))
    columns = [
        {"name": name, "kind": kind, "place": place, "agreement": "0.9", "nearly": nearly, "near_agreement": "0.05"}
        for place, (name, kind, nearly) in enumerate(kinds, 1)
    ]
    for individual, links in product((None, "p"), LINKS):
        sides = {"release": "r", "outside": "o", "individual": individual, "summed": links == LINKS[0]}
        plan = {**sides, "columns": columns, "links": links}
        for macro in ("linked_people", "agreement_patterns", "agreement_by_chance"):
            (read,) = sqlglot.parse(render(macro, plan, dialect=DIALECTS[dialect]), read=GLOT.get(dialect, dialect))
            assert isinstance(read, sqlglot.exp.Query)
            assert not [*read.find_all(sqlglot.exp.Command)]


def test_the_command_line_finds_what_python_finds(run: Callable[..., Run], tmp_path: Any) -> None:
    """The same scores, by files, and the printed statement reads both."""
    release = [(1, ("x", "x", "x")), (2, ("x", "y", "y")), (3, ("y", "x", "z")), (4, ("z", "z", "x"))]
    frame(release).to_csv(tmp_path / "release.csv", index=False)
    frame([(4, ("z", "z", "y"))]).to_csv(tmp_path / "file.csv", index=False)
    files = (str(tmp_path / "release.csv"), "--auxiliary", str(tmp_path / "file.csv"), "--individual", "id")
    code, out, _ = run("attacks", *files, "--agreement", "0.8", "--agreement", "a=.7", "-f", "csv")
    assert code == 0
    python = sqlmetrics.compare(tmp_path / "release.csv", tmp_path / "release.csv").attacks(
        auxiliary=tmp_path / "file.csv", individual="id", agreement={"*": 0.8, "a": 0.7}
    )
    assert [line.split(",")[0] for line in out.splitlines()[1:]] == [score.metric for score in python.scores]
    assert python["linked_rightly"] == 1
    assert "of 1 record of the file" in run("attacks", *files).out
    code, out, _ = run("attacks", *files, "--print-sql")
    assert (code, "0.9" in out, "file.csv" in out) == (0, True, True)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--agreement", "much"), "--agreement much: write M or COL=M"),
        (("--agreement", "estimated", "--agreement", "a=.7"), "--agreement estimated: write M or COL=M"),
        (("--agreement", ".8", "--agreement", ".7"), "--agreement .7: there is another one for the same columns"),
        (("--nearly", "a=1", "--nearly", "a=2"), "--nearly a=2: there is another one for the same columns"),
        (("--original", "x.csv"), "leave out --original, or --auxiliary"),
    ],
)
def test_flags_that_do_not_go(run: Callable[..., Run], flags: tuple[str, ...], message: str) -> None:
    """They end with 2, before a file is read."""
    code, _, err = run("attacks", "release.csv", "--auxiliary", "file.csv", *flags)
    assert code == 2
    assert message in " ".join(err.split())


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("errors", "exactly", "rightly"), [(0.0, 0.923, 0.95), (0.05, 0.730, 0.79), (0.1, 0.571, 0.65), (0.2, 0.335, 0.43)]
)
def test_weights_find_more_than_an_exact_join(errors: float, exactly: float, rightly: float) -> None:
    """20,000 people, five columns of 12 values: the exact join's share has a closed form.

    A person's values all agree with probability (1 - e 11/12) ** 5, and nobody else has them with
    probability (1 - 12 ** -5) ** 19,999.
    """
    pick, people = random.Random(62), 20_000
    release = [tuple(pick.randrange(12) for _ in NAMES) for _ in range(people)]
    outside = [tuple(pick.randrange(12) if pick.random() < errors else value for value in one) for one in release]
    closed = (1 - errors * 11 / 12) ** 5 * (1 - 12**-5) ** (people - 1)
    assert closed == pytest.approx(exactly, abs=5e-4)
    table = frame([*enumerate(release)])
    result = compare(table, table).attacks(
        auxiliary=frame([*enumerate(outside)]), individual="id", agreement=min(1 - errors, 0.99)
    )
    assert result["linked_exactly"] == pytest.approx(closed, abs=4 * math.sqrt(closed * (1 - closed) / people))
    assert result["linked_rightly"] is not None
    assert result["linked_rightly"] >= rightly
    assert result["linked_by_chance"] == pytest.approx(1 / people)
