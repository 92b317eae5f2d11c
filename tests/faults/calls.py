"""The command line in this process, with its streams as text."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.cli.app import main


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@contextmanager
def within(folder: Path, temporary: Path, environment: Mapping[str, str] | None = None) -> Iterator[None]:
    """Work in a folder, with the folder for temporary files and the environment of a case."""
    before = Path.cwd(), tempfile.tempdir, dict(os.environ), sys.argv
    os.chdir(folder)
    tempfile.tempdir = str(temporary)
    os.environ.update({"COLUMNS": "120", "TMPDIR": str(temporary)} | dict(environment or {}))
    try:
        yield
    finally:
        os.chdir(before[0])
        tempfile.tempdir = before[1]
        os.environ.clear()
        os.environ.update(before[2])
        sys.argv = before[3]


def call(arguments: Sequence[str]) -> Ended:
    """Run the command line with the arguments, in this process and folder."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True) for _ in range(2))
    sys.argv = ["sqlmetrics", *arguments]
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
    return Ended(code, *(_text(stream) for stream in (out, err)))


def _text(stream: io.TextIOWrapper) -> str:
    """Return what was written to a stream."""
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return "" if buffer.closed else buffer.getvalue().decode("utf-8", "surrogateescape")
