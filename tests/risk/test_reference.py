"""The product gives the reference implementation's numbers on random tables of every kind."""

from __future__ import annotations

import csv
import itertools
import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

import duckdb
import polars as pl
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from reference import EquivalenceClass, Measured, Metrics, Recoding, canonical, measure
from sqlmetrics import Score, Scores, score
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.text import split_line

Nulls = Literal["category", "drop"]
Level = Literal["table", "class"]

INT64 = st.integers(-(2**63), 2**63 - 1)
WORDS = [
    "",
    " ",
    "a",
    "A",
    "a ",
    "é",
    "e\u0301",
    "ß",
    "日本",
    "🇫🇷",
    "\u202eb",
    "'",
    "''",
    '"',
    '""',
    "\\",
    "\\'",
    "a,b",
    "a\nb",
    "a\r\nb",
    "\t",
    "%",
    "_",
    "NULL",
    "null",
    "nan",
    "0",
    "-0",
    "0.0",
    "-0.0",
    "00",
    "true",
    "--",
    "/*",
    "{{ a }}",
    "{% raw %}",
    "$1",
    "?",
    ";",
    "[1, 2)",
    "raw",
    "\x00",
]
NAMES = [
    "select",
    "order",
    "group",
    "from",
    "null",
    "a b",
    " a",
    "a.b",
    "a,b",
    "a\nb",
    "a\r",
    "a\u2028b",
    'a"b',
    '"',
    "'",
    "\\",
    "é",
    "日本",
    "%",
    "--",
    "/*",
    "{{ a }}",
    "{% raw %}",
    "$1",
    "?",
    "n",
    "records",
    "value",
    "value_1",
    "value_2",
    "key_1",
    "raw_1",
    "individual",
    "domain",
    "raw",
    "source",
    "input",
    "counts",
    "mapping",
    "mapping_1",
    "attribute",
    "class",
    "target",
    "metric",
    "total",
    "rowid",
    "column0",
]


@dataclass(frozen=True)
class Kind:
    """A type of column: its Arrow type, its values and, where that is plain, a value's text."""

    arrow: pa.DataType
    values: st.SearchStrategy[Any]
    text: Callable[[Any], str] | None = None

    def some(self, count: int) -> st.SearchStrategy[list[Any]]:
        """Return a strategy for lists of values, some of which may be equal."""
        return st.lists(self.values, min_size=count, max_size=count)


TEXT = Kind(pa.string(), st.sampled_from(WORDS) | st.text(max_size=3), str)
INTEGER = Kind(
    pa.int64(),
    st.sampled_from([0, 1, -1, 2**63 - 1, 2**63 - 2, -(2**63), 2**53 + 1, 2**53]) | st.integers(-9, 99) | INT64,
    str,
)
SMALL = Kind(pa.int8(), st.integers(-128, 127), str)
UNSIGNED = Kind(pa.uint64(), st.sampled_from([0, 1, 2**63, 2**63 - 1, 2**64 - 1]) | st.integers(0, 2**64 - 1), str)
BOOLEAN = Kind(pa.bool_(), st.booleans(), lambda value: "true" if value else "false")
DAY = Kind(
    pa.date32(), st.sampled_from([date(1, 1, 1), date(1970, 1, 1), date(9999, 12, 31)]) | st.dates(), date.isoformat
)
MOMENT = Kind(
    pa.timestamp("us"),
    st.sampled_from([datetime(1970, 1, 1), datetime(1969, 12, 31, 23, 59, 59, 999999)]) | st.datetimes(),
)
AMOUNT = Kind(
    pa.decimal128(22, 3),
    st.integers(-(10**22) + 1, 10**22 - 1).map(lambda units: Decimal(units).scaleb(-3)),
    "{:f}".format,
)
FLOAT = Kind(
    pa.float64(), st.sampled_from([0.0, -0.0, math.nan, -math.nan, math.inf, -math.inf, 1.0, 0.1, 5e-324]) | st.floats()
)
CONSTANT = Kind(pa.string(), st.just("the same"), str)

