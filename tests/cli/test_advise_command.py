"""`sqlmetrics advise`: what it says, prints and proposes, and that it passes where it is used."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import duckdb
import pytest
import yaml
from jinja2 import Environment

import sqlmetrics
from conftest import Run
from sqlmetrics import SpecError
from sqlmetrics.spec.advice import LossName

Command = Callable[..., Run]

SPEC = """\
relation: people.parquet
quasi_identifiers: [age, zip, seen]
sensitive: [disease]
thresholds: {k_anonymity: {at_least: 4}, distinct_l_diversity: [{at_least: 2, target: disease}]}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with people of whom one stands alone, and a spec."""
    monkeypatch.chdir(tmp_path)
    people = (
        "select i % 8 * 5 + 20 as age, '' || (10110 + i % 4) as zip, 'd' || i % 3 as disease, i as id,"
        " date '2020-01-15' + cast(i % 2 * 31 as integer) as seen from range(96) t(i)"
        " union all select 99, '99999', 'd0', 96, date '1990-05-05'"
    )
    duckdb.execute(f"copy ({people}) to 'people.parquet'")
    with duckdb.connect("d.duckdb") as connection:
        connection.execute(f"create table people as {people}")
    Path("spec.yml").write_text(SPEC)
    return tmp_path


def advised(run: Command, *arguments: object, code: int = 0) -> Any:
    """Return the JSON of advice."""
    ended = run("advise", "--spec", "spec.yml", *arguments, "-f", "json")
    assert ended.code == code, ended.err
    return json.loads(ended.out)


def test_levels_are_proposed_by_the_looks_of_columns(folder: Path, run: Command) -> None:
    """A column without levels has the usual ones of its kind, and the result says which."""
    columns = {column["column"]: column for column in advised(run, "--suppress", "5%")["columns"]}
    assert columns["age"]["origin"] == "proposed: bands of 5, 10 and 20 years"
    assert columns["age"]["names"] == ["as it is", "bands of 5", "bands of 10", "bands of 20", "left out"]
    assert [level["prefix"] for level in columns["zip"]["partitions"]] == [4, 3, 2, 1]
    assert [level["date"] for level in columns["seen"]["partitions"]] == ["month", "year", "decade"]
    Path("spec.yml").write_text(SPEC + "advise: {generalizations: {age: [], zip: {prefix: 3}, seen: {date: year}}}\n")
    columns = {column["column"]: column for column in advised(run, "--suppress", "5%")["columns"]}
    assert {column["origin"] for column in columns.values()} == {"given"}
    assert {name: column["levels"] for name, column in columns.items()} == {"age": 1, "zip": 2, "seen": 2}


def test_a_file_beside_the_data_is_proposed(folder: Path, run: Command) -> None:
    """A hierarchy's file of a column's name gives its levels; other values stay as they are."""
    Path("zip.csv").write_text("".join(f"{10110 + i};{'ab'[i // 2]};*\n" for i in range(4)))
    column = next(one for one in advised(run, "--suppress", "5%")["columns"] if one["column"] == "zip")
    assert (column["origin"], column["levels"]) == ("proposed: zip.csv", 2)
    assert column["partitions"] == [{"file": "zip.csv", "level": 1, "unmapped": "keep"}]


@pytest.mark.parametrize("leaves_out", [False, True])
def test_the_view_passes_where_it_is_made(folder: Path, run: Command, leaves_out: bool) -> None:
    """The statement makes a view that `check` passes with the spec that is printed for it."""
    flags = ["--suppress", "2%", "--database", "d.duckdb", *(["--leave-out"] if leaves_out else [])]
    Path("spec.yml").write_text(SPEC.replace("people.parquet", "people"))
    found = advised(run, *flags)
    assert found["suppressed"] == 1
    assert run("advise", "--spec", "spec.yml", *flags, "--print-sql", "-o", "view.sql").code == 0
    assert run("advise", "--spec", "spec.yml", *flags, "--print-spec", "view", "-o", "made.yml").code == 0
    assert Path("view.sql").read_text() == found["view"] + ";\n"
    assert yaml.safe_load(Path("made.yml").read_text()) == found["spec"]
    with duckdb.connect("d.duckdb") as connection:
        connection.execute(Path("view.sql").read_text())
        rows = connection.execute("select count(*), count(*) filter (zip = '*') from people_advised").fetchone()
    assert rows == ((96, 0) if leaves_out else (97, 1))
    assert ("suppressed" in found["spec"]) == (not leaves_out)
    ended = run("check", "--spec", "made.yml")
    assert ended.code == 0, ended.out


def test_the_report_of_the_view_says_how_it_was_recoded(folder: Path, run: Command) -> None:
    """The words come from the spec; without them only the internal report says what is constant."""
    people = "select i % 2 as age, i // 24 as zip, date '2020-01-01' + i::int % 60 as seen, 'd' || i % 3 as disease"
    duckdb.execute(f"copy ({people} from range(96) t(i)) to 'people.parquet'")
    Path("spec.yml").write_text(SPEC.replace("at_least: 4", "at_least: 15"))
    flags = ["--keep", "age"]
    assert run("advise", "--spec", "spec.yml", *flags, "--print-sql", "-o", "view.sql").code == 0
    assert run("advise", "--spec", "spec.yml", *flags, "--print-spec", "view", "-o", "made.yml").code == 0
    duckdb.execute(Path("view.sql").read_text() + "copy people_advised to 'people_advised.parquet'")
    words = yaml.safe_load(Path("made.yml").read_text()) | {"relation": "people_advised.parquet"}
    assert words["recoded"] == {"zip": "left out, one value for everybody", "seen": "dates to the month"}

    def told(audience: str, **changes: Any) -> list[str]:
        Path("made.yml").write_text(yaml.safe_dump(words | changes))
        ended = run("report", "made.yml", *([f"--{audience}"] * (audience == "internal")), "-o", "r.html")
        assert ended.code == 0, ended.err
        return re.findall(
            r'<span class="col">(?:age|zip|seen)</span>.*?"As measured">([^<]*)<', Path("r.html").read_text()
        )

    as_given, left = "As the table has it", "Recoded before: left out, one value for everybody"
    assert told("public") == told("internal") == [as_given, left, "Recoded before: dates to the month"]
    assert told("public", recoded={}) == [as_given] * 3
    assert told("internal", recoded={}) == [as_given, "One value for everybody", as_given]
    Path("made.yml").write_text(yaml.safe_dump(words | {"recoded": {"zap": "to tens"}}))
    refused = run("report", "made.yml", "-o", "r.html")
    assert (refused.code, "`recoded` of 'zap': the column is neither" in refused.err) == (2, True)


def test_the_spec_of_the_source_passes_where_nothing_is_suppressed(folder: Path, run: Command) -> None:
    """Its partitions are the recoding; with suppressed records there is no such spec."""
    some = ("--where", "id < 96")
    found = advised(run, *some)
    assert found["suppressed"] == 0
    assert run("advise", "--spec", "spec.yml", *some, "--print-spec", "source", "-o", "made.yml").code == 0
    assert yaml.safe_load(Path("made.yml").read_text()) == found["source_spec"]
    assert run("check", "--spec", "made.yml").code == 0
    refused = run("advise", "--spec", "spec.yml", "--suppress", "2%", "--print-spec", "source")
    assert (refused.code, refused.out) == (2, "")
    assert "no spec of the source passes, as records are suppressed" in refused.err


def test_where_nothing_passes_the_report_says_by_how_much(folder: Path, run: Command) -> None:
    """The exit code is 1, and the scores of the coarsest recoding are shown; no text is printed."""
    keep = [word for column in ("age", "zip", "seen") for word in ("--keep", column)]
    found = advised(run, *keep, code=1)
    assert (found["levels"], found["view"], found["spec"], found["suppressed"]) == (None, None, None, 1)
    assert [(one["before"], one["after"], one["passed"]) for one in found["thresholds"]] == [(1, 1, False)] * 2
    printed = run("advise", "--spec", "spec.yml", *keep, "--print-sql", "-o", "view.sql")
    assert (printed.code, printed.out, Path("view.sql").exists()) == (1, "", False)
    assert "No recoding passes" in printed.err


def test_a_statement_is_for_the_dialect_that_is_named(folder: Path, run: Command) -> None:
    """The search runs here; the statement is for elsewhere, and a file is read nowhere else."""
    Path("spec.yml").write_text(SPEC.replace("people.parquet", "people"))
    flags = ("advise", "--spec", "spec.yml", "--database", "d.duckdb", "--print-sql")
    assert 'create view "PEOPLE_ADVISED" as' in run(*flags, "--dialect", "snowflake").out
    assert 'from "PEOPLE" source' in run(*flags, "--dialect", "snowflake").out
    Path("spec.yml").write_text(SPEC)
    ended = run("advise", "--spec", "spec.yml", "--print-sql", "--dialect", "snowflake")
    assert (ended.code, ended.out) == (2, "")
    assert "snowflake does not read the file people.parquet" in ended.err


def test_a_model_of_dbt_refers_to_the_relation(folder: Path, run: Command) -> None:
    """A table is a ref, one of a schema a source; other braces stay as they are."""
    flags = ("advise", "--spec", "spec.yml", "--dbt")
    model = run(*flags).out
    assert model.startswith("{{ config(materialized='view') }}\n-- sqlmetrics")
    assert model.endswith("from {{ ref('people') }} source\n")
    names: dict[str, Callable[..., str]] = {"config": lambda **_: "", "ref": lambda name: f"'{name}.parquet'"}
    assert len(duckdb.execute(Environment().from_string(model).render(names)).fetchall()) == 97  # noqa: S701 - SQL
    Path("spec.yml").write_text(SPEC.replace("people.parquet", "main.people") + "where: \"zip <> '{{'\"\n")
    model = run(*flags, "--database", "d.duckdb").out
    assert "(select * from {{ source('main', 'people') }} source where (zip <> '{{ '{{' }}'))" in model
    assert model.count("{{") == 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--suppress", "5"], "key 'advise.suppress': a share of the records is a number from 0 to 1"),
        (["--generalize", "age"], "--generalize age: write COL=FILE"),
        (["--generalize", "id=zip.csv"], "`generalizations` (--generalize) names 'id', which is no quasi-identifier"),
        (["--generalize", "zip=none.csv"], "no such mapping file: "),
        (["--generalize", "zip=raw"], "--generalize zip=raw: no such form or file; write COL=FILE of lines as"),
        (["--at-most", "age=x"], "--at-most age=x: write COL=LEVEL, a whole number"),
        (["--at-most", "age=9"], "`at_most` (--at-most) of 'age' is 9, and its levels are 0 to 4"),
        (["--prefer", "age"], "--prefer age: write COL:WEIGHT, a number"),
        (["--prefer", "age:-1"], "key 'advise.prefer.age': input should be greater than 0"),
        (["--loss", "money"], "key 'advise.loss': input should be 'non_uniform_entropy'"),
        (["--time-limit", "x"], "key 'advise.time_limit': a time limit is a number of seconds above 0"),
        (["--dbt", "--print-sql"], "--print-sql and --dbt print different texts; give one of them"),
        (["--print-sql", "-o", "view.json"], "a statement is SQL, and .json is json; name a .sql file"),
        (["--no-spec"], "--spec spec.yml and --no-spec contradict each other"),
    ],
)
def test_what_cannot_be_is_said_with_its_flag(folder: Path, run: Command, arguments: list[str], message: str) -> None:
    """A wrong flag ends with 2 and a message that names it."""
    ended = run("advise", "--spec", "spec.yml", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err.replace("\n", " ")


def test_columns_and_values_of_odd_names(folder: Path) -> None:
    """Quotes, keywords, braces, and marks among the values change nothing."""
    frame = {
        "a \"b' {{": ["*", "**", "x'y", None] * 8,
        "select": [*range(31), 99],
        "若い": ["é", "{%"] * 16,
        "secret": ["u", "v", "w", "u"] * 8,
    }
    keys = [name for name in frame if name != "secret"]
    found = sqlmetrics.advise(
        frame,
        keys,
        "secret",
        thresholds={"k_anonymity": {"at_least": 4}},
        advise={"suppress": "10%", "generalizations": {"select": {"cuts": [[10, 20, 30], [20]]}}},
    )
    assert found.passed
    assert found.view is not None
    assert found.thresholds[0].after is not None
    assert found.thresholds[0].after >= 4


def test_advice_on_what_is_no_relation_of_records_is_refused() -> None:
    """Counts, marks and harmonised attributes have no view to advise."""
    with pytest.raises(SpecError, match="advice needs `thresholds`"):
        sqlmetrics.advise({"a": [1, 2]}, "a")
    limits = {"k_anonymity": {"at_least": 2}}
    with pytest.raises(SpecError, match="does not take `suppressed`: advice recodes records as they are"):
        sqlmetrics.advise({"a": [1, 2]}, "a", thresholds=limits, suppressed="*")


def test_other_commands_leave_the_words_of_advice_alone(folder: Path, run: Command) -> None:
    """`check` and `report` judge the table as it is, and a certificate has none of the words."""
    words = "advise: {suppress: 5%, generalizations: {zip: {mapping: {CANARY: b}}, age: none.csv}, keep: [zip]}\n"
    for text in (SPEC, SPEC + words):
        Path("spec.yml").write_text(text)
        checked = run("check", "--spec", "spec.yml", "-f", "json")
        assert checked.code == 1, checked.err
        verdicts = [one["value"] for one in json.loads(checked.out)["jobs"][0]["verdicts"]]
        assert verdicts == [1, 1]
    reported = run("report", "--spec", "spec.yml", "-o", "page.html", "--json", "certificate.json")
    assert reported.code in {0, 1}, reported.err
    assert "CANARY" not in Path("certificate.json").read_text() + Path("page.html").read_text()
    assert run("verify", "certificate.json", "--relation", "people.parquet", "--spec", "spec.yml").code == 0


def test_the_help_names_every_loss(run: Command) -> None:
    """A loss that a spec may name stands in the help of its flag."""
    text = " ".join(run("advise", "--help").out.split())
    assert [name for name in get_args(LossName) if name not in text] == []


def test_who_needs_a_column_is_told_how_to_keep_it(folder: Path, run: Command) -> None:
    """Where a column is left out the last lines say what to ask for, with a command's flags."""
    flags = ("advise", "--spec", "spec.yml")
    Path("spec.yml").write_text(SPEC + "advise: {generalizations: {age: [], zip: [], seen: []}}\n")
    told = " ".join(run(*flags).out.split())
    assert "loses least, but somebody may need one: `keep` (--keep) leaves it as it is" in told
    assert "and `frontier` (--frontier) lists the other recodings that pass. --print-sql" in told
    assert "(--frontier)" not in run(*flags, "--frontier").out
    assert run(*flags, "-o", "advice.html").code == 0
    assert "somebody may need one: `keep` leaves it as it is, `need` says" in Path("advice.html").read_text()
    assert "somebody" not in run(*flags, "--suppress", "2%").out


def test_the_answer_in_words(folder: Path, run: Command) -> None:
    """The report begins with what to do and the proof, and names what was proposed."""
    told = " ".join(run("advise", "--spec", "spec.yml", "--suppress", "2%").out.split())
    assert "To pass, recode" in told or "To pass, leave out" in told
    assert "suppress 1 record, 1.0% (at most 1 record, 1.0% may be suppressed)" in told
    assert "No recoding with less loss passes: " in told
    assert "proposed: bands of 5, 10 and 20 years" in told
    short = " ".join(run("advise", "--spec", "spec.yml", "--time-limit", "0.000001").out.split())
    assert "The time ran out: a recoding that loses at most" in short or "in time" in short
