"""The verdict on conditions in a sentence, of a page and of the desk alike."""

from __future__ import annotations

from typing import Literal

from sqlmetrics.output.assertions import Assertion, are_counted, are_met
from sqlmetrics.output.page.language import counted_things, wording
from sqlmetrics.sentences import Facts, World

State = Literal["no", "yes", "un"]
"""Not met, met, or not decided."""


def are_decided(world: World, of: Facts) -> bool:
    """Return whether as many conditions are met as facts say, which count them or name them."""
    return are_met(world, of) if "subjects" in of else are_counted(world, of)


NOT_MET = Assertion(
    "Not met: {failed} of {conditions} {fail}{rest}",
    lambda world, of: are_decided(world, of) and of["no" if "subjects" in of else "failed"] > 0,
)
AND_OPEN = Assertion(", and {open} could not be measured", are_decided)
THE_CONDITION = Assertion("Met: the one condition holds", are_decided)
ALL_CONDITIONS = Assertion("Met: all {count} conditions hold", are_decided)


def not_met(of: Facts, failed: int, count: int, unmeasured: int = 0) -> tuple[State, str]:
    """Return the verdict where conditions failed, and others could perhaps not be measured."""
    return "no", NOT_MET.say(
        of,
        failed=failed,
        conditions=counted_things(count, "condition"),
        fail=wording("fails" if failed == 1 else "fail"),
        rest=AND_OPEN.say(of, open=unmeasured) if unmeasured else "",
    )


def all_met(of: Facts, count: int) -> tuple[State, str]:
    """Return the verdict of conditions that all hold."""
    return "yes", (THE_CONDITION if count == 1 else ALL_CONDITIONS).say(of, count=count)
