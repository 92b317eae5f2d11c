"""The entries that the macros of combinations take, made here and edited nowhere.

`templates/macros/risk/combinations/rolled_up.sql` describes each key of a lattice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypedDict

from sqlmetrics.risk.combinations.lattice import CombinationLattice, Keys
from sqlmetrics.risk.combinations.packing import MARK, NULL, Field, Packing
from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render
from sqlmetrics.text import csv_line


class PartEntry(TypedDict):
    """A column of counts, and the bits that are the value's where the column is packed."""

    column: str
    mask: int | None


class RollUpEntry(TypedDict):
    """The steps that add up the counts of one target."""

    columns: list[str]
    edge_names: list[str]
    depths: list[list[tuple[int, ...]]]
    value: PartEntry
    individual: PartEntry
    classes: list[int]


class MarkedFieldEntry(TypedDict):
    """A key that is a column, with its mark of suppression."""

    column: str
    text: str | None


class PackedFieldEntry(TypedDict):
    """A key as some bits of a word, with the bits of NULL and of its mark."""

    column: str
    mask: int
    null: int
    mark: int


class TakenEntry(TypedDict):
    """A combination and the classes taken from it: the ones with a hash below the threshold.

    `hashes` are the numbers of its keys, from 1; `masks` the bits of words that each target keeps.
    """

    number: int
    hashes: list[int]
    masks: dict[int, list[int]]
    threshold: int


class GroupEntry(TypedDict):
    """Combinations whose sampled counts of each target lie in one table, with these hashes."""

    origins: dict[int, str]
    hashes: list[int]
    combinations: list[TakenEntry]


class LatticeEntries(TypedDict):
    """Combinations of keys, and from which larger ones they are added up."""

    root: int
    of: dict[int, RollUpEntry]
    packed: bool
    kept_names: list[str]
    subsets: list[tuple[int, ...]]
    names: list[tuple[str, str]]
    steps: bool
    fields: list[MarkedFieldEntry] | list[PackedFieldEntry]
    marked: bool
    out: str | None
    moving: bool
    shared: bool
    groups: list[GroupEntry]


class WordEntry(TypedDict):
    """A column whose codes are some bits of a word: the codes' table, and their unit."""

    column: str
    codes: str
    unit: int


class Codes(NamedTuple):
    """The codes of a column's values: their table, and their number."""

    table: str
    size: int


def shared(plan: Plan) -> bool:
    """Return whether identity and first sensitive attribute have the same classes."""
    return plan.individual is None and plan.nulls != "drop" and len(plan.targets) > 1


def moving(plan: Plan) -> bool:
    """Return whether the records that take part differ from combination to combination."""
    return plan.individual is not None or plan.nulls == "drop" or bool(plan.hidden_marks)


def own_targets(plan: Plan) -> list[int]:
    """Return the numbers of the targets that are counted on their own."""
    return [number for number, target in enumerate(plan.targets) if target.column is not None or not shared(plan)]


def base_entries(plan: Plan, relation: str, count_table: str | None = None) -> PlanEntries:
    """Return a plan's entries for the counts that combinations are added up from.

    Suppressed records are in them, and are left out of each combination later.
    """
    return plan_entries(replace(plan, suppressed=None), relation, counted=count_table)


def rolled_entries(plan: Plan, relation: str, names: Sequence[str]) -> PlanEntries:
    """Return a plan's entries for counts that were added up, with key columns of these names.

    Partitions have been applied to them.
    """
    targets = [
        target if target.partition is None else replace(target, partition=applied(target.partition))
        for target in plan.targets
    ]
    rolled = replace(
        plan, quasi_identifiers=tuple(names), recodings={}, targets=tuple(targets), suppressed=None, spelling={}
    )
    entries = plan_entries(rolled, relation)
    facts = render("needed_facts", entries["metrics"], plan.level, plan.strict, True)
    return PlanEntries({**entries, "facts": facts.split()})


def applied(partition: Partition) -> Partition:
    """Return a partition of a column that holds its domains already."""
    return Partition(partition.name, partition.column, unmapped="keep")


def key_names(plan: Plan, keys: Keys) -> str:
    """Return the names of a combination's keys as a score record has them."""
    return csv_line(plan.quasi_identifiers[place] for place in sorted(keys))


