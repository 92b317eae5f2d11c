"""Intervals of scores: from leaving out records one by one, and from counts drawn again."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

import sqlmetrics
from conftest import Run, defined, same
from engines import Connection, Database, duckdb_database
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.intervals.intervals import IntervalInputs, interval_inputs
from sqlmetrics.risk.intervals.jackknife import Shapes, of_entropies, of_sizes, shapes_plan
from sqlmetrics.risk.intervals.resampled import _mixed, outcomes
from sqlmetrics.scoring.counted import OpenCounts
from sqlmetrics.scoring.scores import BOUNDS, COLUMNS, Scores
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.spec import IntervalSpec
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render

Command = Callable[..., Run]
Record = tuple[Any, ...]
Numbers = NDArray[np.float64]
Statistic = Callable[[Sequence[Record]], float]

Z = 1.959963984540054


def records_of(seed: int, size: int, keys: int = 6) -> list[Record]:
    """Return records of two columns: a key, and a value that hangs together with it."""
    pick = random.Random(seed)
    return [(key := pick.randrange(keys), pick.choice("abc" if key % 2 else "ab")) for _ in range(size)]


def scored(records: Sequence[Record], **words: Any) -> Scores:
    """Return the scores of records with intervals."""
    frame = pd.DataFrame(list(records), columns=["y", "x"])
    return sqlmetrics.score(frame, ["y"], ["x"], **{"intervals": True, "metrics": ["all"], **words})


def bounds(scores: Scores) -> dict[tuple[str, str], tuple[float | None, float | None]]:
    """Return the intervals by metric and target."""
    return {(score.metric, score.target): (score.low, score.high) for score in scores}


def uncertainty(counts: Sequence[int], corrected: bool) -> float:
    """Return N times an entropy in bits, plain or Miller and Madow's."""
    total = sum(counts)
    plain = -sum(count * math.log2(count / total) for count in counts)
    return plain + (len(counts) - 1) / 2 / math.log(2) * corrected


def left(records: Sequence[Record], corrected: bool = False) -> float:
    """Return N H(X|Y)."""
    classes = [[x for y, x in records if y == key] for key in {y for y, _ in records}]
    return sum(uncertainty(list(Counter(own).values()), corrected) for own in classes)


def whole(records: Sequence[Record], corrected: bool = False) -> float:
    """Return N H(X)."""
    return uncertainty(list(Counter(x for _, x in records).values()), corrected)


def joint(records: Sequence[Record], corrected: bool = False) -> float:
    """Return N H(X,Y)."""
    return uncertainty(list(Counter(records).values()), corrected)


def sizes(records: Sequence[Record]) -> list[int]:
    """Return the sizes of the classes."""
    return list(Counter(y for y, _ in records).values())


def jackknife(records: Sequence[Record], score: Statistic, total: Statistic, scale: float) -> float:
    """Return the variance of a score by leaving out every record, and every pair of a class.

    `total` is the sum that pairs change, and `scale` what it is divided by.
    """
    number = len(records)
    without = [score([*records[:place], *records[place + 1 :]]) for place in range(number)]
    mean = sum(without) / number
    single = (number - 1) / number * sum((one - mean) ** 2 for one in without)

    def less(*places: int) -> float:
        return total([record for place, record in enumerate(records) if place not in places])

    pairs = sum(
        ((total(records) - less(one) - less(other) + less(one, other)) / scale) ** 2
        for one, other in itertools.combinations(range(number), 2)
        if records[one][0] == records[other][0]
    )
    return max(single - pairs, single / 2)


def around(value: float, variance: float, event: float = 0.0) -> tuple[float, float]:
    """Return the normal interval, with the variance of one event more."""
    half = Z * math.sqrt(variance + event**2)
    return value - half, value + half


