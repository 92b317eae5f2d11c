"""What pages say of published tables holds, by plain loops; the public version tells less."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.output.page.page import rendered
from sqlmetrics.output.page.tables import tables
from sqlmetrics.sentences import heard

KEYS = (("town", "job"), ("town",), ("job",))


class ExactTables:
    """Published tables, by plain loops over their records, with the rules of the test."""

    dominance, p_percent, class_share = (2, 70.0), 20.0, 0.9

    def __init__(self, rows: Sequence[dict[str, Any]], minimum_frequency: int) -> None:
        self.minimum_frequency = minimum_frequency
        self.sizes = [Counter(tuple(row[key] for key in keys) for row in rows) for keys in KEYS]

    def count(self, what: str) -> int:
        """Return how many tables have a limit, or keep it: no cell below the minimum."""
        kept = [min(sizes.values()) >= self.minimum_frequency for sizes in self.sizes]
        return {"judged": len(kept), "kept": sum(kept)}[what]


def reported(rows: Sequence[dict[str, Any]], frequency: int, **words: Any) -> sqlmetrics.PrivacyReport:
    """Return the certificate of a report on the tables of some records."""
    relation = {key: [row[key] for row in rows] for key in rows[0]}
    outputs = {"keys": KEYS, "measure": "cost", "minimum_frequency": frequency}
    outputs |= {"dominance": (2, 70), "p_percent": 20, "class_share": 0.9}
    return sqlmetrics.report(relation, "town", thresholds={"cells_below": 0}, outputs=outputs, look=False, **words)


def random_rows(seed: int) -> list[dict[str, Any]]:
    """Return up to 60 records of three towns and two jobs."""
    draw = Random(seed)
    number = draw.randint(5, 60)
    return [{"town": draw.choice("abc"), "job": draw.choice("xy"), "cost": draw.randint(1, 9)} for _ in range(number)]


@pytest.mark.parametrize("internal", [True, False])
def test_what_is_said_of_tables_holds(internal: bool) -> None:
    """Rules and verdicts are true of random tables."""
    said_in_all: Counter[str] = Counter()
    for seed in (1, 2):
        rows, frequency = random_rows(seed), 2 + 3 * seed
        certificate = reported(rows, frequency, internal=internal).certificate
        with heard() as said:
            rendered("tables.html", content=tables(certificate))
        assert all(one.holds(ExactTables(rows, frequency)) for one in said)
        said_in_all += Counter(one.assertion.text for one in said)
    assert len(said_in_all) == (5 if internal else 3)


def test_a_picture_has_each_cell() -> None:
    """The cells of the internal version are the people, and stand in their row and column."""
    rows = random_rows(3)
    own = reported(rows, 5, internal=True).certificate.outputs
    assert own is not None
    assert own.grid is not None
    sizes = Counter((row["town"], row["job"]) for row in rows)
    drawn = {
        (town, job): (cell.people, cell.state == "below")
        for town, cells in zip(own.grid.rows, own.grid.cells, strict=True)
        for job, cell in zip(own.grid.columns, cells, strict=True)
    }
    assert drawn == {key: (people, people < 5) for key, people in sizes.items()}
    assert [*own.grid.rows, *own.grid.columns] == ["a", "b", "c", "x", "y"]


def test_the_public_version_has_no_count_and_no_secret() -> None:
    """Neither figures of tables, nor the numbers of the rules on sums, nor a picture are in it."""
    report = reported(random_rows(1), 5)
    certificate, own = report.certificate, report.certificate.outputs
    assert own is not None
    assert (own.dominance, own.p_percent, own.grid, certificate.spec) == (None, None, None, None)
    assert {figure.value for one in own.tables for figure in one[2:]} == {None}
    section = report.html.partition('id="tables"')[2].partition("</section>")[0]
    numbers = re.findall(r"[0-9]+", re.sub(r"<[^>]+>", " ", section.partition("</h2>")[2]))
    assert numbers[1:] == ["3", "5", "90"]


def test_the_certificate_holds_what_a_report_says(tmp_path: Path, run: Callable[..., Run]) -> None:
    """A verdict on a table that its conditions do not have is found; the data say it again."""
    rows = random_rows(2)
    (tmp_path / "d.csv").write_text("town,job\n" + "".join(f"{row['town']},{row['job']}\n" for row in rows))
    (tmp_path / "s.yml").write_text(
        "relation: d.csv\nquasi_identifiers: town\nignored: job\n"
        "outputs: {keys: [[town, job]], minimum_frequency: 50}\nthresholds: {cells_below: 0}\n"
    )
    certificate = tmp_path / "c.json"
    run("report", "--spec", tmp_path / "s.yml", "--internal", "--json", certificate, "-o", tmp_path / "r.html")
    measured = run("verify", certificate, "--relation", tmp_path / "d.csv", "--spec", tmp_path / "s.yml")
    assert (measured.code, "passed" in measured.err) == (0, False)
    document = json.loads(certificate.read_text())
    document["outputs"]["tables"][0]["passed"] = True
    certificate.write_text(json.dumps(document))
    forged = run("verify", certificate)
    assert (forged.code, "outputs (town,job): passed" in forged.out) == (1, True)


class ExactAnswers(NamedTuple):
    """Answers of a report, and the rule that they are held against."""

    answers: int
    minimum_frequency: int


AGES = {"town": ["a"] * 40, "age": [*range(39), 95], "job": ["x", "y"] * 20}


def reported_answers(**words: Any) -> sqlmetrics.PrivacyReport:
    """Return a report on two answers whose difference is one person."""
    outputs = {"answers": {"all": "1 = 1", "below 90": "age < 90"}, "minimum_frequency": 7}
    return sqlmetrics.report(AGES, "town", thresholds={"differenced_people": 0}, outputs=outputs, look=False, **words)


@pytest.mark.parametrize("internal", [True, False])
def test_what_is_said_of_answers_holds_and_the_public_version_has_no_figure(internal: bool) -> None:
    certificate = reported_answers(internal=internal).certificate
    with heard() as said:
        section = tables(certificate)
        rendered("tables.html", content=section)
    assert [one.holds(ExactAnswers(2, 7)) for one in said] == [True]
    assert not any(one.holds(ExactAnswers(3, 7)) or one.holds(ExactAnswers(2, 8)) for one in said)
    assert certificate.outputs is not None
    assert certificate.outputs.answers is not None
    assert section is not None
    figures = [figure.value for figure in certificate.outputs.answers[2:]]
    assert figures == ([39, 0, 1, 1] if internal else [None] * 4)
    assert [row.state for row in section.rows] == ["no"]
    assert [row.figures for row in section.rows] == ([["39", "0", "1", "1"]] if internal else [[]])


def test_the_public_version_has_no_condition_of_answers() -> None:
    """A condition holds values, as `where` does; the internal version has the spec."""
    public, internal = reported_answers(), reported_answers(internal=True)
    assert not any("age < 90" in text for text in (public.json, public.html))
    assert "age < 90" in internal.json


def test_a_forged_verdict_on_answers_is_found(tmp_path: Path, run: Callable[..., Run]) -> None:
    certificate = tmp_path / "c.json"
    document = reported_answers(internal=True).json
    certificate.write_text(document)
    assert run("verify", certificate).code == 0
    forged = json.loads(document)
    forged["outputs"]["answers"]["passed"] = True
    certificate.write_text(json.dumps(forged))
    ended = run("verify", certificate)
    assert (ended.code, "outputs (answers): passed" in ended.out) == (1, True)


COUNTS = "town,sex,n\nUlm,f,*\nUlm,m,407\nUlm,Total,409\nBonn,f,*\nBonn,m,*\nBonn,Total,12\nTotal,Total,421\n"
"""A published table: 2 women of Ulm follow, and of Bonn 3 to 9 and 3 to 9."""


def reported_counts(folder: Path, **words: Any) -> sqlmetrics.PrivacyReport:
    """Return a report on a table of people and on a table of their counts."""
    (folder / "t.csv").write_text(COUNTS)
    outputs = {"published": folder / "t.csv", "marks": {"*": "1..9"}, "absent": "zero"}
    limits = {"recovered_cells": 0, "narrow_cells": 2}
    return sqlmetrics.report(AGES, "town", thresholds=limits, outputs=outputs, look=False, **words)


class ExactTable(NamedTuple):
    """The number of published tables of a report."""

    tables: int


@pytest.mark.parametrize("internal", [True, False])
def test_what_is_said_of_tables_alone_holds(internal: bool, tmp_path: Path) -> None:
    """The internal version has figures and a picture, the public one the verdict alone."""
    certificate = reported_counts(tmp_path, internal=internal).certificate
    with heard() as said:
        section = tables(certificate)
        rendered("tables.html", content=section)
    assert [one.holds(ExactTable(1)) for one in said] == [True]
    assert not any(one.holds(ExactTable(2)) for one in said)
    assert certificate.hidden is not None
    assert section is not None
    figures = [figure.value for figure in certificate.hidden[2:7]]
    assert figures == ([7, 3, 1, 2, 0] if internal else [None] * 5)
    assert [(row.state, row.figures) for row in section.rows] == [("no", ["7", "3", "1", "2", "0"] if internal else [])]
    assert (section.grid is None) != internal
    if section.grid is not None:
        assert section.grid.columns == ("f", "m", "Total")
        assert [(row, [(cell.state, cell.people) for cell in cells]) for row, cells in section.grid.rows] == [
            ("Ulm", [("recovered", "2"), ("shown", "407"), ("shown", "409")]),
            ("Bonn", [("narrow", "3 to 9"), ("narrow", "3 to 9"), ("shown", "12")]),
            ("Total", [("absent", ""), ("absent", ""), ("shown", "421")]),
        ]


def test_the_public_version_has_no_count_of_a_published_table(tmp_path: Path) -> None:
    """Neither what follows nor what is shown, and not what marks mean; the internal one has all."""
    public, internal = reported_counts(tmp_path), reported_counts(tmp_path, internal=True)
    assert (public.certificate.spec, public.certificate.passed) == (None, False)
    section = public.html.partition('id="tables"')[2].partition("</section>")[0]
    numbers = re.findall(r"[0-9]+", re.sub(r"<[^>]+>", " ", section.partition("</h2>")[2]))
    assert numbers == ["1"]
    assert not [text for text in ("1..9", "Ulm", "Bonn", "409", str(tmp_path)) if text in public.json + public.html]
    assert "1..9" in internal.json
    assert "Ulm" in internal.html


def test_a_forged_verdict_on_tables_alone_is_found(tmp_path: Path, run: Callable[..., Run]) -> None:
    certificate = tmp_path / "c.json"
    document = reported_counts(tmp_path, internal=True).json
    certificate.write_text(document)
    assert run("verify", certificate).code == 0
    forged = json.loads(document)
    forged["hidden"]["passed"] = True
    certificate.write_text(json.dumps(forged))
    ended = run("verify", certificate)
    assert (ended.code, "hidden (published): passed" in ended.out) == (1, True)


def test_a_certificate_holds_no_published_table(tmp_path: Path, run: Callable[..., Run]) -> None:
    """Only a spec names the files that are measured again, and no certificate does."""
    (tmp_path / "t.csv").write_text(COUNTS)
    (tmp_path / "d.csv").write_text("town\n" + "a\n" * 40)
    (tmp_path / "s.yml").write_text(
        "relation: d.csv\nquasi_identifiers: town\nthresholds: {recovered_cells: 1}\n"
        'outputs: {published: t.csv, marks: {"*": 1..9}, absent: zero}\n'
    )
    certificate = tmp_path / "c.json"
    words = ("--spec", tmp_path / "s.yml", "--internal", "--json", certificate, "-o", tmp_path / "r.html")
    assert run("report", *words).code == 0
    again = ("verify", certificate, "--relation", tmp_path / "d.csv")
    assert (run(*again, "--spec", tmp_path / "s.yml").code, run(*again).code) == (0, 2)
    document = json.loads(certificate.read_text())
    assert "published" not in document["spec"]["outputs"]
    document["spec"]["outputs"]["published"] = [str(tmp_path / "t.csv")]
    document["hidden"] = None
    certificate.write_text(json.dumps(document))
    assert "which it does not hold; name its `spec`" in run(*again).err


class ExactLog(NamedTuple):
    """The answers of a report with their rule, and the queries of its log."""

    answers: int
    minimum_frequency: int
    queries: int
    read: int


@pytest.mark.parametrize("internal", [True, False])
def test_a_report_says_how_much_of_a_log_was_read(internal: bool, tmp_path: Path) -> None:
    """Two counts are read of three queries; the public version has no text of one."""
    log = tmp_path / "log.sql"
    log.write_text("select count(*) from d; select count(*) from d where age < 90; select avg(age) from d;")
    pd.DataFrame(AGES).to_parquet(tmp_path / "d.parquet")
    report = sqlmetrics.report(
        tmp_path / "d.parquet",
        "town",
        thresholds={"differenced_people": 0},
        outputs={"log": log, "minimum_frequency": 7},
        look=False,
        internal=internal,
    )
    with heard() as said:
        rendered("tables.html", content=tables(report.certificate))
    own = report.certificate.outputs
    assert own is not None
    assert own.log == (3, 2)
    assert [one.holds(ExactLog(2, 7, 3, 2)) for one in said] == [True, True]
    assert [one.holds(ExactLog(2, 7, 3, 3)) for one in said] == [True, False]
    assert ("age < 90" in report.json.lower()) == internal
    assert str(log) not in report.json
