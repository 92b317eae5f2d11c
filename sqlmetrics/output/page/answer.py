"""The answer: the verdict, what it means, and every condition with whose limit it is."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, MeasuredLimit
from sqlmetrics.output.page.bars import LimitBar, State, limit_bar, state_of
from sqlmetrics.output.page.verdict import alarms, meaning, page_verdict
from sqlmetrics.output.page.words import about_score, limit_text, of_target, reason_in_words, sentence, with_unit
from sqlmetrics.statement.plan import IDENTITY

EXACT = {"is", "about", "undefined", "infinite"}
"""The forms of figures that need no further word."""


class AnswerRow(NamedTuple):
    """A condition in words, with its bar."""

    what: str
    of: str | None
    limit: str
    measured: str
    reason: str | None
    state: State
    result: str
    source: str
    bar: LimitBar


class ReportAnswer(NamedTuple):
    """The verdict, what it means, what stands above it, and the conditions, failing ones first."""

    state: State
    verdict: str
    sentences: tuple[str, ...]
    alarms: tuple[str, ...]
    rows: tuple[AnswerRow, ...]
    key: str
    note: str | None


def answer(certificate: Certificate) -> ReportAnswer:
    """Return the answer of a certificate."""
    rows = tuple(sorted(map(row, certificate.conditions), key=lambda one: ["no", "un", "yes"].index(one.state)))
    state, words = page_verdict(certificate)
    return ReportAnswer(
        state, words, meaning(certificate, state), alarms(certificate), rows, key(rows), note(certificate) or None
    )


def row(condition: MeasuredLimit) -> AnswerRow:
    """Return a condition in words."""
    state = state_of(condition)
    return AnswerRow(
        what=about_score(condition.metric, condition.target),
        of=None if condition.target == IDENTITY else of_target(condition.target, condition.partition),
        limit=f"{condition.bound.replace('_', ' ')} {limit_text(condition.limit, condition.unit)}",
        measured=with_unit(condition.measured, condition.unit),
        reason=why_open(condition),
        state=state,
        result={"yes": "Met", "un": "Not measured", "no": "Not met"}[state],
        source=_whose(condition),
        bar=limit_bar(condition),
    )


def why_open(condition: MeasuredLimit) -> str | None:
    """Return why a condition has no number; a bound has the reason of all bounds in the note."""
    figure = condition.measured
    if figure.reason is None or figure.form not in {"undefined", "infinite"}:
        return None
    return reason_in_words(figure.reason)


def _whose(condition: MeasuredLimit) -> str:
    """Return whose limit a condition has: that of a policy, of an earlier run, or the own one."""
    return condition.source or ("Own" if condition.origin is None else f"Run {condition.origin}")


def key(rows: tuple[AnswerRow, ...]) -> str:
    """Return how to read the bars of conditions."""
    text = (
        "The conditions, those that fail first. A bar is how much of what its limit allows is used up;"
        " the upright line is the limit."
    )
    if any(one.bar.past is not None and one.state == "no" for one in rows):
        text += " Striped: past the limit, by how much this version does not show."
    if any(one.bar.past is not None and one.state == "yes" for one in rows):
        text += " Striped up to the line: within the limit, how far this version does not show."
    return text


def note(certificate: Certificate) -> str:
    """Return whose the own limits are, and what was not judged."""
    texts = list(certificate.notes)
    bounds = {one.measured.reason for one in certificate.conditions if one.measured.form not in EXACT}
    texts += [f"Bounds stand where {reason}" for reason in sorted(filter(None, bounds))]
    if certificate.conditions:
        own = any(one.source is None and one.origin is None for one in certificate.conditions)
        named = "" if certificate.spec_name is None else f", from {certificate.spec_name}"
        texts += [f"Own limits are those of the publisher{named}."] if own else []
        texts.append("Whether these are the right conditions is the publisher's to decide, and not for this page.")
    return " ".join(f"{sentence(text).rstrip('.')}." for text in texts)
