"""People with several records: whom some known points single out, and what else they give away.

The curve has places in per cent of the width, and in pixels up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import (
    Certificate,
    KnownPoints,
    MeasuredLimit,
    ScoreFigure,
    TableFigures,
    WordFigures,
)
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.assertions import ROUNDING, Grounds, are_counted
from sqlmetrics.output.page.language import counted_things, figures, wording
from sqlmetrics.output.page.limited_scores import LimitedScore, is_limit_on, limited_score
from sqlmetrics.output.page.resolution import ResolutionTable, resolution
from sqlmetrics.output.page.words import (
    MEASURED,
    between,
    limit_text,
    metric_of,
    with_unit,
)
from sqlmetrics.sentences import Facts, World
from sqlmetrics.statement.plan import IDENTITY

HEIGHT, TOP, BASE = 230, 18.0, 200.0
"""The height of the curve in pixels, and where all people and nobody are."""

LEFT, RIGHT = 10.0, 96.0
"""Where one known point and the most are, in per cent of the width."""

NEAR = 26.0
"""The pixels from the top within which the words of a limit stand below its line."""

GRID = (0.0, 0.5, 1.0)
"""The shares of people that have a line."""


class CurveDot(NamedTuple):
    """A number of known points: its place, the places of its interval's ends, and its numbers."""

    at: float
    height: float
    low: float | None
    high: float | None
    tick: str
    title: str


class CurveLimit(NamedTuple):
    """The line of a share that is a limit, with its words and their place."""

    share: float
    at: float
    text: str
    x: float
    y: float
    anchor: str


class UnicityCurve(NamedTuple):
    """The share of people singled out by each number of points."""

    dots: list[CurveDot]
    grid: list[tuple[float, str]]
    limit: CurveLimit | None
    height: int = HEIGHT
    base: float = BASE


class PointsSection(NamedTuple):
    """What several points of a person give away.

    `singled` is whom the most points single out, and `enough` are the shares of people, each with
    how many points single it out. Some persons are `drawn`, or all were looked at, and records of
    nobody are left out. `words` are the numbers of words that are points.
    """

    singled: Grounds | None
    enough: list[Grounds]
    drawn: Grounds | None
    nobodys: Grounds | None
    curve: UnicityCurve | None
    shares: list[tuple[str, str, str | None]]
    bounded: bool
    resolution: ResolutionTable | None
    tables: list[TableRow]
    words: Grounds | None
    rows: list[LimitedScore]


class TableRow(NamedTuple):
    """A table of people: its name and columns, and what it and all others give away."""

    name: str
    columns: tuple[str, ...]
    people: str
    left_out: str
    alone: tuple[str, str]
    without: tuple[str, str] | None


def points(certificate: Certificate) -> PointsSection | None:
    """Return what several points of a person give away; None where records are taken one by one."""
    own = certificate.points
    if own is None:
        return None
    shares = unicities(own)
    most = [score for score in own.scores if score not in shares[:-1] and _decides(score, own, certificate.conditions)]
    return PointsSection(
        singled=singled_out(certificate),
        enough=[_enough(score, own) for score in own.scores if score.metric == "points_to_single_out"],
        drawn=None if own.targets is None else Grounds({"drawn": own.targets}, are_counted),
        nobodys=Grounds({"nameless": own.nobodys.value}, are_counted) if own.nobodys.value else None,
        curve=unicity_picture(shares, certificate.conditions) if len(shares) > 1 else None,
        shares=[(_tick(one), with_unit(one.measured, one.unit), between(one.measured, one.unit)) for one in shares],
        bounded=own.targets is not None,
        resolution=resolution(own),
        tables=[_table_row(one) for one in own.tables or ()],
        words=_words(own.words),
        rows=[limited_score(score, certificate.conditions) for score in most],
    )


def _words(own: WordFigures | None) -> Grounds | None:
    """Return the grounds of how many words there are; None where that is not said."""
    if own is None or own.words.value is None:
        return None
    return Grounds({"words": own.words.value, "common": own.common.value, "wordless": own.wordless.value}, are_counted)


def _table_row(one: TableFigures) -> TableRow:
    """Return a table of people with its figures."""
    without = None
    if one.smallest_without is not None and one.singled_without is not None:
        without = (with_unit(one.smallest_without, ""), with_unit(one.singled_without, "share"))
    return TableRow(
        name=one.name,
        columns=one.columns,
        people=with_unit(one.people, ""),
        left_out=with_unit(one.left_out, ""),
        alone=(with_unit(one.smallest, ""), with_unit(one.singled, "share")),
        without=without,
    )


def _decides(score: ScoreFigure, own: KnownPoints, conditions: Sequence[MeasuredLimit]) -> bool:
    """Return whether a score is shown; where all points are known, it decides or has a limit."""
    headline = metric_of(score.metric).headline == ("identity" if score.target == IDENTITY else "sensitive")
    return own.known != "all" or headline or any(is_limit_on(one, score) for one in conditions)


