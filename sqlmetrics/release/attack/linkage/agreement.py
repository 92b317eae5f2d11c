"""The chance that two values of one person agree, which errors in a file lower."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.agreement import (
    AGREEMENT,
    BEST,
    ESTIMATED,
    OTHERS,
    Agreement,
    agreement_fault,
    links_fault,
    reach_fault,
)
from sqlmetrics.statement.types import Kind


class ColumnAgreement(NamedTuple):
    """How often two values of one person agree.

    They are equal with the chance `equal`, and nearly so with the chance `near`. `nearly` is how
    far values of the column differ at most that nearly agree: a number, or days of dates, or one
    letter of texts; None where values agree or do not.
    """

    equal: float
    nearly: float | None = None
    near: float = 0.0


def agreements(
    agreement: Agreement, columns: Iterable[str], nearly: Mapping[str, float] | None = None
) -> dict[str, ColumnAgreement]:
    """Return how often two values of one person agree, by column.

    Where `nearly` names a column, half of its unequal values are near.

    Raises SpecError for a chance that is no error, or no evidence, and for a column that links
    nothing.
    """
    given = agreement if isinstance(agreement, Mapping) else {OTHERS: agreement}
    names = list(columns)
    if fault := agreement_fault(agreement):
        raise SpecError(fault)
    _check_named("agreement", given, [*names, OTHERS])
    _check_named("nearly", nearly or (), names)
    found = {}
    for name in names:
        chance = given.get(name, given.get(OTHERS, AGREEMENT))
        equal = AGREEMENT if isinstance(chance, str) else float(chance)
        reach = (nearly or {}).get(name)
        found[name] = ColumnAgreement(equal) if reach is None else ColumnAgreement(equal, float(reach), (1 - equal) / 2)
    return found


def check_nearly(nearly: Mapping[str, float], kinds: Mapping[str, Kind], recoded: Iterable[str]) -> None:
    """Raise SpecError for values that cannot nearly agree, or not as far as is said."""
    coarse = set(recoded)
    for column, reach in nearly.items():
        of_kind = kinds[column]
        if column in coarse:
            raise SpecError(
                f"`nearly` names '{column}', whose partition recodes it: levels are equal or not, so leave one of both"
                " out"
            )
        if of_kind not in ("number", "integer", "date", "text"):
            raise SpecError(f"`nearly` names '{column}', whose values are true or false: leave it out")
        if of_kind == "text" and reach != 1:
            raise SpecError(f"`nearly` of '{column}', a text, is 1 letter, and not {reach:g}")


def check_reach(nearly: Mapping[str, float]) -> None:
    """Raise SpecError for a difference of values that is none."""
    if fault := reach_fault(nearly):
        raise SpecError(fault)


def _check_named(word: str, given: Iterable[str], names: list[str]) -> None:
    """Raise SpecError for a column of a word that links nothing."""
    for column in given:
        if column not in names:
            raise SpecError(f"`{word}` names '{column}', which links nothing; there are: {', '.join(names)}")


def check_links(links: object) -> None:
    """Raise SpecError for links that are neither the best ones nor one to one."""
    if fault := links_fault(links):
        raise SpecError(fault)


def agreement_parameters(
    agreement: Mapping[str, ColumnAgreement], *, are_estimated: bool, links: str = BEST
) -> str | None:
    """Return the chances as parameters of scores, where one word says them, and the links."""
    chances = {chance.equal for chance in agreement.values()}
    said = ESTIMATED if are_estimated else f"{chances.pop():g}" if len(chances) == 1 else None
    near = "; ".join(f"{name} {chance.nearly:g}" for name, chance in agreement.items() if chance.nearly is not None)
    words = (said and f"agreement={said}", near and f"nearly={near}", links != BEST and f"links={links}")
    return ", ".join(word for word in words if word) or None
