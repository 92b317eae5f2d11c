"""Files of counts added up score as the records together, and disagreeing files are refused."""

from __future__ import annotations

import json
import math
import random
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from conftest import Run
from engines import Database, arrow_table
from examples import examples
from sqlmetrics import QueryError, Scores, SpecError, score, score_counts
from sqlmetrics.risk.counts.written import counting_plan
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.render import render

Command = Callable[..., Run]

count = partial(sqlmetrics.count, allow_singles=True)
"""Counts a few made-up records, most of which are alone."""


def rows_of(query: str) -> list[Any]:
    """Return the rows of a query of DuckDB."""
    return duckdb.execute(query).fetchall()


def check_same(result: Scores, expected: Scores) -> None:
    """Assert that two results have the same facts of their relations, and scores to 1e-9.

    The facts are records, NULLs and suppression.
    """
    facts = ("records", "individuals", "nulls", "left_out", "recodings", "suppressed", "version")
    assert {fact: getattr(result, fact) for fact in facts} == {fact: getattr(expected, fact) for fact in facts}

    def ordered(scores: Scores) -> list[Any]:
        return sorted(
            scores.scores, key=lambda record: (record.metric, record.target, str(record.partition), str(record.class_))
        )

    assert len(result.scores) == len(expected.scores)
    for one, other in zip(ordered(result), ordered(expected), strict=True):
        assert one._replace(value=None) == other._replace(value=None)
        assert (one.value is None) == (other.value is None), one
        if one.value is not None:
            assert math.isclose(one.value, other.value, rel_tol=1e-9, abs_tol=1e-12), (one, other)


