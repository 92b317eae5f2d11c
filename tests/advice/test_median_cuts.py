"""Classes by median cuts: these of a plain reference, boxes apart, their loss, and the release."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from conftest import Run
from mondrian import Record, allowed, classes, order
from sqlmetrics.advice.cuts.result import MultidimensionalAdvice
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.render import render

KEYS = ["age", "zip", "born", "score"]

Passes = Callable[[Sequence[Record]], bool]


def table(records: Sequence[Record], connection: duckdb.DuckDBPyConnection) -> None:
    """Create the table t: a number, the person, the keys, and a disease."""
    connection.execute(
        "create or replace table t (id integer, person integer, age integer, zip varchar, born date, score double,"
        " disease varchar)"
    )
    rows = [(rest[0], rest[1], *keys, rest[2]) for keys, rest in records]
    connection.executemany("insert into t values (?, ?, ?, ?, ?, ?, ?)", rows)


def drawn(seed: int, size: int) -> list[Record]:
    """Return random records, with ties, NULLs, texts that need quotes, and people of several."""
    draws = random.Random(seed)
    places = ["10115", "10117", "2", "é", "it's", "B", "a", "", "a, b", None]
    records = []
    for number in range(size):
        age = draws.choice([None, *range(20, 90, draws.choice([1, 5, 30])), 40, 40, 40])
        born = draws.choice([None, date(1980, 1, 1) + timedelta(days=draws.choice([0, 1, 40, 400, 9000]))])
        score = draws.choice([0.0, 0.5, -1.25, 1e6, 0.1, 0.1])
        disease = draws.choice(["flu", "flu", "cold", "hiv", None])
        records.append(((age, draws.choice(places), born, score), (number, draws.randrange(size // 2), disease)))
    return records


def distance(some: Sequence[Record], whole: Sequence[Record]) -> float:
    """Return the variational distance of the diseases of some records from all of them."""
    own, all_of_them = (Counter(rest[2] for _, rest in records) for records in (some, whole))
    return sum(abs(own[one] / len(some) - count / len(whole)) for one, count in all_of_them.items()) / 2


def moved(some: Sequence[Record], whole: Sequence[Record]) -> float:
    """Return how far the diseases of some records lie from all of them, in the order of texts."""
    own, all_of_them = (Counter(rest[2] for _, rest in records) for records in (some, whole))
    listed = sorted(all_of_them, key=order)
    gaps = [own[one] / len(some) - all_of_them[one] / len(whole) for one in listed]
    return sum(abs(sum(gaps[:place])) for place, _ in enumerate(gaps, 1)) / (len(listed) - 1)


CASES: dict[str, tuple[dict[str, Any], Callable[[Sequence[Record]], Passes]]] = {
    "sizes": ({"thresholds": {"k_anonymity": 4}}, lambda _: lambda some: len(some) >= 4),
    "values": (
        {"thresholds": {"k_anonymity": 3, "distinct_l_diversity": 2}},
        lambda _: lambda some: len(some) >= 3 and len({rest[2] for _, rest in some}) >= 2,
    ),
    "closeness": (
        {"thresholds": {"k_anonymity": 2, "t_closeness_equal": 0.3537}},
        lambda whole: lambda some: len(some) >= 2 and distance(some, whole) <= 0.3537,
    ),
    "order": (
        {"thresholds": {"t_closeness_ordered": 0.2537}, "orders": {"disease": "natural"}},
        lambda whole: lambda some: moved(some, whole) <= 0.2537,
    ),
    "people": (
        {"thresholds": {"k_anonymity": 3}, "individual": "person"},
        lambda _: lambda some: len({rest[1] for _, rest in some}) >= 3,
    ),
}
"""The words of a search, and the same limits on some of the records in plain Python."""


def advised(connection: duckdb.DuckDBPyConnection, strategy: str, **words: Any) -> MultidimensionalAdvice:
    """Return the advice on the table by median cuts."""
    words = {"ignored": {"id": "a number"}, **words}
    words["advise"] = {"strategy": strategy, "generalizations": {key: [] for key in KEYS}, **words.get("advise", {})}
    found = sqlmetrics.advise("t", KEYS, "disease", connection=connection, **words)
    assert isinstance(found, MultidimensionalAdvice)
    return found


def released(connection: duckdb.DuckDBPyConnection, advice: MultidimensionalAdvice) -> dict[int, tuple[Any, ...]]:
    """Return the known values of each record in the view, by its number."""
    connection.execute(f"drop view if exists t_advised; {advice.view}")
    return {row[0]: row[1:] for row in connection.execute(f"select id, {', '.join(KEYS)} from t_advised").fetchall()}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("strategy", ["mondrian", "mondrian_relaxed"])
@pytest.mark.parametrize("case", CASES)
def test_classes_are_these_of_the_reference(case: str, strategy: str) -> None:
    """On random tables each class has the records of a class of plain Python, and passes.

    No cut is left whose halves pass; strict classes are boxes, and each two lie apart in a
    column; and the losses are these of the values that are shown.
    """
    words, limit = CASES[case]
    relaxed, several = strategy == "mondrian_relaxed", 0
    with duckdb.connect() as connection:
        for seed, size in enumerate((24, 60)):
            records = drawn(10 * len(case) + seed, size)
            table(records, connection)
            passes = limit(records)
            assert passes(records)
            found = advised(connection, strategy, **words)
            own = released(connection, found)
            groups: dict[tuple[Any, ...], list[Record]] = {}
            for record in records:
                groups.setdefault(own[record[1][0]], []).append(record)
            wanted = classes(records, passes, relaxed=relaxed)
            assert {frozenset(rest[0] for _, rest in some) for some in groups.values()} == {
                frozenset(rest[0] for _, rest in some) for some in wanted
            }
            assert found.classes == len(groups) == len(wanted)
            assert all(map(passes, groups.values()))
            assert not any(list(allowed(some, records, passes, relaxed=relaxed)) for some in groups.values())
            boxes = [
                [sorted(order(keys[place]) for keys, _ in some) for place, _ in enumerate(KEYS)]
                for some in groups.values()
            ]
            assert relaxed or all(
                any(one[0] > other[-1] or other[0] > one[-1] for one, other in zip(*pair, strict=True))
                for pair in combinations(boxes, 2)
            )
            assert found.loss == pytest.approx(bits(records, list(groups.values())))
            several += len(groups) > 1
    assert several == 2


def bits(records: Sequence[Record], groups: Sequence[Sequence[Record]]) -> float:
    """Return the bits that the records lose by the values of their classes."""
    lost = 0.0
    for place, _ in enumerate(KEYS):
        counts = Counter(keys[place] for keys, _ in records)
        for some in groups:
            values = {keys[place] for keys, _ in some}
            known = sorted(order(value) for value in values if value is not None)
            shown = values
            if len(known) > 3:
                shown = {
                    one for one in counts if one in values or (one is not None and known[0] <= order(one) <= known[-1])
                }
            covered = sum(counts[value] for value in shown)
            lost += sum(math.log2(covered / counts[keys[place]]) for keys, _ in some)
    return lost


@pytest.fixture
def small() -> duckdb.DuckDBPyConnection:
    """A table whose classes are known by hand."""
    connection = duckdb.connect()
    keys = [
        (20, "a", 1),
        (21, "b", 2),
        (22, "c", 3),
        (23, "d", 4),
        (40, "e", 5),
        (40, "f", 6),
        (60, None, 7),
        (60, "g", 8),
    ]
    records = [
        ((age, place, None, 0.5), (number, number, "flu" if number % 2 else "cold")) for age, place, number in keys
    ]
    table(records, connection)
    return connection


def test_a_relaxed_cut_parts_equal_ages_by_the_next_column() -> None:
    """Half of four records are the two first of age 20, by their places; no place is cut."""
    with duckdb.connect() as connection:
        connection.execute("create table t as from (values (20, 'c'), (20, 'd'), (20, 'a'), (40, 'b')) v(age, zip)")
        words: dict[str, Any] = {"strategy": "mondrian_relaxed", "generalizations": {"age": [], "zip": []}}
        found = sqlmetrics.advise(
            "t", ["age", "zip"], connection=connection, thresholds={"k_anonymity": 2}, advise=words
        )
        connection.execute(str(found.view))
        shown = connection.execute("select age, zip from t_advised order by zip").fetchall()
    assert shown == [("20", "a | c")] * 2 + [("20 | 40", "b | d")] * 2


def test_values_of_classes_are_lists_and_ranges(small: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Up to three values are listed, more are a range; NULL stands beside them; loss as by hand.

    Of the eight records the texts reach widest, as the ages do. The median age is 23; both halves
    of four are cut again only for k of 2.
    """
    found = advised(small, "mondrian", thresholds={"k_anonymity": 4})
    assert set(released(small, found).values()) == {
        ("[20, 23]", "[a, d]", None, "0.5"),
        ("40 | 60", "e | f | g | NULL", None, "0.5"),
    }
    assert [tuple(one) for one in found.cuts] == [("age", 1, 2), ("zip", 0, 2), ("born", 0, 1), ("score", 0, 1)]
    assert found.loss == 4 * 2 + 4 * 1 + 4 * 2 + 4 * 2
    losses = {"granularity": (0.5 * 4 / 6 + 0.5 * 2 / 6 + 0.5 + 1 + 1) / 4, "columns_changed": 2.0}
    losses |= {"discernibility": 32.0, "average_class_size": 4.0, "mutual_information": 1.0}
    for loss, value in losses.items():
        about = {"about": ["disease"]} if loss == "mutual_information" else {}
        again = advised(small, "mondrian", thresholds={"k_anonymity": 4}, advise={"loss": loss, **about})
        assert again.loss == pytest.approx(value), loss
    assert (found.levels, found.release, found.suppressed) == (None, {"strategy": "mondrian"}, 0)
    assert found.full_domain.loss == 44
    assert {"strategy", "classes", "full_domain", "view", "loss"} <= found.to_dict().keys()


