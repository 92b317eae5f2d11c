"""Estimates of the risk of every combination of quasi-identifiers, from a sample of its classes.

A combination with few counts is counted whole. Of a larger one those classes are counted, each of
them whole, whose hashes are below a threshold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import prod
from typing import NamedTuple

from sqlmetrics.engine.engine import count_table, fetch
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations.entries import (
    GroupEntry,
    LatticeEntries,
    TakenEntry,
    base_entries,
    key_names,
    lattice_entries,
    moving,
    own_targets,
    rolled_entries,
)
from sqlmetrics.risk.combinations.lattice import CombinationLattice, Keys, build_lattice, combination_lattice
from sqlmetrics.risk.combinations.packed import TOGETHER, PackedCounts, PackedRun, Walk, packed
from sqlmetrics.risk.combinations.results import CombinationScore
from sqlmetrics.risk.combinations.room import Sizes
from sqlmetrics.risk.estimation.drawn import SumRow, WantedSums, columns_of, estimated_scores, wanted_sums
from sqlmetrics.risk.estimation.sums import HASHES
from sqlmetrics.scoring.extent import Extent, check_mapped, whole_extent
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

READ_BY_COLUMN = ".parquet"
"""The end of the names of files whose columns are read one by one, again at little cost."""

TAKEN = 0.04
"""The most of the counts that are taken for several combinations together."""


class Estimates(NamedTuple):
    """The scores of combinations, the relation's extent, and the share of the classes sampled.

    Combinations are named as score records have them; one that is counted whole has no share.
    """

    rows: list[CombinationScore]
    extent: Extent
    shares: Mapping[str, float]


WHOLE = 100_000
"""The most counts of a combination whose classes are all counted."""

FEWEST = 512
"""About how many classes are sampled at least."""

LOOKED_AT = 10_000
"""About how many classes of all keys are looked at for the number of classes of combinations."""

MOST_TOGETHER = 16
"""The most combinations for which the counts are read together."""


class SeenClasses(NamedTuple):
    """The classes of a combination among some: those found, and those found once and twice."""

    subset_number: int
    found: int
    once: int
    twice: int

    @property
    def classes(self) -> float:
        """The estimated number of classes, no more than there are but by chance (Chao 1984)."""
        return self.found + self.once * max(self.once - 1, 0) / (2 * (self.twice + 1))


class Size(NamedTuple):
    """The estimated classes of a combination, and its counts of classes and values."""

    classes: float
    counts: float

    @property
    def whole(self) -> bool:
        """Whether every class is counted."""
        return self.counts <= WHOLE


def size(keys: Keys, cardinalities: Sequence[int], counts: int, values: int, seen: SeenClasses | None = None) -> Size:
    """Return the size of a combination of keys, whose numbers of values are the `cardinalities`.

    `counts` is the number of counts of all keys and one target, whose number of values is `values`;
    `seen` are the classes found among some.
    """
    classes = min(prod(float(cardinalities[place]) for place in keys), float(counts))
    if seen is not None:
        classes = min(classes, seen.classes)
    return Size(classes, min(classes * values, float(counts)))


def threshold(size: Size, asked: float) -> int:
    """Return the threshold below which the hashes of a combination's sampled classes are.

    A share is asked for, or from 1 on about how many counts of classes and values. It is raised
    where it would leave too few classes.
    """
    share = asked if asked < 1 else asked / max(size.counts, 1.0)
    fewest = FEWEST if asked < 1 else min(FEWEST, asked)
    share = max(share, fewest / max(size.classes, 1.0))
    return HASHES if size.whole else min(round(share * HASHES), HASHES)


def together(thresholds: Mapping[Keys, int], most: float) -> list[list[Keys]]:
    """Return combinations in groups that share keys, by their thresholds.

    The shares of a group add up to no more than `most`, where it has more than one.
    """
    groups: list[list[Keys]] = []
    filled = 0.0
    for keys in sorted(thresholds, key=lambda keys: sorted(keys, reverse=True)):
        part = thresholds[keys] / HASHES
        if part > most / 2:
            groups.insert(0, [keys])
        elif not groups or filled + part > most or len(groups[-1]) == MOST_TOGETHER or filled == 0:
            groups.append([keys])
            filled = part
        else:
            groups[-1].append(keys)
            filled += part
    return groups


class SampledRow(NamedTuple):
    """A row of the macro `sampled_subsets`: a combination, a target, and its numbers."""

    subset_number: int
    target_number: int
    numbers: tuple[float | None, ...]


def check_sampled(plan: Plan) -> None:
    """Raise SpecError for what is not estimated of combinations together."""
    if moving(plan):
        raise SpecError(
            "`estimate` takes the same records in every combination; leave `nulls: drop` out, say `keep_suppressed`,"
            " or leave out `estimate`"
        )
    for entry, target in zip(plan_entries(plan, "")["targets"], plan.targets, strict=True):
        for metric in plan.metrics_of(target):
            if entry["attribute"] is not None and (metric.weighed or not (metric.estimate or metric.bound)):
                raise SpecError(
                    f"{metric.name} is not estimated of combinations together; leave it out, or leave out `estimate`"
                )


def wanted_of(plan: Plan) -> dict[int, WantedSums]:
    """Return the sums that the estimates of each target's metrics take."""
    return {number: wanted_sums(plan, target) for number, target in enumerate(plan.targets)}


