"""The commands on thresholds and their history: check, run, history and diff."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import typer

from sqlmetrics.cli import shared
from sqlmetrics.cli.default_spec import jobs_file
from sqlmetrics.cli.flags.gate import (
    FirstRun,
    HistoryOption,
    HistoryPlace,
    HistoryTable,
    JobName,
    JobsFile,
    LastRuns,
    MetricsFile,
    NoWorseThan,
    OnlyJob,
    OnlyJobs,
    OnlyMetrics,
    OnlyTarget,
    ReadHistory,
    ReportFormat,
    ReportFormatOption,
    Reports,
    RunId,
    SameWithin,
    SecondRun,
    Tolerance,
    Warn,
)
from sqlmetrics.cli.flags.output import DocumentFormat, DocumentOption, ListFormat, ListFormatOption, Output, Quiet
from sqlmetrics.cli.flags.relation import NoLook, Trusted
from sqlmetrics.cli.flags.risk import AllScores
from sqlmetrics.cli.gathering import gathering
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.output import form_of, write
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.history import TABLE, History
from sqlmetrics.spec.limits import Limits

if TYPE_CHECKING:
    from sqlmetrics.gate.jobs import Options, Outcome, Run
    from sqlmetrics.gate.score_history import ScoreHistory
    from sqlmetrics.spec.spec import Spec

OTHERS = "--all shows them"
"""The sentence on how to see the scores of a history without a limit that are no headlines."""


class RunFiles(NamedTuple):
    """The files of a run: its report, further reports with their forms, and OpenMetrics."""

    format: ReportFormat
    output: Path | None
    reports: tuple[tuple[Path, str], ...]
    metrics: Path | None

    @property
    def page(self) -> bool:
        """Whether a report is a page."""
        return any(form == "html" for _, form in self.reports)


def job_options(
    history: HistoryOption = None,
    history_table: HistoryTable = None,
    run_id: RunId = None,
    no_worse_than: NoWorseThan = None,
    tolerance: Tolerance = None,
    warn: Warn = False,
    no_look: NoLook = False,
    quiet: Quiet = False,
) -> Options:
    """Return the options of jobs that the flags make."""
    from sqlmetrics.gate.jobs import Options

    look = False if no_look else None
    words = {"history": history, "history_table": history_table, "no_worse_than": no_worse_than, "look": look}
    return Options(words=words, run_id=run_id, tolerance=tolerance, advisory=warn, draw=shared.progress_drawer(quiet))


def run_files(
    metrics_file: MetricsFile = None,
    report: Reports = None,
    format_: ReportFormatOption = ReportFormat.table,
    output: Output = None,
) -> RunFiles:
    """Return the files of a run.

    Raises SpecError for a file that cannot be written, before anything is scored.
    """
    from sqlmetrics.output.gate import REPORTS

    reports = tuple((path, form_of(path, REPORTS, "--report")) for path in report or ())
    return RunFiles(format=format_, output=output, reports=reports, metrics=metrics_file)


@gathering(spec=shared.checked_spec, options=job_options, files=run_files)
def check(*, spec: Spec, job: JobName = None, options: Options, files: RunFiles) -> None:
    """Hold a relation, or counts, to the thresholds of its spec.

    The exit code is 1 where a threshold failed.
    """
    from sqlmetrics.gate.jobs import check as check_spec

    _end(check_spec(spec, job, replace(options, evidence=files.page)), files)


@gathering(limits=shared.limits, options=job_options, files=run_files)
def run(
    *,
    jobs: JobsFile = None,
    only: OnlyJobs = None,
    trusted: Trusted = False,
    options: Options,
    files: RunFiles,
    limits: Limits,
) -> None:
    """Check all jobs of a file, whether or not others fail."""
    from sqlmetrics.gate.jobs import run as run_jobs

    file = jobs_file(jobs)
    words = {**options.words, **limits.words, **({"trusted": True} if trusted else {})}
    options = replace(options, words=words, evidence=files.page)
    outcomes: list[Outcome] = []

    def keep(outcome: Outcome) -> None:
        outcomes.append(outcome)
        if outcome.error is not None:
            say(f"{outcome.job}: {outcome.error}", outcome.error.detail)

    try:
        result = run_jobs(file.path, only=only or (), options=options, named=file.named, ended=keep)
    except KeyboardInterrupt:
        _stop([outcome.job for outcome in outcomes if outcome.recorded is not None])
    _end(result, files)


@gathering()
def history(
    place: HistoryPlace,
    job: OnlyJob = None,
    metric: OnlyMetrics = None,
    target: OnlyTarget = None,
    last: LastRuns = None,
    all_: AllScores = False,
    tolerance: SameWithin = 0.001,
    history_table: HistoryTable = None,
    format_: ListFormatOption = ListFormat.table,
    output: Output = None,
) -> None:
    """Show each metric over time.

    With one metric of one target, each run is a row.
    """
    from sqlmetrics.output.trend import history_forms

    others = None if all_ or metric or target else OTHERS
    write(history_forms(_scores(place, history_table, job, metric, target, last), others, tolerance), output, format_)


@gathering()
def diff(
    before: FirstRun,
    after: SecondRun,
    place: ReadHistory = None,
    job: OnlyJob = None,
    metric: OnlyMetrics = None,
    target: OnlyTarget = None,
    all_: AllScores = False,
    tolerance: SameWithin = 0.001,
    history_table: HistoryTable = None,
    format_: DocumentOption = DocumentFormat.table,
    output: Output = None,
) -> None:
    """Show what became riskier or safer from one run to another."""
    from sqlmetrics.gate.trend import differences
    from sqlmetrics.output.trend import diff_forms

    if place is None:
        raise SpecError("name the history that holds the runs: --history PLACE")
    scores = _scores(place, history_table, job, metric, target)
    result, problems = differences(scores.entries, before, after, tolerance)
    for problem in problems:
        say(str(problem))
    write(diff_forms(result, None if all_ or metric or target else OTHERS), output, format_)


def _end(run: Run, files: RunFiles) -> NoReturn:
    """Write the reports of a run, and end with its exit code."""
    from sqlmetrics.output.forms import write_file
    from sqlmetrics.output.gate import run_forms
    from sqlmetrics.output.openmetrics import openmetrics_text

    def page() -> str:
        from sqlmetrics.output.privacy_report import page_of

        return page_of(run)

    forms = run_forms(run)
    forms = replace(forms, others={**forms.others, "html": page})
    specs = [None if outcome.held is None else outcome.held.spec for outcome in run.outcomes]
    if any(spec is not None and spec.report is not None for spec in specs):
        from sqlmetrics.output.privacy_report import write_reports

        for warning in write_reports(run):
            say(f"public: {warning}")
    for outcome, spec in zip(run.outcomes, specs, strict=True):
        if spec is not None and spec.report is not None and spec.unnamed is not None:
            say(f"wrote {spec.report}, the report of {spec.unnamed}")
        if outcome.recorded is False:
            say(f"the history has run {run.run_id} of {outcome.job} already; nothing was added")
    for path, form in files.reports:
        write_file(forms, form, path)
    if files.metrics is not None:
        write(openmetrics_text(run), files.metrics)
    write(forms, files.output, files.format)
    raise typer.Exit(run.exit_code)


def _stop(recorded: list[str]) -> NoReturn:
    """End after Ctrl-C with the names of the jobs that the history has."""
    kept = f"the history has the jobs that had ended: {', '.join(recorded)}" if recorded else "nothing was written"
    say(f"stopped; {kept}")
    sys.exit(130)


def _scores(
    place: str,
    table: str | None,
    job: str | None,
    metrics: list[str] | None,
    target: str | None,
    last: int | None = None,
) -> ScoreHistory:
    """Return the scores of a history by job, metrics and target.

    Raises SpecError where there are none.
    """
    from sqlmetrics.gate.score_history import score_history

    jobs, targets = ([name] if name else [] for name in (job, target))
    return score_history(History(place, table or TABLE), jobs=jobs, metrics=metrics or [], targets=targets, last=last)
