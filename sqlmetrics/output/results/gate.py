"""The outcome of a run: each job with its verdicts, and one sentence that sums them up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.gate.jobs import Outcome, Run
from sqlmetrics.gate.thresholds import Verdict
from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.report import Block, Column, Heading, Paragraph, Report, ReportTable, Tone, Toned, table
from sqlmetrics.output.shown import shows
from sqlmetrics.output.verdicts import (
    VerdictWords,
    github_text,
    job_words,
    junit_text,
    notes_of,
    public_message,
    summary,
    verdicts_of,
)
from sqlmetrics.risk.scores import columns_document
from sqlmetrics.text import number, split_line

REPORTS = {".json": "json", ".xml": "junit", ".md": "markdown", ".html": "html"}
"""The formats of a run's further reports, by the endings of their files."""


@shows(Run)
def run_forms(run: Run) -> Forms:
    """Return the forms of the outcome of a run."""
    return Forms(
        report=lambda: run_report(run),
        document=lambda: _document(run),
        records=lambda: verdict_records(run),
        others={"junit": lambda: junit_text(run), "github": lambda: github_text(run)},
    )


class VerdictRow(NamedTuple):
    """A verdict with its score, as in the records of a run; its JSON has the keys as a list."""

    metric: str
    target: str
    partition: str | None
    quasi_identifiers: str
    bound: str
    limit: float
    origin: str | None
    value: float | None
    reason: str | None
    unit: str
    passed: bool
    margin: float | None


def verdict_records(run: Run) -> Records:
    """Return a row per verdict, with its job."""
    kinds = kinds_of(VerdictRow)
    rows = [(outcome.job, *_row(verdict)) for outcome in run.outcomes for verdict in verdicts_of(outcome)]
    return Records(("job", *kinds), rows, kinds)


def run_report(run: Run) -> Report:
    """Return each job with its verdicts."""
    return Report(tuple(block for outcome in run.outcomes for block in _job_blocks(outcome, run)), summary(run))


def _job_blocks(outcome: Outcome, run: Run) -> Iterator[Block]:
    relation = "" if outcome.relation is None else f": {outcome.relation}"
    records = "" if outcome.held is None else f", {number(outcome.held.scores.records)} records"
    yield Heading(f"{outcome.job}{relation}{records}", 1)
    words = job_words(outcome, short=True)
    failed: Tone = "caution" if run.advisory else "bad"
    if words.error is not None:
        yield Paragraph(f"not measured: {words.error}", "bad")
    for sentence in words.identifiers:
        yield Paragraph(f"{sentence}: failed", failed)
    for sentence in words.resembling:
        yield Paragraph(sentence, "caution")
    if words.verdicts:
        yield _verdict_table(words.verdicts, failed)
    for sentence in words.silent:
        yield Paragraph(sentence)
    for note in words.notes:
        yield Paragraph(note, "caution")


def _verdict_table(verdicts: Sequence[VerdictWords], failed: Tone) -> ReportTable:
    """Return the scores of a job, their limits, and the distances from these."""
    columns = [Column("score", "name"), Column("threshold"), Column("value", "number"), Column("verdict")]
    rows = [(*words[:3], Toned(words.verdict, "good" if words.passed else failed)) for words in verdicts]
    return table(columns, rows)


def _document(run: Run) -> dict[str, Any]:
    return {
        "run_id": run.run_id,
        "began_at": run.began_at,
        "exit_code": run.exit_code,
        "advisory": run.advisory,
        "jobs": [_job(outcome) for outcome in run.outcomes],
    }


def _job(outcome: Outcome) -> dict[str, Any]:
    held = outcome.held
    return {
        "job": outcome.job,
        "status": outcome.status,
        "error": None if outcome.error is None else public_message(outcome.error),
        "relation": outcome.relation,
        "records": None if held is None else held.scores.records,
        "individuals": None if held is None else held.scores.individuals,
        "fingerprint": None if held is None else held.fingerprint,
        "seconds": None if held is None else held.seconds,
        **({} if held is None else columns_document(held.scores.columns_by_role)),
        "identifiers_in_relation": [] if held is None else list(held.identifiers),
        "forgotten_identifiers": [] if held is None else list(held.forgotten),
        "verdicts": [
            _row(verdict)._asdict() | {"quasi_identifiers": split_line(verdict.score.quasi_identifiers)}
            for verdict in verdicts_of(outcome)
        ],
        "notes": list(notes_of(outcome)),
    }


def _row(verdict: Verdict) -> VerdictRow:
    score, threshold = verdict.score, verdict.threshold
    return VerdictRow(
        metric=score.metric,
        target=score.target,
        partition=score.partition,
        quasi_identifiers=score.quasi_identifiers,
        bound=threshold.bound,
        limit=threshold.limit,
        origin=threshold.origin,
        value=score.value,
        reason=score.reason,
        unit=score.unit,
        passed=verdict.passed,
        margin=verdict.margin,
    )
