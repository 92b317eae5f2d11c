"""A spec's scores, held to its thresholds and to an earlier run, beside a report's evidence."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256

from sqlmetrics.columns.roles import ColumnsByRole
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.files import announce_page
from sqlmetrics.engine.fingerprint import of_files, of_named, of_table
from sqlmetrics.engine.naming_texts import naming_texts
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.reading.reading import answers_needed
from sqlmetrics.engine.source import opened_records
from sqlmetrics.errors import SpecError
from sqlmetrics.files.listing import files_of
from sqlmetrics.gate.attackers import AttackerLimits, JudgedAttacker, judged_attackers
from sqlmetrics.gate.beside import JudgedBeside, judge_beside
from sqlmetrics.gate.engine_versions import engine_of, other_engine, versions_text
from sqlmetrics.gate.epsilon import coins_of, epsilon_limits
from sqlmetrics.gate.history import history as past
from sqlmetrics.gate.history.rows import HistoryEntry
from sqlmetrics.gate.known_points import of_most_points
from sqlmetrics.gate.linkage import linkage_limits
from sqlmetrics.gate.outputs import table_limits
from sqlmetrics.gate.repetition import repetition_limits
from sqlmetrics.gate.slices import JudgedSlice, judged_slices, small_slices
from sqlmetrics.gate.thresholds import (
    BOUNDS,
    RAW,
    Threshold,
    Verdict,
    check_measured,
    holding,
    judge,
    scores_of,
    subject_of,
    verdict,
    with_metrics,
)
from sqlmetrics.gate.trend import came_and_left, runs_called, slices_beside
from sqlmetrics.lakes.opened import versions_held
from sqlmetrics.risk.counts.counted_spec import counted_spec
from sqlmetrics.risk.events.resolution import UnicityCurves, unicity_curves
from sqlmetrics.risk.evidence import Evidence, Wanted, score_with_evidence
from sqlmetrics.risk.kinds.kinds import score_question
from sqlmetrics.risk.kinds.question import Answering, ScoreQuestion
from sqlmetrics.risk.score import score, score_sql
from sqlmetrics.scoring.score_rows import MOST_SLICES
from sqlmetrics.scoring.scores import Score, Scores
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.place import History, NamingText, Released
from sqlmetrics.spec.spec import Spec
from sqlmetrics.spec.unnamed import report_page
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import check_recoded

SMALL_GROUP, LEAST_GROUP = 5, 3
"""The size below which classes are small: where no threshold says so, and at least."""


@dataclass(frozen=True)
class JudgedScores:
    """A relation's scores, the verdict on each that has a threshold, and their origin.

    `statement` is the SQL of the scores, empty where they were computed elsewhere. `fingerprint`,
    `statement_hash` and `seconds` are described at `history.rows.Entry`. `notes` say
    what was not judged, and why. `spec` is what was scored, `evidence` what was measured beside the
    scores, where it was wanted. Where `scores` are by slices, or of known points, the evidence is
    beside the scores of the `whole` table, record by record. `curves` have the unicity at each
    resolution of the spec, where evidence was wanted. Of several `attackers`, the worst first,
    the evidence is beside the scores of the worst, which are the `whole` ones. `naming` are columns
    of texts that name people by identifiers that are not released. What stands `beside` the scores
    has the last verdicts; a spec of what is published alone has no other scores. `engine` is what
    computed them, with its version, for reports and histories; it is empty without one, and where
    the scores were computed elsewhere.
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
    whole: Scores | None = None
    curves: UnicityCurves | None = None
    attackers: tuple[JudgedAttacker, ...] = ()
    naming: tuple[NamingText, ...] = ()
    beside: JudgedBeside = field(default_factory=JudgedBeside)
    engine: str = ""

    @property
    def recorded(self) -> tuple[Score, ...]:
        """Its scores and the ones beside them, as a history has them."""
        return (*self.scores.scores, *self.beside.scores)

    @cached_property
    def slices(self) -> tuple[JudgedSlice, ...]:
        """The slices that were judged, the worst first; none of a table without slices."""
        return judged_slices(self.scores, self.verdicts)

    @property
    def passed(self) -> bool:
        """Whether every threshold passed, and no identifier is in the relation without a reason.

        A column without a role that surely looks like one is such an identifier, and so are texts
        that name people.
        """
        named = self.identifiers or self.forgotten or self.naming
        return not any(verdict.failed for verdict in self.verdicts) and not named

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The identifiers in the relation for which the spec gives no reason to stay."""
        columns = self.scores.columns_by_role
        return () if columns is None else columns.unexplained

    @property
    def forgotten(self) -> tuple[str, ...]:
        """The columns without a role that surely look like identifiers."""
        columns = self.scores.columns_by_role
        return () if columns is None else columns.forgotten


def judge_spec(
    job: str,
    spec: Spec,
    run_id: str,
    progress: Progress,
    *,
    reports: bool,
    recorded: bool = True,
    slices: int = MOST_SLICES,
    show_values: bool = False,
    missed: Callable[[Exception], None] = lambda _: None,
) -> JudgedScores:
    """Return a spec's scores and the verdicts on them.

    With `reports`, or where the spec names a report, more is measured beside the scores, and there
    need not be a threshold. `recorded` says whether the history of the spec gets the scores.
    Slices are named by their values with `show_values`. `missed` is called with an error of
    measuring, before it is raised. A remark on the reading that asks for an answer is an error, but
    for a report.

    Raises SpecError, before anything is read, where neither a threshold nor a history is named, and
    for more `slices`.
    """
    asking = nullcontext() if reports else answers_needed()
    spec = spec.checked()
    check_goes_with("report" if reports else "check", spec)
    limits = AttackerLimits.of(spec)
    of_tables = table_limits(spec) if spec.outputs.is_asked else []
    thresholds = (
        *limits.every,
        *(threshold for one in of_tables for threshold in one.thresholds),
        *(epsilon_limits(spec) if spec.noisy_answers.is_asked else ()),
        *(linkage_limits(spec) if spec.linkage.is_asked else ()),
        *(repetition_limits(spec) if spec.repetition.is_asked else ()),
    )
    page = report_page(spec)
    reports = reports or page is not None
    if reports:
        check_goes_with("report", spec)
        check_recoded(spec)
        if spec.of_published and not spec.tables_alone:
            raise SpecError(
                "a report is about the records of a relation, too: name what an attacker knows of them in"
                " `quasi_identifiers`"
            )
    if page is not None:
        announce_page(page)
    compared = spec.no_worse_than is not None or spec.history is not None
    if not thresholds and not spec.identifiers and not compared and not reports:
        raise SpecError(
            "the spec names no threshold; give `thresholds`, for example"
            ' {"k_anonymity": 5, "itpr": 0.7} (in a spec of `init` take the # away), or published `limits`,'
            " name `identifiers` that must not be there, or a `history` to record to"
        )
    asked, spec = spec, with_metrics(_with_keys(counted_spec(spec)), limits.every)
    if recorded or spec.no_worse_than is not None:
        _check_named(spec, show_values=show_values)
    question = score_question(spec)
    plans = question.plans(Answering(show_values))
    for own in limits.by_known.values():
        check_measured(own, scores_of(plans))
    earlier = _earlier(job, spec, run_id)
    try:
        with asking, versions_held():
            held = _measured(
                asked,
                question,
                limits,
                plans,
                earlier,
                progress,
                reports=reports,
                slices=slices,
                show_values=show_values,
            )
    except Exception as error:
        missed(error)
        raise
    series = held.scores.series
    notes = (*_not_judged(job, spec, thresholds, earlier, recorded=recorded), *(() if series is None else series.notes))
    notes += (GUESSED,) if spec.guessed and not reports else ()
    notes += (*held.beside.notes, *_other_records(spec, held.scores, earlier), *_other_slices(held.scores, earlier))
    notes += _other_engine(held, earlier)
    return replace(held, notes=notes)


def _with_keys(spec: Spec) -> Spec:
    """Return a spec that has keys; where it is about what is published alone, its columns.

    Answers and tables without their records have none, so that a column of the relation without a
    role stands for them, and the column of texts beside generated ones. Raises SpecError where
    there is no such column.
    """
    if not spec.of_published:
        return spec
    if spec.outputs.is_asked:
        keys = [*spec.outputs.columns]
    else:
        keys = [coins_of(spec).key if spec.noisy_answers.is_asked else spec.repetition.column_of(spec.text)]
    if not keys:
        with opened_records(spec) as source:
            columns = [column for column, _ in describe(source.engine, source.from_sql, source.name)]
        keys = [column for column in columns if column not in spec.columns][:1]
        if not keys:
            raise SpecError("each column has a role that `outputs` has no use for: name `quasi_identifiers`")
    look = spec.look and not spec.is_published
    return spec.model_copy(update={"quasi_identifiers": keys, "metrics": ["k_anonymity"], "look": look})


NAMELESS = (
    "a history compares a slice with itself, whose number by size changes from run to run, so it holds names of slices:"
    " mark them as public (by: {{{column}: public}}), or let it hold them although they are not (`show_values`)"
)
"""The refusal of a history of slices that have numbers."""


def _check_named(spec: Spec, *, show_values: bool) -> None:
    """Raise SpecError for slices without names that a history is to keep, or was to have kept."""
    if spec.past is not None and spec.unnamed_slices and not show_values:
        raise SpecError(NAMELESS.format(column=spec.unnamed_slices[0]))


def _measured(
    asked: Spec,
    question: ScoreQuestion,
    limits: AttackerLimits,
    plans: Sequence[Plan],
    earlier: Sequence[HistoryEntry],
    progress: Progress,
    *,
    reports: bool,
    slices: int,
    show_values: bool,
) -> JudgedScores:
    """Return the scores of a question's plans and the verdicts, also beside an earlier run.

    What the spec that was `asked` wants beside its scores is judged, too.
    """
    began = time.monotonic()
    beside = judge_beside(asked, progress, reports=reports, show_values=show_values)
    spec, table = question.spec, question.of_table()
    fingerprint = _fingerprint(spec)
    whole, apart = None, table is not spec
    found: Mapping[str | None, Evidence] = {}
    if reports and not asked.tables_alone:
        whole, found = score_with_evidence(table, wanted_by_known(limits), progress)
    scores = None if apart else whole
    if scores is None:
        scores = score(spec, show_values=show_values, progress=progress, slices=slices)
    if asked.of_published:
        spec, scores = asked if asked.of_tables else spec, _without_records(scores, asked)
    statement = score_sql(spec, dialect=scores.dialect, show_values=show_values)
    tolerance = 0.0 if spec.no_worse_than is None else spec.no_worse_than.tolerance
    few = small_slices(scores, spec.min_people)
    regressions: list[Verdict] = []
    if earlier:
        known = of_most_points(scores.scores)
        ungated = not limits.every and not beside.verdicts
        gated = [record for record in known if ungated or holding(limits.on(record), subject_of(record))]
        gated += beside.scores if ungated else [verdict.score for verdict in beside.verdicts]
        regressions = beside_earlier(earlier, gated, scores.nulls, tolerance, few)
    verdicts = (*judge(limits.on, scores.scores, few), *beside.verdicts, *regressions)
    attackers, evidence = judged_attackers(spec, scores, verdicts, found), found.get(None)
    if attackers:
        apart, whole, evidence = True, attackers[0].scores, attackers[0].evidence
    return JudgedScores(
        spec=spec,
        scores=scores,
        verdicts=tuple(verdict for one in attackers for verdict in one.verdicts) if attackers else verdicts,
        attackers=attackers,
        fingerprint=fingerprint or of_table(scores.records, {column for plan in plans for column in plan.columns}),
        statement_hash=sha256(statement.encode()).hexdigest(),
        seconds=time.monotonic() - began,
        evidence=evidence,
        statement=statement,
        whole=whole if apart else None,
        curves=unicity_curves(spec, progress) if reports and spec.resolution else None,
        naming=_naming(spec, progress),
        beside=beside,
        engine=engine_of(spec, scores.dialect) if reports or asked.past is not None else "",
    )


def _without_records(scores: Scores, asked: Spec) -> Scores:
    """Return no scores, for a spec of what is published; of noisy answers every column is read."""
    columns = ColumnsByRole() if asked.is_published else scores.columns_by_role
    if columns is not None and asked.of_answers:
        columns = replace(columns, not_looked_at=())
    return replace(scores, scores=(), columns_by_role=columns)


def _naming(spec: Spec, progress: Progress) -> tuple[NamingText, ...]:
    """Return the texts of a spec's relation that name people by its identifiers."""
    if isinstance(spec.relation, Released):
        return spec.relation.naming
    identifiers = [column for column, reason in spec.identifiers.items() if reason is None]
    if not (identifiers and spec.has_records):
        return ()
    with opened_records(spec, progress) as source:
        apart = {spec.individual, spec.household, spec.weight, *spec.identifiers}
        columns = {column for column, _ in describe(source.engine, source.from_sql, source.name)}
        return naming_texts(source, identifiers, columns - apart)


