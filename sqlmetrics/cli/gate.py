"""The commands that hold a release to its thresholds, and that look back: check, run, history, diff."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from sqlmetrics.cli import asking
from sqlmetrics.cli.asking import gathering
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.options import ListFormat, Output
from sqlmetrics.cli.output import EXIT_CODES, check_output, write
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.limits import Limits

if TYPE_CHECKING:
    from sqlmetrics.engine.progress import Draw
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
    typer.Option("--history", metavar="PLACE", help=f"Add the scores and verdicts to a history. {HISTORY_HELP}.", show_default=False),
]
HistoryTable = Annotated[str, typer.Option("--history-table", metavar="NAME", help="The table of a history in a database.")]
RunId = Annotated[
    str | None,
    typer.Option(
        "--run-id", metavar="ID", help="What the history calls this run; one that is there is not added again.", show_default=False
    ),
]
NoWorseThan = Annotated[
    str | None,
    typer.Option(
        "--no-worse-than",
        metavar="RUN",
        help="Fail where a score is riskier than in an earlier run of the history: its id, or `last` for the last that passed.",
        show_default=False,
    ),
]
Tolerance = Annotated[
    float, typer.Option("--tolerance", min=0, metavar="SHARE", help="By what share of the earlier score it may be riskier.")
]
Warn = Annotated[bool, typer.Option("--warn", help="Failed thresholds are advisory: exit code 0.")]
MetricsFile = Annotated[
    Path | None,
    typer.Option("--metrics-file", metavar="FILE.prom", help="Write OpenMetrics for a Prometheus node exporter.", show_default=False),
]
Reports = Annotated[
    list[Path] | None,
    typer.Option(
        "--report", metavar="FILE", help="Write a report too: .xml is JUnit, .md Markdown, .json JSON; repeat it.", show_default=False
    ),
]
FormatOption = Annotated[ReportFormat, typer.Option("--format", "-f", help="How the report is written.")]
Place = Annotated[str, typer.Argument(metavar="HISTORY", help=f"{HISTORY_HELP}.", show_default=False)]
JobOption = Annotated[str | None, typer.Option("--job", metavar="NAME", help="Only this job.", show_default=False)]
MetricOption = Annotated[list[str] | None, typer.Option("--metric", "-m", metavar="NAME", help="Only this metric; repeat it.")]
TargetOption = Annotated[
    str | None, typer.Option("--target", metavar="NAME", help="Only this target: `identity` or a column.", show_default=False)
]


@gathering(spec=asking.checked_spec, draw=asking.drawn)
def check(
    *,
    spec: Spec,
    job: Annotated[
        str | None,
        typer.Option("--job", metavar="NAME", help="What reports and the history call it.  [default: the spec's name]", show_default=False),
    ] = None,
    history: HistoryOption = None,
    history_table: HistoryTable = "sqlmetrics_history",
    run_id: RunId = None,
    no_worse_than: NoWorseThan = None,
    tolerance: Tolerance = 0.0,
    warn: Warn = False,
    metrics_file: MetricsFile = None,
    report: Reports = None,
    format_: FormatOption = ReportFormat.table,
    output: Output = None,
    draw: Draw | None,
) -> None:
    """Score a relation and hold it to the thresholds of its spec: exit code 1 where one failed."""
    from sqlmetrics.gate.jobs import check as check_spec

    _check_outputs(output, metrics_file, report)
    options = _options(history, history_table, run_id, no_worse_than, tolerance, warn, draw)
    _end(check_spec(spec, job, options), format_, output, metrics_file, report)


@gathering(limits=asking.limits, draw=asking.drawn)
def run(
    *,
    jobs: Annotated[Path, typer.Argument(metavar="JOBS.yml", help="A spec whose `jobs` name several.", show_default=False)],
    only: Annotated[list[str] | None, typer.Option("--job", metavar="NAME", help="Only this job; repeat it.")] = None,
    history: HistoryOption = None,
    history_table: HistoryTable = "sqlmetrics_history",
    run_id: RunId = None,
    no_worse_than: NoWorseThan = None,
    tolerance: Tolerance = 0.0,
    warn: Warn = False,
    metrics_file: MetricsFile = None,
    report: Reports = None,
    format_: FormatOption = ReportFormat.table,
    output: Output = None,
    limits: Limits,
    draw: Draw | None,
) -> None:
    """Check all jobs of a file, carrying on past those that fail."""
    from sqlmetrics.gate.jobs import run as run_jobs

    _check_outputs(output, metrics_file, report)
    options = _options(history, history_table, run_id, no_worse_than, tolerance, warn, draw, limits)
    ended: list[Outcome] = []

    def keep(outcome: Outcome) -> None:
        ended.append(outcome)
        if outcome.error is not None:
            say(f"{outcome.job}: {outcome.error}")

    try:
        done = run_jobs(jobs, only=only or (), options=options, ended=keep)
    except KeyboardInterrupt:
        _stop([outcome.job for outcome in ended if outcome.held is not None and options.history is not None])
    _end(done, format_, output, metrics_file, report)


def history(
    place: Place,
    job: JobOption = None,
    metric: MetricOption = None,
    target: TargetOption = None,
    last: Annotated[int | None, typer.Option("--last", min=1, metavar="N", help="Only the last N runs.", show_default=False)] = None,
    history_table: HistoryTable = "sqlmetrics_history",
    format_: Annotated[ListFormat, typer.Option("--format", "-f", help="How it is written.")] = ListFormat.table,
    output: Output = None,
) -> None:
    """Show each metric over time; with one metric of one target, each run."""
    from sqlmetrics.output.trend import history_forms

    entries = _entries(place, history_table, job, metric, target)
    if last is not None:
        runs = {
            name: list(dict.fromkeys(entry.run_id for entry in entries if entry.job == name))[-last:] for name in {e.job for e in entries}
        }
        entries = [entry for entry in entries if entry.run_id in runs[entry.job]]
    write(history_forms(entries), output, format_)


def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="A run: `previous`, `last`, its id or the start of it.", show_default=False)],
    after: Annotated[str, typer.Argument(metavar="B", help="Another run.", show_default=False)],
    place: Annotated[str | None, typer.Option("--history", metavar="PLACE", help=f"{HISTORY_HELP}.", show_default=False)] = None,
    job: JobOption = None,
    metric: MetricOption = None,
    target: TargetOption = None,
    history_table: HistoryTable = "sqlmetrics_history",
    format_: Annotated[DiffFormat, typer.Option("--format", "-f", help="How it is written.")] = DiffFormat.table,
    output: Output = None,
) -> None:
    """Show what changed from one run to another, and which way."""
    from sqlmetrics.gate.trend import changes, circumstances, resolve
    from sqlmetrics.output.trend import Difference, diff_forms

    if place is None:
        raise SpecError("name the history that holds the runs: --history PLACE")
    entries = _entries(place, history_table, job, metric, target)
    found = []
    problems = []
    for name in dict.fromkeys(entry.job for entry in entries):
        own = [entry for entry in entries if entry.job == name]
        try:
            ids = [resolve(own, name, run) for run in (before, after)]
        except SpecError as error:
            problems.append(error)
            continue
        old, new = ([entry for entry in own if entry.run_id == run] for run in ids)
        found.append(Difference(name, ids[0], ids[1], circumstances(old[0], new[0]), changes(old, new)))
    if not found:
        raise problems[0]
    for problem in problems:
        say(str(problem))
    write(diff_forms(found), output, format_)


def _options(
    history: str | None,
    table: str,
    run_id: str | None,
    no_worse_than: str | None,
    tolerance: float,
    warn: bool,
    draw: Draw | None,
    limits: Limits | None = None,
) -> Options:
    from sqlmetrics.gate.history.rows import History
    from sqlmetrics.gate.jobs import Options

    return Options(
        history=None if history is None else History(history, table),
        run_id=run_id,
        no_worse_than=no_worse_than,
        tolerance=tolerance,
        advisory=warn,
        draw=draw,
        limits=limits or Limits(),
    )


def _check_outputs(output: Path | None, metrics_file: Path | None, reports: list[Path] | None) -> None:
    """Raise SpecError for a file that could not be written, before anything is scored."""
    from sqlmetrics.output.gate import REPORTS

    check_output(output, metrics_file, *(reports or ()))
    for path in reports or ():
        if path.suffix not in REPORTS:
            raise SpecError(f"--report {path}: its name ends in {', '.join(REPORTS)}, which says the format")


def _end(run: Run, format_: ReportFormat, output: Path | None, metrics_file: Path | None, reports: list[Path] | None) -> NoReturn:
    """Write what came of a run, and end with its exit code."""
    from sqlmetrics.output.forms import write_file
    from sqlmetrics.output.gate import REPORTS, run_forms
    from sqlmetrics.output.openmetrics import openmetrics_text

    forms = run_forms(run)

    for outcome in run.outcomes:
        if outcome.recorded is False:
            say(f"the history has run {run.run_id} of {outcome.job} already; nothing was added")
    for path in reports or ():
        write_file(forms, REPORTS[path.suffix], path)
    if metrics_file is not None:
        write(openmetrics_text(run), metrics_file)
    write(forms, output, format_)
    raise typer.Exit(run.exit_code)


def _stop(recorded: list[str]) -> NoReturn:
    """End for Ctrl-C, saying which jobs the history has."""
    kept = f"the history has what had ended: {', '.join(recorded)}" if recorded else "nothing was written"
    say(f"stopped; {kept}")
    sys.exit(130)


def _entries(place: str, table: str, job: str | None, metrics: list[str] | None, target: str | None) -> list[Entry]:
    """Return the entries of a history that are asked for. Raises SpecError where there are none."""
    from sqlmetrics.gate.history.history import read
    from sqlmetrics.gate.history.rows import History

    where = History(place, table)
    entries = read(where)
    for what, wanted in {"job": [job] if job else [], "metric": metrics or [], "target": [target] if target else []}.items():
        there = list(dict.fromkeys(getattr(entry, what) for entry in entries))
        for name in wanted:
            if name not in there:
                raise SpecError(f"{where} has no {what} '{name}'; there are: {', '.join(there) or 'none'}")
        entries = [entry for entry in entries if not wanted or getattr(entry, what) in wanted]
    if not entries:
        raise SpecError(f"the history {where} has no run yet")
    return entries


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    for command in (check, run, history, diff):
        app.command(epilog=EXIT_CODES)(command)
