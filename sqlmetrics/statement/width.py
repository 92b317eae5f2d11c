"""The width of a statement: lines end where a page does, outside of names, texts and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from textwrap import wrap
from typing import NamedTuple, TypedDict

WIDTH = 110
"""The most characters of a line, but where one name or one text alone is longer."""

STEP = 4
"""The blanks by which the rest of a line is further in."""

CLAUSES = frozenset(
    {"and", "else", "from", "group", "having", "join", "left", "on", "or", "order", "then", "when", "where"}
)
"""The words before which a line may end."""

OPERATORS = frozenset({"+", "-", "*", "/", "||", "=", "<", ">", "<=", ">=", "<>", "between", "in", "over"})
"""The words before which a line may end where it has no better place."""

OPENING, CLOSING = frozenset({"(", "[", "case"}), frozenset({")", "]", "end"})


class LinePart(NamedTuple):
    """What stands between blanks, with the depth of brackets and cases at its begin."""

    text: str
    depth: int


class Quotes(TypedDict):
    """How a dialect quotes: a backslash escapes in texts, and names are in brackets."""

    escapes: bool
    brackets: bool


def is_narrow(text: str) -> bool:
    """Return whether no line is wider than WIDTH."""
    return len(text) <= WIDTH or max(map(len, text.split("\n"))) <= WIDTH


def within_width(text: str, quotes: Quotes) -> str:
    """Return a statement with no line wider than WIDTH, as far as its names and texts let it.

    Nothing but blanks between words changes. What quotes or comments as one engine alone does, such
    as $$ or #, keeps its lines.
    """
    parts = pieces(text, quotes)
    if any(_is_unknown(first, second) for first, second in zip(parts, [*parts[1:], ""], strict=True)):
        return text
    return "\n".join(line for one in _lines(parts) for line in _broken(one))


def pieces(text: str, quotes: Quotes) -> list[str]:
    """Return the comments, texts, names, words and marks of a statement, and the blanks between."""
    return [match[0] for match in _pieces(**quotes).finditer(text)]


def replaced(text: str, part: str, other: str) -> str:
    """Return a statement with another part in the place of one, whose lines may end elsewhere."""
    return re.sub(r"\s+".join(map(re.escape, part.split())), lambda _: other, text)


@cache
def _pieces(escapes: bool, brackets: bool) -> re.Pattern[str]:
    """Return the pattern of what is not broken: a comment, a text, a name, a word or a mark."""
    inner = r"(?:\\.|[^{0}\\])*" if escapes else r"[^{0}]*"
    quoted = "|".join(f"{mark}{inner.format(mark)}{mark}" for mark in "'\"`")
    named = r"|\[[^\]]*\]" if brackets else ""
    return re.compile(rf"--[^\n]*|\n|[ \t]+|{quoted}{named}|\w+|.", re.DOTALL)


def _is_unknown(piece: str, following: str) -> bool:
    """Return whether a piece begins a text or a comment in a way that some engines alone have."""
    if piece in {"#", "$", "'", '"', "`"}:
        return True
    if piece == "/" and following == "*":
        return True
    return following[:1] in {"'", '"'} and (piece == "&" or piece.lower() in {"e", "q", "nq", "r", "br", "rb"})


def _lines(pieces: Sequence[str]) -> Iterator[list[str]]:
    """Yield the pieces of each line; a text with line breaks within is one piece."""
    line: list[str] = []
    for piece in pieces:
        if piece == "\n":
            yield line
            line = []
        else:
            line.append(piece)
    yield line


def _broken(pieces: list[str]) -> Iterator[str]:
    """Yield the lines into which one is broken: its comment first, then its parts."""
    whole = "".join(pieces)
    if len(whole) <= WIDTH or "\n" in whole:
        yield whole
        return
    indent = first = len(whole) - len(whole.lstrip())
    if pieces[-1].startswith("--"):
        lead = " " * indent + "-- "
        yield from wrap(pieces.pop()[2:].strip(), WIDTH, initial_indent=lead, subsequent_indent=lead)
    parts = _parts(pieces)
    while parts:
        end = _end(parts, indent)
        line = " ".join(part.text for part in parts[:end])
        yield " " * min(indent, max(WIDTH - len(line), 0)) + line
        parts, indent = parts[end:], first + STEP


def _parts(pieces: Sequence[str]) -> list[LinePart]:
    parts: list[LinePart] = []
    depth = start = 0
    word = ""
    for piece in [*pieces, " "]:
        if not piece.isspace():
            depth += (piece in OPENING) - (piece in CLOSING)
            word += piece
            continue
        if word:
            parts.append(LinePart(word, start))
        word, start = "", depth
    return parts


def _end(parts: Sequence[LinePart], indent: int) -> int:
    """Return how many parts a line takes: up to the least deep place, and the last among equals."""
    width, ends = indent - 1, []
    for place, part in enumerate(parts):
        if place and width > indent + WIDTH // 3:
            ends.append((part.depth, _rank(parts[place - 1], part), -place))
        width += len(part.text) + 1
        if width > WIDTH:
            return -min(ends)[2] if ends else max(place, 1)
    return len(parts)


def _rank(before: LinePart, part: LinePart) -> int:
    """Return how bad it is to end a line between two parts, 0 for the best places."""
    if before.text.endswith(","):
        return 0
    return 1 if part.text in CLAUSES else 2 if part.text in OPERATORS else 3
