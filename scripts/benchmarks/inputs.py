"""Large inputs beside their limits: a hierarchy of a million lines, and a thousand columns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, in_turns, parquet, peak

LIMIT = "512MB"
PEAK = 762
"""The most memory in MB: the limit and 250."""

MOST = 10.0
"""The most seconds of each."""

LINES = 1_000_000
COLUMNS = 1_000


def once(case: str, relation: str) -> None:
    """Ask for advice by the hierarchy beside a relation, or propose the roles of a wide one."""
    import sqlmetrics
    from sqlmetrics.advice.advice import advise
    from sqlmetrics.spec.call import call_spec

    if case == "wide-init":
        sqlmetrics.init(relation)
        return
    tree = str(Path(relation).with_suffix(".csv"))
    words = {
        "thresholds": {"k_anonymity": {"at_least": 3}},
        "advise": {"generalizations": {"age": tree}},
        "memory_limit": LIMIT,
    }
    advise(call_spec(relation, ["age", "zip"], (), words))


def inputs(folder: Path) -> Iterator[Figure]:
    """Yield the advice and the first spec, each beside its limit."""
    people = "select cast(hash(i) % 100 as integer) as age, hash(i + 1) % 10 as zip from range(1000) t(i)"
    with parquet(folder, "large-tree", people) as relation:
        tree = Path(relation).with_suffix(".csv")
        tree.write_text("".join(f"{line};{line // 10};*\n" for line in range(LINES)))
        (seconds,) = in_turns(1, lambda: once("large-tree", relation))
        most = peak("large-tree", relation)
        yield Figure(
            "advice: a hierarchy of 1,000,000 lines",
            1_000,
            0,
            "10 s",
            MOST,
            seconds,
            1.0,
            peak_mb=most,
            peak_wanted_mb=PEAK,
        )
    columns = ", ".join(f"hash(i * {place}) % {10 ** (place % 4)} as column_{place}" for place in range(1, COLUMNS + 1))
    with parquet(folder, "wide-init", f"select {columns} from range(10000) t(i)") as relation:
        (seconds,) = in_turns(1, lambda: once("wide-init", relation))
        most = peak("wide-init", relation)
        yield Figure("init of 1,000 columns", 10_000, 0, "10 s", MOST, seconds, 1.0, peak_mb=most, peak_wanted_mb=PEAK)
