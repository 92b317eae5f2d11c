"""Verdicts in words that every format of a run shares; as JUnit XML, and as commands of GitHub."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from sqlmetrics.credentials import blanked
from sqlmetrics.errors import QueryError, SqlmetricsError
from sqlmetrics.gate.jobs import Outcome, Run
from sqlmetrics.gate.thresholds import Verdict, is_infinite
from sqlmetrics.output.names import short_ids, target_name
from sqlmetrics.output.roles import forgotten, in_relation, resembling, silent
from sqlmetrics.text import number, printable


def public_message(error: SqlmetricsError) -> str:
    """Return a message for reports as one line, without an engine's own, without credentials."""
    if isinstance(error, QueryError):
        return "a query or connection failed; standard error says how"
    first, *keys = blanked(str(error)).split("\n  ")
    return f"{first} {'; '.join(keys)}" if keys else first


def verdicts_of(outcome: Outcome) -> tuple[Verdict, ...]:
    """Return an outcome's verdicts, none where it ended with an error."""
    return () if outcome.held is None else outcome.held.verdicts


def notes_of(outcome: Outcome) -> tuple[str, ...]:
    """Return what was not judged in an outcome, and why, without credentials."""
    return () if outcome.held is None else tuple(blanked(note) for note in outcome.held.notes)


class VerdictWords(NamedTuple):
    """A verdict in words: its score, the demand, the score's value, and how it was met."""

    score: str
    bound: str
    value: str
    verdict: str
    passed: bool


class JobWords(NamedTuple):
    """A job's outcome in the words that every format shares.

    `identifiers` are in the relation, or surely look like one that was forgotten, and each fails;
    `resembling` may be one. `silent` says which columns no score is about, `notes` what was not
    judged.
    """

    error: str | None
    identifiers: list[str]
    resembling: list[str]
    verdicts: list[VerdictWords]
    silent: list[str]
    notes: tuple[str, ...]

    @property
    def failures(self) -> int:
        """The verdicts that failed, and the identifiers."""
        return sum(not verdict.passed for verdict in self.verdicts) + len(self.identifiers)


def job_words(outcome: Outcome, *, short: bool = False) -> JobWords:
    """Return an outcome in words; runs are named by short ids, or by their whole ones."""
    columns = None if outcome.held is None else outcome.held.scores.columns_by_role
    origins = [verdict.threshold.origin for verdict in verdicts_of(outcome)]
    runs = short_ids(origin for origin in origins if origin is not None) if short else {}
    return JobWords(
        None if outcome.error is None else public_message(outcome.error),
        [*in_relation(columns), *forgotten(columns)],
        resembling(columns),
        [
            VerdictWords(
                score_name(verdict, outcome),
                _bound(verdict, runs),
                number(verdict.score.value),
                verdict_text(verdict),
                verdict.passed,
            )
            for verdict in verdicts_of(outcome)
        ],
        [] if outcome.held is None else silent(columns),
        notes_of(outcome),
    )


def score_name(verdict: Verdict, outcome: Outcome) -> str:
    """Return the name of a verdict's score, with its keys where a job has several sets of keys."""
    score = verdict.score
    several = len({other.score.quasi_identifiers for other in verdicts_of(outcome)}) > 1
    known = f" by {score.quasi_identifiers}" if several else ""
    return f"{score.metric} of {target_name(score.target, score.partition)}{known}"


