"""The classes that break a condition: how many they are, in how many records, the worst first."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypedDict

from sqlmetrics.engine.kept import Kept, Store
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.errors import SpecError, UnknownNameError
from sqlmetrics.risk.events.question import points_plan
from sqlmetrics.risk.events.traces import check_traces, of_traces, traces_plan, whole_traces
from sqlmetrics.scoring.extent import check_weights
from sqlmetrics.scoring.known_points import EventsKnown
from sqlmetrics.scoring.question import Asked, RelationQuestion
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import Metric, catalogue, find, nearest_metrics
from sqlmetrics.statement.entries import MetricEntry, metric_entry, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan, with_names
from sqlmetrics.statement.render import render
from sqlmetrics.text import joined, split_line
from sqlmetrics.version import __version__


class Condition(NamedTuple):
    """A condition on classes: a class-level metric, a comparison and a number."""

    metric: Metric
    operator: str
    value: float

    def __str__(self) -> str:
        return f"{self.metric.name} {self.operator} {self.value:g}"


def parse_condition(text: str) -> Condition:
    """Return the condition that a text such as `k < 5` states. Raises SpecError.

    A metric is named as in `metrics`, by its symbol too.
    """
    match = re.fullmatch(r"\s*(.+?)\s*(<=|>=|<|>)\s*([+-]?[0-9.]+(?:e[+-]?[0-9]+)?)\s*", text, re.IGNORECASE)
    if match is None:
        raise SpecError(f"'{text}' is no condition; write METRIC < NUMBER (or <=, >, >=), such as \"k_anonymity < 5\"")
    name, operator, number = match.groups()
    try:
        value = float(number)
    except ValueError:
        raise SpecError(f"'{number}' in '{text}' is not a number") from None
    at_level = {metric.name: metric for metric in catalogue().values() if "class" in metric.levels}
    metric = find(name, at_level)
    if metric is None:
        near = nearest_metrics(name, at_level)
        raise UnknownNameError(f"'{text}': no metric of classes is called {name}", name, at_level, near=near)
    return Condition(metric, operator, value)


def parsed_conditions(texts: Iterable[str]) -> list[Condition]:
    """Return the conditions that texts state. Raises SpecError, also where there is none."""
    conditions = [parse_condition(text) for text in texts]
    if not conditions:
        raise SpecError(
            'write the condition on classes in `conditions`, such as "k_anonymity < 5"; `where` picks records'
        )
    return conditions


class WorstClass(NamedTuple):
    """A class that breaks a condition: its key values as a line of CSV, its records, its scores.

    The key values are None where they are not shown, the slice where there are no slices.
    """

    slice: str | None
    class_: str | None
    records: int
    values: tuple[float | None, ...]


class Breach(NamedTuple):
    """The classes of one target that break a condition: how many, their records, and the worst."""

    target: str
    partition: str | None
    classes: int
    records: int
    worst: list[WorstClass]


class BrokenClass(NamedTuple):
    """A row of `broken_classes`: a class with its records and scores.

    `classes` and `in_records` are all such classes of its target, and their records.
    """

    target: str
    partition: str | None
    classes: int
    in_records: int
    slice: str | None
    class_: str | None
    records: int
    values: tuple[float | None, ...]


@dataclass(frozen=True, repr=False)
class Classes(Result[Breach]):
    """The classes of a relation that break any of the conditions, per target.

    A target has the number of such classes and of their records, and the classes with their key
    values and scores: `.to_dict()`.

    Attributes
    ----------
    relation_name
        What messages call the relation.
    conditions
        The conditions, such as `k_anonymity < 5`.
    metrics
        The names of the scores of each class.
    dialect, version
        The dialect of the statement, and the version of sqlmetrics.
    breaches
        The targets with classes that break a condition, each with its worst classes.
    kept
        All these classes on disk, where they were not fetched; no breach has its worst ones then.
    key_types
        The types of the quasi-identifiers, as DuckDB names them, empty where they are unknown.
    by, named
        The columns of slices, and whether classes name their slice by its values there.
    events
        The records without a person, where whole traces are known; a class is then people whose
        points are the same. Its name is the number of these points, and its records are people.
    """

    relation_name: str
    conditions: tuple[str, ...]
    metrics: tuple[str, ...]
    dialect: str
    version: str
    breaches: tuple[Breach, ...]
    kept: Kept | None = field(default=None, compare=False)
    key_types: Mapping[str, str] = field(default_factory=dict, compare=False)
    by: tuple[str, ...] = ()
    named: bool = False
    events: EventsKnown | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a class in every output, with its slice where there are slices."""
        return (*(["slice"] if self.by else []), "class", "records", *self.metrics)

    @property
    def rows(self) -> tuple[Breach, ...]:
        """The targets with classes that break a condition."""
        return self.breaches

    def to_dict(self) -> dict[str, Any]:
        """Return the result as its JSON."""
        return {
            "relation": self.relation_name,
            **({"by": [*self.by], "slices_named": self.named} if self.by else {}),
            **({} if self.events is None else {"events": self.events._asdict()}),
            "conditions": list(self.conditions),
            "dialect": self.dialect,
            "version": self.version,
            "breaches": [
                {
                    "target": breach.target,
                    "partition": breach.partition,
                    "classes": breach.classes,
                    "records": breach.records,
                    "worst": [
                        {
                            **({"slice": one.slice} if self.by else {}),
                            "class": None if one.class_ is None else split_line(one.class_),
                            "records": one.records,
                            **dict(zip(self.metrics, one.values, strict=True)),
                        }
                        for one in breach.worst
                    ],
                }
                for breach in self.breaches
            ],
        }


