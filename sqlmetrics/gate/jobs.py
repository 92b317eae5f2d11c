"""Jobs: one or many specs, scored and held to their thresholds, and the outcome of each."""

from __future__ import annotations

import json
import math
import platform
import re
import time
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sqlmetrics import deadline, footprint
from sqlmetrics.credentials import without_credentials
from sqlmetrics.engine.files import announce_page
from sqlmetrics.engine.fingerprint import of_files, of_table
from sqlmetrics.engine.progress import Draw, Progress
from sqlmetrics.errors import SpecError, SqlmetricsError, unexpected
from sqlmetrics.gate.history import history as past
from sqlmetrics.gate.history.rows import VERSION, HistoryEntry
from sqlmetrics.gate.jobs_file import job_name, read_jobs
from sqlmetrics.gate.regressions import LAST, RESERVED, earlier_run, from_earlier
from sqlmetrics.gate.thresholds import (
    Threshold,
    Verdict,
    check_measured,
    holding,
    judge,
    read_thresholds,
    scores_of,
    subject_of,
    with_metrics,
)
from sqlmetrics.listing import files_of
from sqlmetrics.risk.counts.scored import counted_spec
from sqlmetrics.risk.estimation.estimated import NO_EVIDENCE
from sqlmetrics.risk.evidence import OF_ROWS, PARTS, Evidence, Wanted, score_with_evidence
from sqlmetrics.risk.result import Result
from sqlmetrics.risk.score import score, score_sql
from sqlmetrics.risk.scores import Score, Scores
from sqlmetrics.spec.history import History
from sqlmetrics.spec.spec import Spec, harmonised, parse_spec
from sqlmetrics.spec.unnamed import check_page
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan, check_recoded
from sqlmetrics.statement.relation import default_job_name
from sqlmetrics.text import brief
from sqlmetrics.version import __version__

SMALL, LEAST = 5, 3
"""The size below which classes are small: where no threshold says so, and at least."""

REASON = 500
"""The most characters of an error in a history."""

RUN_ID = re.compile(r"[\w.:+@-]{1,200}", flags=re.ASCII)
"""The pattern of a run's id."""


