"""What an attacker believes of each sensitive attribute.

The baseline is the belief about anybody, the posterior that about the people of each class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from sqlmetrics.engine.engine import Engine, describe
from sqlmetrics.engine.kept import Kept, Store, keep_rows
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows, kinds_of
from sqlmetrics.engine.source import opened_records, unopened
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.result import Result
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan, check_columns
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import fold_notes, with_spelling
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__

Beliefs = Literal["baseline", "posterior"]
"""The beliefs, by the macro that counts them."""


class Belief(NamedTuple):
    """One value of a sensitive attribute, the records that have it, and their share.

    With `individual` the records are people, each once, and the share that of all people. The value
    is None where it is NULL or not shown.
    """

    target: str
    partition: str | None
    value: str | None
    records: int
    share: float


class ClassBelief(NamedTuple):
    """One value of a sensitive attribute in a class of `class_records`, with its share there.

    `baseline` is its share in the whole table. With `individual` the records are people, each once.
    The class, the values of the quasi-identifiers as a
    line of CSV, and the value are None where they are not shown.
    """

    target: str
    partition: str | None
    class_: str | None
    class_records: int
    value: str | None
    records: int
    share: float
    baseline: float


@dataclass(frozen=True, repr=False)
class Baseline(Result[Belief]):
    """The distribution of each sensitive attribute, its most frequent values first.

    `of_people` says whether people are counted, who may have several records.
    """

    beliefs: tuple[Belief, ...]
    of_people: bool = field(default=False, compare=False)

    @property
    def rows(self) -> tuple[Belief, ...]:
        """The values of the attributes."""
        return self.beliefs

    def __getitem__(self, place: int) -> Belief:
        return self.beliefs[place]


@dataclass(frozen=True, repr=False)
class Posterior(Result[ClassBelief]):
    """The distribution of each sensitive attribute in each class, the surest classes first.

    `key_types` are the types of the quasi-identifiers, as DuckDB names them, empty where they are
    unknown. `of_people` says whether people are counted, who may have several records.
    """

    beliefs: tuple[ClassBelief, ...]
    key_types: Mapping[str, str] = field(default_factory=dict, compare=False)
    of_people: bool = field(default=False, compare=False)

    @property
    def rows(self) -> tuple[ClassBelief, ...]:
        """The values of the attributes, class by class."""
        return self.beliefs

    def __getitem__(self, place: int) -> ClassBelief:
        return self.beliefs[place]


def baseline(
    spec: Spec, *, show_values: bool = False, limit: int | None = None, progress: Progress | None = None
) -> Baseline:
    """Return the distribution of each sensitive attribute, the most frequent value first.

    With `individual` people are counted, each once for each value that they have. `limit` keeps
    the first values of each attribute; they are named only with `show_values`.
    Raises SpecError, QueryError.
    """
    plan = _plan(spec, show_values=show_values, limit=limit)
    with _asked("baseline", spec, plan, progress) as (engine, sql, name, _):
        beliefs = tuple(fetch_rows(engine, sql, name, Belief, "baseline"))
        return Baseline(beliefs, spec.individual is not None)


def posterior(
    spec: Spec, *, show_values: bool = False, limit: int | None = None, progress: Progress | None = None
) -> Posterior:
    """Return the distribution of each sensitive attribute in each class, beside the baseline.

    The classes with the surest guess come first. Without `show_values` there is only the most
    frequent value of each class, and neither is named. `limit` keeps the first classes of each
    attribute. Raises SpecError, QueryError.
    Source: Brickell and Shmatikov 2008, A_san.
    """
    plan = _plan(spec, show_values=show_values, limit=limit)
    with _asked("posterior", spec, plan, progress) as (engine, sql, name, key_types):
        beliefs = tuple(fetch_rows(engine, sql, name, ClassBelief, "posterior"))
        return Posterior(beliefs, key_types, spec.individual is not None)


def kept_beliefs(
    beliefs: Beliefs, spec: Spec, store: Store, *, show_values: bool, limit: int | None, progress: Progress
) -> Kept:
    """Return the baseline or the posterior as rows that are kept in a store."""
    plan = _plan(spec, show_values=show_values, limit=limit)
    with _asked(beliefs, spec, plan, progress) as (engine, sql, name, _):
        return keep_rows(store, engine, sql, name, kinds_of(Belief if beliefs == "baseline" else ClassBelief), beliefs)


class _Asked(NamedTuple):
    """A statement to run in an engine, the name of its relation, and the types of its keys."""

    engine: Engine
    sql: str
    name: str
    key_types: Mapping[str, str]


@contextmanager
def _asked(beliefs: Beliefs, spec: Spec, plan: Plan, progress: Progress | None) -> Iterator[_Asked]:
    """Give the statement of a spec's beliefs, with what it runs in."""
    with opened_records(spec, progress) as (engine, name, from_sql):
        columns = describe(engine, from_sql, name)
        check_columns(plan, columns, name)
        sql = render(beliefs, plan_entries(plan, from_sql), dialect=engine.dialect)
        yield _Asked(engine, sql, name, plan.key_types(columns))


def baseline_sql(spec: Spec, *, dialect: str | None = None, show_values: bool = False, limit: int | None = None) -> str:
    """Return the statement that `baseline` runs, in a dialect."""
    return _printed("baseline", spec, dialect, _plan(spec, show_values=show_values, limit=limit))


def posterior_sql(
    spec: Spec, *, dialect: str | None = None, show_values: bool = False, limit: int | None = None
) -> str:
    """Return the statement that `posterior` runs, in a dialect."""
    return _printed("posterior", spec, dialect, _plan(spec, show_values=show_values, limit=limit))


def _printed(beliefs: Beliefs, spec: Spec, dialect: str | None, plan: Plan) -> str:
    """Return the statement of a spec's beliefs, in a dialect."""
    printed, from_sql, _ = unopened(spec, dialect)
    plan = with_spelling(plan, printed, exact=spec.exact_names)
    where = " in each class" if beliefs == "posterior" else ""
    about = comment(
        f"sqlmetrics {__version__}: how {', '.join(spec.sensitive)} of {spec.name} are distributed{where}",
        *fold_notes(plan, spec.name, printed),
    )
    return about + render(beliefs, plan_entries(plan, from_sql), dialect=printed) + "\n"


def _plan(spec: Spec, *, show_values: bool, limit: int | None) -> Plan:
    """Return the plan of a spec that names a sensitive attribute."""
    if not spec.sensitive:
        raise SpecError("name at least one sensitive attribute in `sensitive`")
    return build_plan(spec, show_values=show_values, limit=limit)
