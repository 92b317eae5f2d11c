"""What published tables of counts and sums give away of the people in them.

A published table is a grouping of records by some columns. A cell has the people with the same
values there and, where the table has a measure, the sum of their contributions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.output_entries import output_entries
from sqlmetrics.scoring.extent import check_mapped, check_weights
from sqlmetrics.scoring.question import Asked, RelationQuestion, plain_spec
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.outputs import OutputRules
from sqlmetrics.spec.published_limits import rules_of_limits
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import kind, type_words
from sqlmetrics.text import counted, csv_line

NO_MEASURE = "no `measure` is named"
NO_PEOPLE = "the table has no people"
NEGATIVE = "amounts below 0 in {cells}; of the others {found} the rule"


SUM_RULES = ("dominated_cells", "p_percent_cells")
"""The scores that need a measure."""

SCORES = ("minimum_frequency", "cells_below", *SUM_RULES, "class_disclosing_lines", "zero_cells")
"""The scores of a published table."""


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

    def __repr__(self) -> str:
        scores = ", ".join(f"{field}={value!r}" for field, value in self._asdict().items() if field != "unsafe_cells")
        return f"PublishedTable({scores}, {len(self.unsafe_cells)} unsafe cells)"


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
    rules: OutputRules
    plan: Plan

    @property
    def measure(self) -> str | None:
        """The column whose sums are published."""
        return self.spec.outputs.measure

    @property
    def _question(self) -> RelationQuestion:
        listed = "; ".join(csv_line(keys) or "all" for keys in self.spec.outputs.tables)
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
        keys, tables = entries["quasi_identifiers"], self.spec.outputs.tables
        outputs = output_entries(asked.plan, keys, tables, self.measure, self.rules)
        return render("output_tables", entries, outputs, dialect=asked.dialect)

    def answer(self, progress: Progress | None = None) -> Outputs:
        """Return the tables with what they give away. Raises SpecError, QueryError."""
        with self._question.opened(progress) as found:
            engine, name, from_sql = found.source
            check_measure(self.measure, dict(found.columns), name)
            check_weights(engine, found.asked.plan, from_sql, name)
            check_mapped(engine, found.asked.plan.partitions, from_sql, name)
            rows, types = found.rows(OutputRow, "outputs"), found.key_types
        own = {number: list(group) for number, group in groupby(rows, lambda row: row.table)}
        tables = (self._table(keys, own.get(number, [])) for number, keys in enumerate(self.spec.outputs.tables, 1))
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
                rule: NEGATIVE.format(
                    cells=counted(first.negative_cells, "cell"), found=counted(found or 0, "breaks", "break")
                )
                for rule, found in values.items()
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
    spec: Spec, *, rules: OutputRules | None = None, show_values: bool = False, limit: int | None = None
) -> OutputsQuestion:
    """Return the question what the published tables of a spec give away.

    The rules are the spec's, else its first published limit's that has any. `limit` keeps
    the worst cells of each table, whose values are named only with `show_values`. Raises SpecError
    for a spec that names no table.
    """
    check_goes_with("outputs", spec)
    outputs = spec.outputs.checked()
    if outputs.asks_answers:
        raise SpecError("`outputs` has `answers`, and no tables: ask by `published_answers`, or name `keys`")
    if outputs.published:
        raise SpecError("`outputs` has tables that are `published` alone: ask by `published_outputs`, or name `keys`")
    own = plain_spec(
        spec,
        quasi_identifiers=[*outputs.columns],
        sensitive=[] if outputs.measure is None else [outputs.measure],
        identifiers=[],
        ignored=[],
        metrics=["k_anonymity"],
        thresholds={},
        partitions={column: given for column, given in spec.partitions.items() if column in outputs.columns},
        weight=spec.weight,
        level="table" if spec.weight is None else "class",
        harmonise=False,
        intervals=False,
        previous=[],
    )
    plan = build_plan(own, show_values=show_values, limit=limit)
    return OutputsQuestion(own, rules or outputs.rules(rules_of_limits(spec.limits)), plan)


def output_name(keys: Sequence[str]) -> str:
    """Return the name of a published table: its columns, or `all people` without one."""
    return csv_line(keys) or "all people"


def check_measure(column: str | None, types: dict[str, str], relation: str) -> None:
    """Raise SpecError where a measure has a known type other than a number."""
    if column is not None and kind(types[column]) not in {"number", None}:
        raise SpecError(
            f"`measure` is a column of numbers, and '{column}' of {relation} is {type_words(types[column])};"
            " name another column, or cast it in a view"
        )
