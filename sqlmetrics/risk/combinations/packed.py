"""Combinations in DuckDB: the counts of all keys once, packed into codes, and added up from table to table where they are many."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple
from uuid import uuid4

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.rows import fetch_number, fetch_row, fetch_rows
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.risk.combinations.entries import base_entries, lattice_entries, named, own_targets, stripped
from sqlmetrics.risk.combinations.lattice import Keys, Lattice, build_lattice
from sqlmetrics.risk.combinations.packing import Packing, pack
from sqlmetrics.risk.combinations.results import CombinationScore
from sqlmetrics.risk.extent import Extent, check_mapped, read_extent
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

GROUPED_BYTES = 64
"""About what a row of a combination takes while it is grouped and added up, beside its table."""

TOGETHER = 5_000_000
"""The most rows of combinations that one statement holds at once, where memory allows; with more it takes longer, not shorter."""

ROWS_A_SECOND = 4_000_000
"""About how many rows of combinations a core or two add up in a second, for the estimate that is shown."""

UNITS = {"bytes": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}


class Settings(NamedTuple):
    """What DuckDB was opened with: its limit of memory, the folder that it spills to, and the most that it spills."""

    memory: str | None
    folder: str | None
    most_on_disk: str | None


class Room(NamedTuple):
    """What a run may take: bytes of memory, and of disk to spill to."""

    memory: int
    disk: int

    @classmethod
    def of(cls, engine: Engine) -> Room:
        """Return the limits that DuckDB was opened with."""
        query = "select current_setting('memory_limit'), current_setting('temp_directory'), current_setting('max_temp_directory_size')"
        settings = fetch_row(engine, query, "the limits", Settings)
        disk = 0
        if settings.folder:
            with suppress(OSError):
                disk = shutil.disk_usage(settings.folder).free
            disk = min(disk, as_bytes(settings.most_on_disk or "") or disk)
        return cls(memory=as_bytes(settings.memory or "") or 2**33, disk=disk)


def as_bytes(text: str) -> int | None:
    """Return a size as DuckDB writes it, such as 1.5 GiB, in bytes; None where it is none."""
    match = re.fullmatch(r"([\d.]+) ?(\w+)", text.strip())
    return int(float(match[1]) * UNITS[match[2]]) if match and match[2] in UNITS else None


@dataclass
class Run:
    """One measurement: what is asked, and the temporary tables that it has made."""

    engine: Engine
    plan: Plan
    name: str
    prefix: str = field(default_factory=lambda: f"sqlmetrics_{uuid4().hex[:12]}")
    made: int = 0

    def rows(self, sql: str, step: str = "codes") -> list[tuple[Any, ...]]:
        return fetch(self.engine, sql, self.name, step)

    @contextmanager
    def table(self, query: str, step: str = "codes") -> Iterator[str]:
        """Give a temporary table of a query's rows, which is there only inside."""
        self.made += 1
        table = f"{self.prefix}_{self.made}"
        self.rows(f"create temporary table {table} as {query}", step)
        try:
            yield table
        finally:
            with suppress(QueryError):
                self.rows(f"drop table if exists {table}")

    def size(self, table: str) -> int:
        return fetch_number(self.engine, f"select count(*) from {table}", self.name, "codes")  # noqa: S608 - our own name


@dataclass(frozen=True)
class Packed:
    """The packed counts of all keys: a table per target that is counted on its own, and what is needed to add them up."""

    entries: dict[str, Any]
    packings: dict[int, Packing]
    tables: dict[int, str]
    spectra: dict[int, str] | None
    cells: dict[int, int]
    cardinalities: list[int]
    values: dict[int, float]


