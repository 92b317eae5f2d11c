"""What the name of a column says, by its words in the larger European languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from sqlmetrics.risk.columns.kinds import Kind, kinds, rows, words

WORD = re.compile(r"[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+")
"""A word of a name: camelCase, PascalCase and capitals; digits belong to the letters before."""

LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Æ": "AE", "đ": "d", "\u0131": "i"}
)
"""Letters that are no accented ones of another."""

DIGRAPHS = {"ae": "a", "oe": "o", "ue": "u", "aa": "a"}
"""Two letters that stand for an accented one, so that names are found written both ways."""

NUMBER = frozenset({"number", "no", "nr", "num", "nbr", "nummer", "numero", "numer", "cislo", "nro"})
"""The words for a number, and what they are cut to."""

CODES = frozenset({"ref", "reference", "code", "number"})
"""Words that make a person's number of a word for a person."""

COMPOUNDING = frozenset({"de", "nl", "sv", "da", "no", "fi"})
"""The languages that write two nouns as one word, the last of which says what it is."""

GENERIC = frozenset({"name", "person_id", "free_text", "date", "thing", "number"})
"""The kinds of which one word of a name says little beside the word of another kind."""


class Entry(NamedTuple):
    """Words that a name holds in any order; `*` at an end of a word stands for more letters."""

    kind: str
    language: str
    parts: tuple[str, ...]

    @property
    def weight(self) -> tuple[int, int]:
        """The number of the words and of their letters: the heaviest entry tells most."""
        return len(self.parts), sum(map(len, self.parts))


class Named(NamedTuple):
    """What a name says: the kind, None for nothing, and what else its words tell.

    `clear` is false for one word that may mean much else. `of_thing` says that the name speaks of
    a thing or of another column, not of a person, `version` that it speaks of versions, and `more`
    that it has other words besides, which say nothing of persons.
    """

    kind: Kind | None
    words: str
    clear: bool
    of_thing: bool
    version: bool
    more: bool


def folded(text: str) -> str:
    """Return a text in lower case without accents."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.translate(LETTERS))
    return "".join(mark for mark in plain if not unicodedata.combining(mark)).lower()


def split(name: str) -> list[str]:
    """Return the words of a name in snake_case, camelCase or with blanks, folded."""
    plain = unicodedata.normalize("NFKD", name.translate(LETTERS))
    return [word.lower() for word in WORD.findall("".join(mark for mark in plain if not unicodedata.combining(mark)))]


@cache
def entries() -> tuple[Entry, ...]:
    """Return all entries of `names.csv`, the heaviest first; of alike ones the first kind."""
    found: dict[Entry, None] = {}
    for row in rows("names.csv"):
        for phrase in row["names"].split():
            forms = {phrase}
            if row["language"] in {"de", "da", "no", "sv", "fi"}:
                forms |= {phrase.replace(two, one) for two, one in DIGRAPHS.items()}
            for form in sorted(forms):
                found[Entry(row["kind"], row["language"], tuple(form.split("+")))] = None
    order = list(kinds())
    return tuple(sorted(found, key=lambda entry: (*(-part for part in entry.weight), order.index(entry.kind))))


@cache
def _indexed() -> tuple[dict[str, tuple[Entry, ...]], tuple[Entry, ...]]:
    """Return the entries by their first word and by all words joined, and those with wildcards."""
    index: dict[str, list[Entry]] = {}
    wild = []
    for entry in entries():
        if "*" in "".join(entry.parts):
            wild.append(entry)
            continue
        for key in {entry.parts[0], "".join(entry.parts)}:
            index.setdefault(key, []).append(entry)
    return {key: tuple(listed) for key, listed in index.items()}, tuple(wild)


def _holds(part: str, word: str) -> bool:
    """Return whether a word is a part of an entry, which may have a wildcard."""
    if part.endswith("*"):
        return word.startswith(part[:-1]) and len(word) <= len(part) + 8
    return word.endswith(part[1:]) if part.startswith("*") else word == part


def _forms(held: Sequence[str]) -> set[str]:
    """Return the words of a name, also without digits behind them and a plural's s.

    A word for a number stands for all of them.
    """
    plain = set(held) | {word.rstrip("0123456789") for word in held} - {""}
    plain |= {word[:-1] for word in plain if len(word) > 5 and word.endswith("s")}
    plain |= {f"{word[:-2]}nummer" for word in plain if len(word) > 4 and word.endswith("nr")}
    return plain | NUMBER if plain & NUMBER else plain


def _ends(entry: Entry, word: str) -> bool:
    """Return whether a word is a compound whose last part is an entry's only word."""
    head = entry.parts[0].strip("*")
    return (
        entry.language in COMPOUNDING
        and len(entry.parts) == 1
        and len(head) >= 6
        and len(word) > len(head)
        and word.endswith(head)
    )


def _matches(held: list[str]) -> list[Entry]:
    """Return the entries that a name's words match, the heaviest first."""
    index, wild = _indexed()
    forms = _forms(held)
    letters = [word for word in held if not word.isdigit()]
    joined = "".join(letters)
    near = {entry for word in {*forms, joined} for entry in index.get(word, ())} | set(wild)
    heads = {entry for entry in entries() if any(_ends(entry, word) for word in forms)}
    single = len(letters) == 1
    return [
        entry
        for entry in sorted(near | heads, key=lambda one: (*(-part for part in one.weight), one))
        if (
            entry in heads
            or all(any(_holds(part, word) for word in forms) for part in entry.parts)
            or (len(entry.parts) > 1 and "".join(entry.parts) in {*forms, joined})
        )
        and (single or len(entry.parts) > 1 or len(entry.parts[0]) > 3 or entry.language == "en")
    ]


@cache
def named(name: str) -> Named:
    """Return what the name of a column says."""
    held = split(name)
    version = bool(set(held) & words("versions"))
    order = list(kinds())
    matches = sorted(_matches(held), key=lambda entry: (-len(entry.parts), -entry.weight[1], order.index(entry.kind)))
    telling = [entry for entry in matches if len(entry.parts) > 1 or entry.kind not in GENERIC]
    best = next(iter(telling or matches), None)
    if best is None and set(held) & words("persons") and _forms(held) & CODES:
        return Named(kinds()["person_id"], "", True, False, version, False)
    if best is None:
        return Named(None, "", False, bool(set(held) & words("things")), version, True)
    covered = {word for word in held if any(_holds(part, form) for part in best.parts for form in _forms([word]))}
    rest = set(held) - covered
    kind = kinds()[best.kind]
    text = " ".join(part.strip("*") for part in best.parts)
    persons = bool(set(held) & words("persons"))
    if rest & words("attributes") and kind.role == "identifier":
        return Named(None, text, False, True, version, True)
    generic = kind.name in GENERIC and any(entry.kind == "thing" for entry in matches)
    thing = kind.name == "thing" or bool(rest & words("things")) or generic
    if thing and not persons and not kind.of_things and kind.role != "sensitive" and kind.safe_harbor:
        return Named(kinds()["thing"], text, True, True, version, True)
    clear = len(best.parts) > 1 or (best.weight[1] > 3 and kind.name not in GENERIC)
    return Named(kind, text, clear, thing and not persons, version, bool(rest) and not persons)