PLAIN = [TEXT, INTEGER, SMALL, UNSIGNED, BOOLEAN, DAY, AMOUNT, CONSTANT]
ALL = [*PLAIN, MOMENT, FLOAT]
AS_FRAMES_HOLD_THEM = [TEXT, SMALL, BOOLEAN, DAY, CONSTANT]


@dataclass(frozen=True)
class Case:
    """A table with the options of a score.

    `rewritten` has the effect of the partitions on values, `written` their spelling for the
    product.
    """

    rows: list[dict[str, Any]]
    kinds: dict[str, Kind]
    quasi_identifiers: list[str]
    sensitive: list[str]
    individual: str | None
    nulls: Nulls
    written: dict[str, Any] = field(default_factory=dict)
    rewritten: dict[str, Recoding] = field(default_factory=dict)

    def table(self) -> pa.Table:
        """Return the rows as an Arrow table."""
        return pa.table(
            {name: pa.array([row[name] for row in self.rows], kind.arrow) for name, kind in self.kinds.items()}
        )

    def expected(self, target: str | None, *, raw: bool = False, **more: Any) -> Measured:
        """Return the reference's answer for one target.

        With `raw` the target's partition does not apply.
        """
        recodings = {column: recoding for column, recoding in self.rewritten.items() if not (raw and column == target)}
        return measure(
            self.rows,
            self.quasi_identifiers,
            target,
            individual=self.individual,
            nulls=self.nulls,
            recodings=recodings,
            **more,
        )

    def scored(self, relation: Any, **more: Any) -> Scores:
        """Return the product's answer for all targets."""
        partitions, people = self.written, self.individual
        return score(
            relation,
            self.quasi_identifiers,
            self.sensitive,
            individual=people,
            nulls=self.nulls,
            partitions=partitions,
            **more,
        )


