"""Where each part of a spec's text stands, and the pieces that change it by entries and columns.

Comments, line ends and the forms of lists stay. `edited.py` has the edits themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.writing import flow, scalar
from sqlmetrics.spec.yaml_file import parse_yaml

INDENT = "  "
"""What an entry of a new block is indented by."""

MAPPED = ("identifiers", "ignored")
"""The words whose columns stand before a colon, behind which a reason may be written."""

BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What ends a line of YAML."""

COMMENT = re.compile("[ \t]+#[ \t]?([^\n\r\x85\u2028\u2029]*)")
"""A comment behind something, to the end of its line."""

BLANKS = re.compile("[ \t]*")
"""What may stand between the marks of a line."""

COLON = re.compile("[ \t]*:")
"""The colon behind a key."""


class AddedColumn(NamedTuple):
    """A column with its comment, which is one line, or empty."""

    column: str
    comment: str


class Piece(NamedTuple):
    """A text that takes the place of a part of another."""

    begin: int
    end: int
    text: str


class Entry(NamedTuple):
    """An entry of a mapping: its key as it is read, the nodes of key and value, and the mapping."""

    name: Any
    key: Any
    value: Any
    inside: Any


class Removal(NamedTuple):
    """What takes an item out of its list: the pieces, and the item's own comment."""

    pieces: list[Piece]
    comment: str


