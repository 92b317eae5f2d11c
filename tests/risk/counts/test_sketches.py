"""Sketches keep the classes with the smallest hashes, and add up to the sketch of the whole."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import md5
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from conftest import Run, same
from engines import TABLES, Database, arrow_table
from examples import examples
from sqlmetrics import SpecError
from sqlmetrics.statement.render import render

Command = Callable[..., Run]

count = partial(sqlmetrics.count, allow_singles=True)
"""Counts a few made-up records, most of which are alone."""


def words(path: Path) -> dict[str, Any]:
    """Return the header of a file of counts."""
    query = f"select decode(value) from parquet_kv_metadata('{path}') where decode(key) = 'sqlmetrics_counts'"
    ((text,),) = duckdb.execute(query).fetchall()
    return dict(json.loads(text))


def rows(path: Path) -> Counter[tuple[Any, ...]]:
    """Return the rows of a file, with its columns in the order of their names."""
    with duckdb.connect() as connection:
        names = sorted(name for name, *_ in connection.execute(f"describe from '{path}'").fetchall())
        return Counter(connection.execute(f"select {', '.join(names)} from '{path}'").fetchall())


def expected(
    records: Sequence[tuple[Any, ...]], keys: int, size: int
) -> tuple[Counter[tuple[Any, ...]], int, dict[tuple[Any, ...], int]]:
    """Return the cells of a sketch, its threshold and all values' counts, from records in Python.

    A record is its keys and a value. A cell begins with the hash of its class, and whether that is
    among the weightiest.
    """

    def hashed(number: int, value: Any) -> int:
        text = str(number) if value is None else f"{number}:{value}"
        return int(md5(text.encode(), usedforsecurity=False).hexdigest()[:12], 16)

    hashes = {
        row[:keys]: sum(hashed(number, value) for number, value in enumerate(row[:keys], 1)) % 2**48 for row in records
    }
    smallest = sorted(set(hashes.values()))
    threshold = smallest[size] if len(smallest) > size else 2**48
    weighty = weightiest(Counter(hashes[row[:keys]] for row in records), 120 * 2**48 / threshold, size)
    cells: Counter[tuple[Any, ...]] = Counter()
    for row in records:
        own = hashes[row[:keys]]
        if own < threshold or own in weighty:
            cells[own, int(own in weighty), *row] += 1
    return cells, threshold, Counter((row[keys],) for row in records)


def weightiest(sizes: Mapping[int, int], times: float, most: int) -> set[int]:
    """Return the largest classes, as long as the others have few records or pairs beside them."""
    records, pairs = float(sum(sizes.values())), float(sum(size * size for size in sizes.values()))
    found: set[int] = set()
    for name, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0] % 2**24, item[0])):
        if size < 2 or len(found) == most or (size * times < records and size * size * times < pairs):
            break
        found.add(name)
        records, pairs = records - size, pairs - size * size
    return found


def test_a_sketch_is_that_of_the_definition(tmp_path: Path) -> None:
    """The classes, their counts, the threshold and the counts of values are those of Python."""
    path = tmp_path / "sketch.parquet"
    records = [(row[0], row[1], row[2]) for row in TABLES["t"].rows]
    for size in (4, 9, 500):
        counted = count(arrow_table("t"), ["k", "g"], ["x"], output=path, sketch=size)
        cells, threshold, values = expected(records, 2, size)
        held = rows(path)
        own = {(row[0], row[5], *row[1:3], row[4]): row[3] for row in held if row[0] is not None}
        assert own == cells
        known = {(row[4],): row[3] for row in held if row[0] is None}
        assert known == (values if len(values) <= size else {})
        sketch = words(path)["sketch"]
        assert (sketch["size"], sketch["threshold"], sketch["hash"]) == (size, threshold, "md5-48")
        assert (sketch["records"], sketch["counted"]) == (sum(cells.values()), [200, 200])
        assert sketch["values"] == [len(values) if len(values) <= size else None]
        assert (counted.records, counted.share) == (200, threshold / 2**48)


@pytest.mark.parametrize(("large", "others", "kept"), [([5], 100, 1), ([20, 3], 60, 2), ([20, 2], 60, 1)])
def test_a_class_with_many_pairs_is_among_the_weightiest(large: list[int], others: int, kept: int) -> None:
    """A class of 5 beside 100 of 1 has 5 of 105 records, but 25 of 125 pairs: over a tenth.

    Beside 60 of 1, without a class of 20, one of 3 has 9 of 69 pairs, and one of 2 has 4 of 64.
    """
    sizes = [*large, *[1] * others]
    relation = f"(select i as class, {sizes}[i + 1] as n from range({len(sizes)}) listed (i)) sizes"
    found = duckdb.execute(render("weightiest", relation, "class", "12", 2)).fetchall()
    assert sorted(found) == [(place,) for place in range(kept)]


ASKED: list[dict[str, Any]] = [
    {"quasi_identifiers": ["k", "g"], "sensitive": ["x"]},
    {"quasi_identifiers": ["k", "zip"], "sensitive": ["x", "y"], "nulls": "drop"},
    {"quasi_identifiers": ["k", "zip"], "sensitive": ["p", "x"], "suppressed": {"k": "a", "zip": "4"}},
    {"quasi_identifiers": ["zip", "g"], "partitions": {"zip": {"prefix": 3}, "g": {"cuts": [2, 5]}}},
]
"""The options of counts."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the files of all examples, which replace each other."""
    return tmp_path_factory.mktemp("sketches")


