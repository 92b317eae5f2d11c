"""A release for several attackers: what is dropped for each, what is judged and what is written."""

from __future__ import annotations

import csv
import itertools
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.gate.judged import JudgedScores
from sqlmetrics.publication.planned import MOST_TURNS

COLUMNS = ("person", "a", "b", "c", "value")

Row = tuple[str, ...]

ATTACKERS: dict[str, Any] = {
    "neighbour": {"quasi_identifiers": ["a", "b"], "thresholds": {"distinct_l_diversity": 2}},
    "boss": ["b", "c"],
    "banker": {"quasi_identifiers": ["c"], "thresholds": {"k_anonymity": 50}},
}

SIZES: dict[str, tuple[Row, int, int]] = {
    "neighbour": (("a", "b"), 3, 2),
    "boss": (("b", "c"), 3, 1),
    "banker": (("c",), 50, 1),
}
"""What each attacker knows, with the least people and values of a class."""


def drawn() -> list[Row]:
    """Return people with one or two records, some of whom have no `a`."""
    draw = np.random.default_rng(1)
    keys = draw.integers(0, [7, 6, 5], (300, 3))
    values = draw.choice(3, 300, p=[0.6, 0.3, 0.1])
    return [
        (f"p{number // 3 * 2 + number % 2}", f"{a}" if a else "", f"{b}", f"{c}", "xyz"[value])
        for number, ((a, b, c), value) in enumerate(zip(keys, values, strict=True))
    ]


def written(path: Path, rows: Iterable[Row]) -> str:
    """Write rows as CSV, and return the file."""
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *rows])
    return str(path)


def kept(rows: Sequence[Row], person: str | None, sizes: Mapping[str, tuple[Row, int, int]] = SIZES) -> Counter[Row]:
    """Return the rows that are left by a plain loop, in which all attackers judge at once."""
    while True:
        gone: set[Row] = set()
        for known, people, values in sizes.values():
            classes: dict[Row, list[Row]] = defaultdict(list)
            for row in rows:
                classes[tuple(row[COLUMNS.index(column)] for column in known)].append(row)
            for records in classes.values():
                counted = len(records) if person is None else len({row[0] for row in records})
                if counted < people or len({row[-1] for row in records}) < values:
                    gone.update(records)
        if not gone:
            return Counter(rows)
        rows = [row for row in rows if row not in gone]


def table(path: str, **words: Any) -> sqlmetrics.Table:
    """Return a table that several attackers know columns of."""
    own = {"attackers": ATTACKERS, "sensitive": ["value"], "thresholds": {"k_anonymity": 3}}
    return sqlmetrics.Table(path, **({"ignored": ["person"]} | own | words))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("person", [None, "person"])
def test_what_is_left_breaks_no_limit_of_any_attacker(tmp_path: Path, person: str | None) -> None:
    """Classes that shrink are dropped in turn for each attacker, and alike by all engines."""
    rows = drawn()
    words: dict[str, Any] = {"individual": person, "ignored": []} if person else {}
    release = {"drop": "60%", "individual": True}
    asked = table(written(tmp_path / "rows.csv", rows), release={**release, "shuffle": False}, **words)
    result = asked.release(tmp_path / "out.csv")
    wanted = kept(rows, person)
    with (tmp_path / "out.csv").open(newline="") as file:
        assert Counter(map(tuple, list(csv.reader(file))[1:])) == wanted
    assert (result.passed, result.planned.dropped) == (True, len(rows) - wanted.total())
    assert (len(result.planned.recoding.turns) > len(SIZES)) == (person is not None)
    connection = sqlite3.connect(":memory:")
    connection.execute(f"create table people ({', '.join(f'{column} text' for column in COLUMNS)})")
    connection.executemany("insert into people values (?, nullif(?, ''), ?, ?, ?)", rows)
    other = table("people", connection=connection, release=release, **words)
    assert values(other.score(released=True).attackers) == values(asked.score(released=True).attackers)
    connection.executescript(other.release_sql("table"))
    found = connection.execute("select person, coalesce(a, ''), b, c, value from people_release").fetchall()
    assert Counter(found) == wanted


def values(attackers: Mapping[str, Any]) -> dict[tuple[str, ...], Any]:
    """Return the values of scores by attacker, metric and target."""
    return {
        (name, one.metric, one.target): pytest.approx(one.value, nan_ok=True)
        for name, scores in attackers.items()
        for one in scores.scores
    }


def judged(run: Any) -> JudgedScores:
    """Return what was judged in a run of one job."""
    (outcome,) = run.outcomes
    assert outcome.held is not None
    held: JudgedScores = outcome.held
    return held


LEVELS: dict[str, list[Any]] = {
    "a": ["as_it_is", {"mapping": {"1": "low", "2": "low"}, "unmapped": "keep"}, "left_out"],
    "b": ["as_it_is", "left_out"],
    "c": ["as_it_is", "left_out"],
}


