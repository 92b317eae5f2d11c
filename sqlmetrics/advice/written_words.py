"""The words of a written spec that say what is known, and which limits hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmetrics.spec.fields import listed
from sqlmetrics.spec.spec import AttackerSpec, Spec


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
