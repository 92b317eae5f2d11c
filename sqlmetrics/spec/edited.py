"""Edits of a spec's text: one entry is set, taken out or moved; all else stays, comments too.

Each edit is read again, and refused where it made anything but what was wanted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.writing import AddedColumn, flow, scalar, with_columns
from sqlmetrics.spec.yaml_file import parse_yaml

INDENT = "  "
"""What an entry of a new block is indented by."""

MAPPED = ("identifiers", "ignored")
"""The words whose columns stand before a colon, behind which a reason may be written."""


class Entry(NamedTuple):
    """An entry of a mapping in a text: its nodes, and the mapping that it is in."""

    key: Any
    value: Any
    inside: Any


def with_value(text: str, where: str, path: Sequence[str], value: Any) -> str:
    """Return the text of a spec with the value of a word, or of a word's own word, and so on.

    Words of the path that are not there are written, as blocks. The comment behind a value stays.
    `where` is the spec's name in messages. Raises SpecError for an entry that cannot be set as it
    is written, such as one that stands at an alias.
    """

    def edit(lines: str) -> str:
        entries, root = _entries(lines, path, where)
        if len(entries) == len(path):
            return _replaced(lines, entries[-1], flow(value))
        rest = path[len(entries) :]
        if not entries:
            return _inserted(lines, root, rest, value) if root is not None else _block(rest, value, "")
        held = entries[-1].value
        if held.id == "mapping" and held.value:
            return _inserted(lines, held, rest, value)
        indent = _indent(lines, entries[-1].key) + INDENT
        if held.id == "mapping" or not held.value or held.tag.endswith(":null"):
            return _replaced(lines, entries[-1], "\n" + _block(rest, value, indent).rstrip("\n"))
        raise _refused(where, path)

    def wanted(words: dict[str, Any]) -> None:
        inner = words
        for word in path[:-1]:
            inner[word] = inner.get(word) or {}
            inner = inner[word]
        inner[path[-1]] = parse_yaml(f"value: {flow(value)}", where)["value"]

    return _edited(text, where, path, edit, wanted)


def without(text: str, where: str, path: Sequence[str]) -> str:
    """Return the text of a spec without an entry, and without the blocks that this leaves empty.

    Raises SpecError for an entry that cannot be taken out as it is written.
    """

    def edit(lines: str) -> str:
        entries, _ = _entries(lines, path, where)
        if len(entries) < len(path):
            return lines
        while len(entries) > 1 and len(entries[-1].inside.value) == 1:
            entries.pop()
        return _cut(lines, entries[-1])

    def wanted(words: dict[str, Any]) -> None:
        chain = [words]
        for word in path[:-1]:
            if not isinstance(chain[-1].get(word), dict):
                return
            chain.append(chain[-1][word])
        chain[-1].pop(path[-1], None)
        for outer, word in zip(reversed(chain[:-1]), reversed(path[:-1]), strict=True):
            if not outer[word]:
                del outer[word]

    return _edited(text, where, path, edit, wanted)


def with_moved(text: str, where: str, column: str, source: str | None, target: str) -> str:
    """Return the text of a spec with a column moved from one word to another, with its comment.

    The words list columns, or are `individual`. Without a `source` the column is new. Raises
    SpecError for a list that cannot be changed as it is written.
    """
    if source == target:
        return text
    comment = ""
    if source == "individual":
        entries, _ = _entries(text, (source,), where)
        comment = _comment(text, entries[0].value)
        text = without(text, where, (source,))
    elif source is not None:
        text, comment = _taken_out(text, where, column, source)
    if target == "individual":
        text = with_value(text, where, (target,), column)
        return _commented(text, where, target, comment)
    return _added(text, where, column, target, comment)


def _taken_out(text: str, where: str, column: str, word: str) -> tuple[str, str]:
    """Return a text without a column of a word, which stays with an empty list, and its comment."""
    comment: list[str] = []

    def edit(lines: str) -> str:
        entries, _ = _entries(lines, (word,), where)
        held = entries[0].value
        empty = "{}" if held.id == "mapping" else "[]"
        if held.id == "scalar":
            comment.append(_comment(lines, held))
            return _replaced(lines, entries[0], "[]")
        items = [item if held.id == "mapping" else (item, item) for item in held.value]
        at = next(place for place, item in enumerate(items) if item[0].value == column)
        comment.append(_comment(lines, items[at][1]))
        if len(items) == 1:
            return _replaced(lines, entries[0], empty, keep=held.flow_style)
        return _cut_item(lines, held, at)

    def wanted(words: dict[str, Any]) -> None:
        held = words[word]
        if isinstance(held, dict):
            del held[column]
        else:
            words[word] = [one for one in ([held] if isinstance(held, str) else held) if str(one) != column]

    return _edited(text, where, (word,), edit, wanted), "".join(comment)


def _added(text: str, where: str, column: str, word: str, comment: str) -> str:
    """Return a text with a column added to a word, on its own line where the list was empty."""
    entries, _ = _entries(text, (word,), where)
    if entries and not entries[0].value.value and parse_yaml(text, where)[word] is not None:
        form = "{}:" if word in MAPPED else "- {}"
        line = form.format(scalar(column)) + (f"  # {comment}" if comment else "")
        mapped = {column: None} if word in MAPPED else [column]

        def edit(lines: str) -> str:
            found, _ = _entries(lines, (word,), where)
            return _replaced(lines, found[0], f"\n{INDENT}{line}")

        return _edited(text, where, (word,), edit, lambda words: words.update({word: mapped}))
    if entries and entries[0].value.tag.endswith(":null"):
        text = without(text, where, (word,))
    result = with_columns(text, where, {word: [AddedColumn(column, comment)]}, MAPPED)
    return result if comment else re.sub(r"[ ]+#[ ]*$", "", result, flags=re.MULTILINE)


def _commented(text: str, where: str, word: str, comment: str) -> str:
    """Return a text with a comment behind the value of a word."""
    if not comment:
        return text
    entries, _ = _entries(text, (word,), where)
    end = int(entries[0].value.end_mark.index)
    return f"{text[:end]}  # {comment}{text[_line_end(text, end) :]}"


def _edited(
    text: str,
    where: str,
    path: Sequence[str],
    edit: Callable[[str], str],
    wanted: Callable[[dict[str, Any]], None],
) -> str:
    """Return a text after an edit. Raises SpecError where it has not become what was wanted."""
    line_break = "\r\n" if "\r\n" in text else "\n"
    expected = deepcopy(parse_yaml(text, where)) or {}
    wanted(expected)
    result = edit(text.replace("\r\n", "\n")).replace("\n", line_break)
    try:
        after = parse_yaml(result, where) or {}
    except SpecError:
        after = None
    if after != expected:
        raise _refused(where, path)
    return result


def _refused(where: str, path: Sequence[str]) -> SpecError:
    """Return the error of an entry that cannot be changed as it is written."""
    return SpecError(f"{where}: `{'.'.join(path)}` cannot be changed as it is written; write one entry on each line")


def _entries(text: str, path: Sequence[str], where: str) -> tuple[list[Entry], Any]:
    """Return the entries along a path as far as they are there, and the root of a text.

    Raises SpecError for a text that is no spec, and for an entry that stands at an alias.
    """
    import yaml

    parse_yaml(text, where)
    root: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    if root is not None and root.id != "mapping":
        raise SpecError(f"{where}: a spec is a mapping of keys such as quasi_identifiers and sensitive")
    found: list[Entry] = []
    node = root
    for word in path:
        pair = None
        if node is not None and node.id == "mapping":
            pair = next(((key, value) for key, value in node.value if key.value == word), None)
        if pair is None:
            break
        key, value = pair
        if value.start_mark.index < key.end_mark.index:
            raise _refused(where, path)
        found.append(Entry(key, value, node))
        node = value
    return found, root


def _line_end(text: str, place: int) -> int:
    """Return the place of the line break behind a place, or of the end of the text."""
    found = text.find("\n", place)
    return len(text) if found < 0 else found


def _line_start(text: str, place: int) -> int:
    """Return the place at which the line of a place begins."""
    return text.rfind("\n", 0, place) + 1


def _indent(text: str, node: Any) -> str:
    """Return the blanks before a node that is first on its line."""
    begin = int(node.start_mark.index)
    return " " * (begin - _line_start(text, begin))


def _end(node: Any) -> int:
    """Return the place behind the last scalar of a node, or behind the bracket that ends it."""
    if node.id == "scalar" or node.flow_style:
        return int(node.end_mark.index)
    items = [part for item in node.value for part in (item if isinstance(item, tuple) else (item,))]
    return max(map(_end, items), default=int(node.end_mark.index))


def _comment(text: str, node: Any) -> str:
    """Return the comment behind a node, to the end of its line."""
    end = _end(node)
    found = re.match(r"[^#\n]*[ \t]#[ ]?(.*)", text[end : _line_end(text, end)])
    return found[1].strip() if found else ""


def _replaced(text: str, entry: Entry, written: str, *, keep: bool = True) -> str:
    """Return a text with another value of an entry; the comment behind the old one stays.

    Without `keep` it goes, with the block whose line it is on.
    """
    colon = text.index(":", entry.key.end_mark.index) + 1
    end = max(colon, _end(entry.value))
    head = text[colon : max(colon, entry.value.start_mark.index)]
    block = "\n" in text[colon:end]
    comment = ""
    if keep and block and entry.value.id != "scalar":
        found = re.search(r"[ \t]+#[^\n]*", head.partition("\n")[0])
        comment = found[0] if found else ""
    if block and not keep:
        end = _line_end(text, end)
    if written.startswith("\n"):
        tail = _line_end(text, end)
        return text[:colon] + (comment or text[end:tail].rstrip()) + written + text[tail:]
    return f"{text[:colon]} {written}{comment}{text[end:]}"


def _block(path: Sequence[str], value: Any, indent: str) -> str:
    """Return the lines of nested words with a value of the last."""
    lines = [f"{indent}{INDENT * depth}{scalar(word)}:" for depth, word in enumerate(path)]
    return "\n".join(lines) + f" {flow(value)}\n"


def _inserted(text: str, mapping: Any, path: Sequence[str], value: Any) -> str:
    """Return a text with an entry at the end of a mapping."""
    if mapping.flow_style:
        nested: Any = value
        for word in reversed(path[1:]):
            nested = {word: nested}
        place = _end(mapping.value[-1][1]) if mapping.value else mapping.start_mark.index + 1
        comma = ", " if mapping.value else ""
        if mapping.value and not text[place - 1 : place].strip():
            place = len(text[:place].rstrip())
        return f"{text[:place]}{comma}{scalar(path[0])}: {flow(nested)}{text[place:]}"
    top = mapping.start_mark.column == 0
    indent = " " * mapping.start_mark.column
    lines = _block(path, value, indent)
    if top:
        return f"{text}{'' if text.endswith(chr(10)) else chr(10)}{lines}"
    last = _end(mapping.value[-1][1])
    place = last if text[last - 1] == "\n" else _line_end(text, last)
    return (
        f"{text[:place]}\n{lines.rstrip(chr(10))}{text[place:]}"
        if text[place - 1] != "\n"
        else (text[:place] + lines + text[place:])
    )


def _cut(text: str, entry: Entry) -> str:
    """Return a text without an entry of a mapping."""
    at = next(place for place, (key, _) in enumerate(entry.inside.value) if key is entry.key)
    return _cut_item(text, entry.inside, at)


def _cut_item(text: str, node: Any, at: int) -> str:
    """Return a text without one of the items of a list or a mapping, and without its comment."""
    items = [(item[0], item[1]) if isinstance(item, tuple) else (item, item) for item in node.value]
    first, last = items[at]
    if node.flow_style:
        if at + 1 < len(items):
            return text[: first.start_mark.index] + text[items[at + 1][0].start_mark.index :]
        begin = _end(items[at - 1][1]) if at else first.start_mark.index
        return (
            text[:begin]
            + text[max(_end(last), text.index(":", first.end_mark.index) + 1 if first is not last else 0) :]
        )
    begin = _line_start(text, first.start_mark.index)
    end = _end(last)
    end = end if end > begin and text[end - 1] == "\n" else min(_line_end(text, end) + 1, len(text))
    return text[:begin] + text[end:]
