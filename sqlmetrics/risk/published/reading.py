"""The cells of published tables, read by the engine: their places, and the counts they may have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics.engine.engine import describe, fetch
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_number
from sqlmetrics.engine.source import Source, opened
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.published.marks import SHORT_MARK, CellWords, ReadCell, looks_whole, read_cell
from sqlmetrics.spec.outputs import NULL
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import is_whole, kind, missing_column
from sqlmetrics.text import joined

if TYPE_CHECKING:
    from collections.abc import Hashable

    import pandas as pd

MOST_CELLS = 1_000_000
"""The most cells of published tables."""

TEXT_ENDINGS = {".csv", ".tsv", ".tab", ".txt", ".psv"}
"""The endings of files whose values are texts, which a packed file has before its own."""

MOST_DIMENSIONS = 8
"""The most columns whose values place a cell."""


class WideColumns(NamedTuple):
    """The columns of counts that are the values of one column, which has a name of its own."""

    name: str
    columns: tuple[str, ...]


class TableText(NamedTuple):
    """A published table as texts: a row per cell, with the record and the column it was read from.

    The frame has the columns of `dimensions`, and `record`, `column` and `count` by their places
    behind them; `typed` is whether counts have a type of numbers.
    """

    name: str
    dimensions: tuple[str, ...]
    frame: pd.DataFrame
    typed: bool


class TableCells(NamedTuple):
    """The cells of published tables, which are called `names`.

    The frame has a row per cell. `number` counts them, and `file`, `record` and `column_name` say
    where each was read. `c1`, `c2`, .. are the place of its value among the `categories` of each
    dimension, 0 for the total. `low` and `high` are the ends of its counts. It is `hidden` where
    these are several, and `marked` where a mark stands for them.
    """

    names: tuple[str, ...]
    dimensions: tuple[str, ...]
    categories: tuple[tuple[str | None, ...], ...]
    frame: pd.DataFrame


def read_tables(
    tables: Sequence[Any],
    place: Place,
    *,
    measure: str | None,
    wide: WideColumns | None,
    progress: Progress | None,
) -> list[TableText]:
    """Return published tables as texts.

    Raises SpecError for columns that make no table of counts, and QueryError where one is not read.
    """
    texts = []
    for table in tables:
        with opened(table, place, progress) as source:
            fractions = [name for name in _fractions(table, source) if name not in place.files.types]
            found = None if fractions else _text(source, measure, wide)
        if found is None:
            as_texts = place.files._replace(types={**dict.fromkeys(fractions, "text"), **place.files.types})
            with opened(table, replace(place, files=as_texts), progress) as source:
                found = _text(source, measure, wide)
        texts.append(found)
    return texts


def _fractions(table: Any, source: Source) -> list[str]:
    """Return the columns of a file of texts whose numbers have fractions, or thousands.

    Only their texts tell `1.000` from 1.
    """
    endings = {ending.lower() for ending in Path(table).suffixes} if isinstance(table, str | Path) else set[str]()
    if not source.engine.own or not endings & TEXT_ENDINGS:
        return []
    types = describe(source.engine, source.from_sql, source.name)
    return [column for column, of_type in types if kind(of_type) == "number" and not is_whole(of_type)]


def _text(source: Source, measure: str | None, wide: WideColumns | None) -> TableText:
    """Return a table as texts, with a row per cell."""
    import pandas as pd

    engine, name = source.engine, source.name
    types = dict(describe(engine, source.from_sql, name))
    held = [] if measure is None else [measure]
    for column in [*held, *(wide.columns if wide else ())]:
        if column not in types:
            raise missing_column(name, column, types)
    if wide and wide.name in types.keys() - {*wide.columns}:
        raise SpecError(f"`wide` names its column '{wide.name}', which {name} has already; name it otherwise")
    rows = fetch_number(engine, f"select count(*) from {source.from_sql} source", name, "read")  # noqa: S608 - ours
    if rows * len(wide.columns if wide else (1,)) > MOST_CELLS:
        raise SpecError(f"{name} has {rows:,} records; published tables have {MOST_CELLS:,} cells at most")
    texts = ", ".join(
        render("as_string", render("quoted", column, dialect=engine.dialect), dialect=engine.dialect)
        for column in types
    )
    found = fetch(engine, f"select {texts} from {source.from_sql} source", name, "read")  # noqa: S608 - quoted
    if not found:
        raise SpecError(f"{name} has no cell; name the file of a published table")
    frame = pd.DataFrame(list(map(tuple, found)), dtype=object)
    frame = frame.where(frame.notna(), None)
    counted = [*wide.columns] if wide else [measure or _only_numbers(frame, types, name)]
    for column in counted:
        if "%" in column or "percent" in column.casefold():
            raise SpecError(
                f"column '{column}' of {name} has percentages, which are not judged; name a column of counts"
            )
    places = {column: place for place, column in enumerate(types)}
    others = [column for column in types if column not in counted]
    parts = []
    for column in counted:
        part = frame[[places[other] for other in others]].copy()
        if wide:
            part["wide"] = column
        part["record"] = list(range(1, len(part) + 1))
        part["column"], part["count"] = column, frame[places[column]]
        part.columns = pd.RangeIndex(part.shape[1])
        parts.append(part)
    whole = pd.concat(parts, ignore_index=True)
    order = whole[len(others) + bool(wide)].argsort(kind="stable")
    whole = whole.take(order.to_list()).reset_index(drop=True)
    dimensions = (*others, *([wide.name] if wide else []))
    if not dimensions:
        raise SpecError(f"{name} has no column beside its counts; a cell is placed by the values of others")
    return TableText(name, dimensions, whole, all(kind(types[column]) == "number" for column in counted))


def _only_numbers(frame: pd.DataFrame, types: Mapping[str, str], name: str) -> str:
    """Return the only column with numbers. Raises SpecError where there is none or several."""
    found = [
        column
        for place, column in enumerate(types)
        if kind(types[column]) == "number" or any(map(looks_whole, frame[place].unique()))
    ]
    if len(found) != 1:
        raise SpecError(
            f"{name} has {len(found) or 'no'} column{'' if len(found) == 1 else 's'} with numbers"
            f"{f' ({joined(found)})' if found else ''}; name the column of counts (`measure`)"
        )
    return found[0]


def placed_cells(texts: Sequence[TableText], words: CellWords) -> TableCells:
    """Return the cells of tables of texts. Raises SpecError for what makes no table of counts."""
    import pandas as pd

    dimensions = tuple(dict.fromkeys(name for text in texts for name in text.dimensions))
    if len(dimensions) > MOST_DIMENSIONS:
        raise SpecError(
            f"published tables have {MOST_DIMENSIONS} columns beside counts at most (found: {len(dimensions)})"
        )
    frames = [_with_counts(text, file, words) for file, text in enumerate(texts)]
    whole = pd.concat(frames, ignore_index=True)
    whole.insert(0, "number", range(1, len(whole) + 1))
    totals = dict.fromkeys(words.totals, False)
    categories = []
    for place, dimension in enumerate(dimensions, 1):
        own = [text.frame[text.dimensions.index(dimension)] if dimension in text.dimensions else None for text in texts]
        labels, values = _coded(own, [len(text.frame) for text in texts], words, totals)
        whole[f"c{place}"] = labels
        categories.append(values)
    missing = [NULL if label is None else f"'{label}'" for label, found in totals.items() if not found]
    if missing and (words.names_totals or len(texts) == 1):
        raise SpecError(
            f"no column has the total {joined(missing)}; name the labels of totals (`total`), as they are written;"
            " a table without totals tells of a hidden cell only what its mark says"
        )
    _check_doubled(whole, [text.name for text in texts], len(dimensions))
    return TableCells(tuple(text.name for text in texts), dimensions, tuple(categories), whole)


def _coded(
    own: Iterable[pd.Series | None], lengths: Iterable[int], words: CellWords, totals: dict[str | None, bool]
) -> tuple[list[int], tuple[str | None, ...]]:
    """Return the number of each cell's value in a column, 0 for totals, and the values in order.

    A table without the column has totals of it.
    """
    codes: dict[Hashable, int] = {}
    values: list[str | None] = []
    labels: list[int] = []
    for column, length in zip(own, lengths, strict=True):
        if column is None:
            labels += [0] * length
            continue
        known: dict[Any, int] = {}
        for text in column.unique():
            label = None if text is None else str(text).strip()
            if words.is_total(label):
                for total in totals:
                    totals[total] |= (total is None) if label is None else (total or "").casefold() == label.casefold()
                known[text] = 0
            else:
                if label not in codes:
                    values.append(label)
                    codes[label] = len(values)
                known[text] = codes[label]
        labels += [known[text] for text in column]
    return labels, tuple(values)


def _with_counts(text: TableText, file: int, words: CellWords) -> pd.DataFrame:
    """Return the counts of a table's cells, a row per cell. Raises SpecError with the record."""
    import pandas as pd

    size = len(text.dimensions)
    counts = text.frame[size + 2]
    read: dict[Any, ReadCell | None] = {}
    wrong: list[Any] = []
    for count in counts.unique():
        try:
            read[count] = read_cell(count, words, typed=text.typed)
        except SpecError as error:
            raise SpecError(f"{text.name}, record {_record(text, counts, count)}: {error}") from None
        if read[count] is None:
            wrong.append(count)
    if wrong:
        raise _not_read(text, counts, wrong, len(read))
    cells = [read[count] for count in counts]
    return pd.DataFrame(
        {
            "file": file,
            "record": text.frame[size],
            "column_name": text.frame[size + 1],
            "low": pd.Series([cell.counts.low for cell in cells if cell], dtype="int64"),
            "high": pd.Series([cell.counts.high for cell in cells if cell], dtype="Int64"),
            "hidden": [cell.counts.is_open for cell in cells if cell],
            "marked": [cell.marked for cell in cells if cell],
        }
    )


