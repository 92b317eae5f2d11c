"""What published tables give away: small tables by plain loops, and cases by hand."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import duckdb
import pytest

import sqlmetrics
from conftest import Run
from engines import Database
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.output_entries import output_entries
from sqlmetrics.risk.outputs import outputs_question
from sqlmetrics.scoring.question import Asked
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.entries import plan_entries

COLUMNS = ("a", "b", "c", "person", "cost", "copies")
CUBE = [part for size in range(3, -1, -1) for part in combinations("abc", size)]


class Rules(NamedTuple):
    """The rules of a test."""

    minimum_frequency: int = 2
    dominance: tuple[int, int] = (1, 60)
    p_percent: int = 20
    class_share: float = 1


def small_table(seed: int) -> list[dict[str, Any]]:
    """Return up to 14 records with NULLs; a person may have several, and amounts may be below 0."""
    draw = Random(seed)
    lowest = draw.choice([0, 0, 0, -2])
    copies = {person: draw.choice([1, 2, 1.5, 0.25]) for person in range(9)}
    records = []
    for _ in range(draw.randint(1, 14)):
        person = draw.randrange(9)
        cost = None if draw.random() < 0.1 else draw.choice([0, draw.randint(lowest, 12)])
        values = (draw.choice([None, 1, 2]), draw.choice(["x", "y", None, ""]), draw.choice([7, 7, 7, 8]))
        records.append(dict(zip(COLUMNS, (*values, person, cost, copies[person]), strict=True)))
    return records


def contributions(records: Sequence[dict[str, Any]], keys: Sequence[str], words: dict[str, Any]) -> dict[Any, Any]:
    """Return what each contributor adds to each cell: the amount, and for how many copies."""
    cells: dict[Any, dict[Any, list[Fraction]]] = defaultdict(dict)
    for place, record in enumerate(records):
        amount = record[words["measure"]] if "measure" in words else 0
        if amount is not None:
            who = record["person"] if "individual" in words else place
            copies = Fraction(record["copies"]) if "weight" in words else Fraction(1)
            own = cells[tuple(record[key] for key in keys)].setdefault(who, [Fraction(0), copies])
            own[0] += amount
    return cells


def top(people: Sequence[list[Fraction]], copies: int) -> Fraction:
    """Return the sum of the largest contributions, the last of them in part."""
    left, taken = Fraction(copies), Fraction(0)
    for amount, weight in sorted(people, reverse=True):
        used = min(weight, left)
        taken, left = taken + used * amount, left - used
    return taken


def by_loops(records: Sequence[dict[str, Any]], keys: Sequence[str], words: dict[str, Any], rules: Rules) -> Any:
    """Return the scores of a table, and of each cell: its people and the rules that it breaks."""
    cells = contributions(records, keys, words)
    largest, percent = rules.dominance
    found: dict[Any, list[Any]] = {}
    for key, own in cells.items():
        people = list(own.values())
        total = sum((amount * weight for amount, weight in people), Fraction(0))
        known = "measure" in words and min(amount for amount, _ in people) >= 0
        dominated = 100 * top(people, largest) > percent * total if known else None
        close = 100 * (total - top(people, 2)) < rules.p_percent * top(people, 1) if known else None
        found[key] = [len(people), len(people) < rules.minimum_frequency, dominated, close, []]
    lines = structural = 0
    for place, column in enumerate(keys):
        values = {record for (record,) in contributions(records, [column], words)}
        rest = [*keys[:place], *keys[place + 1 :]]
        for line, people in contributions(records, rest, words).items():
            within = [key for key in found if (*key[:place], *key[place + 1 :]) == line]
            share = Fraction(str(rules.class_share))
            full = [
                key
                for key in within
                if (found[key][0] == len(people) if share == 1 else found[key][0] > share * len(people))
            ]
            if full and len(people) >= rules.minimum_frequency:
                structural += len(values) == 1
                lines += len(values) > 1
                for key in full if len(values) > 1 else []:
                    found[key][4].append(column)
    possible = 1
    for column in keys:
        possible *= len(contributions(records, [column], words))
    return found, lines, structural, possible - len(found) if found else 0


def check_tables(
    records: list[dict[str, Any]], tables: sqlmetrics.Outputs, words: dict[str, Any], rules: Rules
) -> None:
    """Hold each table, and each of its cells that breaks a rule, against the loops."""
    assert [table.keys for table in tables] == CUBE
    for table in tables:
        found, lines, structural, zeros = by_loops(records, table.keys, words, rules)
        cells = list(found.values())
        assert table.cells == len(cells)
        assert table.minimum_frequency == min((cell[0] for cell in cells), default=None)
        assert table.cells_below == sum(cell[1] for cell in cells)
        negative = sum(cell[2] is None for cell in cells) if "measure" in words else 0
        assert table.negative_cells == negative
        for place, count in ((2, table.dominated_cells), (3, table.p_percent_cells)):
            undefined = negative or "measure" not in words
            assert count == (None if undefined else sum(cell[place] for cell in cells))
        assert (table.class_disclosing_lines, table.structural_lines) == (lines, structural)
        assert table.zero_cells == zeros
        broken = {key: cell for key, cell in found.items() if any(cell[1:4]) or cell[4]}
        named = {named_cell(key): [*cell[:4], tuple(cell[4])] for key, cell in broken.items()}
        assert {cell.class_: [*cell[2:6], cell.lines] for cell in table.unsafe_cells} == named
        assert [cell.people for cell in table.unsafe_cells] == sorted(cell[0] for cell in broken.values())


def named_cell(key: Sequence[Any]) -> str:
    """Return the values of a cell as a line of CSV: NULL is empty, and an empty text is quoted."""
    return ",".join("" if value is None else '""' if value == "" else str(value) for value in key)


WORDS: list[dict[str, Any]] = [
    {"measure": "cost", "individual": "person"},
    {"measure": "cost"},
    {"measure": "cost", "weight": "copies"},
    {"measure": "cost", "weight": "copies", "individual": "person"},
    {"individual": "person"},
    {},
]


def frame(records: list[dict[str, Any]]) -> duckdb.DuckDBPyRelation:
    """Return records as a relation of DuckDB."""
    rows = [tuple(record.values()) for record in records]
    marks = ", ".join(f"({', '.join('?' * len(COLUMNS))})" for _ in rows)
    kinds = ("integer", "varchar", "integer", "integer", "integer", "double")
    types = ", ".join(f"{name}::{kind} as {name}" for name, kind in zip(COLUMNS, kinds, strict=True))
    text = f"select {types} from (values {marks}) as t({', '.join(COLUMNS)})"
    relation = duckdb.sql(text, params=[value for row in rows for value in row])
    assert relation is not None
    return relation


@pytest.mark.parametrize("words", WORDS, ids=lambda words: " ".join(words) or "counts")
def test_small_tables_equal_plain_loops(words: dict[str, Any]) -> None:
    """Each table of a cube of small random tables gives what loops over its records give."""
    for seed in range(6):
        records = small_table(seed)
        shares = [Rules(3, (2, 75), 50, 0.6), Rules(1, (3, 90), 100, 0.9), Rules(class_share=0.5)]
        rules = [Rules(), *shares][seed % 4]
        tables = sqlmetrics.outputs(frame(records), cube=["a", "b", "c"], **words, **rules._asdict())
        check_tables(records, tables, words, rules)


@pytest.mark.parametrize("words", WORDS[:4], ids=" ".join)
def test_sqlite_gives_the_same_tables(words: dict[str, Any], tmp_path: Path) -> None:
    """SQLite has no grouping sets, and its statement gives what loops give."""
    records = small_table(21)
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as connection:
        connection.execute("create table t (a integer, b text, c integer, person integer, cost integer, copies real)")
        connection.executemany("insert into t values (?, ?, ?, ?, ?, ?)", [tuple(one.values()) for one in records])
        connection.commit()
    url = f"sqlite:///{tmp_path / 't.sqlite'}"
    tables = sqlmetrics.outputs("t", url=url, cube=["a", "b", "c"], **words, **Rules()._asdict())
    check_tables(records, tables, words, Rules())


def costs(*amounts: Any, **words: Any) -> Any:
    """Return the only table of records of one group with these amounts."""
    relation = {"a": [1] * len(amounts), "cost": list(amounts)}
    (table,) = sqlmetrics.outputs(relation, keys=["a"], measure="cost", minimum_frequency=1, **words)
    return table


def test_a_cell_at_a_limit_passes() -> None:
    """n = 1, k = 58: 29 of 50 are 58 %; p = 10: the others have 5, which is 10 % of 50."""
    assert costs(29, 11, 10, dominance=(1, 58)).dominated_cells == 0
    assert costs(30, 10, 10, dominance=(1, 58)).dominated_cells == 1
    assert costs(0.29, 0.11, 0.1, dominance=(1, 58)).dominated_cells == 0
    assert costs(0.3, 0.1, 0.1, dominance=(1, 60)).dominated_cells == 0
    assert costs(50, 40, 5, p_percent=10).p_percent_cells == 0
    assert costs(50, 40, 4, p_percent=10).p_percent_cells == 1
    assert costs(0.5, 0.3, 0.05, p_percent=10).p_percent_cells == 0
    assert costs(7, dominance=(2, 100)).dominated_cells == 0


def test_a_cell_of_zeros_is_not_dominated() -> None:
    """0 is not more than k % of 0; a single contributor is, and is known to the others."""
    assert costs(0, 0, 0)[4:6] == (0, 0)
    assert costs(3)[4:6] == (1, 1)


def test_amounts_below_0_leave_the_rules_on_sums_undefined() -> None:
    """The reason says how many cells have them, and how many of the others break the rule."""
    relation = {"a": [1, 1, 2], "cost": [5, -1, 3]}
    (table,) = sqlmetrics.outputs(relation, keys=["a"], measure="cost")
    assert (table.dominated_cells, table.p_percent_cells, table.negative_cells) == (None, None, 1)
    assert table.reasons["dominated_cells"] == "amounts below 0 in 1 cell; of the others 1 breaks the rule"
    assert [(cell.dominated, cell.p_percent) for cell in table.unsafe_cells] == [(True, True), (None, None)]


@pytest.mark.parametrize("limit", [None, 2])
def test_a_cell_that_breaks_one_rule_is_unsafe_and_one_whose_rules_are_undefined_is_not(limit: int | None) -> None:
    """90 of 105 are above 60 %, the others' 10 are 5 % of 90; cells 3 and 4 have fewer people."""
    relation = {"a": [1] * 4 + [2] * 4 + [3] * 3 + [4] * 3, "cost": [90, 5, 5, 5] * 2 + [5, -1, 3] + [3, 3, 3]}
    rules: dict[str, Any] = {"minimum_frequency": 3, "dominance": (1, 60), "p_percent": 5}
    (table,) = sqlmetrics.outputs(relation, keys=["a"], measure="cost", limit=limit, **rules)
    assert [cell[1:6] for cell in table.unsafe_cells] == [("1", 4, False, True, False), ("2", 4, False, True, False)]
    assert repr(table).startswith("PublishedTable(keys=('a',), cells=4, minimum_frequency=3,")
    assert repr(table).endswith("}, 2 unsafe cells)")


