"""The counts that scores were computed from, while they are there for further figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlmetrics.engine.source import Source
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import Plan


class OpenCounts(NamedTuple):
    """The counts of a plan: the open relation, and the entries that read them for any plan.

    Such a plan has the keys and targets of this one, and other metrics. Files of counts have no
    relation of records: `source` is what messages call them, with an empty FROM clause. `withheld`
    says why scores of the identity are unknown, where small counts are not there. Counts are
    `whole` unless small ones were to be withheld, whether or not there were any.
    """

    source: Source
    plan: Plan
    entries: Callable[[Plan], PlanEntries]
    withheld: str | None = None
    whole: bool = True


OnCounts = Callable[[OpenCounts], None]
"""Takes the counts of one statement of scores."""