def sampled_scores(
    plan: Plan, rows: Sequence[SampledRow], numbers: Mapping[Keys, int], thresholds: Mapping[Keys, int]
) -> list[CombinationScore]:
    """Return the scores of combinations with these thresholds, from the rows of their targets.

    `numbers` are those by which the rows name combinations.
    """
    wanted = wanted_of(plan)
    combinations = {numbers[keys]: keys for keys in thresholds}
    by_subset: dict[int, list[SumRow]] = {}
    for row in rows:
        by_subset.setdefault(row.subset_number, []).append(SumRow(row.target_number, row.numbers))
    sampled_at = columns_of(wanted).index("sampled_classes")
    views = {target.view: number for number, target in enumerate(plan.targets)}
    found = []
    for subset, own in by_subset.items():
        keys = combinations[subset]
        share = thresholds[keys] / HASHES
        of_keys = replace(plan, quasi_identifiers=tuple(plan.quasi_identifiers[place] for place in sorted(keys)))
        classes = {row.target_number: round((row.numbers[sampled_at] or 0.0) / share) for row in own}
        found += [
            CombinationScore(score, classes[views[score.target, score.partition]])
            for score in estimated_scores(of_keys, of_keys, wanted, own, share)
        ]
    return found


def packed_estimates(source: Source, plan: Plan, most: int, asked: float, say: Callable[[str], None]) -> Estimates:
    """Return the estimated scores of every combination of up to `most` keys, by packed counts.

    Raises SpecError where a partition leaves values out.
    """
    engine, name, from_sql = source
    counted = plan.strict or not name.lower().endswith(READ_BY_COLUMN)
    run = PackedRun(engine, plan, name)
    with packed(run, from_sql, own_targets(plan), hashed=True, counted=counted) as (counts, extent):
        lattice = build_lattice(counts.cardinalities, most)
        sizes = combination_sizes(run, counts, lattice)
        whole = {keys: found.counts for keys, found in sizes.items() if found.whole}
        thresholds = {keys: threshold(found, asked) for keys, found in sizes.items() if keys not in whole}
        say(
            f"{len(lattice.measured):,} combinations of up to {most} of {lattice.keys} quasi-identifiers:"
            f" {len(whole):,} counted whole, {len(thresholds):,} by a sample of their classes"
        )
        scores = counted_whole(run, counts, combination_lattice(lattice.keys, whole))
        if thresholds:
            scores += Sampling(run, counts, lattice, thresholds).scores()
    order = {key_names(plan, keys): number for keys, number in lattice.numbers.items()}
    rows = sorted(scores, key=lambda row: order[row.score.quasi_identifiers])
    return Estimates(rows, extent, {key_names(plan, keys): part / HASHES for keys, part in thresholds.items()})


