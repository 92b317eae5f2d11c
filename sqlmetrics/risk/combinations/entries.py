"""What the templates of combinations take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmetrics.risk.combinations.lattice import Keys, Lattice
from sqlmetrics.risk.combinations.packing import MARK, NULL, Packing
from sqlmetrics.statement.plan import Plan
from sqlmetrics.text import csv_line


def shared(plan: Plan) -> bool:
    """Return whether the identity's classes are those of the first sensitive attribute."""
    return plan.individual is None and plan.nulls != "drop" and len(plan.targets) > 1


def own_targets(plan: Plan) -> list[int]:
    """Return the numbers of the targets that are counted on their own."""
    return [number for number, target in enumerate(plan.targets) if target.column is not None or not shared(plan)]


def stripped(entries: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return a plan's entries for the counts of combinations: partitions have been applied, and the keys are so many columns."""

    def of(target: dict[str, Any]) -> dict[str, Any]:
        recoding = target["recoding"]
        return target | {"recoding": None if recoding is None else {"name": recoding["name"], "unmapped": "keep"}}

    keys = [{"number": number, "column": name, "name": name, "recoding": None} for number, name in enumerate(names, 1)]
    return entries | {"quasi_identifiers": keys, "targets": [of(target) for target in entries["targets"]], "suppressed": []}


def base_entries(plan: Plan, relation: str, count_table: str | None = None) -> dict[str, Any]:
    """Return a plan's entries for the counts that combinations are added up from: suppressed records are left out later."""
    return plan.entries(relation, count_table) | {"suppressed": []}


def by_depth(lattice: Lattice, root: Keys, inside: set[Keys]) -> list[list[Keys]]:
    """Return the combinations that are added up from one, a list per step away from it."""
    children = lattice.children()
    depths = [[root]]
    while below := [keys for parent in depths[-1] for keys in children[parent] if keys in inside]:
        depths.append(below)
    return depths[1:]


def named(plan: Plan, keys: Keys) -> str:
    """Return the names of a combination's keys as a score record has them."""
    return csv_line(plan.quasi_identifiers[place] for place in sorted(keys))


def lattice_entries(
    plan: Plan, lattice: Lattice, root: Keys, inside: set[Keys], packings: Mapping[int, Packing] | None, *, score_root: bool
) -> dict[str, Any]:
    """Return what the templates take as `lattice`: the combinations of `inside` below a root, of raw columns or of packed words."""
    numbers = lattice.numbers
    count = lattice.keys
    depths = by_depth(lattice, root, inside)
    there = [*([root] if score_root else []), *(keys for depth in depths for keys in depth)]
    asked = [keys for keys in there if numbers[keys] > 0]
    root_number = numbers[root] if score_root else 0
    marks = {mark["column"]: mark["text"] for mark in plan.marks} if not plan.keep_suppressed else {}
    numbered = {**numbers, root: root_number}
    of = {}
    for target in own_targets(plan):
        packing = None if packings is None else packings[target]

        def kept(keys: Keys, packing: Packing | None = packing) -> list[int]:
            return [int(place in keys) for place in range(count)] if packing is None else packing.masks(keys)

        def part(name: str, packing: Packing | None = packing) -> dict[str, Any]:
            field = None if packing is None else packing.kept.get(name)
            return {"column": name, "mask": None} if field is None else {"column": field.column, "mask": field.mask}

        columns = count if packing is None else packing.words
        of[target] = {
            "columns": [f"key_{place}" for place in range(1, columns + 1)],
            "edge_names": ["parent_number", "child_number", *(f"kept_{place}" for place in range(1, columns + 1))],
            "depths": [[(numbered[lattice.parents[keys]], numbers[keys], *kept(keys)) for keys in depth] for depth in depths],
            "value": part("value"),
            "individual": part("individual"),
            "classes": [] if packing is None else packing.class_masks,
        }
    first = None if packings is None else packings[own_targets(plan)[0]]
    fields = []
    for place, name in enumerate(plan.quasi_identifiers):
        field = None if first is None else first.keys[place]
        fields.append(
            {"column": f"key_{place + 1}", "text": marks.get(name)}
            if field is None
            else {"column": field.column, "mask": field.mask, "null": NULL * field.unit, "mark": MARK * field.unit}
        )
    flags = [] if packings is not None else [f"kept_{place + 1}" for place in range(count)]
    return {
        "root": root_number,
        "of": of,
        "packed": packings is not None,
        "kept_names": flags,
        "subsets": [(numbers[keys], *([int(place in keys) for place in range(count)] if flags else [])) for keys in asked],
        "names": [(str(numbers[keys]), named(plan, keys)) for keys in asked],
        "steps": len(asked) <= len([keys for depth in depths for keys in depth])
        if not (score_root and numbers[root] > 0)
        else len(asked) < len(there),
        "fields": fields,
        "marked": bool(marks),
        "moving": plan.individual is not None or plan.nulls == "drop" or bool(marks),
        "shared": shared(plan),
    }
