"""Generated texts in a certificate: what they repeat of few people, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlmetrics.certificate.certificate import MeasuredLimit, RepetitionFacts, flaws_of_verdict, score_figure
from sqlmetrics.gate.judged_family import JudgedFamily
from sqlmetrics.gate.repetition import OF_RUNS
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.relation import public_name


def repetition_facts(judged: JudgedFamily | None, spec: Spec) -> RepetitionFacts | None:
    """Return what a certificate says of a spec's generated texts; None where there are none."""
    if judged is None:
        return None
    own = spec.repetition
    return RepetitionFacts(
        file=public_name(own.located()),
        column=own.column_of(spec.text),
        words=int(judged.scores[0].parameter("words") or 1),
        told=spec.individual is not None,
        control=None if own.control is None else public_name(own.control),
        passed=judged.passed,
        scores=tuple(map(score_figure, judged.scores)),
    )


def judged_repetition(own: RepetitionFacts | None) -> RepetitionFacts | None:
    """Return what everybody may know of generated texts: their file, their column, the verdict."""
    return None if own is None else replace(own, scores=())


def flaws_of_repetition(
    own: RepetitionFacts | None, conditions: tuple[MeasuredLimit, ...]
) -> Iterator[tuple[str, str, str]]:
    """Yield what does not follow of generated texts: where, what is there, and what is true."""
    if own is None:
        return
    held = [one for one in conditions if one.target in OF_RUNS.values() and one.origin is None]
    yield from flaws_of_verdict("repetition", own.passed, held)
