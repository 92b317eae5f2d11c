"""Jobs: one or many specs that are judged, the outcome of each, and its rows in a history.

A file of jobs has the words that all jobs share, and the spec of each job.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlmetrics import deadline
from sqlmetrics.columns.guessed_roles import is_without_roles
from sqlmetrics.credentials import without_credentials
from sqlmetrics.engine.progress import Draw, Progress
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError, UnknownNameError, unexpected
from sqlmetrics.files import footprint
from sqlmetrics.gate.attackers import AttackerLimits, judged_attackers
from sqlmetrics.gate.engine_versions import versions_text
from sqlmetrics.gate.history import history as past
from sqlmetrics.gate.history.rows import COLUMNS, VERSION, HistoryEntry
from sqlmetrics.gate.judged import RESERVED, JudgedScores, judge_spec
from sqlmetrics.gate.slices import distance
from sqlmetrics.gate.thresholds import (
    Verdict,
    check_measured,
    judge,
    subject_of,
    written_thresholds,
)
from sqlmetrics.risk.evidence import OF_ROWS, PARTS, Evidence
from sqlmetrics.scoring.result import Result
from sqlmetrics.scoring.score_rows import MOST_SLICES
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.place import History, NamingText
from sqlmetrics.spec.reading import (
    BY_COLUMN,
    KNOWLEDGE,
    RELATIONS,
    limits_together,
    read_words,
    seen_from_here,
    spec_over,
)
from sqlmetrics.spec.report import report_words
from sqlmetrics.spec.roles import specs_of_roles
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.spec.unnamed import check_spec_file, check_unnamed
from sqlmetrics.statement.relation import default_job_name
from sqlmetrics.text import brief

REASON = 500
"""The most characters of an error in a history."""

RUN_ID = re.compile(r"[\w.:+@-]{1,200}", flags=re.ASCII)
"""The pattern of a run's id."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a job: its scores and verdicts, or the error that it ended with.

    `relation` is the name of the job's relation, None where the job has none. `recorded` is whether
    the outcome was added to a history, None without one. `file` is the spec, or the file of jobs.
    Of a job that is asked as several `roles` of a database, in the order of its spec, it is the
    outcome of a `role`.
    """

    job: str
    relation: str | None
    held: JudgedScores | None = None
    error: SqlmetricsError | None = None
    recorded: bool | None = None
    file: Path | None = None
    role: str | None = None
    roles: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """The status: `passed`, `failed` after a failed threshold, or `error` without scores."""
        if self.held is None:
            return "error"
        return "passed" if self.held.passed else "failed"

    @property
    def exit_code(self) -> int:
        """The exit code: 0 where the job passed, 1 where it failed, else the error's."""
        return self.error.exit_code if self.error is not None else int(self.status == "failed")


