"""What every metric should be, computed from rows in plain Python; it shares no code with the product.

A row is a dictionary from column to value. Distributions are over the distinct (individual, keys, target) combinations; without an
individual column each record is an individual of its own. The definitions are those of the papers, written down once more.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from sklearn.metrics.cluster import expected_mutual_information  # type: ignore[import-untyped, unused-ignore]

Row = Mapping[str, Any]
Key = tuple[Any, ...]
Recoding = Callable[[Any], Any] | Mapping[Any, Any]
Metrics = dict[str, float | None]

NAN = float("nan")
"""The one NaN: it is the same object everywhere, so that dictionaries and tuples take NaN for equal to NaN."""

SINGLE_VALUE = "the target has a single value"
TABLE_METRICS = (
    "entropy", "joint_entropy", "conditional_entropy", "normalized_conditional_entropy", "mutual_information", "discrimination_rate",
    "adjusted_discrimination_rate", "conditional_privacy", "maximum_information_leakage", "entropy_l_diversity_risk", "itpr",
    "miller_madow_entropy", "miller_madow_joint_entropy", "miller_madow_conditional_entropy", "miller_madow_mutual_information",
    "miller_madow_discrimination_rate",
)  # fmt: skip
"""What is measured of every target; the identity and the sensitive attributes have some more."""

SENSITIVE_METRICS = ("alpha_k_anonymity", "distinct_l_diversity", "t_closeness_equal")


@dataclass(frozen=True)
class EquivalenceClass:
    """One class: its records and its metrics."""

    records: int
    metrics: Metrics


@dataclass(frozen=True)
class Measured:
    """One target's metrics for the table and for each class by its key values; None is undefined, and `reasons` says why, where decided."""

    records: int
    table: Metrics
    classes: dict[Key, EquivalenceClass]
    reasons: dict[str, str]


def canonical(value: Any) -> Hashable:
    """Return the value under which equal ones are one: NaN equals NaN and -0.0 equals 0.0."""
    if isinstance(value, float):
        return NAN if math.isnan(value) else value + 0.0
    found: Hashable = value
    return found


def entropy(counts: Mapping[Any, int]) -> float:
    """Return the entropy of a distribution given by its counts, in bits."""
    total = sum(counts.values())
    return math.fsum(-count / total * math.log2(count / total) for count in counts.values())


def miller_madow(counts: Mapping[Any, int]) -> float:
    """Return the entropy with the first-order correction for few records, in bits."""
    return entropy(counts) + (len(counts) - 1) / (2 * sum(counts.values()) * math.log(2))


def expected_information(cells: Mapping[Key, Counter[Hashable]], values: Sequence[Hashable]) -> float:
    """Return the mutual information that chance gives with these counts of values and classes, in bits."""
    contingency = np.array([[counts[value] for counts in cells.values()] for value in values], dtype=np.int64)
    return float(expected_mutual_information(contingency, int(contingency.sum()))) / math.log(2)


def equal_distance(part: Counter[Hashable], whole: Counter[Hashable]) -> float:
    """Return half the absolute differences between two distributions."""
    return math.fsum(abs(part[value] / part.total() - whole[value] / whole.total()) for value in whole) / 2


def ordered_distance(part: Counter[Hashable], whole: Counter[Hashable], order: Sequence[Hashable]) -> float:
    """Return the earth mover's distance between two distributions along an order of the values, as a share of the longest way."""
    gaps = []
    in_part = in_whole = 0
    for value in order:
        in_part += part[value]
        in_whole += whole[value]
        gaps.append(abs(in_part / part.total() - in_whole / whole.total()))
    return math.fsum(gaps) / max(len(order) - 1, 1)


def hierarchical_distance(part: Counter[Hashable], whole: Counter[Hashable], hierarchy: Mapping[Any, Sequence[str]]) -> float:
    """Return the earth mover's distance between two distributions over a hierarchy.

    Two values are as far apart as the level of their lowest common ancestor over the height. That is the way through a tree whose edges
    are 1 / (2 height) long, so the distance is the sum over all edges of their length times what has to cross them.
    """
    height = len(next(iter(hierarchy.values())))
    crossing: dict[tuple[int, Hashable], list[float]] = defaultdict(list)
    for value in whole:
        excess = part[value] / part.total() - whole[value] / whole.total()
        for level, node in enumerate((value, *hierarchy[value][:-1])):
            crossing[level, node].append(excess)
    return math.fsum(abs(math.fsum(excesses)) for excesses in crossing.values()) / (2 * height)


def natural_order(values: Sequence[Hashable]) -> list[Hashable]:
    """Return values in ascending order, NaN behind every number and NULL behind that."""

    def place(value: Any) -> tuple[bool, bool, Any]:
        return value is None, value is NAN, 0 if value is None or value is NAN else value

    return sorted(values, key=place)


