"""Several tables of the same people: other words beside them, and each table by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.grid import neighbouring
from sqlmetrics.spec.place import MAIN, PERSON, POINT

if TYPE_CHECKING:
    from sqlmetrics.spec.spec import Spec


def check_tables(spec: Spec) -> None:
    """Raise SpecError where other words of a spec say what its tables say."""
    if not spec.tables:
        return
    main = spec.tables[MAIN]
    for word in ("relation", "query", "counts"):
        if getattr(spec, word):
            raise SpecError(f"`tables` stand in place of a `{word}`; give one of them")
    if spec.quasi_identifiers != POINT:
        raise SpecError(f"what is known are the `columns` of `tables`: name {spec.quasi_identifiers[0]} there")
    if spec.individual != PERSON:
        raise SpecError(f"the `key` of {MAIN} tells people apart: leave `individual` out")
    if spec.where is not None:
        raise SpecError("`where` picks records of one relation: pick the rows of each of `tables` in a view of it")
    if len(spec.tables) < 2 and not main.columns:
        raise SpecError(f"`tables` have no point of a person: name `columns` of {MAIN}, or a second table")
    for name, table in spec.tables.items():
        for column in neighbouring(table.partitions):
            raise SpecError(
                f"`neighbours` of '{column}' in {name}: rows of `tables` are counted as they are; leave it out, or name"
                f" the table as the `relation`"
            )
    own = [*main.key, *main.columns]
    for column in spec.sensitive:
        if column in {PERSON, *POINT}:
            raise SpecError(f"a point has a column '{column}' of its own: rename the one of {MAIN} in a view")
        if column in own:
            raise SpecError(f"'{column}' of {MAIN} is known, so that nothing is learnt of it: leave it out of one")


def tables_alone(spec: Spec) -> dict[str, Spec]:
    """Return the spec of each table with points by itself, beside the people of the main one."""
    return {name: _of_tables(spec, [name]) for name in _pointed(spec)}


def tables_without(spec: Spec) -> dict[str, Spec]:
    """Return the spec of all other tables together for each table with points."""
    pointed = _pointed(spec)
    others = {name: [other for other in pointed if other != name] for name in pointed}
    return {name: _of_tables(spec, own) for name, own in others.items() if own}


def _pointed(spec: Spec) -> list[str]:
    """Return the names of the tables with points."""
    return [name for name, table in spec.tables.items() if name != MAIN or table.columns]


def _of_tables(spec: Spec, names: Sequence[str]) -> Spec:
    """Return the spec of some tables, beside the people of the main one."""
    main = spec.tables[MAIN]
    people = main if MAIN in names else main.model_copy(update={"columns": [], "partitions": {}})
    others = {name: table for name, table in spec.tables.items() if name in names}
    return spec.model_copy(update={"tables": {MAIN: people, **others}})
