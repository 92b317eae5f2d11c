"""Combinations in DuckDB: the counts of all keys once, packed into codes, and added up.

Where combinations are many, they are added up from table to table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from math import prod
from uuid import uuid4

from sqlmetrics import deadline
from sqlmetrics.engine.engine import Engine, fetch, shared_table
from sqlmetrics.engine.rows import fetch_number, fetch_rows
from sqlmetrics.errors import QueryError
from sqlmetrics.risk.combinations.entries import (
    Codes,
    base_entries,
    key_names,
    lattice_entries,
    moving,
    own_targets,
    part_entry,
    rolled_entries,
    word_entries,
)
from sqlmetrics.risk.combinations.lattice import CombinationLattice, Keys, build_lattice
from sqlmetrics.risk.combinations.packing import Packing, pack
from sqlmetrics.risk.combinations.results import CombinationScore
from sqlmetrics.risk.combinations.room import GROUPED_BYTES, Room, Sizes, TargetSize, check_fits
from sqlmetrics.scoring.extent import Extent, check_mapped, read_extent
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

TOGETHER = 5_000_000
"""The most rows of combinations that one statement holds; with more it takes longer."""


@dataclass
class PackedRun:
    """One measurement in DuckDB: its plan, and the temporary tables that it makes."""

    engine: Engine
    plan: Plan
    name: str
    prefix: str = field(default_factory=lambda: f"sqlmetrics_{uuid4().hex[:12]}")
    made: int = 0

    @contextmanager
    def table(self, query: str, step: str = "codes") -> Iterator[str]:
        """Give a temporary table of a query's rows, which is there only inside."""
        self.made += 1
        table = f"{self.prefix}_{self.made}"
        fetch(self.engine, f"create temporary table {table} as {query}", self.name, step)
        try:
            yield table
        finally:
            with suppress(QueryError), deadline.spared():
                fetch(self.engine, f"drop table if exists {table}", self.name, "codes")

    @contextmanager
    def codes(self, query: str, column: str, mark: str | None = None, number: int | None = None) -> Iterator[Codes]:
        """Give the codes of a column's values in a temporary table, which is there only inside.

        Codes of a key with a `number` have the hashes of the values beside them.
        """
        with self.table(render("dictionary", query, column, mark, number)) as table:
            yield Codes(table, self.size(table))

    def counts(self, query: str, stack: ExitStack) -> str:
        """Return the count table of a query: one that other results share, or one of the stack."""
        if self.engine.shared is not None:
            return shared_table(self.engine.shared, query, lambda text: self.table(text, "count"))
        return stack.enter_context(self.table(query, "count"))

    def size(self, table: str) -> int:
        """Return the number of rows of a table."""
        return fetch_number(self.engine, f"select count(*) from {table}", self.name, "codes")  # noqa: S608 - our own name

    def check_partitions(self, entries: PlanEntries, from_sql: str) -> None:
        """Raise SpecError where a partition has no domain for values of a key or of a target."""
        lost = render("lost_records", entries)
        if lost and fetch_number(self.engine, lost, self.name, "codes"):
            check_mapped(self.engine, self.plan.partitions, from_sql, self.name)


@dataclass(frozen=True)
class Dictionaries:
    """The codes of the keys, and for each target the codes of its values and of individuals."""

    keys: list[Codes]
    kept: dict[int, dict[str, Codes]]


@dataclass(frozen=True)
class PackedTarget:
    """The packed counts of all keys and one target: where codes are, the table, and its size."""

    packing: Packing
    table: str
    size: TargetSize


@dataclass(frozen=True)
class PackedCounts:
    """The packed counts of all keys, of each target that is counted on its own.

    `spectra` are the tables of the targets' own distributions, where these are the same in all
    combinations; `cardinalities` are the numbers of the keys' values.
    """

    entries: PlanEntries
    targets: dict[int, PackedTarget]
    spectra: dict[int, str] | None
    cardinalities: list[int]

    @property
    def packings(self) -> dict[int, Packing]:
        """Where the codes of each target's columns are."""
        return {number: target.packing for number, target in self.targets.items()}

    @property
    def tables(self) -> dict[int, str]:
        """The table of each target."""
        return {number: target.table for number, target in self.targets.items()}


