"""Local suppression beside a recoding: cells to star instead of whole records, or of recoding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil
from typing import Any

from sqlmetrics.advice.counts.conditions import ClassCondition
from sqlmetrics.advice.counts.settled import keeps, scored
from sqlmetrics.advice.local.local import LocalSuppression, local_plan, local_suppression_of
from sqlmetrics.advice.view.view import Recoding
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.kept import open_store
from sqlmetrics.engine.source import Source, unopened
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.relation import short_relation
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept, with_spelling

K = "k_anonymity"
"""The metric whose threshold says how many records a class has at least."""


@dataclass(frozen=True)
class LocalProposal:
    """Local suppression of a recoding: cells are starred where whole records would be.

    Attributes
    ----------
    levels
        The level of each quasi-identifier before cells are starred: those that are advised, or 0
        for the columns as they are.
    found
        The cells to star.
    failing
        The scores of the view that keep no threshold, as `metric of target`: stars are for k alone.
    statement
        The statement that creates the view.
    """

    levels: Mapping[str, int]
    found: LocalSuppression
    failing: tuple[str, ...]
    statement: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of local suppression."""
        found = asdict(self.found)
        del found["relation_name"], found["view"], found["rules"]
        scores = [
            {"metric": score.metric, "target": score.target, "partition": score.partition, "value": score.value}
            for score in self.found.scores
        ]
        more = {
            "scores": scores,
            "failing": list(self.failing),
            "marks": self.found.rules.marks,
            "rounds": self.found.rules.rounds,
        }
        return {"levels": dict(self.levels), **found, **more, "view": self.statement}


def least_records(spec: Spec, conditions: Sequence[ClassCondition]) -> int:
    """Return k of the threshold of k-anonymity.

    Raises SpecError where there is none, and for a spec whose cells cannot be starred.
    """
    local_plan(_of_keys(spec))
    limits = [condition.threshold.limit for condition in conditions if condition.metric.name == K]
    if not limits:
        raise SpecError("`local` stars cells until every class has k records: add `k_anonymity` to the `thresholds`")
    return ceil(max(limits))


def _of_keys(spec: Spec) -> Spec:
    return spec.model_copy(update={"partitions": {}, "suppressed": None})


def local_beside(source: Source, spec: Spec, recoding: Recoding, k: int, dialect: str | None = None) -> LocalProposal:
    """Return the cells of an open relation to star after a recoding that suppresses nothing.

    The statement is in the `dialect`, by default the source's.
    """
    columns = [name for name, _ in describe(source.engine, source.from_sql, source.name)]
    recoded = source._replace(from_sql=_recoded(recoding, columns, source.from_sql, source.engine.dialect))
    measured = build_plan(spec.model_copy(update=_scored_words(spec, recoding.conditions)))
    plan = local_plan(_of_keys(spec))
    with open_store(source.engine.limits, source.engine.progress) as store:
        found = local_suppression_of(recoded, plan, k, store, stars=spec.advise.stars, measured=measured)
    written, from_sql, _ = unopened(spec, dialect or source.engine.dialect.name)
    others = () if written == source.engine.dialect else columns
    printed, keys = (
        with_spelling(one, written, exact=spec.exact_names, columns=others) for one in (recoding.plan, plan)
    )
    name = f"{short_relation(spec)}_starred"
    quoted = render("quoted", name if spec.exact_names else kept(name, written), dialect=written)
    relation = _recoded(replace(recoding, plan=printed), columns, from_sql, written)
    query = found.rules.query(keys, spec.name, relation, written)
    levels = {column.column: level for column, level in recoding.levels}
    return LocalProposal(levels, found, _failing(found, recoding.conditions), f"create view {quoted} as\n{query}")


def _failing(found: LocalSuppression, conditions: Sequence[ClassCondition]) -> tuple[str, ...]:
    """Return the thresholds that the scores of the view do not keep."""
    return tuple(
        f"{condition.metric.name} of {_target(condition)}"
        for condition in conditions
        if scored(found.scores, condition) is not None and not keeps(condition, found.scores)
    )


def _target(condition: ClassCondition) -> str:
    """Return the target of a condition, with its partition where it has one."""
    subject = condition.subject
    return subject.target if subject.partition is None else f"{subject.target} as {subject.partition}"


def _recoded(recoding: Recoding, columns: Sequence[str], from_sql: str, dialect: Dialect) -> str:
    """Return a relation's FROM clause with its columns recoded, or as it is."""
    if not recoding.omitted and not any(level for _, level in recoding.levels):
        return from_sql
    return f"(\n{recoding.query(columns, from_sql, dialect)}\n)"


def _scored_words(spec: Spec, conditions: Sequence[ClassCondition]) -> dict[str, Any]:
    """Return the words of the spec that scores the view: the metrics of the thresholds.

    Those that need a population are of the relation as it is.
    """
    named = [condition.metric for condition in conditions if condition.metric.targets != "population"]
    partitions = {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive}
    metrics = list(dict.fromkeys(metric.name for metric in named))
    return {"metrics": metrics, "partitions": partitions, "level": "table", "population": None}
