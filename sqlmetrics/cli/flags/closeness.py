"""The flags of the command `closeness`, beside those of all attacks."""

from __future__ import annotations

from typing import Annotated

import typer

from sqlmetrics.cli import completion
from sqlmetrics.cli.panels import ASKED, ATTACKER

NotCompared = Annotated[
    str | None,
    typer.Option(
        "--record-id",
        metavar="COL",
        help="The column that tells records apart, which distances are not of.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
MaxPairs = Annotated[
    int,
    typer.Option(
        "--max-pairs",
        min=1,
        metavar="N",
        help="The most pairs of records that a search compares; of more records a sample is drawn.",
        rich_help_panel=ATTACKER,
    ),
]
Delta = Annotated[
    float,
    typer.Option(
        "--delta",
        min=0,
        max=1,
        metavar="SHARE",
        help="The delta of the differential privacy whose epsilon is bounded.",
        rich_help_panel=ATTACKER,
    ),
]
