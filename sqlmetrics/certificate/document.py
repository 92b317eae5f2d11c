"""A certificate as JSON: the same certificate is the same bytes."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from sqlmetrics.certificate.certificate import SPARE, Certificate

ALWAYS = frozenset({"form", "reason"})
"""The fields of figures that are written even where they are None."""

FIGURE_DIGITS, DECIMALS = 10, 12
"""The significant digits, and decimals, of numbers: sums in parallel differ in their last ones."""


def certificate_text(certificate: Certificate) -> str:
    """Return a certificate as the text of its JSON file."""
    return json.dumps(document(certificate), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def certificate_hash(certificate: Certificate) -> str:
    """Return the SHA-256 of a certificate's JSON file."""
    return sha256(certificate_text(certificate).encode()).hexdigest()


def document(value: Any) -> Any:
    """Return a certificate, or a part of it, as JSON values with the names of its fields."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = {field: getattr(value, field.name) for field in dataclasses.fields(value)}
        return {
            field.name: document(part)
            for field, part in parts.items()
            if part is not None or not field.metadata.get(SPARE)
        }
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        spare = getattr(value, "_field_defaults", {})
        return {
            name: document(part)
            for name, part in zip(value._fields, value, strict=True)
            if part is not None or name not in spare or name in ALWAYS
        }
    if isinstance(value, Mapping):
        return {name: document(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [document(part) for part in value]
    return round(float(f"{value:.{FIGURE_DIGITS}g}"), DECIMALS) if isinstance(value, float) else value
