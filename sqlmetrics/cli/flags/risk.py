"""The flags of the commands that measure one relation: score, sql, classes, suda and metrics."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sqlmetrics.cli import completion
from sqlmetrics.cli.flags.output import Format, announced_outputs
from sqlmetrics.cli.panels import ASKED, COUNTED, OUTPUT, PLACE, RECODED, STATEMENT


class PlanName(StrEnum):
    auto = "auto"
    textbook = "textbook"
    near_unique = "near-unique"


class SudaWeights(StrEnum):
    elliot = "elliot"
    ihsn = "ihsn"


Counts = Annotated[
    bool,
    typer.Option(
        "--counts", help="Score files of counts that `sqlmetrics count` wrote, not a relation.", rich_help_panel=PLACE
    ),
]
AllowSingles = Annotated[
    bool,
    typer.Option(
        "--allow-singles",
        help="Write the counts also where more than 5 % of the records are alone in theirs.",
        rich_help_panel=COUNTED,
    ),
]
MinCount = Annotated[
    int | None,
    typer.Option(
        "--min-count",
        min=2,
        metavar="N",
        help="Withhold counts of fewer than N records; scores that need them are undefined.",
        rich_help_panel=COUNTED,
    ),
]
Sketch = Annotated[
    int | None,
    typer.Option(
        "--sketch",
        min=2,
        metavar="K",
        help="Count only the K classes with the smallest hashes, for a file of one size.",
        rich_help_panel=COUNTED,
    ),
]
AddedCounts = Annotated[
    bool,
    typer.Option("--counts", help="Add up files of counts to one, in place of a relation.", rich_help_panel=PLACE),
]
More = Annotated[
    list[str] | None, typer.Argument(metavar="FILES", help="Further files of counts, which --counts adds to the first.")
]
AllScores = Annotated[
    bool,
    typer.Option(
        "--all", help="Show all scores for reading, as other formats have them, not only a few.", rich_help_panel=OUTPUT
    ),
]
Subsets = Annotated[
    str | None,
    typer.Option(
        "--subsets",
        metavar="MAX|all",
        help="Rank the combinations of up to MAX quasi-identifiers by risk, and show what each attribute adds.",
        rich_help_panel=ASKED,
    ),
]
ProposePartition = Annotated[
    float | None,
    typer.Option(
        "--propose-partition",
        metavar="LIMIT",
        help="Score each level of --hierarchy, and propose the coarsest whose discrimination rate is above LIMIT.",
        rich_help_panel=RECODED,
    ),
]
PlanFlag = Annotated[
    PlanName | None,
    typer.Option(
        "--plan",
        help="How the statement counts: near-unique is for keys by which nearly every record is alone; auto chooses"
        " by a sample of a large Parquet file or DuckDB table, and prints textbook.  [default: auto]",
        rich_help_panel=STATEMENT,
    ),
]
IntervalsFlag = Annotated[
    bool,
    typer.Option(
        "--intervals",
        help="The relation is a sample: give scores their 95 % intervals, low and high, where they have any.",
        rich_help_panel=OUTPUT,
    ),
]
Estimate = Annotated[
    float | None,
    typer.Option(
        "--estimate",
        metavar="SHARE",
        help="Estimate scores, with intervals, from a share of the classes, such as 0.01, or about as many as 10000.",
        rich_help_panel=OUTPUT,
    ),
]
IntervalSeed = Annotated[
    int | None,
    typer.Option("--seed", min=0, metavar="N", help="The seed of the draws of --intervals.", rich_help_panel=OUTPUT),
]
Replicates = Annotated[
    int | None,
    typer.Option(
        "--replicates",
        metavar="N",
        help="How often --intervals draw counts again, for the few metrics that need it.",
        rich_help_panel=OUTPUT,
    ),
]
Explain = Annotated[
    bool,
    typer.Option(
        "--explain",
        help="Print the steps instead of running them; nothing is opened or read.",
        rich_help_panel=STATEMENT,
    ),
]
Profile = Annotated[
    bool,
    typer.Option(
        "--profile", help="Print the seconds of each step on standard error, after the scores.", rich_help_panel=OUTPUT
    ),
]
Staged = Annotated[
    bool,
    typer.Option(
        "--staged",
        help="Print two statements: one counts the relation into a table, the other scores that table.",
        rich_help_panel=STATEMENT,
    ),
]
CountTable = Annotated[
    str,
    typer.Option(
        "--count-table",
        metavar="NAME",
        help="The name of the table of counts, with --staged.",
        rich_help_panel=STATEMENT,
    ),
]
ReleaseAttacks = Annotated[
    list[str] | None,
    typer.Option(
        "--attack",
        metavar="NAME",
        help="Print the queries of this attack, with the relation as the release; repeat it.",
        rich_help_panel=STATEMENT,
        autocompletion=completion.attack_names,
    ),
]
ReleaseOriginal = Annotated[
    str | None,
    typer.Option(
        "--original", metavar="RELATION", help="The original of the release, with --attack.", rich_help_panel=STATEMENT
    ),
]
Conditions = Annotated[
    list[str] | None,
    typer.Option(
        "--where",
        metavar="CONDITION",
        help='A condition that listed classes meet, such as "k_anonymity < 5"; repeat it for alternatives.',
        rich_help_panel=ASKED,
    ),
]
LargestSubset = Annotated[
    str,
    typer.Option(
        "--max-size", metavar="M|all", help="The most quasi-identifiers of a combination.", rich_help_panel=ASKED
    ),
]
MaxSize = Annotated[
    int | None,
    typer.Option(
        "--max-size",
        min=1,
        metavar="M",
        help="The most quasi-identifiers of a minimal unique.  [default: all]",
        rich_help_panel=ASKED,
    ),
]
SamplingShare = Annotated[
    float,
    typer.Option(
        "--disf", metavar="SHARE", help="The share of the population that is in the table.", rich_help_panel=ASKED
    ),
]
Weights = Annotated[
    SudaWeights,
    typer.Option(
        "--weights",
        help="The weights of minimal uniques by size: as published, or as in the first program.",
        rich_help_panel=ASKED,
    ),
]
RecordsFile = Annotated[
    Path | None,
    typer.Option(
        "--records",
        metavar="FILE",
        callback=announced_outputs,
        help="The .parquet or .csv file to write all records with their scores to.",
        rich_help_panel=OUTPUT,
    ),
]
MetricName = Annotated[
    str | None,
    typer.Argument(metavar="NAME", help="The metric or attack to explain.", autocompletion=completion.explained_names),
]
MetricsFormat = Annotated[
    Format,
    typer.Option("--format", "-f", help="The form of the list: table, markdown or json.", rich_help_panel=OUTPUT),
]
