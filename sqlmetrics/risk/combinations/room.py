"""The memory and disk of a run of DuckDB, and the estimated needs of combinations."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import prod
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.rows import fetch_row
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations.lattice import CombinationLattice, Keys

GROUPED_BYTES = 64
"""The approximate bytes of a row while it is grouped and added up, beside its table."""

ROWS_A_SECOND = 4_000_000
"""The approximate rows that a core or two add up in a second, for the shown estimate."""

SHORT, LONG = 2, 10
"""The seconds up to which no time is shown, and beyond which estimates are offered."""

MANY_TIMES = 20
"""How many times the counts of all keys are added up at least where estimates are offered."""

UNITS = {
    "bytes": 1,
    "KiB": 2**10,
    "MiB": 2**20,
    "GiB": 2**30,
    "TiB": 2**40,
    "KB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
    "TB": 10**12,
}
"""The bytes of each unit in which DuckDB writes sizes."""


class RoomSettings(NamedTuple):
    """DuckDB's limit of memory, the folder that it spills to, and the most that it spills."""

    memory: str | None
    folder: str | None
    most_on_disk: str | None


class Room(NamedTuple):
    """The limits of a run: bytes of memory, and of disk to spill to."""

    memory: int
    disk: int

    @classmethod
    def of(cls, engine: Engine) -> Room:
        """Return the limits that DuckDB was opened with."""
        query = (
            "select current_setting('memory_limit'), current_setting('temp_directory'), "
            "current_setting('max_temp_directory_size')"
        )
        settings = fetch_row(engine, query, "the limits", RoomSettings)
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


class TargetSize(NamedTuple):
    """The rows of one target's counts of all keys, and the values that they have beside keys."""

    cells: int
    values: int


class Sizes:
    """Estimates the rows of each combination over all targets, and learns from tables."""

    def __init__(
        self, lattice: CombinationLattice, cardinalities: Sequence[int], targets: Sequence[TargetSize]
    ) -> None:
        self.lattice = lattice
        self.children: Mapping[Keys, Sequence[Keys]] = lattice.children()
        self._cardinalities = cardinalities
        self._targets = targets
        self._below: dict[Keys, float] = {}
        self._known: dict[Keys, float] = {lattice.root: float(sum(target.cells for target in targets))}

    def of(self, keys: Keys) -> float:
        """Return the rows of a combination."""
        if keys not in self._known:
            grid = prod(float(self._cardinalities[place]) for place in keys)
            own = sum(min(target.cells, grid * target.values) for target in self._targets)
            self._known[keys] = min(own, self.of(self.lattice.parents[keys]))
        return self._known[keys]

    def learn(self, keys: Keys, rows: int) -> None:
        """Note how many rows a combination has; none that is added up from it has more."""
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
        """Return the most rows of tables that are there at once below a combination.

        What has at most `together` rows is held by one statement, and has no tables.
        """
        large = [child for child in self.children[keys] if self.below(child) > together]
        return self.of(keys) + max((self.most_at_once(child, together) for child in large), default=0.0)


def check_fits(sizes: Sizes, room: Room, together: float, words: int, say: Callable[[str], None]) -> None:
    """Report the estimated memory and time of the combinations.

    Raises SpecError where they exceed the room.
    """
    lattice = sizes.lattice
    rows = sizes.below(lattice.root)
    steps = sum(sizes.of(parent) for parent in lattice.parents.values())
    held = sizes.most_at_once(lattice.root, together) * 8 * (words + 1) + min(rows, together) * GROUPED_BYTES
    text = (
        f"{len(lattice.measured):,} combinations of up to {max(map(len, lattice.measured))} of "
        f"{lattice.keys} quasi-identifiers: about {steps:,.0f} rows to add up, {held / 2**20:,.0f} MiB at once"
    )
    if held > room.memory + room.disk:
        raise SpecError(
            f"{text}; there are {room.memory / 2**20:,.0f} MiB of memory and {room.disk / 2**20:,.0f} MiB of "
            "disk to spill to. Sample the classes with `estimate: 10000`, ask for fewer keys at once with "
            "`subsets: 3`, recode those with many values by a partition, or give more memory or disk"
        )
    seconds = steps / ROWS_A_SECOND
    text += f", some {seconds:,.0f} seconds" if seconds > SHORT else ""
    sooner = seconds > LONG and steps > MANY_TIMES * sizes.of(lattice.root)
    say(text + ("; `estimate: 10000` samples the classes, in less time" if sooner else ""))


def estimated_rows(lattice: CombinationLattice, cardinalities: Sequence[int], cells: int) -> float:
    """Return the rows of all combinations together, where the finest has `cells` of them."""
    keys = [lattice.root, *lattice.parents]
    return sum(min(float(cells), prod(float(cardinalities[place]) for place in combination)) for combination in keys)
