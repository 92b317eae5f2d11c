"""Which cells of a table to hide: no hole in any table, and nearly the least value hidden.

The least value is found here by an integer programme over all cells at once, and holes by linear
programmes of single cells and by counting all small tables, neither of which the product does.
"""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import lil_array

import sqlmetrics
from conftest import Run
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.published.hiding import KnownTable, hide

Cells = dict[tuple[str, ...], int]
"""The counts of the cells of a table, with `Total` in the place of what they add up."""


def with_totals(inner: Cells) -> Cells:
    """Return cells with all their totals."""
    found: Counter[tuple[str, ...]] = Counter()
    for key, count in inner.items():
        for kept in itertools.product((True, False), repeat=len(key)):
            found[tuple(one if keep else "Total" for one, keep in zip(key, kept, strict=True))] += count
    return dict(found)


def drawn(seed: int, rows: int, columns: int, mean: float = 12) -> Cells:
    """Return a table whose cells are mostly small, as tables of people are."""
    draw = random.Random(seed)
    keys = itertools.product((f"r{n}" for n in range(rows)), (f"c{n}" for n in range(columns)))
    return with_totals({key: int(draw.expovariate(1) ** 1.5 * mean * 0.75) for key in keys})


def advised(cells: Cells, below: int, **words: Any) -> sqlmetrics.HidingAdvice:
    """Return which cells of a table to hide."""
    columns = list(zip(*cells, strict=True))
    frame = {f"d{n}": list(column) for n, column in enumerate(columns)} | {"n": list(cells.values())}
    return sqlmetrics.cells_to_hide(frame, below=below, **words)


def hidden(advice: sqlmetrics.HidingAdvice) -> set[tuple[str, ...]]:
    """Return the cells that an advice hides."""
    return {tuple(str(cell.class_).split(",")) for cell in advice}


def lines(cells: Cells) -> Iterator[dict[tuple[str, ...], int]]:
    """Yield the sums of a table: each total with the sign -1, and its parts with 1."""
    for key in cells:
        for place, value in enumerate(key):
            if value == "Total":
                parts = [
                    one
                    for one in cells
                    if one[place] != "Total" and one[:place] + one[place + 1 :] == key[:place] + key[place + 1 :]
                ]
                yield {key: -1, **dict.fromkeys(parts, 1)}


def matrix(cells: Cells) -> Any:
    """Return the sums of a table as a matrix of its cells."""
    place = {key: number for number, key in enumerate(cells)}
    rows = list(lines(cells))
    found = lil_array((len(rows), len(cells)))
    for number, row in enumerate(rows):
        for key, sign in row.items():
            found[number, place[key]] = sign
    return found.tocsr()


def apart(cells: Cells, masked: set[tuple[str, ...]], cell: tuple[str, ...]) -> float:
    """Return how far apart the counts of a cell can be; whole ones, in tables of two columns."""
    bounds = [(0, None) if key in masked else (count, count) for key, count in cells.items()]
    weights, sums = np.zeros(len(cells)), matrix(cells)
    weights[list(cells).index(cell)] = 1
    ends = [linprog(sign * weights, A_eq=sums, b_eq=np.zeros(sums.shape[0]), bounds=bounds) for sign in (1, -1)]
    return float("inf") if ends[1].status == 3 else -ends[1].fun - ends[0].fun


