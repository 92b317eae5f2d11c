"""Utility of a release, against references that share no code with the product.

They are coverage, the accuracy of answers, and information loss.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from conftest import Run, same
from examples import examples
from sqlmetrics.engine.engine import own_engine
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.release.utility.columns import snapped
from sqlmetrics.release.utility.workload_file import read_statements
from statements import scans

PEOPLE = pd.DataFrame(
    {
        "person": [number // 2 for number in range(400)],
        "age": [20 + (number * 7) % 60 for number in range(400)],
        "zip": [f"z{(number * number) % 11}" for number in range(400)],
        "sex": ["m" if number % 3 else "f" for number in range(400)],
        "pay": [1000.5 + (number * 37) % 90 for number in range(400)],
    }
)


def value(utility: sqlmetrics.Utility, metric: str, target: str, release: str | None = None) -> float | None:
    """Return one value of a score."""
    return utility.value(metric, target=target, release=release)


def shares(values: Iterable[Hashable]) -> dict[Hashable, float]:
    """Return each value's share."""
    counts = Counter(values)
    return {category: count / counts.total() for category, count in counts.items()}


def shift(one: Iterable[Hashable], other: Iterable[Hashable]) -> float:
    """Return the total variation distance of two lists of values."""
    mine, theirs = shares(one), shares(other)
    return sum(abs(mine.get(category, 0) - theirs.get(category, 0)) for category in {*mine, *theirs}) / 2


def test_the_example_of_the_score_is_covered_by_seven_ninths() -> None:
    """Of 9,000 values of several individuals 7,000 are released (Francis 2018).

    There are 10,000 values: 1,000 of one individual each, which are left out of both counts, and
    2,000 more that the release hides.
    """
    hobbies = [f"hobby {number}" for number in range(10_000)]
    rows = [(number, hobby) for number, hobby in enumerate(hobbies)] + [
        (number + 20_000, hobbies[number]) for number in range(1000, 10_000)
    ]
    rows += [(0, hobbies[0])] * 3  # a person who says it again is not another one
    original = pd.DataFrame(rows, columns=["person", "hobby"])
    release = original[~original["hobby"].isin(hobbies[:3000])]
    utility = sqlmetrics.utility(original, release, individual="person", queries=1)
    assert value(utility, "coverage", "hobby") == pytest.approx(7000 / 9000, rel=1e-12)
    assert value(utility, "invented_values", "hobby") == 0
    with_rare = pd.concat([release, original.head(900), pd.DataFrame({"person": [1, 2], "hobby": ["new", "new"]})])
    utility = sqlmetrics.utility(original, with_rare, individual="person", queries=1)
    assert value(utility, "coverage", "hobby") == pytest.approx(7000 / 9000, rel=1e-12)
    assert value(utility, "invented_values", "hobby") == 1


def test_a_continuous_column_is_covered_by_what_is_left_of_it() -> None:
    """A continuous column is covered by its share of non-NULL records that remain, at most 1.

    A mark of suppression is no value.
    """
    original = pd.DataFrame({"x": range(100), "y": ["a", "b"] * 50, "z": [None, *range(99)]})
    release = pd.DataFrame({"x": [*range(60), *[None] * 40], "y": ["a", "*"] * 50, "z": [*range(500, 600)]})
    utility = sqlmetrics.utility(original, release, columns=["x", "y", "z"], suppressed="*", queries=1)
    assert value(utility, "coverage", "x") == 0.6
    assert value(utility, "coverage", "y") == 0.5
    assert value(utility, "coverage", "z") == 1
    assert value(utility, "invented_values", "z") == 100
    assert value(utility, "invented_values", "y") == 0
    enumerated = sqlmetrics.utility(original, release, columns=["x", "y", "z"], continuous=["z"], queries=1)
    assert [value(enumerated, "coverage", name) for name in ("x", "y")] == [None, 1 / 2] or value(
        enumerated, "coverage", "x"
    ) is None


def test_a_column_that_the_release_lacks_is_not_covered() -> None:
    """The coverage is 0, and each query that needs the column is a miss with its reason."""
    utility = sqlmetrics.utility(PEOPLE, PEOPLE.drop(columns="zip"), individual="person")
    assert value(utility, "coverage", "zip") == 0
    about_zip = [answer for answer in utility.answers if "zip" in answer.columns]
    assert about_zip
    assert all(
        answer.missed and answer.relative_error == 1 and "does not have a column" in str(answer.reason)
        for answer in about_zip
    )
    assert not any(answer.missed for answer in utility.answers if "zip" not in answer.columns)


def truth(frame: pd.DataFrame, answer: Any) -> tuple[float | None, float]:
    """Return a frame's answer to a query by pandas, and the individuals that it counts.

    The answer is None where no record fits.
    """
    kept = frame
    for condition in (
        str(answer.condition).split(" and ")
        if " >= " not in str(answer.condition)
        else conditions(str(answer.condition))
    ):
        name, operator, bound = condition.split(" ", 2)
        if operator == "=":
            kept = kept[kept[name].astype(str) == bound]
        else:
            kept = kept[kept[name] >= float(bound)] if operator == ">=" else kept[kept[name] < float(bound)]
    people = kept["person"].nunique()
    if not len(kept):
        return None, people
    if answer.measure in {"records", "individuals"}:
        return float(len(kept) if answer.measure == "records" else people), people
    measured = kept[answer.of]
    return float(
        {"sum": measured.sum, "average": measured.mean, "min": measured.min, "max": measured.max}[answer.measure]()
    ), people


