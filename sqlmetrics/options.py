"""The flags that commands share: the spec that those of a relation make, and what --output does."""

from __future__ import annotations

import inspect
import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import typer

from sqlmetrics.errors import SpecError
from sqlmetrics.limits import THREADS, Limits

if TYPE_CHECKING:
    from rich.console import Console

    from sqlmetrics.findings import Findings
    from sqlmetrics.progress import Progress
    from sqlmetrics.spec import Spec


class Level(StrEnum):
    table = "table"
    class_ = "class"


class Nulls(StrEnum):
    category = "category"
    drop = "drop"


class Format(StrEnum):
    table = "table"
    json = "json"
    csv = "csv"
    parquet = "parquet"
    markdown = "markdown"


class ListFormat(StrEnum):
    table = "table"
    json = "json"
    csv = "csv"


Relation = Annotated[
    str | None,
    typer.Argument(
        help="A file, pattern or folder (Parquet, CSV, JSON), or a table with --database or --url; may stand in the spec.",
        show_default=False,
    ),
]
QuasiIdentifiers = Annotated[
    list[str] | None, typer.Option("--quasi-identifier", "-q", metavar="COL", help="A column that an attacker may know; repeat it.")
]
Sensitive = Annotated[
    list[str] | None, typer.Option("--sensitive", "-s", metavar="COL", help="A column that an attacker wants to learn; repeat it.")
]
Individual = Annotated[
    str | None, typer.Option("--individual", metavar="COL", help="The column that tells individuals apart; without it each record is one.")
]
Population = Annotated[
    str | None,
    typer.Option("--population", metavar="RELATION", help="Everybody whom the table is of, for k-map and the like.", show_default=False),
]
SuppressedMark = Annotated[
    str | None,
    typer.Option("--suppressed", metavar="MARK", help="Records with this in every quasi-identifier are left out of the classes."),
]
KeepSuppressed = Annotated[bool, typer.Option("--keep-suppressed", help="Keep these records as a class of their own.")]
Harmonise = Annotated[bool, typer.Option("--harmonise", help="Measure each sensitive attribute with the others among the keys.")]
Partitions = Annotated[
    list[str] | None,
    typer.Option(
        "--partition",
        metavar="COL=FILE",
        help="Recode a column by a CSV file `value,domain`, or by a level of a hierarchy, COL=FILE:LEVEL; repeat it.",
    ),
]
Orders = Annotated[
    list[str] | None,
    typer.Option(
        "--order",
        metavar="COL=VALUES",
        help="A sensitive attribute's values in order, COL=low,middle,high, or COL=natural for that of numbers and dates; repeat it.",
    ),
]
Hierarchies = Annotated[
    list[str] | None,
    typer.Option("--hierarchy", metavar="COL=FILE", help="A sensitive attribute's hierarchy, `value;level 1;level 2`; repeat it."),
]
LDiversity = Annotated[
    int | None, typer.Option("--l", metavar="L", help="The l of recursive (c,l)-diversity.  [default: 3]", show_default=False)
]
KAnonymity = Annotated[
    int | None,
    typer.Option("--k", metavar="K", help="The k of the average class size.  [default: the smallest class's]", show_default=False),
]
RiskThreshold = Annotated[
    float | None,
    typer.Option(
        "--risk-threshold", metavar="SHARE", help="The chance above which a record is at risk.  [default: 0.2]", show_default=False
    ),
]
LogBase = Annotated[
    str | None,
    typer.Option("--log-base", metavar="BASE", help="The logarithm of delta-disclosure, e or 2.  [default: e]", show_default=False),
]
Metrics = Annotated[
    list[str] | None, typer.Option("--metric", "-m", metavar="NAME", help="Only this metric; repeat it. `all` adds those on request.")
]
SpecFile = Annotated[
    Path | None,
    typer.Option("--spec", metavar="FILE.yml", help="Read all this from a file; flags beside it take precedence.", show_default=False),
]
LevelOption = Annotated[
    Level | None, typer.Option("--level", help="One score per table, or per equivalence class.  [default: table]", show_default=False)
]
NullsOption = Annotated[
    Nulls | None,
    typer.Option("--nulls", help="NULL is a category of its own, or its records are left out.  [default: category]", show_default=False),
]
Database = Annotated[
    Path | None,
    typer.Option(
        "--database",
        metavar="FILE.duckdb",
        help="The DuckDB file that holds the table or view; opened for reading only.",
        show_default=False,
    ),
]
Url = Annotated[
    str | None,
    typer.Option(
        "--url",
        metavar="URL",
        help="The database that holds the table or view, as a SQLAlchemy URL, or env:NAME for the variable that holds it.",
        show_default=False,
    ),
]
Dialect = Annotated[
    str | None,
    typer.Option("--dialect", metavar="NAME", help="The SQL dialect to write.  [default: the URL's, or duckdb]", show_default=False),
]
PrintSql = Annotated[bool, typer.Option("--print-sql", help="Print the statement instead of running it; nothing is opened or read.")]
ShowValues = Annotated[bool, typer.Option("--show-values", help="Name the key values of each class; without it only sizes are shown.")]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit",
        min=1,
        metavar="N",
        help="At class level, only the N riskiest classes of each target.  [default: 10 in table and markdown]",
        show_default=False,
    ),
]
Counts = Annotated[bool, typer.Option("--counts", help="The relation is a file of counts that `sqlmetrics count` wrote, or several.")]
More = Annotated[list[str] | None, typer.Argument(help="With --counts, more files of counts, which are added up.", show_default=False)]
Subsets = Annotated[
    str | None,
    typer.Option(
        "--subsets",
        metavar="MAX|all",
        help="Every combination of up to MAX quasi-identifiers, ranked by risk, and what each attribute adds.",
        show_default=False,
    ),
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file instead of standard output.", show_default=False)
]

