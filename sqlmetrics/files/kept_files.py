"""Files that a run has kept in a folder, where others may have put something else."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

LARGEST_KEPT = 4 * 1024 * 1024
"""The largest size of a file that a run has kept, in bytes."""

KEPT = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How such a file is opened, as far as the system knows how."""


def may_keep(path: Path) -> bool:
    """Return whether a file may be kept at a path: nothing is there, or a regular file."""
    return not path.is_symlink() and (path.is_file() or not path.exists())


def kept_text(path: Path) -> str:
    """Return the text of a file that a run has kept in a folder, where others may have put another.

    It is opened without waiting, and no link is followed. Raises OSError where it cannot be opened,
    and ValueError where it is no regular file, larger than 4 MB, or not UTF-8.
    """
    with os.fdopen(os.open(path, os.O_RDONLY | KEPT), "rb") as file:
        facts = os.fstat(file.fileno())
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > LARGEST_KEPT:
            raise ValueError(path)
        return file.read(LARGEST_KEPT).decode("utf-8")


def kept_json(path: Path) -> Any:
    """Return what a file of JSON holds that a run has kept; see `kept_text`."""
    try:
        return json.loads(kept_text(path))
    except RecursionError:
        raise ValueError(path) from None