@st.composite
def cases(
    draw: st.DrawFn,
    kinds: Sequence[Kind] = ALL,
    *,
    least: int = 0,
    sensitive: tuple[int, int] = (0, 2),
) -> Case:
    """Return a table of few values per column and some equal records, with roles for columns."""
    roles = (draw(st.integers(1, 3)), draw(st.integers(*sensitive)), draw(st.booleans()))
    width = sum(roles)
    names = draw(st.lists(st.sampled_from(NAMES), min_size=width, max_size=width, unique=True))
    chosen = dict(zip(names, draw(st.lists(st.sampled_from(kinds), min_size=width, max_size=width)), strict=True))
    pools = [
        draw(st.sampled_from([2, 3, 1]).flatmap(kind.some)) + ([None] if draw(st.booleans()) else [])
        for kind in chosen.values()
    ]
    size = draw(st.sampled_from([size for size in (24, 12, 18, 7, 4, 2, 1, 0) if size >= least]))
    rows = draw(st.lists(st.tuples(*(st.sampled_from(pool) for pool in pools)), min_size=size, max_size=size))
    rows += rows[: draw(st.sampled_from([0, 3, size]))]
    return Case(
        rows=[dict(zip(names, row, strict=True)) for row in rows],
        kinds=chosen,
        quasi_identifiers=names[: roles[0]],
        sensitive=names[roles[0] : roles[0] + roles[1]],
        individual=names[-1] if roles[2] else None,
        nulls=draw(st.sampled_from(["category", "drop"])),
    )


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection on which the tests register their tables, instead of one per test."""
    with duckdb.connect(config={"python_enable_replacements": False}) as opened:
        yield opened


def is_close(value: float | None, expected: float | None) -> bool:
    """Return whether two numbers agree to 1e-9, or both are undefined."""
    if value is None or expected is None:
        return value is expected
    return math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-9)


def differences(metrics: Metrics, expected: Metrics) -> dict[str, tuple[object, object]]:
    """Return the metrics that differ, or that only one side has, with both values."""
    return {
        name: (metrics.get(name, "missing"), expected.get(name, "unasked"))
        for name in metrics.keys() | expected.keys()
        if name not in metrics or name not in expected or not is_close(metrics[name], expected[name])
    }


def check_facts(
    scores: Sequence[Score], case: Case, level: Level, partition: str | None, reasons: Mapping[str, str]
) -> None:
    """Assert the facts of every record of a target beside its value.

    An undefined value has its reason, a defined one has none.
    """
    for record in scores:
        assert split_line(record.quasi_identifiers) == case.quasi_identifiers
        assert (record.partition, record.level) == (partition, level)
        if record.value is not None:
            assert record.reason is None
        elif record.metric in reasons:
            assert record.reason == reasons[record.metric]
        else:
            assert record.reason


def check_table(scores: Sequence[Score], case: Case, expected: Measured, partition: str | None = None) -> None:
    """Assert that the table's scores of one target are the reference's."""
    check_facts(scores, case, "table", partition, expected.reasons)
    assert {(record.class_, record.records) for record in scores} == {(None, expected.records)}
    values = {record.metric: record.value for record in scores}
    assert len(values) == len(scores)
    assert differences(values, expected.table) == {}


def check_classes(scores: Sequence[Score], case: Case, expected: Measured, partition: str | None = None) -> None:
    """Assert that the classes' scores of one target are the reference's.

    Classes are matched by their names where these are plain.
    """
    check_facts(scores, case, "class", partition, expected.reasons)
    by_class = [list(group) for _, group in itertools.groupby(scores, key=lambda record: record.class_)]
    classes = [
        EquivalenceClass(group[0].records, {record.metric: record.value for record in group}) for group in by_class
    ]
    assert all({record.records for record in group} == {group[0].records} for group in by_class)
    texts = [str if column in case.rewritten else case.kinds[column].text for column in case.quasi_identifiers]
    if None not in texts:
        named = dict(zip([tuple(split_line(group[0].class_ or "")) for group in by_class], classes, strict=True))
        wanted = {
            tuple(
                None if value is None or text is None else text(value) for value, text in zip(key, texts, strict=True)
            ): of_class
            for key, of_class in expected.classes.items()
        }
        assert named.keys() == wanted.keys()
        pairs = [(named[key], wanted[key]) for key in wanted]
    else:
        pairs = list(zip(sorted(classes, key=place), sorted(expected.classes.values(), key=place), strict=True))
    assert len(classes) == len(expected.classes)
    for of_class, wanted_class in pairs:
        assert of_class.records == wanted_class.records
        assert differences(of_class.metrics, wanted_class.metrics) == {}


def place(of_class: EquivalenceClass) -> tuple[object, ...]:
    """Return a sort key of classes without their names.

    Numbers are rounded, so that noise in the last digits orders nothing.
    """
    return (
        of_class.records,
        *(-1.0 if value is None else round(value, 6) for _, value in sorted(of_class.metrics.items())),
    )


def check_target(scores: Sequence[Score], case: Case, expected: Measured, partition: str | None = None) -> None:
    """Assert that one target's scores are the reference's, at the table's or the classes' level.

    A target without classes has no records of scores.
    """
    check = check_table if scores and scores[0].level == "table" else check_classes
    check(scores, case, expected, partition)


def of_target(scores: Scores, target: str | None, partition: str | None = None) -> list[Score]:
    """Return one target's records in the order of the answer."""
    return [
        record for record in scores.scores if (record.target, record.partition) == (target or "identity", partition)
    ]


def check_all(scores: Scores, case: Case, **more: Any) -> None:
    """Assert that all targets' scores and the facts of the relation are the reference's."""
    assert scores.records == len(case.rows)
    if case.individual is None:
        assert scores.individuals is None
    elif case.nulls == "category":
        assert scores.individuals == len({canonical(row[case.individual]) for row in case.rows})
    left_out = {target: len(case.rows) - case.expected(target).records for target in (None, *case.sensitive)}
    assert scores.left_out == (
        {target or "identity": count for target, count in left_out.items()} if case.nulls == "drop" else {}
    )
    assert {record.target for record in scores.scores} <= {"identity", *case.sensitive}
    for target in (None, *case.sensitive):
        check_target(of_target(scores, target), case, case.expected(target, **(more if target is not None else {})))


