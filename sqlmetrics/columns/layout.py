"""Columns by which a table is parted: of its layout alone, or with something of people."""

from __future__ import annotations

import re
from dataclasses import replace

from sqlmetrics.columns.kinds import words
from sqlmetrics.columns.look import Look
from sqlmetrics.phrase import Phrase

WHEN = Phrase(
    "the table is parted by it: it says when records came and is left out as layout; move it where others may know that"
)
SPREAD = Phrase(
    "the table is parted by it: it spreads records over files and is left out as layout, which nobody knows of people"
)
PARTED = "{reason}; the table is parted by it, and it is data: may others know it?"
"""The form of the reason where a column of people parts a table."""


def as_parted(look: Look) -> Look:
    """Return the look of a column by which a table is parted.

    Layout alone is left out, unless it identifies people; another column is unsure.
    """
    if look.identifies:
        return look
    said = {*re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", look.name).lower())}
    layout = words("times") | words("spreads")
    if said & layout and said <= layout | words("writers"):
        return replace(look, role="ignored", confidence="medium", reason=WHEN if said & words("times") else SPREAD)
    if look.role == "ignored":
        return look
    return replace(look, confidence="low", reason=Phrase(PARTED, reason=look.reason))