@dataclass(frozen=True)
class JudgedScores:
    """A relation's scores, the verdict on each that has a threshold, and their origin.

    `statement` is the SQL of the scores, empty where they were computed elsewhere. `fingerprint`,
    `statement_hash` and `seconds` are described at `history.rows.Entry`. `notes` say
    what was not judged, and why. `spec` is what was scored, `evidence` what was measured beside the
    scores, where it was wanted.
    """

    spec: Spec
    scores: Scores
    verdicts: tuple[Verdict, ...]
    fingerprint: str
    statement_hash: str
    seconds: float
    notes: tuple[str, ...] = ()
    evidence: Evidence | None = None
    statement: str = ""

    @property
    def passed(self) -> bool:
        """Whether every threshold passed, and no identifier is in the relation without a reason.

        A column without a role that surely looks like one is such an identifier.
        """
        return all(verdict.passed for verdict in self.verdicts) and not self.identifiers and not self.forgotten

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The identifiers in the relation of which the spec does not say why they may stay."""
        columns = self.scores.columns_by_role
        return () if columns is None else columns.unexplained

    @property
    def forgotten(self) -> tuple[str, ...]:
        """The columns without a role that surely look like identifiers."""
        columns = self.scores.columns_by_role
        return () if columns is None else columns.forgotten


@dataclass(frozen=True)
class Outcome:
    """The outcome of a job: its scores and verdicts, or the error that it ended with.

    `relation` is the name of the job's relation, None where the job has none. `recorded` is whether
    the outcome was added to a history, None without one. `file` is the spec, or the file of jobs.
    """

    job: str
    relation: str | None
    held: JudgedScores | None = None
    error: SqlmetricsError | None = None
    recorded: bool | None = None
    file: Path | None = None

    @property
    def status(self) -> str:
        """The status: `passed`, `failed` after a failed threshold, or `error` without scores."""
        if self.held is None:
            return "error"
        return "passed" if self.held.passed else "failed"

    @property
    def exit_code(self) -> int:
        """The exit code: 0 where the job passed, 1 where it failed, else that of the error."""
        return self.error.exit_code if self.error is not None else int(self.status == "failed")


@dataclass(frozen=True, repr=False)
class Run(Result[Outcome]):
    """A run: its id, the time when it began (UTC, ISO 8601), and the outcome of each job.

    Its rows are the outcomes. With `advisory`, a failed threshold is only a warning.
    """

    run_id: str
    began_at: str
    outcomes: tuple[Outcome, ...]
    advisory: bool = False

    @property
    def rows(self) -> tuple[Outcome, ...]:
        """The outcomes of the jobs."""
        return self.outcomes

    @property
    def passed(self) -> bool:
        """Whether every job passed; a failed threshold that is only a warning has not passed."""
        return all(outcome.status == "passed" for outcome in self.outcomes)

    @property
    def exit_code(self) -> int:
        """The exit code: 0 where all passed, 1 after a failed threshold, 2 or 3 after an error."""
        codes = [outcome.exit_code for outcome in self.outcomes]
        return max((code for code in codes if not (self.advisory and code == 1)), default=0)


@dataclass(frozen=True)
class Options:
    """The options of jobs that are not in their specs.

    `words` take the place of those of each spec, such as its `history` and its limits; one of None
    leaves the spec's. The time limit holds for each job by itself. `run_id` is the id under which
    scores are added to a history, `tolerance` the share by which scores may be riskier than earlier
    ones, in place of that of the spec. With `advisory`, a failed threshold is only a warning.
    `draw` draws the progress of each job, after `label`. With `evidence`, which a report needs,
    more is measured beside the scores, and there need not be a threshold.
    """

    words: Mapping[str, Any] = field(default_factory=dict)
    run_id: str | None = None
    tolerance: float | None = None
    advisory: bool = False
    draw: Draw | None = None
    label: str = ""
    evidence: bool = False

    @property
    def past(self) -> History | None:
        """The history of the options themselves, None without one."""
        return self.applied(Spec()).past

    def applied(self, spec: Spec) -> Spec:
        """Put the words of these options in place of a spec's own, and return the new spec."""
        given = {word: value for word, value in self.words.items() if value is not None}
        parsed = parse_spec(given, "the options")
        words = {word: getattr(parsed, word) for word in given}
        earlier = words.get("no_worse_than", spec.no_worse_than)
        if earlier is not None and self.tolerance is not None:
            words["no_worse_than"] = earlier.model_copy(update={"tolerance": self.tolerance})
        return spec.model_copy(update=words)


def check(spec: Spec, name: str | None = None, options: Options | None = None) -> Run:
    """Return the run of one spec.

    The job has the given name, by default that of the spec's file or relation.

    Raises SpecError for a spec with neither a threshold nor a history to record to, and for a
    threshold that measures nothing, QueryError where the engine or the history fails.
    """
    options = options or Options()
    with footprint.recorded_run(spec.file):
        run_id, began_at = _start(options)
        _check_history(options.past)
        outcome = judge_and_record(job_name(name or default_job_name(spec)), spec, options, run_id)
    return Run(run_id, began_at, (outcome,), options.advisory)


def measure(spec: Spec, name: str | None = None, options: Options | None = None) -> Run:
    """Return the run of one spec that is added to no history, although it may compare with one.

    Raises SpecError, QueryError as `check` does.
    """
    options = options or Options()
    with footprint.recorded_run(spec.file):
        run_id, began_at = _start(options)
        job = job_name(name or default_job_name(spec))
        held = judge_spec(job, options.applied(spec), options, run_id)
    return Run(run_id, began_at, (Outcome(job, held.scores.relation_name, held),), options.advisory)