def test_the_reference_gives_what_is_derived_by_hand() -> None:
    """Four records in two classes, one of them certain, have the reference's values by hand.

    All follows from H(X) = 2 - 3/4 log2 3 and H(X|Y) = 1/2.
    """
    rows = [{"k": key, "x": value} for key, value in [("a", 1), ("a", 2), ("b", 1), ("b", 1)]]
    of_x = measure(rows, ["k"], "x")
    whole = 2 - 0.75 * math.log2(3)
    derived: Metrics = {
        "entropy": whole,
        "joint_entropy": 1.5,
        "conditional_entropy": 0.5,
        "normalized_conditional_entropy": 0.5 / whole,
        "mutual_information": whole - 0.5,
        "discrimination_rate": 1 - 0.5 / whole,
        "conditional_privacy": 1 - 2 ** (0.5 - whole),
        "maximum_information_leakage": whole,
        "entropy_l_diversity_risk": 1,
        "itpr": 1,
        "alpha_k_anonymity": 1,
        "distinct_l_diversity": 1,
        "t_closeness_equal": 0.25,
        "a_diff": 0.25,
        "a_know": 0.25,
        # the shares of 1 and 2 are 3/4 and 1/4, in one class 1/2 and 1/2, in the other 1 and 0
        "delta_disclosure": math.log(2),
        "a_quot": math.log(2),
        "delta_disclosure_strict": None,
        "basic_beta_likeness": 1,
        "enhanced_beta_likeness": None,  # of 1, 1/3 is gained in the second class, more than ln 4/3
        "entropy_l_diversity": 1,
        "recursive_cl_diversity": None,
        "skewness": whole,
        "specific_surprise": math.log2(4 / 3),
        "j_measure": math.log2(4 / 3) / 2,
        "value_imbalance": 2,
        "a_acc": 0,
        "baseline_accuracy": 0.75,
        "posterior_accuracy": 0.75,  # 1 for one of the two of the first class, for both of the second
        "gain_bound": 1,
        "miller_madow_entropy": whole + 1 / (8 * math.log(2)),
        "miller_madow_joint_entropy": 1.5 + 2 / (8 * math.log(2)),
        "miller_madow_conditional_entropy": 0.5 + 1 / (8 * math.log(2)),
        "miller_madow_mutual_information": whole - 0.5,
        "miller_madow_discrimination_rate": 1 - (0.5 + 1 / (8 * math.log(2))) / (whole + 1 / (8 * math.log(2))),
        # of the two classes of two, one always holds the single 2: chance gives as much as there is
        "adjusted_discrimination_rate": 0,
    }
    assert differences(of_x.table, derived) == {}
    certain: Metrics = {
        "discrimination_rate": 1,
        "itpr": 1,
        "alpha_k_anonymity": 1,
        "distinct_l_diversity": 1,
        "conditional_entropy": 0,
    }
    assert certain.items() <= of_x.classes[("b",)].metrics.items()
    assert of_x.classes[("a",)].metrics["itpr"] == pytest.approx(1 - 1 / whole, rel=1e-12)
    identity = measure(rows, ["k"])
    assert (identity.table["k_anonymity"], identity.table["entropy"], identity.table["discrimination_rate"]) == (
        2,
        2,
        0.5,
    )
    singled_out: Metrics = {
        "prosecutor_risk": 0.5,
        "average_prosecutor_risk": 0.5,
        "records_at_risk": 1,
        "uniqueness": 0,
        "distinction": 0.5,
        "separation": 2 / 3,
    }
    assert differences({name: identity.table[name] for name in singled_out}, singled_out) == {}


def test_the_reference_has_every_metric() -> None:
    """Each metric of a relation alone is computed here, too, but of populations and events."""
    rows = [{"k": "a", "x": 1}]
    computed = {*measure(rows, ["k"], individual="x").table}
    computed |= measure(rows, ["k"], "x", order="natural", hierarchy={}).table.keys()
    of_tables = {
        name
        for name, metric in catalogue().items()
        if metric.targets not in {"population", "sampled", "weighted", "households", "events", "releases"}
    }
    assert of_tables - computed == set()


@examples(60)
@given(case=cases())
def test_table_scores_are_the_reference_s(connection: duckdb.DuckDBPyConnection, case: Case) -> None:
    """Every metric of every target is the reference's, for columns of any name and type."""
    connection.register("given", case.table())
    check_all(case.scored("given", connection=connection, metrics=["all"]), case)