@contextmanager
def packed(run: Run, from_sql: str, targets: Sequence[int], *, spectra: bool) -> Iterator[tuple[Packed, Extent]]:
    """Give the packed counts of a relation, read once, with its records and individuals, inside only.

    Raises SpecError where a partition leaves values out.
    """
    plan = run.plan
    marks = {mark["column"]: mark["text"] for mark in plan.marks} if not plan.keep_suppressed else {}
    with ExitStack() as kept:
        # The count table and the dictionaries are dropped as soon as the codes are there.
        with ExitStack() as passing:
            counts = passing.enter_context(run.table(render("counting", base_entries(plan, from_sql)), "count"))
            extent = count_extent(run, counts)
            entries = base_entries(plan, from_sql, counts)
            check_partitions(run, entries, from_sql)

            def codes(query: str, column: str, mark: str | None = None) -> tuple[str, int]:
                table = passing.enter_context(run.table(render("dictionary", query, column, mark)))
                return table, run.size(table)

            key_codes = [
                codes(f"select key_{place} from {counts}", f"key_{place}", marks.get(name))  # noqa: S608 - our own names
                for place, name in enumerate(plan.quasi_identifiers, 1)
            ]
            people = [] if plan.individual is None else [("individual", codes(f"select individual from {counts}", "individual"))]  # noqa: S608
            packings: dict[int, Packing] = {}
            tables: dict[int, str] = {}
            values: dict[int, float] = {}
            by_attribute: dict[tuple[Any, bool], tuple[str, int]] = {}
            for number in targets:
                target = entries["targets"][number]
                kept_codes = list(people)
                if target["attribute"]:
                    recoded = target["recoding"] is not None
                    known = (number if recoded else target["attribute"], recoded)
                    if known not in by_attribute:
                        by_attribute[known] = (
                            codes(render("base_query", entries, target), "value")
                            if recoded
                            else codes(f"select value_{target['attribute']} from {counts}", f"value_{target['attribute']}")  # noqa: S608
                        )
                    kept_codes.append(("value", by_attribute[known]))
                packing = pack([size for _, size in key_codes], {name: size for name, (_, size) in kept_codes})
                words: list[list[dict[str, Any]]] = [[] for _ in range(packing.words)]
                for place, (table, _) in enumerate(key_codes):
                    at = packing.keys[place]
                    words[at.word - 1].append({"column": f"key_{place + 1}", "codes": table, "unit": at.unit})
                for name, (table, _) in kept_codes:
                    at = packing.kept[name]
                    words[at.word - 1].append({"column": name, "codes": table, "unit": at.unit})
                packings[number] = packing
                tables[number] = kept.enter_context(run.table(render("packed_counts", entries, target, words)))
                values[number] = float(prod(size for _, (_, size) in kept_codes))
        summarised = stripped(entries, [f"key_{place}" for place in range(1, 1 + len(packings[targets[0]].class_masks))])
        own: dict[int, str] | None = None
        if spectra:
            own = {}
            for number in targets:
                if summarised["targets"][number]["attribute"]:
                    at = packings[number].kept["value"]
                    query = render(
                        "distribution", summarised, summarised["targets"][number], {"column": at.column, "mask": at.mask}, tables[number]
                    )
                    own[number] = kept.enter_context(run.table(query))
        cells = {number: run.size(tables[number]) for number in targets}
        yield Packed(summarised, packings, tables, own, cells, [size for _, size in key_codes], values), extent


def count_extent(run: Run, counts: str) -> Extent:
    """Return the records of a count table and, where a column tells them apart, its individuals."""
    several = len({target.column for target in run.plan.targets if target.column is not None}) > 1
    query = render("count_extent", counts, several, run.plan.individual is not None, [], False)
    return read_extent(run.engine, run.plan, query, [], run.name)


def check_partitions(run: Run, entries: dict[str, Any], from_sql: str) -> None:
    """Raise SpecError where a partition has no domain for values of a key or of a target."""
    checked = [*run.plan.recodings.values(), *(target.partition for target in run.plan.targets if target.partition is not None)]
    if any(partition.unmapped == "error" and partition.prefix is None for partition in checked):
        lost = render("lost_records", entries)
        if lost and fetch_number(run.engine, lost, run.name, "codes"):
            check_mapped(run.engine, checked, from_sql, run.name)