class SpecText:
    """The text of a spec, what it says, and where each part of it stands.

    Raises SpecError for a text that is no spec.
    """

    def __init__(self, text: str, where: str) -> None:
        import yaml

        self.text, self.where = text, where
        words = parse_yaml(text, where)
        if words is not None and not isinstance(words, dict):
            raise SpecError(f"{where}: a spec is a mapping of keys such as quasi_identifiers and sensitive")
        self.words: dict[Any, Any] = words or {}
        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            self.root: Any = None if not isinstance(words, dict) else yaml.compose(text, Loader=loader)
        except yaml.YAMLError:
            raise SpecError(f"{where}: two anchors have one name; write the values themselves") from None
        found = BREAK.search(text)
        self.line_break = "\n" if found is None else found[0]

    def edited(self, pieces: Sequence[Piece], wanted: Mapping[Any, Any], path: Sequence[str]) -> str:
        """Return the text with pieces in place.

        Raises SpecError where it does not say what is `wanted`.
        """
        result = self.text
        for begin, end, text in sorted(pieces, key=lambda piece: piece[:2], reverse=True):
            result = result[:begin] + text.replace("\n", self.line_break) + result[end:]
        try:
            after = parse_yaml(result, self.where) or {}
        except SpecError:
            after = None
        if after != wanted:
            raise self.refused(path)
        return result

    def refused(self, path: Sequence[str]) -> SpecError:
        """Return the error of an entry that cannot be changed as it is written."""
        return SpecError(
            f"{self.where}: `{'.'.join(path)}` cannot be changed as it is written; write one entry on each line"
        )

    def entries(self, path: Sequence[str]) -> list[Entry]:
        """Return the entries along a path, as far as they are there.

        Raises SpecError for an entry that stands at an alias.
        """
        found: list[Entry] = []
        node, held = self.root, self.words
        for word in path:
            if node is None or node.id != "mapping":
                break
            at = next((place for place, (key, _) in enumerate(node.value) if key.value == word), None)
            if at is None:
                break
            name = list(held)[at] if len(held) == len(node.value) else word
            key, value = node.value[at]
            if value.start_mark.index < key.end_mark.index or name not in held:
                raise self.refused(path)
            found.append(Entry(name, key, value, node))
            node, held = value, held[name]
        return found

    def with_value(self, path: Sequence[str], value: Any, deep: int) -> list[Piece]:
        """Return the pieces that set the value at a path; see the function of the same name."""
        found = self.entries(path)
        if len(found) == len(path):
            return self._replaced(found[-1], value, deep)
        rest = path[len(found) :]
        node = found[-1].value if found else self.root
        deep += len(rest) - 1
        for word in reversed(rest[1:]):
            value = {word: value}
        if node is None or (node.id == "mapping" and (node.value or not found)):
            return self._inserted(node, rest[0], value, deep)
        if not node.value or _is_empty(node):
            return self._replaced(found[-1], {rest[0]: value}, deep + 1)
        if len(rest) == 1 and path[0] in MAPPED and _is_names(node):
            return self._mapped(node, rest[0], value)
        raise self.refused(path)

    def column_taken(self, column: str, word: str, wanted: dict[Any, Any]) -> Removal:
        """Return what takes a column out of a word, also of what is `wanted`."""
        found = self.entries((word,))
        if not found:
            raise self.refused((word,))
        name, key, node, _ = found[0]
        if node.id == "scalar":
            if node.value != column or _is_empty(node):
                raise self.refused((word,))
            if word == "individual":
                del wanted[name]
                return self.taken(self.root, key)
            wanted[name] = []
            return self._scalar_taken(node)
        items = _items(node)
        at = next((place for place, (first, _) in enumerate(items) if first.value == column), None)
        if at is None or len(wanted[name]) != len(items):
            raise self.refused((word,))
        if isinstance(wanted[name], dict):
            del wanted[name][list(wanted[name])[at]]
        else:
            del wanted[name][at]
        taken = self.taken(node, items[at][0])
        if wanted[name] or node.flow_style:
            return taken
        colon = self._colon(key)
        return Removal([*taken.pieces, Piece(colon, colon, " {}" if node.id == "mapping" else " []")], taken.comment)

    def with_individual(self, column: str, comment: str, wanted: dict[Any, Any]) -> list[Piece]:
        """Return the pieces that make a column tell people apart, also in what is `wanted`."""
        found = self.entries(("individual",))
        wanted[found[0].name if found else "individual"] = column
        pieces = self.with_value(("individual",), column, 0)
        if not comment:
            return pieces
        if not found:
            *_, added = pieces
            end = added.text.rstrip("\n")
            return [added._replace(text=f"{end}{INDENT}# {comment}{added.text[len(end) :]}")]
        place = max(self._colon(found[0].key), _end(self.text, found[0].value))
        old = COMMENT.match(self.text, place)
        return [Piece(place, place if old is None else old.end(), f"{INDENT}# {comment}"), *pieces]

    def with_column(self, word: str, columns: Sequence[AddedColumn], wanted: dict[Any, Any]) -> list[Piece]:
        """Return the pieces that add columns to a word, also to what is `wanted`."""
        found, names = self.entries((word,)), [column for column, _ in columns]
        name = found[0].name if found else word
        held = wanted.get(name)
        before = [*held] if isinstance(held, dict | list) else [] if held is None else [held]
        if not {*map(str, before)}.isdisjoint(names):
            raise self.refused((word,))
        mapped = isinstance(held, dict) if before else word in MAPPED
        new: Any = dict.fromkeys(names) if mapped else names
        wanted[name] = {**(held or {}), **new} if mapped else [*before, *new]
        form = "{}{}:{}\n" if mapped else "{}- {}{}\n"
        lines = [(scalar(column), f"{INDENT}# {comment}" if comment else "") for column, comment in columns]

        def block(indent: str) -> str:
            return "".join(form.format(indent, *line) for line in lines).rstrip("\n")

        in_flow = self.root is not None and self.root.flow_style
        if not found and not in_flow:
            return self._appended(f"{scalar(word)}:\n{block(self._margin + INDENT)}")
        if not found:
            pieces, line = self._inserted(self.root, word, new, 0), self._line_start(self.root)
        elif not before and not in_flow:
            return self._in_block(found[0], block(self._margin + INDENT))
        elif found[0].value.id != "scalar" and not found[0].value.flow_style:
            last = _items(found[0].value)[-1]
            place = self._line_end(max(_end(self.text, last[1]), last[0].end_mark.index))
            return [Piece(place, place, "\n" + block(self._indent(found[0].value)))]
        else:
            pieces = self._in_flow(found[0], names, mapped=mapped) if before else self._replaced(found[0], new, 0)
            line = self._line_start(found[0].key)
        own = [
            f"{self._margin}# {name}: {comment}"
            for (name, _), (_, comment) in zip(lines, columns, strict=True)
            if comment
        ]
        there = set(BREAK.split(self.text))
        return [*pieces, Piece(line, line, "".join(f"{one}\n" for one in own if one not in there))]

    def taken(self, node: Any, first: Any) -> Removal:
        """Return what takes the item of a list or a mapping out that begins with a node.

        Raises SpecError where items stand at aliases.
        """
        items = _items(node)
        begins = [one.start_mark.index for one, _ in items]
        if begins != sorted(set(begins)):
            raise self.refused((str(first.value),))
        at = next(place for place, (one, _) in enumerate(items) if one is first)
        begin, end = begins[at], max(_end(self.text, items[at][1]), first.end_mark.index)
        if node.flow_style:
            return self._taken_in_flow(node, at, begin, end)
        found = COMMENT.match(self.text, end)
        return Removal(
            [Piece(self._line_start(first), self._next_line(end), "")], "" if found is None else found[1].strip()
        )

    def _taken_in_flow(self, node: Any, at: int, begin: int, end: int) -> Removal:
        """Return what takes the item out that is at a place between the brackets of a node."""
        text, items = self.text, _items(node)
        before = max(_end(text, items[at - 1][1]), items[at - 1][0].end_mark.index) if at else node.start_mark.index + 1
        after = items[at + 1][0].start_mark.index if at + 1 < len(items) else node.end_mark.index - 1
        comma = re.compile(r"\s*,").match(text, end)
        close = end if comma is None or comma.end() > after else comma.end()
        blank = BLANKS.match(text, close)
        close = close if blank is None else blank.end()
        alone = close == self._line_end(close) or text[close] == "#"
        first = BREAK.search(text, before, begin) is not None
        if at and not first:
            return Removal([Piece(before, end, "")], "")
        found = COMMENT.match(text, close - 1) if alone else None
        comment = "" if found is None else found[1].strip()
        if not alone:
            return Removal([Piece(begin, close, "")], "")
        if first:
            return Removal([Piece(self._line_start(items[at][0]), self._next_line(close), "")], comment)
        return Removal([Piece(begin, self._line_end(close), "")], comment)

    def _scalar_taken(self, node: Any) -> Removal:
        """Return what leaves an empty list in place of one name, whose comment goes with it."""
        end = _end(self.text, node)
        found = COMMENT.match(self.text, end)
        if found is None:
            return Removal([Piece(node.start_mark.index, end, "[]")], "")
        return Removal([Piece(node.start_mark.index, found.end(), "[]")], found[1].strip())

    def _replaced(self, entry: Entry, value: Any, deep: int) -> list[Piece]:
        """Return the pieces that give an entry another value, on lines of its own or on one."""
        text, node = self.text, entry.value
        begin, end = node.start_mark.index, _end(text, node)
        if deep and isinstance(value, Mapping) and value and not entry.inside.flow_style:
            indent = " " * entry.key.start_mark.column + INDENT
            return self._in_block(entry, "\n".join(_lines(value, indent, deep - 1)))
        written = flow(value)
        if entry.inside.flow_style and COLON.match(text, entry.key.end_mark.index) is None:
            return [Piece(entry.key.end_mark.index, entry.key.end_mark.index, f": {written}")]
        colon = self._colon(entry.key)
        if node.id != "scalar" and not node.flow_style:
            return [Piece(colon, colon, f" {written}"), Piece(self._line_end(colon), self._line_end(end), "")]
        if begin >= end:
            return [Piece(colon, colon, f" {written}")]
        if value is None and not entry.inside.flow_style and begin < self._line_end(colon):
            return [Piece(colon, end, "")]
        if _is_literal(node):
            head = self._line_end(begin)
            found = COMMENT.search(text, begin, head)
            return [Piece(begin, head if found is None else found.start(), written), Piece(head, end, "")]
        return [Piece(begin, end, written if text[begin - 1].isspace() else f" {written}")]

    def _in_block(self, entry: Entry, lines: str) -> list[Piece]:
        """Return the pieces that give an entry the lines of a block; its line's comment stays."""
        text, node, colon = self.text, entry.value, self._colon(entry.key)
        end = max(colon, _end(text, node))
        begin = self._line_end(colon)
        if node.id != "scalar" and not node.flow_style:
            found = COMMENT.search(text, colon, begin)
        else:
            head = _is_literal(node)
            found = COMMENT.search(text, node.start_mark.index, begin) if head else COMMENT.match(text, end)
        comment = "" if found is None else found[0].rstrip()
        return [Piece(colon, self._line_end(end), f"{comment}\n{lines}")]

    def _inserted(self, node: Any, word: str, value: Any, deep: int) -> list[Piece]:
        """Return the pieces that add an entry at the end of a mapping, or to a spec without any."""
        if node is None or (node is self.root and not node.flow_style):
            return self._appended("\n".join(_lines({word: value}, self._margin, deep)).lstrip(" "))
        if node.flow_style:
            return self._into_brackets(node, f"{scalar(word)}: {flow(value)}")
        last = node.value[-1]
        place = self._line_end(max(_end(self.text, last[1]), last[0].end_mark.index))
        return [Piece(place, place, "\n" + "\n".join(_lines({word: value}, self._indent(node), deep)))]

    def _into_brackets(self, node: Any, written: str) -> list[Piece]:
        """Return the piece that adds an item, as it is written, behind the last in brackets."""
        if not node.value:
            return [Piece(node.start_mark.index + 1, node.start_mark.index + 1, written)]
        first, last = _items(node)[-1]
        place = max(_end(self.text, last), first.end_mark.index)
        return [Piece(place, place, f" , {written}" if self.text[place - 1] == ":" else f", {written}")]

    def _in_flow(self, entry: Entry, names: Sequence[str], *, mapped: bool) -> list[Piece]:
        """Return the pieces that add names to a list or a mapping in brackets, or to one name."""
        node = entry.value
        form = "{}: " if mapped else "{}"
        if node.id != "scalar":
            return self._into_brackets(node, ", ".join(form.format(scalar(name)) for name in names))
        begin, end = node.start_mark.index, _end(self.text, node)
        return [Piece(begin, begin, "["), Piece(end, end, f", {', '.join(map(scalar, names))}]")]

    def _mapped(self, node: Any, name: str, value: Any) -> list[Piece]:
        """Return the pieces that make a mapping of names, with a value for one."""
        text, items = self.text, _items(node)
        if node.id == "scalar":
            begin, end = node.start_mark.index, _end(text, node)
            other = "" if node.value == name else ", " + scalar(name)
            return [Piece(begin, begin, "{"), Piece(end, end, f"{other}: {flow(value)}}}")]
        found = next((item for item, _ in items if item.value == name), None)
        pieces = []
        if node.flow_style:
            last = node.end_mark.index - 1
            pieces = [Piece(node.start_mark.index, node.start_mark.index + 1, "{"), Piece(last, last + 1, "}")]
            if found is None:
                return [*pieces, *self._into_brackets(node, f"{scalar(name)}: {flow(value)}")]
            return [*pieces, Piece(found.end_mark.index, found.end_mark.index, f": {flow(value)}")]
        for item, _ in items:
            dash = text.index("-", self._line_start(item))
            end = _end(text, item)
            pieces += [
                Piece(dash, item.start_mark.index, INDENT),
                Piece(end, end, f": {flow(value)}" if item is found else ":"),
            ]
        if found is None:
            place = self._line_end(_end(text, items[-1][1]))
            indent = self._indent(node) + INDENT
            pieces.append(Piece(place, place, f"\n{indent}{scalar(name)}: {flow(value)}"))
        return pieces

    def _appended(self, lines: str) -> list[Piece]:
        """Return the pieces that add lines behind the last entry of the spec, and its comments."""
        text = self.text
        place = len(text) if self.root is None else int(self.root.end_mark.index)
        begun = place == 0 or BREAK.fullmatch(text[place - 1]) is not None
        return [Piece(place, place, f"{'' if begun else chr(10)}{self._margin}{lines}\n")]

    @property
    def _margin(self) -> str:
        """The blanks before the words of the spec."""
        return "" if self.root is None or self.root.flow_style else self._indent(self.root)

    def _indent(self, node: Any) -> str:
        """Return the blanks before the items of a block."""
        found = BLANKS.match(self.text, self._line_start(_items(node)[0][0]))
        return "" if found is None else found[0]

    def _colon(self, key: Any) -> int:
        """Return the place behind the colon of a key. Raises SpecError for a key without one."""
        place = int(key.end_mark.index)
        found = COLON.match(self.text, place)
        if found is None:
            raise self.refused((str(key.value),))
        return place + len(found[0])

    def _line_start(self, node: Any) -> int:
        """Return the place at which the line of a node begins."""
        return int(node.start_mark.index - node.start_mark.column)

    def _line_end(self, place: int) -> int:
        """Return the place of the line break behind a place, or of the end of the text."""
        found = BREAK.search(self.text, place)
        return len(self.text) if found is None else found.start()

    def _next_line(self, place: int) -> int:
        """Return the place at which the line behind the one of a place begins."""
        found = BREAK.search(self.text, place)
        return len(self.text) if found is None else found.end()


