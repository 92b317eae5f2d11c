"""Assertions: sentences of pages and results, and the predicates that several of them share."""

from __future__ import annotations

import math
from typing import NamedTuple

from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.language import wording
from sqlmetrics.sentences import Facts, Predicate, Sentence, World

ROUNDING = 1e-9
"""What two scores may differ by and still be equal."""


class Assertion(Sentence):
    """A sentence that is said in the language of the page."""

    def say(self, facts: Facts, /, **parts: object) -> str:
        """Return the sentence in the language of the page, with its parts in words."""
        said = wording(self.text, **parts)
        self.note(facts, said)
        return said


class Grounds(NamedTuple):
    """What a sentence of a template rests on, and whether it holds in a world by that."""

    facts: Facts
    holds: Predicate

    def note(self, text: str, said: str) -> None:
        """Record a sentence and its words for the tests that listen."""
        Sentence(text, self.holds).note(self.facts, said)


def are_counted(world: World, of: Facts) -> bool:
    """Return whether a world has as many of each thing as a number or a figure says."""
    found = ((world.count(what), number) for what, number in of.items())
    return all(one.allows(own) if isinstance(one, Figure) else one == own for own, one in found)


def few_below(size: str) -> Predicate:
    """Return the predicate that `people` are in groups of fewer than another fact says."""
    return lambda world, of: of["people"].allows(world.below(of[size]))


def beyond_limits(gate: World, name: str) -> float:
    """Return the share of a limit that a slice is beyond it; negative where it keeps all limits."""
    return -min((one.left for one in gate.held if one.slice == name and one.passed is not None), default=math.inf)


def of_slices(gate: World, of: Facts) -> bool:
    """Return whether as many slices pass, fail, and have too few people to say."""
    states: dict[str | None, set[bool | None]] = {}
    for one in gate.held:
        states.setdefault(one.slice, set()).add(one.passed)
    found = [False if False in own else None if None in own else True for name, own in states.items() if name]
    return (found.count(True), found.count(False), found.count(None)) == (of["passed"], of["failed"], of["few"])


def are_met(gate: World, of: Facts) -> bool:
    """Return whether as many of the conditions are met, are not, and are undecided."""
    states = [gate.met(subject) for subject in of["subjects"]]
    return all(states.count(state) == of[state] for state in ("yes", "no", "un"))


def is_worst(gate: World, of: Facts) -> bool:
    """Return whether a score breaks its limit, and none is further beyond its own limit."""
    failed = [one for one in gate.held if one.passed is False]
    own = [one for one in failed if one.slice == of["slice"] and of.get("known", one.known) == one.known]
    own = [one for one in own if one.metric == of["metric"] and same_score(one.value, of["value"])]
    return any(one.left <= min(other.left for other in failed) + ROUNDING for one in own)


def same_score(one: float | None, other: float | None) -> bool:
    """Return whether two scores are one, but for the digits that sums lose, or both undefined."""
    return one is other if one is None or other is None else abs(one - other) <= ROUNDING * max(1.0, abs(one))
