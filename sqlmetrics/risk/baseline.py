"""The baseline of an attacker's knowledge: how each sensitive attribute is distributed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine, describe
from sqlmetrics.engine.kept import Kept, Store, keep
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import opened_records, unopened
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.result import Result
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan, check_columns
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import with_spelling
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__


class Belief(NamedTuple):
    """One value of a sensitive attribute, the records that have it, and their share.

    The value is None where it is NULL or not shown.
    """

    target: str
    partition: str | None
    value: str | None
    records: int
    share: float


@dataclass(frozen=True, repr=False)
class Baseline(Result[Belief]):
    """The distribution of each sensitive attribute, its most frequent values first."""

    beliefs: tuple[Belief, ...]

    @property
    def rows(self) -> tuple[Belief, ...]:
        """The values of the attributes."""
        return self.beliefs

    def __getitem__(self, place: int) -> Belief:
        return self.beliefs[place]


def baseline(
    spec: Spec, *, show_values: bool = False, limit: int | None = None, progress: Progress | None = None
) -> Baseline:
    """Return the distribution of each sensitive attribute, the most frequent value first.

    With `individual` people are counted as in `score`: each once per keys and value. `limit` keeps
    the first values of each attribute; they are named only with `show_values`.
    Raises SpecError, QueryError.
    """
    plan = _plan(spec, show_values=show_values, limit=limit)
    with _statement(spec, plan, progress) as (engine, sql, name):
        return Baseline(tuple(fetch_rows(engine, sql, name, Belief, "baseline")))


def kept_baseline(spec: Spec, store: Store, *, show_values: bool, limit: int | None, progress: Progress) -> Kept:
    """Return the same distribution as rows that are kept in a store."""
    kinds: dict[str, type] = {"target": str, "partition": str, "value": str, "records": int, "share": float}
    plan = _plan(spec, show_values=show_values, limit=limit)
    with _statement(spec, plan, progress) as (engine, sql, name):
        return keep(store, engine, sql, name, kinds, "baseline")


@contextmanager
def _statement(spec: Spec, plan: Plan, progress: Progress | None) -> Iterator[tuple[Engine, str, str]]:
    """Give an engine, the statement to run in it, and the name of its relation."""
    with opened_records(spec, progress) as (engine, name, from_sql):
        check_columns(plan, describe(engine, from_sql, name), name)
        yield engine, render("baseline", plan_entries(plan, from_sql), dialect=engine.dialect), name


def baseline_sql(spec: Spec, *, dialect: str | None = None, show_values: bool = False, limit: int | None = None) -> str:
    """Return the statement that `baseline` runs, in a dialect."""
    plan = _plan(spec, show_values=show_values, limit=limit)
    printed, from_sql, _ = unopened(spec, dialect)
    plan = with_spelling(plan, printed, exact=spec.exact_names)
    about = comment(f"sqlmetrics {__version__}: how {', '.join(spec.sensitive)} of {spec.name} are distributed")
    return about + render("baseline", plan_entries(plan, from_sql), dialect=printed) + "\n"


def _plan(spec: Spec, *, show_values: bool, limit: int | None) -> Plan:
    """Return the plan of a spec that names a sensitive attribute."""
    if not spec.sensitive:
        raise SpecError("name at least one sensitive attribute in `sensitive`")
    return build_plan(spec, show_values=show_values, limit=limit)
