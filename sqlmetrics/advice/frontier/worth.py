"""The worth of the cheapest recodings to classifiers, beside what each tells an attacker.

Source: Brickell and Shmatikov 2008.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlmetrics.advice.view.view import Recoding, advised_query
from sqlmetrics.engine.comparison import Compared, Comparison, described
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.prediction_task import PredictionTask, plan_task
from sqlmetrics.release.utility.tradeoff import release_scores
from sqlmetrics.risk.scores import ReleaseScores
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.spec import Spec

WEIGHED_RECODINGS = 6
"""The most recodings that classifiers learn from."""


def workload_task(spec: Spec) -> PredictionTask | None:
    """Return the task of the classifiers of a spec, None without `workload`.

    Raises SpecError for words that do not go together.
    """
    advise = spec.advise
    if not advise.workload and not advise.classifiers:
        return None
    if not advise.frontier:
        raise SpecError("advise: `workload` and `classifiers` weigh the recodings of the `frontier`: add it, too")
    roles = spec.model_copy(update={"partitions": {}, "hierarchies": {}})
    return plan_task(roles, advise.workload or spec.sensitive, classifiers=advise.classifiers)


def worth(
    source: Source, people: Source | None, task: PredictionTask, recodings: Mapping[str, Recoding]
) -> ReleaseScores:
    """Return the worth of recodings by their names, whose suppressed records are left out."""
    parsed = source.parsed()
    original = described(parsed)
    original.check(*task.columns)
    releases = []
    for name, recoding in recodings.items():
        query = advised_query(parsed, people, replace(recoding, starred=False))
        from_sql = f"(\n{query}\n)"
        releases.append(Compared(name, from_sql, tuple(describe(parsed.engine, from_sql, name))))
    comparison = Comparison(parsed, original, tuple(releases), parsed=True)
    return release_scores(comparison, releases, replace(task, candidates=_levels([*recodings.values()])))


def _levels(recodings: Sequence[Recoding]) -> dict[str, tuple[Partition, ...]]:
    """Return the levels that recodings may have a column at, the finest first."""
    marks = dict.fromkeys(recoding.mark for recoding in recodings)
    return {
        column.column: (
            *column.partitions,
            *(Partition("left out", column.column, unmapped="name", rest=mark) for mark in marks),
        )
        for column, _ in recodings[0].levels
    }
