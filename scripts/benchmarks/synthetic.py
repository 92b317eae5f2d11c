"""A synthetic release and its original beside DuckDB's bare group-by of the columns of both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, in_turns, parquet, peak
from benchmarks.scores import bare

RECORDS = 5_000_000
KEYS, SECRET = ["age", "zip", "sex"], "disease"

TABLE = """
        select
            cast(hash(i * {seed} + 1) % 90 as integer) as age, 'zip ' || hash(i * {seed} + 2) % {zips} as zip,
            cast(hash(i * {seed} + 3) % 2 as integer) as sex, 'disease ' || hash(i * {seed} + 4) % 10 as disease
        from range({records}) t(i)"""
"""Records drawn alike by every seed: the keys do not tell the secret."""

WANTED = {10: 2.0, 1_000: 2.0, 100_000: 2.0}
"""The limits of the ratio by the number of zips, each with 180 classes."""

PEAK = 4000 + 250
"""The most memory in MB: the limit of DuckDB's, and what stands beside it."""


def synthetic(folder: Path) -> Iterator[Figure]:
    """Yield what a release says of its original's records, by few and by many classes."""
    import duckdb

    for zips, wanted in WANTED.items():
        original, release = f"original-{zips}", f"release-{zips}"
        with (
            parquet(folder, original, TABLE.format(seed=29, zips=zips, records=RECORDS)) as one,
            parquet(folder, release, TABLE.format(seed=31, zips=zips, records=RECORDS)) as other,
            duckdb.connect(config={"memory_limit": "4GB"}) as connection,
        ):
            queries = [bare([*KEYS, SECRET], relation) for relation in (one, other)]
            statement = joint_statement(one, other)
            least, seconds = in_turns(
                3 if zips < 100_000 else 1,
                lambda: [connection.execute(query).fetchall() for query in queries],  # noqa: B023 - called in this turn
                lambda: connection.execute(statement).fetchall(),  # noqa: B023
            )
            ((classes,),) = connection.execute(
                f"select count(*) from (select 1 from '{one}' group by age, zip, sex)"
            ).fetchall()
            memory = peak(f"synthetic-{zips}", one)
        yield Figure(
            f"synthetic: {zips:,} zips",
            2 * RECORDS,
            classes,
            "group by of both",
            least,
            seconds,
            wanted,
            False,
            memory,
            PEAK,
        )


def joint_statement(original: str, release: str) -> str:
    """Return the part of the attacks' statement that has replication and attribution alone."""
    from sqlmetrics.engine.comparison import Sides
    from sqlmetrics.release.attack.discrimination import DiscriminationQuestion
    from sqlmetrics.release.attack.discrimination_views import attack_entries
    from sqlmetrics.spec.call import call_spec
    from sqlmetrics.statement.dialects import DIALECTS
    from sqlmetrics.statement.render import render

    spec = call_spec(None, KEYS, SECRET, {})
    question = DiscriminationQuestion(Sides(original, [release], spec.place), spec)
    comparison, duckdb = question.sides.unopened(DIALECTS["duckdb"]), DIALECTS["duckdb"]
    entries = attack_entries(question.assessment, comparison.original, comparison.releases[0], None, duckdb)
    (joint,) = (view for view in entries["views"] if view["kind"] == "joint")
    measured = {measure["metric"] for measure in joint["measures"]}
    own = [use for use in entries["uses"] if use["metric"] in measured]
    return render("attacks", entries | {"views": [joint], "uses": own}, dialect=duckdb)


def once(relation: str) -> None:
    """Run the statement once, on an original and its release, within a limit of memory."""
    import duckdb

    with duckdb.connect(config={"memory_limit": "4GB"}) as connection:
        connection.execute(joint_statement(relation, relation.replace("original-", "release-"))).fetchall()
