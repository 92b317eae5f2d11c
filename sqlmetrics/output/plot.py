"""Pictures on axes of matplotlib: the frontier, which has files, class sizes, bars and releases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import pairwise, product
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics.engine.files import announce_output, write_whole
from sqlmetrics.errors import SpecError
from sqlmetrics.output.grid import Grid, grid_text
from sqlmetrics.output.names import short_names
from sqlmetrics.output.plot_lines import ends
from sqlmetrics.statement.relation import short_name
from sqlmetrics.text import brief

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox

    from sqlmetrics.output.shown import Draw
    from sqlmetrics.release.utility.frontier import Frontier, Point
    from sqlmetrics.scoring.scores import ReleaseScores, Score
    from sqlmetrics.statement.catalogue import Metric


ENDINGS = (".svg", ".png")
"""The kinds of file that a plot is written to."""

LONGEST = 28
"""The most letters of a release's name in a plot."""

FRONT, BEATEN, LINES = "#0072B2", "#D55E00", "#595959"
"""The colours of releases on the frontier, of dominated ones, and of lines.

People who are colour-blind can tell them apart.
"""


def axis_label(metric: Metric, of: str, width: int) -> str:
    """Return the title of an axis: the metric, its targets, its unit and its direction."""
    what = wrap(f"of {of}", width, max_lines=1, placeholder=" …")
    return "\n".join([f"{metric.title} ({metric.symbol})", *what, f"{metric.unit}, {metric.direction}"])


def check_plot(path: Path) -> None:
    """Raise SpecError where a plot cannot be written, before any work is done."""
    if path.suffix.lower() not in ENDINGS:
        raise SpecError(f"cannot tell the format of '{path}'; a plot's name must end in {' or '.join(ENDINGS)}")
    check_matplotlib("read the plot in the terminal")
    announce_output(path, "plot")


def check_matplotlib(otherwise: str) -> None:
    """Raise SpecError where matplotlib is missing, with what to do otherwise."""
    if find_spec("matplotlib") is None:
        raise SpecError(f"plots are drawn by matplotlib: pip install 'sqlmetrics[plot]', or {otherwise}")


def write_plot(draw: Draw, path: Path, *, height: float = 4.8, text: str | None = None) -> None:
    """Draw a result to an SVG or PNG file; the same result gives the same bytes.

    The `height` is in inches. A `text` is the picture in words, which the file has beside it.
    """
    check_plot(path)
    import matplotlib as mpl

    settings: Any = {
        "svg.hashsalt": "sqlmetrics",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans"],
        "font.size": 10,
        "axes.unicode_minus": False,
        "text.parse_math": False,
        "path.simplify": False,
    }
    kind = path.suffix.lower().removeprefix(".")
    with mpl.rc_context(settings):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7.5, height), layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure.subplots())
        metadata: dict[str, str | None] = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        metadata |= {} if text is None else {"Description": text}
        write_whole(path, lambda unfinished: figure.savefig(unfinished, format=kind, dpi=150, metadata=metadata))


def draw_frontier(frontier: Frontier, axes: Axes) -> None:
    """Draw the points, the levels to compare them with, and the names beside them."""
    axes.set_xlabel(axis_label(frontier.risk, frontier.risk_of, 84))
    axes.set_ylabel(axis_label(frontier.utility, frontier.utility_of, 46))
    axes.spines[["top", "right"]].set_visible(False)
    front = sorted((point.risk, point.utility) for point in frontier.points if not point.dominated)
    beaten = [(point.risk, point.utility) for point in frontier.points if point.dominated]
    if frontier.points:
        axes.set_xlim(*_wide([point.risk for point in frontier.points]))
        axes.set_ylim(*_wide([*(point.utility for point in frontier.points), *(value for _, value in frontier.lines)]))
    for _, value in frontier.lines:
        axes.axhline(value, color=LINES, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    if front:
        axes.plot(
            *zip(*front, strict=True),
            color=FRONT,
            linewidth=1.5,
            marker="o",
            markersize=8,
            zorder=3,
            label="not dominated",
        )
    if beaten:
        axes.plot(
            *zip(*beaten, strict=True),
            color=BEATEN,
            linestyle="none",
            marker="X",
            markersize=9,
            markeredgecolor="white",
            zorder=3,
            label="dominated",
        )
    if front and beaten:
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.12), ncols=2)
    _name_points(frontier, axes)