def test_texts_are_in_the_order_of_their_hierarchy(small: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """The lines of a file are an order: here g comes first, and what the file lacks comes last."""
    path = tmp_path / "zip.csv"
    path.write_text("g;x;*\ne;x;*\na;y;*\nb;y;*\nc;y;*\n", encoding="utf-8")
    words = {"generalizations": {"zip": {"levels": [{"file": str(path), "level": 1, "unmapped": "keep"}]}}}
    found = sqlmetrics.advise(
        *("t", "zip", "disease"),
        connection=small,
        thresholds={"k_anonymity": 2},
        advise={"strategy": "mondrian", **words},
    )
    small.execute(str(found.view))
    shown = small.execute("select distinct zip from t_advised order by all").fetchall()
    assert shown == [("a | b",), ("c | d",), ("f | NULL",), ("g | e",)]


def test_texts_of_an_enumeration_are_in_the_order_of_their_bytes() -> None:
    """Each has the rank of its letter, whatever place it has in the type."""
    counts = "(select unnest(['a', 'b', 'c', 'd'])::enum ('c', 'b', 'a', 'd') as key_1, 2 as records)"
    ranks = render("key_ranks", counts, {"number": 1, "kind": "text", "floating": False}, [], False)
    found = duckdb.execute(f"select key_text, key_rank from ({ranks}) order by key_rank").fetchall()
    assert found == [("a", 1), ("b", 2), ("c", 3), ("d", 4)]


REFUSED = [
    pytest.param({"thresholds": {"k_anonymity": 9}}, "not even all records as one class keep k_anonymity", id="whole"),
    pytest.param({"thresholds": {"discrimination_rate": 0.5}}, "measures the whole table, not a class", id="table"),
    pytest.param({"thresholds": {"k_map": 2}, "population": "t"}, "measures a population", id="population"),
    pytest.param({"thresholds": {}}, "while they keep `thresholds`", id="nothing"),
    pytest.param(
        {"thresholds": {"t_closeness_equal": 0.9}, "individual": "person"},
        "`individual`: t_closeness_equal",
        id="people",
    ),
    pytest.param({"nulls": "drop"}, "say `nulls: category`", id="nulls"),
    pytest.param({"previous": "t"}, "makes other classes each time", id="previous"),
    pytest.param({"advise": {"keep": ["age"]}}, "`keep` is about whole columns", id="keep"),
    pytest.param({"advise": {"frontier": True}}, "`frontier` is about whole columns", id="frontier"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_what_cuts_cannot_keep_is_refused(
    small: duckdb.DuckDBPyConnection, words: dict[str, Any], message: str
) -> None:
    """Each refusal says what to leave out, or what to allow."""
    with pytest.raises(SpecError, match=message):
        advised(small, "mondrian", **{"thresholds": {"k_anonymity": 2}, **words})


def test_several_attackers_are_refused(small: duckdb.DuckDBPyConnection) -> None:
    """Classes are made for one attacker, in advice and in a release."""
    words: dict[str, Any] = {"attackers": {"a": ["age"], "b": ["zip"]}, "thresholds": {"k_anonymity": 2}}
    with pytest.raises(SpecError, match="for one attacker"):
        sqlmetrics.advise("t", connection=small, advise={"strategy": "mondrian"}, **words)


def test_values_that_look_alike_are_refused() -> None:
    """A value that reads like the range of another class would make one class of the two."""
    with duckdb.connect() as connection:
        values = ["[a, d]"] * 4 + ["a", "b", "c", "d"]
        connection.execute(f"create table t as select unnest({values}) p")
        words: dict[str, Any] = {"thresholds": {"k_anonymity": 4}, "advise": {"strategy": "mondrian"}}
        with pytest.raises(SpecError, match="two classes would have the same values"):
            sqlmetrics.advise("t", "p", connection=connection, **words)


def test_the_release_has_the_classes_of_advice(run: Callable[..., Run], tmp_path: Path) -> None:
    """`--write-spec` names the strategy, and `release` writes classes that pass, told in words."""
    with duckdb.connect() as connection:
        table(drawn(5, 80), connection)
        connection.execute(f"copy t to '{tmp_path / 't.parquet'}' (format parquet)")
    spec = tmp_path / "spec.yml"
    spec.write_text(
        "relation: t.parquet\nquasi_identifiers: [age, zip, born]\nsensitive: [disease]\nindividual: person\n"
        "ignored: {id: a number, score: not known}\nthresholds: {k_anonymity: 3, distinct_l_diversity: 2}\n",
        encoding="utf-8",
    )
    advice = run("advise", "--spec", spec, "--strategy", "mondrian", "--write-spec")
    assert "median cuts" in advice.out
    assert "strategy: mondrian" in spec.read_text(encoding="utf-8")
    written = run("release", spec, "-o", tmp_path / "release.csv")
    assert written.code == 0, written.err
    assert "classes by median cuts" in written.err
    beside = (tmp_path / "release.csv.spec.yml").read_text(encoding="utf-8")
    assert "differ from class to class" in beside
    rows = f"read_csv('{tmp_path / 'release.csv'}', all_varchar=true)"
    with duckdb.connect() as connection:
        ((records, groups),) = connection.execute(
            f"select count(*), count(distinct (age, zip, born)) from {rows}"
        ).fetchall()
    found = json.loads(run("advise", "--spec", spec, "--strategy", "mondrian", "-f", "json").out)
    assert (records, groups) == (80, found["classes"])
    printed = run("release", spec, "--as", "view").out
    assert "case when" in printed
    text = spec.read_text(encoding="utf-8")
    spec.write_text(text.replace("strategy: mondrian", "strategy: mondrian\n  drop: 5%"), encoding="utf-8")
    assert "leave `drop` out" in run("release", spec, "-o", tmp_path / "other.csv").err
