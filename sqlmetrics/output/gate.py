"""What came of a run, for people and for machines: terminal, JSON, JUnit XML, GitHub annotations, Markdown and OpenMetrics."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from sqlmetrics.errors import QueryError, SqlmetricsError
from sqlmetrics.gate.jobs import Outcome, Run
from sqlmetrics.gate.thresholds import Verdict, infinite
from sqlmetrics.risk.scores import Score, split_line
from sqlmetrics.text import number, printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


HEADER = ("score", "threshold", "value", "verdict")


def told(error: SqlmetricsError) -> str:
    """Return what a report says of an error: never a value of the data, as an engine's message may hold one."""
    return "a query or connection failed; standard error says how" if isinstance(error, QueryError) else printable(error.public)


def what(verdict: Verdict, outcome: Outcome) -> str:
    """Return what a verdict's score is of, and what is known where a job has several sets of quasi-identifiers."""
    score = verdict.score
    partition = "" if score.partition is None else f" as {printable(score.partition)}"
    keys = {each.score.quasi_identifiers for each in verdicts_of(outcome)}
    known = f" by {printable(score.quasi_identifiers)}" if len(keys) > 1 else ""
    return f"{score.metric} of {printable(score.target)}{partition}{known}"


def bound(verdict: Verdict) -> str:
    """Return what the threshold asks."""
    threshold = verdict.threshold
    word = threshold.bound.replace("_", " ")
    return f"{word} {threshold.limit:g}" if threshold.origin is None else f"{word} {number(threshold.limit)}, as in run {threshold.origin}"


def finding(verdict: Verdict) -> str:
    """Return whether the score passed and how far it is from the limit."""
    word = "passed" if verdict.passed else "failed"
    if verdict.margin is None:
        return f"{word}: {'' if infinite(verdict.score) else 'undefined, '}{verdict.score.reason}"
    if verdict.margin == 0:
        return f"{word}, at the limit"
    return f"{word} by {number(abs(verdict.margin))}"


def title(outcome: Outcome) -> str:
    """Return the line above a job's verdicts."""
    relation = "" if outcome.relation is None else f": {printable(outcome.relation)}"
    records = "" if outcome.held is None else f", {outcome.held.scores.records:,} records"
    return f"{printable(outcome.job)}{relation}{records}"


def summary(run: Run) -> str:
    """Return one sentence on the whole run."""
    verdicts = [verdict for outcome in run.outcomes for verdict in verdicts_of(outcome)]
    failed = sum(not verdict.passed for verdict in verdicts)
    errors = sum(outcome.status == "error" for outcome in run.outcomes)
    several = f"all {len(verdicts)} thresholds passed" if len(verdicts) > 1 else "the threshold passed"
    text = f"{failed} of {len(verdicts)} thresholds failed" if failed else several if verdicts else "no threshold was held"
    if len(run.outcomes) > 1 or errors:
        text += f" in {len(run.outcomes)} job{'s' * (len(run.outcomes) != 1)}"
    text += f"; {errors} ended with an error" if errors else ""
    return text + ("; failures are advisory" if failed and run.advisory else "")


def verdicts_of(outcome: Outcome) -> tuple[Verdict, ...]:
    """Return an outcome's verdicts, none where it ended with an error."""
    return () if outcome.held is None else outcome.held.verdicts


def to_json(run: Run) -> str:
    """Return the run as one JSON object."""
    value = {
        "run_id": run.run_id,
        "began_at": run.began_at,
        "exit_code": run.exit_code,
        "advisory": run.advisory,
        "jobs": [_job(outcome) for outcome in run.outcomes],
    }
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _job(outcome: Outcome) -> dict[str, Any]:
    held = outcome.held
    return {
        "job": outcome.job,
        "status": outcome.status,
        "error": None if outcome.error is None else told(outcome.error),
        "relation": outcome.relation,
        "records": None if held is None else held.scores.records,
        "individuals": None if held is None else held.scores.individuals,
        "fingerprint": None if held is None else held.fingerprint,
        "seconds": None if held is None else held.seconds,
        "verdicts": [
            {
                "metric": verdict.score.metric,
                "target": verdict.score.target,
                "partition": verdict.score.partition,
                "quasi_identifiers": split_line(verdict.score.quasi_identifiers),
                "bound": verdict.threshold.bound,
                "limit": verdict.threshold.limit,
                "origin": verdict.threshold.origin,
                "value": verdict.score.value,
                "reason": verdict.score.reason,
                "unit": verdict.score.unit,
                "passed": verdict.passed,
                "margin": verdict.margin,
            }
            for verdict in verdicts_of(outcome)
        ],
    }