def combination_sizes(run: PackedRun, counts: PackedCounts, lattice: CombinationLattice) -> Mapping[Keys, Size]:
    """Return the estimated size of each combination that is measured."""
    targets = counts.targets.values()
    rows, values = max(target.size.cells for target in targets), max(target.size.values for target in targets)
    sizes = {keys: size(keys, counts.cardinalities, rows, values) for keys in lattice.measured}
    large = [keys for keys in lattice.measured if not sizes[keys].whole]
    if not large:
        return sizes
    first = own_targets(run.plan)[0]
    packing, numbers = counts.packings[first], lattice.numbers
    words = [{"column": f"key_{place}", "mask": mask} for place, mask in enumerate(packing.class_masks, 1)]
    combinations = [{"number": numbers[keys], "masks": packing.class_masks_of(keys)} for keys in large]
    limit = min(HASHES * LOOKED_AT // max(rows, 1), HASHES)
    hashes = list(range(1, 1 + lattice.keys))
    query = render("sampled_sizes", counts.tables[first], words, hashes, limit, combinations)
    seen = {row.subset_number: row for row in fetch_rows(run.engine, query, run.name, SeenClasses)}
    return sizes | {keys: size(keys, counts.cardinalities, rows, values, seen.get(numbers[keys])) for keys in large}


def counted_whole(run: PackedRun, counts: PackedCounts, lattice: CombinationLattice) -> list[CombinationScore]:
    """Return the scores of the combinations of a lattice, with intervals of no width."""
    sizes = Sizes(lattice, counts.cardinalities, [target.size for target in counts.targets.values()])
    walk = Walk(run=run, counts=counts, lattice=lattice, sizes=sizes, together=TOGETHER)
    if lattice.root in lattice.measured:
        walk.below(lattice.root, counts.tables)
    else:
        for child in lattice.children()[lattice.root]:
            with walk.tables(child, counts.tables) as made:
                sizes.learn(child, sum(run.size(table) for table in made.values()))
                walk.below(child, made)
    return [row._replace(score=row.score._replace(low=row.score.value, high=row.score.value)) for row in walk.scores]


@dataclass(frozen=True)
class Sampling:
    """The larger combinations, with the thresholds of their samples, from packed counts."""

    run: PackedRun
    counts: PackedCounts
    lattice: CombinationLattice
    thresholds: Mapping[Keys, int]

    def scores(self) -> list[CombinationScore]:
        """Return the scores of the combinations."""
        run, counts = self.run, self.counts
        wanted = wanted_of(run.plan)
        rows: list[SampledRow] = []
        for batch in self.batches():
            with ExitStack() as stack:
                groups = [self.group(keys, stack) for keys in batch]
                query = render(
                    "sampled_subsets",
                    None,
                    counts.entries,
                    self.entries(groups),
                    counts.tables,
                    counts.spectra or {},
                    wanted,
                    columns_of(wanted),
                )
                rows += fetch_rows(run.engine, query, run.name, SampledRow)
        return sampled_scores(run.plan, rows, self.lattice.numbers, self.thresholds)

    def batches(self) -> list[list[list[Keys]]]:
        """Return the groups of combinations of each statement, by the rows that these take."""
        rows = max(target.size.cells for target in self.counts.targets.values())
        batches: list[list[list[Keys]]] = []
        held = 0.0
        for group in together(self.thresholds, TAKEN):
            taken = rows * sum(self.thresholds[keys] for keys in group) / HASHES
            if not batches or held + taken > TOGETHER:
                batches.append([])
                held = 0.0
            batches[-1].append(group)
            held += taken
        return batches

    def group(self, group: Sequence[Keys], stack: ExitStack) -> GroupEntry:
        """Return a group of combinations, with its sampled counts in tables of the stack."""
        packings, tables = self.counts.packings, self.counts.tables
        combinations = [
            TakenEntry(
                number=self.lattice.numbers[keys],
                hashes=[place + 1 for place in sorted(keys)],
                masks={number: packing.masks(keys) for number, packing in packings.items()},
                threshold=self.thresholds[keys],
            )
            for keys in group
        ]
        hashes = [place + 1 for place in sorted(frozenset[int]().union(*group))]
        entry = GroupEntry(origins=tables, hashes=hashes, combinations=combinations)
        if len(group) > 1:
            entry["origins"] = {
                number: stack.enter_context(
                    self.run.table(render("taken_counts", table, packings[number].words, entry), "sample")
                )
                for number, table in tables.items()
            }
        return entry

    def entries(self, groups: list[GroupEntry]) -> LatticeEntries:
        """Return the combinations of groups for the macros."""
        lattice = self.lattice
        entries = lattice_entries(self.run.plan, lattice, lattice.root, set(), self.counts.packings, score_root=False)
        subsets: list[tuple[int, ...]] = [(one["number"],) for group in groups for one in group["combinations"]]
        return {**entries, "subsets": subsets, "steps": False, "groups": groups}


def estimates_at_once(source: Source, plan: Plan, most: int, asked: float, say: Callable[[str], None]) -> Estimates:
    """Return the estimated scores of every combination of up to `most` keys, by one statement.

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
