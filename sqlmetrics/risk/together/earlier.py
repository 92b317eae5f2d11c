"""A relation beside its earlier releases: the scores of all of them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from sqlmetrics.engine.comparison import Compared, Comparison, Sides
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.together.question import MOST_RELEASES, TogetherQuestion, each_release
from sqlmetrics.scoring.scores import ReleaseScores, Score, Scores
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import choose


def earlier_question(spec: Spec, view: Callable[[Comparison], Compared] | None = None) -> TogetherQuestion:
    """Return the question what a spec's relation gives away together with its earlier releases.

    The relation is recoded by the spec's partitions, or as a `view` makes it.
    Raises SpecError for a pattern without a file, and for more than can be compared at once.
    """
    releases = [*each_release(spec.released, spec.place, "previous")]
    if len(releases) >= MOST_RELEASES:
        raise SpecError(f"`previous` names {len(releases)} releases; name the latest {MOST_RELEASES - 1} at most")
    return TogetherQuestion(Sides(spec.records, releases, spec.place), spec, to_come=True, view=view)


def with_earlier(scores: Scores, spec: Spec, progress: Progress | None) -> Scores:
    """Return the scores of a spec with the scores of all its releases together, after the others.

    They are the metrics that the spec wants; the `series` has all.
    """
    if not spec.released:
        return scores
    series = earlier_question(spec).answer(progress)
    wanted = {metric.name for metric in choose(spec.metrics, "table") if metric.joint}
    joint = [score for score in joint_scores(series) if score.metric in wanted]
    return replace(scores, scores=tuple(_by_target(scores.scores, joint)), series=series)


def joint_scores(series: ReleaseScores) -> list[Score]:
    """Return the scores of all releases of a series together, as the scores of one relation."""
    last = max(map(step_of, series))
    return [
        score._replace(release=None, attack=None)
        for score in series
        if step_of(score) == last and score.attack != "single_release"
    ]


def earlier_sql(spec: Spec, dialect: str | None) -> list[str]:
    """Return the statement of the releases together, if there are earlier ones."""
    return [earlier_question(spec).printed(dialect)] if spec.released else []


def step_of(score: Score) -> int:
    """Return how many releases a score is about."""
    return int(str(score.parameters).removeprefix("releases="))


def _by_target(scores: Iterable[Score], joint: Iterable[Score]) -> Iterator[Score]:
    """Yield scores by their targets, each with the scores of the releases together behind."""
    by_view: dict[tuple[str, str | None], list[Score]] = {}
    for score in (*scores, *joint):
        by_view.setdefault((score.target, score.partition), []).append(score)
    for own in by_view.values():
        yield from own
