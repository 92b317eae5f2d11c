"""What the name of a column says, by its words in the larger European languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from sqlmetrics.columns.kinds import Kind, data_rows, kinds, words

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

CODES = frozenset({"ref", "reference", "code", "number", "key"})
"""Words that make a person's number of a word for a person."""

COMPOUNDING = frozenset({"de", "nl", "sv", "da", "no", "fi"})
"""The languages that write two nouns as one word, whose last part says what it is."""

HEAD = 6
"""The fewest letters of a noun that is looked for at the end of a compound."""

SHORT = 4
"""The fewest letters of a noun that is cut short."""

REACH = 10
"""One more than the letters that a wildcard may stand for."""

GENERIC = frozenset({"name", "person_id", "free_text", "date", "thing", "number"})
"""The kinds whose one word in a name says little beside the word of another kind."""


class NameEntry(NamedTuple):
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
    a thing or of another column, not of a person. `version` says that it speaks of versions. `more`
    says that it has other words besides, which say nothing of persons, and `short` that a word
    is cut short, or joined to another.
    """

    kind: Kind | None
    words: str
    clear: bool
    of_thing: bool
    version: bool
    more: bool
    short: bool = False


def without_accents(text: str) -> str:
    """Return a text without accents."""
    apart = unicodedata.normalize("NFKD", text.translate(LETTERS))
    return "".join(mark for mark in apart if not unicodedata.combining(mark))


def folded(text: str) -> str:
    """Return a text in lower case without accents."""
    return text.lower() if text.isascii() else without_accents(text).lower()


def split(name: str) -> list[str]:
    """Return the words of a name in snake_case, camelCase or with blanks, folded."""
    return [word.lower() for word in WORD.findall(without_accents(name))]


def name_entries() -> Iterator[NameEntry]:
    """Give all entries of `names.csv`."""
    for row in data_rows("names.csv"):
        for phrase in row["names"].split():
            forms = {phrase}
            if row["language"] in {"de", "da", "no", "sv", "fi"}:
                forms |= {phrase.replace(two, one) for two, one in DIGRAPHS.items()}
            yield from (NameEntry(row["kind"], row["language"], tuple(form.split("+"))) for form in forms)


class Index(NamedTuple):
    """The entries by their first word and by all words joined.

    Those with wildcards stand apart, by the letters of their first word, and nouns that end a
    compound once more.
    """

    words: Mapping[str, Sequence[NameEntry]]
    wild: Mapping[str, Sequence[NameEntry]]
    heads: Mapping[str, Sequence[NameEntry]]


@cache
def indexed() -> Index:
    """Return the entries as names look them up."""
    index: dict[str, list[NameEntry]] = {}
    heads: dict[str, list[NameEntry]] = {}
    wild: dict[str, list[NameEntry]] = {}
    for entry in name_entries():
        head = entry.parts[0].strip("*")
        if entry.language in COMPOUNDING and len(entry.parts) == 1 and len(head) >= HEAD:
            heads.setdefault(head, []).append(entry)
        if any("*" in part for part in entry.parts):
            wild.setdefault(head, []).append(entry)
            continue
        for key in {entry.parts[0], "".join(entry.parts)}:
            index.setdefault(key, []).append(entry)
    return Index(index, wild, heads)


def _holds(part: str, word: str) -> bool:
    """Return whether a word is a part of an entry, which may have a wildcard."""
    if part.endswith("*"):
        return word.startswith(part[:-1]) and len(word) <= len(part) + REACH
    return word.endswith(part[1:]) if part.startswith("*") else word == part


def _forms(held: Sequence[str]) -> set[str]:
    """Return the words of a name, also without digits behind them and a plural's s.

    A word for a number stands for all of them.
    """
    forms = set(held) | {word.rstrip("0123456789") for word in held} - {""}
    forms |= {word[:-1] for word in forms if len(word) > 5 and word.endswith("s")}
    forms |= {f"{word[:-2]}nummer" for word in forms if len(word) > 4 and word.endswith("nr")}
    return forms | NUMBER if forms & NUMBER else forms


def _heads(word: str) -> Iterator[NameEntry]:
    """Give the entries whose only word is the last part of a compound."""
    for start in range(1, len(word) - HEAD + 1):
        yield from indexed().heads.get(word[start:], ())


def _wild(word: str) -> Iterator[NameEntry]:
    """Give the entries with wildcards whose first word begins or ends like a word."""
    for part in {*(word[:end] for end in range(1, len(word) + 1)), *(word[start:] for start in range(len(word)))}:
        yield from indexed().wild.get(part, ())


def _matches(held: list[str]) -> list[NameEntry]:
    """Return the entries that a name's words match, the heaviest first."""
    forms = _forms(held)
    letters = [word for word in held if not word.isdigit()]
    whole = {*forms, "".join(letters)}
    near = {entry for word in whole for entry in (*indexed().words.get(word, ()), *_wild(word))}
    heads = {entry for word in forms for entry in _heads(word)}
    single = len(letters) == 1
    matching = [
        entry
        for entry in near | heads
        if (
            entry in heads
            or all(any(_holds(part, word) for word in forms) for part in entry.parts)
            or (len(entry.parts) > 1 and "".join(entry.parts) in whole)
        )
        and (single or len(entry.parts) > 1 or len(entry.parts[0]) > 3 or entry.language == "en" or _is_clear(entry))
    ]
    return sorted(matching, key=lambda one: (*(-part for part in one.weight), one))


