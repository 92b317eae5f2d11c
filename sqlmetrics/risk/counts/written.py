"""Counts that merge: the count table alone as a file, and scores of several such files added up."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from sqlmetrics.engine.copies import copy_rows, copy_to
from sqlmetrics.engine.engine import Engine, batches, describe, fetch, own_engine
from sqlmetrics.engine.files import output_scope, unfinished_part, writing
from sqlmetrics.engine.fingerprint import of_named
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.reasons import failure
from sqlmetrics.engine.rows import fetch_number, fetch_row, fetch_rows
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.files.footprint import STANDARD
from sqlmetrics.files.listing import READERS, files_of
from sqlmetrics.risk.counts.file import FORMAT, holders, read_sql
from sqlmetrics.risk.counts.header import Header, SliceWithheld
from sqlmetrics.risk.counts.sketch import empty_sketch, read_totals, sketch_of, total_columns
from sqlmetrics.scoring.question import RelationQuestion, checked_columns, plain_spec
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.relation import COUNTS_KEY
from sqlmetrics.statement.render import render
from sqlmetrics.text import counted
from sqlmetrics.version import __version__

SINGLES = 0.05
"""The largest share of records that are the only one of a count, unless `allow_singles`."""


def check_unmapped(unmapped: int | None, header: Header, name: str) -> None:
    """Raise SpecError where records have key values that a strict partition leaves out."""
    if unmapped:
        columns = " or ".join(f"'{column}' ({header.recodings[column].name})" for column in header.lossy)
        raise SpecError(
            f"{name}: {counted(unmapped, 'record')} {'has' if unmapped == 1 else 'have'} values that the "
            f"partition of {columns} has no domain for; add them, or say `unmapped: keep` or `unmapped: NAME`"
        )


def check_singles(single: int, records: int, allowed: bool | float, name: str) -> None:
    """Raise SpecError where more records than may be are the only one of a count."""
    limit = (1.0 if allowed else SINGLES) if isinstance(allowed, bool) else allowed
    if single > limit * records:
        raise SpecError(
            f"{single / records:.0%} of the {records:,} records of {name} are alone in a"
            f" count, which is a person with every key, and at most {limit:.0%} may be; recode the keys by"
            " `partitions`, count fewer `quasi_identifiers`, withhold small counts by `min_count`, or say"
            " `allow_singles` and guard the file as the records"
        )


def check_types(engine: Engine, query: str, relation: str, header: Header, name: str) -> None:
    """Raise SpecError where the file holds a column as another type than it was counted as."""
    counted = dict(describe(engine, f"({query})", name))
    for column, type_name in describe(engine, relation, name):
        if (
            column in holders(header)
            and counted[column] not in {type_name, '"NULL"'}
            and not counted[column].startswith("ENUM")
        ):
            user = holders(header)[column]
            raise SpecError(
                f"column '{user}' is {counted[column]}, which a Parquet file cannot hold; cast it in a view"
            )


class Counted(NamedTuple):
    """The size of a file: the numbers of `counts`, of `records`, and of counts of a `single` one.

    `withheld` are the records whose counts are withheld, for the sensitive attribute with the most
    of them; None where none would be. `share` is the probability by which a class is in a sketch;
    None where the file is none.
    """

    counts: int
    records: int
    single: int
    withheld: int | None = None
    share: float | None = None


def counting_plan(spec: Spec) -> Plan:
    """Return the plan that counts what a spec names, whatever it scores.

    The columns of slices are keys, before the quasi-identifiers. Suppressed records are told apart
    also where they are kept as a class. Raises SpecError for what counts cannot hold.
    """
    check_goes_with("count", spec)
    if spec.sketch is not None and spec.min_count is not None:
        raise SpecError(
            "`sketch` and `min_count` exclude each other: scores of a sketch need each count of its classes"
        )
    if spec.sketch is not None and spec.by and spec.nulls == "drop":
        raise SpecError(
            "a sketch by slice has the totals of each with NULL as a value: leave out `nulls: drop`, or leave `by` out,"
            " or count without `sketch`"
        )
    if spec.sketch is not None and not spec.quasi_identifiers:
        raise SpecError("a sketch keeps some classes: name the `quasi_identifiers` that make them")
    partitions = {column: entries for column, entries in spec.partitions.items() if column not in spec.sensitive}
    plan = build_plan(plain_spec(spec, partitions=partitions, metrics=[]))
    return replace(plan, quasi_identifiers=(*plan.slices, *plan.quasi_identifiers), slices=(), keep_suppressed=False)


def count_sql(spec: Spec, *, dialect: str | None) -> str:
    """Return the statement that counts, in a dialect; it needs no database."""
    plan = counting_plan(spec)
    keys = ", ".join(plan.quasi_identifiers)
    of = f" and {', '.join(spec.sensitive)}" if spec.sensitive else ""
    small = f"counts of fewer than {spec.min_count} records are withheld, so that the counts do not add up to all"
    notes = ["a count of one is a person" if spec.min_count is None else small]
    if spec.sketch is not None:
        notes.append(f"a sketch: the {spec.sketch:,} classes with the smallest hashes, and the counts of values in all")
    about = f"the records of {spec.name} by {keys}{of}"
    return RelationQuestion(
        spec.model_copy(update={"population": None}),
        plan,
        lambda asked: _counting_query(asked.plan, asked.from_sql, spec, asked.dialect, least=spec.min_count),
        about,
        notes,
    ).printed(dialect)


def _counting_query(plan: Plan, from_sql: str, spec: Spec, dialect: Dialect, *, least: int | None = None) -> str:
    """Return the query of the counts, or of the sketch that the spec asks for."""
    entries = plan_entries(plan, from_sql)
    if spec.sketch is None:
        return render("count_rows", entries, least, dialect=dialect)
    return render("sketch_rows", entries, spec.sketch, spec.keep_suppressed, len(spec.by), dialect=dialect)


def write_counts(spec: Spec, output: Path, progress: Progress | None = None) -> Counted:
    """Write how many records have each combination of key values and a sensitive value.

    The file is Parquet, and appears whole or not at all. Quasi-identifiers are recoded before they
    are counted, sensitive attributes counted as they are; `score_counts` scores such files added
    up. A file discloses: a count of one is a person. Returns how many counts there are.

    Raises SpecError for what cannot be counted as the spec says, such as individuals, and types
    that Parquet does not hold. Raises it, too, for counts that hand out people (see `SINGLES`).
    Raises QueryError where the engine fails.
    """
    if output != STANDARD and not output.name.lower().endswith(READERS["read_parquet"]):
        raise SpecError(
            "counts are a Parquet file, with what they were counted with in its metadata; "
            f"name it {output.stem}.parquet"
        )
    with output_scope(output, "output", spec.file), unfinished_part(output, "counts") as part:
        plan = counting_plan(spec)
        with opened_records(spec, progress) as source:
            columns = checked_columns(source, plan)
            query = _counting_query(plan, source.from_sql, spec, source.engine.dialect)
            header = _header(plan, source, dict(columns), spec)
            if source.engine.dialect.writes_files:
                return _write(source.engine, query, part, output, header, source.name, spec)
            with own_engine(replace(spec.run_limits, timeout=None), files=()) as engine:
                aim = f"keep the counts of {source.name} in a file"
                totals = [] if header.sketch is None else total_columns(len(plan.attributes), sliced=bool(spec.by))
                counts = gathered(source.engine, query, engine, [*header.columns, *totals], source.name, aim)
                return _write(engine, counts, part, output, header, source.name, spec)


def _header(plan: Plan, source: Source, types: Mapping[str, str], spec: Spec) -> Header:
    in_tables = spec.place.holds_tables or not isinstance(spec.relation, str)
    named = None if in_tables else str(spec.relation)

    def kind(column: str) -> str:
        if source.engine.dialect.text_keys:
            return "TEXT"
        return "ENUM" if types[column].startswith("ENUM") else types[column]

    return Header(
        format=FORMAT,
        version=__version__,
        dialect=source.engine.dialect.name,
        by={column: [part for part in said if part != "public"] for column, said in spec.by.items()},
        quasi_identifiers=[column for column in plan.quasi_identifiers if column not in spec.by],
        sensitive=list(plan.attributes),
        recodings={
            column: PartitionSpec(**replace(partition, date=None).words) for column, partition in plan.recodings.items()
        },
        nulls="drop" if spec.nulls == "drop" else "category",
        suppressed=plan.suppressed,
        keep_suppressed=spec.keep_suppressed,
        types={column: kind(column) for column in plan.columns},
        records=0,
        source=_source(named, loose=spec.loose),
        min_count=spec.min_count,
        query=spec.query,
        where=spec.where,
        sketch=None if spec.sketch is None else empty_sketch(spec.sketch, len(plan.attributes), sliced=bool(spec.by)),
    )


def _source(text: str | None, *, loose: bool) -> str:
    """Return a text that two counts of the same files at the same place share."""
    mark = None if text is None else of_named(text, loose=loose)
    if text is None or mark is None:
        return f"table:{uuid.uuid4().hex}"
    files = files_of(text)
    folders = sorted({str(file.resolve().parent) for file in files})
    return "files:" + sha256(repr((mark, folders)).encode()).hexdigest()


class CountTotals(NamedTuple):
    """How many counts there are, their records, the counts of one record, and unmapped records.

    `most_single` is the number of counts of one record for the attribute that has most of them.
    """

    counts: int
    records: int
    single: int
    most_single: int
    unmapped: int | None


def _write(engine: Engine, query: str, part: Path, output: Path, header: Header, name: str, spec: Spec) -> Counted:
    """Write counts to a part of the output, and from there with their header to the output."""
    with writing(output):
        copy_rows(engine, query, part, "parquet", name, "count")
    relation = read_sql(str(part))
    check_types(engine, query, relation, header, name)
    if header.sketch is not None:
        return _write_sketch(engine, relation, output, header, header.sketch.size, name, spec)
    totals = fetch_row(engine, _totals_sql(relation, header), name, CountTotals)
    check_unmapped((totals.unmapped or 0) // max(len(header.sensitive), 1), header, name)
    if spec.min_count is None:
        check_singles(totals.most_single, totals.records, spec.allow_singles, name)
        text = header.model_copy(update={"records": totals.records}).text()
        copy_to(engine, f"select * from {relation}", output, name, metadata={COUNTS_KEY: text})  # noqa: S608 - a literal
        return Counted(counts=totals.counts, records=totals.records, single=totals.single)
    withheld, counts = _withheld(engine, relation, header, spec.min_count, name)
    words: dict[str, Any] = {"records": totals.records, "withheld": withheld if any(withheld) else []}
    if header.by and any(withheld):
        words["slices_withheld"] = _slices_withheld(engine, relation, header, spec.min_count, name)
    text = header.model_copy(update=words).text()
    shown = f"select * from {relation} where records >= {spec.min_count}"  # noqa: S608 - a literal
    copy_to(engine, shown, output, name, metadata={COUNTS_KEY: text})
    return Counted(counts=counts, records=totals.records, single=0, withheld=max(withheld))


def _write_sketch(
    engine: Engine, relation: str, output: Path, header: Header, size: int, name: str, spec: Spec
) -> Counted:
    """Write the rows of a sketch with what they say of all records in the header."""
    attributes, sliced = len(header.sensitive), bool(header.by)
    totals = read_totals(engine, relation, total_columns(attributes, sliced=sliced), name)
    check_unmapped((totals or {}).get("all_unmapped"), header, name)
    kept = fetch_row(engine, _totals_sql(_classes(relation, header), header), name, CountTotals)
    check_singles(kept.most_single, kept.records, spec.allow_singles, name)
    whole = whole_classes(engine, relation, name)
    sketch = sketch_of(totals, size, attributes, kept.records, whole, sliced=sliced)
    records = (totals or {}).get("all_records", 0)
    text = header.model_copy(update={"records": records, "sketch": sketch}).text()
    shown = f"select {', '.join(header.columns)} from {relation} source"  # noqa: S608 - our own names
    copy_to(engine, shown, output, name, metadata={COUNTS_KEY: text})
    return Counted(counts=kept.counts, records=records, single=kept.single, share=sketch.share)


def whole_classes(engine: Engine, relation: str, name: str) -> int:
    """Return how many classes are in the rows of a sketch for their weight."""
    query = f"select count(distinct class_hash) from {relation} source where whole = 1"  # noqa: S608 - a literal
    return int(fetch_number(engine, query, name))


def _classes(relation: str, header: Header) -> str:
    """Return the rows of a file that count in classes; others of a sketch count values."""
    return relation if header.sketch is None else f"(select * from {relation} kept where class_hash is not null)"  # noqa: S608 - a literal


def counted_file(engine: Engine, relation: str, header: Header, name: str) -> Counted:
    """Return what the rows of a file with a header count."""
    totals = fetch_row(engine, _totals_sql(_classes(relation, header), header), name, CountTotals)
    return Counted(
        counts=totals.counts,
        records=header.records,
        single=totals.single,
        withheld=None if header.min_count is None else max(header.withheld, default=0),
        share=None if header.sketch is None else header.sketch.share,
    )


class PartWithheld(NamedTuple):
    """What is withheld of a sensitive attribute: records, and how many counts are left."""

    attribute: int
    records: int
    counts: int


def _withheld(engine: Engine, relation: str, header: Header, least: int, name: str) -> tuple[list[int], int]:
    """Return the records in counts of fewer than `least`, by attribute, and how many are left."""
    query = f"""
        select
            {"attribute" if len(header.sensitive) > 1 else "1"} as part,
            coalesce(sum(case when records < {least} then records else 0 end), 0),
            count(case when records >= {least} then 1 end)
        from {relation} source group by part"""  # noqa: S608 - a literal and our own names
    parts = {part.attribute: part for part in fetch_rows(engine, query, name, PartWithheld)}
    numbers = range(1, max(len(header.sensitive), 1) + 1)
    withheld = [parts[number].records if number in parts else 0 for number in numbers]
    return withheld, sum(part.counts for part in parts.values())


def _slices_withheld(engine: Engine, relation: str, header: Header, least: int, name: str) -> list[SliceWithheld]:
    """Return the withheld records of each slice with some, but of slices of fewer than `least`."""
    numbers = range(1, max(len(header.sensitive), 1) + 1)
    several = len(numbers) > 1
    lost = [
        f"sum(case when records < {least}{f' and attribute = {number}' if several else ''} then records else 0 end)"
        for number in numbers
    ]
    of_all = "sum(case when attribute = 1 then records else 0 end)" if several else "sum(records)"
    keys = [f"cast(key_{number} as varchar)" for number in range(1, len(header.by) + 1)]
    query = (
        f"select {', '.join([*keys, *lost])} from {relation} source group by {', '.join(keys)}"  # noqa: S608 - our own names
        f" having {of_all} >= {least} and {' + '.join(lost)} > 0 order by all"
    )
    place = len(keys)
    return [
        SliceWithheld(values=list(row[:place]), records=[int(records) for records in row[place:]])
        for row in fetch(engine, query, name)
    ]


def _totals_sql(relation: str, header: Header) -> str:
    """Return the query of the totals of a file's counts."""
    lost = "sum(unmapped)" if header.lossy else "0"
    if header.keep_suppressed and header.lossy:
        # `unmapped` leaves out marks that are kept and have no domain.
        numbers = [number for number, column in enumerate(header.keys, 1) if column in header.lossy]
        marks = " or ".join(f"key_{number} is null" for number in numbers)
        lost += f" + sum(case when suppressed = 1 and ({marks}) then records else 0 end)"
    first = "case when attribute = 1 then records else 0 end" if len(header.sensitive) > 1 else "records"
    by_attribute = "group by attribute" if len(header.sensitive) > 1 else ""
    single = "coalesce(sum(case when records = 1 then 1 else 0 end), 0)"
    most = f"(select max(single) from (select {single} as single from {relation} same {by_attribute}) singles)"  # noqa: S608
    return f"""
        select count(*), coalesce(sum({first}), 0), {single}, coalesce({most}, 0), {lost}
        from {relation} source"""  # noqa: S608 - a literal and our own names


