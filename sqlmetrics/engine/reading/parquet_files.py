"""Parquet files of a relation are read in place, matched by the names of their columns.

Where all files have the same columns DuckDB is told nothing more; a column that some lack is NULL
in their records. A column that files hold is never replaced by the name of a folder.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.reading.folders import folders_of, text_folders
from sqlmetrics.engine.reading.reading import Remark, remark
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.render import render
from sqlmetrics.text import joined

WIDE = re.compile(r"DecimalType\(precision=(\d+)")
"""A pattern of the precision of a decimal."""

PRECISION = 38
"""The digits of the widest decimal of DuckDB."""

EXACT = frozenset({"INT32", "INT64"})
"""The types of whole numbers, which a floating one does not all tell apart."""


def parquet_options(engine: Engine, files: Sequence[Path], text: str, name: str) -> tuple[str, list[Remark]]:
    """Return the options by which files are read together, and what is remarked of them.

    Raises SpecError for a file that shares no column with the others, and where the name of a
    folder stands for a column of some files alone; QueryError for a damaged file.
    """
    if not files:
        return "", []
    schemas = _schemas(engine, files, name)
    remarks = [*_narrowed(schemas)]
    folders = {key for file in files for key, _ in folders_of(file, text)}
    options = ""
    first = next(iter(schemas.values()), {})
    differ = any(schema != first for schema in schemas.values())
    if differ:
        remarks += _differences(schemas, name)
        options += ", union_by_name = true"
    for key in sorted(folders):
        holding = sum(key.lower() in (column.lower() for column in schema) for schema in schemas.values())
        if 0 < holding < len(schemas):
            raise SpecError(
                f"{name}: '{key}' is a column of {holding:,} of {len(schemas):,} files, and the name of folders: name"
                " the files that have it, or the others"
            )
        if not holding and any(dict(folders_of(file, text)).get(key) == "null" for file in files):
            remarks.append(remark("folder_null", column=key))
    if folders:
        own = {column.lower() for schema in schemas.values() for column in schema}
        options += _hive(files, text, hive=not any(key.lower() in own for key in folders))
    return options, remarks


def address_options(engine: Engine, addresses: Sequence[str], text: str, name: str) -> str:
    """Return the options by which the files of a pattern of addresses are read together.

    The engine itself joins their columns by name, as each look at a file takes a request.
    """
    folders = {key.lower() for address in addresses for key, _ in folders_of(address, text)}
    options = ", union_by_name = true"
    if not folders:
        return options
    listed = ", ".join(render("literal", address) for address in addresses)
    query = f"describe select * from read_parquet([{listed}]{options}, hive_partitioning = false)"  # noqa: S608 - literals
    own = {str(column).lower() for column, *_ in fetch(engine, query, name, "describe")}
    return options + _hive(addresses, text, hive=not folders & own)


def _hive(files: Sequence[Path | str], text: str, *, hive: bool) -> str:
    """Return the options for columns that the names of folders give, or do not."""
    options = f", hive_partitioning = {str(hive).lower()}"
    texts = ", ".join(f"{render('quoted', key)}: VARCHAR" for key in text_folders(files, text)) if hive else ""
    return options + (f", hive_types = {{{texts}}}" if texts else "")


def _schemas(engine: Engine, files: Sequence[Path], name: str) -> dict[str, dict[str, str]]:
    """Return the type of each column of each file, as the file has it."""
    listed = ", ".join(render("literal", glob.escape(str(file))) for file in files)
    described = "coalesce(type, '') || ' ' || coalesce(logical_type, converted_type, '')"
    query = f"select file_name, name, coalesce(num_children, 0), {described} from parquet_schema([{listed}])"  # noqa: S608
    nodes: dict[str, list[tuple[str, int, str]]] = {}
    for file, column, children, of_type in fetch(engine, query, name, "describe"):
        nodes.setdefault(str(file), []).append((str(column), int(children), str(of_type)))
    return {file: _columns(listed_nodes) for file, listed_nodes in nodes.items()}


def _columns(nodes: Sequence[tuple[str, int, str]]) -> dict[str, str]:
    """Return the columns of a schema, a tree in the order of its nodes, whose root is first."""
    found: dict[str, str] = {}
    column, open_nodes = "", 0
    for name, children, of_type in nodes[1:]:
        if not open_nodes:
            column, open_nodes = name, 1
            found[column] = ""
        found[column] += of_type
        open_nodes += children - 1
    return found


def _differences(schemas: Mapping[str, Mapping[str, str]], name: str) -> Iterator[Remark]:
    """Give what is remarked of columns that not all files have, or that have several types."""
    columns = dict.fromkeys(column for schema in schemas.values() for column in schema)
    for column in columns:
        types = [schema[column] for schema in schemas.values() if column in schema]
        if len(types) < len(schemas):
            yield remark("some_files", column=column, count=len(types), of=len(schemas))
        kinds = sorted({_kind(of_type) for of_type in types})
        if len(kinds) > 1:
            yield remark("other_types", column=column, types=joined(kinds))
    first, *others = schemas.items()
    for file, schema in others:
        if schema and first[1] and not set(schema) & set(first[1]):
            raise SpecError(f"{name}: {file} shares no column with {first[0]}; name files of one table")


def _kind(of_type: str) -> str:
    """Return the kind of a type in a word."""
    physical = of_type.partition(" ")[0]
    if "Decimal" in of_type or "DECIMAL" in of_type:
        return "decimals"
    if physical in EXACT:
        return "dates" if "Date" in of_type or "Timestamp" in of_type else "whole numbers"
    return {"FLOAT": "numbers", "DOUBLE": "numbers", "BOOLEAN": "truth values", "INT96": "dates"}.get(physical, "texts")


def _narrowed(schemas: Mapping[str, Mapping[str, str]]) -> Iterator[Remark]:
    """Give what is remarked of types that DuckDB has no place for."""
    told: set[str] = set()
    for schema in schemas.values():
        for column, of_type in schema.items():
            wide = WIDE.search(of_type)
            if column not in told and of_type.startswith("INT96"):
                told.add(column)
                yield remark("narrowed", column=column, type="a time of 96 bits", as_type="microseconds")
            elif column not in told and wide and int(wide[1]) > PRECISION:
                told.add(column)
                yield remark("narrowed", column=column, type=f"a decimal of {wide[1]} digits", as_type="a double")
