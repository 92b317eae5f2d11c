"""The placement of several files in a folder: all take their places, or none does.

A list of them is written first, beside the whole files, so that a run which is killed between two
of them is finished by the next one. Only one run at a time places files in a folder.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlmetrics.files.kept_files import kept_json

try:
    import fcntl
except ImportError:  # Windows has no locks of folders
    fcntl = None  # type: ignore[assignment]

LIST = "sqlmetrics-placement.json"
"""The name of the list, in the private folder that holds the files."""

PATIENCE, PAUSE = 60.0, 0.01
"""The seconds to wait for another run that places files in the folder, and between two attempts."""


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Be the only run that places files in a folder. Raises TimeoutError where another stays.

    Where folders cannot be locked all runs pass.
    """
    descriptor = None
    with suppress(OSError):
        descriptor = None if fcntl is None else os.open(folder, os.O_RDONLY)
    try:
        if descriptor is not None:
            _lock(descriptor)
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _lock(descriptor: int) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                told = "another run has been placing files in its folder for a minute"
                raise TimeoutError(errno.ETIMEDOUT, told) from None
            time.sleep(PAUSE)
        except OSError:
            return
        else:
            return


def write_list(private: Path, names: Sequence[str]) -> None:
    """Write the list of the files in a private folder that are to take their places above it."""
    text = json.dumps({name: _identity(private.parent / name) for name in names})
    unfinished = private / f"{LIST}.unfinished"
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(private / LIST)


def finish(private: Path) -> None:
    """Place the listed files of a killed run, unless another run has placed some since."""
    try:
        listed = kept_json(private / LIST)
        with alone_in(private.parent):
            left = {name: before for name, before in listed.items() if (private / name).is_file()}
            if any(Path(name).name != name or _identity(private.parent / name) != left[name] for name in left):
                return
            for name in left:
                (private / name).replace(private.parent / name)
    except (OSError, ValueError, AttributeError, TypeError):
        return


def _identity(path: Path) -> list[int] | None:
    """Return what tells a file from another at its path, None where there is none."""
    with suppress(OSError):
        state = path.stat(follow_symlinks=False)
        return [state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns]
    return None
