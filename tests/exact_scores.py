"""The scores of the self-test by exact arithmetic: fractions, and logarithms of 60 digits.

It takes the rows and the names of questions from the product, and no formula of it. Run as a
program, it writes `sqlmetrics/risk/self_test.csv`.
"""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from sqlmetrics.risk.self_test import FILE, MANY, NAMES, QUESTIONS, ROWS

FEW = ("k_anonymity", "discrimination_rate", "recursive_cl_diversity")
"""The metrics of questions with many rows for each."""

SLICED = (
    *("prosecutor_risk", "records_at_risk", "uniqueness", "separation", "itpr", "delta_disclosure_strict", "entropy"),
    *("normalized_conditional_entropy", "enhanced_beta_likeness"),
)
"""Further metrics of slices."""

DIGITS = 60
"""The digits of logarithms."""

SHOWN = 12
"""The digits of a value in the file that is no fraction of small numbers."""

Row = Mapping[str, Any]
Counts = Counter[Hashable]
Cells = Mapping[Hashable, Counts]
Value = Fraction | Decimal | None

SINGLE = "the target has a single value"
LACKS = "infinite: a class lacks a value that the table has"
GAINS = "infinite: a value gains more than -ln p(x) in a class, which no beta allows"
FEWER = "infinite: a class with fewer than l=3 values satisfies no c"
REASONS = {
    "itpr": SINGLE,
    "discrimination_rate": SINGLE,
    "normalized_conditional_entropy": SINGLE,
    "delta_disclosure_strict": LACKS,
    "enhanced_beta_likeness": GAINS,
    "recursive_cl_diversity": FEWER,
}
"""Why a score has no value, as the product's pages say it."""

TARGET, ORDERED = "select", "Größe"
"""The secrets: a text, and a number with an order."""

KEYS = ("age", "it's zip")

PLAIN = ("part", "it's zip")
"""The keys of the questions that recode nothing."""


class Expected(NamedTuple):
    """A score as it should be: of a question, by its names, with its records."""

    question: str
    score: str
    records: int
    value: Value
    reason: str | None = None


def real(value: Fraction | Decimal | int) -> Decimal:
    """Return a number with all its digits."""
    return Decimal(value.numerator) / Decimal(value.denominator) if isinstance(value, Fraction) else Decimal(value)


def ln(share: Fraction) -> Decimal:
    """Return the natural logarithm of a fraction."""
    return Decimal(share.numerator).ln() - Decimal(share.denominator).ln()


def log2(share: Fraction) -> Decimal:
    """Return the logarithm of a fraction in bits."""
    return ln(share) / Decimal(2).ln()


def entropy(counts: Mapping[Any, int | Fraction]) -> Decimal:
    """Return the entropy of counts in bits."""
    total = Fraction(sum(counts.values()))
    return sum((real(count / total) * log2(total / count) for count in counts.values()), Decimal(0))


def shares(counts: Mapping[Any, int]) -> dict[Hashable, Fraction]:
    """Return the share of each value."""
    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in counts.items()}


def as_rows(*, block: bool) -> list[tuple[Row, int]]:
    """Return the rows with how often each is there."""
    fields = ([int(one) if one.isdecimal() else one or None for one in line.split(",")] for line in ROWS.split("\n"))
    rows: list[tuple[Row, int]] = [(dict(zip(NAMES, row, strict=True)), 1) for row in fields]
    return [*rows, (rows[-1][0], MANY * 10_000)] if block else rows


def key_of(row: Row, keys: Sequence[str] = KEYS) -> tuple[Any, ...]:
    """Return the keys of a row: the age in its band, all else as it is."""
    band = None if row["age"] is None else "[40, inf)" if row["age"] >= 40 else "(-inf, 40)"
    return tuple(band if key == "age" else row[key] for key in keys)


