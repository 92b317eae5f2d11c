"""The command line: its output, where that goes, and its exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import sqlmetrics
from conftest import ROOT, Run
from sqlmetrics.cli.pairs import read_levels, read_partitions
from sqlmetrics.scoring.scores import COLUMNS
from sqlmetrics.scoring.view import View

Command = Callable[..., Run]
ARGUMENTS = ("-q", "zip_star", "-q", "age_star", "-s", "disease", "-s", "salary")


def test_json_is_the_documented_object(run: Command, tables: Path) -> None:
    """JSON holds the relation's facts and one object per score record with every column."""
    ended = run("score", tables / "three_diverse.csv", *ARGUMENTS, "--format", "json")
    document = json.loads(ended.out)
    assert ended.code == 0
    assert ended.err == ""
    assert {key: document[key] for key in ("records", "individuals", "nulls", "dialect", "version")} == {
        "records": 9,
        "individuals": None,
        "nulls": "category",
        "dialect": "duckdb",
        "version": sqlmetrics.__version__,
    }
    assert document["relation"].endswith("three_diverse.csv")
    assert all(tuple(score) == COLUMNS for score in document["scores"])
    assert document["scores"][0]["quasi_identifiers"] == ["zip_star", "age_star"]
    rate = next(
        score for score in document["scores"] if (score["metric"], score["target"]) == ("discrimination_rate", "salary")
    )
    assert rate["value"] == pytest.approx(0.5)
    assert (rate["unit"], rate["direction"], rate["level"], rate["class"], rate["reason"]) == (
        "share",
        "higher is riskier",
        "table",
        None,
        None,
    )


def test_the_command_line_writes_each_form_of_a_partition(run: Command, tmp_path: Path) -> None:
    """Short forms stand for the words of a spec, and a file may be called as one, by its path."""
    assert read_partitions(
        "--partition",
        ["a=3", "a=year", "a=month", "b=cuts:1,2.5", "b=raw", "c={cuts: [1], closed: right}", "c=x.csv:2", "c=./year"],
    ) == {
        "a": [{"prefix": 3}, {"date": "year"}, {"date": "month"}],
        "b": [{"cuts": ["1", "2.5"]}, "raw"],
        "c": [{"cuts": [1], "closed": "right"}, {"file": "x.csv", "level": 2}, {"file": "./year"}],
    }
    assert read_levels("--generalize", ["a=month", "a=year", "b=b.csv", "c={prefix: [3, 1]}"]) == {
        "a": [{"date": "month"}, {"date": "year"}],
        "b": {"file": "b.csv"},
        "c": {"prefix": [3, 1]},
    }
    people = tmp_path / "people.csv"
    people.write_text("born,pay\n1967-03-02,1\n1967-04-03,2\n1968-03-02,9\n1968-03-02,10\n")
    ended = run("score", people, "-q", "born", "-q", "pay", *("--partition", "born=year", "--partition", "pay=cuts:5"))
    assert "person's born (as born: year), pay (as pay)?" in " ".join(ended.out.split())
    assert ["k_anonymity", "2", "individuals"] in [line.split()[:3] for line in ended.out.splitlines()]


def test_every_format_holds_the_same_scores(run: Command, tables: Path, tmp_path: Path) -> None:
    """CSV, Parquet and JSON hold the same scores, in files and on standard output."""
    arguments = ("score", tables / "three_diverse.csv", *ARGUMENTS, "--level", "class", "--show-values")
    scores = json.loads(run(*arguments, "--format", "json").out)["scores"]
    rows = list(csv.DictReader(io.StringIO(run(*arguments, "-f", "csv").out)))
    assert [float(row["value"]) if row["value"] else None for row in rows] == [score["value"] for score in scores]
    assert [row["class"] for row in rows] == [",".join(score["class"]) for score in scores]
    assert run(*arguments, "-f", "parquet", "-o", tmp_path / "s.parquet").code == 0
    parquet = duckdb.execute(f"select * from '{tmp_path}/s.parquet'").fetchall()
    assert [row[8] for row in parquet] == [score["value"] for score in scores]
    assert run(*arguments, "-f", "json", "-o", tmp_path / "s.json").out == ""
    assert json.loads((tmp_path / "s.json").read_text())["scores"] == scores


@pytest.mark.parametrize("level", ["table", "class"])
def test_the_printed_statement_returns_the_same_records(run: Command, tables: Path, level: str) -> None:
    """The text of `sql`, run by hand in DuckDB, gives the records that `score` gives."""
    arguments = (tables / "three_diverse.csv", *ARGUMENTS, "--level", level, "--show-values")
    result = duckdb.connect().execute(run("sql", *arguments).out)
    assert [column[0] for column in result.description] == list(COLUMNS)
    rows = [tuple("" if value is None else str(value) for value in row) for row in result.fetchall()]
    written = [tuple(row) for row in csv.reader(io.StringIO(run("score", *arguments, "-f", "csv").out))][1:]
    assert rows == written