def facts(path: Path) -> dict[str, Any]:
    """Return a header without what says where the counts are from, and what is there for weight."""
    found = {word: value for word, value in words(path).items() if word not in {"source", "parts", "query"}}
    return found | {"sketch": found["sketch"] | {"whole": None, "records": None}}


def parted(path: Path) -> tuple[Counter[tuple[Any, ...]], Counter[tuple[Any, ...]]]:
    """Return the rows of a sketch by the hashes below its threshold, and those of whole classes."""
    threshold = words(path)["sketch"]["threshold"]
    place = int(len(words(path)["sensitive"]) > 1)  # an attribute's number stands before the hash
    sampled: Counter[tuple[Any, ...]] = Counter()
    weighty: Counter[tuple[Any, ...]] = Counter()
    for row, times in rows(path).items():
        own = (row[place], *row[:-1])
        if own[0] is None or own[0] < threshold:
            sampled[own] += times
        if row[-1]:
            weighty[own] += times
    return sampled, weighty


@given(
    asked=st.sampled_from(ASKED),
    cut=st.integers(0, 3),
    seed=st.integers(0, 99),
    sizes=st.tuples(*[st.sampled_from((3, 6, 40))] * 3),
)
@examples(15)
def test_parts_add_up_to_the_sketch_of_the_whole(
    folder: Path, asked: dict[str, Any], cut: int, seed: int, sizes: tuple[int, int, int]
) -> None:
    """Sketches of parts, some of them empty, have the classes that the sketch of all records has.

    The smallest size counts. Parts can be added up one by one, as a stream is. What is kept for its
    weight is counted whole.
    """
    table, pick = arrow_table("t"), random.Random(seed)
    places = [min(pick.randrange(4), cut) % 3 for _ in range(table.num_rows)]
    files = []
    for part, size in enumerate(sizes):
        files.append(folder / f"part_{part}.parquet")
        taken = pa.array([row for row, place in enumerate(places) if place == part], pa.int64())
        count(table.take(taken), **asked, output=files[-1], sketch=size)
    whole, every, so_far, added = (folder / f"{name}.parquet" for name in ("whole", "every", "so_far", "added"))
    count(table, **asked, output=whole, sketch=min(sizes))
    count(table, **asked, output=every, sketch=1000)
    cells = parted(every)[0].keys()
    sqlmetrics.count(counts=files[:2], output=so_far)
    for parts in ([so_far, files[2]], files):
        sqlmetrics.count(counts=parts, output=added)
        sampled, weighty = parted(added)
        assert sampled == parted(whole)[0]
        assert facts(added) == facts(whole)
        assert weighty.keys() <= cells
        hashes = {row[0] for row in weighty}
        assert weighty.keys() == {row for row in cells if row[0] in hashes}
        assert words(added)["sketch"]["whole"] == len(hashes) <= max(sizes)


@pytest.mark.engines("connection")
def test_engines_have_the_same_sketch(engine: Database, tmp_path: Path) -> None:
    """A database's sketch has the rows of DuckDB's, and adds up with it."""
    here, there, both = (tmp_path / f"{name}.parquet" for name in ("here", "there", "both"))
    of_texts = {"quasi_identifiers": ["k", "zip"], "sensitive": ["x"]} if engine.facts.text_keys else ASKED[0]
    count(engine.written("t"), **of_texts, connection=engine.connection, output=there, sketch=7)
    count(arrow_table("t"), **of_texts, output=here, sketch=7)
    assert rows(here) == rows(there)
    assert sqlmetrics.count(counts=[here, there], output=both).records == 400
    assert {row[0] for row in rows(both)} == {row[0] for row in rows(here)}


@pytest.mark.engines("connection", "infinity")
def test_numbers_with_a_fraction_add_up_in_one_database(engine: Database, tmp_path: Path) -> None:
    """Databases write such numbers differently, so that their sketches do not add up."""
    here, there, again = (tmp_path / f"{name}.parquet" for name in ("here", "there", "again"))
    asked: dict[str, Any] = {"quasi_identifiers": ["k", "f"], "sketch": 5}
    count(arrow_table("t"), **asked, output=here)
    for path in (there, again):
        count(engine.written("t"), **asked, connection=engine.connection, output=path)
    with pytest.raises(SpecError, match=f"'f' is DOUBLE, which duckdb and {engine.dialect} write differently"):
        sqlmetrics.count(counts=[here, there], output=tmp_path / "both.parquet")
    assert sqlmetrics.count(counts=[there, again], output=tmp_path / "both.parquet").records == 400


