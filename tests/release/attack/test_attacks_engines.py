"""The five attacks in one statement on every engine, which reads each relation once.

Values are DuckDB's, with NULLs, quotes, dates and floats.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from engines import Database
from sqlmetrics.engine.comparison import Sides
from sqlmetrics.errors import DialectError
from sqlmetrics.release.attack.discrimination import DiscriminationQuestion
from sqlmetrics.spec.call import call_spec
from sqlmetrics.statement.render import render
from statements import EXPLAIN, alike

CUTS = {"cuts": [1], "labels": ["low", "it's high"]}
MODEL = {"domains": {"o'k": ["flu", "Flu"]}, "unmapped": "rest"}

ATTACKS: dict[str, dict[str, Any]] = {
    "a record id, and suppressed records": {
        "quasi_identifiers": ["k"],
        "sensitive": ["x"],
        "record_id": "id",
        "partitions": {"x": MODEL},
        "suppressed": "*",
    },
    "recoded keys and strangers": {
        "quasi_identifiers": ["f"],
        "sensitive": ["x"],
        "external": "people",
        "partitions": {"f": CUTS, "x": MODEL},
    },
    "recoded keys and strangers, per class": {
        "quasi_identifiers": ["born", "f"],
        "external": "people",
        "partitions": {"f": CUTS},
        "level": "class",
    },
    "people": {
        "quasi_identifiers": ["f"],
        "sensitive": ["x"],
        "individual": "born",
        "external": "people",
        "partitions": {"f": CUTS, "x": MODEL},
    },
    "people with a record id, per class": {
        "quasi_identifiers": ["k"],
        "sensitive": ["x"],
        "individual": "born",
        "record_id": "id",
        "external": "people",
        "suppressed": "*",
        "level": "class",
    },
    "what a release says of real records": {
        "quasi_identifiers": ["k", "f"],
        "sensitive": ["x", "zip"],
        "individual": "born",
        "partitions": {"f": CUTS},
        "suppressed": "*",
        "everything": True,
    },
}


def statement(name: str, database: Database) -> str:
    """Return the statement of the attacks of a name, in the database's dialect."""
    options = dict(ATTACKS[name])
    rest = {word: options.pop(word, None) for word in ("record_id", "external", "everything")}
    spec = call_spec(None, options.pop("quasi_identifiers"), options.pop("sensitive", ()), options | {"database": "d"})
    return DiscriminationQuestion(
        Sides(database.written("people"), [database.written("released")], spec.place),
        spec,
        show_values=True,
        record_id=rest["record_id"],
        external=None if rest["external"] is None else database.written("people"),
        everything=bool(rest["everything"]),
    ).printed(database.dialect)


def records(database: Database, name: str) -> dict[tuple[str, ...], Any]:
    """Return records, value and reason of each score, by the texts that identify it."""
    rows = [alike(row) for row in database.rows(statement(name, database))]
    scores = {tuple(str(part) for part in (*row[:7], *row[10:13], row[14])): (row[7], row[8], row[9]) for row in rows}
    assert len(scores) == len(rows) > 0
    return scores


@pytest.mark.sampled(2)
@pytest.mark.engines("nested")
@pytest.mark.parametrize("name", ATTACKS)
def test_every_engine_gives_the_same_attacks(engine: Database, truth: Database, name: str) -> None:
    """Records, values to 1e-9, and reasons agree with DuckDB's."""
    scores, expected = records(engine, name), records(truth, name)
    assert scores.keys() == expected.keys()
    for key, (count, value, reason) in expected.items():
        assert (scores[key][0], scores[key][2]) == (count, reason), key
        assert (scores[key][1] is None) is (value is None), key
        assert value is None or math.isclose(scores[key][1], value, rel_tol=1e-9, abs_tol=1e-12), (
            key,
            scores[key][1],
            value,
        )


@pytest.mark.engines("nested")
def test_every_engine_gives_the_same_epsilon(engine: Database, truth: Database) -> None:
    """The epsilon of released values, NULL among them, agrees with DuckDB's, and is not 0."""

    def epsilon(database: Database) -> tuple[float, float]:
        values = "case when p > 5 then 'a' else 'b' end as original_1, case when y > 10 then 'c' end as released_1"
        own = f"(select {values}, 1 as linked, 1 as records from {database.relation('t')} t0)"
        texts = {"kind": "channel", "known": "k", "target": "k", "empty": "nobody"}
        view = texts | {"known_number": 1, "places": [1], "own": own, "shown": False, "number": 1}
        (row,) = database.rows(render("attack_channel", {}, view, dialect=database.facts))
        return float(row[8]), float(row[10])

    assert epsilon(engine) == pytest.approx(epsilon(truth), rel=1e-9)
    assert epsilon(truth)[1] > 0


@pytest.mark.engines("plan")
@pytest.mark.parametrize("name", ATTACKS)
def test_each_relation_is_read_once(engine: Database, name: str) -> None:
    """SQLite and PostgreSQL scan the release, the original and the external table once."""
    explain, reading = EXPLAIN[engine.dialect]
    plan = engine.rows(explain + statement(name, engine))
    assert len([row for row in plan if re.search(reading, str(row[-1]))]) == (3 if "external" in ATTACKS[name] else 2)


@pytest.mark.engines("connection", "quick")
def test_attacks_run_in_the_database_of_their_connection(engine: Database, truth: Database) -> None:
    """The function runs in its connection's dialect, and gives DuckDB's scores and notes."""

    def attacked(database: Database) -> sqlmetrics.ReleaseScores:
        return sqlmetrics.attacks(
            database.written("people"),
            database.written("released"),
            **ATTACKS["a record id, and suppressed records"],
            connection=database.connection,
        )

    there, here = attacked(engine), attacked(truth)
    assert there.dialect == engine.dialect
    assert [note.partition(": ")[2] for note in there.notes] == [note.partition(": ")[2] for note in here.notes]
    for one, other in zip(there.scores, here.scores, strict=True):
        assert one._replace(value=None, release="") == other._replace(value=None, release="")
        assert one.value == (None if other.value is None else pytest.approx(other.value, rel=1e-9, abs=1e-12))


def test_sql_server_is_refused(tmp_path: Path) -> None:
    """The message says where a query takes no with clause."""
    with pytest.raises(DialectError, match="no `with` inside a query"):
        sqlmetrics.attacks_sql("o", str(tmp_path / "r.csv"), "k", dialect="sqlserver")
