"""The commands on reports: report, check with a page, verify and read; and those of Python."""

from __future__ import annotations

import csv
import json
import shutil
import stat
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from conftest import ROOT, Run
from sqlmetrics.errors import SpecError

Command = Callable[..., Run]
SPEC = """
title: The ward
relation: {ward}
quasi_identifiers: [age, zip]
sensitive: [disease]
partitions:
  zip: {{prefix: 1}}
thresholds:
  k_anonymity: {{at_least: 3, source: the board}}
  alpha_k_anonymity: {{at_most: 0.7}}
"""
DATE = "2026-11-22"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A spec with two conditions, of which one fails."""
    path = tmp_path / "ward.yml"
    path.write_text(SPEC.format(ward=Path("fixtures/ward.csv").absolute()))
    return path


def certificate_of(path: Path) -> dict[str, Any]:
    """Return the entries of a certificate's file."""
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def test_a_report_is_a_page_and_its_certificate(run: Command, spec: Path, tmp_path: Path) -> None:
    """The page names its certificate by its hash, says each condition, and whose limit it is."""
    page, json_file = tmp_path / "page.html", tmp_path / "page.json"
    assert run("report", "--spec", spec, "-o", page, "--json", json_file, "--date", DATE).code == 0
    text, certificate = page.read_text(), certificate_of(json_file)
    assert text.startswith("<!doctype html>")
    assert sha256(json_file.read_bytes()).hexdigest()[:12] in text
    assert "the board" in text
    assert certificate["measured_at"] == "2026-11-22T00:00:00Z"
    assert certificate["title"] == "The ward"
    assert [(one["metric"], one["source"]) for one in certificate["conditions"]] == [
        ("k_anonymity", "the board"),
        ("alpha_k_anonymity", None),
    ]
    assert not certificate["passed"]


def test_the_same_run_gives_the_same_bytes(
    run: Command, spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a date, or SOURCE_DATE_EPOCH for now, two runs write the same files."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795305600")
    texts = []
    for name, more in (("a", ()), ("b", ()), ("c", ("--date", "2026-11-22"))):
        run("report", "--spec", spec, "-o", tmp_path / f"{name}.html", "--json", tmp_path / f"{name}.json", *more)
        texts.append(((tmp_path / f"{name}.html").read_bytes(), (tmp_path / f"{name}.json").read_bytes()))
    assert texts[0] == texts[1] == texts[2]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert "SOURCE_DATE_EPOCH is a number of seconds" in run("report", "--spec", spec).err


def test_an_internal_report_is_its_owners_alone(run: Command, spec: Path, tmp_path: Path) -> None:
    """Only the internal version is a private file; each says which version it is."""
    for name, flags in (("public", ()), ("internal", ("--internal",))):
        page = tmp_path / f"{name}.html"
        run("report", "--spec", spec, "-o", page, *flags)
        assert f"{name} version" in page.read_text()
        assert bool(stat.S_IMODE(page.stat().st_mode) & 0o077) == (name == "public")


def test_check_writes_a_page_and_so_does_a_job(run: Command, spec: Path, tmp_path: Path) -> None:
    """`check --report FILE.html` and the word `report` of a spec write the public page."""
    assert run("check", "--spec", spec, "--report", tmp_path / "checked.html").code == 1
    assert "public version" in (tmp_path / "checked.html").read_text()
    low = tmp_path / "low.yml"
    low.write_text(spec.read_text().replace("at_least: 3", "at_least: 2"))
    told = [run(*words, tmp_path / "low.html").err for words in (("check", low, "--report"), ("report", low, "-o"))]
    assert "public: the verdict on k_anonymity (at_least: 2) tells how small groups" in told[0]
    assert told[0] == told[1]
    spec.write_text(spec.read_text() + "report: own.html\n")
    assert run("check", "--spec", spec).code == 1
    assert "The ward" in (tmp_path / "own.html").read_text()
    jobs = tmp_path / "jobs.yml"
    jobs.write_text(
        f"jobs:\n  first: {{relation: {Path('fixtures/ward.csv').absolute()}, quasi_identifiers: age,"
        " thresholds: {k_anonymity: {at_least: 1}}, report: first.html}\n  second: ward.yml\n"
    )
    assert run("run", jobs).code == 1
    assert "Met" in (tmp_path / "first.html").read_text()
    several = run("run", jobs, "--report", tmp_path / "both.html")
    assert several.code == 2
    assert "a page is the report of one job" in several.err
    assert not (tmp_path / "both.html").exists()


def test_a_page_takes_the_place_of_nothing_that_is_read(run: Command, spec: Path, tmp_path: Path) -> None:
    """A report over its spec or its data, or with another ending, is refused before any work."""
    assert run("report", "--spec", spec, "-o", tmp_path / "page.json").code == 2
    spec.write_text(spec.read_text() + "report: ward.yml\n")
    assert run("check", "--spec", spec).code == 2
    assert "k_anonymity" in spec.read_text()


