"""A source is opened so that nothing in it forges a score, or reaches beyond what the run names."""

from __future__ import annotations

import gzip
import sqlite3
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.engine import confinement
from sqlmetrics.engine.confinement import EVERYWHERE, LOCAL, harden
from sqlmetrics.engine.drivers import dialect_of
from sqlmetrics.engine.duckdb import connect
from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.fingerprint import of_files
from sqlmetrics.engine.source import opened
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.files import footprint
from sqlmetrics.files.listing import WALKED, files_of
from sqlmetrics.release.utility.workload_file import read_statements
from sqlmetrics.statement.dialects import DUCKDB
from sqlmetrics.statement.relation import check_files

ALONE = "create table t as select i as k, i % 2 as x, 'n' || (i % 3) as n from range(30) r(i)"
"""Thirty people, each alone in a class of k."""

FORGED = {
    "min": "(a) as 99",
    "max": "(a) as 99",
    "sum": "(a) as 7",
    "count": "(a) as 99",
    "avg": "(a) as 0",
    "ln": "(a) as 1.0",
    "abs": "(a) as 0",
    "nullif": "(a, b) as 5",
    "coalesce": "(a, b) as 5",
    "count_if": "(a) as 9",
    "greatest": "(a, b) as 0",
    "least": "(a, b) as 0",
    "round": "(a) as 0",
    "floor": "(a) as 0",
    "row_number": "() as 1",
    "lower": "(a) as 'x'",
    "concat": "(a, b) as 'x'",
    "read_parquet": "(a) as table select 1 as k",
    "range": "(a) as table select 1 as k",
}
"""Macros that stand in for functions of DuckDB where a schema that holds them is in use."""


