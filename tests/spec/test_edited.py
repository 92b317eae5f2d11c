"""Edits of a spec's text: they do what they say to its words, and nothing to any other line."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.edited import with_columns, with_moved, with_value, without
from sqlmetrics.spec.spec_text import MAPPED, AddedColumn
from sqlmetrics.spec.writing import scalar
from sqlmetrics.spec.yaml_file import parse_yaml

LISTS = ("identifiers", "quasi_identifiers", "sensitive", "ignored")
"""The words that list columns."""

NAMES = [
    *("zip", "birth_date", "b c", "#x", "x: y", "it's", 'say "hi"', "née", "line\nbreak", "null", "1", "- a", "{f}"),
    *("a,b", "*al", "[", "~", "é #", " lead", "\U0001f600", "a:b", "5%", "\u2028", "'", "yes", ":"),
]
"""Names of columns, most of which need quotes."""

LEAVES = [
    "5",
    "5%",
    "[1, 2]",
    "{a: 1, b: [x]}",
    "[1,\n    2]",
    "|  # in\n     text\n",
    '"two\n     lines"',
    "",
    "~",
    "x",
]
"""Values as they may be written behind a key."""


class Written(NamedTuple):
    """A spec as somebody may have written it.

    `owned` are its lines, each with the word that it belongs to; `comments` has the path of the
    entry that each comment stands behind.
    """

    text: str
    owned: list[tuple[str, str]]
    comments: dict[str, tuple[str, ...]]


class Writer:
    """Who writes specs in every form that YAML has for them."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self.draw = draw
        self.word = ""
        self.lines: list[tuple[str, str]] = []
        self.comments: dict[str, tuple[str, ...]] = {}

    def one_of(self, *choices: Any) -> Any:
        """Choose."""
        return self.draw(st.sampled_from(choices))

    def put(self, line: str) -> None:
        """Write a line, or several."""
        self.lines += [(self.word, one) for one in line.split("\n")]

    def behind(self, *path: str) -> str:
        """Write a comment behind an entry, or none."""
        if self.one_of(True, False):
            return ""
        name = f"c{len(self.comments)};"
        self.comments[name] = path
        return f"{self.one_of(' ', '   ')}# {name}"

    def above(self, indent: str, *path: str) -> None:
        """Write a line of a comment, a blank line, or none."""
        kind = self.one_of("", "", "", "blank", "comment")
        if kind:
            self.put(f"{indent}{self.behind(*path, 'above').strip()}" if kind == "comment" else "")

    def name(self, name: str) -> str:
        """Write a name in one of its forms."""
        quoted = "'" + name.replace("'", "''") + "'"
        return str(self.one_of(scalar(name), quoted)) if name.isprintable() else scalar(name)

    def columns(self, word: str, names: list[str]) -> None:
        """Write a word that lists columns."""
        self.word = word
        self.above("")
        form = self.one_of("list", "mapping", "flow", "flow mapping", "flow lines", "one")
        indent = self.one_of("  ", "    ", "") if form == "list" else self.one_of("  ", "    ")
        if not names:
            return self.put(f"{word}:{self.one_of('', ' []', ' {}', ' ~')}{self.behind(word)}")
        if form in {"list", "mapping"}:
            self.put(f"{word}:{self.behind(word)}")
            for name in names:
                self.above(indent, word)
                reason = self.one_of("", " why", " {a: 1}")
                entry = f"- {self.name(name)}" if form == "list" else f"{self.name(name)}:{reason}"
                self.put(f"{indent}{entry}{self.behind(word, name)}")
        elif form == "flow lines":
            last = self.one_of(",", "")
            first = self.behind(word)
            self.put(f"{word}: [{first}")
            for name in names:
                self.put(f"{indent}{self.name(name)}{last if name == names[-1] else ','}{self.behind(word, name)}")
            self.put(f"{indent}]{self.behind(word)}")
        elif form == "one" and len(names) == 1:
            self.put(f"{word}: {self.name(names[0])}{self.behind(word, names[0])}")
        elif form == "flow mapping":
            entries = [f"{self.name(name)}{self.one_of(': why', ': ', '')}" for name in names]
            self.put(f"{word}: {{{', '.join(entries)} }}{self.behind(word)}")
        else:
            self.put(f"{word}: [{', '.join(map(self.name, names))}]{self.behind(word)}")
        return None

    def tree(self, indent: str, path: tuple[str, ...], depth: int) -> None:
        """Write the entry at a path, with entries of its own or a value."""
        self.above(indent, *path[:-1])
        head = f"{indent}{self.name(path[-1])}:"
        if depth and self.one_of(True, False, True):
            self.put(f"{head}{self.behind(*path)}")
            deeper = indent + self.one_of("  ", "    ")
            for name in self.draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True)):
                self.tree(deeper, (*path, name), depth - 1)
            return
        leaf = self.one_of(*LEAVES).replace("\n", f"\n{indent}")
        block = leaf.startswith("|")
        self.put(f"{head} {leaf}{'' if block else self.behind(*path)}")


