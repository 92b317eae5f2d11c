"""The n-th call that writes or asks the database fails, as on a full or a broken disk."""

from __future__ import annotations

import builtins
import errno
import io
import os
import re
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

import duckdb

from faults.calls import call, within
from faults.commands import COMMANDS, Case
from faults.workplace import (
    CANARY,
    Shape,
    Workplace,
    hashes,
    prepare,
    replaced,
    runs_of,
    shape_of,
    whole,
    workplace,
)

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS, errno.EDQUOT, errno.EMFILE)
"""The errors that a call fails with, in turn."""

WRITING = {"open", "write", "fsync", "replace", "link", "folder", "mode", "copy"}
"""The kinds of calls that write."""


Site = tuple[str, ...]
"""The kind of a call, and the lines of ours that led to it, the innermost first."""


class Hit(NamedTuple):
    """The call that failed: its kind, and the file it was about."""

    kind: str
    path: Path | None


@dataclass
class Counter:
    """The calls of a run so far, of which one fails, or none where `fails` is 0."""

    folder: Path
    fails: int
    number: int
    sites: list[Site] = field(default_factory=list)
    hit: Hit | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def reached(self, kind: str, path: Any = None) -> bool:
        """Count a call, and return whether it is the one that fails."""
        named = _path_of(path)
        if named is not None and not named.is_relative_to(self.folder):
            return False
        site = (kind, *_lines())
        with self.lock:
            self.sites.append(site)
            if len(self.sites) != self.fails:
                return False
            self.hit = Hit(kind, named)
            return True

    def error(self) -> OSError:
        """Return the error of the call that fails."""
        return OSError(self.number, os.strerror(self.number))