def wanted_evidence(thresholds: Iterable[Threshold]) -> Wanted:
    """Return the evidence that thresholds ask for: their k, and how sure guesses may be."""
    sizes = [one.limit for one in thresholds if one.metric == "k_anonymity" and one.origin is None]
    return Wanted(
        least=max(LEAST_GROUP, math.ceil(max(sizes))) if sizes else SMALL_GROUP,
        limits={one.target: one.limit for one in thresholds if one.metric == "alpha_k_anonymity"},
    )


def wanted_by_known(limits: AttackerLimits) -> dict[str | None, Wanted]:
    """Return the evidence that each attacker's limits ask for, by the columns that one knows."""
    return {known: wanted_evidence(own) for known, own in limits.by_known.items()}


def _fingerprint(spec: Spec) -> str | None:
    """Return the fingerprint of a relation's files, or of counts; None for tables and frames."""
    if spec.is_published and spec.in_files:
        return of_files([file for name in spec.outputs.published for file in files_of(name)])
    if spec.has_records:
        return of_named(str(spec.relation), loose=spec.loose) if spec.in_files else None
    files = [file for name in spec.counts for file in files_of(name)]
    return of_files(files) if files else None


GUESSED = "the roles are guesses: correct what `sqlmetrics init` writes before you rely on the verdict"
"""What is said of a verdict on roles that nobody named; a page has a sentence of its own."""


