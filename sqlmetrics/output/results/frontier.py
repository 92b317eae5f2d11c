"""The picture of releases between risk and use, as reports of results and notebooks draw it."""

from __future__ import annotations

from collections.abc import Mapping

from sqlmetrics.output.page.scatter import Scatter, Spot, axis_text, direction, scatter
from sqlmetrics.release.utility.frontier import Frontier
from sqlmetrics.sentences import Sentence
from sqlmetrics.text import number

SHORT = 12
"""The most letters of a name that stands beside its point; with a longer one there are numbers."""

HOLLOW = Sentence(
    "Releases by {risk} and {use}: {numbers}. Hollow: dominated.",
    lambda weighed, of: all(
        weighed.numbers(name) == [risk, use] and bool(weighed.beaters(name)) == hollow
        for name, risk, use, hollow in of["numbers"]
    ),
)


def frontier_picture(found: Frontier, short: Mapping[str, str]) -> Scatter | None:
    """Return the picture of releases between risk and use; None for fewer than two.

    `short` are the names that the releases have in it.
    """
    if len(found.points) < 2:
        return None
    named = all(len(short[one.name]) <= SHORT for one in found.points)
    spots = [
        Spot(
            letter=short[one.name] if named else str(place),
            name=short[one.name],
            x=one.risk,
            y=one.utility,
            low=one.low,
            high=one.high,
            hollow=bool(one.dominated),
        )
        for place, one in enumerate(found.points, 1)
    ]
    numbers = "; ".join(f"{one.letter} {number(one.x)} and {number(one.y)}" for one in spots)
    return scatter(
        spots,
        HOLLOW.phrase(
            {"numbers": [(one.name, one.x, one.y, one.hollow) for one in spots]},
            risk=found.risk.title,
            use=found.utility.title,
            numbers=numbers,
        ),
        up=f"{found.utility.symbol}, {direction(found.utility.name)}",
        right=f"{found.risk.symbol}, {direction(found.risk.name)}",
        texts=(axis_text(found.risk.name), axis_text(found.utility.name)),
        levels=found.lines,
    )
