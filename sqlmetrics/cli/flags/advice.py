"""The flags of the command on advice."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from sqlmetrics.cli import completion
from sqlmetrics.cli.flags.output import FORMAT_HELP
from sqlmetrics.cli.flags.relation import HOW_LEVELS
from sqlmetrics.cli.panels import ASKED, OUTPUT, RECODED, RUN, STATEMENT


class AdvisedSpec(StrEnum):
    view = "view"
    source = "source"


class AdviceFormat(StrEnum):
    table = "table"
    json = "json"
    markdown = "markdown"
    html = "html"


class StarMeaning(StrEnum):
    own = "own"
    match = "match"


Suppress = Annotated[
    str | None,
    typer.Option(
        "--suppress",
        metavar="SHARE",
        help="The share of the records that may be suppressed, as 2% or 0.02.  [default: none]",
        rich_help_panel=RECODED,
    ),
]
Loss = Annotated[
    str | None,
    typer.Option(
        "--loss",
        metavar="NAME",
        help="What there is to be least of: non_uniform_entropy, granularity, columns_changed, discernibility,"
        " average_class_size or mutual_information."
        "  [default: non_uniform_entropy]",
        rich_help_panel=ASKED,
    ),
]
About = Annotated[
    list[str] | None,
    typer.Option(
        "--about",
        metavar="COL",
        help="A column that --loss mutual_information is about; repeat it.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
Generalize = Annotated[
    list[str] | None,
    typer.Option(
        "--generalize",
        metavar="COL=FILE/FORM",
        help=f"A level that a column may have, or a hierarchy of them: {HOW_LEVELS}; repeat it, the finest first.",
        rich_help_panel=RECODED,
    ),
]
Keep = Annotated[
    list[str] | None,
    typer.Option(
        "--keep",
        metavar="COL",
        help="A quasi-identifier that stays as it is; repeat it.",
        rich_help_panel=RECODED,
        autocompletion=completion.names_of_columns,
    ),
]
AtMost = Annotated[
    list[str] | None,
    typer.Option(
        "--at-most",
        metavar="COL=LEVEL",
        help="The coarsest level that a quasi-identifier may have, 0 for its values; repeat it.",
        rich_help_panel=RECODED,
    ),
]
Prefer = Annotated[
    list[str] | None,
    typer.Option(
        "--prefer",
        metavar="COL:WEIGHT",
        help="The weight of a quasi-identifier's loss: that of weight 2 counts twice; repeat it.",
        rich_help_panel=ASKED,
    ),
]
Local = Annotated[
    bool,
    typer.Option(
        "--local",
        help="Propose cells to star, instead of whole records, so that k_anonymity is kept.",
        rich_help_panel=ASKED,
    ),
]
StarsOption = Annotated[
    StarMeaning | None,
    typer.Option(
        "--stars",
        help="What a star of --local is: a value of its own, or one that matches every value.  [default: own]",
        rich_help_panel=ASKED,
        show_default=False,
    ),
]
TimeLimit = Annotated[
    str | None,
    typer.Option(
        "--time-limit",
        metavar="TIME",
        help="The time after which the best recoding so far is taken, as 60s, with how much better one may be.",
        rich_help_panel=RUN,
    ),
]
LeaveOut = Annotated[
    bool,
    typer.Option(
        "--leave-out",
        help="Leave suppressed records out of the view, which otherwise has * in their quasi-identifiers.",
        rich_help_panel=RECODED,
    ),
]
PrintDbt = Annotated[
    bool,
    typer.Option("--dbt", help="Print the view as a model of dbt; the search runs for it.", rich_help_panel=STATEMENT),
]
PrintSpec = Annotated[
    AdvisedSpec | None,
    typer.Option(
        "--print-spec",
        help="Print the spec that passes: of the view, or of the source where nothing is suppressed.",
        rich_help_panel=STATEMENT,
    ),
]
Frontier = Annotated[
    bool,
    typer.Option(
        "--frontier",
        help="List all recodings that pass and of which no finer one does, by what they lose and what they risk.",
        rich_help_panel=ASKED,
    ),
]
PrintView = Annotated[
    bool,
    typer.Option(
        "--print-sql",
        help="Print the statement that creates the view; the search runs for it.",
        rich_help_panel=STATEMENT,
    ),
]
AdviceFormatOption = Annotated[AdviceFormat, typer.Option("--format", "-f", help=FORMAT_HELP, rich_help_panel=OUTPUT)]
