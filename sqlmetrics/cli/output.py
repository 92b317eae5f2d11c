"""What --output and --format do."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sqlmetrics.cli.messages import say
from sqlmetrics.cli.options import Format
from sqlmetrics.errors import SpecError

if TYPE_CHECKING:
    from rich.console import Console

    from sqlmetrics.risk.scores import ReleaseScores


EXIT_CODES = (
    "Exit codes: 0 done and passed; 1 a threshold failed; 2 usage or specification; 3 a query or connection failed;"
    " 130 stopped by Ctrl-C, 143 by SIGTERM."
)


def print_report(report: Callable[[Console], None], output: Path | None) -> None:
    """Print a report to the terminal, or write it to a file as a terminal of 120 columns would show it."""
    from rich.console import Console

    if output is None:
        report(Console(highlight=False))
        return
    text = io.StringIO()
    report(Console(highlight=False, width=120, file=text))
    write_output(text.getvalue(), output)


def write_output(text: str, output: Path | None) -> None:
    """Write a text to the file that --output names, whole or not at all, or to standard output."""
    from sqlmetrics.engine.files import write_text

    if output is None:
        typer.echo(text, nl=False)
    else:
        write_text(output, text)


def print_findings(
    found: ReleaseScores, format_: Format, output: Path | None, report: Callable[[Console], None], markdown: Callable[[], str]
) -> None:
    """Print or write a comparison's result as --format and --output say; `report` prints it for a person, `markdown` tells it in a file."""
    from sqlmetrics.engine.files import write_whole
    from sqlmetrics.output.findings import findings_csv, findings_json, write_findings

    for note in found.notes:
        say(note)
    if format_ is Format.parquet:
        if output is None:
            raise SpecError("--format parquet needs --output FILE")
        write_whole(output, lambda path: write_findings(found, path))
    elif format_ is Format.table:
        print_report(report, output)
    else:
        text = {Format.json: lambda: findings_json(found), Format.csv: lambda: findings_csv(found), Format.markdown: markdown}[format_]()
        write_output(text, output)
