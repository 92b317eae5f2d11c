"""The footprint of a run: the files that it reads, and the outputs that it announces.

What opens a file that a user named declares it, and what writes one announces it before any work,
so that no output takes the place of what is read.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.files.leftovers import MARK, process_name, temporary_folder
from sqlmetrics.files.listing import files_of

STANDARD = Path("-")
"""The name of standard output among outputs."""

RELATION, DATABASE = "relation", "database that is scored"
"""The roles of data that is scored, in messages."""

SPEC = "spec file"
"""The role of a spec in messages."""

_SHOWN = 80
"""The most bytes of an output's name in its unfinished file's name, which has at most 255."""

_ADDRESS = re.compile(r"(?:(?:sqlite|duckdb)(?:\+\w+)?:///(?:file:)?|file:(?://(?:localhost)?)?(?=/))(?P<path>[^?]+)")
"""A pattern of the address of a local file: a file itself, or the URL of a database in it."""

LOGS = ("", ".wal", ".wal.checkpoint")
"""The endings of what DuckDB writes beside the name of its file: the file and its logs."""

Key = tuple[int | str, ...]
"""The identity of a file: device and inode; of one that is not there, its folder's and its name."""


class ReadFile(NamedTuple):
    """A file, a pattern or a folder that is read, and its role in messages."""

    path: str
    what: str


@dataclass
class Footprint:
    """The files of a run: those read with their identities, outputs by word, unfinished files.

    `edited` are files that the run reads and then writes over, with their role as they are read.
    `breaking` are the names of columns with control characters, such as line breaks.
    """

    reads: list[ReadFile] = field(default_factory=list)
    keys: dict[ReadFile, frozenset[Key]] = field(default_factory=dict)
    outputs: dict[Path, str] = field(default_factory=dict)
    unfinished: dict[tuple[Path, str], Path] = field(default_factory=dict)
    edited: set[tuple[Key | None, str]] = field(default_factory=set)
    breaking: set[str] = field(default_factory=set)


_RUN: ContextVar[Footprint | None] = ContextVar("the run", default=None)


@contextmanager
def recorded_run(*files: Path | None) -> Iterator[None]:
    """Be the scope of a run, a command line or a call in Python; within another, be part of it.

    `files` are the files that were read before, such as the spec's; None stands for none.
    """
    token = _RUN.set(Footprint()) if _RUN.get() is None else None
    try:
        for file in files:
            if file is not None:
                reads(file, SPEC)
        yield
    finally:
        if token is not None:
            _RUN.reset(token)


def reads(path: Path | str, what: str) -> None:
    """Declare a file, a pattern or a folder that is read; an address such as s3:// is none of them.

    `what` is its role in messages. Raises SpecError where an output of the run is that file.
    """
    footprint, name = _RUN.get(), local(str(path))
    if footprint is None or name is None:
        return
    read = ReadFile(name, what)
    if read not in footprint.reads:
        footprint.reads.append(read)
    for output, word in footprint.outputs.items():
        _check(footprint, output, word, [read])


def writes(path: Path, what: str) -> None:
    """Announce an output before any work; `what` is the word of the spec that names it.

    Raises SpecError where the run reads that file, or has announced it by another word or path.
    """
    footprint = _RUN.get()
    if footprint is None:
        return
    key = _key(path)
    for other, word in footprint.outputs.items():
        if (other, word) != (path, what) and key is not None and _key(other) == key:
            raise SpecError(f"`{word}` {other} and `{what}` {path} are one file; name another for one of them")
    _check(footprint, path, what, footprint.reads)
    footprint.outputs[path] = what
    unfinished(path)


def edits(path: Path, what: str) -> None:
    """Let a run write over a file that it reads, by its role in messages, as it adds to that."""
    footprint = _RUN.get()
    if footprint is not None:
        footprint.edited.add((_key(path), what))


def replaces(path: Path) -> None:
    """Raise SpecError where the run reads the file at the path of an output, at the last moment."""
    footprint = _RUN.get()
    if footprint is not None:
        _check(footprint, path, footprint.outputs.get(path, "output"), footprint.reads)


