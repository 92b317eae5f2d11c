"""From shared flags to what commands take: a Spec, a Place, limits, progress; each set of flags is declared once."""

from __future__ import annotations

import csv
import inspect
import re
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, cast, get_type_hints

from sqlmetrics.cli.options import (
    Database,
    Format,
    Harmonise,
    Hierarchies,
    Individual,
    KAnonymity,
    KeepSuppressed,
    LDiversity,
    LevelOption,
    ListFormat,
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

if TYPE_CHECKING:
    from sqlmetrics.risk.combinations.results import Most
    from sqlmetrics.spec.limits import Limits
    from sqlmetrics.spec.place import Place
    from sqlmetrics.spec.spec import Spec

ROWS = 10
"""How many classes, values, records or combinations a report for people shows, unless `--limit` says otherwise."""


def gathering(**gatherers: Callable[..., Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the flags of other functions in place of the parameters of those names, which get what the functions return."""

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        parameters = inspect.signature(command).parameters
        own_hints = _hints(command, [str(parameters[name].annotation) for name in gatherers])
        flags: dict[str, inspect.Parameter] = {}
        for name, parameter in parameters.items():
            gatherer = gatherers.get(name)
            if gatherer is None:
                flags[name] = parameter.replace(annotation=own_hints[name], kind=inspect.Parameter.KEYWORD_ONLY)
                continue
            hints = _hints(gatherer, [])
            for flag, shared in inspect.signature(gatherer).parameters.items():
                flags[flag] = shared.replace(annotation=hints[flag], kind=inspect.Parameter.KEYWORD_ONLY)

        @wraps(command)
        def call(**given: Any) -> None:
            gathered = {
                name: gatherer(**{flag: given[flag] for flag in inspect.signature(gatherer).parameters})
                for name, gatherer in gatherers.items()
            }
            command(**gathered, **{name: given[name] for name in parameters if name not in gatherers})

        call.__signature__ = inspect.Signature(list(flags.values()))  # type: ignore[attr-defined]
        call.__annotations__ = {name: flag.annotation for name, flag in flags.items()}
        del call.__wrapped__
        return call

    return decorated


def _hints(function: Callable[..., Any], later: Sequence[str]) -> dict[str, Any]:
    """Return the types of a function's parameters.

    Types that are named in `later`, and what the function returns, are imported only when a command
    runs, so that the help is there at once.
    """
    unloaded = re.findall(r"\w+", " ".join([*later, str(inspect.signature(function).return_annotation)]))
    stand_ins = {name: object for name in unloaded if name != "None"}
    return get_type_hints(function, localns=stand_ins, include_extras=True)


def spec(
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
    parameters = {"l": l, "k": k, "threshold": risk_threshold, "log_base": log_base}
    return flags_spec(
        {
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
            "partitions": partitions_of(partition),
            "orders": orders_of(order),
            "hierarchies": pairs(hierarchy, "--hierarchy", "COL=FILE"),
            "metrics": metric,
            "parameters": {name: value for name, value in parameters.items() if value is not None},
            "level": level,
            "nulls": nulls,
            "memory_limit": memory_limit,
            "threads": threads,
            "temp_directory": temp_directory,
            "timeout": timeout,
        },
        spec,
    ).named()


def checked_spec(
    relation: Relation = None,
    spec: SpecFile = None,
    database: Database = None,
    url: Url = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    temp_directory: TempDirectory = None,
    timeout: Timeout = None,
) -> Spec:
    """Return the spec of a file that holds thresholds, with what the flags change of where and how it runs. Raises SpecError."""
    if spec is None:
        raise SpecError("name the spec that holds the thresholds: --spec FILE.yml")
    place = {"relation": relation, "database": database, "url": url}
    run = {"memory_limit": memory_limit, "threads": threads, "temp_directory": temp_directory, "timeout": timeout}
    return flags_spec(place | run, spec).named()


def place(
    database: Database = None,
    url: Url = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    temp_directory: TempDirectory = None,
    timeout: Timeout = None,
) -> Place:
    """Return the place that the flags make. Raises SpecError."""
    run = {"memory_limit": memory_limit, "threads": threads, "temp_directory": temp_directory, "timeout": timeout}
    return flags_spec({"database": database, "url": url} | run).place


def limits(
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    temp_directory: TempDirectory = None,
    timeout: Timeout = None,
) -> Limits:
    """Return the limits that the flags make. Raises SpecError."""
    return place(None, None, memory_limit, threads, temp_directory, timeout).limits


def progress(quiet: Quiet = False) -> Progress:
    """Return the course of a run, drawn as a line on a terminal, unless it is to be quiet."""
    return Progress(draw=drawn(quiet))


def drawn(quiet: Quiet = False) -> Draw | None:
    """Return what draws the course of a run: a line on a terminal, unless it is to be quiet."""
    return draw_line if not quiet and sys.stderr.isatty() else None


def flags_spec(flags: dict[str, Any], file: Any = None) -> Spec:
    """Return the spec that flags make, by its words, alone or on top of a spec file; a flag that is not given is no word."""
    from sqlmetrics.spec.reading import spec_over

    return spec_over({word: value for word, value in flags.items() if value}, "the flags", file)


def pairs(texts: list[str] | None, flag: str, form: str) -> dict[str, str]:
    """Return what is written as COL=VALUE, by column. Raises SpecError where it is not of that form."""
    found = {}
    for text in texts or ():
        column, equals, value = text.partition("=")
        if not equals or not column or not value:
            raise SpecError(f"{flag} {text}: write {form}")
        found[column] = value
    return found


def partitions_of(texts: list[str] | None) -> dict[str, list[Any]]:
    """Return the partitions that --partition names, a list for each column. Raises SpecError."""
    from sqlmetrics.spec.spec import parse_partition_file

    found: dict[str, list[Any]] = {}
    for text in texts or ():
        form = "COL=FILE, or COL=FILE:LEVEL for a level of a hierarchy"
        for column, path in pairs([text], "--partition", form).items():
            found.setdefault(column, []).append(parse_partition_file(path))
    return found


def orders_of(texts: list[str] | None) -> dict[str, Any]:
    """Return the orders that --order names, by column. Raises SpecError."""
    written = pairs(texts, "--order", "COL=natural, or COL=VALUE,VALUE,.. for values in order")
    return {column: values if values == "natural" else next(csv.reader([values])) for column, values in written.items()}


def shown_rows(limit: int | None, format_: Format | ListFormat) -> int | None:
    """Return how many rows of each list are asked for: in a report for people some, elsewhere all, unless a limit is given."""
    for_people = format_ in {Format.table, Format.markdown, ListFormat.table}
    return ROWS if limit is None and for_people else limit


def files_of_counts(spec: Spec, counts: bool, more: list[str] | None) -> list[str] | None:
    """Return the files of counts that --counts says the relations are, or None for a relation of records. Raises SpecError."""
    if more and not counts:
        raise SpecError(
            f"one relation is scored at a time, and {more[0]} is another; files of counts are added up with --counts"
        )
    return [spec.name, *(more or [])] if counts else None


def most_keys(subsets: str) -> Most:
    """Return what --subsets says, as Python callers say it: the most keys of a combination, or all."""
    return int(subsets) if subsets.isdecimal() else cast("Most", subsets)