@pytest.mark.parametrize(("size", "keys"), [(14, 4), (25, 3), (25, 18)])
def test_entropies_vary_as_leaving_out_records_says(size: int, keys: int) -> None:
    """The variance from sizes of counts is that of all tables with a record or two less."""
    records = records_of(size + keys, size, keys)
    found = bounds(scored(records))
    n, h, a = len(records), whole(records), left(records)

    def own(score: Statistic, scale: float, total: Statistic = left) -> float:
        return jackknife(records, score, total, scale)

    even = math.sqrt((len({x for _, x in records}) - 1) / 2) / math.log(2) / n
    information = around((h - a) / n, own(lambda rs: (whole(rs) - left(rs)) / len(rs), n), 2 / n)
    rate = around(1 - a / h, own(lambda rs: 1 - left(rs) / whole(rs), h), 2 / h)
    expected = {
        "entropy": around(h / n, own(lambda rs: whole(rs) / len(rs), n, lambda rs: 0.0), even),
        "conditional_entropy": around(a / n, own(lambda rs: left(rs) / len(rs), n), 2 / n),
        "mutual_information": information,
        "discrimination_rate": rate,
        "normalized_conditional_entropy": (1 - rate[1], 1 - rate[0]),
        "conditional_privacy": (1 - 2 ** -max(information[0], 0), 1 - 2 ** -information[1]),
    }
    for metric, (low, high) in expected.items():
        most = 1.0 if metric in {"discrimination_rate", "normalized_conditional_entropy"} else high
        assert found[metric, "x"] == pytest.approx((max(low, 0.0), min(high, most)), rel=1e-9, abs=1e-12), metric
    corrected = around(
        left(records, True) / n,
        jackknife(records, lambda rs: left(rs, True) / len(rs), partial(left, corrected=True), n),
        2 / n,
    )
    assert found["miller_madow_conditional_entropy", "x"] == pytest.approx(corrected, rel=1e-9)
    cells = jackknife(
        [(record, None) for record in records],
        lambda rs: joint([record for record, _ in rs]) / len(rs),
        lambda rs: joint([record for record, _ in rs]) - len(rs) * math.log2(max(len(rs), 1)),
        n,
    )
    low, high = around(joint(records) / n, cells, 2 / n)
    assert found["joint_entropy", "x"] == pytest.approx((low, min(high, math.log2(n))))


@pytest.mark.parametrize(("size", "keys"), [(14, 4), (25, 18), (40, 9)])
def test_shares_vary_as_leaving_out_records_says(size: int, keys: int) -> None:
    """So do shares of records by the size of their class, in the interval of a share."""
    records = records_of(size + keys, size, keys)
    found = bounds(scored(records, parameters={"threshold": 0.3}))

    def alone(rs: Sequence[Record]) -> float:
        return float(sizes(rs).count(1))

    def at_risk(rs: Sequence[Record]) -> float:
        return float(sum(one for one in sizes(rs) if 1 / one > 0.3))

    def classes(rs: Sequence[Record]) -> float:
        return float(len(sizes(rs)))

    def same_class(rs: Sequence[Record]) -> float:
        return float(sum(one * (one - 1) for one in sizes(rs)))

    totals: dict[str, tuple[Statistic, float]] = {
        "uniqueness": (alone, 2),
        "records_at_risk": (at_risk, 1 / 0.3),
        "distinction": (classes, 1),
        "average_prosecutor_risk": (classes, 1),
    }
    for metric, (total, event) in totals.items():
        variance = jackknife(records, lambda rs, total=total: total(rs) / len(rs), total, size)  # type: ignore[misc]
        assert found[metric, "identity"] == pytest.approx(of_share(total(records) / size, variance, size, event)), (
            metric
        )
    apart = size * (size - 1)
    variance = jackknife(records, lambda rs: 1 - same_class(rs) / len(rs) / (len(rs) - 1), same_class, apart)
    expected = of_share(1 - same_class(records) / apart, variance, apart, 2)
    assert found["separation", "identity"] == pytest.approx(expected)


def of_share(share: float, variance: float, records: float, event: float) -> tuple[float, float]:
    """Return the wider of the normal interval and Wilson's, with one record more of variance."""
    low, high = around(share, variance + records**-2)
    draws = records / event
    middle, half = share + Z**2 / draws / 2, Z * math.sqrt(variance + (Z / draws / 2) ** 2)
    low, high = min(low, (middle - half) / (1 + Z**2 / draws)), max(high, (middle + half) / (1 + Z**2 / draws))
    return (max(low, 0.0) if share > 0 else 0.0), (min(high, 1.0) if share < 1 else 1.0)


