"""A database named by its URL: SQLAlchemy finds the driver; sessions only read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

from sqlmetrics.credentials import is_secret, without_credentials
from sqlmetrics.engine import drivers, spark
from sqlmetrics.engine.reasons import failure
from sqlmetrics.errors import SpecError, SqlmetricsError
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.dialects import DIALECTS, DUCKDB, Dialect, check_dialect

if TYPE_CHECKING:
    from sqlalchemy.engine import URL


LEFT_OUT = "the driver's text is left out, as it holds credentials"
"""The detail of an error in whose text a password, or its letters, stand."""

PLACES = ("host", "port", "unix_socket")
"""The words behind a URL's question mark that say where its server is."""

SCHEMES = {scheme: dialect for dialect in DIALECTS.values() for scheme in dialect.schemes}
"""Dialects by the schemes of their URLs."""


def dialect_to_write(name: str | None, url: str | None) -> Dialect:
    """Return the dialect to print a statement in: the named one, else the URL's, else DuckDB's.

    Raises SpecError for an unknown name or URL; opens nothing.
    """
    if name is not None:
        return check_dialect(name)
    return DUCKDB if url is None else dialect_of_url(url)


def dialect_of_url(text: str) -> Dialect:
    """Return the dialect of a URL, opening nothing. Raises SpecError for an unknown one."""
    return _of_master(text) or _dialect(_read(text))


def names_tables(place: Place) -> bool:
    """Return whether a relation can only be a table's name, since its place reads no files."""
    return place.database is not None or (place.url is not None and not dialect_of_url(place.url).reads_files)


def names_no_file(text: str) -> bool:
    """Return whether a URL names a database in a file that does not exist."""
    file = file_of_url(text)
    return _dialect(_read(text)).in_file and (file is None or not file.is_file())


def file_of_url(text: str) -> Path | None:
    """Return the file that a URL names, None for a server and for a database in memory."""
    url = _read(text)
    in_memory = not url.database or url.database == ":memory:"
    return Path(str(url.database)) if _dialect(url).in_file and not in_memory else None


@contextmanager
def open_url(text: str, *, writable: bool = False) -> Iterator[tuple[Dialect, Any]]:
    """Open the database of a URL, or of `env:NAME`, the environment variable that holds one.

    Gives its dialect and its connection, of a PEP 249 driver or a SparkSession. The session only
    reads unless it is `writable`, which is for a history and never for data that is scored.

    Raises SpecError for a URL of no known database and for a driver that is not installed,
    QueryError where the database does not answer. No message holds a password.
    """
    of_master = _of_master(text)
    if of_master is not None:
        with spark.open_session(spark.master_of(text)) as session:
            yield of_master, session
        return
    url = _read(text)
    dialect = _dialect(url)
    if not writable and names_no_file(text):
        raise SpecError(f"no such database: {url.database or 'in memory'}")
    import sqlalchemy

    url = url.set(drivername=str(dialect.url_driver)) if "+" not in url.drivername else url
    with _without(secrets(url)):
        try:
            engine = sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)
        except (ImportError, sqlalchemy.exc.NoSuchModuleError) as error:
            install = f"pip install 'sqlmetrics[{dialect.extra}]'"
            raise SpecError(f"the driver of {dialect.name} is missing ({error}); {install}") from None
        except Exception as error:
            raise failure(f"{shown_url(url)} cannot be opened", error, error_type=SpecError) from None
        try:
            holder = engine.raw_connection()
        except Exception as error:
            hint = "check host, port, user and password"
            raise failure(f"cannot connect to {shown_url(url)}", error, hint) from None
        try:
            connection = holder.driver_connection
            dialect = drivers.dialect_of(connection, dialect)
            if dialect.read_only is not None and not writable:
                with drivers.reported(shown_url(url)):
                    drivers.run(connection, dialect.read_only)
            drivers.heed_interrupts(connection)
            yield dialect, connection
        finally:
            holder.close()
            engine.dispose()


def shown_url(url: URL) -> str:
    """Return a URL for messages: driver, host and database, and nothing secret.

    A host and a port are shown where they stand, also behind the question mark.
    """
    port = f":{url.port}" if url.port else ""
    behind = [f"{name}={','.join(url.normalized_query[name])}" for name in PLACES if name in url.normalized_query]
    query = f"?{'&'.join(behind)}" if behind else ""
    return f"{url.get_backend_name()}://{url.host or ''}{port}/{url.database or ''}{query}"


def secrets(url: URL) -> list[str]:
    """Return the texts of a URL that no message may hold, the longest first."""
    texts = [] if url.password is None else [str(url.password)]
    for name, values in url.normalized_query.items():
        if is_secret(name):
            texts += values
    forms = {form for text in texts if text for form in (text, quote(text), quote(text, safe=""), quote_plus(text))}
    return sorted(forms, key=len, reverse=True)


@contextmanager
def _without(texts: list[str]) -> Iterator[None]:
    """Leave a driver's text out of an error of ours where it holds one of the texts."""
    try:
        yield
    except SqlmetricsError as error:
        detail = without_credentials(error.detail or "")
        error.detail = LEFT_OUT if any(text in detail for text in texts) else detail or None
        raise


def _read(text: str) -> URL:
    if text.startswith("env:"):
        name = text.removeprefix("env:")
        if name not in os.environ:
            raise SpecError(f"the environment has no variable {name}, which the `url` {text} names")
        text = os.environ[name]
    try:
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError
    except ModuleNotFoundError:
        named = SCHEMES.get(re.split(r"[+:]", text, maxsplit=1)[0])
        extra = (
            "'sqlmetrics[postgres]', or the extra of your database" if named is None else f"'sqlmetrics[{named.extra}]'"
        )
        raise SpecError(f"a `url` needs SQLAlchemy and a driver: pip install {extra}") from None
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise SpecError(
            "`url` is not a database's URL; write it as postgresql://user:password@host/database, or env:NAME"
        ) from None
    if "@" in (url.host or ""):
        raise SpecError("`url`: user or password holds an @; write it as %40")
    return url


def _of_master(text: str) -> Dialect | None:
    """Return the dialect of a URL that names a session's master, None where SQLAlchemy opens it."""
    dialect = SCHEMES.get(text.partition(":")[0])
    return dialect if dialect is not None and dialect.url_driver is None else None


def _dialect(url: URL) -> Dialect:
    scheme = url.drivername.partition("+")[0]
    if scheme in DIALECTS and DIALECTS[scheme].local_files:
        raise SpecError(f"a {scheme} file is opened as `database`")
    if scheme not in SCHEMES:
        raise SpecError(f"`url`: no database is called '{scheme}'; there are: {', '.join(SCHEMES)}")
    return SCHEMES[scheme]
