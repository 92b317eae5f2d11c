"""A connection in use: one thread of the caller at a time holds it, as it has one result."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlmetrics.errors import QueryError

_holders: dict[int, list[int]] = {}
_lock = threading.Lock()


def is_busy(error: Exception) -> bool:
    """Return whether a connection refused a statement, as another thread is using it."""
    return type(error).__name__ == "ResourceInUseException"  # which DuckDB has since 2.0


def busy() -> QueryError:
    """Return the error of a connection that is in use."""
    return QueryError(
        "the connection is busy with another call: give each thread a connection of its own, `connection.cursor()`; or"
        " it still gives the rows of a result: fetch them all"
    )


@contextmanager
def held_connection(connection: Any) -> Iterator[None]:
    """Hold a caller's connection for this thread. Raises QueryError where another one does.

    Without this, a thread of the caller could be given the rows of another one's statement.
    """
    key, thread = id(connection), threading.get_ident()
    with _lock:
        holders = _holders.setdefault(key, [])
        if any(holder != thread for holder in holders):
            raise busy()
        holders.append(thread)
    try:
        yield
    except Exception as error:
        if is_busy(error):
            raise busy() from None
        raise
    finally:
        with _lock:
            holders.remove(thread)
            if not holders:
                del _holders[key]
