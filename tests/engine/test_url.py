"""`--url`: the same scores from the database of the table.

Sessions only read, and no message holds a credential.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from urllib.parse import quote

import pytest
from sqlalchemy.engine import make_url

import sqlmetrics
from conftest import Run, defined, same
from engines import ODD, ODD_COLUMNS, Database
from sqlmetrics.engine.drivers import execute
from sqlmetrics.engine.url import SCHEMES, dialect_of_url, open_url, secrets, shown_url
from sqlmetrics.errors import QueryError, SpecError

Command = Callable[..., Run]
PASSWORD = "p@ss:w/ord% s'x"  # noqa: S105 - of a database that lives as long as this test


def url_of(engine: Database) -> str:
    """Return the URL of a database that has one."""
    assert engine.url is not None
    return engine.url


def reader(engine: Database) -> str:
    """Return the URL of a user who may do nothing but select from the table `t`."""
    url = url_of(engine)
    quoted = PASSWORD.replace("'", "''")
    if engine.dialect == "postgres":
        if not engine.rows("select 1 from pg_roles where rolname = 'reader'"):
            engine.rows(f"create role reader login password '{quoted}'")
            engine.rows(f'grant usage on schema "{engine.schema}" to reader')
            engine.rows(f"grant select on {engine.relation('t')} to reader")
    else:
        engine.rows(f"create or replace user reader@'127.0.0.1' identified by '{quoted}'")
        engine.rows(f"grant select on {engine.relation('t')} to reader@'127.0.0.1'")
    head, _, tail = url.partition("://")
    return f"{head}://reader:{quote(PASSWORD, safe='')}@{tail.partition('@')[2]}"


@pytest.mark.engines("url")
def test_a_url_gives_the_scores_of_the_connection(engine: Database, run: Command) -> None:
    """The command line scores a table of a server; the dialect follows from the URL."""
    url = url_of(engine)
    ended = run("score", engine.written("t"), "-q", "k", "-q", "g", "-s", "x", "--url", url, "--format", "json")
    assert (ended.code, ended.err) == (0, "")
    result = json.loads(ended.out)
    assert result["dialect"] == engine.dialect
    expected = sqlmetrics.score(engine.written("t"), ["k", "g"], "x", connection=engine.connection)
    assert defined([score["value"] for score in result["scores"]]) == same([score.value for score in expected.scores])


@pytest.mark.engines("url")
def test_names_with_percent_and_colon_reach_the_server_as_they_are(engine: Database) -> None:
    """No driver and no library reads `%s` or `:x` in a name or a value as a parameter."""
    keys = list(ODD_COLUMNS)[-1]
    scores = sqlmetrics.score(
        engine.written(ODD),
        keys,
        url=url_of(engine),
        partitions={keys: {"a": "%(x)s :y %%", "b": "?"} | {"A": "o", "a ": "p"}},
    )
    assert scores.value("k_anonymity") is not None


@pytest.mark.engines("server")
def test_who_may_only_select_can_score(engine: Database, run: Command) -> None:
    """A user with SELECT on one table scores it; on another the message tells of the permission.

    It does not hold the password.
    """
    url = reader(engine)
    assert run("score", engine.written("t"), "-q", "k", "-s", "x", "--url", url).code == 0
    refused = run("score", engine.written("big"), "-q", "k", "--url", url)
    assert refused.code == 3
    assert "denied" in refused.err
    assert "your permission to read it" in refused.err
    for secret in secrets(make_url(url)):
        assert secret not in refused.err


@pytest.mark.engines("url")
def test_a_session_cannot_write(engine: Database) -> None:
    """What a URL opens is read only: even a user who may create tables cannot."""
    with open_url(url_of(engine)) as (_, connection), pytest.raises(Exception, match=r"(?i)read.?only"):
        execute(connection, f"create table {engine.relation('written')} (a integer)")
    with pytest.raises(Exception, match=r"(?i)written"):
        engine.rows(f"select * from {engine.relation('written')}")


@pytest.mark.engines("server")
def test_a_wrong_password_is_not_repeated(engine: Database, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused connection ends with exit code 3 and names the host, but no credential.

    An environment variable may hold the URL.
    """
    url = reader(engine).replace(quote(PASSWORD, safe=""), "wrong-" + quote(PASSWORD, safe=""))
    if engine.dialect == "postgres":
        url = url.replace("/postgres", "/no_such_database")
    monkeypatch.setenv("CLINIC", url)
    ended = run("score", "t", "-q", "k", "--url", "env:CLINIC")
    assert ended.code == 3
    assert "cannot connect to" in ended.err
    for secret in ("wrong", *secrets(make_url(url))):
        assert secret not in ended.err


