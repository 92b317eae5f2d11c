"""YAML that a user names becomes plain values: bounded while it is read, each error with its line.

Aliases are allowed where they stand for little: what they repeat counts as if it were written out.
Only tags of plain values are read; other tags are refused, and so are numbers that are not finite.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.bounds import DEEPEST, DIGITS
from sqlmetrics.spec.input_file import read_text
from sqlmetrics.text import brief

LARGEST = 4 * 1024 * 1024
"""The largest size of a file, in bytes, and the most characters that its aliases may make of it."""

VALUES = 100_000
"""The most values in a file, with the values that aliases repeat."""

LONGEST_KEY = 10**18
"""The first whole number that is too large for a key, unless it is in quotes."""

CORE = "tag:yaml.org,2002:"
"""The beginning of the tags of YAML's own types."""

KINDS = {
    "null": "an empty value",
    "bool": "a truth value",
    "int": "a whole number",
    "float": "a number",
    "timestamp": "a date",
    "str": "a text",
    "value": "a text",
}
"""The names of the plain types in messages, by tag."""

UNPRINTABLE = "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufeff\uff00-\ufffd\U00010000-\U0010ffff]"
"""A pattern of a character that YAML does not allow, such as NUL; it takes long to compile."""


class DocumentSize(NamedTuple):
    """The size of a value: values and characters, when written out, and levels of nesting."""

    values: int
    characters: int
    height: int


@dataclass
class _Reading:
    """The state of reading one file: its events, its anchors, and the size so far."""

    where: str
    events: Iterator[Any]
    anchors: dict[str, tuple[Any, DocumentSize] | None] = field(default_factory=dict)
    path: list[str] = field(default_factory=list)
    line: int = 1
    values: int = 0
    characters: int = 0

    def fail(self, problem: str) -> NoReturn:
        """Raise SpecError for a problem, with the file, the line and the key."""
        key = f"key '{brief('.'.join(self.path), 80)}': " if self.path else ""
        raise SpecError(f"{self.where}, line {self.line}: {key}{problem}")

    def add(self, size: DocumentSize) -> None:
        """Count a value in. Raises SpecError where the file holds too much, or too deep."""
        self.values += size.values
        self.characters += size.characters
        if len(self.path) + size.height > DEEPEST:
            self.fail(f"it is nested more than {DEEPEST} deep; write it flat")
        if self.values > VALUES or self.characters > LARGEST:
            self.fail(
                f"more than {VALUES:,} values or {LARGEST // 1024**2} MB, counted with what aliases repeat;"
                " put long mappings into CSV files"
            )


def read_yaml(path: Path, what: str, *, missing: str = "") -> Any:
    """Return the content of a YAML file as dictionaries, lists and plain values.

    `what` is the kind of file in messages, and `missing` says what to do where it is not there.

    Raises SpecError with the line and key of what is wrong.
    """
    text = read_text(path, what, largest=LARGEST, missing=missing, large="put long mappings into CSV files")
    return parse_yaml(text, str(path))


def parse_yaml(text: str, where: str) -> Any:
    """Return the content of a text in YAML; `where` is its name in messages. See `read_yaml`."""
    import yaml

    unprintable = re.search(UNPRINTABLE, text)
    if unprintable is not None:
        line = text.count("\n", 0, unprintable.start()) + 1
        raise SpecError(f"{where} is not valid YAML: line {line} has the character {unprintable[0]!r}; remove it")
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    reading = _Reading(where, yaml.parse(text, Loader=loader))
    try:
        return _document(reading)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark is not None else ""
        problem = brief(error.problem or error.context or "it cannot be parsed", 200)
        advice = "write a text that holds `: ` or ` #`, or that starts with a mark, in quotes"
        raise SpecError(f"{where} is not valid YAML: {place}{problem}; {advice}") from None
    except yaml.YAMLError:
        raise SpecError(f"{where} is not valid YAML: it cannot be parsed") from None


def _document(reading: _Reading) -> Any:
    """Return the only document of a stream, None where it is empty."""
    import yaml

    documents: list[Any] = []
    for event in reading.events:
        if isinstance(event, yaml.DocumentStartEvent):
            if documents:
                reading.line = _line(event)
                reading.fail("a second document begins; write one file for each")
            documents.append(_value(reading, next(reading.events))[0])
    return documents[0] if documents else None