def _lines() -> Iterator[str]:
    """Give the lines of sqlmetrics that are being run, the innermost first."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.startswith("sqlmetrics."):
            yield f"{module}:{frame.f_lineno}"
        frame = frame.f_back


def _path_of(path: Any) -> Path | None:
    """Return the absolute path of a path or of an open file."""
    if isinstance(path, int):
        try:
            return Path(f"/proc/self/fd/{path}").readlink()
        except OSError:
            return Path("/")
    return None if path is None else Path(os.path.abspath(os.fsdecode(path)))  # noqa: PTH100 - links stay


@contextmanager
def injected(counter: Counter) -> Iterator[None]:
    """Let the chosen call of os, open and DuckDB fail."""
    with ExitStack() as stack:
        for name, kind, place in (
            ("replace", "replace", 1),
            ("rename", "replace", 1),
            ("link", "link", 1),
            ("fsync", "fsync", 0),
            ("fdatasync", "fsync", 0),
            ("mkdir", "folder", 0),
            ("chmod", "mode", 0),
            ("fchmod", "mode", 0),
            ("ftruncate", "write", 0),
        ):
            stack.enter_context(patch.object(os, name, _failing(counter, getattr(os, name), kind, place)))
        stack.enter_context(patch.object(os, "write", _torn(counter, os.write)))
        stack.enter_context(patch.object(os, "open", _opened(counter, os.open)))
        opened = _file(counter, io.open)
        stack.enter_context(patch.object(io, "open", opened))
        stack.enter_context(patch.object(builtins, "open", opened))
        stack.enter_context(patch.object(duckdb, "connect", _connected(counter, duckdb.connect)))
        for name in ("execute", "executemany"):
            asked = _asked(counter, getattr(duckdb.DuckDBPyConnection, name))
            stack.enter_context(patch.object(duckdb.DuckDBPyConnection, name, asked))
        stack.enter_context(patch.object(sqlite3.dbapi2, "connect", _sqlite(counter, sqlite3.dbapi2.connect)))
        yield


def _failing(counter: Counter, real: Callable[..., Any], kind: str, place: int) -> Callable[..., Any]:
    """Return a call of os that may fail; its argument in that place is the file."""

    def call_or_fail(*arguments: Any, **words: Any) -> Any:
        path = arguments[place] if len(arguments) > place else words.get("dst")
        if counter.reached(kind, path):
            raise counter.error()
        return real(*arguments, **words)

    return call_or_fail


def _torn(counter: Counter, real: Callable[..., int]) -> Callable[..., int]:
    """Return `os.write` that may write half and fail."""

    def write(descriptor: int, data: Any) -> int:
        if counter.reached("write", descriptor):
            real(descriptor, bytes(data)[: len(data) // 2])
            raise counter.error()
        return real(descriptor, data)

    return write


def _opened(counter: Counter, real: Callable[..., int]) -> Callable[..., int]:
    """Return `os.open` that may fail where it opens for writing."""

    def open_descriptor(path: Any, flags: int, *arguments: Any, **words: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) and counter.reached("open", path):
            raise counter.error()
        return real(path, flags, *arguments, **words)

    return open_descriptor


def _file(counter: Counter, real: Callable[..., Any]) -> Callable[..., Any]:
    """Return `open` that may fail, and whose files may write half and fail."""

    def open_file(path: Any, mode: str = "r", *arguments: Any, **words: Any) -> Any:
        writes = set(mode) & set("wxa+")
        if not isinstance(path, int) and counter.reached("open" if writes else "read", path):
            raise counter.error()
        opened = real(path, mode, *arguments, **words)
        if writes:
            opened.write = _torn_file(counter, opened.write, path)
        return opened

    return open_file


def _torn_file(counter: Counter, real: Callable[..., Any], path: Any) -> Callable[..., Any]:
    """Return the `write` of an open file that may write half and fail.

    A drawing is thousands of writes to one file, of which the first, second, fourth and so on fail.
    """
    number = 0

    def write(data: Any) -> Any:
        nonlocal number
        number += 1
        if number.bit_count() == 1 and counter.reached("write", path):
            real(data[: len(data) // 2])
            raise counter.error()
        return real(data)

    return write


def _connected(counter: Counter, real: Callable[..., Any]) -> Callable[..., Any]:
    """Return `duckdb.connect` that may fail."""

    def connect(database: Any = ":memory:", *arguments: Any, **words: Any) -> Any:
        if counter.reached("connect", None if database == ":memory:" else database):
            raise duckdb.IOException(f'IO Error: Cannot open file "{database}": {os.strerror(counter.number)}')
        return real(database, *arguments, **words)

    return connect


def _asked(counter: Counter, real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a statement's execution that may fail; a COPY fails when half of a file is written."""

    def execute(connection: Any, query: Any, *arguments: Any, **words: Any) -> Any:
        text = str(query)
        copies = text.lstrip().lower().startswith("copy")
        named = re.search(r" to '((?:[^']|'')+)'", text)
        target = None if not copies else named[1].replace("''", "'") if named else str(arguments[0][0])
        if counter.reached("copy" if copies else "execute", target):
            if target is None and counter.fails % 2:
                raise duckdb.ConversionException(f"Conversion Error: Could not convert string '{CANARY}' to INT32")
            if target is None:
                raise duckdb.IOException(f"IO Error: Could not read from file: {os.strerror(counter.number)}")
            Path(target).write_bytes(b"PAR1 half of a file")
            raise duckdb.IOException(f'IO Error: Could not write file "{target}": {os.strerror(counter.number)}')
        return real(connection, query, *arguments, **words)

    return execute


def _sqlite(counter: Counter, real: Callable[..., Any]) -> Callable[..., Any]:
    """Return the opening of a SQLite file that may fail, and whose statements and commits may."""

    def counted(kind: str) -> None:
        if counter.reached(kind):
            raise sqlite3.OperationalError("disk I/O error")

    class Cursor(sqlite3.Cursor):
        def execute(self, *arguments: Any) -> Any:
            counted("execute")
            return super().execute(*arguments)

        def executemany(self, *arguments: Any) -> Any:
            counted("execute")
            return super().executemany(*arguments)

    class Connection(sqlite3.Connection):
        def cursor(self, factory: Any = Cursor) -> Any:
            return super().cursor(factory)

        def commit(self) -> None:
            counted("commit")
            super().commit()

    def connect(*arguments: Any, **words: Any) -> Any:
        counted("connect")
        return real(*arguments, **words, factory=Connection)

    return connect


@dataclass(frozen=True)
class Expected:
    """What a run of a case makes when nothing fails: the shapes of its outputs, and its runs."""

    shapes: Mapping[str, Shape]
    runs: Mapping[str, Mapping[str, int]]
    known: Mapping[str, Path | None]


