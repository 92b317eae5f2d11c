"""Bad input: a message that names the fix, the documented exit code, and nothing half written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from conftest import Run

Command = Callable[..., Run]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with good and broken files, which is the working folder."""
    monkeypatch.chdir(tmp_path)
    duckdb.execute(
        "copy (select i % 3 as age, i % 2 as disease, null::varchar as nothing from range(12) t(i)) to 'd.parquet'"
    )
    Path("notes.parquet").write_text("this is no Parquet file")
    Path("cut.parquet").write_bytes(Path("d.parquet").read_bytes()[:-20])
    Path("middle.parquet").write_bytes(b"PAR1" + bytes(40) + Path("d.parquet").read_bytes()[60:])
    Path("d.bin").write_bytes(b"?")
    Path("empty.csv").write_text("age,disease\n")
    Path("no.db").write_text("not a database")
    Path("none").mkdir()
    Path("bad.csv").write_text("value,group\n1,a\n")
    duckdb.execute("copy (select 1 as age, 1 as disease limit 0) to 'empty.parquet'")
    return tmp_path


KEYS = ("-q", "age", "-s", "disease")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("attacks", "d.parquet", "--original", "", *KEYS), 2, "the name of a relation is empty; name a file,"),
        (("utility", "d.parquet", "--original", ""), 2, "the name of a relation is empty; name a file,"),
        (("score", "e.parquet", *KEYS), 2, "no such file: e.parquet; beside it: bad.csv, cut.parquet"),
        (("score", "x/*.parquet", *KEYS), 2, "no such file"),
        (("score", "none", *KEYS), 2, "holds no .parquet file"),
        (("score", "d.bin", *KEYS), 2, "cannot tell the format of 'd.bin'"),
        (("score", "./d.bin", *KEYS), 2, "its name must end in one of"),
        (("score", "patients", *KEYS), 2, "needs a `database` (--database) or a `url` (--url)"),
        (("score", "notes.parquet", *KEYS), 3, "cannot read notes.parquet"),
        (("score", "cut.parquet", *KEYS), 3, "check that the file is complete"),
        (("score", "middle.parquet", *KEYS), 3, "check that the file is complete"),
        (("score", "t", "--database", "none.duckdb", *KEYS), 2, "no such database: none.duckdb"),
        (("score", "t", "--database", "no.db", *KEYS), 3, "as a DuckDB database"),
        (("score", "d.parquet", "-q", "ages", "-s", "disease"), 2, "has no column 'ages'; did you mean 'age'?"),
        (("score", "d.parquet", "-q", "Agee"), 2, "did you mean 'age'?"),
        (("score", "d.parquet", "-q", "zip"), 2, "; its columns: age, disease, nothing"),
        (
            ("score", "d.parquet", "-q", "age", "-s", "age"),
            2,
            "column 'age' is named 2 times, as quasi-identifier and sensitive attribute",
        ),
        (("score", "d.parquet", "-q", "age", "-q", "age"), 2, "each column has one role"),
        (("score", "d.parquet", "-q", "age", "--individual", "age"), 2, "as quasi-identifier and individual"),
        (("score", "d.parquet", "-s", "age"), 2, "at least one quasi-identifier"),
        (("score", *KEYS), 2, "name the `relation`"),
        (
            ("score", "d.parquet", *KEYS, "-m", "discrimination"),
            2,
            "unknown metric 'discrimination'; did you mean 'discrimination_rate'",
        ),
        (
            ("score", "d.parquet", *KEYS, "-m", "mutual_information", "--level", "class"),
            2,
            "mutual_information has no class level",
        ),
        (
            ("score", "d.parquet", "-q", "age", "-m", "distinct_l_diversity"),
            2,
            "needs a sensitive attribute: name it in `sensitive` (--sensitive)",
        ),
        (("score", "d.parquet", *KEYS, "-m", "t_closeness_hierarchical"), 2, "needs a hierarchy"),
        (("score", "d.parquet", *KEYS, "--level", "row"), 2, "'row' is not one of"),
        (("score", "d.parquet", *KEYS, "--nulls", "keep"), 2, "'keep' is not one of"),
        (("score", "d.parquet", *KEYS, "--format", "xml"), 2, "'xml' is not one of"),
        (("score", "d.parquet", *KEYS, "--limit", "0"), 2, "should be greater than or equal to 1"),
        (("score", "d.parquet", *KEYS, "--formt", "csv"), 2, "No such option: --formt"),
        (("scores", "d.parquet"), 2, "No such command"),
        (("score", "d.parquet", *KEYS, "-f", "parquet"), 2, "needs --output FILE"),
        (("score", "d.parquet", *KEYS, "-o", "no/such/out.json"), 2, "the output's folder no/such does not exist"),
        (("score", "d.parquet", *KEYS, "-o", "none"), 2, "is a folder"),
        (("score", "d.parquet", *KEYS, "--partition", "age"), 2, "--partition age: write COL=FILE of lines"),
        (
            ("score", "d.parquet", *KEYS, "--partition", "age=yaer"),
            2,
            "--partition age=yaer: no such form or file; did you mean 'year'? write COL=FILE of lines",
        ),
        (
            ("score", "d.parquet", *KEYS, "--partition", "age=prefix:3"),
            2,
            "for first characters, COL=hour, day",
        ),
        (
            ("score", "d.parquet", *KEYS, "--partition", "age=cuts:1,x"),
            2,
            "key 'partitions.age.0.cuts.1': input should be a valid decimal (found: 'x')",
        ),
        (("score", "d.parquet", *KEYS, "--partition", "age={cuts: [1"), 2, "--partition age is not valid YAML"),
        (("score", "d.parquet", *KEYS, "--partition", "age=x.csv"), 2, "no such mapping file"),
        (("score", "d.parquet", *KEYS, "--partition", "age=bad.csv"), 2, "column 'domain' is missing"),
        (("score", "d.parquet", *KEYS, "--partition", "zip=bad.csv"), 2, "neither a quasi-identifier nor sensitive"),
        (("score", "d.parquet", "--spec", "no.yml"), 2, "no such spec file: no.yml; `sqlmetrics init"),
        (("sql", "d.parquet", *KEYS, "--dialect", "foxpro"), 2, "unknown dialect 'foxpro'"),
        (
            ("sql", "d.parquet", *KEYS, "--dialect", "postgres"),
            2,
            "postgres does not read the file d.parquet; name the table",
        ),
        (("sql", "d.csv", *KEYS, "--dialect", "spark"), 2, "make a table or view of d.csv"),
        (("read", "d.csv", "-f", "parquet"), 2, "needs --output FILE"),
        (("score", "d.parquet", *KEYS, "--memory-limit", "\uff11GB"), 2, "a memory limit is a size such as 512MB"),
        (("score", "d.parquet", *KEYS, "--memory-limit", "1\u212aB"), 2, "a memory limit is a size such as 512MB"),
        (
            ("score", "--query", "select * from query('copy (select 1) to ''x.csv''')", *KEYS),
            2,
            "`query` (--query) cannot be run: a syntax error",
        ),
        (
            ("score", "--query", "select * from read_csv(getvariable('x'))", *KEYS),
            2,
            "`query` (--query) cannot be run: a syntax error",
        ),
        (
            ("score", "--query", "select * from 'notes.parquet'", *KEYS),
            3,
            "cannot read notes.parquet: it is no Parquet file",
        ),
        (("score", "//me:secret@host/d", *KEYS), 2, "//***@host/d"),
        (
            ("score", "t", *KEYS, "--url", "foxpro://me:secret@host/d"),
            2,
            "no database is called 'foxpro'; there are: postgresql",
        ),
        (("score", "t", *KEYS, "--url", "duckdb:///d.duckdb"), 2, "opened as `database` (--database)"),
        (("score", "t", *KEYS, "--url", "clinic"), 2, "not a database's URL"),
        (("score", "t", *KEYS, "--url", "env:NO_SUCH_VARIABLE"), 2, "no variable NO_SUCH_VARIABLE"),
        (("score", "t", *KEYS, "--url", "sqlite:///none.db"), 2, "no such database: none.db"),
        (("score", "t", *KEYS, "--url", "trino://me:secret@host/d"), 2, "pip install 'sqlmetrics[trino]'"),
        (
            ("score", "t", *KEYS, "--url", "postgresql://me:secret@127.0.0.1:1/d"),
            3,
            "cannot connect to postgresql://127.0.0.1:1/d",
        ),
        (
            ("score", "t", *KEYS, "--url", "sqlite:///x.db", "--database", "x.duckdb"),
            2,
            "`database` (--database) and `url` (--url) name different places",
        ),
        (("init", "e.parquet"), 2, "no such file"),
        (("init", "notes.parquet"), 3, "cannot read notes.parquet"),
    ],
)
def test_a_mistake_is_named_with_its_fix(
    data: Path, run: Command, arguments: tuple[str, ...], code: int, message: str
) -> None:
    """A mistake ends with its exit code and a message; nothing is printed or written."""
    before = sorted(data.rglob("*"))
    ended = run(*arguments)
    assert message in " ".join(ended.err.split())
    assert ended.code == code
    assert ended.out == ""
    assert "Traceback" not in ended.err
    assert sorted(data.rglob("*")) == before


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "quasi_identifier: [age]",
            "s.yml: key 'quasi_identifier' is unknown; did you mean 'quasi_identifiers'? EOL",
        ),
        ("quasi_identifiers: [age]\nfoo: 1", "`sqlmetrics schema` has all words"),
        (
            "quasi_identifiers: [age]\nrun_id: r1",
            "key 'run_id' is no word of a spec; `sqlmetrics check` and `run` take it: `run_id` (--run-id) EOL",
        ),
        ("quasi_identifiers: {a: b}", "key 'quasi_identifiers': input should be a valid list"),
        ("quasi_identifiers: [age]\nlevel: row", "key 'level': input should be 'table' or 'class' (found: 'row')"),
        (
            "quasi_identifiers: [age]\npartitions: {age: {cut: [1]}}",
            "key 'partitions.age.0.cut' is unknown; did you mean 'cuts'?",
        ),
        ("quasi_identifiers: [age]\npartitions: [age]", "key 'partitions': input should be a mapping of words"),
        ("quasi_identifiers: [age]\nlinkage: leak.csv", "key 'linkage': input should be a mapping of words, such as"),
        (
            "quasi_identifiers: [age]\nlinkage: {file: leak.csv, agreement: 2}",
            "key 'linkage.agreement': `agreement` is the chance that two values of one person agree, above 0",
        ),
        ("- age", "a spec is a mapping of keys"),
        ("", "a spec is a mapping of keys"),
        ("a: [", "is not valid YAML"),
        ("quasi_identifiers: [age]\nfolder: /", "key 'folder' is unknown"),
        (
            "quasi_identifiers: [age]\norders: {disease: [0, 1]}",
            "'disease' has an order or a hierarchy, but is not a sensitive attribute",
        ),
        ("quasi_identifiers: [age]\nsensitive: identity", "a sensitive column named 'identity'"),
    ],
)
def test_a_wrong_spec_names_its_key(data: Path, run: Command, spec: str, message: str) -> None:
    """The message on a wrong spec names the file, the key, and the allowed words."""
    Path("s.yml").write_text(spec)
    ended = run("score", "d.parquet", "--spec", "s.yml")
    assert ended.code == 2
    assert message in f"{' '.join(ended.err.split())} EOL"


