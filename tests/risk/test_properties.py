"""The laws of the metrics that hold of every table, asserted on the product's own numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import duckdb
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from sqlmetrics import Scores, score
from sqlmetrics import metrics as catalogue
from sqlmetrics.text import split_line

Row = dict[str, Any]
Nulls = Literal["category", "drop"]

ROUNDING = 1e-12
"""How far the last digits of two ways to the same number may lie apart."""

COLUMNS = ["first", "second", "disease", "income", "person"]
TARGETS = ["identity", "disease", "income"]
NULLS: st.SearchStrategy[Nulls] = st.sampled_from(["category", "drop"])
PEOPLE: st.SearchStrategy[str | None] = st.sampled_from([None, "person"])

few = st.none() | st.integers(0, 3)
records = st.fixed_dictionaries(
    {"first": few, "second": few, "disease": few, "income": few, "person": st.none() | st.integers(0, 9)}
)
tables = st.sampled_from([1, 3, 6, 10, 16, 25]).flatmap(lambda size: st.lists(records, min_size=size, max_size=size))


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection on which the tests register their tables, instead of one per test."""
    with duckdb.connect(config={"python_enable_replacements": False}) as opened:
        yield opened


def scored(
    connection: duckdb.DuckDBPyConnection,
    rows: Sequence[Row],
    quasi_identifiers: Sequence[str] = ("first", "second"),
    sensitive: Sequence[str] = ("disease", "income"),
    **more: Any,
) -> Scores:
    """Return the product's scores of rows.

    A column holds text where any of its values is one, else integers.
    """
    texts = {column for column in COLUMNS for row in rows if isinstance(row[column], str)}
    types = {column: pa.string() if column in texts else pa.int64() for column in COLUMNS}
    connection.register(
        "records", pa.table({column: pa.array([row[column] for row in rows], types[column]) for column in COLUMNS})
    )
    return score("records", quasi_identifiers, sensitive, connection=connection, **more)


def table_values(scores: Scores) -> dict[tuple[str, str], float | None]:
    """Return the table's values by target and metric."""
    return {(record.target, record.metric): record.value for record in scores.scores}


def by_class(scores: Scores) -> dict[tuple[str, str, str | None], float | None]:
    """Return the values by target, metric and class."""
    return {(record.target, record.metric, record.class_): record.value for record in scores.scores}


def class_values(scores: Scores, metric: str, target: str) -> dict[tuple[str | None, ...], float | None]:
    """Return one metric of one target for each class by its key values."""
    of_metric = [record for record in scores.scores if (record.metric, record.target) == (metric, target)]
    return {tuple(split_line(record.class_ or "")): record.value for record in of_metric}


def defined(values: Mapping[Any, float | None]) -> list[float]:
    """Return the values that are defined."""
    return [value for value in values.values() if value is not None]


def changes(before: Mapping[Any, float | None], after: Mapping[Any, float | None]) -> dict[Any, tuple[object, object]]:
    """Return the scores that differ by more than rounding, and those that only one side has."""

    def same(old: float | None, new: float | None) -> bool:
        return old is new if old is None or new is None else math.isclose(old, new, rel_tol=ROUNDING, abs_tol=ROUNDING)

    return {
        key: (before.get(key, "absent"), after.get(key, "absent"))
        for key in before.keys() | after.keys()
        if key not in before or key not in after or not same(before[key], after[key])
    }


@examples(30)
@given(rows=tables, person=PEOPLE, nulls=NULLS, data=st.data())
def test_the_order_of_records_changes_nothing(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], person: str | None, nulls: Nulls, data: st.DataObject
) -> None:
    """Permuted records have the scores of the records, of the table and of each class."""
    permuted = data.draw(st.permutations(rows))
    before, after = (scored(connection, records, individual=person, nulls=nulls) for records in (rows, permuted))
    assert changes(table_values(before), table_values(after)) == {}
    before, after = (
        scored(connection, records, individual=person, nulls=nulls, level="class") for records in (rows, permuted)
    )
    assert changes(by_class(before), by_class(after)) == {}