def test_uniqueness_is_worked_out_by_hand() -> None:
    """Of four single records and three pairs the variance is half of that by single records.

    Without one of the single records one is unique less, without one of the six others one more:
    the squares around the mean are 10 - 10 * 0.2^2 = 9.6, over 9 * 10. A pair of a class changes
    two: 3 * 2^2 / 10^2 = 0.12. So the variance is 0.9 * 9.6 / 81 / 2 = 0.05333, and 0.01 for one
    record; Wilson's interval of five draws is as wide on no side.
    """
    records = [(key, "a") for key in (1, 2, 3, 4, 5, 5, 6, 6, 7, 7)]
    low, high = bounds(scored(records))["uniqueness", "identity"]
    assert high == pytest.approx(0.4 + Z * math.sqrt(0.9 * 9.6 / 81 / 2 + 0.01))
    assert low == 0


def test_what_a_table_cannot_tell_has_no_interval() -> None:
    """A constant target, one record, or a metric of the worst class has none; the score stays.

    Nor has a rate that one record less leaves undefined: all others have one value, or two are all.
    """
    for size in (1, 4, 49, 332):
        rare = scored([(place % 3, "a") for place in range(size)] + [(0, "b")])
        found = bounds(rare)
        rates = [found[metric, "x"] for metric in ("discrimination_rate", "normalized_conditional_entropy")]
        assert rates == [(None, None)] * 2
        low, high = found["mutual_information", "x"]
        assert low is not None
        assert high is not None
        assert all(score.value is not None for score in rare if score.metric == "discrimination_rate")
    constant = scored([(1, "a"), (2, "a"), (2, "a"), (3, "a")])
    assert {score.metric for score in constant if score.target == "x" and score.low is not None} == set()
    assert all(low is high is None for low, high in bounds(scored([(1, "a")])).values())
    most = scored(records_of(3, 60))
    extremes = {score.metric for score in most if catalogue()[score.metric].interval is None}
    assert {
        "k_anonymity",
        "prosecutor_risk",
        "skewness",
        "t_closeness_equal",
        "maximum_information_leakage",
    } <= extremes
    assert all(score.low is score.high is None for score in most if score.metric in extremes)
    one_class = bounds(scored([(1, x) for x in "aabb" * 5]))
    assert one_class["distinction", "identity"][0] < 0.05 < one_class["distinction", "identity"][1]  # type: ignore[operator]
    assert one_class["discrimination_rate", "x"][0] == 0
    assert one_class["a_acc", "x"] == (None, None)


def test_nothing_seen_is_not_nothing() -> None:
    """Where every record is alone, or no class has two values, the interval still has a length."""
    found = bounds(scored([(key, "ab"[key % 2]) for key in range(40)]))
    for metric, target in [("uniqueness", "identity"), ("separation", "identity"), ("discrimination_rate", "x")]:
        low, high = found[metric, target]
        assert high == 1
        assert low is not None
        assert 0.5 < low < 1, metric
    assert found["conditional_entropy", "x"] == pytest.approx((0, (2 * Z + 2 * Z**2) / 40))
    assert found["joint_entropy", "x"] == pytest.approx((math.log2(40) - (2 * Z + 2 * Z**2) / 40, math.log2(40)))


def test_intervals_hold_their_scores_and_keep_to_the_range() -> None:
    """Every interval has its score inside, and shares stay between 0 and 1."""
    for seed in range(3):
        for score in scored(records_of(seed, 12 + 20 * seed, 3 + 6 * seed), intervals={"replicates": 20}):
            if score.low is None or score.high is None or score.value is None:
                assert score.low is score.high is None
                continue
            assert score.low - 1e-12 <= score.value <= score.high + 1e-12, score
            if score.unit in {"share", "probability"} and "miller_madow" not in score.metric:
                assert score.metric == "adjusted_discrimination_rate" or 0 <= score.low <= score.high <= 1, score


def test_a_seed_gives_the_same_intervals_in_any_order() -> None:
    """Draws do not depend on the order of records, nor on what keys and values are called."""
    records = records_of(5, 120, 5)
    first = bounds(scored(records))
    mixed = random.Random(1).sample(records, len(records))
    renamed = [(f"k{9 - y}", x) for y, x in mixed]
    for others in (mixed, renamed):
        assert [*bounds(scored(others)).values()] == [
            same([*pair]) if None not in pair else pair for pair in first.values()
        ]
    another = bounds(scored(records, intervals={"seed": 1}))
    changed = {name for (name, _), pair in another.items() if defined([*pair]) != same([*first[name, _]])}
    assert changed == {"a_acc", "a_know", "baseline_accuracy", "itpr"}


