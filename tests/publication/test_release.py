"""A release: what is judged without being written, what is written, and what is not."""

from __future__ import annotations

import csv
import hashlib
import itertools
import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.publication.planned import planned_release
from sqlmetrics.publication.written import write_release
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.edited import with_value
from sqlmetrics.spec.reading import read_spec, seen_from_here

PEOPLE = [
    {"name": f"n{number}", "born": born, "zip": zip_, "sex": sex, "ward": ward, "disease": disease}
    for number, (born, zip_, sex, ward, disease) in enumerate(
        [
            *[("1961-02-03", "12345", "f", "a", "flu"), ("1961-11-30", "12399", "f", "b", "cold")] * 3,
            *[("1974-05-06", "12345", "m", "a", "flu"), ("1979-01-01", "12377", "m", "b", "cold")] * 3,
            ("1980-01-01", "99999", "x", "a", "rare"),
        ]
    )
]
COLUMNS = [*PEOPLE[0]]

SPEC = """\
# the hospital's own words
relation: people.csv
identifiers: [name]
quasi_identifiers: [born, zip, sex]  # what a neighbour knows
sensitive: [disease]
ignored: {ward: "no attacker knows it"}
thresholds: {k_anonymity: 3}
release:
  levels: {born: decade, zip: {prefix: 2}}
  drop: 10%
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a spec that names a release, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    with (tmp_path / "people.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(PEOPLE)
    (tmp_path / "spec.yml").write_text(SPEC)
    return tmp_path


def wanted() -> Counter[tuple[str, ...]]:
    """Return the rows of the release by a plain loop: recoded, without small classes."""
    rows = [(f"{row['born'][:3]}0s", f"{row['zip'][:2]}***", row["sex"], row["ward"], row["disease"]) for row in PEOPLE]
    sizes = Counter(row[:3] for row in rows)
    return Counter(row for row in rows if sizes[row[:3]] >= 3)


@pytest.mark.parametrize("ending", [".parquet", ".csv", ".duckdb"])
def test_a_release_has_the_rows_of_its_spec(folder: Path, ending: str) -> None:
    """Identifiers are gone, columns are on their levels and in order, small classes are dropped."""
    result = sqlmetrics.write_release(spec="spec.yml", output=folder / f"out{ending}")
    read = duckdb.connect()
    if ending == ".duckdb":
        read.execute("attach 'out.duckdb' as made (read_only)")
    found = read.execute(f"from {'made.out' if ending == '.duckdb' else repr(f'out{ending}')}")
    assert [name for name, *_ in found.description] == ["born", "zip", "sex", "ward", "disease"]
    assert Counter(found.fetchall()) == wanted()
    assert (result.records, result.planned.dropped, result.passed, result.written) == (12, 1, True, True)
    assert {path.name for path in folder.iterdir()} == {
        "people.csv",
        "spec.yml",
        f"out{ending}",
        f"out{ending}.certificate.json",
        f"out{ending}.spec.yml",
    }


def test_a_parquet_file_carries_nothing_over(folder: Path) -> None:
    """There are no notes of a library, and the order is another one than the source's."""
    frame = duckdb.connect().execute("select range as i, range % 3 as sex from range(3000)").df()
    frame.attrs["origin"] = "a ward"
    table = sqlmetrics.Table(frame, ["sex"], thresholds={"k_anonymity": 5})
    table.release(folder / "out.parquet")
    table.release(folder / "kept.parquet", release={"shuffle": False})
    read = duckdb.connect()
    assert read.execute("from parquet_kv_metadata('out.parquet')").fetchall() == []
    order = [row[0] for row in read.execute("select i from 'out.parquet'").fetchall()]
    assert sorted(order) == list(range(3000)) != order
    assert [row[0] for row in read.execute("select i from 'kept.parquet'").fetchall()] == list(range(3000))


