"""Counts that merge: the count table alone as a file, and scores of several such files added up."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Unpack

from sqlmetrics import foreign
from sqlmetrics.api import Asked, Extent, as_record, asked_spec, check_populated, comment, located, loses, statement
from sqlmetrics.count_file import (
    FORMAT,
    KEY,
    CountFile,
    Header,
    check_agreement,
    column_types,
    content,
    holders,
    named_files,
    only_null,
    partition_words,
    read_file,
    read_sql,
    said,
    same_type,
)
from sqlmetrics.engine import Engine, describe, fetch, own_engine
from sqlmetrics.errors import DialectError, QueryError, SpecError
from sqlmetrics.files import check_writable, write_whole
from sqlmetrics.fingerprint import files_of, of_files
from sqlmetrics.plan import Plan, build_plan, check_columns, check_population
from sqlmetrics.progress import Progress
from sqlmetrics.relation import READERS, check_files, is_path, relation_sql
from sqlmetrics.render import render
from sqlmetrics.scores import Scores, Suppressed
from sqlmetrics.source import Source, opened
from sqlmetrics.spec import Spec
from sqlmetrics.version import __version__

NO_PEOPLE = (
    "counts of individuals do not add up: a person in two files would count twice, and a file that told persons apart would hold who they"
    " are; leave `individual` out where each record is one, or score the relation itself"
)

TEXT_KEYS = {"mysql", "mariadb", "sqlserver"}
"""Dialects that group by texts, so that the counts hold numbers and dates as texts."""


class Counted(NamedTuple):
    """What a file of counts holds: its counts, the records that they count, and how many counts are of one record."""

    counts: int
    records: int
    single: int


def write_counts(
    relation: Any,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    *,
    output: Path | str,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
    **asked: Unpack[Asked],
) -> Counted:
    """Write how many records have each combination of key values and a sensitive value to a Parquet file; return how many those are.

    The arguments are those of `score`; quasi-identifiers are recoded before they are counted, sensitive attributes counted as they are, and
    `score_counts` scores such files added up. The file appears whole or not at all. It discloses: a count of one is a person.
    Raises SpecError for what cannot be counted as asked (individuals, types that Parquet does not hold), QueryError where the engine fails.
    """
    spec = asked_spec(quasi_identifiers, sensitive, asked)
    return write_counted(relation, spec, Path(output), connection=connection, database=database, url=url)


def score_counts(
    files: Sequence[Path | str] | Path | str,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    *,
    limit: int | None = None,
    **asked: Unpack[Asked],
) -> Scores:
    """Return the scores of all that files of counts count, equal to those of the relations together; see `score`.

    `files` are paths, patterns and folders. Without columns all that were counted are scored; some of them may be named, and the counts
    are then rolled up. Partitions of sensitive attributes are applied here. Raises SpecError where the files, or what is asked, do not
    agree with what was counted, QueryError where a file cannot be read.
    """
    spec = asked_spec(quasi_identifiers, sensitive, asked)
    return score_counted([files] if isinstance(files, str | Path) else files, spec, show_values=True, limit=limit)


def counting_plan(spec: Spec) -> Plan:
    """Return the plan that counts what a spec names, whatever it scores. Raises SpecError for what counts cannot hold."""
    if spec.individual is not None:
        raise SpecError(NO_PEOPLE)
    if spec.harmonise:
        raise SpecError("harmonise measures each sensitive attribute with the others among the keys: count these with -q, each by itself")
    partitions = {column: entries for column, entries in spec.partitions.items() if column not in spec.sensitive}
    scored_only: dict[str, Any] = {"partitions": partitions, "orders": {}, "hierarchies": {}, "metrics": [], "level": "table"}
    return build_plan(spec.model_copy(update=scored_only | {"population": None}))


def count_entries(plan: Plan, from_sql: str) -> dict[str, Any]:
    """Return what the template `count_rows` takes: suppressed records are told apart also where they are kept as a class."""
    return plan.entries(from_sql) | {"suppressed": plan.marks}


def count_sql(relation: str, spec: Spec, *, dialect: str | None = None) -> str:
    """Return the statement that counts, in a dialect; it needs no database."""
    plan = counting_plan(spec)
    dialect, from_sql, _ = located(relation, spec.model_copy(update={"population": None}), dialect)
    keys = ", ".join(plan.quasi_identifiers)
    of = f" and {', '.join(spec.sensitive)}" if spec.sensitive else ""
    about = comment(f"sqlmetrics {__version__}: the records of {relation} by {keys}{of}", "a count of one is a person")
    return about + render("count_rows", count_entries(plan, from_sql), dialect=dialect) + "\n"


def write_counted(
    relation: Any,
    spec: Spec,
    output: Path,
    *,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
    progress: Progress | None = None,
) -> Counted:
    """Write the counts of a spec; see `write_counts`."""
    if not output.name.lower().endswith(READERS["read_parquet"]):
        raise SpecError(f"counts are a Parquet file, with what they were counted with in its metadata; name it {output.stem}.parquet")
    check_writable(output)
    plan = counting_plan(spec)
    with opened(relation, connection, database, url, spec.limits, progress) as source:
        columns = describe(source.engine, source.from_sql, source.name)
        check_columns(plan, columns, source.name)
        query = render("count_rows", count_entries(plan, source.from_sql), dialect=source.engine.dialect)
        header = _header(plan, source, dict(columns), spec, relation, tables=(connection, database, url) != (None, None, None))
        found = Counted(0, 0, 0)

        def write(path: Path) -> None:
            nonlocal found
            with tempfile.TemporaryDirectory(prefix=f".{output.name}.", dir=output.parent) as folder:
                part = Path(folder) / "counts.parquet"
                if source.engine.dialect == "duckdb":
                    found = _copy(source.engine, query, part, path, header, source.name)
                else:
                    with own_engine(replace(spec.limits, timeout=None)) as engine:
                        gathered = _gather(source.engine, query, engine, header, source.name)
                        found = _copy(engine, gathered, part, path, header, source.name)

        write_whole(output, write)
    return found


def _header(plan: Plan, source: Source, types: Mapping[str, str], spec: Spec, relation: Any, *, tables: bool) -> Header:
    files = [] if tables or not isinstance(relation, str | Path) else files_of(str(relation))

    def kind(column: str) -> str:
        if source.engine.dialect in TEXT_KEYS:
            return "TEXT"
        return "ENUM" if types[column].startswith("ENUM") else types[column]

    return Header(
        format=FORMAT,
        version=__version__,
        dialect=source.engine.dialect,
        quasi_identifiers=list(plan.quasi_identifiers),
        sensitive=list(dict.fromkeys(target.column for target in plan.targets if target.column is not None)),
        recodings={column: partition_words(partition) for column, partition in plan.recodings.items()},
        nulls=spec.nulls,
        suppressed=plan.suppressed,
        keep_suppressed=plan.keep_suppressed,
        types={column: kind(column) for column in plan.columns},
        records=0,
        source=_source(files),
    )


def _source(files: Sequence[Path]) -> str:
    """Return a text that two counts of the same files at the same place share, and no two others."""
    if not files:
        return f"table:{uuid.uuid4().hex}"
    folders = sorted({str(file.resolve().parent) for file in files})
    return "files:" + sha256(repr((of_files(files), folders)).encode()).hexdigest()


BATCH = 100_000
"""How many counts of another database are in memory at a time, as Python's values."""


