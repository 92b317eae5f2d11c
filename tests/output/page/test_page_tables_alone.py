"""The page of tables that are published alone: nothing on it is about people or their records."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.certificate.published import published
from sqlmetrics.errors import SpecError

COUNTS = "town,sex,n\nUlm,f,*\nUlm,m,407\nUlm,Total,409\nBonn,f,*\nBonn,m,*\nBonn,Total,12\nTotal,Total,421\n"
"""A published table: 2 women of Ulm follow, and of Bonn 3 to 9 and 3 to 9."""

WORDS: dict[str, Any] = {"published": "t.csv", "marks": {"*": "1..9"}, "absent": "zero"}

SPEC = (
    'outputs: {published: t.csv, marks: {"*": 1..9}, absent: zero}\nthresholds: {recovered_cells: 0, narrow_cells: 2}\n'
)

SECTIONS = ["answer", "tables", "time", "method"]
"""The sections that are not about people."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a published table."""
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text(COUNTS)
    return tmp_path


def made(**words: Any) -> sqlmetrics.PrivacyReport:
    """Return the report on the table."""
    return sqlmetrics.report(thresholds={"recovered_cells": 0, "narrow_cells": 2}, outputs=WORDS, **words)


def shown(page: str) -> str:
    """Return the text of a page without its statement."""
    return re.sub(r"<(style|pre).*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)


@pytest.mark.parametrize("internal", [True, False])
@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Not met: 1 of 2 conditions fails"),
        ("de", "Nicht erfüllt: 1 von 2 Bedingungen scheitert"),
        ("fr", r"Non respecté\s: 1 sur 2 conditions échoue"),
    ],
)
def test_only_sections_that_are_not_about_people_stand(folder: Path, internal: bool, language: Any, says: str) -> None:
    report = made(internal=internal, language=language)
    assert re.findall(r'<section id="(\w+)"', report.html) == SECTIONS
    assert not report.passed
    text = shown(report.html)
    assert re.search(says, text)
    assert not re.search(r"1 people|records each|7 (people|records)|one record|equivalence|quasi", text)
    assert ('<table class="cells">' in report.html) == internal
    certificate = json.loads(report.json)
    assert (certificate["relation"]["name"], certificate["relation"]["records"]["value"]) == ("t.csv", None)
    assert [certificate[part] for part in ("scores", "sizes", "curve", "columns", "missing")] == [[], [], [], [], {}]


def test_an_internal_page_draws_the_table(folder: Path) -> None:
    """By 409 - 407 the women of Ulm are 2; 12 less 1 to 9 leaves 3 to 9 in Bonn."""
    found = made(internal=True)
    cells = re.findall(r'<td class="cell ([\w-]+)"[^>]*>([^<]*)<', found.html)
    assert cells == [
        *[("recovered", "2"), ("shown", "407"), ("shown", "409")],
        *[("narrow", "3 to 9"), ("narrow", "3 to 9"), ("shown", "12")],
        *[("absent", ""), ("absent", ""), ("shown", "421")],
    ]
    assert [(one.metric, one.measured.value, one.passed) for one in found.certificate.conditions] == [
        ("recovered_cells", 1, False),
        ("narrow_cells", 2, True),
    ]


def test_a_public_page_has_no_count_and_no_value(folder: Path) -> None:
    """Whatever the cells are, the same verdicts make the same certificate."""
    public = made(date="2026-01-31")
    assert not [text for text in ("Ulm", "Bonn", "407", "409", "421", "1..9", str(folder)) if text in public.json]
    assert not [text for text in ("Ulm", "Bonn", "407", "409", "421", "1..9", str(folder)) if text in public.html]
    assert published(public.certificate) == public.certificate
    Path("t.csv").write_text(COUNTS.replace("407", "3").replace("409", "7").replace("421", "19"))
    other = made(date="2026-01-31")
    assert (public.json, public.html) == (other.json, other.html)


def test_several_tables_are_all_named(folder: Path) -> None:
    Path("u.csv").write_text("town,n\nUlm,409\nBonn,12\nTotal,421\n")
    report = sqlmetrics.report(outputs=WORDS | {"published": ["t.csv", "u.csv"]}, internal=True)
    assert report.certificate.relation.name == "t.csv, u.csv"
    assert report.passed
    assert "No conditions were set" in shown(report.html)


def test_a_certificate_is_measured_again_by_its_spec(folder: Path, run: Callable[..., Run]) -> None:
    Path("s.yml").write_text(SPEC)
    for version in ((), ("--internal",)):
        assert run("report", "--spec", "s.yml", "-o", "r.html", "--json", "c.json", *version).code == 0
        data, spec = ("--relation", "t.csv"), ("--spec", "s.yml")
        again = [run("verify", "c.json", *words) for words in ((), (*data, *spec), (*data, "--no-spec"))]
        assert [one.code for one in again] == [0, 0, 2]
        assert "name its `spec`" in again[2].err
    forged = json.loads(Path("c.json").read_text())
    forged["hidden"]["passed"] = forged["passed"] = True
    Path("c.json").write_text(json.dumps(forged))
    assert "hidden (published): passed" in run("verify", "c.json").out
    Path("t.csv").write_text(COUNTS.replace("409", "410").replace("421", "422"))
    run("report", "--spec", "s.yml", "--json", "c.json", "--internal")
    Path("t.csv").write_text(COUNTS)
    assert run("verify", "c.json", "--relation", "t.csv", "--spec", "s.yml").code == 1


def test_a_job_writes_the_public_page(folder: Path, run: Callable[..., Run]) -> None:
    """The page of a job says how its scores changed in the history, in the internal version."""
    Path("s.yml").write_text(SPEC + "history: h.duckdb\nreport: r.html\n")
    assert [run("check", "--spec", "s.yml").code for _ in range(2)] == [1, 1]
    page = Path("r.html").read_text()
    assert re.findall(r'<section id="(\w+)"', page) == SECTIONS
    assert "Ulm" not in page
    assert run("report", "--spec", "s.yml", "-o", "i.html", "--internal").code == 0
    assert re.findall(r'<section id="(\w+)"', Path("i.html").read_text()) == SECTIONS


def test_what_needs_people_is_refused(folder: Path) -> None:
    """Tables of people without known columns have no page; a public one has nothing to subtract."""
    with pytest.raises(SpecError, match="a report is about the records of a relation"):
        sqlmetrics.report("t.csv", outputs={"keys": ["town"]}, thresholds={"minimum_frequency": 3})
