"""A run as workflow commands, which GitHub shows beside the commit."""

from __future__ import annotations

from sqlmetrics.gate.jobs import Run
from sqlmetrics.output.roles import in_relation, resembling
from sqlmetrics.output.verdicts import (
    bound,
    columns_of,
    notes_of,
    public_message,
    score_name,
    summary,
    verdict_text,
    verdicts_of,
)
from sqlmetrics.text import number, printable


def github_text(run: Run) -> str:
    """Return an annotation for each failure and error; an advisory failure is a warning."""
    level = "warning" if run.advisory else "error"
    lines = []
    for outcome in run.outcomes:
        if outcome.error is not None:
            lines.append(_command("error", f"{outcome.job}: not measured", public_message(outcome.error)))
        lines += [_command("notice", outcome.job, note) for note in notes_of(outcome)]
        lines += [_command(level, outcome.job, sentence) for sentence in in_relation(columns_of(outcome))]
        lines += [_command("warning", outcome.job, sentence) for sentence in resembling(columns_of(outcome))]
        for verdict in verdicts_of(outcome):
            if not verdict.passed:
                message = f"{number(verdict.score.value)}, {bound(verdict)}: {verdict_text(verdict)}"
                lines.append(_command(level, f"{outcome.job}: {score_name(verdict, outcome)}", message))
    lines.append(_command("notice", "sqlmetrics", summary(run)))
    return "".join(lines)


def _command(level: str, heading: str, text: str) -> str:
    title = _escaped(heading).replace(":", "%3A").replace(",", "%2C")
    return f"::{level} title={title}::{_escaped(text)}\n"


def _escaped(text: str) -> str:
    return printable(text).replace("%", "%25")
