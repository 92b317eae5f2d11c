"""What published tables of counts and sums give away of the people in them.

A published table is a grouping of records by some columns. A cell has the people with the same
values there and, where the table has a measure, the sum of their contributions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from typing import NamedTuple, TypedDict

from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.extent import check_mapped, check_weights
from sqlmetrics.risk.question import Asked, RelationQuestion, plain_spec
from sqlmetrics.risk.result import Result
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import KeyEntry, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import kind, type_words
from sqlmetrics.text import csv_line

MOST_CUBED = 8
"""The most columns of a cube, which has a table for each of their combinations."""

MOST_LARGEST = 100
"""The most contributions of the rule of dominance."""

MOST_KEYS = 60
"""The most columns of a table: a bit of a number for each."""

DOMINANCE: tuple[int, float] = (2, 90)
"""The default n and k of the rule of dominance, as in ACRO."""

NO_MEASURE = "no `measure` is named"
NO_PEOPLE = "the table has no people"
NEGATIVE = "amounts below 0 in {cells} cells; of the others {found} break the rule"


SUM_RULES = ("dominated_cells", "p_percent_cells")
"""The scores that need a measure."""

SCORES = ("minimum_frequency", "cells_below", *SUM_RULES, "class_disclosing_lines", "zero_cells")
"""The scores of a published table."""


@dataclass(frozen=True)
class OutputRules:
    """The rules that a cell or line of a published table breaks.

    Attributes
    ----------
    minimum_frequency
        The people below which a cell is too small.
    dominance
        n and k: the n largest contributions to a cell have more than k % of its total.
    p_percent
        The second largest contributor knows the largest contribution within p percent: the others
        have less than that part of it.
    class_share
        The share of a line's people that are in one cell: all at 1, and below it more than that.
    """

    minimum_frequency: int = 10
    dominance: tuple[int, float] = DOMINANCE
    p_percent: float = 10
    class_share: float = 1

    def checked(self) -> OutputRules:
        """Return these rules. Raises SpecError for a number out of its range."""
        largest, percent = self.dominance
        if self.minimum_frequency < 1:
            raise SpecError(
                f"`minimum_frequency` is the fewest people of a cell, at least 1 (found: {self.minimum_frequency})"
            )
        if not 1 <= largest <= MOST_LARGEST or not 0 < percent <= 100:
            raise SpecError(
                f"`dominance` is n and k, {MOST_LARGEST} contributions at most and a percent above 0 up to 100, such as"
                f" 2,90 (found: {largest},{percent:g})"
            )
        if not 0 < self.p_percent <= 100:
            raise SpecError(f"`p_percent` is a percent above 0 up to 100 (found: {self.p_percent:g})")
        if not 0.5 <= self.class_share <= 1:
            raise SpecError(f"`class_share` is a share of a line's people, from 0.5 to 1 (found: {self.class_share:g})")
        return self

    def words(self, *, summed: bool) -> str:
        """Return the rules in words, those on sums only where tables have them."""
        largest, percent = self.dominance
        line = "all" if self.class_share == 1 else f"more than {self.class_share:g}"
        sums = [f"more than {percent:g} % of a sum by {largest}", f"p = {self.p_percent:g} %"] if summed else []
        rules = [f"fewer than {self.minimum_frequency} people", *sums, f"{line} of a line's people in one cell"]
        return "; ".join(rules)


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


class OutputRow(NamedTuple):
    """A row of `output_tables`: a cell, and what its table has in all."""

    table: int
    cells: int
    minimum_frequency: int
    cells_below: int
    dominated_cells: int | None
    p_percent_cells: int | None
    negative_cells: int
    class_disclosing_lines: int
    structural_lines: int
    zero_cells: float
    cell: int
    people: int
    unsafe: int
    below: int
    dominated: int | None
    p_percent: int | None
    lines: int
    class_: str | None


class PublishedCell(NamedTuple):
    """A cell that breaks a rule: its place in the order of its table's values, and its people.

    `dominated` and `p_percent` are None without a measure, and where an amount is below 0. `lines`
    are the columns over which it has a line's people. `class_` is a line of CSV of its values, or
    None where they are not shown.
    """

    cell: int
    class_: str | None
    people: int
    below: bool
    dominated: bool | None
    p_percent: bool | None
    lines: tuple[str, ...]


class PublishedTable(NamedTuple):
    """A published table with its scores, and the cells that break a rule, the worst first.

    `minimum_frequency` is the fewest people of a cell (higher is safer). The others count cells or
    lines (higher is riskier). `cells_below` have fewer people than the limit, and in `zero_cells`
    is nobody though their values occur. A score is None where `reasons` say why. `structural_lines`
    lie along a column of one value, and count apart.
    """

    keys: tuple[str, ...]
    cells: int
    minimum_frequency: int | None
    cells_below: int
    dominated_cells: int | None
    p_percent_cells: int | None
    class_disclosing_lines: int
    zero_cells: int
    structural_lines: int
    negative_cells: int
    unsafe_cells: tuple[PublishedCell, ...]
    reasons: dict[str, str]


@dataclass(frozen=True, repr=False)
class Outputs(Result[PublishedTable]):
    """Published tables, each with what it gives away.

    Attributes
    ----------
    relation_name
        What messages call the relation.
    rules
        The rules that cells and lines were held against.
    measure, weight, individual
        The columns of what is summed, of weights and of people, None where none is named.
    tables
        The tables in their order, a cube's from all its columns to none.
    key_types
        The types of the columns of tables, as DuckDB names them.
    """

    relation_name: str
    rules: OutputRules
    measure: str | None
    weight: str | None
    individual: str | None
    tables: tuple[PublishedTable, ...]
    key_types: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def rows(self) -> tuple[PublishedTable, ...]:
        """The tables."""
        return self.tables

    def __getitem__(self, place: int) -> PublishedTable:
        return self.tables[place]


@dataclass(frozen=True)
class OutputsQuestion:
    """The question what some groupings of a spec's relation give away."""

    spec: Spec
    groupings: tuple[tuple[str, ...], ...]
    measure: str | None
    rules: OutputRules
    plan: Plan

    @property
    def _question(self) -> RelationQuestion:
        listed = "; ".join(csv_line(keys) or "all" for keys in self.groupings)
        copies = (
            [] if self.spec.weight is None else [f"a contribution of weight w is w copies of it: {self.spec.weight}"]
        )
        rules = self.rules.words(summed=self.measure is not None)
        return RelationQuestion(
            self.spec,
            self.plan,
            self.written,
            f"what published tables of {self.spec.name} give away, by {listed}",
            [f"a row per cell that breaks a rule, each table's worst first: {rules}", *copies],
        )

    def written(self, asked: Asked) -> str:
        """Return the statement for a relation."""
        entries = plan_entries(asked.plan, asked.from_sql)
        outputs = self._entries(asked.plan, entries["quasi_identifiers"])
        return render("output_tables", entries, outputs, dialect=asked.dialect)

    def _entries(self, plan: Plan, keys: list[KeyEntry]) -> OutputEntries:
        """Return the tables for the macros, with the cells that their lines need."""
        order = {column: place for place, column in enumerate(plan.quasi_identifiers)}
        judged = [frozenset(columns) for columns in self.groupings]
        parents = (columns - {column} for columns in judged for column in columns)
        margins = {columns: number for number, columns in enumerate(dict.fromkeys([*judged, *parents]), 1)}

        def entries(columns: Iterable[str]) -> list[KeyEntry]:
            return [keys[order[column]] for column in columns]

        def lines(columns: tuple[str, ...]) -> Iterator[LineEntry]:
            for place, column in enumerate(columns):
                rest = [other for other in columns if other != column]
                yield LineEntry(
                    key=order[column] + 1, margin=margins[frozenset(rest)], keys=entries(rest), held=2**place
                )

        largest, percent = self.rules.dominance
        return OutputEntries(
            measure=None if self.measure is None else plan.spelt(self.measure),
            weight=None if plan.weight is None else plan.spelt(plan.weight),
            minimum_frequency=self.rules.minimum_frequency,
            dominance=largest,
            kept=max(largest, 2),
            percent=f"{percent:.15g}",
            p_percent=f"{self.rules.p_percent:.15g}",
            class_share=None if self.rules.class_share == 1 else f"{self.rules.class_share:.15g}",
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
                for number, columns in enumerate(self.groupings, 1)
            ],
        )

    def answer(self, progress: Progress | None = None) -> Outputs:
        """Return the tables with what they give away. Raises SpecError, QueryError."""
        with self._question.opened(progress) as found:
            engine, name, from_sql = found.source
            check_measure(self.measure, dict(found.columns), name)
            check_weights(engine, found.asked.plan, from_sql, name)
            check_mapped(engine, found.asked.plan.partitions, from_sql, name)
            rows, types = found.rows(OutputRow, "outputs"), found.key_types
        own = {number: list(group) for number, group in groupby(rows, lambda row: row.table)}
        tables = (self._table(keys, own.get(number, [])) for number, keys in enumerate(self.groupings, 1))
        return Outputs(name, self.rules, self.measure, self.spec.weight, self.spec.individual, tuple(tables), types)

    def printed(self, dialect: str | None = None) -> str:
        """Return the statement in a dialect, below a comment; nothing is opened."""
        return self._question.printed(dialect)

    def _table(self, keys: tuple[str, ...], rows: Sequence[OutputRow]) -> PublishedTable:
        """Return a table from its rows; without any it has no people."""
        judged = self.measure is not None
        if not rows:
            reasons = {"minimum_frequency": NO_PEOPLE} | ({} if judged else dict.fromkeys(SUM_RULES, NO_MEASURE))
            none = 0 if judged else None
            return PublishedTable(keys, 0, None, 0, none, none, 0, 0, 0, 0, (), reasons)
        first = rows[0]
        values = {rule: getattr(first, rule) if judged else None for rule in SUM_RULES}
        reasons = {} if judged else dict.fromkeys(SUM_RULES, NO_MEASURE)
        if first.negative_cells:
            reasons = {
                rule: NEGATIVE.format(cells=first.negative_cells, found=found or 0) for rule, found in values.items()
            }
        cells = (
            PublishedCell(
                row.cell,
                row.class_,
                row.people,
                bool(row.below),
                bool(row.dominated) if judged and row.dominated is not None else None,
                bool(row.p_percent) if judged and row.p_percent is not None else None,
                tuple(column for place, column in enumerate(keys) if row.lines >> place & 1),
            )
            for row in rows
            if row.unsafe
        )
        return PublishedTable(
            keys=keys,
            cells=first.cells,
            minimum_frequency=first.minimum_frequency,
            cells_below=first.cells_below,
            dominated_cells=None if "dominated_cells" in reasons else values["dominated_cells"],
            p_percent_cells=None if "p_percent_cells" in reasons else values["p_percent_cells"],
            class_disclosing_lines=first.class_disclosing_lines,
            zero_cells=round(first.zero_cells),
            structural_lines=first.structural_lines,
            negative_cells=first.negative_cells,
            unsafe_cells=tuple(cells),
            reasons=reasons,
        )