def test_classes_show_sizes_and_values_only_when_asked(run: Command, tables: Path) -> None:
    """Reports and statements name the key values of classes only with --show-values."""
    arguments = (tables / "three_diverse.csv", "-q", "age_star", "-s", "disease", "--level", "class")
    for form in ("table", "json", "csv", "markdown"):
        assert "2*" not in run("score", *arguments, "-f", form).out
        assert "2*" in run("score", *arguments, "-f", form, "--show-values").out.replace("\\", "")
    rows = duckdb.connect().execute(run("sql", *arguments).out).fetchall()
    assert {row[6] for row in rows} == {None}
    assert {row[7] for row in rows} == {3}


def test_the_riskiest_classes_come_first_and_are_limited(run: Command) -> None:
    """The terminal shows ten classes per target, first those that leave the least uncertainty."""
    out = run(
        "score",
        "--spec",
        ROOT / "fixtures/anes96.yml",
        *shlex.split("--level class -m conditional_entropy -f json"),
        "--limit",
        3,
    ).out
    scores = json.loads(out)["scores"]
    assert len(scores) == 3 * len({(score["target"], score["partition"]) for score in scores})
    table = run("score", "--spec", ROOT / "fixtures/anes96.yml", "--level", "class", "-m", "itpr").out
    places = [line.split()[0] for line in table.splitlines() if line.split()[-1:] == ["1"]]
    assert places == [str(place) for place in range(1, 11)] * 5


def test_a_few_classes_are_told_of_how_many(run: Command, tmp_path: Path) -> None:
    """Each target says how many classes it has where some are left out; machines see no change."""
    data, counts = ROOT / "fixtures/anes96.parquet", tmp_path / "counts.parquet"
    keys = ("-q", "age", "-q", "education", "-s", "vote")
    ((classes,),) = duckdb.execute(f"select count(distinct (age, education)) from '{data}'").fetchall()
    run("count", data, *keys, "-o", counts, "--allow-singles")
    for relation in ((data, *keys), ("--counts", counts)):
        asked = (*relation, "--level", "class", "-m", "k_anonymity")
        assert f"identity: 10 of {classes} classes, the riskiest first" in run("score", *asked).out
        assert f"identity: 3 of {classes} classes" in run("score", *asked, "--limit", 3, "-f", "markdown").out
        assert "identity: the riskiest classes first" in run("score", *asked, "--limit", classes).out
        lines = run("score", *asked, "--limit", 3, "-f", "csv").out.splitlines()
        assert len(lines) == 4
        assert "classes" not in lines[0]
    limited = sqlmetrics.score(data, ["age", "education"], ["vote"], metrics=["itpr"], level="class", limit=2)
    assert limited.classes[View("vote", None, "age,education", None)] == classes
    assert len(limited.scores) == 4


def test_the_terminal_says_what_the_numbers_mean(run: Command, tables: Path) -> None:
    """The report names relation, keys and targets, and each score's unit and direction."""
    out = run("score", tables / "three_diverse.csv", "-q", "age_star", "-s", "disease").out
    assert "9 records" in out
    assert "What does it give away to somebody who knows a person's age_star?" in out
    said = " ".join(out.split())
    assert "Beyond chance, knowing them removes 0% of the uncertainty about disease." in said
    assert "The rate is 37% (2.50 bits, 1.58 left), and in classes of these sizes chance alone gives 43%." in said
    assert any(
        line.split() == ["discrimination_rate", "0.3668", "share", "higher", "is", "riskier"]
        for line in out.splitlines()
    )


@pytest.mark.parametrize("more", [(), ("-m", "all"), ("--individual", "who")])
def test_a_certain_secret_is_not_said_to_be_chance(run: Command, tmp_path: Path, more: tuple[str, ...]) -> None:
    """Chance gives 0.7 % in two classes of fifty, however it is counted."""
    path = tmp_path / "people.csv"
    path.write_text("who,q,s\n" + "".join(f"{person},{'ab'[person % 2]},{'uv'[person % 2]}\n" for person in range(100)))
    said = " ".join(run("score", path, "-q", "q", "-s", "s", "--no-look", *more).out.split())
    assert "Knowing them removes 100% of the uncertainty about s (1.00 bits, 0.00 left)." in said
    assert "In classes of these sizes chance alone gives 1%." in said
    assert "what chance alone gives" not in said