@contextmanager
def packed(
    run: PackedRun, from_sql: str, targets: Sequence[int], *, hashed: bool = False, counted: bool = True
) -> Iterator[tuple[PackedCounts, Extent]]:
    """Give the packed counts of a relation, and its extent, inside only.

    The relation is read once where it is `counted` first. The counts are `hashed` with the hashes
    of the keys' values beside them.

    Raises SpecError where a partition leaves values out.
    """
    with ExitStack() as kept:
        # The count table and the dictionaries are dropped as soon as the codes are there.
        with ExitStack() as passing:
            counts = run.counts(render("counting", base_entries(run.plan, from_sql)), passing) if counted else None
            entries = {number: target_entries(run.plan, from_sql, number, counts) for number in targets}
            first = entries[targets[0]]
            extent = count_extent(run, str(first["counted"]))
            run.check_partitions(first, from_sql)
            codes = dictionaries(run, entries, passing, hashed=hashed)
            packed_targets = {
                number: packed_target(run, entries[number], codes, number, kept, hashed=hashed) for number in targets
            }
        words = len(packed_targets[targets[0]].packing.class_masks)
        rolled = rolled_entries(run.plan, from_sql, [f"key_{word}" for word in range(1, 1 + words)])
        spectra = None if moving(run.plan) else distributions(run, rolled, packed_targets, kept)
        sizes = [key.size for key in codes.keys]
        yield PackedCounts(entries=rolled, targets=packed_targets, spectra=spectra, cardinalities=sizes), extent


def target_entries(plan: Plan, from_sql: str, number: int, counts: str | None) -> PlanEntries:
    """Return a plan's entries for the counts of a target: from a count table, else each record."""
    entries = base_entries(plan, from_sql)
    attribute = entries["targets"][number]["attribute"] or 1
    return base_entries(plan, from_sql, counts or f"({render('record_counts', entries, attribute)})")


def count_extent(run: PackedRun, counts: str) -> Extent:
    """Return the records of a count table and, where a column tells them apart, its individuals."""
    several = len(run.plan.attributes) > 1
    query = render("count_extent", counts, several, run.plan.individual is not None, [], False)
    return read_extent(run.engine, run.plan, query, [], run.name)


def dictionaries(run: PackedRun, entries: Mapping[int, PlanEntries], stack: ExitStack, *, hashed: bool) -> Dictionaries:
    """Return the codes of the columns of the targets' counts, in tables that the stack drops."""
    marks = run.plan.hidden_marks
    first = next(iter(entries.values()))["counted"]

    def codes(column: str, counts: str | None, mark: str | None = None, number: int | None = None) -> Codes:
        return stack.enter_context(run.codes(f"select {column} from {counts}", column, mark, number))  # noqa: S608 - our own names

    keys = [
        codes(f"key_{place}", first, marks.get(name), place if hashed else None)
        for place, name in enumerate(run.plan.quasi_identifiers, 1)
    ]
    people = {} if run.plan.individual is None else {"individual": codes("individual", first)}
    values: dict[str, Codes] = {}
    kept: dict[int, dict[str, Codes]] = {}
    for number, own in entries.items():
        target = own["targets"][number]
        kept[number] = dict(people)
        column = f"value_{target['attribute']}"
        if target["recoding"] is not None:
            kept[number]["value"] = stack.enter_context(run.codes(render("base_query", own, target), "value"))
        elif target["attribute"] is not None:
            if column not in values:
                values[column] = codes(column, own["counted"])
            kept[number]["value"] = values[column]
    return Dictionaries(keys, kept)


def packed_target(
    run: PackedRun, entries: PlanEntries, codes: Dictionaries, number: int, stack: ExitStack, *, hashed: bool
) -> PackedTarget:
    """Return the packed counts of one target, in a table that the stack drops."""
    kept = codes.kept[number]
    packing = pack([key.size for key in codes.keys], {name: column.size for name, column in kept.items()})
    words = word_entries(packing, codes.keys, kept)
    hashes = [key.table for key in codes.keys] if hashed else []
    query = render("packed_counts", entries, entries["targets"][number], words, hashes)
    table = stack.enter_context(run.table(query))
    size = TargetSize(cells=run.size(table), values=prod(column.size for column in kept.values()))
    return PackedTarget(packing=packing, table=table, size=size)


