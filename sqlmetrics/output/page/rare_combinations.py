"""What makes it dangerous: what each known column adds, and what combinations of them give away."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Figure, RareCombination
from sqlmetrics.output.page.combinations import Combined, at_risk, combined, whole_combination
from sqlmetrics.output.page.contributions import Contributions, contributions
from sqlmetrics.output.page.words import crowd, names, shown, small_group
from sqlmetrics.text import counted


class Danger(NamedTuple):
    """What the known columns give away together, each by itself, and what was not measured."""

    sentences: tuple[str, ...]
    contributions: Contributions | None
    combined: Combined | None
    missing: str | None


def danger(certificate: Certificate) -> Danger:
    """Return what makes the relation of a certificate dangerous."""
    if not certificate.combinations:
        return Danger((), None, None, _not_measured(certificate))
    somebody = not nobody_at_risk(certificate)
    return Danger(
        sentences=tuple(filter(None, (first_risk(certificate), whole_risk(certificate), _extent(certificate)))),
        contributions=contributions(certificate) if somebody else None,
        combined=combined(certificate) if somebody else None,
        missing=None,
    )


def _not_measured(certificate: Certificate) -> str:
    """Return why no combination was measured."""
    if certificate.all_combinations == 0 and "combinations" not in certificate.missing:
        return "No column was taken as known to an attacker, so nothing can be combined."
    reason = certificate.missing.get("combinations", "they were not asked for")
    if certificate.audience == "public":
        return (
            "What each known column adds, and what combinations of them give away, is in the internal version: beside"
            " the other figures it would tell of few people."
        )
    return f"Combinations of known columns were not measured: {reason}."


def nobody_at_risk(certificate: Certificate) -> bool:
    """Return whether no measured combination puts anybody at risk."""
    return all(at_risk(row.people) is False for row in certificate.combinations)


def first_risk(certificate: Certificate) -> str:
    """Return how many known columns it takes to put anybody into a small group."""
    rows, small = certificate.combinations, small_group(certificate)
    if nobody_at_risk(certificate):
        what = "combination of these columns" if whole_combination(certificate) else "measured combination"
        return f"No {what} puts anybody in a group of {small}."
    worst = smallest_risk(certificate)
    if worst is None:
        return "Whom the combinations put in small groups is not said in this version."
    fewest = len(worst.known)
    verb = "puts" if fewest == 1 else "together put"
    what = f"{names(worst.known)} {verb} {crowd(worst.people)} in groups of {small}"
    if fewest == 1:
        return f"One column is enough: {what}."
    if any(at_risk(row.people) is None for row in rows if len(row.known) < fewest):
        return f"{fewest} columns are enough: {what}."
    alone = "No column alone puts" if fewest == 2 else f"No {fewest - 1} columns together put"
    return f"{alone} anybody in a group of {small}. It takes {fewest}: {what}."


def smallest_risk(certificate: Certificate) -> RareCombination | None:
    """Return the riskiest of the combinations with the fewest columns that put anybody at risk."""
    rows = [row for row in certificate.combinations if at_risk(row.people)]
    return min(rows, key=lambda row: len(row.known), default=None)


def whole_risk(certificate: Certificate) -> str | None:
    """Return whom all known columns together put at risk, where that is not said already."""
    whole = whole_combination(certificate)
    if whole is None:
        figure = certificate.sizes[0].people if certificate.sizes else Figure(None, "undefined")
        share = Figure(None, "undefined")
    else:
        figure, share = whole.people, whole.share
    if not at_risk(figure) or (whole is not None and whole == smallest_risk(certificate)):
        return None
    small = "there" if smallest_risk(certificate) else f"in groups of {small_group(certificate)}"
    columns = (certificate.all_combinations + 1).bit_length() - 1
    return f"All {columns} together put {crowd(figure)} {small}{_share(share)}."


def _share(share: Figure) -> str:
    return "" if share.value is None else f", {shown(share, 'share')} of all"


def _extent(certificate: Certificate) -> str | None:
    """Return which combinations were measured, where some were not."""
    measured, every = len(certificate.combinations), certificate.all_combinations
    if measured >= every:
        return None
    most = max(len(row.known) for row in certificate.combinations)
    return (
        f"Only combinations of up to {counted(most, 'column')} were measured, {measured:,} of {every:,}; "
        "larger ones put at least as many people at risk, and what each column adds is not known."
    )
