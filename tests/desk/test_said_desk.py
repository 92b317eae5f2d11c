"""What the desk says of a release to be holds: by plain loops over the records of small tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pytest

from small_worlds import hold
from sqlmetrics.advice.generalizations import proposals
from sqlmetrics.desk.counted import CountedTable, closest
from sqlmetrics.desk.views.answer import answer_view
from sqlmetrics.desk.views.crowd import crowd_view
from sqlmetrics.desk.views.release import before_sending
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import opened_records
from sqlmetrics.sentences import heard
from sqlmetrics.spec.spec import parse_spec

Row = tuple[str, str, str]
"""A record: a place, a sex, and a secret."""

KNOWN = ("place", "sex")


class ExactDesk:
    """A release of a table whose columns are as they are, or left out, under a limit on groups."""

    def __init__(self, rows: Sequence[Row], levels: Mapping[str, str], k: int, budget: int, before: int) -> None:
        self.rows, self.levels, self.k = rows, levels, k
        small = self._small(levels)
        self.dropped = {place for place in small if len(small) <= budget}
        kept = [self._key(row, levels) for place, row in enumerate(rows) if place not in self.dropped]
        passes = not kept or min(Counter(kept).values()) >= k
        self.counts = {
            "failed": int(not passes),
            "later": 0,
            "conditions": 1,
            "at risk": len(small),
            "at risk before": before,
        }

    @staticmethod
    def _key(row: Row, levels: Mapping[str, str]) -> tuple[str, ...]:
        """Return the known values of a record that are not left out."""
        return tuple(row[place] for place, column in enumerate(KNOWN) if column not in levels)

    def _small(self, levels: Mapping[str, str], size: int | None = None) -> list[int]:
        """Return the records in groups below a size, by their places."""
        sizes = Counter(self._key(row, levels) for row in self.rows)
        return [place for place, row in enumerate(self.rows) if sizes[self._key(row, levels)] < (size or self.k)]

    def count(self, what: str) -> int:
        """Return a number of conditions, or of records at risk."""
        return self.counts[what]

    def below(self, size: int) -> int:
        """Return the records in groups below a size."""
        return len(self._small(self.levels, size))

    def without(self, column: str) -> int:
        """Return the records at risk without a column."""
        return len(self._small({**self.levels, column: "left_out"}))

    def after_step(self, column: str, _: int) -> int:
        """Return the records at risk after the only step of a column."""
        return self.without(column)

    def lost(self, column: str) -> tuple[int, int]:
        """Return the values of a column, and how many go with the records that are dropped."""
        place = [*KNOWN, "secret"].index(column)
        kept = {row[place] for at, row in enumerate(self.rows) if at not in self.dropped}
        every = {row[place] for row in self.rows}
        return len(every), len(every - kept)


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_what_the_desk_says_of_a_release_holds(share: float, tmp_path: Path) -> None:
    """Conditions, people at risk before and after a step, who hides, and values that are gone."""
    draw, found = random.Random(4), Counter[str]()
    for number in range(5):
        people, k = draw.choice([2, 9, 40]), draw.choice([1, 2, 5])
        rows = [(draw.choice("abc"), draw.choice("fffm"), draw.choice("uvvv")) for _ in range(people)]
        file = tmp_path / f"{number}.parquet"
        with duckdb.connect() as connection:
            connection.execute("create table people (place varchar, sex varchar, secret varchar)")
            connection.executemany("insert into people values (?, ?, ?)", rows)
            connection.execute(f"copy people to '{file}'")
        words: dict[str, Any] = {
            "relation": str(file),
            "quasi_identifiers": [*KNOWN],
            "sensitive": ["secret"],
            "thresholds": {"k_anonymity": k},
        }
        spec = parse_spec(words, "the test", tmp_path)
        with (
            opened_records(spec, Progress()) as source,
            CountedTable.of(source, spec, proposals(source, spec)) as counts,
        ):
            steps: list[dict[str, str]] = [{}, {"place": "left_out"}, {"sex": "left_out"}]
            for earlier, levels in pairwise([{}, *steps, {}]):
                release = {"levels": levels, "drop": share}
                own = spec.model_copy(update={"release": type(spec.release).model_validate(release)})
                other = spec.model_copy(
                    update={"release": type(spec.release).model_validate({**release, "levels": earlier})}
                )
                answer, before = counts.answer(own), counts.answer(other)
                ladders = {column: counts.steps(own, column) for column in KNOWN}
                with heard() as said:
                    answer_view(answer, people="records", unlooked=0, before=before, near=closest(ladders))
                    crowd_view(counts.crowd(own), answer, ladders, "records")
                    before_sending(own, answer)
                at_risk = ExactDesk(rows, earlier, k, answer.budget, 0).counts["at risk"]
                assert answer.budget == int(share * people)
                found += hold(ExactDesk(rows, levels, k, answer.budget, at_risk), said, (rows, levels, k, share))
    assert len(found) >= 8
