"""The word `tables` of a spec: a table of people, and others with its key; rows are points."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field

from sqlmetrics.spec.fields import CONFIG, Names, Relation
from sqlmetrics.spec.partitions import PartitionsByColumn
from sqlmetrics.spec.place import MAIN, PERSON, POINT, LinkedRelation, LinkedTable

MOST_TABLES = 20
"""The most tables of a spec."""

LONGEST = 60
"""The most characters of a table's name."""


class TableSpec(BaseModel):
    """One of several tables of the same people: its relation, their key, and what a point is."""

    model_config = CONFIG

    relation: Relation
    key: Annotated[Names, Field(min_length=1)]
    columns: Names = []
    partitions: PartitionsByColumn = {}


def _linked(tables: dict[str, TableSpec]) -> dict[str, TableSpec]:
    """Return tables whose keys can be compared with the key of the main one, which is the first.

    Raises ValueError for tables without it, and for names and columns that cannot be told apart.
    """
    if not tables:
        return tables
    if MAIN not in tables:
        raise ValueError(f"name the table with a row for each person `{MAIN}`, whose key the others have")
    if len(tables) > MOST_TABLES:
        raise ValueError(f"there are at most {MOST_TABLES} tables, and these are {len(tables)}")
    main = tables[MAIN]
    for name, table in tables.items():
        if not name.strip() or not name.isprintable() or len(name) > LONGEST:
            raise ValueError(f"the name of a table is up to {LONGEST} printable characters, and not {name!r}")
        if len(table.key) != len(main.key):
            raise ValueError(
                f"the key of {name} has {len(table.key)} columns and the key of {MAIN} {len(main.key)}: name the"
                " columns of both in the same order"
            )
        for column in table.columns:
            if column in table.key or table.columns.count(column) > 1:
                says = "is its key, which says whose a row is" if column in table.key else "is there twice"
                raise ValueError(f"'{column}' of {name} {says}: leave it out of `columns`")
        for column in table.partitions:
            if column not in table.columns:
                raise ValueError(f"{name} has a partition of '{column}', which is none of its `columns`: name it there")
    return {MAIN: main} | tables


Tables = Annotated[dict[str, TableSpec], AfterValidator(_linked)]
"""Tables of the same people by their names, the main one first."""


def with_points(spec: Any) -> None:
    """Make the points of a spec's tables what is known of its people.

    Quasi-identifiers are columns of the main table, where that names none.
    """
    main = spec.tables[MAIN]
    if spec.quasi_identifiers and not main.columns and spec.quasi_identifiers != POINT:
        spec.tables[MAIN] = main.model_copy(update={"columns": spec.quasi_identifiers})
        spec.quasi_identifiers = []
    spec.quasi_identifiers = spec.quasi_identifiers or POINT
    spec.individual = spec.individual or PERSON


def linked_relation(spec: Any) -> LinkedRelation:
    """Return the relation of all points of a spec's tables.

    Where all points of a person are known, people without one are a class, and have a row.
    """
    tables = [
        LinkedTable(name, tuple(table.key), tuple(table.columns), _table_spec(spec, table, main=name == MAIN))
        for name, table in spec.tables.items()
    ]
    return LinkedRelation(tuple(tables), everybody=spec.known == "all")


def _table_spec(spec: Any, table: TableSpec, *, main: bool) -> Any:
    """Return the spec of a table's own columns; one without columns has its key in their place."""
    words: dict[str, Any] = {
        **dict.fromkeys(("known", "targets", "individual", "suppressed", "where")),
        **{word: {} for word in ("tables", "orders", "hierarchies", "recoded", "identifiers", "ignored", "thresholds")},
        "relation": table.relation,
        "quasi_identifiers": table.columns or table.key,
        "sensitive": spec.sensitive if main else [],
        "partitions": table.partitions,
        "metrics": ["k_anonymity"],
        "nulls": "category",
        "resolution": [],
        "limits": [],
    }
    return spec.model_copy(update=words)
