"""The place of the files of tests: in memory, where thousands of small files sync in no time."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there

ROOM = 4_000_000_000
"""The free bytes from which files are kept in memory."""


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