def least_value(cells: Cells, small: list[tuple[str, ...]], width: int) -> float:
    """Return the least value that can be hidden, by one integer programme.

    For each small cell there are two tables, in which only hidden cells differ from the true one.
    No change that is needed moves a cell by more than the width, as each is made of cycles.
    """
    counts, keys = np.array(list(cells.values()), dtype=float), list(cells)
    size, sums = len(counts), matrix(cells).tolil()
    variables = size * (1 + 2 * len(small))
    rows, low, high = list[Any](), list[float](), list[float]()

    def add(row: dict[int, float], least: float, most: float) -> None:
        rows.append(row)
        low.append(least)
        high.append(most)

    for number, cell in enumerate(small):
        starts = [size * (1 + 2 * number), size * (2 + 2 * number)]
        for start in starts:
            for row in range(sums.shape[0]):
                add({start + place: sign for place, sign in zip(sums.rows[row], sums.data[row], strict=True)}, 0, 0)
            for place, count in enumerate(counts):
                add({start + place: 1, place: -2 * width}, -np.inf, count)
                add({start + place: 1, place: min(2 * width, count)}, count, np.inf)
        at = keys.index(cell)
        add({starts[1] + at: 1, starts[0] + at: -1}, width, np.inf)
    every = lil_array((len(rows), variables))
    for number, row in enumerate(rows):
        for place, sign in row.items():
            every[number, place] = sign
    least = np.zeros(variables)
    least[[keys.index(cell) for cell in small]] = 1
    found = milp(
        np.concatenate([counts, np.zeros(variables - size)]),
        integrality=np.concatenate([np.ones(size), np.zeros(variables - size)]),
        bounds=Bounds(least, np.concatenate([(counts > 0).astype(float), np.full(variables - size, np.inf)])),
        constraints=LinearConstraint(every.tocsr(), low, high),
    )
    assert found.status == 0
    return float(found.fun)


def check_table(seed: int, size: int, below: int) -> float | None:
    """Return the value hidden over the least; no small cell of the table follows."""
    cells = drawn(seed, size, size)
    small = [key for key, count in cells.items() if 0 < count < below]
    advice = advised(cells, below)
    masked = hidden(advice)
    assert {*small} == {tuple(str(one.class_).split(",")) for one in advice if one.why == "small"}
    assert (advice.unproven, advice.hidden_value) == (0, sum(cells[key] for key in masked))
    assert all(apart(cells, masked, cell) >= max(1, below - 2) for cell in small)
    return advice.hidden_value / least_value(cells, small, max(1, below - 2)) if small else None


@pytest.mark.parametrize(("seed", "size", "below"), [(3, 3, 5), (8, 4, 5)])
def test_nearly_the_least_value_is_hidden(seed: int, size: int, below: int) -> None:
    ratio = check_table(seed, size, below)
    assert ratio is not None
    assert 1 - 1e-9 <= ratio <= 1.2


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "below"), [(3, 5), (4, 5), (5, 4)])
def test_of_45_tables_none_hides_more_than_a_fifth_too_much(size: int, below: int) -> None:
    ratios = [ratio for seed in range(15) if (ratio := check_table(seed, size, below)) is not None]
    assert len(ratios) >= 10
    assert min(ratios) >= 1 - 1e-9
    assert max(ratios) <= 1.2


def pictures(cells: Cells, masked: set[tuple[str, ...]], most: int) -> set[tuple[int, ...]]:
    """Return the counts of all tables of up to so many people with the same shown cells."""
    keys = [key for key in cells if "Total" not in key]
    found = set()
    for counts in itertools.product(range(most + 1), repeat=len(keys)):
        other = with_totals(dict(zip(keys, counts, strict=True)))
        if all(other[key] == count for key, count in cells.items() if key not in masked):
            found.add(tuple(other.values()))
    return found


@pytest.mark.parametrize("counts", [(1, 1, 1, 1), (2, 5, 1, 4), (0, 1, 6, 3), (1, 0, 0, 7), (2, 0, 0, 0)])
def test_no_small_count_follows_by_counting_all_tables(counts: tuple[int, ...]) -> None:
    """For each small cell there is another table with another count, and the same shown cells."""
    cells = with_totals(dict(zip(itertools.product("ab", "xy"), counts, strict=True)))
    advice = advised(cells, 3)
    same = pictures(cells, hidden(advice), 9)
    for place, (key, count) in enumerate(cells.items()):
        if 0 < count < 3:
            assert key in hidden(advice)
            assert len({table[place] for table in same}) > 1


