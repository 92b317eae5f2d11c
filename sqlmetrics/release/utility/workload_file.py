"""A user's own queries: a file of statements, or of columns, bins and measures."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.queries import TABLE, check_query, statements_of_text
from sqlmetrics.engine.rows import fetch_number
from sqlmetrics.errors import SpecError, UnknownNameError
from sqlmetrics.release.utility.columns import DATE_BINS, Bin, UtilityColumn, as_decimal
from sqlmetrics.release.utility.groups import Relations
from sqlmetrics.release.utility.workload import MEASURES, Base, Grade
from sqlmetrics.spec.input_file import read_text
from sqlmetrics.spec.yaml_file import read_yaml
from sqlmetrics.statement.render import render
from sqlmetrics.text import found


class NamedStatement(NamedTuple):
    """A query in SQL, in which `{table}` stands for the original and then for each release."""

    name: str
    text: str


class WorkloadFile(NamedTuple):
    """The content of a file: entries of measures and of predictions, or statements."""

    entries: list[dict[str, Any]]
    statements: list[NamedStatement]


def read_workload(path: Path, engine: Engine) -> WorkloadFile:
    """Return a workload file: the entries of a .yml file, or the statements of a .sql file.

    The `engine` reads the statements. Raises SpecError.
    """
    if path.suffix == ".sql":
        return WorkloadFile([], read_statements(read_text(path, "workload"), str(path), engine))
    if path.suffix in {".yml", ".yaml"}:
        return WorkloadFile(_read_entries(path), [])
    raise SpecError(f"the workload {path} is a .sql file of statements or a .yml file of columns, bins and measures")


def read_statements(text: str, where: str, engine: Engine) -> list[NamedStatement]:
    """Return the statements of a workload; a name is the comment above, or the statement's number.

    Raises SpecError.
    """
    named: list[NamedStatement] = []
    for statement, comment in statements_of_text(engine, text):
        name = comment or f"query {len(named) + 1}"
        if "{table}" not in statement:
            raise SpecError(
                f"{where}: {name} has no {{table}}, which stands for the original and then for each release"
            )
        if not statement.lstrip("( \n\t").lower().startswith(("select", "with")):
            raise SpecError(f"{where}: {name} is no query; a workload only reads, by `select` or `with`")
        check_query(engine, statement.replace("{table}", TABLE), f"{where}: {name}")
        named.append(NamedStatement(name, statement))
    if not named:
        raise SpecError(f"{where}: the workload has no query")
    return named


def _read_entries(path: Path) -> list[dict[str, Any]]:
    entries = read_yaml(path, "workload")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, Mapping) for entry in entries):
        example = "{columns: [age, zip], bins: {age: 10}, measures: [records]}"
        raise SpecError(f"{path}: a workload is a list of entries such as {example}")
    return [dict(entry) for entry in entries]


def friendly_bases(
    entries: Sequence[Mapping[str, Any]], columns: Mapping[str, UtilityColumn], *, counted: bool, first: int, where: str
) -> list[Base]:
    """Return the count tables of a workload of columns, bins and measures.

    Predictions among its entries are left to others. Raises SpecError that names what is wrong.
    """
    bases: list[Base] = []
    for place, entry in enumerate(entries, 1):
        if "predict" in entry:
            continue
        at = f"{where}: entry {place}"
        if unknown := entry.keys() - {"columns", "bins", "measures"}:
            raise SpecError(f"{at}: key '{sorted(unknown)[0]}' is unknown; allowed: columns, bins, measures, predict")
        of_columns = entry_columns(entry, columns, at)
        bins = entry.get("bins") or {}
        if not isinstance(bins, Mapping) or not {*bins} <= {column.name for column in of_columns}:
            raise SpecError(
                f"{at}: bins map its columns, {{age: 10}} to a width, {{age: [18, 65]}} to cuts, or {{time: hour}};"
                f" not {found(bins)}"
            )
        grouped: tuple[tuple[UtilityColumn, Bin | None], ...] = tuple(
            (column, None if bins.get(column.name) is None else written_bin(column, bins[column.name], at))
            for column in of_columns
        )
        for name, measures in _measures(entry.get("measures") or ["records"], columns, counted, at).items():
            number = first + len(bases)
            grade = Grade(number, (1,) * len(grouped))
            bases.append(Base(number, "friendly", grouped, measured=name, grades=(grade,), measures=tuple(measures)))
    return bases


def entry_columns(entry: Mapping[str, Any], columns: Mapping[str, UtilityColumn], at: str) -> list[UtilityColumn]:
    """Return the columns of an entry. Raises SpecError where it has none, or names one twice."""
    names = entry.get("columns")
    names = [names] if isinstance(names, str) else names
    if not isinstance(names, list) or not names or len(set(map(str, names))) != len(names):
        raise SpecError(f"{at}: columns is a list of one column or more, each once")
    return [entry_column(columns, str(name), at) for name in names]


def _measures(
    written: Any, columns: Mapping[str, UtilityColumn], counted: bool, at: str
) -> dict[str | None, list[str]]:
    """Return the measures of an entry by the column that they measure, None for counts."""
    measures: dict[str | None, list[str]] = {}
    for measure in written if isinstance(written, list) else [written]:
        kind, column = (
            next(iter(measure.items())) if isinstance(measure, Mapping) and len(measure) == 1 else (measure, None)
        )
        if kind not in MEASURES or (column is None) is not (kind in {"records", "individuals"}):
            of_columns = ", ".join(f"{{{name}: COL}}" for name in MEASURES[2:])
            raise SpecError(f"{at}: a measure is records, individuals, or one of {of_columns}; not {found(measure)}")
        if kind == "individuals" and not counted:
            raise SpecError(f"{at}: individuals are counted where a column tells them apart; name it as `individual`")
        if column is not None and (
            entry_column(columns, str(column), at).kind != "number" or columns[str(column)].text
        ):
            raise SpecError(f"{at}: '{column}' is no column of numbers")
        measures.setdefault(None if column is None else str(column), []).append(kind)
    return measures


def entry_column(columns: Mapping[str, UtilityColumn], name: str, at: str) -> UtilityColumn:
    """Return a column. Raises SpecError, with the nearest names, where it is not measured."""
    if name not in columns:
        raise UnknownNameError(f"{at}: no column '{name}'", name, columns)
    return columns[name]


SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
"""The units of a width of time, in seconds."""


def written_bin(column: UtilityColumn, written: Any, at: str) -> Bin:
    """Return the bins that an entry gives for a column: a width, cuts, or a unit of time.

    Raises SpecError, which begins with `at`, for others.
    """
    if isinstance(written, Mapping):
        if set(written) != {"width"}:
            raise SpecError(f"{at}: the only key of the bins of '{column.name}' is `width`; not {found(dict(written))}")
        if isinstance(written["width"], list):
            raise SpecError(f"{at}: cuts of '{column.name}' are a list of their own, without `width`")
        written = written["width"]
    if column.kind == "date" or column.may_be_dates:
        return _bin_of_time(column, written, at)
    if column.kind != "number" or column.text:
        raise SpecError(
            f"{at}: '{column.name}' is no column of numbers or dates, so it has no bins; where its texts are numbers or"
            " dates, cast them in a view"
        )
    return _bin_of_numbers(column.name, written, at)


def _bin_of_time(column: UtilityColumn, written: Any, at: str) -> Bin:
    """Return bins of dates and times: years to minutes, or a width that is a number of seconds."""
    if isinstance(written, str) and written in DATE_BINS:
        return Bin("date", length=DATE_BINS[written], texts=column.may_be_dates)
    width: Fraction | None = None
    if _is_finite_number(written):
        width = Fraction(str(written))
    elif isinstance(written, str) and (parts := re.fullmatch(r"(?:(\d+) *)?([a-z]+?)s?", written.strip())):
        number, unit = parts.groups()
        width = Fraction(number or 1) * SECONDS[unit] if unit in SECONDS else None
    if width is None or width < 1 or width.denominator != 1:
        units = ", ".join([*DATE_BINS, "week"])
        raise SpecError(
            f"{at}: the bins of '{column.name}' are {units}, or a width of whole seconds, as in"
            f" {{{column.name}: hour}}, {{{column.name}: 15 minutes}} or {{{column.name}: 900}}; not {found(written)}"
        )
    return Bin("time", width=width)


def _bin_of_numbers(name: str, written: Any, at: str) -> Bin:
    """Return bins of numbers: a width, or cuts."""
    numbers = written if isinstance(written, list) else [written]
    if not numbers or not all(_is_finite_number(number) for number in numbers):
        raise SpecError(
            f"{at}: the bins of '{name}' are a width above 0 or a list of cuts in increasing order, as in"
            f" {{{name}: 10}} or {{{name}: [18, 65]}}; not {found(written)}"
        )
    if isinstance(written, list):
        if sorted(set(written)) != written:
            raise SpecError(f"{at}: the cuts of '{name}' must be in increasing order")
        return Bin("cuts", cuts=tuple(as_decimal(Fraction(str(cut))) for cut in written))
    width = Fraction(str(written))
    if width <= 0:
        raise SpecError(f"{at}: the width of the bins of '{name}' is a number above 0")
    return Bin("number", width=width)


def _is_finite_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def check_binned_dates(relations: Relations, bases: Sequence[Base], where: str) -> None:
    """Raise SpecError where texts of the original are no dates, but have bins of time."""
    dated = {column.name for base in bases for column, bin_ in base.columns if bin_ is not None and column.may_be_dates}
    for name in sorted(dated):
        statement = render("undated", relations.original.from_sql, name, dialect=relations.engine.dialect)
        if texts := fetch_number(relations.engine, statement, relations.original.name):
            raise SpecError(
                f"{where}: '{name}' of {relations.original.name} has {texts:,} texts that are no dates as 2024-01-31 or"
                " times as 2024-01-31 09:30:00; leave their records out by `original_where`, or its bins"
            )