@footprint.recorded_run()
def run(
    jobs_file: Path | str,
    *,
    only: Sequence[str] = (),
    options: Options | None = None,
    named: bool = True,
    ended: Callable[[Outcome], None] = lambda _: None,
) -> Run:
    """Return the run of the jobs of a file; a job that ends with an error stops no other.

    `only` names the jobs to run, by default all. `ended` is called with each outcome as soon as its
    job ends. Without `named`, a command took the file by itself, and its jobs may do little; see
    `check_unnamed`.

    Raises SpecError for a file without jobs, and for a history that cannot be added to.
    """
    options = options or Options()
    if options.words.get("trusted") and not named:
        raise SpecError(f"`trusted` is said of databases that are named; name {jobs_file}, whose jobs have them")
    run_id, began_at = _start(options)
    _check_history(options.past)
    outcomes = []
    jobs = list(read_jobs(Path(jobs_file), only, named=named))
    for number, (job, read) in enumerate(jobs, 1):
        outcome = Outcome(job, None, file=Path(jobs_file))
        try:
            spec = read()
            outcome = replace(outcome, relation=without_credentials(spec.name))
            labelled = replace(options, label=f"job {number} of {len(jobs)}, {job}: ")
            with deadline.limited_run():
                measured = judge_and_record(job, spec, labelled, run_id)
                outcome = replace(measured, file=measured.file or outcome.file)
        except SqlmetricsError as error:
            outcome = replace(outcome, error=error.with_traceback(None))
        except Exception as error:
            outcome = replace(outcome, error=unexpected(error))
        outcomes.append(outcome)
        ended(outcome)
    return Run(run_id, began_at, tuple(outcomes), options.advisory)


def judge_and_record(job: str, spec: Spec, options: Options, run_id: str) -> Outcome:
    """Return the outcome of a spec, after adding it to the history, if there is one.

    The history of the options was checked before the first job, that of a spec alone is here.
    A history that has scores also has why a run could not measure what the spec says.

    Raises the errors of `hold` and of the history.
    """
    spec = options.applied(spec)
    if spec.past != options.past:
        _check_history(spec.past)

    def missed(error: Exception) -> None:
        known = error if isinstance(error, SqlmetricsError) else unexpected(error)
        with suppress(SqlmetricsError):
            if spec.past is not None and past.so_far(spec.past):
                past.append(spec.past, [not_measured(job, spec, known, run_id, now())])

    held = judge_spec(job, spec, options, run_id, missed)
    outcome = Outcome(job, held.scores.relation_name, held, file=spec.file)
    if spec.past is None:
        return outcome
    return replace(outcome, recorded=past.append(spec.past, history_entries(outcome, run_id, now())))


def judge_spec(
    job: str, spec: Spec, options: Options, run_id: str, missed: Callable[[Exception], None] = lambda _: None
) -> JudgedScores:
    """Return a spec's scores and the verdicts on them.

    `missed` is called with an error of measuring, before it is raised.

    Raises SpecError, before anything is read, where neither a threshold nor a history is named.
    """
    spec = spec.named()
    thresholds = read_thresholds(spec)
    reports = options.evidence or spec.report is not None
    if reports:
        check_recoded(spec)
    if spec.report is not None:
        check_page(spec)
        announce_page(spec.report)
    compared = spec.no_worse_than is not None or spec.history is not None
    if not thresholds and not spec.identifiers and not compared and not reports:
        raise SpecError(
            "the spec names no threshold; give `thresholds`, for example"
            ' {"k_anonymity": 5, "itpr": 0.7} (in a spec of `init` take the # away),'
            " name `identifiers` that must not be there, or a `history` to record to"
        )
    spec = with_metrics(counted_spec(spec) if spec.counts else spec, thresholds)
    plans = [build_plan(part) for part in harmonised(spec)]
    check_measured(thresholds, scores_of(plans))
    earlier = _earlier(job, spec, run_id)
    try:
        return _measured(job, spec, thresholds, plans, earlier, options, reports=reports)
    except Exception as error:
        missed(error)
        raise


