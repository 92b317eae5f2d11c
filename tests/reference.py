"""The expected value of every metric, computed from rows in plain Python.

It shares no code with the product. A row is a dictionary from column to value. Distributions are
over the distinct (individual, keys, target) combinations, the appearances; what is said of people
is of people, each once, and the share of a class who have a value is that of its people. Without
an individual column each record is an individual of its own. The definitions are those of the
papers, written down once more.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from sklearn.metrics.cluster import expected_mutual_information  # type: ignore[import-untyped, unused-ignore]

Row = Mapping[str, Any]
Key = tuple[Any, ...]
Recoding = Callable[[Any], Any] | Mapping[Any, Any]
Metrics = dict[str, float | None]

NAN = float("nan")
"""The only NaN: one object, so that dictionaries and tuples take NaN for equal to NaN."""

SINGLE_VALUE = "the target has a single value"
TABLE_METRICS = (
    *("entropy", "joint_entropy", "conditional_entropy", "normalized_conditional_entropy"),
    *("mutual_information", "discrimination_rate", "itpr"),
    *("conditional_privacy", "maximum_information_leakage", "entropy_l_diversity_risk"),
    *("miller_madow_entropy", "miller_madow_joint_entropy", "miller_madow_conditional_entropy"),
    *("miller_madow_mutual_information", "miller_madow_discrimination_rate"),
)
"""The measures of every target; the identity and the sensitive attributes have some more."""

SENSITIVE_METRICS = (
    *("alpha_k_anonymity", "distinct_l_diversity", "entropy_l_diversity", "recursive_cl_diversity"),
    *("t_closeness_equal", "delta_disclosure", "delta_disclosure_strict", "basic_beta_likeness"),
    *("enhanced_beta_likeness", "skewness", "a_diff", "a_quot", "value_imbalance"),
    *("specific_surprise", "j_measure"),
)
"""The measures of a class for a sensitive attribute; the table's value is the worst of them."""

SAFER = {"k_anonymity", "distinct_l_diversity", "entropy_l_diversity"}
"""The metrics whose worst value is the least."""

INFINITE = {
    "recursive_cl_diversity": "infinite: a class with fewer than l={l} values satisfies no c",
    "delta_disclosure_strict": "infinite: a class lacks a value that the table has",
    "enhanced_beta_likeness": "infinite: a value gains more than -ln p(x) in a class, which no beta allows",
}
"""Why a value is undefined where a class has no finite one."""


@dataclass(frozen=True)
class EquivalenceClass:
    """One class: its records and its metrics."""

    records: int
    metrics: Metrics


@dataclass(frozen=True)
class Measured:
    """The metrics of a target, for the table and for each class by its key values.

    None is undefined, and `reasons` says why, where it is known.
    """

    records: int
    table: Metrics
    classes: dict[Key, EquivalenceClass]
    reasons: dict[str, str]


def canonical(value: Any) -> Hashable:
    """Return a value that equal values share: NaN equals NaN and -0.0 equals 0.0."""
    if isinstance(value, float):
        return NAN if math.isnan(value) else value + 0.0
    hashable: Hashable = value
    return hashable


def entropy(counts: Mapping[Any, int]) -> float:
    """Return the entropy of a distribution given by its counts, in bits."""
    total = sum(counts.values())
    return math.fsum(-count / total * math.log2(count / total) for count in counts.values())


def miller_madow(counts: Mapping[Any, int]) -> float:
    """Return the entropy with the first-order correction for few records, in bits."""
    return entropy(counts) + (len(counts) - 1) / (2 * sum(counts.values()) * math.log(2))


def expected_information(cells: Mapping[Key, Counter[Hashable]], values: Sequence[Hashable]) -> float:
    """Return the mutual information of chance with these counts of values and classes, in bits."""
    contingency = np.array([[counts[value] for counts in cells.values()] for value in values], dtype=np.int64)
    return float(expected_mutual_information(contingency, int(contingency.sum()))) / math.log(2)


def equal_distance(part: Counter[Hashable], whole: Counter[Hashable]) -> float:
    """Return half the absolute differences between two distributions."""
    return math.fsum(abs(part[value] / part.total() - whole[value] / whole.total()) for value in whole) / 2


def ordered_distance(part: Counter[Hashable], whole: Counter[Hashable], order: Sequence[Hashable]) -> float:
    """Return the earth mover's distance of two distributions along an order of values.

    It is a share of the longest way.
    """
    gaps = []
    in_part = in_whole = 0
    for value in order:
        in_part += part[value]
        in_whole += whole[value]
        gaps.append(abs(in_part / part.total() - in_whole / whole.total()))
    return math.fsum(gaps) / max(len(order) - 1, 1)