@examples(80)
@given(case=cases())
def test_class_scores_are_the_reference_s(connection: duckdb.DuckDBPyConnection, case: Case) -> None:
    """Every class has the reference's records and metrics, under the name of its key values."""
    connection.register("given", case.table())
    check_all(case.scored("given", connection=connection, metrics=["all"], level="class"), case)


@pytest.mark.parametrize("form", ["pandas", "polars", "arrow"])
@examples(10)
@given(case=cases(AS_FRAMES_HOLD_THEM, sensitive=(1, 2)))
def test_frames_score_as_their_rows(form: str, case: Case) -> None:
    """A frame scores as its rows; pandas' stand-ins for NULL are NULL."""
    table = case.table()
    frame = {"pandas": table.to_pandas, "polars": lambda: pl.from_arrow(table), "arrow": lambda: table}[form]()
    check_all(case.scored(frame, metrics=["all"]), case)


@examples(15)
@given(case=cases(), stem=st.sampled_from(["plain", "a b", "it's", "a,b.c", '"', "é", "%"]))
def test_parquet_files_and_tables_score_as_their_rows(
    tmp_path_factory: pytest.TempPathFactory, case: Case, stem: str
) -> None:
    """A Parquet file and a table of a database score as their rows, for columns of any name."""
    path = tmp_path_factory.mktemp("files") / f"{stem}.parquet"
    pq.write_table(case.table(), path)
    check_all(case.scored(path, level="class", metrics=["all"]), case)
    name = '"' + stem.replace('"', '""') + '"'
    with duckdb.connect() as opened:
        opened.register("given", case.table())
        opened.execute(f"create table {name} as select * from given")
        check_all(case.scored(name, connection=opened, metrics=["all"]), case)


@examples(25)
@given(case=cases(sensitive=(1, 2)), level=st.sampled_from(["table", "class"]))
def test_ordered_distances_follow_the_values_own_order(
    connection: duckdb.DuckDBPyConnection, case: Case, level: Level
) -> None:
    """Values of any type without an order ascend, with NaN and then NULL last."""
    connection.register("given", case.table())
    scores = case.scored("given", connection=connection, metrics=["all", "t_closeness_ordered"], level=level)
    check_all(scores, case, order="natural")


@examples(25)
@given(case=cases(PLAIN, sensitive=(1, 1)), level=st.sampled_from(["table", "class"]), data=st.data())
def test_ordered_distances_follow_the_order_given(
    connection: duckdb.DuckDBPyConnection, case: Case, level: Level, data: st.DataObject
) -> None:
    """A given order places the values, and a value without a place makes the distance undefined."""
    column, text = case.sensitive[0], case.kinds[case.sensitive[0]].text or str
    present = sorted({row[column] for row in case.rows if row[column] is not None})
    order = data.draw(st.permutations(present)) if present else []
    listed = order[: data.draw(st.sampled_from([len(order), len(order), max(len(order) - 1, 0)]))]
    written = [value if isinstance(value, bool | int | str) else text(value) for value in listed]
    connection.register("given", case.table())
    scores = case.scored(
        "given", connection=connection, metrics=["all"], level=level, orders={column: [*written, "nowhere else"]}
    )
    check_all(scores, case, order=listed)