def _not_judged(
    job: str, spec: Spec, thresholds: Sequence[Threshold], earlier: Sequence[HistoryEntry], *, recorded: bool
) -> tuple[str, ...]:
    """Return what is not judged in a run, and whether its scores are recorded for later ones."""
    run = None if spec.no_worse_than is None else spec.no_worse_than.run
    if run is not None and not earlier:
        reason = "has no earlier run" if run == LAST else "has no run that passed"
        next_ = "this run is recorded" if recorded else "a report records none"
        return (f"nothing to compare with yet: {spec.past} {reason} of '{job}'; {next_}",)
    if run is None and not thresholds and spec.history is not None:
        next_ = "the scores are recorded in the history" if recorded else "a report records no scores in the history"
        return (f"nothing was judged: the spec names no threshold; {next_}",)
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


def _other_engine(held: JudgedScores, earlier: Sequence[HistoryEntry]) -> tuple[str, ...]:
    """Return that a change may come from another version of DuckDB than the earlier run had."""
    relation, versions = held.scores.relation_name, versions_text(held.engine)
    told = other_engine(relation, earlier[0].versions, versions) if earlier else None
    return () if told is None else (told,)


def _other_slices(scores: Scores, earlier: Sequence[HistoryEntry]) -> tuple[str, ...]:
    """Return which slices the earlier run did not have, and which it alone had."""
    if not scores.by or not earlier:
        return ()
    new, gone = slices_beside(scores.scores, earlier), slices_beside(earlier, scores.scores)
    return came_and_left(new, gone)


