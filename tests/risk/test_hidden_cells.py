"""What follows from published tables alone: small worlds by enumeration, and cases by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import linprog

import sqlmetrics
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.published import hidden_cells
from sqlmetrics.risk.published.hidden_cells import HiddenCells, HiddenQuestion, hidden_question
from sqlmetrics.risk.published.programmes import NoTableError, Proofs, parts_of, prove
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.reading import with_outputs

Cell = tuple[str, ...]
World = Mapping[Cell, int]
Picture = tuple[tuple[Cell, int | None], ...]


def asked(*tables: Any, **words: Any) -> HiddenQuestion:
    """Return the question what follows from tables, with the words of `outputs`."""
    return hidden_question(with_outputs(call_spec(tables[0]), words, "the test"), tables)


def counts_of(cells: int, people: int) -> Iterator[tuple[int, ...]]:
    """Yield all tables of so many cells and people."""
    if cells == 1:
        yield (people,)
        return
    for first in range(people + 1):
        for rest in counts_of(cells - 1, people - first):
            yield (first, *rest)


def with_totals(inner: Mapping[Cell, int]) -> World:
    """Return a table with its totals by any columns."""
    found: dict[Cell, int] = {}
    for cell, count in inner.items():
        for kept in product((True, False), repeat=len(cell)):
            total = tuple(value if keep else "Total" for value, keep in zip(cell, kept, strict=True))
            found[total] = found.get(total, 0) + count
    return found


def with_path_totals(inner: Mapping[Cell, int]) -> World:
    """Return a table whose last two columns are a tree: no total is by the last one alone."""
    whole = with_totals(inner)
    return {cell: count for cell, count in whole.items() if cell[-2] != "Total" or cell[-1] == "Total"}


def worlds_of(shape: Sequence[int], people: int, totals: Callable[[Mapping[Cell, int]], World]) -> list[World]:
    """Return all tables of a shape with so many people, each with its totals."""
    cells = list(product(*(tuple(f"v{value}" for value in range(size)) for size in shape)))
    if totals is with_path_totals:
        cells = [(*cell[:-1], f"{cell[-2]}.{cell[-1]}") for cell in cells]
    return [totals(dict(zip(cells, counts, strict=True))) for counts in counts_of(len(cells), people)]


def pictures_of(worlds: Sequence[World], patterns: Iterable[frozenset[Cell]]) -> dict[Picture, list[World]]:
    """Return what patterns of hidden cells show of each table, with the tables that look so."""
    pictures: dict[Picture, list[World]] = {}
    for pattern in patterns:
        for world in worlds:
            picture = tuple((cell, None if cell in pattern else count) for cell, count in world.items())
            pictures.setdefault(picture, []).append(world)
    return pictures


def intervals(
    pictures: Sequence[tuple[Picture, list[World]]], proven: bool, **words: Any
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the interval of each hidden cell, found and true, all pictures being one table."""
    rows, truth = [], list[tuple[int, float, float]]()
    for number, (picture, worlds) in enumerate(pictures):
        for cell, count in picture:
            rows.append((f"w{number}", *cell, "x" if count is None else str(count)))
            if count is None:
                own = [world[cell] for world in worlds]
                truth.append((len(rows), min(own), max(own)))
    columns = ["world", *(f"d{place}" for place in range(len(rows[0]) - 2)), "n"]
    given = {"marks": {"x": "0.."}, "absent": "zero", "measure": "n"} | words
    question = asked(pd.DataFrame(rows, columns=columns), **given)
    found = question.proofs() if proven else question.propagated()
    return [((found.low[cell - 1], found.high[cell - 1]), (low, high)) for cell, low, high in truth]


def patterns_of(world: World, hidden: int, seed: int) -> list[frozenset[Cell]]:
    """Return patterns of hidden cells that are drawn; the total of all is shown."""
    draw, cells = Random(seed), [cell for cell in world if set(cell) != {"Total"}]
    return [frozenset(draw.sample(cells, draw.randint(1, len(cells)))) for _ in range(hidden)]


def every_pattern(world: World) -> list[frozenset[Cell]]:
    """Return all patterns of hidden cells; the total of all is shown."""
    cells = [cell for cell in world if set(cell) != {"Total"}]
    return [frozenset(own) for size in range(len(cells) + 1) for own in combinations(cells, size)]


