"""Which kinds of values columns have: texts, numbers, dates or truth values."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from sqlmetrics.claim_checks import Truth
from sqlmetrics.claim_values import CLAIMED_KINDS, is_null
from sqlmetrics.comparison import Compared, kind
from sqlmetrics.engine import Engine, fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.partition import Partition
from sqlmetrics.plan import is_numeric
from sqlmetrics.render import render


def kinds_of(judge: Truth, names: Sequence[str]) -> list[str]:
    """Return the kinds of columns as claims call them."""
    return [CLAIMED_KINDS[each] for each in kinds(judge.engine, judge.relation, names)]


def kinds(engine: Engine, relation: Compared, names: Sequence[str]) -> list[str]:
    """Return the kinds of columns: by their types, or where an engine does not tell these, by some of their values."""
    types = [kind(relation.type_of(name)) for name in names]
    if all(each is not None for each in types):
        return [str(each) for each in types]
    quoted = ", ".join(render("quoted", name, dialect=engine.dialect) for name in names)
    limit = "" if engine.dialect in {"sqlserver", "oracle"} else render("row_limit", 1000, dialect=engine.dialect)
    rows = fetch(engine, f"select {quoted} from {relation.from_sql} source {limit}", relation.name)  # noqa: S608 - quoted
    return [_kind_of_values([row[place] for row in rows]) for place in range(len(names))]


def _kind_of_values(values: Sequence[Any]) -> str:
    held = [value for value in values if not is_null(value)]
    if held and all(isinstance(value, bool) for value in held):
        return "truth value"
    if held and all(isinstance(value, int | float | Decimal) for value in held):
        return "number"
    return "date" if held and all(isinstance(value, date) for value in held) else "text"


def check_intervals(relation: Compared, column: str, partition: Partition) -> None:
    """Raise SpecError where a partition cuts a column that is no number."""
    of_type = relation.type_of(column)
    if partition.intervals and of_type and not is_numeric(of_type):
        raise SpecError(
            f"partition of '{column}': intervals need a column of numbers, and '{column}' of {relation.name} is {of_type};"
            " map its values instead, or cast it in a view"
        )
