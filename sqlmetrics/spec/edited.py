"""Edits of a spec's text: entries are set, taken out, moved and added; all else stays as it is.

Comments, line ends and the forms of lists stay too. Each edit is read again, and is refused where
it has made anything but what was wanted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmetrics.spec.spec_text import AddedColumn, Removal, SpecText
from sqlmetrics.spec.writing import flow
from sqlmetrics.spec.yaml_file import parse_yaml


def with_value(text: str, where: str, path: Sequence[str], value: Any, deep: int = 0) -> str:
    """Return the text of a spec with the value of a word, or of a word's own word, and so on.

    Words of the path that are not there are written, as blocks; so is the value, as far down as it
    is `deep`, else on one line. Where the path leads to a column of a list, the list becomes a
    mapping. The comment behind a value stays. `where` is the spec's name in messages. Raises
    SpecError for an entry that cannot be set as it is written, such as one that stands at an alias.
    """
    spec = SpecText(text, where)
    wanted = _copy(spec.words)
    names = [entry.name for entry in spec.entries(path)]
    inner = wanted
    for word in [*names, *path[len(names) :]][:-1]:
        held = inner.get(word)
        if not isinstance(held, dict):
            listed = held if isinstance(held, list) else [] if held is None else [held]
            held = {one: None for one in listed if not isinstance(one, dict | list)}
        inner[word] = inner = held
    last = names[-1] if len(names) == len(path) else path[-1]
    inner[last] = parse_yaml(f"value: {flow(value)}", where)["value"]
    return spec.edited(spec.with_value(path, value, deep), wanted, path)


def without(text: str, where: str, path: Sequence[str]) -> str:
    """Return the text of a spec without an entry, and without the blocks that this leaves empty.

    Raises SpecError for an entry that cannot be taken out as it is written.
    """
    spec = SpecText(text, where)
    found = spec.entries(path)
    if len(found) < len(path):
        return text
    while len(found) > 1 and len(found[-1].inside.value) == 1:
        found.pop()
    wanted = inner = _copy(spec.words)
    for entry in found[:-1]:
        inner = inner[entry.name]
    inner.pop(found[-1].name, None)
    return spec.edited(spec.taken(found[-1].inside, found[-1].key).pieces, wanted, path)


def with_moved(text: str, where: str, column: str, source: str | None, target: str) -> str:
    """Return the text of a spec with a column moved from one word to another, with its comment.

    The words list columns, or are `individual`. A list that is left empty stays as an empty one.
    Without a `source` the column is new. Raises SpecError for a list that cannot be changed as it
    is written, and where the source does not have the column.
    """
    if source == target:
        return text
    spec = SpecText(text, where)
    wanted = _copy(spec.words)
    taken = Removal([], "")
    if source is not None:
        taken = spec.column_taken(column, source, wanted)
    if target == "individual":
        added = spec.with_individual(column, taken.comment, wanted)
    else:
        added = spec.with_column(target, [AddedColumn(column, taken.comment)], wanted)
    return spec.edited([*taken.pieces, *added], wanted, (target if source is None else source,))


def with_columns(text: str, where: str, columns: Mapping[str, Sequence[AddedColumn]]) -> str:
    """Return the text of a spec with columns added to the words that list them.

    `where` is its name in messages. Words that are not there are written at the end. Raises
    SpecError for a list that cannot be added to, such as one that stands at an alias.
    """
    for word, entries in columns.items():
        spec = SpecText(text, where)
        wanted = _copy(spec.words)
        text = spec.edited(spec.with_column(word, entries, wanted), wanted, (word,))
    return text


def _copy(value: Any) -> Any:
    """Return a copy of plain values, in which nothing is shared that aliases repeat."""
    if isinstance(value, dict):
        return {key: _copy(held) for key, held in value.items()}
    return [_copy(one) for one in value] if isinstance(value, list) else value
