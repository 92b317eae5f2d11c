"""Commands on thresholds (check, advise, run), and on the history of their runs (history, diff)."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import typer

from sqlmetrics.cli import shared
from sqlmetrics.cli.choices import AdviceFormat, AdvisedSpec, DocumentFormat, ListFormat, ReportFormat
from sqlmetrics.cli.command import command, shared_flags
from sqlmetrics.cli.default_spec import jobs_file
from sqlmetrics.cli.messages import flagged, say
from sqlmetrics.cli.output import check_ending, draw_report, form_of, write, write_sql
from sqlmetrics.cli.panels import FOLLOW
from sqlmetrics.cli.shared import FILE, LIMITS, PLACE, RELATION
from sqlmetrics.cli.told import write_and_tell
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.place import TABLE, History

if TYPE_CHECKING:
    from sqlmetrics.advice.result import Advice
    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.gate.jobs import Options, Outcome, Run
    from sqlmetrics.gate.trend import ScoreHistory
    from sqlmetrics.spec.limits import Limits
    from sqlmetrics.spec.spec import Spec

ADVICE = (
    "generalize suppress loss leave_out about keep at_most prefer local stars time_limit frontier workload_attribute"
    " classifier need strategy"
)
"""The flags of `advise` that give its words of a spec."""

HOW = "--print-sql prints the statement that creates the view, --dbt the same as a model, --print-spec view its spec."
"""The sentence below what is advised."""

OTHERS = "--all shows them"
"""The sentence on how to see the scores of a history without a limit that are no headlines."""

EACH = "--by shows the scores of each slice"
"""The sentence on how to see the slices of a history."""


class RunFiles(NamedTuple):
    """The files of a run: its report, further reports with their forms, and OpenMetrics.

    `slices` is a sentence on how to see the slices that are not shown, None where all are.
    """

    format: ReportFormat
    output: Path | None
    reports: tuple[tuple[Path, str], ...]
    metrics: Path | None
    slices: str | None

    @property
    def page(self) -> bool:
        """Whether a report is a page."""
        return any(form in {"html", "pdf"} for _, form in self.reports)


@shared_flags()
def job_options(
    history: str | None = None,
    history_table: str | None = None,
    run_id: str | None = None,
    no_worse_than: str | None = None,
    tolerance: float | None = None,
    warn: bool = False,
    no_look: bool = False,
    all_: bool = False,
    show_values: bool = False,
    quiet: bool = False,
) -> Options:
    """Return the options of jobs that the flags make."""
    from sqlmetrics.gate.jobs import Options

    look = False if no_look else None
    words = {"history": history, "history_table": history_table, "no_worse_than": no_worse_than, "look": look}
    return Options(
        words=words,
        run_id=run_id,
        tolerance=tolerance,
        advisory=warn,
        draw=shared.progress_drawer(quiet),
        slices=shared.most_slices(all_),
        show_values=show_values,
    )


@shared_flags()
def run_files(
    metrics_file: Path | None = None,
    report: list[Path] | None = None,
    format_: ReportFormat = ReportFormat.table,
    output: Path | None = None,
    all_: bool = False,
) -> RunFiles:
    """Return the files of a run.

    Raises SpecError for a file that cannot be written, before anything is scored.
    """
    from sqlmetrics.output.results.gate import REPORTS

    reports = tuple((path, form_of(path, REPORTS, "--report")) for path in report or ())
    slices = None if all_ else shared.SLICES
    return RunFiles(format=format_, output=output, reports=reports, metrics=metrics_file, slices=slices)


@command(
    FOLLOW,
    "sqlmetrics check --spec spec.yml",
    "sqlmetrics check --spec spec.yml --history runs --no-worse-than last",
    "sqlmetrics check --spec spec.yml --limits ontario_low --limits cms_cell",
    spec=shared.checked_spec,
    options=job_options,
    files=run_files,
)
def check(
    *,
    spec: Spec,
    release: bool = False,
    each_version: bool = False,
    job: str | None = None,
    options: Options,
    files: RunFiles,
) -> None:
    """Hold a relation, or counts, to the thresholds of its spec.

    The exit code is 1 where a threshold failed.
    """
    from sqlmetrics.columns.guessed_roles import with_roles
    from sqlmetrics.gate.jobs import check as check_spec
    from sqlmetrics.gate.jobs import check_written_roles

    check_written_roles(options.applied(spec), kept=release)
    if each_version:
        _end_versions(spec, options, files, release=release)
    if release:
        spec = shared.planned(options.applied(spec), options.progress)
    else:
        spec = with_roles(options.applied(spec), options.progress)
    result = check_spec(spec, job, replace(options, evidence=files.page))
    for outcome in result.outcomes:
        _say_error(outcome)
    _end(result, files)


@shared_flags(RELATION, "previous limits", ADVICE, FILE, PLACE, LIMITS)
def advised_spec(spec: Path | None = None, no_spec: bool = False, **flags: Any) -> Spec:
    """Return the spec of a file with thresholds, with the words of `advise` that the flags give.

    Raises SpecError where the file is not named, and no published limit is, or makes no spec.
    """
    flags["advise"] = shared.words_given({name: flags.pop(name) for name in ADVICE.split()})
    return shared.threshold_spec(flags, spec, without=no_spec, guesses=True)


@command(
    FOLLOW,
    "sqlmetrics advise --spec spec.yml --suppress 2%",
    "sqlmetrics advise --spec spec.yml --generalize age=age.csv \\\n      --keep sex --print-sql",
    "sqlmetrics advise --spec spec.yml --suppress 2% --local",
    "sqlmetrics advise --spec spec.yml --frontier -o advice.html",
    "sqlmetrics advise --spec spec.yml --previous release.parquet",
    spec=advised_spec,
    progress=shared.progress,
)
def advise(
    *,
    spec: Spec,
    progress: Progress,
    format_: AdviceFormat = AdviceFormat.table,
    output: Path | None = None,
    print_sql: bool = False,
    dbt: bool = False,
    print_spec: AdvisedSpec | None = None,
    dialect: str | None = None,
    write_spec: bool = False,
    write_: Path | None = None,
) -> None:
    """Find the smallest change that passes the thresholds.

    It is a view that recodes quasi-identifiers and suppresses a few records. The exit code is 1
    where none passes. Beside earlier releases the recoding so far, the `partitions` of the spec, is
    kept where it passes.
    """
    from sqlmetrics.advice.advice import advise as advised
    from sqlmetrics.columns.guessed_roles import with_roles
    from sqlmetrics.output.results.advice import advice_forms, advice_report, ways_to_keep

    asked = [
        flag for flag, given in (("--print-sql", print_sql), ("--dbt", dbt), ("--print-spec", print_spec)) if given
    ]
    if len(asked) > 1:
        raise SpecError(f"{' and '.join(asked)} print different texts; give one of them")
    if print_spec is not None:
        check_ending(output, "a spec is YAML", ".yml")
    elif asked:
        check_ending(output, "a statement is SQL", ".sql")
    if spec.file is None and (write_spec or write_ is not None):
        raise SpecError("a release needs roles that a person wrote; `sqlmetrics init` begins their spec")
    result = advised(with_roles(spec, progress), dialect=dialect, progress=progress)
    if not asked:
        ways = [*map(flagged, ways_to_keep(result)), HOW] if result.passed else []
        write(advice_forms(result, *ways), output, format_)
    elif not result.passed and (not print_sql or result.local is None):
        draw_report(advice_report(result), err=True)
    elif print_sql:
        views = [view for view in (result.view, None if result.local is None else result.local.statement) if view]
        write_sql("\n".join(f"{view};\n" for view in views), output)
    elif dbt:
        write_sql(str(result.model), output)
    else:
        write(_spec_text(result, print_spec == AdvisedSpec.source), output)
    if not result.passed:
        raise typer.Exit(1)
    if write_spec:
        from sqlmetrics.publication.advised_release import write_release_words

        file = write_release_words(spec, result)
        say(f"{file} has the release now: `sqlmetrics release {file} -o FILE.parquet` writes it")
    if write_ is not None:
        from sqlmetrics.publication.advised_release import with_release

        write_and_tell(with_release(spec, result), write_, word="write")


def _spec_text(result: Advice, of_source: bool) -> str:
    """Return the spec of the view or of the source. Raises SpecError where there is none."""
    from sqlmetrics.advice.written_words import spec_text

    words = result.source_spec if of_source else result.spec
    if words is None:
        raise SpecError(
            "no spec of the source passes, as records are suppressed; --print-spec view prints the spec of the view"
            if result.suppressed
            else "no spec of the source recodes class by class; --print-spec view prints the spec of the view"
            if result.levels is None
            else "no spec of the source has what is left out; --print-spec view prints the spec of the view"
            if result.series is not None
            else "no spec of the source passes, as every quasi-identifier is left out"
        )
    told = "recoded so that it passes" if of_source else "the view"
    if not of_source and not {"database", "url"} & words.keys():
        told += "; name the `database` or `url` that has it"
    return spec_text(words, f"sqlmetrics {result.version}: {result.relation_name}, {told}")


@command(
    FOLLOW,
    "sqlmetrics run jobs.yml",
    "sqlmetrics run jobs.yml --history runs --report run.xml",
    limits=shared.run_limits,
    options=job_options,
    files=run_files,
)
def run(
    *,
    jobs: Path | None = None,
    job: list[str] | None = None,
    trusted: bool = False,
    options: Options,
    files: RunFiles,
    limits: Limits,
) -> None:
    """Check all jobs of a file, whether or not others fail."""
    from sqlmetrics.gate.jobs import run as run_jobs
    from sqlmetrics.publication.jobs import release_and_record

    file = jobs_file(jobs)
    words = {**options.words, **limits.words, **({"trusted": True} if trusted else {})}
    options = replace(options, words=words, evidence=files.page)
    outcomes: list[Outcome] = []

    def keep(outcome: Outcome) -> None:
        outcomes.append(outcome)
        _say_error(outcome)

    try:
        result = run_jobs(
            file.path, only=job or (), options=options, named=file.named, ended=keep, judged=release_and_record
        )
    except KeyboardInterrupt:
        _stop([outcome.job for outcome in outcomes if outcome.recorded is not None])
    _end(result, files)


@command(
    FOLLOW,
    "sqlmetrics history runs",
    "sqlmetrics history runs -m itpr --target disease --last 10",
    "sqlmetrics history runs -m k --by",
)
def history(
    place: str,
    job: str | None = None,
    metric: list[str] | None = None,
    target: str | None = None,
    last: int | None = None,
    by: bool = False,
    all_: bool = False,
    tolerance: float = 0.001,
    history_table: str | None = None,
    format_: ListFormat = ListFormat.table,
    output: Path | None = None,
) -> None:
    """Show each metric over time.

    With one metric of one target, each run is a row. Of slices, each run says how many pass.
    """
    from sqlmetrics.output.results.trend import history_forms

    others = None if all_ or metric or target else OTHERS
    slices = None if all_ else OTHERS if by else EACH
    scores = _scores(place, history_table, job, metric, target, last)
    write(history_forms(scores, others, tolerance, by=by, slices=slices), output, format_)


@command(
    FOLLOW,
    "sqlmetrics diff previous last --history runs",
    "sqlmetrics diff previous last --history runs -m itpr -f json",
)
def diff(
    before: str,
    after: str,
    history: str | None = None,
    job: str | None = None,
    metric: list[str] | None = None,
    target: str | None = None,
    all_: bool = False,
    tolerance: float = 0.001,
    history_table: str | None = None,
    format_: DocumentFormat = DocumentFormat.table,
    output: Path | None = None,
) -> None:
    """Show what became riskier or safer from one run to another."""
    from sqlmetrics.gate.trend import differences
    from sqlmetrics.output.results.trend import diff_forms

    if history is None:
        raise SpecError("name the history that holds the runs: --history PLACE")
    scores = _scores(history, history_table, job, metric, target)
    result, problems = differences(scores.entries, before, after, tolerance)
    for problem in problems:
        say(str(problem))
    write(diff_forms(result, None if all_ or metric or target else OTHERS, None if all_ else OTHERS), output, format_)


@command(
    FOLLOW,
    "sqlmetrics limits",
    "sqlmetrics limits ontario_low",
)
def limits(limit: str | None = None, format_: ListFormat = ListFormat.table, output: Path | None = None) -> None:
    """List limits that others have published, or explain one.

    `limits: NAME` in a spec holds one. None is a default.
    """
    from sqlmetrics.output.published_limits import limit_forms, limits_forms
    from sqlmetrics.spec.published_limits import limits as every_limit
    from sqlmetrics.spec.published_limits import published_limit

    forms = limits_forms(every_limit()) if limit is None else limit_forms(published_limit(limit))
    write(forms, output, format_)


def _say_error(outcome: Outcome) -> None:
    """Say why a job could not be measured, if it could not."""
    if outcome.error is not None:
        say(f"{outcome.job}: {outcome.error}", outcome.error.detail)


def _end(run: Run, files: RunFiles) -> NoReturn:
    """Write the reports of a run, and end with its exit code."""
    from sqlmetrics.output.forms import write_file
    from sqlmetrics.output.openmetrics import openmetrics_text
    from sqlmetrics.output.results.gate import run_forms

    warnings: dict[str, None] = {}

    def page() -> str:
        from sqlmetrics.output.privacy_report import page_of

        made = page_of(run)
        warnings.update(dict.fromkeys(made.warnings))
        return made.html

    forms = run_forms(run, files.slices)
    forms = replace(forms, others={**forms.others, "html": page})
    specs = [None if outcome.held is None else outcome.held.spec for outcome in run.outcomes]
    if any(spec is not None and spec.report.file is not None for spec in specs):
        from sqlmetrics.output.privacy_report import write_reports

        warnings.update(dict.fromkeys(write_reports(run)))
    for outcome, spec in zip(run.outcomes, specs, strict=True):
        if spec is not None and spec.report.file is not None and spec.unnamed is not None:
            say(f"wrote {spec.report.file}, the report of {spec.unnamed}")
        if outcome.recorded is False:
            say(f"the history has run {run.run_id} of {outcome.job} already; nothing was added")
    for path, form in files.reports:
        write_file(forms, form, path)
    for warning in warnings:
        say(f"public: {warning}")
    if files.metrics is not None:
        write(openmetrics_text(run), files.metrics)
    write(forms, files.output, files.format)
    raise typer.Exit(run.exit_code)


def _end_versions(spec: Spec, options: Options, files: RunFiles, *, release: bool) -> NoReturn:
    """Write the check of each version, and end with the exit code of the newest."""
    from sqlmetrics.gate.each_version import check_versions
    from sqlmetrics.output.results.versions import versions_forms

    if release or files.reports or files.metrics is not None:
        raise SpecError("--each-version goes with no --release, --report or --metrics-file: these have one version")
    result = check_versions(spec, options)
    write(versions_forms(result), files.output, files.format)
    raise typer.Exit(result.exit_code)


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
    from sqlmetrics.gate.trend import score_history

    jobs, targets = ([name] if name else [] for name in (job, target))
    return score_history(History(place, table or TABLE), jobs=jobs, metrics=metrics or [], targets=targets, last=last)
