"""The flags of the commands that attack releases."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sqlmetrics.cli import completion
from sqlmetrics.cli.flags.output import announced_outputs
from sqlmetrics.cli.flags.relation import HOW
from sqlmetrics.cli.panels import ASKED, ATTACKER, OUTPUT, PLACE, RECODED

Releases = Annotated[
    list[str],
    typer.Argument(
        metavar="RELEASES",
        help="The releases: files, patterns or folders, or tables with --database or --url. Without --original the"
        " first is the original.",
    ),
]
Original = Annotated[
    str | None,
    typer.Option(
        "--original",
        metavar="RELATION",
        help="The original: a file or a table, like its releases.  [default: the first of them]",
        rich_help_panel=PLACE,
    ),
]
OriginalWhere = Annotated[
    str | None,
    typer.Option(
        "--original-where",
        metavar="SQL",
        help="Only the original's records that an SQL expression holds for.",
        rich_help_panel=PLACE,
    ),
]
ReleaseWhere = Annotated[
    str | None,
    typer.Option(
        "--release-where",
        metavar="SQL",
        help="Only the records of each release that an SQL expression holds for.",
        rich_help_panel=PLACE,
    ),
]
RecordId = Annotated[
    str | None,
    typer.Option(
        "--record-id",
        metavar="COL",
        help="The column that tells records apart, in the releases and the original.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
External = Annotated[
    str | None,
    typer.Option(
        "--external",
        metavar="RELATION",
        help="The relation of people whom the attacker can name, with their quasi-identifiers.",
        rich_help_panel=PLACE,
    ),
]
Renamed = Annotated[
    list[str] | None,
    typer.Option(
        "--renamed",
        metavar="COL=ORIGINAL",
        help="A column of the releases and its name in the original; repeat it.",
        rich_help_panel=ASKED,
    ),
]
Public = Annotated[
    str | None,
    typer.Option(
        "--public",
        metavar="TABLE",
        help="The relation of people who may be in the original, for attacks that link.",
        rich_help_panel=PLACE,
    ),
]
Control = Annotated[
    str | None,
    typer.Option(
        "--control",
        metavar="TABLE",
        help="The relation of people who were not in the original, attacked in the same way.",
        rich_help_panel=PLACE,
    ),
]
Attacks = Annotated[
    list[str] | None,
    typer.Option(
        "--attack",
        metavar="NAME",
        help="Only this attack; repeat it.  [default: all]",
        rich_help_panel=ATTACKER,
        autocompletion=completion.attack_names,
    ),
]
Secrets = Annotated[
    list[str] | None,
    typer.Option(
        "--secret",
        metavar="COL",
        help="A column to infer; repeat it.  [default: all]",
        rich_help_panel=ATTACKER,
        autocompletion=completion.names_of_columns,
    ),
]
Known = Annotated[
    list[str] | None,
    typer.Option(
        "--known",
        metavar="COL",
        help="A column that the attacker knows or uses; repeat it.  [default: all others]",
        rich_help_panel=ATTACKER,
        autocompletion=completion.names_of_columns,
    ),
]
Attempts = Annotated[
    int,
    typer.Option(
        "--attempts",
        min=1,
        metavar="N",
        help="The number of attempts that each attack makes.",
        rich_help_panel=ATTACKER,
    ),
]
SampleSeed = Annotated[
    int, typer.Option("--seed", min=0, metavar="N", help="The seed of the samples.", rich_help_panel=ATTACKER)
]
GuessTolerance = Annotated[
    float | None,
    typer.Option(
        "--tolerance",
        min=0,
        metavar="SHARE",
        help="The share of its size by which a guessed number may miss the true one.",
        rich_help_panel=ATTACKER,
    ),
]
MaxCells = Annotated[
    int | None,
    typer.Option(
        "--max-cells",
        min=1,
        metavar="N",
        help="The most cells of a release that each attack may retrieve.",
        rich_help_panel=ATTACKER,
    ),
]
MaxQueries = Annotated[
    int | None,
    typer.Option(
        "--max-queries",
        min=1,
        metavar="N",
        help="The most queries of a release that each attack may make.",
        rich_help_panel=ATTACKER,
    ),
]
Recodings = Annotated[
    list[str] | None,
    typer.Option(
        "--partition",
        metavar="COL=FILE/FORM",
        help=f"How a column was recoded: {HOW}; repeat it.",
        rich_help_panel=RECODED,
        autocompletion=completion.partitions,
    ),
]
Claims = Annotated[
    Path | None,
    typer.Option(
        "--claims",
        metavar="FILE.csv",
        callback=announced_outputs,
        help="The file to write each claim and its truth to, with values only by --show-values.",
        rich_help_panel=OUTPUT,
    ),
]