def _gather(source: Engine, query: str, engine: Engine, header: Header, name: str) -> str:
    """Return the query of what another database counted, put into tables of DuckDB batch by batch, a list per column."""
    columns = header.columns
    tables: dict[str, str] = {}
    for number, rows in enumerate(foreign.batches(source.connection, query, name, BATCH)):
        lists = [list(column) for column in zip(*rows, strict=True)]
        table = f"batch_{number}"
        unnested = ", ".join(f"unnest(?) as {column}" for column in columns)
        try:
            engine.connection.execute(f"create table {table} as select {unnested}", lists)
        except Exception as error:
            reason = " ".join(str(error).split())[:300]
            raise QueryError(f"cannot keep the counts of {name} in a file: {reason}\ncast the column in a view") from None
        missing = [column.count(None) for column in lists]
        present = ", ".join(f"count(*) - count({column})" for column in columns)
        if list(fetch(engine, f"select {present} from {table}", name)[0]) != missing:  # noqa: S608
            raise QueryError(f"cannot keep the counts of {name} in a file: DuckDB reads not-a-number as NULL; update it to 2.0 or later")
        null = [column for column, count in zip(columns, missing, strict=True) if count == len(rows)]
        tables[table] = ", ".join(f"null as {column}" if column in null else column for column in columns)
    if not tables:
        return f"select {', '.join(f'cast(null as bigint) as {column}' for column in columns)} where 1 = 0"
    query = " union all ".join(f"select {select} from {table}" for table, select in tables.items())  # noqa: S608
    grouped = [column for column in columns if column not in {"records", "unmapped"}]
    repeated = f"select 1 from ({query}) counts group by {', '.join(grouped)} having count(*) > 1 limit 1"  # noqa: S608
    if fetch(engine, repeated, name):
        raise QueryError(f"cannot keep the counts of {name} in a file: a column has values of several types; cast it in a view")
    return query


