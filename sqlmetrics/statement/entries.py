"""The typed entries of a plan that the macros take, made here and edited nowhere.

`templates/macros/risk/score.sql` describes each entry, and dbt makes the same ones in
`templates/dbt/plan.sql`. For everybody, names stand in place of values of the data: they are put
into the entries before these are rendered, and no text of a statement is replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, NotRequired, TypedDict, cast

from sqlmetrics.spec.grid import CoordinateGrid
from sqlmetrics.spec.partition import DateForm, DatePart, Interval, Partition
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.statement.plan import Plan, Target
from sqlmetrics.statement.render import render
from sqlmetrics.text import csv_field, csv_line

UNITS = {"e": "nats", "2": "bits"}
"""The unit of a logarithm by its base."""

PERSON = "person_"
"""The beginning of the name of a measure over people: `person_x` is the most of their `class_x`."""

CASED_VALUES = 64
"""The most values of a mapping that is written as a CASE; a larger one is a derived table."""


class DomainEntry(TypedDict):
    """A domain of values."""

    name: str
    members: list[str]


class RecodingEntry(TypedDict):
    """A partition, for the macro `recoded`."""

    name: str
    unmapped: str
    rest: str | None
    zero: str | None
    kind: Literal["prefix", "date", "first", "intervals", "values", "table", "grid"]
    length: NotRequired[int]
    part: NotRequired[DatePart]
    form: NotRequired[DateForm | None]
    label: NotRequired[bool]
    domains: NotRequired[Sequence[Interval] | list[DomainEntry]]
    pairs: NotRequired[Collection[tuple[str, str]]]
    grid: NotRequired[CoordinateGrid]


class MarkEntry(TypedDict):
    """The mark of a suppressed value in a quasi-identifier."""

    column: str
    text: str


class KeyEntry(TypedDict):
    """A quasi-identifier."""

    number: int
    column: str
    name: str
    alias: str | None
    recoding: RecodingEntry | None


class CellMeasureEntry(TypedDict):
    """A measure that is aggregated over the cells of a class."""

    name: str
    parameters: dict[str, str]


class CarriedEntry(TypedDict):
    """A measure that is carried from the classes to the table."""

    name: str
    aggregate: str
    parameters: dict[str, str]
    of_sizes: bool
    partial: bool
    column: str


class OwnParameterEntry(TypedDict):
    """A parameter of a metric for one target."""

    metric: str
    text: str


class HierarchyEntry(TypedDict):
    """A hierarchy of a target, and the column of its own distance where there are several."""

    name: str
    levels: list[list[tuple[str, str]]]
    column: str


class TargetEntry(TypedDict):
    """The identity, or a sensitive attribute with one of its partitions."""

    number: int
    name: str
    attribute: int | None
    recoding: RecodingEntry | None
    scopes: tuple[str, ...]
    cell_measures: list[CellMeasureEntry]
    measured: list[str]
    carried: list[CarriedEntry]
    persons: list[CarriedEntry]
    order: tuple[str, ...] | Literal["natural"] | None
    hierarchies: list[HierarchyEntry]
    parameters: list[OwnParameterEntry]


class MetricEntry(TypedDict):
    """A metric with its parameters."""

    name: str
    unit: str
    direction: str
    targets: str
    undefined: str
    of_people: bool
    parameters: dict[str, str]
    parameter_text: str | None


class WithheldEntry(TypedDict):
    """The numbers of the targets whose small counts are withheld, and the reason in words.

    Of slices each target has the condition of those in which it has such counts.
    """

    targets: list[int]
    reason: str
    slices: list[str]


class PlanEntries(TypedDict):
    """A plan, for the macros of scores."""

    relation: str
    counted: str | None
    population: str | None
    weight: str | None
    household: str | None
    suppressed: list[MarkEntry]
    quasi_identifiers: list[KeyEntry]
    slices: int
    show_slices: bool
    most_slices: int | None
    attributes: tuple[str, ...]
    value_aliases: list[str | None]
    targets: list[TargetEntry]
    metrics: list[MetricEntry]
    facts: list[str]
    withheld: WithheldEntry | None
    individual: str | None
    points: PlanEntries | None
    nulls: str
    level: str
    expected: bool
    often: int
    sizes: bool
    hidden: bool
    show_values: bool
    named_keys: bool
    limit: int | None
    numbered: bool
    way: str


def plan_entries(
    plan: Plan,
    relation: str,
    *,
    counted: str | None = None,
    population: str | None = None,
    named_keys: bool = False,
    needed: bool = False,
    withheld: WithheldEntry | None = None,
    way: str = "textbook",
    named: bool = False,
) -> PlanEntries:
    """Return the entries of a plan.

    `relation`, its count table `counted` and the `population` are the text of a FROM clause;
    `named_keys` keeps the keys beside the facts of classes. With `needed` only the targets that
    have a metric, and the facts that these need, are in the statement. `withheld` names the targets
    whose small counts are withheld. The `way` is the plan that counts, where it can. Where columns
    are `named`, the statement has them under their own names.
    """
    plan = plan.measured if needed else plan
    needs = {metric.needs for metric in plan.metrics}
    targets = [target_entry(plan, target, number) for number, target in enumerate(plan.targets)]
    metrics = [metric_entry(plan, metric) for metric in plan.metrics]
    ranked = plan.level == "class" and not named_keys and any(target["attribute"] for target in targets)
    return PlanEntries(
        relation=relation,
        counted=counted,
        population=population if plan.populated else None,
        weight=plan.spelt(plan.weight) if plan.weight is not None and plan.weighted else None,
        household=plan.spelt(plan.household) if plan.household is not None and plan.housed else None,
        suppressed=mark_entries({plan.spelt(column): text for column, text in plan.hidden_marks.items()}),
        quasi_identifiers=[
            key_entry(plan, column, number, named=named)
            for number, column in enumerate((*plan.slices, *plan.quasi_identifiers), 1)
        ],
        slices=len(plan.slices),
        show_slices=plan.show_slices,
        most_slices=None,
        attributes=tuple(map(plan.spelt, plan.attributes)),
        value_aliases=[own_name(plan, column) if named else None for column in plan.attributes],
        targets=targets,
        metrics=metrics,
        facts=render(
            "needed_facts", metrics if needed else None, plan.level, plan.strict, plan.numbered, ranked
        ).split(),
        withheld=withheld,
        individual=None if plan.individual is None else plan.spelt(plan.individual),
        points=None if plan.points is None or plan.points_sql is None else plan_entries(plan.points, plan.points_sql),
        nulls=plan.nulls,
        level=plan.level,
        expected="expected_information" in needs,
        often=plan.often,
        sizes=plan.sizes,
        hidden="hidden_records" in needs,
        show_values=plan.show_values,
        named_keys=named_keys,
        limit=plan.limit,
        numbered=plan.numbered,
        way=way,
    )


def own_name(plan: Plan, column: str) -> str | None:
    """Return a column's own name, or None where the plan's statement uses that name itself."""
    apart = plan.populated or plan.weighted or any(metric.needs == "expected_information" for metric in plan.metrics)
    plain = not apart and all(target.order is None and not target.hierarchies for target in plan.targets)
    name = plan.spelt(column)
    return name if render("own_name", name, plain) else None


def key_entry(plan: Plan, column: str, number: int, *, named: bool) -> KeyEntry:
    """Return the entry of a quasi-identifier, whose number counts from 1."""
    return KeyEntry(
        number=number,
        column=plan.spelt(column),
        name=csv_line(plan.points.quasi_identifiers) if plan.points else csv_field(column),
        alias=own_name(plan, column) if named else None,
        recoding=key_recoding(plan, column),
    )


def key_recoding(plan: Plan, column: str) -> RecodingEntry | None:
    """Return the entry of a key's partition, if any; a slice of dates is named without stars."""
    partition = plan.recodings.get(column)
    if partition is None:
        return None
    entry = recoding_entry(partition)
    if column in plan.slices and partition.date is not None and partition.prefix is not None:
        return {**entry, "kind": "first", "length": partition.prefix}
    return entry


