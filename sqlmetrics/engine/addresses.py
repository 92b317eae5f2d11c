"""Files at addresses in DuckDB: by its own extension and secrets, or by a package of Python.

An address within a table with a log is found by the names of the files around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING

from sqlmetrics.credentials import BLANK, without_credentials
from sqlmetrics.engine.reasons import error_text, failure
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.files.addresses import PACKAGES, WEB, file_system, parent_of, scheme_of
from sqlmetrics.files.listing import HIDDEN, without_query
from sqlmetrics.lakes.found import ABOVE, holds_data, lake_error
from sqlmetrics.lakes.kinds_of_lakes import Lake
from sqlmetrics.lakes.marks import MARKED_FOLDERS, WEB_MARKS, kinds_below
from sqlmetrics.statement.render import render

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

EXTENSIONS = {
    **dict.fromkeys(("http", "https", "s3", "s3a", "s3n", "gcs", "gs", "r2", "hf"), "httpfs"),
    **dict.fromkeys(("az", "azure", "abfss"), "azure"),
}
"""DuckDB's extensions that read files at addresses, by the schemes of these."""

SECRETS = {"s3": "s3", "s3a": "s3", "s3n": "s3", "gcs": "gcs", "gs": "gcs", "r2": "r2"} | dict.fromkeys(
    ("az", "azure", "abfss"), "azure"
)
"""The types of DuckDB's secrets that open addresses; others are open without one."""


ASKED = 8
"""The most requests at a time that look for tables with a log."""


def open_addresses(connection: DuckDBPyConnection, addresses: Iterable[str]) -> None:
    """Load what reads addresses, and the user's secrets for them.

    That is DuckDB's extension where it can be loaded and a secret opens the address, or else a
    package, or else the extension, for what is open to everybody. Raises QueryError for neither,
    SpecError for an address whose key was left out.
    """
    import duckdb

    opened = set()
    for address in addresses:
        if BLANK in address and address == without_credentials(address):
            raise SpecError(f"{address}: {BLANK} stands where a key was left out; name the relation with its key")
        scheme = scheme_of(address)
        extension = EXTENSIONS.get(scheme)
        if scheme in opened or (extension is None and scheme not in PACKAGES):
            continue
        opened.add(scheme)
        missing = "" if extension is None else _missing(extension, address)
        if missing is not None:
            try:
                system = file_system(scheme)
            except Exception as error:
                raise failure(f"cannot open {without_credentials(address)}", error) from None
            if system is not None:
                connection.register_filesystem(system)
                connection.execute("set parquet_metadata_cache = true")
                continue
        if missing:
            raise _unread(address, str(extension), missing)
        try:
            connection.execute(f"load {extension}")
            connection.execute("select count(*) from duckdb_secrets()")
        except duckdb.Error as error:
            raise _unread(address, str(extension), error_text(error)) from None


def _missing(extension: str, address: str) -> str | None:
    """Return why an extension does not open an address, empty where it has no secret for it."""
    import duckdb

    kind = SECRETS.get(scheme_of(address))
    with duckdb.connect(config={"autoinstall_known_extensions": False}) as alone:
        try:
            alone.execute(f"load {extension}")
            secret = kind is None or alone.execute("from which_secret(?, ?)", [address, kind]).fetchall()
        except duckdb.Error as error:
            return error_text(error)
    return None if secret else ""


def _unread(address: str, extension: str, why: str) -> QueryError:
    """Return the error of an address that nothing reads."""
    return QueryError(
        f"cannot read {without_credentials(address)}: neither the extension {extension} of DuckDB is there, nor a"
        " package that reads it: pip install 'sqlmetrics[bucket]'\n"
        f"or install the extension once: python -c \"import duckdb; duckdb.sql('install {extension}')\"",
        why,
    )


def is_pattern(address: str) -> bool:
    """Return whether an address has wildcards; a server of the web knows none."""
    return scheme_of(address) not in WEB and re.search(r"[*?\[]", without_query(address)) is not None