def cells_of(rows: Sequence[tuple[Row, int]], target: str, keys: Sequence[str] = KEYS) -> Cells:
    """Return how often each class has each value."""
    cells: defaultdict[Hashable, Counts] = defaultdict(Counter)
    for row, times in rows:
        cells[key_of(row, keys)][row[target]] += times
    return cells


def of_identity(sizes: Sequence[int]) -> dict[str, Value]:
    """Return the scores of who a record is of, from the sizes of the classes."""
    total, classes, least = sum(sizes), len(sizes), min(sizes)
    whole = log2(Fraction(total))
    conditional = sum((real(Fraction(size, total)) * log2(Fraction(size)) for size in sizes), Decimal(0))
    weighted = min(real(Fraction(size, total)) * log2(Fraction(size)) for size in sizes)
    alike = sum(size * (size - 1) for size in sizes)
    at_risk = sum(size for size in sizes if Fraction(1, size) > Fraction(1, 5))
    return {
        "k_anonymity": Fraction(least),
        "prosecutor_risk": Fraction(1, least),
        "average_prosecutor_risk": Fraction(classes, total),
        "records_at_risk": Fraction(at_risk, total),
        "uniqueness": Fraction(sum(size == 1 for size in sizes), total),
        "distinction": Fraction(classes, total),
        "separation": 1 - Fraction(alike, total * (total - 1)),
        "itpr": 1 - classes * weighted / whole,
        "discrimination_rate": (whole - conditional) / whole,
        "entropy_l_diversity_risk": Fraction(1, least),
        "conditional_privacy": 1 - (-(whole - conditional) * Decimal(2).ln()).exp(),
        "maximum_information_leakage": whole - weighted,
        "mutual_information": whole - conditional,
        "entropy": whole,
        "conditional_entropy": conditional,
        "normalized_conditional_entropy": conditional / whole,
        "joint_entropy": whole,
    }


def natural(values: Iterator[Any] | Sequence[Any]) -> list[Any]:
    """Return values in their order, NULL last."""
    return sorted(values, key=lambda value: (value is None, value or 0))


def of_class(part: Counts, whole: Counts, classes: int) -> dict[str, Value]:
    """Return the scores of a class about a secret; None has no finite value."""
    p, q = shares(part), shares(whole)
    own, of_all = entropy(part), entropy(whole)
    weight = real(Fraction(part.total(), whole.total()))
    gains = {value: p.get(value, Fraction(0)) / share - 1 for value, share in q.items()}
    far = max(abs(ln(p[value] / q[value])) for value in p)
    counts = sorted(part.values(), reverse=True)
    single = len(whole) == 1
    return {
        "itpr": None if single else 1 - classes * weight * own / of_all,
        "discrimination_rate": None if single else 1 - weight * own / of_all,
        "entropy_l_diversity_risk": (-own * Decimal(2).ln()).exp(),
        "alpha_k_anonymity": max(p.values()),
        "t_closeness_equal": sum((abs(p.get(value, Fraction(0)) - q[value]) for value in q), Fraction(0)) / 2,
        "delta_disclosure": far,
        "delta_disclosure_strict": far if p.keys() == q.keys() else None,
        "basic_beta_likeness": max(gains.values()),
        "enhanced_beta_likeness": (
            None if any(real(gain) > -ln(q[value]) for value, gain in gains.items()) else max(gains.values())
        ),
        "distinct_l_diversity": Fraction(len(part)),
        "entropy_l_diversity": (own * Decimal(2).ln()).exp(),
        "recursive_cl_diversity": Fraction(counts[0], sum(counts[2:])) if len(counts) >= 3 else None,
        "maximum_information_leakage": of_all - weight * own,
        "skewness": of_all - own,
    }


LEAST = {"distinct_l_diversity", "entropy_l_diversity"}
"""The metrics whose least value is the worst."""