@dataclass(frozen=True, repr=False)
class Run(Result[Outcome]):
    """A run: its id, the time when it began (UTC, ISO 8601), and the outcome of each job.

    Its rows are the outcomes, each with its scores and verdicts. `exit_code` is 0 where every
    threshold passes and 1 where one fails; with `advisory`, a failed one is only a warning.
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

    `words` replace words of each spec, such as its `history` and its limits; a word of None leaves
    the spec's. The time limit holds for each job by itself. `run_id` is the id under which scores
    are added to a history. `tolerance` is the share by which scores may be riskier than earlier
    ones, and replaces the spec's. With `advisory`, a failed threshold is only a warning.
    `draw` draws the progress of each job, after `label`. With `evidence`, which a report needs,
    more is measured beside the scores, and there need not be a threshold. A job of more `slices`
    ends with an error; with `show_values` slices have their names, in a history too, and not their
    numbers by size.
    """

    words: Mapping[str, Any] = field(default_factory=dict)
    run_id: str | None = None
    tolerance: float | None = None
    advisory: bool = False
    draw: Draw | None = None
    label: str = ""
    evidence: bool = False
    slices: int = MOST_SLICES
    show_values: bool = False

    @property
    def progress(self) -> Progress:
        """The progress of a job, as these options draw it."""
        return Progress(draw=self.draw, label=self.label)

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

    The job has the given name, by default the name of the spec's file or relation.

    Raises SpecError for a spec with neither a threshold nor a history to record to, and for a
    threshold that measures nothing, QueryError where the engine or the history fails.
    """
    options = options or Options()
    check_written_roles(options.applied(spec))
    with footprint.recorded_run(spec.file):
        run_id, began_at = _start(options)
        _check_history(options.past)
        outcomes = outcomes_of(job_name(name or default_job_name(spec)), spec, options, run_id)
    return Run(run_id, began_at, outcomes, options.advisory)


def check_written_roles(spec: Spec, *, kept: bool = False) -> None:
    """Raise SpecError where what is kept, as a history is, rests on roles that nobody wrote."""
    if (kept or spec.past is not None) and (spec.guessed or is_without_roles(spec)):
        raise SpecError(
            "a history, a release and versions need roles that a person wrote; `sqlmetrics init` begins their spec"
        )


def measure(
    spec: Spec, name: str | None = None, options: Options | None = None, *, naming: Sequence[NamingText] = ()
) -> Run:
    """Return the run of one spec that is added to no history, although it may compare with one.

    Of a written release `naming` are the texts that name people, as its source has shown.

    Raises SpecError, QueryError as `check` does.
    """
    options = options or Options()
    with footprint.recorded_run(spec.file):
        run_id, began_at = _start(options)
        job = job_name(name or default_job_name(spec))

        def measured(job: str, spec: Spec, own: Options, run_id: str) -> Outcome:
            held = judge_spec(
                job,
                own.applied(spec),
                run_id,
                own.progress,
                reports=own.evidence,
                recorded=False,
                slices=own.slices,
                show_values=own.show_values,
            )
            return Outcome(job, held.scores.relation_name, replace(held, naming=tuple(naming) or held.naming))

        outcomes = outcomes_of(job, spec, options, run_id, measured)
    return Run(run_id, began_at, outcomes, options.advisory)


@footprint.recorded_run()
def run(
    jobs_file: Path | str,
    *,
    only: Sequence[str] = (),
    options: Options | None = None,
    named: bool = True,
    ended: Callable[[Outcome], None] = lambda _: None,
    judged: Judge | None = None,
) -> Run:
    """Return the run of the jobs of a file; a job that ends with an error stops no other.

    `only` names the jobs to run, by default all. `ended` is called with each outcome as soon as its
    job ends. Without `named`, a command took the file by itself, and its jobs may do little; see
    `check_unnamed`. A job is `judged` by a function, by default `judge_and_record`.

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
                measured = outcomes_of(job, spec, labelled, run_id, judged)
                own = [replace(one, file=one.file or outcome.file) for one in measured]
        except SqlmetricsError as error:
            own = [replace(outcome, error=error.with_traceback(None))]
        except Exception as error:
            own = [replace(outcome, error=unexpected(error))]
        for outcome in own:
            outcomes.append(outcome)
            ended(outcome)
    return Run(run_id, began_at, tuple(outcomes), options.advisory)


def outcomes_of(
    job: str, spec: Spec, options: Options, run_id: str, judged: Judge | None = None
) -> tuple[Outcome, ...]:
    """Return the outcome of a job, or one for each role that its spec names, the worst first.

    A role that may not read the relation stops no other. Raises the errors of `judge_and_record`
    where the spec names no role.
    """
    judge_job = judged or judge_and_record
    parts = specs_of_roles(spec)
    if not parts:
        return (judge_job(job, spec, options, run_id),)
    reported = options.evidence or spec.report.file is not None
    released = judged is not None and spec.release.file is not None
    for asked in ("check", *["report"] * reported, *["release"] * released):
        check_goes_with(asked, spec)
    outcomes = []
    for role, part in parts.items():
        name = job_name(f"{job} as {role}")
        try:
            outcome = judge_job(name, part, replace(options, label=f"{options.label}as {role}: "), run_id)
        except QueryError as error:
            outcome = Outcome(name, without_credentials(spec.name), error=error.with_traceback(None), file=spec.file)
        outcomes.append(replace(outcome, role=role, roles=tuple(parts)))
    return tuple(sorted(outcomes, key=_worst_first))


def _worst_first(outcome: Outcome) -> tuple[int, float]:
    """Return the place of an outcome: errors, then failures, then by what is left of a limit."""
    nearest = min((distance(verdict) for verdict in outcome.held.verdicts), default=None) if outcome.held else None
    return (("error", "failed", "passed").index(outcome.status), 0.0 if nearest is None else nearest[1])


