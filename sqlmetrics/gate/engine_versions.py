"""The engines of runs: their versions, and scores that DuckDB's alone may have changed."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from importlib.metadata import version
from itertools import pairwise

from sqlmetrics.engine.engine import fetch
from sqlmetrics.engine.source import opened
from sqlmetrics.errors import QueryError
from sqlmetrics.gate.history.rows import HistoryEntry
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.duckdb_versions import differing
from sqlmetrics.text import joined
from sqlmetrics.version import __version__

OF_DUCKDB = re.compile(r"\bduckdb ([^\s,]+)")
"""A pattern of DuckDB's version among the versions of a run."""

NUMBER = re.compile(r"\d+(?:\.\d+)+")
"""A pattern of the number of a server's version in what it says of itself."""

CHOSEN = re.compile(r"\(|\bwhere\b")
"""A pattern of the beginning of a user's own SQL in a relation's name: a query or a condition."""


def engine_of(spec: Spec, dialect: str) -> str:
    """Return the engine that computes a spec's scores, and its version where it says one."""
    engine = DIALECTS[dialect]
    if engine.client == "embedded":
        return f"{dialect} {version(dialect)}"
    if engine.version_query is None:
        return dialect
    try:
        with opened(spec.records, spec.place) as source:
            ((said,),) = fetch(source.engine, engine.version_query, source.name, "version")
    except QueryError:
        return dialect
    number = NUMBER.search(own_version(str(said).lower(), engine.version))
    return dialect if number is None else f"{dialect} {number[0]}"


def own_version(said: str, relative: str | None) -> str:
    """Return what a server says of its own version, which its parent's may stand before."""
    after = "" if relative is None else said.rpartition(relative)[2]
    return after if NUMBER.search(after) else said


def versions_text(engine: str) -> str:
    """Return the versions of sqlmetrics, of an engine where it is known, and of Python."""
    engines = (engine,) if engine else ()
    return ", ".join((f"sqlmetrics {__version__}", *engines, f"python {platform.python_version()}"))


def other_engine(relation: str, before: str, after: str) -> str | None:
    """Return that a change may come from DuckDB alone, None where nothing speaks for it.

    Its version is another one among the versions of the runs `before` and `after`, and the
    `where` or `query` in the name of the `relation` uses what versions compute otherwise.
    """
    old, new = (found[1] if (found := OF_DUCKDB.search(versions)) else None for versions in (before, after))
    own = CHOSEN.search(relation)
    if old is None or new is None or old == new or own is None:
        return None
    used = differing(relation[own.start() :])
    if not used:
        return None
    return (
        f"DuckDB {old} became {new}, and `where` or `query` uses {joined(used)}, which versions of DuckDB compute"
        " otherwise; a change may come from that alone"
    )


def changes_of_engine(runs: Sequence[HistoryEntry]) -> list[str]:
    """Return the runs of a job, of an entry each, since which DuckDB alone may change scores."""
    told = ((after, other_engine(after.relation, before.versions, after.versions)) for before, after in pairwise(runs))
    return [f"since run {after.run_id}: {text}" for after, text in told if text]
