"""The measures of the GDA Score: per criterion, the worst case first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sqlmetrics.output.forms import Forms, Records, score_forms
from sqlmetrics.output.names import short_names, shortened
from sqlmetrics.output.page.scatter import Scatter, Spot, axis_text, direction, scatter
from sqlmetrics.output.page.words import listed_some
from sqlmetrics.output.plot_family import draw_family, family
from sqlmetrics.output.report import Block, Column, Heading, Paragraph, Report, ReportTable, table
from sqlmetrics.output.results.utility import utility_blocks
from sqlmetrics.output.shown import shows
from sqlmetrics.release.attack.attack_log import DATASET, AttackLog
from sqlmetrics.release.attack.claims import CRITERIA, Bound
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.text import counted, csv_line, number, split_line

Case = dict[str, Score]
"""The measures of an attack on one target, by their metrics."""

TITLES = {
    "claim_probability": "prob.",
    "susceptibility": "susc.",
    "prior_knowledge": "known",
    "work": "work",
    "control_confidence": "control",
    "risk_beyond_control": "beyond it",
}
"""The titles of the columns of some measures; the others have their symbols."""


def shown_measures(needs: str | None) -> dict[str, str]:
    """Return the measures that have a column, by the titles of their columns.

    `needs` is what a measure needs: a control group, or nothing.
    """
    return {
        TITLES.get(metric.name, metric.symbol): metric.name for metric in metrics_of("claims") if metric.needs == needs
    }


@shows(
    ReleaseScores,
    of="claims",
    drawn="attacks",
    picture=lambda result: attacks_picture(result),
    plot=lambda result: partial(draw_family, result) if family(result).protection else None,
)
def gda_forms(result: ReleaseScores) -> Forms:
    """Return the forms of the measures of attacks."""
    return score_forms(result, lambda: gda_report(result), shortened(result).notes)


def gda_report(result: ReleaseScores) -> Report:
    """Return each criterion's worst case in a sentence, then all its cases, the riskiest first.

    Where utility was measured too, it stands below.
    """
    whole = shortened(result)
    result = without_utility(whole)
    title = f"attacks on {', '.join(result.releases)}, judged by {result.original}"
    blocks: list[Block] = [Heading(title, 1), *(Paragraph(sentence) for sentence in attacked(result))]
    for criterion, group in cases(result).items():
        blocks += [Heading(criterion.replace("_", " ")), Paragraph(worst_case(group[0])), _case_table(group, result)]
    return Report((*blocks, *utility_blocks(whole.scores[len(result.scores) :], result.releases)))


def without_utility(result: ReleaseScores) -> ReleaseScores:
    """Return the measures of attacks alone, which stand before any of utility."""
    claims = {metric.name for metric in metrics_of("claims")}
    return replace(result, scores=tuple(score for score in result.scores if score.metric in claims))


def attacks_picture(result: ReleaseScores) -> Scatter | None:
    """Return the picture of attacks by their claims per attempt and how far these are from a guess.

    It is None for fewer than two that could be judged. Attacks are numbers, titled by their names.
    """
    short = short_names(result.releases)
    placed = [
        (
            f"{case['confidence'].attack} on {short[case['confidence'].release or '']}",
            share,
            case["confidence_improvement"],
        )
        for case in _cases(without_utility(result))
        if case["confidence"].target == DATASET and (share := case["claim_probability"].value) is not None
    ]
    spots = [
        Spot(letter=str(place), name=name, x=share, y=one.value or 0.0, low=one.low, high=one.high)
        for place, (name, share, one) in enumerate((spot for spot in placed if spot[2].value is not None), 1)
    ]
    if len(spots) < 2:
        return None
    numbers = "; ".join(f"{one.letter} {one.name} {number(one.x)} and {number(one.y)}" for one in spots)
    return scatter(
        spots,
        f"Attacks by claims per attempt and confidence improvement: {numbers}.",
        up=f"confidence improvement, {direction('confidence_improvement')}",
        right=f"claims per attempt, {direction('claim_probability')}",
        texts=(axis_text("claim_probability"), axis_text("confidence_improvement")),
    )


def attacked(result: ReleaseScores) -> list[str]:
    """Return a sentence on the columns that are known to the attacks, or learnt by them."""
    names = dict.fromkeys(score.target for score in result.scores if score.target != DATASET)
    names |= dict.fromkeys(name or "" for score in result.scores for name in split_line(score.quasi_identifiers or ""))
    columns = [name for name in names if name]
    return [f"{counted(len(columns), 'column')} attacked: {listed_some(columns)}."] if columns else []


def cases(result: ReleaseScores) -> dict[str, list[Case]]:
    """Return the cases of each criterion, the riskiest first.

    An attack's measures of the dataset are left out where it guessed one column only: they are the
    column's, but for the susceptibility.
    """
    by_criterion: dict[str, list[Case]] = {name: [] for name in CRITERIA}
    all_cases = _cases(result)
    for place, case in enumerate(all_cases):
        if not (case["confidence"].target == DATASET and _guesses_one_column(all_cases, place)):
            by_criterion[case["confidence"].parameter("criterion") or ""].append(case)
    return {name: sorted(group, key=_risk, reverse=True) for name, group in by_criterion.items() if group}


def _cases(result: ReleaseScores) -> list[Case]:
    """Return the measures in their order; a case has the measures of one attack on one target."""
    all_cases: list[Case] = []
    for score in result.scores:
        if score.metric == "confidence":
            all_cases.append({})
        all_cases[-1][score.metric] = score
    return all_cases


def _guesses_one_column(all_cases: Sequence[Case], place: int) -> bool:
    """Return whether a dataset's measures stand below the measures of a single column."""
    before = all_cases[place - 1]["confidence"] if place else None
    earlier = all_cases[place - 2]["confidence"] if place > 1 else None
    if before is None or before.target == DATASET or before.attack != all_cases[place]["confidence"].attack:
        return False
    return earlier is None or earlier.target == DATASET or earlier.attack != before.attack


