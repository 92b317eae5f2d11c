"""A DuckDB of our own keeps to what a run names: its files, outputs and extensions.

Whatever a database file, a workload or an attack brings, no statement reads or writes another file,
loads an extension or changes a setting.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sqlmetrics import footprint
from sqlmetrics.engine.reasons import error_text, failure
from sqlmetrics.errors import QueryError
from sqlmetrics.listing import files_of, has_hidden
from sqlmetrics.statement.relation import read_path
from sqlmetrics.statement.render import render

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

EXTENSIONS = {
    **dict.fromkeys(("http", "https", "s3", "s3a", "s3n", "gcs", "gs", "r2", "hf"), "httpfs"),
    **dict.fromkeys(("az", "azure", "abfss"), "azure"),
}
"""DuckDB's extensions that read files at addresses, by the schemes of these."""

LOCAL = {"autoload_known_extensions": False, "allow_persistent_secrets": False}
"""The settings of a run that reads no file at an address, which needs neither."""

EVERYWHERE = {"allow_community_extensions": False, "enable_external_access": False}
"""The settings of every run."""


def harden(connection: DuckDBPyConnection, files: Iterable[str] = (), *, trusted: bool = False) -> None:
    """Limit a connection to files, patterns, folders and addresses, and to the announced outputs.

    It comes after all other settings, and after a database file is attached: then the configuration
    is locked. With `trusted`, only that is done.

    Raises QueryError where the extension that reads an address is missing, or a setting fails.
    """
    import duckdb

    try:
        if not trusted:
            _confine(connection, list(dict.fromkeys(files)))
        connection.execute("set lock_configuration = true")
    except duckdb.Error as error:
        raise failure("cannot limit DuckDB to the files of this run", error) from None


def confinement_key(files: Iterable[str]) -> Hashable | None:
    """Return a key that is equal for equal limits of `harden`, None for limits of one call alone.

    These are limits to what lies at an address, to patterns and folders, whose files may be others
    by the next call, and to outputs.
    """
    paths = frozenset(files)
    if footprint.engine_paths() or not all(Path(path).is_file() and "://" not in path for path in paths):
        return None
    try:
        return (paths, str(Path.cwd()) if paths else "")
    except OSError:  # the folder is gone
        return None


def _confine(connection: DuckDBPyConnection, files: list[str]) -> None:
    """Limit a connection to files and addresses, and to the announced outputs; see `harden`."""
    addresses = [text for text in files if "://" in text]
    paths = [str(path) for path in footprint.engine_paths()] + addresses
    folders = [_folder(address) for address in addresses if re.search(r"[*?\[]", address)]
    for text in files:
        if "://" not in text:
            named, folder = _local(connection, text)
            paths += named
            folders += folder
    _load(connection, addresses)
    settings = EVERYWHERE if addresses else LOCAL | EVERYWHERE
    values = {"allowed_paths": _list(paths), "allowed_directories": _list(folders)}
    values |= {name: str(value).lower() for name, value in settings.items()}
    connection.execute("; ".join(f"set {name} = {value}" for name, value in values.items()))


def _local(connection: DuckDBPyConnection, text: str) -> tuple[list[str], list[str]]:
    """Return the paths and the folders that DuckDB opens to read a file, a pattern or a folder.

    Of a folder these are files that links name, which lie elsewhere, and the folder itself. Of a
    pattern that hidden files match too they are the others, as these are read one by one.
    """
    place = read_path(text)
    paths = [text, place]
    if Path(text).is_file():
        return paths, []
    if has_hidden(text):
        return paths + [path for file in map(str, files_of(text)) for path in (file, read_path(file))], []
    listed = [str(row[0]) for row in connection.execute("select file from glob(?)", [place]).fetchall()]
    if Path(text).is_dir():
        return paths + [path for path in listed if Path(path).is_symlink()], [text]
    return paths + listed, []


def _load(connection: DuckDBPyConnection, addresses: Iterable[str]) -> None:
    """Load the extensions that read addresses, and the user's secrets for them."""
    import duckdb

    for address in addresses:
        extension = EXTENSIONS.get(address.partition("://")[0].lower())
        if extension is None:
            continue
        try:
            connection.execute(f"load {extension}")
            connection.execute("select count(*) from duckdb_secrets()")
        except duckdb.Error as error:
            raise QueryError(
                f"cannot read {address}: the extension {extension} of DuckDB is not installed\n"
                f"install it once: python -c \"import duckdb; duckdb.sql('install {extension}')\"",
                error_text(error),
            ) from None


def _folder(address: str) -> str:
    """Return the part of a pattern's address before its first wildcard that ends in a slash."""
    return re.split(r"[*?\[]", address, maxsplit=1)[0].rpartition("/")[0] + "/"


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(render('literal', text) for text in dict.fromkeys(texts))}]"