def _wide(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis with room for names."""
    low, high = ends(values)
    margin = (high - low) * 0.12
    return low - margin, high + margin


PLACES = [(8, 0), (-8, 0), (0, 9), (0, -9), (7, 8), (-7, 8), (7, -8), (-7, -8)]
"""The offsets of a name from its release, in points of type, the best first."""

DISTANCES = (1, 2, 3, 4.5, 6, 8, 10, 13)
"""The factors of these offsets, the nearest first; the farther ones have a line to the point."""


def _name_points(frontier: Frontier, axes: Axes) -> None:
    """Write each name where it covers nothing.

    In a crowd it stands farther away, with a line to its point.
    """
    figure: Any = axes.figure
    figure.draw_without_rendering()  # the names' places are known once the axes' are
    taken = _marked_boxes(frontier, axes, figure.dpi / 72)
    for name, level in frontier.lines:
        taken += _name_line(name, level, axes, taken)
    names = short_names([point.name for point in frontier.points], LONGEST)
    for point in sorted(frontier.points, key=lambda point: (point.risk, point.utility, point.name)):
        box = _name_point(point, names[point.name], axes, taken)
        if box is not None:
            taken.append(box)


def _marked_boxes(frontier: Frontier, axes: Axes, scale: float) -> list[Bbox]:
    """Return the boxes of the points and along the frontier, at `scale` pixels a point."""
    from matplotlib.transforms import Bbox

    boxes = []
    for point in frontier.points:
        x, y = axes.transData.transform((point.risk, point.utility))
        boxes.append(Bbox.from_bounds(x - 6 * scale, y - 6 * scale, 12 * scale, 12 * scale))
    front = sorted(
        axes.transData.transform((point.risk, point.utility)).tolist()
        for point in frontier.points
        if not point.dominated
    )
    for (x, y), (to_x, to_y) in pairwise(front):
        steps = int(max(abs(to_x - x), abs(to_y - y)) / (3 * scale)) + 1
        boxes += [
            Bbox.from_bounds(
                x + (to_x - x) * step / steps - scale, y + (to_y - y) * step / steps - scale, 2 * scale, 2 * scale
            )
            for step in range(steps)
        ]
    return boxes


def _name_line(name: str, level: float, axes: Axes, taken: Sequence[Bbox]) -> list[Bbox]:
    """Write the name of a level at its right end, or at its left; return the boxes of both."""
    from matplotlib.transforms import Bbox

    figure: Any = axes.figure
    renderer = figure.canvas.get_renderer()
    inside, scale = axes.get_window_extent(renderer), figure.dpi / 72
    y = axes.transData.transform((0, level))[1]
    at_left = any(box.x1 > inside.x1 - 130 * scale and abs((box.y0 + box.y1) / 2 - y) < 16 * scale for box in taken)
    text = axes.annotate(
        name,
        (0 if at_left else 1, level),
        (3 if at_left else -3, 3),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        ha="left" if at_left else "right",
        va="bottom",
        color=LINES,
        fontsize=9,
    )
    return [text.get_window_extent(renderer), Bbox.from_bounds(inside.x0, y - 1, inside.width, 2)]


def _name_point(point: Point, name: str, axes: Axes, taken: Sequence[Bbox]) -> Bbox | None:
    """Write the name of a point where it covers nothing; return its box, None without a place."""
    from matplotlib.transforms import Bbox

    figure: Any = axes.figure
    renderer = figure.canvas.get_renderer()
    inside = axes.get_window_extent(renderer)
    to_point = {"arrowstyle": "-", "color": LINES, "linewidth": 0.6, "shrinkB": 4}
    for distance in DISTANCES:
        for right, up in PLACES:
            text = axes.annotate(
                name,
                (point.risk, point.utility),
                (right * distance, up * distance),
                textcoords="offset points",
                ha="left" if right > 0 else "right" if right < 0 else "center",
                va="bottom" if up > 0 else "top" if up < 0 else "center",
                color=BEATEN if point.dominated else FRONT,
                zorder=4,
                arrowprops=to_point if distance > 1 else None,
            )
            box = Bbox.from_extents(*_text_box(text, renderer))
            within = inside.x0 <= box.x0 and box.x1 <= inside.x1 and inside.y0 <= box.y0 and box.y1 <= inside.y1
            if within and not any(box.overlaps(other) for other in taken):
                return box
            text.remove()
    return None


def _text_box(text: Any, renderer: Any) -> tuple[float, float, float, float]:
    """Return the ends of a text without the line to its point."""
    from matplotlib.text import Text

    text.update_positions(renderer)
    box = Text.get_window_extent(text, renderer)
    return box.x0, box.y0, box.x1, box.y1


MOST = 20
"""The most bars of a picture of combinations or attributes."""

SIZES = 30
"""The largest size that has a bar of its own, in a picture of classes by their size."""


def draw_class_sizes(sizes: Sequence[int], axes: Axes) -> None:
    """Draw the records by the size of their class; the last bar has all larger classes."""
    records = Counter[int]()
    for size in sizes:
        records[min(size, SIZES + 1)] += size
    last = max(records, default=1)
    places = list(range(1, last + 1))
    axes.bar(places, [records[place] for place in places], color=FRONT)
    if last > SIZES:
        axes.set_xticks([1, 5, 10, 15, 20, 25, last], ["1", "5", "10", "15", "20", "25", f"> {SIZES}"])
    axes.set_xlabel("records of a class")
    axes.set_ylabel("records in classes of that size")
    axes.spines[["top", "right"]].set_visible(False)


def draw_bars(rows: Sequence[tuple[str, float]], title: str, axes: Axes) -> None:
    """Draw named shares as bars, the first at the top."""
    shown = rows[:MOST]
    axes.barh(range(len(shown)), [value for _, value in shown], color=FRONT)
    names = [brief(name, LONGEST).replace("$", r"\$") for name, _ in shown]
    axes.set_yticks(range(len(shown)), names)
    axes.invert_yaxis()
    axes.set_xlim(0, max([1.0, *(value for _, value in shown)]))
    axes.set_xlabel(title)
    axes.spines[["top", "right"]].set_visible(False)


def draw_series(lines: Mapping[str, Sequence[tuple[int, float]]], across: str, up: str, axes: Axes) -> None:
    """Draw lines, each with a name: a share at each whole number."""
    for name, points in lines.items():
        axes.plot(*zip(*points, strict=True), marker="o", label=plot_name(name))
    axes.set_xticks(sorted({place for points in lines.values() for place, _ in points}))
    axes.set_ylim(0, 1)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)


def draw_grid(grid: Grid, axes: Axes) -> None:
    """Draw shares as curves along rows in an order, else as cells, the darker the larger."""
    (_draw_curves if grid.ordered else _draw_cells)(grid, axes)


def _draw_curves(grid: Grid, axes: Axes) -> None:
    """Draw a curve for each column of a grid, from its first row to its last."""
    places = range(len(grid.rows))
    for name, shares in zip(grid.columns, zip(*grid.shares, strict=True), strict=True):
        axes.plot(places, [float("nan") if share is None else share for share in shares], marker="o", label=name)
    axes.set_xticks(places, map(plot_name, grid.rows))
    axes.set_ylim(0, 1.02)
    axes.set_xlabel(plot_name(grid.down))
    axes.set_ylabel(grid.title)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(title=grid.across, frameon=False)


def _draw_cells(grid: Grid, axes: Axes) -> None:
    """Draw shares as cells, the darker the larger, with each written in its cell."""
    shares = [[float("nan") if share is None else share for share in row] for row in grid.shares]
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for row, column in product(range(len(grid.rows)), range(len(grid.columns))):
        share = grid.shares[row][column]
        dark = share is not None and share > 0.55
        axes.text(column, row, grid_text(share), ha="center", va="center", color="white" if dark else "black")
    axes.set_xticks(range(len(grid.columns)), map(plot_name, grid.columns))
    axes.set_yticks(range(len(grid.rows)), map(plot_name, grid.rows))
    axes.set_xlabel(plot_name(grid.across))
    axes.set_ylabel(plot_name(grid.down))
    axes.set_title(grid.title)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def plot_name(name: str, longest: int = LONGEST) -> str:
    """Return a name that is short, and starts no formula."""
    return brief(name, longest).replace("$", r"\$")


class SlicePoint(NamedTuple):
    """A slice with its value, what chance gives if that is known, and whether it passed."""

    name: str
    value: float | None
    chance: float | None = None
    passed: bool | None = True


VERDICTS = (
    (True, FRONT, "o", "within the limit"),
    (False, BEATEN, "X", "beyond the limit"),
    (None, LINES, "d", "too few people"),
)
"""The colours, marks and names of points by their verdicts."""


def draw_slices(points: Sequence[SlicePoint], title: str, axes: Axes, limit: float | None = None) -> None:
    """Draw slices as points, the first at the top, beside chance and a limit if these are known."""
    shown = points[:MOST]
    places = range(len(shown))
    for passed, colour, marker, label in VERDICTS:
        own = [(one.value, place) for place, one in enumerate(shown) if one.value is not None and one.passed is passed]
        if own:
            told = None if limit is None else label
            axes.plot(*zip(*own, strict=True), color=colour, linestyle="none", marker=marker, zorder=3, label=told)
    chances = [(one.chance, place) for place, one in enumerate(shown) if one.chance is not None]
    if chances:
        values, rows = zip(*chances, strict=True)
        axes.scatter(values, rows, color=LINES, marker="|", s=100, zorder=2, label="by chance alone")
    if limit is not None:
        axes.axvline(limit, color=LINES, linewidth=1, linestyle=(0, (4, 3)), zorder=1, label=f"limit {limit:g}")
    undefined = [" (undefined)" if one.value is None else "" for one in shown]
    names = [brief(one.name, LONGEST).replace("$", r"\$") for one in shown]
    axes.set_yticks(places, [name + more for name, more in zip(names, undefined, strict=True)])
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.grid(axis="y", color="#e5e5e5", zorder=0)
    axes.set_xlabel(title)
    axes.set_xlim(left=min([0.0, *(one.value for one in shown if one.value is not None)]))
    if len(points) > len(shown):
        axes.set_title(f"the {len(shown)} worst of {len(points):,} slices", fontsize="medium", loc="left")
    if chances or limit is not None:
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.15), ncols=3)
    axes.spines[["top", "right"]].set_visible(False)


def releases_plot(metric: str, title: str) -> Callable[[ReleaseScores], Draw | None]:
    """Return how results are drawn by one metric of releases, where any of them has a value.

    The metric is never a raw rate, which classes of these sizes reach by chance alone.
    """

    def plot(result: ReleaseScores) -> Draw | None:
        scores = [one for one in result.scores if one.metric == metric and one.level == "table"]
        known = any(one.value is not None for one in scores)
        return partial(_draw_releases, scores, title) if known else None

    return plot


def _draw_releases(scores: Sequence[Score], title: str, axes: Axes) -> None:
    """Draw a metric of each release, with its intervals; the undefined have a name and no bar."""
    scores = sorted(scores, key=lambda one: (one.target, one.attack or ""))
    attacks = len({one.attack for one in scores}) > 1
    rows = []
    for one in scores:
        what = f"{one.target}, {one.attack}" if attacks else one.target
        undefined = " (undefined)" if one.value is None else ""
        rows.append((f"{short_name(one.release or '')}: {what}{undefined}", one.value or 0.0))
    draw_bars(rows, title, axes)
    for place, one in enumerate(scores[:MOST]):
        if one.low is not None and one.high is not None:
            axes.plot([one.low, one.high], [place, place], color="black", linewidth=1.5)
    lows = [one.low if one.low is not None else one.value or 0.0 for one in scores[:MOST]]
    axes.set_xlim(left=min([0.0, *lows]))
    axes.axvline(0, color="black", linewidth=0.8)