def judge_and_record(job: str, spec: Spec, options: Options, run_id: str) -> Outcome:
    """Return the outcome of a spec, after adding it to the history, if there is one.

    The history of the options was checked before the first job; a spec's own history is checked
    here. A history that has scores also has why a run could not measure what the spec says.

    Raises the errors of `judge_spec` and of the history.
    """
    spec = options.applied(spec)
    if spec.past != options.past:
        _check_history(spec.past)

    def missed(error: Exception) -> None:
        known = error if isinstance(error, SqlmetricsError) else unexpected(error)
        with suppress(SqlmetricsError):
            if spec.past is not None and past.so_far(spec.past):
                outcome = Outcome(job, without_credentials(spec.name), error=known)
                (row,) = history_entries(outcome, run_id, now())
                past.append(spec.past, [row._replace(nulls=spec.nulls)])

    held = judge_spec(
        job,
        spec,
        run_id,
        options.progress,
        reports=options.evidence,
        slices=options.slices,
        show_values=options.show_values,
        missed=missed,
    )
    return recorded_outcome(Outcome(job, held.scores.relation_name, held, file=spec.file), spec, run_id)


Judge = Callable[[str, Spec, Options, str], Outcome]
"""What judges a job by its name, its spec, the options and the id of the run."""


def recorded_outcome(outcome: Outcome, spec: Spec, run_id: str) -> Outcome:
    """Return an outcome that was added to the history of a spec, if there is one."""
    if spec.past is None:
        return outcome
    return replace(outcome, recorded=past.append(spec.past, history_entries(outcome, run_id, now())))


def judged_rows(spec: Spec, scores: Scores, fingerprint: str, name: str) -> Run:
    """Return the run of scores that were computed elsewhere, held to the thresholds of a spec.

    Raises SpecError for a threshold that measures nothing, and for one on what is published, as
    rows have no such score.
    """
    limits = AttackerLimits.of(spec)
    for one in written_thresholds(spec.thresholds):
        if one.family != "relation":
            raise SpecError(f"rows of scores have none for the threshold {one}; hold it by `check`, without the rows")
    for own in limits.by_known.values():
        check_measured(own, [subject_of(record) for record in scores.scores])
    verdicts = judge(limits.on, scores.scores)
    attackers = judged_attackers(spec, scores, verdicts, {})
    held = JudgedScores(
        spec=spec,
        scores=scores,
        verdicts=tuple(verdict for one in attackers for verdict in one.verdicts) if attackers else verdicts,
        attackers=attackers,
        fingerprint=fingerprint,
        statement_hash="",
        seconds=0.0,
        evidence=Evidence(missing=dict.fromkeys(PARTS, OF_ROWS)),
    )
    return Run(uuid.uuid4().hex, now(), (Outcome(job_name(name), scores.relation_name, held),))


def history_entries(outcome: Outcome, run_id: str, recorded_at: str) -> list[HistoryEntry]:
    """Return the rows of a history for an outcome: one for each score, or one for its error.

    Details of the error, which may hold values of the data, are no part of it.
    """
    row = HistoryEntry(
        history_version=VERSION,
        run_id=run_id,
        job=outcome.job,
        place=0,
        recorded_at=recorded_at,
        status=outcome.status,
        relation=outcome.relation or "",
        versions=versions_text("" if outcome.held is None else outcome.held.engine),
    )
    held = outcome.held
    if held is None:
        return [row._replace(reason=brief(str(outcome.error), REASON))]
    scores = held.scores
    row = row._replace(
        relation_records=scores.records,
        individuals=scores.individuals,
        fingerprint=held.fingerprint,
        nulls=scores.nulls,
        recodings=json.dumps(scores.recodings, ensure_ascii=False),
        seconds=held.seconds,
        statement_hash=held.statement_hash,
        dialect=scores.dialect,
    )
    verdicts: dict[int, list[Verdict]] = {}
    for verdict in held.verdicts:
        verdicts.setdefault(id(verdict.score), []).append(verdict)
    return [
        row._replace(
            place=place,
            verdicts=_verdicts_json(verdicts.get(id(record), ())),
            **{name: value for name, value in record._asdict().items() if name in COLUMNS},
        )
        for place, record in enumerate(held.recorded, 1)
    ]