def to_junit(run: Run) -> str:
    """Return the run as JUnit XML: a suite for each job, a case for each verdict; an advisory failure is a skipped case."""
    suites = ET.Element("testsuites", name="sqlmetrics")
    for outcome in run.outcomes:
        verdicts = verdicts_of(outcome)
        failed = sum(not verdict.passed for verdict in verdicts)
        suite = ET.SubElement(
            suites,
            "testsuite",
            name=printable(outcome.job),
            tests=str(len(verdicts) or 1),
            failures=str(0 if run.advisory else failed),
            errors=str(int(outcome.error is not None)),
            skipped=str(failed if run.advisory else 0),
            time=f"{outcome.held.seconds if outcome.held is not None else 0:.3f}",
            timestamp=run.began_at.partition(".")[0],
        )
        for verdict in verdicts:
            case = ET.SubElement(suite, "testcase", classname=printable(outcome.job), name=f"{what(verdict, outcome)} {bound(verdict)}")
            if not verdict.passed:
                said = f"{number(verdict.score.value)}: {finding(verdict)}"
                ET.SubElement(case, "skipped" if run.advisory else "failure", message=said)
        if outcome.error is not None:
            case = ET.SubElement(suite, "testcase", classname=printable(outcome.job), name="score")
            ET.SubElement(case, "error", message=told(outcome.error), type=type(outcome.error).__name__)
    ET.indent(suites)
    text: bytes = ET.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text.decode() + "\n"


def to_github(run: Run) -> str:
    """Return the run as workflow commands, which GitHub shows beside the commit; an advisory failure is a warning."""
    level = "warning" if run.advisory else "error"
    lines = []
    for outcome in run.outcomes:
        job = printable(outcome.job)
        if outcome.error is not None:
            lines.append(_command("error", f"{job}: not measured", told(outcome.error)))
        for verdict in verdicts_of(outcome):
            if not verdict.passed:
                said = f"{number(verdict.score.value)}, {bound(verdict)}: {finding(verdict)}"
                lines.append(_command(level, f"{job}: {what(verdict, outcome)}", said))
    lines.append(_command("notice", "sqlmetrics", summary(run)))
    return "".join(lines)


