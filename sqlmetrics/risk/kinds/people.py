"""What questions about several records of a person have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlmetrics.risk.events.question import asked_points
from sqlmetrics.risk.kinds.question import ScoreQuestion
from sqlmetrics.spec.grid import without_neighbours
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue


@dataclass(frozen=True)
class OfPeople(ScoreQuestion):
    """A question about several records of a person, the points that are known."""

    @property
    def known_points(self) -> str:
        """The points of a person that are known, as scores write them."""
        return asked_points(self.spec)

    def of_table(self) -> Spec:
        """Return the spec of the table, record by record."""
        spec = super().of_table()
        of_records = [name for name in spec.metrics if name == "all" or catalogue()[name].targets != "events"]
        words: dict[str, Any] = {"known": None, "targets": None, "resolution": [], "metrics": of_records}
        words["partitions"] = without_neighbours(spec.partitions)
        return spec.model_copy(update=words)