def test_two_records_of_a_person_are_one_contribution() -> None:
    """10 records of two people: cells have 2 people, and one of them has 9 tenths of the sum."""
    relation = {"a": [1] * 10, "who": ["p"] * 9 + ["q"], "cost": [1] * 10}
    (table,) = sqlmetrics.outputs(relation, keys=["a"], measure="cost", individual="who", dominance=(1, 89))
    assert (table.minimum_frequency, table.cells_below, table.dominated_cells) == (2, 1, 1)
    (records,) = sqlmetrics.outputs(relation, keys=["a"], measure="cost", dominance=(1, 89))
    assert (records.minimum_frequency, records.cells_below, records.dominated_cells) == (10, 0, 0)


def test_a_person_in_two_cells_is_one_in_their_line() -> None:
    """Both cells of the line have all of its two people, and the line counts once."""
    relation = {"a": [1, 1, 1, 1, 2], "b": ["x", "y", "x", "y", "z"], "who": [1, 1, 2, 2, 3]}
    (table,) = sqlmetrics.outputs(relation, keys=[["a", "b"]], individual="who", minimum_frequency=2)
    assert [cell.lines for cell in table.unsafe_cells if cell.people == 2] == [("a", "b"), ("a", "b")]
    assert table.class_disclosing_lines == 3
    assert table.zero_cells == 3