def test_all_two_by_two_tables_of_four_people_are_bounded_as_enumeration_bounds_them() -> None:
    worlds = worlds_of((2, 2), 4, with_totals)
    pictures = list(pictures_of(worlds, every_pattern(worlds[0])).items())
    hidden = intervals(pictures, proven=False)
    assert len(worlds) == 35
    assert len(hidden) == 28_488
    assert all(found == true for found, true in hidden)
    assert sum(low == high for (low, high), _ in hidden) == 26_168


SHAPES = {
    "2x3": ((2, 3), with_totals),
    "3x3": ((3, 3), with_totals),
    "2x2x2": ((2, 2, 2), with_totals),
    "2 x tree": ((2, 2, 2), with_path_totals),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_small_tables_are_bounded_as_enumeration_bounds_them(shape: str) -> None:
    sizes, totals = SHAPES[shape]
    worlds = worlds_of(sizes, 3, totals)
    pictures = list(pictures_of(worlds, patterns_of(worlds[0], 4, 7)).items())
    drawn = Random(5).sample(pictures, 40)
    assert all(found == true for found, true in intervals(drawn, proven=True))
    assert all(low <= least and high >= most for (low, high), (least, most) in intervals(pictures, proven=False))


BLOCK = ((12, 9, 20, 31), (8, 7, 3, 25), (14, 22, 6, 11), (30, 17, 9, 13))
BLOCK_HIDDEN = {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 2), (2, 3), (3, 2), (3, 3)}


def block(hidden: Iterable[tuple[int, int]] = BLOCK_HIDDEN, order: Sequence[int] = (0, 1, 2, 3)) -> pd.DataFrame:
    """Return the table of a block that propagation misses, with some cells hidden."""
    inner = {(f"r{row}", f"c{column}"): count for row, own in enumerate(BLOCK) for column, count in enumerate(own)}
    names = {(f"r{row}", f"c{column}") for row, column in hidden}
    whole = with_totals({cell: inner[cell] for row in order for cell in inner if cell[0] == f"r{row}"})
    rows = [(*cell, "*" if cell in names else f"{count:,}") for cell, count in whole.items()]
    return pd.DataFrame(rows, columns=["row", "column", "people"])


def known(result: HiddenCells) -> dict[str | None, tuple[int | None, int | None]]:
    """Return the interval of each listed cell by its values."""
    return {cell.class_: (cell.low, cell.high) for cell in result}


def table_of(text: str) -> pd.DataFrame:
    """Return a table of texts, whose first line has the names of columns; - is NULL."""
    first, *rows = (line.split("|") for line in text.split())
    return pd.DataFrame([[None if value == "-" else value for value in row] for row in rows], columns=first)


def test_a_block_of_rows_and_columns_gives_a_cell_away_that_no_line_does() -> None:
    words: dict[str, Any] = {"marks": {"*": "0.."}, "absent": "zero", "measure": "people"}
    alone = asked(block(), **words).propagated()
    cells = [place for place, count in enumerate(block()["people"]) if count == "*"]
    assert [(alone.low[cell], alone.high[cell]) for cell in cells][4] == (0, 18)
    result = sqlmetrics.published_outputs(block(), **words)
    assert known(result) == {"r1,c2": (3, 3)}
    assert result.cells[0].state == "recovered"


def test_the_lines_of_a_cell_alone_give_its_interval() -> None:
    (cell,) = sqlmetrics.published_outputs(block(), marks={"*": "0.."}, absent="zero")
    records = block().to_dict("records")
    unknown = [place for place, record in enumerate(records) if record["people"] == "*"]
    matrix, sums = [], []
    for line in cell.lines:
        _, number, _, column = line.split()
        total, other = records[int(number) - 1], {"row": "column", "column": "row"}[column]
        parts = [record for record in records if record[other] == total[other] and record[column] != "Total"]
        matrix.append([float(records[place] in parts) for place in unknown])
        sums.append(int(total["people"]) - sum(int(part["people"]) for part in parts if part["people"] != "*"))
    aim = [float(place == cell.cell - 1) for place in unknown]
    ends = [linprog([sign * one for one in aim], A_eq=matrix, b_eq=sums).fun * sign for sign in (1, -1)]
    assert ends == pytest.approx([3, 3])


