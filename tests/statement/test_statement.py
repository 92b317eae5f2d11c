"""The rendered statement: one read of the source, the agreed text, portable constructs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import duckdb
import pytest
from golden import GOLDEN, golden

import sqlmetrics
from conftest import ROOT
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import macro_files, macro_folder, render
from statements import scans

REQUESTS: list[dict[str, Any]] = [
    {},
    {"sensitive": ["x"]},
    {"sensitive": ["x", "y"]},
    {"sensitive": ["x", "y"], "metrics": ["all"]},
    {"sensitive": ["x"], "individual": "p"},
    {"sensitive": ["x", "y"], "individual": "p", "nulls": "drop"},
    {"sensitive": ["x", "y"], "nulls": "drop"},
    {"sensitive": ["x"], "partitions": {"x": ["raw", {"mapping": {"1": "a"}, "unmapped": "b"}], "k": {"cuts": [1]}}},
    {"sensitive": ["x"], "partitions": {"x": {str(i): "d" for i in range(99)}, "k": {str(i): "d" for i in range(99)}}},
    {"sensitive": ["x"], "orders": {"x": [0, 1]}, "metrics": ["t_closeness_ordered"]},
    {
        "sensitive": ["x", "y"],
        "orders": {"x": "natural", "y": "natural"},
        "parameters": {"l": 2, "threshold": 0.5, "log_base": 2},
    },
]


@pytest.mark.parametrize("words", REQUESTS, ids=str)
@pytest.mark.parametrize("level", ["table", "class"])
def test_the_plan_reads_the_source_once(tmp_path: Path, words: dict[str, Any], level: Any) -> None:
    """Whatever is words of a relation, DuckDB's plan scans it once."""
    path = tmp_path / "d.parquet"
    duckdb.execute(f"copy (select i % 3 as k, i % 2 as x, i % 5 as y, i % 7 as p from range(30) t(i)) to '{path}'")
    connection = duckdb.connect()
    plan = connection.execute("explain (format json) " + sqlmetrics.sql(path, ["k"], **words, level=level)).fetchall()[
        0
    ][1]
    assert len(list(scans(json.loads(plan)))) == 1


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_statement_is_the_one_agreed(dialect: str) -> None:
    """A change of the text in any dialect is a change of its golden file.

    `python tests/statement/golden.py` writes the files.
    """
    assert golden(dialect) == (GOLDEN / f"{dialect}.sql").read_text()


def test_every_metric_is_in_a_file_of_its_name() -> None:
    """A macro's file has the macro's name, so that a metric is found at once.

    A metric that is estimated from the rows of another macro has its header alone there.
    """
    estimated = {metric.name for metric in every_metric().values() if metric.rows is not None}
    for name, path in macro_files().items():
        if name in estimated:
            assert "macro" not in path.read_text().partition("-#}")[2]
            continue
        assert re.search(rf"{{%-? macro {name}\(", path.read_text()), path


@pytest.mark.parametrize("words", REQUESTS, ids=str)
def test_the_text_keeps_to_the_portable_subset(words: dict[str, Any]) -> None:
    """No construct that some engine lacks or reads differently, no blank line, no tab."""
    statement = sqlmetrics.sql("d", ["k"], **words, dialect="postgres")
    code = re.sub(r"'(?:[^']|'')*'|--[^\n]*", "''", statement)
    for forbidden in (
        r"\bfilter\s*\(",
        r"\bqualify\b",
        r"\blog\s*\(",
        r"grouping sets",
        r"group by all",
        r"%",
        r"::",
        r"distinct from",
        r"percentile",
        r"\blimit\b",
        r"\busing\b",
        r"select \*",
    ):
        assert not re.search(forbidden, code), forbidden
    assert not re.search(r"\n\s*\n|\t| \n", statement)
    assert statement.endswith("\n")


@pytest.mark.parametrize(
    "name",
    [
        'say "hi"',
        "a.b",
        "with space",
        "select",
        "ünïcödé 名",
        "it's",
        "back\\slash",
        "semi;colon",
        "{{ 1/0 }}",
        "-- x",
        "n",
        "records",
        "new\nline",
        "%s",
        "source",
    ],
)
def test_any_column_and_table_name_is_ordinary(name: str) -> None:
    """Names with quotes, dots, keywords, template marks or our aliases are quoted everywhere."""
    quoted = '"' + name.replace('"', '""') + '"'
    connection = duckdb.connect()
    connection.execute(
        f"create table {quoted} as select i % 3 as {quoted}, i % 2 as other, i as person from range(12) t(i)"
    )
    for keys, sensitive in ((name, "other"), ("other", name)):
        scores = sqlmetrics.score(quoted, keys, sensitive, individual="person", connection=connection)
        assert scores.value("k_anonymity") == (4 if keys == name else 6)
        assert scores.to_dict()["scores"][0]["quasi_identifiers"] == [keys]
    by_individual = sqlmetrics.score(quoted, "other", individual=name, connection=connection)
    assert by_individual.individuals == 3


def test_the_comment_cannot_be_left() -> None:
    """A line break in a name does not end the comment that repeats it; elsewhere it is quoted."""
    statement = sqlmetrics.sql("d", ["a\n; drop table d; --"])
    assert [line for line in statement.splitlines() if line.startswith("; drop")] == [
        '; drop table d; --"',
        '; drop table d; --"\' as "quasi_identifiers",',
    ]


