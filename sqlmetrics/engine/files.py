"""Outputs are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from sqlmetrics.errors import SpecError


def check_writable(path: Path) -> None:
    """Raise SpecError where a file cannot be written at a path."""
    folder = path.parent
    if not folder.is_dir():
        raise SpecError(f"the output's folder {folder} does not exist; create it first (mkdir -p {folder})")
    if path.is_dir():
        raise SpecError(f"the output {path} is a folder; name a file in it")
    if not os.access(folder, os.W_OK):
        raise SpecError(f"the output's folder {folder} is not writable; choose another or change its permissions")


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a file beside the path, then move it to the path.

    After an error or a stop nothing is left behind. Raises SpecError where it cannot be written.
    """
    check_writable(path)
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise SpecError(f"cannot write in {path.parent}: {error.strerror}") from None
    os.close(descriptor)
    unfinished = Path(name)
    try:
        write(unfinished)
        mask = os.umask(0)
        os.umask(mask)
        unfinished.chmod(0o666 & ~mask)
        unfinished.replace(path)
    except OSError as error:
        raise SpecError(f"cannot write {path}: {error.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file, whole or not at all."""

    def write(unfinished: Path) -> None:
        unfinished.write_text(text, encoding="utf-8", newline="")

    write_whole(path, write)
