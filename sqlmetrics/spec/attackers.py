"""Several attackers of one relation: the spec of each by itself."""

from __future__ import annotations

from typing import Any

from sqlmetrics.spec.spec import AttackerSpec, Spec

BY_KEY = ("partitions", "recoded")
"""The words of a spec with an entry for a quasi-identifier."""


def attackers_of(spec: Spec) -> dict[str, Spec]:
    """Return the spec of each attacker by name; a spec without attackers has none.

    It has the columns that the attacker knows, and the limits of the spec; the attacker's own take
    the place of limits of the same metric.
    """
    return {name: _spec_of(spec, attacker) for name, attacker in spec.attackers.items()}


def _spec_of(spec: Spec, attacker: AttackerSpec) -> Spec:
    keys = attacker.quasi_identifiers
    others = {*spec.quasi_identifiers} - {*keys}
    own: dict[str, Any] = {
        word: {column: entry for column, entry in getattr(spec, word).items() if column not in others}
        for word in BY_KEY
    }
    own |= {"quasi_identifiers": keys, "attackers": {}, "thresholds": {**spec.thresholds, **attacker.thresholds}}
    return spec.model_copy(update=own)