BATCH = 100_000
"""How many counts of another database are in memory at a time, as Python's values."""


def gathered(source: Engine, query: str, engine: Engine, columns: Sequence[str], name: str, aim: str) -> str:
    """Return the query of another database's counts, put into tables of DuckDB in batches.

    `columns` are the query's columns, among them `records`. `name` is the relation's name in
    messages, and `aim` says there what the counts are gathered for. Raises QueryError for values
    that DuckDB does not hold, or does not tell apart.
    """
    tables: dict[str, str] = {}
    prefix = f"counts_{uuid4().hex[:12]}"
    for number, rows in enumerate(batches(source, query, name, BATCH)):
        lists = [list(column) for column in zip(*rows, strict=True)]
        table = f"{prefix}_{number}"
        unnested = ", ".join(f"unnest(?) as {column}" for column in columns)
        try:
            engine.connection.execute(f"create table {table} as select {unnested}", lists)
        except Exception as error:
            raise failure(f"cannot {aim}", error, "cast the column in a view") from None
        missing = [column.count(None) for column in lists]
        present = ", ".join(f"count(*) - count({column})" for column in columns)
        if list(fetch(engine, f"select {present} from {table}", name)[0]) != missing:  # noqa: S608
            raise QueryError(f"cannot {aim}: DuckDB reads not-a-number as NULL; update it to 2.0 or later")
        null = [column for column, count in zip(columns, missing, strict=True) if count == len(rows)]
        tables[table] = ", ".join(f"null as {column}" if column in null else column for column in columns)
    if not tables:
        return f"select {', '.join(f'cast(null as bigint) as {column}' for column in columns)} where 1 = 0"
    query = " union all ".join(f"select {select} from {table}" for table, select in tables.items())  # noqa: S608
    grouped = [column for column in columns if column not in {"records", "unmapped"}]
    repeated = f"select 1 from ({query}) counts group by {', '.join(grouped)} having count(*) > 1 limit 1"  # noqa: S608
    if fetch(engine, repeated, name):
        raise QueryError(f"cannot {aim}: a column has values of several types; cast it in a view")
    return query