def test_a_table_of_three_columns_has_no_hole_by_what_follows(tmp_path: Path) -> None:
    """Where the advice is followed, `published_outputs` recovers nothing, and proves that."""
    draw = random.Random(5)
    keys = itertools.product("abc", "xy", "pq")
    cells = with_totals({key: int(draw.expovariate(0.08)) for key in keys})
    advice = advised(cells, 6)
    assert (advice.small > 0, advice.beside > 0, advice.unproven) == (True, True, 0)
    masked = hidden(advice)
    columns = list(zip(*cells, strict=True))
    texts = ["*" if key in masked else str(count) for key, count in cells.items()]
    frame = {f"d{n}": list(column) for n, column in enumerate(columns)} | {"n": texts}
    found = sqlmetrics.published_outputs(frame, marks={"*": "0.."}, absent="zero", width=4)
    small = {",".join(key) for key, count in cells.items() if 0 < count < 6}
    assert not [cell for cell in found if cell.class_ in small]


COUNTS = with_totals(
    {("Ulm", "f"): 2, ("Ulm", "m"): 407, ("Bonn", "f"): 5, ("Bonn", "m"): 7, ("Kiel", "f"): 55, ("Kiel", "m"): 40}
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a table in which 2 women of Ulm are few."""
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"{','.join(key)},{count}\n" for key, count in COUNTS.items())
    Path("t.csv").write_text("town,sex,n\n" + rows)
    return tmp_path


def test_the_command_says_what_is_hidden_and_what_it_costs(folder: Path, run: Callable[..., Run]) -> None:
    """Ulm has no other cells than 407 and 409 to hide, and 5 + 7 is the least pair beside them."""
    words = ("outputs", "--published", "t.csv", "--absent", "zero", "--hide-below", "4", "--width", "1")
    found = json.loads(run(*words, "-f", "json").out)
    assert (found["shown"], found["small"], found["beside"], found["unproven"]) == (12, 1, 3, 0)
    assert (found["hidden_value"], found["shown_value"]) == (2 + 407 + 5 + 7, 4 * 516)
    assert {(cell["class"], cell["people"]) for cell in found["cells"]} == {(None, None)}
    shown = run(*words, "--show-values").out
    assert "Ulm, m" in shown
    assert "421 of 2,064 (20.4%)" in shown
    assert "Ulm" not in run(*words).out
    assert "safe" not in shown
    assert "none has to be hidden" in run(*words[:-3], "2").out
    listed = json.loads(run(*words, "-f", "json", "--limit", "1").out)
    assert (len(listed["cells"]), listed["hidden_value"]) == (1, 421)


def test_wider_intervals_hide_more(folder: Path) -> None:
    values = [sqlmetrics.cells_to_hide("t.csv", below=4, width=width).hidden_value for width in (1, 5, 20)]
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_the_order_of_rows_and_the_names_of_values_change_nothing() -> None:
    cells = drawn(11, 3, 4)
    renamed = {tuple(one if one == "Total" else f"x{one}" for one in key): count for key, count in cells.items()}
    one, other = advised(cells, 5), advised(dict(reversed(renamed.items())), 5)
    assert one.hidden_value == other.hidden_value
    assert {tuple(part.removeprefix("x") for part in key) for key in hidden(other)} == hidden(one)


@pytest.mark.parametrize(
    ("text", "words", "says"),
    [
        ("Ulm,f,*", {}, "has no meaning here"),
        ("Ulm,f,3", {}, "do not add up|does not add up"),
        ("Ulm,f,2", {"below": 1}, "hides nothing"),
        ("", {"absent": "hidden"}, "the count is not known"),
        ("Ulm,f,2", {"width": 0}, "at least 1"),
    ],
)
def test_what_makes_no_sense_is_refused(folder: Path, text: str, words: dict[str, Any], says: str) -> None:
    Path("t.csv").write_text(Path("t.csv").read_text().replace("Ulm,f,2\n", text and f"{text}\n"))
    with pytest.raises(SpecError, match=says):
        sqlmetrics.cells_to_hide("t.csv", **{"below": 4, **words})


def test_tables_without_counts_of_their_own_are_refused(folder: Path, run: Callable[..., Run]) -> None:
    marked = ("outputs", "--published", "t.csv", "--absent", "zero", "--hide-below", "4")
    Path("t.csv").write_text(Path("t.csv").read_text().replace("Ulm,f,2", "Ulm,f,*"))
    refused = run(*marked, "--mark", "*=1..9")
    assert (refused.code, "record 1: the count is not known" in refused.err) == (2, True)
    assert "multiple of 5" in run(*marked[:-2], "--rounded", "5", *marked[-2:]).err
    assert "name it as `published`" in run("outputs", "t.csv", "--keys", "town", "--hide-below", "4").err
    wide = with_totals({(f"r{n}", f"c{n % 7}"): 9 for n in range(990)})
    with pytest.raises(SpecError, match="1,000 at most; coarsen it"):
        advised(wide, 3)


def test_without_time_nothing_is_shown_again_and_nothing_is_proven() -> None:
    """Of 1 + 4 = 5 the 4 is hidden beside the 1; what time did not prove is open."""
    counts = np.array([1.0, 4.0, 5.0])
    table = KnownTable(
        counts, counts, counts, counts > 0, counts > 0, np.zeros(3, int), np.arange(3), np.array([1, 1, -1])
    )
    late, whole = hide(table, [0], 3, ends=0.0), hide(table, [0], 3)
    assert (late.open, late.proofs.high[0] == late.proofs.low[0]) == ((0,), False)
    assert set(whole.beside) <= set(late.beside)
    assert (whole.open, whole.beside) == ((), (1,))


def costs(advice: sqlmetrics.HidingAdvice) -> tuple[int, int, int, int, int]:
    """Return what hiding costs."""
    return advice.shown, advice.small, advice.beside, advice.hidden_value, advice.unproven


def without(cells: Cells, gone: Callable[[tuple[bool, ...]], bool]) -> Cells:
    """Return the cells that are published without some tables, by the columns that are left."""
    left = {key: count for key, count in cells.items() if not gone(tuple(part != "Total" for part in key))}
    kept = [place for place, values in enumerate(zip(*left, strict=True)) if {*values} != {"Total"}]
    return {tuple(key[place] for place in kept): count for key, count in left.items()}


@pytest.mark.parametrize(("seed", "rows", "columns"), [(1, 3, 3), (2, 4, 3), (9, 3, 4)])
def test_other_ways_cost_what_their_tables_cost(seed: int, rows: int, columns: int) -> None:
    """A table that is published without some totals, or a column, is advised on by itself."""
    cells = drawn(seed, rows, columns)
    ways = {(one.way, one.columns): one[3:8] for one in advised(cells, 5).ways if one.way != "rounded"}
    gone: dict[tuple[str, tuple[str, ...]], Callable[[tuple[bool, ...]], bool]] = {
        ("fewer totals", ("d0",)): lambda own: own == (True, False),
        ("fewer totals", ("d1",)): lambda own: own == (False, True),
        ("fewer totals", ()): lambda own: own == (False, False),
        ("coarser", ("d0",)): lambda own: own[0],
        ("coarser", ("d1",)): lambda own: own[1],
    }
    inner = [count for key, count in cells.items() if "Total" not in key]
    small = [count for count in inner if 0 < count < 5]
    assert ways.pop(("no totals", ())) == (len(inner), len(small), 0, sum(small), 0)
    assert ways == {way: costs(advised(without(cells, is_gone), 5)) for way, is_gone in gone.items()}


@pytest.mark.parametrize("seed", [1, 2])
def test_rounded_cells_are_added_up(seed: int) -> None:
    """Cells are rounded to the nearest multiple of the limit; their sums are what is published."""
    inner = {key: count for key, count in drawn(seed, 3, 4).items() if "Total" not in key}
    published = with_totals({key: (2 * count + 5) // 10 * 5 for key, count in inner.items()})
    true = with_totals(inner)
    (rounded,) = [one for one in advised(true, 5).ways if one.way == "rounded"]
    assert (rounded.base, rounded.small, rounded.hidden_value) == (5, 0, 0)
    assert rounded.change == max(abs(published[key] - true[key]) for key in true)
    frame = {f"d{n}": [key[n] for key in published] for n in (0, 1)} | {"n": [*published.values()]}
    found = sqlmetrics.published_outputs(frame, absent="zero", rounded="sums:5", width=1)
    assert (found.recovered_cells, found.unproven_cells) == (0, 0)


def test_a_table_without_small_cells_needs_no_other_way() -> None:
    assert advised(with_totals({("a", "x"): 5, ("a", "y"): 6}), 5).ways == ()
