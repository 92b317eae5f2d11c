"""The spec as the state of the desk: its text, its versions to undo and redo, and who else writes.

Versions are files of the folder's `.sqlmetrics/history`, for their owner alone, as partitions of a
spec may name values of the table. Each is whole, with the sentence of its change and the version
that it came from. A version is kept before it becomes the spec, and others go only after that. The
spec itself says which version is current, so wherever a crash comes, they agree; `at` only tells
versions of the same text apart.
"""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from sqlmetrics.engine.files import write_text
from sqlmetrics.errors import OutputError, SpecError
from sqlmetrics.files.footprint import SPEC, edits
from sqlmetrics.files.kept_files import kept_json, kept_text, may_keep
from sqlmetrics.output.page.language import wording
from sqlmetrics.phrase import Phrase
from sqlmetrics.spec.input_file import read_text

HISTORY = Path(".sqlmetrics") / "history"
"""Where versions are, below the folder of the spec."""

AT = "at"
"""The file with the number of the version that was last made the spec."""

VERDICT = "verdict"
"""The file with what was last found of the spec, and the hash of its text."""

KEPT = 50
"""The most changes that can be undone."""


class Version(NamedTuple):
    """A version of the spec: its number, its text, what it changed, and which one it came from."""

    number: int
    text: str
    told: str
    before: int | None

    def holds(self) -> bool:
        """Return whether the parts are what they should be, and the version came from an older."""
        parts = (type(self.number), type(self.text), type(self.told))
        return parts == (int, str, str) and (self.before is None or 0 < self.before < self.number)


class ConflictError(SpecError):
    """The spec has changed since a form was made; `difference` has the lines that differ."""

    def __init__(self, name: str, difference: str) -> None:
        told = Phrase("{file} was changed elsewhere since this page was made: nothing was written", file=name)
        super().__init__(told)
        self.difference = difference


def hash_of(text: str) -> str:
    """Return what a text is known by."""
    return sha256(text.encode()).hexdigest()


