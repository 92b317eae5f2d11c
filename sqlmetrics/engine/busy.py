"""A connection in use: one thread of the caller at a time holds it, as it has one result."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlmetrics.errors import QueryError

_holders: dict[int, list[int]] = {}
_lock = threading.Lock()

CLOSED = "closed pending query"
"""What DuckDB below 2.0 says where another thread has run a statement in between."""


def is_busy(error: Exception) -> bool:
    """Return whether a statement was refused because another thread is using its connection."""
    return type(error).__name__ == "ResourceInUseException" or CLOSED in str(error)  # the class is of DuckDB 2.0


def busy() -> QueryError:
    """Return the error of a connection that is in use."""
    return QueryError(
        "the connection is busy with another call: give each thread a connection of its own, `connection.cursor()`; or"
        " it still gives the rows of a result: fetch them all"
    )


@contextmanager
def held_connection(connection: Any) -> Iterator[None]:
    """Hold a caller's connection for this thread.

    Without this, a thread of the caller could be given the rows of another one's statement. Raises
    QueryError where another thread holds the connection, or uses it by itself.
    """
    key, thread = id(connection), threading.get_ident()
    with _lock:
        _check_free(key)
        _holders.setdefault(key, []).append(thread)
    try:
        with _told_if_busy():
            yield
    finally:
        with _lock:
            _holders[key].remove(thread)
            if not _holders[key]:
                del _holders[key]


@contextmanager
def idle_connection(connection: Any) -> Iterator[None]:
    """Keep others from a connection for a moment, in which nothing waits and nothing else is held.

    Raises QueryError as `held_connection` does.
    """
    with _lock, _told_if_busy():
        _check_free(id(connection))
        yield


def _check_free(key: int) -> None:
    """Raise QueryError where another thread holds a connection."""
    if any(holder != threading.get_ident() for holder in _holders.get(key, ())):
        raise busy()


@contextmanager
def _told_if_busy() -> Iterator[None]:
    """Turn the error of a connection that is in use into ours."""
    try:
        yield
    except Exception as error:
        if is_busy(error):
            raise busy() from None
        raise
