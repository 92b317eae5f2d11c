"""The files that the desk may open: tables below the folder that it was started in."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.files.listing import known_form
from sqlmetrics.lakes.found import kind_of
from sqlmetrics.text import printable

WALKED = 100_000
"""The entries of folders after which no other folder is looked at."""

TIMES = (0.0, 253_000_000_000.0)
"""The first and the last second that a file is said to be of, as calendars end with year 9999."""


class FolderFile(NamedTuple):
    """A file below the folder: its path from there, its path, its bytes, and when it changed.

    The folder of a table with a log is one, too. A name has codes for characters that no page can
    show and no form sends back. The path has no link in it.
    """

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
        return printable(self.root.resolve().name or str(self.root))

    def files(self) -> list[FolderFile]:
        """Return the tables below the folder, in the order of their names.

        Folders and files whose name begins with a dot are left out, and links that lead out.
        """
        return self.listing()[0]

    def listing(self) -> tuple[list[FolderFile], bool]:
        """Return `files`, and whether every folder was looked at."""
        files = list(self._walked())
        found = [file for file in files if file is not None]
        return sorted(found, key=lambda file: (file.name.casefold(), file.name)), len(found) == len(files)

    def file(self, name: str) -> Path | None:
        """Return the file of a name of `files`, None where there is none."""
        return next((one.path for one in self.files() if one.name == name), None)

    def dropped(self, name: str, size: int) -> list[FolderFile]:
        """Return the files of a name and a size, which is all that a browser tells of one."""
        return [one for one in self.files() if one.name.split("/")[-1] == printable(name) and one.size == size]

    def _walked(self) -> Iterator[FolderFile | None]:
        """Give the tables below the folder, and None at last where folders are not looked at."""
        root, looked = os.path.realpath(self.root), 0
        for place, folders, names in os.walk(root):
            if kind_of(Path(place)) is not None:
                looked += len(names) + len(folders)
                folders[:] = []
                if place != root:
                    yield self._lake(root, Path(place))
                continue
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in names:
                if not name.startswith(".") and is_table(name) and (file := self._file(root, Path(place, name))):
                    yield file
            looked += len(names) + len(folders)
            if looked > WALKED:
                yield None
                return

    @staticmethod
    def _lake(root: str, path: Path) -> FolderFile:
        """Return the folder of a table with a log, whose files are no tables of their own."""
        files = [facts for one in path.rglob("*") if (facts := _facts(one)) is not None]
        changed = max((facts.st_mtime for facts in files), default=0)
        moment = datetime.fromtimestamp(min(max(changed, TIMES[0]), TIMES[1]))
        size = sum(facts.st_size for facts in files)
        return FolderFile(printable(path.relative_to(root).as_posix()), path, size, moment)

    @staticmethod
    def _file(root: str, path: Path) -> FolderFile | None:
        """Return a file of the folder.

        None for a link that leads out of what is listed, and for a name that is no text, which no
        engine opens.
        """
        real = Path(os.path.realpath(path))
        try:
            str(real).encode()
            inside = real.relative_to(root).parts
            facts = real.stat()
        except (OSError, ValueError):
            return None
        if not stat.S_ISREG(facts.st_mode) or any(part.startswith(".") for part in inside):
            return None
        changed = datetime.fromtimestamp(min(max(facts.st_mtime, TIMES[0]), TIMES[1]))
        return FolderFile(printable(path.relative_to(root).as_posix()), real, facts.st_size, changed)


def _facts(path: Path) -> os.stat_result | None:
    """Return the facts of a regular file, None for whatever else lies at a path."""
    try:
        facts = path.lstat()
    except OSError:
        return None
    return facts if stat.S_ISREG(facts.st_mode) else None


def is_table(name: str) -> bool:
    """Return whether a file is a table by its ending, and needs no name of a table inside it."""
    form = known_form(name)
    return form is not None and form.reader not in {"", "sqlite3"}