def outputs_question(
    spec: Spec,
    *,
    keys: Iterable[Sequence[str]] = (),
    cube: Sequence[str] = (),
    measure: str | None = None,
    rules: OutputRules | None = None,
    show_values: bool = False,
    limit: int | None = None,
) -> OutputsQuestion:
    """Return the question what published groupings of a relation give away.

    Each of `keys` are the columns of a table; a `cube` is a table for each of the combinations of
    its columns, down to the total. `limit` keeps the worst cells of each table, whose values are
    named only with `show_values`. Raises SpecError for groupings and rules that make no sense.
    """
    check_goes_with("outputs", spec)
    groupings = tuple(published_groupings(keys, cube))
    columns = list(dict.fromkeys(column for grouping in groupings for column in grouping))
    own = plain_spec(
        spec,
        quasi_identifiers=columns,
        sensitive=[] if measure is None else [measure],
        identifiers=[],
        ignored=[],
        metrics=["k_anonymity"],
        thresholds={},
        partitions={column: given for column, given in spec.partitions.items() if column in columns},
        weight=spec.weight,
        level="table" if spec.weight is None else "class",
    )
    plan = build_plan(own, show_values=show_values, limit=limit)
    return OutputsQuestion(own, groupings, measure, (rules or OutputRules()).checked(), plan)


