"""Advice on published tables: the people of a cell agree in the columns of the table.

So a table without small cells is one whose reader finds everybody in a class of enough people.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlmetrics.errors import SpecError
from sqlmetrics.gate.outputs import TableLimits, table_limits
from sqlmetrics.gate.thresholds import Measured, Threshold, thresholds_of, written_thresholds
from sqlmetrics.risk.outputs import output_name
from sqlmetrics.spec.outputs import OutputsSpec
from sqlmetrics.spec.published_limits import published_limit
from sqlmetrics.spec.spec import AttackerSpec, Spec
from sqlmetrics.text import joined

SIZE, BELOW = "minimum_frequency", "cells_below"
"""The scores of tables that are about the people of a cell."""

ATTACKER = "attacker"
"""The name of who knows the quasi-identifiers of a spec, beside the readers of tables."""


def spec_of_readers(spec: Spec) -> Spec:
    """Return the spec by which advice coarsens the columns of a spec's tables, beside its own keys.

    Each table is a reader who knows its columns, and the fewest people of its cells are k. A table
    whose cells are unions of another one's needs none. Raises SpecError for tables without their
    columns, and for limits on them that are about more than the people of a cell.
    """
    tables = spec.outputs
    if not tables.tables:
        raise SpecError("advice coarsens the columns of published tables: name them as `keys` or `cube` of `outputs`")
    if tables.measure is not None:
        raise SpecError(
            "advice makes cells of enough people, whatever their amounts: leave the `measure` of `outputs` out, and"
            " check the recoded tables with it"
        )
    limits = table_limits(spec)
    least = {columns: _fewest(output_name(columns), limits) for columns in tables.tables}
    readers = {
        f"reader of {joined(list(columns)) or 'the total'}": _knowing(columns, {"k_anonymity": people})
        for columns, people in least.items()
        if columns and not any({*columns} < {*others} and people <= more for others, more in least.items())
    }
    own = {
        name: bounds for name, bounds in spec.thresholds.items() if _holds_people(written_thresholds({name: bounds}))
    }
    kept = [name for name in spec.limits if _holds_people(thresholds_of(published_limit(name)))]
    words: dict[str, Any] = {"outputs": OutputsSpec(), "limits": kept if spec.quasi_identifiers else []}
    if spec.quasi_identifiers:
        readers = {ATTACKER: _knowing(spec.quasi_identifiers, own), **readers}
    columns = [*dict.fromkeys(column for one in readers.values() for column in one.quasi_identifiers)]
    words |= {"quasi_identifiers": columns, "ignored": {k: v for k, v in spec.ignored.items() if k not in columns}}
    if len(readers) == 1:
        (only,) = readers.values()
        return spec.model_copy(update=words | {"thresholds": only.thresholds})
    return spec.model_copy(update=words | {"attackers": readers, "thresholds": {}})


def _knowing(columns: Any, thresholds: Any) -> AttackerSpec:
    """Return who knows some columns."""
    return AttackerSpec.model_validate({"quasi_identifiers": [*columns], "thresholds": thresholds})


def _holds_people(thresholds: Iterable[Threshold]) -> bool:
    """Return whether some thresholds are about the records of a relation."""
    return any(one.family == "relation" for one in thresholds)


def _fewest(table: str, limits: list[TableLimits]) -> int:
    """Return the fewest people that a table's cells may have by its limits, or else by its rule."""
    found = []
    for rules, thresholds in limits:
        for one in thresholds:
            if not one.fits(Measured(one.metric, table, None)):
                continue
            if one.metric != SIZE and (one.metric, one.limit) != (BELOW, 0):
                raise SpecError(
                    f"advice makes cells of enough people, and does not search for {one}: leave it out, and check the"
                    " recoded tables with it"
                )
            found.append(one.limit if one.metric == SIZE else rules.minimum_frequency)
    return int(max(found, default=limits[0].rules.minimum_frequency))
