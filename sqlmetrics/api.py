"""The Python interface: `score` measures a relation, its twin `sql` returns the statement that it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypedDict, Unpack

from sqlmetrics.catalogue import catalogue
from sqlmetrics.engine import Engine, counted, describe, fetch
from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.partition import Partition
from sqlmetrics.plan import Plan, build_plan, check_columns, check_population
from sqlmetrics.progress import Progress
from sqlmetrics.relation import relation_sql, table_sql
from sqlmetrics.render import DIALECTS, render
from sqlmetrics.scores import Score, Scores, Suppressed
from sqlmetrics.source import Source, opened
from sqlmetrics.spec import Spec, harmonised, parse_spec
from sqlmetrics.url import dialect_of_url
from sqlmetrics.version import __version__

Level = Literal["table", "class"]
Nulls = Literal["category", "drop"]


class Asked(TypedDict, total=False):
    """What `score` and `sql` can be asked besides the columns; the words are those of a spec.

    `partitions` maps a column to a file, a mapping from value to domain, or a dictionary such as {"cuts": [30, 60]}; `individual`
    names the column that tells people apart; `population` is a relation beside the table that holds everybody whom it is of.
    `suppressed` is the mark of a suppressed value, of all quasi-identifiers or of each: records that have all of them are left out
    of the classes, or with `keep_suppressed` a class of their own. With `harmonise` each sensitive attribute is measured with the
    others among the keys, in a statement of its own. `orders` lists the values of a sensitive attribute in order, or
    says "natural" for the order of numbers, dates and texts, and `hierarchies` names the file of its hierarchy: both for the
    distances of t-closeness. `metrics` narrows the catalogue, and `parameters` are what some metrics depend on, such as
    {"l": 3, "threshold": 0.2, "log_base": "e"}. `level` is "table" or "class", `nulls` "category" or "drop".
    `memory_limit` ("1GB", "80%"), `threads` and `temp_directory`, the folder to spill to, limit DuckDB where the caller passes no
    connection; `timeout` limits the call's time, in seconds or as "5m", wherever a statement can be stopped.
    """

    individual: str | None
    population: Path | str | None
    suppressed: str | Mapping[str, str] | None
    keep_suppressed: bool
    harmonise: bool
    partitions: Mapping[str, Any] | None
    orders: Mapping[str, Sequence[object] | str] | None
    hierarchies: Mapping[str, Path | str] | None
    metrics: Sequence[str] | str
    parameters: Mapping[str, Any] | None
    level: Level
    nulls: Nulls
    memory_limit: str | None
    threads: int | None
    temp_directory: Path | str | None
    timeout: float | str | None


def score(
    relation: Any,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    *,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
    limit: int | None = None,
    **asked: Unpack[Asked],
) -> Scores:
    """Return how much the quasi-identifiers give away of each sensitive attribute and of the identity.

    `relation` is a path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), a table or view of `connection`,
    of the file `database` or of the database of a SQLAlchemy `url`, or a pandas, polars or Arrow frame, which is not copied.
    `connection` is DuckDB's, any PEP 249 driver's, or a SparkSession: the same statement then runs there, in its dialect.
    `limit` keeps the riskiest classes at level `class`; for the other words see Asked.

    Raises SpecError for what cannot be measured as asked, QueryError where the engine fails.
    """
    spec = asked_spec(quasi_identifiers, sensitive, asked)
    return score_spec(relation, spec, connection=connection, database=database, url=url, show_values=True, limit=limit)


def sql(
    relation: Any,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    *,
    dialect: str = "duckdb",
    limit: int | None = None,
    count_table: str | None = None,
    **asked: Unpack[Asked],
) -> str:
    """Return the statement that `score` runs, in a dialect; it needs no database and returns the score records.

    With `count_table` they are two: one creates that table, reading the relation once, and one asks it.
    """
    spec = asked_spec(quasi_identifiers, sensitive, asked)
    return sql_spec(str(relation), spec, dialect=dialect, show_values=True, limit=limit, count_table=count_table)


def asked_spec(quasi_identifiers: Sequence[str] | str, sensitive: Sequence[str] | str, asked: Asked) -> Spec:
    """Return the spec that the words of a call make; a word without a value is as if it were not there."""

    def plain(value: Any) -> Any:
        if isinstance(value, Mapping):
            return dict(value)
        return str(value) if isinstance(value, Path) else value

    words: dict[str, Any] = {word: plain(value) for word, value in asked.items() if value is not None}
    if "orders" in words:
        words["orders"] = {column: values if isinstance(values, str) else list(values) for column, values in words["orders"].items()}
    for word, names in {"quasi_identifiers": quasi_identifiers, "sensitive": sensitive, "metrics": words.get("metrics", ())}.items():
        words[word] = [names] if isinstance(names, str) else list(names)
    return parse_spec(words, "the arguments")


def sql_spec(
    relation: str,
    spec: Spec,
    *,
    dialect: str | None = None,
    show_values: bool = False,
    limit: int | None = None,
    count_table: str | None = None,
) -> str:
    """Return the statement of a spec; class records name their key values only with `show_values`.

    Without a dialect it is that of the spec's URL, or DuckDB's.
    """
    texts = []
    for each in harmonised(spec):
        plan = build_plan(each, show_values=show_values, limit=limit)
        found, from_sql, population = located(relation, each, dialect)
        population = population if plan.populated else None
        if count_table is None:
            texts.append(statement(plan, relation, plan.entries(from_sql, population=population), found))
        else:
            name = count_table if not texts else f"{count_table}_{len(texts) + 1}"
            texts.append(staged(plan, relation, from_sql, population, found, name))
    return texts[0] if len(texts) == 1 else "".join(text if text.endswith(";\n") else text[:-1] + ";\n" for text in texts)


def located(relation: str, spec: Spec, dialect: str | None) -> tuple[str, str, str | None]:
    """Return the dialect of a statement that is printed, and the relation and the population as text of its FROM clause.

    Raises DialectError for a dialect that there is not, or that cannot read what is named.
    """
    dialect = dialect or ("duckdb" if spec.url is None else dialect_of_url(spec.url))
    if dialect not in DIALECTS:
        raise DialectError(f"unknown dialect '{dialect}'; there are: {', '.join(DIALECTS)}")
    table = spec.names_table
    population = None if spec.population is None else relation_sql(spec.population, dialect, table=table)
    return dialect, relation_sql(relation, dialect, table=table), population


def statement(plan: Plan, name: str, entries: Mapping[str, Any], dialect: str) -> str:
    """Return a plan's statement, of the relation or of its count table, below a comment that says what it computes."""
    return comment(*about(plan, name)) + render("score", entries, dialect=dialect) + "\n"