def hierarchical_distance(
    part: Counter[Hashable], whole: Counter[Hashable], hierarchy: Mapping[Any, Sequence[str]]
) -> float:
    """Return the earth mover's distance between two distributions over a hierarchy.

    The distance of two values is the level of their lowest common ancestor over the height. That is
    the way through a tree whose edges are 1 / (2 height) long, so the distance of distributions is
    the sum over all edges of their length times the share that crosses them.
    """
    height = len(next(iter(hierarchy.values())))
    crossing: dict[tuple[int, Hashable], list[float]] = defaultdict(list)
    for value in whole:
        excess = part[value] / part.total() - whole[value] / whole.total()
        for level, node in enumerate((value, *hierarchy[value][:-1])):
            crossing[level, node].append(excess)
    return math.fsum(abs(math.fsum(excesses)) for excesses in crossing.values()) / (2 * height)


def recursive_c(part: Counter[Hashable], l: int) -> float | None:  # noqa: E741 - the model's name for it
    """Return the least c for which (c',l)-diversity holds with any greater c', or None."""
    counts = sorted(part.values(), reverse=True)
    return None if len(counts) < l else counts[0] / sum(counts[l - 1 :])


def largest_log_ratio(part: Counter[Hashable], whole: Counter[Hashable], *, strict: bool) -> float | None:
    """Return the largest absolute natural logarithm of a share over the table's.

    That of an absent value is infinite where `strict`.
    """
    if strict and part.keys() != whole.keys():
        return None
    return max(
        abs(math.log(count / part.total()) - math.log(whole[value] / whole.total())) for value, count in part.items()
    )


def told(part: Counter[Hashable], whole: Counter[Hashable]) -> float:
    """Return the relative entropy of a class's distribution to the table's, in bits."""
    shares = {value: Fraction(count, part.total()) for value, count in part.items()}
    return math.fsum(share * math.log2(share * whole.total() / whole[value]) for value, share in shares.items())


def relative_gains(part: Counter[Hashable], whole: Counter[Hashable]) -> dict[Hashable, Fraction]:
    """Return how much each value's share exceeds the table's, relative to it, unrounded."""
    shares = {value: Fraction(count, whole.total()) for value, count in whole.items()}
    return {value: (Fraction(part[value], part.total()) - share) / share for value, share in shares.items()}