def test_hiding_one_more_cell_never_narrows_an_interval_and_order_changes_nothing() -> None:
    words: dict[str, Any] = {"marks": {"*": "0.."}, "absent": "zero"}
    few, more = (asked(block(own), **words).proofs() for own in (BLOCK_HIDDEN, BLOCK_HIDDEN | {(0, 2)}))
    assert all(more.low <= few.low)
    assert all(more.high >= few.high)
    turned = sqlmetrics.published_outputs(block(order=(3, 1, 0, 2)), **words)
    assert known(turned) == {"r1,c2": (3, 3)}


def linked_faces(faces: Sequence[tuple[int, int]], seed: int) -> tuple[list[Any], list[tuple[int, int]]]:
    """Return faces of a 2 x 2 x 2 table with hidden cells, and the interval of each of these."""
    draw = Random(seed)
    worlds = worlds_of((2, 2, 2), 4, lambda inner: inner)
    shown = draw.choice(worlds)
    views = [[with_totals(_face(world, face)) for face in faces] for world in worlds]
    own = views[worlds.index(shown)]
    hidden = [{cell for cell in view if "Total" not in cell and draw.random() < 0.6} for view in own]
    seen = [(at, cell) for at, view in enumerate(own) for cell in view if cell not in hidden[at]]
    same = [view for view in views if all(view[at][cell] == own[at][cell] for at, cell in seen)]
    frames = [
        pd.DataFrame(
            [(*cell, "x" if cell in hidden[at] else str(count)) for cell, count in own[at].items()],
            columns=[*(f"d{axis}" for axis in face), "n"],
        )
        for at, face in enumerate(faces)
    ]
    truth = [
        (min(view[at][cell] for view in same), max(view[at][cell] for view in same))
        for at in range(len(faces)) for cell in own[at] if cell in hidden[at]
    ]  # fmt: skip
    return frames, truth


def _cells(rows: pd.DataFrame) -> list[list[str]]:
    return rows.reindex(columns=["d0", "d1", "d2"]).fillna("Total").to_numpy().tolist()


def _firsts(rows: pd.DataFrame) -> list[list[str]]:
    """Return the cells of all tables, each once, where a table hides it or shows it first."""
    order = {tuple(cell): place for place, cell in reversed([*enumerate(_cells(rows))])}
    hidden = _cells(rows[rows["n"] == "x"])
    for place, cell in reversed([*zip(rows.index[rows["n"] == "x"], hidden, strict=True)]):
        order[tuple(cell)] = int(place)
    return [list(cell) for cell, _ in sorted(order.items(), key=lambda one: one[1])]


def _face(world: World, face: Sequence[int]) -> World:
    found: dict[Cell, int] = {}
    for cell, count in world.items():
        own = tuple(cell[axis] for axis in face)
        found[own] = found.get(own, 0) + count
    return found


@pytest.mark.parametrize("faces", [[(0, 1), (0, 2)], [(0, 1), (0, 2), (1, 2)]])
@pytest.mark.parametrize("seed", range(4))
def test_linked_faces_are_bounded_as_enumeration_bounds_them(faces: list[tuple[int, int]], seed: int) -> None:
    frames, truth = linked_faces(faces, seed)
    question = asked(*frames, marks={"x": "0.."}, absent="zero", measure="n")
    result, proofs = question.answer(), question.proofs()
    rows = pd.concat(frames, ignore_index=True)
    places = {tuple(row): place for place, row in enumerate(_firsts(rows))}
    hidden = [places[tuple(row)] for row in _cells(rows[rows["n"] == "x"])]
    assert [(proofs.low[cell], proofs.high[cell]) for cell in hidden] == truth
    assert result.recovered_cells == sum(low == high for low, high in truth)


def test_a_hidden_cell_alone_in_a_line_is_what_the_others_leave() -> None:
    table = table_of("sex|age|n f|young|12 f|old|* f|Total|14 m|young|9 m|old|30 m|Total|39")
    result = sqlmetrics.published_outputs(table, marks={"*": "1..9"}, absent="zero")
    assert known(result) == {"f,old": (2, 2)}
    assert result.tables[0][1:] == (6, 1, 1, 0, 0)
    assert result.cells[0].lines == ("record 3 by age",)
    assert result.to_pandas()[["sex", "age", "low"]].to_numpy().tolist() == [["f", "old", 2]]