LEVELS: dict[str, list[Any]] = {
    "born": ["as_it_is", "decade", "left_out"],
    "zip": [{"prefix": 3}, "left_out"],
    "sex": ["as_it_is", {"mapping": {"f": "f or m", "m": "f or m"}, "unmapped": "keep"}],
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("drop", [0, 0.1])
def test_what_is_judged_is_what_is_written(folder: Path, drop: float) -> None:
    """For each recoding of a small table, the release to be and the file have the same scores."""
    metrics = ["k_anonymity", "distinct_l_diversity", "discrimination_rate"]
    table = sqlmetrics.Table(spec="spec.yml", metrics=metrics)
    for levels in itertools.product(*LEVELS.values()):
        release = {"levels": dict(zip(LEVELS, levels, strict=True)), "drop": drop}
        scores = table.score(released=True, release=release)
        written = table.release(folder / "out.csv", anyway=True, release=release)
        (outcome,) = written.run.outcomes
        assert outcome.held is not None
        values = {(one.metric, one.target): one.value for one in outcome.held.scores.scores}
        assert {(one.metric, one.target): one.value for one in scores.scores} == pytest.approx(values)
        again = sqlmetrics.check(spec="out.csv.spec.yml", metrics=metrics).outcomes[0].held
        assert again is not None
        assert {(one.metric, one.target): one.value for one in again.scores.scores} == pytest.approx(values)


def test_a_release_that_fails_is_not_written(folder: Path, run: Callable[..., Run]) -> None:
    """Nothing appears, and what was there stays; --anyway writes it, and the report says so."""
    (folder / "out.csv").write_text("before")
    spec = folder / "spec.yml"
    spec.write_text(SPEC.replace("drop: 10%", "drop: 1%"))
    ended = run("release", spec, "-o", folder / "out.csv")
    assert ended.code == 1
    assert "none of the 13 records is dropped: at least 1 would have to be, and `drop` allows 0" in ended.err
    assert (folder / "out.csv").read_text() == "before"
    assert {path.name for path in folder.iterdir()} == {"people.csv", "spec.yml", "out.csv"}
    ended = run("release", spec, "-o", folder / "out.csv", "--anyway", "--report", folder / "out.html")
    assert ended.code == 1
    assert "it FAILS, and was written anyway" in ended.err
    assert len((folder / "out.csv").read_text().splitlines()) == 14
    assert json.loads((folder / "out.csv.certificate.json").read_text())["passed"] is False


def test_the_source_is_only_read(folder: Path, run: Callable[..., Run]) -> None:
    """A release takes the place neither of its source nor of its spec."""
    before = (folder / "people.csv").read_bytes()
    assert run("release", folder / "spec.yml", "-o", folder / "people.csv").code == 2
    assert (folder / "people.csv").read_bytes() == before
    ended = run("release", folder / "spec.yml", "-o", folder / "out.xlsx")
    assert (ended.code, "a release is a file that ends in" in ended.err) == (2, True)


def test_identifiers_that_leave_the_file_fail_nothing(folder: Path, run: Callable[..., Run]) -> None:
    """`check` fails for the name; `check --release` judges the table without it."""
    assert run("check", folder / "spec.yml").code == 1
    ended = run("check", folder / "spec.yml", "--release")
    assert ended.code == 0
    assert "1 of 13 records (7.7%) are dropped" in ended.err
    assert "1 of 3 values of sex is gone" in ended.err
    assert run("score", folder / "spec.yml", "--release", "-m", "k_anonymity", "-f", "json").code == 0
    assert run("report", folder / "spec.yml", "--release", "-o", folder / "page.html").code == 0
    assert {path.name for path in folder.iterdir()} == {"people.csv", "spec.yml", "page.html"}


def test_certificate_and_report_name_both_files(folder: Path) -> None:
    """They have the hash of the release, and what was left out; internal ones the source's, too."""
    release = {"levels": {"born": "left_out", "zip": "left_out"}, "drop": "10%"}
    table = sqlmetrics.Table(spec="spec.yml", release=release, report="out.html")
    table.release(folder / "out.parquet")
    made = json.loads((folder / "out.parquet.certificate.json").read_text())["made_from"]
    sha256 = hashlib.sha256((folder / "out.parquet").read_bytes()).hexdigest()
    assert made == {"source": "people.csv", "sha256": sha256, "left_out": ["born", "zip"], "identifiers": 1}
    page = (folder / "out.html").read_text()
    assert sha256 in page
    assert "may be known, too, and are not in the table" in page
    assert "1 identifier was left out." in page
    assert "No identifier was declared" not in page
    assert sqlmetrics.verify(folder / "out.parquet.certificate.json").holds
    table.release(folder / "out.parquet", internal=True)
    made = json.loads((folder / "out.parquet.certificate.json").read_text())["made_from"]
    assert made["dropped"] is True
    assert made["fingerprint"] in (folder / "out.html").read_text()


@pytest.mark.parametrize(
    ("levels", "told"),
    [
        ({"born": "century"}, "there is no level century; its levels are 0 (as it is)"),
        ({"zip": 9}, "there is no level 9"),
        ({"disease": "year"}, "only quasi-identifiers are coarsened"),
        ({"nobody": "left_out"}, ""),
        ({"zip": "year"}, "have other texts"),
        ({"sex": {"mapping": {"f": "f"}}}, "has no domain for 2 values"),
        (dict.fromkeys(("born", "zip", "sex"), "left_out"), "every quasi-identifier is left out"),
    ],
)
def test_levels_that_are_wrong_are_named(folder: Path, levels: dict[str, Any], told: str) -> None:
    """The message names the column and what it may be."""
    if not told:
        sqlmetrics.write_release(spec="spec.yml", output=folder / "out.csv", release={"levels": levels}, thresholds={})
        return
    with pytest.raises(sqlmetrics.SpecError) as error:
        sqlmetrics.write_release(spec="spec.yml", output=folder / "out.csv", release={"levels": levels}, thresholds={})
    assert told in str(error.value)
    assert not (folder / "out.csv").exists()


def test_a_release_that_nobody_stays_in_is_none(folder: Path) -> None:
    """All known columns left out make one class; a limit that it fails drops everybody."""
    out = dict.fromkeys(("born", "zip", "sex"), "left_out")
    words: dict[str, Any] = {"release": {"levels": out, "drop": "100%"}, "thresholds": {"k_anonymity": 14}}
    with pytest.raises(sqlmetrics.SpecError, match="all of its records would be dropped"):
        sqlmetrics.write_release(spec="spec.yml", output=folder / "out.csv", **words)
    assert not (folder / "out.csv").exists()


ROUNDS = {
    "t_closeness_equal": (0.45, "4233300303542050", "1135133452111143"),
    "t_closeness_ordered": (0.3, "545153131101021", "141131114131351"),
}
"""A limit on each distance, and a table whose classes fail once others are dropped."""


@pytest.mark.parametrize("metric", ROUNDS)
def test_classes_that_fail_by_the_rest_are_dropped_too(folder: Path, metric: str) -> None:
    """The rest has another distribution, so that classes are judged again until all pass."""
    limit, keys, values = ROUNDS[metric]
    rows = "".join(f"{key},{value}\n" for key, value in zip(keys, values, strict=True))
    (folder / "table.csv").write_text(f"a,s\n{rows}")
    order = {"orders": {"s": "natural"}} if metric == "t_closeness_ordered" else {}
    words: dict[str, Any] = {"thresholds": {metric: limit}, "release": {"drop": "95%"}, **order}
    planned = planned_release(call_spec("table.csv", ["a"], ["s"], words))
    assert planned.recoding.rounds == 2
    assert 0 < planned.dropped < planned.records
    assert sqlmetrics.write_release("table.csv", ["a"], ["s"], output=folder / "out.csv", **words).passed


def test_people_are_counted_by_a_column_that_is_left_out(folder: Path) -> None:
    """The release has no column of people, and is held to people all the same."""
    spec = (folder / "spec.yml").read_text().replace("identifiers: [name]", "individual: name")
    (folder / "spec.yml").write_text(spec.replace("zip: {prefix: 2}", "zip: {prefix: 2}, name: left_out"))
    result = sqlmetrics.write_release(spec="spec.yml", output=folder / "out.csv")
    (outcome,) = result.run.outcomes
    assert outcome.held is not None
    assert outcome.held.scores.individuals == 12
    assert "name" not in (folder / "out.csv").read_text().splitlines()[0]


def test_a_release_is_judged_in_another_database(folder: Path) -> None:
    """SQLite scores the release to be as DuckDB does, and prints the statement that makes it."""
    connection = sqlite3.connect(":memory:")
    connection.execute(f"create table people ({', '.join(f'{column} text' for column in COLUMNS)})")
    rows = [tuple(row.values()) for row in PEOPLE]
    connection.executemany(f"insert into people values ({', '.join('?' * len(COLUMNS))})", rows)
    table = sqlmetrics.Table("people", spec="spec.yml", connection=connection)
    ours = sqlmetrics.score(spec="spec.yml", released=True).to_dict()["scores"]
    assert [one["value"] for one in table.score(released=True).to_dict()["scores"]] == pytest.approx(
        [one["value"] for one in ours], nan_ok=True
    )
    connection.executescript(table.release_sql("table"))
    assert Counter(connection.execute("select * from people_release").fetchall()) == wanted()
    with pytest.raises(sqlmetrics.SpecError, match="create a table of the statement"):
        table.release(folder / "out.csv")


def test_advice_is_written_into_the_spec(folder: Path, run: Callable[..., Run]) -> None:
    """The block of the release is what was advised; all else stays, and `release` writes it."""
    spec = folder / "spec.yml"
    advised = "advise: {generalizations: {born: {date: [year, decade]}, zip: {prefix: [3, 2]}}, suppress: 10%}\n"
    spec.write_text(SPEC.replace("release:", advised + "release:  # to be replaced") + "# the end\n")
    ended = run("advise", spec, "--need", "born=year", "--write-spec")
    assert ended.code == 0
    assert "1 of 3 values of sex is gone" in ended.out
    text = spec.read_text()
    assert text.startswith(SPEC.partition("release:")[0])
    assert text.endswith("# the end\n")
    release = read_spec(spec).release
    assert (release.levels.get("born", "as_it_is"), release.drop) in {("year", 0.1), ("as_it_is", 0.1)}
    assert run("release", spec, "-o", folder / "out.parquet").code == 0
    assert run("advise", spec, "--write", folder / "same.parquet").code == 0
    read = duckdb.connect()
    rows = [Counter(read.execute(f"from '{name}.parquet'").fetchall()) for name in ("out", "same")]
    assert rows[0] == rows[1]


def test_a_block_is_replaced_alone() -> None:
    """Whatever surrounds a block stays as it is, in each way to write one."""
    for block in ("", "b: 1\n", "b: {x: 1}  # why\n", "b:\n  x: 1\n  # within\n  y: [1,\n    2]\n", "b:\n- 1\n"):
        text = f"a: 1  # first\n{block}# below\nc:\n  d: 2\n"
        result = with_value(text, "spec", ("b",), {"x": 2}, deep=1)
        assert "\n  x: 2\n" in result
        assert result.replace("b:\n  x: 2", "").replace("\n", "").startswith("a: 1  # first")
        assert "# below\nc:\n  d: 2\n" in result


def test_a_job_writes_its_release_once_it_passes(folder: Path, run: Callable[..., Run]) -> None:
    """The scores in the history are those of the file; a job that fails writes nothing."""
    jobs = {
        "good": SPEC.replace("  drop", "  file: good.parquet\n  drop"),
        "bad": SPEC.replace("  drop: 10%", "  file: bad.parquet"),
    }
    for name, text in jobs.items():
        (folder / f"{name}.yml").write_text(text)
    (folder / "jobs.yml").write_text("jobs: {good: good.yml, bad: bad.yml}\n")
    ended = run("run", folder / "jobs.yml", "--history", folder / "runs")
    assert ended.code == 1
    assert (folder / "good.parquet").exists()
    assert not (folder / "bad.parquet").exists()


def test_the_plan_of_a_release_reads_no_more_than_it_needs(folder: Path) -> None:
    """A left-out column stays known, and a level of advice is named by its number or its name."""
    spec = seen_from_here(read_spec(folder / "spec.yml"))
    words = {"generalizations": {"zip": {"prefix": [3, 2]}}}
    for level in (2, "zip:2"):
        release = {"levels": {"zip": level, "sex": "left_out"}}
        own = type(spec).model_validate({**spec.model_dump(exclude_unset=True), "advise": words, "release": release})
        planned = planned_release(own)
        assert planned.left_out == ("sex",)
        assert planned.spec.recoded == {"zip": "the first 2 characters", "sex": "left out of the release"}
    assert write_release(spec, folder / "out.csv").files.spec.exists()


def test_a_release_into_a_duckdb_file_keeps_its_other_tables(folder: Path, run: Callable[..., Run]) -> None:
    """Only the released table is replaced, and no byte of the one before stays in the file."""
    house = folder / "house.duckdb"
    with duckdb.connect(house) as made:
        made.execute("create table precious as select 42 as x; create schema s; create table s.t as select 1 as y")
        made.execute("create view seen as select x from precious")
        made.execute("create table released as select 'an earlier value ' || i as v from range(3000) r(i)")
    spec = folder / "spec.yml"
    for _ in range(2):
        ended = run("release", spec, "-o", house, "--table", "released")
        assert ended.code == 0, ended.err
    with duckdb.connect(house, read_only=True) as read:
        tables = read.execute("select table_name from duckdb_tables() order by 1").fetchall()
        assert tables == [("precious",), ("released",), ("t",)]
        assert read.execute("select x from seen").fetchall() == [(42,)]
        assert read.execute("select count(*) from released").fetchall() == [(12,)]
    assert b"an earlier value" not in house.read_bytes()
    with duckdb.connect(house):
        ended = run("release", spec, "-o", house, "--table", "released")
        assert (ended.code, "cannot keep the other tables" in ended.err) == (3, True)


def test_listed_texts_of_dropped_records_are_not_in_the_file(folder: Path) -> None:
    """A column of listed texts, alone or within others, is released as texts."""
    with duckdb.connect(folder / "source.duckdb") as made:
        made.execute("create type ill as enum ('flu', 'cold', 'RARE')")
        made.execute(
            "create table people as select 30 + i % 2 as age, if(i = 40, 'RARE', 'flu')::ill as ill,"
            " [if(i = 40, 'RARE', 'cold')::ill] as ills, {'now': 'flu'::ill, 'ENUM(''x'')': i % 2} as all_of"
            " from range(41) r(i)"
        )
        made.execute("update people set age = 99 where ill = 'RARE'")
    words: dict[str, Any] = {"thresholds": {"k_anonymity": 5}, "release": {"drop": "5%"}}
    place: dict[str, Any] = {"database": folder / "source.duckdb", "ignored": ["ills", "all_of"]}
    sqlmetrics.write_release("people", ["age"], ["ill"], output=folder / "out.duckdb", **place, **words)
    with duckdb.connect(folder / "out.duckdb", read_only=True) as read:
        types = {str(row[0]): str(row[1]) for row in read.execute("describe out").fetchall()}
    assert types == {
        "age": "BIGINT",
        "ill": "VARCHAR",
        "ills": "VARCHAR[]",
        "all_of": "STRUCT(now VARCHAR, \"ENUM('x')\" BIGINT)",
    }
    assert b"RARE" not in (folder / "out.duckdb").read_bytes()


@pytest.mark.parametrize("name", ["out.csv.certificate.json", "out.csv.spec.yml"])
def test_no_file_of_others_is_replaced_beside_a_release(folder: Path, run: Callable[..., Run], name: str) -> None:
    """What somebody wrote, and a link, stay as they are; what an earlier release wrote does not."""
    (folder / name).write_text("mine\n")
    ended = run("release", folder / "spec.yml", "-o", folder / "out.csv")
    assert (ended.code, name in ended.err) == (2, True)
    assert (folder / name).read_text() == "mine\n"
    (folder / name).unlink()
    assert run("release", folder / "spec.yml", "-o", folder / "out.csv").code == 0
    assert run("release", folder / "spec.yml", "-o", folder / "out.csv").code == 0
    (folder / name).rename(folder / "elsewhere")
    (folder / name).symlink_to("elsewhere")
    ended = run("release", folder / "spec.yml", "-o", folder / "out.csv")
    assert (ended.code, "is a link" in ended.err) == (2, True)


def test_nothing_that_leaves_names_a_condition(folder: Path, run: Callable[..., Run]) -> None:
    """Certificate, page and spec of a part of a table say that it is one, without a value."""
    spec = folder / "spec.yml"
    spec.write_text(spec.read_text() + "where: disease <> 'SECRET'\n")
    assert run("release", spec, "-o", folder / "out.csv", "--report", folder / "out.html").code == 0
    texts = {name: (folder / name).read_text() for name in ("out.csv.certificate.json", "out.csv.spec.yml", "out.html")}
    assert not [name for name, text in texts.items() if "SECRET" in text]
    assert json.loads(texts["out.csv.certificate.json"])["made_from"]["source"] == "a part of people.csv"


@pytest.mark.parametrize("dropped", [0, 3])
def test_a_public_certificate_does_not_tell_how_many_were_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dropped: int
) -> None:
    """Sources with none and with three people in a small class have the same certificate."""
    monkeypatch.chdir(tmp_path)
    with duckdb.connect("source.duckdb") as made:
        made.execute("create table t as select 30 + i % 4 as age, i % 3 as ill from range(60) r(i)")
        made.execute(f"insert into t select 99, 0 from range({dropped})")
    words: dict[str, Any] = {"thresholds": {"k_anonymity": 5}, "release": {"drop": "10%"}, "date": "2026-01-31"}
    sqlmetrics.write_release("t", ["age"], ["ill"], database="source.duckdb", output=Path("out.csv"), **words)
    entries = json.loads(Path("out.csv.certificate.json").read_text())
    assert entries["made_from"].keys() == {"source", "sha256", "left_out"}
    assert entries["made_from"]["source"] == "t"
