"""The unicity at each resolution in a report: what it shows, and to whom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from certificates import words_of
from sqlmetrics.certificate.certificate import KnownPoints, ResolutionFigure, ResolutionFigures
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.resolution import resolution


def known_points(columns: tuple[str, ...], shares: dict[tuple[str, ...], list[float | None]]) -> KnownPoints:
    """Return what known points give away at each resolution, by the number of points."""
    figures = [
        ResolutionFigure(levels, known, Figure(share, "is" if share is not None else "undefined"))
        for levels, own in shares.items()
        for known, share in enumerate(own, 1)
    ]
    return KnownPoints("2", "person", 300, Figure(0), (), ResolutionFigures(columns, 300, tuple(figures)))


def test_two_columns_have_a_cell_for_each_pair_of_levels() -> None:
    """A cell is of the most points, in whole per cent, with a tint by its size."""
    shares: list[float | None] = [0, 0.001, 0.2, 0.3, 0.999, None]
    levels = [(place, hour) for place in ("as it is", "town") for hour in ("as it is", "day", "week")]
    table = resolution(
        known_points(("place", "hour"), {one: [0, share] for one, share in zip(levels, shares, strict=True)})
    )
    assert table is not None
    assert (table.down, table.across, table.columns) == ("place", "hour", ("as it is", "day", "week"))
    assert table.rows == [
        ("as it is", [(0, "0%"), (0, "<1%"), (1, "20%")]),
        ("town", [(2, "30%"), (3, ">99%"), (0, "none")]),
    ]
    drawn = None if table.drawn is None else dict(table.drawn.facts)
    assert (table.coarser, table.known, drawn) == (("place", "hour"), 2, {"drawn": 300})


def test_one_column_has_a_row_for_each_level() -> None:
    """A row is a level, and its cells are by the number of known points."""
    table = resolution(known_points(("hour",), {("as it is",): [0.5, 1], ("day",): [0, 0.25]}))
    assert table is not None
    assert (table.across, table.columns) == ("known points", ("1", "2"))
    assert table.rows == [("as it is", [(3, "50%"), (3, "100%")]), ("day", [(0, "0%"), (2, "25%")])]


def test_a_report_has_the_curve_of_its_spec(tmp_path: Path) -> None:
    """The internal page has the table of `unicity_curves`, which the certificate measures again."""
    table = {"person": [1, 1, 2, 2, 3], "place": ["a1", "b1", "a2", "b1", "a1"], "n": [1, 2, 1, 2, 1]}
    file = tmp_path / "events.csv"
    rows = zip(*table.values(), strict=True)
    file.write_text("\n".join([",".join(table), *(",".join(map(str, row)) for row in rows)]))
    words: Any = {
        "individual": "person",
        "known": 2,
        "resolution": "place",
        "advise": {"generalizations": {"place": {"prefix": 1}}},
    }
    events = sqlmetrics.Table(file, ["place", "n"], **words)
    curve = events.unicity_curves()
    assert curve.unicity("as it is") == pytest.approx(2 / 3)
    assert curve.unicity("place:1") == 0
    internal, public = (events.report(internal=audience) for audience in (True, False))
    own = json.loads(internal.json)["points"]["resolution"]
    assert [one["unicity"]["value"] for one in own["figures"]] == pytest.approx([one.unicity for one in curve])
    assert '<th scope="row">place:1</th>' in internal.html
    assert "People singled out where place is coarser." in words_of(internal.html)
    assert "resolution" not in json.loads(public.json)["points"]
    assert "place:1" not in public.html
    (tmp_path / "own.json").write_text(internal.json)
    assert sqlmetrics.verify(tmp_path / "own.json", file).holds
