"""Files of counts: read by their headers, and the checks that they agree and add up."""

from __future__ import annotations

import glob
import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from sqlmetrics.engine.engine import Engine, describe, fetch
from sqlmetrics.engine.reading.read_files import ReadFiles
from sqlmetrics.engine.rows import fetch_number, fetch_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.files import footprint
from sqlmetrics.files.listing import READERS, files_of
from sqlmetrics.risk.counts.header import Header
from sqlmetrics.risk.counts.sketch import ALIKE, Sketch
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.condition import all_apart
from sqlmetrics.statement.relation import COUNTS_KEY
from sqlmetrics.statement.render import render
from sqlmetrics.text import found

FORMAT = 1
"""The version of the format, which changes where an earlier reader would misread a file."""

INTEGERS = {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER"}
"""Whole numbers that all fit 64 bits, so that they may be added up whatever their widths."""

THE_RELATION = "the_relation"
"""Stands for the relation, which a statement of counts does not read."""


def content(partition: Partition | None) -> str:
    """Return a short text of a partition's effect, which equal partitions share.

    The partition's name is no part of it.
    """
    if partition is None:
        return "as it is"
    rest = (
        f", others {partition.rest!r}"
        if partition.unmapped == "name"
        else ", others kept"
        if partition.unmapped == "keep"
        else ""
    )
    if partition.date == "week":
        return "the week of its dates"
    if partition.prefix is not None:
        return f"its first {partition.prefix} characters"
    if partition.grid is not None:
        return f"a grid, {', '.join(f'{word} {value}' for word, value in partition.grid.words.items())}{rest}"
    written = partition.words.get("intervals") or dict(sorted(partition.mapping.items()))
    mark = sha256(json.dumps([written, partition.unmapped, partition.rest]).encode()).hexdigest()[:12]
    number = len(partition.intervals) or len(set(partition.mapping.values()))
    what = f"{number} intervals" if partition.intervals else f"{len(written)} values in {number} domains"
    return f"{what}{rest} (fingerprint {mark})"


class CountFile(NamedTuple):
    """A file of counts: its name, the text of a FROM clause, its header and its columns' types."""

    name: str
    from_sql: str
    header: Header
    types: dict[str, str]


class PartTotals(NamedTuple):
    """The totals of one sensitive attribute in a file.

    `least` is the smallest count, `missing` how many counts are NULL, `unmapped` how many records
    have key values without a domain.
    """

    attribute: int | None
    records: int | None
    least: int | None
    missing: int
    unmapped: int | None


def named_files(files: Sequence[str | Path]) -> list[str]:
    """Return the files that paths, patterns and folders name, in order.

    Raises SpecError where one of them names none, or two name the same.
    """
    names: list[str] = []
    for text in map(str, files):
        if "://" in text:
            names.append(text)
            continue
        here = sorted(str(path) for path in files_of(text))
        if not here:
            raise SpecError(
                f"no such file of counts: {text}; `sqlmetrics count` writes one that is named as its `output`"
            )
        names += here
    places: dict[str, str] = {}
    for text in names:
        place = text if "://" in text else str(Path(text).resolve())
        if place in places:
            raise SpecError(f"{text} is named twice; its records would count twice")
        places[place] = text
    return names


def read_sql(*paths: str) -> str:
    """Return the call that reads files of counts, without columns of their folders."""
    literals = ", ".join(map(_literal, paths))
    return f"read_parquet({literals if len(paths) == 1 else f'[{literals}]'}, hive_partitioning = false)"


def _literal(path: str) -> str:
    return render("literal", path if "://" in path else glob.escape(path))


def read_file(engine: Engine, path: str) -> CountFile:
    """Return a file of counts, its header checked against what it holds.

    Raises SpecError for a file that is not one of counts, QueryError where it cannot be read.
    """
    footprint.reads(path, "file of counts")
    other = f"{path} is not a file of counts: `sqlmetrics count` writes them to its `output`"
    if not path.lower().endswith(READERS["read_parquet"]):
        raise SpecError(other)
    key = render("literal", COUNTS_KEY)
    rows = fetch(
        engine,
        f"select decode(value) from parquet_kv_metadata({_literal(path)}) where decode(key) = {key}",  # noqa: S608
        path,
    )
    if not rows:
        raise SpecError(f"{other}, with what they were counted with in the file's metadata, and this one has none")
    header = _read_header(str(rows[0][0]), path)
    relation = read_sql(path)
    types = dict(describe(engine, relation, path))
    if list(types) != header.columns:
        raise SpecError(
            f"{path} has been changed: its columns are {', '.join(types)}, and should be {', '.join(header.columns)}"
        )
    several = len(header.sensitive) > 1
    query = f"""
        select
            {"attribute" if several else "1"} as part, cast(sum(records) as bigint), min(records),
            count(*) - count(records), {"cast(sum(unmapped) as bigint)" if header.lossy else "0"}
        from {relation} source{"" if header.sketch is None else " where class_hash is not null"}
        group by part order by part"""  # noqa: S608 - a literal
    parts = fetch_rows(engine, query, path, PartTotals)
    shown_records = {number: header.shown_of(number) for number in range(1, max(len(header.sensitive), 1) + 1)}
    expected = [number for number, records in shown_records.items() if records]
    whole = all(
        part.records == shown_records.get(part.attribute or 1)
        and (part.least or 0) >= (header.min_count or 1)
        and not part.missing
        for part in parts
    )
    if [part.attribute for part in parts] != expected or not whole:
        raise SpecError(
            f"{path} has been changed: its counts do not add up to the {header.records:,} records that it "
            "was counted of"
        )
    if parts and parts[0].unmapped:
        raise SpecError(
            f"{path}: {parts[0].unmapped:,} of its records have key values that a partition has no domain for; "
            "count again"
        )
    if header.sketch is not None:
        _check_sketch(engine, relation, header.sketch, path)
    return CountFile(path, relation, header, types)


def agreeing_files(engine: Engine, files: Sequence[str | Path]) -> list[CountFile]:
    """Return the files of counts that paths, patterns and folders name, which were counted alike.

    Raises SpecError where they do not agree, QueryError where one cannot be read.
    """
    counted = [read_file(engine, path) for path in named_files(files)]
    check_agreement(engine, counted)
    return counted


def files_read(files: Sequence[str | Path], spec: Spec, read: ReadFiles | None = None) -> list[str]:
    """Return the files that scores of counts read: the counts' files, and the population's.

    `read` reads the population, and says which copies it makes of its files.
    """
    beside = [] if spec.population is None else [str(spec.population)]
    return [*named_files(files), *(beside if read is None else [path for one in beside for path in read.prepared(one)])]


def _check_sketch(engine: Engine, relation: str, sketch: Sketch, path: str) -> None:
    """Raise SpecError where the classes or values of a sketch differ from its header."""
    query = f"""
        select
            coalesce(max(case when whole = 0 then class_hash end), 0), coalesce(min(class_hash), 0),
            count(distinct case when class_hash < {sketch.threshold} then class_hash end),
            count(distinct case when whole = 1 then class_hash end), count(*) - count(class_hash)
        from {relation} source"""  # noqa: S608 - a literal
    largest, smallest, classes, whole, values = fetch(engine, query, path)[0]
    if (
        smallest < 0
        or largest >= sketch.threshold
        or classes > sketch.size
        or whole != sketch.whole
        or values != sum(number or 0 for number in sketch.values)
    ):
        raise SpecError(f"{path} has been changed: its classes are not those of its sketch; count again")


def _read_header(text: str, path: str) -> Header:
    """Return the header in a file's metadata. Raises SpecError for one of another format."""
    try:
        words = json.loads(text)
        version = words["format"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise SpecError(f"{path}: the metadata that says how it was counted cannot be read; count again") from None
    if version != FORMAT:
        raise SpecError(
            f"{path} is of format {found(version)}, and this version of sqlmetrics reads format {FORMAT}; count again"
        )
    try:
        header = Header.model_validate(words)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise SpecError(
            f"{path}: the metadata that says how it was counted is wrong at '{place}'; count again"
        ) from None
    for column in header.recodings:
        header.partition(column)
    return header


def check_agreement(engine: Engine, files: Sequence[CountFile]) -> None:
    """Raise SpecError where files were not counted alike, with the word and both values."""
    first = files[0]
    sources: dict[tuple[str, str | None], str] = {}
    for file in files:
        _agree("sketch", first, _kind(first), file, _kind(file))
        for word in ("by", "quasi_identifiers", "sensitive", "nulls", "suppressed", "keep_suppressed"):
            _agree(word, first, shown_value(getattr(first.header, word)), file, shown_value(getattr(file.header, word)))
        for column in first.header.keys:
            here, there = (content(other.header.partition(column)) for other in (file, first))
            _agree(f"partition of '{column}'", first, there, file, here)
        for part in file.header.sources:
            source = (part.source, part.where)
            if source in sources:
                raise SpecError(
                    f"{file.name} and {sources[source]} were counted of the same files; their records would count twice"
                )
            sources[source] = file.name
    if len({file.header.query for file in files}) > 1:
        raise SpecError(
            "the files were counted of different queries, so that records may be in several of them; count one query"
            " with conditions in `where`, as day = 1 and day = 2"
        )
    conditions = {shown_value(part.where): part.where for file in files for part in file.header.sources}
    if len(conditions) > 1 and not all_apart(list(conditions.values())):
        raise SpecError(
            f"the files do not agree: `where` is {' and '.join(conditions)}, so that records may be in several of"
            " them; count with conditions on one column, as day = 1 and day = 2, or all of them alike"
        )
    _check_hashes(files)
    for column, name in holders(first.header).items():
        if all(same_type(file.types[column], first.types[column]) for file in files):
            continue
        typed = [file for file in files if not only_null(engine, file, column)]
        for file in typed[1:]:
            if not same_type(file.types[column], typed[0].types[column]):
                _agree(
                    f"type of '{name}'",
                    typed[0],
                    typed[0].types[column],
                    file,
                    file.types[column],
                    "; cast it in a view",
                )


def _kind(file: CountFile) -> str:
    """Return whether a file has all counts or a sketch's, as a message says it."""
    return "none, but all counts," if file.header.sketch is None else f"by the hash {file.header.sketch.hash}"


def _check_hashes(files: Sequence[CountFile]) -> None:
    """Raise SpecError where databases write values of a key differently, so that hashes differ."""
    first = files[0]
    other = next((file for file in files if file.header.dialect != first.header.dialect), None)
    if first.header.sketch is None or other is None:
        return
    for number, column in enumerate(first.header.keys, 1):
        kinds = {file.types[f"key_{number}"] for file in files}
        if kinds - ALIKE - INTEGERS:
            raise SpecError(
                f"'{column}' is {' and '.join(sorted(kinds))}, which {first.header.dialect} and {other.header.dialect}"
                " write differently, so that the hashes of sketches differ; cast it to text alike in a view"
            )


def _agree(word: str, first: CountFile, there: str, file: CountFile, here: str, hint: str = "") -> None:
    if here != there:
        raise SpecError(
            f"the files do not agree: {word} is {here} in {file.name}, and {there} in {first.name}; "
            f"count both alike{hint}"
        )


def shown_value(value: Any) -> str:
    """Return a header's value as a message shows it."""
    if isinstance(value, dict):
        pairs = ((column, text if isinstance(text, str) else " ".join(text)) for column, text in value.items())
        return ", ".join(f"{column}={text}" if text else column for column, text in pairs) or "none"
    if isinstance(value, list):
        return ", ".join(value) or "none"
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def holders(header: Header) -> dict[str, str]:
    """Return the user's column that each of the file's keys and values holds."""
    keys = {f"key_{number}": column for number, column in enumerate(header.keys, 1)}
    return keys | {f"value_{number}": column for number, column in enumerate(header.sensitive, 1)}


def same_type(one: str, other: str) -> bool:
    """Return whether values of two DuckDB types group alike, and are written alike as text.

    Whole numbers do, and decimals of one scale.
    """
    if one.startswith("DECIMAL(") and other.startswith("DECIMAL("):
        return one.split(",")[1] == other.split(",")[1]
    return one == other or {one, other} <= INTEGERS


def column_types(engine: Engine, files: Sequence[CountFile]) -> dict[str, str]:
    """Return the type of each column in the first file that holds more of it than NULL.

    It is empty where the column was recoded.
    """
    kinds = {}
    for column, user in holders(files[0].header).items():
        types = {file.types[column] for file in files}
        typed = (
            files[0]
            if len(types) == 1
            else next((file for file in files if not only_null(engine, file, column)), files[0])
        )
        kinds[user] = "" if user in files[0].header.recodings else typed.types[column]
    return kinds


def only_null(engine: Engine, file: CountFile, column: str) -> bool:
    """Return whether a column of a file holds nothing but NULL, and so may be of any type."""
    return fetch_number(engine, f"select count({column}) from {file.from_sql} source", file.name) == 0  # noqa: S608 - our own names
