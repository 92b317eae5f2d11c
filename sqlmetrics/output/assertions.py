"""Assertions: sentences of pages and results, and the worlds that they are held against."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from sqlmetrics.output.page.language import wording
from sqlmetrics.sentences import Facts, Sentence

ROUNDING = 1e-9
"""What two scores may differ by and still be equal."""


class World(Protocol):
    """A table as it is: the people by their groups, and what is guessed of their secrets."""

    everybody: int
    """The people, each once."""

    smallest: int
    """The people in the smallest group."""

    def below(self, size: int) -> int:
        """Return the people who are in a group of fewer than `size`."""

    def only_below(self, size: int) -> int:
        """Return the people who are in groups of fewer than `size` alone."""

    def surest(self, target: str) -> float:
        """Return how often the best guess is right in the group where it is surest."""

    def surer(self, target: str, limit: float) -> int:
        """Return the people in groups where a guess is right more often than `limit`."""

    def certain(self, target: str, share: float, least: int) -> int:
        """Return the people in a group of `least` or more where a guess is right that often."""

    def before(self, target: str) -> float:
        """Return how often the best guess is right where nothing is known."""

    def after(self, target: str) -> float:
        """Return how often the best guess is right on average where the keys are known."""

    def rate(self, target: str) -> float:
        """Return the discrimination rate."""

    def chance(self, target: str) -> float:
        """Return the rate that chance gives where values are shuffled among people, on average."""

    def exposed(self, target: str) -> float:
        """Return ITPR."""

    def score(self, metric: str, target: str) -> float | None:
        """Return a score, None where it is undefined."""

    def unicity(self, points: str) -> float:
        """Return the share of the people whom a number of known points single out."""

    def values_of(self, target: str) -> int:
        """Return the number of different values; NULL is not one."""


class Held(NamedTuple):
    """A score that is held to a limit, as it is; `passed` is None with too few people to say.

    `known` is what an attacker knows, a line of CSV.
    """

    metric: str
    target: str
    known: str
    slice: str | None
    limit: float
    value: float | None
    passed: bool | None

    @property
    def left(self) -> float:
        """The share of the limit that is left, negative beyond it; infinite without a value."""
        share = math.inf if self.value is None else abs(self.limit - self.value) / (abs(self.limit) or 1)
        return share if self.passed else -share


class Gate(Protocol):
    """A table whose scores are held to limits, as it is."""

    held: Sequence[Held]
    """What is held to a limit, each once."""

    records: int
    """The records of the table."""

    slices: Mapping[str, World]
    """The slices, by the names that a result has for them."""

    people: Mapping[str, int]
    """The people of each slice, or its records where nobody tells people apart."""

    def count(self, what: str) -> int:
        """Return the number of `jobs`, `errors`, `identifiers`, or other things."""

    def met(self, subject: object) -> str:
        """Return whether a condition is met in all slices: yes, no, or un where nothing says so."""

    def put(self, known: Sequence[str], size: int) -> int:
        """Return the people whom known columns put in groups of fewer than `size`."""


class SeriesWorld(Protocol):
    """Releases in their order, as they are."""

    releases: int
    """The number of the releases."""

    def value(self, metric: str, attack: str, step: int) -> float | None:
        """Return a score of the first releases, None where it is undefined."""

    def count(self, what: str) -> int:
        """Return the number of people or records of a kind."""


class Assertion(Sentence):
    """A sentence that is said in the language of the page."""

    def say(self, facts: Facts, /, **parts: object) -> str:
        """Return the sentence in the language of the page, with its parts in words."""
        said = wording(self.text, **parts)
        self.note(facts, said)
        return said


def few_below(size: str) -> Callable[[World, Facts], bool]:
    """Return the predicate that `people` are in groups of fewer than another fact says."""
    return lambda world, of: of["people"].allows(world.below(of[size]))


def beyond_limits(gate: Gate, name: str) -> float:
    """Return the share of a limit that a slice is beyond it; negative where it keeps all limits."""
    return -min((one.left for one in gate.held if one.slice == name and one.passed is not None), default=math.inf)


def of_slices(gate: Gate, of: Facts) -> bool:
    """Return whether as many slices pass, fail, and have too few people to say."""
    states: dict[str | None, set[bool | None]] = {}
    for one in gate.held:
        states.setdefault(one.slice, set()).add(one.passed)
    found = [False if False in own else None if None in own else True for name, own in states.items() if name]
    return (found.count(True), found.count(False), found.count(None)) == (of["passed"], of["failed"], of["few"])


def are_met(gate: Gate, of: Facts) -> bool:
    """Return whether as many of the conditions are met, are not, and are undecided."""
    states = [gate.met(subject) for subject in of["subjects"]]
    return all(states.count(state) == of[state] for state in ("yes", "no", "un"))


def is_worst(gate: Gate, of: Facts) -> bool:
    """Return whether a score breaks its limit, and none is further beyond its own limit."""
    failed = [one for one in gate.held if one.passed is False]
    own = [one for one in failed if one.slice == of["slice"] and of.get("known", one.known) == one.known]
    own = [one for one in own if one.metric == of["metric"] and same_score(one.value, of["value"])]
    return any(one.left <= min(other.left for other in failed) + ROUNDING for one in own)


def same_score(one: float | None, other: float | None) -> bool:
    """Return whether two scores are one, but for the digits that sums lose, or both undefined."""
    return one is other if one is None or other is None else abs(one - other) <= ROUNDING * max(1.0, abs(one))
