"""Answers that may give a person's value away, and the classes of their errors."""

from __future__ import annotations

from bisect import bisect_left

MINIMUM_PEOPLE = 10
"""The fewest people whose sum or average is shown, by default."""

CLASSES = (0.1, 0.25, 0.5, 1.0)
"""The bounds of the classes of relative errors.

None is narrower than a tenth, so that nobody's value is known to less than 10 % (the p% rule).
"""

DIGITS = 2
"""The decimals of errors that would tell more of a few answers, or of sums, if they were exact."""

MEASURED = {"sum", "average", "min", "max"}
"""The measures of a column's values; the others count."""

ROUNDED = "rounded: exact sums of groups that differ by one person tell that person's value"
EXTREME = "the least or the largest value is one person's"
DOMINATED = "one value makes more than half of it"
UNKNOWN = "nothing says how many people it rests on"


def error_class(error: float) -> str:
    """Return the class of a relative error in words, such as `0.1 to 0.25`."""
    place = bisect_left(CLASSES, error)
    if place == len(CLASSES):
        return f"more than {CLASSES[-1]:g}"
    return f"{CLASSES[place - 1]:g} to {CLASSES[place]:g}" if place else f"at most {CLASSES[0]:g}"


def private_answer(
    measure: str,
    *,
    contributors: float | None,
    largest: float | None,
    total: float | None,
    minimum_people: int,
    counted: str,
) -> str | None:
    """Return why a true answer would give a person's value away, None where it does not.

    `contributors` are the people, or records, with a value in a sum or an average; `counted` says
    whether they are people or records. `largest` is the most that one of them adds to the `total`.
    """
    if measure in {"min", "max"}:
        return EXTREME
    if measure not in {"sum", "average"}:
        return None
    if contributors is None or contributors < minimum_people:
        return f"it rests on fewer than {minimum_people} {counted}"
    return DOMINATED if largest is not None and total is not None and largest > abs(total) / 2 else None
