"""The linkage of a file with errors: against every pair of records, closed forms, and engines."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from engines import Database
from sqlmetrics import SpecError, compare
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.statement.render import render

Record = tuple[Any, ...]

NAMES = "abcde"


# The reference: every pair of records, in plain Python.


def weight(one: Record, other: Record, shares: Sequence[Mapping[Any, float]], chances: Sequence[float]) -> float | None:
    """Return the weight of an outside and a released record, None where they are not compared."""
    total, equal = 0.0, 0
    for mine, theirs, share, m in zip(one, other, shares, chances, strict=True):
        p = share.get(mine, 0.0)
        equal += mine is not None and mine == theirs
        if mine is None or theirs is None or p >= m:
            continue
        total += math.log2(m / p) if mine == theirs else math.log2((1 - m) / (1 - p))
    return total if equal >= max(1, len(one) - 2) else None


def reference(
    release: Sequence[tuple[int, Record]], outside: Sequence[tuple[int, Record]], chances: Sequence[float]
) -> dict[str, float]:
    """Return the counts of people, by comparing every pair; a precision is named by its weight."""
    shares = []
    for column in zip(*(values for _, values in release), strict=True):
        held = [value for value in column if value is not None]
        shares.append({value: count / len(held) for value, count in Counter(held).items()})
    found: Counter[str] = Counter()
    steps: list[tuple[float, float]] = []
    for person, values in outside:
        weights = [(weight(values, theirs, shares, chances), own) for own, theirs in release]
        own = [one for one, _ in release if one == person]
        found["chance"] += len(own) / len(release)  # type: ignore[assignment]
        same = [one for one, theirs in release if theirs == values and None not in values]
        found["exact"] += len(same) == 1
        found["exactly"] += same == [person]
        compared = [(one, who) for one, who in weights if one is not None]
        if not compared:
            continue
        top = max(one for one, _ in compared)
        best = [who for one, who in compared if one > top - 1e-9]
        steps.append((top, best.count(person) / len(best)))
    table: dict[str, float] = {
        "exact_matches": found["exact"] / len(outside),
        "linked_exactly": found["exactly"] / len(outside),
        "linked_by_chance": found["chance"] / len(outside),
        "linked": sum(top > -1e-9 for top, _ in steps) / len(outside),
        "linked_rightly": sum(right for top, right in steps if top > -1e-9) / len(outside),
    }
    for least in range(0, 200, 5):
        kept = [right for top, right in steps if top > least - 1e-9]
        if kept and any(least - 1e-9 < top < least + 5 - 1e-9 for top, _ in steps):
            table[f"link_precision {least}"] = sum(kept) / len(kept)
    return table


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


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 5])
def test_every_pair_says_the_same(columns: int) -> None:
    """In worlds with NULL, equal records, people with several, and people of one side only."""
    seen: Counter[bool] = Counter()
    for seed in range(3):
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
            auxiliary=frame(outside), individual="id", agreement=chances
        )
        expected = reference(release, outside, list(chances.values()))
        got = measured(result)
        assert {name: got[name] for name in expected} == pytest.approx(expected, abs=1e-9)
        assert not set(got) - set(expected) - {"link_precision 0"}
        seen[expected["linked_rightly"] != expected["linked_exactly"]] += 1
    assert seen[True] or columns == 1


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
        ({"individual": "who"}, "has no column 'who', which tells people apart"),
        ({"record_id": "id"}, "a record id links releases to an original"),
        ({"together": True}, "releases together are compared with each other"),
        ({"weight": "a"}, None),
        ({"nulls": "drop"}, "does not take `nulls: drop`"),
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
def test_engines_find_the_same(engine: Database, truth: Database, told: bool) -> None:
    """Each count of each row is DuckDB's, with numbers and texts that some engines fold."""

    def rows(database: Database) -> list[tuple[Any, ...]]:
        def side(condition: str) -> str:
            return f"(select * from {database.relation('t')} t0 where {condition})"

        columns = [
            {"name": name, "kind": kind, "place": place, "agreement": chance, "nearly": None, "near_agreement": None}
            for place, (name, kind, chance) in enumerate(
                (("k", "text", "0.9"), ("y", "number", "0.8"), ("f", "number", "0.9"), ("zip", "text", "0.95")), 1
            )
        ]
        plan = {
            "release": side("g > 1"),
            "outside": side("g < 3"),
            "columns": columns,
            "individual": "p" if told else None,
        }
        return database.rows(render("linked_people", plan, dialect=database.facts))

    found, expected = rows(engine), rows(truth)
    assert len(found) == len(expected) > 1
    for one, other in zip(found, expected, strict=True):
        assert [None if cell is None else float(cell) for cell in one] == pytest.approx(
            [None if cell is None else float(cell) for cell in other], rel=1e-9, abs=1e-12
        )


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
    code, out, _ = run("attacks", *files, "--print-sql")
    assert (code, "0.9" in out, "file.csv" in out) == (0, True, True)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--agreement", "much"), "M or COL=M"),
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
