"""The frontier of releases, its plot in the terminal, and as SVG and PNG.

Equal numbers give equal files.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Run
from sqlmetrics.errors import SpecError
from sqlmetrics.output.names import short_names
from sqlmetrics.output.plot import draw_frontier, write_plot
from sqlmetrics.output.plot_lines import plot_lines
from sqlmetrics.output.report import Plot
from sqlmetrics.release.utility.frontier import Frontier, frontier
from sqlmetrics.scoring.scores import ReleaseScores, Score

Measures = list[tuple[str, float | None, float | None]]


def scores(measures: Measures, risk: str = "adjusted_discrimination_rate", utility: str = "u_san") -> ReleaseScores:
    """Return scores of releases with one risk and one utility each."""
    records = []
    for name, riskiness, usefulness in measures:
        plain = Score(
            risk, "job", "age", None, None, "table", None, 9, riskiness, None, "share", "higher is riskier", None, name
        )
        how = "classifier=naive_bayes, measure=accuracy, alpha=1, holdout=0.3, seed=1"
        useful = plain._replace(metric=utility, value=usefulness, parameters=how)
        records += [
            plain,
            useful,
            useful._replace(metric="u_base", value=0.4),
            useful._replace(metric="u_max", value=0.9),
        ]
        records.append(useful._replace(parameters=how.replace("accuracy", "f1"), value=0.1))
    return ReleaseScores("o.csv", tuple(name for name, *_ in measures), "duckdb", "1", tuple(records))


def dominated(front: Frontier) -> dict[str, tuple[str, ...]]:
    """Return the releases that dominate each release."""
    return {point.name: point.dominated for point in front.points}


def test_a_release_is_dominated_by_those_no_worse_in_both_and_better_in_one() -> None:
    """Equal releases do not dominate each other; one that is as risky and more useful does."""
    front = frontier(scores([("a", 0.1, 0.5), ("b", 0.2, 0.6), ("c", 0.2, 0.5), ("d", 0.1, 0.5), ("e", 0.3, 0.4)]))
    assert dominated(front) == {"a": (), "b": (), "c": ("a", "b", "d"), "d": (), "e": ("a", "b", "c", "d")}
    assert (
        front.notes[0]
        == "c is dominated by a, b, d in adjusted_discrimination_rate of job and u_san of job (naive bayes, accuracy)"
    )
    assert len(front.notes) == 2
    assert front.lines == (("trivial sanitization", 0.4), ("original", 0.9))


def test_directions_are_the_metrics_own() -> None:
    """A higher k is safer, so it is the lower that is dominated."""
    front = frontier(scores([("two", 2, 0.5), ("ten", 10, 0.5)], risk="k_anonymity"), risk="k_anonymity")
    assert dominated(front) == {"two": ("ten",), "ten": ()}
    unseen = frontier(
        scores([("few", 0.1, 0.2), ("many", 0.1, 0.7)], utility="unseen_classes"), utility="unseen_classes"
    )
    assert dominated(unseen) == {"few": (), "many": ("few",)}


def test_the_worst_risk_and_the_mean_utility_count() -> None:
    """The risk is the worst of the sensitive attributes, and the utility a mean.

    The mean is of several workload attributes, by one classifier and measure.
    """
    one = scores([("a", 0.1, 0.5)])
    more = [score._replace(target="vote", value=0.7) for score in one.scores]
    front = frontier(ReleaseScores("o.csv", ("a",), "duckdb", "1", (*one.scores, *more)))
    assert [point.risk for point in front.points] == [0.7]
    assert [point.utility for point in front.points] == pytest.approx([0.6])
    assert front.risk_of == "job, vote (the worst)"
    assert front.utility_of == "job, vote (the mean, naive bayes, accuracy)"
    f1 = frontier(one, measure="f1")
    assert [point.utility for point in f1.points] == [0.1]


def test_an_undefined_value_has_no_place() -> None:
    """The release is left out, and a note says why."""
    front = frontier(scores([("a", 0.1, 0.5), ("b", 0.2, None)]))
    assert [point.name for point in front.points] == ["a"]
    assert front.left_out == ("b is not in the plot: its u_san of job is undefined",)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"risk": "a_ack"}, "unknown metric 'a_ack'; did you mean 'a_acc'"),
        ({"risk": "itpr"}, "itpr was not measured of these releases; there are: adjusted_discrimination_rate, u_san"),
        ({"risk": "u_base"}, "u_base is a utility, not a risk"),
        ({"utility": "a_acc"}, "a_acc is a risk, not a utility"),
    ],
)
def test_metrics_that_do_not_fit_are_an_error(options: dict[str, Any], message: str) -> None:
    """The message lists what there is."""
    with pytest.raises(SpecError, match=message):
        frontier(scores([("a", 0.1, 0.5)]), **options)


shares = st.floats(0, 1).map(lambda share: round(share, 3))


def drawn(front: Frontier) -> list[str]:
    """Return the lines of the plot of a frontier on a wide terminal."""
    return plot_lines(Plot(tuple((point.risk, point.utility) for point in front.points), front.lines), 120)


@given(st.lists(st.tuples(shares, shares), min_size=1, max_size=12))
def test_somebody_is_never_dominated_and_domination_is_an_order(values: list[tuple[float, float]]) -> None:
    """The frontier is not empty, and domination is an order.

    A release that dominates another dominates all that this one dominates.
    """
    front = frontier(scores([(f"r{number}", *pair) for number, pair in enumerate(values)]))
    marks = dominated(front)
    assert any(not others for others in marks.values())
    for name, by in marks.items():
        assert name not in by
        for other in by:
            assert set(marks[other]) <= set(by)
    lines = drawn(front)
    assert len(lines) == 16
    assert len({line.rstrip() for line in lines}) > 2
    assert max(map(len, lines)) <= 75


def test_the_terminal_shows_where_releases_stand() -> None:
    """Higher is more useful, further right is riskier; those that share a place are a star."""
    lines = drawn(frontier(scores([("a", 0.1, 0.8), ("b", 0.5, 0.6), ("c", 0.5, 0.6)])))
    rows = {mark: next(place for place, line in enumerate(lines) if mark in line.partition("│")[2]) for mark in "1*"}
    assert rows["1"] < rows["*"]
    assert lines[rows["1"]].index("1", 6) < lines[rows["*"]].index("*")
    assert any(line.endswith(" original") for line in lines)
    assert any(line.endswith(" trivial sanitization") for line in lines)


def test_names_are_short_where_that_tells_them_apart() -> None:
    """Folders and endings go, unless two releases would have one name."""
    assert short_names(["x/k3.csv", "x/k10.parquet"]) == {"x/k3.csv": "k3", "x/k10.parquet": "k10"}
    assert short_names(["x/k3.csv", "y/k3.csv"]) == {"x/k3.csv": "x/k3.csv", "y/k3.csv": "y/k3.csv"}
    assert short_names(["schema.table"]) == {"schema.table": "schema.table"}


CROWD: Measures = [
    (f"release number {place}", 0.2 + 0.004 * (place % 4), 0.6 + 0.003 * (place // 4)) for place in range(12)
]


def test_the_same_frontier_is_the_same_file(tmp_path: Path) -> None:
    """SVG and PNG repeat byte for byte, and hold no date."""
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'sqlmetrics[plot]'")
    front = frontier(scores(CROWD))
    for ending in ("svg", "png"):
        for name in ("one", "two"):
            write_plot(partial(draw_frontier, front), tmp_path / f"{name}.{ending}")
        assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()
    text = (tmp_path / "one.svg").read_text()
    assert "<dc:date>" not in text
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.png", "one.svg", "two.png", "two.svg"]


def texts(path: Path) -> list[str]:
    """Return the texts of an SVG file."""
    return ["".join(node.itertext()).strip() for node in ET.parse(path).iter("{http://www.w3.org/2000/svg}text")]


def test_every_release_is_named_and_no_name_covers_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each name stands once in a crowd too, and its box is apart from the others'.

    The axes give unit and direction.
    """
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'sqlmetrics[plot]'")
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    boxes: dict[str, Any] = {}
    save = Figure.savefig

    def spy(figure: Figure, *arguments: Any, **words: Any) -> None:
        save(figure, *arguments, **words)
        figure.dpi = 100
        figure.draw_without_rendering()
        for text in figure.axes[0].texts:
            boxes[text.get_text()] = Text.get_window_extent(text)

    monkeypatch.setattr(Figure, "savefig", spy)
    write_plot(partial(draw_frontier, frontier(scores(CROWD))), tmp_path / "crowd.svg")
    names = [name for name, *_ in CROWD]
    assert [name for name in names if name not in boxes] == []
    for one, other in combinations(boxes, 2):
        assert not boxes[one].overlaps(boxes[other]), (one, other)
    shown = texts(tmp_path / "crowd.svg")
    assert all(shown.count(name) == 1 for name in names)
    for words in ("share, higher is riskier", "share, higher is more useful", "trivial sanitization", "original"):
        assert words in shown