def unicities(own: KnownPoints) -> list[ScoreFigure]:
    """Return the unicity of each number of points, the least first."""
    return [score for score in own.scores if score.metric == "unicity"]


def singled_out(certificate: Certificate) -> Grounds | None:
    """Return how many people the most known points single out, None where that is not said."""
    own = certificate.points
    scores = () if own is None or certificate.audience == "public" else own.scores
    last = next((one for one in reversed(scores) if one.metric in {"unicity", "uniqueness"}), None)
    if own is None or last is None or last.measured.value is None:
        return None
    return Grounds({"figure": last.measured, "points": own.known}, _singles_out)


def _singles_out(events: World, of: Facts) -> bool:
    """Return whether the share is the exact one, or its interval is around the exact one."""
    exact, figure = events.unicity(of["points"]), of["figure"]
    low, high = (figure.value if end is None else end for end in (figure.low, figure.high))
    return bool(low - ROUNDING <= exact <= high + ROUNDING)


def _enough(score: ScoreFigure, own: KnownPoints) -> Grounds:
    """Return how many points single out a share of the people, or that all known ones do not."""
    share = float(_parameter(score, "share") or 0.5)
    if score.measured.form not in MEASURED or score.measured.value is None:
        return Grounds({"points": own.known, "share": share}, _are_not_enough)
    return Grounds({"enough": score.measured.value, "share": share}, _are_enough)


def _are_not_enough(events: World, of: Facts) -> bool:
    return bool(events.unicity(of["points"]) < of["share"] + ROUNDING)


def _are_enough(events: World, of: Facts) -> bool:
    """Return whether as many points single out the share, and one point less does not."""
    enough = of["enough"]
    return bool(
        events.unicity(f"{enough:.0f}") >= of["share"] - ROUNDING
        and (enough == 1 or events.unicity(f"{enough - 1:.0f}") < of["share"])
    )


def _parameter(score: ScoreFigure, word: str) -> str | None:
    pairs = (part.partition("=") for part in (score.parameters or "").split(", "))
    return next((text for name, _, text in pairs if name == word), None)


def _tick(score: ScoreFigure) -> str:
    """Return the number of points that a score is about."""
    return (_parameter(score, "known") or "").split(" ")[0]


def unicity_picture(shares: Sequence[ScoreFigure], conditions: Sequence[MeasuredLimit]) -> UnicityCurve | None:
    """Return the picture of the share of people singled out; None where nothing was measured."""
    limits = [one.limit for one in conditions if one.metric == "unicity" and one.origin is None]
    limit = next((one for one in limits if one is not None), None)
    listed = [(_tick(one), counted_things(int(_tick(one)), "point"), one.measured) for one in shares]
    return share_curve(listed, limit)


def share_curve(shares: Sequence[tuple[str, str, Figure]], limit: float | None = None) -> UnicityCurve | None:
    """Return the picture of shares of people, each with its tick and what it is about, in words.

    None where nothing was measured.
    """
    known = [(tick, about, figure, figure.value) for tick, about, figure in shares if figure.value is not None]
    if not known:
        return None
    step = (RIGHT - LEFT) / max(len(shares) - 1, 1)
    dots = [
        CurveDot(
            at=round(LEFT + step * place, 2),
            height=_up(value),
            low=None if figure.low is None else _up(figure.low),
            high=None if figure.high is None else _up(figure.high),
            tick=tick,
            title=f"{about}: {_text(figure)}",
        )
        for place, (tick, about, figure, value) in enumerate(known)
    ]
    return UnicityCurve(
        dots=dots,
        grid=[(_up(share), f"{figures(share, '.0%')}") for share in GRID],
        limit=None if limit is None else _line_of(limit, dots),
    )


def _line_of(limit: float, dots: Sequence[CurveDot]) -> CurveLimit:
    """Return the line of a limit."""
    return line_at(limit, wording("Limit {limit}", limit=limit_text(limit, "share")), dots)


def line_at(share: float, text: str, dots: Sequence[CurveDot]) -> CurveLimit:
    """Return the line of a share, whose words are at the side where the curve is further away."""
    at = _up(share)
    right = abs(dots[-1].height - at) > abs(dots[0].height - at)
    y = at - 5 if at > TOP + NEAR else at + 15
    return CurveLimit(share, at, text, RIGHT if right else LEFT, y, "end" if right else "start")


def _text(figure: Figure) -> str:
    ends = between(figure, "share")
    return f"{with_unit(figure, 'share')}{f' ({ends})' if ends else ''}"


def _up(share: float) -> float:
    """Return how many pixels below the top of the picture a share of people is drawn."""
    return round(BASE - (BASE - TOP) * min(max(share, 0.0), 1.0), 1)