def measure(
    engine: Engine, plan: Plan, most: int, from_sql: str, name: str, room: Room, *, say: Callable[[str], None]
) -> tuple[list[CombinationScore], Extent]:
    """Return the scores of every combination of up to so many keys, and the relation's records and individuals.

    Raises SpecError where the combinations would not fit in the room there is.
    """
    run = Run(engine, plan, name)
    targets = own_targets(plan)
    moving = plan.individual is not None or plan.nulls == "drop" or bool(plan.marks and not plan.keep_suppressed)
    found: list[CombinationScore] = []
    with packed(run, from_sql, targets, spectra=not moving) as (counts, extent):
        lattice = build_lattice(counts.cardinalities, most)
        sizes = Sizes(lattice, counts)
        words = max(packing.words for packing in counts.packings.values())
        together = max(min(TOGETHER, room.memory // (4 * (GROUPED_BYTES + 8 * (words + 2)))), 1)
        check_fits(sizes, plan, room, together, words, say)

        def score(root: Keys, inside: set[Keys], origins: dict[int, str], *, score_root: bool) -> None:
            entries = lattice_entries(plan, lattice, root, inside, counts.packings, score_root=score_root)
            if entries["subsets"]:
                query = render("packed_scores", counts.entries, entries, origins, counts.spectra)
                found.extend(fetch_rows(engine, query, name, CombinationScore))

        def walk(root: Keys, origins: dict[int, str]) -> None:
            batch: set[Keys] = set()
            held = sizes.of(root)
            score_root = lattice.numbers[root] > 0
            large = []
            for child in sorted(lattice.children()[root], key=sizes.below):
                if held + sizes.below(child) <= together:
                    batch |= sizes.subtree(child)
                    held += sizes.below(child)
                elif sizes.below(child) <= together:
                    score(root, batch, origins, score_root=score_root)
                    batch, held, score_root = set(sizes.subtree(child)), sizes.of(root) + sizes.below(child), False
                else:
                    large.append(child)
            if batch or score_root:
                score(root, batch, origins, score_root=score_root)
            for child in large:
                with _tables(run, counts, child, origins) as made:
                    sizes.learn(child, sum(run.size(table) for table in made.values()))
                    walk(child, made)

        walk(lattice.root, counts.tables)
        order = {str(keys): number for keys, number in ((k[1], int(k[0])) for k in lattice_entries_names(plan, lattice))}
    found.sort(key=lambda row: order[row.score.quasi_identifiers])
    return found, extent


def lattice_entries_names(plan: Plan, lattice: Lattice) -> list[tuple[str, str]]:
    """Return the number and the names of each combination that is measured."""
    return [(str(number), named(plan, keys)) for keys, number in lattice.numbers.items() if number > 0]


@contextmanager
def _tables(run: Run, counts: Packed, keys: Keys, origins: dict[int, str]) -> Iterator[dict[int, str]]:
    """Give the packed counts of one combination, of each target, inside only."""
    with ExitStack() as stack:
        yield {
            number: stack.enter_context(run.table(render("packed_step", origin, counts.packings[number].masks(keys)), "add up"))
            for number, origin in origins.items()
        }


class Sizes:
    """How many rows each combination is estimated to have, over all targets, better once a table of a larger one is there."""

    def __init__(self, lattice: Lattice, counts: Packed) -> None:
        self.lattice = lattice
        self.children = lattice.children()
        self.counts = counts
        self._below: dict[Keys, float] = {}
        self._known: dict[Keys, float] = {lattice.root: float(sum(counts.cells.values()))}

    def of(self, keys: Keys) -> float:
        """Return the rows of a combination."""
        if keys not in self._known:
            grid = prod(float(self.counts.cardinalities[place]) for place in keys)
            own = sum(min(self.counts.cells[number], grid * self.counts.values[number]) for number in self.counts.cells)
            self._known[keys] = min(own, self.of(self.lattice.parents[keys]))
        return self._known[keys]

    def learn(self, keys: Keys, rows: int) -> None:
        """Note how many rows a combination has, which none that is added up from it exceeds."""
        for below in self.subtree(keys):
            if below != keys:
                self._known.pop(below, None)
            self._below.pop(below, None)
        self._known[keys] = float(rows)

    def subtree(self, keys: Keys) -> set[Keys]:
        """Return a combination with all that are added up from it."""
        return {keys}.union(*(self.subtree(child) for child in self.children[keys]))

    def below(self, keys: Keys) -> float:
        """Return the rows of a combination and of all that are added up from it."""
        if keys not in self._below:
            self._below[keys] = self.of(keys) + sum(self.below(child) for child in self.children[keys])
        return self._below[keys]

    def most_at_once(self, keys: Keys, together: float) -> float:
        """Return the most rows that are held at once below a combination, beside what one statement holds."""
        large = [child for child in self.children[keys] if self.below(child) > together]
        return self.of(keys) + max((self.most_at_once(child, together) for child in large), default=0.0)


def check_fits(sizes: Sizes, plan: Plan, room: Room, together: float, words: int, say: Callable[[str], None]) -> None:
    """Say what the combinations are estimated to take. Raises SpecError where that is more than the room there is."""
    lattice = sizes.lattice
    rows = sizes.below(lattice.root)
    steps = sum(sizes.of(parent) for parent in lattice.parents.values())
    held = sizes.most_at_once(lattice.root, together) * 8 * (words + 1) + min(rows, together) * GROUPED_BYTES
    text = (
        f"{len(lattice.asked):,} combinations of up to {max(map(len, lattice.asked))} of {lattice.keys} quasi-identifiers:"
        f" about {steps:,.0f} rows to add up, {held / 2**20:,.0f} MiB at once"
    )
    if held > room.memory + room.disk:
        raise SpecError(
            f"{text}; there are {room.memory / 2**20:,.0f} MiB of memory and {room.disk / 2**20:,.0f} MiB of disk to spill to."
            " Ask for fewer keys at once (--subsets 3), recode those with many values by a partition, or give more memory or disk"
        )
    say(text + (f", some {steps / ROWS_A_SECOND:,.0f} seconds" if steps > 2 * ROWS_A_SECOND else ""))


def estimated_rows(lattice: Lattice, cardinalities: Sequence[int], cells: int) -> float:
    """Return how many rows all combinations are estimated to have together, where the finest has so many."""
    keys = [lattice.root, *lattice.parents]
    return sum(min(float(cells), prod(float(cardinalities[place]) for place in each)) for each in keys)
