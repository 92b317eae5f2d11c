"""The scores of a linkage, from the rows of its statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from sqlmetrics.scoring.scores import WEIGHT, Score, table_score
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.text import csv_line

ATTACK = "linkage"
"""The attack that the scores measure."""

UNTOLD = "nothing tells whose record one is; name the column of both that tells people apart as `individual`"
ROUNDING = 1e-6
"""What sums of chances may lose."""

NOBODY = "the outside file has no records"
NOT_FOUND = "nobody is found at that weight"


class LinkageRow(NamedTuple):
    """A row of `linked_people`: who is found with a weight of at least `least_weight` bits.

    `people` are the outside records, `records` the released ones; the others are counts of people,
    in which a link that is drawn with a chance counts by it. `own_pairs` count the outside and
    released records of one person. What needs the truth is None without it.
    """

    people: int
    records: int
    exact_people: int
    exact_rightly: float | None
    own_pairs: float | None
    least_weight: float
    found: float
    rightly: float | None


class Linked(NamedTuple):
    """A measure: the records that it rests on, its value or the reason why there is none."""

    records: int
    value: float | None
    parameters: str | None = None
    reason: str | None = None


def linkage_scores(
    rows: Sequence[LinkageRow],
    release: str,
    columns: Sequence[str],
    own: str | None,
    told: bool,
) -> list[Score]:
    """Return the scores of a release, in the catalogue's order, with parameters of their `own`."""
    measures: dict[str, list[Linked]] = {}
    for name, measure in _measures(rows, told):
        measures.setdefault(name, []).append(measure)
    return [
        table_score(
            metric,
            target="identity",
            records=one.records,
            value=one.value,
            reason=one.reason,
            quasi_identifiers=csv_line(columns),
            parameters=", ".join(text for text in (own, one.parameters) if text) or None,
            release=release,
            attack=ATTACK,
        )
        for metric in metrics_of("linkage")
        for one in measures.get(metric.name, ())
    ]


def _measures(rows: Sequence[LinkageRow], told: bool) -> Iterator[tuple[str, Linked]]:
    """Yield the measures of all outside records, then the precision by least weight."""
    first = rows[0]
    yield "linked", _share(first.found, first.people)
    yield "exact_matches", _share(first.exact_people, first.people)
    truths = {
        "linked_rightly": first.rightly,
        "linked_exactly": first.exact_rightly,
        "linked_by_chance": None if first.own_pairs is None else first.own_pairs / max(first.records, 1),
    }
    for name, right in truths.items():
        yield name, _share(right, first.people) if told else Linked(first.people, None, reason=UNTOLD)
    for row in rows:
        words, found = f"{WEIGHT}={row.least_weight:g}", ceil(row.found - ROUNDING)
        if not told:
            yield "link_precision", Linked(found, None, words, UNTOLD)
        elif not row.found or row.rightly is None:
            yield "link_precision", Linked(found, None, words, NOT_FOUND)
        else:
            yield "link_precision", Linked(found, row.rightly / row.found, words)


def _share(count: float | None, people: int) -> Linked:
    """Return a share of the outside records; undefined where there are none."""
    return Linked(people, None, reason=NOBODY) if not people or count is None else Linked(people, count / people)