def _copy(engine: Engine, query: str, part: Path, path: Path, header: Header, name: str) -> Counted:
    """Write the counts to a file of their own, look at what they are, and write them to `path` with the header."""
    place = render("literal", str(part), dialect="duckdb")
    counted = dict(describe(engine, f"({query})", name))
    fetch(engine, f"copy ({query}) to {place} (format parquet)", name, step="count")
    relation = read_sql(str(part))
    for column, type_name in describe(engine, relation, name):
        if column in holders(header) and counted[column] not in {type_name, '"NULL"'} and not counted[column].startswith("ENUM"):
            user = holders(header)[column]
            raise SpecError(f"column '{user}' is {counted[column]}, which a Parquet file cannot hold; cast it in a view")
    lost = "sum(unmapped)" if header.lossy else "0"
    if header.keep_suppressed and header.lossy:  # what `unmapped` leaves out: marks that are kept and have no domain
        numbers = [number for number, column in enumerate(header.quasi_identifiers, 1) if column in header.lossy]
        marks = " or ".join(f"key_{number} is null" for number in numbers)
        lost += f" + sum(case when suppressed = 1 and ({marks}) then records else 0 end)"
    first = "case when attribute = 1 then records else 0 end" if len(header.sensitive) > 1 else "records"
    totals = f"""
        select count(*), coalesce(sum({first}), 0), coalesce(sum(case when records = 1 then 1 else 0 end), 0), {lost}
        from {relation} source"""  # noqa: S608 - a literal and our own names
    counts, records, single, unmapped = (int(number or 0) for number in fetch(engine, totals, name)[0])
    if unmapped:
        columns = " or ".join(f"'{column}' ({header.recodings[column].name})" for column in header.lossy)
        raise SpecError(
            f"{name}: {unmapped // max(len(header.sensitive), 1):,} records have values that the partition of {columns} has no domain for;"
            " add them, or say `unmapped: keep` or `unmapped: NAME`"
        )
    text = render("literal", header.model_copy(update={"records": records}).text(), dialect="duckdb")
    place = render("literal", str(path), dialect="duckdb")
    fetch(engine, f"copy (select * from {relation}) to {place} (format parquet, kv_metadata {{{KEY}: {text}}})", name)  # noqa: S608
    return Counted(counts, records, single)


class Merged(NamedTuple):
    """Files of counts as one count relation: what messages call it, the plan, the plan's entries, and what its extent is read from."""

    name: str
    plan: Plan
    entries: dict[str, Any]
    told_apart: str


def score_counted(
    files: Sequence[Path | str], spec: Spec, *, show_values: bool = False, limit: int | None = None, progress: Progress | None = None
) -> Scores:
    """Return the scores of files of counts; see `score_counts`. Class records name their key values only with `show_values`."""
    with own_engine(spec.limits, progress) as engine:
        merged = merge(engine, files, spec, show_values=show_values, limit=limit)
        plan = merged.plan
        rows = fetch(engine, statement(plan, merged.name, merged.entries, "duckdb"), merged.name)
        scores = tuple(as_record(row) for row in rows)
        if loses(scores):
            _refuse_unmapped(engine, merged)
        check_populated(scores, merged.name)
        extent = _extent(engine, merged)
    return Scores(
        relation=merged.name,
        records=extent.records,
        individuals=None,
        nulls=plan.nulls,
        left_out=extent.left_out,
        recodings={column: partition.name for column, partition in plan.recodings.items()},
        dialect="duckdb",
        version=__version__,
        scores=scores,
        suppressed=extent.suppressed,
    )


def merged_sql(
    files: Sequence[Path | str], spec: Spec, *, dialect: str | None = None, show_values: bool = False, limit: int | None = None
) -> str:
    """Return the statement that scores files of counts; only what the files were counted with is read."""
    if dialect not in {None, "duckdb"}:
        raise DialectError(f"files of counts are read by DuckDB, not {dialect}; `sqlmetrics sql --staged` counts and scores there")
    with own_engine() as engine:
        merged = merge(engine, files, spec, show_values=show_values, limit=limit)
        return statement(merged.plan, merged.name, merged.entries, "duckdb")


