"""A run as workflow commands, which GitHub shows beside the commit."""

from __future__ import annotations

import os
from pathlib import Path

from sqlmetrics.gate.jobs import Run
from sqlmetrics.output.verdicts import job_words, summary
from sqlmetrics.text import printable

WORKSPACE = "GITHUB_WORKSPACE"
"""The variable with the folder of the repository, from which the files of annotations are named."""


def github_text(run: Run) -> str:
    """Return an annotation for each failure and error; an advisory failure is a warning.

    Each is on the spec, or on the file of jobs. Slices have one, with the worst. Notices say what
    was not judged, and which columns no score is about.
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
        if words.slices:
            own = level if any(one.failed for one in words.slices) else "notice"
            lines.append(_command(own, f"{outcome.job}: slices", words.of_slices, file))
    lines.append(_command("notice", "sqlmetrics", summary(run)))
    return "".join(lines)


def _command(level: str, heading: str, text: str, file: Path | None = None) -> str:
    place = "" if file is None else Path(os.path.relpath(file, os.environ.get(WORKSPACE))).as_posix()
    return f"::{level} {place and f'file={_property(place)},'}title={_property(heading)}::{_escaped(text)}\n"


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _escaped(text: str) -> str:
    return printable(text).replace("%", "%25")