class Versions:
    """The text of a spec, and its versions.

    `problem` says why nothing can be written to the folder; the spec is then in memory alone, until
    a later change can be written, or somebody changes the file. Raises SpecError for a spec that
    is a link out of its folder, or no text.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.problem: str | None = None
        self.saved_at: str | None = None
        self._check_link()
        self._memory: str | None = None
        self._behind: str | None = None
        self._start = ""
        self._versions: dict[int, Version] = {}
        self._kept: set[int] = set()
        self._at: int | None = None
        self._lock = RLock()
        self._read()

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
        """The text of the spec as it is now, which an editor may have changed.

        Where the file is gone it is the last one that was seen.
        """
        there = self._file_text
        if self._memory is not None and there in {None, self._behind}:
            return self._memory
        self._memory = None
        if there is not None:
            self._start = there
        return self._start

    @property
    def _file_text(self) -> str | None:
        """The text of the file, None without one."""
        return read_text(self.file, SPEC) if self.exists else None

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

    @property
    def changes(self) -> list[str]:
        """What the changes were that led to the spec as it is, the last one first."""
        here, found = self._current(), list[str]()
        while here is not None and here.before in self._versions:
            found.append(here.told)
            here = self._versions[here.before]
        return found

    @property
    def text_before(self) -> str | None:
        """The text before the last change, None where there is none."""
        here = self._current()
        return None if here is None or here.before not in self._versions else self._versions[here.before].text

    def keep_verdict(self, verdict: str) -> None:
        """Keep what was found of the spec as it is, beside its versions where it has some."""
        folder = self.folder
        with suppress(OSError, OutputError, SpecError):
            if self.problem is None and folder.is_dir() and not folder.is_symlink():
                path = folder / VERDICT
                if may_keep(path):
                    write_text(path, json.dumps({"of": self.hash, "verdict": verdict}), private=True)

    def begin(self, text: str) -> None:
        """Take a text for a spec that is no file yet; the first change writes it."""
        self._start = text

    def write(self, text: str, told: str, base: str) -> None:
        """Write a text in place of the one that is known by `base`, and keep it as a version.

        What was undone before can then no longer be made again. Raises ConflictError where the
        spec is another one by now.
        """
        with self._lock:
            self._read()
            self._check(base)
            before = self._current()
            if before is None:
                before = self._add(self.text, wording("changed elsewhere" if self._at else "the beginning"), self._at)
            new = self._add(text, told, before.number)
            chain = [new]
            while chain[-1].before in self._versions and len(chain) <= KEPT:
                chain.append(self._versions[chain[-1].before])
            self._put(new, chain)
            for gone in self._versions.keys() - {version.number for version in chain}:
                del self._versions[gone]
                if self.problem is None:
                    with suppress(OSError):
                        self._path(gone).unlink()

    def undo(self, base: str) -> str | None:
        """Go back to the version before, and return what was taken back, or None."""
        with self._lock:
            self._read()
            self._check(base)
            here = self._current()
            if here is None or here.before not in self._versions:
                return None
            self._put(self._versions[here.before])
            return here.told

    def redo(self, base: str) -> str | None:
        """Go on to the version that was taken back last, and return what it changed, or None."""
        with self._lock:
            self._read()
            self._check(base)
            after = self._after()
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
            before.splitlines(),
            now.splitlines(),
            wording("as this page had it"),
            wording("as it is now"),
            lineterm="",
            n=1,
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
        here = max(found, key=lambda version: version.number)
        self._at = here.number
        return here

    def _after(self) -> Version | None:
        """Return the version that came last from the current one."""
        here = self._current()
        found = [one for one in self._versions.values() if here is not None and one.before == here.number]
        return max(found, key=lambda version: version.number, default=None)

    def _add(self, text: str, told: str, before: int | None) -> Version:
        """Add a version with a number of its own."""
        version = Version(max(self._versions, default=0) + 1, text, told, before)
        self._versions[version.number] = version
        return version

    def _put(self, version: Version, chain: Sequence[Version] = ()) -> None:
        """Make a version the spec once the ones of a chain are kept, or be in memory alone."""
        behind = self._behind if self._memory is not None else self._file_text
        try:
            self._check_link()
            for one in reversed(chain):
                self._keep(one)
            edits(self.file, SPEC)
            write_text(self.file, version.text)
            self._memory, self.problem, self._start = None, None, version.text
            self.saved_at = f"{datetime.now():%H:%M}"
            self._keep_place(version.number)
        except (OSError, OutputError, SpecError) as error:
            self._memory, self._behind, self.problem = version.text, behind, _said(error)
        self._at = version.number

    def _keep(self, version: Version) -> None:
        """Keep a version in a file of its own, unless it has one. Raises SpecError for a link."""
        path = self._path(version.number)
        for folder in (self.folder.parent.parent, self.folder.parent, self.folder):
            folder.mkdir(mode=0o700, exist_ok=True)
            if folder.is_symlink():
                raise SpecError(Phrase("{folder} is a link; versions are not kept behind one", folder=folder.name))
        if not may_keep(path):
            path.unlink()
        if version.number not in self._kept:
            write_text(path, json.dumps(version._asdict()), private=True)

    def _keep_place(self, number: int) -> None:
        """Keep which version is the spec."""
        path = self.folder / AT
        with suppress(OSError, OutputError, SpecError):
            if may_keep(path) and not self.folder.is_symlink():
                write_text(path, str(number), private=True)

    def _path(self, number: int) -> Path:
        """Return the file of a version."""
        return self.folder / f"{number:06}.json"

    def _check_link(self) -> None:
        """Raise SpecError where the spec is a link out of its folder."""
        if not Path(os.path.realpath(self.file)).is_relative_to(os.path.realpath(self.file.parent)):
            raise SpecError(
                Phrase("{file} is a link that leads out of its folder; name the file itself", file=str(self.file))
            )

    def _read(self) -> None:
        """Read the versions that are kept, also by another desk; what is no version is left out."""
        self._kept = set()
        if self.folder.is_symlink() or not self.folder.is_dir():
            return
        for path in sorted(self.folder.glob("*.json")):
            with suppress(OSError, ValueError, TypeError, SpecError):
                version = Version(**kept_json(path))
                if version.holds() and path == self._path(version.number) and not path.is_symlink():
                    self._kept.add(self._versions.setdefault(version.number, version).number)
        if self._at is None:
            with suppress(OSError, ValueError):
                at = int(kept_text(self.folder / AT))
                self._at = at if at in self._versions else None


def kept_verdict(file: Path) -> str | None:
    """Return what was last found of a spec as it is in a file, None where nothing is known."""
    with suppress(OSError, ValueError, TypeError, KeyError, SpecError):
        kept = kept_json(file.parent / HISTORY / file.name / VERDICT)
        if kept["of"] == hash_of(read_text(file, SPEC)) and type(kept["verdict"]) is str:
            return str(kept["verdict"])
    return None


def _said(error: Exception) -> str:
    """Return why something cannot be written, in few words."""
    if isinstance(error, OSError):
        return error.strerror or wording("the folder cannot be written to")
    return wording(error.args[0]).partition("\n")[0]
