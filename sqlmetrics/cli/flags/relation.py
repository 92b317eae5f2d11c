"""The flags of a relation, which make a spec: its roles, its place, and the limits of a run."""

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


Relation = Annotated[
    str | None,
    typer.Argument(
        help="A file, pattern or folder of Parquet, CSV or JSON, or a table with --database or --url;"
        " the spec may name it instead. A YAML file in its place is the spec."
    ),
]
ProfiledRelation = Annotated[
    str, typer.Argument(help="A file, pattern or folder of Parquet, CSV or JSON, or a table with --database or --url.")
]
Where = Annotated[
    str | None,
    typer.Option(
        "--where",
        "--records-where",
        metavar="SQL",
        help='Only the records that an SQL expression holds for, such as "day = 1".',
    ),
]
QuasiIdentifiers = Annotated[
    list[str] | None,
    typer.Option(
        "--quasi-identifier",
        "-q",
        metavar="COL",
        help="A quasi-identifier, a column that an attacker may know; repeat it.",
    ),
]
Sensitive = Annotated[
    list[str] | None,
    typer.Option(
        "--sensitive",
        "-s",
        metavar="COL",
        help="A sensitive attribute, a column that an attacker wants to learn; repeat it.",
    ),
]
Identifiers = Annotated[
    list[str] | None,
    typer.Option("--identifier", metavar="COL", help="A column that names people outright; repeat it."),
]
Ignored = Annotated[
    list[str] | None,
    typer.Option("--ignore", metavar="COL", help="A column that is left out on purpose; repeat it."),
]
NoLook = Annotated[
    bool, typer.Option("--no-look", help="Do not sample the columns without a role for what looks like identifiers.")
]
Individual = Annotated[
    str | None,
    typer.Option(
        "--individual",
        metavar="COL",
        help="The column that tells individuals apart; without it, each record is one individual.",
    ),
]
Population = Annotated[
    str | None,
    typer.Option(
        "--population", metavar="RELATION", help="The relation of the whole population, for k-map and similar metrics."
    ),
]
SuppressedMark = Annotated[
    str | None,
    typer.Option(
        "--suppressed",
        metavar="MARK",
        help="The mark of a suppressed value; a record with it in every quasi-identifier is in no class.",
    ),
]
KeepSuppressed = Annotated[
    bool, typer.Option("--keep-suppressed", help="Keep the suppressed records as a class of their own.")
]
Harmonise = Annotated[
    bool,
    typer.Option(
        "--harmonise", help="Measure each sensitive attribute with the other ones among the quasi-identifiers."
    ),
]
Partitions = Annotated[
    list[str] | None,
    typer.Option(
        "--partition",
        metavar="COL=FILE",
        help="The file that recodes a column: CSV `value,domain`, or FILE:LEVEL for a level of a hierarchy; repeat it.",
    ),
]
Orders = Annotated[
    list[str] | None,
    typer.Option(
        "--order",
        metavar="COL=VALUES",
        help="The order of a sensitive attribute's values, COL=low,middle,high, or COL=natural for numbers,"
        " dates and texts, NULL last; repeat it.",
    ),
]
Hierarchies = Annotated[
    list[str] | None,
    typer.Option(
        "--hierarchy",
        metavar="COL=FILE",
        help="The hierarchy of a sensitive attribute: a file of lines as `34;30-39;*`, no header; repeat it.",
    ),
]
Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric", "-m", metavar="NAME", help="Only this metric, or `all` for every one of the level; repeat it."
    ),
]
LDiversity = Annotated[
    int | None, typer.Option("--l", metavar="L", help="The l of recursive (c,l)-diversity.  [default: 3]")
]
KAnonymity = Annotated[
    int | None,
    typer.Option("--k", metavar="K", help="The k of the average class size.  [default: size of the smallest class]"),
]
RiskThreshold = Annotated[
    float | None,
    typer.Option(
        "--risk-threshold",
        metavar="SHARE",
        help="The probability above which a record counts as at risk.  [default: 0.2]",
    ),
]
LogBase = Annotated[
    str | None,
    typer.Option(
        "--log-base", metavar="BASE", help="The base of the logarithm of delta-disclosure, e or 2.  [default: e]"
    ),
]
SpecFile = Annotated[
    Path | None,
    typer.Option(
        "--spec", metavar="FILE.yml", help="A spec file that holds these settings; flags take precedence over it."
    ),
]
LevelOption = Annotated[
    Level | None,
    typer.Option("--level", help="Score the table, or each equivalence class.  [default: table]"),
]
NullsOption = Annotated[
    Nulls | None,
    typer.Option(
        "--nulls",
        help="NULL is a category of its own, or the records that have it are dropped.  [default: category]",
    ),
]

Database = Annotated[
    Path | None,
    typer.Option(
        "--database",
        metavar="FILE.duckdb",
        help="The DuckDB file that holds the table or view; it is only read.",
    ),
]
Url = Annotated[
    str | None,
    typer.Option(
        "--url",
        metavar="URL",
        help="The SQLAlchemy URL of the database that holds the table or view, or env:NAME for a variable that has it.",
    ),
]
ExactNames = Annotated[
    bool,
    typer.Option(
        "--exact-names",
        help="Print names as they are spelt here, also in a dialect that folds unquoted names.",
    ),
]
Trusted = Annotated[
    bool,
    typer.Option(
        "--trusted", help="The database file is your own: its views may read other files, and load extensions."
    ),
]
MemoryLimit = Annotated[
    str | None,
    typer.Option(
        "--memory-limit",
        metavar="SIZE",
        help="The memory that DuckDB uses before it spills, as 1GB or 80%.  [default: 80%]",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads", min=1, max=THREADS, metavar="N", help="The threads that DuckDB uses.  [default: the cores]"
    ),
]
TempDirectory = Annotated[
    Path | None,
    typer.Option(
        "--temp-directory",
        metavar="DIR",
        help="The folder that DuckDB spills to, in a subfolder that is removed.  [default: the system's]",
    ),
]
Timeout = Annotated[
    str | None,
    typer.Option("--timeout", metavar="TIME", help="The time after which the run stops: seconds, or 90s, 5m, 2h."),
]