@pytest.fixture(scope="session")
def silos(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    """200 records with NULLs as one Parquet file, and at random as four.

    One of the four has 3 records, and one none.
    """
    folder = tmp_path_factory.mktemp("silos")
    table = arrow_table("t")
    pick = random.Random(2)
    parts: list[list[int]] = [[], [], [], []]
    for row in range(table.num_rows):
        parts[2 if row in {5, 80, 81} else pick.randrange(2)].append(row)
    with duckdb.connect() as connection:
        paths = []
        for number, part in enumerate([list(range(table.num_rows)), *parts]):
            connection.register("part", table.take(pa.array(part, pa.int64())))
            paths.append(folder / f"records_{number}.parquet")
            connection.execute(f"copy part to '{paths[-1]}'")
    return paths[0], paths[1:]


def counted(parts: Sequence[Any], folder: Path, *arguments: Any, **options: Any) -> list[Path]:
    """Return the files of each part's counts."""
    paths = [folder / f"counts_{number}.parquet" for number in range(len(parts))]
    for part, path in zip(parts, paths, strict=True):
        count(part, *arguments, output=path, **options)
    return paths


ONES = (
    "select * exclude (n) replace (1::bigint as records)"
    " from (select *, unnest(range(records)) as n from {}) order by n, hash(#1)"
)
"""The query of a file's rows with each count in pieces, those of a cell far from one another."""


def pasted(files: Sequence[Path], into: Path, change: str = "from {}") -> Path:
    """Write the rows of files below one another, with the header of the first for all records."""
    words = header(files[0])
    words["records"] = sum(header(file)["records"] for file in files)
    stacked = " union all by name ".join(f"from '{file}'" for file in files)
    return rewritten(files[0], into, change, f"({stacked})", sqlmetrics_counts=json.dumps(words))


TREE = "3;lo;*\n4;lo;*\n10;mid;*\n11;mid;*\n20;hi;*\n"

COUNTED: dict[str, dict[str, Any]] = {
    "one attribute": {"quasi_identifiers": ["k", "g"], "sensitive": ["x"]},
    "no attribute": {"quasi_identifiers": ["k", "zip"]},
    "two attributes": {"quasi_identifiers": ["k"], "sensitive": ["x", "y"]},
    "drop": {"quasi_identifiers": ["k", "g"], "sensitive": ["x", "y", "m"], "nulls": "drop"},
    "partitions of keys": {
        "quasi_identifiers": ["zip", "g", "y", "k"],
        "sensitive": ["x"],
        "partitions": {
            "zip": {"prefix": 3},
            "g": {"cuts": [2, 5]},
            "y": {"name": "halves", "intervals": {"lo": "[-inf, 10]", "hi": "(10, inf)"}},
            "k": {"mapping": {"a": "one"}, "unmapped": "other's"},
        },
    },
    "a partition of a key as a table": {
        "quasi_identifiers": ["g"],
        "sensitive": ["x", "y"],
        "partitions": {"g": {str(number): f"d{number % 2}" for number in range(100)}},
    },
    "suppressed": {"quasi_identifiers": ["k", "zip"], "sensitive": ["x", "y"], "suppressed": {"k": "a", "zip": "4"}},
    "suppressed and kept": {
        "quasi_identifiers": ["k", "zip"],
        "sensitive": ["x"],
        "suppressed": {"k": "a", "zip": "4"},
        "keep_suppressed": True,
    },
    "suppressed and dropped": {
        "quasi_identifiers": ["k", "zip"],
        "sensitive": ["x", "m"],
        "suppressed": {"k": "a", "zip": "4"},
        "nulls": "drop",
    },
    "decimals and floats": {"quasi_identifiers": ["m", "f"], "sensitive": ["y"]},
}
"""The options of counts, which a score has too."""

SCORED: dict[str, dict[str, Any]] = {
    "every metric": {"metrics": ["all"]},
    "per class": {"level": "class"},
    "recoded": {
        "level": "class",
        "partitions": {"x": ["raw", {"name": "m", "mapping": {"flu": "F", "Flu": "f"}, "unmapped": "rest"}]},
    },
    "recoded with parameters": {
        "parameters": {"l": 2, "log_base": 2, "threshold": 0.1},
        "partitions": {"y": {"cuts": [5, 11]}},
    },
    "ordered": {"orders": {"y": "natural"}, "hierarchies": {"y": "tree.csv"}},
    "a population": {"population": "everybody"},
}
"""The options of scores from counts and from records alike."""

TRIED: dict[str, tuple[str, ...]] = dict.fromkeys(COUNTED, ("per class",)) | {
    "one attribute": ("per class", "a population"),
    "no attribute": ("per class", "every metric"),
    "two attributes": ("per class", "recoded", "recoded with parameters", "ordered"),
    "drop": ("per class", "every metric", "recoded with parameters"),
    "partitions of keys": ("per class", "a population"),
    "a partition of a key as a table": ("per class", "ordered"),
    "suppressed": ("per class", "every metric"),
    "suppressed and dropped": ("per class", "recoded"),
    "decimals and floats": ("per class", "recoded with parameters"),
}
"""The options of scores that are tried on each count."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", COUNTED)
def test_counts_added_up_score_as_the_records_together(
    name: str, silos: tuple[Path, list[Path]], tmp_path: Path
) -> None:
    """Counts added up have the scores and facts of the union of the records.

    So have their rows in one file, below one another or in pieces.
    """
    whole, parts = silos
    known = COUNTED[name]
    files = counted(parts, tmp_path, **known)
    below, pieces = pasted(files, tmp_path / "below.parquet"), pasted(files, tmp_path / "pieces.parquet", ONES)
    for how in TRIED[name]:
        options = dict(SCORED[how])
        if "hierarchies" in options:
            (tmp_path / "tree.csv").write_text(TREE)
            options["hierarchies"] = {"y": tmp_path / "tree.csv"}
        if "population" in options:
            options["population"] = whole
        both = (
            options | {"partitions": known["partitions"] | options.get("partitions", {})}
            if "partitions" in known
            else options
        )
        expected = score(whole, **(known | both))
        assert expected.scores
        for each in (files, below, pieces) if how == "per class" else (files,):
            check_same(score_counts(each, **options), expected)
        if name in {"drop", "partitions of keys", "suppressed and kept"}:
            check_same(score_counts(files, **(known | both)), expected)


few = st.none() | st.integers(0, 3)
rows = st.fixed_dictionaries({"a": few, "b": few, "x": few, "y": few, "file": st.integers(0, 2)})


@examples(8)
@given(st.lists(rows, min_size=1, max_size=20), st.sampled_from(["category", "drop"]), st.booleans())
def test_any_split_gives_the_same_scores(
    tmp_path: Path, records: list[dict[str, Any]], nulls: Any, per_class: bool
) -> None:
    """Counts of records spread over files in any way give the scores of all records.

    A file may hold none, or only NULL.
    """

    def frame(part: list[dict[str, Any]]) -> Any:
        return pa.table({column: pa.array([row[column] for row in part], pa.int64()) for column in "abxy"})

    parts = [frame([row for row in records if row["file"] == number]) for number in range(3)]
    files = counted(parts, tmp_path, ["a", "b"], ["x", "y"], nulls=nulls)
    options: dict[str, Any] = {
        "level": "class" if per_class else "table",
        "metrics": ["k_anonymity", "conditional_entropy", "t_closeness_equal"],  # of classes, of the table, and of both
    }
    expected = score(frame(records), ["a", "b"], ["x", "y"], nulls=nulls, **options)
    check_same(score_counts(files, **options), expected)
    check_same(score_counts(pasted(files, tmp_path / "pasted.parquet", ONES), **options), expected)


def test_the_numbers_of_a_hand_made_case(tmp_path: Path) -> None:
    """Two days of three visits have the scores worked out by hand.

    Classes have 3, 2 and 1 (NULL) records; H(X) is that of 4 flu, 1 cold, 1 NULL; one class alone
    is unsure.
    """
    first = pa.table({"ward": ["a", "a", "b"], "ill": ["flu", "cold", "flu"]})
    second = pa.table({"ward": ["a", "b", None], "ill": ["flu", "flu", None]})
    scores = score_counts(counted([first, second], tmp_path, "ward", "ill"))
    entropy = math.log2(6) - (4 * math.log2(4)) / 6
    uncertain = 0.5 * (math.log2(3) - 2 / 3)
    assert scores.records == 6
    assert scores.value("k_anonymity") == 1
    assert scores.value("uniqueness") == pytest.approx(1 / 6, rel=1e-9)
    assert scores.value("average_prosecutor_risk") == pytest.approx(3 / 6, rel=1e-9)
    assert scores.value("entropy", target="ill") == pytest.approx(entropy, rel=1e-9)
    assert scores.value("discrimination_rate", target="ill") == pytest.approx(1 - uncertain / entropy, rel=1e-9)


@pytest.mark.parametrize(
    ("keys", "sensitive"), [(["k"], ["y"]), (["zip", "k"], ["y", "x"]), (["g", "zip"], ["m", "x"])]
)
def test_some_of_the_columns_are_rolled_up(
    keys: list[str], sensitive: list[str], silos: tuple[Path, list[Path]], tmp_path: Path
) -> None:
    """Some of the counted keys and attributes, in any order, score as if counted alone."""
    whole, parts = silos
    options: dict[str, Any] = {"partitions": {"zip": {"prefix": 2}}}
    files = counted(parts, tmp_path, ["k", "g", "zip"], ["x", "y", "m"], nulls="drop", **options)
    here: dict[str, Any] = options if "zip" in keys else {}
    check_same(
        score_counts(files, keys, sensitive, metrics="all"),
        score(whole, keys, sensitive, nulls="drop", metrics="all", **here),
    )


def test_the_command_line_adds_files_up(run: Command, silos: tuple[Path, list[Path]], tmp_path: Path) -> None:
    """Files may be named one by one, with one flag or several, by a pattern or by a folder.

    Messages go to standard error.
    """
    whole, parts = silos
    folder = tmp_path / "days"
    folder.mkdir()
    files = [folder / f"day_{number}.parquet" for number in range(4)]
    for part, file in zip(parts, files, strict=True):
        ended = run("count", "--allow-singles", part, "-q", "k", "-q", "g", "-s", "x", "--output", file)
        assert (ended.code, ended.out) == (0, "")
        ((held,),) = rows_of(f"select count(*) from '{part}'")
        assert f"counts of {held} records" in ended.err
    truly = json.loads(run("score", whole, "-q", "k", "-q", "g", "-s", "x", "-f", "json").out)
    every = (
        ["--counts", *files],
        [part for file in files for part in ("--counts", file)],
        ["--counts", folder],
        ["--counts", f"{folder}/*.parquet"],
    )
    for flags in every:
        ended = run("score", *flags, "-f", "json")
        assert ended.code == 0
        result = json.loads(ended.out)
        assert result["records"] == truly["records"] == 200
        for one, other in zip(result["scores"], truly["scores"], strict=True):
            assert one | {"value": None} == other | {"value": None}
            assert one["value"] == (
                None if other["value"] is None else pytest.approx(other["value"], rel=1e-9, abs=1e-12)
            )
    assert "class" in run("score", "--counts", folder, "--level", "class", "-m", "k_anonymity").out
    ended = run("score", whole, parts[0], "-q", "k")
    assert ended.code == 2
    assert "added up with --counts" in ended.err


def test_what_is_printed_is_what_runs(run: Command, silos: tuple[Path, list[Path]], tmp_path: Path) -> None:
    """`count --print-sql` gives the file's rows, and `sql --counts` the score records."""
    _, parts = silos
    flags = [part for column in ("k", "g") for part in ("-q", column)] + ["-s", "x", "-s", "y"]
    files = counted(parts[:2], tmp_path, ["k", "g"], ["x", "y"])
    printed = run("count", "--allow-singles", parts[0], *flags, "--print-sql").out
    with duckdb.connect() as connection:
        assert sorted(connection.execute(printed).fetchall(), key=str) == sorted(
            connection.execute(f"from '{files[0]}'").fetchall(), key=str
        )
        scored = connection.execute(run("sql", "--counts", *files, "-s", "y").out).fetchall()
    expected = score_counts(files, sensitive="y", parameters=None).scores
    assert [tuple(row)[:6] for row in scored] == [tuple(record)[:6] for record in expected]
    assert [row[8] for row in scored] == [
        None if record.value is None else pytest.approx(record.value, rel=1e-9) for record in expected
    ]
    assert run("sql", "--counts", files[0], "--dialect", "postgres").code == 2
    assert run("sql", "--counts", files[0], "--staged").code == 2


def test_one_spec_counts_and_scores(run: Command, tmp_path: Path) -> None:
    """A spec that names the relation, recodings, metrics and thresholds serves both commands."""
    (tmp_path / "spec.yml").write_text(
        "relation: r.parquet\nquasi_identifiers: [age]\nsensitive: [ill]\nmetrics: [k_anonymity, itpr]\n"
        "partitions:\n  age: {cuts: [30, 60]}\n  ill: [raw, {name: kinds, domains: {lungs: [flu, cold], other: "
        "[gout]}}]\n"
    )
    people = "select 20 + 7 * i as age, ['flu', 'cold', 'gout'][1 + i % 3] as ill from range(12) numbers(i)"
    rows_of(f"copy ({people}) to '{tmp_path}/r.parquet'")
    assert run("count", "--allow-singles", "--spec", tmp_path / "spec.yml", "-o", tmp_path / "c.parquet").code == 0
    result = json.loads(
        run("score", "--counts", tmp_path / "c.parquet", "--spec", tmp_path / "spec.yml", "-f", "json").out
    )
    direct = json.loads(run("score", "--spec", tmp_path / "spec.yml", "-f", "json").out)
    assert [record["value"] for record in result["scores"]] == [
        pytest.approx(record["value"], rel=1e-9) for record in direct["scores"]
    ]
    assert result["recodings"] == direct["recodings"] == {"age": "age"}


def visits(**changed: Any) -> Any:
    """Return a few records, with some of their columns replaced."""
    return pa.table(
        {"age": [20, 41, None], "zip": ["a", "b", "b"], "ill": ["flu", None, "cold"], "pay": [1, 2, 2]} | changed
    )


DECADES = {"name": "decades", "cuts": [30, 40]}
DISAGREEING: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "keys": (
        {},
        {"quasi_identifiers": ["zip", "age"]},
        r"quasi_identifiers is zip, age in .*b\.parquet, and age, zip in .*a\.parquet",
    ),
    "targets": ({}, {"sensitive": ["pay"]}, r"sensitive is pay in .*b\.parquet, and ill in .*a\.parquet"),
    "null policy": ({}, {"nulls": "drop"}, r"nulls is drop in .*b\.parquet, and category in .*a\.parquet"),
    "marks": ({}, {"suppressed": "*"}, r"suppressed is age=\*, zip=\* in .*b\.parquet, and none in .*a\.parquet"),
    "what is suppressed": (
        {"suppressed": "*"},
        {"suppressed": "*", "keep_suppressed": True},
        r"keep_suppressed is true in .*b\.parquet, and false in .*a\.parquet",
    ),
    "a partition or none": (
        {},
        {"partitions": {"age": DECADES}},
        r"partition of 'age' is 3 intervals \(fingerprint \w+\) in .*b\.parquet, and as it is in .*a\.parquet",
    ),
    "partitions of one name": (
        {"partitions": {"age": DECADES}},
        {"partitions": {"age": DECADES | {"cuts": [30, 41]}}},
        r"partition of 'age' is 3 intervals \(fingerprint \w+\) in .*b\.parquet, and 3 intervals \(fingerprint",
    ),
    "what a prefix leaves": (
        {"partitions": {"zip": {"prefix": 1}}},
        {"partitions": {"zip": {"prefix": 2}}},
        r"partition of 'zip' is its first 2 characters in .*b\.parquet, and its first 1 characters in",
    ),
    "mappings": (
        {"partitions": {"zip": {"mapping": {"a": "A", "b": "B"}}}},
        {"partitions": {"zip": {"mapping": {"a": "A", "b": "A"}}}},
        r"partition of 'zip' is 2 values in 1 domains .*b\.parquet, and 2 values in 2 domains",
    ),
}


