"""Messages name the words of the spec; the command line adds the flags of the command that runs."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest
from typer.main import get_command

import sqlmetrics
from conftest import Run
from engines import Database
from sqlmetrics.cli.app import app
from sqlmetrics.cli.flags import FLAGS
from sqlmetrics.cli.gate import _spec_text
from sqlmetrics.cli.messages import with_flags
from sqlmetrics.cli.streams import is_terminal
from sqlmetrics.credentials import blanked
from sqlmetrics.engine.reasons import KINDS
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.relation import table_parts

COMMANDS = {
    "score": {"level": "--level", "nulls": "--nulls", "quasi_identifiers": "--quasi-identifier"},
    "sql": {"staged": "--staged", "level": "--level"},
}


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("raise `level`", "raise `level` (--level)"),
        ("name `quasi_identifiers`", "name `quasi_identifiers` (--quasi-identifier)"),
        ("use `nulls: category`", "use `nulls: category` (--nulls category)"),
        ("`level` of what `level`?", "`level` (--level) of what `level`?"),
        ("`staged` and level are left as they are", "`staged` and level are left as they are"),
        ("`sqlmetrics sql` with `staged`", "`sqlmetrics sql` with `staged` (--staged)"),
        ("`sqlmetrics metrics NAME` explains `level`", "`sqlmetrics metrics NAME` explains `level` (--level)"),
    ],
)
def test_a_word_is_followed_by_its_flag(message: str, shown: str) -> None:
    """A word in backticks is followed once by its flag of the running or the last named command."""
    assert with_flags(message, COMMANDS, "score") == shown


def test_words_of_another_name_have_a_flag() -> None:
    """A word of a spec stands for the flag that gives it, whose own name is another."""
    commands = get_command(app).commands  # type: ignore[attr-defined]
    assert commands["score"].words["quasi_identifiers"] == "--quasi-identifier"
    assert commands["check"].words["advisory"] == "--warn"
    assert {row.word for row in FLAGS if row.word != row.name} <= {
        word for command in commands.values() for word in command.words
    }


def test_the_flag_is_the_running_commands(run: Callable[..., Run]) -> None:
    """An error on the command line is that of Python, with the flags."""
    with pytest.raises(sqlmetrics.SpecError) as error:
        sqlmetrics.score("missing_table", "k")
    ended = run("score", "missing_table", "-q", "k")
    flags = {"`database`": "`database` (--database)", "`url`": "`url` (--url)"}
    expected = str(error.value)
    for word, with_flag in flags.items():
        assert word in expected
        expected = expected.replace(word, with_flag)
    assert ended.err == f"sqlmetrics: {expected}\n"
    assert ended.code == 2


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://u:PW@h/db", "postgresql://***@h/db"),
        ("[postgresql://u:PW@h/db]", "[postgresql://***@h/db]"),
        ("url: postgresql://u:P@PW@h/db: x", "url: postgresql://***@h/db: x"),
        ("postgresql://u:123/PW@h:5432/d", "postgresql://***@h:5432/d"),
        ("postgresql://u:P'PW@h/db", "postgresql://***@h/db"),
        ("postgresql://u:P PW@h/db", "postgresql://***@h/db"),
        ("postgresql://u:P%40PW@h/db", "postgresql://***@h/db"),
        ("postgresql://u:PW ..", "postgresql://***@"),
        ("--history postgresql:/u:PW@h/db", "--history postgresql:/***@h/db"),
        ("https://u:PW@h/x.parquet", "https://***@h/x.parquet"),
        ("https://PW@h/x@1.parquet", "https://***@h/x@1.parquet"),
        ("https://h/x?X-Amz-Signature=PW&y=1", "https://h/x?X-Amz-Signature=***&y=1"),
        ("https://h/x?sv=1&sig=PW", "https://h/x?sv=1&sig=***"),
        ("mysql+pymysql://h/d?password=PW&charset=utf8", "mysql+pymysql://h/d?password=***&charset=utf8"),
        ("host=h password='P PW' user=u", "host=h password=*** user=u"),
        ("u:PW@h.example", "***@h.example"),
        ("'https://u:PW@h/x', https://u:PW@h/y", "'https://***@h/x', https://***@h/y"),
        ("no such file: //u:PW@h/d", "no such file: //***@h/d"),
        ("no such file: '//u:P@W/@h/d'", "no such file: '//***@h/d'"),
        ("no such file: //u:P W@h/d", "no such file: //***@h/d"),
        ("no such file: //token@h/d", "no such file: //***@h/d"),
        ("no such file: /u:PW@h/d", "no such file: ***@h/d"),
    ],
)
def test_credentials_are_blanked(text: str, shown: str) -> None:
    """A message shows where something is, and not by which password."""
    assert blanked(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "https://h:8080/x@1.parquet",
        "cannot read https://h:8080: a@b",
        "abfss://container@account.dfs/x.parquet",
        "s3://bucket/x.parquet?region=eu",
        "postgresql://[::1]:5432/d",
        "C:/x/y@z.csv",
        "a // b: x@y",
        "//server/share: 12 files, a@b",
        "//server:80/x",
        "a@b.c has no column 'x'; it's 12:30",
    ],
)
def test_addresses_without_credentials_are_left_alone(text: str) -> None:
    """An `@` in a path, a port and a container are no credentials."""
    assert blanked(text) == text


def test_no_credential_is_in_a_statement_a_message_or_a_history(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relation's address with credentials is shown without them, and a statement says so."""
    monkeypatch.chdir(tmp_path)
    address = "https://user:CANARYPW@127.0.0.1:9/x.parquet"
    printed = run("sql", address, "-q", "age")
    assert "https://***@127.0.0.1:9/x.parquet" in printed.out
    assert "put the credentials back" in printed.out
    Path("s.yml").write_text(
        f"relation: {address}\nquasi_identifiers: [age]\nthresholds: {{k_anonymity: {{at_least: 2}}}}\n"
    )
    Path("list.yml").write_text("url: [postgresql://u:CANARYPW@h/db]\nrelation: t\n")
    Path("broken.yml").write_text("url: postgresql://u:CANARYPW@h/db: x\nrelation: t\n")
    ended = [
        printed,
        run("score", address, "-q", "age"),
        run("check", "--spec", "s.yml", "--history", "h", "-f", "json", "--show-values"),
        run("score", "--spec", "list.yml", "-q", "age"),
        run("score", "--spec", "broken.yml", "-q", "age"),
        run("score", "t", "-q", "age", "--url", "postgresql://u:CANARY@PW@h/db"),
        run("check", "--spec", "s.yml", "--history", "postgresql:/u:CANARYPW@h/db"),
    ]
    assert not [result for result in ended if "CANARY" in result.out + result.err]
    assert [result.code for result in ended] == [0, 3, 3, 2, 2, 2, 2]


