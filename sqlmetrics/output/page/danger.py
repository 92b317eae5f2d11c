"""What makes it dangerous: what each known column adds, and what combinations of them give away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Combination, Contribution, Figure
from sqlmetrics.output.page.combinations import Combined, at_risk, combined
from sqlmetrics.output.page.words import (
    counted,
    name,
    names,
    people,
    shown,
    small_group,
)


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


class Danger(NamedTuple):
    """What the known columns give away together, each by itself, and what was not measured."""

    sentences: tuple[str, ...]
    contributions: Contributions | None
    combined: Combined | None
    missing: str | None


def danger(certificate: Certificate) -> Danger:
    """Return what makes the relation of a certificate dangerous."""
    if not certificate.combinations:
        return Danger((), None, None, not_measured(certificate))
    return Danger(
        sentences=tuple(filter(None, (first_risk(certificate), whole_risk(certificate), extent(certificate)))),
        contributions=contributions(certificate),
        combined=combined(certificate),
        missing=None,
    )


def not_measured(certificate: Certificate) -> str:
    """Return why no combination was measured."""
    if certificate.all_combinations == 0:
        return "No column was taken as known to an attacker, so nothing can be combined."
    reason = certificate.missing.get("combinations", "they were not asked for")
    return f"Combinations of known columns were not measured: {reason}."


def first_risk(certificate: Certificate) -> str:
    """Return how many known columns it takes to put anybody into a small group."""
    rows, small = certificate.combinations, small_group(certificate)
    if all(at_risk(row.people) is False for row in rows):
        return f"No combination of these columns puts anybody in a group of {small}."
    worst = smallest_risk(certificate)
    if worst is None:
        return "Whom the combinations put in small groups is not said in this version."
    fewest = len(worst.known)
    verb = "puts" if fewest == 1 else "together put"
    what = f"{names(worst.known)} {verb} {_crowd(worst.people)} in groups of {small}"
    if fewest == 1:
        return f"One column is enough: {what}."
    if any(at_risk(row.people) is None for row in rows if len(row.known) < fewest):
        return f"{fewest} columns are enough: {what}."
    alone = "No column alone puts" if fewest == 2 else f"No {fewest - 1} columns together put"
    return f"{alone} anybody in a group of {small}. It takes {fewest}: {what}."


def smallest_risk(certificate: Certificate) -> Combination | None:
    """Return the riskiest of the combinations with the fewest columns that put anybody at risk."""
    rows = [row for row in certificate.combinations if at_risk(row.people)]
    return min(rows, key=lambda row: len(row.known), default=None)


def _crowd(figure: Figure) -> str:
    """Return a number of people with its noun."""
    return f"{people(figure)} {'person' if figure.form == 'is' and figure.value == 1 else 'people'}"


def whole_risk(certificate: Certificate) -> str | None:
    """Return whom all known columns together put at risk, where fewer of them put some at risk."""
    whole = whole_combination(certificate)
    if whole is None or not at_risk(whole.people) or whole == smallest_risk(certificate):
        return None
    return f"All {len(whole.known)} together put {_crowd(whole.people)} there{_share(whole.share)}."


def _share(share: Figure) -> str:
    return "" if share.value is None else f", {shown(share, 'share')} of all"


def whole_combination(certificate: Certificate) -> Combination | None:
    """Return the combination of all known columns, None where it was not measured."""
    most = max(len(row.known) for row in certificate.combinations)
    whole = 2**most - 1 == certificate.all_combinations
    return next(row for row in certificate.combinations if len(row.known) == most) if whole else None


def extent(certificate: Certificate) -> str | None:
    """Return which combinations were measured, where some were not."""
    measured, every = len(certificate.combinations), certificate.all_combinations
    if measured >= every:
        return None
    most = max(len(row.known) for row in certificate.combinations)
    return (
        f"Of the {every:,} combinations the {measured:,} of up to {counted(most, 'column')} were measured; "
        "larger ones put at least as many people at risk."
    )


def contributions(certificate: Certificate) -> Contributions | None:
    """Return what each known column adds, the most first; None where there are fewer than two."""
    rows = certificate.contributions
    if len(rows) < 2:
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
            points(whole.share),
            shown(whole.share, "share"),
            people(whole.people),
        ),
    )


def _added(row: Contribution, largest: float) -> Added:
    value = row.added.value
    return Added(
        column=row.column,
        width=None if value is None else 100 * max(value, 0.0) / largest if largest > 0 else 0.0,
        added=points(row.added),
        share=shown(row.share_without, "share"),
        people=people(row.people_without),
    )


def points(figure: Figure) -> str:
    """Return a share as percentage points."""
    if figure.value is None:
        return shown(figure, "share")
    text = f"{figure.value * 100:.2f}"
    return text if figure.form == "is" else f"{figure.form} {text}"


def most_added(rows: Sequence[Contribution], whole: Combination | None) -> str:
    """Return which column matters most: without it the fewest people are at risk."""
    known = [row for row in rows if row.people_without.value is not None]
    if whole is not None and at_risk(whole.people) is False:
        return "Nobody is at risk, whichever of the columns an attacker knows"
    if known and whole is not None and whole.people.form == "is":
        best = min(known, key=lambda row: row.people_without.value or 0)
        if best.people_without == whole.people:
            return f"Without any one of the columns still {_crowd(whole.people)} would be at risk"
        left = "nobody" if at_risk(best.people_without) is False else _crowd(best.people_without)
        return f"Without {name(best.column)}, {left} would be at risk instead of {people(whole.people)}"
    added = [row for row in rows if row.added.value]
    if added:
        most = max(added, key=lambda row: row.added.value or 0)
        return f"{name(most.column)} adds most to the share of people at risk"
    return "What each column adds to the share of people at risk is not said in this version"
