"""The place of the files of tests: in memory, where thousands of small files sync in no time."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from loop.steps import StepError

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there

ROOM = 4_000_000_000
"""The free bytes from which files are kept in memory."""

NEEDED = 1_000_000_000
"""The free bytes without which tests do not begin."""

LEFT = 50_000_000
"""The free bytes below which tests fail for want of room."""


def check_room(command: str, environment: Mapping[str, str], needed: int) -> None:
    """Raise StepError where the folder of the tests' files has too little room."""
    folder = environment.get("TMPDIR", tempfile.gettempdir())
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise StepError(
            f"{command}: there is no room for the tests' files in {folder}, which has {free // 1_000_000:,} MB of"
            f" {NEEDED // 1_000_000:,}: free some, or name another folder (TMPDIR=/path/to/it {command})",
            2,
        )


@contextmanager
def files_in_memory() -> Iterator[dict[str, str]]:
    """Give the variables of tests that keep their files in memory, where there is room."""
    if os.environ.get("TMPDIR") or not _is_usable():
        yield {}
        return
    folder = Path(tempfile.mkdtemp(prefix="sqlmetrics.", dir=MEMORY))
    folder.chmod(0o1777)  # servers run as users of their own
    try:
        yield {"TMPDIR": str(folder)}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _is_usable() -> bool:
    """Return whether programs and devices may lie in memory, and there is room."""
    with suppress(OSError):
        mounts = [line.split() for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
        options = {option for fields in mounts if fields[1] == str(MEMORY) for option in fields[3].split(",")}
        writable = os.access(MEMORY, os.W_OK) and not options & {"noexec", "nodev"}
        return writable and shutil.disk_usage(MEMORY).free > ROOM
    return False
