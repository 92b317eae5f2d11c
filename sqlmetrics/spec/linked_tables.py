"""The word `tables` of a spec: a table of people, and others with its key; rows are points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, BaseModel, Field

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.fields import CONFIG, Names, Relation
from sqlmetrics.spec.partitions import PartitionsByColumn
from sqlmetrics.spec.place import Linked, LinkedTable

if TYPE_CHECKING:
    from sqlmetrics.spec.spec import Spec

MAIN = "main"
"""The table with a row for each person."""

PERSON, TABLE, VALUE = "person", "table", "value"
"""The columns of all points: whose it is, the name of its table, and its values there."""

POINT = [TABLE, VALUE]
"""What a point is."""

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
    """Return tables whose keys can be compared with those of the main one, which is the first.

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


def with_points(spec: Spec) -> None:
    """Make the points of a spec's tables what is known of its people.

    Quasi-identifiers are columns of the main table, where that names none.
    """
    main = spec.tables[MAIN]
    if spec.quasi_identifiers and not main.columns and spec.quasi_identifiers != POINT:
        spec.tables[MAIN] = main.model_copy(update={"columns": spec.quasi_identifiers})
        spec.quasi_identifiers = []
    spec.quasi_identifiers = spec.quasi_identifiers or POINT
    spec.individual = spec.individual or PERSON


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
    own = [*main.key, *main.columns]
    for column in spec.sensitive:
        if column in {PERSON, *POINT}:
            raise SpecError(f"a point has a column '{column}' of its own: rename the one of {MAIN} in a view")
        if column in own:
            raise SpecError(f"'{column}' of {MAIN} is known, so that nothing is learnt of it: leave it out of one")


def tables_alone(spec: Spec) -> dict[str, Spec]:
    """Return the spec of each table with points by itself, beside the people of the main one."""
    main = spec.tables[MAIN]
    people = main.model_copy(update={"columns": [], "partitions": {}})
    alone = {name: {MAIN: people, name: table} for name, table in spec.tables.items() if name != MAIN}
    if main.columns:
        alone = {MAIN: {MAIN: main}, **alone}
    return {name: spec.model_copy(update={"tables": tables}) for name, tables in alone.items()}


def linked_relation(spec: Spec) -> Linked:
    """Return the relation of all points of a spec's tables.

    Where all points of a person are known, people without one are a class, and have a row.
    """
    tables = [
        LinkedTable(name, tuple(table.key), tuple(table.columns), _table_spec(spec, table, main=name == MAIN))
        for name, table in spec.tables.items()
    ]
    columns = {"person": PERSON, "table": TABLE, "value": VALUE}
    return Linked(tuple(tables), columns, everybody=spec.known == "all")


def _table_spec(spec: Spec, table: TableSpec, *, main: bool) -> Spec:
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