def fixed_address(address: str) -> str:
    """Return the folder of an address, of a pattern the part in which all matches lie."""
    path = without_query(address)
    before = re.split(r"[*?\[]", path, maxsplit=1)[0] if is_pattern(address) else path
    return before.rpartition("/")[0] + "/"


def is_hidden_address(address: str, pattern: str) -> bool:
    """Return whether an address that a pattern names is no data, as names of files on disk say."""
    if any(part.startswith("_") for part in pattern.split("/")):
        return False
    return any(part.startswith(HIDDEN) for part in address.removeprefix(fixed_address(pattern)).split("/"))


def matches(connection: DuckDBPyConnection, pattern: str) -> list[str]:
    """List the addresses that match a pattern. Raises QueryError where the server lists none."""
    import duckdb

    try:
        found = connection.execute(f"select file from glob({render('literal', pattern)})").fetchall()  # noqa: S608
    except duckdb.Error as error:
        folder = without_credentials(fixed_address(pattern))
        raise failure(
            f"cannot list {folder}",
            error,
            "the names of its files say whether they are a table with a log, whose deleted rows would count: let the"
            " key list them, or say `loose`",
        ) from None
    return [str(path) for (path,) in found]


def check_address(connection: DuckDBPyConnection, text: str) -> None:
    """Raise QueryError for an address of no file, within a table with a log, or over one."""
    if scheme_of(text) not in EXTENSIONS and scheme_of(text) not in PACKAGES:
        return
    if not matches(connection, text):
        raise QueryError(f"cannot read {without_credentials(text)}: no such file")
    lake = next(_lakes(connection, text), None)
    if lake is not None:
        raise lake_error(without_credentials(text), lake)


def lake_around(text: str) -> Lake | None:
    """Return the table with a log that an address is part of, if its server lists it."""
    import duckdb

    with duckdb.connect() as alone, suppress(QueryError):
        open_addresses(alone, [text])
        return next(_lakes(alone, text), None)
    return None


def _lakes(connection: DuckDBPyConnection, text: str) -> Iterator[Lake]:
    """Give the tables with a log that an address is part of, or that the files of a pattern are."""
    folder = fixed_address(text).rstrip("/")
    if is_pattern(text):
        names = [name[len(folder) + 1 :] for name in matches(connection, f"{folder}/**")]
        within = kinds_below(names)
        files = matches(connection, text) if within else []
        for inner, kind in within.items():
            below = f"{folder}/{inner}/" if inner else f"{folder}/"
            if any(file.startswith(below) for file in files):
                yield Lake(below.rstrip("/"), kind)
    around = list(takewhile(bool, accumulate(range(ABOVE), lambda above, _: parent_of(above), initial=folder)))
    for above, names in zip(around, _around(connection, around), strict=True):
        for kind in kinds_below(names).values():
            if above == folder or holds_data(kind, folder[len(above) + 1 :]):
                yield Lake(above, kind)


def _around(connection: DuckDBPyConnection, folders: Sequence[str]) -> list[list[str]]:
    """Return the names of files of a log within each folder; all are asked for at once."""
    names = {folder: WEB_MARKS if scheme_of(folder) in WEB else MARKED_FOLDERS for folder in folders}
    with ThreadPoolExecutor(ASKED) as pool:
        asked = {
            folder: [pool.submit(_within, connection.cursor(), folder, name) for name in names[folder]]
            for folder in folders
        }
        return [[name for found in asked[folder] for name in found.result()] for folder in folders]


def _within(connection: DuckDBPyConnection, folder: str, name: str) -> list[str]:
    """Return the names of files in a subfolder; a web server lists none, and is asked for one."""
    import duckdb

    if scheme_of(folder) not in WEB:
        return [address[len(folder) + 1 :] for address in matches(connection, f"{folder}/{name}/*")]
    try:
        ((content,),) = connection.execute("select content from read_text(?)", [f"{folder}/{name}"]).fetchall()
    except (duckdb.Error, ValueError):  # it is not there, or the server does not say
        return []
    return [name] if re.match(WEB_MARKS[name], content) else []
