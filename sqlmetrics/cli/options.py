"""The flags that commands share: the spec that those of a relation make, and what --output does."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sqlmetrics.spec.limits import THREADS


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
    list[str] | None,
    typer.Option("--quasi-identifier", "-q", metavar="COL", help="A column that an attacker may know; repeat it."),
]
Sensitive = Annotated[
    list[str] | None,
    typer.Option("--sensitive", "-s", metavar="COL", help="A column that an attacker wants to learn; repeat it."),
]
Individual = Annotated[
    str | None,
    typer.Option(
        "--individual", metavar="COL", help="The column that tells individuals apart; without it each record is one."
    ),
]
Population = Annotated[
    str | None,
    typer.Option(
        "--population",
        metavar="RELATION",
        help="Everybody whom the table is of, for k-map and the like.",
        show_default=False,
    ),
]
SuppressedMark = Annotated[
    str | None,
    typer.Option(
        "--suppressed", metavar="MARK", help="Records with this in every quasi-identifier are left out of the classes."
    ),
]
KeepSuppressed = Annotated[bool, typer.Option("--keep-suppressed", help="Keep these records as a class of their own.")]
Harmonise = Annotated[
    bool, typer.Option("--harmonise", help="Measure each sensitive attribute with the others among the keys.")
]
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
    typer.Option(
        "--hierarchy", metavar="COL=FILE", help="A sensitive attribute's hierarchy, `value;level 1;level 2`; repeat it."
    ),
]
LDiversity = Annotated[
    int | None,
    typer.Option("--l", metavar="L", help="The l of recursive (c,l)-diversity.  [default: 3]", show_default=False),
]
KAnonymity = Annotated[
    int | None,
    typer.Option(
        "--k", metavar="K", help="The k of the average class size.  [default: the smallest class's]", show_default=False
    ),
]
RiskThreshold = Annotated[
    float | None,
    typer.Option(
        "--risk-threshold",
        metavar="SHARE",
        help="The chance above which a record is at risk.  [default: 0.2]",
        show_default=False,
    ),
]
LogBase = Annotated[
    str | None,
    typer.Option(
        "--log-base",
        metavar="BASE",
        help="The logarithm of delta-disclosure, e or 2.  [default: e]",
        show_default=False,
    ),
]
Metrics = Annotated[
    list[str] | None,
    typer.Option("--metric", "-m", metavar="NAME", help="Only this metric; repeat it. `all` adds those on request."),
]
SpecFile = Annotated[
    Path | None,
    typer.Option(
        "--spec",
        metavar="FILE.yml",
        help="Read all this from a file; flags beside it take precedence.",
        show_default=False,
    ),
]
LevelOption = Annotated[
    Level | None,
    typer.Option(
        "--level", help="One score per table, or per equivalence class.  [default: table]", show_default=False
    ),
]
NullsOption = Annotated[
    Nulls | None,
    typer.Option(
        "--nulls",
        help="NULL is a category of its own, or its records are left out.  [default: category]",
        show_default=False,
    ),
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
    typer.Option(
        "--dialect",
        metavar="NAME",
        help="The SQL dialect to write.  [default: the URL's, or duckdb]",
        show_default=False,
    ),
]
PrintSql = Annotated[
    bool, typer.Option("--print-sql", help="Print the statement instead of running it; nothing is opened or read.")
]
ShowValues = Annotated[
    bool, typer.Option("--show-values", help="Name the key values of each class; without it only sizes are shown.")
]
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
Counts = Annotated[
    bool, typer.Option("--counts", help="The relation is a file of counts that `sqlmetrics count` wrote, or several.")
]
More = Annotated[
    list[str] | None,
    typer.Argument(help="With --counts, more files of counts, which are added up.", show_default=False),
]
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
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to a file instead of standard output.", show_default=False
    ),
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
    typer.Option(
        "--threads", min=1, max=THREADS, metavar="N", help="DuckDB's threads.  [default: the cores]", show_default=False
    ),
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
    str | None,
    typer.Option(
        "--timeout", metavar="TIME", help="Stop after this time: seconds, or 90s, 5m, 2h.", show_default=False
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Draw no progress on the terminal.")]


Releases = Annotated[
    list[str],
    typer.Argument(
        help="Releases: files, patterns or folders, or tables with --database or --url.", show_default=False
    ),
]
Original = Annotated[
    str,
    typer.Option(
        "--original",
        metavar="RELATION",
        help="What was released: a file or a table, as the releases.",
        show_default=False,
    ),
]
