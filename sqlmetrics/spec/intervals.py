"""The words of intervals: the seed, and how often counts are drawn again."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from sqlmetrics.spec.bounds import COUNT

FEWEST, MOST = 20, 10_000
"""The fewest and the most replicates."""


class IntervalSpec(BaseModel):
    """How the intervals of scores are found: the seed of the draws, and the number of replicates.

    Only some metrics need draws; see `interval` in the headers of metrics.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    seed: Annotated[int, Field(strict=True, ge=0, le=COUNT)] = 0
    replicates: Annotated[int, Field(strict=True, ge=FEWEST, le=MOST)] = 200
