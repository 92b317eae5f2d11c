"""What classes are seen by, and what chance gives there."""

from __future__ import annotations

from typing import NamedTuple


class View(NamedTuple):
    """What classes are seen by: a target, its partition, what is known (CSV), and a slice."""

    target: str
    partition: str | None
    known: str
    slice: str | None

    @property
    def of_table(self) -> View:
        """The same of the whole table, or of any slice of it."""
        return self._replace(slice=None)


class Chance(NamedTuple):
    """The discrimination rate that chance gives in classes of these sizes, 0 to 1.

    `at_least` says that it is that or more: the share of records that are alone in their class.
    """

    rate: float
    at_least: bool = False

    def adjusted(self, rate: float) -> float | None:
        """Return what of a rate is beyond chance, at most; None where chance gives everything."""
        return None if self.rate >= 1 else (rate - self.rate) / (1 - self.rate)
