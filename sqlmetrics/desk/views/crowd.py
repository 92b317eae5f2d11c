"""Who is at risk, and by what: people by the size of their group, and what each column adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmetrics.certificate.measured import condition_of, size_bands
from sqlmetrics.desk.answer import Answer, LevelStep
from sqlmetrics.output.assertions import Grounds
from sqlmetrics.output.page.people import DrawnBand, bands, limits_on_groups
from sqlmetrics.scoring.bands import ClassBands
from sqlmetrics.sentences import Facts


class WithoutRow(NamedTuple):
    """A known column: how many would be at risk without it, and the width of their bar."""

    column: str
    at_risk: int
    share: float
    kind: str


@dataclass(frozen=True)
class CrowdView:
    """People by the size of their group, and what each column adds; see `crowd.html`.

    `size` is the largest limit on groups, 0 where there is none, and `below` is how many are in
    groups of fewer. There are no rows of columns until their steps are counted, nor where nobody is
    at risk; where leaving out any of them helps nobody, `helps` is false.
    """

    people: str
    size: int
    below: Grounds
    bands: Sequence[DrawnBand]
    helps: bool
    best: Grounds | None
    without: Sequence[WithoutRow]


def _are_below(release: Any, of: Facts) -> bool:
    return bool(release.below(of["size"]) == of["number"])


def _left_without(release: Any, of: Facts) -> bool:
    return (release.without(of["column"]), release.count("at risk")) == (of["without"], of["now"])


def crowd_view(crowd: ClassBands, answer: Answer, steps: Mapping[str, Sequence[LevelStep]], people: str) -> CrowdView:
    """Return who is at risk, and by what, as the page shows it."""
    limits = limits_on_groups(map(condition_of, answer.verdicts))
    size = limits[-1].size if limits else 0
    without = _without(answer, steps)
    first = without[0] if without else None
    below = sum(band.people for band in crowd.sizes if band.low < size)
    helps = first is None or first.at_risk < answer.at_risk
    facts = {} if first is None else {"column": first.column, "without": first.at_risk, "now": answer.at_risk}
    return CrowdView(
        people=people,
        size=size,
        below=Grounds({"number": below, "size": size}, _are_below),
        bands=bands(size_bands(crowd, [one.size for one in limits]), limits[-1:], answer.records),
        helps=helps,
        best=Grounds(facts, _left_without) if facts and helps else None,
        without=without if helps else [],
    )


def _without(answer: Answer, steps: Mapping[str, Sequence[LevelStep]]) -> list[WithoutRow]:
    """Return the columns by how many would be at risk without them, the fewest first."""
    found: list[tuple[int, str]] = []
    for name, own in steps.items():
        left_out = own[-1]
        if left_out.at_risk is None:
            return []
        if not left_out.chosen:
            found.append((left_out.at_risk, name))
    if not answer.at_risk:
        return []
    return [
        WithoutRow(name, many, 100 * many / answer.records, "bar" if many <= answer.budget else "bad")
        for many, name in sorted(found)
    ]
