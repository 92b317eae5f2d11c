"""Jobs: a spec scored and held to its thresholds, one or many, with what came of each."""

from __future__ import annotations

import json
import platform
import re
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from sqlmetrics.engine.fingerprint import files_of, of_files, of_table
from sqlmetrics.engine.progress import Draw, Progress
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
from sqlmetrics.gate.history import history as past
from sqlmetrics.gate.history.rows import VERSION, Entry, History
from sqlmetrics.gate.jobs_file import job_name, read_jobs
from sqlmetrics.gate.regressions import LAST, earlier_run, from_earlier
from sqlmetrics.gate.thresholds import (
    Verdict,
    check_measured,
    holding,
    judge,
    measured,
    read_thresholds,
    scores_of,
    with_metrics,
)
from sqlmetrics.risk.score import score, score_sql
from sqlmetrics.risk.scores import Scores
from sqlmetrics.spec.limits import Limits
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.version import __version__

RUN_ID = re.compile(r"[\w.:+@-]{1,200}", flags=re.ASCII)


@dataclass(frozen=True)
class Held:
    """A relation's scores, the verdict on each that has a threshold, and how they came about; see `history.Entry`."""

    scores: Scores
    verdicts: tuple[Verdict, ...]
    fingerprint: str
    statement_hash: str
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether every threshold passed."""
        return all(verdict.passed for verdict in self.verdicts)


@dataclass(frozen=True)
class Outcome:
    """What came of a job: what was held, or the error that it ended with; `relation` is its name, where the job has one.

    `recorded` says whether it was added to a history, None where there is none.
    """

    job: str
    relation: str | None
    held: Held | None = None
    error: SqlmetricsError | None = None
    recorded: bool | None = None

    @property
    def status(self) -> str:
        """`passed`, `failed` where a threshold failed, or `error` where nothing was measured."""
        if self.held is None:
            return "error"
        return "passed" if self.held.passed else "failed"

    @property
    def exit_code(self) -> int:
        """The exit code of the job: 0 passed, 1 failed, else the error's."""
        return self.error.exit_code if self.error is not None else int(self.status == "failed")


@dataclass(frozen=True)
class Run:
    """One run: its id, when it began (UTC, ISO 8601), and what came of each job; `advisory` where a failed threshold only warns."""

    run_id: str
    began_at: str
    outcomes: tuple[Outcome, ...]
    advisory: bool = False

    @property
    def exit_code(self) -> int:
        """0 where all passed, 1 where a threshold failed, 2 or 3 where a job ended with an error."""
        codes = [outcome.exit_code for outcome in self.outcomes]
        return max((code for code in codes if not (self.advisory and code == 1)), default=0)


@dataclass(frozen=True)
class Options:
    """How jobs run besides their specs.

    `history` is where their scores are added, under `run_id`; `no_worse_than` names the earlier run, or `last`, whose scores they are held
    to as well, give or take the share `tolerance`; `draw` shows how far each is.
    `limits` take the place of those that a spec names; their time is each job's own.
    """

    history: History | None = None
    run_id: str | None = None
    no_worse_than: str | None = None
    tolerance: float = 0.0
    advisory: bool = False
    draw: Draw | None = None
    limits: Limits = field(default_factory=Limits)
    label: str = ""


def check(spec: Spec, name: str | None = None, options: Options | None = None) -> Run:
    """Return the run of one spec, as a job of the name, by default that of its file or relation.

    Raises SpecError for a spec without a threshold and for one that measures nothing, QueryError where the engine or the history fails.
    """
    options = options or Options()
    run_id, began_at = _start(options)
    outcome = hold_and_record(job_name(name or spec.called), spec, options, run_id)
    return Run(run_id, began_at, (outcome,), options.advisory)


def run(jobs_file: Path | str, *, only: Sequence[str] = (), options: Options | None = None,
        ended: Callable[[Outcome], None] = lambda _: None) -> Run:  # fmt: skip
    """Return the run of the jobs of a file, or `only` of those named; a job that ends with an error stops no other.

    `ended` is called with each outcome as it is there. Raises SpecError for a file that holds no jobs, and for a history that cannot
    be added to.
    """
    options = options or Options()
    run_id, began_at = _start(options)
    outcomes = []
    jobs = list(read_jobs(Path(jobs_file), only))
    for number, (job, read) in enumerate(jobs, 1):
        outcome = Outcome(job, None)
        try:
            spec = read()
            outcome = Outcome(job, spec.relation)
            labelled = replace(options, label=f"job {number} of {len(jobs)}, {job}: ")
            outcome = hold_and_record(job, spec, labelled, run_id)
        except SqlmetricsError as error:
            outcome = Outcome(job, outcome.relation, error=error.with_traceback(None))
        except Exception as error:
            defect = QueryError(
                f"unexpected {type(error).__name__}: {error}; please report it with the command that you ran"
            )
            outcome = Outcome(job, outcome.relation, error=defect)
        outcomes.append(outcome)
        ended(outcome)
    return Run(run_id, began_at, tuple(outcomes), options.advisory)