@pytest.mark.parametrize("keys", [2, 100, 60])
def test_draws_have_the_spread_of_sampling(keys: int) -> None:
    """A share of 70 in 100 records has the spread of a binomial, 0.0458, whatever the keys."""
    records = [(key % keys, "a" if key < 70 else "b") for key in range(100)]
    low, high = bounds(scored(records, metrics=["baseline_accuracy"], intervals={"replicates": 1000}))[
        "baseline_accuracy", "x"
    ]
    assert ((high or 0) - (low or 0)) / 2 / Z == pytest.approx(math.sqrt(0.3 * 0.7 / 100), rel=0.1)


def test_alike_classes_are_drawn_as_each_by_itself() -> None:
    """The spread of `a_know` and `a_acc` is that of Poisson draws of every count, class by class.

    The classes are many of one record, of a pair and of three records, and one of thirty.
    """
    classes = [{"a": 1}] * 60 + [{"b": 1}] * 30 + [{"a": 1, "b": 1}] * 40 + [{"c": 2}] * 20 + [{"a": 2, "c": 1}] * 5
    classes.append({"a": 10, "b": 15, "c": 5})
    records = [(key, x) for key, own in enumerate(classes) for x, n in own.items() for _ in range(n)]
    found = bounds(scored(records, metrics=["a_know", "a_acc"], intervals={"replicates": 2000}))
    counts = np.array([[own.get(x, 0) for x in "abc"] for own in classes], dtype=float)
    drawn = np.random.default_rng(11).poisson(counts, (2000, *counts.shape)).astype(float)
    sizes, total = drawn.sum(axis=2, keepdims=True), drawn.sum(axis=(1, 2), keepdims=True)
    shares = drawn.sum(axis=1, keepdims=True) / total
    gained = np.maximum(drawn / np.maximum(sizes, 1) - shares, 0).sum(axis=2, keepdims=True)
    expected = {
        "a_know": (gained * sizes).sum(axis=(1, 2)) / total.ravel(),
        "a_acc": drawn.max(axis=2).sum(axis=1) / total.ravel() - shares.max(axis=2).ravel(),
    }
    for metric, values in expected.items():
        low, high = found[metric, "x"]
        assert ((high or 0) - (low or 0)) / 2 / Z == pytest.approx(float(np.std(values)), rel=0.1), metric


@pytest.mark.parametrize("counts", [(1,), (1, 1), (3,), (900,)])
def test_what_alike_classes_become_has_the_probabilities_of_poisson(counts: tuple[int, ...]) -> None:
    """Each outcome has the product of its counts' probabilities, and the means are the counts."""
    becomes, probabilities = outcomes(counts)
    assert probabilities.sum() == pytest.approx(1, abs=1e-12)
    assert (probabilities @ becomes).tolist() == pytest.approx(list(counts), rel=1e-9)
    assert (probabilities @ becomes**2).tolist() == pytest.approx([n + n * n for n in counts], rel=1e-9)
    first = math.prod(
        math.exp(k * math.log(n) - n - math.lgamma(k + 1)) for k, n in zip(becomes[0], counts, strict=True)
    )
    assert probabilities[0] == pytest.approx(first, rel=1e-9)