def _measured(
    job: str,
    spec: Spec,
    thresholds: Sequence[Threshold],
    plans: Sequence[Plan],
    earlier: Sequence[HistoryEntry],
    options: Options,
    *,
    reports: bool,
) -> JudgedScores:
    """Return the scores of a spec's plans and the verdicts, also beside an earlier run."""
    began = time.monotonic()
    files = _files(spec)
    fingerprint = of_files(files) if files else None
    progress = Progress(draw=options.draw, label=options.label)
    if reports:
        scores, evidence = score_with_evidence(spec, wanted_evidence(thresholds), progress)
    else:
        if spec.estimate is not None:
            raise SpecError(NO_EVIDENCE)
        scores, evidence = score(spec, progress=progress), None
    statement = score_sql(spec, dialect=scores.dialect)
    gated = [record for record in scores.scores if not thresholds or holding(thresholds, subject_of(record))]
    tolerance = 0.0 if spec.no_worse_than is None else spec.no_worse_than.tolerance
    regressions = judge(from_earlier(earlier, gated, scores.nulls, tolerance), gated) if earlier else ()
    return JudgedScores(
        spec=spec,
        scores=scores,
        verdicts=(*judge(thresholds, scores.scores), *regressions),
        fingerprint=fingerprint or of_table(scores.records, {column for plan in plans for column in plan.columns}),
        statement_hash=sha256(statement.encode()).hexdigest(),
        seconds=time.monotonic() - began,
        notes=(*_notes(job, spec, bool(thresholds), bool(earlier)), *_other_records(spec, scores, earlier)),
        evidence=evidence,
        statement=statement,
    )


def judged_rows(spec: Spec, scores: Scores, fingerprint: str, name: str) -> Run:
    """Return the run of scores that were computed elsewhere, held to the thresholds of a spec.

    Raises SpecError for a threshold that measures nothing.
    """
    thresholds = read_thresholds(spec)
    check_measured(thresholds, [subject_of(record) for record in scores.scores])
    held = JudgedScores(
        spec=spec,
        scores=scores,
        verdicts=judge(thresholds, scores.scores),
        fingerprint=fingerprint,
        statement_hash="",
        seconds=0.0,
        evidence=Evidence(missing=dict.fromkeys(PARTS, OF_ROWS)),
    )
    return Run(uuid.uuid4().hex, now(), (Outcome(job_name(name), scores.relation_name, held),))


def wanted_evidence(thresholds: Iterable[Threshold]) -> Wanted:
    """Return the evidence that thresholds ask for: their k, and how sure guesses may be."""
    sizes = [one.limit for one in thresholds if one.metric == "k_anonymity" and one.origin is None]
    return Wanted(
        least=max(LEAST, math.ceil(max(sizes))) if sizes else SMALL,
        limits={one.target: one.limit for one in thresholds if one.metric == "alpha_k_anonymity"},
    )


def _files(spec: Spec) -> list[Path]:
    """Return the files of a spec's relation, or of its counts; none for tables and frames."""
    in_files = isinstance(spec.relation, str) and not spec.place.holds_tables
    return [file for name in spec.counts or ([str(spec.relation)] if in_files else []) for file in files_of(name)]


def _notes(job: str, spec: Spec, thresholds: bool, compared: bool) -> tuple[str, ...]:
    """Return what is not judged in a run, with or without thresholds and an earlier run."""
    run = None if spec.no_worse_than is None else spec.no_worse_than.run
    if run is not None and not compared:
        reason = "has no earlier run" if run == LAST else "has no run that passed"
        return (f"nothing to compare with yet: {spec.past} {reason} of '{job}'; this run is recorded",)
    if run is None and not thresholds and spec.history is not None:
        return ("nothing was judged: the spec names no threshold; the scores are recorded in the history",)
    return ()


def _other_records(spec: Spec, scores: Scores, earlier: Sequence[HistoryEntry]) -> tuple[str, ...]:
    """Return that a run is compared with one of other records, by its condition or its query.

    A relation without either may have a new name every day, which is no other choice of records.
    """
    before = earlier[0].relation if earlier else scores.relation_name
    chosen = scores.where is not None or scores.query is not None
    if before == scores.relation_name or not (chosen or before.startswith((f"{spec.name} where ", "("))):
        return ()
    return (
        f"compared with other records: run {earlier[0].run_id} measured {before}, and this one"
        f" {scores.relation_name}; a change may come from the choice of records",
    )