def merge(engine: Engine, files: Sequence[Path | str], spec: Spec, *, show_values: bool, limit: int | None) -> Merged:
    """Return files of counts as one count relation, rolled up to what the spec asks. Raises SpecError where anything does not agree."""
    if spec.individual is not None:
        raise SpecError(NO_PEOPLE)
    found = [read_file(engine, path) for path in named_files(files)]
    check_agreement(engine, found)
    header = found[0].header
    name = ", ".join(map(str, files))
    plan = build_plan(_counted_spec(spec, header), show_values=show_values, limit=limit)
    check_columns(plan, list(column_types(engine, found).items()), f"the counts of {name}")
    for target in plan.targets:
        types = {file.header.types.get(str(target.column)) for file in found} & {"ENUM", "TEXT"}
        if target.order == "natural" and types and any(metric.name == "t_closeness_ordered" for metric in plan.metrics):
            raise SpecError(
                f"the counts hold '{target.column}' as texts, whose order is not that of the column;"
                f" give it: --order {target.column}=LOW,..,HIGH"
            )
    merging = _merging(engine, found, plan)
    population = _population(engine, plan, spec)
    entries = plan.entries("the_relation", None, population)
    entries["counted"] = f"(\n    {render('merged', entries, merging)}\n    )"
    told_apart = f"({render('merged', entries, merging | {'suppressed': bool(header.suppressed), 'repeated': False})})"
    return Merged(name, plan, entries, told_apart)


def _counted_spec(spec: Spec, header: Header) -> Spec:
    """Return the spec of what the counts are asked: what they were counted with, but for what is said besides. Raises SpecError."""
    keys = spec.quasi_identifiers or header.quasi_identifiers
    sensitive = spec.sensitive or header.sensitive
    for column in keys:
        if column in header.sensitive:
            _refuse(f"role of '{column}'", "quasi-identifier", "sensitive attribute")
    for column in sensitive:
        if column in header.quasi_identifiers:
            _refuse(f"role of '{column}'", "sensitive attribute", "quasi-identifier")
    if spec.harmonise and len(sensitive) > 1:
        raise SpecError("harmonise measures sensitive attributes together, and each was counted by itself; count them with -q")
    marks = dict.fromkeys(header.quasi_identifiers, spec.suppressed) if isinstance(spec.suppressed, str) else spec.suppressed
    if marks is not None and marks != header.suppressed:
        _refuse("suppressed", said(marks), said(header.suppressed))
    if header.suppressed and set(keys) != set(header.quasi_identifiers):
        raise SpecError(
            f"records with {said(header.suppressed)} were counted as suppressed; with fewer keys others would be: ask all of"
            f" {', '.join(header.quasi_identifiers)}, or count these keys"
        )
    for word in ("nulls", "keep_suppressed"):
        if word in spec.model_fields_set and getattr(spec, word) != getattr(header, word):
            _refuse(word, said(getattr(spec, word)), said(getattr(header, word)))
    partitions: dict[str, Any] = {column: entries for column, entries in spec.partitions.items() if column not in header.quasi_identifiers}
    for column in header.quasi_identifiers:
        counted = header.partition(column)
        for entry in spec.partitions.get(column, []):
            asked = None if entry == "raw" else entry.resolve(column, spec.folder)
            if content(asked) != content(counted):
                _refuse(f"partition of '{column}'", content(asked), content(counted))
        if column in header.recodings and column in keys:
            partitions[column] = [header.recodings[column]]
    own: dict[str, Any] = {word: getattr(header, word) for word in ("nulls", "suppressed", "keep_suppressed")}
    return spec.model_copy(update={"quasi_identifiers": keys, "sensitive": sensitive, "partitions": partitions, "harmonise": False} | own)


def _refuse(word: str, asked: str, counted: str) -> NoReturn:
    raise SpecError(f"{word} is asked as {asked}, and was counted as {counted}; count again, or ask what was counted")