def of_secret(cells: Cells) -> dict[str, Value]:
    """Return the scores of a table about a secret: the worst of its classes, and means."""
    whole: Counts = sum(cells.values(), Counter())
    total, best = whole.total(), max(shares(whole).values())
    of_classes = [of_class(part, whole, len(cells)) for part in cells.values()]
    table: dict[str, Value] = {}
    for metric in of_classes[0]:
        values = [one[metric] for one in of_classes]
        worst: Callable[..., Any] = min if metric in LEAST else max
        table[metric] = None if None in values else worst(values, key=real)
    of_all = entropy(whole)
    conditional = sum((real(Fraction(part.total(), total)) * entropy(part) for part in cells.values()), Decimal(0))
    right = Fraction(sum(max(part.values()) for part in cells.values()), total)
    table |= {
        "conditional_privacy": 1 - (-(of_all - conditional) * Decimal(2).ln()).exp(),
        "mutual_information": of_all - conditional,
        "discrimination_rate": None if len(whole) == 1 else (of_all - conditional) / of_all,
        "a_know": sum((Fraction(part.total(), total) * distance(part, whole) for part in cells.values()), Fraction(0)),
        "a_acc": right - best,
        "baseline_accuracy": best,
        "a_diff": table["t_closeness_equal"],
        "a_quot": table["delta_disclosure"],
        "entropy": of_all,
        "conditional_entropy": conditional,
        "normalized_conditional_entropy": None if len(whole) == 1 else conditional / of_all,
        "joint_entropy": entropy({(key, value): n for key, part in cells.items() for value, n in part.items()}),
    }
    return table


def distance(part: Counts, whole: Counts) -> Fraction:
    """Return half the sum of the differences between two distributions."""
    p, q = shares(part), shares(whole)
    return sum((abs(p.get(value, Fraction(0)) - share) for value, share in q.items()), Fraction(0)) / 2


def ordered_distance(part: Counts, whole: Counts) -> Fraction:
    """Return the earth mover's distance along the order of values, a share of the longest way."""
    p, q = shares(part), shares(whole)
    gap = way = Fraction(0)
    for value in natural(list(whole)):
        gap += p.get(value, Fraction(0)) - q[value]
        way += abs(gap)
    return way / (len(whole) - 1)


def of_tables(
    question: str,
    rows: Sequence[tuple[Row, int]],
    metrics: Sequence[str] | None,
    name: str = "",
    keys: Sequence[str] = KEYS,
    secret: str = TARGET,
) -> Iterator[Expected]:
    """Yield the scores of a table about who a record is of, and about a secret."""
    records = sum(times for _, times in rows)
    cells = cells_of(rows, secret, keys)
    sizes = [part.total() for part in cells.values()]
    for target, scores in (("identity", of_identity(sizes)), (secret, of_secret(cells))):
        for metric, value in scores.items():
            if metrics is None or metric in metrics:
                yield Expected(question, f"{metric}, {target}{name}", records, value, reason_of(metric, value))


def reason_of(metric: str, value: Value) -> str | None:
    """Return why a score has no value."""
    return REASONS[metric] if value is None else None


def of_slices() -> Iterator[Expected]:
    """Yield the scores of each slice."""
    rows = as_rows(block=False)
    for part in ("north", "south", None):
        own = [(row, times) for row, times in rows if row["part"] == part]
        yield from of_tables("by", own, [*FEW, *SLICED], f", {part or '-'}")


def class_scores() -> Iterator[tuple[tuple[Any, ...], int, dict[str, Value], dict[str, Value]]]:
    """Yield each class with its size, and its scores about who a record is of and a secret."""
    cells = cells_of(as_rows(block=False), TARGET)
    whole: Counts = sum(cells.values(), Counter())
    of_all = log2(Fraction(whole.total()))
    for key, part in cells.items():
        size = part.total()
        weighted = real(Fraction(size, whole.total())) * log2(Fraction(size)) / of_all
        identity: dict[str, Value] = {
            "k_anonymity": Fraction(size),
            "itpr": 1 - len(cells) * weighted,
            "discrimination_rate": 1 - weighted,
        }
        yield key, size, identity, of_class(part, whole, len(cells))  # type: ignore[misc]


