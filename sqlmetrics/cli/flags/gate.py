"""The flags of the commands on thresholds and their history: check, run, history and diff."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sqlmetrics.cli import completion
from sqlmetrics.cli.flags.output import FORMAT_HELP, announced_outputs
from sqlmetrics.cli.panels import ASKED, GATE, OUTPUT


class ReportFormat(StrEnum):
    table = "table"
    json = "json"
    csv = "csv"
    junit = "junit"
    github = "github"
    markdown = "markdown"


HISTORY = "a DuckDB file, a folder of Parquet files, or a database's URL (env:NAME for a variable that has it)"
"""The places that a history may lie in, for the help of each flag that names one."""

HistoryOption = Annotated[
    str | None,
    typer.Option(
        "--history",
        metavar="PLACE",
        help=f"The history to add the scores and verdicts to: {HISTORY}.",
        rich_help_panel=GATE,
    ),
]
HistoryTable = Annotated[
    str | None,
    typer.Option(
        "--history-table",
        metavar="NAME",
        help="The table of the history in a database.  [default: sqlmetrics_history]",
        rich_help_panel=GATE,
    ),
]
RunId = Annotated[
    str | None,
    typer.Option(
        "--run-id",
        metavar="ID",
        help="The id of this run in the history; a run that is there is not added again.",
        rich_help_panel=GATE,
    ),
]
NoWorseThan = Annotated[
    str | None,
    typer.Option(
        "--no-worse-than",
        metavar="RUN",
        help="Fail where a score is riskier than in this earlier run: `last`, `last-passed`, its id"
        " or the start of its id. A first run has nothing to compare with, and passes.",
        rich_help_panel=GATE,
    ),
]
Tolerance = Annotated[
    float | None,
    typer.Option(
        "--tolerance",
        min=0,
        metavar="SHARE",
        help="The share of the earlier score by which a score may be riskier.",
        rich_help_panel=GATE,
    ),
]
SameWithin = Annotated[
    float,
    typer.Option(
        "--tolerance",
        min=0,
        metavar="SHARE",
        help="The share of the earlier score up to which a score is the same.",
        rich_help_panel=GATE,
    ),
]
Warn = Annotated[
    bool, typer.Option("--warn", help="End with exit code 0, not 1, where a threshold failed.", rich_help_panel=GATE)
]
MetricsFile = Annotated[
    Path | None,
    typer.Option(
        "--metrics-file",
        metavar="FILE.prom",
        callback=announced_outputs,
        help="The OpenMetrics file to write for a Prometheus node exporter.",
        rich_help_panel=OUTPUT,
    ),
]
Reports = Annotated[
    list[Path] | None,
    typer.Option(
        "--report",
        metavar="FILE",
        callback=announced_outputs,
        help="A further report to write, .html for a page, .xml for JUnit, .md for Markdown, .json for JSON;"
        " repeat it.",
        rich_help_panel=OUTPUT,
    ),
]
ReportFormatOption = Annotated[ReportFormat, typer.Option("--format", "-f", help=FORMAT_HELP, rich_help_panel=OUTPUT)]
JobName = Annotated[
    str | None,
    typer.Option(
        "--job",
        metavar="NAME",
        help="The name of the job in reports and the history."
        "  [default: the name of the spec's file, or of the relation for sqlmetrics.yml]",
        rich_help_panel=ASKED,
    ),
]
JobsFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="JOBS.yml", help="The spec that lists the `jobs`.  [default: sqlmetrics.yml of this folder]"
    ),
]
OnlyJobs = Annotated[
    list[str] | None, typer.Option("--job", metavar="NAME", help="Only this job; repeat it.", rich_help_panel=ASKED)
]

HistoryPlace = Annotated[str, typer.Argument(metavar="HISTORY", help=f"The history: {HISTORY}.")]
ReadHistory = Annotated[
    str | None,
    typer.Option(
        "--history", metavar="PLACE", help=f"The history that holds the runs: {HISTORY}.", rich_help_panel=GATE
    ),
]
OnlyJob = Annotated[str | None, typer.Option("--job", metavar="NAME", help="Only this job.", rich_help_panel=ASKED)]
OnlyMetrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        "-m",
        metavar="NAME",
        help="Only this metric; repeat it.",
        rich_help_panel=ASKED,
        autocompletion=completion.metric_names,
    ),
]
OnlyTarget = Annotated[
    str | None,
    typer.Option("--target", metavar="NAME", help="Only this target: `identity` or a column.", rich_help_panel=ASKED),
]
LastRuns = Annotated[
    int | None,
    typer.Option("--last", min=1, metavar="N", help="Only the last N runs of each job.", rich_help_panel=ASKED),
]
FirstRun = Annotated[
    str,
    typer.Argument(metavar="A", help="The first run: `previous`, `last`, its id or the start of its id."),
]
SecondRun = Annotated[str, typer.Argument(metavar="B", help="The second run, named in the same way.")]