def test_two_hidden_cells_are_narrower_than_their_marks() -> None:
    table = table_of("age|n young|* old|* middle|8 Total|12")
    result = sqlmetrics.published_outputs(table, marks={"*": "1..9"}, absent="zero")
    assert known(result) == {"young": (1, 3), "old": (1, 3)}
    assert {cell.state for cell in result} == {"narrow"}
    assert not sqlmetrics.published_outputs(table, marks={"*": "1..9"}, absent="zero", width=2).narrow_cells
    open_marks = sqlmetrics.published_outputs(table, marks={"*": "0.."}, absent="zero")
    assert (open_marks.narrow_cells, open_marks.unproven_cells) == (0, 0)


def test_a_cell_in_no_sum_stays_hidden() -> None:
    table = table_of("age|sex|n young|f|* old|f|7 old|m|2 old|Total|9")
    result = sqlmetrics.published_outputs(table, marks={"*": "1..9"}, absent="zero")
    assert (len(result), result.tables[0].hidden) == (0, 1)


def test_a_hidden_subtotal_and_a_hidden_single_child() -> None:
    table = table_of("area|town|n N|N1|* N|Total|* S|S1|5 S|S2|6 S|Total|11 Total|Total|13")
    result = sqlmetrics.published_outputs(table, marks={"*": "1..9"}, absent="zero")
    assert known(result) == {"N,N1": (2, 2), "N,Total": (2, 2)}


def test_the_hidden_total_of_all_is_the_sum_of_its_parts() -> None:
    table = table_of("age|n young|4 old|7 Total|*")
    assert known(sqlmetrics.published_outputs(table, marks={"*": "0.."}, absent="zero")) == {"Total": (11, 11)}


def test_rows_that_are_not_there_are_zero_or_hidden() -> None:
    table = table_of(
        "age|sex|n young|f|4 young|Total|6 old|f|5 old|m|8 old|Total|13 Total|f|9 Total|m|10 Total|Total|19"
    )
    with pytest.raises(SpecError, match="record 2 is not the sum of its parts by 'sex'"):
        sqlmetrics.published_outputs(table, absent="zero")
    result = sqlmetrics.published_outputs(table, absent="hidden")
    assert known(result) == {"young,m": (2, 2)}
    assert result.cells[0].record is None
    assert known(sqlmetrics.published_outputs(table, absent="0..4")) == {"young,m": (2, 2)}
    with pytest.raises(SpecError, match="does not add up"):
        sqlmetrics.published_outputs(table, absent=(0, 1))


def test_null_is_a_value_unless_it_is_a_total() -> None:
    table = table_of("age|n young|* old|7 -|3 Total|12")
    assert known(sqlmetrics.published_outputs(table, marks={"*": "1..9"}, absent="zero")) == {"young": (2, 2)}
    table = table_of("age|n young|* old|7 -|12")
    found = sqlmetrics.published_outputs(table, marks={"*": "1..9"}, absent="zero", total=[None])
    assert known(found) == {"young": (5, 5)}


def test_columns_of_counts_are_the_values_of_one_column() -> None:
    table = table_of("age|male|female|both young|*|3|10 old|8|9|17 Total|15|12|27")
    found = sqlmetrics.published_outputs(
        table, marks={"*": "1..9"}, absent="zero", total=["Total", "both"], wide={"sex": ["male", "female", "both"]}
    )
    assert [(cell.record, cell.column, cell.low) for cell in found] == [(1, "male", 7)]
    assert found.dimensions == ("age", "sex")


def test_two_tables_meet_in_the_cells_that_they_share() -> None:
    ages = table_of("age|n young|* old|* Total|9")
    sexes = table_of("age|sex|n young|f|1 young|m|2 young|Total|3 old|f|* old|m|* old|Total|*")
    found = sqlmetrics.published_outputs([ages, sexes], marks={"*": "0.."}, absent="zero")
    assert known(found) == {"young,Total": (3, 3), "old,Total": (6, 6)}
    apart = table_of("age|n young|4 old|5 Total|9")
    with pytest.raises(SpecError, match="another table shows the same cell with other counts"):
        sqlmetrics.published_outputs([apart, sexes], marks={"*": "0.."}, absent="zero")


