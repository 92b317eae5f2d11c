"""The desk at a million records beside a bare group-by, and how soon its search finds a way."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, in_turns, parquet, quoted

RECORDS = 1_000_000

TABLE = """
        select
            i as person, date '1930-01-01' + cast(hash(i * 3) % 30000 as integer) as birth_date,
            cast(hash(i * 5) % 3 as varchar) as sex, lpad(cast(hash(i * 7) % 99999 as varchar), 5, '0') as zip,
            'insurer ' || hash(i * 11) % 20 as insurer,
            date '2024-01-01' + cast(hash(i * 29) % 730 as integer) as admission,
            cast(hash(i * 13) % 100 as integer) as stay, 'ward ' || hash(i * 17) % 30 as ward,
            'icd ' || hash(i * 19) % 900 as disease, 'hospital ' || hash(i * 23) % 5 as hospital,
            'town ' || hash(i * 31) % 100 as town, cast(150 + hash(i * 37) % 50 as integer) as height
        from range({records}) t(i)"""
"""Patients: nearly all alone by birth date and postcode."""

KEYS = ["birth_date", "sex", "zip", "insurer", "admission", "stay", "ward", "hospital"]

SEARCHED, TEN_KEYS = 20_000, [*KEYS, "town", "height"]
"""The patients whose release is searched for, and what is known of them."""

COARSE: dict[str, Any] = {
    "birth_date": "decade",
    "zip": {"prefix": 1},
    "insurer": "left_out",
    "admission": "year",
    "stay": "left_out",
    "ward": "left_out",
}

FINE: dict[str, Any] = {"birth_date": "month", "zip": {"prefix": 3}}
"""Levels of a release, on which there are few classes, and on which nearly all people are alone."""

WORDS: dict[str, Any] = {
    "quasi_identifiers": KEYS,
    "sensitive": "disease",
    "identifiers": ["person"],
    "thresholds": {"k_anonymity": 11, "distinct_l_diversity": 3},
}

WANTED = {
    "first count": 1.0,
    "answer, coarse": 0.1,
    "answer, fine": 0.3,
    "limits, coarse": 0.3,
    "limits, fine": 1.0,
    "all steps, coarse": 5.0,
    "all steps, fine": 5.0,
    "the first way that passes": 2.0,
}
"""The most seconds of each on two idle cores."""


def desk(folder: Path) -> Iterator[Figure]:
    """Yield what the desk does at a million records beside a bare group-by of all known columns."""
    import duckdb

    from sqlmetrics.advice.generalizations import proposals
    from sqlmetrics.desk.counted import CountedTable
    from sqlmetrics.desk.views.limits import offered
    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.engine.source import opened_records
    from sqlmetrics.spec.call import call_spec

    with parquet(folder, "patients", TABLE.format(records=RECORDS)) as relation, duckdb.connect() as connection:
        counting = f"select count(*) from (select {quoted(KEYS)}, count(*) from '{relation}' group by {quoted(KEYS)})"
        ((classes,),) = connection.execute(counting).fetchall()
        words = {word: own for word, own in WORDS.items() if word not in {"quasi_identifiers", "sensitive"}}
        spec = call_spec(relation, KEYS, ["disease"], words)

        def of(levels: dict[str, Any]) -> Any:
            return call_spec(relation, KEYS, ["disease"], {**words, "release": {"levels": levels, "drop": "5%"}})

        with opened_records(spec, Progress()) as opened:
            source = opened.parsed()
            proposed = proposals(source, spec)

            def count() -> None:
                with CountedTable.of(source, spec, proposed):
                    pass

            def bare() -> object:
                return connection.execute(counting).fetchall()

            grouped, seconds = in_turns(3, bare, count)

            def figure(case: str, seconds: float) -> Figure:
                spare = WANTED[case]
                name = f"desk: {case}"
                return Figure(name, RECORDS, classes, "group-by", grouped, seconds, 0.0, False, spare=spare)

            yield figure("first count", seconds)
            with CountedTable.of(source, spec, proposed) as counts:
                for name, levels in (("coarse", COARSE), ("fine", FINE)):
                    own = of(levels)
                    limits = offered(own)
                    answered, limited = in_turns(
                        3,
                        lambda: counts.answer(own),  # noqa: B023 - called before the next
                        lambda: counts.broken(own, limits),  # noqa: B023
                    )
                    yield figure(f"answer, {name}", answered)
                    yield figure(f"limits, {name}", limited)
                    (stepped,) = in_turns(1, lambda: [counts.steps(own, key) for key in KEYS])  # noqa: B023
                    yield figure(f"all steps, {name}", stepped)
    yield first_way(folder)


def first_way(folder: Path) -> Figure:
    """Return how soon a search shows a way that passes, beside the whole of it."""
    from sqlmetrics.desk.desk import Desk
    from sqlmetrics.desk.folder import Folder
    from sqlmetrics.desk.runs import Runs

    case = "the first way that passes"
    with parquet(folder, "patients", TABLE.format(records=SEARCHED)) as relation:
        spec = folder / "patients.yml"
        spec.write_text(
            f"relation: patients.parquet\nidentifiers: [person]\nquasi_identifiers: [{', '.join(TEN_KEYS)}]\n"
            "sensitive: [disease]\nthresholds: {k_anonymity: 11, distinct_l_diversity: 3}\n"
        )
        desk = Desk(Folder(folder), Runs())
        try:
            desk.open(Path(relation)).done.wait()
            began = time.monotonic()
            run, first = desk.advise(), 0.0
            while not run.done.wait(0.005):
                if not first and run.progress.passing:
                    first = time.monotonic() - began
            whole = time.monotonic() - began
            return Figure(f"desk: {case}", SEARCHED, 0, "the whole search", whole, first, 0.0, spare=WANTED[case])
        finally:
            desk.close()
            spec.unlink()
