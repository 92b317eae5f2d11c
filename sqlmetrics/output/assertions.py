"""Assertions: the sentences that a reader takes for true, each beside what makes it so.

An assertion is said with the facts that it rests on. Tests hear what is said, and hold each
against the exact numbers of its table: no sentence with a number stands without its predicate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol

from sqlmetrics.output.page.language import wording


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


Facts = Mapping[str, Any]
"""What an assertion rests on, by name: numbers, figures, ends and names of columns."""


class Assertion(NamedTuple):
    """A sentence, or a part of one, and whether it holds in a world by the facts it rests on."""

    text: str
    holds: Callable[[World, Facts], bool]

    def say(self, facts: Facts, /, **parts: object) -> str:
        """Return the sentence in the language of the page, with its parts in words."""
        heard = _HEARD.get()
        if heard is not None:
            heard.append(Said(self, facts))
        return wording(self.text, **parts)


def few_below(size: str) -> Callable[[World, Facts], bool]:
    """Return the predicate that `people` are in groups of fewer than another fact says."""
    return lambda world, of: of["people"].allows(world.below(of[size]))


class Said(NamedTuple):
    """An assertion that was said, and the facts that it rests on."""

    assertion: Assertion
    facts: Facts

    def holds(self, world: World) -> bool:
        """Return whether what was said is true of a world."""
        return self.assertion.holds(world, self.facts)


_HEARD: ContextVar[list[Said] | None] = ContextVar("the assertions that are heard", default=None)


@contextmanager
def heard() -> Iterator[list[Said]]:
    """Give what is said within the block."""
    found: list[Said] = []
    token = _HEARD.set(found)
    try:
        yield found
    finally:
        _HEARD.reset(token)