def measure(
    rows: Sequence[Row],
    quasi_identifiers: Sequence[str],
    target: str | None = None,
    *,
    individual: str | None = None,
    nulls: Literal["category", "drop"] = "category",
    recodings: Mapping[str, Recoding] | None = None,
    order: Literal["natural"] | Sequence[Any] | None = None,
    hierarchy: Mapping[Any, Sequence[str]] | None = None,
) -> Measured:
    """Return every metric of one target, or of the identity where none is given.

    `recodings` replace the values of a column, by a call or by a lookup; NULL stays NULL. `order` and `hierarchy` (each value's ancestors,
    from its parent to the root) add the ordered and the hierarchical distance, both undefined where they leave out a value of the table.
    """

    def read(row: Row, column: str) -> Hashable:
        value, recoding = row[column], (recodings or {}).get(column)
        if value is None or recoding is None:
            return canonical(value)
        return canonical(recoding(value) if callable(recoding) else recoding[value])

    records: Counter[Key] = Counter()
    combinations: set[tuple[Hashable, Key, Hashable]] = set()
    for number, row in enumerate(rows):
        person = number if individual is None else canonical(row[individual])
        key = tuple(read(row, column) for column in quasi_identifiers)
        learnt = person if target is None else read(row, target)
        if nulls == "drop" and any(value is None for value in (*key, learnt, person)):
            continue
        records[key] += 1
        combinations.add((person, key, learnt))
    cells: defaultdict[Key, Counter[Hashable]] = defaultdict(Counter)
    for _, key, learnt in combinations:
        cells[key][learnt] += 1
    whole = sum(cells.values(), Counter[Hashable]())

    names = [*TABLE_METRICS, *(("k_anonymity",) if target is None else SENSITIVE_METRICS)]
    distances: dict[str, Callable[[Counter[Hashable]], float | None]] = {}
    reasons: dict[str, str] = {}
    if order is not None:
        placed = natural_order(list(whole)) if order == "natural" else [value for value in order if value in whole]
        complete = len(placed) == len(whole)
        distances["t_closeness_ordered"] = lambda part: ordered_distance(part, whole, placed) if complete else None
        reasons["t_closeness_ordered"] = "the order does not place every value"
    if hierarchy is not None:
        held = all(value in hierarchy for value in whole)
        distances["t_closeness_hierarchical"] = lambda part: hierarchical_distance(part, whole, hierarchy) if held else None
        reasons["t_closeness_hierarchical"] = "the hierarchy does not hold every value"
    if not whole:
        empty = "the table has no records" if nulls == "category" else "no records are left without NULLs"
        nothing: Metrics = dict.fromkeys([*names, *distances])
        return Measured(0, nothing, {}, dict.fromkeys(nothing, empty))
    single = len(whole) == 1
    if single:
        dividing = ("discrimination_rate", "itpr", "normalized_conditional_entropy", "miller_madow_discrimination_rate")
        reasons |= dict.fromkeys(dividing, SINGLE_VALUE)

    total, whole_entropy = whole.total(), entropy(whole)
    weighted = {key: part.total() / total * entropy(part) for key, part in cells.items()}
    classes: dict[Key, EquivalenceClass] = {}
    for key, part in cells.items():
        of_class: Metrics = {
            "conditional_entropy": entropy(part),
            "miller_madow_conditional_entropy": miller_madow(part),
            "discrimination_rate": None if single else 1 - weighted[key] / whole_entropy,
            "itpr": None if single else 1 - len(cells) * weighted[key] / whole_entropy,
            "maximum_information_leakage": whole_entropy - weighted[key],
            "entropy_l_diversity_risk": 2 ** -entropy(part),
        }
        if target is None:
            of_class["k_anonymity"] = len(part)
        else:
            of_class["distinct_l_diversity"] = len(part)
            of_class["alpha_k_anonymity"] = max(part.values()) / part.total()
            of_class["t_closeness_equal"] = equal_distance(part, whole)
        classes[key] = EquivalenceClass(records[key], of_class | {name: distance(part) for name, distance in distances.items()})

    joint = {(key, value): count for key, part in cells.items() for value, count in part.items()}
    information = math.fsum(
        count / total * math.log2(count * total / (cells[key].total() * whole[value])) for (key, value), count in joint.items()
    )
    conditional = math.fsum(weighted.values())
    corrected = math.fsum(part.total() / total * miller_madow(part) for part in cells.values())
    by_chance = expected_information(cells, list(whole))
    above_chance = None if single or whole_entropy - by_chance <= 1e-12 * whole_entropy else whole_entropy - by_chance
    table: Metrics = {
        "entropy": whole_entropy,
        "joint_entropy": entropy(joint),
        "conditional_entropy": conditional,
        "normalized_conditional_entropy": None if single else conditional / whole_entropy,
        "mutual_information": information,
        "discrimination_rate": None if single else 1 - conditional / whole_entropy,
        "adjusted_discrimination_rate": None if above_chance is None else (information - by_chance) / above_chance,
        "conditional_privacy": 1 - 2**-information,
        "miller_madow_entropy": miller_madow(whole),
        "miller_madow_joint_entropy": miller_madow(joint),
        "miller_madow_conditional_entropy": corrected,
        "miller_madow_mutual_information": miller_madow(whole) - corrected,
        "miller_madow_discrimination_rate": None if single else 1 - corrected / miller_madow(whole),
    }
    for name in [*names, *distances]:
        if name not in table:
            of_classes = [of_class.metrics[name] for of_class in classes.values()]
            extreme = min if name in {"k_anonymity", "distinct_l_diversity"} else max
            table[name] = extreme((value for value in of_classes if value is not None), default=None)
    return Measured(records.total(), table, classes, reasons)