def published_groupings(keys: Iterable[Sequence[str]], cube: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the columns of each published table once, a cube's from all its columns to none.

    Raises SpecError where there is none, a column is named twice, or there are too many.
    """
    given = [tuple(grouping) for grouping in keys]
    if len(cube) > MOST_CUBED:
        raise SpecError(
            f"a `cube` has a table for each combination of its columns, and takes {MOST_CUBED} at most"
            f" (found: {len(cube)}); name the tables that are published in `keys`"
        )
    given += [part for size in range(len(cube), -1, -1) for part in combinations(cube, size)] if cube else []
    if not given:
        raise SpecError("name the columns of each published table in `keys`, or the columns of a `cube`")
    seen: set[frozenset[str]] = set()
    for grouping in given:
        for column in grouping:
            if grouping.count(column) > 1:
                raise SpecError(f"column '{column}' is named twice in a table of `keys` or `cube`; name it once")
        if len(grouping) > MOST_KEYS:
            raise SpecError(f"a table of `keys` has {MOST_KEYS} columns at most (found: {len(grouping)})")
        if frozenset(grouping) not in seen:
            seen.add(frozenset(grouping))
            yield grouping


def check_measure(column: str | None, types: dict[str, str], relation: str) -> None:
    """Raise SpecError where a measure has a known type other than a number."""
    if column is not None and kind(types[column]) not in {"number", None}:
        raise SpecError(
            f"`measure` is a column of numbers, and '{column}' of {relation} is {type_words(types[column])};"
            " name another column, or cast it in a view"
        )
