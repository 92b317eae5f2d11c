"""Instances of DuckDB that wait for the next call of the process with the same settings.

To open and to close one takes longer than to score a thousand records. One call has an instance at
a time, so limits of memory are each call's own, and works on a cursor of its own. Temporary tables,
types, views and registered frames belong to the cursor and end with it; settings are locked.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST = 2
"""The most instances that wait: each has threads of its own."""

SPARE = 16 * 1024 * 1024
"""The most bytes of freed memory that an instance may hold while it waits."""

LEFT = f"""
select 1 from duckdb_tables() where not internal
union all select 1 from duckdb_views() where not internal
union all select 1 from duckdb_databases() where not internal and database_name <> 'memory'
union all select 1 from duckdb_memory() where memory_usage_bytes > if(tag = 'ALLOCATOR', {SPARE}, 0)
"""  # noqa: S608 - a number of ours
"""The query of a row for each thing that a call has left in an instance."""

_WAITING: list[Instance] = []
_LOCK = threading.Lock()


@dataclass(frozen=True, eq=False)
class Instance:
    """An instance of DuckDB: the connection that opened it, and the folder that it spills to.

    The `key` has all settings that it was opened with, and what it may read.
    """

    key: Hashable
    root: DuckDBPyConnection
    spill: Path


def taken(key: Hashable) -> Instance | None:
    """Return an instance that waits for a call with these settings, None where there is none."""
    with _LOCK:
        for place, instance in enumerate(_WAITING):
            if instance.key == key:
                return _WAITING.pop(place)
    return None


def wait(instance: Instance) -> None:
    """Let an instance whose call has ended well wait for the next, unless the call left something.

    The one that has waited for longest is closed where too many wait.
    """
    if not _is_as_it_was(instance):
        with suppress(Exception):
            instance.root.close()
        return
    with _LOCK:
        _WAITING.append(instance)
        others = [_WAITING.pop(0) for _ in range(len(_WAITING) - MOST)]
    for other in others:
        other.root.close()


def _is_as_it_was(instance: Instance) -> bool:
    """Return whether a call has left nothing in an instance; one that does not answer is not."""
    try:
        return not any(instance.spill.iterdir()) and not instance.root.execute(LEFT).fetchall()
    except Exception:
        return False


def close_waiting() -> None:
    """Close all instances that wait."""
    with _LOCK:
        _close_all()


def _close_all() -> None:
    while _WAITING:
        with suppress(Exception):
            _WAITING.pop().root.close()


def _before_fork() -> None:
    """Close what waits, as a child of the process has none of the threads of DuckDB."""
    _LOCK.acquire()
    _close_all()


atexit.register(close_waiting)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_LOCK.release, after_in_child=_LOCK.release)
