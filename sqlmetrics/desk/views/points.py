"""What known points of a person give away, as the page of the desk shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, MeasuredLimit
from sqlmetrics.desk.points import OpenPoints, PointPart
from sqlmetrics.output.page.answer import JudgedCondition, page_verdict, row
from sqlmetrics.output.page.points import PointsSection, points
from sqlmetrics.output.page.verdict import PageVerdict


class KnownPart(NamedTuple):
    """A part of points with its place, and whether it is known."""

    place: int
    part: PointPart
    known: bool


@dataclass(frozen=True)
class PointsView:
    """A spec of known points as the page shows it, parts by tables; see `points.html`.

    Each condition has what was measured before parts were taken away, None for all parts.

    Before anything was found there is no `certificate`, and no verdict, condition and section.
    """

    name: str
    parts: Mapping[str, Sequence[KnownPart]]
    certificate: Certificate | None = None
    verdict: PageVerdict | None = None
    conditions: Sequence[tuple[JudgedCondition, str | None]] = ()
    section: PointsSection | None = None
    yaml: Sequence[tuple[str, bool]] = ()


def points_view(table: OpenPoints) -> PointsView:
    """Return a spec of known points as the page shows it."""
    parts: dict[str, list[KnownPart]] = {}
    for place, part in enumerate(table.parts):
        parts.setdefault(part.table, []).append(KnownPart(place, part, place in table.kept))
    found, whole = table.certificate, table.whole
    if found is None:
        return PointsView(table.relation.name, parts)
    before = {} if whole is None or whole is found else {_about(one): row(one).measured for one in whole.conditions}
    return PointsView(
        name=table.relation.name,
        parts=parts,
        certificate=found,
        verdict=page_verdict(found),
        conditions=[(row(one), before.get(_about(one))) for one in found.conditions],
        section=points(found),
        yaml=table.yaml(),
    )


def _about(one: MeasuredLimit) -> tuple[str, ...]:
    """Return what a condition is about."""
    return (one.metric, one.target, str(one.partition), str(one.bound), str(one.limit))
