"""From what is asked to what is counted: the keys, targets, metrics and options of one statement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from sqlmetrics.catalogue import Metric, choose
from sqlmetrics.errors import SpecError
from sqlmetrics.limits import Limits
from sqlmetrics.partition import Partition, as_text, read_rooted_tree
from sqlmetrics.spec import Spec

IDENTITY = "identity"
"""The target of re-identification: which individual a record belongs to."""


NEEDS = {
    "sensitive": "a sensitive attribute: -s COLUMN, or sensitive in the spec",
    "ordered": "a sensitive attribute that is measured as it is: -s COLUMN, or sensitive in the spec",
    "population": "a table of the population: --population RELATION, or population in the spec",
    "hierarchical": "a hierarchy of a sensitive attribute: hierarchies in the spec",
}
"""What is missing where no target has a metric of the kind."""

UNITS = {"e": "nats", "2": "bits"}
"""The unit of a logarithm by its base."""


@dataclass(frozen=True)
class Target:
    """What the attacker wants to learn: the identity (no column), or a sensitive column, recoded by a partition or not."""

    name: str
    column: str | None = None
    partition: Partition | None = None
    order: tuple[str, ...] | Literal["natural"] | None = None
    hierarchy: tuple[tuple[str, ...], ...] | None = None
    hierarchy_name: str | None = None
    populated: bool = False

    @property
    def scopes(self) -> tuple[str, ...]:
        """The kinds of metric that it has, as the catalogue's `targets` names them."""
        if self.column is None:
            return ("any", "identity", "population") if self.populated else ("any", "identity")
        ordered = ("ordered",) if self.order is not None else ()
        return ("any", "sensitive", *ordered, *(("hierarchical",) if self.hierarchy is not None else ()))

    @property
    def levels(self) -> list[list[tuple[str, str]]] | None:
        """The hierarchy as the pairs of a node and its parent, a list per level from the values up."""
        if self.hierarchy is None:
            return None
        return [list(dict.fromkeys((row[level], row[level + 1]) for row in self.hierarchy)) for level in range(len(self.hierarchy[0]) - 1)]

    @property
    def parameters(self) -> dict[str, str]:
        """What the metrics of its order and of its hierarchy depend on, as their records say it."""
        found = {} if self.order is None else {"ordered": f"order={'natural' if self.order == 'natural' else 'given'}"}
        return found if self.hierarchy is None else found | {"hierarchical": f"hierarchy={self.hierarchy_name}"}


@dataclass(frozen=True)
class Measure:
    """What is aggregated over the cells of each class, and how it is carried to the table; `partial` where it may be undefined."""

    name: str
    aggregate: str
    partial: bool

    @property
    def column(self) -> str:
        """The name of the table's column."""
        return f"{self.aggregate}_{self.name}"


