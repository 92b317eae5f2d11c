"""Median cuts in plain Python, record by record, as the search of advice is to make them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

Key = Any
"""A number, a text, a date, or None."""

Record = tuple[tuple[Key, ...], Any]
"""The known values of a record, and the rest of it."""


def order(value: Key) -> tuple[int, Any]:
    """Return what a value is ordered by: numbers as such, others by their text, None last."""
    if value is None:
        return 1, 0
    return 0, value if isinstance(value, int | float) else str(value).encode()


def spot(value: Key) -> float | None:
    """Return where a value lies on a line; only numbers and dates do."""
    if isinstance(value, int | float):
        return float(value)
    return None if value is None or isinstance(value, str) else value.toordinal() * 86400.0


def span(values: Sequence[Key], whole: Sequence[Key]) -> float:
    """Return the share of a column's reach that some of its values have."""
    spots = [found for found in map(spot, values) if found is not None]
    reach = [found for found in map(spot, whole) if found is not None]
    if reach and max(reach) > min(reach):
        return (max(spots) - min(spots)) / (max(reach) - min(reach)) if spots else 0.0
    return len(set(values)) / len(set(whole))


def halves(records: Sequence[Record], place: int, *, relaxed: bool) -> tuple[list[Record], list[Record]] | None:
    """Return the halves of records by a column, None where it has a single value."""

    def spelt(record: Record) -> tuple[Any, ...]:
        keys = record[0]
        others = [other for other in range(len(keys)) if relaxed and other != place]
        return tuple(order(keys[other]) for other in (place, *others))

    if len({record[0][place] for record in records}) == 1:
        return None
    listed = sorted(map(spelt, records))
    borders = sorted(set(listed))[:-1]
    border = next((one for one in borders if 2 * sum(other <= one for other in listed) >= len(listed)), borders[-1])
    lower = [record for record in records if spelt(record) <= border]
    return lower, [record for record in records if spelt(record) > border]


def allowed(
    records: Sequence[Record], whole: Sequence[Record], passes: Callable[[Sequence[Record]], bool], *, relaxed: bool
) -> Iterator[tuple[float, int, tuple[list[Record], list[Record]]]]:
    """Yield the cuts whose halves both pass: minus the span, the column, and the halves."""
    for place, _ in enumerate(records[0][0]):
        found = halves(records, place, relaxed=relaxed)
        if found is not None and all(map(passes, found)):
            values, of_table = ([record[0][place] for record in some] for some in (records, whole))
            yield -span(values, of_table), place, found


def classes(
    records: Sequence[Record], passes: Callable[[Sequence[Record]], bool], *, relaxed: bool
) -> list[list[Record]]:
    """Return the classes of records that no allowed cut is left in."""
    left, done = [list(records)], []
    while left:
        some = left.pop()
        cuts = sorted(allowed(some, records, passes, relaxed=relaxed), key=lambda cut: cut[:2])
        if cuts:
            left += cuts[0][2]
        else:
            done.append(some)
    return done
