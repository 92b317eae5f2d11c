"""The word `attackers` of a spec: how an attacker may be written, and told apart from others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

from sqlmetrics.spec.fields import TEXT, Schema


class Knowing(Protocol):
    """An attacker, who knows columns."""

    quasi_identifiers: list[str]


Attacker = TypeVar("Attacker", bound=Knowing)

MOST_ATTACKERS = 20
"""The most attackers of a spec."""

LONGEST = 60
"""The most characters of an attacker's name."""

BOTH = (
    "`attackers` say what each one knows, and `quasi_identifiers` what a single attacker does: leave"
    " `quasi_identifiers` out, or add its columns as one more of the `attackers`"
)
"""The refusal of both words."""


def attacker_form(value: Any) -> Any:
    """Return an attacker whose columns alone are written in words."""
    return value if isinstance(value, Mapping) or not isinstance(value, str | list | tuple) else _columns(value)


def _columns(value: Any) -> dict[str, Any]:
    return {"quasi_identifiers": value}


def attacker_schemas(own: Schema) -> list[Schema]:
    """Return the forms of an attacker: a column, a list of columns, or words."""
    return [own, TEXT, {"type": "array", "items": TEXT, "minItems": 1}]


def apart(attackers: dict[str, Attacker]) -> dict[str, Attacker]:
    """Return attackers who can be told apart, by their names and by what they know.

    Raises ValueError for a name that reports cannot show, for a column that is named twice, and for
    two attackers who know the same columns.
    """
    if len(attackers) > MOST_ATTACKERS:
        raise ValueError(f"there are at most {MOST_ATTACKERS} attackers, and these are {len(attackers)}")
    known: dict[frozenset[str], str] = {}
    for name, attacker in attackers.items():
        if not name.strip() or not name.isprintable() or len(name) > LONGEST:
            raise ValueError(f"the name of an attacker is up to {LONGEST} printable characters, and not {name!r}")
        columns = frozenset(attacker.quasi_identifiers)
        if len(columns) < len(attacker.quasi_identifiers):
            raise ValueError(f"'{name}' names a column twice")
        if columns in known:
            raise ValueError(f"'{known[columns]}' and '{name}' know the same columns; leave one of them out")
        known[columns] = name
    return attackers


def known_columns(attackers: Iterable[Knowing]) -> list[str]:
    """Return the columns that any attacker knows, each once."""
    return list(dict.fromkeys(column for attacker in attackers for column in attacker.quasi_identifiers))
