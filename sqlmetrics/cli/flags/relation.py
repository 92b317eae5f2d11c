"""The flags of a relation, which make a spec: its roles, its place, and the limits of a run."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sqlmetrics.cli import completion
from sqlmetrics.cli.panels import ASKED, COUNTED, PLACE, RECODED, RUN, STATEMENT
from sqlmetrics.spec.limits import THREADS


class ScoreLevel(StrEnum):
    table = "table"
    class_ = "class"


class Nulls(StrEnum):
    category = "category"
    drop = "drop"


Relation = Annotated[
    str | None,
    typer.Argument(
        metavar="RELATION",
        help="A file, pattern or folder of Parquet, CSV or JSON, or a table with --database or --url;"
        " the spec may name it instead. A YAML file in its place is the spec.",
    ),
]
Query = Annotated[
    str | None,
    typer.Option(
        "--query",
        metavar="SQL",
        help="A query in the place of the relation, such as \"select * from 'people.parquet'\".",
        rich_help_panel=ASKED,
    ),
]
Where = Annotated[
    str | None,
    typer.Option(
        "--where",
        "--records-where",
        metavar="SQL",
        help='Only the records that an SQL expression holds for, such as "day = 1".',
        rich_help_panel=ASKED,
    ),
]
QuasiIdentifiers = Annotated[
    list[str] | None,
    typer.Option(
        "--quasi-identifier",
        "-q",
        metavar="COL",
        help="A quasi-identifier, a column that an attacker may know; repeat it.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
Sensitive = Annotated[
    list[str] | None,
    typer.Option(
        "--sensitive",
        "-s",
        metavar="COL",
        help="A sensitive attribute, a column that an attacker wants to learn; repeat it.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
Identifiers = Annotated[
    list[str] | None,
    typer.Option(
        "--identifier",
        metavar="COL",
        help="A column that names people outright; repeat it.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
Ignored = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore",
        metavar="COL",
        help="A column that is left out on purpose; repeat it.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
NoLook = Annotated[
    bool,
    typer.Option(
        "--no-look",
        help="Do not sample the columns without a role for what looks like identifiers.",
        rich_help_panel=ASKED,
    ),
]
Individual = Annotated[
    str | None,
    typer.Option(
        "--individual",
        metavar="COL",
        help="The column that tells individuals apart; without it, each record is one individual.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
Weight = Annotated[
    str | None,
    typer.Option(
        "--weight",
        metavar="COL",
        help="The column of survey weights, from which the risk in the population is estimated.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
Household = Annotated[
    str | None,
    typer.Option(
        "--household",
        metavar="COL",
        help="The column that tells households apart, for their risk; beside --weight.",
        rich_help_panel=ASKED,
        autocompletion=completion.names_of_columns,
    ),
]
Population = Annotated[
    str | None,
    typer.Option(
        "--population",
        metavar="RELATION",
        help="The relation of the whole population, for k-map and similar metrics.",
        rich_help_panel=COUNTED,
    ),
]
PopulationSize = Annotated[
    int | None,
    typer.Option(
        "--population-size",
        metavar="N",
        help="The number of people in the population that the table is a sample of, to estimate its uniqueness.",
        rich_help_panel=COUNTED,
    ),
]
SamplingFraction = Annotated[
    float | None,
    typer.Option(
        "--sampling-fraction",
        metavar="SHARE",
        help="The share of the population that is in the table, in place of the population's size.",
        rich_help_panel=COUNTED,
    ),
]
SuppressedMark = Annotated[
    str | None,
    typer.Option(
        "--suppressed",
        metavar="MARK",
        help="The mark of a suppressed value; a record with it in every quasi-identifier is in no class.",
        rich_help_panel=COUNTED,
    ),
]
KeepSuppressed = Annotated[
    bool,
    typer.Option(
        "--keep-suppressed", help="Keep the suppressed records as a class of their own.", rich_help_panel=COUNTED
    ),
]
Harmonise = Annotated[
    bool,
    typer.Option(
        "--harmonise",
        help="Measure each sensitive attribute with the other ones among the quasi-identifiers.",
        rich_help_panel=ASKED,
    ),
]
SHORT_FORMS = "COL=3 for the first characters, COL=year or COL=month of dates as 2026-11-23, COL=cuts:18,65 for bands"
"""Forms that need no file."""

HOW = (
    f"COL=FILE of lines `value,domain`, COL=FILE:LEVEL of a hierarchy, {SHORT_FORMS}, COL=raw,"
    " or COL={..} as in a spec"
)
"""The forms in which the command line writes a partition, for help and messages."""

HOW_LEVELS = f"COL=FILE of lines as `34;30-39;*`, no header, {SHORT_FORMS}, or COL={{..}} as in a spec"
"""The forms in which the command line writes the levels of a column, for help and messages."""

Partitions = Annotated[
    list[str] | None,
    typer.Option(
        "--partition",
        metavar="COL=FILE/FORM",
        help=f"How a column is recoded: {HOW}; repeat it.",
        rich_help_panel=RECODED,
        autocompletion=completion.partitions,
    ),
]
Orders = Annotated[
    list[str] | None,
    typer.Option(
        "--order",
        metavar="COL=VALUES",
        help="The order of a sensitive attribute's values, COL=low,middle,high, or COL=natural for numbers,"
        " dates and texts, NULL last; repeat it.",
        rich_help_panel=RECODED,
    ),
]
Hierarchies = Annotated[
    list[str] | None,
    typer.Option(
        "--hierarchy",
        metavar="COL=FILE",
        help="The hierarchy of a sensitive attribute: a file of lines as `34;30-39;*`, no header; repeat it.",
        rich_help_panel=RECODED,
    ),
]
Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        "-m",
        metavar="NAME",
        help="Only this metric, or `all` for every one of the level; repeat it.",
        rich_help_panel=ASKED,
        autocompletion=completion.metric_names,
    ),
]
LDiversity = Annotated[
    int | None,
    typer.Option("--l", metavar="L", help="The l of recursive (c,l)-diversity.  [default: 3]", rich_help_panel=COUNTED),
]
KAnonymity = Annotated[
    int | None,
    typer.Option(
        "--k",
        metavar="K",
        help="The k of the average class size.  [default: size of the smallest class]",
        rich_help_panel=COUNTED,
    ),
]
RiskThreshold = Annotated[
    float | None,
    typer.Option(
        "--risk-threshold",
        metavar="SHARE",
        help="The probability above which a record counts as at risk.  [default: 0.2]",
        rich_help_panel=COUNTED,
    ),
]
LogBase = Annotated[
    str | None,
    typer.Option(
        "--log-base",
        metavar="BASE",
        help="The base of the logarithm of delta-disclosure, e or 2.  [default: e]",
        rich_help_panel=COUNTED,
    ),
]
SpecFile = Annotated[
    Path | None,
    typer.Option(
        "--spec",
        metavar="FILE.yml",
        help="A spec file that holds these settings; flags take precedence over it."
        "  [default: sqlmetrics.yml of this folder, beside no other relation than its own]",
        rich_help_panel=ASKED,
    ),
]
NoSpec = Annotated[
    bool, typer.Option("--no-spec", help="Leave sqlmetrics.yml of this folder aside.", rich_help_panel=ASKED)
]
LevelOption = Annotated[
    ScoreLevel | None,
    typer.Option(
        "--level", help="Score the table, or each equivalence class.  [default: table]", rich_help_panel=ASKED
    ),
]
NullsOption = Annotated[
    Nulls | None,
    typer.Option(
        "--nulls",
        help="NULL is a category of its own, or the records that have it are dropped.  [default: category]",
        rich_help_panel=COUNTED,
    ),
]

Database = Annotated[
    Path | None,
    typer.Option(
        "--database",
        metavar="FILE.duckdb",
        help="The DuckDB file that holds the table or view; it is only read.",
        rich_help_panel=PLACE,
    ),
]
Url = Annotated[
    str | None,
    typer.Option(
        "--url",
        metavar="URL",
        help="The SQLAlchemy URL of the database that holds the table or view, or env:NAME for a variable that has it.",
        rich_help_panel=PLACE,
    ),
]
ExactNames = Annotated[
    bool,
    typer.Option(
        "--exact-names",
        help="Print names as they are spelt here, also in a dialect that folds unquoted names.",
        rich_help_panel=STATEMENT,
    ),
]
Trusted = Annotated[
    bool,
    typer.Option(
        "--trusted",
        help="The database file is your own: its views may read other files, and load extensions.",
        rich_help_panel=PLACE,
    ),
]
MemoryLimit = Annotated[
    str | None,
    typer.Option(
        "--memory-limit",
        metavar="SIZE",
        help="The memory that DuckDB uses before it spills, as 1GB or 80%.  [default: 80%]",
        rich_help_panel=RUN,
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        min=1,
        max=THREADS,
        metavar="N",
        help="The threads that DuckDB uses.  [default: the cores]",
        rich_help_panel=RUN,
    ),
]
TempDirectory = Annotated[
    Path | None,
    typer.Option(
        "--temp-directory",
        metavar="DIR",
        help="The folder that DuckDB spills to, in a subfolder that is removed.  [default: the system's]",
        rich_help_panel=RUN,
    ),
]
Timeout = Annotated[
    str | None,
    typer.Option(
        "--timeout",
        metavar="TIME",
        help="The time after which the run stops: seconds, or 90s, 5m, 2h.",
        rich_help_panel=RUN,
    ),
]