def test_batches_and_steps_change_no_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replicates are the same, one by one or all at once, and too many counts are refused."""
    records = records_of(4, 90, 70)
    whole = bounds(scored(records, intervals={"replicates": 20}))
    monkeypatch.setattr("sqlmetrics.risk.intervals.resampled.BATCH", 1)
    monkeypatch.setattr("sqlmetrics.risk.intervals.resampled.TOGETHER", 1)
    assert bounds(scored(records, metrics=["a_know"], intervals={"replicates": 20}))["a_know", "x"] == same(
        [*whole["a_know", "x"]]
    )
    monkeypatch.setattr("sqlmetrics.risk.intervals.resampled.MOST_CELLS", 50)
    with pytest.raises(SpecError, match="draw counts again, of which there are"):
        scored(records)


def shapes_of(classes: Numbers, values: Numbers) -> Shapes:
    """Return the shapes of records whose classes and values are numbers."""
    cells, sizes = np.unique(np.stack([classes, values]), axis=1, return_counts=True)
    of_class, of_value = np.bincount(classes.astype(int))[cells[0].astype(int)], np.bincount(values.astype(int))
    columns = (of_value[cells[1].astype(int)], of_class, sizes, np.ones(len(sizes)))
    return Shapes(*(np.array(column, dtype=np.float64) for column in columns))


def values_of(classes: Numbers, values: Numbers) -> dict[str, float]:
    """Return the scores of records whose classes and values are numbers."""
    n = len(classes)

    def entropy(*columns: Numbers) -> float:
        shares = np.unique(np.stack(columns), axis=1, return_counts=True)[1] / n
        return float(-(shares * np.log2(shares)).sum())

    sizes = np.unique(classes, return_counts=True)[1]
    x, y, both = entropy(values), entropy(classes), entropy(classes, values)
    return {
        "uniqueness": (sizes == 1).sum() / n,
        "records_at_risk": sizes[sizes < 5].sum() / n,
        "distinction": len(sizes) / n,
        "separation": 1 - (sizes * (sizes - 1)).sum() / n / (n - 1),
        "entropy": x,
        "joint_entropy": both,
        "conditional_entropy": both - y,
        "mutual_information": x + y - both,
        "discrimination_rate": (x + y - both) / x,
        "normalized_conditional_entropy": (both - y) / x,
        "conditional_privacy": 1 - 2 ** -(x + y - both),
    }


@pytest.mark.parametrize(("known", "size"), [(8, 60), (60, 200), (2000, 150)])
def test_few_intervals_miss(known: int, size: int) -> None:
    """Of 300 samples, by few keys, some and nearly unique ones, at most 13 % miss the average."""
    draw = np.random.default_rng(known)
    found: dict[str, list[tuple[float, float, float]]] = {}
    for _ in range(300):
        classes = np.floor(known * draw.random(size) ** 2)
        values = np.floor(3 * draw.random(size) ** (1 + classes % 3))
        shapes = shapes_of(classes, values)
        for name, value in values_of(classes, values).items():
            sized = catalogue()[name].interval == "class sizes"
            ends = of_sizes(name, shapes, 0.2) if sized else of_entropies(name, shapes, value)
            assert ends is not None
            assert ends[0] <= value + 1e-12
            assert ends[1] >= value - 1e-12
            found.setdefault(name, []).append((value, *ends))
    for name, rows in found.items():
        value, low, high = np.array(rows).T
        assert ((low <= value.mean()) & (value.mean() <= high)).mean() >= 0.87, name


def test_cells_are_whole_numbers_of_one_type() -> None:
    """Recoded values, too: 2 records of one class share A, and 1 and 2 of another have A and C."""
    recoded = {"partitions": {"x": {"mapping": {"a": "A", "b": "A", "c": "C"}}}, "metrics": ["a_know"]}
    with duckdb.connect() as connection:
        connection.execute("create table t as from (values (1, 'a'), (1, 'b'), (2, 'a'), (2, 'c'), (2, 'c')) v(y, x)")
        plan = shapes_plan(build_plan(call_spec("t", ["y"], ["x"], recoded, connection=connection)))
        relation = connection.sql(render("numbered_cells", plan_entries(plan, relation="t")))
        kinds, rows = [str(one) for one in relation.types[1:]], relation.fetchall()
    assert kinds == ["BIGINT", "BIGINT", "BIGINT", "VARCHAR", "BIGINT"]
    cells = [(text, n) for _, number, _, _, text, n in rows]
    assert sorted(cells) == [("A", 1), ("A", 2), ("C", 2)]


def seen_by(database: Database, keys: list[str], sensitive: list[str], words: dict[str, Any]) -> IntervalInputs:
    """Return what intervals need of the counts of a database."""
    spec = call_spec(database.written("t"), keys, sensitive, words, connection=object())
    source = Source(Engine(database.facts, database.connection or Connection(database)), "t", database.relation("t"))
    entries = partial(plan_entries, relation=source.from_sql, needed=True)
    return interval_inputs(OpenCounts(source, build_plan(spec), entries), IntervalSpec(seed=7, replicates=20))


CASES: dict[str, tuple[list[str], list[str], dict[str, Any]]] = {
    "values": (["k", "g"], ["x", "y"], {"partitions": {"y": {"cuts": [10]}}}),
    "identity": (["zip", "g"], [], {}),
    "complete": (["k"], ["x"], {"nulls": "drop", "metrics": ["itpr", "a_know"]}),
}


@pytest.fixture(scope="module")
def expected() -> Callable[[str], IntervalInputs]:
    """What DuckDB gives for each case."""
    found: dict[str, IntervalInputs] = {}

    def of(case: str) -> IntervalInputs:
        if case not in found:
            with duckdb_database() as database:
                found[case] = seen_by(database, *CASES[case])
        return found[case]

    return of


@pytest.mark.parametrize("case", CASES)
@pytest.mark.engines("quick")
def test_intervals_are_the_same_on_every_engine(
    case: str, engine: Database, expected: Callable[[str], IntervalInputs]
) -> None:
    """Sizes are those of DuckDB, and so are the values of all replicates."""
    found, duck = seen_by(engine, *CASES[case]), expected(case)
    assert found.shapes.keys() == duck.shapes.keys()
    for name, own in duck.shapes.items():
        for field in ("value_size", "class_size", "cell_size", "cells"):
            assert getattr(found.shapes[name], field).tolist() == getattr(own, field).tolist(), (name, field)
    assert found.drawn.keys() == duck.drawn.keys()
    assert bool(duck.drawn) == (case != "identity")
    for key, values in duck.drawn.items():
        assert list(found.drawn[key]) == pytest.approx(list(values), rel=1e-9, abs=1e-12), key


def test_counts_give_the_intervals_of_the_relation(run: Command, tmp_path: Path) -> None:
    """A file of counts, or several that are added up, has the same intervals."""
    query = "select i % 7 as age, 'd' || (i * i % 4) as disease, i % 2 as part from range(150) t(i)"
    duckdb.execute(f"copy ({query}) to '{tmp_path / 'all.parquet'}'")
    for part in (0, 1):
        duckdb.execute(f"copy (from ({query}) where part = {part}) to '{tmp_path / f'{part}.parquet'}'")
        counts = tmp_path / f"counts{part}.parquet"
        assert run("count", tmp_path / f"{part}.parquet", "-q", "age", "-s", "disease", "-o", counts).code == 0
    flags = ("--intervals", "--seed", 4, "-f", "json")
    whole = json.loads(run("score", tmp_path / "all.parquet", "-q", "age", "-s", "disease", *flags).out)
    both = run("score", "--counts", tmp_path / "counts0.parquet", tmp_path / "counts1.parquet", *flags)
    added = json.loads(both.out)
    assert whole["intervals"] == added["intervals"] == {"seed": 4, "replicates": 200}
    ends = [[score[end] for score in document["scores"] for end in BOUNDS] for document in (whole, added)]
    assert [math.nan if end is None else end for end in ends[1]] == same(ends[0])
    assert sum(end is not None for end in ends[0]) > 20
    withheld = tmp_path / "few.parquet"
    run("count", tmp_path / "all.parquet", "-q", "age", "-s", "disease", "--min-count", 50, "-o", withheld)
    refused = run("score", "--counts", withheld, "--intervals")
    assert (refused.code, "small counts were withheld" in refused.err) == (2, True)


def test_columns_are_there_where_they_are_asked_for(run: Command, tmp_path: Path) -> None:
    """Low and high are columns of every format with intervals, and of none without."""
    duckdb.execute(f"copy (select i % 9 as age from range(50) t(i)) to '{tmp_path / 'p.parquet'}'")
    words = ("score", tmp_path / "p.parquet", "-q", "age", "-m", "uniqueness")
    plain, asked = run(*words, "-f", "csv").out.splitlines(), run(*words, "--intervals", "-f", "csv").out.splitlines()
    assert (plain[0], asked[0]) == (",".join(COLUMNS), ",".join((*COLUMNS, *BOUNDS)))
    assert asked[1].startswith(plain[1] + ",0.0,")
    assert "intervals" not in json.loads(run(*words, "-f", "json").out)
    table, markdown = (run(*words, "--intervals", "-f", form).out for form in ("table", "markdown"))
    assert "high" in table
    assert "| metric | score | low | high |" in markdown
    run(*words, "--intervals", "-o", tmp_path / "out.parquet")
    ((kind, high),) = duckdb.execute(f"select typeof(low), high from '{tmp_path / 'out.parquet'}'").fetchall()
    assert (kind, high) == ("DOUBLE", pytest.approx(float(asked[1].rpartition(",")[2])))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"level": "class"}, "scores of the table, and none of classes"),
        ({"individual": "x"}, "a person may have several"),
        ({"intervals": {"replicates": 3}}, "greater than or equal to 20"),
        ({"intervals": {"seed": -1}}, "greater than or equal to 0"),
        ({"intervals": {"sed": 1}}, "unknown"),
        ({"intervals": "often"}, "boolean"),
    ],
)
def test_what_has_no_intervals_is_refused(words: dict[str, Any], why: str) -> None:
    """The message says what is wrong, in the words of the spec."""
    frame = pd.DataFrame({"y": [1, 2, 2], "x": ["a", "b", "b"]})
    with pytest.raises(SpecError, match=why):
        sqlmetrics.score(frame, ["y"], [], **{"intervals": True, **words})


def test_flags_of_intervals_need_intervals(run: Command, tmp_path: Path) -> None:
    """A seed without intervals is refused, and combinations are; a spec's words are kept."""
    (tmp_path / "p.csv").write_text("age,zip\n1,2\n1,3\n2,2\n")
    (tmp_path / "s.yml").write_text(
        "relation: p.csv\nquasi_identifiers: [age, zip]\nintervals: {seed: 5, replicates: 30}\n"
    )
    refused = run("score", tmp_path / "p.csv", "-q", "age", "--seed", 1)
    assert (refused.code, refused.err) == (
        2,
        "sqlmetrics: --seed and --replicates change the draws of --intervals; add --intervals\n",
    )
    subsets = run("score", tmp_path / "p.csv", "-q", "age", "-q", "zip", "--subsets", "all", "--intervals")
    assert (subsets.code, "subsets does not take `intervals`" in subsets.err) == (2, True)
    for flags, seed in ((), 5), (("--intervals",), 5), (("--seed", 6), 6):
        document = json.loads(run("score", "--spec", tmp_path / "s.yml", *flags, "-f", "json").out)
        assert document["intervals"] == {"seed": seed, "replicates": 30}