def test_a_report_needs_no_condition(run: Command, tmp_path: Path) -> None:
    """Without thresholds the figures stand, and nothing is said to be met."""
    result = run("report", "fixtures/ward.csv", "-q", "age", "-s", "disease")
    assert result.code == 0
    assert "No conditions were set" in result.out


def test_the_history_is_read_and_not_added_to(run: Command, spec: Path, tmp_path: Path) -> None:
    """A report shows earlier runs of its job, and is no run of the history itself."""
    history, json_file = tmp_path / "history", tmp_path / "page.json"
    history.mkdir()
    run("check", "--spec", spec, "--history", history, "--run-id", "first")
    shown = ("-o", tmp_path / "page.html", "--json", json_file)
    run("report", "--spec", spec, "--history", history, *shown)
    assert certificate_of(json_file)["trends"] == []
    run("report", "--spec", spec, "--history", history, "--internal", *shown)
    trends = certificate_of(json_file)["trends"]
    assert [len(trend["runs"]) for trend in trends] == [2, 2]
    assert trends[0]["runs"][0]["run"] == "first"
    assert len(sqlmetrics.history(history).entries) == len(sqlmetrics.history(history, last=1).entries)


def test_a_certificate_is_verified(run: Command, spec: Path, tmp_path: Path) -> None:
    """What follows from the certificate, and from the data, holds; a change of either is found."""
    path = tmp_path / "page.json"
    run("report", "--spec", spec, "-o", tmp_path / "page.html", "--json", path, "--internal", "--date", DATE)
    alone = run("verify", path)
    assert alone.code == 0
    assert sha256(path.read_bytes()).hexdigest() in alone.out
    assert run("verify", path, "--relation", "fixtures/ward.csv").code == 0
    assert "measured again" in run("verify", path, "--relation", "fixtures/ward.csv", "--spec", spec).out
    other, of_other = tmp_path / "other.csv", tmp_path / "other.yml"
    other.write_text("\n".join(Path("fixtures/ward.csv").read_text().splitlines()[:-1]) + "\n")
    of_other.write_text(SPEC.format(ward=other))
    assert [run("verify", path, "--spec", one).code for one in (spec, of_other)] == [0, 1]
    assert [sqlmetrics.verify(path, spec=one).holds for one in (spec, of_other)] == [True, False]
    changed = run("verify", path, "--relation", other, "-f", "json")
    assert changed.code == 1
    assert "relation: records: value" in [one["place"] for one in json.loads(changed.out)["findings"]]
    document = certificate_of(path)
    document["conditions"][0]["passed"] = not document["conditions"][0]["passed"]
    path.write_text(json.dumps(document))
    assert "conditions, 1" in run("verify", path).out


@pytest.mark.parametrize("text", ["", "{}", "[]", "[" * 5000, '{"format": 1}', "\x00"])
def test_what_is_no_certificate_is_refused(run: Command, tmp_path: Path, text: str) -> None:
    """Any other file is an error that says what to name."""
    path = tmp_path / "page.json"
    path.write_text(text)
    result = run("verify", path)
    assert result.code == 2
    assert "unexpected" not in result.err


def test_rows_of_a_console_are_the_same_answer(run: Command, spec: Path, tmp_path: Path) -> None:
    """Rows in upper case, with NULL as a word, give the statement's scores, verdicts and page."""
    rows = tmp_path / "rows.csv"
    run("score", "--spec", spec, "-f", "csv", "-o", rows, "--all")
    lines = rows.read_text().splitlines()
    lines = [lines[0].upper(), *(line.replace(",,", ",NULL,").replace(",,", ",NULL,") for line in lines[1:])]
    rows.write_text("\n".join(lines) + "\n")
    read = json.loads(run("read", rows, "-f", "json").out)
    there = json.loads(run("score", "--spec", spec, "-f", "json").out)
    assert {(one["metric"], one["target"]): one["value"] for one in read["scores"]} == pytest.approx(
        {(one["metric"], one["target"]): one["value"] for one in there["scores"]}
    )
    judged = run("read", rows, "--spec", spec)
    assert judged.code == 1
    assert "1 of 2 thresholds failed" in judged.out
    page = tmp_path / "page.html"
    assert run("read", rows, "--spec", spec, "-o", page).code == 1
    assert "rows of scores do not hold it" in page.read_text()
    assert "1 of 2 conditions fail" in page.read_text()