def hold_and_record(job: str, spec: Spec, options: Options, run_id: str) -> Outcome:
    """Return the outcome of a spec, once it is in the history; raises what `hold` and the history raise."""
    held = hold(job, spec, options, run_id)
    outcome = Outcome(job, held.scores.relation, held)
    if options.history is None:
        return outcome
    return replace(outcome, recorded=past.append(options.history, entries(outcome, run_id, now())))


def hold(job: str, spec: Spec, options: Options, run_id: str) -> Held:
    """Return a spec's scores and the verdicts on them. Raises SpecError before anything is read where there is nothing to hold."""
    spec = spec.named()
    if _is_source(options.history, spec):
        raise SpecError(
            f"the history {options.history} is the database that is scored, which is only ever read; name another file"
        )
    thresholds = read_thresholds(spec)
    if not thresholds and options.no_worse_than is None:
        raise SpecError(
            "the spec names no threshold; add for example `thresholds: {k_anonymity: {at_least: 5}, itpr: {at_most: 0.7}}`"
        )
    spec = with_metrics(spec, thresholds).model_copy(update=options.limits.words)
    plans = [build_plan(each) for each in harmonised(spec)]
    check_measured(thresholds, scores_of(plans))
    earlier = _earlier(job, options, run_id)
    began = time.monotonic()
    in_files = isinstance(spec.relation, str) and not spec.place.holds_tables
    files = files_of(spec.name) if in_files else []
    fingerprint = of_files(files) if files else None
    scores = score(spec, progress=Progress(draw=options.draw, label=options.label))
    statement = score_sql(spec, dialect=scores.dialect)
    gated = [record for record in scores.scores if not thresholds or holding(thresholds, measured(record))]
    regressions = judge(from_earlier(earlier, gated, scores.nulls, options.tolerance), gated) if earlier else ()
    return Held(
        scores=scores,
        verdicts=(*judge(thresholds, scores.scores), *regressions),
        fingerprint=fingerprint or of_table(scores.records, {column for plan in plans for column in plan.columns}),
        statement_hash=sha256(statement.encode()).hexdigest(),
        seconds=time.monotonic() - began,
    )


def entries(outcome: Outcome, run_id: str, recorded_at: str) -> list[Entry]:
    """Return what the history keeps of an outcome, a row for each score."""
    held = outcome.held
    if held is None:
        return []
    scores = held.scores
    found = []
    for place, record in enumerate(scores.scores, 1):
        verdicts = [
            {
                "bound": verdict.threshold.bound,
                "limit": verdict.threshold.limit,
                "origin": verdict.threshold.origin,
                "passed": verdict.passed,
                "margin": verdict.margin,
            }
            for verdict in held.verdicts
            if verdict.score is record
        ]
        found.append(
            Entry(
                history_version=VERSION,
                run_id=run_id,
                job=outcome.job,
                place=place,
                recorded_at=recorded_at,
                status=outcome.status,
                relation=scores.relation,
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
                verdicts=json.dumps(verdicts),
            )
        )
    return found


def versions() -> str:
    """Return the versions of what computed the scores."""
    return f"sqlmetrics {__version__}, duckdb {version('duckdb')}, python {platform.python_version()}"


def now() -> str:
    """Return the time in UTC as ISO 8601, to the microsecond."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _earlier(job: str, options: Options, run_id: str) -> list[Entry]:
    """Return the entries of the run that this one may not be worse than, or none."""
    if options.no_worse_than is None:
        return []
    if options.history is None:
        raise SpecError("`no_worse_than` compares with a run of a history; name it as `history`")
    return earlier_run(past.read(options.history), job, options.no_worse_than, options.history, run_id)


def _is_source(history: History | None, spec: Spec) -> bool:
    """Return whether a history would be written to the database that is scored."""
    if history is None or history.kind != "file" or spec.database is None:
        return False
    return Path(history.place).resolve() == Path(spec.database).resolve()


def _start(options: Options) -> tuple[str, str]:
    """Return the run's id and the time; raise the error of a history that could not be added to, or of an id that is none."""
    run_id = uuid.uuid4().hex if options.run_id is None else options.run_id
    if not RUN_ID.fullmatch(run_id) or run_id == LAST:
        raise SpecError(f"`run_id` {run_id!r}: write up to 200 letters, digits and .:+@_-, and not '{LAST}'")
    if options.history is not None:
        past.check(options.history)
    return run_id, now()