@examples(30)
@given(rows=tables, person=PEOPLE, nulls=NULLS, data=st.data())
def test_the_names_of_values_change_nothing(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], person: str | None, nulls: Nulls, data: st.DataObject
) -> None:
    """Values renamed one to one, NULL excepted, keep every score; only classes' names change."""
    spellings = ["", " ", "0", "1", "a", "A", "a ", "it's", '"', "a,b", "a\nb", "NULL", "nan", "é", "e\u0301", "日本"]
    names = {column: data.draw(st.permutations(spellings), label=column) for column in COLUMNS}
    renamed = [
        {column: None if value is None else names[column][value] for column, value in row.items()} for row in rows
    ]
    before, after = (scored(connection, records, individual=person, nulls=nulls) for records in (rows, renamed))
    assert changes(table_values(before), table_values(after)) == {}
    before, after = (
        scored(connection, records, individual=person, nulls=nulls, level="class") for records in (rows, renamed)
    )
    new_names = {}
    for line in {record.class_ or "" for record in before.scores}:
        values = zip(COLUMNS, split_line(line), strict=False)
        new_names[tuple(split_line(line))] = tuple(
            None if value is None else names[column][int(value)] for column, value in values
        )
    for target in TARGETS:
        for metric in {record.metric for record in before.scores if record.target == target}:
            old, new = class_values(before, metric, target), class_values(after, metric, target)
            assert changes({new_names[key]: value for key, value in old.items()}, new) == {}


@examples(30)
@given(rows=tables, person=PEOPLE)
def test_merging_classes_hides_people_better(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], person: str | None
) -> None:
    """Merging two values of a key never lowers k, l or the least entropy, nor raises alpha or t."""
    merging = {"first": {"mapping": {0: "few", 1: "few"}, "unmapped": "keep"}}
    # with an individual, a person of both classes is one of the merged class, whose distribution is
    # then no mixture of theirs
    metrics = ["k_anonymity", "distinct_l_diversity"]
    metrics += (
        ["alpha_k_anonymity", "t_closeness_equal", "entropy_l_diversity_risk", "basic_beta_likeness"]
        if person is None
        else []
    )
    before, after = (
        table_values(scored(connection, rows, individual=person, partitions=partitions, metrics=metrics))
        for partitions in ({}, merging)
    )
    for (target, metric), value in before.items():
        merged = after[target, metric]
        assert value is not None
        assert merged is not None
        if metric in {"k_anonymity", "distinct_l_diversity"}:
            assert merged >= value
        else:
            assert merged <= value + ROUNDING


@examples(30)
@given(rows=tables, person=PEOPLE, nulls=NULLS)
def test_table_scores_keep_their_ranges(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], person: str | None, nulls: Nulls
) -> None:
    """Shares lie in 0..1, no information is negative, ITPR is at least DR, and CP = 1 - 2^-MI."""
    scores = scored(connection, rows, individual=person, nulls=nulls)
    for target in TARGETS:
        values = {
            metric: value for (of, metric), value in table_values(scores).items() if of == target and value is not None
        }
        if not values:
            continue
        for metric in (
            "entropy",
            "mutual_information",
            "conditional_entropy",
            "joint_entropy",
            "maximum_information_leakage",
        ):
            assert values[metric] >= 0
        shares = [
            "discrimination_rate",
            "itpr",
            "normalized_conditional_entropy",
            "conditional_privacy",
            "entropy_l_diversity_risk",
        ]
        shares += ["alpha_k_anonymity", "t_closeness_equal"]
        assert all(0 <= values[metric] <= 1 for metric in shares if metric in values)
        assert ("itpr" in values) == ("discrimination_rate" in values) == (values["entropy"] > 0)
        if "itpr" in values:
            assert values["itpr"] >= values["discrimination_rate"]
            assert values["normalized_conditional_entropy"] == pytest.approx(
                1 - values["discrimination_rate"], abs=ROUNDING
            )
        assert values["conditional_entropy"] <= values["entropy"] <= values["joint_entropy"] + ROUNDING
        assert values["conditional_privacy"] == pytest.approx(1 - 2 ** -values["mutual_information"], abs=ROUNDING)