def staged(plan: Plan, name: str, from_sql: str, population: str | None, dialect: str, count_table: str) -> str:
    """Return the statement that creates the count table, and the one that scores from it."""
    counted = table_sql(count_table, dialect)
    count = render("count_table", plan.entries(from_sql), counted, dialect=dialect)
    query = render("score", plan.entries(from_sql, counted, population), dialect=dialect)
    first, *rest = about(plan, name)
    return (
        comment(first, *rest[:-1], f"step 1 of 2: count once; this is all that reads {name}")
        + f"{count};\n\n"
        + comment("step 2 of 2: ask the counts, as often as you like, and drop their table in the end", rest[-1])
        + f"{query};\n"
    )


def about(plan: Plan, name: str) -> list[str]:
    """Return what a statement computes, of which relation, and how its result is read, a line each."""
    keys = ", ".join(
        f"{column} (as {plan.recodings[column].name})" if column in plan.recodings else column for column in plan.quasi_identifiers
    )
    targets = ", ".join(
        target.name if target.partition is None else f"{target.name} (as {target.partition.name})" for target in plan.targets
    )
    nulls = "a category of its own" if plan.nulls == "category" else "left out"
    individual = f"; an individual is one {plan.individual}" if plan.individual is not None else ""
    return [
        f"sqlmetrics {__version__}: {', '.join(metric.name for metric in plan.metrics)}",
        f"of {name}: what {keys} tell about {targets}",
        f"NULL is {nulls}{individual}",
        f"a row per {'metric and target' if plan.level == 'table' else 'metric, target and class'}:"
        " direction says which way value is riskier, and reason why it is NULL",
    ]


def comment(*lines: str) -> str:
    """Return lines as SQL comments, which no character of theirs can end."""
    return "".join(f"-- {''.join(mark if mark.isprintable() else ' ' for mark in line)}\n" for line in lines)


def score_spec(
    relation: Any,
    spec: Spec,
    *,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
    show_values: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
) -> Scores:
    """Return the scores of a spec; see `score`. Class records name their key values only with `show_values`."""
    progress = progress or Progress()
    plans = [build_plan(each, show_values=show_values, limit=limit) for each in harmonised(spec)]
    progress.expect(sum(1 + plan.reads_extent for plan in plans))
    found = [_score(relation, plan, spec, connection, database, url, progress) for plan in plans]
    return replace(found[0], scores=tuple(score for scores in found for score in scores.scores), profile=tuple(progress.steps))


def _score(
    relation: Any, plan: Plan, spec: Spec, connection: Any, database: Path | str | None, url: str | None, progress: Progress
) -> Scores:
    """Return the scores of one statement."""
    with opened(relation, connection, database, url, spec.limits, progress) as source:
        return score_source(source, plan, str(spec.population))


