"""The commands that hold a release to its thresholds, and that look back: check, run, history, diff."""

from __future__ import annotations

import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, NoReturn

import typer

from sqlmetrics.cli import asking
from sqlmetrics.cli.asking import gathering
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.options import ListFormat, Output, Quiet
from sqlmetrics.cli.output import EXIT_CODES, check_output, write
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.limits import Limits

if TYPE_CHECKING:
    from sqlmetrics.gate.history.rows import Entry
    from sqlmetrics.gate.jobs import Options, Outcome, Run
    from sqlmetrics.spec.spec import Spec


class ReportFormat(StrEnum):
    table = "table"
    json = "json"
    junit = "junit"
    github = "github"
    markdown = "markdown"


class DiffFormat(StrEnum):
    table = "table"
    json = "json"


HISTORY_HELP = "A DuckDB file, a folder of Parquet files, or a database's URL (env:NAME for the variable that holds it)"
HistoryOption = Annotated[
    str | None,
    typer.Option(
        "--history",
        metavar="PLACE",
        help=f"Add the scores and verdicts to a history. {HISTORY_HELP}.",
        show_default=False,
    ),
]
HistoryTable = Annotated[
    str, typer.Option("--history-table", metavar="NAME", help="The table of a history in a database.")
]
RunId = Annotated[
    str | None,
    typer.Option(
        "--run-id",
        metavar="ID",
        help="What the history calls this run; one that is there is not added again.",
        show_default=False,
    ),
]
NoWorseThan = Annotated[
    str | None,
    typer.Option(
        "--no-worse-than",
        metavar="RUN",
        help="Fail where a score is riskier than in an earlier run of the history: its id or the start of it, or `last`, that passed.",
        show_default=False,
    ),
]
Tolerance = Annotated[
    float,
    typer.Option("--tolerance", min=0, metavar="SHARE", help="By what share of the earlier score it may be riskier."),
]
Warn = Annotated[bool, typer.Option("--warn", help="Failed thresholds are advisory: exit code 0.")]
MetricsFile = Annotated[
    Path | None,
    typer.Option(
        "--metrics-file",
        metavar="FILE.prom",
        help="Write OpenMetrics for a Prometheus node exporter.",
        show_default=False,
    ),
]
Reports = Annotated[
    list[Path] | None,
    typer.Option(
        "--report",
        metavar="FILE",
        help="Write a report too: .xml is JUnit, .md Markdown, .json JSON; repeat it.",
        show_default=False,
    ),
]
FormatOption = Annotated[ReportFormat, typer.Option("--format", "-f", help="How the report is written.")]
Place = Annotated[str, typer.Argument(metavar="HISTORY", help=f"{HISTORY_HELP}.", show_default=False)]
JobOption = Annotated[str | None, typer.Option("--job", metavar="NAME", help="Only this job.", show_default=False)]
MetricOption = Annotated[
    list[str] | None, typer.Option("--metric", "-m", metavar="NAME", help="Only this metric; repeat it.")
]
TargetOption = Annotated[
    str | None,
    typer.Option("--target", metavar="NAME", help="Only this target: `identity` or a column.", show_default=False),
]


class RunFiles(NamedTuple):
    """What a run is written to: its report in a format, further reports by their endings, and OpenMetrics."""

    format: ReportFormat
    output: Path | None
    reports: tuple[Path, ...]
    metrics: Path | None


def job_options(
    history: HistoryOption = None,
    history_table: HistoryTable = "sqlmetrics_history",
    run_id: RunId = None,
    no_worse_than: NoWorseThan = None,
    tolerance: Tolerance = 0.0,
    warn: Warn = False,
    quiet: Quiet = False,
) -> Options:
    """Return how jobs run besides their specs."""
    from sqlmetrics.gate.history.rows import History
    from sqlmetrics.gate.jobs import Options

    return Options(
        history=None if history is None else History(history, history_table),
        run_id=run_id,
        no_worse_than=no_worse_than,
        tolerance=tolerance,
        advisory=warn,
        draw=asking.drawn(quiet),
    )


def run_files(
    metrics_file: MetricsFile = None,
    report: Reports = None,
    format_: FormatOption = ReportFormat.table,
    output: Output = None,
) -> RunFiles:
    """Return what a run is written to. Raises SpecError for what could not be written, before anything is scored."""
    from sqlmetrics.output.gate import REPORTS

    check_output(output, metrics_file, *(report or ()))
    for path in report or ():
        if path.suffix not in REPORTS:
            raise SpecError(f"--report {path}: its name ends in {', '.join(REPORTS)}, which says the format")
    return RunFiles(format=format_, output=output, reports=tuple(report or ()), metrics=metrics_file)