def test_names_reach_no_terminal_and_no_workflow(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control characters are codes, no line of a message is a command, and a long name is cut."""
    monkeypatch.chdir(tmp_path)
    names = ["x\n::error::a", "##[error]b", "\x1b[31mc", "\u202ed", "\u200be", "[/]", "n" * 5_000]
    columns = ", ".join(f'1 as "{name}"' for name in names)
    duckdb.execute(f"copy (select {columns}) to 'n.parquet'")
    message = run("score", "n.parquet", "-q", "nope").err
    assert not [line for line in message.splitlines() if line.lstrip().startswith("::") or "##[" in line]
    assert "\\x1b[31mc" in message
    assert "\\u202ed" in message
    assert "\\u200be" in message
    assert "\x1b" not in message
    assert len(message) < 4_100
    option = run("score", "n.parquet", "--no\n::error::x").err
    assert not [line for line in option.splitlines() if line.startswith("::")]


def test_a_result_is_the_same_on_standard_output_and_in_a_file(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name with escape codes is in SQL and CSV as it is; a workflow is given no command."""
    monkeypatch.chdir(tmp_path)
    name = "\x1b[31mx\r\n::error::y"
    duckdb.execute(f"copy (select 1 as \"{name}\") to 'n.parquet'")
    for arguments in (("sql", "n.parquet", "-q", name), ("score", "n.parquet", "-q", name, "-f", "csv")):
        monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
        shown = run(*arguments)
        assert run(*arguments, "-o", "out").code == 0
        assert shown.out == Path("out").read_bytes().decode()
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
        refused = run(*arguments)
        if any(line.startswith("::") for line in shown.out.split("\n")):
            assert (refused.code, refused.out) == (2, "")
    assert not [line for line in run("score", "n.parquet", "-q", name).out.splitlines() if line.startswith("::")]


VIEWS = {
    "cast": "select cast(zip as integer) as zip, x from t",
    "strptime": "select strptime(zip, '%Y') as zip, x from t",
    "error": "select error(zip) as zip, x from t",
    "date": "select cast(zip as date) as zip, x from t",
    "json": "select zip::json->'a' as zip, x from t",
    "enum": "select zip::enum('CANARYA', 'b') as zip, x from t",
    "range": "select cast(x as tinyint) as zip, x from t",
    "pattern": "select regexp_matches(x::varchar, zip || '(') as zip, x from t",
}


@pytest.mark.parametrize("view", VIEWS)
def test_no_value_is_in_an_error_of_duckdb(
    view: str, run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed cast or function tells its kind and column; the value comes with --show-values."""
    monkeypatch.chdir(tmp_path)
    with duckdb.connect("d.duckdb") as connection:
        connection.execute("create table t as select 'CANARY' || i as zip, 987654320 + i as x from range(3) s(i)")
        connection.execute(f"create view v as {VIEWS[view]}")
    ended = run("score", "v", "--database", "d.duckdb", "-q", "zip", "-s", "x")
    assert ended.code == 3
    assert "CANARY" not in ended.out + ended.err
    assert "98765432" not in ended.out + ended.err
    shown = run("score", "v", "--database", "d.duckdb", "-q", "zip", "-s", "x", "--show-values").err
    assert "CANARY" in shown or "98765432" in shown


def test_an_error_of_csv_tells_the_line_and_its_fields(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A late record with a field too many is told by its place, without its texts."""
    monkeypatch.chdir(tmp_path)
    Path("late.csv").write_text("age,d\n" + "".join(f"{i % 90},x\n" for i in range(30_000)) + "CANARY,SECRET,3\n")
    ended = run("score", "late.csv", "-q", "age", "-s", "d")
    assert ended.code == 3
    assert "cannot read late.csv: line 30,002 has 3 fields, 2 expected: name 30,001 as `end` (--end)" in ended.err
    assert "CANARY" not in ended.err
    assert "SECRET" not in ended.err
    assert "CANARY,SECRET" in run("score", "late.csv", "-q", "age", "-s", "d", "--show-values").err


@pytest.mark.engines("url")
def test_no_value_is_in_an_error_of_a_database(engine: Database, run: Callable[..., Run]) -> None:
    """The text that a database cannot cast is in no message."""
    view = engine.relation("leaky")
    kept = engine.written("leaky")
    cast = "json_extract(x, '$.a')" if engine.dialect == "sqlite" else "cast(x as integer)"
    if engine.dialect not in {"sqlite", "postgres"}:
        return
    engine.connection.cursor().execute(f"create view {view} as select {cast} as k, y from {engine.relation('t')}")
    engine.connection.commit()
    try:
        ended = run("score", kept, "-q", "k", "-s", "y", "--url", str(engine.url))
        assert ended.code == 3
        assert "flu" not in ended.err.lower()
        assert "cold" not in ended.err
    finally:
        engine.connection.cursor().execute(f"drop view {view}")
        engine.connection.commit()


def test_every_command_that_reads_data_shows_values_when_asked() -> None:
    """`--show-values` is one flag of all commands but those with a table or a page of their own."""
    commands = get_command(app).commands  # type: ignore[attr-defined]
    without = {name for name, command in commands.items() if "show_values" not in command.words}
    assert without == {"demo", "desk", "metrics"}


@pytest.mark.parametrize("relation", ["x.csv", "n\nsqlmetrics: all is well.csv"])
def test_a_name_makes_no_line_of_a_message(
    relation: str, run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line break in a name of a file or a column is shown as a code."""
    monkeypatch.chdir(tmp_path)
    Path("x.csv").write_text('"a\nsqlmetrics: all is well",b\n1,2\n')
    arguments = ["score", relation, "-q", "c\nsqlmetrics: all is well", "-s", "b"]
    monkeypatch.setattr(sys, "argv", ["sqlmetrics", *arguments])
    ended = run(*arguments)
    assert ended.code == 2
    assert "\\nsqlmetrics: all is well" in ended.err
    assert "\nsqlmetrics: all is well" not in ended.err


def test_a_name_in_the_data_makes_no_line_of_a_message(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line break in a name that a spec and the data share is a code, wherever it is told."""
    monkeypatch.chdir(tmp_path)
    Path("x.csv").write_text('"a\nsqlmetrics: all is well",b\n1,2\n3,2\n')
    Path("m.csv").write_text("value,domain\n1,one\n")
    name = r'"a\nsqlmetrics: all is well"'
    Path("s.yml").write_text(
        f"relation: x.csv\nquasi_identifiers: [{name}]\nsensitive: [b]\npartitions: {{{name}: {{file: m.csv}}}}\n"
    )
    ended = run("score", "--spec", "s.yml")
    assert ended.code == 2
    assert "\\nsqlmetrics: all is well" in ended.err
    assert "\nsqlmetrics: all is well" not in ended.err


def test_a_missing_folder_for_temporary_files_is_named(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what fails in standard output is told of standard output."""

    def nowhere() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found in ['/tmp']")

    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    monkeypatch.setattr("sqlmetrics.files.leftovers.tempfile.gettempdir", nowhere)
    ended = run("score", tmp_path / "x.csv", "-q", "a", "-s", "b")
    assert ended.code == 2
    assert "there is no folder for temporary files" in ended.err
    assert "standard output" not in ended.err


def test_every_error_of_duckdb_has_words() -> None:
    """The class of any error of DuckDB is told in words of its own."""
    classes = {name for name in dir(duckdb) if name.endswith("Exception")}
    assert classes - KINDS.keys() == set()


@pytest.mark.parametrize(
    ("advice", "message"),
    [
        (
            {"suppressed": 3},
            "no spec of the source passes, as records are suppressed; --print-spec view prints the spec of the view",
        ),
        (
            {"levels": None},
            "no spec of the source recodes class by class; --print-spec view prints the spec of the view",
        ),
        (
            {"series": ()},
            "no spec of the source has what is left out; --print-spec view prints the spec of the view",
        ),
        ({}, "no spec of the source passes, as every quasi-identifier is left out"),
    ],
)
def test_why_there_is_no_spec_of_the_source(advice: dict[str, Any], message: str) -> None:
    """What was suppressed comes first, then classes of their own, then what is left out."""
    proposal = {"source_spec": None, "suppressed": 0, "levels": {"age": 1}, "series": None, **advice}
    with pytest.raises(SpecError) as refused:
        _spec_text(SimpleNamespace(**proposal), True)  # type: ignore[arg-type]
    assert str(refused.value) == message


def test_a_closed_stream_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be asked, and is written to as a file is."""
    for name, err in (("stdout", False), ("stderr", True)):
        stream = io.StringIO()
        stream.close()
        monkeypatch.setattr(sys, name, stream)
        assert is_terminal(err=err) is False


@pytest.mark.parametrize("text", ["", "a..b", "a.", 'a"b', '"a', '"a"b'])
def test_what_is_no_name_of_a_table_says_how_to_write_one(text: str) -> None:
    """A name such as that of a history's table."""
    with pytest.raises(SpecError) as refused:
        table_parts(text)
    assert str(refused.value) == f"'{text}' is not a table name; write a name with dots or quotes as \"name\""
