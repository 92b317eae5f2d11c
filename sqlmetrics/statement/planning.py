"""From a Spec to a Plan: roles, metrics and columns checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Literal

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.hierarchies import read_rooted_tree
from sqlmetrics.spec.partition import Partition, as_text
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import choose
from sqlmetrics.statement.plan import IDENTITY, Plan, Target
from sqlmetrics.statement.types import is_numeric

NEEDS = {
    "sensitive": "a sensitive attribute: name it in `sensitive`",
    "ordered": "a sensitive attribute that is measured as it is: name it in `sensitive`",
    "population": "a table of the population: name it as `population`",
    "hierarchical": "a hierarchy of a sensitive attribute: name it in `hierarchies`",
}
"""What is missing where no target has a metric of the kind."""


def build_plan(spec: Spec, *, show_values: bool = False, limit: int | None = None) -> Plan:
    """Return the plan of a spec; raises SpecError for roles that clash, unknown metrics or partitions, and where keys are missing."""
    roles = [(column, "identifier") for column in spec.identifiers]
    roles += [(column, "quasi-identifier") for column in spec.quasi_identifiers]
    roles += [(column, "sensitive attribute") for column in spec.sensitive]
    roles += [(spec.individual, "individual")] if spec.individual is not None else []
    if limit is not None and limit < 1:
        raise SpecError(f"limit is the number of classes to keep, at least 1 (found: {limit})")
    if not spec.quasi_identifiers:
        raise SpecError("name at least one quasi-identifier in `quasi_identifiers`")
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