@dataclass(frozen=True)
class Plan:
    """One statement's content: what the quasi-identifiers (some recoded) tell about each target."""

    quasi_identifiers: tuple[str, ...]
    recodings: dict[str, Partition]
    targets: tuple[Target, ...]
    metrics: tuple[Metric, ...]
    parameters: dict[str, str]
    individual: str | None
    nulls: str
    level: str
    show_values: bool = False
    limit: int | None = None
    suppressed: dict[str, str] | None = None
    keep_suppressed: bool = False

    @property
    def populated(self) -> bool:
        """Whether the population's counts stand beside the table's."""
        return any(metric.targets == "population" for metric in self.metrics)

    @property
    def marks(self) -> list[dict[str, str]]:
        """The mark of a suppressed value in each quasi-identifier, as templates take them; none where nothing is suppressed."""
        return [{"column": column, "text": text} for column, text in (self.suppressed or {}).items()]

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column of the relation that is read, once."""
        named = (*self.quasi_identifiers, *(target.column for target in self.targets), self.individual)
        return tuple(dict.fromkeys(column for column in named if column is not None))

    @property
    def reads_extent(self) -> bool:
        """Whether the relation is read once more for what the scores do not say of it: its records, individuals, and those left out."""
        return self.individual is not None or self.nulls != "category" or self.level != "table" or bool(self.marks)

    def lists_texts(self, limits: Limits) -> bool:
        """Whether texts are listed before they are counted, so that more individuals than fit into a limit of memory are."""
        return self.individual is not None and limits.memory is not None

    def needed(self, target: Target) -> list[str]:
        """Return the columns in which the NULL policy `drop` lets no NULL pass for a target."""
        columns = (*self.quasi_identifiers, target.column, self.individual)
        return [column for column in columns if column is not None]

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """Every partition that is applied, to quasi-identifiers and to targets."""
        on_targets = (target.partition for target in self.targets if target.partition is not None)
        return (*self.recodings.values(), *on_targets)

    def parameters_of(self, metric: Metric) -> dict[str, str]:
        """Return the parameters that a metric is scored with: its defaults, but for those that are given."""
        return {name: self.parameters.get(name, default) for name, default in metric.parameters.items()}

    def measured(self, target: Target) -> list[tuple[Measure, Metric]]:
        """Return what is measured of each class for the metrics that a target has, once each, with a metric that asks for it."""
        found: dict[str, tuple[Measure, Metric]] = {}
        for metric in self.metrics:
            for aggregate, name in metric.cells if metric.targets in target.scopes else ():
                measure = Measure(name, aggregate, metric.undefined is not None)
                found.setdefault(measure.column, (measure, metric))
        return list(found.values())

    def carried(self, target: Target) -> list[str]:
        """Return the columns of the table's row that a target has for some of the metrics only."""
        summed = [f"of_{metric.name}" for metric in self.metrics if metric.classes and metric.targets in target.scopes]
        largest = any(metric.needs == "largest_value" and metric.targets in target.scopes for metric in self.metrics)
        return [*(measure.column for measure, _ in self.measured(target)), *summed, *(["largest_value"] if largest else [])]

    def entries(self, relation: str, counted: str | None = None, population: str | None = None) -> dict[str, Any]:
        """Return what the template `score` takes; `relation`, the count table `counted` and the `population` are a FROM clause's text."""
        attributes = list(dict.fromkeys(target.column for target in self.targets if target.column is not None))
        named = {metric.name for metric in self.metrics}
        needs = {metric.needs for metric in self.metrics}
        return {
            "relation": relation,
            "counted": counted,
            "population": population if self.populated else None,
            "suppressed": [] if self.keep_suppressed else self.marks,
            "quasi_identifiers": [
                {
                    "number": number,
                    "column": column,
                    "name": csv_field(column),
                    "recoding": self.recodings[column].recoding() if column in self.recodings else None,
                }
                for number, column in enumerate(self.quasi_identifiers, 1)
            ],
            "attributes": attributes,
            "targets": [
                {
                    "number": number,
                    "name": target.name,
                    "attribute": None if target.column is None else attributes.index(target.column) + 1,
                    "recoding": None if target.partition is None else target.partition.recoding(),
                    "scopes": target.scopes,
                    "cell_measures": [
                        {"name": name, "parameters": self.parameters_of(metric)}
                        for name, metric in {measure.name: metric for measure, metric in self.measured(target)}.items()
                        if metric.targets == "sensitive"
                    ],
                    "measures": [
                        {"name": measure.name, "aggregate": measure.aggregate, "partial": measure.partial, "column": measure.column}
                        for measure, _ in self.measured(target)
                    ],
                    "measured": [measure.name for measure, _ in self.measured(target)],
                    "carried": self.carried(target),
                    "weighed": "weighed" in needs,
                    "ranked": "ranked" in needs,
                    "order": target.order if "t_closeness_ordered" in named else None,
                    "hierarchy": target.levels if "t_closeness_hierarchical" in named else None,
                    "parameters": [
                        {"metric": metric.name, "text": target.parameters[metric.targets]}
                        for metric in self.metrics
                        if metric.targets in target.parameters
                    ],
                }
                for number, target in enumerate(self.targets)
            ],
            "measures": list(dict.fromkeys(measure.name for target in self.targets for measure, _ in self.measured(target))),
            "carried": list(dict.fromkeys(column for target in self.targets for column in self.carried(target))),
            "metrics": [self.metric_entry(metric) for metric in self.metrics],
            "individual": self.individual,
            "nulls": self.nulls,
            "level": self.level,
            "expected": "expected_information" in needs,
            "hidden": "hidden_records" in needs,
            "show_values": self.show_values,
            "named_keys": False,
            "limit": self.limit,
        }

    def metric_entry(self, metric: Metric) -> dict[str, Any]:
        """Return a metric as templates take it."""
        parameters = self.parameters_of(metric)
        return {
            "name": metric.name,
            "unit": UNITS[parameters["log_base"]] if "log_base" in parameters else metric.unit,
            "direction": metric.direction,
            "targets": metric.targets,
            "undefined": (metric.undefined or "it cannot be computed").format(**parameters),
            "classes": metric.classes,
            "parameters": parameters,
            "parameter_text": ", ".join(f"{name.replace('_', ' ')}={value}" for name, value in parameters.items()) or None,
        }