def _value(reading: _Reading, event: Any) -> tuple[Any, DocumentSize]:
    """Return the value that begins with an event, and its size."""
    import yaml

    reading.line = _line(event)
    if isinstance(event, yaml.AliasEvent):
        return _repeated(reading, str(event.anchor))
    anchor = event.anchor
    if anchor is not None:
        reading.anchors[anchor] = None
    before = reading.values, reading.characters
    height = 0
    value: Any
    if isinstance(event, yaml.ScalarEvent):
        reading.add(DocumentSize(1, len(event.value), 0))
        value = _scalar(reading, event)
    else:
        reading.add(DocumentSize(1, 0, 1))
        mapping = isinstance(event, yaml.MappingStartEvent)
        if event.tag not in {None, "!", f"{CORE}{'map' if mapping else 'seq'}"}:
            reading.fail(f"the tag {brief(event.tag, 60)} is not allowed; leave it out")
        value, height = (_mapping if mapping else _sequence)(reading)
    size = DocumentSize(reading.values - before[0], reading.characters - before[1], height)
    if anchor is not None:
        reading.anchors[anchor] = value, size
    return value, size


def _line(event: Any) -> int:
    """Return the line, from 1, on which an event begins."""
    return int(event.start_mark.line) + 1


def _repeated(reading: _Reading, anchor: str) -> tuple[Any, DocumentSize]:
    """Return the value of an anchor, which counts as often as it is repeated."""
    if anchor not in reading.anchors:
        reading.fail(f"the alias *{brief(anchor, 60)} has no anchor above it; write the value itself")
    known = reading.anchors[anchor]
    if known is None:
        reading.fail(f"the alias *{brief(anchor, 60)} stands inside its own value; write the value itself")
    reading.add(known[1])
    return known


def _sequence(reading: _Reading) -> tuple[list[Any], int]:
    """Return the list whose first event was read, and its height."""
    import yaml

    values: list[Any] = []
    height = 0
    for event in reading.events:
        if isinstance(event, yaml.SequenceEndEvent):
            break
        reading.path.append(str(len(values)))
        value, size = _value(reading, event)
        reading.path.pop()
        values.append(value)
        height = max(height, size.height)
    return values, height + 1


def _mapping(reading: _Reading) -> tuple[dict[Any, Any], int]:
    """Return the dictionary whose first event was read, and its height. `<<` merges another."""
    import yaml

    values: dict[Any, Any] = {}
    merged: list[Any] = []
    seen: set[str] = set()
    height = 0
    for event in reading.events:
        if isinstance(event, yaml.MappingEndEvent):
            break
        if not isinstance(event, yaml.ScalarEvent):
            reading.line = _line(event)
            reading.fail("a key is a text or a number; write it out")
        name, line = event.value, _line(event)
        merging = name == "<<" and event.implicit[0]
        key = name if merging else _value(reading, event)[0]
        if name in seen:
            raise SpecError(
                f"{reading.where}: key '{brief(name, 80)}' (line {line}) is there twice; one of the two would be lost"
            )
        seen.add(name)
        reading.path.append(name)
        if isinstance(key, int) and abs(key) >= LONGEST_KEY:
            reading.fail("a key of more than 18 digits; write it in quotes")
        value, size = _value(reading, next(reading.events))
        height = max(height, size.height)
        if merging:
            merged = value if isinstance(value, list) else [value]
            if not all(isinstance(other, dict) for other in merged):
                reading.fail("`<<` takes a mapping, or a list of mappings")
        else:
            values[key] = value
        reading.path.pop()
    inherited: dict[Any, Any] = {}
    for other in reversed(merged):
        inherited |= other
    return inherited | values, height + 1


def _scalar(reading: _Reading, event: Any) -> Any:
    """Return the text, number, truth value, date or None of an event."""
    import yaml

    text, tag = event.value, event.tag
    if tag is None or tag == "!":
        resolver: Any = yaml.resolver.Resolver()
        tag = resolver.resolve(yaml.ScalarNode, text, event.implicit)
    kind = tag.removeprefix(CORE)
    if kind not in KINDS or not tag.startswith(CORE):
        reading.fail(f"the tag {brief(tag, 60)} is not allowed; leave it out")
    if kind in {"str", "value"}:
        return text
    if len(text) > DIGITS:
        reading.fail(f"{KINDS[kind]} has at most {DIGITS} characters; write it in quotes if it is text")
    constructor = yaml.constructor.SafeConstructor()
    try:
        value = getattr(constructor, f"construct_yaml_{kind}")(yaml.ScalarNode(tag, text))
    except (ValueError, LookupError, ArithmeticError, AttributeError, TypeError):
        reading.fail(f"'{brief(text, 60)}' is not {KINDS[kind]}; write it in quotes if it is text")
    if isinstance(value, float) and not math.isfinite(value):
        reading.fail(f"input should be a finite number; write '{brief(text, 60)}' in quotes if it is text")
    return value
