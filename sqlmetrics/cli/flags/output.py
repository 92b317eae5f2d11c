"""The flags of output: its form, its file, how much it shows, and the statement in its place."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from sqlmetrics.cli import completion
from sqlmetrics.cli.messages import show_details
from sqlmetrics.cli.panels import OUTPUT, RUN, STATEMENT
from sqlmetrics.engine.files import announce_output


class Format(StrEnum):
    table = "table"
    json = "json"
    csv = "csv"
    parquet = "parquet"
    markdown = "markdown"


class DocumentFormat(StrEnum):
    table = "table"
    json = "json"


class ListFormat(StrEnum):
    table = "table"
    json = "json"
    csv = "csv"


class ReadFormat(StrEnum):
    table = "table"
    json = "json"
    csv = "csv"
    parquet = "parquet"
    markdown = "markdown"
    html = "html"


FORMAT_HELP = "The form of the result.  [default: that of the ending of --output, or table]"

FormatOption = Annotated[Format, typer.Option("--format", "-f", help=FORMAT_HELP, rich_help_panel=OUTPUT)]
ReadFormatOption = Annotated[ReadFormat, typer.Option("--format", "-f", help=FORMAT_HELP, rich_help_panel=OUTPUT)]
DocumentOption = Annotated[DocumentFormat, typer.Option("--format", "-f", help=FORMAT_HELP, rich_help_panel=OUTPUT)]
ListFormatOption = Annotated[ListFormat, typer.Option("--format", "-f", help=FORMAT_HELP, rich_help_panel=OUTPUT)]


def announced_outputs(parameter: typer.CallbackParam, paths: Any) -> Any:
    """Announce the outputs of a flag as soon as it is read, before any work is done.

    Raises SpecError where one cannot be written, or is read or written by another flag, too.
    """
    for path in paths if isinstance(paths, list | tuple) else [paths]:
        if path is not None:
            announce_output(path, str(parameter.name))
    return paths


Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        callback=announced_outputs,
        help="The file to write instead of standard output, which is - by name. Its ending gives the form:"
        " .json, .csv, .parquet, .md, or .txt for a table.",
        rich_help_panel=OUTPUT,
    ),
]
TextOutput = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        callback=announced_outputs,
        help="The file to write instead of standard output, which is - by name.",
        rich_help_panel=OUTPUT,
    ),
]
ShowValues = Annotated[
    bool,
    typer.Option(
        "--show-values",
        callback=show_details,
        is_eager=True,
        help="Show values of the data, in messages too; without it, only sizes and scores are shown.",
        rich_help_panel=OUTPUT,
    ),
]
ShowDetails = Annotated[
    bool,
    typer.Option(
        "--show-values",
        callback=show_details,
        is_eager=True,
        help="Show values of the data that messages leave out.",
        rich_help_panel=OUTPUT,
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit",
        min=1,
        metavar="N",
        help="Show only the first N rows of each list.  [default: 10 in a table]",
        rich_help_panel=OUTPUT,
    ),
]
ClassLimit = Annotated[
    int | None,
    typer.Option(
        "--limit",
        min=1,
        metavar="N",
        help="At class level, show only the N riskiest classes of each target.  [default: 10 in table and markdown]",
        rich_help_panel=OUTPUT,
    ),
]
PrintSql = Annotated[
    bool,
    typer.Option(
        "--print-sql",
        help="Print the statement instead of running it; nothing is opened or read.",
        rich_help_panel=STATEMENT,
    ),
]
Dialect = Annotated[
    str | None,
    typer.Option(
        "--dialect",
        metavar="NAME",
        help="The SQL dialect of the statement.  [default: the URL's, or duckdb]",
        rich_help_panel=STATEMENT,
        autocompletion=completion.dialects,
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Draw no progress on the terminal.", rich_help_panel=RUN)]
