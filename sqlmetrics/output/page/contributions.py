"""Contributions: what each known column adds to the share of people at risk, and who is without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, ColumnContribution, Figure, RareCombination
from sqlmetrics.output.page.combinations import at_risk, whole_combination
from sqlmetrics.output.page.words import crowd, name, people, shown, small_group


class Added(NamedTuple):
    """What a known column adds, with the width of its bar in per cent."""

    column: str
    width: float | None
    added: str
    share: str
    people: str


class Contributions(NamedTuple):
    """What each known column adds to the share of people at risk; `whole` is all of them."""

    title: str
    note: str
    rows: tuple[Added, ...]
    whole: Added | None


def contributions(certificate: Certificate) -> Contributions | None:
    """Return what each known column adds, the most first.

    None where there are fewer than two columns, and where nothing was measured of any.
    """
    rows = certificate.contributions
    if len(rows) < 2 or all(row.added.form == row.people_without.form == "undefined" for row in rows):
        return None
    largest = max((row.added.value or 0.0 for row in rows), default=0.0)
    whole = whole_combination(certificate)
    return Contributions(
        title=most_added(rows, whole),
        note=(
            f"What each column adds to the share of people in groups of {small_group(certificate)}, in percentage "
            "points: its average over all orders in which an attacker could come to know the columns (Shapley value). "
            "Beside it, who is at risk without the column."
        ),
        rows=tuple(_added(row, largest) for row in rows),
        whole=None
        if whole is None
        else Added(
            f"All {len(whole.known)}",
            None,
            percentage_points(whole.share),
            shown(whole.share, "share"),
            people(whole.people),
        ),
    )


def _added(row: ColumnContribution, largest: float) -> Added:
    value = row.added.value
    return Added(
        column=row.column,
        width=None if value is None else 100 * max(value, 0.0) / largest if largest > 0 else 0.0,
        added=percentage_points(row.added),
        share=shown(row.share_without, "share"),
        people=people(row.people_without),
    )


def percentage_points(figure: Figure) -> str:
    """Return a share as percentage points."""
    if figure.value is None:
        return shown(figure, "share")
    text = f"{figure.value * 100:.2f}"
    return text if figure.form == "is" else f"{figure.form} {text}"


def most_added(rows: Sequence[ColumnContribution], whole: RareCombination | None) -> str:
    """Return which column matters most: without it the fewest people are at risk."""
    known = [row for row in rows if row.people_without.value is not None]
    if known and whole is not None and whole.people.form == "is":
        best = min(known, key=lambda row: row.people_without.value or 0)
        if best.people_without == whole.people:
            return f"Without any one of the columns still {crowd(whole.people)} would be at risk"
        left = "nobody" if at_risk(best.people_without) is False else crowd(best.people_without)
        return f"Without {name(best.column)}, {left} would be at risk instead of {people(whole.people)}"
    added = [row for row in rows if row.added.value]
    if added:
        most = max(added, key=lambda row: row.added.value or 0)
        return f"{name(most.column)} adds most to the share of people at risk"
    return "What each column adds to the share of people at risk is not said in this version"
