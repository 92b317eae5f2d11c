"""A DuckDB of our own keeps to what a run names: its files, outputs and extensions.

Whatever a database file, a workload or an attack brings, no statement reads or writes another file,
loads an extension or changes a setting.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sqlmetrics.engine.addresses import check_address, fixed_address, is_pattern, open_addresses
from sqlmetrics.engine.reasons import failure
from sqlmetrics.files import footprint
from sqlmetrics.files.listing import files_of, has_hidden
from sqlmetrics.statement.relation import read_path
from sqlmetrics.statement.render import render

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LOCAL = {"autoload_known_extensions": False, "allow_persistent_secrets": False}
"""The settings of a run that reads no file at an address, which needs neither."""

EVERYWHERE = {"allow_community_extensions": False, "enable_external_access": False}
"""The settings of every run."""


def harden(
    connection: DuckDBPyConnection, files: Iterable[str] = (), *, trusted: bool = False, known: Collection[str] = ()
) -> None:
    """Limit a connection to files, patterns, folders and addresses, and to the announced outputs.

    It comes after all other settings, and after a database file is attached: then the configuration
    is locked. With `trusted`, nothing is limited. What reads addresses is loaded before.

    Raises QueryError where what reads an address is missing, where a setting fails, and for an
    address within a table with a log, unless it is one of `known`.
    """
    import duckdb

    named = list(dict.fromkeys(files))
    addresses = [text for text in named if "://" in text]
    open_addresses(connection, addresses)
    for address in addresses:
        if address not in known:
            check_address(connection, address)
    try:
        if not trusted:
            _confine(connection, named)
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
    folders = [fixed_address(address) for address in addresses if is_pattern(address)]
    for text in files:
        if "://" not in text:
            named, folder = _local(connection, text)
            paths += named
            folders += folder
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


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(render('literal', text) for text in dict.fromkeys(texts))}]"
