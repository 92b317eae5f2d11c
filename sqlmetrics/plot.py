"""The frontier of risk and utility: which releases no other one beats, as a table's marks, a plot in the terminal, SVG and PNG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from sqlmetrics.catalogue import Metric, every_metric, unknown_metric
from sqlmetrics.errors import SpecError
from sqlmetrics.findings import Finding, Findings

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SAFER = "higher is safer"
"""The direction of a risk metric whose small values are the risky ones."""

LESS_USEFUL = "higher is less useful"
"""The direction of a utility metric whose small values are the useful ones."""

EQUAL = 1e-9
"""Values that differ by less are as good as each other."""

ENDINGS = (".svg", ".png")
"""The kinds of file that a plot is written to."""

FRONT, BEATEN, LINES = "#0072B2", "#D55E00", "#595959"
"""The colours of the releases on the frontier, of those beaten, and of what is drawn beside them: told apart by the colour-blind too."""


@dataclass(frozen=True)
class Point:
    """A release by its risk and its utility; `dominated` names the releases that are no worse in both and better in one."""

    name: str
    risk: float
    utility: float
    dominated: tuple[str, ...] = ()


@dataclass(frozen=True)
class Frontier:
    """Releases of one original between risk and utility.

    `risk` and `utility` are the metrics, `risk_of` and `utility_of` say what they were measured of; `lines` are utilities to compare with,
    by their names; `left_out` says why a release has no place.
    """

    risk: Metric
    utility: Metric
    risk_of: str
    utility_of: str
    points: tuple[Point, ...]
    lines: tuple[tuple[str, float], ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def notes(self) -> list[str]:
        """Who is dominated by whom in what, and who has no place, a sentence each."""
        between = f"in {self.risk.name} of {self.risk_of} and {self.utility.name} of {self.utility_of}"
        beaten = [f"{point.name} is dominated by {', '.join(point.dominated)} {between}" for point in self.points if point.dominated]
        return [*beaten, *self.left_out]


def frontier(
    found: Findings, *, risk: str = "a_acc", utility: str = "u_san", classifier: str | None = None, measure: str = "accuracy"
) -> Frontier:
    """Return the releases of a result between a risk and a utility metric.

    The risk of a release is the worst over its targets, the utility the mean over the attributes, of one classifier (naive Bayes where it
    was asked for, else the first) and measure. Raises SpecError for a metric that was not measured.
    """
    known = check_axes(risk, utility)
    for name in (risk, utility):
        if not any(finding.metric == name for finding in found.findings):
            there = dict.fromkeys(finding.metric for finding in found.findings)
            raise SpecError(f"{name} was not measured of these releases; there are: {', '.join(there)}")
    chosen = classifier or default_classifier(found)
    useful = _measured(found, utility, chosen, measure)
    risky = [finding for finding in found.findings if finding.metric == risk]
    points, left_out = [], []
    for release in found.releases:
        risks = [finding for finding in risky if finding.release == release]
        utilities = [finding for finding in useful if finding.release == release]
        if not risks or not utilities:
            left_out.append(f"{release} is not in the plot: its {utility if risks else risk} was not measured")
            continue
        undefined = [finding for finding in (*risks, *utilities) if finding.value is None]
        if undefined:
            left_out.append(f"{release} is not in the plot: its {undefined[0].metric} of {undefined[0].target} is undefined")
            continue
        values = [finding.value for finding in risks if finding.value is not None]
        worst = min(values) if known[risk].direction == SAFER else max(values)
        points.append(Point(release, worst, _mean(utilities)))
    targets = list(dict.fromkeys(finding.target for finding in risky))
    lines = []
    for name, words in (("u_base", "trivial sanitization"), ("u_max", "original")) if utility == "u_san" else ():
        compared = [finding for finding in _measured(found, name, chosen, measure) if finding.value is not None]
        if compared:
            lines.append((words, _mean(compared)))
    if utility == "utility_gain":
        lines.append(("trivial sanitization", 0.0))
    attributes = ", ".join(dict.fromkeys(finding.target for finding in useful))
    said = ["the mean"] if "," in attributes else []
    said += [chosen.replace("_", " "), measure.replace("f1", "F1")] if any(each.parameter("classifier") for each in useful) else []
    how = f" ({', '.join(said)})" if said else ""
    return Frontier(
        known[risk],
        known[utility],
        f"{', '.join(targets)}{' (the worst)' if len(targets) > 1 else ''}",
        f"{attributes}{how}",
        tuple(_with_marks(points, known[risk].direction == SAFER, known[utility].direction == LESS_USEFUL)),
        tuple(lines),
        tuple(left_out),
    )


def check_axes(risk: str, utility: str) -> Mapping[str, Metric]:
    """Return all metrics by name. Raises SpecError where there is no such risk or no such utility."""
    known = every_metric()
    for name in (risk, utility):
        if name not in known:
            raise unknown_metric(name, known)
    if not known[utility].direction.endswith("useful"):
        raise SpecError(f"{utility} is a risk, not a utility; {known[utility].direction}")
    if known[risk].direction.endswith("useful"):
        raise SpecError(f"{risk} is a utility, not a risk; {known[risk].direction}")
    return known


def default_classifier(found: Findings) -> str:
    """Return naive_bayes where it was measured, else the first classifier of a result."""
    names = [name for finding in found.findings if (name := finding.parameter("classifier")) is not None]
    return "naive_bayes" if "naive_bayes" in names or not names else names[0]


def _measured(found: Findings, metric: str, classifier: str, measure: str) -> list[Finding]:
    """Return the records of a utility metric: of one classifier and measure, where it has them."""
    return [
        finding
        for finding in found.findings
        if finding.metric == metric
        and (metric == "unseen_classes" or finding.parameter("classifier") in {None, classifier})
        and (metric == "unseen_classes" or finding.parameter("measure") in {None, measure})
    ]


def _mean(findings: Sequence[Finding]) -> float:
    """Return the mean over the attributes; each counts once, though the records of several releases repeat it."""
    by_target: dict[str, list[float]] = {}
    for finding in findings:
        if finding.value is not None:
            by_target.setdefault(finding.target, []).append(finding.value)
    return sum(values[0] for values in by_target.values()) / len(by_target)


def _with_marks(points: Sequence[Point], safer: bool, less_useful: bool) -> list[Point]:
    """Return the points with the names of those that dominate each."""

    def beats(one: Point, other: Point) -> bool:
        less_risk = (one.risk - other.risk) if safer else (other.risk - one.risk)
        more_use = (other.utility - one.utility) if less_useful else (one.utility - other.utility)
        return min(less_risk, more_use) >= -EQUAL and max(less_risk, more_use) > EQUAL

    return [
        Point(each.name, each.risk, each.utility, tuple(other.name for other in points if other is not each and beats(other, each)))
        for each in points
    ]


def axis_label(metric: Metric, of: str, width: int) -> str:
    """Return what an axis says: the metric, what it is of, its unit and its direction, in lines of at most a width."""
    from textwrap import wrap

    what = wrap(f"of {of}", width, max_lines=1, placeholder=" …")
    return "\n".join([f"{metric.title} ({metric.symbol})", *what, f"{metric.unit}, {metric.direction}"])


def terminal_plot(found: Frontier, width: int = 64, height: int = 14) -> list[str]:
    """Return the lines of a plain plot: a number per release in the frontier's order, `*` where several share a place."""
    if not found.points:
        return []
    risks, utilities = [point.risk for point in found.points], [point.utility for point in found.points]
    utilities += [value for _, value in found.lines]
    low_x, high_x = _range(risks)
    low_y, high_y = _range(utilities)
    cells = [[" "] * width for _ in range(height)]

    def line_of(value: float) -> int:
        return height - 1 - round((value - low_y) / (high_y - low_y) * (height - 1))

    for name, value in found.lines:
        row = cells[line_of(value)]
        row[:] = ["·"] * width
        row[width - len(name) - 1 : width] = f" {name}"
    for number, point in enumerate(found.points, 1):
        row, column = cells[line_of(point.utility)], round((point.risk - low_x) / (high_x - low_x) * (width - 1))
        mark = str(number)
        column = min(column, width - len(mark))
        taken = any(cell not in {" ", "·"} for cell in row[column : column + len(mark)]) and not _is_name(row, column)
        row[column : column + len(mark)] = ["*"] if taken else list(mark)
        cells[line_of(point.utility)] = row[:width]
    ends = [_tick(high_y), _tick(low_y)]
    margin = max(len(end) for end in ends)
    left = {0: ends[0], height - 1: ends[1]}
    lines = [f"{left.get(place, ''):>{margin}} │{''.join(row).rstrip()}" for place, row in enumerate(cells)]
    lines.append(f"{'':>{margin}} └{'─' * width}")
    low, high = _tick(low_x), _tick(high_x)
    lines.append(f"{'':>{margin}}  {low}{high:>{width - len(low)}}")
    return lines