def lattice_entries(
    plan: Plan,
    lattice: CombinationLattice,
    root: Keys,
    inside: set[Keys],
    packings: Mapping[int, Packing] | None,
    *,
    score_root: bool,
) -> LatticeEntries:
    """Return the combinations of `inside` that are added up from a root.

    `packings` say for each target that is counted where the codes of its columns are; without them
    the columns hold the values. The root is measured itself only with `score_root`.
    """
    count = lattice.keys
    depths = by_depth(lattice, root, inside)
    below = [keys for depth in depths for keys in depth]
    numbers = {**lattice.numbers, root: lattice.numbers[root] if score_root else 0}
    measured = [keys for keys in (root, *below) if numbers[keys] > 0]
    flags = [] if packings is not None else [f"kept_{place}" for place in range(1, count + 1)]
    return LatticeEntries(
        root=numbers[root],
        of={
            target: roll_up_entry(lattice, depths, numbers, None if packings is None else packings[target])
            for target in own_targets(plan)
        },
        packed=packings is not None,
        kept_names=flags,
        subsets=[(numbers[keys], *(int(place in keys) for place in range(len(flags)))) for keys in measured],
        names=[(str(numbers[keys]), key_names(plan, keys)) for keys in measured],
        steps=len(measured) < 1 + len(below),
        fields=marked_fields(plan) if packings is None else packed_fields(packings[own_targets(plan)[0]]),
        marked=bool(plan.hidden_marks),
        out=None,
        moving=moving(plan),
        shared=shared(plan),
        groups=[],
    )


def by_depth(lattice: CombinationLattice, root: Keys, inside: set[Keys]) -> list[list[Keys]]:
    """Return the combinations that are added up from one, a list per step away from it."""
    children = lattice.children()
    depths = [[root]]
    while below := [keys for parent in depths[-1] for keys in children[parent] if keys in inside]:
        depths.append(below)
    return depths[1:]


def roll_up_entry(
    lattice: CombinationLattice, depths: Sequence[Sequence[Keys]], numbers: Mapping[Keys, int], packing: Packing | None
) -> RollUpEntry:
    """Return the steps that add up the counts of one target."""

    def edge(keys: Keys) -> tuple[int, ...]:
        kept = [int(place in keys) for place in range(lattice.keys)] if packing is None else packing.masks(keys)
        return (numbers[lattice.parents[keys]], numbers[keys], *kept)

    columns = range(1, 1 + (lattice.keys if packing is None else packing.words))
    kept_fields = {} if packing is None else packing.kept
    return RollUpEntry(
        columns=[f"key_{place}" for place in columns],
        edge_names=["parent_number", "child_number", *(f"kept_{place}" for place in columns)],
        depths=[[edge(keys) for keys in depth] for depth in depths],
        value=part_entry("value", kept_fields.get("value")),
        individual=part_entry("individual", kept_fields.get("individual")),
        classes=[] if packing is None else packing.class_masks,
    )


def part_entry(column: str, field: Field | None) -> PartEntry:
    """Return where the values of a column are: in the column itself, or packed in a field."""
    return PartEntry(column=column, mask=None) if field is None else PartEntry(column=field.column, mask=field.mask)


def marked_fields(plan: Plan) -> list[MarkedFieldEntry]:
    """Return the keys as columns with their marks of suppression."""
    return [
        MarkedFieldEntry(column=f"key_{place}", text=plan.hidden_marks.get(name))
        for place, name in enumerate(plan.quasi_identifiers, 1)
    ]


def packed_fields(packing: Packing) -> list[PackedFieldEntry]:
    """Return the keys as bits of words."""
    return [
        PackedFieldEntry(column=field.column, mask=field.mask, null=NULL * field.unit, mark=MARK * field.unit)
        for field in packing.keys
    ]


def word_entries(packing: Packing, keys: Sequence[Codes], kept: Mapping[str, Codes]) -> list[list[WordEntry]]:
    """Return the columns with codes in each word: keys, and the columns kept besides."""
    words: list[list[WordEntry]] = [[] for _ in range(packing.words)]
    columns = [(f"key_{place}", codes, packing.keys[place - 1]) for place, codes in enumerate(keys, 1)]
    columns += [(name, codes, packing.kept[name]) for name, codes in kept.items()]
    for column, codes, field in columns:
        words[field.word - 1].append(WordEntry(column=column, codes=codes.table, unit=field.unit))
    return words