@pytest.mark.sampled(12)
@pytest.mark.parametrize("drop", [0.06, 0, 0.03])
@pytest.mark.parametrize("levels", [*itertools.product(*LEVELS.values())])
def test_what_is_judged_is_what_is_written(tmp_path: Path, levels: tuple[Any, ...], drop: float) -> None:
    """For each recoding the release to be, the file and its spec score the same."""
    rows, known = drawn(), [column for column, level in zip(LEVELS, levels, strict=True) if level != "left_out"]
    asked = table(
        written(tmp_path / "rows.csv", rows),
        release={"levels": dict(zip(LEVELS, levels, strict=True)), "drop": drop},
        metrics=["k_anonymity", "distinct_l_diversity"],
    )
    if not known:
        with pytest.raises(sqlmetrics.SpecError, match="every quasi-identifier is left out"):
            asked.release(tmp_path / "out.csv")
        return
    before = judged(asked.check(released=True))
    result = asked.release(tmp_path / "out.csv", anyway=True)
    again = judged(sqlmetrics.check(spec=tmp_path / "out.csv.spec.yml", metrics=asked.spec.metrics))
    low = {("a", "1"): "low", ("a", "2"): "low"} if isinstance(levels[0], dict) else {}
    gone = {*LEVELS} - {*known}
    recoded = [
        tuple("" if key in gone else low.get((key, value), value) for key, value in zip(COLUMNS, row, strict=True))
        for row in rows
    ]
    sizes = {name: one for name, one in SIZES.items() if not set(one[0]).isdisjoint(known)}
    small = len(rows) - kept(recoded, None, sizes).total()
    fits = small <= drop * len(rows)
    assert (result.planned.dropped, result.passed) == (small if fits else 0, fits)
    assert [name for name in ATTACKERS if name not in sizes] == [*result.planned.unseen]
    first = values(before.scores.attackers)
    assert {name for name, *_ in first} == sizes.keys()
    for held in (judged(result.run), again):
        assert values(held.scores.attackers).items() <= first.items()
        assert held.passed == before.passed


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "thresholds",
    [{"t_closeness_equal": 0.2, "k_anonymity": 5}, {"k_map": 34, "k_anonymity": 6}, {"alpha_k_anonymity": 0.6}],
)
def test_limits_that_depend_on_others_hold_on_what_is_left(tmp_path: Path, thresholds: dict[str, Any]) -> None:
    """Limits on shares of the whole, and those with a population, hold for all once turns end."""
    draw = np.random.default_rng(3)
    keys = draw.integers(0, [6, 4, 5], (1200, 3)).astype(str)
    rows = [("p", *key, value) for key, value in zip(keys, draw.choice([*"xyz"], 1200), strict=True)]
    words = {"population": written(tmp_path / "people.csv", rows[300:])} if "k_map" in thresholds else {}
    known = {"neighbour": ["a", "b"], "boss": ["b", "c"]}
    asked = table(written(tmp_path / "rows.csv", rows[:300]), attackers=known, thresholds=thresholds, **words)
    result = asked.release(tmp_path / "out.csv", release={"drop": "75%"})
    assert (result.passed, result.planned.dropped > 0) == (True, True)
    before = asked.score(released=True, release={"drop": "75%"}, metrics=[*thresholds])
    assert values(judged(result.run).scores.attackers) == values(before.attackers)


def test_a_release_tells_what_it_does_for_attackers(tmp_path: Path, run: Callable[..., Run]) -> None:
    """Who is not judged is named, and nothing has the path of an unfinished file."""
    written(tmp_path / "rows.csv", drawn())
    (tmp_path / "spec.yml").write_text(
        "relation: rows.csv\nattackers: {neighbour: [a, b], banker: [c]}\nignored: [person, value]\n"
        "thresholds: {k_anonymity: 2}\nrelease: {levels: {c: left_out}, drop: 50%}\n"
    )
    out = tmp_path / "out.parquet"
    ended = run("release", tmp_path / "spec.yml", "-o", out, "--report", tmp_path / "out.html")
    assert ended.code == 0
    assert "banker knows none of the columns that are left, and is not judged" in ended.err
    names = ("out.parquet.certificate.json", "out.html", "out.parquet.spec.yml")
    texts = [(tmp_path / name).read_text() for name in names]
    assert not any(str(tmp_path) in text.replace(str(out), "") for text in texts)
    assert "banker" not in texts[2]
    assert run("check", tmp_path / "out.parquet.spec.yml").code == 0
    assert run("advise", tmp_path / "spec.yml", "--write", tmp_path / "advised.csv").code == 0
    assert run("check", tmp_path / "advised.csv.spec.yml").code == 0


def test_turns_are_bounded(tmp_path: Path) -> None:
    """A chain of records that fall one after another is not followed without an end."""
    links = 4 * MOST_TURNS
    chain = [("p", f"a{number // 2}", f"b{(number + 1) // 2}", "c", "x") for number in range(1, links)]
    asked = table(
        written(tmp_path / "rows.csv", chain + [("p", "a", "b", "c", "x")] * links),
        attackers={"one": ["a"], "other": ["b"]},
        thresholds={"k_anonymity": 2},
        sensitive=[],
        ignored=["person", "c", "value"],
    )
    result = asked.release(tmp_path / "out.csv", release={"drop": "90%"})
    assert (result.written, result.planned.dropped) == (False, 0)
    assert f"in more than the {MOST_TURNS} turns of a statement" in " ".join(result.planned.told)
    with pytest.raises(sqlmetrics.SpecError, match="`starred` is for one attacker"):
        asked.release(tmp_path / "out.csv", release={"drop": "90%", "starred": True})
    with pytest.raises(sqlmetrics.SpecError, match="`suppressed` does not go with `attackers`"):
        asked.release(tmp_path / "out.csv", suppressed="*")