def of_classes() -> Iterator[Expected]:
    """Yield the scores of each class."""
    orders = cells_of(as_rows(block=False), ORDERED)
    whole: Counts = sum(orders.values(), Counter())
    for key, size, identity, _ in class_scores():
        of_order = of_class(orders[key], whole, len(orders))
        of_order["t_closeness_ordered"] = ordered_distance(orders[key], whole)
        name = ",".join("" if part is None else f'"{part}"' if "," in part else part for part in key)
        for target, scores in (("identity", identity), (ORDERED, of_order)):
            for metric, value in scores.items():
                if metric in (*FEW, "t_closeness_ordered"):
                    yield Expected("class", f"{metric}, {target}, {name}", size, value, reason_of(metric, value))


def of_subsets() -> Iterator[Expected]:
    """Yield the scores of each combination of keys."""
    for size in (1, 2):
        for keys in combinations(KEYS, size):
            yield from of_tables("subsets", as_rows(block=False), FEW[:2], f", {','.join(keys)}", keys)


def of_records() -> Iterator[Expected]:
    """Yield the sum over records of scores times the age or 1; one without a value is -1."""
    rows = [row for row, _ in as_rows(block=False)]
    weights: defaultdict[Hashable, int] = defaultdict(int)
    for row in rows:
        weights[key_of(row)] += 1 if row["age"] is None else row["age"]
    sums: defaultdict[str, Any] = defaultdict(lambda: Fraction(0))
    for key, _, identity, secret in class_scores():
        for ending, scores in (("", identity), (f"_{TARGET}", secret)):
            for metric, value in scores.items():
                if metric in FEW:
                    term = Fraction(-1) if value is None else value
                    exact = isinstance(term, Fraction) and isinstance(sums[metric + ending], Fraction)
                    before = sums[metric + ending]
                    sums[metric + ending] = (
                        before + weights[key] * term if exact else real(before) + weights[key] * real(term)
                    )
    for column, total in sums.items():
        if column in ("k_anonymity", "recursive_cl_diversity_select"):
            yield Expected("records", column, len(rows), total)


def points_by_person(points: Iterable[tuple[Any, Any]]) -> dict[Any, frozenset[Any]]:
    """Return all points of each person, from pairs of a person and a point."""
    found: defaultdict[Any, set[Any]] = defaultdict(set)
    for person, point in points:
        found[person].add(point)
    return {person: frozenset(own) for person, own in found.items()}


def traces() -> dict[int, frozenset[Any]]:
    """Return the points of each person of the self-test."""
    return points_by_person((row["person"], key_of(row)) for row, _ in as_rows(block=False))


def candidates(known: Sequence[Any]) -> list[int]:
    """Return the people who have all the known points."""
    return [person for person, own in traces().items() if own.issuperset(known)]


def of_known() -> Iterator[Expected]:
    """Yield what two points of a person, or all of fewer, tell of who it is."""
    people = traces()

    def sets(points: int) -> Iterator[list[int]]:
        for own in people.values():
            yield [len(candidates(known)) for known in combinations(own, min(points, len(own)))]

    def mean(points: int, true: Callable[[int], bool]) -> Fraction:
        return sum((Fraction(sum(map(true, own)), len(own)) for own in sets(points)), Fraction(0)) / len(people)

    alone = [mean(points, lambda k: k == 1) for points in (1, 2)]
    values = {
        "k_anonymity, identity, known=2": Fraction(min(min(own) for own in sets(2))),
        "unicity, identity, known=1": alone[0],
        "unicity, identity, known=2": alone[1],
    }
    for score, value in values.items():
        yield Expected("known", score, len(people), value)