def test_missing_matplotlib_is_said_before_any_work(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the extra; another kind of file is refused."""
    command = ["tradeoff", "no.csv", "no.csv", "-q", "a", "-s", "b", "-w", "b", "--plot"]
    ended = run(*command, tmp_path / "p.pdf")
    assert (ended.code, "must end in .svg or .png" in ended.err) == (2, True)
    monkeypatch.setattr("sqlmetrics.output.plot.find_spec", lambda name: None)
    ended = run(*command, tmp_path / "p.svg")
    assert (ended.code, "pip install 'sqlmetrics[plot]'" in ended.err) == (2, True)


def test_matplotlib_is_loaded_for_a_plot_only() -> None:
    """The command line and the frontier do without it."""
    import subprocess

    modules = "sys, sqlmetrics.cli.app, sqlmetrics.output.plot, sqlmetrics.release.utility.tradeoff"
    code = f"import {modules}; print('matplotlib' in sys.modules, 'pandas' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "False False\n"
    )


def test_a_metric_that_is_no_axis_is_said_before_any_work(run: Callable[..., Run]) -> None:
    """The files are not even looked for."""
    ended = run("tradeoff", "no.csv", "no.csv", "-q", "a", "-s", "b", "-w", "b", "--risk", "u_san")
    assert (ended.code, "u_san is a utility, not a risk" in ended.err) == (2, True)
