"""The files that a path, a pattern or a folder names: files of data, no hidden ones."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.files.leftovers import MARK


class Form(NamedTuple):
    """A form of files: what one is in words, its endings, and what reads it.

    The reader is a table function of DuckDB, or the package that reads it, which the `extra`
    installs. Where nothing reads it, `instead` says what to do.
    """

    says: str
    endings: tuple[str, ...]
    reader: str = ""
    extra: str = ""
    instead: str = "save its table as CSV or Parquet"


FORMS = (
    Form("a Parquet file", (".parquet", ".pq"), "read_parquet"),
    Form("a CSV file", (".csv", ".tsv", ".csv.gz", ".tsv.gz", ".csv.zst", ".txt"), "read_csv"),
    Form("a JSON file", (".json", ".jsonl", ".ndjson", ".json.gz", ".jsonl.gz", ".ndjson.gz"), "read_json"),
    Form("a spreadsheet", (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), "python_calamine", "excel"),
    Form("an SPSS file", (".sav", ".zsav", ".por"), "pyreadstat", "statistics"),
    Form("a Stata file", (".dta",), "pyreadstat", "statistics"),
    Form("a SAS file", (".sas7bdat", ".xpt"), "pyreadstat", "statistics"),
    Form("an Arrow file", (".arrow", ".feather", ".ipc"), "pyarrow", "arrow"),
    Form("a SQLite database", (".sqlite", ".sqlite3", ".db", ".db3"), "sqlite3"),
    Form("a DuckDB database", (".duckdb", ".ddb"), instead="name it as the `database`, and its table as the relation"),
    Form("a document", (".docx", ".doc", ".odt", ".rtf", ".pdf", ".html", ".htm", ".md")),
    Form(
        "an archive",
        (".zip", ".7z", ".rar", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz"),
        instead="unpack it, and name the file or the folder with the data",
    ),
    Form("an R file", (".rds", ".rdata", ".rda"), instead="write its table by arrow::write_parquet, or by write.csv"),
    Form(
        "a pickle", (".pkl", ".pickle"), instead="it may run any code when it is opened; write it by frame.to_parquet"
    ),
    Form("an Avro, ORC or HDF5 file", (".avro", ".orc", ".h5", ".hdf5"), instead="write it as Parquet"),
    Form("a dump of SQL", (".sql", ".dump"), instead="load it into a database, and name the `url`"),
)
"""The forms of files that people have. SPSS, Stata and SAS are programs for statistics."""

READERS = {form.reader: form.endings for form in FORMS if form.reader.startswith("read_")}
"""DuckDB's table functions by the endings of the files that they read."""

ENDINGS = tuple(one for form in FORMS for one in form.endings)
"""The known endings."""

HIDDEN = (".", "_")
"""The marks at the beginning of the names of files and folders that are no data."""

WALKED = 100_000
"""The number of files that are no data, and of folders, from which on a folder is not walked."""


def without_query(text: str) -> str:
    """Return a path; of an address whose file has a known ending, what stands before its query."""
    path = text.partition("?")[0]
    return path if "://" in text and path.lower().endswith(ENDINGS) else text


def reader(text: str) -> str | None:
    """Return the table function that reads a path, by its ending, or None."""
    path = without_query(text).lower()
    return next((name for name, endings in READERS.items() if path.endswith(endings)), None)


def known_form(text: str) -> Form | None:
    """Return the form of the files that a path names, by its longest ending, or None."""
    path = without_query(text).lower()
    found = ((len(one), form) for form in FORMS for one in form.endings if path.endswith(one))
    return max(found, key=lambda entry: entry[0], default=(0, None))[1]


def imported_form(text: str) -> Form | None:
    """Return the form of a file that a package reads, and DuckDB does not, or None."""
    form = known_form(text)
    return form if form is not None and form.reader and form.reader not in READERS else None


def ending(name: str) -> str | None:
    """Return the ending of READERS that a name has, the longest of several, or None."""
    endings = (one for group in READERS.values() for one in group if name.endswith(one))
    return max(endings, key=len, default=None)


def files_of(text: str, *, hidden: bool = False) -> list[Path]:
    """Return the local files that a path, a pattern or a folder names; none for an address.

    A folder names its Parquet files, or the files of its only other format. Hidden files and
    folders, whose names begin with a dot or _, are left out unless they are asked for, or are named
    by their own names or a pattern that begins so. Raises SpecError for a folder that is not
    walked, and for no name, which is no folder either.
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
    found = (Path(name) for name in glob.glob(text, recursive=True, include_hidden=hidden))
    below = fixed_folder(text)
    left_out = HIDDEN if not hidden and not any(part.startswith("_") for part in Path(text).parts) else ()
    return sorted(
        path
        for path in found
        if path.is_file() and not any(part.startswith(left_out) for part in path.parts[len(below.parts) :])
    )


def fixed_folder(pattern: str) -> Path:
    """Return the folder in which all matches of a pattern lie."""
    before = re.split(r"[*?\[]", pattern, maxsplit=1)[0]
    return Path(before[: before.rfind("/") + 1])


def has_hidden(text: str) -> bool:
    """Return whether hidden files match a pattern or lie in a folder, beside those it names."""
    return not Path(text).is_file() and len(files_of(text, hidden=True)) > len(files_of(text))


def folder_files(folder: Path, *, hidden: bool = False) -> list[Path]:
    """Return the data of a folder and the folders below it.

    They are its Parquet files, or the files of its only other ending among READERS. Raises
    SpecError for several endings, and as `_readable` does.
    """
    return _parted(folder, hidden)[0]


def other_files(folder: Path) -> list[Path]:
    """Return the files of a folder that could be read, but are none of its data; no .txt file."""
    return [file for file in _parted(folder, hidden=False)[1] if ending(file.name) != ".txt"]


def _parted(folder: Path, hidden: bool) -> tuple[list[Path], list[Path]]:
    """Return the data of a folder, and the files with another ending, each in order."""
    found = sorted(_readable(folder, hidden))
    own = _one_ending(folder, found)
    return [one for one in found if one.name.endswith(own)], [one for one in found if not one.name.endswith(own)]


def _readable(folder: Path, hidden: bool) -> list[Path]:
    """Return the files of the endings of READERS in a folder and below it, no link being followed.

    Hidden files and folders are left out unless they are asked for, and the spill folders of runs
    always. Raises SpecError for the root of a file system, and for a folder that mostly holds other
    files.
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
        folders[:] = [name for name in folders if not name.startswith(MARK)]
        if not hidden:
            folders[:] = [name for name in folders if not name.startswith(HIDDEN)]
            names = [name for name in names if not name.startswith(HIDDEN)]
        found += [Path(place, name) for name in names if ending(name) is not None and Path(place, name).is_file()]
    return found


def _one_ending(folder: Path, files: Sequence[Path]) -> str:
    """Return the ending of a folder's data: .parquet, or else the only one of files not hidden.

    A text beside other data is no data. Raises SpecError for several.
    """
    seen = [file for file in files if not any(part.startswith(HIDDEN) for part in file.relative_to(folder).parts)]
    endings = {str(ending(file.name)) for file in seen or files}
    if len(endings) > 1:
        endings -= {".txt"}
    if len(endings) > 1 and ".parquet" not in endings:
        listed = ", ".join(sorted(endings))
        raise SpecError(f"the folder {folder} holds files of {listed}; name one kind, as {folder}/*{min(endings)}")
    return ".parquet" if ".parquet" in endings else min(endings, default=".parquet")
