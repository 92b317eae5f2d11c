"""An entry of a history; as a program, this adds runs of forty entries and prints each.

It imports little, so that tests can start many of these processes.
"""

from __future__ import annotations

import sys

from sqlmetrics.gate.history.history import append, read_history
from sqlmetrics.gate.history.rows import VERSION, HistoryEntry
from sqlmetrics.spec.place import History


def unnumbered(history: History) -> list[HistoryEntry]:
    """Return the entries of a history without the numbers by which runs were added."""
    return [one._replace(added=None) for one in read_history(history)]


def entry(run_id: str = "a", place: int = 1, value: float | None = 0.5, **facts: object) -> HistoryEntry:
    """Return an entry with some facts changed."""
    words = {
        "history_version": VERSION,
        "run_id": run_id,
        "job": "release",
        "place": place,
        "recorded_at": "2026-01-01T00:00:00.000000Z",
        "status": "passed",
        "relation": "d'ü.csv",
        "relation_records": 9,
        "individuals": None,
        "fingerprint": "files:1",
        "nulls": "category",
        "recodings": "{}",
        "seconds": 0.25,
        "statement_hash": "0",
        "dialect": "duckdb",
        "versions": "sqlmetrics 0",
        "metric": "itpr",
        "target": f"t{place}",
        "quasi_identifiers": 'age,"a,b"',
        "partition": None,
        "level": "table",
        "records": 9,
        "value": value,
        "reason": None,
        "unit": "share",
        "direction": "higher is riskier",
        "parameters": None,
        "verdicts": "[]",
    }
    return HistoryEntry(**(words | facts))  # type: ignore[arg-type]


def main(place: str, name: str, times: str, table: str) -> None:
    """Add so many runs to the table of a history, each with its number after the name."""
    for number in range(int(times)):
        run = f"{name}-{number}"
        append(History(place, table), [entry(run, score) for score in range(1, 41)])
        print(run, flush=True)  # noqa: T201 - what the test reads


if __name__ == "__main__":
    main(*sys.argv[1:])
