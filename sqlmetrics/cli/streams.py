"""Standard output, for results as they are, and standard error, for messages."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from sqlmetrics import deadline
from sqlmetrics.errors import OutputError, SpecError
from sqlmetrics.text import printable

CHUNK = 1 << 20
"""Characters of a file that are written at a time."""

COMMANDS = re.compile(r"^\s*::|##\[|##vso\[", re.MULTILINE)
"""The starts of commands that GitHub Actions and Azure Pipelines read from what a step prints."""


class PipeClosedError(Exception):
    """The reader of standard output has gone; the run ends quietly."""


def neutral(line: str) -> str:
    """Return a line of a person's report or message that is no command of a workflow."""
    line = line.replace("##[", "##\\[").replace("##vso[", "##\\vso[")
    return line.replace("::", "\\::", 1) if line.lstrip().startswith("::") else line


def put_report(text: str) -> None:
    """Write a report for people to standard output; no line of it is a command of a workflow."""
    _put(["\n".join(map(neutral, text.split("\n"))) if _in_workflow() else text])


def put(text: str, *, commands: bool = False) -> None:
    """Write a result to standard output as it is; a terminal shows control characters as codes.

    With `commands` the text is one of a workflow's commands. Raises SpecError for another text that
    a workflow would take for one, and OutputError where standard output cannot be written.
    """
    if not commands and _in_workflow() and COMMANDS.search(text):
        raise _command_error()
    _put([text], visible=True)


def put_file(path: Path) -> None:
    """Write the text of a file to standard output, like `put`."""
    if _in_workflow():
        with path.open(encoding="utf-8") as lines:
            if any(COMMANDS.search(line) for line in lines):
                raise _command_error()
    with path.open(encoding="utf-8", newline="") as content:
        _put(iter(lambda: content.read(CHUNK), ""), visible=True)


def put_message(text: str) -> None:
    """Write a message to standard error; where that is not possible, there is nobody to tell."""
    with suppress(OSError, ValueError):
        encoding = sys.stderr.encoding or "utf-8"
        sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stderr.flush()


def flush_streams() -> None:
    """Flush both streams, and raise OutputError where standard output is not written in the end."""
    put_message("")
    with suppress(ValueError):
        if sys.stdout.writable():
            _put([])


def abandon() -> None:
    """Let nothing more be written to standard output, so that the interpreter ends quietly."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def keep_descriptors() -> None:
    """Take the place of standard streams that are closed, so that no other file gets their numbers.

    What is written to a closed standard output is an error.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number == 1 else os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "r", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", closefd=False)


def output_error(error: OSError | ValueError) -> OutputError:
    """Return the error of standard output that cannot be written; nothing more goes there."""
    if not (code := getattr(error, "errno", None)):
        return _closed()
    abandon()
    return OutputError(f"cannot write standard output: {os.strerror(code)}")


def _closed() -> OutputError:
    return OutputError("cannot write standard output: it is closed; open it, or name a file as `output`")


def _put(parts: Iterable[str], *, visible: bool = False) -> None:
    """Write texts to standard output; `visible` ones have their control characters shown there."""
    deadline.let_finish()
    stream = sys.stdout
    try:
        if not stream.writable():
            raise _closed()
        stream.flush()
        for part in parts:
            _write(stream, part, visible=visible)
        stream.flush()
    except BrokenPipeError:
        abandon()
        raise PipeClosedError from None
    except (OSError, ValueError) as error:
        raise output_error(error) from None


def _write(stream: TextIO, text: str, *, visible: bool) -> None:
    """Write a text as UTF-8, or in the letters of a terminal."""
    buffer: Any = getattr(stream, "buffer", None)
    if buffer is not None and not is_terminal():
        buffer.write(text.encode("utf-8", "backslashreplace"))
        return
    if visible and is_terminal():
        text = "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))


def is_terminal(*, err: bool = False) -> bool:
    """Return whether standard output, or with `err` standard error, is a terminal."""
    with suppress(ValueError):
        return (sys.stderr if err else sys.stdout).isatty()
    return False


def _in_workflow() -> bool:
    return bool(os.environ.get("GITHUB_ACTIONS") or os.environ.get("TF_BUILD"))


def _command_error() -> SpecError:
    return SpecError(
        "a line of this result would be a command of the workflow that runs, as a name or a value holds one;"
        " write it to a file, named as `output`"
    )