def _derived(held: Sequence[str]) -> NameEntry | None:
    """Return the entry of the word behind letters for a logarithm, a relative, a count or a mark.

    So `lannearn`, `meduc`, `nsibs` and `agesq` are written. It is never an identifier, and a secret
    has five letters or more, or is a square: few words hold such ones by chance.
    """
    letters = [word for word in held if not word.isdigit()]
    if len(letters) != 1:
        return None
    stem = letters[0].rstrip("0123456789")
    cut = [stem, *(stem.removesuffix(mark) for mark in words("marks") if stem.endswith(mark))]
    before = words("logs") | words("relatives") | words("counts")
    parts = {part.removeprefix(mark) for part in cut for mark in ("", *before) if part.startswith(mark)}
    for part in sorted(parts, key=lambda one: (-len(one), one)):
        if part == letters[0] or len(part) < 3:
            continue
        for entry in _matches([part]):
            role = kinds()[entry.kind].role
            sure = len(part) >= 5 or f"{part}sq" == stem
            if role != "identifier" and (role != "sensitive" or sure) and entry.language == "en":
                return entry
    return None


@cache
def _nouns() -> Sequence[tuple[str, NameEntry]]:
    """Return the longer English stems of kinds that do not identify, each with its entry."""
    return [
        (entry.parts[0].strip("*"), entry)
        for entry in name_entries()
        if entry.language == "en"
        and len(entry.parts) == 1
        and "*" in entry.parts[0]
        and len(entry.parts[0].strip("*")) >= HEAD
        and kinds()[entry.kind].role in {"quasi_identifier", "sensitive"}
        and entry.kind not in GENERIC
    ]


def _cut_short(held: Sequence[str]) -> NameEntry | None:
    """Return the entry of a word that a name cuts short, or joins to another: `creat`.

    All words that it may be tell one kind.
    """
    found = [
        entry
        for word in (part.rstrip("0123456789") for part in held)
        if len(word) >= SHORT
        for noun, entry in _nouns()
        if noun.startswith(word) or noun in word
    ]
    return found[0] if len({entry.kind for entry in found}) == 1 else None


@cache
def named_kind(name: str) -> Named:
    """Return what the name of a column says."""
    held = split(name)
    version = bool(set(held) & words("versions"))
    order = list(kinds())
    matches = sorted(_matches(held), key=lambda entry: (-len(entry.parts), -entry.weight[1], order.index(entry.kind)))
    telling = [entry for entry in matches if len(entry.parts) > 1 or entry.kind not in GENERIC]
    best = _outweighing(telling or matches) or _derived(held)
    short = best is None
    best = best or _cut_short(held)
    coded = set(held) & words("persons") and _forms(held) & CODES
    if coded and (best is None or (_gives_way(best) and len(best.parts) == 1)):
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
    return Named(kind, text, _is_clear(best), thing and not persons, version, bool(rest) and not persons, short)


def _outweighing(matches: Sequence[NameEntry]) -> NameEntry | None:
    """Return the first entry, or the first as long one of a secret or of the Safe Harbor.

    So `JobSatisfaction` is a secret, and `home_lat` a place.
    """
    best = next(iter(matches), None)
    if best is None or not _gives_way(best):
        return best
    return next((one for one in matches if not _gives_way(one) and len(one.parts) == len(best.parts)), best)


def _gives_way(entry: NameEntry) -> bool:
    """Return whether an entry speaks of what others know, outside of the Safe Harbor."""
    kind = kinds()[entry.kind]
    return kind.role == "quasi_identifier" and not kind.safe_harbor


def _is_clear(entry: NameEntry) -> bool:
    """Return whether the words of an entry hardly ever mean anything else."""
    parts, letters = entry.weight
    return parts > 1 or (letters > 3 and entry.kind not in GENERIC) or entry.parts[0] in words("unmistakable")


@cache
def outright(name: str) -> Kind | None:
    """Return the kind of identifier that a name is sure to mean, None where it is not sure.

    All words but numbers and words for persons belong to one entry, the heaviest such one.
    """
    held = [word for word in split(name) if not word.isdigit() and word not in words("persons")]
    for entry in _matches(split(name)):
        kind = kinds()[entry.kind]
        told = kind.role == "identifier" and kind.needs != "any" and _is_clear(entry)
        if told and entry.parts[0] not in words("doubtful"):
            for tokens in (set(entry.parts), {"".join(entry.parts)}):
                if not any(tokens.isdisjoint(_forms([word])) for word in held):
                    return kind
    return None