def test_a_relation_without_people_has_tables_without_cells() -> None:
    """The smallest cell is undefined, with the reason; nothing else is counted."""
    empty = duckdb.sql("select 1 as a, 2 as cost where false")
    (table,) = sqlmetrics.outputs(empty, keys=["a"], measure="cost")
    assert (table.cells, table.minimum_frequency, table.cells_below) == (0, None, 0)
    assert table.reasons == {"minimum_frequency": "the table has no people"}


@pytest.mark.parametrize(("individual", "shown"), [(None, True), ("p", False)])
def test_every_engine_gives_the_same_cells(
    engine: Database, truth: Database, individual: str | None, shown: bool
) -> None:
    """The rows of every engine are DuckDB's, which the loops prove."""
    outputs = {"cube": ["k", "g"], "measure": "y", "minimum_frequency": 4, "dominance": [1, 30], "p_percent": 10}
    spec = parse_spec({"relation": "t", "individual": individual, "outputs": outputs})

    def rows(database: Database) -> list[tuple[Any, ...]]:
        question = outputs_question(spec, show_values=shown)
        asked = Asked(question.plan, database.facts, database.relation("t"), None, ())
        found = database.rows(question.written(asked))
        return [(*(None if value is None else float(value) for value in row[:-1]), row[-1]) for row in found]

    assert rows(engine) == rows(truth)