def test_an_undefined_score_says_why(run: Command, tables: Path) -> None:
    """An undefined score is a dash with its reason, an empty CSV field, and null in JSON."""
    arguments = ("score", tables / "slides_example.csv", "-q", "age", "-s", "zip", "-m", "itpr")
    assert "undefined: the target has a single value" in run(*arguments).out
    assert "undefined: the target has a single value" in run(*arguments, "-f", "markdown").out
    score = json.loads(run(*arguments, "-f", "json").out)["scores"][1]
    assert (score["value"], score["reason"]) == (None, "the target has a single value")


def test_a_file_is_named_on_the_command_line_or_in_the_spec(run: Command, tmp_path: Path, tables: Path) -> None:
    """A spec's paths start at its folder; flags beside it replace its words."""
    (tmp_path / "data.csv").write_bytes((tables / "three_diverse.csv").read_bytes())
    (tmp_path / "sp2.csv").write_bytes((tables / "partition_sp2.csv").read_bytes())
    spec = tmp_path / "spec.yml"
    spec.write_text(
        "relation: data.csv\nquasi_identifiers: age_star\nsensitive: [salary]\n"
        "partitions: {salary: sp2.csv}\nmetrics: [itpr]\n"
    )
    assert json.loads(run("score", "--spec", spec, "-f", "json").out)["scores"][1]["partition"] == "sp2"
    changed = json.loads(
        run("score", "--spec", spec, "-f", "json", "-s", "disease", "-s", "salary", "-m", "entropy").out
    )["scores"]
    assert [(score["metric"], score["target"]) for score in changed] == [
        ("entropy", "identity"),
        ("entropy", "disease"),
        ("entropy", "salary"),
    ]
    other = json.loads(run("score", tables / "t_close.csv", "--spec", spec, "-q", "zip_star", "-f", "json").out)
    assert other["relation"] == str(tables / "t_close.csv")


def test_a_table_of_a_database_is_scored_and_never_changed(run: Command, tmp_path: Path) -> None:
    """--database opens the file for reading; views and quoted names work."""
    path = tmp_path / "d.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            'create schema s; create table s."odd.name" as select i % 3 as k, i % 2 as x from range(12) t(i)'
        )
        connection.execute('create view v as select * from s."odd.name"')
    before = path.read_bytes()
    for relation in ("v", 's."odd.name"', 'd.s."odd.name"'):
        assert (
            json.loads(run("score", relation, "--database", path, "-q", "k", "-s", "x", "-f", "json").out)["records"]
            == 12
        )
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_metrics_are_listed_and_explained(run: Command) -> None:
    """`metrics` lists the catalogue, `metrics NAME` explains one, also as JSON."""
    assert "discrimination_rate" in run("metrics").out
    assert "H(X|Y) / H(X)" in run("metrics", "discrimination_rate").out
    assert json.loads(run("metrics", "itpr", "-f", "json").out)[0]["direction"] == "higher is riskier"
    assert run("metrics", "itpf").code == 2


def test_attacks_are_listed_and_explained(run: Command) -> None:
    """`gda --list` and `metrics` list the built-in attacks and what they need.

    `metrics NAME` explains one, beside the metric of the same name, if there is one.
    """
    listed = run("gda", "--list")
    assert (listed.code, listed.err) == (0, "")
    assert all(name in listed.out for name in ("singling_out_groups", "inference_nearest", "linkability_public"))
    assert "Needs a public table" in listed.out
    assert "homogeneity" not in listed.out
    every = run("metrics").out
    assert "identity_grey_box" in every
    assert every.index("worst_absolute_error") < every.index("homogeneity  ") < every.index("singling_out_univariate")
    explained = run("metrics", "linkability_public").out
    assert "sqlmetrics gda" in explained
    assert "confidence_improvement" in explained
    both = run("metrics", "background_knowledge").out
    assert "1 - DR = H(X|Y*) / H(X)" in both
    assert "attribute disclosure" in both
    (facts,) = json.loads(run("metrics", "semantic", "-f", "json").out)
    assert (facts["command"], facts["metrics"]) == (
        *("attacks", ["discrimination_rate", "adjusted_discrimination_rate"]),
    )
    assert "did you mean 'homogeneity'" in run("metrics", "homogenity").err


