"""The answer beside each task: the verdict, the last change, what is next, the conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmetrics.certificate.measured import condition_of
from sqlmetrics.desk.answer import Answer, Closest
from sqlmetrics.desk.views.words import people_first, people_or_records, people_word
from sqlmetrics.errors import SqlmetricsError
from sqlmetrics.gate.thresholds import Verdict
from sqlmetrics.output.assertions import ROUNDING, Assertion, Grounds, are_counted
from sqlmetrics.output.page.answer import AT, JudgedCondition, row
from sqlmetrics.output.page.language import figures, numbered_wording, wording
from sqlmetrics.output.page.verdict import PageVerdict, State, all_met, not_met
from sqlmetrics.output.page.words import percent
from sqlmetrics.phrase import Phrase
from sqlmetrics.sentences import Facts, World


class Waiting(NamedTuple):
    """A run that goes on: what it does, how far it is, and its share of 1 where that is known.

    `found` is what a search has found that passes, an empty text before that.
    """

    title: str
    told: str
    share: float | None = None
    found: str = ""


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
    verdict: PageVerdict
    fail: Grounds | None
    alarms: Sequence[str] = ()
    known: Sequence[str] = ()
    left_out: Sequence[str] = ()
    sensitive: Sequence[str] = ()
    people: str = "records"
    everybody: int = 0
    counts: Grounds | None = None
    at_risk: int = 0
    at_risk_share: str = ""
    dropped: int = 0
    smallest: int | None = None
    alone: int | None = None
    undecided: str | None = None
    unlooked: Grounds | None = None
    change: str | None = None
    effect: str | None = None
    unchanged: str = ""
    next: Next | None = None
    costs: Sequence[Cost] = ()
    conditions: Sequence[JudgedCondition] = ()
    figures: Sequence[FigureRow] = ()
    waiting: Waiting | None = None
    problem: Problem | None = None


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
        alarms=[wording("{column} names people, and has no role: give it one.", column=name) for name in forgotten],
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
        undecided=_later(answer),
        unlooked=Grounds({"unlooked": unlooked}, are_counted) if unlooked else None,
        change=change,
        unchanged=unchanged,
        effect=None if before is None else effect(before, answer, people),
        next=_next(answer, state, unsure, near, people),
        costs=_costs(answer, people),
        conditions=sorted(
            map(_condition, answer.verdicts),
            key=lambda one: ["no", "un", "yes"].index(one.state),
        ),
        figures=() if answer.verdicts else _figures(answer, people),
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


AS_BEFORE = Assertion("{people} at risk, as before; ", _at_risk)
FEWER_AT_RISK = Assertion("{number} fewer {people} at risk ({before} before, {now} now); ", _at_risk)
MORE_AT_RISK = Assertion("{number} more {people} at risk ({before} before, {now} now); ", _at_risk)
MAY_GO = Assertion("; {number} may be dropped", are_counted)
TO_LOOK_AT = Assertion(
    "look at the {number} columns that nothing is known of, then choose whose limits hold", are_counted
)
ONE_STEP = Assertion(
    "one step of {column} ({step}) leaves {people} at risk{allowed}.",
    lambda release, of: release.after_step(of["column"], of["level"]) == of["now"],
)


def _later(answer: Answer) -> str | None:
    """Return which conditions are judged when the release is written."""
    later = "; ".join(answer.later)
    return wording("Judged when the release is written: {conditions}.", conditions=later) if later else None


def _counts(release: World, of: Facts) -> bool:
    return bool(release.count(of["what"]) == of["number"])


def _keeps_detail(release: World, of: Facts) -> bool:
    """Return whether the columns keep as much of their entropy, and kept as much before."""
    now, before = release.detail(), release.detail_before()
    return bool(abs(now - of["left"]) <= ROUNDING and abs(before - of["before"]) <= ROUNDING)


TO_DROP = Assertion("{people} to drop, so that the rest passes", _counts)
ALONE = Assertion("{people} who are alone", _counts)
SMALLEST = Assertion("{people} in the smallest group", _counts)
DETAIL = Assertion("{told}{left} of the detail left ({before} before).", _keeps_detail)


def effect(before: Answer, answer: Answer, people: str) -> str:
    """Return what a change did to people at risk and to detail, in a sentence."""
    less = before.at_risk - answer.at_risk
    of = {"before": before.at_risk, "now": answer.at_risk}
    if not (before.verdicts and answer.verdicts):
        told = ""
    elif less == 0:
        told = AS_BEFORE.say(of, people=people_or_records(answer.at_risk, people))
    else:
        told = (FEWER_AT_RISK if less > 0 else MORE_AT_RISK).say(
            of,
            number=figures(abs(less), ","),
            people=people_word(people),
            before=figures(before.at_risk, ","),
            now=figures(answer.at_risk, ","),
        )
    return DETAIL.say(
        {"left": answer.detail_left, "before": before.detail_left},
        told=told,
        left=percent(answer.detail_left),
        before=percent(before.detail_left),
    )


def _next(answer: Answer, state: State, unsure: int, near: Closest | None, people: str) -> Next | None:
    """Return what to do next."""
    lead = wording("Next:")
    if not answer.known:
        return Next(lead, wording("say which columns others may know"), "columns")
    if not answer.verdicts and not answer.later:
        if unsure:
            if unsure == 1:
                text = wording("look at the column that nothing is known of, then choose whose limits hold")
            else:
                text = TO_LOOK_AT.say({"unsure": unsure}, number=unsure)
            return Next(lead, text, "limits")
        return Next(lead, wording("choose whose limits hold"), "limits")
    if state == "yes":
        return Next(lead, wording("write the release"), "release")
    if near is not None and near.at_risk < answer.at_risk:
        budget = figures(answer.budget, ",")
        text = ONE_STEP.say(
            {"column": near.column, "level": near.level, "now": near.at_risk},
            column=near.column,
            step=numbered_wording(near.name),
            people=people_or_records(near.at_risk, people),
            allowed=MAY_GO.say({"budget": answer.budget}, number=budget) if answer.budget else "",
        )
        return Next(wording("Closest:"), text, None)
    return Next(lead, wording("make the columns coarser, or ask what must change"), "coarsen")


def _costs(answer: Answer, people: str) -> list[Cost]:
    """Return what passing costs: the records to drop, and the detail that is left."""
    found = []
    if answer.verdicts and answer.known:
        drop = answer.dropped or answer.needed or answer.at_risk
        share = drop / answer.records if answer.records else 0.0
        fits = drop <= answer.budget
        used = min(100.0, AT * drop / answer.budget) if answer.budget else 100.0 * bool(drop)
        budget = figures(answer.budget, ",")
        allowed = wording("you allow {number}", number=budget) if answer.budget else wording("you allow none")
        result = wording("Allowed" if drop else "None") if fits else wording("Too many")
        found.append(
            Cost(
                TO_DROP.say({"number": drop, "what": "at risk"}, people=people_first(people)),
                figures(drop, ","),
                used,
                "bar" if fits else "bad",
                AT if answer.budget else None,
                "yes" if fits else "no",
                result,
                f"({percent(share)}), {allowed}.",
            )
        )
    left = percent(answer.detail_left)
    found.append(Cost(wording("Detail left of the known columns"), left, 100 * answer.detail_left, "bar"))
    return found


def _figures(answer: Answer, people: str) -> list[FigureRow]:
    """Return figures of a release that no limit was chosen for."""
    rows, first = [], people_first(people)
    if answer.alone is not None:
        alone = {"number": answer.alone, "what": "alone"}
        rows.append(FigureRow(ALONE.say(alone, people=first), figures(answer.alone, ",")))
    if answer.smallest is not None:
        smallest = {"number": answer.smallest, "what": "smallest"}
        rows.append(FigureRow(SMALLEST.say(smallest, people=first), figures(answer.smallest, ",")))
    return rows
