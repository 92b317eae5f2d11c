"""Numbers that are codes for missing values: 999 or -9, which lie far from all other values."""

from __future__ import annotations

from collections.abc import Iterator

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.reading.reading import Reading, Remark, remark
from sqlmetrics.statement.render import render

LAST = {digit * int("1" * places) for digit in (7, 8, 9) for places in range(2, 7)}
"""Numbers of one digit, 7 to 9, which questionnaires use for unknown, refused and not asked."""

ABOVE = sorted(LAST | {int("9" * places + last) for places in range(1, 5) for last in "678"})
"""The codes above all values: 99 or 998. A single 9 may be a number of days."""

BELOW = sorted({-code for code in LAST} | {-code for code in range(1, 10)} | {-97, -98, -997, -998})
"""The codes below all values: -1, -9 or -99."""

FAR = 3
"""The ranges of the other values that lie between them and a code above them."""

RARE = 0.01
"""The share of the values below which a number is taken for a value that is far off."""

NUMBERS = ("INT", "DOUBLE", "FLOAT", "DECIMAL")
"""What the types of numbers hold."""


def code_remarks(engine: Engine, table: str, name: str, reading: Reading) -> Iterator[Remark]:
    """Give the columns of a table whose numbers have codes among them, which are read as values."""
    declared = {one.column for one in reading.remarks if one.code == "declared_missing"}
    numbers = [
        one.name for one in reading.columns if one.name not in declared and any(part in one.type for part in NUMBERS)
    ]
    if not numbers:
        return
    ends = ", ".join(f"min({column}), max({column})" for column in (render("quoted", one) for one in numbers))
    (found,) = fetch(engine, f"select {ends} from {table}", name, "read")  # noqa: S608 - quoted
    for column, low, high in zip(numbers, found[::2], found[1::2], strict=True):
        for codes, end in ((ABOVE, high), (BELOW, low)):
            if end in codes:
                yield from _of_column(engine, table, name, column, codes)


def _of_column(engine: Engine, table: str, name: str, column: str, codes: list[int]) -> Iterator[Remark]:
    """Give the remark on the codes of a column, if they are frequent and far from other values."""
    quoted, listed = render("quoted", column), ", ".join(map(str, codes))
    among = f"{quoted} in ({listed})"
    others = f"min({quoted}) filter (not {among}), max({quoted}) filter (not {among}), count({quoted})"
    query = f"select histogram({quoted}) filter ({among}), {others} from {table}"  # noqa: S608 - quoted
    ((held, low, high, of),) = fetch(engine, query, name, "read")
    if low is None or high is None or low == high:
        return
    away = {
        int(code): count
        for code, count in held.items()
        if (code > high + FAR * (high - low) or code < 0 <= low) and count >= max(2, RARE * of)
    }
    if away:
        marks = ", ".join(map(str, away))
        yield remark("codes", column=column, count=sum(away.values()), of=of, marks=marks)
