"""The baseline of the adversary's knowledge: how each sensitive attribute is distributed where nothing ties it to the keys."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Unpack

from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.files import csv_text
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import located, opened
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.call import Asked, asked_spec
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan, check_columns
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__


class Belief(NamedTuple):
    """One value of a sensitive attribute, how many hold it, and their share; the value is None where it is NULL or not shown."""

    target: str
    partition: str | None
    value: str | None
    records: int
    share: float


def baseline(
    relation: Any,
    quasi_identifiers: Sequence[str] | str,
    sensitive: Sequence[str] | str,
    *,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
    limit: int | None = None,
    **asked: Unpack[Asked],
) -> list[Belief]:
    """Return the distribution of each sensitive attribute in the whole table, the most frequent value first.

    With `individual` people are counted as in `score`: each once per keys and value. `limit` keeps the first of each; the
    other words are those of `score`. Raises SpecError, QueryError.
    """
    spec = asked_spec(quasi_identifiers, sensitive, asked)
    return find_baseline(relation, spec, connection=connection, database=database, url=url, show_values=True, limit=limit)


def find_baseline(
    relation: Any,
    spec: Spec,
    *,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
    show_values: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
) -> list[Belief]:
    """Return the baseline of a spec; see `baseline`. Values are named only with `show_values`."""
    plan = _plan(spec, show_values=show_values, limit=limit)
    with opened(relation, connection, database, url, spec.limits, progress) as (engine, name, from_sql):
        check_columns(plan, describe(engine, from_sql, name), name)
        return fetch_rows(engine, render("baseline", plan.entries(from_sql), dialect=engine.dialect), name, Belief, "baseline")


def baseline_sql(spec: Spec, *, dialect: str | None = None, show_values: bool = False, limit: int | None = None) -> str:
    """Return the statement that `find_baseline` runs, in a dialect."""
    plan = _plan(spec, show_values=show_values, limit=limit)
    printed, from_sql, _ = located(str(spec.relation), spec, dialect)
    about = comment(f"sqlmetrics {__version__}: how {', '.join(spec.sensitive)} of {spec.relation} are distributed")
    return about + render("baseline", plan.entries(from_sql), dialect=printed) + "\n"


def _plan(spec: Spec, *, show_values: bool, limit: int | None) -> Plan:
    """Return the plan of a spec that names a sensitive attribute."""
    if not spec.sensitive:
        raise SpecError("name at least one sensitive attribute: -s COLUMN, or sensitive in the spec")
    return build_plan(spec, show_values=show_values, limit=limit)


def baseline_json(beliefs: Sequence[Belief]) -> str:
    """Return the baseline as a JSON list of objects."""
    return json.dumps([belief._asdict() for belief in beliefs], indent=2, ensure_ascii=False) + "\n"


def baseline_csv(beliefs: Sequence[Belief]) -> str:
    """Return the baseline as CSV with a header; NULL is empty."""
    return csv_text(Belief._fields, beliefs)
