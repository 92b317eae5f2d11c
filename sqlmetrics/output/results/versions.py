"""Each version of a table with its time and its verdict, in one line."""

from __future__ import annotations

from typing import Any

from sqlmetrics.credentials import blanked
from sqlmetrics.gate.each_version import VersionCheck, VersionChecks
from sqlmetrics.output.forms import Forms
from sqlmetrics.output.report import Column, Heading, Report, Toned, table
from sqlmetrics.output.results.gate import job_document, run_forms
from sqlmetrics.output.shown import shows
from sqlmetrics.output.verdicts import job_words, summary


@shows(VersionChecks)
def versions_forms(result: VersionChecks) -> Forms:
    """Return the forms of the checks: a line, an entry of JSON or a suite for each version."""
    of_run = run_forms(result.run)
    return Forms(
        report=lambda: versions_report(result),
        document=lambda: _document(result),
        records=of_run.records,
        others=of_run.others,
        private=of_run.private,
    )


def _document(result: VersionChecks) -> dict[str, Any]:
    entries = []
    for version, outcome in result.checks:
        error = {} if outcome.error is None else {"error": _first_line(outcome.error)}
        entries.append({**version._asdict(), **job_document(outcome), **error})
    return {"relation": result.relation_name, "exit_code": result.exit_code, "versions": entries}


def versions_report(result: VersionChecks) -> Report:
    """Return a line for each version, and how the newest was judged."""
    newest = result.checks[-1].version
    columns = [Column(newest.word, "name"), Column("time"), Column("verdict", "text")]
    rows = [(check.version.version, check.version.at or "not known", _verdict(check)) for check in result.checks]
    return Report((Heading(result.relation_name, 1), table(columns, rows)), f"newest: {summary(result.newest)}")


def _verdict(check: VersionCheck) -> Toned:
    """Return what a version failed, or that it passed."""
    outcome = check.outcome
    if outcome.error is not None:
        return Toned(f"not measured: {_first_line(outcome.error)}", "caution")
    if outcome.status == "passed":
        return Toned("passed", "good")
    words = job_words(outcome)
    failed = [f"{one.score} {one.value}, {one.bound}" for one in words.verdicts if one.failed]
    slices = [words.of_slices] if any(one.failed for one in words.slices) else []
    return Toned(f"failed: {'; '.join([*failed, *slices, *words.identifiers])}", "bad")


def _first_line(error: Exception) -> str:
    """Return a message as one line, without credentials."""
    return " ".join(blanked(str(error)).split())