def test_null_of_a_console_is_no_mark_to_name(run: Command, tmp_path: Path) -> None:
    """A batch of mariadb has the word NULL among values, of which nothing is to be said."""
    run("score", ROOT / "fixtures" / "ward.csv", "-q", "age", "-q", "zip", "-s", "disease", "-o", tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(newline="") as file:
        cells = [[cell or "NULL" for cell in row] for row in csv.reader(file)]
    assert "NULL" in {row[cells[0].index("value")] for row in cells}
    (tmp_path / "rows.tsv").write_text("".join("\t".join(row) + "\n" for row in cells))
    ended = run("read", tmp_path / "rows.tsv")
    assert (ended.code, ended.err) == (0, "")
    assert "delta_disclosure_strict" in ended.out
    assert "value: " in run("score", tmp_path / "rows.tsv", "-q", "value").err


DRAWN = {
    "psql": ("", " {} ", "|", "+", "(2 rows)"),
    "mariadb --table": ("+-----+", "| {} |", "|", "+", "+-----+"),
    "psql, linestyle unicode, border 2": ("┌─────┐", "│ {} │", "│", "┼", "└─────┘"),
}
"""How consoles draw a table: the line above, a row, the bar, the cross of the rule, the end."""


@pytest.mark.parametrize("console", DRAWN)
def test_a_drawn_table_is_read(run: Command, tmp_path: Path, console: str) -> None:
    """What psql and mariadb draw by themselves is split at its bars, or refused."""
    above, frame, bar, cross, end = DRAWN[console]
    header = ["metric", "target", "quasi_identifiers", "value", "records", "partition"]
    cells = [["k_anonymity", "identity", "age", " 2", " 20", ""], ["itpr", "disease", "age", "", "20", "NULL"]]
    drawn = [frame.format(f" {bar} ".join(row)).rstrip() for row in (header, *cells)]
    rule = cross.join(["-----" if cross == "+" else "─────"] * 6)
    rows = tmp_path / "rows.txt"
    rows.write_text("\n".join(["SELECT 20", above, drawn[0], rule, *drawn[1:], end, ""]))
    read = json.loads(run("read", rows, "-f", "json").out)
    assert [(one["metric"], one["value"], one["records"], one["partition"]) for one in read["scores"]] == [
        ("k_anonymity", 2.0, 20, None),
        ("itpr", None, 20, None),
    ]
    rows.write_text(rows.read_text().replace("identity", f"identity{bar}"))
    refused = run("read", rows)
    assert (refused.code, refused.out) == (2, "")
    assert "line 5: a cell of the drawn table holds a bar, or a line is cut; export all columns" in refused.err
    assert "psql --csv, mariadb --batch" in refused.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("metric,target\nk_anonymity,identity\n", "lacks the columns quasi_identifiers, records, value; export all"),
        ("-[ RECORD 1 ]-\nmetric | itpr\n", "as CSV: psql --csv, mariadb --batch, ClickHouse's format CSVWithNames"),
        (
            "    ┌─metric─┬─value─┐\n 1. │ itpr   │     1 │\n    └────────┴───────┘\n",
            "ClickHouse's format CSVWithNames",
        ),
        ("metric,target,quasi_identifiers,records,value\n", "has no row"),
        ("metric,target,quasi_identifiers,records,value\nk_anon,identity,age,3,1\n", "row 1: "),
        ("metric,target,quasi_identifiers,records,value\nk_anonymity,identity,age,-3,1\n", "`records`"),
        ("metric,target,quasi_identifiers,records,value\nk_anonymity,identity,age,3,many\n", "`value` is no number"),
    ],
)
def test_rows_of_anything_else_are_refused(run: Command, tmp_path: Path, text: str, said: str) -> None:
    """What no statement of ours returns is an error that names the row, and what to do."""
    rows = tmp_path / "rows.csv"
    rows.write_text(text)
    result = run("read", rows)
    assert result.code == 2
    assert said in result.err


def test_python_has_the_same_report(spec: Path, tmp_path: Path) -> None:
    """`Table.report` and `report` return and write what the command does."""
    page, json_file = tmp_path / "page.html", tmp_path / "page.json"
    when = datetime(2026, 11, 22)
    found = sqlmetrics.report(spec=spec, output=page, certificate=json_file, date=when)
    assert isinstance(found, sqlmetrics.PrivacyReport)
    assert (page.read_text(), json_file.read_text()) == (found.html, found.json)
    assert not found.passed
    assert "sandbox" in found._repr_html_()
    assert "<script" not in found._repr_html_()
    verification = sqlmetrics.verify(json_file, "fixtures/ward.csv", spec=spec)
    assert verification.holds, verification.findings
    rows = tmp_path / "rows.csv"
    sqlmetrics.score(spec=spec).to_pandas().to_csv(rows, index=False)
    scores = sqlmetrics.read(rows, spec=spec, output=tmp_path / "read.html", date=when)
    assert scores.value("k_anonymity") == 3
    assert "1 of 2 conditions fail" in (tmp_path / "read.html").read_text()
    with pytest.raises(SpecError, match="only ever read"):
        sqlmetrics.Table(spec=shutil.copy(spec, tmp_path / "spec.html")).report(tmp_path / "spec.html")
