"""The flags of a report: its file, its certificate, its readers, and its date."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from sqlmetrics.cli.flags.output import announced_outputs
from sqlmetrics.cli.panels import ASKED, LEARNT, OUTPUT

CertificateFile = Annotated[
    Path | None,
    typer.Option(
        "--json",
        metavar="FILE",
        callback=announced_outputs,
        help="Write everything that the report says as JSON, too; the report shows that file's hash.",
        rich_help_panel=OUTPUT,
    ),
]
CertificateRead = Annotated[
    Path, typer.Argument(metavar="FILE.json", help="The certificate, which `report` wrote with --json.")
]
MeasuredAgain = Annotated[
    str | None,
    typer.Option(
        "--relation",
        metavar="RELATION",
        help="Measure this relation again, and say what differs: by the certificate's own spec, or by --spec.",
        rich_help_panel=ASKED,
    ),
]
RowsFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="The rows with their header, as CSV, JSON, Parquet, or a table that psql or mariadb drew."
    ),
]
Title = Annotated[
    str | None,
    typer.Option("--title", metavar="TEXT", help="The title of the report.", rich_help_panel=OUTPUT),
]
OriginalOfReleases = Annotated[
    str | None,
    typer.Option(
        "--original",
        metavar="RELATION",
        help="The original that the relation was made from, to weigh it against each --release.",
        rich_help_panel=LEARNT,
    ),
]
OtherReleases = Annotated[
    list[str] | None,
    typer.Option(
        "--release",
        metavar="RELATION",
        help="Another release of the --original, to show beside this one; repeat it.",
        rich_help_panel=LEARNT,
    ),
]
OtherHierarchies = Annotated[
    list[str] | None,
    typer.Option(
        "--release-hierarchy",
        metavar="COL=FILE",
        help="The hierarchy by which releases were recoded: a file of lines as `34;30-39;*`, no header; repeat it.",
        rich_help_panel=LEARNT,
    ),
]
Internal = Annotated[
    bool,
    typer.Option(
        "--internal",
        help="Write the version with values of the data and small groups; without it, the public one.",
        rich_help_panel=OUTPUT,
    ),
]
PreviousReport = Annotated[
    Path | None,
    typer.Option(
        "--previous",
        metavar="FILE.json",
        help="The certificate of the public report before this one; refuse where both together tell of few people.",
        rich_help_panel=OUTPUT,
    ),
]
Date = Annotated[
    datetime | None,
    typer.Option(
        "--date",
        metavar="DATE",
        formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%SZ"],
        help="The date that the report has, in UTC, so that the same run gives the same bytes."
        "  [default: now, or SOURCE_DATE_EPOCH]",
        rich_help_panel=OUTPUT,
    ),
]