def conditions(text: str) -> list[str]:
    """Return the single conditions of a text such as `age >= 20 and < 25 and sex = m`."""
    parts: list[str] = []
    for part in text.split(" and "):
        parts.append(f"{parts[-1].split(' ')[0]} {part}" if part.startswith("<") else part)
    return parts


def test_every_answer_of_the_generated_workload_is_what_pandas_says() -> None:
    """Answers on the original and on a release are those of pandas, under one and two conditions.

    They are counts of individuals and of records, sums, averages and extremes.
    """
    release = PEOPLE.sample(250, random_state=3).assign(pay=lambda frame: frame["pay"].round(-1))
    utility = sqlmetrics.utility(PEOPLE, [release, PEOPLE.head(0)], individual="person", queries=600)
    mine = [answer for answer in utility.answers if answer.release == utility.releases[0]]
    assert len(mine) == 600
    assert {answer.measure for answer in mine} == {"records", "individuals", "sum", "average", "min", "max"}
    assert {len(answer.columns.split(",")) for answer in mine} == {1, 2}
    for answer in mine:
        expected, people = truth(PEOPLE, answer)
        assert answer.size == people >= 10
        assert answer.original == pytest.approx(expected, rel=1e-9)
        given_back, _ = truth(release, answer)
        assert answer.missed is (given_back is None)
        assert answer.answer == (None if given_back is None else pytest.approx(given_back, rel=1e-9))
        wrong = abs((given_back or 0) - expected) if expected is not None else math.nan
        assert answer.absolute_error == pytest.approx(wrong, rel=1e-9, abs=1e-9)
        assert answer.relative_error == pytest.approx(
            1 if given_back is None else wrong / abs(expected or math.nan), rel=1e-9, abs=1e-9
        )
    relative = [float(answer.relative_error or 0) for answer in mine]
    absolute = [float(answer.absolute_error or 0) for answer in mine if answer.measure == "sum"]
    of = utility.releases[0]
    assert same(
        [
            value(utility, name, "generic", of)
            for name in ("mean_relative_error", "rms_relative_error", "worst_relative_error")
        ]
    ) == [
        sum(relative) / 600,
        math.sqrt(sum(error * error for error in relative) / 600),
        max(relative),
    ]
    errors = ("mean_absolute_error", "rms_absolute_error", "worst_absolute_error")
    assert same([value(utility, name, "generic, sum", of) for name in errors]) == [
        sum(absolute) / len(absolute),
        math.sqrt(sum(error * error for error in absolute) / len(absolute)),
        max(absolute),
    ]
    assert value(utility, "accuracy", "generic", of) == pytest.approx(
        1 - sum(min(1, error) for error in relative) / 600, rel=1e-9
    )
    assert value(utility, "missed_queries", "generic", of) == pytest.approx(
        sum(answer.missed for answer in mine) / 600, rel=1e-12
    )
    empty = utility.releases[1]
    assert (
        value(utility, "missed_queries", "generic", empty)
        == value(utility, "worst_relative_error", "generic", empty)
        == 1
    )
    assert value(utility, "accuracy", "generic", empty) == 0


def test_the_workload_is_spread_over_sizes_and_reproducible() -> None:
    """Each band of sizes from 10 to 5,000 has its share of the 500 queries.

    Only the seed varies them. A band has its share where the original has that many conditions.
    """
    rows = 40_000
    original = pd.DataFrame(
        {
            "code": [f"c{int((number * 7919 % rows) ** 0.5)}" for number in range(rows)],
            "amount": [(number * 104_729) % 9_973 for number in range(rows)],
            "kind": [number % 7 for number in range(rows)],
        }
    )
    utility = sqlmetrics.utility(original, original)
    assert len(utility.answers) == 500
    bounds = [10, 50, 100, 500, 1000, 5001]
    for arity in (1, 2):
        sizes = [int(answer.size or 0) for answer in utility.answers if answer.columns.count(",") == arity - 1]
        bands = [sum(low <= size < high for size in sizes) for low, high in pairwise(bounds)]
        assert min(bands) >= 10
    shuffled = sqlmetrics.utility(original.sample(frac=1, random_state=2), original.sample(frac=1, random_state=1))
    assert [answer.condition for answer in shuffled.answers] == [answer.condition for answer in utility.answers]
    other = sqlmetrics.utility(original, original, seed=2)
    assert [answer.condition for answer in other.answers] != [answer.condition for answer in utility.answers]
    few = sqlmetrics.utility(original, original, queries=7)
    assert len(few.answers) == 7


def test_few_records_have_few_queries_and_a_note() -> None:
    """A note gives the number of queries where the original has fewer conditions of ten or more."""
    utility = sqlmetrics.utility(PEOPLE.head(30), PEOPLE.head(30), columns=["sex"])
    assert len(utility.answers) == 2
    assert "2 queries, not 500" in utility.notes[0]


COLUMN = st.lists(st.one_of(st.none(), st.sampled_from(["a", "b", "A", "it's", ""])), min_size=1, max_size=40)


