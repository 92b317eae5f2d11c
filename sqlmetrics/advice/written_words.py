"""The specs of a recoding: one measures its view, and one the source where nothing is suppressed.

Both are whole, as mappings that `check` takes as they are: what passes is stated in the words in
which it was asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.advice.view import Recoding
from sqlmetrics.credentials import blanked
from sqlmetrics.spec.advice import partition_words
from sqlmetrics.spec.fields import listed, plain
from sqlmetrics.spec.spec import AttackerSpec, Spec
from sqlmetrics.spec.writing import flow, scalar


def known_words(spec: Spec, keys: Sequence[str]) -> dict[str, Any]:
    """Return the words that say what is known of the columns that are left.

    An attacker who knows none of these is left out; limits of two who know the same all hold.
    """
    if not spec.attackers:
        return {"quasi_identifiers": [*keys]}
    found: dict[frozenset[str], tuple[str, list[str], dict[str, Any]]] = {}
    for name, attacker in spec.attackers.items():
        columns = [column for column in attacker.quasi_identifiers if column in keys]
        known, own = frozenset(columns), limit_words(attacker)
        if known in found:
            name, columns, before = found[known]
            own = _both(limit_words(spec) | before, limit_words(spec) | own)
        if columns:
            found[known] = (name, columns, own)
    return {
        "attackers": {
            name: {"quasi_identifiers": columns, "thresholds": own} if own else columns
            for name, columns, own in found.values()
        }
    }


def _both(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return the limits of two attackers, each limit once."""
    limits: dict[str, list[Any]] = {}
    for own in (one, other):
        for metric, entries in own.items():
            held = limits.setdefault(metric, [])
            held += [entry for entry in listed(entries) if entry not in held]
    return dict(limits)


def limit_words(spec: Spec | AttackerSpec) -> dict[str, Any]:
    """Return the thresholds of a spec, or of an attacker, as they are written."""
    limits = _whole(spec.model_dump(include={"thresholds"}, exclude_defaults=True).get("thresholds", {}))
    return {metric: entries if len(entries) > 1 else entries[0] for metric, entries in limits.items()}


def _whole(value: Any) -> Any:
    """Return a value with whole numbers in place of the floats in it that are whole."""
    if isinstance(value, dict):
        return {word: _whole(entry) for word, entry in value.items()}
    if isinstance(value, list):
        return [_whole(entry) for entry in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


KEPT_WORDS = ("sensitive", "recoded", "individual", "parameters", "nulls", "orders", "ignored", "exact_names")
"""The words that hold of a view as they do of its source."""

PLACES = ("relation", "query", "where")
"""The words that say which records the source has."""

BY_ENTRY = ("attackers", "recoded", "partitions", "thresholds")
"""The words that a text has an entry of in each line."""


def view_spec(spec: Spec, name: str, levels: Sequence[tuple[Generalization, int]], mark: str | None) -> dict[str, Any]:
    """Return the spec of a view; `mark` stands in its suppressed records, if it has any.

    It says in words how each column was recoded.
    """
    words: dict[str, Any] = {"relation": name, **_place(spec), **known_words(spec, spec.quasi_identifiers)}
    words |= {} if mark is None else {"suppressed": mark}
    kept = _kept(spec, {})
    recoded = kept.pop("recoded", {}) | {column.column: column.in_words(level) for column, level in levels if level}
    return words | ({"recoded": recoded} if recoded else {}) | kept


def release_spec(
    spec: Spec, recoding: Recoding, place: Mapping[str, Any], columns: Sequence[str], *, dropped: bool
) -> dict[str, Any]:
    """Return the spec of a written release with some `columns`, whose `place` is in words.

    `dropped` is whether records were dropped, or starred.
    """
    levels = [(column, level) for column, level in recoding.levels if column.column in columns]
    keys = [column.column for column, _ in levels]
    gone: dict[str, Any] = {"sensitive": [column for column in spec.sensitive if column in columns]}
    gone |= {word: None for word in ("individual", "weight", "household") if getattr(spec, word) not in columns}
    gone |= {"ignored": {column: why for column, why in spec.ignored.items() if column in columns}}
    gone |= {"identifiers": {column: why for column, why in spec.identifiers.items() if column in columns}}
    own = spec.model_copy(update={**gone, "url": None, **place, "quasi_identifiers": keys})
    mark = recoding.mark if dropped and recoding.starred else None
    return view_spec(own, str(place["relation"]), levels, mark)


def source_spec(spec: Spec, levels: Sequence[tuple[Generalization, int]]) -> dict[str, Any] | None:
    """Return the spec of the source with its columns recoded; None where none of them is left.

    None as well where one is left out that earlier releases have.
    """
    keys = [column.column for column, level in levels if level < column.root]
    if not keys or (spec.released and len(keys) < len(levels)):
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
    return {**records, **_place(spec), **known_words(spec, keys), **({"recoded": recoded} if recoded else {}), **kept}


def _place(spec: Spec) -> dict[str, Any]:
    """Return the place of a spec, without a URL that holds credentials."""
    words = spec.place.files.given
    words |= {} if spec.database is None else {"database": str(spec.database)}
    return words | ({} if spec.url is None or blanked(spec.url) != spec.url else {"url": spec.url})


def _kept(spec: Spec, partitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words of a spec about all but its quasi-identifiers, with paths from here."""
    words = plain(spec.model_dump(include={*KEPT_WORDS}, exclude_defaults=True, exclude_none=True))
    words = {word: words[word] for word in KEPT_WORDS if words.get(word)}
    if allowed := {column: reason for column, reason in spec.identifiers.items() if reason}:
        words["identifiers"] = allowed
    if isinstance(spec.population, str):
        words["population"] = spec.population
    if spec.previous and all(isinstance(one, str) for one in spec.previous):
        words["previous"] = spec.previous
    if spec.hierarchies:
        words["hierarchies"] = {
            column: [str(spec.folder / path) for path in paths] if len(paths) > 1 else str(spec.folder / paths[0])
            for column, paths in spec.hierarchies.items()
        }
    own = {
        column: [entry if entry == "raw" else partition_words(entry, spec.folder) for entry in entries]
        for column, entries in spec.partitions.items()
        if column in spec.sensitive
    }
    words |= {"partitions": all_} if (all_ := {**partitions, **own}) else {}
    limits = limit_words(spec)
    return words | {word: held for word, held in (("thresholds", limits), ("limits", spec.limits)) if held}


def spec_text(words: Mapping[str, Any], about: str) -> str:
    """Return a spec as YAML, below a comment."""
    lines = [f"# {''.join(mark if mark.isprintable() else ' ' for mark in about)}"]
    for word, value in words.items():
        if word in BY_ENTRY:
            lines += [f"{word}:", *(f"  {scalar(str(name))}: {flow(entry)}" for name, entry in value.items())]
        else:
            lines.append(f"{word}: {flow(value)}")
    return "\n".join(lines) + "\n"