def rounded_worlds(shape: Sequence[int], most: int, base: int, *, sums: bool) -> tuple[int, int]:
    """Return how many tables were rounded, and in how many a cell of 1 to 4 is known."""
    worlds = [world for people in range(most + 1) for world in worlds_of(shape, people, with_totals)]
    rows, own = [], list[tuple[int, int]]()
    for number, world in enumerate(worlds):
        inner = {cell: (count + base // 2) // base * base for cell, count in world.items() if "Total" not in cell}
        shown = with_totals(inner) if sums else {
            cell: (count + base // 2) // base * base for cell, count in world.items()
        }  # fmt: skip
        for cell, count in world.items():
            rows.append((f"w{number}", *cell, str(shown[cell])))
            if "Total" not in cell and 1 <= count <= 4:
                own.append((number, len(rows) - 1))
    columns = ["world", *(f"d{place}" for place in range(len(shape))), "n"]
    table = pd.DataFrame(rows, columns=columns)
    rounded = f"sums:{base}" if sums else base
    found = asked(table, absent="zero", measure="n", rounded=rounded).propagated()
    return len(worlds), len({number for number, cell in own if found.low[cell] == found.high[cell]})


def test_cells_that_are_rounded_each_for_itself_give_small_ones_away() -> None:
    assert rounded_worlds((2, 2), 8, 10, sums=False) == (495, 0)
    assert rounded_worlds((2, 2), 8, 5, sums=True) == (495, 0)
    table = table_of("a|b|n 1|1|0 1|2|0 1|Total|0 2|1|0 2|2|0 2|Total|5 Total|1|5 Total|2|5 Total|Total|5")
    found = known(sqlmetrics.published_outputs(table, absent="zero", rounded=5, measure="n"))
    assert {name: found[name] for name in ("1,1", "1,2", "2,1", "2,2")} == {
        "1,1": (1, 1), "1,2": (1, 1), "2,1": (2, 2), "2,2": (2, 2),
    }  # fmt: skip


@pytest.mark.thorough
def test_ninety_four_tables_that_are_rounded_to_five_give_a_small_cell_away() -> None:
    assert rounded_worlds((2, 2), 16, 5, sums=False) == (4845, 94)
    assert rounded_worlds((2, 3), 9, 5, sums=False) == (5005, 81)


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "a mark without a meaning": ("a|n x|* y|4 Total|6", {}, r"record 1: the mark \* has no meaning here"),
    "no mark": ("a|n x|12a4b y|4 Total|6", {}, "record 1: a text that is no whole number has no meaning here"),
    "a total": ("a|n x|2 y|4 Sum|6", {}, "no column has the total 'Total'"),
    "a named total": ("a|n x|2 y|4 Total|6", {"total": ["Total", "All"]}, "no column has the total 'All'"),
    "sums": (
        "a|n x|2 y|4 Total|7",
        {},
        "record 3 is not the sum of its parts by 'a'; correct it, or say what marks and absent rows mean",
    ),
    "percent": ("a|n x|2% y|4 Total|7", {}, "percentages are not judged"),
    "a percent column": ("a|percent x|2 y|4 Total|7", {}, "has percentages, which are not judged"),
    "no counts": ("a|b x|y y|z Total|u", {}, "no columns with numbers"),
    "two columns of numbers": ("a|n|m x|2|3 y|4|5 Total|6|8", {}, r"2 columns with numbers \(n and m\)"),
    "too large": (f"a|n x|{10**15} y|4 Total|6", {}, "record 1: a count is 999,999,999,999,999 at most"),
    "too large, written in groups": ("a|n x|1.000.000.000.000.000.000 y|4 Total|6", {}, "record 1: a count is 999"),
    "too large, as a float": ("a|n x|1e20 y|4 Total|6", {}, "record 1: a count is 999,999"),
    "a fraction": ("a|n x|2,5 y|4 Total|6", {}, "record 1: a text that is no whole number has no meaning"),
    "absent": ("a|n x|2 y|4 Total|6", {"absent": None}, "say what a row that is not there means"),
    "a strange absent": ("a|n x|2 y|4 Total|6", {"absent": "none"}, "`absent`: write the counts"),
    "a strange mark": ("a|n x|2 y|4 Total|6", {"marks": {"*": "9..1"}}, r"mark \*: write the counts"),
    "twice": ("a|n x|2 x|4 Total|6", {}, "records 1 and 2 are the same cell"),
    "not rounded": (
        "a|n x|2 y|4 Total|6",
        {"rounded": 5},
        "record 1: the count is no multiple of 5, to which counts are `rounded`",
    ),
    "rounded, not adding up": ("a|n x|5 y|5 Total|25", {"rounded": 5}, "does not add up, not with rounding to 5"),
    "no sums of rounded": ("a|n x|5 y|5 Total|15", {"rounded": "sums:5"}, "does not add up"),
    "a strange rounding": ("a|n x|5 y|5 Total|15", {"rounded": "up"}, "`rounded` is a base such as 5"),
    "a strange width": ("a|n x|5 y|5 Total|10", {"width": 0}, "`width` is how far apart"),
    "no whole numbers": ("a|b|n x|y|* x|Total|2 Total|y|3 Total|Total|3", {"marks": {"*": "0.."}}, "does not add up"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_table_that_is_not_understood_is_refused(case: str) -> None:
    text, words, message = REFUSED[case]
    with pytest.raises(SpecError, match=message):
        sqlmetrics.published_outputs(table_of(text), **{"absent": "zero"} | words)


def test_a_file_is_read_as_it_is_written(tmp_path: Path) -> None:
    """Thousands with points are no fractions, in files of text, of numbers and of both."""
    texts = {"a.csv": "a;n\nx;1.000\ny;2.000\nTotal;3.000\n", "b.csv": 'a,n\nx,"1,000"\ny,"2,000"\nTotal,"3,000"\n'}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    table = pd.DataFrame({"a": ["x", "y", "Total"], "n": [1000.0, 2000.0, 3000.0]})
    table.to_parquet(tmp_path / "c.parquet")
    for name in (*texts, "c.parquet"):
        bounds = asked(tmp_path / name, absent="zero").propagated()
        assert bounds.low.tolist() == bounds.high.tolist() == [1000, 2000, 3000]


def test_what_time_leaves_is_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_cells, "PART_OF_TIME", 0)
    result = sqlmetrics.published_outputs(block(), marks={"*": "0.."}, absent="zero", timeout=600)
    assert (result.recovered_cells, result.unproven_cells) == (0, 9)
    assert result.notes == (hidden_cells.OUT_OF_TIME,)


def odd_cycle() -> Proofs:
    """Return a + b = 1, b + c = 1 and a + c = d for a, b, c of 0 or 1 and d of 1 or 2."""
    proofs = Proofs.of(np.array([0.0, 0, 0, 1]), np.array([1.0, 1, 1, 2]))
    terms = [(1, 0, 1), (1, 1, 1), (2, 1, 1), (2, 2, 1), (3, 0, 1), (3, 2, 1), (3, 3, -1)]
    line, cell, sign = (np.array(column) for column in zip(*terms, strict=True))
    parts = parts_of(proofs, line, cell, sign)
    for part in parts:
        part.sums[:] = [1, 1, 0]
    prove(proofs, parts, dict.fromkeys(range(4), 1.0))
    return proofs


def test_whole_numbers_tell_more_than_fractions() -> None:
    """d is 2 a, so that it is even: a half is no count."""
    proofs = odd_cycle()
    assert proofs.low.tolist() == proofs.high.tolist() == [1, 0, 1, 2]


def test_counts_that_only_fractions_fit_are_no_table() -> None:
    proofs = Proofs.of(np.zeros(3), np.ones(3))
    line, cell = np.array([1, 1, 2, 2, 3, 3]), np.array([0, 1, 1, 2, 0, 2])
    (part,) = parts_of(proofs, line, cell, np.ones(6, dtype=np.int64))
    part.sums[:] = 1
    with pytest.raises(NoTableError):
        prove(proofs, [part], dict.fromkeys(range(3), 1.0))