def _items(node: Any) -> list[tuple[Any, Any]]:
    """Return the items of a list or a mapping, each as its first and its last node."""
    return [item if isinstance(item, tuple) else (item, item) for item in node.value]


def _end(text: str, node: Any) -> int:
    """Return the place behind the last mark of a node."""
    end = int(node.end_mark.index)
    if node.id == "scalar":
        return len(text[:end].rstrip()) if _is_literal(node) else end
    if node.flow_style or not node.value:
        return end
    return max(max(_end(text, last), int(first.end_mark.index)) for first, last in _items(node))


def _is_empty(node: Any) -> bool:
    """Return whether a node is the value of a key without one, or null."""
    return bool(node.id == "scalar" and (node.start_mark.index == node.end_mark.index or node.tag.endswith(":null")))


def _is_literal(node: Any) -> bool:
    """Return whether a node is a text on lines of its own, behind `|` or `>`."""
    return bool(node.id == "scalar" and node.style in {"|", ">"})


def _is_names(node: Any) -> bool:
    """Return whether a node is one name, or a list of names."""
    return node.id == "scalar" or (node.id == "sequence" and all(item.id == "scalar" for item in node.value))


def _lines(value: Mapping[str, Any], indent: str, deep: int) -> Iterator[str]:
    """Yield the lines of a block, whose own mappings are blocks as far down as it is `deep`."""
    for word, held in value.items():
        if deep and isinstance(held, Mapping) and held:
            yield f"{indent}{scalar(word)}:"
            yield from _lines(held, indent + INDENT, deep - 1)
        else:
            yield f"{indent}{scalar(word)}:" + ("" if held is None else f" {flow(held)}")
