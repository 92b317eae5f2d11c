"""What is said of errors in a file of people: how often values agree, and which nearly do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

AGREEMENT = 0.9
"""The chance that a person's values agree in a column, unless another is given."""

OTHERS = "*"
"""What stands for all columns that are not named."""

ESTIMATED = "estimated"
"""The word for chances that expectation-maximisation finds."""

Agreement = float | str | Mapping[str, float]
"""What is said of agreement: a chance of all columns, one of each, or `estimated`."""

BEST: Literal["best"] = "best"
"""The word for links to the best records of each person, which others may have, too."""

Links = Literal["best", "one_to_one"]
"""Which records are linked: the best of each person, or two that are each the other's best."""


def links_fault(links: object) -> str | None:
    """Return what is wrong with which records are linked, None where nothing is."""
    return None if links in get_args(Links) else f"`links` is {' or '.join(get_args(Links))}, and not {links}"


def agreement_fault(agreement: object) -> str | None:
    """Return what is wrong with what is said of agreement, None where nothing is."""
    if isinstance(agreement, str) and agreement == ESTIMATED:
        return None
    for column, chance in (agreement if isinstance(agreement, Mapping) else {OTHERS: agreement}).items():
        if isinstance(chance, bool) or not isinstance(chance, float | int) or not 0 < chance < 1:
            of = "" if column == OTHERS else f" of '{column}'"
            return (
                f"`agreement`{of} is the chance that two values of one person agree, above 0 and below 1, such as 0.9,"
                f" or `{ESTIMATED}` for all columns, and not {_written(chance)}; who makes no errors at all is found by"
                " an exact join"
            )
    return None


def reach_fault(nearly: Mapping[str, object]) -> str | None:
    """Return what is wrong with how far values nearly agree, None where nothing is."""
    for column, reach in nearly.items():
        if isinstance(reach, bool) or not isinstance(reach, float | int) or not 0 < reach < float("inf"):
            return (
                f"`nearly` of '{column}' is how far values differ at most: a number, days of dates, or 1 for a letter"
                f" of a text, and not {_written(reach)}"
            )
    return None


def _written(value: object) -> str:
    """Return a value as a user writes it."""
    return f"{value:g}" if isinstance(value, float) else f"{value}"
