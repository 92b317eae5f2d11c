"""A full-domain recoder in the database, shared by the tests and scripts/adult_attacks.

It chooses one level of each key's hierarchy for all records, and suppresses what stays unsafe.
DuckDB does the work: the records are counted once by their raw keys, one statement judges every
node of the lattice of levels on these counts, and another writes the release of the chosen node.

The chosen node has the least loss among those that suppress at most a share of the records. The
loss is that of a cell on average: its level over the hierarchy's height, or 1 where it is
suppressed. Ties go to the lower sum of levels, then to the lower level of the first key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import duckdb

from sqlmetrics.spec.hierarchies import read_tree
from sqlmetrics.statement.render import render

MARK = "*"
"""What stands for a suppressed key."""


class Node(NamedTuple):
    """A node of the lattice: the level of each key, its suppressed records, and its loss."""

    levels: tuple[int, ...]
    suppressed: int
    loss: float


def quoted(name: str) -> str:
    """Return an identifier of DuckDB."""
    return render("quoted", name)


def literal(text: str) -> str:
    """Return a text of DuckDB."""
    return render("literal", text)


def load(connection: duckdb.DuckDBPyConnection, hierarchies: Mapping[str, Path]) -> list[int]:
    """Create a table `recoding_N` (value, a column per level) for each key; return the heights."""
    heights = []
    for place, path in enumerate(hierarchies.values(), 1):
        rows = read_tree(path)
        columns = ", ".join(f"level_{level} varchar" for level in range(len(rows[0])))
        connection.execute(f"create or replace temp table recoding_{place} ({columns})").fetchall()
        connection.executemany(
            f"insert into recoding_{place} values ({', '.join('?' * len(rows[0]))})", [list(row) for row in rows]
        )
        heights.append(len(rows[0]) - 1)
    return heights


def lattice(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    hierarchies: Mapping[str, Path],
    *,
    k: int,
    diverse: tuple[str, int] | None = None,
) -> list[Node]:
    """Return every node of the lattice of a relation (a FROM clause's text), the least loss first.

    A class is kept where it has k records and, with `diverse` = (column, l), l distinct values of
    the column; else it is suppressed.
    """
    heights = load(connection, hierarchies)
    keys = list(hierarchies)
    nodes = list(product(*(range(height + 1) for height in heights)))
    rows = ", ".join(f"({', '.join(map(str, (number, *node)))})" for number, node in enumerate(nodes))
    levels = ", ".join(f"level_of_{place}" for place in range(1, len(keys) + 1))
    raw = ", ".join(f"source.{quoted(key)} as raw_{place}" for place, key in enumerate(keys, 1))
    raws = ", ".join(f"raw_{place}" for place in range(1, len(keys) + 1))
    value = "''" if diverse is None else f"source.{quoted(diverse[0])}"
    general = ", ".join(
        f"case level_of_{place} "
        + " ".join(f"when {level} then recoding_{place}.level_{level}" for level in range(height + 1))
        + f" end as key_{place}"
        for place, height in enumerate(heights, 1)
    )
    joins = " ".join(
        f"join recoding_{place} on recoding_{place}.level_0 = raw_{place}" for place in range(1, len(keys) + 1)
    )
    columns = ", ".join(f"key_{place}" for place in range(1, len(keys) + 1))
    mean = " + ".join(f"level_of_{place} / {height}" for place, height in enumerate(heights, 1))
    l = 1 if diverse is None else diverse[1]  # noqa: E741 - the model's name for it
    judged = connection.execute(
        f"""
        with
        counts as (
            select {raws}, value, count(*) as n
            from (select {raw}, {value} as value from {relation} source)
            group by {raws}, value
        ),
        nodes(node, {levels}) as (values {rows}),
        cells as (
            select node, {columns}, value, sum(n) as n
            from (select node, {general}, value, n from counts cross join nodes {joins})
            group by node, {columns}, value
        ),
        classes as (select node, sum(n) as n, count(*) as distinct_values from cells group by node, {columns}),
        judged as (
            select node, sum(n) as records,
                sum(case when n < {k} or distinct_values < {l} then n else 0 end) as suppressed
            from classes
            group by node
        )
        select
            {levels}, suppressed,
            (suppressed + (records - suppressed) * (({mean}) / {len(keys)})) / records as loss, records
        from judged join nodes using (node)
        order by round(loss, 12), {" + ".join(levels.split(", "))}, {levels}
        """
    ).fetchall()
    total = connection.execute(f"select count(*) from {relation} source").fetchall()[0][0]
    if judged and judged[0][-1] != total:
        raise ValueError(f"{total - judged[0][-1]} records have a key that its hierarchy does not hold")
    return [Node(tuple(row[: len(keys)]), int(row[-3]), float(row[-2])) for row in judged]


def choose(nodes: Sequence[Node], records: int, limit: float) -> Node:
    """Return the node of least loss of those that suppress at most this share of the records."""
    return next(node for node in nodes if node.suppressed <= limit * records)


def write_release(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    hierarchies: Mapping[str, Path],
    node: Node,
    table: str,
    *,
    kept: Sequence[str],
    k: int,
    diverse: tuple[str, int] | None = None,
) -> None:
    """Create the table of a node's release.

    It has the recoded keys, or the mark in all of them, and the other columns as they are.
    """
    load(connection, hierarchies)
    recoded = ", ".join(
        f"recoding_{place}.level_{level} as {quoted(key)}"
        for place, (key, level) in enumerate(zip(hierarchies, node.levels, strict=True), 1)
    )
    joins = " ".join(
        f"join recoding_{place} on recoding_{place}.level_0 = source.{quoted(key)}"
        for place, key in enumerate(hierarchies, 1)
    )
    others = ", ".join(f"source.{quoted(column)}" for column in kept)
    keys = ", ".join(quoted(key) for key in hierarchies)
    unsafe = [f"count(*) over (partition by {keys}) < {k}"]
    if diverse is not None:
        unsafe.append(f"count(distinct {quoted(diverse[0])}) over (partition by {keys}) < {diverse[1]}")
    released = ", ".join(
        f"case when unsafe then {literal(MARK)} else {quoted(key)} end as {quoted(key)}" for key in hierarchies
    )
    own = ", ".join(quoted(column) for column in kept)
    connection.execute(
        f"""
        create or replace table {quoted(table)} as
        with recoded as (select {recoded}, {others} from {relation} source {joins}),
        judged as (select {keys}, {own}, {" or ".join(unsafe)} as unsafe from recoded)
        select {released}, {own} from judged order by {quoted(kept[0])}
        """
    ).fetchall()