def _command(level: str, heading: str, text: str) -> str:
    def data(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    return f"::{level} title={data(heading).replace(':', '%3A').replace(',', '%2C')}::{data(text)}\n"


def to_markdown(run: Run) -> str:
    """Return the run as Markdown, such as GitHub's step summary."""

    def row(cells: Iterable[str]) -> str:
        return "| " + " | ".join(_escaped(cell) for cell in cells) + " |\n"

    text = f"{summary(run).capitalize()}.\n\n"
    for outcome in run.outcomes:
        text += f"### {_escaped(title(outcome))}\n\n"
        if outcome.error is not None:
            text += f"Not measured: {_escaped(told(outcome.error))}\n\n"
        if verdicts_of(outcome):
            text += row(HEADER) + "| --- | --- | ---: | --- |\n"
            text += "".join(row(cells(verdict, outcome)) for verdict in verdicts_of(outcome)) + "\n"
    return text


def _escaped(text: str) -> str:
    return "".join(f"\\{mark}" if mark in "\\|`*_[]<>#" else mark for mark in text)


def cells(verdict: Verdict, outcome: Outcome) -> tuple[str, str, str, str]:
    """Return a verdict as the cells of a table below HEADER."""
    return what(verdict, outcome), bound(verdict), number(verdict.score.value), finding(verdict)


def print_run(run: Run, console: Console) -> None:
    """Print the run for a person: each job with its verdicts, then one sentence."""
    from rich.text import Text

    for outcome in run.outcomes:
        console.print(Text(title(outcome), style="bold"))
        if outcome.error is not None:
            console.print(Text(f"not measured: {told(outcome.error)}", style="red"))
        if verdicts_of(outcome):
            styles = ["green" if verdict.passed else "yellow" if run.advisory else "red" for verdict in verdicts_of(outcome)]
            console.print(plain_table(HEADER, [cells(verdict, outcome) for verdict in verdicts_of(outcome)], right={2}, styles=styles))
        console.print()
    console.print(Text(f"{summary(run)}"))


def plain_table(header: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int], styles: Sequence[str]) -> Table:
    """Return rows as a table for the terminal: the columns `right` hold numbers, `styles` colour the last cell of each row."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for place, name in enumerate(header):
        table.add_column(name, justify="right" if place in right else "left", overflow="fold")
    for cells, style in zip(rows, styles, strict=True):
        table.add_row(*map(Text, cells[:-1]), Text(cells[-1], style=style))
    return table


def to_openmetrics(run: Run) -> str:
    """Return the run as OpenMetrics text, for the textfile collector of a Prometheus node exporter.

    Every name and number is the run's; the only labels are names: of jobs, metrics, columns, partitions and bounds.
    """
    families: dict[str, tuple[str, dict[tuple[tuple[str, str], ...], float]]] = {
        "sqlmetrics_job_passed": ("Whether all thresholds of the job passed: 1, or 0 where one failed or nothing was measured.", {}),
        "sqlmetrics_job_measured": ("Whether the job was measured: 1, or 0 where it ended with an error.", {}),
        "sqlmetrics_job_records": ("Records of the job's relation.", {}),
        "sqlmetrics_job_duration_seconds": ("How long the job's score took.", {}),
        "sqlmetrics_score": ("A score of the job's relation; absent where it is undefined.", {}),
        "sqlmetrics_threshold": ("What the score may be at most or at least.", {}),
        "sqlmetrics_threshold_passed": ("Whether the score passed the threshold: 1 or 0.", {}),
        "sqlmetrics_run_timestamp_seconds": ("When the run began, as Unix time.", {}),
    }

    def add(family: str, value: float, **labels: str | None) -> None:
        named = tuple((name, printable(text)) for name, text in labels.items() if text is not None)
        families[f"sqlmetrics_{family}"][1][named] = value

    for outcome in run.outcomes:
        job = {"job_name": outcome.job}
        add("job_passed", float(outcome.status == "passed"), **job)
        add("job_measured", float(outcome.held is not None), **job)
        if outcome.held is None:
            continue
        add("job_records", outcome.held.scores.records, **job)
        add("job_duration_seconds", outcome.held.seconds, **job)
        for score in outcome.held.scores.scores:
            if score.value is not None:
                add("score", score.value, **job, **_of(score))
        for verdict in verdicts_of(outcome):
            labels = (
                job
                | _of(verdict.score)
                | {"bound": verdict.threshold.bound, "origin": "spec" if verdict.threshold.origin is None else "history"}
            )
            add("threshold", verdict.threshold.limit, **labels)
            add("threshold_passed", float(verdict.passed), **labels)
    add("run_timestamp_seconds", datetime.fromisoformat(run.began_at).timestamp())
    text = ""
    for name, (about, samples) in families.items():
        if samples:
            text += f"# TYPE {name} gauge\n# HELP {name} {about}\n"
            text += "".join(f"{name}{_labels(labels)} {value!r}\n" for labels, value in samples.items())
    return text + "# EOF\n"


def _of(score: Score) -> dict[str, str | None]:
    """Return the labels that say what a score is of."""
    return {
        "metric": score.metric,
        "target": score.target,
        "partition": score.partition,
        "quasi_identifiers": score.quasi_identifiers,
    }


def _labels(labels: tuple[tuple[str, str], ...]) -> str:
    def quoted(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

    return "{" + ",".join(f"{name}={quoted(text)}" for name, text in labels) + "}" if labels else ""


FORMATS: dict[str, Callable[[Run], str]] = {
    "json": to_json,
    "junit": to_junit,
    "github": to_github,
    "markdown": to_markdown,
}
"""What writes a run as text, by the format's name."""

ENDINGS = {".json": to_json, ".xml": to_junit, ".md": to_markdown}
"""What writes a run to a file, by the ending of its name."""
