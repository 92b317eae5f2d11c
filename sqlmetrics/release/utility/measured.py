"""The columns of an original, and their losses in each release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared, Comparison
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.kinds import column_kinds, row_numbers
from sqlmetrics.engine.rows import Statement, macro_statement
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.columns import COARSE, MANY, UtilityColumn, look_at
from sqlmetrics.release.utility.groups import Group, Relations, groups_plan
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.spec.hierarchies import mapping_of, read_rooted_tree
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.statement.types import kind

Tree = tuple[tuple[str, ...], ...]


class ColumnLosses(NamedTuple):
    """A row of `column_losses`: a column of a release in one form, and the metrics' values.

    The counts are what the values are made of.
    """

    column: int
    release: int
    form: int
    distinct_values: float | None
    known_values: float | None
    filled: float | None
    released_filled: float | None
    total: float | None
    released_total: float | None
    unplaced: float | None
    lost_values: float | None
    rare_values: float | None
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class MeasuredColumns:
    """The columns of an original of `records` records, with their losses in each release.

    `numbers` are columns that number rows, which are left out.
    """

    relations: Relations
    options: UtilityOptions
    records: int
    columns: list[UtilityColumn]
    trees: Mapping[str, Tree]
    losses: list[ColumnLosses]
    numbers: tuple[str, ...] = ()

    def column(self, number: int) -> UtilityColumn:
        """Return the column of a number, from 1."""
        return self.columns[number - 1]


def numbers_of(comparison: Comparison, options: UtilityOptions) -> tuple[str, ...]:
    """Return the columns that number rows, where all columns are measured by default."""
    named = [name for name in (*options.continuous, *options.hierarchies, *options.named) if name is not None]
    return () if options.columns else row_numbers(comparison, wanted=named)


def column_names(original: Compared, options: UtilityOptions, numbers: Sequence[str] = ()) -> list[str]:
    """Return the columns that are measured, by default all but the columns that number rows.

    Raises SpecError for a column that the original does not have.
    """
    if options.queries < 1:
        raise SpecError(f"`queries` is a number of queries, at least 1 (found: {options.queries})")
    if options.minimum_people < 1:
        raise SpecError(f"`minimum_people` is a number of people, at least 1 (found: {options.minimum_people})")
    roles = [name for name in (options.individual, options.record) if name is not None]
    original.check(*options.columns, *options.continuous, *options.hierarchies, *roles)
    names = list(options.columns) or [name for name in original.column_names if name not in (*roles, *numbers)]
    for name in (*options.continuous, *options.hierarchies):
        if name not in names:
            raise SpecError(
                f"column '{name}' is in `continuous` or `hierarchies`, but is not among the columns that are measured;"
                " add it to `columns`"
            )
    if not names:
        raise SpecError(f"{original.name} has no column to measure besides {' and '.join(roles)}")
    return names


def relations_of(
    engine: Engine, original: Compared, releases: tuple[Compared, ...], options: UtilityOptions
) -> Relations:
    """Return the relations that statements read.

    Individuals of unknown type that are no numbers are told apart as texts.
    """
    name = options.individual
    as_text = name is not None and not original.type_of(name) and column_kinds(engine, original, [name]) != ["number"]
    return Relations(engine, original, releases, name, options.suppressed, as_text)


def measure_columns(comparison: Comparison, options: UtilityOptions) -> MeasuredColumns:
    """Return the columns of the original, and their losses in the releases.

    Raises SpecError where they do not compare.
    """
    original, releases = comparison.original, comparison.releases
    numbers = numbers_of(comparison, options)
    names = column_names(original, options, numbers)
    recoded = [*options.hierarchies]
    for release in releases:
        others = [name for name in original.column_names if name not in names]
        comparison.shared(release, without=others, recoded=recoded)
    unlike = [name for name in recoded if any(_may_be_unlike(original, release, name) for release in releases)]
    measured = column_losses(relations_of(comparison.engine, original, releases, options), options, names, unlike)
    return replace(measured, numbers=numbers)


def columns_plan(relations: Relations, columns: Sequence[UtilityColumn], trees: Mapping[str, Tree]) -> dict[str, Any]:
    """Return the arguments of the template `column_losses`."""
    plan = groups_plan(relations, [Group(column.number, ((column, None),)) for column in columns])
    entries: list[dict[str, Any]] = []
    for column, group in zip(columns, plan["groups"], strict=True):
        points = column.bin(COARSE)
        entry = group["columns"][0] | {"points": None if points is None else points.entry(), "hierarchy": None}
        if column.name in trees:
            rows = trees[column.name]
            levels = [mapping_of(rows, level).items() for level in range(len(rows[0]))]
            entry["hierarchy"] = {"leaves": len(levels[0]), "height": len(rows[0]) - 1, "levels": levels}
        entries.append(entry)
    return plan | {"columns": entries, "metrics": [metric.name for metric in metrics_of("columns")]}


def columns_statement(relations: Relations, columns: Sequence[UtilityColumn], trees: Mapping[str, Tree]) -> Statement:
    """Return the statement of the losses of columns."""
    plan = columns_plan(relations, columns, trees)
    return macro_statement("column_losses", plan, about=("what each release keeps of each column",))


def column_losses(
    relations: Relations, options: UtilityOptions, names: Sequence[str], unlike: Sequence[str]
) -> MeasuredColumns:
    """Return columns with their losses in releases; the `unlike` columns compare as texts."""
    trees = {name: read_rooted_tree(Path(path)) for name, path in options.hierarchies.items()}
    records, columns = look_at(relations.engine, relations.original, names, unlike)
    columns = [replace(column, continuous=column.name in options.continuous) for column in columns]
    statement = columns_statement(relations, columns, trees)
    losses = statement.rows(relations.engine, relations.original.name, ColumnLosses)
    distinct = {row.column: int(row.distinct_values or 0) for row in losses}
    rare = {row.column for row in losses if row.rare_values}
    columns = [
        replace(
            column,
            distinct=distinct[column.number],
            rare=column.number in rare,
            continuous=column.continuous if options.continuous else column.ranged and distinct[column.number] > MANY,
        )
        for column in columns
    ]
    return MeasuredColumns(relations, options, records, columns, trees, losses)


def _may_be_unlike(original: Compared, release: Compared, name: str) -> bool:
    """Return whether a recoded column may be of another kind in a release."""
    if name not in release.column_names:
        return False
    own = kind(original.type_of(name))
    return own is None or own != kind(release.type_of(name))