@gathering(spec=asking.checked_spec, options=job_options, files=run_files)
def check(
    *,
    spec: Spec,
    job: Annotated[
        str | None,
        typer.Option(
            "--job",
            metavar="NAME",
            help="What reports and the history call it.  [default: the spec's name]",
            show_default=False,
        ),
    ] = None,
    options: Options,
    files: RunFiles,
) -> None:
    """Score a relation and hold it to the thresholds of its spec: exit code 1 where one failed."""
    from sqlmetrics.gate.jobs import check as check_spec

    _end(check_spec(spec, job, options), files)


@gathering(limits=asking.limits, options=job_options, files=run_files)
def run(
    *,
    jobs: Annotated[
        Path, typer.Argument(metavar="JOBS.yml", help="A spec whose `jobs` name several.", show_default=False)
    ],
    only: Annotated[list[str] | None, typer.Option("--job", metavar="NAME", help="Only this job; repeat it.")] = None,
    options: Options,
    files: RunFiles,
    limits: Limits,
) -> None:
    """Check all jobs of a file, carrying on past those that fail."""
    from sqlmetrics.gate.jobs import run as run_jobs

    options = replace(options, limits=limits)
    ended: list[Outcome] = []

    def keep(outcome: Outcome) -> None:
        ended.append(outcome)
        if outcome.error is not None:
            say(f"{outcome.job}: {outcome.error}")

    try:
        done = run_jobs(jobs, only=only or (), options=options, ended=keep)
    except KeyboardInterrupt:
        _stop([outcome.job for outcome in ended if outcome.held is not None and options.history is not None])
    _end(done, files)


def history(
    place: Place,
    job: JobOption = None,
    metric: MetricOption = None,
    target: TargetOption = None,
    last: Annotated[
        int | None, typer.Option("--last", min=1, metavar="N", help="Only the last N runs.", show_default=False)
    ] = None,
    history_table: HistoryTable = "sqlmetrics_history",
    format_: Annotated[ListFormat, typer.Option("--format", "-f", help="How it is written.")] = ListFormat.table,
    output: Output = None,
) -> None:
    """Show each metric over time; with one metric of one target, each run."""
    from sqlmetrics.output.trend import history_forms

    entries = _entries(place, history_table, job, metric, target, last)
    write(history_forms(entries), output, format_)


def diff(
    before: Annotated[
        str,
        typer.Argument(metavar="A", help="A run: `previous`, `last`, its id or the start of it.", show_default=False),
    ],
    after: Annotated[str, typer.Argument(metavar="B", help="Another run.", show_default=False)],
    place: Annotated[
        str | None, typer.Option("--history", metavar="PLACE", help=f"{HISTORY_HELP}.", show_default=False)
    ] = None,
    job: JobOption = None,
    metric: MetricOption = None,
    target: TargetOption = None,
    history_table: HistoryTable = "sqlmetrics_history",
    format_: Annotated[DiffFormat, typer.Option("--format", "-f", help="How it is written.")] = DiffFormat.table,
    output: Output = None,
) -> None:
    """Show what changed from one run to another, and which way."""
    from sqlmetrics.gate.trend import differences
    from sqlmetrics.output.trend import diff_forms

    if place is None:
        raise SpecError("name the history that holds the runs: --history PLACE")
    entries = _entries(place, history_table, job, metric, target)
    found, problems = differences(entries, before, after)
    for problem in problems:
        say(str(problem))
    write(diff_forms(found), output, format_)


def _end(run: Run, files: RunFiles) -> NoReturn:
    """Write what came of a run, and end with its exit code."""
    from sqlmetrics.output.forms import write_file
    from sqlmetrics.output.gate import REPORTS, run_forms
    from sqlmetrics.output.openmetrics import openmetrics_text

    forms = run_forms(run)
    for outcome in run.outcomes:
        if outcome.recorded is False:
            say(f"the history has run {run.run_id} of {outcome.job} already; nothing was added")
    for path in files.reports:
        write_file(forms, REPORTS[path.suffix], path)
    if files.metrics is not None:
        write(openmetrics_text(run), files.metrics)
    write(forms, files.output, files.format)
    raise typer.Exit(run.exit_code)


def _stop(recorded: list[str]) -> NoReturn:
    """End for Ctrl-C, saying which jobs the history has."""
    kept = f"the history has what had ended: {', '.join(recorded)}" if recorded else "nothing was written"
    say(f"stopped; {kept}")
    sys.exit(130)


def _entries(
    place: str, table: str, job: str | None, metrics: list[str] | None, target: str | None, last: int | None = None
) -> list[Entry]:
    """Return the entries of a history that are named. Raises SpecError where there are none."""
    from sqlmetrics.gate.history.history import read
    from sqlmetrics.gate.history.rows import History
    from sqlmetrics.gate.trend import selected

    where = History(place, table)
    jobs, targets = ([name] if name else [] for name in (job, target))
    return selected(read(where), where, jobs=jobs, metrics=metrics or [], targets=targets, last=last)


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    for command in (check, run, history, diff):
        app.command(epilog=EXIT_CODES)(command)
