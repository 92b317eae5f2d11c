"""Published tables as the macros take them: the cells to count, and the lines of each table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypedDict

from sqlmetrics.spec.outputs import OutputRules
from sqlmetrics.statement.entries import KeyEntry
from sqlmetrics.statement.plan import Plan


class MarginEntry(TypedDict):
    """Cells that are counted, of a published table or of the lines of one, for the macros."""

    number: int
    keys: list[KeyEntry]
    names: str
    whole: bool
    judged: bool


class LineEntry(TypedDict):
    """The lines of a table over one key, whose cells share the other `keys`; `held` is its bit."""

    key: int
    margin: int
    keys: list[KeyEntry]
    held: int


class TableEntry(TypedDict):
    """A published table, for the macros."""

    number: int
    margin: int
    keys: list[KeyEntry]
    lines: list[LineEntry]


class OutputEntries(TypedDict):
    """The published tables and the rules, for the macro `output_tables`."""

    measure: str | None
    weight: str | None
    minimum_frequency: int
    dominance: int
    kept: int
    percent: str
    p_percent: str
    class_share: str | None
    margins: list[MarginEntry]
    tables: list[TableEntry]


def output_entries(
    plan: Plan,
    keys: list[KeyEntry],
    tables: Sequence[tuple[str, ...]],
    measure: str | None,
    rules: OutputRules,
) -> OutputEntries:
    """Return published tables for the macros, with the cells that their lines need."""
    order = {column: place for place, column in enumerate(plan.quasi_identifiers)}
    judged = [frozenset(columns) for columns in tables]
    parents = (frozenset(columns) - {column} for columns in tables for column in columns)
    margins = {columns: number for number, columns in enumerate(dict.fromkeys([*judged, *parents]), 1)}

    def entries(columns: Iterable[str]) -> list[KeyEntry]:
        return [keys[order[column]] for column in columns]

    def lines(columns: tuple[str, ...]) -> Iterator[LineEntry]:
        for place, column in enumerate(columns):
            rest = [other for other in columns if other != column]
            yield LineEntry(key=order[column] + 1, margin=margins[frozenset(rest)], keys=entries(rest), held=2**place)

    largest, percent = rules.dominance
    return OutputEntries(
        measure=None if measure is None else plan.spelt(measure),
        weight=None if plan.weight is None else plan.spelt(plan.weight),
        minimum_frequency=rules.minimum_frequency,
        dominance=largest,
        kept=max(largest, 2),
        percent=f"{percent:.15g}",
        p_percent=f"{rules.p_percent:.15g}",
        class_share=None if rules.class_share == 1 else f"{rules.class_share:.15g}",
        margins=[
            MarginEntry(
                number=number,
                keys=entries(sorted(columns, key=order.__getitem__)),
                names=", ".join(f"key_{order[column] + 1}" for column in sorted(columns, key=order.__getitem__)),
                whole=len(columns) == len(order),
                judged=columns in judged,
            )
            for columns, number in margins.items()
        ],
        tables=[
            TableEntry(
                number=number, margin=margins[frozenset(columns)], keys=entries(columns), lines=[*lines(columns)]
            )
            for number, columns in enumerate(tables, 1)
        ],
    )