def test_macros_are_qualified_and_return_text() -> None:
    """Shared macros hold macros only and call each other by the package's name, as dbt needs it."""
    names = "|".join(macro_files())
    for path in macro_folder().rglob("*.sql"):
        text = re.sub(r"\{#.*?#\}", "", path.read_text(), flags=re.DOTALL)
        assert not re.search(rf"(?<![.\w'])({names})\((?!level\))", re.sub(r"macro \w+\(", "", text)) or path.stem in {
            "ln",
            "log2",
        }, path
        assert not re.search(r"\b(ref|source|var|run_query|include|extends|import)\(", text), path
        assert not re.sub(r"\{%-? *macro.*?endmacro *-?%\}", "", text, flags=re.DOTALL).strip(), path


def test_shims_escape_what_they_are_given() -> None:
    """Quotes are doubled in identifiers and literals."""
    assert render("quoted", 'a"b') == '"a""b"'
    assert render("literal", "a'b\\") == "'a''b\\'"
    assert (ROOT / "templates" / "dbt_project.yml").read_text().startswith("name: sqlmetrics\n")


def test_a_character_of_code_0_is_a_value_like_others() -> None:
    """A mapping may name a text with NUL, which no DuckDB takes for the end of the statement."""
    connection = duckdb.connect()
    connection.execute("create table d as select unnest(['a' || chr(0), 'b']) as k")
    scores = sqlmetrics.score(
        "d", "k", partitions={"k": {"a\x00": "zero", "b": "other"}}, level="class", connection=connection
    )
    assert {score.class_ for score in scores.scores} == {"zero", "other"}


def reads(statement: str) -> int:
    """Return the number of reads of the source by an engine that expands CTEs."""
    code = re.sub(r"'(?:[^']|'')*'|--[^\n]*", "''", statement)
    parts = re.split(r"(?m)^(\w+) as \($", code.partition("with\n")[2])
    queries = dict(zip(parts[1::2], parts[2::2], strict=True))
    final = parts[-1].rpartition("\n)\n")[2]
    queries[parts[-2]] = parts[-1].removesuffix(final)

    def count(text: str) -> int:
        used = ((name, len(re.findall(rf"(?:from|join) {name}\b", text))) for name in queries)
        return text.count('from "d"') + sum(times * count(queries[name]) for name, times in used if times)

    return count(final)


@pytest.mark.parametrize("attributes", [0, 1, 2, 3])
def test_the_reads_of_engines_that_expand_a_with_clause_are_as_documented(attributes: int) -> None:
    """The source is read once, or once for each target where there are several attributes.

    The second step of `--staged` does not read it.
    """
    sensitive = [f"s{number}" for number in range(attributes)]
    assert reads(sqlmetrics.sql("d", "k", sensitive, dialect="trino")) == (1 if attributes < 2 else 1 + attributes)
    count, query = sqlmetrics.sql("d", "k", sensitive, count_table="counted").split(";\n\n")
    assert count.count('from "d"') == 1
    assert ' "d"' not in query


BROKEN_NAMES = [f"a\nb{number}" for number in range(5)]
"""Names of columns with a line break, which stand in quotes."""


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (None, ""),
        ("", '""'),
        ("a b", "a b"),
        ("a,b", '"a,b"'),
        ('a"b', '"a""b"'),
        ("a\nb", '"a\nb"'),
        ("a\rb", '"a\rb"'),
    ],
)
def test_a_field_is_quoted_as_a_line_of_csv_needs(value: str | None, field: str) -> None:
    """A comma, a quote or either line break is quoted; NULL is the empty field."""
    with duckdb.connect() as connection:
        query = f"select {render('csv_field', 'v')} from (select cast(? as varchar) as v) one"
        assert connection.execute(query, [value]).fetchone() == (field,)


@pytest.mark.parametrize("mark", ["`", "'", '"'])
def test_lines_are_indented_where_no_quote_is_open(mark: str) -> None:
    """A line with three marks has a name or a literal that goes on in the next one."""
    whole, broken = f"{mark}a{mark},\n{mark}b{mark}", f"{mark}a{mark}, {mark}b\nc{mark}"
    assert render("indented", whole, 2) == f"{mark}a{mark},\n  {mark}b{mark}"
    assert render("indented", broken, 2) == broken


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "words",
    [
        {"plan": "near-unique", "by": [BROKEN_NAMES[3]]},
        {"known": 2, "individual": BROKEN_NAMES[3]},
        {"plan": "sorted", "where": "x = 'a\nb'", "suppressed": "a\nb"},
        {"partitions": {BROKEN_NAMES[0]: {"mapping": {"a\nb": "c\nd"}, "unmapped": "keep"}}, "nulls": "drop"},
        {"metrics": ["all"]},
        {"nulls": "any", "metrics": ["k_anonymity"]},
    ],
)
@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "sqlite", "mysql", "sqlserver"])
def test_a_line_break_in_quotes_stays_one(dialect: str, words: dict[str, Any]) -> None:
    """Statements are indented around names and literals, never within them."""
    names = BROKEN_NAMES[:2]
    printed = sqlmetrics.sql("t", names, [BROKEN_NAMES[2]], dialect=dialect, exact_names=True, **words)
    lines = "\n".join(line for line in printed.splitlines() if not line.lstrip().startswith("--"))
    assert re.search(r"a\nb", lines)
    assert not re.search(r"[ac]\n +[bd]", lines)
