"""The specs that go with advice: of the view, and of the source where nothing is suppressed.

Both are whole specs, as mappings that `check` takes as they are: what passes is stated in the words
in which it was asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.credentials import blanked
from sqlmetrics.spec.advice import partition_words
from sqlmetrics.spec.fields import plain
from sqlmetrics.spec.spec import Spec
from sqlmetrics.spec.writing import flow, scalar

KEPT_WORDS = ("sensitive", "recoded", "individual", "parameters", "nulls", "orders", "ignored", "exact_names")
"""The words that hold of a view as they do of its source."""

PLACES = ("relation", "query", "where")
"""The words that say which records the source has."""

BY_ENTRY = ("recoded", "partitions", "thresholds")
"""The words that a text has an entry of in each line."""


def view_spec(spec: Spec, name: str, levels: Sequence[tuple[Generalization, int]], mark: str | None) -> dict[str, Any]:
    """Return the spec of the view, whose suppressed records have a mark if there are any.

    It says in words how each column was recoded.
    """
    words: dict[str, Any] = {"relation": name, **_place(spec), "quasi_identifiers": spec.quasi_identifiers}
    words |= {} if mark is None else {"suppressed": mark}
    kept = _kept(spec, {})
    recoded = kept.pop("recoded", {}) | {column.column: column.in_words(level) for column, level in levels if level}
    return words | ({"recoded": recoded} if recoded else {}) | kept


def source_spec(spec: Spec, levels: Sequence[tuple[Generalization, int]]) -> dict[str, Any] | None:
    """Return the spec of the source with its columns recoded; None where none of them is left."""
    keys = [column.column for column, level in levels if level < column.root]
    if not keys:
        return None
    partitions = {
        column.column: [dict(column.written[level - 1])] for column, level in levels if 0 < level < column.root
    }
    records: dict[str, Any] = {
        word: str(given) for word in PLACES if isinstance(given := getattr(spec, word), str) and given
    }
    kept = _kept(spec, partitions)
    roles = {*keys, *spec.sensitive}
    recoded = {column: told for column, told in kept.pop("recoded", {}).items() if column in roles}
    return {**records, **_place(spec), "quasi_identifiers": keys, **({"recoded": recoded} if recoded else {}), **kept}


def _place(spec: Spec) -> dict[str, Any]:
    """Return the place of a spec, without a URL that holds credentials."""
    words = {} if spec.database is None else {"database": str(spec.database)}
    return words | ({} if spec.url is None or blanked(spec.url) != spec.url else {"url": spec.url})


def _kept(spec: Spec, partitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words of a spec about all but its quasi-identifiers, with paths from here."""
    words = plain(spec.model_dump(include={*KEPT_WORDS}, exclude_defaults=True, exclude_none=True))
    words = {word: words[word] for word in KEPT_WORDS if words.get(word)}
    if allowed := {column: reason for column, reason in spec.identifiers.items() if reason}:
        words["identifiers"] = allowed
    if isinstance(spec.population, str):
        words["population"] = spec.population
    if spec.hierarchies:
        words["hierarchies"] = {column: str(spec.folder / path) for column, path in spec.hierarchies.items()}
    own = {
        column: [entry if entry == "raw" else partition_words(entry, spec.folder) for entry in entries]
        for column, entries in spec.partitions.items()
        if column in spec.sensitive
    }
    words |= {"partitions": all_} if (all_ := {**partitions, **own}) else {}
    limits = _whole(spec.model_dump(include={"thresholds"}, exclude_defaults=True).get("thresholds", {}))
    words["thresholds"] = {metric: entries if len(entries) > 1 else entries[0] for metric, entries in limits.items()}
    return words


def _whole(value: Any) -> Any:
    """Return a value with whole numbers in place of the floats in it that are whole."""
    if isinstance(value, dict):
        return {word: _whole(entry) for word, entry in value.items()}
    if isinstance(value, list):
        return [_whole(entry) for entry in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def spec_text(words: Mapping[str, Any], about: str) -> str:
    """Return a spec as YAML, below a comment."""
    lines = [f"# {''.join(mark if mark.isprintable() else ' ' for mark in about)}"]
    for word, value in words.items():
        if word in BY_ENTRY:
            lines += [f"{word}:", *(f"  {scalar(str(name))}: {flow(entry)}" for name, entry in value.items())]
        else:
            lines.append(f"{word}: {flow(value)}")
    return "\n".join(lines) + "\n"