def _earlier(job: str, spec: Spec, run_id: str) -> list[HistoryEntry]:
    """Return the entries of the earlier run that `no_worse_than` names, or none without it."""
    if spec.no_worse_than is None:
        return []
    if spec.past is None:
        raise SpecError("`no_worse_than` compares with a run of a history; name it as `history`")
    return earlier_run(past.so_far(spec.past), job, spec.no_worse_than.run, spec.past, run_id)


LAST = "last"
"""The name of the last run of a job, whether it passed or failed."""

LAST_PASSED = "last-passed"
"""The name of the last run of a job that passed."""

RESERVED = (LAST, LAST_PASSED)
"""The names that are no ids of runs."""


def earlier_run(
    entries: Sequence[HistoryEntry], job: str, run: str, history: History, but: str | None
) -> list[HistoryEntry]:
    """Return the entries of an earlier run of a job, other than the run `but`.

    `run` is an id, the start of an id, `last`, or `last-passed`. There are none of `last` before
    the first run, and of `last-passed` before the first that passed.

    Raises SpecError, which names the `history`, where no run of the id or more than one is meant.
    """
    own = [entry for entry in entries if entry.job == job and entry.run_id != but]
    if run in RESERVED:
        meant = [entry for entry in own if run == LAST or entry.status == "passed"]
        return [entry for entry in meant if entry.run_id == meant[-1].run_id]
    ids = list(dict.fromkeys(entry.run_id for entry in reversed(own)))
    runs = runs_called(ids, run)
    if len(runs) != 1:
        number = f"{len(runs)} runs" if runs else "no run"
        latest = f"the latest are: {', '.join(ids[:3])}" if ids else f"it has none yet; `no_worse_than: {LAST}` starts"
        raise SpecError(f"{history} has {number} '{run}' of '{job}'; {latest}")
    return [entry for entry in own if entry.run_id == runs[0]]