@pytest.mark.engines("server")
def test_a_statement_that_takes_too_long_is_an_error(engine: Database, run: Command) -> None:
    """A server's time limit ends the run with its message, exit code 3 and no output."""
    url = url_of(engine)
    limits = {
        "postgres": "options=-c%20statement_timeout%3D1",
        "mariadb": "init_command=set%20max_statement_time%3D0.001",
    }
    separator = "&" if "?" in url else "?"
    ended = run(
        "score", engine.written("big"), "-q", "k", "-s", "y", "--url", f"{url}{separator}{limits[engine.dialect]}"
    )
    assert ended.code == 3
    assert ended.out == ""
    assert "statement timeout" in ended.err or "max_statement_time" in ended.err


@pytest.mark.engines("url")
def test_a_lost_connection_is_an_error(engine: Database) -> None:
    """A connection that its server or owner has closed ends with a message that says so."""
    kill = {
        "postgres": ("select pg_backend_pid()", "select pg_terminate_backend({})"),
        "mariadb": ("select connection_id()", "kill {}"),
    }
    with open_url(url_of(engine)) as (dialect, connection):
        if dialect.name in kill:
            ask, end = kill[dialect.name]
            engine.rows(end.format(execute(connection, ask)[1][0][0]))
        else:
            connection.close()
        with pytest.raises(QueryError, match="that the connection is open"):
            sqlmetrics.score(engine.written("t"), "k", connection=connection)


def proposed(spec: str) -> list[str]:
    """Return the roles, partitions and limits of a spec's text, without types and reasons."""
    lines = [line.partition("  # ")[0] for line in spec.splitlines()]
    return [line for line in lines if line.startswith(("  ", "#  "))]


@pytest.mark.engines("connection")
def test_every_engine_proposes_the_same_spec(engine: Database, truth: Database) -> None:
    """`init` on each engine gives the columns the roles that DuckDB gives them."""
    there, here = (sqlmetrics.init(each.written("t"), connection=each.connection) for each in (engine, truth))
    assert "200 records, 8 columns" in there
    assert len(proposed(there)) > 8
    assert proposed(there) == proposed(here)


@pytest.mark.engines("url")
def test_a_spec_is_proposed_there_too(engine: Database, truth: Database, run: Command) -> None:
    """`init --url` looks at a table, or a part of it; its URL, a secret, is not written."""
    ended = run("init", engine.written("t"), "--url", url_of(engine))
    assert ended.code == 0
    assert "200 records, 8 columns" in ended.out
    assert "url: env:DATABASE_URL" in ended.out
    assert proposed(ended.out) == proposed(sqlmetrics.init(truth.written("t"), connection=truth.connection))
    some = run("init", engine.written("t"), "--url", url_of(engine), "--where", "1 = 0")
    assert (some.code, "0 records, 8 columns" in some.out, 'where: "1 = 0"' in some.out) == (0, True, True)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_url_says_its_dialect(scheme: str, run: Command) -> None:
    """`sql` writes the dialect of the URL, opening nothing."""
    url = f"{scheme}://me:secret@no.such.host/d"
    dialect = dialect_of_url(url)
    assert scheme in dialect.schemes
    printed = run("sql", "a.t", "-q", "k", "--url", url)
    assert printed.out == run("sql", "a.t", "-q", "k", "--dialect", dialect.name).out
    assert "secret" not in printed.out + printed.err


def test_the_extra_is_that_of_the_url(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without SQLAlchemy the message names what installs the driver, and a URL keeps its place."""
    url = make_url("postgresql://me:pw@/db?host=/tmp&port=5433&password=secret")
    assert shown_url(url) == "postgresql:///db?host=/tmp&port=5433"
    monkeypatch.setitem(sys.modules, "sqlalchemy.engine", None)
    for text, extra in (("sqlite:///s.sqlite", "sqlite"), ("mysql+pymysql://h/d", "mysql"), ("x://h", "postgres")):
        with pytest.raises(SpecError, match=rf"pip install 'sqlmetrics\[{extra}\]'"):
            dialect_of_url(text)


def test_secrets_are_found_wherever_a_url_holds_them() -> None:
    """The password as it is and as it is escaped, and parameters that hold credentials."""
    texts = secrets(make_url("databricks://token:dapi%2F1@host?http_path=/sql/1&access_token=abc%20d"))
    assert {"dapi/1", "dapi%2F1", "abc d", "abc%20d", "abc+d"} <= set(texts)
    assert "/sql/1" not in texts