def of_known_secrets() -> Iterator[Expected]:
    """Yield what two points tell of a person's team.

    A candidate of m points shows two of them in one of C(m, 2) cases. A person of fewer has no
    other points.
    """
    people = traces()
    teams = {row["person"]: row["team"] for row, _ in as_rows(block=False)}
    entropies, guesses = [], []
    for own in people.values():
        size = min(2, len(own))
        means: list[Decimal] = []
        rights: list[Fraction] = []
        for known in combinations(own, size):
            found = candidates(known)
            chances: defaultdict[Hashable, Fraction] = defaultdict(Fraction)
            for one in found:
                own_sets = len(list(combinations(people[one], size)))
                if size == 2 or people[one] == own:
                    chances[teams[one]] += Fraction(1, own_sets)
            means.append(entropy(chances))
            rights.append(max(chances.values()) / sum(chances.values()))
        entropies.append(sum(means, Decimal(0)) / len(means))
        guesses.append(sum(rights, Fraction(0)) / len(rights))
    everybody = Counter(teams[person] for person in people)
    rate = 1 - sum(entropies, Decimal(0)) / len(people) / entropy(everybody)
    values: dict[str, Value] = {
        "discrimination_rate": rate,
        "a_acc": sum(guesses, Fraction(0)) / len(people) - max(shares(everybody).values()),
    }
    for metric, value in values.items():
        yield Expected("known secrets", f"{metric}, team, table", len(people), value)


def of_traces() -> Iterator[Expected]:
    """Yield what all points of a person tell: people with the same points are a class."""
    sizes = list(Counter(traces().values()).values())
    for metric, value in of_identity(sizes).items():
        if metric in FEW[:2]:
            yield Expected("known all", f"{metric}, identity, table", sum(sizes), value)


def of_nothing() -> Iterator[Expected]:
    """Yield what has no value: scores of no records, and of a value outside all domains."""
    for score in ("k_anonymity, identity", "discrimination_rate, identity", "discrimination_rate, select"):
        yield Expected("no records", f"{score}, table", 0, None, "the table has no records")
    yield Expected("no records", "recursive_cl_diversity, select, table", 0, None, "the table has no records")
    reason = "a partition has no domain for some values"
    yield Expected("no domain", "k_anonymity, identity, table", len(ROWS.split("\n")), None, reason)


def exact_scores() -> list[Expected]:
    """Return every score of the self-test."""
    with localcontext() as context:
        context.prec = DIGITS
        return [
            *of_tables("scores", as_rows(block=True), None, ", table", PLAIN, ORDERED),
            *of_slices(),
            *of_classes(),
            *of_subsets(),
            *of_records(),
            *of_known(),
            *of_known_secrets(),
            *of_nothing(),
            *of_traces(),
        ]


def text_of_value(value: Fraction | Decimal) -> str:
    """Return a value as a text: a fraction where it is exact, else SHOWN digits."""
    if isinstance(value, Decimal):
        short = Fraction(value).limit_denominator(10**6)
        if abs(Fraction(value) - short) > Fraction(1, 10**45):
            return f"{value:.{SHOWN}g}"
        value = short
    return str(value)


def text_of(expected: Sequence[Expected]) -> str:
    """Return the file: question, score, the records and values of its rows, or why there are none.

    A point stands where there is no row.
    """
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(("question", "score", "records", "values", "reason"))
    for question in QUESTIONS:
        own = {one.score: one for one in expected if one.question == question.name}
        endings = [f", {value}" if value else "" for value in question.values]
        for score in dict.fromkeys(", ".join(name.split(", ")[:2]) for name in own):
            rows = [own.pop(score + ending, None) for ending in endings]
            values = ["." if one is None else "-" if one.value is None else text_of_value(one.value) for one in rows]
            reason = next((one.reason for one in rows if one is not None and one.reason), "")
            records = " ".join("." if one is None else str(one.records) for one in rows)
            writer.writerow((question.name, score, records, " ".join(values), reason))
        assert not own, own
    return lines.getvalue()


if __name__ == "__main__":
    FILE.write_text(text_of(exact_scores()), encoding="utf-8")
