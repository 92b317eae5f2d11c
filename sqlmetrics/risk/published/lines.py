"""The lines of published tables: each total is the sum of its parts, shown or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.rows import fetch_number
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.published.marks import CellWords
from sqlmetrics.risk.published.reading import MOST_CELLS, TableCells

SHOWN, CELLS, LINES, BOUNDS = "shown", "cells", "lines", "bounds"
"""The tables in which the database has the cells that are shown, all cells, lines and bounds."""


def grouped_columns(bits: int, size: int) -> list[str]:
    """Return the columns that bits stand for, of all columns by their number."""
    return [f"c{place + 1}" for place in range(size) if bits >> place & 1]


def make_lines(engine: Engine, cells: TableCells, words: CellWords) -> None:
    """Make the tables of cells, lines and bounds in the database, from the cells that are shown.

    Cells that no table shows are there, too, as far as totals need them: their counts have no
    bound, but where a table would have had a row for them. Raises SpecError where there are too
    many.
    """
    size = len(cells.dimensions)
    names = [f"c{place}" for place in range(1, size + 1)]
    engine.connection.register("read_cells", cells.frame)
    bits = " + ".join(f"case when {name} > 0 then {2**place} else 0 end" for place, name in enumerate(names))
    _run(
        engine,
        f"create temporary table {SHOWN} as select *, {bits} as grouping_bits from read_cells order by number",  # noqa: S608
    )
    found = fetch(engine, f"select distinct file, grouping_bits from {SHOWN}", "the table", "lines")  # noqa: S608
    finest = dict[int, set[int]]()
    for file, own in found:
        finer = any(other & own == own and other != own for name, other in found if name == file)
        if not finer:
            finest.setdefault(int(own), set()).add(int(file))
    _make_finest(engine, [*finest], size, hidden=words.absent.is_open)
    published = {int(own) for _, own in found}
    groupings = [own for own in range(2**size) if any(own & one == one for one in published)]
    _make_cells(engine, groupings, names, finest, words)
    _make_terms(engine, groupings, names)
    if words.rounded is not None and words.rounded.kind == "sums":
        _free_sums(engine, finest)


def _make_finest(engine: Engine, finest: Sequence[int], size: int, *, hidden: bool) -> None:
    """Make the table of the combinations of all columns that may have people.

    Where tables share columns, each combination agrees with the finest cells of all tables.
    """
    whole = 2**size - 1
    kept = [whole] if whole in finest else [one for one in finest if not _finer(one, finest)]
    kept.sort()
    joined, sources = 0, list[str]()
    while kept:
        own = max(kept, key=lambda one: ((one & joined).bit_count(), -kept.index(one)))
        kept.remove(own)
        columns = grouped_columns(own, size)
        rows = f"(select distinct {', '.join(columns) or '1 as one'} from {SHOWN} where grouping_bits = {own})"  # noqa: S608
        if hidden and columns:
            values = [f"(select distinct {name} from {SHOWN} where {name} > 0) of_{name}" for name in columns]  # noqa: S608
            rows = f"(select * from {' cross join '.join(values)})"  # noqa: S608
        shared = grouped_columns(own & joined, size)
        how = "" if not sources else f"join {rows} of_{own} using ({', '.join(shared)})"
        sources.append(how if shared else f"{'cross join ' if sources else ''}{rows} of_{own}")
        joined |= own
    names = [f"c{place + 1}" if joined >> place & 1 else f"0 as c{place + 1}" for place in range(size)]
    query = f"select {', '.join(names)} from {' '.join(sources)}"  # noqa: S608
    _run(engine, f"create temporary table finest as {query} limit {MOST_CELLS + 1}")
    if fetch_number(engine, "select count(*) from finest", "the table", "lines") > MOST_CELLS:
        raise SpecError(
            f"the tables have more than {MOST_CELLS:,} cells by all their columns together; name fewer tables"
        )


def _finer(own: int, others: Iterable[int]) -> bool:
    """Return whether others have a grouping by more columns than these."""
    return any(other & own == own and other != own for other in others)


def _make_cells(
    engine: Engine, groupings: Sequence[int], names: Sequence[str], finest: dict[int, set[int]], words: CellWords
) -> None:
    """Make the table of all cells: their groupings, and the counts that they may have."""
    parts = list[str]()
    for own in groupings:
        kept = ", ".join(name if own >> place & 1 else f"0 as {name}" for place, name in enumerate(names))
        parts.append(f"select distinct {kept}, {own} as grouping_bits from finest")  # noqa: S608
    keys = ", ".join(names)
    expected = " ".join(f"when {own} then {len(files)}" for own, files in finest.items())
    tops = " or ".join(
        f"(grouping_bits = {own} and file in ({', '.join(map(str, sorted(files)))}))" for own, files in finest.items()
    )
    low, high = words.absent
    least_high = "high" if high is None else f"least(coalesce(high, {high}), {high})"
    width = "null" if high is None else str(high - low)
    same = " and ".join(f"every.{name} = met.{name}" for name in names)
    _run(
        engine,
        f"""
        create temporary table {CELLS} as
        with met as (
            select
                {keys}, grouping_bits,
                coalesce(min(case when hidden then number end), min(number)) as number,
                max(low) as low, min(high) as high, bool_or(hidden) as hidden,
                count(case when {tops} then 1 end) as shown_by,
                bool_or(hidden and marked) as marked, bool_or(hidden and not marked) as rounded,
                max(case when hidden and marked then high - low end) as mark_width,
                bool_or(hidden and marked and high is null) as open_mark
            from {SHOWN}
            group by {keys}, grouping_bits
        ),
        every as (
            {" union all ".join(parts)}
            union
            select {keys}, grouping_bits from met
        ),
        absent as (
            select
                every.*, met.* exclude ({keys}, grouping_bits),
                coalesce(met.shown_by, 0) < case every.grouping_bits {expected} else 0 end as is_absent
            from every
            left join met on {same}
        )
        select
            row_number() over (order by number nulls last, grouping_bits desc, {keys}) as cell,
            {keys}, grouping_bits, number,
            cast(greatest(coalesce(low, 0), case when is_absent then {low} else 0 end) as bigint) as low,
            cast(case when is_absent then {least_high} else high end as bigint) as high,
            coalesce(hidden, false) or ({words.absent.is_open} and is_absent and number is null) as hidden,
            coalesce(rounded, false) as rounded,
            case when number is null then {width} when marked and not open_mark then mark_width end as width
        from absent
        """,  # noqa: S608
    )


def _make_terms(engine: Engine, groupings: Sequence[int], names: Sequence[str]) -> None:
    """Make the lines: for each cell and each column that it has the total of, the parts of it."""
    size, parts = len(names), list[str]()
    for own in groupings:
        for place in range(size):
            if own >> place & 1 or own | 2**place not in groupings:
                continue
            same = "".join(f" and total.{name} = part.{name}" for at, name in enumerate(names) if at != place)
            line = f"total.cell * {size} + {place} as line"
            parts.append(f"select {line}, cell, -1 as sign from {CELLS} total where grouping_bits = {own}")  # noqa: S608
            parts.append(
                f"select {line}, part.cell, 1 from {CELLS} total inner join {CELLS} part"  # noqa: S608
                f" on total.grouping_bits = {own} and part.grouping_bits = {own | 2**place}{same}"
            )
    empty = "select 0 as line, 0 as cell, 0 as sign where false"
    _run(engine, f"create temporary table {LINES} as {' union all '.join(parts) or empty}")
    _run(engine, f"create temporary table {BOUNDS} as select cell, low, high from {CELLS}")  # noqa: S608


def _free_sums(engine: Engine, finest: Iterable[int]) -> None:
    """Take the bounds of totals away that are sums of rounded cells, and say nothing more."""
    inner = ", ".join(map(str, finest))
    _run(
        engine,
        f"update {BOUNDS} set low = 0, high = null where cell in"  # noqa: S608
        f" (select cell from {CELLS} where grouping_bits not in ({inner}))",
    )


def _run(engine: Engine, statement: str) -> None:
    fetch(engine, statement, "the table", "lines")


def line_rows(engine: Engine, query: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a statement about lines."""
    yield from (tuple(row) for row in fetch(engine, query, "the table", "lines"))
