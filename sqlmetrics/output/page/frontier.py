"""The frontier of a tradeoff as a picture, by names, or by the numbers that its table gives."""

from __future__ import annotations

from collections.abc import Mapping

from sqlmetrics.output.page.axes import axis_text, direction
from sqlmetrics.output.page.scatter import Scatter, Spot, scatter
from sqlmetrics.release.utility.frontier import Frontier
from sqlmetrics.text import number

SHORT = 12
"""The most letters of a name that stands beside its point; with a longer one there are numbers."""


def frontier_picture(frontier: Frontier, short: Mapping[str, str]) -> Scatter | None:
    """Return the picture of releases between risk and use; None for fewer than two.

    `short` are the names that the releases have in it.
    """
    if len(frontier.points) < 2:
        return None
    named = all(len(short[one.name]) <= SHORT for one in frontier.points)
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
        for place, one in enumerate(frontier.points, 1)
    ]
    numbers = "; ".join(f"{one.letter} {number(one.x)} and {number(one.y)}" for one in spots)
    return scatter(
        spots,
        f"Releases by {frontier.risk.title} and {frontier.utility.title}: {numbers}. Hollow: dominated.",
        up=f"{frontier.utility.symbol}, {direction(frontier.utility.name)}",
        right=f"{frontier.risk.symbol}, {direction(frontier.risk.name)}",
        texts=(axis_text(frontier.risk.name), axis_text(frontier.utility.name)),
        levels=frontier.lines,
    )
