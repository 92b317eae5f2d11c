"""The words of calls as types at run time, made from their rows; the stub beside it shows them."""

from __future__ import annotations

import textwrap
from typing import TypedDict

from sqlmetrics.spec.words import CALLS, SPEC, WordGroup

TITLE = "The words of a spec that a call takes. A word of None is as if it were not there."


def _type(name: str) -> type:
    """Return the type of a call's words, its own and a spec's, with what the words say."""
    own = [CALLS[name]] if name in CALLS else []
    words = {word.name: word.type for group in (*SPEC, *own) for word in group.words if word.type}
    made = TypedDict(name, words, total=False)
    made.__doc__ = "\n\n".join([*map(_lines, own), TITLE, *map(_lines, SPEC)])
    return made


def _lines(group: WordGroup) -> str:
    """Return what a group says: its title, its words, and what other words mean beside them."""
    lines = [
        textwrap.fill(f"{word.name}: {word.text}", 100, initial_indent=" " * 4, subsequent_indent=" " * 8)
        for word in group.words
        if word.type
    ]
    return "\n".join([group.title, *lines]) + (group.more and f"\n\n{textwrap.fill(group.more, 100)}")


SpecWords = _type("SpecWords")
ClosenessWords = _type("ClosenessWords")
GdaWords = _type("GdaWords")
TradeoffWords = _type("TradeoffWords")
UtilityWords = _type("UtilityWords")
