"""What a public table says of the scores: the range in which each lies, and about where.

Each range holds the score of the relation itself. That score counts everybody who is in a group,
also people in groups of fewer than `least`, although only their approximate number is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from operator import mul

from sqlmetrics.certificate.ranges import (
    Part,
    Range,
    Tails,
    at_corners,
    least_class_entropy,
    least_entropy,
    mean,
    most_entropy,
    n_log_n,
    span,
    total,
)
from sqlmetrics.risk.public_table import PLACES, GroupSize, PublicBand, PublicTable, PublicValues
from sqlmetrics.statement.plan import IDENTITY

MOST_PEOPLE = 1e15
"""More people than there are."""

LOG_E = math.log2(math.e)
"""The bits of one nat: n log2 n grows by log2 n + LOG_E."""


@lru_cache(maxsize=64)
def grouped(table: PublicTable) -> Range:
    """Return the people in groups of `least` people or more."""
    return people_in_sizes(table.sizes, table.least)


def people_in_sizes(sizes: Iterable[GroupSize], least: int) -> Range:
    """Return the people in groups of some sizes."""
    return total(span(one.size, least).times(one.groups) for one in sizes)


def in_small(table: PublicTable) -> Range:
    """Return the people in smaller groups, in at least one where they may be in several."""
    return span(table.small, table.least)


def everybody(table: PublicTable) -> Range:
    """Return the people in groups."""
    return grouped(table).plus(in_small(table)) if table.people is None else span(table.people, table.least)


def below(table: PublicTable, size: float) -> Range:
    """Return the number of people whose group, or one of whose groups, is smaller than a size."""
    least = table.least
    if size <= least:
        people = in_small(table)
        return people if size == least else Range(0, 0 if size <= 1 else people.about, people.high)
    if table.individuals:
        return Range(in_small(table).low, in_small(table).about, everybody(table).high)
    inside = [(span(one.size, least), one.groups) for one in table.sizes]
    return in_small(table).plus(
        Range(
            sum(many * one.low for one, many in inside if one.high < size),
            sum(many * one.about for one, many in inside if one.about < size),
            sum(many * min(one.high, size - 1) for one, many in inside if one.low < size),
        )
    )


def share_below(table: PublicTable, size: float) -> Range:
    """Return the share of people whose group is smaller than a size."""
    few, spans = below(table, size), [(span(one.size, table.least), one.groups) for one in table.sizes]
    if table.individuals:
        return at_corners(lambda own, all_: own / all_ if all_ else 0.0, few, everybody(table)).clipped(0, 1)
    rest = Range(
        sum(many * max(one.low, size) for one, many in spans if one.low >= size),
        max(everybody(table).about - few.about, 0),
        sum(many * one.high for one, many in spans if one.high >= size)
        + (in_small(table).high if size < table.least else 0),
    )
    return at_corners(lambda own, other: own / (own + other) if own + other else 0.0, few, rest)


def groups_per_person(table: PublicTable) -> Range:
    """Return the number of groups by the number of people: the average prosecutor risk."""
    large, small, many = grouped(table), in_small(table), sum(one.groups for one in table.sizes)

    def share(people: float, few: float, spread: float) -> float:
        return (many + few * spread) / (people + few) if people + few else 0.0

    return at_corners(share, large, small, Range(1 / max(table.least - 1, 1), 0.75, 1.0)).clipped(0, 1)


def chance(table: PublicTable) -> Range | None:
    """Return the highest prosecutor risk: one over the size of the smallest group."""
    size = _smallest(table)
    return None if size is None else Range(1 / size.high, 1 / size.about, 1 / size.low)


def _smallest(table: PublicTable) -> Range | None:
    """Return the size of the smallest group, None where everything is open."""
    if table.small:
        return Range(1, 1, table.least - 1)
    if not table.sizes:
        return None
    first = span(table.sizes[0].size, table.least)
    return Range(1, first.about, first.high)


@lru_cache(maxsize=64)
def identity_uncertainty(table: PublicTable) -> Range:
    """Return H(X | Y) of the identity: what is open about who somebody is, in bits."""
    small, most = in_small(table), math.log2(max(table.least - 1, 1))
    parts = [Part(span(one.size, table.least), n_log_n, n_log_n, one.groups) for one in table.sizes]
    about = sum(one.groups * n_log_n(one.size) for one in table.sizes) + small.about * most / 2
    if small.high:
        parts.append(Part(small, lambda _: 0.0, lambda people: people * most))
    return mean(parts, about / max(everybody(table).about, 1), lambda value: 2 ** (value - LOG_E))


def identity_entropy(table: PublicTable) -> Range:
    """Return H(X) of the identity: the logarithm of the number of people."""
    return Range(*(math.log2(max(one, 1)) for one in everybody(table)))


def tail(shown: int, people: Range, all_shown: int, least: int) -> Range:
    """Return the people from a place on, who are never more than all `people`."""
    own = span(shown, least)
    return Range(own.low, own.about, people.high if shown == all_shown else min(own.high, people.high))


def tails_of(people: tuple[int, ...], everyone: Range, least: int) -> list[Range]:
    """Return the people from each place on; from the first place on they are everyone."""
    return [everyone, *(tail(one, everyone, people[0], least) for one in people[1:])]


def band_people(band: PublicBand, table: PublicTable) -> Range:
    """Return the people of a band of groups."""
    if band.low == band.high:
        return span(band.low, table.least).times(band.groups)
    return people_in_sizes((one for one in table.sizes if band.low <= one.size <= band.high), table.least)


def band_uncertainty(band: PublicBand, table: PublicTable) -> tuple[Range, Range]:
    """Return the people of a band of groups, and H(X | Y) of one of them, in bits."""
    people = band_people(band, table)
    tails = tails_of(band.people, people, table.least)
    # a group has no more places for values than people
    places = max(span(band.high, table.least).high - len(tails), 0.0)
    rest = _unseen(band.people, tails, table) if places else 0.0
    low = [one.low / max(people.high, 1) for one in tails]
    least = least_entropy(Tails((1.0, *low[1:]), 0.0, 0.0)) if band.groups == 1 else least_class_entropy(low)
    about, most = _pooled(tails, people, rest, places)
    return people, Range.between(min(least, most), about, most)


def _unseen(people: tuple[int, ...], tails: list[Range], table: PublicTable) -> float:
    """Return how many people at most have a value whose place comes after all that are shown."""
    return min(tails[-1].high if len(people) == PLACES else table.least - 1.0, tails[-1].high)


def _pooled(tails: list[Range], people: Range, rest: float, places: float) -> tuple[float, float]:
    """Return about how much is open where groups lie together, and how much at most."""
    if not people.low:
        return 0.0, 0.0
    about = least_entropy(Tails(tuple(min(one.about / max(people.about, 1), 1.0) for one in tails), 0.0, 0.0))
    high = tuple(min(one.high / people.low, 1.0) for one in tails)
    most = most_entropy(Tails((1.0, *high[1:]), min(rest / people.low, high[-1]), min(places, max(rest, 1.0))))
    return min(about, most), most


def moved(table: PublicTable) -> float:
    """Return how many people at most count with another value than their own."""
    return table.least - 1.0


@lru_cache(maxsize=64)
def conditional_entropy(values: PublicValues, table: PublicTable) -> Range:
    """Return H(X | Y): what is open of a value to who knows the keys, in bits."""
    found = [band_uncertainty(band, table) for band in values.bands]
    small, most = in_small(table), math.log2(max(table.least - 1, 1))
    parts = [Part(people, partial(mul, own.low), partial(mul, own.high)) for people, own in found]
    about = sum(people.about * own.about for people, own in found) + small.about * most / 2
    if small.high:
        parts.append(Part(small, lambda _: 0.0, lambda people: people * most))
    people = everybody(table)
    largest = max((span(one.size, table.least).high for one in table.sizes), default=1)
    slack = moved(table) * (math.log2(max(largest, 1)) + LOG_E) / max(people.low, 1)
    return (
        mean(parts, about / max(people.about, 1))
        .plus(Range(0.0, 0.0, slack))
        .clipped(0, math.log2(max(people.high, 1)))
    )


def value_tails(values: PublicValues, table: PublicTable) -> list[Range]:
    """Return the people from each place of values on, among everybody and before the cleaning."""
    others = tails_of(values.people, grouped(table), table.least)[1:]
    loose = Range(-moved(table), 0, moved(table) + in_small(table).high)
    return [everybody(table), *(one.plus(loose).clipped(0, everybody(table).high) for one in others)]


@lru_cache(maxsize=64)
def entropy(values: PublicValues, table: PublicTable) -> Range:
    """Return H(X) of everybody, in bits."""
    people, tails = everybody(table), value_tails(values, table)
    if not people.low:
        return Range(0, 0, math.log2(max(people.high, 1)))
    low = least_entropy(Tails((1.0, *(one.low / people.high for one in tails[1:])), 0.0, 0.0))
    about = least_entropy(Tails((1.0, *(min(one.about / people.about, 1.0) for one in tails[1:])), 0.0, 0.0))
    rest = _unseen(values.people, tails, table) + moved(table) + in_small(table).high
    shares = (1.0, *(min(one.high / people.low, 1.0) for one in tails[1:]))
    rest = min(rest, people.low * shares[-1])
    high = most_entropy(Tails(shares, rest / people.low, max(rest, 1.0)))
    return Range.between(low, about, high)


@lru_cache(maxsize=64)
def public_baseline(values: PublicValues, table: PublicTable) -> Range:
    """Return how often a guess without keys is right: the share of the commonest value."""
    people, tails = everybody(table), value_tails(values, table)
    after = tails[1] if len(tails) > 1 else Range(0, 0, min(2 * moved(table) + in_small(table).high, people.high))
    about = 1 - after.about / people.about if people.about else 0.0
    low = 1 - min(after.high / people.low, 1.0) if people.low else 0.0
    high = 1 - after.low / people.high if people.high else 1.0
    return Range.between(low, about, high)


@lru_cache(maxsize=64)
def public_posterior(values: PublicValues, table: PublicTable) -> Range:
    """Return how often the best guess is right with the keys known."""
    small = in_small(table)
    parts = []
    about = small.about * 0.75
    for band in values.bands:
        people, share = band_people(band, table), certainty(band, table)
        parts.append(Part(people, partial(mul, share.low), partial(mul, share.high)))
        about += people.about * share.about
    if small.high:
        parts.append(Part(small, partial(mul, 1 / max(table.least - 1, 1)), partial(mul, 1.0)))
    people = everybody(table)
    slack = moved(table) / max(people.low, 1)
    return mean(parts, about / max(people.about, 1)).plus(Range(-slack, 0.0, 0.0)).clipped(0, 1)


def _surest(values: PublicValues, table: PublicTable) -> Range:
    """Return how sure a guess is in the surest group: at least as in the groups of any band."""
    least = max((_sure_of(band, table) for band in values.bands), default=0.0)
    return Range(max(least, public_posterior(values, table).low), 1.0, 1.0)


def _sure_of(band: PublicBand, table: PublicTable) -> float:
    """Return how often the best guess is right at least in a band, before values are cleaned."""
    others = without_commonest(band, table).high + moved(table)
    return max(1 - others / max(band_people(band, table).low, 1), 0.0)


def without_commonest(band: PublicBand, table: PublicTable) -> Range:
    """Return the people of a band who do not have the commonest value of their group."""
    tails = tails_of(band.people, band_people(band, table), table.least)
    return tails[1] if len(tails) > 1 else Range(0, 0, min(table.least - 1, tails[0].high))


def certainty(band: PublicBand, table: PublicTable) -> Range:
    """Return how often the best guess is right in a band of groups, cleaned as the table is."""
    return with_commonest(band_people(band, table), without_commonest(band, table))


def with_commonest(everyone: Range, others: Range) -> Range:
    """Return the share of people with the commonest value of their group: all but the others."""
    return at_corners(lambda all_, rest: 1 - min(rest / all_, 1.0) if all_ else 0.0, everyone, others)


def information(values: PublicValues, table: PublicTable) -> Range:
    """Return the mutual information of keys and value, in bits."""
    return (entropy(values, table) - conditional_entropy(values, table)).clipped()


def share_of_entropy(part: Range, whole: Range) -> Range | None:
    """Return the share of an entropy in another one, None where that may be 0."""
    if whole.low <= 0:
        return None
    return at_corners(lambda one, all_: one / all_, part, whole).clipped(0, 1)


def privacy(bits: Range) -> Range:
    """Return the conditional privacy, 1 - 2^-I, of I bits of information."""
    return Range(*(1 - 2**-one for one in bits))


def _rest(share: Range | None) -> Range | None:
    return None if share is None else Range(1 - share.high, 1 - share.about, 1 - share.low)


def identity_information(table: PublicTable) -> Range:
    """Return the mutual information of keys and identity, in bits."""
    return (identity_entropy(table) - identity_uncertainty(table)).clipped()


def threshold_size(parameters: Mapping[str, float]) -> float:
    """Return the size of groups below which a person is at risk: 1 / n above the threshold."""
    threshold = parameters.get("threshold", 0.0)
    if threshold < MOST_PEOPLE**-1:
        return math.inf
    near = max(math.floor(1 / threshold), 1)
    return next(size for size in (near - 1, near, near + 1, near + 2) if size > 0 and 1 / size <= threshold)


OF_IDENTITY: Mapping[str, Callable[[PublicTable, Mapping[str, float]], Range | None]] = {
    "k_anonymity": lambda table, _: _smallest(table),
    "prosecutor_risk": lambda table, _: chance(table),
    "entropy_l_diversity_risk": lambda table, _: chance(table),
    "records_at_risk": lambda table, parameters: share_below(table, threshold_size(parameters)),
    "uniqueness": lambda table, _: share_below(table, 2),
    "average_prosecutor_risk": lambda table, _: groups_per_person(table),
    "distinction": lambda table, _: groups_per_person(table),
    "entropy": lambda table, _: identity_entropy(table),
    "conditional_entropy": lambda table, _: identity_uncertainty(table),
    "normalized_conditional_entropy": lambda table, _: share_of_entropy(
        identity_uncertainty(table), identity_entropy(table)
    ),
    "mutual_information": lambda table, _: identity_information(table),
    "discrimination_rate": lambda table, _: _rest(
        share_of_entropy(identity_uncertainty(table), identity_entropy(table))
    ),
    "conditional_privacy": lambda table, _: privacy(identity_information(table)),
}
"""The range of each metric of the identity that a public table says something of."""

OF_VALUES: Mapping[str, Callable[[PublicValues, PublicTable], Range | None]] = {
    "entropy": entropy,
    "conditional_entropy": conditional_entropy,
    "normalized_conditional_entropy": lambda values, table: share_of_entropy(
        conditional_entropy(values, table), entropy(values, table)
    ),
    "mutual_information": information,
    "discrimination_rate": lambda values, table: _rest(
        share_of_entropy(conditional_entropy(values, table), entropy(values, table))
    ),
    "conditional_privacy": lambda values, table: privacy(information(values, table)),
    "alpha_k_anonymity": _surest,
    "baseline_accuracy": public_baseline,
    "posterior_accuracy": public_posterior,
    "a_acc": lambda values, table: (public_posterior(values, table) - public_baseline(values, table)).clipped(0, 1),
}
"""The range of each metric of a sensitive attribute that a public table says something of."""


OF_PEOPLE = frozenset({"k_anonymity", "prosecutor_risk", "uniqueness", "records_at_risk"})
"""The metrics of the identity that it says something of where a person may be in several groups."""

ONE_SIDED = frozenset({"prosecutor_risk", "entropy_l_diversity_risk", "uniqueness", "alpha_k_anonymity"})
"""The metrics for which a public table knows only one end of the range."""


def score_range(
    table: PublicTable, metric: str, target: str, partition: str | None, parameters: Mapping[str, float]
) -> Range | None:
    """Return the range of a score by a public table, None where that says nothing of it."""
    if target == IDENTITY:
        own = OF_IDENTITY.get(metric)
        sized = metric in OF_PEOPLE or not table.individuals
        return own(table, parameters) if own is not None and sized and (table.sizes or table.small) else None
    values = next((one for one in table.values if (one.target, one.partition) == (target, partition)), None)
    of_values = OF_VALUES.get(metric)
    return None if values is None or of_values is None or not table.sizes else of_values(values, table)