MemoryLimit = Annotated[
    str | None,
    typer.Option(
        "--memory-limit",
        metavar="SIZE",
        help="What DuckDB keeps in memory, 1GB or 80%; the rest is spilled.  [default: 80%]",
        show_default=False,
    ),
]
Threads = Annotated[
    int | None,
    typer.Option("--threads", min=1, max=THREADS, metavar="N", help="DuckDB's threads.  [default: the cores]", show_default=False),
]
TempDirectory = Annotated[
    Path | None,
    typer.Option(
        "--temp-directory",
        metavar="DIR",
        help="The folder to spill to, in one of its own that is removed.  [default: the system's]",
        show_default=False,
    ),
]
Timeout = Annotated[
    str | None, typer.Option("--timeout", metavar="TIME", help="Stop after this time: seconds, or 90s, 5m, 2h.", show_default=False)
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Draw no progress on the terminal.")]


def limits_of(memory_limit: str | None, threads: int | None, temp_directory: Path | None, timeout: str | None) -> Limits:
    """Return the limits that the flags make. Raises SpecError."""
    from sqlmetrics.spec import parse_spec

    words = {"memory_limit": memory_limit, "threads": threads, "temp_directory": temp_directory, "timeout": timeout}
    return parse_spec({word: value for word, value in words.items() if value is not None}, "the flags").limits


def is_shown(quiet: bool) -> bool:
    """Return whether progress is drawn: on a terminal, unless it is to be quiet."""
    return not quiet and sys.stderr.isatty()


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
    from sqlmetrics.spec import read_flags

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
    from sqlmetrics.progress import Progress

    if database is not None and url is not None:
        raise SpecError("give one of --database and --url")
    return Place(database, url, limits_of(memory_limit, threads, temp_directory, timeout), Progress(shown=is_shown(quiet)))


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


def print_report(report: Callable[[Console], None], output: Path | None) -> None:
    """Print a report to the terminal, or write it to a file as a terminal of 120 columns would show it."""
    from rich.console import Console

    if output is None:
        report(Console(highlight=False))
        return
    text = io.StringIO()
    report(Console(highlight=False, width=120, file=text))
    write_output(text.getvalue(), output)


def write_output(text: str, output: Path | None) -> None:
    """Write a text to the file that --output names, whole or not at all, or to standard output."""
    from sqlmetrics.files import write_text

    if output is None:
        typer.echo(text, nl=False)
    else:
        write_text(output, text)


Releases = Annotated[
    list[str],
    typer.Argument(help="Releases: files, patterns or folders, or tables with --database or --url.", show_default=False),
]
Original = Annotated[
    str, typer.Option("--original", metavar="RELATION", help="What was released: a file or a table, as the releases.", show_default=False)
]


def print_findings(
    found: Findings, format_: Format, output: Path | None, report: Callable[[Console], None], markdown: Callable[[], str]
) -> None:
    """Print or write a comparison's result as --format and --output say; `report` prints it for a person, `markdown` tells it in a file."""
    from sqlmetrics.files import write_whole
    from sqlmetrics.findings import findings_csv, findings_json, write_findings

    for note in found.notes:
        typer.echo(f"sqlmetrics: {note}", err=True)
    if format_ is Format.parquet:
        if output is None:
            raise SpecError("--format parquet needs --output FILE")
        write_whole(output, lambda path: write_findings(found, path))
    elif format_ is Format.table:
        print_report(report, output)
    else:
        text = {Format.json: lambda: findings_json(found), Format.csv: lambda: findings_csv(found), Format.markdown: markdown}[format_]()
        write_output(text, output)