@examples(25)
@given(case=cases(PLAIN, sensitive=(1, 1)), level=st.sampled_from(["table", "class"]), data=st.data())
def test_hierarchical_distances_follow_the_tree(
    connection: duckdb.DuckDBPyConnection,
    tmp_path_factory: pytest.TempPathFactory,
    case: Case,
    level: Level,
    data: st.DataObject,
) -> None:
    """The distance over a hierarchy is the earth mover's.

    It is undefined where a value has no place.
    """
    column, text = case.sensitive[0], case.kinds[case.sensitive[0]].text or str
    values = sorted({row[column] for row in case.rows if row[column] is not None})
    parents = {"p": "f", "q": "f", "r": "g", "s": "h"}
    below = {value: data.draw(st.sampled_from(sorted(parents))) for value in [*values, "nowhere else"]}
    height = data.draw(st.integers(2, 3))
    ancestors = {value: ((parent, parents[parent]) if height == 3 else (parent,)) for value, parent in below.items()}
    hierarchy = {value: (*nodes, "any") for value, nodes in ancestors.items()}
    path = tmp_path_factory.mktemp("hierarchies") / "hierarchy.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows(
            (value if isinstance(value, str) else text(value), *nodes) for value, nodes in hierarchy.items()
        )
    connection.register("given", case.table())
    metrics = ["all", "t_closeness_ordered"]
    scores = case.scored("given", connection=connection, metrics=metrics, level=level, hierarchies={column: path})
    check_all(scores, case, hierarchy=hierarchy, order="natural")


@pytest.mark.parametrize("value", ["a\nb", "a\r\nb", "a\u2028b", "a\x1eb", "\x85", 'a "b"', "a;b", "a,b", ""])
def test_files_of_values_hold_what_csv_holds(tmp_path: Path, value: str) -> None:
    """Files of mappings and hierarchies name any text that CSV can quote.

    A line ends only where CSV ends it.
    """
    frame = pa.table({"k": [value, value, "c"], "x": [value, "c", "c"]})
    mapping, hierarchy = tmp_path / "mapping.csv", tmp_path / "hierarchy.csv"
    with mapping.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("value", "domain"), (value, "known"), ("c", "other")])
    with hierarchy.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows([(value, "any"), ("c", "any")])
    scores = score(frame, "k", "x", partitions={"k": mapping}, hierarchies={"x": hierarchy}, level="class")
    assert scores.value("k_anonymity", key=["known"]) == 2
    # p = (1/3, 2/3): the class of two has (1/2, 1/2), the class of one (0, 1); the two values are a
    # whole height apart
    assert scores.value("t_closeness_hierarchical", key=["known"]) == pytest.approx(1 / 6, abs=1e-12)
    assert scores.value("t_closeness_hierarchical", key=["other"]) == pytest.approx(1 / 3, abs=1e-12)


def test_a_hierarchy_may_list_a_value_twice(tmp_path: Path) -> None:
    """A line that stands twice in a hierarchy's file is one value."""
    path = tmp_path / "hierarchy.csv"
    path.write_text("a;A;any\na;A;any\nb;A;any\nc;B;any\nd;B;any\n", encoding="utf-8")
    frame = pa.table({"k": [1, 1, 2, 2], "x": ["a", "b", "c", "d"]})
    scores = score(frame, "k", "x", hierarchies={"x": path}, metrics=["t_closeness_hierarchical"])
    # half of a class's records must come from the other branch, whose values are as far apart as
    # the root: 2 levels of 2
    assert scores.value("t_closeness_hierarchical") == pytest.approx(0.5, abs=1e-12)


DOMAINS = ["low", "high", "it's", '"', 'a "b"', "back\\slash", "a,b", "a\nb", "日本", "%", "[1, 2)", "*", "{{ a }}"]


@st.composite
def mappings(
    draw: st.DrawFn, present: Sequence[Any], text: Callable[[Any], str], padding: Sequence[int]
) -> tuple[dict[str, Any], Recoding]:
    """Return a mapping in a spec's words, and as a function.

    Values that it leaves out are kept or get a name, as it says.
    """
    unmapped = draw(st.sampled_from(["error", "keep", "the rest", "it's", 'a "b"', "\\", "low"]))
    mapped = present if unmapped == "error" else [value for value in present if draw(st.booleans())]
    domains = draw(
        st.lists(st.sampled_from([*DOMAINS, *map(text, present)]), min_size=len(mapped), max_size=len(mapped))
    )
    lookup = dict(zip(map(text, mapped), domains, strict=True))
    more = {f"no value {number}": "low" for number in range(draw(st.sampled_from(padding)))}
    as_written = [
        value if isinstance(value, bool | int | str) and draw(st.booleans()) else text(value) for value in mapped
    ]
    pairs = dict(zip(as_written, domains, strict=True)) | more or {"no value": "low"}
    written: dict[str, Any] = {"mapping": pairs, "unmapped": unmapped}
    if draw(st.booleans()):
        written = {
            "domains": {name: [value for value in pairs if pairs[value] == name] for name in pairs.values()},
            "unmapped": unmapped,
        }

    def recode(value: Any) -> str:
        return lookup.get(text(value), text(value) if unmapped == "keep" else unmapped)

    return written, recode


