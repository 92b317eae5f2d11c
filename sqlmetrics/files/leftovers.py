"""Unfinished files and spill folders, which name their process so that a later run removes them."""

from __future__ import annotations

import errno
import itertools
import os
import re
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.files.placement import finish

MARK = "sqlmetrics-"
"""The mark in the names of unfinished files, and the prefix of the names of spill folders."""

_LEFT = re.compile(rf"(?:\..*\.)?{MARK}(?P<host>[0-9a-f]{{12}})-(?P<pid>\d+)-(?P<start>\d+)-\d+(?:\.wal)?", re.DOTALL)
"""A pattern of the name of an unfinished file, of DuckDB's log beside one, or of a spill folder."""

_FAILURES = frozenset(
    getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE") if hasattr(errno, name)
)
"""The numbers of errors of a machine."""

TRIES = 5
"""How often a folder is removed into which an engine may still write."""

_NUMBERS = itertools.count(1)

_FOLDERS: set[Path] = set()
"""The spill folders of this process that are not known to be removed."""


def process_name() -> str:
    """Return a new name for what this process leaves if it is killed.

    It is made of the machine's boot and namespace of processes, the process's id and start, and a
    number.
    """
    return f"{MARK}{_host()}-{os.getpid()}-{_start(os.getpid()) or 0}-{next(_NUMBERS)}"


def temporary_folder() -> Path:
    """Return the system's folder for temporary files. Raises SpecError where there is none."""
    try:
        return Path(tempfile.gettempdir())
    except OSError:
        raise SpecError(
            "there is no folder for temporary files that can be written; name one by the environment variable TMPDIR"
        ) from None


@contextmanager
def private_folder(parent: Path, folder: Path | None = None) -> Iterator[Path]:
    """Give a new private folder in `parent`, which is removed in the end.

    It is `folder` where one is named. Folders of dead runs are removed first. Raises OSError where
    none can be made.
    """
    sweep(parent)
    folder = folder or parent / process_name()
    _FOLDERS.add(folder)
    try:
        folder.mkdir(mode=0o700)
    except OSError:
        _FOLDERS.discard(folder)
        raise
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _FOLDERS.discard(folder)


@contextmanager
def spill_folder(parent: Path, folder: Path | None = None) -> Iterator[Path]:
    """Give a new private folder in `parent` to spill to, which is removed in the end.

    It is `folder` where one is named. Raises SpecError or QueryError where none can be made.
    """
    with ExitStack() as kept:
        try:
            folder = kept.enter_context(private_folder(parent, folder))
        except OSError as error:
            wrong = QueryError if is_failure(error) else SpecError
            raise wrong(
                f"`temp_directory`: cannot make a folder in {parent}: {error.strerror}; name another folder"
            ) from None
        yield folder


def remove_own() -> None:
    """Remove the spill folders of this process, which is stopped.

    A signal may come between the steps that make or remove one, and an engine that is held up may
    still write into one.
    """
    for folder in tuple(_FOLDERS):
        for _ in range(TRIES):
            shutil.rmtree(folder, ignore_errors=True)
            if not folder.exists():
                break


def is_failure(error: OSError) -> bool:
    """Return whether the machine failed, as for want of room, rather than a name being wrong."""
    return error.errno in _FAILURES


def sweep(folder: Path) -> None:
    """Remove from a folder what dead processes of this machine and this user have left.

    Files that one of them was placing take their places first.
    What a process of another machine or container may still write stays.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        matches = [(entry, match) for entry in entries if (match := _LEFT.fullmatch(entry.name)) is not None]
        for entry, match in matches:
            if _is_dead(match):
                _remove(entry)


def _remove(entry: os.DirEntry[str]) -> None:
    with suppress(OSError):
        if hasattr(os, "geteuid") and entry.stat(follow_symlinks=False).st_uid != os.geteuid():
            return
        if entry.is_dir(follow_symlinks=False):
            finish(Path(entry.path))
            shutil.rmtree(entry.path, ignore_errors=True)
        elif entry.is_file(follow_symlinks=False):
            Path(entry.path).unlink()


def _is_dead(match: re.Match[str]) -> bool:
    """Return whether the process that a name names has ended for certain.

    A process that has another start bears the id of one that has ended.
    """
    if os.name != "posix" or match["host"] != _host():
        return False
    pid = int(match["pid"])
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    started = _start(pid)
    return started is not None and match["start"] != "0" and started != int(match["start"])


def _start(pid: int) -> int | None:
    """Return when a process started, in ticks since the boot; None where it is not known."""
    try:
        facts = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
        return int(facts[19])
    except (OSError, ValueError, IndexError):
        return None


@cache
def _host() -> str:
    """Return a text that processes share which see each other's ids: of one boot and container."""
    facts = []
    for name in ("pid", "time"):
        with suppress(OSError):
            facts.append(str(Path(f"/proc/self/ns/{name}").readlink()))
    with suppress(OSError):
        facts.append(Path("/proc/sys/kernel/random/boot_id").read_text())
    if not facts:
        facts = [os.uname().nodename if hasattr(os, "uname") else "", str(uuid.getnode())]
    return sha256(repr(facts).encode()).hexdigest()[:12]
