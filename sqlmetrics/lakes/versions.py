"""Versions of tables with a log, as people@12 or people@2026-11-01 name them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlmetrics.errors import QueryError, SpecError


def version_word(text: str, name: str) -> int | datetime:
    """Return the number or the time that a text names; a time without a zone is UTC.

    Raises SpecError for any other text.
    """
    if text.isascii() and text.isdigit():
        return int(text)
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise SpecError(
            f"{name}: '{text}' is no version; write its number, as @12, or a time, as @2026-11-01 or @2026-11-01T08:30Z"
        ) from None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def version_at(time: datetime, versions: Sequence[tuple[int, datetime]], name: str) -> int:
    """Return the last version until a time, of versions in their order. Raises QueryError."""
    until = [version for version, made in versions if made <= time]
    if not until:
        first = f"; its first version was made at {versions[0][1]:%Y-%m-%d %H:%M:%S} UTC" if versions else ""
        raise QueryError(f"{name} has no version until {time:%Y-%m-%d %H:%M:%S %Z}{first}")
    return until[-1]