@st.composite
def cuts(draw: st.DrawFn, present: Sequence[int]) -> tuple[dict[str, Any], Recoding]:
    """Return intervals between cut points in a spec's words, and as a function."""
    near = [value + step for value in present for step in (-1, 0, 1)]
    points = draw(st.lists(st.sampled_from([*near, -1000, 0, 30]), min_size=1, max_size=4, unique=True).map(sorted))
    closed = draw(st.sampled_from(["left", "right"]))
    ends = ["-inf", *map(str, points), "inf"]
    marks = ("[", ")") if closed == "left" else ("(", "]")
    names = [
        f"{'(' if low == '-inf' else marks[0]}{low}, {high}{')' if high == 'inf' else marks[1]}"
        for low, high in itertools.pairwise(ends)
    ]
    if draw(st.booleans()):
        names = [f"it's {name}" for name in names]
        written = {"cuts": points, "closed": closed, "labels": names}
    else:
        written = {"cuts": points} | ({"closed": closed} if closed == "right" else {})

    def recode(value: Any) -> str:
        return names[bisect_right(points, value) if closed == "left" else bisect_left(points, value)]

    return written, recode


@st.composite
def prefixes(draw: st.DrawFn, text: Callable[[Any], str]) -> tuple[dict[str, Any], Recoding]:
    """Return a prefix's length in a spec's words, and as a function."""
    length = draw(st.integers(0, 2))

    def recode(value: Any) -> str:
        return text(value)[:length] + "*" * len(text(value)[length:])

    return {"prefix": length}, recode


@st.composite
def partitioned(draw: st.DrawFn, padding: Sequence[int]) -> Case:
    """Return a case where some quasi-identifiers and sensitive attributes have a partition."""
    case = draw(cases(PLAIN, sensitive=(1, 2)))
    for column in (*case.quasi_identifiers, *case.sensitive):
        kind = case.kinds[column]
        present = sorted({row[column] for row in case.rows if row[column] is not None})
        text = kind.text or str
        form = draw(
            st.sampled_from(["mapping", "cuts" if kind in {INTEGER, SMALL, UNSIGNED} else "mapping", "prefix", "none"])
        )
        if form == "none":
            continue
        strategies = {"mapping": mappings(present, text, padding), "cuts": cuts(present), "prefix": prefixes(text)}
        written, recode = draw(strategies[form])
        if draw(st.booleans()):
            written = written | {"name": "it's a partition"}
        both = column in case.sensitive and draw(st.booleans())
        case.written[column] = ["raw", written] if both else written
        case.rewritten[column] = recode
    return case


@pytest.mark.parametrize("padding", [(0,), (0, 70)], ids=["small", "large"])
@examples(30)
@given(data=st.data(), level=st.sampled_from(["table", "class"]))
def test_partitions_replace_values(
    connection: duckdb.DuckDBPyConnection, padding: Sequence[int], data: st.DataObject, level: Level
) -> None:
    """A partition scores as the table that has its domains instead of the values."""
    case = data.draw(partitioned(padding))
    connection.register("given", case.table())
    scores = case.scored("given", connection=connection, metrics=["all"], level=level)
    assert scores.recodings.keys() == case.written.keys() & {*case.quasi_identifiers}
    seen = 0
    for target in (None, *case.sensitive):
        written = case.written.get(target or "", "raw")
        entries: list[Any] = written if isinstance(written, list) else [written]
        for entry in entries:
            name = (
                None
                if entry == "raw"
                else entry.get("name", f"{target}:{entry['prefix']}" if "prefix" in entry else target)
            )
            records = of_target(scores, target, name)
            check_target(records, case, case.expected(target, raw=entry == "raw"), name)
            seen += len(records)
    assert seen == len(scores.scores)


