"""Texts such as COL=VALUE: what they give each column, as a spec writes it."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.agreement import ESTIMATED, OTHERS
from sqlmetrics.spec.bounds import MOST_KNOWN
from sqlmetrics.spec.input_file import read_text
from sqlmetrics.spec.partition import DATES
from sqlmetrics.spec.yaml_file import parse_yaml, read_yaml
from sqlmetrics.text import did_you_mean

SHORT_FORMS = (
    f"COL=3 for first characters, COL={', '.join([*DATES][:-1])} or {[*DATES][-1]} of dates as 2026-11-23 10:15,"
    " COL=cuts:18,65 or grid:1000 for bands"
)
"""Forms that need no file."""

HOW = (
    f"COL=FILE of lines `value,domain`, COL=FILE:LEVEL of a hierarchy, {SHORT_FORMS}, COL=raw,"
    " or COL={..} as in a spec"
)
"""The forms in which the command line writes a partition, for help and messages."""

HOW_LEVELS = f"COL=FILE of lines as `34;30-39;*`, no header, {SHORT_FORMS}, or COL={{..}} as in a spec"
"""The forms in which the command line writes the levels of a column, for help and messages."""


def read_values(flag: str, texts: Sequence[str], form: str = "COL=FILE") -> dict[str, str]:
    """Return the values of COL=VALUE texts by column.

    Raises SpecError for any other text, and for a column that is there twice.
    """
    values: dict[str, str] = {}
    for text in texts:
        column, equals, value = text.partition("=")
        if not equals or not column or not value:
            raise SpecError(f"{flag} {text}: write {form}")
        _add(values, column, value, f"{flag} {text}")
    return values


def read_tree_files(flag: str, texts: Sequence[str]) -> dict[str, list[str]]:
    """Return the files of columns, one or several for each. Raises SpecError."""
    files: dict[str, list[str]] = {}
    for text in texts:
        for column, file in read_values(flag, [text]).items():
            files.setdefault(column, []).append(file)
    return files


def read_names(flag: str, texts: Sequence[str]) -> dict[str, str]:
    """Return the names in the original by the releases' columns. Raises SpecError."""
    return read_values(flag, texts, "COL=ORIGINAL, the release's column and its name in the original")


def read_column_types(flag: str, texts: Sequence[str]) -> dict[str, str]:
    """Return the types of columns by name. Raises SpecError."""
    return read_values(flag, texts, "COL=TYPE, such as age=number")


def read_agreement(flag: str, texts: Sequence[str]) -> dict[str, float] | str | None:
    """Return the chances of agreement by column, and of all others as `*`. Raises SpecError."""
    if list(texts) == [ESTIMATED]:
        return ESTIMATED
    form = f"M or COL=M, the chance that two values of one person agree, such as 0.9, or {ESTIMATED} alone"
    chances: dict[str, float] = {}
    for text in texts:
        column, named, written = text.rpartition("=")
        try:
            chance = float(written)
        except ValueError:
            raise SpecError(f"{flag} {text}: write {form}") from None
        _add(chances, column if named else OTHERS, chance, f"{flag} {text}")
    return chances or None


def read_nearly(flag: str, texts: Sequence[str]) -> dict[str, float] | None:
    """Return how far values differ at most that nearly agree, by column. Raises SpecError."""
    form = "COL=N, how far values differ at most that nearly agree, such as born=3"
    return _numbers(flag, texts, "=", form, float) or None


def read_slices(flag: str, texts: Sequence[str]) -> list[Any]:
    """Return columns of slices, each with what COL=FORM says of it. Raises SpecError."""
    from sqlmetrics.spec.slice_words import SliceForm

    columns: dict[str, list[str]] = {}
    for text in texts:
        column, equals, form = text.rpartition("=")
        named = bool(equals) and form in get_args(SliceForm)
        columns.setdefault(column if named else text, []).extend([form] if named else [])
    return [columns] if columns else []