@pytest.mark.parametrize("name", DISAGREEING)
def test_files_that_were_counted_otherwise_are_refused(name: str, run: Command, tmp_path: Path) -> None:
    """Files that disagree end with code 2 and a message with the file, the word and both values."""
    first, second, message = DISAGREEING[name]
    options: dict[str, Any] = {"quasi_identifiers": ["age", "zip"], "sensitive": ["ill"]}
    count(visits(), output=tmp_path / "a.parquet", **(options | first))
    count(visits(), output=tmp_path / "b.parquet", **(options | second))
    with pytest.raises(SpecError, match=message):
        score_counts([tmp_path / "a.parquet", tmp_path / "b.parquet"])
    assert run("score", "--counts", tmp_path / "a.parquet", tmp_path / "b.parquet").code == 2


def test_types_agree_or_are_refused(tmp_path: Path) -> None:
    """Whole numbers of any width add up, as do columns of NULLs; texts and numbers do not."""
    narrow = visits(age=pa.array([20, 41, None], pa.int16()))
    empty = visits(age=pa.array([None, None, None], pa.string()))
    files = counted([narrow, visits(), empty], tmp_path, ["age", "zip"], "ill")
    expected = score(
        pa.concat_tables([visits(), visits(), visits(age=pa.array([None, None, None], pa.int64()))]),
        ["age", "zip"],
        "ill",
    )
    for order in (files, files[::-1]):
        check_same(score_counts(order), expected)
    blank = [visits(pay=pa.array([None, None, None], pa.string())), visits()]
    files = counted(blank, tmp_path, ["zip"], "pay")
    partitions: dict[str, Any] = {"pay": {"cuts": [2]}}
    united = pa.concat_tables([visits(pay=pa.array([None, None, None], pa.int64())), visits()])
    check_same(score_counts(files, partitions=partitions), score(united, ["zip"], "pay", partitions=partitions))
    files = counted([narrow, visits(), empty], tmp_path, ["age", "zip"], "ill")
    count(visits(age=["20", "41", None]), ["age", "zip"], "ill", output=tmp_path / "text.parquet")
    with pytest.raises(
        SpecError,
        match=r"type of 'age' is VARCHAR in .*text\.parquet, and BIGINT in .*counts_1\.parquet.*cast it in a view",
    ):
        score_counts([files[1], tmp_path / "text.parquet"])