def database(path: Path, *statements: str) -> Path:
    """Return a DuckDB file that statements have filled."""
    with duckdb.connect(str(path)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    """A file whose macros have the names of functions."""
    macros = [f"create macro {name}{body}" for name, body in FORGED.items() if name != "coalesce"]
    return database(tmp_path / "given.duckdb", ALONE, *macros, "create macro n(a) as a * 0")


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A DuckDB that may read the file a.parquet of the folder, and nothing else."""
    for name in "ab":
        duckdb.execute(f"copy (select 1 as k) to '{tmp_path}/{name}.parquet'")
    with connect() as connection:
        harden(connection, [str(tmp_path / "a.parquet")])
        yield connection


def scores_of(relation: Any, **words: Any) -> dict[tuple[str, str], float | None]:
    """Return the scores of a relation by metric and target."""
    result = sqlmetrics.score(relation, "k", "x", **words)
    return {(score.metric, score.target): score.value for score in result.scores}


def test_macros_of_a_file_forge_no_score(forged: Path, tmp_path: Path, run: Callable[..., Run]) -> None:
    """A file with macros named as functions scores as the same records without them."""
    duckdb.execute(f"copy (select i as k, i % 2 as x from range(30) r(i)) to '{tmp_path}/plain.parquet'")
    assert scores_of("t", database=forged) == scores_of(tmp_path / "plain.parquet")
    spec = tmp_path / "s.yml"
    spec.write_text(
        "relation: t\ndatabase: given.duckdb\nquasi_identifiers: [k]\nthresholds: {k_anonymity: {at_least: 5}}\n"
    )
    assert run("check", "--spec", spec).code == 1
    (breach,) = sqlmetrics.classes("t", "k", conditions="k_anonymity < 2", database=forged).breaches
    assert breach.classes == 30


def test_the_same_macros_on_a_callers_connection_are_refused(forged: Path) -> None:
    """A caller's connection to such a file is refused, and scored where it is trusted."""
    with duckdb.connect(str(forged), read_only=True) as connection:
        with pytest.raises(SpecError, match="macros with names of functions") as error:
            sqlmetrics.score("t", "k", connection=connection)
        assert "min" in str(error.value)
        assert "trusted" in str(error.value)
        assert sqlmetrics.score("t", "k", metrics="k_anonymity", connection=connection, trusted=True).scores
    with duckdb.connect() as connection:
        connection.execute(f"attach '{forged}' as given (read_only)")
        assert sqlmetrics.score("given.main.t", "k", connection=connection).value("k_anonymity") == 1
        connection.execute("create macro own(a) as a")
        assert sqlmetrics.score("given.main.t", "k", connection=connection).value("k_anonymity") == 1


def test_a_view_keeps_the_macros_beside_it(tmp_path: Path) -> None:
    """A view and a generated column are computed as in the file, and alter nothing of ours."""
    path = database(
        tmp_path / "d.duckdb",
        "create macro min(a) as a * 0 + 3; create macro rows_of(a) as table select a as k from range(4)",
        "create table g(i int, k as (i % 2)); insert into g select i from range(6) r(i)",
        "create view v as select min(i) as k from g; create view w as select * from rows_of(5)",
    )
    for relation, classes in {"g": 3, "v": 6, "w": 4}.items():
        assert sqlmetrics.score(relation, "k", database=path).value("k_anonymity") == classes


def test_names_of_tables(tmp_path: Path) -> None:
    """A table is found by its name, its schema and the name of its file; quoted ones, too."""
    path = database(
        tmp_path / "memory.duckdb",
        *(f'create schema "{name}"' for name in ("s", "odd.name")),
        *(f'create schema memory."{name}"' for name in ("system", "temp", "memory")),
        *(
            f'create table memory."{schema}".{table} as select i // {size} as k from range(60) r(i)'
            for size, (schema, table) in enumerate(
                [
                    ("main", "t"),
                    ("s", "t"),
                    ("system", "t"),
                    ("temp", "t"),
                    ("main", '"a.b ""c"'),
                    ("main", "classes"),
                    ("memory", "u"),
                    ("main", "sqlmetrics_database"),
                ],
                1,
            )
            if size != 7
        ),
    )
    names = {
        "t": 1,
        "main.t": 1,
        "memory.main.t": 1,
        "s.t": 2,
        "S.T": 2,
        '"s"."t"': 2,
        "memory.s.t": 2,
        "system.t": 3,
        "temp.t": 4,
        '"a.b ""c"': 5,
        "classes": 6,
        "sqlmetrics_database": 8,
    }
    for name, size in names.items():
        value = sqlmetrics.score(name, "k", metrics="k_anonymity", database=path).value("k_anonymity")
        assert value in {size, 60 % size}, name


def test_an_unknown_table_names_the_nearest(tmp_path: Path) -> None:
    """An unknown table is told with the nearest names of the file, and with no table of ours."""
    path = database(tmp_path / "d.duckdb", "create schema s; create table patients as select 1 as k; from range(1)")
    database(path, "create table s.visits as select 1 as k")
    for name, message in {
        "patient": "did you mean 'patients'",
        "visits": "s.visits",
        "x": "there are: patients, s.visits$",
        "s.x": "there are: patients, s.visits$",
        "other.main.patients": "no such table or view: other.main.patients",
        "a.b.c.d": "no such table or view: a.b.c.d",
    }.items():
        with pytest.raises(SpecError, match=message) as error:
            sqlmetrics.score(name, "k", database=path)
        assert "sqlmetrics_" not in str(error.value)


def test_a_view_reads_no_other_file_unless_it_is_trusted(tmp_path: Path, run: Callable[..., Run]) -> None:
    """A view on another file is refused with advice, and read where the user trusts the file."""
    (tmp_path / "secret.csv").write_text("k\n1\n2\n")
    path = database(
        tmp_path / "d.duckdb",
        f"create view csv as from read_csv('{tmp_path}/secret.csv')",
        f"create view txt as select content as k from read_text('{tmp_path}/secret.csv')",
        f"create view listed as select file as k from glob('{tmp_path}/*')",
        "create view passwd as select column0 as k from read_csv('/etc/passwd', sep = ':', header = false)",
        "create macro beside(x) as table select * from read_csv(x)",
        f"create view called as from beside('{tmp_path}/secret.csv')",
    )
    for view in ("csv", "txt", "listed", "passwd", "called"):
        with pytest.raises(QueryError, match="only the files that it names"):
            sqlmetrics.score(view, "k", database=path)
    assert sqlmetrics.score("csv", "k", database=path, trusted=True).records == 2
    refused = run("score", "csv", "--database", path, "-q", "k")
    assert refused.code == 3
    assert "`trusted` (--trusted)" in refused.err
    assert run("score", "csv", "--database", path, "-q", "k", "--trusted").code == 0


def test_a_file_does_not_trust_itself(tmp_path: Path, run: Callable[..., Run]) -> None:
    """A spec or a file of jobs cannot say that its database is trusted; the command line can."""
    (tmp_path / "one.csv").write_text("k\n1\n1\n")
    database(tmp_path / "d.duckdb", f"create view v as from read_csv('{tmp_path}/one.csv')")
    words = "relation: v\ndatabase: d.duckdb\nquasi_identifiers: [k]\nthresholds: {k_anonymity: {at_least: 2}}\n"
    spec, jobs = tmp_path / "s.yml", tmp_path / "jobs.yml"
    spec.write_text(f"{words}trusted: true\n")
    refused = run("check", "--spec", spec)
    assert refused.code == 2
    assert "a file cannot say" in refused.err
    spec.write_text(words)
    assert [run("check", "--spec", spec, *flag).code for flag in ((), ("--trusted",))] == [3, 0]
    jobs.write_text("jobs: {a: s.yml}\n")
    assert [run("run", jobs, *flag).code for flag in ((), ("--trusted",))] == [3, 0]


@pytest.mark.parametrize(
    "statement",
    [
        "from read_parquet('{folder}/b.parquet')",
        "from read_parquet('{folder}/*.parquet')",
        "from read_csv('/etc/passwd', sep = ':')",
        "from read_text('/etc/hostname')",
        "from read_blob('/etc/hostname')",
        "from glob('{folder}/*')",
        "from '{folder}/b.parquet'",
        "copy (select 1) to '{folder}/new.csv'",
        "copy (select 1) to '{folder}/a.parquet.csv'",
        "export database '{folder}/exported'",
        "attach '{folder}/other.duckdb'",
        "load httpfs",
        "install httpfs",
        "install httpfs from community",
        "set threads = 1",
        "set enable_external_access = true",
        "set allowed_directories = ['/']",
        "reset lock_configuration",
        "pragma memory_limit = '1GB'",
        "create persistent secret s (type s3, key_id 'x', secret 'y')",
        "select getenv('HOME')",
        "create table taken as from read_csv('/etc/passwd', sep = ':')",
        "select * from frame",
    ],
)
def test_a_hardened_database_reaches_nothing_else(
    locked: duckdb.DuckDBPyConnection, tmp_path: Path, statement: str
) -> None:
    """No statement reads, lists or writes another file, loads an extension or changes a setting."""
    frame = pd.DataFrame({"k": [1]})
    before = sorted(tmp_path.iterdir())
    with pytest.raises(duckdb.Error):
        locked.execute(statement.replace("{folder}", str(tmp_path)))
    assert sorted(tmp_path.iterdir()) == before
    assert locked.execute(f"from read_parquet('{tmp_path}/a.parquet')").fetchall() == [(1,)]
    assert len(frame) == 1


def test_each_setting_holds(locked: duckdb.DuckDBPyConnection) -> None:
    """Every setting of a hardened database is the one that is written down, and stays so."""
    expected = {**EVERYWHERE, **LOCAL, "lock_configuration": True, "python_enable_replacements": False}
    for name, value in expected.items():
        assert locked.execute(f"select current_setting('{name}')").fetchall() == [(value,)], name
        with pytest.raises(duckdb.Error, match=r"locked|cannot be|Cannot"):
            locked.execute(f"set {name} = {not value}")
    ((installing,),) = locked.execute("select current_setting('autoinstall_known_extensions')").fetchall()
    assert installing is False
    with connect() as trusted:
        harden(trusted, trusted=True)
        assert trusted.execute("select current_setting('enable_external_access')").fetchall() == [(True,)]
        with pytest.raises(duckdb.Error, match="locked"):
            trusted.execute("set threads = 1")


def test_files_patterns_folders_and_links_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a run names is read: odd names, patterns, hive folders, links, and relative paths."""
    monkeypatch.chdir(tmp_path)
    for folder in ("data", "hive/part=a b", "elsewhere", "odd [1]"):
        Path(folder).mkdir(parents=True)
    for name in ("data/it's [1]*? x.parquet", "data/b.parquet", "hive/part=a b/c.parquet", "odd [1]/d.parquet"):
        duckdb.execute("copy (select 1 as k from range(3)) to 'x.parquet'")
        Path("x.parquet").rename(name)
    duckdb.execute("copy (select 1 as k from range(3)) to 'elsewhere/e.parquet'")
    duckdb.execute("copy (select 1 as k from range(3)) to 'z.csv.gz'")
    Path("data/link.parquet").symlink_to("../elsewhere/e.parquet")
    Path("linked").symlink_to("data")
    for relation, records in {
        "data/it's [1]*? x.parquet": 3,
        "data/link.parquet": 3,
        "data": 9,
        "data/*.parquet": 9,
        "./data/../data/*.parquet": 9,
        "linked": 9,
        "linked/b.parquet": 3,
        "linked/*.parquet": 9,
        "**/b.parquet": 3,
        "hive": 3,
        "hive/*/*.parquet": 3,
        "odd [1]": 3,
        "z.csv.gz": 3,
        str(tmp_path / "hive"): 3,
    }.items():
        assert sqlmetrics.score(relation, "k", metrics="k_anonymity").records == records, relation
    Path("data/b.parquet").write_bytes(Path("elsewhere/e.parquet").read_bytes())
    assert sqlmetrics.score("data/*.parquet", "k", metrics="k_anonymity").records == 9


HIDING = ("d/", "d/*.parquet", "d/**/*.parquet", "d/[!z]*.parquet", "*/*.parquet", "./d//?.parquet")
"""A folder, and patterns that DuckDB has hidden files match."""


@pytest.mark.parametrize("relation", HIDING)
def test_a_hidden_file_is_no_data(relation: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unfinished file beside data changes neither scores nor fingerprint nor printed SQL."""
    monkeypatch.chdir(tmp_path)
    Path("d").mkdir()
    for name, records in {"a": 3, "b''[1]": 2, "c": 4}.items():
        duckdb.execute(f"copy (select 1 as k from range({records})) to 'd/{name}.parquet'")
    spec = sqlmetrics.Table(relation, ["k"], metrics=["k_anonymity"])
    before, scored, printed = of_files(files_of(relation)), spec.score(), spec.sql()
    Path("d/.hid").mkdir()
    whole = Path("d/c.parquet").read_bytes()
    unfinished = footprint.unfinished(Path("d/c.parquet"))
    for hidden in ("d/.c.parquet", "d/.c.csv", "d/.hid/c.parquet", unfinished, "d/.cut.parquet", ".hid.parquet"):
        Path(hidden).write_bytes(whole if "cut" not in str(hidden) else whole[:40])
    assert of_files(files_of(relation)) == before
    assert spec.score() == scored
    assert spec.sql() == printed
    assert relation.rstrip("/") in printed
    with opened(relation) as source:
        assert fetch(source.engine, f"select count(*) from {source.from_sql}", "d") == [(scored.records,)]
        with pytest.raises(QueryError):
            fetch(source.engine, "from read_parquet('d/.c.parquet')", "d")
    connection = duckdb.connect()
    assert sqlmetrics.score(relation, ["k"], metrics=["k_anonymity"], connection=connection) == scored
    assert sqlmetrics.score("d/.c.parquet", ["k"], metrics=["k_anonymity"]).records == 4


def test_a_folder_of_hidden_files_alone_holds_no_data(tmp_path: Path) -> None:
    """Where there are hidden files alone there is no relation."""
    (tmp_path / ".c.parquet").touch()
    for relation in (str(tmp_path), f"{tmp_path}/*.parquet"):
        with pytest.raises(SpecError, match=r"holds no .parquet file|no such file"):
            sqlmetrics.score(relation, ["k"])


def test_a_folder_of_texts_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So is one of CSV alone, with its folders as columns; a mix is refused, but Parquet."""
    monkeypatch.chdir(tmp_path)
    for day in (1, 2):
        Path(f"d/day={day}").mkdir(parents=True)
        Path(f"d/day={day}/a.csv").write_text("k,s\n1,2\n1,3\n")
    Path("d/README.txt").write_text("about\n")
    for hidden in ("d/.hidden.csv", "d/.hidden.parquet"):
        Path(hidden).write_text("k,s\n9,9\n")
    scored = sqlmetrics.score("d", ["k", "day"], metrics=["k_anonymity"])
    assert (scored.records, scored.value("k_anonymity")) == (4, 2)
    Path("d/b.json").write_text('{"k": 1}')
    with pytest.raises(SpecError, match=r"the folder d holds files of .csv, .json; name one kind, as d/\*.csv"):
        sqlmetrics.score("d", ["k"])
    duckdb.execute("copy (select 1 as k from range(7)) to 'd/c.parquet'")
    with pytest.warns(sqlmetrics.ReadingWarning, match=r"d: 3 files beside its Parquet left out \(.csv, .json\)"):
        assert sqlmetrics.score("d", ["k"], metrics=["k_anonymity"]).records == 7


def test_a_pattern_of_many_files(tmp_path: Path) -> None:
    """A thousand files of a pattern are all allowed, and a file beside them is not."""
    for number in range(1000):
        (tmp_path / f"{number}.csv").write_text("k\n1\n")
    with opened(f"{tmp_path}/*.csv") as source:
        assert fetch(source.engine, f"select count(*) from {source.from_sql}", source.name) == [(1000,)]
    (tmp_path / "other.txt").write_text("k\n1\n")
    with opened(f"{tmp_path}/*.csv") as source, pytest.raises(QueryError):
        fetch(source.engine, f"from read_csv('{tmp_path}/other.txt')", source.name)


def test_relations_beside_are_read(tmp_path: Path) -> None:
    """A population, releases, a control group and frames are read beside a file, and a database."""
    duckdb.execute(f"copy (select i % 3 as k, i % 2 as x from range(30) r(i)) to '{tmp_path}/a.parquet'")
    duckdb.execute(f"copy (select i % 3 as k, i % 2 as x from range(90) r(i)) to '{tmp_path}/all.parquet'")
    path = database(tmp_path / "d.duckdb", f"create table t as from '{tmp_path}/a.parquet'")
    frame = pd.DataFrame({"k": [0, 1, 2] * 10, "x": [0, 1] * 15})
    everyone = str(tmp_path / "all.parquet")
    cases: list[tuple[Any, dict[str, Any]]] = [(tmp_path / "a.parquet", {}), (frame, {}), ("t", {"database": path})]
    for relation, words in cases:
        scores = sqlmetrics.score(relation, "k", metrics="delta_presence", population=everyone, **words)
        assert scores.scores
        releases = [str(tmp_path / "a.parquet"), *([frame] if not words else [])]
        assert sqlmetrics.utility(relation, releases, queries=5, **words).scores
    tradeoff = sqlmetrics.tradeoff(
        str(tmp_path / "a.parquet"), everyone, quasi_identifiers="k", sensitive="x", workload="x", control=everyone
    )
    assert tradeoff.scores


def test_outputs_and_the_spill_folder_are_written(tmp_path: Path, run: Callable[..., Run]) -> None:
    """The outputs of a run are written by the engine, and it spills, while all else is refused."""
    path = database(tmp_path / "d.duckdb", "create table t as select i as k, i % 7 as x from range(300000) r(i)")
    place = ("t", "--database", path, "-q", "k", "--memory-limit", "200MB", "--threads", "1")
    for command, output in (("count", "c.parquet"), ("records", "r.parquet"), ("classes", "k.csv")):
        more = {"classes": ("--condition", "k_anonymity < 2"), "count": ("--allow-singles",)}.get(command, ())
        ended = run(command, *place, "-s", "x", *more, "-o", tmp_path / output)
        assert ended.code == 0, ended.err
        assert (tmp_path / output).stat().st_size > 0


def test_a_name_cannot_leave_its_quotes(tmp_path: Path) -> None:
    """Names of files and tables with quotes stay names while a source is opened."""
    folder = tmp_path / "it's; drop"
    folder.mkdir()
    path = database(folder / "memory'.duckdb", 'create table "a\'b" as select 1 as k')
    assert sqlmetrics.score("a'b", "k", database=path).records == 1


def test_texts_are_compared_byte_by_byte(tmp_path: Path) -> None:
    """A collation of a table or a view makes no class of texts that differ."""
    path = database(
        tmp_path / "d.duckdb",
        'create table t(k varchar collate nocase, "o k" varchar collate nocase.noaccent, n int)',
        "insert into t values ('a', 'e', 1), ('A', 'é', 2), ('b', 'f', 3), ('B', 'F', 4)",
        "create view v as select n, ('x' || (n % 1)) as x, (k collate nocase) as k from t",
        "create view nested as select [k] as k from t",
    )
    for relation, key in (("t", "k"), ("t", "o k"), ("v", "k")):
        assert sqlmetrics.score(relation, key, metrics="k_anonymity", database=path).value("k_anonymity") == 1
    assert sqlmetrics.score("v", "x", metrics="k_anonymity", database=path).value("k_anonymity") == 4
    with pytest.raises(SpecError, match="column 'k' of nested holds texts of a collation in a list"):
        sqlmetrics.score("nested", "k", database=path)


def test_a_value_of_csv_is_cast_from_its_type_not_from_the_file(tmp_path: Path) -> None:
    """A date written as 25.02.1972 has the year 1972, and 0.50 is the number 0.5, in each class.

    DuckDB 2.0 would cast what the file says. A caller's connection has its setting again.
    """
    file = tmp_path / "people.csv"
    days = [f"{day:02}.{month:02}.{year}" for year in (1972, 1980) for month in (1, 2) for day in (1, 13, 25)]
    file.write_text("born,weight\n" + "".join(f"{day},{place % 4}.50\n" for place, day in enumerate(days)))
    words: dict[str, Any] = {
        "quasi_identifiers": ["born"],
        "partitions": {"born": {"date": "year"}},
        "metrics": ["k_anonymity", "average_class_size"],
    }
    with duckdb.connect() as caller:
        caller.execute("set disabled_optimizers = 'top_n'")
        for relation, connection in ((file, None), (str(file), caller), (caller.sql(f"from '{file}'"), None)):
            scores = sqlmetrics.score(relation, connection=connection, **words)
            assert [score.value for score in scores] == [6, 1]
        assert caller.execute("select current_setting('disabled_optimizers')").fetchall() == [("top_n",)]
    mapping = {"weight": {"domains": {"low": [0.5, 1.5], "high": [2.5, 3.5]}}}
    assert sqlmetrics.score(file, "weight", partitions=mapping, metrics="k_anonymity").value("k_anonymity") == 6


def test_files_that_are_no_database(tmp_path: Path) -> None:
    """A missing, a damaged, an encrypted and a foreign file are told."""
    (tmp_path / "broken.duckdb").write_bytes(b"x" * 5000)
    with sqlite3.connect(tmp_path / "s.sqlite") as connection:
        connection.execute("create table t(k)")
    with duckdb.connect() as own:
        with suppress(duckdb.Error):
            own.execute("set force_mbedtls_unsafe = true")
        own.execute(f"attach '{tmp_path}/secret.duckdb' as other (encryption_key 'key')")
        own.execute("create table other.t as select 1 as k")
    with pytest.raises(SpecError, match="no such database"):
        sqlmetrics.score("t", "k", database=tmp_path / "none.duckdb")
    with pytest.raises(SpecError, match=r"s\.sqlite is a SQLite database, and `database` is DuckDB's"):
        sqlmetrics.score("t", "k", database=tmp_path / "s.sqlite")
    for name in ("broken.duckdb", "secret.duckdb"):
        with pytest.raises(QueryError, match=f"cannot open .*{name} as a DuckDB database"):
            sqlmetrics.score("t", "k", database=tmp_path / name)


def test_a_write_ahead_log_is_read(tmp_path: Path) -> None:
    """What another process had committed and not yet put into the file is part of the table."""
    code = (
        "import duckdb, os\n"
        "c = duckdb.connect('d.duckdb')\n"
        "c.execute('create table t as select 1 as k'); c.execute('checkpoint')\n"
        "c.execute('insert into t values (2)')\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    assert (tmp_path / "d.duckdb.wal").exists()
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert sqlmetrics.score("t", "k", database=tmp_path / "d.duckdb").records == 2
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_addresses_are_allowed_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address is allowed alone, of a pattern the folder before its first wildcard."""
    monkeypatch.setattr(confinement, "open_addresses", lambda *_: None)
    monkeypatch.setattr(confinement, "check_address", lambda *_, **__: None)
    with connect() as connection:
        harden(connection, ["https://host/a.parquet", "s3://bucket/data/year=*/*.parquet"])
        ((paths, folders),) = connection.execute(
            "select current_setting('allowed_paths'), current_setting('allowed_directories')"
        ).fetchall()
        ((secrets,),) = connection.execute("select current_setting('allow_persistent_secrets')").fetchall()
    allowed = {Path(path).as_posix().rpartition(":/")[2] for path in paths}
    assert allowed == {"host/a.parquet", "bucket/data/year=*/*.parquet"}
    assert {folder.rpartition(":/")[2].strip("/") for folder in folders if "s3" in folder} == {"bucket/data"}
    assert secrets is True


def test_an_address_that_nothing_reads_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that nothing reads is refused with the extra and the extension that do."""
    monkeypatch.setattr("sqlmetrics.files.addresses.PACKAGES", {})
    monkeypatch.setenv("HOME", str(tmp_path))
    told = r"neither the extension httpfs of DuckDB is there, .* pip install 'sqlmetrics\[bucket]'\nor install the ext"
    with connect() as connection, pytest.raises(QueryError, match=told):
        harden(connection, ["https://host/a.parquet"])


def test_a_whole_file_system_is_not_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The root is refused, and a folder that holds far more than data, before it is walked."""
    for relation in ("/", "/**/*.parquet", f"{'../' * 30}"):
        with pytest.raises(SpecError, match="is a whole file system; name the folder"):
            sqlmetrics.score(relation, "k")
    monkeypatch.setattr("sqlmetrics.files.listing.WALKED", 20)
    for number in range(30):
        (tmp_path / f"{number}.bin").touch()
    for relation in (str(tmp_path), f"{tmp_path}/**/*.csv"):
        with pytest.raises(SpecError, match="other files; name the folder that holds the data"):
            check_files(relation)
    for number in range(10):
        (tmp_path / f"{number}.csv").touch()
    check_files(f"{tmp_path}/**/*.csv")
    assert WALKED == 100_000


@pytest.mark.parametrize("value", ["'nan'::double", "'inf'::double"])
def test_a_score_that_is_not_finite_is_refused(value: str, tmp_path: Path, run: Callable[..., Run]) -> None:
    """NaN and infinity are no scores: the error names the metric, in every form."""
    with duckdb.connect(str(tmp_path / "d.duckdb")) as connection:
        connection.execute(f"{ALONE}; create macro exp(a) as {value}")
        with pytest.raises(QueryError, match=r"entropy_l_diversity of .* is not a finite number"):
            sqlmetrics.score("t", "k", "x", metrics="entropy_l_diversity", connection=connection, trusted=True)


WORKLOADS = {
    "select $$'$$ , 1 from {table}; copy (select 'x' as a) to 'PWNED.csv'; select 'y' from {table}": "no {table}",
    "select count(*) from {table}; drop table x": "no {table}",
    "with a as (delete from {table} returning *) select count(*) from a": "no query that only reads|no statement",
    "with a as (insert into {table} select * from {table} returning *) select 1": "no query that only reads|no stat",
    "select count(*) from {table} where": "syntax error|parser",
    "copy {table} to 'PWNED.csv'": "is no query",
    "describe {table}": "is no query",
}


@pytest.mark.parametrize("text", WORKLOADS)
def test_a_workload_only_reads(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Statements that do more than read are refused before anything runs."""
    monkeypatch.chdir(tmp_path)
    Path("w.sql").write_text(text)
    frame = pd.DataFrame({"k": [1, 2, 3]})
    with pytest.raises(SpecError, match=WORKLOADS[text]):
        sqlmetrics.utility(frame, frame, workload="w.sql", queries=1)
    assert [path.name for path in tmp_path.iterdir()] == ["w.sql"]


def test_the_statements_of_a_workload_keep_their_names(tmp_path: Path) -> None:
    """Semicolons, comments and `{table}` in texts belong to their statement."""
    text = (
        "-- how é many\nselect count(*) from {table};\n"
        "select count(*) from {table} where 'a;b' <> $$c;'dé$$;;\n"
        "/* ; */ -- the third\n/* -- no */ (select '{table}; -- x', 1 from {table}) -- end; of it\n"
    )
    with connect() as connection:
        written = read_statements(text, "w.sql", Engine(DUCKDB, connection))
    assert [name for name, _ in written] == ["how é many", "query 2", "the third"]
    assert [statement for _, statement in written] == [
        "select count(*) from {table}",
        "select count(*) from {table} where 'a;b' <> $$c;'dé$$",
        "(select '{table}; -- x', 1 from {table}) -- end; of it",
    ]


def test_other_engines_take_no_semicolon(tmp_path: Path) -> None:
    """Where our reading of quotes may be another than the engine's, a semicolon is refused."""
    engine = Engine(dialect_of(sqlite3.connect(":memory:")), None)
    (named,) = read_statements("-- n\nselect count(*) from {table};", "w.sql", engine)
    assert named == ("n", "select count(*) from {table}")
    with pytest.raises(SpecError, match="holds a semicolon"):
        read_statements("select $$'$$, count(*) from {table}; drop table x; select '{table}'", "w.sql", engine)


def test_the_query_of_an_attack_only_reads(tmp_path: Path) -> None:
    """An attack's own SQL is one statement that reads, of the relations of the attack alone."""
    duckdb.execute(f"copy (select i as k from range(3) r(i)) to '{tmp_path}/a.parquet'")
    (tmp_path / "b.csv").write_text("k\n1\n")
    path = str(tmp_path / "a.parquet")
    with sqlmetrics.Attack(path, path) as attack:
        assert len(attack.query("select k from {release}")) == 3
        assert len(attack.explore("from {original}")) == 3
        for text in (
            "select 1; select 2",
            f"copy (select 1) to '{tmp_path}/c.csv'",
            "set threads = 1",
            "create table x as select 1",
        ):
            with pytest.raises(SpecError, match="the query of an attack is no query that only reads"):
                attack.query(text)
        with pytest.raises(QueryError):
            attack.query(f"from read_csv('{tmp_path}/b.csv')")
    with sqlmetrics.Attack(path, path, trusted=True) as attack:
        assert attack.query(f"from read_csv('{tmp_path}/b.csv')") == [(1,)]


def test_a_connection_that_several_threads_use_is_refused_in_our_words() -> None:
    """Each of many calls at once scores, or says to take a cursor; none ends with another error."""
    connection = duckdb.connect()
    connection.execute("create table t as select i % 5 as age, i % 2 as ill from range(500) r(i)")
    said: list[str] = []

    def score() -> None:
        try:
            said.append(str(sqlmetrics.score("t", ["age"], ["ill"], connection=connection).value("k_anonymity")))
        except QueryError as error:
            said.append(str(error))

    for _ in range(5):
        threads = [threading.Thread(target=score) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(said) == 40
    assert all(one == "100.0" or "`connection.cursor()`" in one for one in said)
    scores = [sqlmetrics.score("t", ["age"], connection=connection.cursor()).value("k_anonymity") for _ in range(2)]
    assert scores == [100, 100]


@pytest.mark.parametrize("own", [None, "one connection", "a connection each"])
def test_relations_that_several_threads_use_are_scored_or_refused_in_our_words(own: str | None) -> None:
    """Of relations of one connection one at a time is scored; on their own connections, all are."""
    shared = duckdb.default_connection() if own is None else duckdb.connect()
    connections = [duckdb.connect() if own == "a connection each" else shared for _ in range(8)]
    for connection in connections:
        connection.execute("create or replace table t as select i % 5 as age, i % 2 as ill from range(500) r(i)")
    relations = [connection.table("t") for connection in connections]
    said: list[str] = []

    def score(relation: duckdb.DuckDBPyRelation) -> None:
        try:
            said.append(str(sqlmetrics.score(relation, ["age"], ["ill"], look=False).value("k_anonymity")))
        except QueryError as error:
            said.append(str(error))

    for _ in range(5):
        threads = [threading.Thread(target=score, args=(relation,)) for relation in relations]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    shared.execute("drop table if exists t")
    scored = said.count("100.0")
    assert len(said) == 40
    assert all(one == "100.0" or "`connection.cursor()`" in one for one in said)
    assert scored == 40 if own == "a connection each" else scored >= 1


def test_a_packed_file_that_is_damaged_anywhere_is_told_or_read(tmp_path: Path) -> None:
    """Of each byte that is another one, the file is damaged, no table, or its values are others."""
    whole = gzip.compress(b"age,town\n" + b"".join(b"%d,x%d\n" % (20 + n % 3, n % 2) for n in range(12)), mtime=0)
    path, told = tmp_path / "t.csv.gz", 0
    for place in range(0, len(whole), 3):
        path.write_bytes(bytes([*whole[:place], whole[place] ^ 0x55, *whole[place + 1 :]]))
        with warnings.catch_warnings(), suppress(SpecError):
            warnings.simplefilter("ignore")
            try:
                sqlmetrics.score(str(path), ["age"])
            except QueryError as error:
                told += "cannot read" in str(error)
    assert told > 10