@pytest.mark.parametrize("count", [1, 2, 6, 22, 49])
def test_copies_of_one_record_hold_no_information(connection: duckdb.DuckDBPyConnection, count: int) -> None:
    """Records that are all alike have an entropy of exactly 0, never a rounding below it."""
    rows = [{"first": 1, "second": None, "disease": 1, "income": None, "person": None}] * count
    scores = scored(connection, rows, metrics=["all"])
    for target in ("disease", "income"):
        for metric in (
            "entropy",
            "conditional_entropy",
            "joint_entropy",
            "mutual_information",
            "maximum_information_leakage",
        ):
            assert scores.value(metric, target=target) == 0
        for metric in ("miller_madow_entropy", "miller_madow_conditional_entropy", "miller_madow_joint_entropy"):
            assert scores.value(metric, target=target) == 0


@examples(30)
@given(rows=tables, person=PEOPLE, nulls=NULLS)
def test_the_table_is_the_extreme_and_the_sum_of_its_classes(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], person: str | None, nulls: Nulls
) -> None:
    """The table's value is its riskiest class's, or the sum or mean of all classes.

    The gaps of the classes' DR add up to the table's, and ITPR averages to DR.
    """
    table = table_values(scored(connection, rows, individual=person, nulls=nulls))
    classes = scored(connection, rows, individual=person, nulls=nulls, level="class")
    extremes = {"k_anonymity": min, "distinct_l_diversity": min, "itpr": max, "maximum_information_leakage": max}
    extremes |= {
        "entropy_l_diversity_risk": max,
        "alpha_k_anonymity": max,
        "t_closeness_equal": max,
        "prosecutor_risk": max,
    }
    extremes |= {
        "delta_disclosure": max,
        "basic_beta_likeness": max,
        "skewness": max,
        "entropy_l_diversity": min,
        "a_diff": max,
        "a_quot": max,
    }
    for target in TARGETS:
        for metric, extreme in extremes.items():
            if values := defined(class_values(classes, metric, target)):
                assert table[target, metric] == pytest.approx(extreme(values), rel=ROUNDING, abs=ROUNDING)
            else:
                assert table.get((target, metric)) is None
        if rates := defined(class_values(classes, "discrimination_rate", target)):
            rate = table[target, "discrimination_rate"]
            assert rate is not None
            assert math.fsum(1 - value for value in rates) == pytest.approx(1 - rate, abs=ROUNDING * len(rates))
            risks = defined(class_values(classes, "itpr", target))
            assert math.fsum(risks) / len(risks) == pytest.approx(rate, abs=ROUNDING * len(rates))
    sizes, uncertain = (class_values(classes, metric, "identity") for metric in ("k_anonymity", "conditional_entropy"))
    for key, size in sizes.items():
        assert size is not None
        assert uncertain[key] == pytest.approx(math.log2(size), abs=ROUNDING)


@examples(30)
@given(rows=tables, person=PEOPLE)
def test_what_classes_tell_averages_to_mutual_information(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], person: str | None
) -> None:
    """The mean of the classes' surprise, and of their specific information, is I(X;Y).

    Specific information is the skewness of a class (Bezzi 2010). The J-measures are the parts of
    the sum. The surprise is never below 0, and specific information is where a class is more even
    than the table.
    """
    names = ["specific_surprise", "j_measure", "skewness", "k_anonymity"]
    classes = scored(connection, rows, individual=person, level="class", metrics=names)
    table = table_values(scored(connection, rows, individual=person, metrics=["mutual_information", *names[:2]]))
    sizes = class_values(classes, "k_anonymity", "identity")
    for target in ("disease", "income"):
        information = pytest.approx(table[target, "mutual_information"], abs=ROUNDING * 10)
        told = {name: class_values(classes, name, target) for name in names[:3]}
        surprises, parts = (defined(told[name]) for name in names[:2])
        assert math.fsum(parts) == information
        assert min(surprises) >= 0
        assert [table[target, name] for name in names[:2]] == [max(surprises), max(parts)]
        for name in ("specific_surprise", "skewness") if person is None else ():
            bits = [(size or 0) * (told[name].get(key) or 0) / len(rows) for key, size in sizes.items()]
            assert math.fsum(bits) == information


