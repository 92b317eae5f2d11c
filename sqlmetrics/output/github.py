"""A run as workflow commands, which GitHub shows beside the commit."""

from __future__ import annotations

from sqlmetrics.gate.jobs import Run
from sqlmetrics.output.verdicts import job_words, summary
from sqlmetrics.text import printable


def github_text(run: Run) -> str:
    """Return an annotation for each failure and error; an advisory failure is a warning.

    Notices say what was not judged, and which columns no score is about.
    """
    level = "warning" if run.advisory else "error"
    lines = []
    for outcome in run.outcomes:
        words = job_words(outcome)
        if words.error is not None:
            lines.append(_command("error", f"{outcome.job}: not measured", words.error))
        lines += [_command("notice", outcome.job, sentence) for sentence in (*words.notes, *words.silent)]
        lines += [_command(level, outcome.job, sentence) for sentence in words.identifiers]
        lines += [_command("warning", outcome.job, sentence) for sentence in words.resembling]
        for name, bound, value, verdict, passed in words.verdicts:
            if not passed:
                lines.append(_command(level, f"{outcome.job}: {name}", f"{value}, {bound}: {verdict}"))
    lines.append(_command("notice", "sqlmetrics", summary(run)))
    return "".join(lines)


def _command(level: str, heading: str, text: str) -> str:
    title = _escaped(heading).replace(":", "%3A").replace(",", "%2C")
    return f"::{level} title={title}::{_escaped(text)}\n"


def _escaped(text: str) -> str:
    return printable(text).replace("%", "%25")