def least_beta(part: Counter[Hashable], whole: Counter[Hashable], *, enhanced: bool) -> float | None:
    """Return the least beta that bounds the gains of all values, None where no beta does.

    A gain may exceed what the enhanced model allows at most.
    """
    gains = relative_gains(part, whole)
    if enhanced and any(gain > -math.log(whole[value] / whole.total()) for value, gain in gains.items()):
        return None
    return float(max(Fraction(0), *gains.values()))


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
    l: int = 3,  # noqa: E741 - the model's name for it
    threshold: float = 0.2,
    log_base: float = math.e,
) -> Measured:
    """Return every metric of one target, or of the identity where none is given.

    `recodings` replace the values of a column, by a call or by a lookup; NULL stays NULL. `order`
    and `hierarchy` (each value's ancestors, from its parent to the root) add the ordered and the
    hierarchical distance, both undefined where they leave out a value of the table. `l` is that of
    recursive diversity, `threshold` the chance above which a record is at risk, `log_base` that of
    delta-disclosure.
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
    people: defaultdict[Key, set[Hashable]] = defaultdict(set)
    holders: defaultdict[Hashable, set[Hashable]] = defaultdict(set)
    for person, key, learnt in combinations:
        cells[key][learnt] += 1
        people[key].add(person)
        holders[learnt].add(person)
    everybody: set[Hashable] = set().union(*people.values())
    whole = sum(cells.values(), Counter[Hashable]())

    singled_out = ["average_prosecutor_risk", "records_at_risk", "uniqueness", "distinction", "separation"]
    singled_out += ["discernibility", "average_class_size", "class_imbalance"]
    gained = [
        "adjusted_discrimination_rate",
        "a_know",
        "a_acc",
        "baseline_accuracy",
        "posterior_accuracy",
        "gain_bound",
    ]
    of_target = ["k_anonymity", "prosecutor_risk", *singled_out] if target is None else [*SENSITIVE_METRICS, *gained]
    names = [*TABLE_METRICS, *of_target, *([] if individual is None else ["appearances"])]
    distances: dict[str, Callable[[Counter[Hashable]], float | None]] = {}
    reasons = {name: reason.format(l=l) for name, reason in INFINITE.items()}
    if order is not None:
        placed = natural_order(list(whole)) if order == "natural" else [value for value in order if value in whole]
        complete = len(placed) == len(whole)
        distances["t_closeness_ordered"] = lambda part: ordered_distance(part, whole, placed) if complete else None
        reasons["t_closeness_ordered"] = "the order does not place every value"
    if hierarchy is not None:
        held = all(value in hierarchy for value in whole)
        distances["t_closeness_hierarchical"] = lambda part: (
            hierarchical_distance(part, whole, hierarchy) if held else None
        )
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
            of_class["prosecutor_risk"] = 1 / len(part)
        else:
            loose, strict = (largest_log_ratio(part, whole, strict=strict) for strict in (False, True))
            certain = max(part.values()) / len(people[key])
            of_class["distinct_l_diversity"] = 1 if certain == 1 else len(part)
            of_class["entropy_l_diversity"] = 2 ** entropy(part)
            of_class["recursive_cl_diversity"] = recursive_c(part, l)
            of_class["alpha_k_anonymity"] = of_class["posterior_accuracy"] = certain
            of_class["t_closeness_equal"] = of_class["a_diff"] = equal_distance(part, whole)
            of_class["delta_disclosure"] = of_class["a_quot"] = None if loose is None else loose / math.log(log_base)
            of_class["delta_disclosure_strict"] = None if strict is None else strict / math.log(log_base)
            of_class["basic_beta_likeness"] = least_beta(part, whole, enhanced=False)
            of_class["enhanced_beta_likeness"] = least_beta(part, whole, enhanced=True)
            of_class["skewness"] = whole_entropy - entropy(part)
            of_class["specific_surprise"] = told(part, whole)
            of_class["j_measure"] = part.total() / total * told(part, whole)
            of_class["value_imbalance"] = max(part.values()) - min(part[value] for value in whole)
        classes[key] = EquivalenceClass(
            records[key], of_class | {name: distance(part) for name, distance in distances.items()}
        )

    joint = {(key, value): count for key, part in cells.items() for value, count in part.items()}
    information = math.fsum(
        count / total * math.log2(count * total / (cells[key].total() * whole[value]))
        for (key, value), count in joint.items()
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
        "conditional_privacy": 1 - 2**-information,
        "miller_madow_entropy": miller_madow(whole),
        "miller_madow_joint_entropy": miller_madow(joint),
        "miller_madow_conditional_entropy": corrected,
        "miller_madow_mutual_information": miller_madow(whole) - corrected,
        "miller_madow_discrimination_rate": None if single else 1 - corrected / miller_madow(whole),
    }
    if individual is not None:
        table["appearances"] = total
    sizes = [part.total() for part in cells.values()]
    if target is None:
        alike = sum(size * (size - 1) for size in sizes)
        exposed = [min(len(people[key]) for key in cells if person in people[key]) for person in everybody]
        table["average_prosecutor_risk"] = math.fsum(1 / size for size in exposed) / len(everybody)
        table["records_at_risk"] = sum(1 for size in exposed if 1 / size > threshold) / len(everybody)
        table["uniqueness"] = exposed.count(1) / len(everybody)
        table["distinction"] = len(sizes) / total
        table["discernibility"] = sum(size * size for size in sizes)
        table["class_imbalance"] = max(sizes) - min(sizes)
        table["average_class_size"] = total / len(sizes) / min(sizes)
        table["separation"] = None if total < 2 else 1 - alike / (total * (total - 1))
        reasons["separation"] = "a single record has no other to be told from"
    else:
        table["adjusted_discrimination_rate"] = (
            None if above_chance is None else (information - by_chance) / above_chance
        )
        best = max(len(own) for own in holders.values()) / len(everybody)
        right = sum(max(part.values()) for part in cells.values()) / sum(len(own) for own in people.values())
        table["a_know"] = math.fsum(part.total() / total * equal_distance(part, whole) for part in cells.values())
        table["a_acc"] = right - best
        table["baseline_accuracy"] = best
        table["posterior_accuracy"] = right
        ratios = [count * total / cells[key].total() / whole[value] for (key, value), count in joint.items()]
        table["gain_bound"] = max(abs(math.log2(ratio)) for ratio in ratios)
    for name in [*names, *distances]:
        if name not in table:
            of_classes = [of_class.metrics[name] for of_class in classes.values()]
            finite = [value for value in of_classes if value is not None]
            undefined = not finite or (len(finite) < len(of_classes) and name in INFINITE)
            table[name] = None if undefined else (min if name in SAFER else max)(finite)
    return Measured(records.total(), table, classes, reasons)