@examples(30)
@given(rows=tables, person=PEOPLE, nulls=NULLS)
def test_an_infinite_class_makes_the_table_infinite(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], person: str | None, nulls: Nulls
) -> None:
    """The table has no c, strict delta or enhanced beta where a class has none.

    Else it has the classes' largest.
    """
    metrics = ["recursive_cl_diversity", "delta_disclosure_strict", "enhanced_beta_likeness"]
    options: dict[str, Any] = {"individual": person, "nulls": nulls, "metrics": metrics, "parameters": {"l": 2}}
    table = table_values(scored(connection, rows, **options))
    classes = scored(connection, rows, level="class", **options)
    for target in ("disease", "income"):
        for metric in metrics:
            values = class_values(classes, metric, target)
            finite = defined(values)
            assert table[target, metric] == (
                pytest.approx(max(finite)) if finite and len(finite) == len(values) else None
            )


@examples(30)
@given(rows=tables, person=PEOPLE, nulls=NULLS, base=st.sampled_from(["e", 2]))
def test_an_attacker_gains_less_than_delta(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], person: str | None, nulls: Nulls, base: object
) -> None:
    """The gain stays below delta to the same base (Brickell and Shmatikov, lemma 1).

    It stays below the loose delta too, which in bits is the bound, whatever the base of delta.
    """
    names = ["mutual_information", "delta_disclosure", "delta_disclosure_strict", "gain_bound"]
    options: dict[str, Any] = {"individual": person, "nulls": nulls, "metrics": names}
    values = table_values(scored(connection, rows, parameters={"log_base": base}, **options))
    for target in ("disease", "income"):
        gain, delta, strict, bound = (values[target, metric] for metric in names)
        assert (bound is None) == (delta is None)
        if gain is None or delta is None or bound is None:
            continue
        assert bound == pytest.approx(delta / (1 if base == 2 else math.log(2)))
        assert gain <= bound + ROUNDING
        assert gain * (1 if base == 2 else math.log(2)) <= delta + ROUNDING
        assert strict is None or strict == delta


@examples(30)
@given(rows=tables, person=PEOPLE, nulls=NULLS)
def test_how_the_models_bound_each_other(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], person: str | None, nulls: Nulls
) -> None:
    """The models bound each other: averages and highest values, A_acc and A_know, betas, and l.

    An average is below the highest, the enhanced beta is the basic one, and l is 1 where a secret
    is certain. With a record each A_acc is below A_know, and entropy l at most the distinct l:
    people with several records have several values, and certainty counts people, not records.
    """
    values = table_values(scored(connection, rows, individual=person, nulls=nulls, metrics=["all"]))
    identity = {
        metric: value for (target, metric), value in values.items() if target == "identity" and value is not None
    }
    if identity:
        assert identity["average_prosecutor_risk"] <= identity["prosecutor_risk"] == 1 / identity["k_anonymity"]
        assert identity["average_prosecutor_risk"] >= identity["uniqueness"]
        assert person is not None or identity["average_prosecutor_risk"] == identity["distinction"]
        assert identity["uniqueness"] <= identity["records_at_risk"] <= 1
        assert 0 <= identity.get("separation", 0) <= 1
    for name in ("disease", "income"):
        of_target = {
            metric: value for (target, metric), value in values.items() if target == name and value is not None
        }
        if not of_target:
            continue
        assert person is not None or -ROUNDING <= of_target["a_acc"] <= of_target["a_know"] + ROUNDING
        assert of_target["posterior_accuracy"] <= of_target["alpha_k_anonymity"] + ROUNDING <= 1 + 2 * ROUNDING
        assert (of_target["distinct_l_diversity"] == 1) == (of_target["alpha_k_anonymity"] == 1)
        assert of_target["a_know"] <= of_target["a_diff"] + ROUNDING
        assert of_target["a_diff"] == of_target["t_closeness_equal"]
        assert of_target["a_quot"] == of_target["delta_disclosure"]
        assert (
            of_target.get("enhanced_beta_likeness", of_target["basic_beta_likeness"])
            == of_target["basic_beta_likeness"]
            >= 0
        )
        assert of_target["entropy_l_diversity"] >= 1 - ROUNDING
        assert (
            person is not None or of_target["entropy_l_diversity"] <= of_target["distinct_l_diversity"] + ROUNDING * 10
        )
        assert math.log1p(of_target["basic_beta_likeness"]) <= of_target["delta_disclosure"] + ROUNDING
        assert 0 <= of_target["skewness"] <= of_target["entropy"]