def _verdicts_json(verdicts: Iterable[Verdict]) -> str:
    """Return the verdicts on one score as JSON."""
    return json.dumps(
        [
            {
                "bound": verdict.threshold.bound,
                "limit": verdict.threshold.limit,
                "origin": verdict.threshold.origin,
                **({} if verdict.threshold.source is None else {"source": verdict.threshold.source}),
                "passed": verdict.passed,
                "margin": verdict.margin,
            }
            for verdict in verdicts
        ]
    )


def now() -> str:
    """Return the time in UTC as ISO 8601, to the microsecond."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


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


ROLES = (*KNOWLEDGE, "sensitive")
"""The words of a spec that give columns a role."""

BY_NAME = (*BY_COLUMN, "thresholds")
"""The words of a spec that hold an entry for each column or metric."""


def read_jobs(file: Path, only: Sequence[str] = (), *, named: bool = True) -> Iterator[tuple[str, Callable[[], Spec]]]:
    """Return the name of each job of a file, and the function that reads its spec.

    The spec is made of the words of the file and of the job, or the job names a spec file. `only`
    names the jobs to return, by default all. Without `named`, a command took the file by itself.

    Raises SpecError where the file has no job, or none of a name in `only`, and for what is wrong
    in the words that all jobs share.
    """
    unnamed = None if named else file
    words = read_words(file)
    jobs = words.pop("jobs", None)
    if not isinstance(jobs, dict) or not jobs:
        raise SpecError(
            f"{file}: list its jobs under `jobs`, as NAME: {{relation: FILE}} or NAME: SPEC.yml;"
            " one spec is for `sqlmetrics check`"
        )
    names = {job_name(str(name)): entry for name, entry in jobs.items()}
    for name in only:
        if name not in names:
            raise UnknownNameError(f"{file} has no job '{name}'", name, names)
    parse_spec(words, str(file), file.parent)

    def reader(name: str, entry: Any) -> Callable[[], Spec]:
        def read() -> Spec:
            if isinstance(entry, str):
                if unnamed is not None:
                    check_spec_file(file.parent / entry, unnamed, entry)
                return spec_over({}, f"{file}: job '{name}'", file.parent / entry, unnamed=unnamed)
            if not isinstance(entry, dict):
                raise SpecError(f"{file}: job '{name}' is a mapping of a spec's keys, or the name of a spec file")
            spec = parse_spec(
                merged(words, {str(key): value for key, value in entry.items()}),
                f"{file}: job '{name}'",
                file.parent,
            )
            if unnamed is not None:
                check_unnamed(spec, unnamed, confined=True)
            return seen_from_here(spec).model_copy(update={"unnamed": unnamed})

        return read

    return iter([(name, reader(name, entry)) for name, entry in names.items() if not only or name in only])


def merged(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words of a job: the shared ones, replaced by the job's own.

    Words with an entry for each column or metric are merged entry by entry, so that a job which
    changes one threshold keeps the others; published limits add up. Where a job has roles of its
    own, shared entries of columns that are not among them are left out.
    """
    replaced = {word for words in (RELATIONS, KNOWLEDGE) if any(word in own for word in words) for word in words}
    words = {word: value for word, value in shared.items() if word not in replaced} | dict(own)
    roles = [words.get(role, []) for role in ROLES if role != "attackers"]
    if "attackers" in words:
        roles.append(parse_spec({"attackers": words["attackers"]}).quasi_identifiers)
    named = [column for columns in roles for column in (columns if isinstance(columns, list) else [columns])]
    for word in BY_NAME:
        if isinstance(shared.get(word), dict) and isinstance(own.get(word, {}), dict):
            kept = shared[word]
            if word != "thresholds" and any(role in own for role in ROLES):
                kept = {column: entry for column, entry in kept.items() if column in named}
            words[word] = kept | own.get(word, {})
    if shared.get("report") is not None and own.get("report") is not None:
        parts = [report_words(one) for one in (shared["report"], own["report"])]
        if all(isinstance(part, dict) for part in parts):
            words["report"] = parts[0] | parts[1]
    limits = limits_together(shared.get("limits"), own.get("limits"))
    return words | ({"limits": limits} if limits else {})


def job_name(name: str) -> str:
    """Return a job's name as it is. Raises SpecError for a name that reports cannot show."""
    if not name.strip() or not name.isprintable() or len(name) > 200:
        raise SpecError(f"a job's name is up to 200 printable characters (found: {name!r})")
    return name
