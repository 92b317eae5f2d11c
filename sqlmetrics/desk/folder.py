"""The files that the desk may open: tables below the folder that it was started in, by number."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.listing import known_form

MOST = 10_000
"""The most files that are listed."""

WALKED = 100_000
"""The most entries of folders that are looked at."""


class FolderFile(NamedTuple):
    """A file below the folder: its number, its path from there, its bytes, and when it changed."""

    number: int
    name: str
    path: Path
    size: int
    changed: datetime


@dataclass(frozen=True)
class Folder:
    """The folder that the desk was started in. Nothing outside it can be opened."""

    root: Path

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.root.resolve().name or str(self.root)

    def files(self) -> list[FolderFile]:
        """Return the tables below the folder, in the order of their names.

        Folders and files whose name begins with a dot are left out, and links that lead out.
        """
        found = sorted(self._walked(), key=lambda path: path.relative_to(self.root).as_posix().casefold())[:MOST]
        listed: list[FolderFile] = []
        for path in found:
            try:
                facts = path.stat()
            except OSError:
                continue
            name = path.relative_to(self.root).as_posix()
            listed.append(FolderFile(len(listed), name, path, facts.st_size, datetime.fromtimestamp(facts.st_mtime)))
        return listed

    def file(self, name: str) -> Path | None:
        """Return the file of a name of `files`, None where there is none."""
        return next((one.path for one in self.files() if one.name == name), None)

    def dropped(self, name: str, size: int) -> list[FolderFile]:
        """Return the files of a name and a size, which is all that a browser tells of one."""
        return [one for one in self.files() if one.path.name == name and one.size == size]

    def _walked(self) -> Iterator[Path]:
        """Give the tables below the folder, which they do not leave by a link."""
        root, looked = os.path.realpath(self.root), 0
        for place, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            looked += len(names) + len(folders)
            for name in names:
                path, form = Path(place, name), known_form(name)
                readable = form is not None and bool(form.reader) and form.reader != "sqlite3"
                inside = Path(os.path.realpath(path)).is_relative_to(root)
                if readable and inside and not name.startswith(".") and path.is_file():
                    yield path
            if looked > WALKED:
                return
