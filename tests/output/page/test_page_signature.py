"""Who prepared a report, what for, and until when it holds: from the spec to the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.jobs import read_jobs
from sqlmetrics.spec.reading import spec_over

Command = Callable[..., Run]

SAID = {
    "prepared_by": "A. <b>Meier</b>, privacy office",
    "prepared_for": "The board",
    "purpose": "Research & teaching",
    "legal_basis": "Art. 89 GDPR",
    "exception": "The board decided so",
    "valid_until": "2027-12-31",
}


def report_of(date: str, **said: Any) -> sqlmetrics.PrivacyReport:
    """Return the report of three people, of a date, with what is said of it."""
    return sqlmetrics.report({"age": [1, 1, 2]}, ["age"], report=said, thresholds={"k_anonymity": 1}, date=date)


def test_a_report_says_who_prepared_it() -> None:
    """The page, its place to sign, and the certificate have each entry, and no markup of one."""
    made = report_of("2027-12-31T23:00", **SAID)
    for text in ("A. &lt;b&gt;Meier&lt;/b&gt;, privacy office", "Research &amp; teaching", "31 December 2027"):
        assert f"<dd>{text}</dd>" in made.html
    assert "<p>Signature: A. &lt;b&gt;Meier&lt;/b&gt;, privacy office</p>" in made.html
    assert "is not valid" not in made.html
    assert json.loads(made.json)["preparation"] == SAID
    assert json.loads(report_of("2027-12-31").json).keys() == json.loads(made.json).keys() - {"preparation"}
    assert "Signature" not in report_of("2027-12-31").html
    late = report_of("2028-01-01", valid_until="2027-12-31").html
    assert "This report is not valid: its last valid day, 31 December 2027, was past" in late
    assert "<p>Signature</p>" in late


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"valid_until": "next year"}, "key 'report.valid_until': write a day, such as 2027-12-31"),
        ({"prepared": "me"}, "key 'report.prepared' is unknown; did you mean 'prepared_by'"),
        ({"purpose": " "}, "key 'report.purpose': write a text of 1 to 500 characters"),
    ],
)
def test_what_it_says_is_checked(said: dict[str, Any], message: str) -> None:
    """A day is one, a text is not empty, and an entry is known."""
    with pytest.raises(SpecError, match=message):
        report_of("2027-12-31", **said)


def test_entries_are_replaced_one_by_one(tmp_path: Path, run: Command) -> None:
    """Words above a file's, and a job's beside shared ones, keep the other entries."""
    (tmp_path / "t.csv").write_text("age\n1\n1\n2\n", encoding="utf-8")
    spec = tmp_path / "s.yml"
    text = "relation: t.csv\nquasi_identifiers: age\nthresholds: {k_anonymity: 1}\nreport: {prepared_by: A, purpose: P"
    spec.write_text(f"{text}, valid_until: 2027-12-31}}\n", encoding="utf-8")
    own = spec_over({"report": {"purpose": "Q", "file": "r.html"}}, "a test", spec).report
    assert (own.prepared_by, own.purpose, own.file, str(own.valid_until)) == ("A", "Q", Path("r.html"), "2027-12-31")
    spec.write_text(f"{text}}}\njobs: {{one: {{report: one.html}}}}\n", encoding="utf-8")
    [(_, read)] = read_jobs(spec)
    assert (read().report.prepared_by, read().report.file) == ("A", tmp_path / "one.html")
    assert run("run", spec).code == 0
    assert "<dt>Prepared by</dt><dd>A</dd>" in (tmp_path / "one.html").read_text(encoding="utf-8")
    assert "\nPrepared by: A; Purpose: P\n" in run("run", spec, "-f", "markdown").out
    assert json.loads(run("run", spec, "-f", "json").out)["jobs"][0]["preparation"] == {
        "prepared_by": "A",
        "purpose": "P",
    }
