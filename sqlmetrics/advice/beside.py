"""Local suppression beside a recoding: cells to star instead of whole records, or of recoding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlmetrics.advice.conditions import Condition
from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.advice.lattice import Node
from sqlmetrics.advice.local import LocalSuppression, local_plan, local_suppression_of
from sqlmetrics.advice.view import create_view, view_query
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.kept import open_store
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render

K = "k_anonymity"
"""The metric whose threshold says how many records a class has at least."""


@dataclass(frozen=True)
class Beside:
    """Local suppression of a recoding: cells are starred where whole records would be.

    Attributes
    ----------
    levels
        The level of each quasi-identifier before cells are starred: those that are advised, or 0
        for the columns as they are.
    found
        The cells to star.
    statement
        The statement that creates the view.
    """

    levels: Mapping[str, int]
    found: LocalSuppression
    statement: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of local suppression."""
        found = asdict(self.found)
        del found["relation_name"], found["view"]
        scores = [
            {"metric": score.metric, "target": score.target, "partition": score.partition, "value": score.value}
            for score in self.found.scores
        ]
        return {"levels": dict(self.levels), **found, "scores": scores, "view": self.statement}


def least_records(conditions: Sequence[Condition]) -> int:
    """Return k of the threshold of k-anonymity. Raises SpecError where there is none."""
    limits = [condition.threshold.limit for condition in conditions if condition.metric.name == K]
    if not limits:
        raise SpecError("`local` stars cells until every class has k records: add `k_anonymity` to the `thresholds`")
    return -int(-max(limits) // 1)


def local_beside(
    source: Source, spec: Spec, plan: Plan, levels: Sequence[Generalization], node: Node, conditions: Sequence[Condition]
) -> Beside:
    """Return the cells to star of an open relation that is recoded by a node.

    Raises SpecError without a threshold of k-anonymity, and as `local_suppression` does.
    """
    k = least_records(conditions)
    of_keys = spec.model_copy(update={"partitions": {}, "suppressed": None})
    recoded = source
    if any(node):
        columns = [name for name, _ in describe(source.engine, source.from_sql, source.name)]
        pairs = list(zip(levels, node, strict=True))
        query = view_query(plan, columns, pairs, (), 0, source.from_sql, source.engine.dialect, starred=False)
        recoded = source._replace(from_sql=f"(\n{query}\n)")
    measured = build_plan(spec.model_copy(update=_scored_words(spec, conditions)))
    with open_store(source.engine.limits, source.engine.progress) as store:
        keys = local_plan(of_keys)
        found = local_suppression_of(recoded, keys, k, store, stars=spec.advise.stars, measured=measured)
    name = render("quoted", f"{spec.called}_starred", dialect=source.engine.dialect)
    named = {column.column: level for column, level in zip(levels, node, strict=True)}
    return Beside(named, found, create_view(name, found.view))


def _scored_words(spec: Spec, conditions: Sequence[Condition]) -> dict[str, Any]:
    """Return the words of the spec that scores the view: the metrics of the thresholds.

    Those that need a population are of the relation as it is.
    """
    named = [condition.metric for condition in conditions if condition.metric.targets != "population"]
    partitions = {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive}
    metrics = list(dict.fromkeys(metric.name for metric in named))
    return {"metrics": metrics, "partitions": partitions, "level": "table", "population": None}
