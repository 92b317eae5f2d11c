"""What the fields of forms say: places, numbers that a person typed, and limits of one's own."""

from __future__ import annotations

from typing import Any

from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import BOUNDS
from sqlmetrics.output.page.words import SHARES
from sqlmetrics.phrase import Phrase
from sqlmetrics.statement.catalogue import catalogue


def number_up_to(text: str | None, most: int) -> int | None:
    """Return a number of a form, None where it is none, or more than there are."""
    return int(text) if text and text.isdecimal() and len(text) < 10 and int(text) <= most else None


def typed_number(text: str, wrong: Phrase) -> float:
    """Return a number that a person typed. Raises SpecError, which says what is `wrong`."""
    try:
        return float(text)
    except ValueError:
        raise SpecError(wrong) from None


def own_limit(metric: str, form: Any) -> dict[str, Any]:
    """Return a limit of one's own as a spec writes it. Raises SpecError for what is none."""
    if metric not in catalogue():
        raise SpecError(Phrase("choose what the limit is on"))
    own = catalogue()[metric]
    text = form.get("own", "").strip().rstrip("%").replace(",", ".")
    wrong = Phrase("the limit is a number (found: '{found}')", found=text[:40])
    limit = typed_number(text, wrong) / (100 if own.unit in SHARES else 1)
    entry: dict[str, Any] = {BOUNDS[own.direction]: int(limit) if limit == int(limit) else limit}
    source = " ".join(form.get("source", "").split())
    return entry | ({"source": source} if source else {})
