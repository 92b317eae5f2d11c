"""The answer beside each task: the verdict, the last change, what is next, the conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import NamedTuple

from sqlmetrics.certificate.measured import condition_of
from sqlmetrics.desk.answer import Answer, Closest
from sqlmetrics.desk.views.words import people_or_records
from sqlmetrics.output.page.answer import AT, State, row
from sqlmetrics.output.page.words import percent
from sqlmetrics.text import counted


class Waiting(NamedTuple):
    """A run that goes on: what it does, how far it is, and its share of 1 where that is known."""

    title: str
    told: str
    share: float | None = None


class Problem(NamedTuple):
    """What went wrong, and what to do.

    Where two wrote the spec, the `difference`, and the form that may be sent `again`: its address
    and its fields.
    """

    title: str
    told: str
    difference: str = ""
    again: tuple[str, Sequence[tuple[str, str]]] | None = None


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
    alarms: Sequence[str] = ()
    known: Sequence[str] = ()
    left_out: Sequence[str] = ()
    sensitive: Sequence[str] = ()
    people: str = "records"
    everybody: int = 0
    at_risk: int = 0
    at_risk_share: str = ""
    dropped: int = 0
    smallest: int | None = None
    alone: int | None = None
    undecided: str | None = None
    left_unlooked: str | None = None
    change: str | None = None
    effect: str | None = None
    unchanged: str = "These are the proposals."
    next: Next | None = None
    costs: Sequence[Cost] = ()
    conditions: Sequence[SimpleNamespace] = ()
    figures: Sequence[FigureRow] = ()
    waiting: Waiting | None = None
    problem: Problem | None = None


ASK = Next("Next:", "say which columns others may know", "columns")
"""What is next where no column is known."""


def answer_view(
    answer: Answer,
    *,
    people: str,
    unlooked: int,
    forgotten: Sequence[str] = (),
    unsure: int = 0,
    before: Answer | None = None,
    change: str | None = None,
    near: Closest | None = None,
    unchanged: str = "These are the proposals.",
    waiting: Waiting | None = None,
    problem: Problem | None = None,
) -> AnswerView:
    """Return an answer as the page shows it.

    `people` is the word for who is counted. `unlooked` is how many columns were not looked
    at, and `forgotten` are those without a role that surely name people. `unsure` is how many roles
    are proposals without a reason. `change` is the last change, `before` the answer before it, and
    `near` the single step that leaves the fewest at risk. `unchanged` is said before any change.
    """
    state, verdict = _verdict(answer, forgotten)
    everybody = answer.records
    return AnswerView(
        state=state,
        verdict=verdict,
        short=_short(answer, state, verdict, people),
        alarms=[f"{name} names people, and has no role: give it one." for name in forgotten],
        known=[*answer.known, *answer.left_out],
        left_out=answer.left_out,
        sensitive=answer.sensitive,
        people=people,
        everybody=everybody,
        at_risk=answer.at_risk,
        at_risk_share=percent(answer.at_risk / everybody) if everybody else "",
        dropped=answer.dropped,
        smallest=answer.smallest,
        alone=answer.alone,
        undecided=_later(answer),
        left_unlooked=f"{counted(unlooked, 'column')} {'was' if unlooked == 1 else 'were'} not looked at."
        if unlooked
        else None,
        change=change,
        unchanged=unchanged,
        effect=None if before is None else effect(before, answer, people),
        next=_next(answer, state, unsure, near, people),
        costs=_costs(answer, people),
        conditions=sorted(
            (row(condition_of(one)) for one in answer.verdicts),
            key=lambda one: ["no", "un", "yes"].index(one.state),
        ),
        figures=() if answer.verdicts else _figures(answer, people),
        waiting=waiting,
        problem=problem,
    )


def _verdict(answer: Answer, forgotten: Sequence[str]) -> tuple[State, str]:
    """Return whether the conditions are met, and the sentence that says so."""
    count = len(answer.verdicts) + len(answer.later)
    if answer.failed:
        fail = "fails" if answer.failed == 1 else "fail"
        return "no", f"Not met: {answer.failed} of {counted(count, 'condition')} {fail}"
    if forgotten:
        return "no", f"Not met: {counted(len(forgotten), 'column')} without a role would name people"
    if answer.later:
        return "un", f"Not decided: {len(answer.later)} of {counted(count, 'condition')} is judged later"
    if not count:
        return "un", "No limits chosen yet"
    return "yes", "Met: the one condition holds" if count == 1 else f"Met: all {count} conditions hold"


def _short(answer: Answer, state: State, verdict: str, people: str) -> str:
    """Return the answer in a line."""
    if state == "no" and answer.at_risk:
        return f"{answer.failed} of {len(answer.verdicts)} fail: {people_or_records(answer.at_risk, people)} at risk"
    return verdict


def _later(answer: Answer) -> str | None:
    """Return which conditions are judged when the release is written."""
    return f"Judged when the release is written: {'; '.join(answer.later)}." if answer.later else None


def effect(before: Answer, answer: Answer, people: str) -> str:
    """Return what a change did to people at risk and to detail, in a sentence."""
    less = before.at_risk - answer.at_risk
    if not (before.verdicts and answer.verdicts):
        told = ""
    elif less == 0:
        told = f"{people_or_records(answer.at_risk, people)} at risk, as before; "
    else:
        told = (
            f"{abs(less):,} {'fewer' if less > 0 else 'more'} {people} at risk"
            f" ({before.at_risk:,} before, {answer.at_risk:,} now); "
        )
    return f"{told}{percent(answer.detail_left)} of the detail left ({percent(before.detail_left)} before)."


def _next(answer: Answer, state: State, unsure: int, near: Closest | None, people: str) -> Next | None:
    """Return what to do next."""
    if not answer.known:
        return ASK
    if not answer.verdicts and not answer.later:
        if unsure:
            noun = "the column" if unsure == 1 else f"the {unsure} columns"
            return Next("Next:", f"look at {noun} that nothing is known of, then choose whose limits hold", "limits")
        return Next("Next:", "choose whose limits hold", "limits")
    if state == "yes":
        return Next("Next:", "write the release", "release")
    if near is not None and near.at_risk < answer.at_risk:
        allowed = f"; {answer.budget:,} may be dropped" if answer.budget else ""
        left = people_or_records(near.at_risk, people)
        text = f"one step of {near.column} ({near.name}) leaves {left} at risk{allowed}."
        return Next("Closest:", text, None)
    return Next("Next:", "make the columns coarser, or ask what must change", "coarsen")


def _costs(answer: Answer, people: str) -> list[Cost]:
    """Return what passing costs: the records to drop, and the detail that is left."""
    found = []
    if answer.verdicts and answer.known:
        drop = answer.dropped or answer.needed or answer.at_risk
        share = drop / answer.records if answer.records else 0.0
        fits = drop <= answer.budget
        used = min(100.0, AT * drop / answer.budget) if answer.budget else 100.0 * bool(drop)
        allowed = f"you allow {answer.budget:,}" if answer.budget else "you allow none"
        found.append(
            Cost(
                f"{people.capitalize()} to drop, so that the rest passes",
                f"{drop:,}",
                used,
                "bar" if fits else "bad",
                AT if answer.budget else None,
                "yes" if fits else "no",
                ("Allowed" if drop else "None") if fits else "Too many",
                f"({percent(share)}), {allowed}.",
            )
        )
    left = percent(answer.detail_left)
    found.append(Cost("Detail left of the known columns", left, 100 * answer.detail_left, "bar"))
    return found


def _figures(answer: Answer, people: str) -> list[FigureRow]:
    """Return figures of a release that no limit was chosen for."""
    rows = [] if answer.alone is None else [FigureRow(f"{people.capitalize()} who are alone", f"{answer.alone:,}")]
    if answer.smallest is not None:
        rows.append(FigureRow(f"{people.capitalize()} in the smallest group", f"{answer.smallest:,}"))
    return rows
