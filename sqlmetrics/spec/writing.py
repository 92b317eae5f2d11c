"""Names and values as YAML that a spec reads back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import PurePath

PLAIN = re.compile(r"[A-Za-z_./][\w./-]*|[0-9]{1,9}(\.[0-9]{1,9})?%", re.ASCII)
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
