"""The slides' experiments on Adult: releases are made in the database and attacked.

Source: Sondeck 2017. Shared by a test and scripts/adult_attacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import duckdb

import sqlmetrics
from full_domain import MARK, Node, choose, lattice, write_release

KEYS = ("marital-status", "native-country", "race", "workclass")
SENSITIVE = "occupation"
DIVERSITY = 8
LIMIT = 0.02
"""At most this share of the records is suppressed."""

RELEASES: dict[str, tuple[int, tuple[str, int] | None]] = {
    "10-anonymous": (10, None),
    "15-anonymous": (15, None),
    "10-anonymous, 8-diverse": (10, (SENSITIVE, DIVERSITY)),
}
"""The releases: k, and how many distinct occupations a class must have."""

ORIGINAL = "original"


@dataclass(frozen=True)
class Experiments:
    """A release and the values of attacks on it: for the table, and by value of marital status."""

    records: int
    nodes: dict[str, Node]
    table: sqlmetrics.ReleaseScores
    by_status: sqlmetrics.ReleaseScores


def experiments(adult: Path) -> Experiments:
    """Make the releases from the folder of the Adult data, and attack them."""
    hierarchies = {key: adult / "hierarchies" / f"{key}.csv" for key in KEYS}
    with duckdb.connect() as connection:
        path = str(adult / "adult.csv").replace("'", "''")
        connection.execute(
            f"create table {ORIGINAL} as select row_number() over () as id, * from read_csv('{path}', delim = ';')"
        ).fetchall()
        records = connection.execute(f"select count(*) from {ORIGINAL}").fetchall()[0][0]
        nodes = {}
        for name, (k, diverse) in RELEASES.items():
            nodes[name] = choose(lattice(connection, ORIGINAL, hierarchies, k=k, diverse=diverse), records, LIMIT)
            write_release(
                connection, ORIGINAL, hierarchies, nodes[name], name, kept=["id", SENSITIVE], k=k, diverse=diverse
            )
        tables = [ORIGINAL, *(f'"{name}"' for name in RELEASES)]
        table = sqlmetrics.attacks(
            ORIGINAL, tables, KEYS, SENSITIVE, record_id="id", suppressed=MARK, connection=connection
        )
        by_status = sqlmetrics.attacks(
            ORIGINAL,
            tables,
            "marital-status",
            SENSITIVE,
            record_id="id",
            suppressed=MARK,
            level="class",
            connection=connection,
        )
    return Experiments(int(records), nodes, table, by_status)