@examples(15)
@given(COLUMN, COLUMN, st.integers(0, 5))
def test_an_identical_release_loses_nothing(first: list[str | None], second: list[str | None], seed: int) -> None:
    """An identical release has coverage 1 where it is defined, no error and no invented value.

    Distances, of another release too, are those of a plain count.
    """
    size = min(len(first), len(second))
    original = pd.DataFrame({"a": first[:size], "b": second[:size], "n": range(size)}).astype(
        {"a": object, "b": object}
    )
    other = original.sample(max(size // 2, 1), random_state=seed)
    utility = sqlmetrics.utility(
        original, [original, other], queries=20, seed=seed, record="n", columns=["a", "b"], pairs=True
    )
    mine, half = utility.releases
    for name in ("a", "b"):
        assert value(utility, "coverage", name, mine) in {None, 1}
        assert value(utility, "total_variation_similarity", name, mine) == pytest.approx(1, abs=1e-12)
        assert value(utility, "kl_divergence", name, mine) == pytest.approx(0, abs=1e-12)
        values = [None if value is None else str(value) for value in original[name]]
        entropy = -sum(share * math.log2(share) for share in shares(values).values())
        assert value(utility, "column_mutual_information", name, mine) == pytest.approx(entropy, abs=1e-9)
        kept = [None if value is None else str(value) for value in other[name]]
        assert value(utility, "total_variation_similarity", name, half) == pytest.approx(
            1 - shift(values, kept), abs=1e-9
        )
        lost = {*values} - {*kept}
        mass, left = shares(values), shares(kept)
        expected = None if lost else sum(share * math.log2(share / left[category]) for category, share in mass.items())
        assert value(utility, "kl_divergence", name, half) == (
            None if expected is None else pytest.approx(expected, abs=1e-9)
        )
    joint = [list(zip(*(frame[name] for name in "ab"), strict=True)) for frame in (original, other)]
    assert value(utility, "contingency_similarity", "a,b", half) == pytest.approx(1 - shift(*joint), abs=1e-9)
    assert all(answer.relative_error == 0 for answer in utility.answers if answer.release == mine)


RECODED = ("precision", "granularity", "normalized_granularity", "non_uniform_entropy")


def write_tree(folder: Path, name: str, rows: Sequence[str]) -> Path:
    """Write a hierarchy and return its path."""
    path = folder / f"{name}.csv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_recoded_values_lose_what_their_hierarchy_says(tmp_path: Path) -> None:
    """Four leaves a, b under x and c, d under y: losses of eight records, derived by hand.

    Two are recoded to x, one is suppressed, and one is left out.
    """
    tree = write_tree(tmp_path, "h", ["a;x;*", "b;x;*", "c;y;*", "d;y;*"])
    original = pd.DataFrame({"v": ["a", "a", "a", "b", "c", "c", "d", "d"], "id": range(8)})
    release = pd.DataFrame({"v": ["a", "a", "x", "x", "c", "c", "*"], "id": range(7)})
    utility = sqlmetrics.utility(original, release, columns=["v"], hierarchies={"v": tree}, suppressed="*", queries=1)
    # levels: 0 0 1 1 0 0 2 and 2 for the record left out, of a height of 2
    assert value(utility, "precision", "v") == pytest.approx(6 / 16)
    # leaves: 1 1 2 2 1 1 4 4, of 4
    assert value(utility, "granularity", "v") == pytest.approx(16 / 32)
    assert value(utility, "normalized_granularity", "v") == pytest.approx((0.5 - 0.25) / 0.75)
    # bits of each original value among those of its released one: n(a)=3, n(x)=4, n(c)=2, n(*)=8
    lost = -(math.log2(3 / 4) + math.log2(1 / 4) + 2 * math.log2(2 / 8))
    most = -(3 * math.log2(3 / 8) + math.log2(1 / 8) + 4 * math.log2(2 / 8))
    assert value(utility, "non_uniform_entropy", "v") == pytest.approx(lost / most, rel=1e-12)
    untouched = sqlmetrics.utility(original, original, columns=["v"], hierarchies={"v": tree}, queries=1)
    assert [value(untouched, name, "v") for name in RECODED] == [0, 0.25, 0, 0]
    whole = original.assign(v="*")
    suppressed = sqlmetrics.utility(original, whole, columns=["v"], hierarchies={"v": tree}, queries=1)
    assert [value(suppressed, name, "v") for name in RECODED] == [1, 1, 1, 1]
    recoded = original.assign(v=["x", "x", "x", "x", "y", "y", "y", "y"])
    halved = sqlmetrics.utility(original, recoded, columns=["v"], hierarchies={"v": tree}, queries=1)
    assert value(halved, "column_mutual_information", "v") == pytest.approx(1, rel=1e-12)
    linked = sqlmetrics.utility(original, recoded, columns=["v"], hierarchies={"v": tree}, record="id", queries=1)
    assert value(linked, "column_mutual_information", "v") == pytest.approx(1, rel=1e-12)
    by_record = sqlmetrics.utility(
        original, release.sample(frac=1, random_state=5), columns=["v"], record="id", queries=1
    )
    joint = Counter(zip(original["v"][:7], release["v"], strict=True))
    left, right = Counter(original["v"][:7]), Counter(release["v"])
    expected = sum(n / 7 * math.log2(n * 7 / (left[one] * right[other])) for (one, other), n in joint.items())
    assert value(by_record, "column_mutual_information", "v") == pytest.approx(expected, rel=1e-12)


def test_each_statement_reads_each_file_once(tmp_path: Path) -> None:
    """DuckDB scans the original and each release once in each statement.

    This holds for all columns, all pairs, all linked columns and all queries.
    """
    paths = [tmp_path / f"{name}.parquet" for name in ("original", "first", "second")]
    for path in paths:
        some = "i % 3 as a, cast(i % 7 as text) as b, i % 97 as c, i / 7.0 as d, i as id"
        day = "date '2024-01-01' + cast(i % 50 as integer) as e"
        duckdb.execute(f"copy (select {some}, {day} from range(5000) t(i)) to '{path}'")
    workload = tmp_path / "w.yml"
    workload.write_text(
        "- {columns: [a, b], measures: [records, {sum: c}]}\n- {columns: [c], bins: {c: 10}, measures: [{max: d}]}\n"
    )
    tree = write_tree(tmp_path, "h", [f"{value};few;*" for value in range(3)])
    text = sqlmetrics.utility_sql(
        paths[0],
        paths[1:],
        record="id",
        individual=None,
        pairs=True,
        workload=workload,
        hierarchies={"a": tree},
        continuous=["c", "d"],
    )
    statements = [part.partition("\n")[2] for part in text.split("-- sqlmetrics")[1:]]
    assert len(statements) == 6
    for statement in statements:
        plan = duckdb.execute("explain (format json) " + statement).fetchall()[0][1]
        relations = {path.stem for path in paths if str(path) in statement}
        assert len(list(scans(json.loads(plan)))) == len(relations) >= 2


def test_columns_of_one_kind_keep_their_types() -> None:
    """Integers that no float holds stay apart beside a column of floats.

    So do those that a release holds as floats.
    """
    big = 2**53
    original = pd.DataFrame(
        {"i": [big + n for n in range(40)] * 2, "f": [n / 8 for n in range(40)] * 2, "j": [n % 5 for n in range(80)]}
    )
    utility = sqlmetrics.utility(original, original.assign(j=original["j"].astype(float)), queries=1)
    assert {score.value for score in utility.scores if score.metric == "coverage"} == {1.0}
    assert [value(utility, "invented_values", name) for name in "ifj"] == [0, 0, 0]
    (counted,) = {score.records for score in utility.scores if score.metric == "coverage"}
    assert counted == 80


def test_a_number_that_is_released_as_text_is_measured_by_its_hierarchy(tmp_path: Path) -> None:
    """Ages recoded to bands are compared as texts; conditions on numbers of them are misses."""
    tree = write_tree(tmp_path, "ages", [f"{age};{age // 10 * 10}s;*" for age in range(20, 80)])
    release = PEOPLE.assign(age=[f"{age // 10 * 10}s" for age in PEOPLE["age"]])
    with pytest.raises(SpecError, match="'age' is a number"):
        sqlmetrics.utility(PEOPLE, release)
    utility = sqlmetrics.utility(PEOPLE, release, hierarchies={"age": tree})
    assert value(utility, "precision", "age") == 0.5
    assert value(utility, "granularity", "age") == pytest.approx(10 / 60)
    assert value(utility, "coverage", "age") == 0
    assert value(utility, "invented_values", "age") == 6


def test_an_unknown_value_of_a_hierarchy_is_no_number(tmp_path: Path) -> None:
    """A value outside the hierarchy leaves its metrics NULL; the reason counts the records.

    A release of more records than the original has leaves them NULL too.
    """
    tree = write_tree(tmp_path, "h", ["a;*", "b;*"])
    original = pd.DataFrame({"v": ["a", "b", "b"]})
    strange = sqlmetrics.utility(original, pd.DataFrame({"v": ["a", "q", "q"]}), hierarchies={"v": tree}, queries=1)
    (reason,) = {
        score.reason for score in strange.scores if score.metric in {"precision", "granularity", "non_uniform_entropy"}
    }
    assert reason == "the hierarchy does not hold the values of 2 records"
    longer = sqlmetrics.utility(original, pd.concat([original, original]), hierarchies={"v": tree}, queries=1)
    assert value(longer, "precision", "v") is None


def test_numbers_of_linked_records_have_a_squared_error() -> None:
    """Records are linked by their id in any order; those without a partner are in no pair."""
    original = pd.DataFrame({"id": [1, 2, 3, 4, None], "x": [1.0, 2.0, 3.0, 4.0, 5.0]})
    release = pd.DataFrame({"id": [3, 1, None, 9, 4], "x": [4.0, 1.5, 7.0, 8.0, None]})
    utility = sqlmetrics.utility(original, release, record="id", queries=1)
    (score,) = [score for score in utility.scores if score.metric == "mean_squared_error"]
    assert (score.value, score.records) == ((1 + 0.25) / 2, 2)
    hidden = sqlmetrics.utility(original, release, record="id", queries=1, show_values=False)
    (score,) = [score for score in hidden.scores if score.metric == "mean_squared_error"]
    assert (score.value, score.reason) == (None, "withheld: it rests on fewer than 10 linked records")
    many = pd.DataFrame({"id": range(40), "x": [float(n) for n in range(40)]})
    for release_of_many, reason in (
        (many + 1, None),
        (many.clip(upper=38), "withheld: one value makes more than half of it"),
    ):
        hidden = sqlmetrics.utility(
            many, release_of_many.assign(id=range(40)), record="id", queries=1, show_values=False
        )
        (score,) = [score for score in hidden.scores if score.metric == "mean_squared_error"]
        assert (score.value, score.reason) == ((1.0, None) if reason is None else (None, reason))
    with pytest.raises(SpecError, match=r"1 value of 'id' is there more than once"):
        sqlmetrics.utility(original, pd.concat([release, release.head(1)]), record="id", queries=1)


def test_the_users_own_statements(tmp_path: Path) -> None:
    """A statement gives a number, or rows that end with one.

    A statement that fails on a release is a miss with the reason.
    """
    path = tmp_path / "w.sql"
    path.write_text(
        "-- how many; people\nselect count(*) from {table} where zip = 'z1; --';\n"
        "/* ; */ select sex, avg(pay) from {table} group by sex;\n"
        "select sum(age) from {table}"
    )
    release = PEOPLE.drop(columns="age").query("sex == 'm'")
    utility = sqlmetrics.utility(PEOPLE, release, workload=path, queries=1)
    mine = [answer for answer in utility.answers if answer.workload == "friendly"]
    assert (mine[0].condition, mine[0].missed) == ("how many; people", False)
    assert sorted((str(answer.condition), answer.missed) for answer in mine[1:3]) == [
        ("query 2, f", True),
        ("query 2, m", False),
    ]
    assert "age" in str(mine[3].reason)
    assert mine[3].relative_error == 1
    assert value(utility, "missed_queries", "friendly") == 0.5
    assert next(answer.answer for answer in mine if answer.condition == "query 2, m") == pytest.approx(
        release["pay"].mean(), rel=1e-12
    )
    path.write_text("select nothing from {table}")
    with pytest.raises(QueryError, match="nothing"):
        sqlmetrics.utility(PEOPLE, release, workload=path)
    for text, message in {
        "select 1": "no {table}",
        "drop table {table}": "^w.sql: query 1 is no query; a workload only reads, by `select` or `with`$",
        " -- a\n;": "no query",
    }.items():
        with own_engine() as engine, pytest.raises(SpecError, match=message):
            read_statements(text, "w.sql", engine)


def test_the_users_columns_bins_and_measures(tmp_path: Path) -> None:
    """A workload queries each group of the original, by values, bins of a width, or cuts."""
    path = tmp_path / "w.yml"
    path.write_text(
        "- {columns: [zip, sex], measures: [records, {average: pay}]}\n"
        "- {columns: age, bins: {age: 10}, measures: [individuals]}\n"
        "- {columns: [pay], bins: {pay: [1020.5, 1050]}}\n"
    )
    release = PEOPLE[PEOPLE["zip"] != "z1"]
    utility = sqlmetrics.utility(PEOPLE, release, workload=path, individual="person", queries=1)
    mine = {(answer.condition, answer.measure): answer for answer in utility.answers if answer.workload == "friendly"}
    groups = {(zip_code, sex) for zip_code, sex in zip(PEOPLE["zip"], PEOPLE["sex"], strict=True)}
    for zip_code, sex in groups:
        pay = PEOPLE[(PEOPLE["zip"] == zip_code) & (PEOPLE["sex"] == sex)]["pay"]
        answer = mine[f"zip = {zip_code} and sex = {sex}", "average"]
        assert answer.original == pytest.approx(pay.mean(), rel=1e-12)
        assert answer.missed is (zip_code == "z1")
        assert mine[f"zip = {zip_code} and sex = {sex}", "records"].original == len(pay)
    for low in range(20, 80, 10):
        people = PEOPLE[(PEOPLE["age"] >= low) & (PEOPLE["age"] < low + 10)]["person"].nunique()
        assert mine[f"age >= {low} and < {low + 10}", "individuals"].original == people
    between = mine["pay >= 1020.5 and < 1050", "records"]
    assert between.original == len(PEOPLE.query("1020.5 <= pay < 1050"))
    assert between.answer == len(release.query("1020.5 <= pay < 1050"))
    assert mine["pay >= 1050", "records"].original == len(PEOPLE.query("pay >= 1050"))
    assert mine["pay < 1020.5", "records"].original == len(PEOPLE.query("pay < 1020.5"))
    wrong = {
        "- {columns: [zap]}": "no column 'zap'; did you mean 'zip'",
        "- {columns: [zip], bins: {zip: 3}}": "no column of numbers or dates",
        "- {columns: [zip], measures: [{sum: zip}]}": "no column of numbers",
        "- {columns: [zip], measures: [median]}": "a measure is",
        "- {columns: [zip], what: 1}": "key 'what' is unknown",
        "- {columns: [age], bins: {age: [5, 4]}}": "increasing order",
        "zip": "a workload is a list",
    }
    for text, message in wrong.items():
        path.write_text(text)
        with pytest.raises(SpecError, match=message):
            sqlmetrics.utility(PEOPLE, release, workload=path, individual="person", queries=1)


def test_the_users_hours(tmp_path: Path) -> None:
    """Times are counted by hours and days; another system is asked for the same ranges of time."""
    times = [datetime(2026, 3, 1, 22) + timedelta(minutes=25 * place) for place in range(12)]
    original = pd.DataFrame({"t": times, "n": range(12)})
    release = original[original["n"] != 11]
    path = tmp_path / "w.yml"
    path.write_text("- {columns: [t], bins: {t: hour}}\n- {columns: [t], bins: {t: day}}\n")
    with duckdb.connect() as system:
        system.register("release", release)
        system.execute("create table kept as from release")
        others: list[dict[str, Any]] = [{"releases": release}, {"releases": "kept", "release_connection": system}]
        for other in others:
            utility = sqlmetrics.utility(original, **other, workload=path, queries=1)
            mine = {answer.condition: answer for answer in utility.answers if answer.workload == "friendly"}
            hours = {time.replace(minute=0) for time in times}
            assert len(mine) == len(hours) + 2
            for hour in hours:
                answer = mine[f"t >= {hour} and < {hour + timedelta(hours=1)}"]
                assert answer.original == sum(time.replace(minute=0) == hour for time in times)
                kept = sum(time.replace(minute=0) == hour for time in times[:-1])
                assert (answer.answer or 0) == kept
            assert mine["t >= 2026-03-01 and < 2026-03-02"].original == 5


class Rounding:
    """A connection to a query-based system over SQLite, which gives counts in tens.

    It keeps the queries in `queries`, and refuses maxima.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.queries: list[str] = []

    def cursor(self) -> Any:
        outer, cursor = self, self.connection.cursor()

        class Cursor:
            description: Any = None

            def execute(self, sql: str) -> None:
                outer.queries.append(sql)
                if "max(" in sql:
                    raise sqlite3.OperationalError("max is not allowed here")
                cursor.execute(sql)
                self.description = cursor.description

            def fetchall(self) -> list[tuple[Any, ...]]:
                rows = cursor.fetchall()
                return [(round(row[0], -1),) if len(row) == 1 and isinstance(row[0], int) else row for row in rows]

            def close(self) -> None:
                cursor.close()

        return Cursor()


Rounding.__module__ = "sqlite3"


def test_a_release_may_be_a_system_that_answers_queries() -> None:
    """Queries are sent one by one in the system's dialect, and the original stays where it is.

    What the system refuses is a miss with the words of its error, as values are shown.
    """
    connection = sqlite3.connect(":memory:")
    PEOPLE.to_sql("people", connection, index=False)
    system = Rounding(connection)
    utility = sqlmetrics.utility(PEOPLE, "people", individual="person", release_connection=system, queries=120)
    assert utility.dialect == "duckdb"
    assert len(utility.answers) == 120
    for answer in utility.answers:
        if answer.measure == "max":
            assert answer.missed
            assert "max is not allowed here" in str(answer.reason)
        elif answer.measure in {"records", "individuals"}:
            assert answer.answer == round(float(answer.original or 0), -1) or answer.missed
        elif not (answer.measure == "min" and float(answer.original or 0).is_integer()):
            assert answer.answer == pytest.approx(answer.original, rel=1e-9)
    missed = sum(answer.missed for answer in utility.answers)
    assert value(utility, "missed_queries", "generic") == missed / 120
    assert any(f"{missed} of 120 queries had no answer" in note for note in utility.notes)
    assert len([sql for sql in system.queries if "answer" in sql]) == 120
    assert value(utility, "coverage", "zip") == 1
    assert value(utility, "invented_values", "zip") == 0
    with pytest.raises(SpecError, match="query by query"):
        sqlmetrics.utility(PEOPLE, "people", record="person", release_connection=system)
    for elsewhere in ({"release_connection": system}, {"release_url": "sqlite:///r.db"}):
        with pytest.raises(SpecError, match="without a statement to print"):
            sqlmetrics.utility_sql(PEOPLE, "people", **elsewhere)


def test_a_column_of_which_nothing_is_released_has_no_type() -> None:
    """A frame's column of nothing but None is of no kind, and so compares with numbers."""
    original = pd.DataFrame({"a": ["x", "y", "x", None] * 30, "n": range(0, 12_000, 100)})
    release = original.assign(n=pd.Series([None] * 120, dtype=object))
    utility = sqlmetrics.utility(original, release, queries=5)
    assert value(utility, "coverage", "n") == 0
    assert value(utility, "coverage", "a") == 1
    attacked = sqlmetrics.gda(original, release, attacks="inference_nearest", secrets="a", attempts=5)
    assert 0 <= float(str(attacked.value("confidence", target="dataset"))) <= 1


def test_what_has_nothing_in_common_is_exactly_0_alike() -> None:
    """Shares such as thirds and elevenths add up without an error, in whatever order they come."""
    original = pd.DataFrame({"a": ["x"] * 3 + ["y"] * 4 + ["z"] * 4, "b": [*range(5), *range(6)]})
    release = original.assign(a=original["a"].str.upper().where(original["b"] > 0, "-"))
    utility = sqlmetrics.utility(original, [original, release], columns=["a", "b"], pairs=True)
    mine, other = utility.releases
    assert value(utility, "total_variation_similarity", "a", mine) == 1
    assert value(utility, "total_variation_similarity", "a", other) == 0
    assert value(utility, "contingency_similarity", "a,b", mine) == 1
    assert value(utility, "contingency_similarity", "a,b", other) == 0


def test_the_original_may_be_empty_and_so_may_the_release() -> None:
    """Unknown values are never 0: without records all are NULL with a reason.

    An empty release covers nothing.
    """
    nothing = sqlmetrics.utility(PEOPLE.head(0), PEOPLE)
    assert nothing.value("accuracy", target="generic") is None
    assert all(score.value is None and score.reason for score in nothing.scores if score.metric != "invented_values")
    emptied = sqlmetrics.utility(PEOPLE, PEOPLE.head(0))
    assert value(emptied, "coverage", "zip") == 0
    assert value(emptied, "total_variation_similarity", "zip") is None
    assert value(emptied, "accuracy", "generic") == 0


@pytest.mark.parametrize(("ending", "refused"), [("db", True), ("csv", False)])
def test_a_table_without_records_has_types_and_a_file_of_texts_has_none(
    tmp_path: Path, ending: str, refused: bool
) -> None:
    """Texts beside numbers are refused in a table; a file with a header alone has any type."""
    with duckdb.connect(tmp_path / "t.db") as connection:
        connection.execute("create table emptied (zip varchar)")
        connection.execute("create table people as select zip::int as zip from range(9) t(zip)")
        connection.execute(f"copy emptied to '{tmp_path / 'emptied.csv'}'")
    emptied = "emptied" if ending == "db" else str(tmp_path / "emptied.csv")
    match = "cast one of them in a view"
    told: AbstractContextManager[Any] = pytest.raises(SpecError, match=match) if refused else nullcontext()
    with told:
        sqlmetrics.utility("people", emptied, database=tmp_path / "t.db")


def test_the_coarser_the_release_the_worse() -> None:
    """Noise on a column makes answers worse, and records left out make them worse still."""
    near = PEOPLE.assign(pay=PEOPLE["pay"] + 1)
    far = PEOPLE.assign(pay=PEOPLE["pay"] + 100).sample(200, random_state=1)
    utility = sqlmetrics.utility(PEOPLE, [PEOPLE, near, far], individual="person")
    errors = [float(value(utility, "mean_relative_error", "generic", release) or 0) for release in utility.releases]
    assert errors == sorted(errors)
    assert errors[0] == 0
    assert errors[1] > 0


def test_bins_are_wide_by_one_two_or_five() -> None:
    """Widths are of the series 1, 2, 5, and below 1 powers of two.

    Floats divide by powers of two without rounding.
    """
    from fractions import Fraction

    assert [snapped(Fraction(width)) for width in (1, 3, 7, 19, 99, 5000)] == [1, 2, 5, 10, 50, 5000]
    assert [snapped(Fraction(width)) for width in ("0.9", "0.5", "0.3")] == [
        Fraction(1, 2),
        Fraction(1, 2),
        Fraction(1, 4),
    ]


def test_what_cannot_be_compared_is_an_error() -> None:
    """Columns that are not there are named with the nearest ones; a role that is no column too."""
    with pytest.raises(SpecError, match="did you mean 'zip'"):
        sqlmetrics.utility(PEOPLE, PEOPLE, columns=["zips"])
    with pytest.raises(SpecError, match="did you mean 'person'"):
        sqlmetrics.utility(PEOPLE, PEOPLE, individual="persons")
    with pytest.raises(SpecError, match="at least 1"):
        sqlmetrics.utility(PEOPLE, PEOPLE, queries=0)
    with pytest.raises(SpecError, match="at least one release"):
        sqlmetrics.utility(PEOPLE, [])
    with pytest.raises(SpecError, match="not among the columns that are measured"):
        sqlmetrics.utility(PEOPLE, PEOPLE, columns=["zip"], continuous=["age"])


def test_the_command_writes_all_formats(run: Callable[..., Run], tmp_path: Path) -> None:
    """Scores have every format, queries their own file; values are shown only on request."""
    release, original = tmp_path / "release.csv", tmp_path / "original.parquet"
    PEOPLE.head(300).to_csv(release, index=False)
    PEOPLE.to_parquet(original)
    common = ("utility", release, "--original", original, "--individual", "person", "--queries", 60)
    text = run(*common)
    assert text.code == 0
    assert "accuracy" in text.out
    assert "coverage" in text.out
    document = json.loads(run(*common, "--format", "json").out)
    assert {"coverage", "accuracy"} <= {score["metric"] for score in document["scores"]}
    for ending in ("csv", "json", "parquet"):
        assert run(*common, "--per-query", tmp_path / f"q.{ending}").code == 0
    hidden = pd.read_csv(tmp_path / "q.csv")
    assert hidden["condition"].isna().all()
    assert hidden.loc[hidden["measure"].isin(["min", "max"]), ["original", "answer"]].isna().all(axis=None)
    with duckdb.connect() as connection:
        assert connection.execute(f"select count(*) from '{tmp_path}/q.parquet'").fetchall() == [(60,)]
    assert len(json.loads((tmp_path / "q.json").read_text())) == 60
    run(*common, "--per-query", tmp_path / "q.csv", "--show-values")
    assert pd.read_csv(tmp_path / "q.csv")["condition"].notna().all()
    assert run(*common, "--per-query", tmp_path / "q.txt").code == 2
    assert run(*common, "--hierarchy", "zip").code == 2
    assert run(*common, "--format", "markdown").out.startswith("## ")
    assert run(*common, "--format", "parquet", "--output", tmp_path / "f.parquet").code == 0


def test_the_printed_statements_are_those_that_run(run: Callable[..., Run], tmp_path: Path) -> None:
    """The twin prints each statement below a comment; DuckDB gives the call's rows for it."""
    paths = [tmp_path / "release.parquet", tmp_path / "original.parquet"]
    for path, frame in zip(paths, (PEOPLE.head(300), PEOPLE), strict=True):
        frame.to_parquet(path)
    command = ("utility", paths[0], "--original", paths[1], "--print-sql", "--pairs", "--queries", 50)
    unknown = run(*command, "--dialect", "foxpro")
    assert (unknown.code, unknown.out) == (2, "")
    assert "unknown dialect 'foxpro'" in unknown.err
    printed = run(*command).out
    statements = [part for part in printed.split(";\n") if part.strip()]
    assert len(statements) == 3
    with duckdb.connect() as connection:
        rows = [connection.execute(statement).fetchall() for statement in statements]
    utility = sqlmetrics.utility(paths[1], paths[0], queries=50)
    assert [row[0] for row in rows[-1]][:3] == [1, 2, 3]
    assert len(rows[-1]) >= 10
    by_name = {score.target: score.value for score in utility.scores if score.metric == "total_variation_similarity"}
    assert len(by_name) == len(PEOPLE.columns)


def test_discernibility_and_class_size_are_scores_of_one_relation() -> None:
    """Classes of 3 and 2 and two suppressed records of 7: both metrics, derived by hand.

    Each suppressed record counts all seven (Bayardo and Agrawal 2005).
    """
    table = pd.DataFrame({"a": ["x", "x", "x", "y", "y", "*", "*"], "s": [*"abcabca"], "p": range(7)})
    options: dict[str, Any] = {"metrics": ["discernibility", "average_class_size"]}
    cases: list[tuple[dict[str, Any], float, float]] = [
        ({}, 9 + 4 + 4, 7 / 3 / 2),
        ({"suppressed": "*"}, 9 + 4 + 2 * 7, 5 / 2 / 2),
        ({"suppressed": "*", "individual": "p"}, 9 + 4 + 2 * 7, 5 / 2 / 2),
        ({"suppressed": "*", "keep_suppressed": True}, 9 + 4 + 4, 7 / 3 / 2),
        ({"suppressed": "*", "parameters": {"k": 1}}, 9 + 4 + 2 * 7, 5 / 2),
        ({"suppressed": "*", "parameters": {"k": 5}}, 9 + 4 + 2 * 7, 5 / 2 / 5),
    ]
    for words, pairs, size in cases:
        for sensitive in ([], ["s"], ["s", "p"] if "individual" not in words else ["s"]):
            scores = sqlmetrics.score(table, ["a"], sensitive, **options, **words)
            assert same([scores.value("discernibility"), scores.value("average_class_size")]) == [pairs, size]


OUTLIER = 987_654_321.5
"""A value that one record has alone, far from all others."""


def one_rich(records: int = 400) -> pd.DataFrame:
    """Return the people, one of whom earns far more than all others together."""
    people = PEOPLE.head(records).copy()
    people.loc[7, "pay"] = OUTLIER
    return people


def numbers(utility: sqlmetrics.Utility) -> list[float]:
    """Return every number of a result: of scores and of answers."""
    texts = [*map(tuple, utility.scores), *map(tuple, utility.answers)]
    return [float(part) for row in texts for part in row if isinstance(part, int | float)]


def test_extremes_and_sums_of_few_people_are_withheld(tmp_path: Path) -> None:
    """An answer that may be one person's value is neither shown nor scored by value.

    Of a person with two records the sum counts once, people without a value not at all. The
    numbers that are shown stay what they are.
    """
    workload = tmp_path / "w.yml"
    workload.write_text("- {columns: [person], measures: [records, {sum: pay}, {average: pay}]}\n")
    people = one_rich()
    release = people.assign(pay=0.0)
    words: dict[str, Any] = {"individual": "person", "workload": workload, "columns": ["person", "age", "sex", "pay"]}
    shown = sqlmetrics.utility(people, [release, release.drop(columns="pay")], **words)
    hidden = sqlmetrics.utility(people, [release, release.drop(columns="pay")], show_values=False, **words)
    assert max(numbers(shown)) >= OUTLIER
    assert max(numbers(hidden)) < OUTLIER / 100
    for open_, closed in zip(shown.answers, hidden.answers, strict=True):
        assert closed.condition is None
        assert (closed.size, closed.missed, closed.error_class) == (open_.size, open_.missed, open_.error_class)
        if closed.measure in {"records", "individuals"}:
            assert closed._replace(condition=open_.condition) == open_
            continue
        assert (closed.original, closed.answer, closed.absolute_error) == (None, None, None)
        if closed.missed:
            assert closed.relative_error == 1
        elif closed.relative_error is not None:
            assert closed.relative_error == round(float(open_.relative_error or 0), 2)
            assert str(closed.reason).startswith("rounded")
        else:
            assert "withheld" in str(closed.reason)
    withheld = {answer.measure for answer in hidden.answers if answer.relative_error is None}
    given = {answer.measure for answer in hidden.answers if answer.relative_error is not None and not answer.missed}
    assert {"min", "max", "sum", "average"} == withheld
    assert {"records", "individuals", "sum", "average"} == given
    assert all(
        answer.absolute_error is None for answer in hidden.answers if answer.workload == "friendly" and answer.of
    )
    for open_score, score in zip(shown.scores, hidden.scores, strict=True):
        if score.value is None and open_score.value is not None:
            assert str(score.reason).startswith("withheld: ")
        else:
            assert score == open_score


def test_sums_are_of_as_many_people_as_have_a_value(tmp_path: Path) -> None:
    """Ten people in a group of whom one has a value give that value away; twelve do not."""
    people = pd.DataFrame(
        {"zip": ["a"] * 12 + ["b"] * 12, "pay": [5.0, *[None] * 11, *[float(n) for n in range(8, 20)]]}
    )
    people = people.assign(id=range(24))
    workload = tmp_path / "w.yml"
    workload.write_text("- {columns: [zip], measures: [{sum: pay}]}\n")
    for individual, least in ((None, 10), ("id", 10), (None, 13), ("id", 13)):
        utility = sqlmetrics.utility(
            people, people, individual=individual, workload=workload, show_values=False, minimum_people=least
        )
        errors = [answer.relative_error for answer in utility.answers if answer.workload == "friendly"]
        assert errors == ([None, 0.0] if least == 10 else [None, None])


def test_a_mean_over_one_withheld_answer_does_not_give_it_away(tmp_path: Path) -> None:
    """Means of relative errors that hold few withheld ones are withheld, with their class.

    So is the mean of all measures, where the means of the others would leave those few.
    """
    workload = tmp_path / "w.yml"
    workload.write_text(
        "- {columns: [sex], measures: [records, {sum: pay}]}\n- {columns: [zip], measures: [records]}\n"
    )
    people = one_rich()
    release = people.assign(pay=people["pay"] * 1.2)
    hidden = sqlmetrics.utility(
        people, release, workload=workload, show_values=False, queries=1, columns=["sex", "zip", "pay"]
    )
    scores = {(score.metric, score.target): score for score in hidden.scores}
    for metric in ("mean_relative_error", "rms_relative_error", "worst_relative_error", "accuracy"):
        assert scores[metric, "friendly, records"].value is not None
    for target in ("friendly", "friendly, sum"):
        assert scores["mean_relative_error", target].value is None
        assert "withheld" in str(scores["mean_relative_error", target].reason)
    assert str(scores["mean_relative_error", "friendly, sum"].reason).endswith("0.1 to 0.25")
    assert scores["missed_queries", "friendly"].value == 0