def score_source(source: Source, plan: Plan, population_name: str = "") -> Scores:
    """Return the scores of a plan's statement, of a relation that is open."""
    engine, name, from_sql = source
    columns = describe(engine, from_sql, name)
    check_columns(plan, columns, name)
    read_sql = from_sql
    if plan.lists_texts(engine.limits):
        grouped = set(plan.columns) - {plan.individual}
        read_sql = source.listed([(name, of_type) for name, of_type in columns if name in grouped]).from_sql
    population = None
    if plan.populated:
        population = source.beside(population_name).from_sql
        check_population(plan, describe(engine, population, "the population"), population_name)
    entries = plan.entries(read_sql, population=population)
    with counted(engine, lambda: render("counting", entries, dialect=engine.dialect), name) as count_table:
        text = statement(plan, name, plan.entries(read_sql, count_table, population), engine.dialect)
        rows = fetch(engine, text, name)
    scores = tuple(as_record(row) for row in rows)
    if loses(scores):
        check_mapped(engine, plan.partitions, from_sql, name)
    check_populated(scores, name)
    extent = _extent(engine, plan, scores, from_sql, name)
    return Scores(
        relation=name,
        records=extent.records,
        individuals=extent.individuals,
        nulls=plan.nulls,
        left_out=extent.left_out,
        recodings={column: partition.name for column, partition in plan.recodings.items()},
        dialect=engine.dialect,
        version=__version__,
        scores=scores,
        suppressed=extent.suppressed,
    )


def as_record(row: Sequence[Any]) -> Score:
    """Return a row of the statement as a score record; drivers' own kinds of numbers and text are made plain."""
    plain: list[Any] = [part.decode() if isinstance(part, bytes | bytearray) else part for part in row]
    score = Score(*plain)
    return score._replace(records=int(score.records), value=None if score.value is None else float(score.value))


def loses(scores: Sequence[Score]) -> bool:
    """Return whether a score says that a partition leaves values out."""
    return any(score.reason == "a partition has no domain for some values" for score in scores)


def check_mapped(engine: Engine, partitions: Sequence[Partition], from_sql: str, name: str) -> None:
    """Raise SpecError with some of the values of a relation, and their records, that a partition leaves out."""
    for partition in partitions:
        if partition.unmapped == "error" and partition.prefix is None:
            rows = fetch(
                engine, render("unmapped", from_sql, partition.column, partition.recoding(), dialect=engine.dialect), name, "unmapped"
            )
            if rows:
                values, records = rows[0][2], rows[0][3]
                some = ", ".join(f"'{value}' ({count} records)" for value, count, *_ in rows)
                what = f"partition {partition.name} of '{partition.column}' has no domain for {values} values in {records} records"
                add = "add them, or say `unmapped: keep` or `unmapped: NAME`"
                raise SpecError(f"{what}: {some}{', ..' if values > len(rows) else ''}; {add}", public=f"{what}; {add}")


def check_populated(scores: Sequence[Score], name: str) -> None:
    """Raise SpecError where the population is not one that the table can be of."""
    reason = catalogue()["k_map"].undefined
    if any(score.reason == reason for score in scores):
        raise SpecError(
            f"{name} is not of this population: {reason}; it must hold everybody of the table, in columns of the same names and types"
        )


class Extent(NamedTuple):
    """What a relation holds, and what of it no score is measured on."""

    records: int
    individuals: int | None
    left_out: dict[str, int]
    suppressed: Suppressed | None = None


def _extent(engine: Engine, plan: Plan, scores: Sequence[Score], from_sql: str, name: str) -> Extent:
    """Return what the relation holds. Where the scores say it already, nothing is read for it."""
    if not plan.reads_extent:
        return Extent(scores[0].records, None, {})
    needed = {target.name: plan.needed(target) for target in plan.targets} if plan.nulls == "drop" else {}
    query = render("extent", from_sql, plan.individual, list(needed.values()), plan.marks, dialect=engine.dialect)
    row = [None if part is None else int(part) for part in fetch(engine, query, name, "extent")[0]]
    records, *complete, suppressed, individuals = row
    assert records is not None  # noqa: S101 - a count is never NULL
    left_out = {target: records - count for target, count in zip(needed, complete, strict=True) if count is not None}
    return Extent(records, individuals, left_out, None if suppressed is None else Suppressed(suppressed, plan.keep_suppressed))


def whole_extent(engine: Engine, plan: Plan, from_sql: str, name: str) -> tuple[int, int | None]:
    """Return the records of a relation and, where a column tells them apart, its individuals."""
    row = fetch(engine, render("extent", from_sql, plan.individual, [], [], dialect=engine.dialect), name)[0]
    return int(row[0]), None if plan.individual is None else int(row[-1])