def distributions(
    run: PackedRun, entries: PlanEntries, targets: Mapping[int, PackedTarget], stack: ExitStack
) -> dict[int, str]:
    """Return the distribution of each sensitive target, in tables that the stack drops."""
    tables = {}
    for number, counts in targets.items():
        target = entries["targets"][number]
        if target["attribute"] is not None:
            part = part_entry("value", counts.packing.kept["value"])
            tables[number] = stack.enter_context(run.table(render("distribution", entries, target, part, counts.table)))
    return tables


def measure_packed(
    engine: Engine, plan: Plan, most: int, from_sql: str, name: str, room: Room, *, say: Callable[[str], None]
) -> tuple[list[CombinationScore], Extent]:
    """Return the scores of every combination of up to `most` keys, and the relation's extent.

    Raises SpecError where the combinations would not fit in the room there is.
    """
    run = PackedRun(engine, plan, name)
    with packed(run, from_sql, own_targets(plan)) as (counts, extent):
        lattice = build_lattice(counts.cardinalities, most)
        sizes = Sizes(lattice, counts.cardinalities, [target.size for target in counts.targets.values()])
        words = max(packing.words for packing in counts.packings.values())
        together = max(min(TOGETHER, room.memory // (4 * (GROUPED_BYTES + 8 * (words + 2)))), 1)
        check_fits(sizes, room, together, words, say)
        walk = Walk(run=run, counts=counts, lattice=lattice, sizes=sizes, together=together)
        walk.below(lattice.root, counts.tables)
    order = {key_names(plan, keys): number for keys, number in lattice.numbers.items()}
    return sorted(walk.scores, key=lambda row: order[row.score.quasi_identifiers]), extent


@dataclass
class Walk:
    """Scores the combinations from all keys down, as many in one statement as it can hold.

    `together` is the most rows that a statement holds.
    """

    run: PackedRun
    counts: PackedCounts
    lattice: CombinationLattice
    sizes: Sizes
    together: float
    scores: list[CombinationScore] = field(default_factory=list)

    def below(self, root: Keys, origins: Mapping[int, str]) -> None:
        """Score the combinations below one, whose counts are in the tables `origins`."""
        batch: set[Keys] = set()
        held = self.sizes.of(root)
        score_root = self.lattice.numbers[root] > 0
        large = []
        for child in sorted(self.sizes.children[root], key=self.sizes.below):
            rows = self.sizes.below(child)
            if rows > self.together:
                large.append(child)
                continue
            if held + rows > self.together:
                self.score(root, batch, origins, score_root=score_root)
                batch, held, score_root = set(), self.sizes.of(root), False
            batch |= self.sizes.subtree(child)
            held += rows
        if batch or score_root:
            self.score(root, batch, origins, score_root=score_root)
        for child in large:
            with self.tables(child, origins) as made:
                self.sizes.learn(child, sum(self.run.size(table) for table in made.values()))
                self.below(child, made)

    def score(self, root: Keys, inside: set[Keys], origins: Mapping[int, str], *, score_root: bool) -> None:
        """Score the combinations inside a set, in one statement."""
        entries = lattice_entries(
            self.run.plan, self.lattice, root, inside, self.counts.packings, score_root=score_root
        )
        if entries["subsets"]:
            query = render("packed_scores", self.counts.entries, entries, origins, self.counts.spectra)
            self.scores += fetch_rows(self.run.engine, query, self.run.name, CombinationScore)

    @contextmanager
    def tables(self, keys: Keys, origins: Mapping[int, str]) -> Iterator[dict[int, str]]:
        """Give the packed counts of one combination, of each target, inside only."""
        packings = self.counts.packings
        with ExitStack() as stack:
            yield {
                number: stack.enter_context(
                    self.run.table(render("packed_step", origin, packings[number].masks(keys)), "add up")
                )
                for number, origin in origins.items()
            }
