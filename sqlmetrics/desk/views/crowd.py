"""Who is at risk, and by what: people by the size of their group, and what each column adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmetrics.certificate.measured import condition_of, size_bands
from sqlmetrics.desk.answer import Answer, LevelStep
from sqlmetrics.desk.views.words import people_or_records
from sqlmetrics.output.assertions import Assertion
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.people import DrawnBand, bands, limits_on_groups
from sqlmetrics.risk.bands import ClassBands
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

    There are no rows of columns until their steps are counted, nor where nobody is at risk.
    """

    title: str
    told: str
    people: str
    bands: Sequence[DrawnBand]
    best: str | None
    without: Sequence[WithoutRow]


def _are_below(release: Any, of: Facts) -> bool:
    return bool(release.below(of["size"]) == of["number"])


HIDE_BELOW = Assertion("{people} {hide} among fewer than {size}", _are_below)
NONE_BELOW = Assertion("Nobody hides among fewer than {size}", _are_below)
LEFT_WITHOUT = Assertion(
    "Without {column} {people} would be at risk instead of {before}",
    lambda release, of: (release.without(of["column"]), release.count("at risk")) == (of["without"], of["now"]),
)


def crowd_view(crowd: ClassBands, answer: Answer, steps: Mapping[str, Sequence[LevelStep]], people: str) -> CrowdView:
    """Return who is at risk, and by what, as the page shows it."""
    limits = limits_on_groups(map(condition_of, answer.verdicts))
    rows = bands(size_bands(crowd, [one.size for one in limits]), limits[-1:], answer.records)
    told = ""
    title = wording("People by the size of their group" if people == "people" else "Records by the size of their group")
    if limits:
        size = limits[-1].size
        below = sum(band.people for band in crowd.sizes if band.low < size)
        title = (HIDE_BELOW if below else NONE_BELOW).say(
            {"number": below, "size": size},
            people=people_or_records(below, people),
            hide=wording("hides" if below == 1 else "hide"),
            size=size,
        )
        told = wording("Red: smaller than your limit of {size}. ", size=size)
    without = _without(answer, steps)
    best = None
    if without and without[0].at_risk >= answer.at_risk:
        best, without = wording("Leaving out one column alone helps nobody: ask what must change"), []
    elif without:
        first = without[0]
        best = LEFT_WITHOUT.say(
            {"column": first.column, "without": first.at_risk, "now": answer.at_risk},
            column=first.column,
            people=people_or_records(first.at_risk, people),
            before=figures(answer.at_risk, ","),
        )
    return CrowdView(title, told, people, rows, best, without)


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
