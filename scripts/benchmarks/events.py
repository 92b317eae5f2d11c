"""Known points of people beside DuckDB's bare group-by of person and point."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, in_turns, parquet, peak, quoted

EVENTS, PEOPLE, POINTS = 10_000_000, 1_000_000, 6

TABLE = """
        select
            person, place, 'town ' || place % 20 as town, day, day * 24 + part as hour, disease
        from (
            select
                person, 'disease ' || hash(person * 7 + 1) % 10 as disease,
                cast(floor(20 * pow(500, hash(person * 1000 + i + 7) % 1000003 / 1000003.0)) as integer) as place,
                cast(hash(person * 1000 + i + 11) % 30 as integer) as day,
                cast(hash(person * 1000 + i + 13) % 24 as integer) as part
            from (
                select
                    person,
                    unnest(range(cast(
                        1 + floor(-9.5 * ln((hash(person * 3 + 1) % 1000003 + 1) / 1000004.0)) as integer
                    ))) as i
                from range({people}) t(person)
            ) numbered
        ) events"""
"""The table: 1 to 132 events of a person; places of few or of 73,000 people; 30 days."""

KINDS = {
    "place, hour": ["place", "hour"],
    "place, day": ["place", "day"],
    "place": ["place"],
    "town, day": ["town", "day"],
    "day": ["day"],
}
"""The points, by rising numbers of people who share one: a third of all people share a day."""

WANTED, OF_MANY = 6.0, 35.0
"""The limits of the ratio for 1,000 and for 10,000 people who are looked for."""

Case = tuple[str, dict[str, Any], float]
"""The points, the words of the score, and the limit of the ratio."""

MORE: dict[str, Case] = {
    "10,000 people": ("town, day", {"known": POINTS, "targets": 10_000}, OF_MANY),
    "and a secret": ("place", {"known": POINTS, "sensitive": "disease", "metrics": "discrimination_rate"}, WANTED),
    "events": ("place, hour", {"known": {"events": POINTS}}, WANTED),
    "all": ("place, hour", {"known": "all"}, WANTED),
}
"""Further cases."""

BARE = "the group-by of person and point"

MEASURED = f"place: {POINTS} points"
"""The case whose memory is measured."""

PEAK = 1000 + 250
"""The most memory in MB: the limit of DuckDB's, and what stands beside it."""


def events(folder: Path) -> Iterator[Figure]:
    """Yield the score of each kind of point, and of more people, secrets, events and traces."""
    import duckdb

    import sqlmetrics

    cases: dict[str, Case] = {f"{kind}: {POINTS} points": (kind, {"known": POINTS}, WANTED) for kind in KINDS}
    cases |= {f"{kind}: {name}": (kind, words, wanted) for name, (kind, words, wanted) in MORE.items()}
    with parquet(folder, "events", TABLE.format(people=PEOPLE)) as relation, duckdb.connect() as connection:
        memory = peak("events", relation)
        for case, (kind, words, wanted) in cases.items():
            columns = quoted(["person", *KINDS[kind]])
            query = f"select count(*) from (select 1 from '{relation}' group by {columns})"
            least, called = in_turns(
                1,
                lambda: connection.execute(query).fetchall(),  # noqa: B023 - called before the next turn
                lambda: sqlmetrics.score(relation, KINDS[kind], individual="person", look=False, **words),  # noqa: B023
            )
            ((pairs,),) = connection.execute(query).fetchall()
            most, limit = (
                (memory, PEAK) if kind == "place" and wanted == WANTED and "secret" not in case else (None, None)
            )
            yield Figure(f"events by {case}", EVENTS, pairs, BARE, least, called, wanted, False, most, limit)


def once(relation: str) -> None:
    """Score known places within a limit of memory."""
    import sqlmetrics

    words: dict[str, Any] = {"known": POINTS, "look": False, "memory_limit": "1GB"}
    sqlmetrics.score(relation, KINDS["place"], individual="person", **words)
