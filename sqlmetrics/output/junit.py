"""A run as JUnit XML."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from sqlmetrics.gate.jobs import Outcome, Run
from sqlmetrics.output.verdicts import JobWords, job_words
from sqlmetrics.text import printable


def junit_text(run: Run, slices: int | None = None) -> str:
    """Return a suite for each job and a case for each verdict; an advisory failure is skipped.

    A slice is a case, by default each, else the worst `slices`; one of too few people is skipped.
    A suite's `system-out` says how many slices pass, which columns no score is about, and what
    looks like an identifier.
    """
    suites = ET.Element("testsuites", name="sqlmetrics")
    for outcome in run.outcomes:
        words = job_words(outcome)
        words = words._replace(slices=words.slices[:slices])
        suite = _suite(suites, outcome, words, run)
        for name, bound, value, verdict, passed in words.verdicts:
            _case(suite, f"{name} {bound}", "" if passed else f"{value}: {verdict}", advisory=run.advisory)
        for one in words.slices:
            name, bound, value, verdict, _ = one.worst
            message = "" if one.passed else verdict if one.passed is None else f"{name} {bound}: {value}, {verdict}"
            _case(suite, one.name, message, advisory=run.advisory or one.passed is None)
        for sentence in words.identifiers:
            _case(suite, sentence, sentence, advisory=run.advisory)
        if words.notes and not words.judged:
            _case(suite, "verdict", "; ".join(words.notes), advisory=True)
        if words.error is not None:
            case = _case(suite, "score")
            ET.SubElement(case, "error", message=printable(words.error), type=type(outcome.error).__name__)
        if sentences := [*filter(None, [words.of_slices]), *words.resembling, *words.silent]:
            ET.SubElement(suite, "system-out").text = "\n".join(map(printable, sentences))
    ET.indent(suites)
    text: bytes = ET.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text.decode() + "\n"


def _suite(suites: ET.Element, outcome: Outcome, words: JobWords, run: Run) -> ET.Element:
    """Return the suite of a job, with its numbers of cases."""
    cases = [*(verdict.passed for verdict in words.verdicts), *(one.passed for one in words.slices)]
    failures = cases.count(False) + len(words.identifiers)
    skipped = cases.count(None) + int(bool(words.notes) and not words.judged)
    return ET.SubElement(
        suites,
        "testsuite",
        name=printable(outcome.job),
        tests=str(len(cases) + len(words.identifiers) or 1),
        failures=str(0 if run.advisory else failures),
        errors=str(int(outcome.error is not None)),
        skipped=str(skipped + (failures if run.advisory else 0)),
        time=f"{outcome.held.seconds if outcome.held is not None else 0:.3f}",
        timestamp=run.began_at.partition(".")[0],
    )


def _case(suite: ET.Element, name: str, message: str = "", *, advisory: bool = False) -> ET.Element:
    """Return a new case of a suite; one with a message failed, or is skipped where advisory."""
    case = ET.SubElement(suite, "testcase", classname=suite.get("name", ""), name=printable(name))
    if message:
        ET.SubElement(case, "skipped" if advisory else "failure", message=printable(message))
    return case