@st.composite
def specs(draw: Callable[[Any], Any]) -> Written:
    """Draw a spec as somebody may have written it."""
    writer = Writer(draw)
    names = draw(st.permutations(NAMES))
    if writer.one_of(False, False, True):
        writer.put("---")
    for word in draw(st.permutations(["individual", "release", "thresholds", "limits", *LISTS]))[
        : draw(st.integers(0, 8))
    ]:
        if word in LISTS:
            many = writer.one_of(0, 1, 2, 3)
            names, own = names[many:], names[:many]
            writer.columns(word, own)
        else:
            writer.word = word
            if word == "individual":
                writer.put(f"individual: {writer.name(names[0])}{writer.behind(word)}")
                names = names[1:]
            else:
                writer.tree("", (word,), 2)
    writer.word = ""
    writer.above("")
    text = "\n".join(line for _, line in writer.lines) + writer.one_of("\n", "")
    return Written(writer.one_of(text, text.replace("\n", "\r\n")), writer.lines, writer.comments)


def words_of(text: str) -> dict[str, Any]:
    """Return what a spec says."""
    return parse_yaml(text, "spec") or {}


def paths(words: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the paths of all entries."""
    if not isinstance(words, dict):
        return []
    return [found for name, held in words.items() for found in [(*path, name), *paths(held, (*path, name))]]


def check(spec: Written, result: str, wanted: dict[str, Any], edited: set[str], gone: Callable[..., bool]) -> None:
    """Hold a result to what was wanted, in order, and to the lines and comments of before."""
    found = words_of(result)
    assert repr(found) == repr(wanted), result
    left = result.splitlines()
    for word, line in spec.owned:
        if word not in edited and line.strip():
            assert line in left, (line, result)
            left = left[left.index(line) + 1 :]
    lost = [name for name, path in spec.comments.items() if name not in result and not gone(path)]
    assert not lost, (lost, result)
    if "\r\n" in spec.text:
        assert result.count("\n") == result.count("\r\n")


@settings(max_examples=40)
@given(spec=specs(), data=st.data())
def test_a_value_is_set(spec: Written, data: st.DataObject) -> None:
    """An entry at any path has the value, and all else is as it was."""
    words = words_of(spec.text)
    there = [path for path in paths(words) if path[0] not in LISTS]
    ways = [("release", "levels", "b c"), ("thresholds", "k"), ("limits",), ("individual",), ("advise", "need", "x: y")]
    mapped = [(word, name) for word in MAPPED for name in ("email", *(words.get(word) or ()))]
    path = data.draw(st.sampled_from([*there, *ways, *mapped]))
    value = data.draw(
        st.sampled_from(["5%", 11, ["a", "b: c"], {"prefix": 3}, "null", "left_out", True, "née #1", None])
    )
    deep = data.draw(st.sampled_from([0, 1, 2]))
    wanted, inner = deepcopy(words), words
    inner = wanted
    for word in path[:-1]:
        held = inner.get(word)
        if not isinstance(held, dict):
            if isinstance(held, list) and path[0] in MAPPED:
                held = dict.fromkeys(held)
            elif held and path[0] in MAPPED:
                held = {held: None}
            elif held:
                with pytest.raises(SpecError, match="cannot be changed as it is written"):
                    with_value(spec.text, "spec", path, value)
                return
        inner[word] = held = held or {}
        inner = held
    inner[path[-1]] = value
    result = with_value(spec.text, "spec", path, value, deep)
    check(spec, result, wanted, {path[0]}, lambda own: len(own) > len(path) and own[: len(path)] == path)


@settings(max_examples=30)
@given(spec=specs(), data=st.data())
def test_an_entry_is_taken_out(spec: Written, data: st.DataObject) -> None:
    """It is gone with the blocks that it leaves empty, and with no comment but theirs."""
    words = words_of(spec.text)
    path = data.draw(st.sampled_from([*paths(words), ("release", "none"), ("none",)]))
    result = without(spec.text, "spec", path)
    if path not in paths(words):
        assert result == spec.text
        return
    cut, wanted = path, deepcopy(words)
    while True:
        inner = wanted
        for word in cut[:-1]:
            inner = inner[word]
        del inner[cut[-1]]
        if inner or len(cut) == 1:
            break
        cut = cut[:-1]
    check(spec, result, wanted, {path[0]}, lambda own: own[: len(cut)] == cut)


@settings(max_examples=60)
@given(spec=specs(), data=st.data())
def test_a_column_is_moved(spec: Written, data: st.DataObject) -> None:
    """It stands in the other word with its own comment, and no comment is lost."""
    words = words_of(spec.text)
    listed = {word: [held] if isinstance(held := words.get(word) or [], str) else [*held] for word in LISTS}
    held = [(word, name) for word in LISTS for name in listed[word]]
    held += [("individual", words.get("individual"))] * ("individual" in words)
    source, column = data.draw(st.sampled_from([*held, (None, "new: one")]))
    target = data.draw(st.sampled_from([word for word in (*LISTS, "individual") if word != source]))
    wanted = deepcopy(words)
    if source == "individual":
        del wanted["individual"]
    elif source is not None and isinstance(wanted[source], dict):
        del wanted[source][column]
    elif source is not None:
        wanted[source] = [name for name in listed[source] if name != column]
    before = words.get(target)
    if target == "individual":
        wanted[target] = column
    elif isinstance(before, dict) if before else target in MAPPED:
        wanted[target] = {**(before or {}), column: None}
    else:
        wanted[target] = [*listed[target], column]
    result = with_moved(spec.text, "spec", column, source, target)
    check(spec, result, wanted, {target, source or ""}, lambda own: own == ("individual",) and target == own[0])
    for name, path in spec.comments.items():
        if path == (source, column):
            (line,) = [line for line in result.splitlines() if name in line]
            assert scalar(column) in line, result
    if source is not None and (target not in words or target != "individual"):
        back = words_of(with_moved(result, "spec", column, target, source))[source]
        assert column == back if source == "individual" else column in back


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        ("identifiers:\n- a  # c\n- b\n", ("identifiers", "b"), "identifiers:\n  a:  # c\n  b: kept\n"),
        ("identifiers: [a, b]  # c\n", ("identifiers", "c"), "identifiers: {a, b, c: kept}  # c\n"),
        ("identifiers: a  # c", ("identifiers", "a"), "identifiers: {a: kept}  # c"),
        ("a: 1\r\n# end", ("b", "c"), "a: 1\r\n# end\r\nb:\r\n  c: kept\r\n"),
        ("", ("b",), "b: kept\n"),
        ("{a: 1}  # c\n", ("b", "c"), "{a: 1, b: {c: kept}}  # c\n"),
        ("a:  # c\n  b: 1  # d\n\n# e\nf: 1\n", ("a", "c"), "a:  # c\n  b: 1  # d\n  c: kept\n\n# e\nf: 1\n"),
        ("a: 1\n...\n", ("b",), "a: 1\nb: kept\n...\n"),
    ],
)
def test_values_are_set_as_one_would_by_hand(text: str, edit: tuple[str, ...], expected: str) -> None:
    """The new line is where one looks for it, in the form of its surroundings."""
    assert with_value(text, "spec", edit, "kept") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sensitive:\n  - a  # c\n", "sensitive: []\nidentifiers:\n  a:  # c\n"),
        ("sensitive: [a, b]  # both\n", "sensitive: [b]  # both\nidentifiers:\n  a:\n"),
        ("sensitive: [b, a]\nidentifiers: [c]\n", "sensitive: [b]\nidentifiers: [c, a]\n"),
        ("sensitive: a  # c\nidentifiers: {c: why}\n", "sensitive: []\n# a: c\nidentifiers: {c: why, a: }\n"),
        ("sensitive: [a,  # c\n  b]\nidentifiers:  # d\n", "sensitive: [\n  b]\nidentifiers:  # d\n  a:  # c\n"),
    ],
)
def test_columns_are_moved_as_one_would_by_hand(text: str, expected: str) -> None:
    """Lists keep their form, and a comment that is of the whole list stays with it."""
    assert with_moved(text, "spec", "a", "sensitive", "identifiers") == expected


@pytest.mark.parametrize(
    "text",
    [
        "x: &a [b]\nidentifiers: *a\n",
        "x: &a b\nidentifiers: [*a]\n",
        "x: &a b\nidentifiers:\n  - *a\n",
        "<<: {identifiers: [b, c]}\nrelation: r\n",
        "identifiers: &a [b]\nx: *a\n",
        "identifiers: [b]\nidentifiers: [c]\n",
        "- identifiers\n",
        "identifiers: [&a b, &a c]\n",
        "identifiers:\n  b: {x: 1}\n  b: 2\n",
    ],
)
def test_what_stands_elsewhere_is_refused(text: str) -> None:
    """What an alias or a merge gives has no place of its own, and no word is there twice."""
    edits: list[Callable[[], str]] = [
        lambda: with_value(text, "spec", ("identifiers", "b"), "why"),
        lambda: with_moved(text, "spec", "b", "identifiers", "sensitive"),
        lambda: with_columns(text, "spec", {"identifiers": [AddedColumn("new", "why")]}),
    ]
    for edit in edits:
        with pytest.raises(SpecError, match=r"cannot be changed|is there twice|two anchors|a spec is a mapping"):
            edit()
