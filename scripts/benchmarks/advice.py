"""Advice beside a loop of `score` over candidates, and beside a bare group-by of the keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.figures import DATA, Figure, in_turns, parquet, quoted, seconds

KEYS = [
    *("sex", "age", "race", "marital-status", "education"),
    *("native-country", "workclass", "occupation", "salary-class"),
]
COPIES = 332
TIMED = 3
"""The candidates that are scored one by one; the loop over all is as many times longer."""

CASES: dict[str, tuple[str | None, dict[str, dict[str, float]], str]] = {
    "k 5, 4 %": (None, {"k_anonymity": {"at_least": 5}}, "4%"),
    "k 5, none suppressed": (None, {"k_anonymity": {"at_least": 5}}, "0%"),
    "k 100, 4 %": (None, {"k_anonymity": {"at_least": 100}}, "4%"),
    "k 5, t 0.2 of salary-class, 4 %": (
        "salary-class",
        {"k_anonymity": {"at_least": 5}, "t_closeness_equal": {"at_most": 0.2}},
        "4%",
    ),
    "k 5, entropy l 1.2 of salary-class, 4 %": (
        "salary-class",
        {"k_anonymity": {"at_least": 5}, "entropy_l_diversity": {"at_least": 1.2}},
        "4%",
    ),
    "k 5, distinct l 3 of occupation, 4 %": (
        "occupation",
        {"k_anonymity": {"at_least": 5}, "distinct_l_diversity": {"at_least": 3}},
        "4%",
    ),
}


def words_of(keys: list[str], thresholds: dict[str, dict[str, float]], share: str) -> dict[str, Any]:
    """Return the words of a spec for advice by the hierarchies of Adult."""
    files = {key: str(DATA / "hierarchies" / f"{key}.csv") for key in keys}
    return {"thresholds": thresholds, "advise": {"suppress": share, "generalizations": files}}


def classes_of(relation: str, keys: list[str]) -> int:
    """Return the number of classes of keys."""
    import duckdb

    with duckdb.connect() as connection:
        counted = f"select count(*) from (select distinct {quoted(keys)} from read_csv('{relation}'))"
        ((classes,),) = connection.execute(counted).fetchall()
    return int(classes)


def every_node(relation: str) -> float:
    """Return the seconds in which all nodes are asked for k 5, without a search."""
    from sqlmetrics.advice.advice import advised_plan
    from sqlmetrics.advice.counts.coded import coded
    from sqlmetrics.advice.counts.conditions import conditions_of
    from sqlmetrics.advice.counts.screening import screen
    from sqlmetrics.advice.generalizations import generalizations
    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.engine.source import opened_records
    from sqlmetrics.gate.thresholds import read_thresholds
    from sqlmetrics.spec.call import call_spec

    spec = call_spec(relation, KEYS, (), words_of(KEYS, CASES["k 5, 4 %"][1], "4%"))
    plan = advised_plan(spec)
    conditions = conditions_of(read_thresholds(spec), plan)
    levels = generalizations(spec, {})
    nodes = list(product(*(range(column.most + 1) for column in levels)))

    def ask() -> None:
        with (
            opened_records(spec, Progress()) as source,
            coded(source, plan, levels) as counts,
            screen(counts, conditions, counts.budget(0.04)) as screening,
        ):
            for start in range(0, len(nodes), screening.together):
                screening.ask(nodes[start : start + screening.together])

    return seconds(ask)


def advice(folder: Path) -> Iterator[Figure]:
    """Yield Adult's lattice of nine keys, and 10,000,000 rows of it."""
    import duckdb

    import sqlmetrics
    from sqlmetrics.advice.advice import advise
    from sqlmetrics.spec.call import call_spec

    relation = str(DATA / "adult.csv")
    if not Path(relation).is_file():
        return
    loop = 0.0
    for case, (sensitive, thresholds, share) in CASES.items():
        keys = [key for key in KEYS if key != sensitive]
        targets = () if sensitive is None else (sensitive,)
        spec = call_spec(relation, keys, targets, words_of(keys, thresholds, share))
        metrics = list(thresholds)
        one, ours = in_turns(
            TIMED,
            lambda: sqlmetrics.score(relation, keys, targets, metrics=metrics),  # noqa: B023 - called before the next
            lambda: advise(spec),  # noqa: B023
        )
        found = advise(spec)
        loop = one * found.nodes
        name = f"advice: {case}, {found.asked:,} of {found.nodes:,} nodes"
        yield Figure(
            name, found.records, classes_of(relation, keys), f"a loop of score, {TIMED} timed", loop, ours, 100.0, True
        )
        if case == "k 5, 4 %":
            whole = every_node(relation)
            name = f"advice: {found.nodes:,} nodes asked without a search"
            yield Figure(name, found.records, 19_502, "12 s", 12.0, whole, 1.0)
    drawn = f"select a.* from read_csv('{relation}') a, range({COPIES}) limit 10000000"
    with parquet(folder, "advice", drawn) as large, duckdb.connect() as connection:
        counting = f"select count(*) from (select {quoted(KEYS)}, count(*) from '{large}' group by {quoted(KEYS)})"
        for case, k in (("k 5, 4 %", 5), (f"k {5 * COPIES:,}, 4 %", 5 * COPIES)):
            spec = call_spec(large, KEYS, (), words_of(KEYS, {"k_anonymity": {"at_least": k}}, "4%"))
            bare, ours = in_turns(
                TIMED,
                lambda: connection.execute(counting).fetchall(),
                lambda: advise(spec),  # noqa: B023
            )
            found = advise(spec)
            name = f"advice: {case}, {found.asked:,} of {found.nodes:,} nodes"
            yield Figure(name, found.records, 19_502, "one bare group-by of all keys", bare, ours, 3.0)
