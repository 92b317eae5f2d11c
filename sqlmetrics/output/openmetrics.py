"""A run as OpenMetrics text."""

from __future__ import annotations

from datetime import datetime

from sqlmetrics.gate.jobs import Run
from sqlmetrics.gate.slices import counted_slices
from sqlmetrics.output.verdicts import verdicts_of
from sqlmetrics.scoring.scores import ATTACKER, Score, Scores
from sqlmetrics.text import printable


def openmetrics_text(run: Run) -> str:
    """Return the run as OpenMetrics text, for the textfile collector of a Prometheus node exporter.

    Every name and number is the run's. The only labels are names: of jobs, metrics, columns,
    partitions, slices and bounds. Of slices there are the scores that have a threshold.
    """
    families: dict[str, tuple[str, dict[tuple[tuple[str, str], ...], float]]] = {
        "sqlmetrics_job_passed": (
            "Whether all thresholds of the job passed: 1, or 0 where one failed or nothing was measured.",
            {},
        ),
        "sqlmetrics_job_measured": ("Whether the job was measured: 1, or 0 where it ended with an error.", {}),
        "sqlmetrics_job_records": ("Records of the job's relation.", {}),
        "sqlmetrics_job_duration_seconds": ("How long the job's score took.", {}),
        "sqlmetrics_score": ("A score of the job's relation; absent where it is undefined.", {}),
        "sqlmetrics_threshold": ("What the score may be at most or at least.", {}),
        "sqlmetrics_threshold_passed": ("Whether the score passed the threshold: 1 or 0.", {}),
        "sqlmetrics_slices": ("Slices of the job's relation, by the outcome of their thresholds.", {}),
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
        count = counted_slices(outcome.held.slices)
        if count.slices:
            for word, slices in (("passed", count.passed), ("failed", count.failed), ("too_few", count.too_few)):
                add("slices", float(slices), **job, outcome=word)
        judged = [verdict.score for verdict in verdicts_of(outcome)]
        for score in judged if outcome.held.scores.by else outcome.held.recorded:
            if score.value is not None:
                add("score", score.value, **job, **_of(score, outcome.held.scores))
        for verdict in verdicts_of(outcome):
            labels = (
                job
                | _of(verdict.score, outcome.held.scores)
                | {
                    "bound": verdict.threshold.bound,
                    "origin": (verdict.threshold.published or "spec")
                    if verdict.threshold.origin is None
                    else "history",
                }
            )
            add("threshold", verdict.threshold.limit, **labels)
            if verdict.passed is not None:
                add("threshold_passed", float(verdict.passed), **labels)
    add("run_timestamp_seconds", datetime.fromisoformat(run.began_at).timestamp())
    text = ""
    for name, (about, samples) in families.items():
        if samples:
            text += f"# TYPE {name} gauge\n# HELP {name} {about}\n"
            text += "".join(f"{name}{_labels(labels)} {value!r}\n" for labels, value in samples.items())
    return text + "# EOF\n"


def _of(score: Score, scores: Scores) -> dict[str, str | None]:
    """Return the labels of a score: what was measured, in which slice, and who knows what."""
    return {
        "metric": score.metric,
        "target": score.target,
        "partition": score.partition,
        "slice": score.slice,
        "quasi_identifiers": score.quasi_identifiers,
        ATTACKER: scores.attacker_names.get(score.quasi_identifiers),
    }


def _labels(labels: tuple[tuple[str, str], ...]) -> str:
    def quoted(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

    return "{" + ",".join(f"{name}={quoted(text)}" for name, text in labels) + "}" if labels else ""
