"""The chance that two values of one person agree, which errors in a file lower."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlmetrics.errors import SpecError

AGREEMENT = 0.9
"""The chance that a person's values agree in a column, unless another is given."""

OTHERS = "*"
"""What stands for all columns that are not named."""


def agreements(agreement: float | Mapping[str, float], columns: Iterable[str]) -> dict[str, float]:
    """Return the chance of each column.

    Raises SpecError for a chance that is no error, or no evidence, and for a column that links
    nothing.
    """
    given = agreement if isinstance(agreement, Mapping) else {OTHERS: agreement}
    for column, chance in given.items():
        of = "" if column == OTHERS else f" of '{column}'"
        if isinstance(chance, bool) or not isinstance(chance, float | int) or not 0 < chance < 1:
            raise SpecError(
                f"`agreement`{of} is the chance that two values of one person agree, above 0 and below 1, such as 0.9,"
                f" and not {chance}; who makes no errors at all is found by an exact join"
            )
    names = list(columns)
    for column in given:
        if column not in (*names, OTHERS):
            raise SpecError(f"`agreement` names '{column}', which links nothing; there are: {', '.join(names)}")
    return {name: float(given.get(name, given.get(OTHERS, AGREEMENT))) for name in names}