def target_entry(plan: Plan, target: Target, number: int) -> TargetEntry:
    """Return the entry of a target, with the measures of its classes."""
    metrics = plan.metrics_of(target)
    named = {metric.name for metric in metrics}
    carried: dict[str, CarriedEntry] = {}
    measured: dict[str, Metric] = {}
    for metric in metrics:
        of_sizes = metric.targets == "identity"
        for aggregate, name in metric.people_cells if _of_people(plan, metric) else metric.cells:
            column = f"{aggregate}_{name}"
            if column not in carried:
                carried[column] = CarriedEntry(
                    name=name,
                    aggregate=aggregate,
                    parameters=plan.parameters_of(metric),
                    of_sizes=of_sizes,
                    partial=metric.undefined is not None and not of_sizes,
                    column=column,
                )
            if not of_sizes:
                measured.setdefault(name.replace(PERSON, "class_"), metric)
    trees = hierarchy_entries(target) if "t_closeness_hierarchical" in named else []
    several = [tree["column"] for tree in trees] if len(trees) > 1 else []
    carried |= {f"max_{column}": _distance(column) for column in several}
    of_table = list(carried.values()) if plan.level == "table" else []
    return TargetEntry(
        number=number,
        name=target.name,
        attribute=None if target.column is None else plan.attributes.index(target.column) + 1,
        recoding=None if target.partition is None else recoding_entry(target.partition),
        scopes=target.scopes,
        cell_measures=[
            CellMeasureEntry(name=name, parameters=plan.parameters_of(metric))
            for name, metric in measured.items()
            if metric.targets == "sensitive"
        ],
        measured=[*measured, *several],
        carried=[one for one in of_table if not one["name"].startswith(PERSON)],
        persons=[one for one in of_table if one["name"].startswith(PERSON)],
        order=target.order if "t_closeness_ordered" in named else None,
        hierarchies=trees,
        parameters=[
            OwnParameterEntry(metric=metric.name, text=target.parameters[metric.targets])
            for metric in metrics
            if metric.targets in target.parameters
        ],
    )


