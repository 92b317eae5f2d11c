"""Combinations of known columns as a table: whom each leaves in small groups, by its tint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Figure, RareCombination
from sqlmetrics.output.page.words import limit_text, people, shown, small_group

OPEN = 15
"""The combinations that stand open on the page; further ones are folded."""

MOST = 127
"""The most combinations of a page, which are all of seven columns; the certificate has all."""

MOST_COLUMNS = 8
"""The most known columns that have a column of the table each."""

SAME = 1e-9
"""The share by which two numbers of people at risk may differ that are the same."""

LEFT_OUT = "Left out are combinations that put nobody there, and those of which a part puts as many people there."
"""The sentence on the combinations that tell nothing more."""

TINTS = (0.0, 0.001, 0.01)
"""The shares of people at risk from which a tint holds: any, 0.1 %, 1 %."""


class CombinationCell(NamedTuple):
    """A known column in a combination, or its absence."""

    column: str
    known: bool


class Known(NamedTuple):
    """A combination: a cell per known column, or their names in one, and whom it leaves at risk."""

    cells: tuple[CombinationCell, ...]
    names: str
    tint: int
    people: str
    share: str
    removed: str


class Combined(NamedTuple):
    """The combinations that tell something, the riskiest first: open ones, and folded ones."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[Known, ...]
    folded: tuple[Known, ...]
    summary: str


def combined(certificate: Certificate) -> Combined:
    """Return the combinations of a certificate as a table, without those that tell nothing more."""
    telling = [row for row in certificate.combinations if tells(row, certificate.combinations)]
    found = tuple(dict.fromkeys(name for row in telling for name in row.known))
    columns = tuple(name for name in certificate.known if name in found)
    columns = columns if len(columns) == len(found) else found
    head = columns if len(columns) <= MOST_COLUMNS else ()
    rows = tuple(_known(row, head) for row in telling)
    return Combined(
        caption=_caption(len(rows), bool(head), certificate),
        head=head,
        rows=rows[:OPEN],
        folded=rows[OPEN:MOST],
        summary=_summary(len(rows)),
    )


def tells(row: RareCombination, rows: Sequence[RareCombination]) -> bool:
    """Return whether a combination puts people at risk, and more of them than any part of it."""
    if at_risk(row.people) is False:
        return False
    parts = (other.share for other in rows if {*other.known} < {*row.known})
    return not any(as_large(part, row.share) for part in parts)


def as_large(part: Figure, share: Figure) -> bool:
    """Return whether one share is surely as large as another, as far as sums in any order agree."""
    if part.value is None or share.value is None or not part.form == share.form == "is":
        return False
    return part.value >= share.value * (1 - SAME)


def _caption(count: int, dots: bool, certificate: Certificate) -> str:
    """Return what the table shows: how many of the combinations, and what its tints stand for."""
    told = [
        f"What an attacker knows{' (●)' if dots else ''}, and how many people that leaves in groups of "
        f"{small_group(certificate)}.",
        *([f"The {OPEN} riskiest of {count:,} combinations."] if count > OPEN else []),
        *([LEFT_OUT] if count < len(certificate.combinations) else []),
        "The stronger the tint, the larger their share: "
        f"below {limit_text(TINTS[1], 'share')}, below {limit_text(TINTS[2], 'share')}, and more.",
    ]
    return " ".join(told)


def _summary(count: int) -> str:
    """Return what the fold of further combinations is called."""
    if count > MOST:
        return f"The next {MOST - OPEN} of {count:,} combinations; all stand in the certificate"
    return f"The other {count - OPEN} combinations" if count - OPEN > 1 else "The last combination"


def _known(row: RareCombination, head: tuple[str, ...]) -> Known:
    return Known(
        cells=tuple(CombinationCell(name, name in row.known) for name in head),
        names=", ".join(row.known),
        tint=tint(row.share),
        people=people(row.people),
        share=shown(row.share, "share"),
        removed=shown(row.uncertainty_removed, "share"),
    )


def tint(share: Figure) -> int:
    """Return the tint of a share of people at risk: 0 for none, 3 for the most."""
    value = share.value
    return 0 if value is None or at_risk(share) is False else 1 + sum(value >= start for start in TINTS[1:])


def at_risk(figure: Figure) -> bool | None:
    """Return whether anybody is at risk, None where that is not said.

    A number below that of small groups is of some people, as nobody is said to be none.
    """
    if figure.value is None or (figure.form == "up to" and figure.value > 0):
        return None
    return figure.value > 0 or figure.form == "over"


def whole_combination(certificate: Certificate) -> RareCombination | None:
    """Return the combination of all known columns, None where it was not measured."""
    most = max(len(row.known) for row in certificate.combinations)
    whole = 2**most - 1 == certificate.all_combinations
    return next(row for row in certificate.combinations if len(row.known) == most) if whole else None
