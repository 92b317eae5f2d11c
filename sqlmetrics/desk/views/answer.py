"""The answer beside each task: the verdict, what the last change did, what is next, the conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import NamedTuple

from sqlmetrics.certificate.measured import condition_of
from sqlmetrics.desk.answer import Answer, Step
from sqlmetrics.output.page.answer import AT, State, row
from sqlmetrics.output.page.words import percent
from sqlmetrics.spec.spec import Spec
from sqlmetrics.text import counted

JUDGED_LATER = "Some conditions are judged when the file is written."
"""What is said where the count table cannot judge a condition."""


class Waiting(NamedTuple):
    """A run that goes on: what it does, how far it is, and its share of 1 where that is known."""

    title: str
    told: str
    share: float | None = None


class Problem(NamedTuple):
    """What went wrong, and what to do."""

    title: str
    told: str


class Next(NamedTuple):
    """What to do next: how the sentence begins, its end, and the task that it leads to."""

    lead: str
    text: str
    link: str | None


class Cost(NamedTuple):
    """What passing costs: its bar in per cent, with the line of what is allowed."""

    what: str
    figure: str
    share: float
    kind: str
    limit: float | None = None
    state: State | None = None
    result: str | None = None
    told: str | None = None


class FigureRow(NamedTuple):
    """A figure of the release to be, in words."""

    what: str
    figure: str


@dataclass(frozen=True)
class AnswerView:
    """The answer as the page shows it; see `answer.html` and `verdict.html`."""

    state: State
    verdict: str
    short: str
    alarms: Sequence[str]
    known: Sequence[str]
    left_out: Sequence[str]
    sensitive: Sequence[str]
    people: str
    everybody: int
    at_risk: int
    at_risk_share: str
    dropped: int
    smallest: int
    alone: int | None
    undecided: str | None
    left_unlooked: str | None
    change: str | None
    effect: str | None
    unchanged: str
    next: Next | None
    costs: Sequence[Cost]
    conditions: Sequence[SimpleNamespace]
    figures: Sequence[FigureRow]
    waiting: Waiting | None
    problem: Problem | None
