"""From shared flags to a Spec or a Place."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_type_hints

from sqlmetrics.cli.options import (
    Database,
    Harmonise,
    Hierarchies,
    Individual,
    KAnonymity,
    KeepSuppressed,
    LDiversity,
    LevelOption,
    LogBase,
    MemoryLimit,
    Metrics,
    NullsOption,
    Orders,
    Partitions,
    Population,
    QuasiIdentifiers,
    Quiet,
    Relation,
    RiskThreshold,
    Sensitive,
    SpecFile,
    SuppressedMark,
    TempDirectory,
    Threads,
    Timeout,
    Url,
)
from sqlmetrics.engine.progress import Draw, Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.output.progress import draw_line
from sqlmetrics.spec.limits import Limits

if TYPE_CHECKING:
    from sqlmetrics.spec.spec import Spec


def limits_of(memory_limit: str | None, threads: int | None, temp_directory: Path | None, timeout: str | None) -> Limits:
    """Return the limits that the flags make. Raises SpecError."""
    from sqlmetrics.spec.spec import parse_spec

    words = {"memory_limit": memory_limit, "threads": threads, "temp_directory": temp_directory, "timeout": timeout}
    return parse_spec({word: value for word, value in words.items() if value is not None}, "the flags").limits


def drawn(quiet: bool) -> Draw | None:
    """Return what draws progress: a line on a terminal, unless it is to be quiet."""
    return draw_line if not quiet and sys.stderr.isatty() else None


def asked(
    relation: Relation = None,
    quasi_identifier: QuasiIdentifiers = None,
    sensitive: Sensitive = None,
    individual: Individual = None,
    population: Population = None,
    suppressed: SuppressedMark = None,
    keep_suppressed: KeepSuppressed = False,
    harmonise: Harmonise = False,
    partition: Partitions = None,
    order: Orders = None,
    hierarchy: Hierarchies = None,
    metric: Metrics = None,
    l: LDiversity = None,  # noqa: E741 - the flag's name
    k: KAnonymity = None,
    risk_threshold: RiskThreshold = None,
    log_base: LogBase = None,
    spec: SpecFile = None,
    level: LevelOption = None,
    nulls: NullsOption = None,
    database: Database = None,
    url: Url = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    temp_directory: TempDirectory = None,
    timeout: Timeout = None,
) -> Spec:
    """Return the spec that the flags make, alone or on top of a spec file. Raises SpecError."""
    from sqlmetrics.spec.reading import read_flags

    parameters = {"l": l, "k": k, "threshold": risk_threshold, "log_base": log_base}
    flags: dict[str, Any] = {
        "relation": relation,
        "database": database,
        "url": url,
        "quasi_identifiers": quasi_identifier,
        "sensitive": sensitive,
        "individual": individual,
        "population": population,
        "suppressed": suppressed,
        "keep_suppressed": keep_suppressed,
        "harmonise": harmonise,
        "partitions": partition,
        "orders": order,
        "hierarchies": hierarchy,
        "metrics": metric,
        "parameters": {name: value for name, value in parameters.items() if value is not None},
        "level": level,
        "nulls": nulls,
        "memory_limit": memory_limit,
        "threads": threads,
        "temp_directory": temp_directory,
        "timeout": timeout,
    }
    found = read_flags({word: value for word, value in flags.items() if value}, spec)
    if found.relation is None:
        raise SpecError("name the relation: a path, or a table with --database FILE.duckdb or --url URL")
    if found.database is not None and found.url is not None:
        raise SpecError("give one of --database and --url; the spec names the other")
    return found


@dataclass(frozen=True)
class Place:
    """Where relations lie, what a run may use there, and its course."""

    database: Path | None
    url: str | None
    limits: Limits
    progress: Progress

    @property
    def words(self) -> dict[str, Any]:
        """What functions that open relations are told of it."""
        return {"database": self.database, "url": self.url, "limits": self.limits, "progress": self.progress}


def place(
    database: Database = None,
    url: Url = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    temp_directory: TempDirectory = None,
    timeout: Timeout = None,
    quiet: Quiet = False,
) -> Place:
    """Return the place that the flags make. Raises SpecError."""
    if database is not None and url is not None:
        raise SpecError("give one of --database and --url")
    return Place(database, url, limits_of(memory_limit, threads, temp_directory, timeout), Progress(draw=drawn(quiet)))


def asking(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command whose first parameter is a Spec the flags of `asked` in its place."""
    return _gathering(command, asked, "spec")


def placed(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command whose first parameter is a Place the flags of `place`, after its own."""
    return _gathering(command, place, "place")


def _gathering(command: Callable[..., None], gather: Callable[..., Any], name: str) -> Callable[..., None]:
    """Give a command the flags of a function instead of its first parameter, which is what that returns."""
    shared = inspect.signature(gather).parameters
    first, *own = inspect.signature(command).parameters.values()

    @wraps(command)
    def call(**given: Any) -> None:
        flags = {flag: given.pop(flag) for flag in shared}
        command(gather(**flags), **given)

    later = {"Spec": object, "Limits": object}  # imported when a command runs: the help is there at once
    hints = get_type_hints(command, localns=later, include_extras=True) | get_type_hints(gather, localns=later, include_extras=True)
    ordered = (*shared.values(), *own) if gather is asked else (*own, *shared.values())
    parameters = [parameter.replace(annotation=hints[parameter.name]) for parameter in ordered]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    del call.__wrapped__
    assert first.name == name  # noqa: S101 - the decorated commands say so
    return call


def files_of_counts(spec: Spec, counts: bool, more: list[str] | None) -> list[str] | None:
    """Return the files of counts that --counts says the relations are, or None for a relation of records. Raises SpecError."""
    if more and not counts:
        raise SpecError(f"one relation is scored at a time, and {more[0]} is another; files of counts are added up with --counts")
    return [str(spec.relation), *(more or [])] if counts else None


def most_keys(subsets: str) -> int | Literal["all"]:
    """Return what --subsets says: the most keys of a combination, or all. Raises SpecError."""
    if subsets == "all":
        return "all"
    if not subsets.isdecimal() or int(subsets) < 1:
        raise SpecError(f"--subsets takes the most keys of a combination, at least 1, or all (found: {subsets})")
    return int(subsets)