def history_entries(outcome: Outcome, run_id: str, recorded_at: str) -> list[HistoryEntry]:
    """Return the rows of a history for an outcome, one for each score."""
    held = outcome.held
    if held is None:
        return []
    scores = held.scores
    rows = []
    for place, record in enumerate(scores.scores, 1):
        rows.append(
            HistoryEntry(
                history_version=VERSION,
                run_id=run_id,
                job=outcome.job,
                place=place,
                recorded_at=recorded_at,
                status=outcome.status,
                relation=scores.relation_name,
                relation_records=scores.records,
                individuals=scores.individuals,
                fingerprint=held.fingerprint,
                nulls=scores.nulls,
                recodings=json.dumps(scores.recodings, ensure_ascii=False),
                seconds=held.seconds,
                statement_hash=held.statement_hash,
                dialect=scores.dialect,
                versions=versions(),
                metric=record.metric,
                target=record.target,
                quasi_identifiers=record.quasi_identifiers,
                partition=record.partition,
                level=record.level,
                records=record.records,
                value=record.value,
                reason=record.reason,
                unit=record.unit,
                direction=record.direction,
                parameters=record.parameters,
                verdicts=_verdicts_json(held.verdicts, record),
            )
        )
    return rows


def not_measured(job: str, spec: Spec, error: SqlmetricsError, run_id: str, recorded_at: str) -> HistoryEntry:
    """Return the row of a history for a run that measured nothing, with the error as its reason.

    Details of the error, which may hold values of the data, are no part of it.
    """
    return HistoryEntry(
        history_version=VERSION,
        run_id=run_id,
        job=job,
        place=0,
        recorded_at=recorded_at,
        status="error",
        relation=without_credentials(spec.name) or "",
        relation_records=0,
        individuals=None,
        fingerprint="",
        nulls=spec.nulls,
        recodings="{}",
        seconds=0.0,
        statement_hash="",
        dialect="",
        versions=versions(),
        metric="not_measured",
        target="",
        quasi_identifiers="",
        partition=None,
        level="table",
        records=0,
        value=None,
        reason=brief(str(error), REASON),
        unit="",
        direction="",
        parameters=None,
        verdicts="[]",
    )


def _verdicts_json(verdicts: Iterable[Verdict], score: Score) -> str:
    """Return the verdicts on one score as JSON."""
    return json.dumps(
        [
            {
                "bound": verdict.threshold.bound,
                "limit": verdict.threshold.limit,
                "origin": verdict.threshold.origin,
                "passed": verdict.passed,
                "margin": verdict.margin,
            }
            for verdict in verdicts
            if verdict.score is score
        ]
    )


def versions() -> str:
    """Return the versions of sqlmetrics, DuckDB and Python."""
    return f"sqlmetrics {__version__}, duckdb {version('duckdb')}, python {platform.python_version()}"


def now() -> str:
    """Return the time in UTC as ISO 8601, to the microsecond."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _earlier(job: str, spec: Spec, run_id: str) -> list[HistoryEntry]:
    """Return the entries of the earlier run that `no_worse_than` names, or none without it."""
    if spec.no_worse_than is None:
        return []
    if spec.past is None:
        raise SpecError("`no_worse_than` compares with a run of a history; name it as `history`")
    return earlier_run(past.so_far(spec.past), job, spec.no_worse_than.run, spec.past, run_id)


def _start(options: Options) -> tuple[str, str]:
    """Return the run's id and the time now. Raises SpecError for an id of another form."""
    run_id = uuid.uuid4().hex if options.run_id is None else options.run_id
    if not RUN_ID.fullmatch(run_id) or run_id in RESERVED:
        names = " or ".join(f"'{name}'" for name in RESERVED)
        raise SpecError(f"`run_id` {run_id!r}: write up to 200 letters, digits and .:+@_-, and not {names}")
    return run_id, now()


def _check_history(history: History | None) -> None:
    """Announce the history that a run adds to, if any. Raises the error where it cannot."""
    if history is not None:
        past.check_history(history)
        past.announce_history(history)
