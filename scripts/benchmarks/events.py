"""Known points of people beside DuckDB's bare group-by of person and point."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, environment, in_turns, parquet, peak, quoted

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
    "events": ("place, hour", {"known": {"events": POINTS}}, WANTED),
    "all": ("place, hour", {"known": "all"}, WANTED),
}
"""Further cases."""

SECRET: dict[str, Any] = {"known": POINTS, "sensitive": "disease", "metrics": "discrimination_rate"}
"""The words of the rate of a secret, of each kind but the one like `place, hour`."""

EVERY: dict[str, Any] = {"look": False, "memory_limit": "3GB"}
"""The words of every case."""

BARE = "the group-by of person and point"

MEASURED = f"place: {POINTS} points"
"""The case whose memory is measured."""

PEAK = 1000 + 250
"""The most memory in MB: the limit of DuckDB's, and what stands beside it."""

FEW = 16
"""The people of the comparison with scikit-mobility, whose time grows with their square."""

MOBILITY = ["scikit-mobility==1.3.1", "numpy<2", "scipy<1.14", "shapely<2", "matplotlib<3.9", "pyarrow<15"]
"""What the comparison installs: scikit-mobility, and the versions of others that it works with."""

ATTACK = """
import sys, time
import pandas as pd
import skmob
from skmob.privacy import attacks
frame = pd.read_parquet(sys.argv[1])
frame = pd.DataFrame(
    {"lat": frame["day"] * 1.0, "lng": 0.0, "datetime": pd.Timestamp("2026-01-01"), "uid": frame["person"]}
)
traces = skmob.TrajDataFrame(frame)
start = time.process_time()
risks = attacks.LocationAttack(knowledge_length=2).assess_risk(traces, force_instances=True)
took = time.process_time() - start
sets = risks.groupby(["uid", "instance"])["prob"].first()
print(took, (sets == 1).groupby("uid").mean().mean(), 1 / sets.max())
"""
"""The program that times the attack by each pair of days of a person."""


def events(folder: Path) -> Iterator[Figure]:
    """Yield the score of each kind of point, and of more people, secrets, events and traces."""
    import duckdb

    import sqlmetrics

    cases: dict[str, Case] = {f"{kind}: {POINTS} points": (kind, {"known": POINTS}, WANTED) for kind in KINDS}
    cases |= {f"{kind}: a secret": (kind, SECRET, WANTED) for kind in KINDS if kind != "place, day"}
    cases |= {f"{kind}: {name}": (kind, words, wanted) for name, (kind, words, wanted) in MORE.items()}
    with parquet(folder, "events", TABLE.format(people=PEOPLE)) as relation, duckdb.connect() as connection:
        memory = peak("events", relation)
        for case, (kind, words, wanted) in cases.items():
            columns = quoted(["person", *KINDS[kind]])
            query = f"select count(*) from (select 1 from '{relation}' group by {columns})"
            least, called = in_turns(
                1,
                lambda: connection.execute(query).fetchall(),  # noqa: B023 - called before the next turn
                lambda: sqlmetrics.score(relation, KINDS[kind], individual="person", **EVERY, **words),  # noqa: B023
            )
            ((pairs,),) = connection.execute(query).fetchall()
            most, limit = (memory, PEAK) if case == MEASURED else (None, None)
            yield Figure(f"events by {case}", EVENTS, pairs, BARE, least, called, wanted, False, most, limit)
    yield from beside_mobility(folder)


def beside_mobility(folder: Path) -> Iterator[Figure]:
    """Yield the unicity of all pairs of points of few people beside scikit-mobility's: the same."""
    import duckdb

    import sqlmetrics

    python = environment("scikit-mobility", *MOBILITY)
    with parquet(folder, "few_events", f"select distinct person, day from ({TABLE.format(people=FEW)})") as relation:
        command = [str(python), "-W", "ignore", "-c", ATTACK, relation]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        theirs, unicity, fewest = map(float, printed.split())
        words: dict[str, Any] = {"individual": "person", "known": 2, "targets": "all", "look": False}
        (ours,) = in_turns(1, lambda: sqlmetrics.score(relation, ["day"], **words))
        scores = sqlmetrics.score(relation, ["day"], **words).scores
        for metric, value in {"unicity": unicity, "k_anonymity": fewest}.items():
            here = [score.value for score in scores if score.metric == metric][-1]
            if here is None or abs(here - value) > 1e-9:
                sys.exit(f"{metric} is {here} here and {value} by scikit-mobility")
        ((rows,),) = duckdb.execute(f"select count(*) from '{relation}'").fetchall()
        case = f"events by day: 2 points of {FEW} people"
        yield Figure(case, rows, rows, MOBILITY[0].replace("==", " "), theirs, ours, None, True)


def once(relation: str) -> None:
    """Score known places within a limit of memory."""
    import sqlmetrics

    words: dict[str, Any] = {"known": POINTS, "look": False, "memory_limit": "1GB"}
    sqlmetrics.score(relation, KINDS["place"], individual="person", **words)