def _bound(verdict: Verdict, short_ids: Mapping[str, str] | None = None) -> str:
    """Return the demand of a threshold; `short_ids` are the names of runs."""
    threshold = verdict.threshold
    word = threshold.bound.replace("_", " ")
    if threshold.origin is None:
        return f"{word} {threshold.limit:g}"
    return f"{word} {number(threshold.limit)}, as in run {(short_ids or {}).get(threshold.origin, threshold.origin)}"


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict in words, with the distance of the score from the limit."""
    word = "passed" if verdict.passed else "failed"
    if verdict.margin is None:
        return f"{word}: {'' if is_infinite(verdict.score.reason) else 'undefined, '}{verdict.score.reason}"
    if verdict.margin == 0:
        return f"{word}, at the limit"
    return f"{word} by {number(abs(verdict.margin))}"


def summary(run: Run) -> str:
    """Return one sentence on the whole run."""
    verdicts = [verdict for outcome in run.outcomes for verdict in verdicts_of(outcome)]
    failed = sum(not verdict.passed for verdict in verdicts)
    errors = sum(outcome.status == "error" for outcome in run.outcomes)
    held = [outcome.held for outcome in run.outcomes if outcome.held is not None]
    identifiers = sum(len(one.identifiers) for one in held)
    unnamed = sum(len(one.forgotten) for one in held)
    text = "no threshold was held"
    if verdicts:
        text = f"all {len(verdicts)} thresholds passed" if len(verdicts) > 1 else "the threshold passed"
    if failed:
        text = f"{failed} of {len(verdicts)} thresholds failed"
    if len(run.outcomes) > 1 or errors:
        text += f" in {len(run.outcomes)} job{'s' * (len(run.outcomes) != 1)}"
    text += f"; {errors} ended with an error" if errors else ""
    if identifiers:
        text += f"; {identifiers} identifier{'s are' if identifiers > 1 else ' is'} in the relation"
    if unnamed:
        verb = "s look like identifiers and have" if unnamed > 1 else " looks like an identifier and has"
        text += f"; {unnamed} column{verb} no role"
    return text + ("; failures are advisory" if (failed or identifiers or unnamed) and run.advisory else "")


WORKSPACE = "GITHUB_WORKSPACE"
"""The variable with the folder of the repository, from which the files of annotations are named."""


def github_text(run: Run) -> str:
    """Return an annotation for each failure and error; an advisory failure is a warning.

    Each is on the spec, or on the file of jobs. Notices say what was not judged, and which columns
    no score is about.
    """
    level = "warning" if run.advisory else "error"
    lines = []
    for outcome in run.outcomes:
        words, file = job_words(outcome), outcome.file
        if words.error is not None:
            lines.append(_command("error", f"{outcome.job}: not measured", words.error, file))
        lines += [_command("notice", outcome.job, sentence, file) for sentence in (*words.notes, *words.silent)]
        lines += [_command(level, outcome.job, sentence, file) for sentence in words.identifiers]
        lines += [_command("warning", outcome.job, sentence, file) for sentence in words.resembling]
        for name, bound, value, verdict, passed in words.verdicts:
            if not passed:
                lines.append(_command(level, f"{outcome.job}: {name}", f"{value}, {bound}: {verdict}", file))
    lines.append(_command("notice", "sqlmetrics", summary(run)))
    return "".join(lines)


def _command(level: str, heading: str, text: str, file: Path | None = None) -> str:
    place = "" if file is None else Path(os.path.relpath(file, os.environ.get(WORKSPACE))).as_posix()
    return f"::{level} {place and f'file={_property(place)},'}title={_property(heading)}::{_escaped(text)}\n"


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _escaped(text: str) -> str:
    return printable(text).replace("%", "%25")


def junit_text(run: Run) -> str:
    """Return a suite for each job and a case for each verdict; an advisory failure is skipped.

    A suite's `system-out` says which columns no score is about, and what looks like an identifier.
    """
    suites = ET.Element("testsuites", name="sqlmetrics")
    for outcome in run.outcomes:
        words = job_words(outcome)
        suite = _suite(suites, outcome, words, run)
        for name, bound, value, verdict, passed in words.verdicts:
            _case(suite, f"{name} {bound}", "" if passed else f"{value}: {verdict}", advisory=run.advisory)
        for sentence in words.identifiers:
            _case(suite, sentence, sentence, advisory=run.advisory)
        if words.notes and not words.verdicts:
            _case(suite, "verdict", "; ".join(words.notes), advisory=True)
        if words.error is not None:
            case = _case(suite, "score")
            ET.SubElement(case, "error", message=printable(words.error), type=type(outcome.error).__name__)
        if sentences := [*words.resembling, *words.silent]:
            ET.SubElement(suite, "system-out").text = "\n".join(map(printable, sentences))
    ET.indent(suites)
    text: bytes = ET.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text.decode() + "\n"


def _suite(suites: ET.Element, outcome: Outcome, words: JobWords, run: Run) -> ET.Element:
    """Return the suite of a job, with its numbers of cases."""
    return ET.SubElement(
        suites,
        "testsuite",
        name=printable(outcome.job),
        tests=str(len(words.verdicts) + len(words.identifiers) or 1),
        failures=str(0 if run.advisory else words.failures),
        errors=str(int(outcome.error is not None)),
        skipped=str(int(bool(words.notes) and not words.verdicts) + (words.failures if run.advisory else 0)),
        time=f"{outcome.held.seconds if outcome.held is not None else 0:.3f}",
        timestamp=run.began_at.partition(".")[0],
    )


def _case(suite: ET.Element, name: str, message: str = "", *, advisory: bool = False) -> ET.Element:
    """Return a new case of a suite; one with a message failed, or is skipped where advisory."""
    case = ET.SubElement(suite, "testcase", classname=suite.get("name", ""), name=printable(name))
    if message:
        ET.SubElement(case, "skipped" if advisory else "failure", message=printable(message))
    return case