def read_known(flag: str, text: Sequence[str]) -> Any:
    """Return the points that are known: a number, `all`, or N of events:N. Raises SpecError."""
    text = "".join(text)
    if not text:
        return None
    events, _, number = text.rpartition(":")
    if text == "all":
        return text
    if events not in ("", "events") or not number.isdecimal():
        raise SpecError(f"{flag} {text}: write a number of points, from 1 to {MOST_KNOWN}, or all, or events:4")
    return {"events": int(number)} if events else int(number)


def read_targets(flag: str, text: Sequence[str]) -> Any:
    """Return a number of people, or `all`. Raises SpecError for any other text."""
    text = "".join(text)
    if not text:
        return None
    if text != "all" and not text.isdecimal():
        raise SpecError(f"{flag} {text}: write a number of people, such as 1000, or all")
    return text if text == "all" else int(text)


def read_columns(flag: str, texts: Sequence[str]) -> list[str]:
    """Return the columns of texts such as `place,hour`. Raises SpecError for an empty name."""
    columns = [column for text in texts for column in next(csv.reader([text]), [""])]
    if not all(columns):
        raise SpecError(f"{flag} {','.join(texts)}: write columns, such as place,hour")
    return columns


def read_groupings(flag: str, texts: Sequence[str]) -> list[list[str]]:
    """Return the columns of each text such as `region,age`. Raises SpecError for an empty name."""
    return [read_columns(flag, [text]) for text in texts]


def read_dominance(flag: str, text: Sequence[str]) -> tuple[int, float] | None:
    """Return n and k of a text such as `2,90`. Raises SpecError for any other text."""
    text = "".join(text)
    if not text:
        return None
    largest, _, percent = text.partition(",")
    try:
        return int(largest), float(percent)
    except ValueError:
        raise SpecError(f"{flag} {text}: write n and k, such as 2,90") from None


def read_marks(flag: str, texts: Sequence[str]) -> dict[str, str]:
    """Return the counts of TEXT=COUNTS texts by mark, which may have a `=` itself."""
    marks: dict[str, str] = {}
    for text in texts:
        mark, equals, counts = text.rpartition("=")
        if not equals or not counts:
            raise SpecError(f"{flag} {text}: write TEXT=COUNTS, such as *=1..9")
        if mark in marks:
            raise SpecError(f"{flag} {text}: the mark is there twice; give it one meaning")
        marks[mark] = counts
    return marks


def read_answers(flag: str, text: Sequence[str]) -> Any:
    """Return the conditions of a file: by name or as a list in YAML, else one in each line.

    Empty lines and comments are left out. Raises SpecError for a file without any.
    """
    if not text:
        return None
    path = Path("".join(text))
    if path.suffix in {".yml", ".yaml"}:
        answers = read_yaml(path, "answers")
    else:
        lines = map(str.strip, read_text(path, "answers").splitlines())
        answers = [line for line in lines if line and not line.startswith(("#", "--"))]
    if not answers:
        raise SpecError(f"{flag} {path}: no condition is in it; write one in each line, or {{NAME: CONDITION}} in YAML")
    return answers


def read_wide(flag: str, texts: Sequence[str]) -> dict[str, list[str]]:
    """Return the columns of NAME=COL,COL texts by name. Raises SpecError for any other text."""
    named = read_values(flag, texts, "NAME=COL,COL: a name, and the columns of counts that are its values")
    return {name: read_columns(flag, [columns]) for name, columns in named.items()}


def header_line(flag: str, texts: Sequence[str]) -> bool | int | None:
    """Return the line of a header, or whether there is one. Raises SpecError for another text."""
    text = "".join(texts)
    if not text:
        return None
    if text in {"true", "false"}:
        return text == "true"
    if not text.isdecimal() or not int(text):
        raise SpecError(f"{flag} {text}: write the number of a line, or true or false")
    return int(text)


def read_types(flag: str, texts: Sequence[str]) -> dict[str, str]:
    """Return the types of columns of COL=TYPE texts. Raises SpecError for any other text."""
    return read_values(flag, texts, "COL=text, COL=number, COL=whole or COL=MM/DD/YYYY")