def _merging(engine: Engine, files: Sequence[CountFile], plan: Plan) -> dict[str, Any]:
    """Return what the template `merged` takes; files whose columns have the same types are read as one."""
    header = files[0].header
    held = {user: column for column, user in holders(header).items()}
    attributes = list(dict.fromkeys(target.column for target in plan.targets if target.column is not None))
    used = [held[column] for column in (*plan.quasi_identifiers, *attributes)]
    typed = {column: [file for file in files if not same_type(file.types[column], files[0].types[column])] for column in used}
    loose = [column for column, others in typed.items() if others]
    groups: dict[tuple[str, ...], list[CountFile]] = {}
    for file in files:
        empty = tuple(column for column in loose if only_null(engine, file, column))
        groups.setdefault((*empty, "", *(file.types[column] for column in used)), []).append(file)
    relations = []
    for group, members in groups.items():
        empty = group[: group.index("")]
        paths = ", ".join(file.from_sql.removeprefix("read_parquet(").removesuffix(", hive_partitioning = false)") for file in members)
        relations.append(
            {
                "from_sql": members[0].from_sql if len(members) == 1 else f"read_parquet([{paths}], hive_partitioning = false)",
                "held_keys": [_held(held[column], empty) for column in plan.quasi_identifiers],
                "held_values": [_held(held[column], empty) for column in attributes],
            }
        )
    several = len(header.sensitive) > 1
    numbers = [header.sensitive.index(column) + 1 for column in attributes]
    return {
        "relations": relations,
        "attributes": numbers,
        "first": (numbers or [1])[0] if several else None,
        "repeated": len(files) > 1 or len(plan.quasi_identifiers) < len(header.quasi_identifiers) or plan.keep_suppressed,
        "suppressed": bool(header.suppressed) and not plan.keep_suppressed,
        "unmapped": any(partition.unmapped == "error" and partition.prefix is None for partition in plan.recodings.values()),
    }


def _held(column: str, empty: Sequence[str]) -> str:
    return "null" if column in empty else f"source.{column}"


def _population(engine: Engine, plan: Plan, spec: Spec) -> str | None:
    """Return the population beside the counts, which is records, as the text of a FROM clause."""
    if not plan.populated or spec.population is None:
        return None
    if not is_path(spec.population) and not Path(spec.population).is_dir():
        raise SpecError(f"the population beside counts is a file, and {spec.population} names none")
    check_files(spec.population)
    population = relation_sql(spec.population, "duckdb", table=False)
    check_population(plan, describe(engine, population, "the population"), spec.population)
    return population


def _refuse_unmapped(engine: Engine, merged: Merged) -> None:
    """Raise SpecError with some of the values, and their records, that a target's partition leaves out."""
    plan = merged.plan
    attributes = merged.entries["attributes"]
    for partition in (target.partition for target in plan.targets):
        if partition is None or partition.unmapped != "error" or partition.prefix is not None:
            continue
        number = attributes.index(partition.column) + 1
        picked = f" where attribute = {number}" if len(attributes) > 1 else ""
        column = render("quoted", partition.column)
        relation = f"(select value_{number} as {column}, records from {merged.told_apart} counted{picked})"  # noqa: S608 - quoted
        rows = fetch(engine, render("unmapped", relation, partition.column, partition.recoding(), "records"), merged.name)
        if rows:
            values, records = rows[0][2], rows[0][3]
            some = ", ".join(f"'{value}' ({count} records)" for value, count, *_ in rows)
            what = f"partition {partition.name} of '{partition.column}' has no domain for {values} values in {records} records"
            add = "add them, or say `unmapped: keep` or `unmapped: NAME`"
            raise SpecError(f"{what}: {some}{', ..' if values > len(rows) else ''}; {add}", public=f"{what}; {add}")


def _extent(engine: Engine, merged: Merged) -> Extent:
    """Return what was counted, as the relations themselves would say it."""
    plan, entries = merged.plan, merged.entries
    attributes = entries["attributes"]
    keys = [f"key_{number}" for number in range(1, len(plan.quasi_identifiers) + 1)]
    needed: dict[str, dict[str, Any]] = {}
    for target in plan.targets if plan.nulls == "drop" else ():
        number = None if target.column is None else attributes.index(target.column) + 1
        needed[target.name] = {"attribute": number, "columns": keys if number is None else [*keys, f"value_{number}"]}
    query = render("merged_extent", merged.told_apart, len(attributes) > 1, list(needed.values()), bool(plan.marks))
    records, *complete, suppressed = (None if part is None else int(part) for part in fetch(engine, query, merged.name)[0])
    assert records is not None  # noqa: S101 - a count is never NULL
    left_out = {target: records - count for target, count in zip(needed, complete, strict=True) if count is not None}
    return Extent(records, None, left_out, None if suppressed is None else Suppressed(suppressed, plan.keep_suppressed))