def test_only_internal_reports_have_intervals(run: Command, tmp_path: Path) -> None:
    """How wide an interval is tells how many are alone, so that a public report leaves it out."""
    duckdb.execute(f"copy (select i % 9 as age from range(50) t(i)) to '{tmp_path / 'p.parquet'}'")
    spec = tmp_path / "s.yml"
    spec.write_text("relation: p.parquet\nquasi_identifiers: [age]\nmetrics: [separation]\nintervals: true\n")
    found = {}
    for flags in ((), ("--internal",)):
        words = ("report", spec, "-o", tmp_path / "page.html", "--json", tmp_path / "page.json", *flags)
        assert run(*words).code == 0
        scores = json.loads((tmp_path / "page.json").read_text())["scores"]
        found[flags] = (
            {score["metric"]: score.get("interval") for score in scores},
            (tmp_path / "page.html").read_text(),
        )
    assert set(found[()][0].values()) == {None}
    low, high = found["--internal",][0]["separation"]
    assert low < 1 - (5 * 6 * 5 + 4 * 5 * 4) / 50 / 49 < high
    assert f"<small>{low:.4f} to {high:.4f}</small>" in found["--internal",][1]
    assert "<small>0." not in found[()][1]


def test_numbers_are_mixed_as_splitmix64_mixes_them() -> None:
    """The first numbers after the seed 1234567 are those of the authors' generator."""
    step, seed = 0x9E3779B97F4A7C15, 1234567
    states = np.array([(seed + place * step) % 2**64 for place in range(3)], dtype=np.uint64)
    assert _mixed(states).tolist() == [6457827717110365317, 3203168211198807973, 9817491932198370423]
