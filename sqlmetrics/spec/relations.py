"""Relations that are more than a path, a name or a frame: queries, and records that are picked."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple


class Query(NamedTuple):
    """A query of the user that is measured as a relation; its paths are relative to `folder`."""

    text: str
    folder: Path = Path()


class Filtered(NamedTuple):
    """The records of a relation that an SQL expression holds for."""

    relation: Any
    where: str


def bare(relation: Any) -> Any:
    """Return a relation with all its records."""
    return relation.relation if isinstance(relation, Filtered) else relation


def filtered(relation: Any, where: str | None) -> Any:
    """Return a relation with the records alone that a condition holds for, if there is one."""
    return relation if where is None else Filtered(relation, where)


def name_of(relation: Any) -> str:
    """Return what a relation is called before it is opened; a frame is named by its library.

    A query is its own name, on one line, and a condition on records is part of the name.
    """
    if isinstance(relation, Filtered):
        return filtered_name(name_of(relation.relation), relation.where)
    if isinstance(relation, Query):
        return f"({' '.join(relation.text.split())})"
    if isinstance(relation, str | Path):
        return str(relation)
    package = type(relation).__module__.partition(".")[0].lstrip("_")
    return f"{package} {'relation' if type(relation).__name__.endswith('Relation') else 'frame'}"


def renamed(name: str, relation: Any) -> str:
    """Return a user's name for a relation, with the condition on its records if there is one."""
    return filtered_name(name, relation.where) if isinstance(relation, Filtered) else name


def filtered_name(name: str, where: str | None) -> str:
    """Return the name of a relation, with the condition on its records where there is one."""
    return name if where is None else f"{name} where {where.strip()}"