def test_what_is_printed_is_what_runs(tmp_path: Path, run: Callable[..., Run]) -> None:
    """The printed statement gives the rows that the command counts."""
    file = tmp_path / "t.parquet"
    frame(small_table(4)).write_parquet(str(file))
    asked = ("outputs", file, "--keys", "a,b", "--keys", "c", "--measure", "cost", "--minimum-frequency", "3")
    printed = duckdb.execute(run(*asked, "--print-sql").out).fetchall()
    tables = json.loads(run(*asked, "--format", "json").out)["tables"]
    assert [table["cells"] for table in tables] == list(dict(row[:2] for row in printed).values())
    cells = [(cell["cell"], cell["people"]) for table in tables for cell in table["unsafe_cells"]]
    assert cells == [(row[10], row[11]) for row in printed if row[12]]


def test_values_are_named_only_when_asked(tmp_path: Path, run: Callable[..., Run]) -> None:
    """Without the flag a cell is its place in the order of the table."""
    file = tmp_path / "t.csv"
    file.write_text("town,cost\n" + "Ulm,4\n" * 12 + "Bonn,7\n")
    hidden, shown = (run("outputs", file, "--keys", "town", *more).out for more in ([], ["--show-values"]))
    assert "Bonn" not in hidden
    assert "Bonn" in shown
    assert "Ulm" not in shown


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ((), "name the columns of each published table in `keys` (--keys), or the columns of a `cube` (--cube)"),
        (("--keys", "a,"), "write columns"),
        (("--keys", "a,a"), "column 'a' is named twice"),
        (("--keys", "a,nothing"), "has no column 'nothing'"),
        (("--keys", "a", "--measure", "b"), "is a column of numbers, and 'b'"),
        (("--keys", "a", "--measure", "a"), "each column has one role"),
        (("--keys", "a", "--measure", "gone"), "has no column 'gone'"),
        (("--cube", "a,b,c,d,e,f,g,h,i"), "takes 8 at most, not 9"),
        (("--keys", "a", "--dominance", "2"), "write n and k, such as 2,90"),
        (("--keys", "a", "--dominance", "0,90"), "100 contributions at most"),
        (("--keys", "a", "--dominance", "2,101"), "a percent above 0 up to 100"),
        (("--keys", "a", "--p-percent", "0"), "is a percent above 0 up to 100 (found: 0.0)"),
        (("--keys", "a", "--class-share", "0.4"), "from 0.5 to 1 (found: 0.4)"),
        (("--keys", "a", "--minimum-frequency", "0"), "at least 1 (found: 0)"),
        (("--keys", "a", "--weight", "cost"), "is missing, not above 0"),
        (("--keys", "a", "--by", "b"), "outputs does not take `by` (--by), which is about slices"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_words_are_refused(tmp_path: Path, run: Callable[..., Run], asked: tuple[str, ...], says: str) -> None:
    """Each ends with 2 and one sentence that says what to write."""
    file = tmp_path / "t.csv"
    file.write_text("a,b,cost\n1,x,0\n2,y,3\n")
    ended = run("outputs", file, *asked)
    assert (ended.code, ended.out) == (2, "")
    assert says in " ".join(ended.err.split())


def test_a_frame_has_a_row_per_cell_and_a_column_per_key() -> None:
    """Each cell that breaks a rule is a row, with the values of its table's columns as they are."""
    frame = sqlmetrics.outputs({"a": [1, 1, 2], "b": ["x", "x", "y"]}, keys=[["a", "b"], "a"], minimum_frequency=2)
    rows = frame.to_pandas()
    assert rows["quasi_identifiers"].tolist() == ["a,b", "a,b", "a"]
    assert rows[["people", "below"]].values.tolist() == [[1, True], [2, False], [1, True]]
    assert rows["a"].tolist() == [2, 1, 2]
    assert rows["b"].tolist()[:2] == ["y", "x"]


def test_rules_from_python_are_checked() -> None:
    """The function refuses what the command refuses."""
    with pytest.raises(SpecError, match="class_share"):
        sqlmetrics.outputs({"a": [1]}, keys=["a"], class_share=2)


SPEC = """
relation: t.csv
quasi_identifiers: [town]
partitions: {age: {cuts: [30]}}
outputs:
  keys: [[town, age], sex]
  minimum_frequency: 2
"""


@pytest.fixture
def spec_file(tmp_path: Path) -> Path:
    """Three people, and a spec with two tables, one of bands of an age that is no key of it."""
    (tmp_path / "t.csv").write_text("town,age,sex\nUlm,20,f\nUlm,29,f\nBonn,31,m\n")
    file = tmp_path / "spec.yml"
    file.write_text(SPEC)
    return file


def scored(tables: sqlmetrics.Outputs) -> list[tuple[Any, ...]]:
    """Return the columns of each table, its cells, the smallest of them, and the small ones."""
    return [(table.keys, table.cells, table.minimum_frequency, table.cells_below) for table in tables]


def test_a_spec_has_the_words_of_the_flags(spec_file: Path, run: Callable[..., Run]) -> None:
    """Flags and arguments replace rules one by one, and the tables together."""
    of_spec = [(("town", "age"), 2, 1, 1), (("sex",), 2, 1, 1)]
    assert scored(sqlmetrics.Table(spec_file).outputs()) == of_spec
    assert scored(sqlmetrics.outputs(spec_file, minimum_frequency=3)) == [(*row[:3], 2) for row in of_spec]
    assert scored(sqlmetrics.outputs(spec_file, cube="sex")) == [(("sex",), 2, 1, 1), ((), 1, 3, 0)]
    tables = json.loads(run("outputs", spec_file, "--minimum-frequency", "3", "-f", "json").out)["tables"]
    assert [table["cells_below"] for table in tables] == [2, 2]


def test_a_table_is_counted_once() -> None:
    """A table of the same columns in another order is the same table."""
    outputs = parse_spec({"outputs": {"keys": [["b", "a"], "a"], "cube": ["a", "b"]}}).outputs
    assert outputs.tables == (("b", "a"), ("a",), ("b",), ())


def test_the_sums_of_a_table_follow_its_columns() -> None:
    """The statement is the same in each run: the sums leave out the first column, then the next."""
    question = outputs_question(parse_spec({"outputs": {"keys": [[*"abcde"]]}}))
    keys, tables = plan_entries(question.plan, "t")["quasi_identifiers"], question.spec.outputs.tables
    margins = output_entries(question.plan, keys, tables, None, question.rules)["margins"]
    names = [set(margin["names"].split(", ")) for margin in margins]
    whole = {f"key_{place}" for place in range(1, 6)}
    assert names == [whole, *(whole - {f"key_{place}"} for place in range(1, 6))]


def test_sql_prints_the_statement_of_the_tables(
    spec_file: Path, run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands behind the scores' statement, and alone where no column has a role."""
    monkeypatch.chdir(spec_file.parent)
    printed = run("sql", spec_file).out.split("-- part 2 of 2")
    rows = [row[:4] for row in duckdb.execute(printed[1].partition("\n")[2]).fetchall()]
    assert [*dict.fromkeys(rows)] == [(1, 2, 1, 1), (2, 2, 1, 1)]
    alone = sqlmetrics.sql({"a": [1]}, outputs={"keys": ["a"]})
    assert "part" not in alone.partition("with")[0]
