"""The frontier of advice for people: its minimal recodings by what they lose and what they risk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlmetrics.advice.frontier.solutions import RISK, Solution, Solutions
from sqlmetrics.advice.result import Advice
from sqlmetrics.output.names import short_names, target_name
from sqlmetrics.output.page.blocks import Picture
from sqlmetrics.output.page.scatter import Scatter, Spot, axis_text, direction, frontier_picture, scatter
from sqlmetrics.output.report import Block, Column, Heading, Paragraph, Plot, table
from sqlmetrics.output.results.tradeoff import tradeoff_report
from sqlmetrics.release.utility.frontier import Point, frontier, with_marks
from sqlmetrics.risk.scores import ReleaseScores
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import number

NUMBERED = 12
"""The most recodings of a picture that all have their numbers; of more only those not beaten."""

COLUMNS = 6
"""The most quasi-identifiers whose levels have a column each."""


def solutions_blocks(result: Advice, found: Solutions) -> Iterator[Block]:
    """Yield the recodings of a frontier, the cheapest first, and the plot of their risk."""
    yield Heading("the frontier: recodings that pass while no finer one does")
    yield Paragraph(counted_solutions(result, found))
    if found.solutions:
        names = [column.column for column in result.columns]
        apart = [Column(name, "number") for name in names] if len(names) <= COLUMNS else [Column("levels", "name")]
        rows = [(str(place), *values(one), *levels(one)) for place, one in enumerate(found.listed, 1)]
        yield table([Column("", "place"), *_facts(result), *apart], rows)
    placed = placed_solutions(found.listed)
    if len(placed) > 1:
        yield Heading(f"loss ({result.loss_name}) against risk ({every_metric()[RISK].symbol})")
        yield Plot(tuple((point.risk, point.utility) for point in placed))
    if found.worth is not None:
        yield from worth_blocks(found.worth)


def worth_blocks(worth: ReleaseScores) -> Iterator[Block]:
    """Yield what classifiers learn from the cheapest recodings, as `tradeoff` reports it."""
    yield Heading("the cheapest recodings, by classifiers that learn from them")
    for block in tradeoff_report(worth, frontier(worth), "accuracy").blocks:
        yield Paragraph(f"{block.text}.") if isinstance(block, Heading) and block.level == 1 else block


def counted_solutions(result: Advice, found: Solutions) -> str:
    """Return how many recodings there are, and how many of them are listed."""
    count = len(found.solutions)
    if not found.complete:
        text = (
            f"The time ran out after {number(found.asked)} of {number(result.nodes)} recodings: {number(count)} are"
            f" known. All whose loss is below {number(found.bound)} are here; of the others a finer one may pass."
        )
    elif not count:
        return f"There is none ({number(found.asked)} of {number(result.nodes)} recodings asked)."
    else:
        is_or_are = "is 1" if count == 1 else f"are {number(count)}"
        text = f"There {is_or_are} ({number(found.asked)} of {number(result.nodes)} recodings asked)."
    return f"{text} The {number(len(found.listed))} that lose least:" if count > len(found.listed) else text


def _facts(result: Advice) -> list[Column]:
    """Return the columns of a recoding's numbers: its loss, its scores and its risk."""
    scores = [
        Column(
            every_metric()[change.metric].symbol
            + ("" if change.target == "identity" else f" of {target_name(change.target, change.partition)}"),
            "number",
        )
        for change in result.thresholds
    ]
    return [
        Column("loss", "number"),
        Column("suppressed", "number"),
        *scores,
        Column(every_metric()[RISK].symbol, "number"),
    ]


def values(one: Solution) -> tuple[str, ...]:
    """Return a recoding's numbers as texts."""
    scores = [number(score.value) for score in one.scores or ()]
    return (number(one.loss), number(one.suppressed), *scores, number(one.risk))


def levels(one: Solution) -> tuple[str, ...]:
    """Return a recoding's levels as texts, or as one text of the levels other than the values."""
    if len(one.levels) <= COLUMNS:
        return tuple(map(str, one.levels.values()))
    return (", ".join(f"{column} {level}" for column, level in one.levels.items() if level) or "-",)


def solutions_picture(result: Advice, most: int | None = None) -> Scatter | None:
    """Return the picture of the cheapest recodings by risk and loss; None for fewer than two."""
    placed = [] if result.frontier is None else placed_solutions(result.frontier.listed[:most])
    if len(placed) < 2:
        return None
    crowded = len(placed) > NUMBERED
    spots = [
        Spot(
            letter="" if crowded and one.dominated else one.name,
            name=f"recoding {one.name}, loss {number(one.utility)}, {every_metric()[RISK].symbol} {number(one.risk)}",
            x=one.risk,
            y=one.utility,
            hollow=bool(one.dominated),
        )
        for one in placed
    ]
    numbers = "; ".join(f"{one.name} {number(one.risk)} and {number(one.utility)}" for one in placed)
    return scatter(
        spots,
        f"Recodings by {every_metric()[RISK].title} and loss: {numbers}. Hollow: another is better in both.",
        up=f"{result.loss_name.replace('_', ' ')}, less useful",
        right=f"{every_metric()[RISK].symbol}, {direction(RISK)}",
        texts=(axis_text(RISK), lambda value: f"{value:,.6g}"),
    )


def frontier_figures(result: Advice) -> list[Picture | None]:
    """Return a picture for each plot of the report: by risk and loss, and by risk and use."""
    worth = None if result.frontier is None else result.frontier.worth
    first = solutions_figure(result)
    return [*([] if first is None else [first]), *([] if worth is None else [worth_figure(worth)])]


def worth_figure(worth: ReleaseScores) -> Picture | None:
    """Return the picture of recodings by risk and use with how to read it."""
    placed = frontier(worth)
    picture = frontier_picture(placed, short_names(worth.releases))
    if picture is None:
        return None
    return Picture(
        "Up is more use, left is less risk",
        f"Use ({placed.utility.symbol} of {placed.utility_of}) against risk ({placed.risk.symbol} of {placed.risk_of})."
        " Filled: not beaten by another recoding in both; hollow: beaten. Upright lines: 95% intervals of use.",
        picture,
    )


def solutions_figure(result: Advice) -> Picture | None:
    """Return the picture of the cheapest recodings with how to read it."""
    picture = solutions_picture(result)
    if picture is None:
        return None
    loss, risk = result.loss_name.replace("_", " "), every_metric()[RISK]
    return Picture(
        "Down is less loss, left is less risk",
        f"Loss ({loss}) against risk ({risk.title}: {risk.short}). The numbers are the same as in the"
        " table. Filled: no other recoding here is better in one and as good in the other; hollow: one is.",
        picture,
    )


def placed_solutions(listed: Sequence[Solution]) -> Sequence[Point]:
    """Return recodings by their places, with the recodings that beat them in risk and loss."""
    points = [Point(str(place), one.risk, one.loss) for place, one in enumerate(listed, 1) if one.risk is not None]
    return with_marks(points, safer=False, less_useful=True)
