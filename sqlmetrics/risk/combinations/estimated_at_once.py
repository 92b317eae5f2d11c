"""Combinations estimated in one statement, by any engine, or for it in print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlmetrics.engine.engine import count_table, fetch
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import Source
from sqlmetrics.risk.combinations.entries import (
    LatticeEntries,
    base_entries,
    key_names,
    lattice_entries,
    own_targets,
    rolled_entries,
)
from sqlmetrics.risk.combinations.estimated import Estimates
from sqlmetrics.risk.combinations.hash_sampling import size, threshold
from sqlmetrics.risk.combinations.lattice import CombinationLattice, Keys, build_lattice
from sqlmetrics.risk.combinations.sampled import SampledRow, sampled_scores, wanted_of
from sqlmetrics.risk.estimation.drawn import columns_of
from sqlmetrics.risk.estimation.sums import HASHES
from sqlmetrics.risk.extent import check_mapped, whole_extent
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render


def estimates_at_once(source: Source, plan: Plan, most: int, asked: float, say: Callable[[str], None]) -> Estimates:
    """Return the estimated scores of every combination of up to so many keys, by one statement.

    A combination has as many classes as its keys have values together, or fewer.
    """
    engine, name, from_sql = source
    check_mapped(engine, plan.partitions, from_sql, name)
    entries = base_entries(plan, from_sql)
    keys = len(plan.quasi_identifiers)
    counting = render("counting", entries, dialect=engine.dialect)
    with count_table(engine, lambda: counting, name) as table:
        query = render("key_sizes", table or f"({counting})", keys, dialect=engine.dialect)
        ((counts, *sizes),) = fetch(engine, query, name, "score")
        cardinalities = [int(number or 1) for number in sizes]
        lattice = build_lattice(cardinalities, most)
        thresholds = {keys: threshold(size(keys, cardinalities, int(counts), 1), asked) for keys in lattice.measured}
        say(f"{len(lattice.measured):,} combinations in one statement")
        text = sampled_statement(plan, lattice, thresholds, from_sql, table, engine.dialect)
        rows = fetch_rows(engine, text, name, SampledRow)
    scores = sampled_scores(plan, rows, lattice.numbers, thresholds)
    shares = {key_names(plan, keys): part / HASHES for keys, part in thresholds.items() if part < HASHES}
    return Estimates(scores, whole_extent(engine, plan, from_sql, name), shares)


def sampled_statement(
    plan: Plan,
    lattice: CombinationLattice,
    thresholds: Mapping[Keys, int],
    from_sql: str,
    count_table: str | None,
    dialect: Dialect,
) -> str:
    """Return the statement of the sums over the sampled classes of all combinations."""
    wanted = wanted_of(plan)
    return render(
        "sampled_subsets",
        base_entries(plan, from_sql, count_table),
        rolled_entries(plan, from_sql, plan.quasi_identifiers),
        sampled_entries(plan, lattice, thresholds),
        {number: f"base_{number}" for number in own_targets(plan)},
        {},
        wanted,
        columns_of(wanted),
        dialect=dialect,
    )


def sampled_entries(plan: Plan, lattice: CombinationLattice, thresholds: Mapping[Keys, int]) -> LatticeEntries:
    """Return the combinations with their thresholds, for counts whose columns hold the values."""
    entries = lattice_entries(plan, lattice, lattice.root, set(), None, score_root=False)
    places: Sequence[int] = range(lattice.keys)
    entries["kept_names"] = [*(f"kept_{place + 1}" for place in places), "threshold"]
    entries["subsets"] = [
        (lattice.numbers[keys], *(int(place in keys) for place in places), thresholds[keys])
        for keys in lattice.measured
    ]
    entries["steps"] = False
    return entries
