"""The columns of a relation by their roles, and what those without a role look like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmetrics.columns.look import Look
from sqlmetrics.columns.looks import look
from sqlmetrics.engine.engine import end_transaction
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import QueryError
from sqlmetrics.spec.spec import Spec

ROLES = ("identifiers", "by", "quasi_identifiers", "sensitive", "ignored", "compared", "not_looked_at")
"""The roles of the columns of a relation, and what those without a role are called."""

ONLY_WHERE_HELD = ("by", "compared")
"""The roles that JSON has only where a column has them."""

MEASURED_ONLY = "counts and rows of scores hold only the columns that were measured"
"""The reason why the columns of a relation are unknown."""


@dataclass(frozen=True)
class ColumnsByRole:
    """The columns of a relation by role, in its order; each column is listed once.

    `individual` tells people apart, `weight` holds survey weights, and `household` tells households
    apart, where the spec names them. `by` are the columns of slices. By the `compared` ones alone
    another file is compared, of people or of generated texts; `not_looked_at` are in no figure.
    `reasons` are the spec's reasons for identifiers that may stay and for ignored columns.
    `looks_like` has the kind of each column of the last two roles that looks like an identifier; it
    is None where no such column was sampled. `forgotten` surely look like identifiers. No field
    holds a value of the data.
    """

    identifiers: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    quasi_identifiers: tuple[str, ...] = ()
    sensitive: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    not_looked_at: tuple[str, ...] = ()
    individual: str | None = None
    weight: str | None = None
    household: str | None = None
    reasons: Mapping[str, str] = field(default_factory=dict)
    looks_like: Mapping[str, str] | None = None
    forgotten: tuple[str, ...] = ()

    @property
    def unexplained(self) -> tuple[str, ...]:
        """The identifiers in the relation that stay without a reason in the spec."""
        return tuple(column for column in self.identifiers if column not in self.reasons)

    @property
    def number(self) -> int:
        """The number of columns."""
        single = {self.individual, self.weight, self.household} - {None}
        return len(single.union(*self.to_dict().values()))

    def to_dict(self) -> dict[str, Any]:
        """Return the columns by role, as in the JSON of scores, without empty spare roles."""
        return {role: list(held) for role in ROLES if (held := getattr(self, role)) or role not in ONLY_WHERE_HELD}


def columns_document(columns: ColumnsByRole | None) -> dict[str, Any]:
    """Return the entries of JSON on columns: their roles, and what those without one look like."""
    if columns is None:
        return {"columns": None, "columns_reason": MEASURED_ONLY}
    seen = columns.looks_like
    return {"columns": columns.to_dict(), "looks_like": None if seen is None else dict(seen)}


def columns_by_role(source: Source, spec: Spec, columns: Sequence[tuple[str, str]]) -> ColumnsByRole:
    """Return the columns of a relation, given with their types, by the roles that a spec gives.

    Where the spec lets it, a sample of the columns of the last two roles is looked at.
    """
    names = [name for name, _ in columns]
    own = {role: tuple(name for name in names if name in getattr(spec, role)) for role in ROLES[:-2]}
    taken = {*spec.by, spec.individual, spec.weight, spec.household, *(name for held in own.values() for name in held)}
    rest = [column for column in columns if column[0] not in taken]
    seen = _seen(source, rest) if spec.look else None
    return ColumnsByRole(
        **own,
        compared=tuple(name for name, _ in rest if name in spec.compared),
        not_looked_at=tuple(name for name, _ in rest if name not in spec.compared),
        individual=spec.individual,
        weight=spec.weight,
        household=spec.household,
        reasons={name: why for name, why in (spec.identifiers | spec.ignored).items() if why},
        looks_like=None if seen is None else {one.name: str(one.kind) for one in seen},
        forgotten=tuple(one.name for one in seen or () if one.confidence == "high"),
    )


def _seen(source: Source, columns: Sequence[tuple[str, str]]) -> list[Look] | None:
    """Return the columns that look like identifiers, None where no column can be read.

    A column that the engine cannot sample never stops the scores of the others.
    """
    if not columns:
        return []
    engine = source.engine
    with engine.progress.step("look", source.name):
        try:
            found = look(source, columns)
        except QueryError:
            end_transaction(engine)
            engine.time_left(source.name)
            return None
    return [one for one in found if one.kind is not None and one.points_at_people]