def beside_earlier(
    entries: Sequence[HistoryEntry],
    scores: Iterable[Score],
    nulls: str,
    tolerance: float,
    few: Collection[str | None],
) -> list[Verdict]:
    """Return the verdicts on scores whose limits are the scores of an earlier run.

    A score has one where the earlier run measured it in the same way, with a defined value, and in
    the same slice. It may be riskier than that value by the share `tolerance`. `nulls` is the NULL
    policy of the scores; the slices `few` have too few people to say.

    Raises SpecError where no score is comparable.
    """
    before = {(_measured_as(entry), entry.nulls): entry for entry in entries}
    verdicts = []
    for record in scores:
        entry = before.get((_measured_as(record), nulls))
        if entry is None or entry.value is None:
            continue
        bound = BOUNDS[record.direction]
        slack = tolerance * abs(entry.value) * (1 if bound == "at_most" else -1)
        threshold = Threshold(
            metric=record.metric,
            bound=bound,
            limit=entry.value + slack,
            target=record.target,
            partition=record.partition or RAW,
            origin=entry.run_id,
        )
        verdicts.append(verdict(threshold, record, few=record.slice in few))
    if not verdicts:
        reason = "it measured other metrics, targets, quasi-identifiers, slices or parameters, or nothing was defined"
        raise SpecError(
            f"nothing of run {entries[0].run_id} can be compared with this one: {reason};"
            " run it once without `no_worse_than`, and the next one is compared with that"
        )
    return verdicts


def _measured_as(one: Score | HistoryEntry) -> tuple[str | None, ...]:
    """Return what was measured, of what and how, by which scores of two runs are comparable.

    The worst of several hierarchies is no part of it: it may be another one in each run.
    """
    how = None if one.parameters is None else one.parameters.partition(", worst=")[0]
    return (one.metric, one.target, one.partition, one.quasi_identifiers, how, one.slice)