REFUSED: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "null policy": ({}, {"nulls": "drop"}, "nulls is asked as drop, and was counted as category"),
    "marks": ({}, {"suppressed": "*"}, r"suppressed is asked as age=\*, zip=\*, and was counted as none"),
    "fewer keys than are suppressed": (
        {"suppressed": "*"},
        {"quasi_identifiers": "age"},
        "with fewer keys others would be",
    ),
    "a key's partition of suppressed records": (
        {"suppressed": "*"},
        {"partitions": {"age": DECADES}},
        r"partition of 'age' is asked as 3 intervals .* counted as it is",
    ),
    "a partition that leaves values out": (
        {},
        {"partitions": {"zip": {"mapping": {"a": "A"}}}},
        r"partition zip of 'zip' has no domain for 1 value in 2 records",
    ),
    "another key's partition": (
        {"partitions": {"age": DECADES}},
        {"partitions": {"age": {"cuts": [50]}}},
        r"asked as 2 intervals .* counted as 3 intervals",
    ),
    "roles": (
        {},
        {"quasi_identifiers": ["ill"]},
        "role of 'ill' is asked as quasi-identifier, and was counted as sensitive attribute",
    ),
    "the other role": ({}, {"sensitive": ["zip"]}, "role of 'zip' is asked as sensitive attribute"),
    "a column that was not counted": ({}, {"sensitive": ["pai"]}, "has no column 'pai'; did you mean 'pay'"),
    "individuals": (
        {},
        {"individual": "pay"},
        "counts of individuals do not add up: a person in two files would count twice",
    ),
    "attributes together": ({}, {"harmonise": True}, "each sensitive attribute was counted by itself"),
    "a population of a database": ({}, {"population": "people"}, "the population beside counts is a file"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_counts_do_not_hold_is_refused(name: str, tmp_path: Path) -> None:
    """A score that differs from what was counted is an error with both values."""
    known, options, message = REFUSED[name]
    count(visits(), ["age", "zip"], ["ill", "pay"], output=tmp_path / "a.parquet", **known)
    with pytest.raises(SpecError, match=message):
        score_counts(tmp_path / "a.parquet", **options)


def test_individuals_are_not_counted(run: Command, silos: tuple[Path, list[Path]], tmp_path: Path) -> None:
    """A count of individuals ends with code 2 and no file, since distinct people do not add up.

    A file that told them apart would hold who they are.
    """
    whole, _ = silos
    spec = tmp_path / "people.yml"
    spec.write_text(f"relation: '{whole}'\nquasi_identifiers: [k]\nsensitive: [x]\nindividual: p\n")
    ended = run("count", spec, "--allow-singles", "-o", tmp_path / "c.parquet")
    assert ended.code == 2
    assert "a person in two files would count twice" in ended.err
    assert "leave it out where each record is one" in ended.err
    assert "would hold who they are" in ended.err
    assert not (tmp_path / "c.parquet").exists()


def rewritten(path: Path, into: Path, query: str = "from {}", rows: str | None = None, **metadata: str) -> Path:
    """Write a file's rows, or others, changed by a query, to another file with its own metadata."""
    source = query.format(rows or f"read_parquet('{path}')")
    quoted = {key: value.replace("'", "''") for key, value in metadata.items()}
    pairs = ", ".join(f"{key}: '{value}'" for key, value in quoted.items())
    rows_of(f"copy ({source}) to '{into}' (format parquet, kv_metadata {{{pairs or 'other: 1'}}})")
    return into


def header(path: Path) -> dict[str, Any]:
    """Return the header in a file's metadata."""
    ((text,),) = rows_of(
        f"select decode(value) from parquet_kv_metadata('{path}') where decode(key) = 'sqlmetrics_counts'"
    )
    return dict(json.loads(text))


def test_a_file_says_what_it_was_counted_with(tmp_path: Path) -> None:
    """The Parquet metadata holds the words of the spec, types, dialect, version and records.

    Recodings are there in full.
    """
    path = tmp_path / "a.parquet"
    summary = count(visits(), ["age", "zip"], "ill", output=path, partitions={"age": DECADES}, suppressed="*")
    assert summary == (3, 3, 3, None, None)
    words = header(path)
    assert words.pop("source").startswith("table:")
    assert words == {
        "format": 1,
        "version": sqlmetrics.__version__,
        "dialect": "duckdb",
        "quasi_identifiers": ["age", "zip"],
        "sensitive": ["ill"],
        "recodings": {
            "age": {
                "name": "decades",
                "intervals": {"(-inf, 30)": "(-inf, 30)", "[30, 40)": "[30, 40)", "[40, inf)": "[40, inf)"},
            }
        },
        "nulls": "category",
        "suppressed": {"age": "*", "zip": "*"},
        "keep_suppressed": False,
        "types": {"age": "BIGINT", "zip": "VARCHAR", "ill": "VARCHAR"},
        "records": 3,
    }


def test_a_file_that_is_none_is_refused(run: Command, tmp_path: Path) -> None:
    """Foreign, truncated, hand-made, changed and future files end with a message, and no score.

    The message names the file.
    """
    good = tmp_path / "good.parquet"
    count(visits(), ["age", "zip"], ["ill"], output=good)
    whole = header(good)
    (tmp_path / "text.csv").write_text("age,records\n1,2\n")
    truncated = tmp_path / "truncated.parquet"
    truncated.write_bytes(good.read_bytes()[:-20])
    evil = {"age": {"name": "e", "intervals": {"x": "[0 or 1=1, inf)"}}}
    cases: list[tuple[Path, int, str]] = [
        (tmp_path / "none.parquet", 2, "no such file of counts"),
        (tmp_path / "text.csv", 2, "is not a file of counts"),
        (truncated, 3, "check that the file is complete"),
        (rewritten(good, tmp_path / "foreign.parquet"), 2, "in the file's metadata, and this one has none"),
        (rewritten(good, tmp_path / "other.parquet", sqlmetrics_counts="{"), 2, "cannot be read"),
        (
            rewritten(good, tmp_path / "future.parquet", sqlmetrics_counts=json.dumps(whole | {"format": 2})),
            2,
            "is of format 2",
        ),
        (
            rewritten(good, tmp_path / "lacking.parquet", sqlmetrics_counts=json.dumps({"format": 1})),
            2,
            "is wrong at 'version'",
        ),
        (
            rewritten(good, tmp_path / "evil.parquet", sqlmetrics_counts=json.dumps(whole | {"recodings": evil})),
            2,
            "'0 or 1=1' is not a number",
        ),
    ]
    local = {"age": {"name": "l", "file": str(tmp_path / "text.csv")}}
    cases.append(
        (
            rewritten(good, tmp_path / "local.parquet", sqlmetrics_counts=json.dumps(whole | {"recodings": local})),
            2,
            "is wrong at 'recodings'",
        )
    )
    changes = {
        "fewer": "select * from {} limit 2",
        "more": "select * replace (records + 1 as records) from {}",
        "negative": "from {} union all select null, null, null, -1 union all select null, null, null, 1",
        "wider": "select *, 1 as extra from {}",
    }
    for name, query in changes.items():
        path = rewritten(good, tmp_path / f"{name}.parquet", query, sqlmetrics_counts=json.dumps(whole))
        cases.append((path, 2, "has been changed"))
    for path, code, message in cases:
        ended = run("score", "--counts", path)
        assert (ended.code, ended.out) == (code, ""), path
        assert message in ended.err, path
        assert path.name in ended.err or "partition of 'age'" in ended.err


def test_records_are_not_counted_twice(silos: tuple[Path, list[Path]], tmp_path: Path) -> None:
    """A file named twice, its copy, and another count of the same files are refused."""
    _, parts = silos
    first, second = counted([parts[0], parts[0]], tmp_path, "k", "x")
    with pytest.raises(SpecError, match="is named twice"):
        score_counts([first, tmp_path / "." / first.name, f"{tmp_path}/counts_*.parquet"])
    with pytest.raises(SpecError, match="were counted of the same files"):
        score_counts([first, second])
    count(visits(), "age", "ill", output=tmp_path / "frame.parquet")
    copy = shutil.copy(tmp_path / "frame.parquet", tmp_path / "copy.parquet")
    with pytest.raises(SpecError, match="would count twice"):
        score_counts([tmp_path / "frame.parquet", copy])


def test_what_a_file_cannot_hold_leaves_none(tmp_path: Path) -> None:
    """A type that Parquet lacks, a key without a domain and a wrong name leave no file behind."""
    records = tmp_path / "in" / "r.parquet"
    records.parent.mkdir()
    out = tmp_path / "out"
    out.mkdir()
    rows_of(f"copy (select 1 as a, 2 as b, 3 as c) to '{records}'")
    with duckdb.connect() as connection:
        connection.execute("create table huge as select 170141183460469231731687303715884105727::hugeint as a, 1 as b")
        with pytest.raises(SpecError, match="column 'a' is HUGEINT, which a Parquet file cannot hold"):
            count("huge", "a", "b", output=out / "c.parquet", connection=connection)
    with pytest.raises(SpecError, match=r"1 record has values that the partition of 'a' .* has no domain for"):
        count(records, "a", "b", output=out / "c.parquet", partitions={"a": {"5": "five"}})
    with pytest.raises(SpecError, match=r": 1 record has values that the partition of 'a' .* has no domain for"):
        count(records, "a", ["b", "c"], output=out / "c.parquet", partitions={"a": {"5": "five"}})
    marked = pa.table({"a": ["*", "x"], "b": [1, 2]})
    partition: dict[str, Any] = {"a": {"x": "X"}}
    with pytest.raises(SpecError, match="has no domain for"):
        count(marked, "a", "b", output=out / "c.parquet", partitions=partition, suppressed="*", keep_suppressed=True)
    with pytest.raises(SpecError, match=r"name it c\.parquet"):
        count(records, "a", "b", output=out / "c.csv")
    assert list(out.iterdir()) == []
    count(marked, "a", "b", output=out / "c.parquet", partitions=partition, suppressed="*")
    assert [path.name for path in out.iterdir()] == ["c.parquet"]
    check_same(score_counts(out), score(marked, "a", "b", partitions=partition, suppressed="*"))


def test_values_that_a_targets_partition_leaves_out_are_named(silos: tuple[Path, list[Path]], tmp_path: Path) -> None:
    """The message has the number of lost values and records and some of them, as for records."""
    whole, parts = silos
    files = counted(parts, tmp_path, "k", ["y", "x"])
    partitions: dict[str, Any] = {"x": {"flu": "F"}}
    with pytest.raises(SpecError) as expected:
        score(whole, "k", ["y", "x"], partitions=partitions)
    with pytest.raises(SpecError) as error:
        score_counts(files, partitions=partitions)
    assert str(error.value) == str(expected.value)
    assert "4 values" in str(error.value)


def test_an_order_that_the_counts_lost_must_be_given(tmp_path: Path) -> None:
    """An ENUM's natural order is refused, since it is a text in the file; a given order scores."""
    with duckdb.connect() as connection:
        connection.execute("create type pay as enum ('low', 'high')")
        connection.execute(
            "create table t as select i % 2 as a, (case when i < 5 then 'low' else 'high' end)::pay as pay from "
            "range(9) r(i)"
        )
        count("t", "a", "pay", output=tmp_path / "c.parquet", connection=connection)
        with pytest.raises(SpecError, match=r"the counts hold 'pay' as texts.*give it in `orders`"):
            score_counts(tmp_path / "c.parquet", orders={"pay": "natural"})
        orders = {"pay": ["low", "high"]}
        check_same(
            score_counts(tmp_path / "c.parquet", orders=orders),
            score("t", "a", "pay", orders=orders, connection=connection),
        )


def spelled_out(row: Sequence[Any]) -> list[str]:
    """Return a row as texts, for any kinds of number and text of the driver."""
    return [(cell.decode() if isinstance(cell, bytes | bytearray) else str(cell)) for cell in row]


def test_counts_of_every_engine_are_those_of_duckdb(
    engine: Database, silos: tuple[Path, list[Path]], tmp_path: Path
) -> None:
    """The counting statement gives the rows that DuckDB writes."""
    count(silos[0], output=tmp_path / "here.parquet", **COUNTED["suppressed"])
    plan = counting_plan(parse_spec(COUNTED["suppressed"]))
    engine_rows = engine.rows(render("count_rows", plan_entries(plan, engine.relation("t")), dialect=engine.facts))
    assert sorted(map(spelled_out, engine_rows)) == sorted(
        map(spelled_out, rows_of(f"from '{tmp_path / 'here.parquet'}'"))
    )


def check_database(engine: Database, name: str, whole: Path, tmp_path: Path) -> None:
    """Assert that a database's counts are written as DuckDB's, and merge with them.

    They merge where the database keeps the types.
    """
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    summary = count(engine.written("t"), output=there, connection=engine.connection, **COUNTED[name])
    assert summary == count(whole, output=here, **COUNTED[name])
    texts = "select columns(* exclude (records))::varchar, records from read_parquet('{}') order by all"
    # MariaDB and SQLite write 2.0 as 2, or a decimal as a float
    other_texts = {"mariadb", "sqlite"} if name in {"drop", "decimals and floats"} else set()
    if engine.dialect not in other_texts:
        assert rows_of(texts.format(there)) == rows_of(texts.format(here))
    check_same(score_counts(there), score_counts(here))
    if engine.dialect == "postgres":
        merged = score_counts([here, there])
        assert merged.records == 400
        doubled = pa.concat_tables([arrow_table("t")] * 2)
        check_same(merged, score(doubled, **COUNTED[name]))


@pytest.mark.engines("connection", "quick")
@pytest.mark.parametrize("name", ["drop", "partitions of keys", "suppressed", "decimals and floats"])
def test_counts_of_another_database_are_those_of_duckdb(
    engine: Database, name: str, silos: tuple[Path, list[Path]], tmp_path: Path
) -> None:
    """Counts of a connection are those of DuckDB and score alike."""
    check_database(engine, name, silos[0], tmp_path)


@pytest.mark.engines("connection", "slow")
def test_counts_of_a_slow_database_are_those_of_duckdb(
    engine: Database, silos: tuple[Path, list[Path]], tmp_path: Path
) -> None:
    """Counts of Spark are those of DuckDB; one statement is enough."""
    check_database(engine, "suppressed", silos[0], tmp_path)


@pytest.mark.engines("connection", "quick")
def test_a_database_is_counted_in_batches(
    monkeypatch: pytest.MonkeyPatch, engine: Database, silos: tuple[Path, list[Path]], tmp_path: Path
) -> None:
    """Batches of seven counts, some with columns of nothing but NULL, end in one file."""
    monkeypatch.setattr("sqlmetrics.risk.counts.written.BATCH", 7)
    count(engine.written("t"), ["k", "g"], ["x", "y"], output=tmp_path / "c.parquet", connection=engine.connection)
    check_same(score_counts(tmp_path / "c.parquet"), score(silos[0], ["k", "g"], ["x", "y"]))
    count(engine.written("empty"), ["k", "g"], ["x"], output=tmp_path / "empty.parquet", connection=engine.connection)
    assert score_counts(tmp_path / "empty.parquet").records == 0


def test_counts_of_no_records_leave_none_out(tmp_path: Path) -> None:
    """No record is there, and none is left out for its NULLs."""
    empty = pa.table({name: pa.array([], pa.string()) for name in ("k", "x", "y")})
    count(empty, "k", ["x", "y"], output=tmp_path / "empty.parquet", nulls="drop")
    scores = score_counts(tmp_path / "empty.parquet")
    assert (scores.records, scores.left_out) == (0, {"identity": 0, "x": 0, "y": 0})


def test_texts_that_are_two_values_are_not_made_one(tmp_path: Path) -> None:
    """3 and '3' in one column of SQLite are an error, since a Parquet file would merge them."""
    import sqlite3

    connection = sqlite3.connect(":memory:")
    connection.execute("create table t (a, b)")
    connection.executemany("insert into t values (?, ?)", [(3, 1), ("3", 1), ("x", 2)])
    with pytest.raises(QueryError, match="values of several types; cast it in a view"):
        count("t", "a", "b", output=tmp_path / "c.parquet", connection=connection)
    assert list(tmp_path.iterdir()) == []


MANY = {str(number): str(number // 7) for number in range(300)}
COARSER: dict[str, dict[str, Any]] = {
    "cuts": {"age": {"cuts": [20, 40]}},
    "prefix and cuts": {"age": {"cuts": [30]}, "zip": {"prefix": 1}},
    "a mapping": {"zip": {"mapping": {"00": "A", "01": "A", "10": "B"}, "unmapped": "rest"}},
    "a long mapping": {"age": {"mapping": MANY}},
    "what is not mapped is kept": {"zip": {"mapping": {"00": "A"}, "unmapped": "keep"}},
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("nulls", ["category", "drop"])
@pytest.mark.parametrize("name", COARSER)
def test_raw_counts_are_coarsened_when_they_are_scored(name: str, nulls: Any, tmp_path: Path) -> None:
    """Counts of values as they are, recoded when scored, score as the records recoded do."""
    files = []
    for part in (0, 1):
        people = (
            "select case when i % 17 = 0 then null else (i * 31) % 60 end as age,"
            " case when i % 23 = 0 then null else ['00', '01', '10', '11'][1 + i % 4] end as zip,"
            " ['flu', 'cold', 'ulcer'][1 + (i * i) % 3] as ill, i % 5 as pay from range(300) r(i)"
        )
        duckdb.execute(
            f"copy (select * from ({people}) where age % 2 is distinct from {part}"
            f" and (age is not null or {part} = 0)) to '{tmp_path}/{part}.part.parquet'"
        )
        file = tmp_path / f"{part}.parquet"
        count(str(tmp_path / f"{part}.part.parquet"), ["age", "zip"], ["ill", "pay"], output=file, nulls=nulls)
        files.append(file)
    options: dict[str, Any] = {"partitions": COARSER[name], "metrics": "all"}
    whole = score(str(tmp_path / "*.part.parquet"), ["age", "zip"], ["ill", "pay"], nulls=nulls, **options)
    check_same(score_counts(files, **options), whole)
    one = {column: entry for column, entry in COARSER[name].items() if column == "age"}
    fewer = score(str(tmp_path / "*.part.parquet"), ["age"], ["ill"], nulls=nulls, partitions=one, metrics="all")
    check_same(score_counts(files, "age", "ill", partitions=one, metrics="all"), fewer)


def test_counts_that_hand_out_people_are_refused(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`count` stops above a share of records alone in a count, with the share and what to do."""
    monkeypatch.chdir(tmp_path)
    people = "select i as age, i % 3 as zip, i % 2 as ill from range(94) r(i) union all select -1, 9, 9 from range(6)"
    duckdb.execute(f"copy ({people}) to 'people.parquet'")
    arguments = ("count", "people.parquet", "-q", "age", "-q", "zip", "-s", "ill", "-o", "counts.parquet")
    refused = run(*arguments)
    assert refused.code == 2
    said = " ".join(refused.err.split())
    assert "94% of the 100 records of people.parquet are alone in a count" in said
    assert "`partitions` (--partition)" in said
    assert "`allow_singles` (--allow-singles)" in said
    assert not Path("counts.parquet").exists()
    allowed = run(*arguments, "--allow-singles")
    assert (allowed.code, Path("counts.parquet").exists()) == (0, True)
    assert "94 counts have one record, which is one person" in allowed.err
    coarser = {"age": {"cuts": [0, 50]}}
    assert (
        sqlmetrics.count("people.parquet", ["age", "zip"], ["ill"], output="c.parquet", partitions=coarser).single == 0
    )
    for share, passes in ((0.94, True), (0.93, False)):
        if passes:
            sqlmetrics.count("people.parquet", ["age"], ["ill"], output="d.parquet", allow_singles=share)
            continue
        with pytest.raises(SpecError, match="at most 93% may be"):
            sqlmetrics.count("people.parquet", ["age"], ["ill"], output="d.parquet", allow_singles=share)
