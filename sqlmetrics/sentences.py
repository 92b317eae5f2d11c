"""Sentences that a reader takes for true, each beside what makes it so.

A sentence is said with the facts that it rests on. Tests hear what is said, and hold each against
the exact numbers of its table: no sentence with a number stands without its predicate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from sqlmetrics.phrase import Phrase

Facts = Mapping[str, Any]
"""What a sentence rests on, by name: numbers, figures, ends and names of columns."""

World = Any
"""A table, or a series, as it is: tests have one by plain loops, for each kind of sentence."""

Predicate = Callable[[World, Facts], bool]
"""Whether a sentence holds in a world, by the facts that it rests on."""


class Sentence(NamedTuple):
    """A sentence, or a part of one, and whether it holds in a world by the facts it rests on."""

    text: str
    holds: Predicate

    def phrase(self, facts: Facts, /, **parts: object) -> Phrase:
        """Return the sentence with its parts, for a page that says it in a language of its own."""
        said = Phrase(self.text, **parts)
        self.note(facts, said)
        return said

    def note(self, facts: Facts, text: str) -> None:
        """Record the sentence and its words for the tests that listen."""
        heard = _HEARD.get()
        if heard is not None:
            heard.append(Said(self, facts, text))


class Said(NamedTuple):
    """A sentence that was said, the facts that it rests on, and its words."""

    assertion: Sentence
    facts: Facts
    text: str

    def holds(self, world: object) -> bool:
        """Return whether what was said is true of a world."""
        return self.assertion.holds(world, self.facts)


_HEARD: ContextVar[list[Said] | None] = ContextVar("the sentences that are heard", default=None)


@contextmanager
def heard() -> Iterator[list[Said]]:
    """Give what is said within the block."""
    found: list[Said] = []
    token = _HEARD.set(found)
    try:
        yield found
    finally:
        _HEARD.reset(token)
