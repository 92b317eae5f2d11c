"""From what is asked to what is counted: the keys, targets, metrics and options of one statement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlmetrics.spec.limits import Limits
from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.text import csv_field

IDENTITY = "identity"
"""The target of re-identification: which individual a record belongs to."""

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