def hierarchy_entries(target: Target) -> list[HierarchyEntry]:
    """Return the hierarchies of a target."""
    return [
        HierarchyEntry(name=tree.name, levels=tree.levels, column=f"hierarchical_distance_{number}")
        for number, tree in enumerate(target.hierarchies, 1)
    ]


def _distance(column: str) -> CarriedEntry:
    """Return the largest distance of a class over one of several hierarchies."""
    return CarriedEntry(
        name=column, aggregate="max", parameters={}, of_sizes=False, partial=True, column=f"max_{column}"
    )


def _of_people(plan: Plan, metric: Metric) -> bool:
    """Return whether a metric has a measure of its own where a person may have several records."""
    return plan.individual is not None and bool(metric.people_cells)


def metric_entry(plan: Plan, metric: Metric) -> MetricEntry:
    """Return the entry of a metric, with the parameters that it is scored with."""
    parameters = plan.parameters_of(metric)
    texts = [f"{name.replace('_', ' ')}={value}" for name, value in parameters.items()]
    texts += ["known=all"] if plan.points else []
    return MetricEntry(
        name=metric.name,
        unit=UNITS[parameters["log_base"]] if "log_base" in parameters else metric.unit,
        direction=metric.direction,
        targets=metric.targets,
        undefined=(metric.undefined or "it cannot be computed").format(**parameters),
        of_people=_of_people(plan, metric),
        parameters=parameters,
        parameter_text=", ".join(texts) or None,
    )


def mark_entries(marks: Mapping[str, str]) -> list[MarkEntry]:
    """Return the mark of a suppressed value in each column."""
    return [MarkEntry(column=column, text=text) for column, text in marks.items()]


