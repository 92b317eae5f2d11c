"""The answer beside each task: the verdict, the last change, what is next, the conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlmetrics.certificate.measured import condition_of
from sqlmetrics.desk.answer import Answer, Closest
from sqlmetrics.errors import SqlmetricsError
from sqlmetrics.gate.thresholds import Verdict
from sqlmetrics.output.assertions import ROUNDING, Grounds, are_counted
from sqlmetrics.output.page.answer import AT, JudgedCondition, row
from sqlmetrics.output.page.language import numbered_wording, wording
from sqlmetrics.output.page.verdict import PageVerdict, State, all_met, not_met
from sqlmetrics.output.page.words import percent
from sqlmetrics.phrase import Phrase
from sqlmetrics.sentences import Facts, World


class PassingSoFar(NamedTuple):
    """What a search has found that passes: the changes of columns, none where all are as now."""

    grounds: Grounds
    changes: str


class Waiting(NamedTuple):
    """A run that goes on: what it does, how far it is, and its share of 1 where that is known.

    `found` is what a search has found that passes, None before that.
    """

    title: str
    told: str
    share: float | None = None
    found: PassingSoFar | None = None


class Problem(NamedTuple):
    """What went wrong, and what to do; `foreign` where that is in English on every page.

    Where two wrote the spec, the `difference`, and the form that may be sent `again`: its address
    and its fields.
    """

    title: str
    told: str
    foreign: bool = False
    difference: str = ""
    again: tuple[str, Sequence[tuple[str, str]]] | None = None


def problem_of(title: str, error: SqlmetricsError) -> Problem:
    """Return an error as a page shows it; messages of the core are in English."""
    told = error.args[0]
    return Problem(title, wording(told), foreign=not isinstance(told, Phrase))


class Next(NamedTuple):
    """What to do next; a step that is the closest to passing has a name."""

    what: Literal["columns", "look", "limits", "release", "step", "coarsen"]
    grounds: Grounds | None = None
    step: str = ""


class DropCost(NamedTuple):
    """Who is to be dropped, with their share; in per cent how much of what is allowed is `used`."""

    grounds: Grounds
    share: float
    budget: int
    fits: bool
    used: float
    limit: float | None


class Effect(NamedTuple):
    """What a change did to detail, and to people at risk; None where no limit says who is."""

    risk: Grounds | None
    detail: Grounds


@dataclass(frozen=True)
class AnswerView:
    """The answer as the page shows it; see `answer.html` and `verdict.html`."""

    state: State
    verdict: PageVerdict
    fail: Grounds | None
    forgotten: Sequence[str]
    known: Sequence[str]
    left_out: Sequence[str]
    sensitive: Sequence[str]
    people: str
    everybody: int
    counts: Grounds | None
    at_risk: int
    at_risk_share: str
    dropped: int
    smallest: int | None
    alone: int | None
    later: Sequence[str]
    unlooked: Grounds | None
    change: str | None
    effect: Effect | None
    unchanged: str
    next: Next | None
    drop: DropCost | None
    detail: float
    conditions: Sequence[JudgedCondition]
    alone_now: Grounds | None
    smallest_now: Grounds | None
    waiting: Waiting | None
    problem: Problem | None


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
    unchanged: str = "",
    waiting: Waiting | None = None,
    problem: Problem | None = None,
) -> AnswerView:
    """Return an answer as the page shows it.

    `people` is the word for who is counted. `unlooked` is how many columns were not looked
    at, and `forgotten` are those without a role that surely name people. `unsure` is how many roles
    are proposals without a reason. `change` is the last change, `before` the answer before it, and
    `near` the single step that leaves the fewest at risk. `unchanged` is said before any change.
    """
    verdict, everybody = _verdict(answer, forgotten), answer.records
    state, conditions = verdict.state, len(answer.verdicts) + len(answer.later)
    counts = {"at risk": answer.at_risk, "alone": answer.alone, "smallest": answer.smallest, "everybody": everybody}
    fail = {"failed": answer.failed, "later": len(answer.later), "conditions": conditions, "at risk": answer.at_risk}
    return AnswerView(
        state=state,
        verdict=verdict,
        fail=Grounds(fail, are_counted) if state == "no" and answer.at_risk else None,
        forgotten=forgotten,
        known=[*answer.known, *answer.left_out],
        left_out=answer.left_out,
        sensitive=answer.sensitive,
        people=people,
        everybody=everybody,
        counts=Grounds({name: one for name, one in counts.items() if one is not None}, are_counted),
        at_risk=answer.at_risk,
        at_risk_share=percent(answer.at_risk / everybody) if everybody else "",
        dropped=answer.dropped,
        smallest=answer.smallest,
        alone=answer.alone,
        later=answer.later,
        unlooked=Grounds({"unlooked": unlooked}, are_counted) if unlooked else None,
        change=change,
        unchanged=unchanged,
        effect=None if before is None else effect(before, answer),
        next=_next(answer, state, unsure, near),
        drop=_drop(answer),
        detail=answer.detail_left,
        conditions=sorted(
            map(_condition, answer.verdicts),
            key=lambda one: ["no", "un", "yes"].index(one.state),
        ),
        alone_now=_figure("alone", answer.alone, answer),
        smallest_now=_figure("smallest", answer.smallest, answer),
        waiting=waiting,
        problem=problem,
    )


def _condition(verdict: Verdict) -> JudgedCondition:
    """Return a condition in words; `foreign` where its source names a document."""
    return row(condition_of(verdict))._replace(foreign=verdict.threshold.published is not None)


def _verdict(answer: Answer, forgotten: Sequence[str]) -> PageVerdict:
    """Return whether the conditions are met, and what says so."""
    count = len(answer.verdicts) + len(answer.later)
    of = {"failed": answer.failed, "later": len(answer.later), "conditions": count}
    if answer.failed:
        return not_met(of, answer.failed, count)
    if forgotten:
        return PageVerdict("no", "without a role", Grounds({"forgotten": len(forgotten)}, are_counted), len(forgotten))
    if answer.later:
        return PageVerdict("un", "later", Grounds(of, are_counted), len(answer.later), count)
    return all_met(of, count) if count else PageVerdict("un", "no limits")


def _at_risk(release: Any, of: Facts) -> bool:
    return bool((release.count("at risk"), release.count("at risk before")) == (of["now"], of["before"]))


def _after_step(release: Any, of: Facts) -> bool:
    """Return whether as many are at risk after a step, and as many may be dropped."""
    return bool(release.after_step(of["column"], of["level"]) == of["now"] and release.count("budget") == of["budget"])


def _counts(release: World, of: Facts) -> bool:
    return bool(release.count(of["what"]) == of["number"])


def _keeps_detail(release: World, of: Facts) -> bool:
    """Return whether the columns keep as much of their entropy, and kept as much before."""
    now, before = release.detail(), release.detail_before()
    return bool(abs(now - of["left"]) <= ROUNDING and abs(before - of["before"]) <= ROUNDING)


def effect(before: Answer, answer: Answer) -> Effect:
    """Return what a change did to people at risk and to detail."""
    detail = Grounds({"left": answer.detail_left, "before": before.detail_left}, _keeps_detail)
    if not (before.verdicts and answer.verdicts):
        return Effect(None, detail)
    return Effect(Grounds({"before": before.at_risk, "now": answer.at_risk}, _at_risk), detail)


def _next(answer: Answer, state: State, unsure: int, near: Closest | None) -> Next:
    """Return what to do next."""
    if not answer.known:
        return Next("columns")
    if not answer.verdicts and not answer.later:
        return Next("look", Grounds({"unsure": unsure}, are_counted)) if unsure else Next("limits")
    if state == "yes":
        return Next("release")
    if near is not None and near.at_risk < answer.at_risk:
        of = {"column": near.column, "level": near.level, "now": near.at_risk, "budget": answer.budget}
        return Next("step", Grounds(of, _after_step), numbered_wording(near.name))
    return Next("coarsen")


def _drop(answer: Answer) -> DropCost | None:
    """Return who is to be dropped so that the rest passes; None where no limit says so."""
    if not answer.verdicts or not answer.known:
        return None
    drop = answer.dropped or answer.needed or answer.at_risk
    return DropCost(
        grounds=Grounds({"number": drop, "what": "at risk"}, _counts),
        share=drop / answer.records if answer.records else 0.0,
        budget=answer.budget,
        fits=drop <= answer.budget,
        used=min(100.0, AT * drop / answer.budget) if answer.budget else 100.0 * bool(drop),
        limit=AT if answer.budget else None,
    )


def _figure(what: str, number: int | None, answer: Answer) -> Grounds | None:
    """Return a figure of a release that no limit was chosen for."""
    return None if answer.verdicts or number is None else Grounds({"number": number, "what": what}, _counts)