def expected(place: Workplace, case: Case) -> Expected:
    """Return what a case makes, from a run of it; a history that is known has one run before."""
    known: dict[str, Path | None] = {}
    if case.history is not None:
        known[case.history] = None if case.new else earlier_history(place, case)
    with within(place.folder, place.folder / "tmp"):
        prepare(place, case.outputs, known)
        ended = call(case.arguments)
    assert ended.code == 0, (case, ended)
    runs = {name: runs_of(place.out / name) for name in known}
    result = Expected({name: shape_of(place.out / name) for name in case.outputs}, runs, known)
    assert sorted(replaced(place, result.shapes)) == sorted(case.outputs), case
    assert whole(place, result.shapes, result.runs) == [], case
    return result


def earlier_history(place: Workplace, case: Case) -> Path:
    """Return a history of the case's kind with one earlier run, made beside the workplace."""
    assert case.history is not None
    made = place.folder / "made" / f"{case.arguments[0]}-{case.history}"
    if not made.exists():
        made.parent.mkdir(exist_ok=True)
        prepare(place, (), {})
        arguments = ["earlier" if word == "next" else word for word in case.arguments]
        with within(place.folder, place.folder / "tmp"):
            assert call(arguments).code == 0, case
        (place.out / case.history).rename(made)
    return made


@contextmanager
def furnished(parent: Path | None = None) -> Iterator[Workplace]:
    """Make a workplace with the history that the commands `history` and `diff` read."""
    with workplace(parent) as place:
        with within(place.folder, place.folder / "tmp"):
            for run in ("earlier", "later"):
                words = [run if word == "next" else word for word in COMMANDS["check"]]
                assert call(["check", *words, "--history", "in/history.duckdb"]).code == 0
        yield replace(place, hashes=hashes(place.folder / "in"))


def tried(place: Workplace, case: Case, made: Expected, fails: int, number: int) -> tuple[Counter, list[str]]:
    """Run a case in which one call fails; return the calls, and what is wrong afterwards."""
    prepare(place, case.outputs, made.known)
    counter = Counter(place.folder, fails, number)
    with within(place.folder, place.folder / "tmp"):
        with injected(counter):
            ended = call(case.arguments)
        shapes = made.shapes if ended.code == 0 or not case.reports_failures else dict.fromkeys(made.shapes)
        problems = whole(place, shapes, made.runs, failed=ended.code != 0)
        new = replaced(place, made.shapes)
    if counter.hit is None:
        problems += [] if ended.code == 0 else [f"exit code {ended.code} though nothing failed"]
    elif ended.code == 0:
        problems += [f"{name} is old, with exit code 0" for name in made.shapes if name not in new]
    else:
        problems += _unsaid(case, counter.hit, ended.code, ended.err)
    if CANARY in ended.out or CANARY in ended.err:
        problems.append(f"a value is shown: {ended.err.strip()}")
    return counter, problems


def _unsaid(case: Case, hit: Hit, code: int, message: str) -> list[str]:
    """Return what is wrong with the exit code and the message of a run that failed."""
    problems = [] if code in {2, 3} else [f"exit code {code}"]
    problems += [f"'{word}' in the message" for word in ("Traceback", "unexpected") if word in message]
    part = hit.path.parts if hit.path is not None else ()
    writes = hit.kind in WRITING and "out" in part
    if writes and not any(name in message for name in case.names):
        problems.append("the message does not name the file")
    if writes and code != 3:
        problems.append(f"a failed write ended with {code}")
    return [f"{problem}: {message.strip()}" for problem in problems]


def swept(
    place: Workplace, case: Case, number: int, offset: int = 0, known: set[tuple[str, Site]] | None = None
) -> Iterator[tuple[Counter, list[str]]]:
    """Run a case, then let each of its calls fail in turn; give what was wrong.

    A call from a site that is `known` already is left out, and the others are added. The calls of a
    history are known by their case, as what is lost depends on what was there.
    """
    made = expected(place, case)
    passed, problems = tried(place, case, made, 0, ERRORS[0])
    yield passed, problems
    for fails, site in enumerate(passed.sites, 1):
        key = (case.name if any("gate.history" in line for line in site) else "", site)
        if known is None or key not in known:
            yield tried(place, case, made, fails, ERRORS[(number + fails * offset) % len(ERRORS)])
        if known is not None:
            known.add(key)