def recoding_entry(partition: Partition) -> RecodingEntry:
    """Return the entry of a partition, for the macro `recoded`."""
    entry = RecodingEntry(
        name=partition.name,
        unmapped=partition.unmapped,
        rest=partition.rest,
        zero=None,
        kind="values",
    )
    if partition.date is not None:
        return {
            **entry,
            "kind": "date",
            "part": partition.date,
            "form": partition.form,
            "label": partition.labelled,
            "unmapped": "keep",
        }
    if partition.prefix is not None:
        return {**entry, "kind": "prefix", "length": partition.prefix, "unmapped": "keep"}
    if partition.grid is not None:
        return {**entry, "kind": "grid", "grid": partition.grid}
    if partition.intervals:
        return {**entry, "kind": "intervals", "domains": partition.intervals}
    zero = partition.mapping.get("0.0")
    if len(partition.mapping) > CASED_VALUES:
        return {**entry, "zero": zero, "kind": "table", "pairs": partition.mapping.items()}
    members: dict[str, list[str]] = {}
    for value, domain in partition.mapping.items():
        members.setdefault(domain, []).append(value)
    return {
        **entry,
        "zero": zero,
        "domains": [DomainEntry(name=name, members=values) for name, values in members.items()],
    }


class Placeholder(str):
    """The name of a value, such as `:value_1`, which a statement writes without quotes."""

    __slots__ = ()
    placeholder = True


CONDITION = Placeholder(":condition")
"""The condition on records."""

QUERY = Placeholder(":query")
"""The query whose rows are measured."""

NOTE = "names that begin with a colon stand for values of the data, or lists of them"
"""The line that says so in the comment of a statement."""


def without_values(entries: PlanEntries) -> PlanEntries:
    """Return the entries of a plan with names for domains, lists of values, ends of ranges."""
    name = _names()
    keys = [{**key, "recoding": _recoding(key["recoding"], name)} for key in entries["quasi_identifiers"]]
    return {
        **entries,
        "quasi_identifiers": keys,  # type: ignore[typeddict-item]
        "suppressed": [{**mark, "text": name("mark", mark["text"])} for mark in entries["suppressed"]],
        "targets": [_target(target, name) for target in entries["targets"]],
    }


def _names() -> Callable[[str, object], Placeholder]:
    """Return a function that names values of a kind by numbers, the same value always alike."""
    seen: dict[str, dict[object, Placeholder]] = {}

    def name(kind: str, value: object) -> Placeholder:
        own = seen.setdefault(kind, {})
        return own.setdefault(value, Placeholder(f":{kind}_{len(own) + 1}"))

    return name


def _target(target: TargetEntry, name: Callable[[str, object], Placeholder]) -> TargetEntry:
    order = target["order"]
    return {
        **target,
        "recoding": _recoding(target["recoding"], name),
        "order": (name("values", order),) if isinstance(order, tuple) else order,
        "hierarchies": [
            {
                **tree,
                "levels": [
                    [(name("nodes", (*own, level)), name("nodes", (*own, level + 1)))]
                    for level in range(len(tree["levels"]))
                ],
            }
            for tree in target["hierarchies"]
            for own in [(target["name"], tree["column"])]
        ],
    }


def _recoding(recoding: RecodingEntry | None, name: Callable[[str, object], Placeholder]) -> RecodingEntry | None:
    """Return a partition with the same domains, each with one name for all its values."""
    if recoding is None:
        return None
    hidden: RecodingEntry = {**recoding}
    if recoding["rest"] is not None:
        hidden["rest"] = name("domain", recoding["rest"])
    if recoding["zero"] is not None:
        hidden["zero"] = name("domain", recoding["zero"])
    if recoding["kind"] == "table":
        hidden["pairs"] = [(name("values", tuple(recoding["pairs"])), name("domains", tuple(recoding["pairs"])))]
    elif recoding["kind"] == "values":
        hidden["domains"] = [
            DomainEntry(name=name("domain", one["name"]), members=[name("values", tuple(one["members"]))])
            for one in cast("list[DomainEntry]", recoding["domains"])
        ]
    elif recoding["kind"] == "intervals":
        hidden["domains"] = [
            one._replace(
                name=name("domain", one.name),
                low=None if one.low is None else name("value", one.low),
                high=None if one.high is None else name("value", one.high),
            )
            for one in cast("Sequence[Interval]", recoding["domains"])
        ]
    return hidden
