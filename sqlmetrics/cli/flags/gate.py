"""The flags of the commands on thresholds and their history: check, run, history and diff."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sqlmetrics.cli.flags.output import FORMAT_HELP, announced


class ReportFormat(StrEnum):
    table = "table"
    json = "json"
    junit = "junit"
    github = "github"
    markdown = "markdown"


class DiffFormat(StrEnum):
    table = "table"
    json = "json"


HISTORY = "a DuckDB file, a folder of Parquet files, or a database's URL (env:NAME for a variable that has it)"
"""The places that a history may lie in, for the help of each flag that names one."""

HistoryOption = Annotated[
    str | None,
    typer.Option("--history", metavar="PLACE", help=f"The history to add the scores and verdicts to: {HISTORY}."),
]
HistoryTable = Annotated[
    str, typer.Option("--history-table", metavar="NAME", help="The table of the history in a database.")
]
RunId = Annotated[
    str | None,
    typer.Option(
        "--run-id", metavar="ID", help="The id of this run in the history; a run that is there is not added again."
    ),
]
NoWorseThan = Annotated[
    str | None,
    typer.Option(
        "--no-worse-than",
        metavar="RUN",
        help="Fail where a score is riskier than in this earlier run: `last`, `last-passed`, its id"
        " or the start of its id. A first run has nothing to compare with, and passes.",
    ),
]
Tolerance = Annotated[
    float,
    typer.Option(
        "--tolerance", min=0, metavar="SHARE", help="The share of the earlier score by which a score may be riskier."
    ),
]
Warn = Annotated[bool, typer.Option("--warn", help="End with exit code 0, not 1, where a threshold failed.")]
MetricsFile = Annotated[
    Path | None,
    typer.Option(
        "--metrics-file",
        metavar="FILE.prom",
        callback=announced,
        help="The OpenMetrics file to write for a Prometheus node exporter.",
    ),
]
Reports = Annotated[
    list[Path] | None,
    typer.Option(
        "--report",
        metavar="FILE",
        callback=announced,
        help="A further report to write, .xml for JUnit, .md for Markdown, .json for JSON; repeat it.",
    ),
]
ReportFormatOption = Annotated[ReportFormat, typer.Option("--format", "-f", help=FORMAT_HELP)]
JobName = Annotated[
    str | None,
    typer.Option(
        "--job", metavar="NAME", help="The name of the job in reports and the history.  [default: the spec's name]"
    ),
]
JobsFile = Annotated[Path, typer.Argument(metavar="JOBS.yml", help="The spec that lists the `jobs`.")]
OnlyJobs = Annotated[list[str] | None, typer.Option("--job", metavar="NAME", help="Only this job; repeat it.")]

HistoryPlace = Annotated[str, typer.Argument(metavar="HISTORY", help=f"The history: {HISTORY}.")]
ReadHistory = Annotated[
    str | None, typer.Option("--history", metavar="PLACE", help=f"The history that holds the runs: {HISTORY}.")
]
OnlyJob = Annotated[str | None, typer.Option("--job", metavar="NAME", help="Only this job.")]
OnlyMetrics = Annotated[
    list[str] | None, typer.Option("--metric", "-m", metavar="NAME", help="Only this metric; repeat it.")
]
OnlyTarget = Annotated[
    str | None, typer.Option("--target", metavar="NAME", help="Only this target: `identity` or a column.")
]
LastRuns = Annotated[int | None, typer.Option("--last", min=1, metavar="N", help="Only the last N runs of each job.")]
FirstRun = Annotated[
    str,
    typer.Argument(metavar="A", help="The first run: `previous`, `last`, its id or the start of its id."),
]
SecondRun = Annotated[str, typer.Argument(metavar="B", help="The second run, named in the same way.")]
DiffFormatOption = Annotated[DiffFormat, typer.Option("--format", "-f", help=FORMAT_HELP)]
