"""The first page: the tables below the folder in which the desk was started."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from sqlmetrics.desk.folder import Folder, FolderFile
from sqlmetrics.desk.table import spec_file_of
from sqlmetrics.desk.versions import kept_verdict
from sqlmetrics.engine.footers import footer
from sqlmetrics.errors import SpecError
from sqlmetrics.output.assertions import Grounds, are_counted
from sqlmetrics.output.page.language import figures, numbered_wording, wording
from sqlmetrics.text import printable

MOST = 60
"""The most files of a page."""

UNITS = ("{size} bytes", "{size} kB", "{size} MB", "{size} GB", "{size} TB")
"""The units of sizes."""


class FileRow(NamedTuple):
    """A table that may be opened; `spec` is None where the spec of the folder cannot be read."""

    number: str
    name: str
    records: str
    columns: str
    size: str
    changed: str
    spec: str | None


class OpenLink(NamedTuple):
    """The table that is open, and the address of its page."""

    name: str
    address: str


@dataclass(frozen=True)
class FilesView:
    """The tables as the page lists them; see `files.html`.

    `listed` is how many there are, and how many are listed. The folder is `whole` unless it is too
    large to be looked at.
    """

    folder: str
    find: str
    open: OpenLink | None
    rows: Sequence[FileRow]
    whole: bool
    listed: Grounds
    first: str
    most: int = MOST


def files_view(folder: Folder, find: str, open_: OpenLink | None) -> FilesView:
    """Return the tables below a folder whose name has `find` in it; `open_` is the open one."""
    every, whole = folder.listing()
    files = [one for one in every if find.casefold() in one.name.casefold()]
    rows = [_row(one, folder) for one in files[:MOST]]
    first = rows[0].name if rows else "patients.parquet"
    return FilesView(
        folder=folder.name,
        find=find,
        open=open_,
        rows=rows,
        whole=whole,
        listed=Grounds({"tables" if whole else "looked_at": len(files), "listed": len(rows)}, are_counted),
        first=first,
    )


def _row(file: FolderFile, folder: Folder) -> FileRow:
    """Return a table of the list."""
    records, columns = footer(file.path)
    return FileRow(
        number=file.name,
        name=file.name,
        records=wording("not counted yet") if records is None else figures(records, ","),
        columns="" if columns is None else figures(columns, ","),
        size=bytes_text(file.size),
        changed=moment_text(file.changed),
        spec=_spec_text(file, folder),
    )


def _spec_text(file: FolderFile, folder: Folder) -> str | None:
    """Return which spec a table has; None where the folder's spec cannot be read."""
    try:
        spec = spec_file_of(file.path, folder.root)
    except SpecError:
        return None
    if not spec.is_file():
        return wording("no spec yet")
    verdict = kept_verdict(spec)
    name = printable(spec.name)
    return name if verdict is None else wording("{name}: {text}", name=name, text=numbered_wording(verdict))


def bytes_text(size: int) -> str:
    """Return a number of bytes as people read it."""
    number, unit = float(size), 0
    while number >= 1000 and unit < len(UNITS) - 1:
        number, unit = number / 1000, unit + 1
    return wording(UNITS[unit], size=figures(number, ".0f" if unit == 0 or number >= 10 else ".1f"))


def moment_text(moment: datetime) -> str:
    """Return when a file changed, as people say it."""
    if moment.date() == date.today():
        return wording("today, {time}", time=f"{moment:%H:%M}")
    return f"{moment:%Y-%m-%d}"