def unfinished(path: Path, part: str = "") -> Path:
    """Return the name of the unfinished file of an output: hidden, beside it, and of this process.

    The unfinished file of a device, a pipe or standard output lies in the folder for temporary
    files. A `part` is a further file, from which the output is made.
    """
    footprint = _RUN.get()
    if footprint is not None and (path, part) in footprint.unfinished:
        return footprint.unfinished[path, part]
    target = Path(os.path.realpath(path))
    folder = temporary_folder() if is_stream(path) else target.parent
    shown = os.fsdecode(os.fsencode(target.name)[:_SHOWN])
    name = folder / f".{shown}.{part and part + '.'}{process_name()}"
    if footprint is not None:
        footprint.unfinished[path, part] = name
    return name


def stages(path: Path, file: Path, part: str = "staged") -> None:
    """Let an engine use a file that an output, or a part of it, is made from, with its logs."""
    footprint = _RUN.get()
    if footprint is not None:
        for log in LOGS:
            footprint.unfinished[path, f"{part}{log}"] = file.with_name(file.name + log)


def engine_paths() -> tuple[Path, ...]:
    """Return the unfinished files of the run's outputs, which an engine may write."""
    footprint = _RUN.get()
    return () if footprint is None else tuple(footprint.unfinished.values())


def remove_unfinished() -> None:
    """Remove the unfinished files of the run, which is stopped, with the logs beside them."""
    for path in engine_paths():
        for left in (path, path.with_name(f"{path.name}.wal")):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def names_output(text: str) -> bool:
    """Return whether an engine's text of an error names the unfinished file of an output."""
    return any(path.name.rpartition(MARK)[2] in text for path in engine_paths())


def meets(names: Iterable[str]) -> None:
    """Keep the names of columns that would break a line of a message."""
    footprint = _RUN.get()
    if footprint is not None:
        footprint.breaking.update(name for name in names if not name.isprintable())


def breaking_names() -> tuple[str, ...]:
    """Return the names of columns that the run has met and that would break a line."""
    footprint = _RUN.get()
    return () if footprint is None else tuple(footprint.breaking)


def is_stream(path: Path) -> bool:
    """Return whether an output is written to as a stream: neither a file to replace nor a folder.

    Such are standard output, a device, a pipe, and a file to which standard output goes.
    """
    if path == STANDARD:
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or standard_stream(path) is not None


def standard_stream(path: Path) -> int | None:
    """Return the number of the standard stream that goes to an output's path, or None.

    A file that the shell has opened, as behind /dev/stdout, is written on from where it is.
    """
    if path == STANDARD:
        return 1
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(path.stat(), os.fstat(number)):
                return number
    return None


def local(text: str) -> str | None:
    """Return the path that a path or an address names, env:NAME included; None for another's."""
    if text.startswith("env:"):
        text = os.environ.get(text.removeprefix("env:"), "://")
    match = _ADDRESS.match(text)
    if match is not None:
        return match["path"]
    return None if "://" in text else text


def _key(path: Path) -> Key | None:
    """Return the identity of a file or of one that could be made; None for a device or a pipe."""
    if path == STANDARD:
        return ("standard output",)
    try:
        state = path.stat()
    except OSError:
        target = Path(os.path.realpath(path))
        try:
            folder = target.parent.stat()
        except OSError:
            return (str(target),)
        return (folder.st_dev, folder.st_ino, target.name)
    return (state.st_dev, state.st_ino) if stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode) else None


def _check(footprint: Footprint, output: Path, what: str, reads: Iterable[ReadFile]) -> None:
    """Raise SpecError where an output is a file that is read, other than by the same word.

    Patterns are looked up only for an output that exists, as only then it can be among them.
    """
    if output == STANDARD or not output.is_file():
        return
    key = _key(output)
    for read in reads:
        if read.what == what or (key, read.what) in footprint.edited:
            continue
        if read not in footprint.keys:
            footprint.keys[read] = frozenset(found for file in _files(read.path) if (found := _key(file)) is not None)
        if key in footprint.keys[read]:
            among = "the" if len(footprint.keys[read]) == 1 else f"of {read.path}, the"
            raise SpecError(f"`{what}` {output} is {among} {read.what}, which is only ever read; name another file")


def _files(text: str) -> list[Path]:
    """Return the files that a path, a pattern or a folder names, or what else is at the path.

    Hidden ones are among them: another program may read them.
    """
    path = Path(text)
    return [path] if path.exists() and not path.is_dir() else files_of(text, hidden=True)
