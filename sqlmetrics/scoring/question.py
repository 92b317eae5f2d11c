"""A question about the records of a relation: one statement, which is run or printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.kept import Kept, Store, keep_rows
from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import Row, fetch_rows
from sqlmetrics.engine.source import Source, opened_records, population_source
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import check_columns
from sqlmetrics.statement.spelling import dialect_notes, with_spelling
from sqlmetrics.statement.statement import function_notes, heading


class Asked(NamedTuple):
    """The relation that a question is asked of, open or only named.

    `plan` spells columns as the database keeps them. `from_sql` and `population` are the texts of
    FROM clauses, and `columns` the names of the relation's columns, as far as they are known.
    """

    plan: Plan
    dialect: Dialect
    from_sql: str
    population: str | None
    columns: Sequence[str]


NO_ROLES: dict[str, Any] = {
    **dict.fromkeys(("quasi_identifiers", "sensitive", "identifiers", "ignored", "metrics"), ()),
    "partitions": {},
    "thresholds": {},
    "individual": None,
}
"""The words of a spec whose relation is read without roles."""


def plain_spec(spec: Spec, **words: Any) -> Spec:
    """Return a spec of the table and its classes alone, with other `words` of its own.

    It has no population, weights, households, orders and hierarchies.
    """
    others: dict[str, Any] = {"population": None, "weight": None, "household": None, "orders": {}, "hierarchies": {}}
    return spec.model_copy(update=others | {"level": "table"} | words)


def unopened_plan(spec: Spec, plan: Plan, dialect: str | None) -> Asked:
    """Return the relation of a spec for a statement that is printed; nothing is opened.

    The dialect is by default the dialect of the spec's URL, or DuckDB's. Raises SpecError.
    """
    printed, from_sql, population = unopened(spec, dialect)
    plan = with_spelling(plan, printed, exact=spec.exact_names)
    return Asked(plan, printed, from_sql, population, [plan.spelt(column) for column in plan.columns])


def checked_columns(source: Source, plan: Plan) -> list[tuple[str, str]]:
    """Return the columns of an open relation with their types.

    Raises SpecError where it lacks a column of the plan.
    """
    columns = describe(source.engine, source.from_sql, source.name)
    check_columns(plan, columns, source.name)
    return columns


class OpenQuestion(NamedTuple):
    """A question on an open relation, whose columns are given with their types."""

    source: Source
    columns: Sequence[tuple[str, str]]
    asked: Asked
    write: Callable[[Asked], str]

    @property
    def text(self) -> str:
        """The statement."""
        return self.write(self.asked)

    @property
    def key_types(self) -> Mapping[str, str]:
        """The types of the quasi-identifiers, as DuckDB names them."""
        return self.asked.plan.key_types(self.columns)

    def rows(self, row_type: type[Row], step: str) -> list[Row]:
        """Run the statement and return its rows; `step` names it in the progress."""
        return fetch_rows(self.source.engine, self.text, self.source.name, row_type, step)

    def kept(self, store: Store, kinds: Mapping[str, type], step: str) -> Kept:
        """Run the statement and keep its rows, whose columns have these kinds, in a store."""
        return keep_rows(store, self.source.engine, self.text, self.source.name, kinds, step)


@dataclass(frozen=True)
class RelationQuestion:
    """A question about the records of a spec's relation.

    `write` returns its statement for a relation. In the comment of a printed statement stand
    `about`, which says what is asked, and `notes` on the rows.
    """

    spec: Spec
    plan: Plan
    write: Callable[[Asked], str]
    about: str
    notes: Sequence[str] = field(default=())

    @contextmanager
    def opened(self, progress: Progress | None = None) -> Iterator[OpenQuestion]:
        """Open the relation to ask the question. Raises SpecError where it lacks a column."""
        spec, plan = self.spec, self.plan
        with opened_records(spec, progress, beside=[spec.population] if plan.populated else []) as source:
            columns = checked_columns(source, plan)
            people = population_source(source, spec) if plan.populated and spec.population is not None else None
            population = None if people is None else people.from_sql
            names = [column for column, _ in columns]
            asked = Asked(plan, source.engine.dialect, source.from_sql, population, names)
            yield OpenQuestion(source, columns, asked, self.write)

    def printed(self, dialect: str | None) -> str:
        """Return the statement in a dialect, below a comment; nothing is opened."""
        asked = unopened_plan(self.spec, self.plan, dialect)
        notes = dialect_notes(asked.plan, self.spec.name, asked.dialect)
        query = self.write(asked)
        return heading(self.about, *self.notes, *notes, *function_notes(query)) + query + "\n"