def _is_name(row: Sequence[str], column: int) -> bool:
    """Return whether a place of a row holds a letter of a line's name, which a release may cover."""
    return row[column].isalpha()


def _range(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis that holds the values; a single one stands in its middle."""
    low, high = min(values), max(values)
    margin = (high - low) * 0.05 if high - low > EQUAL else max(abs(low), 1) * 0.1
    return low - margin, high + margin


def _tick(value: float) -> str:
    return f"{value:.3g}"


def check_plot(path: Path) -> None:
    """Raise SpecError where a plot cannot be written, before any work is done."""
    from sqlmetrics.files import check_writable

    if path.suffix.lower() not in ENDINGS:
        raise SpecError(f"cannot tell the format of '{path}'; a plot's name must end in {' or '.join(ENDINGS)}")
    if find_spec("matplotlib") is None:
        raise SpecError("plots are drawn by matplotlib: pip install 'sqlmetrics[plot]', or read the plot in the terminal")
    check_writable(path)


def write_plot(found: Frontier, path: Path) -> None:
    """Draw the frontier to an SVG or PNG file; the same frontier gives the same file, byte for byte."""
    from sqlmetrics.files import write_whole

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

        figure = Figure(figsize=(7.5, 4.8), layout="constrained")
        FigureCanvasAgg(figure)
        _draw(found, figure.subplots())
        metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        write_whole(path, lambda unfinished: figure.savefig(unfinished, format=kind, dpi=150, metadata=metadata))


def _draw(found: Frontier, axes: Axes) -> None:
    """Draw points, what they are compared with, and the names beside them."""
    axes.set_xlabel(axis_label(found.risk, found.risk_of, 84))
    axes.set_ylabel(axis_label(found.utility, found.utility_of, 46))
    axes.spines[["top", "right"]].set_visible(False)
    front = sorted((point.risk, point.utility) for point in found.points if not point.dominated)
    beaten = [(point.risk, point.utility) for point in found.points if point.dominated]
    if found.points:
        axes.set_xlim(*_wide([point.risk for point in found.points]))
        axes.set_ylim(*_wide([*(point.utility for point in found.points), *(value for _, value in found.lines)]))
    for _, value in found.lines:
        axes.axhline(value, color=LINES, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    if front:
        axes.plot(*zip(*front, strict=True), color=FRONT, linewidth=1.5, marker="o", markersize=8, zorder=3, label="not dominated")
    if beaten:
        axes.plot(
            *zip(*beaten, strict=True), color=BEATEN, linestyle="none", marker="X", markersize=9, markeredgecolor="white", zorder=3,
            label="dominated",
        )  # fmt: skip
    if front and beaten:
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.12), ncols=2)
    _name_points(found, axes)


def _wide(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis with room for names."""
    low, high = _range(values)
    margin = (high - low) * 0.12
    return low - margin, high + margin


PLACES = [(8, 0), (-8, 0), (0, 9), (0, -9), (7, 8), (-7, 8), (7, -8), (-7, -8)]
"""Where a name may stand, in points from its release, the best first."""


def _name_points(found: Frontier, axes: Axes) -> None:
    """Write each name where it covers no other name, no release and no edge; where it is crowded, farther away with a line to its point."""
    from matplotlib.transforms import Bbox

    figure: Any = axes.figure
    figure.draw_without_rendering()  # the names' places are known once the axes' are
    renderer = figure.canvas.get_renderer()
    inside = axes.get_window_extent(renderer)
    scale = figure.dpi / 72
    taken = []
    for point in found.points:
        x, y = axes.transData.transform((point.risk, point.utility))
        taken.append(Bbox.from_bounds(x - 6 * scale, y - 6 * scale, 12 * scale, 12 * scale))
    front = sorted(axes.transData.transform((point.risk, point.utility)).tolist() for point in found.points if not point.dominated)
    for (x, y), (to_x, to_y) in pairwise(front):
        steps = int(max(abs(to_x - x), abs(to_y - y)) / (3 * scale)) + 1
        taken += [
            Bbox.from_bounds(x + (to_x - x) * step / steps - scale, y + (to_y - y) * step / steps - scale, 2 * scale, 2 * scale)
            for step in range(steps)
        ]
    for words, value in found.lines:
        y = axes.transData.transform((0, value))[1]
        at_left = any(box.x1 > inside.x1 - 130 * scale and abs((box.y0 + box.y1) / 2 - y) < 16 * scale for box in taken)
        text = axes.annotate(
            words, (0 if at_left else 1, value), (3 if at_left else -3, 3), xycoords=("axes fraction", "data"), textcoords="offset points",
            ha="left" if at_left else "right", va="bottom", color=LINES, fontsize=9,
        )  # fmt: skip
        taken.append(text.get_window_extent(renderer))
        taken.append(Bbox.from_bounds(inside.x0, y - 1, inside.width, 2))
    names = short_names([point.name for point in found.points])
    for point in sorted(found.points, key=lambda point: (point.risk, point.utility, point.name)):
        for distance in (1, 2, 3, 4.5, 6, 8, 10, 13):
            placed = None
            for right, up in PLACES:
                text = axes.annotate(
                    names[point.name], (point.risk, point.utility), (right * distance, up * distance), textcoords="offset points",
                    ha="left" if right > 0 else "right" if right < 0 else "center",
                    va="bottom" if up > 0 else "top" if up < 0 else "center",
                    color=BEATEN if point.dominated else FRONT, zorder=4,
                    arrowprops={"arrowstyle": "-", "color": LINES, "linewidth": 0.6, "shrinkB": 4} if distance > 1 else None,
                )  # fmt: skip
                box = Bbox.from_extents(*_text_box(text, renderer))
                within = inside.x0 <= box.x0 and box.x1 <= inside.x1 and inside.y0 <= box.y0 and box.y1 <= inside.y1
                if within and not any(box.overlaps(other) for other in taken):
                    placed = box
                    break
                text.remove()
            if placed is not None:
                taken.append(placed)
                break


def _text_box(text: Any, renderer: Any) -> tuple[float, float, float, float]:
    """Return the ends of a text without the line to its point."""
    from matplotlib.text import Text

    text.update_positions(renderer)
    box = Text.get_window_extent(text, renderer)
    return box.x0, box.y0, box.x1, box.y1


def short_names(names: Sequence[str], longest: int = 28) -> dict[str, str]:
    """Return what tables and plots call releases: files without folder and ending where that tells them apart, the ends of a long name."""
    stems = {name: path.stem if (path := PurePath(name)).suffix in {".csv", ".parquet", ".json"} else name for name in names}
    short = {
        name: stem if len(stem) <= longest else f"{stem[: longest // 2]}…{stem[-(longest // 2 - 1) :]}" for name, stem in stems.items()
    }
    return short if len(set(short.values())) == len(short) else dict(zip(names, names, strict=True))