def test_output_files_appear_whole_or_not_at_all(run: Command, tmp_path: Path, tables: Path) -> None:
    """A failing run leaves an existing output as it was, and no file of its own."""
    output = tmp_path / "scores.json"
    output.write_text("before")
    assert run("score", tables / "three_diverse.csv", "-q", "nope", "-f", "json", "-o", output).code == 2
    assert output.read_text() == "before"
    assert run("score", tables / "three_diverse.csv", "-q", "age_star", "-f", "json", "-o", output).code == 0
    assert json.loads(output.read_text())["records"] == 9
    assert list(tmp_path.iterdir()) == [output]


def test_a_report_in_a_file_is_plain_text(run: Command, tmp_path: Path, tables: Path) -> None:
    """The table format in a file holds no terminal codes."""
    assert run("score", tables / "three_diverse.csv", "-q", "age_star", "-o", tmp_path / "report.txt").code == 0
    assert "\x1b" not in (tmp_path / "report.txt").read_text()
    assert "k_anonymity" in (tmp_path / "report.txt").read_text()


@pytest.mark.parametrize("waits", [0.3, 1.5])
def test_ctrl_c_stops_at_once_and_leaves_nothing(tmp_path: Path, waits: float) -> None:
    """An interrupt ends a long query within seconds, with a message, and nothing is written."""
    (tmp_path / "d.duckdb").unlink(missing_ok=True)
    with duckdb.connect(str(tmp_path / "d.duckdb")) as connection:
        connection.execute("create view v as select hash(i) as k, i % 7 as x from range(100_000_000_000) t(i)")
    command = [sys.executable, *shlex.split("-m sqlmetrics score v --database d.duckdb -q k -s x -o out.json -f json")]
    environment = os.environ | {
        "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
        "TMPDIR": str(tmp_path),
    }
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        started = time.monotonic()
        while not list(tmp_path.glob("sqlmetrics-*")) and time.monotonic() - started < 30:
            time.sleep(0.05)
        time.sleep(waits)
        process.send_signal(signal.SIGINT)
        interrupted = time.monotonic()
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert time.monotonic() - interrupted < 10
    assert process.returncode == 130
    assert "stopped; nothing was written" in err
    assert [path.name for path in tmp_path.iterdir()] == ["d.duckdb"]


def test_help_names_the_exit_codes(run: Command) -> None:
    """--help and -h list the commands and the meaning of the exit codes."""
    for flag in ("--help", "-h"):
        out = run(flag).out
        assert "3 a query or connection failed" in " ".join(out.split())
        assert all(command in out for command in ("score", "sql", "metrics", "init"))
    assert run("--version").out.strip() == sqlmetrics.__version__


@pytest.mark.parametrize("module", ["sqlmetrics", "model"])
def test_no_plugin_of_pydantic_is_loaded(tmp_path: Path, module: str) -> None:
    """A command loads none that another package brings; any other program that has a model does."""
    (tmp_path / "brought.py").write_text("from pathlib import Path\nPath('loaded').touch()\nplugin = None\n")
    (tmp_path / "model.py").write_text("from pydantic import BaseModel\nclass Model(BaseModel):\n    a: int\n")
    information = tmp_path / "brought-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: brought\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[pydantic]\nbrought = brought:plugin\n")
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", module, "sql", "t", "-q", "age", "-m", "k_anonymity"]
    subprocess.run(command, env=environment, cwd=tmp_path, check=False, capture_output=True)
    assert (tmp_path / "loaded").exists() == (module == "model")


TABLES = ("-q", "a", "-s", "b")
PRINTED = [
    ("classes", "t", *TABLES, "--condition", "k < 3"),
    ("subsets", "t", *TABLES),
    ("suda", "t", "-q", "a"),
    ("baseline", "t", *TABLES),
    ("posterior", "t", *TABLES),
    ("count", "t", *TABLES),
    ("outputs", "t", "--keys", "a"),
    ("attacks", "t", "--original", "o", *TABLES),
    ("tradeoff", "o", "t", *TABLES, "--workload-attribute", "b"),
    ("gda", "o", "t", "--known", "a", "--secret", "b"),
    ("closeness", "o", "t"),
]
"""Commands that print statements of tables which are not there."""


@pytest.mark.parametrize("words", PRINTED, ids=lambda words: words[0])
def test_printing_opens_what_its_help_says(run: Command, words: tuple[str, ...]) -> None:
    """Where help says that relations are opened they are missed, and elsewhere nothing is."""
    told = " ".join(run(words[0], "--help").out.split()).split(" --print-sql Print the statement")[1]
    opens = "are opened" in told.split(" --dialect ")[0] and "with --dialect nothing is" not in told
    ended = run(*words, "--print-sql", "--dialect", "postgres")
    assert (ended.code, "no such file" in ended.err) == ((2, True) if opens else (0, False))
    assert opens == (words[0] == "closeness")
