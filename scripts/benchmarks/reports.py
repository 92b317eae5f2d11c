"""A report beside the scores that it shows, and its page beside what a reader waits for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import DATA, Figure, in_turns, parquet

KEYS = ["age", "education", "sex", "race", "native-country"]
TARGETS = ["occupation", "salary-class"]
ADULT = 30_162
"""The records of Adult, and 5,086 classes of its five keys."""

PAGE = 0.3
"""The most seconds that building the page from its figures may take."""

MORE = 1.0
"""The most seconds that a report may take beyond the scores."""


def reports(folder: Path, rows: int) -> Iterator[Figure]:
    """Yield a report of many records beside its scores, and a page beside its limit."""
    import sqlmetrics
    from sqlmetrics.output.page.page import page_html

    query = f"select a.* from '{DATA / 'adult.csv'}' a, range({rows // ADULT}) t(i)"
    with parquet(folder, "adult", query) as relation:
        table = sqlmetrics.Table(relation, KEYS, TARGETS, look=False)
        classes = len({one.class_ for one in table.score(metrics=["k_anonymity"], level="class").scores})
        made: list[Any] = []
        scored, reported = in_turns(3, table.score, lambda: made.append(table.report().html))
        yield Figure("report", rows, classes, "its scores", scored, reported, wanted=(scored + MORE) / scored)
        certificate = table.report().certificate
        (paged,) = in_turns(5, lambda: page_html(certificate))
        yield Figure("page of a report", rows, classes, "0.3 seconds", PAGE, paged, wanted=1.0)