@examples(30)
@given(rows=tables)
def test_another_key_never_tells_less(connection: duckdb.DuckDBPyConnection, rows: list[Row]) -> None:
    """A refinement of the keys never lowers mutual information nor raises k."""
    coarse = table_values(scored(connection, rows, ["first"]))
    fine = table_values(scored(connection, rows, ["first", "second"]))
    for target in TARGETS:
        less, more = coarse[target, "mutual_information"], fine[target, "mutual_information"]
        assert less is not None
        assert more is not None
        assert more >= less - ROUNDING
    crowd, smaller = coarse["identity", "k_anonymity"], fine["identity", "k_anonymity"]
    assert crowd is not None
    assert smaller is not None
    assert smaller <= crowd


@examples(30)
@given(rows=tables, domains=st.lists(st.sampled_from(["low", "middle", "high"]), min_size=4, max_size=4))
def test_a_coarser_target_leaks_no_more(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], domains: list[str]
) -> None:
    """A partition of the target never raises its entropy or its mutual information with keys."""
    partition = {"mapping": dict(enumerate(domains)), "name": "coarser"}
    scores = scored(connection, rows, sensitive=["disease"], partitions={"disease": ["raw", partition]})
    for metric in ("entropy", "mutual_information", "conditional_entropy", "joint_entropy"):
        raw, coarser = (
            next(
                record.value
                for record in scores.scores
                if (record.target, record.metric, record.partition) == ("disease", metric, name)
            )
            for name in (None, "coarser")
        )
        assert raw is not None
        assert coarser is not None
        assert coarser <= raw + ROUNDING


@examples(30)
@given(rows=tables, nulls=NULLS)
def test_what_keys_tell_of_a_target_it_tells_of_them(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], nulls: Nulls
) -> None:
    """Mutual information and joint entropy are the same when key and target change places."""
    forth = scored(connection, rows, ["first"], ["disease"], nulls=nulls)
    back = scored(connection, rows, ["disease"], ["first"], nulls=nulls)
    for metric in ("mutual_information", "joint_entropy", "conditional_privacy"):
        there, here = forth.value(metric, target="disease"), back.value(metric, target="first")
        assert here == (None if there is None else pytest.approx(there, abs=ROUNDING))


@examples(30)
@given(rows=tables, times=st.integers(2, 3))
def test_copies_of_records_are_a_crowd_of_one(
    connection: duckdb.DuckDBPyConnection, rows: list[Row], times: int
) -> None:
    """Copied records of named individuals change no score.

    Without names they multiply k and leave sensitive attributes as they were.
    """
    named = [scored(connection, records, individual="person", level="class") for records in (rows, rows * times)]
    assert changes(by_class(named[0]), by_class(named[1])) == {}
    assert {record.records * times for record in named[0].scores} == {record.records for record in named[1].scores}
    once, often = (scored(connection, records) for records in (rows, rows * times))
    size = once.value("k_anonymity")
    assert size is not None
    assert often.value("k_anonymity") == size * times
    assert {target for target, _ in changes(table_values(once), table_values(often))} <= {"identity"}


@examples(30)
@given(rows=tables)
def test_people_with_one_record_need_no_name(connection: duckdb.DuckDBPyConnection, rows: list[Row]) -> None:
    """An individual column that tells all records apart changes no score."""
    numbered = [row | {"person": number} for number, row in enumerate(rows)]
    for level in ("table", "class"):
        without, named = (scored(connection, numbered, individual=person, level=level) for person in (None, "person"))
        shared = {key: value for key, value in by_class(named).items() if key[1] != "appearances"}
        assert changes(by_class(without), shared) == {}


@examples(30)
@given(rows=tables, person=PEOPLE)
def test_dropping_is_leaving_out(connection: duckdb.DuckDBPyConnection, rows: list[Row], person: str | None) -> None:
    """The policy `drop` scores a target as the table without the records that have a NULL.

    The NULL is in a key, in the target or in the column of individuals.
    """
    dropped = scored(connection, rows, individual=person, nulls="drop")
    for target in TARGETS:
        needed = ["first", "second", *([target] if target != "identity" else []), *([person] if person else [])]
        kept = [row for row in rows if all(row[column] is not None for column in needed)]
        sensitive = [target] if target != "identity" else []
        expected = table_values(scored(connection, kept, sensitive=sensitive, individual=person))
        values = table_values(dropped)
        of_target = {key: value for key, value in values.items() if key[0] == target}
        assert changes({key: value for key, value in expected.items() if key[0] == target}, of_target) == {}


