"""The spec as the state of the desk: its text, its versions to undo and redo, and who else writes.

Versions are files of the folder's `.sqlmetrics/history`, for their owner alone, each whole with the
sentence of its change and the version that it came from. The spec itself says which one is current,
so whatever was written last before a crash, they agree.
"""

from __future__ import annotations

import difflib
import json
import os
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.engine.files import write_text
from sqlmetrics.errors import OutputError, SpecError
from sqlmetrics.spec.input_file import read_text

HISTORY = Path(".sqlmetrics") / "history"
"""Where versions are, below the folder of the spec."""

KEPT = 50
"""The most versions that are kept."""


class Version(NamedTuple):
    """A version of the spec: its number, its text, what it changed, and which one it came from."""

    number: int
    text: str
    told: str
    before: int | None


class ConflictError(SpecError):
    """The spec has changed since a form was made; `difference` has the lines that differ."""

    def __init__(self, name: str, difference: str) -> None:
        super().__init__(f"{name} was changed elsewhere since this page was made: nothing was written")
        self.difference = difference


def hash_of(text: str) -> str:
    """Return what a text is known by."""
    return sha256(text.encode()).hexdigest()


class Versions:
    """The text of a spec, and its versions.

    `problem` says why nothing can be written to the folder; the versions are then in memory alone.
    Raises SpecError for a spec that is a link out of its folder, or no text.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.problem: str | None = None
        self.saved_at: str | None = None
        if not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(file.parent)):
            raise SpecError(f"{file} is a link that leads out of its folder; name the file itself")
        self._memory: str | None = None
        self._start = ""
        self._versions: dict[int, Version] = self._read()
        self._at: int | None = None

    @property
    def folder(self) -> Path:
        """The folder of the versions."""
        return self.file.parent / HISTORY / self.file.name

    @property
    def exists(self) -> bool:
        """Whether the spec is a file."""
        return self.file.is_file()

    @property
    def text(self) -> str:
        """The text of the spec as it is now, which an editor may have changed."""
        if self._memory is not None:
            return self._memory
        return read_text(self.file, "spec file") if self.exists else self._start

    @property
    def hash(self) -> str:
        """What the text as it is now is known by."""
        return hash_of(self.text)

    @property
    def number(self) -> int:
        """How many versions are kept."""
        return len(self._versions)

    @property
    def undo_told(self) -> str | None:
        """What undo would take back, None where there is nothing."""
        here = self._current()
        return None if here is None or here.before not in self._versions else here.told

    @property
    def redo_told(self) -> str | None:
        """What redo would do again, None where there is nothing."""
        after = self._after()
        return None if after is None else after.told

    def begin(self, text: str) -> None:
        """Take a text for a spec that is no file yet; the first change writes it."""
        self._start = text

    def write(self, text: str, told: str, base: str) -> None:
        """Write a text in place of the one that is known by `base`, and keep it as a version.

        Raises ConflictError where the spec is another one by now.
        """
        self._check(base)
        before = self._current()
        if before is None:
            before = self._keep(self.text, "changed elsewhere" if self._versions else "the beginning", self._at)
        self._put(self._keep(text, told, before.number))

    def undo(self, base: str) -> str | None:
        """Go back to the version before, and return what was taken back, or None."""
        here = self._current()
        self._check(base)
        if here is None or here.before not in self._versions:
            return None
        self._put(self._versions[here.before])
        return here.told

    def redo(self, base: str) -> str | None:
        """Go on to the version that was taken back last, and return what it changed, or None."""
        after = self._after()
        self._check(base)
        if after is None:
            return None
        self._put(after)
        return after.told

    def _check(self, base: str) -> None:
        """Raise ConflictError where the spec is not the one that is known by `base`."""
        now = self.text
        if hash_of(now) == base:
            return
        known = (version.text for version in self._versions.values() if hash_of(version.text) == base)
        before = next(known, self._start)
        lines = difflib.unified_diff(
            before.splitlines(), now.splitlines(), "as this page had it", "as it is now", lineterm="", n=1
        )
        raise ConflictError(self.file.name, "\n".join(lines))

    def _current(self) -> Version | None:
        """Return the version that the spec is, None where an editor made it another."""
        text = self.text
        here = None if self._at is None else self._versions.get(self._at)
        if here is not None and here.text == text:
            return here
        found = [version for version in self._versions.values() if version.text == text]
        if not found:
            return None
        self._at = found[-1].number
        return found[-1]

    def _after(self) -> Version | None:
        """Return the version that came last from the current one."""
        here = self._current()
        found = [one for one in self._versions.values() if here is not None and one.before == here.number]
        return found[-1] if found else None

    def _keep(self, text: str, told: str, before: int | None) -> Version:
        """Keep a text as a new version, in a file if the folder takes it; the oldest go."""
        version = Version(max(self._versions, default=0) + 1, text, told, before)
        self._versions[version.number] = version
        try:
            for folder in (self.file.parent / HISTORY.parent, self.file.parent / HISTORY, self.folder):
                folder.mkdir(mode=0o700, exist_ok=True)
            write_text(self._path(version.number), json.dumps(version._asdict()), private=True)
        except (OSError, OutputError, SpecError) as error:
            self.problem = _said(error)
        while len(self._versions) > KEPT:
            oldest = min(self._versions)
            del self._versions[oldest]
            with suppress(OSError):
                self._path(oldest).unlink()
        return version

    def _put(self, version: Version) -> None:
        """Make a version the spec, whole or not at all."""
        try:
            write_text(self.file, version.text)
            self._memory, self.problem = None, None
            self.saved_at = f"{datetime.now():%H:%M}"
        except (OSError, OutputError, SpecError) as error:
            self._memory, self.problem = version.text, _said(error)
        self._at = version.number

    def _path(self, number: int) -> Path:
        """Return the file of a version."""
        return self.folder / f"{number:06}.json"

    def _read(self) -> dict[int, Version]:
        """Return the versions that are kept; a file that is no version is left out."""
        found: dict[int, Version] = {}
        if not self.folder.is_dir():
            return found
        for path in sorted(self.folder.glob("*.json")):
            with suppress(OSError, ValueError, TypeError):
                version = Version(**json.loads(path.read_text(encoding="utf-8")))
                if path == self._path(version.number):
                    found[version.number] = version
        return found


def _said(error: Exception) -> str:
    """Return why something cannot be written, in few words."""
    if isinstance(error, OSError):
        return error.strerror or "the folder cannot be written to"
    return str(error).partition("\n")[0]