def csv_field(text: str) -> str:
    """Return a name as a field of one CSV line, quoted only where it must be."""
    return '"' + text.replace('"', '""') + '"' if not text or any(mark in text for mark in ',"\n\r') else text


def build_plan(spec: Spec, *, show_values: bool = False, limit: int | None = None) -> Plan:
    """Return the plan of a spec; raises SpecError for roles that clash, unknown metrics or partitions, and where keys are missing."""
    roles = [(column, "quasi-identifier") for column in spec.quasi_identifiers]
    roles += [(column, "sensitive attribute") for column in spec.sensitive]
    roles += [(spec.individual, "individual")] if spec.individual is not None else []
    if limit is not None and limit < 1:
        raise SpecError(f"limit is the number of classes to keep, at least 1 (found: {limit})")
    if not spec.quasi_identifiers:
        raise SpecError("name at least one quasi-identifier: -q COLUMN, or quasi_identifiers in the spec")
    for column, times in Counter(column for column, _ in roles).items():
        if times > 1:
            both = " and ".join(role for name, role in roles if name == column)
            raise SpecError(f"column '{column}' is named {times} times, as {both}; each column has one role")
    if IDENTITY in spec.sensitive:
        raise SpecError(f"a sensitive column named '{IDENTITY}' cannot be told from the target of that name; rename it in a view")
    recodings: dict[str, Partition] = {}
    targets = [Target(IDENTITY, populated=spec.population is not None)]
    for column in spec.partitions:
        if column not in (*spec.quasi_identifiers, *spec.sensitive):
            raise SpecError(f"partition of '{column}': the column is neither a quasi-identifier nor sensitive; add it as one")
    by_column = {
        column: [None if entry == "raw" else entry.resolve(column, spec.folder) for entry in entries]
        for column, entries in spec.partitions.items()
    }
    for column, partitions in by_column.items():
        if column in spec.quasi_identifiers:
            if len(partitions) != 1:
                raise SpecError(f"quasi-identifier '{column}' has {len(partitions)} partitions; it is recoded by one")
            if partitions[0] is not None:
                recodings[column] = partitions[0]
    orders: dict[str, tuple[str, ...] | Literal["natural"]] = {
        column: values if values == "natural" else tuple(as_text(value) for value in values) for column, values in spec.orders.items()
    }
    hierarchies = {column: read_rooted_tree(spec.folder / path) for column, path in spec.hierarchies.items()}
    for column, order in orders.items():
        if order != "natural" and (not order or len(set(order)) != len(order)):
            raise SpecError(f"the order of '{column}' must name each value once")
    for column in (*orders, *hierarchies):
        if column not in spec.sensitive:
            raise SpecError(f"'{column}' has an order or a hierarchy, but is not a sensitive attribute; add it as one")
        if None not in by_column.get(column, [None]):
            raise SpecError(f"'{column}' is measured on partitions only; its order or hierarchy is of the values as they are: add `raw`")
    natural: Literal["natural"] | None = "natural" if "t_closeness_ordered" in spec.metrics else None
    for column in spec.sensitive:
        partitions = by_column.get(column) or [None]
        names = Counter(partition.name for partition in partitions if partition is not None)
        if any(times > 1 for times in names.values()):
            raise SpecError(f"the partitions of '{column}' need names of their own (name: ...)")
        for partition in partitions:
            if partition is None:
                named = spec.hierarchies[column].stem if column in hierarchies else None
                targets.append(Target(column, column, None, orders.get(column) or natural, hierarchies.get(column), named))
            else:
                targets.append(Target(column, column, partition))
    scopes = {scope for target in targets for scope in target.scopes}
    metrics = choose(spec.metrics, spec.level)
    if spec.metrics:
        for metric in metrics:
            if metric.targets not in scopes and "all" not in spec.metrics:
                raise SpecError(f"{metric.name} needs {NEEDS[metric.targets]}")
    metrics = tuple(metric for metric in metrics if metric.targets in scopes)
    if isinstance(spec.suppressed, dict) and set(spec.suppressed) != set(spec.quasi_identifiers):
        raise SpecError("suppressed: give one mark for all quasi-identifiers, or the mark of each of them")
    marks = dict.fromkeys(spec.quasi_identifiers, spec.suppressed) if isinstance(spec.suppressed, str) else spec.suppressed
    if spec.keep_suppressed and marks is None:
        raise SpecError("keep_suppressed goes with suppressed, the mark of a suppressed value")
    return Plan(
        quasi_identifiers=tuple(spec.quasi_identifiers),
        recodings=recodings,
        targets=tuple(targets),
        metrics=metrics,
        parameters=spec.parameters.texts(),
        individual=spec.individual,
        nulls=spec.nulls,
        level=spec.level,
        show_values=show_values,
        limit=limit,
        suppressed=marks,
        keep_suppressed=spec.keep_suppressed,
    )


