"""The flags of the commands that measure what releases are good for: utility and tradeoff."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sqlmetrics.cli import completion
from sqlmetrics.cli.flags.output import announced_outputs
from sqlmetrics.cli.panels import ASKED, COUNTED, LEARNT, OUTPUT, PLACE, RECODED, STATEMENT


class Classifier(StrEnum):
    majority = "majority"
    naive_bayes = "naive_bayes"
    decision_tree = "decision_tree"
    random_forest = "random_forest"
    logistic_regression = "logistic_regression"


class TradeoffMeasure(StrEnum):
    accuracy = "accuracy"
    f1 = "f1"


WorkloadAttributes = Annotated[
    list[str] | None,
    typer.Option(
        "--workload-attribute",
        "-w",
        metavar="COL",
        help="A column that classifiers predict, sensitive or neutral; repeat it.",
        rich_help_panel=LEARNT,
        autocompletion=completion.names_of_columns,
    ),
]
Neutral = Annotated[
    list[str] | None,
    typer.Option(
        "--neutral",
        metavar="COL",
        help="A column to learn from that is neither a quasi-identifier nor sensitive; repeat it.",
        rich_help_panel=LEARNT,
        autocompletion=completion.names_of_columns,
    ),
]
ReleaseHierarchies = Annotated[
    list[str] | None,
    typer.Option(
        "--hierarchy",
        metavar="COL=FILE",
        help="The levels that releases may have a column at: a file of lines as `34;30-39;*`, no header; repeat it.",
        rich_help_panel=RECODED,
    ),
]
TestControl = Annotated[
    str | None,
    typer.Option(
        "--control",
        metavar="RELATION",
        help="The relation of people in no release, to test on instead of the part held out.",
        rich_help_panel=PLACE,
    ),
]
Classifiers = Annotated[
    list[Classifier] | None,
    typer.Option(
        "--classifier",
        metavar="NAME",
        help="A classifier: majority or naive_bayes, which are SQL, or scikit-learn's decision_tree, random_forest or"
        " logistic_regression; repeat it.  [default: the first two]",
        rich_help_panel=LEARNT,
    ),
]
Holdout = Annotated[
    float,
    typer.Option(
        "--holdout", metavar="SHARE", help="The share of the original that is held out.", rich_help_panel=LEARNT
    ),
]
HoldoutSeed = Annotated[
    int, typer.Option("--seed", metavar="N", help="The seed that picks the records held out.", rich_help_panel=LEARNT)
]
Alpha = Annotated[
    float,
    typer.Option(
        "--alpha", metavar="NUMBER", help="The number that naive Bayes adds to each count.", rich_help_panel=LEARNT
    ),
]
Sample = Annotated[
    int,
    typer.Option(
        "--sample",
        metavar="N",
        help="The most combinations of values that scikit-learn's classifiers learn from.",
        rich_help_panel=LEARNT,
    ),
]
MeasureOption = Annotated[
    TradeoffMeasure,
    typer.Option(
        "--measure", help="The measure of classifiers in the sentences and on the frontier.", rich_help_panel=LEARNT
    ),
]
FrontierRisk = Annotated[
    str,
    typer.Option(
        "--risk",
        metavar="METRIC",
        help="The risk on the frontier.",
        rich_help_panel=LEARNT,
        autocompletion=completion.metric_names,
    ),
]
FrontierUtility = Annotated[
    str,
    typer.Option(
        "--utility",
        metavar="METRIC",
        help="The utility on the frontier.",
        rich_help_panel=LEARNT,
        autocompletion=completion.metric_names,
    ),
]
Plot = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        callback=announced_outputs,
        help="The file to draw the frontier to, FILE.svg or FILE.png.",
        rich_help_panel=OUTPUT,
    ),
]

LinkedRecord = Annotated[
    str | None,
    typer.Option(
        "--record",
        metavar="COL",
        help="The id that links a release's records with the original's, for their distortion.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="COL",
        help="Only this column; repeat it.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
Continuous = Annotated[
    list[str] | None,
    typer.Option(
        "--continuous",
        metavar="COL",
        help="A column that is a range; repeat it.  [default: numbers and dates with more than 50 distinct values]",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
Workload = Annotated[
    Path | None,
    typer.Option(
        "--workload",
        metavar="FILE",
        help="A file of further queries: .sql with statements on {table}, or .yml with columns, bins and measures.",
        rich_help_panel=ASKED,
    ),
]
Queries = Annotated[
    int,
    typer.Option(
        "--queries", min=1, metavar="N", help="The number of queries of the generated workload.", rich_help_panel=ASKED
    ),
]
WorkloadSeed = Annotated[
    int,
    typer.Option("--seed", metavar="N", help="The seed that picks the queries of the workload.", rich_help_panel=ASKED),
]
ReleaseMark = Annotated[
    str | None,
    typer.Option(
        "--suppressed", metavar="MARK", help="The mark of a suppressed value in the releases.", rich_help_panel=COUNTED
    ),
]
RecodedHierarchies = Annotated[
    list[str] | None,
    typer.Option(
        "--hierarchy",
        metavar="COL=FILE",
        help="The hierarchy by which a column was recoded: a file of lines as `34;30-39;*`, no header; repeat it.",
        rich_help_panel=RECODED,
    ),
]
Pairs = Annotated[
    bool,
    typer.Option("--pairs", help="Compare the joint distributions of pairs of columns too.", rich_help_panel=ASKED),
]
Propensities = Annotated[
    bool,
    typer.Option(
        "--pmse", help="Measure how well released records can be told from original ones.", rich_help_panel=ASKED
    ),
]
ReleaseUrl = Annotated[
    str | None,
    typer.Option(
        "--release-url",
        metavar="URL",
        help="The URL of another system that holds the releases and answers query by query.",
        rich_help_panel=PLACE,
    ),
]
PerQuery = Annotated[
    Path | None,
    typer.Option(
        "--per-query",
        metavar="FILE",
        callback=announced_outputs,
        help="The .csv, .json or .parquet file of each query and its answers, with values only by --show-values.",
        rich_help_panel=OUTPUT,
    ),
]
MinimumPeople = Annotated[
    int,
    typer.Option(
        "--minimum-people",
        min=1,
        metavar="N",
        help="The fewest people whose sum or average is scored by value without --show-values.",
        rich_help_panel=OUTPUT,
    ),
]
PrintQueries = Annotated[
    bool,
    typer.Option(
        "--print-sql",
        help="Print the statements instead of the scores; only the original is read, for its bins.",
        rich_help_panel=STATEMENT,
    ),
]
