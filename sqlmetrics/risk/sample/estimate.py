"""An estimate of a population."""

from __future__ import annotations

from typing import NamedTuple


class PopulationEstimate(NamedTuple):
    """An estimate, None where it is undefined, for a `reason` of its own or the metric's."""

    value: float | None
    reason: str | None = None
    parameters: str | None = None
