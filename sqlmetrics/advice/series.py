"""Advice beside earlier releases: whether their recoding still passes, and the cost of another.

Limits on releases together hold for a series, so no search of one relation's recodings can keep
them: they are checked of what it finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from sqlmetrics.advice.counts.coded import coded
from sqlmetrics.advice.counts.conditions import ClassCondition
from sqlmetrics.advice.counts.settled import Settled, settle
from sqlmetrics.advice.generalizations import Generalization, generalizations
from sqlmetrics.advice.losses import Losses, lattice_of
from sqlmetrics.advice.result import AdviceInSeries, Change, RecodingInSeries
from sqlmetrics.advice.search.search import TIE, SearchResult
from sqlmetrics.advice.view import Recoding, advised_query
from sqlmetrics.engine.comparison import Compared, Comparison, described
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source, population_source
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import Threshold, Verdict, check_measured, judge, read_thresholds, scores_of
from sqlmetrics.risk.kinds.kinds import score_question
from sqlmetrics.risk.score import score
from sqlmetrics.risk.together.earlier import earlier_question, joint_scores
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.advice import AdviceSpec
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.statement.plan import Plan

NO_RECODING = (
    "no earlier recoding is known: `partitions` of the quasi-identifiers tell how the earlier releases were recoded"
)
"""What is said where a spec has earlier releases and no partition of a key."""

NO_CONDITIONS = "limits on releases together are no conditions of the search: they are checked of what it found"
"""What is said where a spec has such limits."""


class JudgedSeries(NamedTuple):
    """The scores of all releases together, the last of them recoded, and what a reader must know.

    `verdicts` are on all limits that were held.
    """

    scores: Sequence[Score]
    verdicts: Sequence[Verdict]
    notes: Sequence[str]

    @property
    def passed(self) -> bool:
        """Whether no limit is broken."""
        return not any(verdict.failed for verdict in self.verdicts)

    def rows(self, recoding: Literal["earlier", "cheapest"]) -> Iterator[RecodingInSeries]:
        """Yield what a recoding lets an attacker know of each sensitive attribute."""
        for target, partition in dict.fromkeys((one.target, one.partition) for one in self.scores):
            own = {one.metric: one for one in self.scores if (one.target, one.partition) == (target, partition)}
            values = {metric: one.value for metric, one in own.items()}
            yield RecodingInSeries(
                recoding=recoding,
                passed=self.passed,
                target=target,
                partition=partition,
                people=own["candidates_left"].records if "candidates_left" in own else 0,
                known_by_intersection=values.get("known_by_intersection"),
                guessed=values.get("guessed"),
                candidates_left=values.get("candidates_left"),
                newcomers_alone=values.get("newcomers_alone"),
            )

    def changes(self, before: JudgedSeries) -> Iterator[Change]:
        """Yield each limit on releases together, before and after."""
        for one, other in zip(_joint(before.verdicts), _joint(self.verdicts), strict=True):
            yield Change(
                metric=other.score.metric,
                target=other.score.target,
                partition=other.score.partition,
                bound=other.threshold.bound,
                limit=other.threshold.limit,
                before=one.score.value,
                after=other.score.value,
                passed=not other.failed,
            )


def _joint(verdicts: Iterable[Verdict]) -> list[Verdict]:
    return [one for one in verdicts if is_joint(one.threshold)]


def is_joint(threshold: Threshold) -> bool:
    """Return whether a limit is on what releases give away together."""
    return every_metric()[threshold.metric].joint


def own_thresholds(spec: Spec) -> tuple[Threshold, ...]:
    """Return the limits on a spec's relation by itself, which are conditions of a search.

    Raises SpecError where all are on releases together, and for one of these that holds for
    nothing.
    """
    thresholds = read_thresholds(spec)
    joint = [threshold for threshold in thresholds if is_joint(threshold)]
    own = tuple(threshold for threshold in thresholds if not is_joint(threshold))
    if joint:
        if not own:
            raise SpecError(
                f"{NO_CONDITIONS}; add one on the relation by itself to `thresholds`, such as {{k_anonymity: 5}}"
            )
        check_measured(joint, scores_of(score_question(_limited(spec, joint)).plans()))
    return own


def check_series(spec: Spec) -> None:
    """Raise SpecError for earlier releases that cannot be measured as a spec says."""
    if spec.released:
        earlier_question(spec)


def earlier_series(spec: Spec, progress: Progress | None) -> JudgedSeries | None:
    """Return what all releases show if the relation is recoded as before, held to all limits.

    None without earlier releases, and where no partition of a quasi-identifier tells their
    recoding.
    """
    if not spec.released or not any(column in spec.partitions for column in spec.quasi_identifiers):
        return None
    thresholds = read_thresholds(spec)
    scores = score(_limited(spec, thresholds), progress=progress)
    if scores.series is None:
        return None
    return JudgedSeries(joint_scores(scores.series), judge(thresholds, scores.scores), scores.series.notes)


def recoded_series(spec: Spec, recoding: Recoding | None, progress: Progress | None) -> JudgedSeries:
    """Return the series that goes on with a recoding, or with the relation as it is.

    It is held to the limits on releases together.
    """

    def view(comparison: Comparison) -> Compared:
        first = comparison.original
        source = Source(comparison.engine, first.name, first.from_sql)
        if recoding is None:
            return first
        people = None if spec.population is None else population_source(comparison.source, spec)
        return described(source._replace(from_sql=f"(\n{advised_query(source, people, recoding)}\n)"))

    marked = recoding is not None and recoding.rounds > 0 and recoding.starred
    released = spec.model_copy(update={"suppressed": recoding.mark if recoding is not None and marked else None})
    found = earlier_question(released, view).answer(progress)
    scores = joint_scores(found)
    return JudgedSeries(scores, judge([one for one in read_thresholds(spec) if is_joint(one)], scores), found.notes)


def earlier_recoding(
    spec: Spec,
    source: Source,
    plan: Plan,
    conditions: Sequence[ClassCondition],
    people: Source | None,
    found: SearchResult,
) -> tuple[tuple[tuple[Generalization, int], ...], Settled, SearchResult]:
    """Return the levels of the earlier recoding, its scores, and what the search tells of its loss.

    The only level of a column is its partition. The search may have found a recoding of less loss.
    """
    levels = generalizations(spec.model_copy(update={"advise": AdviceSpec()}), {})
    node = tuple(len(level.partitions) for level in levels)
    with coded(source, plan, levels, people) as counts:
        lattice = lattice_of(spec.advise.loss, counts.columns, spec.advise.prefer)
        losses = Losses(spec.advise.loss, counts, lattice, 0, spec.advise.about)
        settled = settle(counts, conditions, node, 0, suppress=False, sized=losses.sized)
        (of_columns,) = losses.of_nodes([node])
        loss = losses.of_left(settled.left, of_columns)
    bound = loss if found.bound is None else min(loss, found.bound)
    proven = found.proven and loss - bound <= TIE * abs(loss)
    return (
        tuple(zip(levels, node, strict=True)),
        settled,
        replace(found, nodes=(), loss=loss, bound=bound, proven=proven),
    )


def advice_in_series(earlier: JudgedSeries | None, searched: JudgedSeries, *, found: bool) -> AdviceInSeries:
    """Return the recodings beside each other, if the search found one, and what to know of them."""
    rows = [] if earlier is None else [*earlier.rows("earlier")]
    if found:
        rows += searched.rows("cheapest")
    notes = [] if earlier is not None else [NO_RECODING]
    notes += [NO_CONDITIONS] if searched.verdicts else []
    return AdviceInSeries(tuple(rows), (*notes, *(searched if earlier is None else earlier).notes))


def _limited(spec: Spec, thresholds: Sequence[Threshold]) -> Spec:
    """Return the spec that measures what limits are on, and nothing else."""
    words: dict[str, Any] = {
        "metrics": list(dict.fromkeys(threshold.metric for threshold in thresholds)),
        "level": "table",
        "intervals": False,
        "look": False,
    }
    return spec.model_copy(update=words)
