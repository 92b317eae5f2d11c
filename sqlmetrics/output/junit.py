"""A run as JUnit XML."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from sqlmetrics.gate.jobs import Run
from sqlmetrics.output.roles import in_relation
from sqlmetrics.output.verdicts import (
    bound,
    columns_of,
    notes_of,
    public_message,
    score_name,
    verdict_text,
    verdicts_of,
)
from sqlmetrics.text import number, printable


def junit_text(run: Run) -> str:
    """Return a suite for each job and a case for each verdict; an advisory failure is skipped."""
    suites = ET.Element("testsuites", name="sqlmetrics")
    for outcome in run.outcomes:
        job = printable(outcome.job)
        verdicts = verdicts_of(outcome)
        notes = notes_of(outcome)
        identifiers = in_relation(columns_of(outcome))
        failed = sum(not verdict.passed for verdict in verdicts) + len(identifiers)
        suite = ET.SubElement(
            suites,
            "testsuite",
            name=job,
            tests=str(len(verdicts) + len(identifiers) or 1),
            failures=str(0 if run.advisory else failed),
            errors=str(int(outcome.error is not None)),
            skipped=str(int(bool(notes) and not verdicts) + (failed if run.advisory else 0)),
            time=f"{outcome.held.seconds if outcome.held is not None else 0:.3f}",
            timestamp=run.began_at.partition(".")[0],
        )
        for verdict in verdicts:
            name = printable(f"{score_name(verdict, outcome)} {bound(verdict)}")
            case = ET.SubElement(suite, "testcase", classname=job, name=name)
            if not verdict.passed:
                message = f"{number(verdict.score.value)}: {verdict_text(verdict)}"
                ET.SubElement(case, "skipped" if run.advisory else "failure", message=message)
        for sentence in identifiers:
            case = ET.SubElement(suite, "testcase", classname=job, name=printable(sentence))
            ET.SubElement(case, "skipped" if run.advisory else "failure", message=printable(sentence))
        if notes and not verdicts:
            case = ET.SubElement(suite, "testcase", classname=job, name="verdict")
            ET.SubElement(case, "skipped", message=printable("; ".join(notes)))
        if outcome.error is not None:
            case = ET.SubElement(suite, "testcase", classname=job, name="score")
            ET.SubElement(
                case, "error", message=printable(public_message(outcome.error)), type=type(outcome.error).__name__
            )
    ET.indent(suites)
    text: bytes = ET.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text.decode() + "\n"