def _record(text: TableText, counts: pd.Series, count: Any) -> int:
    """Return the record of the first cell with a text."""
    first = (counts.isna() if count is None else counts == count).to_numpy().argmax()
    return int(text.frame[len(text.dimensions)].iloc[first])


def _not_read(text: TableText, counts: pd.Series, wrong: Sequence[Any], texts: int) -> SpecError:
    """Return the error for counts without a meaning: marks, or a column that is no number."""
    first = wrong[0]
    record = _record(text, counts, first)
    column = str(text.frame[len(text.dimensions) + 1].iloc[0])
    short = first is None or SHORT_MARK.fullmatch(first.strip() or NULL) is not None or not first.strip()
    if len(wrong) > 3 and 2 * len(wrong) > texts and not short:
        return SpecError(
            f"column '{column}' of {text.name} is no column of counts: {len(wrong)} of its {texts} values are no whole"
            " numbers; name another one (`measure`)"
        )
    named = NULL if first is None or not first.strip() else first.strip()
    shown = f"the mark {named}" if short else "a text that is no whole number"
    return SpecError(
        f"{text.name}, record {record}: {shown} has no meaning here; say which counts it stands for (`marks`), such as"
        f" {named if short else '*'}=1..9"
    )


def _check_doubled(cells: pd.DataFrame, names: Sequence[str], dimensions: int) -> None:
    """Raise SpecError where a table has a cell twice."""
    keys = ["file", *(f"c{place}" for place in range(1, dimensions + 1))]
    doubled = cells[cells.duplicated(keys, keep=False)]
    if len(doubled):
        first = doubled.iloc[0]
        same = doubled[(doubled[keys] == first[keys]).all(axis=1)]
        records = joined([str(record) for record in same["record"][:3]])
        raise SpecError(
            f"{names[int(first['file'])]}: records {records} are the same cell; a column that tells them apart is"
            " missing, or has two labels of totals"
        )
