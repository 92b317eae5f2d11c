"""What the texts of a published table mean: numbers, marks and rounding."""

from __future__ import annotations

from typing import Any

import pytest

from sqlmetrics.errors import SpecError
from sqlmetrics.risk.published.marks import cell_words, read_cell, read_range, whole_number

NUMBERS = {
    "12": 12, " 12 ": 12, "1,234": 1234, "1.234": 1234, "1 234": 1234, "1\u202f234": 1234, "1'234'567": 1234567,
    "12.0": 12, "1,234.00": 1234, "1.234,00": 1234, "12 a": 12, "12*": 12, "12\u00b9": 12, "12 (p)": 12, "12 r": 12,
    "1.234,5": None, "2.5": None, "12k": None, "12 k": None, "12 m": None, "-3": None, "1,23": None, "1,2345": None,
    "1.234,567": None, "": None, "x": None, "9" * 16: None,
}  # fmt: skip


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_is_read_as_tables_write_it(text: str) -> None:
    assert whole_number(text) == NUMBERS[text]


def test_a_column_of_numbers_has_no_separators_of_thousands() -> None:
    assert whole_number("1.000", typed=True) == 1
    assert whole_number("1.5", typed=True) is None


RANGES: list[tuple[Any, tuple[int, int | None]]] = [
    ("1..9", (1, 9)), ("0..", (0, None)), ("..4", (0, 4)), (0, (0, 0)), ("7", (7, 7)), ((1, 4), (1, 4)),
    ([2, None], (2, None)),
]  # fmt: skip


@pytest.mark.parametrize(("written", "counts"), RANGES)
def test_counts_are_written_as_ranges(written: Any, counts: tuple[int, int | None]) -> None:
    assert read_range(written, "a mark") == counts


@pytest.mark.parametrize("written", ["", "..", "9..1", "a..b", -1, 1.5, "1-9", (1, 2, 3), (None, "x")])
def test_other_ranges_are_refused(written: Any) -> None:
    with pytest.raises(SpecError, match="write the counts"):
        read_range(written, "a mark")


ROUNDED: list[tuple[Any, str, tuple[int, int]]] = [
    (5, "10", (8, 12)), (5, "0", (0, 2)), (10, "20", (15, 24)), (3, "3", (2, 4)), ("random:3", "6", (4, 8)),
    ("random:5", "0", (0, 4)), ("sums:5", "5", (3, 7)),
]  # fmt: skip


@pytest.mark.parametrize(("rounded", "shown", "counts"), ROUNDED)
def test_a_rounded_count_is_one_of_several(rounded: Any, shown: str, counts: tuple[int, int]) -> None:
    cell = read_cell(shown, cell_words("zero", rounded=rounded))
    assert cell is not None
    assert cell.counts == counts


def test_an_empty_cell_is_a_mark_with_the_name_null() -> None:
    words = cell_words("zero", {"NULL": "1..4", "-": 0})
    assert [read_cell(text, words) for text in (None, " ", "-")] == [((1, 4), True), ((1, 4), True), ((0, 0), True)]