def check_population(plan: Plan, columns: Sequence[tuple[str, str]], relation: str) -> None:
    """Raise SpecError where the population lacks a column that tells its classes, or its individuals, apart."""
    names = [name for name, _ in columns]
    for column in (*plan.quasi_identifiers, *(() if plan.individual is None else (plan.individual,))):
        if column not in names:
            raise SpecError(f"the population {relation} has no column '{column}', as the table has; its columns: {', '.join(names)}")


def check_columns(plan: Plan, columns: Sequence[tuple[str, str]], relation: str) -> None:
    """Raise SpecError where the plan names a column that the relation does not have, or cuts one that is no number."""
    types = dict(columns)
    for column in plan.columns:
        if column not in types:
            near = get_close_matches(column, types, n=3, cutoff=0.5)
            folded = [name for name in types if name.lower() == column.lower()]
            hint = f"did you mean {' or '.join(repr(name) for name in folded or near)}? " if folded or near else ""
            raise SpecError(f"{relation} has no column '{column}'; {hint}Its columns: {', '.join(types)}")
    for partition in plan.partitions:
        if partition.intervals and types[partition.column] and not is_numeric(types[partition.column]):
            raise SpecError(
                f"partition of '{partition.column}': intervals need a column of numbers, and it is {types[partition.column]};"
                " map its values instead, or cast it in a view"
            )


def is_numeric(type_name: str) -> bool:
    """Return whether a type, as DuckDB names it, is a number."""
    return type_name.split("(")[0].upper() in {
        "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT",
        "FLOAT", "DOUBLE", "DECIMAL", "BIGNUM", "VARINT",
    }  # fmt: skip
