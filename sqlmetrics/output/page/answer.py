"""The answer: the verdict in a sentence, and every condition with whose limit it is."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Condition
from sqlmetrics.output.page.words import SHARES, number, of_target, percent, plain_name, shown

AT = 60.0
"""Where the limit is on the bar of a condition, in per cent of its width."""

State = Literal["no", "yes", "un"]
"""Not met, met, or not decided."""


class LimitBar(NamedTuple):
    """How much of what a limit allows is used up, in per cent of a bar's width.

    `past` is where stripes begin: by how much the limit is broken is not shown.
    """

    used: float
    at: float
    past: float | None
    state: State


class Row(NamedTuple):
    """A condition in words, with its bar."""

    what: str
    of: str | None
    limit: str
    measured: str
    state: State
    result: str
    source: str
    bar: LimitBar


class Answer(NamedTuple):
    """The verdict, what it means, what stands above it, and the conditions, failing ones first."""

    state: State
    verdict: str
    sentences: tuple[str, ...]
    alarms: tuple[str, ...]
    rows: tuple[Row, ...]


def answer(certificate: Certificate) -> Answer:
    """Return the answer of a certificate."""
    rows = tuple(sorted(map(row, certificate.conditions), key=lambda one: ["no", "un", "yes"].index(one.state)))
    failed = sum(one.state == "no" for one in rows)
    state: State = "un" if not rows else "no" if failed else "yes"
    if not rows:
        verdict = "No conditions were set"
    elif failed:
        verdict = f"Not met: {failed} of {len(rows)} conditions fail"
    else:
        verdict = f"Met: all {len(rows)} conditions hold"
    return Answer(state, verdict, (), (), rows)


def row(condition: Condition) -> Row:
    """Return a condition in words."""
    limit = percent(condition.limit) if condition.unit in SHARES else number(condition.limit)
    state: State = "yes" if condition.passed else "un" if condition.measured.form == "undefined" else "no"
    return Row(
        what=plain_name(condition.metric),
        of=None if condition.target == "identity" else of_target(condition.target, condition.partition),
        limit=f"{condition.bound.replace('_', ' ')} {limit}",
        measured=shown(condition.measured, condition.unit),
        state=state,
        result={"yes": "Met", "un": "Not measured", "no": "Not met"}[state],
        source=condition.source or "Own",
        bar=limit_bar(condition, state),
    )


def limit_bar(condition: Condition, state: State) -> LimitBar:
    """Return how much of a condition's limit is used up."""
    value, limit = condition.measured.value, condition.limit
    if value is None or condition.measured.form != "is":
        return LimitBar(AT if state == "no" else 0.0, AT, AT if state == "no" else None, state)
    over, under = (value, limit) if condition.bound == "at_most" else (limit, value)
    used = AT * over / under if under > 0 else (100.0 if over > 0 else 0.0)
    return LimitBar(min(max(used, 0.0), 100.0), AT, None, state)
