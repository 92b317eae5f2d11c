"""People at risk under stricter limits: the share in groups of fewer than k, as a curve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, CurvePoint, Figure
from sqlmetrics.output.page.curves import Curve, CurveMark, step_curve
from sqlmetrics.output.page.words import limit_text, listed_some, people, percent, share_of


class GroupLimit(NamedTuple):
    """The smallest size of groups that a condition allows, and whose limit that is.

    `chance` is the limit as it is written where that is a chance, such as 9%, and not a size.
    """

    size: int
    source: str
    chance: str | None = None


def group_limits(certificate: Certificate) -> tuple[GroupLimit, ...]:
    """Return the sizes of groups that conditions ask for, the smallest first, each size once."""
    found: dict[int, GroupLimit] = {}
    for one in certificate.conditions:
        if one.group_size is not None and one.group_size > 1 and one.origin is None:
            chance = None if one.metric == "k_anonymity" else limit_text(one.limit, one.unit)
            found.setdefault(one.group_size, GroupLimit(one.group_size, one.source or "Own", chance))
    return tuple(found[size] for size in sorted(found))


def drawn_points(curve: Sequence[CurvePoint], everybody: int) -> list[CurvePoint]:
    """Return the points with a number, up to the first one that has everybody."""
    exact = [point for point in curve if point.people.form in {"is", "about"} and point.people.value is not None]
    before = [point for point in exact if point.people != Figure(everybody)]
    return exact[: len(before) + 1]


def curve_title(exact: Sequence[CurvePoint], limits: Sequence[GroupLimit], everybody: int) -> str:
    """Return the finding of the curve: what a stricter limit would mean."""
    if not exact or not everybody:
        return ""
    last = exact[-1]
    if not last.people.value:
        return f"Nobody is in a group of fewer than {last.k}"
    chosen = [point for point in exact if point.k in {exact[0].k, last.k, *(limit.size for limit in limits)}]
    shares = [f"{share_of(point.people, everybody)} at {point.k}" for point in chosen]
    if len(chosen) == 1:
        return f"{share_of(last.people, everybody)} of the people are in groups of fewer than {last.k}"
    if chosen[0].people.value == last.people.value:
        return f"A stricter limit changes nothing up to {last.k}: {shares[0]} and at {last.k}"
    return f"A stricter limit puts more people at risk: {listed_some(shares)}"


def curve(exact: Sequence[CurvePoint], limits: Sequence[GroupLimit], everybody: int) -> Curve | None:
    """Return the curve of the share of people in groups of fewer than k; None without any."""
    if len(exact) < 2 or not exact[-1].people.value or not everybody:
        return None
    shares = [(point.k, min((point.people.value or 0) / everybody, 1.0)) for point in exact]
    marks = [CurveMark(limit.size, mark_text(limit)) for limit in limits]
    told = listed_some([f"{percent(share)} at {k}" for k, share in shares if k in chosen_sizes(exact, limits)], most=12)
    return step_curve(shares, marks, f"Share of people in groups of fewer than k: {told}.")


def mark_text(limit: GroupLimit) -> str:
    """Return what stands at a limit of the curve: whose it is, its size, and its chance."""
    return f"{limit.source}, {limit.size}" + ("" if limit.chance is None else f" ({limit.chance})")


def chosen_sizes(exact: Sequence[CurvePoint], limits: Sequence[GroupLimit]) -> set[int]:
    """Return the sizes of the curve that are told of in a table."""
    known = [point.k for point in exact]
    return {*known[:1], *known[-1:], *{3, 5, 10, 20, 50}, *(limit.size for limit in limits)} & set(known)


def curve_points(certificate: Certificate, limits: Sequence[GroupLimit]) -> tuple[tuple[str, str, str], ...]:
    """Return the rows of the curve's data: k, the people in smaller groups, and their share."""
    chosen = chosen_sizes(certificate.curve, limits)
    return tuple(
        (str(point.k), people(point.people), share_of(point.people, certificate.crowd))
        for point in certificate.curve
        if point.k in chosen
    )