def test_counts_of_all_add_up_to_a_file(tmp_path: Path) -> None:
    """Files of all counts become one, which scores as they do, and knows its parts."""
    table = arrow_table("t")
    files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    for file, part in zip(files, (table.slice(0, 90), table.slice(90)), strict=True):
        count(part, ["k"], ["x", "y"], output=file)
    added = tmp_path / "added.parquet"
    assert sqlmetrics.count(counts=files, output=added).records == 200
    merged, single = sqlmetrics.score_counts(files).scores, sqlmetrics.score_counts(added).scores
    assert [record._replace(value=None) for record in single] == [record._replace(value=None) for record in merged]
    assert [record.value for record in single] == same([record.value for record in merged])
    with pytest.raises(SpecError, match="were counted of the same files"):
        sqlmetrics.score_counts([added, files[0]])
    with pytest.raises(SpecError, match="are no sketches, but all counts"):
        sqlmetrics.count(counts=files, output=tmp_path / "c.parquet", sketch=5)


def test_what_a_sketch_cannot_hold_is_refused(tmp_path: Path) -> None:
    """Withheld counts, individuals, other files and other keys are refused, with the reason."""
    table, file, plain = arrow_table("t"), tmp_path / "sketch.parquet", tmp_path / "plain.parquet"
    count(table, ["k", "g"], ["x"], output=file, sketch=3)
    count(table, ["k", "g"], ["x"], output=plain)
    with pytest.raises(SpecError, match="the files do not agree: sketch is none, but all counts, in"):
        sqlmetrics.score_counts([file, plain])
    with pytest.raises(SpecError, match="`sketch` and `min_count` exclude each other"):
        count(table, ["k"], output=plain, sketch=3, min_count=5)
    with pytest.raises(SpecError, match="counts of individuals do not add up"):
        count(table, ["k"], output=plain, sketch=3, individual="p")
    with pytest.raises(SpecError, match="added up as they are"):
        sqlmetrics.count(counts=[file], quasi_identifiers=["k"], output=tmp_path / "fewer.parquet")
    with pytest.raises(SpecError, match=r"records of .* are alone in a count"):
        sqlmetrics.count(table, ["p", "g"], ["x"], output=tmp_path / "alone.parquet", sketch=3)


def test_a_mark_with_a_domain_is_not_lost(tmp_path: Path) -> None:
    """Kept records with the mark need a domain for it; NULL has none, and is not lost."""
    table, path = pa.table({"a": ["*", "x", None], "b": [1, 2, 1]}), tmp_path / "sketch.parquet"
    asked: dict[str, Any] = {"output": path, "sketch": 9, "suppressed": "*", "keep_suppressed": True}
    with pytest.raises(SpecError, match=r"1 record has values that the partition of 'a' .* has no domain for"):
        count(table, "a", "b", partitions={"a": {"x": "X"}}, **asked)
    assert count(table, "a", "b", partitions={"a": {"x": "X", "*": "hidden"}}, **asked).records == 3
    assert {row[1] for row in rows(path) if row[0] is not None} == {None, "X", "hidden"}


def test_a_changed_sketch_is_refused(tmp_path: Path) -> None:
    """A sketch is refused whose classes are too many, or have a hash at its threshold or above."""
    file, changed = tmp_path / "sketch.parquet", tmp_path / "changed.parquet"
    count(arrow_table("t"), ["k", "g"], ["x"], output=file, sketch=6)
    text = words(file)
    for change in ({"size": 5}, {"threshold": 10}, {"values": [4]}):
        held = json.dumps(text | {"sketch": text["sketch"] | change}).replace("'", "''")
        duckdb.execute(f"copy (from '{file}') to '{changed}' (kv_metadata {{sqlmetrics_counts: '{held}'}})")
        with pytest.raises(SpecError, match="its classes are not those of its sketch"):
            sqlmetrics.count(counts=[changed], output=tmp_path / "added.parquet")


def test_the_command_line_sketches_and_adds_up(run: Command, tmp_path: Path) -> None:
    """Both say what they wrote; the printed statement is that of the database."""
    file, added = tmp_path / "a.parquet", tmp_path / "added.parquet"
    asked = ("fixtures/ward.csv", "-q", "age", "-q", "zip", "-s", "disease", "--sketch", 2)
    said = run("count", *asked, "--allow-singles", "-o", file)
    assert (said.code, "a sketch of" in said.err) == (0, True)
    said = run("count", "--counts", file, "-o", added)
    assert (said.code, "12 records" in said.err) == (0, True)
    assert rows(added) == rows(file)
    printed = run("count", *asked[1:], "people", "--print-sql", "--dialect", "sqlite").out
    assert "sqlmetrics_value_hash(text) is a function of the session" in printed
    assert run("count", "--counts", file, "--print-sql").code == 2