def _risk(case: Case) -> tuple[float, float]:
    """Return the lower bound of the confidence improvement, then the claims per attempt."""
    improvement, share = case["confidence_improvement"], case["claim_probability"].value
    return (float("-inf") if improvement.low is None else improvement.low, share or 0.0)


def worst_case(case: Case) -> str:
    """Return a sentence on a criterion's riskiest case."""
    improvement, confidence = case["confidence_improvement"], case["confidence"]
    what = "" if confidence.target == DATASET else f" of {confidence.target}"
    where = f"{confidence.attack}{what} on {confidence.release}"
    if improvement.value is None:
        return f"Nothing could be judged; {where}: {improvement.reason or confidence.reason}."
    far = "no better than a guess"
    if improvement.value > 0:
        far = f"{improvement.value:.0%} of the way from a guess to certainty"
    true = round((confidence.value or 0) * confidence.records)
    return f"At worst {far}, by {where} ({true:,} of {confidence.records:,} claims are true)."


def _case_table(group: Sequence[Case], result: ReleaseScores) -> ReportTable:
    """Return a row per case, with the interval of its confidence improvement."""
    several = len(result.releases) > 1
    controlled = any(score.metric == "control_confidence" for score in result.scores)
    names = [Column("attack", "name"), *([Column("release", "name")] if several else []), Column("learns", "name")]
    measures = shown_measures(None) | (shown_measures("control") if controlled else {})
    titles = ["claims", *measures]
    titles[titles.index("CI") + 1 : titles.index("CI") + 1] = ["from", "to"]
    rows = []
    for case in group:
        first, improvement = case["confidence"], case["confidence_improvement"]
        texts = {title: number(case[metric].value) if metric in case else "-" for title, metric in measures.items()}
        texts |= {"claims": number(first.records), "from": number(improvement.low), "to": number(improvement.high)}
        release = [str(first.release)] if several else []
        rows.append((str(first.attack), *release, first.target, *(texts[title] for title in titles)))
    return table([*names, *(Column(title, "number") for title in titles)], rows, leading=len(names))


def claim_records(logs: Sequence[AttackLog], *, show_values: bool) -> Records:
    """Return a row per claim: the group that it is about, whether it is true, and S.

    `group` is `original`, `random` for the random guesses or `control`. The values stand in two
    more columns with `show_values` only.
    """
    columns = ("claim", "release", "attack", "criterion", "known", "guessed", "group", "correct", "chance")
    kinds = {"claim": int, "correct": bool, "chance": float}
    named = (*columns, *(("known_values", "guessed_values") if show_values else ()))
    return Records(named, (row for log in logs for row in _claim_rows(log, show_values=show_values)), kinds)


def _claim_rows(log: AttackLog, *, show_values: bool) -> Iterator[tuple[Any, ...]]:
    series = {
        "original": zip(log.claims, log.results, strict=True),
        "random": log.base or (),
        "control": log.control or (),
    }
    for group, claims in series.items():
        for place, (claim, result) in enumerate(claims):
            parts = (claim.known, claim.guess)
            values = [csv_line(map(_value, part.values())) for part in parts] if show_values else []
            names = [csv_line(part) for part in parts]
            yield place, log.release, log.attack, claim.criterion, *names, group, result.correct, result.chance, *values


def _value(value: object) -> str:
    if isinstance(value, Bound):
        return f"{value.comparison} {value.value}"
    return "NULL" if value is None else str(value)