@examples(30)
@given(classes=st.integers(1, 4), values=st.lists(st.integers(0, 5), min_size=1, max_size=6), times=st.integers(1, 3))
def test_unrelated_keys_tell_nothing(
    connection: duckdb.DuckDBPyConnection, classes: int, values: list[int], times: int
) -> None:
    """Classes with the same values as often make every measure of the keys 0, and ITPR the DR."""
    rows = [
        {"first": key, "second": None, "disease": value, "income": value % 2, "person": None}
        for key in range(classes)
        for value in values * times
    ]
    scores = scored(connection, rows)
    for target in ("disease", "income"):
        for metric in ("mutual_information", "conditional_privacy", "t_closeness_equal"):
            assert scores.value(metric, target=target) == pytest.approx(0, abs=ROUNDING)
        single = len({row[target] for row in rows}) == 1
        for metric in ("discrimination_rate", "itpr"):
            assert scores.value(metric, target=target) == (None if single else pytest.approx(0, abs=ROUNDING))


@examples(30)
@given(rows=tables)
def test_keys_that_determine_a_target_tell_all_of_it(connection: duckdb.DuckDBPyConnection, rows: list[Row]) -> None:
    """Keys that determine the value leave exactly 0 bits uncertain, and DR = ITPR = alpha = 1."""
    determined = [row | {"disease": len({row["first"], row["second"], 0})} for row in rows]
    scores = scored(connection, determined, sensitive=["disease"])
    assert scores.value("conditional_entropy", target="disease") == 0
    assert scores.value("alpha_k_anonymity") == 1
    assert scores.value("entropy_l_diversity_risk", target="disease") == 1
    single = len({row["disease"] for row in determined}) == 1
    for metric in ("discrimination_rate", "itpr"):
        assert scores.value(metric, target="disease") == (None if single else 1)


@examples(30)
@given(rows=tables, person=PEOPLE, nulls=NULLS, level=st.sampled_from(["table", "class"]), data=st.data())
def test_a_score_does_not_depend_on_what_else_is_scored(
    connection: duckdb.DuckDBPyConnection,
    rows: list[Row],
    person: str | None,
    nulls: Nulls,
    level: str,
    data: st.DataObject,
) -> None:
    """Some metrics of one attribute have the values that they have among all of all attributes."""
    everything = by_class(
        scored(connection, rows, individual=person, nulls=nulls, level=level, metrics=["all", "t_closeness_ordered"])
    )
    names = [
        metric.name
        for metric in catalogue()
        if level in metric.levels and metric.targets in {"any", "identity", "sensitive", "ordered"}
    ]
    metrics = data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True))
    target = data.draw(st.sampled_from(["disease", "income"]))
    some = by_class(
        scored(connection, rows, sensitive=[target], individual=person, nulls=nulls, level=level, metrics=metrics)
    )
    expected = {key: value for key, value in everything.items() if key[0] in {"identity", target} and key[1] in metrics}
    assert changes(expected, some) == {}


def test_threads_do_not_change_scores() -> None:
    """Runs on one, two and four threads agree to the last digits on a table that they split."""
    with duckdb.connect() as opened:
        opened.execute(
            "create table records as select i * i % 13 as first, nullif(i // 7 % 11, 10) as second, i * 7919 % 101 "
            "as disease, (i * i // 1000) % 5 as income, i // 2 as person from range(250000) numbers(i)"
        )
        for person in (None, "person"):
            words: dict[str, Any] = {"individual": person, "metrics": ["all"], "connection": opened}
            for level in ("table", "class"):
                runs = []
                for threads in (1, 2, 4):
                    opened.execute(f"set threads = {threads}")
                    scores = score("records", ["first", "second"], ["disease", "income"], level=level, **words)
                    runs.append(by_class(scores))
                assert [changes(runs[0], run) for run in runs[1:]] == [{}, {}]
