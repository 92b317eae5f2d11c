"""What --format and --output do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sqlmetrics.cli.messages import say
from sqlmetrics.errors import SpecError
from sqlmetrics.output.terminal import print_report
from sqlmetrics.text import printable

if TYPE_CHECKING:
    from sqlmetrics.output.forms import Forms
    from sqlmetrics.output.report import Report


EXIT_CODES = (
    "Exit codes: 0 done and passed; 1 a threshold failed; 2 usage or specification; 3 a query or connection failed;"
    " 130 stopped by Ctrl-C, 143 by SIGTERM."
)


def check_output(*paths: Path | None, format_: str = "table") -> None:
    """Raise SpecError, before any work is done, where the first path is needed or one cannot be written."""
    from sqlmetrics.engine.files import check_writable

    if format_ == "parquet" and paths[0] is None:
        raise SpecError("--format parquet needs --output FILE")
    for path in paths:
        if path is not None:
            check_writable(path)


def write(result: Forms | str, output: Path | None, format_: str = "table") -> None:
    """Write a result as --format says, or a text, to the file that --output names or to standard output.

    What a reader must know beside it goes to standard error.
    """
    from sqlmetrics.engine.files import write_text
    from sqlmetrics.output.forms import text_in, write_file

    if isinstance(result, str):
        typer.echo(result, nl=False) if output is None else write_text(output, result)
        return
    for note in result.notes_beside(format_):
        say(printable(note))
    if output is not None:
        write_file(result, format_, output)
    elif format_ == "table":
        draw(result.report())
    else:
        typer.echo(text_in(result, format_), nl=False)


def draw(report: Report, *, err: bool = False) -> None:
    """Draw a report on the terminal, on standard error where it is not the result."""
    from rich.console import Console

    print_report(report, Console(highlight=False, stderr=err))
