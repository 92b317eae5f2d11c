"""A plot of releases as lines of characters."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmetrics.output.report import Plot

WIDTH, HEIGHT = 64, 14
"""The most columns and the lines of a plot without its axes."""

EQUAL = 1e-9
"""Values that differ by less are at the same place."""


def plot_lines(plot: Plot, width: int) -> list[str]:
    """Return a plot in lines of a width: points are numbers, `*` where several share a place."""
    if not plot.points:
        return []
    low_x, high_x = ends([x for x, _ in plot.points])
    low_y, high_y = ends([*(y for _, y in plot.points), *(y for _, y in plot.levels)])
    ticks = {0: _tick(high_y), HEIGHT - 1: _tick(low_y)}
    margin = max(map(len, ticks.values()))
    columns = max(min(WIDTH, width - margin - 2), 8)
    cells = [[" "] * columns for _ in range(HEIGHT)]

    def row_of(y: float) -> list[str]:
        return cells[HEIGHT - 1 - round((y - low_y) / (high_y - low_y) * (HEIGHT - 1))]

    for name, y in plot.levels:
        label = f" {name}"[-columns:]
        row_of(y)[:] = [*("·" * (columns - len(label))), *label]
    for number, (x, y) in enumerate(plot.points, 1):
        mark = str(number)
        place = min(round((x - low_x) / (high_x - low_x) * (columns - 1)), columns - len(mark))
        behind = row_of(y)[place : place + len(mark)]
        taken = any(cell not in {" ", "·"} for cell in behind) and not behind[0].isalpha()
        row_of(y)[place : place + len(mark)] = "*".ljust(len(mark)) if taken else mark
    lines = [f"{ticks.get(place, ''):>{margin}} │{''.join(row).rstrip()}" for place, row in enumerate(cells)]
    lines.append(f"{'':>{margin}} └{'─' * columns}")
    low, high = _tick(low_x), _tick(high_x)
    lines.append(f"{'':>{margin}}  {low}{high:>{columns - len(low)}}")
    return lines


def ends(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis that holds the values; a single one stands in its middle."""
    low, high = min(values), max(values)
    margin = (high - low) * 0.05 if high - low > EQUAL else max(abs(low), 1) * 0.1
    return low - margin, high + margin


def _tick(value: float) -> str:
    return f"{value:.3g}"