def read_attackers(flag: str, texts: Sequence[str]) -> dict[str, list[str]]:
    """Return what each attacker of NAME=COL,COL texts knows. Raises SpecError for other texts."""
    attackers: dict[str, list[str]] = {}
    for text in texts:
        form = "NAME=COL,COL: an attacker, and the columns that this one knows"
        for name, columns in read_values(flag, [text], form).items():
            if name in attackers:
                raise SpecError(f"{flag} {text}: '{name}' is there twice; write all columns of an attacker together")
            attackers[name] = read_columns(flag, [columns])
    return attackers


def read_orders(flag: str, texts: Sequence[str]) -> dict[str, Any]:
    """Return the orders of columns: `natural`, or a list of values. Raises SpecError."""
    written = read_values(flag, texts, "COL=natural, or COL=VALUE,VALUE,.. for values in order")
    return {column: values if values == "natural" else next(csv.reader([values])) for column, values in written.items()}


def read_partitions(flag: str, texts: Sequence[str], how: str = HOW) -> dict[str, list[Any]]:
    """Return the partitions of columns, as a list for each. Raises SpecError."""
    forms: dict[str, list[Any]] = {}
    for text in texts:
        for column, form in read_values(flag, [text], how).items():
            forms.setdefault(column, []).append(_partition(flag, column, form, how))
    return forms


def read_levels(flag: str, texts: Sequence[str]) -> dict[str, Any]:
    """Return the levels of columns, one form or several for each. Raises SpecError."""
    return {
        column: forms if len(forms) > 1 else forms[0]
        for column, forms in read_partitions(flag, texts, HOW_LEVELS).items()
    }


def _partition(flag: str, column: str, form: str, how: str) -> Any:
    """Return a partition as a spec writes it. Raises SpecError for what is no form, and no file."""
    from sqlmetrics.spec.partitions import parse_partition_file

    if form.startswith("{"):
        return parse_yaml(form, f"{flag} {column}")
    if form in DATES:
        return {"date": form}
    if re.fullmatch("[0-9]{1,9}", form):
        return {"prefix": int(form)}
    if form.startswith("cuts:"):
        return {"cuts": form.removeprefix("cuts:").split(",")}
    if form.startswith("grid:"):
        width, _, at = form.removeprefix("grid:").partition("@")
        return {"grid": width} | ({"at": at} if at else {})
    if form == "raw" and how is HOW:
        return form
    file = parse_partition_file(form)
    if re.fullmatch(r"[^./\\]*", file["file"]) and not Path(file["file"]).exists():
        near = did_you_mean(form, [*DATES, *(["raw"] if how is HOW else [])], most=1)
        raise SpecError(f"{flag} {column}={form}: no such form or file; {near and near + ' '}write {how}")
    return file


def read_whole_numbers(flag: str, texts: Sequence[str]) -> dict[str, int]:
    """Return the numbers of COL=NUMBER texts by column. Raises SpecError for any other text."""
    return _numbers(flag, texts, "=", "COL=LEVEL, a whole number", int)


def read_needs(flag: str, texts: Sequence[str]) -> dict[str, int | str]:
    """Return the levels of COL=LEVEL texts by column. Raises SpecError for any other text."""
    levels = read_values(flag, texts, "COL=LEVEL, such as birth_date=decade")
    return {column: int(level) if level.isdecimal() else level for column, level in levels.items()}


def read_weights(flag: str, texts: Sequence[str]) -> dict[str, float]:
    """Return the numbers of COL:NUMBER texts by column. Raises SpecError for any other text."""
    return _numbers(flag, texts, ":", "COL:WEIGHT, a number", float)


def _numbers(flag: str, texts: Sequence[str], mark: str, form: str, kind: type[Any]) -> dict[str, Any]:
    """Return the numbers of texts by what stands before the last mark. Raises SpecError."""
    numbers: dict[str, Any] = {}
    for text in texts:
        column, _, written = text.rpartition(mark)
        try:
            number = kind(written)
        except ValueError:
            column = ""
        if not column:
            raise SpecError(f"{flag} {text}: write {form}")
        _add(numbers, column, number, f"{flag} {text}")
    return numbers


def _add(values: dict[str, Any], column: str, value: Any, where: str) -> None:
    """Add the value of a column. Raises SpecError for a column that has one already."""
    if column in values:
        raise SpecError(f"{where}: there is another one for the same columns; leave one of both out")
    values[column] = value
