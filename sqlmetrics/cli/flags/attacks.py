"""The flags of the commands that attack releases: attacks and gda."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sqlmetrics.cli.flags.output import announced

Releases = Annotated[
    list[str],
    typer.Argument(help="The releases: files, patterns or folders, or tables with --database or --url."),
]
Original = Annotated[
    str,
    typer.Option("--original", metavar="RELATION", help="The original: a file or a table, like its releases."),
]
RecordId = Annotated[
    str | None,
    typer.Option(
        "--record-id", metavar="COL", help="The column that tells records apart, in the releases and the original."
    ),
]
External = Annotated[
    str | None,
    typer.Option(
        "--external",
        metavar="RELATION",
        help="The relation of people whom the attacker can name, with their quasi-identifiers.",
    ),
]
Renamed = Annotated[
    list[str] | None,
    typer.Option(
        "--renamed", metavar="COL=ORIGINAL", help="A column of the releases and its name in the original; repeat it."
    ),
]
Public = Annotated[
    str | None,
    typer.Option(
        "--public", metavar="TABLE", help="The relation of people who may be in the original, for attacks that link."
    ),
]
Control = Annotated[
    str | None,
    typer.Option(
        "--control",
        metavar="TABLE",
        help="The relation of people who were not in the original, attacked in the same way.",
    ),
]
Attacks = Annotated[
    list[str] | None,
    typer.Option("--attack", metavar="NAME", help="Only this attack; repeat it.  [default: all]"),
]
Secrets = Annotated[
    list[str] | None,
    typer.Option("--secret", metavar="COL", help="A column to infer; repeat it.  [default: all]"),
]
Known = Annotated[
    list[str] | None,
    typer.Option(
        "--known", metavar="COL", help="A column that the attacker knows or uses; repeat it.  [default: all others]"
    ),
]
Attempts = Annotated[
    int, typer.Option("--attempts", min=1, metavar="N", help="The number of attempts that each attack makes.")
]
SampleSeed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="The seed of the samples.")]
GuessTolerance = Annotated[
    float | None,
    typer.Option(
        "--tolerance",
        min=0,
        metavar="SHARE",
        help="The share of its size by which a guessed number may miss the true one.",
    ),
]
MaxCells = Annotated[
    int | None,
    typer.Option("--max-cells", min=1, metavar="N", help="The most cells of a release that each attack may retrieve."),
]
MaxQueries = Annotated[
    int | None,
    typer.Option("--max-queries", min=1, metavar="N", help="The most queries of a release that each attack may make."),
]
Recodings = Annotated[
    list[str] | None,
    typer.Option(
        "--partition",
        metavar="COL=FILE",
        help="The file by which a column was recoded: CSV `value,domain`, or FILE:LEVEL for a level of a hierarchy;"
        " repeat it.",
    ),
]
Claims = Annotated[
    Path | None,
    typer.Option(
        "--claims",
        metavar="FILE.csv",
        callback=announced,
        help="The file to write each claim and its truth to, with values only by --show-values.",
    ),
]