def classes(
    spec: Spec,
    where: Iterable[str],
    *,
    show_values: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Classes:
    """Return the equivalence classes that break any condition of `where`, the worst first.

    A condition is a text such as "k_anonymity < 5". `limit` keeps the worst of each target; the
    numbers of classes and records count all of them. Key values are named only with `show_values`.
    With `known: all` people whose points are the same are a class, named by the number of points.
    With a `store` the classes are kept there, and not fetched.

    Raises SpecError for what cannot be measured as the spec says, QueryError where the engine
    fails.
    """
    conditions, plan, question = _question(spec, where, show_values=show_values, limit=limit)
    metrics = tuple(metric.name for metric in plan.metrics)
    with question.opened(progress) as found:
        engine, name, from_sql = found.source
        check_weights(engine, plan, from_sql, name)
        events = None
        if spec.known == "all":
            check_traces(found.source, found.asked.plan)
            events = whole_traces(found.source, found.asked.plan)
        kept = None
        if store is None:
            breaches = _breaches(found.rows(BrokenClass, "classes"))
        else:
            kinds = {column: kind for column, kind in kinds_of(BrokenClass).items() if column != "values"}
            kept = found.kept(store, kinds | dict.fromkeys(metrics, float), "classes")
            breaches = _kept_breaches(kept, plan)
    return Classes(
        relation_name=name,
        conditions=tuple(map(str, conditions)),
        metrics=metrics,
        dialect=engine.dialect.name,
        version=__version__,
        breaches=tuple(breaches),
        kept=kept,
        key_types=found.key_types if events is None else {"points": "BIGINT"},
        by=plan.slices,
        named=plan.show_slices,
        events=events,
    )


def _breaches(rows: Sequence[BrokenClass]) -> Collection[Breach]:
    """Return the breaches of rows, each with its worst classes."""
    breaches: dict[tuple[str, str | None], Breach] = {}
    for row in rows:
        breach = Breach(
            target=row.target, partition=row.partition, classes=row.classes, records=row.in_records, worst=[]
        )
        breaches.setdefault((row.target, row.partition), breach).worst.append(
            WorstClass(row.slice, row.class_, row.records, row.values)
        )
    return breaches.values()


def _kept_breaches(kept: Kept, plan: Plan) -> list[Breach]:
    """Return the breaches of rows that are kept, in the order of the targets."""
    order = [target.view for target in plan.targets]
    facts = kept.distinct("target", "partition", "classes", "in_records")
    rows = [Breach(target, partition, classes, records, []) for target, partition, classes, records in facts]
    return sorted(rows, key=lambda breach: order.index((breach.target, breach.partition)))


def classes_sql(
    spec: Spec, where: Iterable[str], *, dialect: str | None = None, show_values: bool = False, limit: int | None = None
) -> str:
    """Return the statement that `classes` runs, in a dialect."""
    *_, question = _question(spec, where, show_values=show_values, limit=limit)
    return question.printed(dialect)


def _question(
    spec: Spec, where: Iterable[str], *, show_values: bool, limit: int | None
) -> tuple[list[Condition], Plan, RelationQuestion]:
    """Return the conditions, the plan of classes, and the question for the worst ones."""
    check_goes_with("classes", spec)
    if spec.known == "all":
        return _traces_question(spec, where, limit)
    conditions, plan = condition_plan(spec, where, show_values=show_values, limit=limit)
    about = f"classes of {spec.name} with {' or '.join(map(str, conditions))}, the worst first"
    return conditions, plan, RelationQuestion(spec, plan, lambda asked: broken_query(asked, conditions), about)


def _traces_question(
    spec: Spec, where: Iterable[str], limit: int | None
) -> tuple[list[Condition], Plan, RelationQuestion]:
    """Return the same for the classes of people whose points are the same."""
    conditions = parsed_conditions(where)
    plan = traces_plan(_scored(spec, conditions), show_values=True, limit=limit)
    about = (
        f"classes of people of {spec.name} whose points ({joined(list(spec.quasi_identifiers))}) are the same, with"
        f" {' or '.join(map(str, conditions))}, the worst first"
    )

    def write(asked: Asked) -> str:
        return broken_query(of_traces(spec, plan, asked), conditions)

    return conditions, plan, RelationQuestion(spec, points_plan(spec), write, about)


def condition_plan(
    spec: Spec, where: Iterable[str], *, show_values: bool, limit: int | None
) -> tuple[list[Condition], Plan]:
    """Return the conditions, and the plan of their metrics and of the spec's metrics."""
    conditions = parsed_conditions(where)
    return conditions, build_plan(_scored(spec, conditions), show_values=show_values, limit=limit)


def _scored(spec: Spec, conditions: Iterable[Condition]) -> Spec:
    """Return the spec of classes with the metrics of conditions before its own."""
    metrics = list(dict.fromkeys([*(condition.metric.name for condition in conditions), *with_names(spec).metrics]))
    return spec.model_copy(update={"level": "class", "metrics": metrics})


class ConditionEntry(TypedDict):
    """A condition as the macro `broken_classes` takes it.

    `infinite` says whether an undefined score meets it.
    """

    metric: MetricEntry
    operator: str
    value: str
    infinite: bool


def broken_query(asked: Asked, conditions: Sequence[Condition]) -> str:
    """Return the query of the classes that meet any of the conditions that their target has."""
    plan = asked.plan.measured
    by_target = {
        number: [
            condition_entry(plan, condition) for condition in conditions if condition.metric.targets in target.scopes
        ]
        for number, target in enumerate(plan.targets)
    }
    entries = plan_entries(plan, asked.from_sql, population=asked.population, needed=True)
    broken = {number: own for number, own in by_target.items() if own}
    return render("broken_classes", entries, broken, bool(plan.points), dialect=asked.dialect)


def condition_entry(plan: Plan, condition: Condition) -> ConditionEntry:
    """Return what the macro `broken_classes` takes of a condition."""
    return ConditionEntry(
        metric=metric_entry(plan, condition.metric),
        operator=condition.operator,
        value=repr(condition.value),
        infinite=condition.operator.startswith(">") and (condition.metric.undefined or "").startswith("infinite"),
    )
