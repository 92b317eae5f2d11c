"""The files that a path, a pattern or a folder names: files of data, no hidden ones."""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from pathlib import Path

from sqlmetrics.errors import SpecError

READERS = {
    "read_parquet": (".parquet", ".pq"),
    "read_csv": (".csv", ".tsv", ".csv.gz", ".tsv.gz", ".csv.zst", ".txt"),
    "read_json": (".json", ".jsonl", ".ndjson", ".json.gz", ".jsonl.gz", ".ndjson.gz"),
}
"""DuckDB's table functions by the endings of the files that they read."""

WALKED = 100_000
"""The number of files that are no data, and of folders, from which on a folder is not walked."""


def reader(text: str) -> str | None:
    """Return the table function that reads a path, by its ending, or None."""
    return next((name for name, endings in READERS.items() if text.lower().endswith(endings)), None)


def ending(name: str) -> str | None:
    """Return the ending of READERS that a name has, the longest of several, or None."""
    endings = (one for group in READERS.values() for one in group if name.endswith(one))
    return max(endings, key=len, default=None)


def files_of(text: str, *, hidden: bool = False) -> list[Path]:
    """Return the local files that a path, a pattern or a folder names; none for an address.

    A folder names its Parquet files, or the files of its only other format. Hidden ones, such as
    files that are not finished, are named by their own names or a pattern that begins with a dot
    alone, unless they are asked for. Raises SpecError for a folder that is not walked, and for no
    name, which is no folder either.
    """
    if not text.strip():
        raise SpecError("the name of a relation is empty; name a file, a pattern, a folder or a table")
    if "://" in text:
        return []
    path = Path(text)
    if path.is_dir():
        return folder_files(path, hidden=hidden)
    if path.is_file():
        return [path]
    return sorted(Path(name) for name in glob.glob(text, recursive=True, include_hidden=hidden) if Path(name).is_file())


def has_hidden(text: str) -> bool:
    """Return whether hidden files match a pattern or lie in a folder, beside those it names."""
    return not Path(text).is_file() and len(files_of(text, hidden=True)) > len(files_of(text))


def folder_files(folder: Path, *, hidden: bool = False) -> list[Path]:
    """Return the data of a folder and the folders below it, where links are not followed.

    They are its Parquet files, or the files of its only other ending among READERS. Hidden files
    and folders are left out unless they are asked for. Raises SpecError for the root of a file
    system, for a folder that mostly holds other files, and for one with several endings.
    """
    if folder.resolve() == Path(folder.resolve().anchor):
        raise SpecError(f"{folder} is a whole file system; name the folder that holds the data")
    found: list[Path] = []
    others = data = 0
    for place, folders, names in os.walk(folder):
        readable = sum(reader(name) is not None for name in names)
        data += readable
        others += len(names) - readable + len(folders)
        if others > WALKED + 2 * data:
            raise SpecError(f"{folder} holds more than {others:,} other files; name the folder that holds the data")
        if not hidden:
            folders[:] = [name for name in folders if not name.startswith(".")]
            names = [name for name in names if not name.startswith(".")]
        found += [Path(place, name) for name in names if ending(name) is not None and Path(place, name).is_file()]
    return sorted(file for file in found if file.name.endswith(_one_ending(folder, found)))


def _one_ending(folder: Path, files: Sequence[Path]) -> str:
    """Return the ending of a folder's data: .parquet, or else the only one of files not hidden.

    A text beside other data is no data. Raises SpecError for several.
    """
    seen = [file for file in files if not any(part.startswith(".") for part in file.relative_to(folder).parts)]
    endings = {str(ending(file.name)) for file in seen or files}
    if len(endings) > 1:
        endings -= {".txt"}
    if len(endings) > 1 and ".parquet" not in endings:
        listed = ", ".join(sorted(endings))
        raise SpecError(f"the folder {folder} holds files of {listed}; name one kind, as {folder}/*{min(endings)}")
    return ".parquet" if ".parquet" in endings else min(endings, default=".parquet")