def test_a_report_may_have_any_date(data: Path, run: Command) -> None:
    """The first year has four digits in a certificate, as any other."""
    ended = run("report", "d.parquet", *KEYS, "--date", "0001-01-01", "--json", "c.json", "-o", "p.html")
    assert ended.code == 0, ended.err
    assert '"measured_at": "0001-01-01T00:00:00Z"' in Path("c.json").read_text()
    assert "1 January 1, 00:00 UTC" in Path("p.html").read_text()


@pytest.mark.parametrize("relation", ["empty.parquet", "empty.csv"])
def test_an_empty_table_has_no_score_but_a_reason(data: Path, run: Command, relation: str) -> None:
    """Every value of an empty table is NULL with its reason, a note says so, and nothing fails."""
    ended = run("score", relation, *KEYS, "-f", "csv")
    rows = ended.out.splitlines()[1:]
    assert ended.code == 0
    assert rows
    assert all(",0,,the table has no records," in row for row in rows)
    assert "has no records; every score is undefined" in ended.err
    assert run("score", relation, *KEYS, "--level", "class", "-f", "csv").out.count("\n") == 1
    assert run("score", relation, *KEYS).code == 0


def test_an_all_null_target_is_one_value(data: Path, run: Command) -> None:
    """A target of NULLs is constant, and empty under `nulls: drop`; both reports say what to do."""
    ended = run("score", "d.parquet", "-q", "age", "-s", "nothing", "-m", "itpr", "-f", "csv")
    assert ended.code == 0
    assert ",12,,the target has a single value," in ended.out
    assert "'nothing' has a single value in all 12 records: it holds nothing to learn; leave it out" in ended.err
    dropped = run("score", "d.parquet", "-q", "age", "-s", "nothing", "-m", "itpr", "-f", "csv", "--nulls", "drop")
    assert ",0,,no records are left without NULLs," in dropped.out
    assert (
        "no record is left of 'nothing' without a NULL; use `nulls: category` (--nulls category) or another column"
        in dropped.err
    )


@pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind the superuser, or are not POSIX"
)
def test_a_file_or_folder_without_permission(data: Path, run: Command) -> None:
    """An unreadable file is a failed read, an unwritable folder a wrong flag."""
    Path("d.parquet").chmod(0)
    assert run("score", "d.parquet", *KEYS).code == 3
    Path("d.parquet").chmod(0o600)
    Path("none").chmod(0o500)
    ended = run("score", "d.parquet", *KEYS, "-o", "none/out.txt")
    assert ended.code == 2
    assert "is not writable" in ended.err


def test_an_unexpected_error_is_never_exit_code_1(run: Command, monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    """A defect of sqlmetrics ends with one line and 3, as 1 always means a failed threshold."""

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("sqlmetrics.risk.kinds.question.build_plan", broken)
    ended = run("score", "d.parquet", *KEYS)
    assert ended.code == 3
    assert "unexpected ZeroDivisionError in test_bad_input.py, line " in ended.err
    assert "please report it" in ended.err
    assert "oops" not in ended.err
    assert "oops" in run("score", "d.parquet", *KEYS, "--show-values").err
