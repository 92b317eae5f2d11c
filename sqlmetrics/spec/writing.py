"""Specs as YAML: names and values that a spec reads back, and columns added to a spec's text.

All else of the text stays as it is, comments too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import PurePath
from typing import Any, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.yaml_file import parse_yaml

PLAIN = re.compile(r"[A-Za-z_./][\w./-]*", re.ASCII)
"""A pattern of texts that need no quotes, other than the WORDS."""

WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
"""Texts that YAML reads as something else."""


def scalar(text: str) -> str:
    """Return a text as a YAML scalar on one line."""
    import yaml

    if PLAIN.fullmatch(text) and text.lower() not in WORDS and not re.fullmatch(r"\.+[\w.]*", text):
        return text
    return str(yaml.safe_dump(text, default_style='"', allow_unicode=True, width=float("inf"))).rstrip("\n")


def flow(value: object) -> str:
    """Return a text, a number, a list or a mapping of them on one line of YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(str(key))}: {flow(held)}" for key, held in value.items()) + "}"
    if isinstance(value, str | PurePath):
        return scalar(str(value))
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, bool) or value is None:
        return "null" if value is None else str(value).lower()
    return format(Decimal(repr(value)), "f") if isinstance(value, float) else str(value)


class AddedColumn(NamedTuple):
    """A column with its comment, which is one line."""

    column: str
    comment: str


class Insertion(NamedTuple):
    """A text that goes to a place of another."""

    place: int
    text: str


def with_columns(
    text: str, where: str, columns: Mapping[str, Sequence[AddedColumn]], mapped: Collection[str] = ()
) -> str:
    """Return the text of a spec with columns added to the words that list them.

    `where` is its name in messages. Words that are not there are written at the end, the `mapped`
    ones with a colon behind each column. Raises SpecError for a list that cannot be added to, such
    as one that stands at an alias.
    """
    import yaml

    before = parse_yaml(text, where)
    root: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    present = {key.value: value for key, value in root.value}
    keys = {key.value: key for key, _ in root.value}
    insertions: list[Insertion] = []
    last = ""
    for word, entries in columns.items():
        if word not in before:
            last += _written(word, entries, mapped=word in mapped)
        elif word in present:
            insertions += _inserted(text, keys[word], present[word], entries)
    if last:
        insertions.append(Insertion(len(text), last if text.endswith("\n") else f"\n{last}"))
    result, line_break = text, "\r\n" if "\r\n" in text else "\n"
    for place, piece in sorted(insertions, reverse=True):
        result = result[:place] + piece.replace("\n", line_break) + result[place:]
    _check(result, where, before, columns)
    return result


def with_block(text: str, where: str, word: str, lines: Sequence[str]) -> str:
    """Return the text of a spec whose top-level word has the lines of a block as its value.

    `where` is its name in messages. All else stays as it is; what the word had is replaced, with
    the comments in it. Raises SpecError for a word that cannot be replaced as it is written.
    """
    import yaml

    before = parse_yaml(text, where)
    root: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    block = "\n".join([f"{word}:", *(f"  {line}" for line in lines)])
    pairs = {key.value: (key, value) for key, value in root.value}
    if word in pairs:
        key, value = pairs[word]
        begin, end = key.start_mark.index, max(key.end_mark.index + 1, _last(value))
        result = text[:begin] + block + text[end:]
    else:
        result = f"{text}{'' if text.endswith(chr(10)) else chr(10)}\n{block}\n"
    line_break = "\r\n" if "\r\n" in text else "\n"
    result = result.replace("\r\n", "\n").replace("\n", line_break)
    try:
        after = parse_yaml(result, where)
    except SpecError:
        after = {}
    wanted = parse_yaml(block, where)[word]
    if after.get(word) != wanted or {**after, word: None} != {**before, word: None}:
        raise SpecError(f"{where}: `{word}` cannot be replaced as it is written; write it as a block of lines")
    return result


def _last(node: Any) -> int:
    """Return the place behind the last scalar of a node, or behind the bracket that ends it."""
    if node.id == "scalar" or node.flow_style:
        return int(node.end_mark.index)
    items = [part for item in node.value for part in (item if isinstance(item, tuple) else (item,))]
    return max(map(_last, items), default=int(node.end_mark.index))


def _check(text: str, where: str, before: Mapping[str, Any], columns: Mapping[str, Sequence[AddedColumn]]) -> None:
    """Raise SpecError where a text does not have all that was there before, and the columns."""
    try:
        after = parse_yaml(text, where)
    except SpecError:
        after = {}
    for word in {*before, *columns}:
        added = [column for column, _ in columns.get(word, ())]
        held = before.get(word, [])
        expected = [*([held] if isinstance(held, str) else held), *added] if added else held
        found = after.get(word)
        if (list(found) if added and isinstance(found, dict | list) else found) != expected:
            raise SpecError(f"{where}: no column can be added to `{word}` as it is written; write one on each line")


def _written(word: str, entries: Sequence[AddedColumn], *, mapped: bool) -> str:
    """Return a word that was not there, with its columns."""
    form = "  {}:  # {}\n" if mapped else "  - {}  # {}\n"
    return f"{word}:\n" + "".join(form.format(scalar(column), comment) for column, comment in entries)


def _inserted(text: str, key: Any, value: Any, entries: Sequence[AddedColumn]) -> Iterator[Insertion]:
    """Give the insertions that add columns to the value of a key: a list, a mapping or one name."""
    names = [scalar(column) for column, _ in entries]
    items = value.value
    if value.start_mark.index < key.end_mark.index:
        return
    if value.id == "scalar":
        yield Insertion(value.start_mark.index, "[")
        yield Insertion(value.end_mark.index, f", {', '.join(names)}]")
    elif value.flow_style:
        yield _in_flow(text, value, names)
    else:
        first = items[-1] if value.id == "sequence" else items[-1][0]
        begin = text.rfind("\n", 0, first.start_mark.index) + 1
        indent = re.match(r"[ ]*", text[begin:])
        form = f"{indent[0] if indent else ''}{'- {}' if value.id == 'sequence' else '{}:'}  # {{}}\n"
        place = text.find("\n", _end(items[-1])) + 1
        lines = "".join(form.format(scalar(column), comment) for column, comment in entries)
        yield Insertion(place or len(text), lines if place else f"\n{lines}")
        return
    line = text.rfind("\n", 0, key.start_mark.index) + 1
    yield Insertion(line, "".join(f"# {scalar(column)}: {comment}\n" for column, comment in entries))


def _in_flow(text: str, value: Any, names: Sequence[str]) -> Insertion:
    """Return the insertion of names into a list or a mapping between brackets."""
    items = value.value
    place = _end(items[-1]) if items else value.start_mark.index + 1
    if value.id == "sequence":
        return Insertion(place, ", ".join(["", *names] if items else names))
    first = "" if not items else ", " if items[-1][1].value else " , "
    return Insertion(place, f"{first}{': , '.join(names)}:{'' if text[place].isspace() else ' '}")


def _end(item: Any) -> int:
    """Return the place behind an item: a node, or a pair of key and value."""
    node = item[1] if isinstance(item, tuple) else item
    return int(node.end_mark.index)