@examples(30)
@given(case=cases(PLAIN, least=1, sensitive=(1, 2)), limit=st.integers(1, 4))
def test_a_limit_keeps_the_riskiest_classes(connection: duckdb.DuckDBPyConnection, case: Case, limit: int) -> None:
    """A limit keeps so many classes of each target, and none of the others leaks more."""
    connection.register("given", case.table())
    scores = case.scored(
        "given", connection=connection, metrics=["maximum_information_leakage"], level="class", limit=limit
    )
    for target in (None, *case.sensitive):
        of_classes = case.expected(target).classes.values()
        expected = sorted(
            (of_class.metrics["maximum_information_leakage"] or 0.0 for of_class in of_classes), reverse=True
        )
        assert [record.value for record in of_target(scores, target)] == pytest.approx(
            expected[:limit], rel=1e-9, abs=1e-9
        )


@pytest.mark.parametrize("unmapped", ["error", "keep", "the rest"])
@pytest.mark.parametrize("column", ["key", "value"])
def test_a_partition_takes_negative_zero_for_zero(column: str, unmapped: str) -> None:
    """A mapping of 0.0 holds for -0.0 too, and unmapped zeros stay one value."""
    zeros = [0.0, -0.0, -0.0, 0.0, 1.0, 1.0]
    other = [1.0, 1.0, 2.0, 2.0, 1.0, 2.0]
    rows = [
        {column: zero, "key" if column == "value" else "value": number}
        for zero, number in zip(zeros, other, strict=True)
    ]
    mapping = {1.0: "one"} | ({0.0: "nothing"} if unmapped == "error" else {})
    frame = pa.table({name: pa.array([row[name] for row in rows], pa.float64()) for name in ("key", "value")})
    scores = score(
        frame, "key", "value", metrics=["all"], partitions={column: {"mapping": mapping, "unmapped": unmapped}}
    )
    for target in (None, "value"):
        values = {record.metric: record.value for record in scores.scores if record.target == (target or "identity")}
        assert differences(values, measure(rows, ["key"], target).table) == {}


@pytest.mark.parametrize("unmapped", ["error", "keep", "the rest"])
def test_a_band_has_both_zeros(unmapped: str) -> None:
    """A zero with a sign is in the band of zero, and one kept value where no band has zero."""
    frame = pa.table({"key": pa.array([0.0, -0.0, 0.5, -0.5], pa.float64())})
    bands: dict[str, Any] = {"cuts": [-1, 1], "unmapped": unmapped}
    assert score(frame, "key", metrics=["k_anonymity"], partitions={"key": bands}).value("k_anonymity") == 4
    above = {"intervals": {"above": "(0, inf)", "below": "(-inf, 0)"}, "unmapped": "keep"}
    scores = score(frame, "key", metrics=["k_anonymity"], level="class", partitions={"key": above})
    assert sorted(one.value for one in scores.scores if one.value is not None) == [1, 1, 2]


@pytest.mark.parametrize("unmapped", ["keep", "the rest"])
@pytest.mark.parametrize("column", ["key", "value"])
def test_a_partition_tells_texts_apart_that_spell_one_number(column: str, unmapped: str) -> None:
    """The texts '-0.0', '0.0', '-0' and '0' are four values; only the named one is mapped."""
    other = ["p", "q", "q", "p", "p", "q"]
    rows = [
        {column: text, "key" if column == "value" else "value": value}
        for text, value in zip(["-0.0", "0.0", "-0", "0", "0", "-0"], other, strict=True)
    ]
    frame = pa.table({name: [row[name] for row in rows] for name in ("key", "value")})
    scores = score(
        frame, "key", "value", metrics=["all"], partitions={column: {"mapping": {"0": "nothing"}, "unmapped": unmapped}}
    )
    recode = {"0": "nothing"} | {text: text if unmapped == "keep" else unmapped for text in ("-0.0", "0.0", "-0")}
    for target in (None, "value"):
        values = {record.metric: record.value for record in scores.scores if record.target == (target or "identity")}
        assert differences(values, measure(rows, ["key"], target, recodings={column: recode}).table) == {}
