"""The verdict on conditions, of a page and of the desk alike; `sentences.html` says it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlmetrics.output.assertions import Grounds, are_counted, are_met
from sqlmetrics.sentences import Facts, World

State = Literal["no", "yes", "un"]
"""Not met, met, or not decided."""

Finding = Literal[
    "fail",
    "fail in a slice",
    "slices fail",
    "identifiers",
    "forgotten",
    "unnamed",
    "without a role",
    "names",
    "open",
    "later",
    "few people",
    "no conditions",
    "no limits",
    "hold",
    "no large slice fails",
    "slices pass",
]
"""What a verdict says; `names` is about texts that name people."""


class PageVerdict(NamedTuple):
    """Whether conditions are met, what was found, and for how many of how many it holds.

    Of failed conditions further ones may be `unmeasured`.
    """

    state: State
    finding: Finding
    grounds: Grounds | None = None
    number: int = 0
    every: int = 0
    unmeasured: int = 0


def are_decided(world: World, of: Facts) -> bool:
    """Return whether as many conditions are met as facts say, which count them or name them."""
    return are_met(world, of) if "subjects" in of else are_counted(world, of)


def not_met(of: Facts, failed: int, every: int, unmeasured: int = 0) -> PageVerdict:
    """Return the verdict where conditions failed, and others could perhaps not be measured."""
    grounds = Grounds(of, lambda world, of: are_decided(world, of) and of["no" if "subjects" in of else "failed"] > 0)
    return PageVerdict("no", "fail", grounds, failed, every, unmeasured)


def all_met(of: Facts, every: int) -> PageVerdict:
    """Return the verdict of conditions that all hold."""
    return PageVerdict("yes", "hold", Grounds(of, are_decided), every)
