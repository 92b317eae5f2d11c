"""The measures of attacks from their logs, per guessed column and for the dataset."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.release.attack.attack_log import DATASET, AttackLog, people_counted
from sqlmetrics.release.attack.claims import Checked
from sqlmetrics.scoring.scores import Score, table_score
from sqlmetrics.statement.catalogue import Metric, metrics_of
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import heading
from sqlmetrics.text import csv_line


class AttackSummary(NamedTuple):
    """The log of an attack on one column, or on the dataset, in numbers for `measured_attacks`."""

    attempts: float
    claims: float
    correct: float
    chance: float
    susceptible: float
    knowledge: float
    retrieved: float
    learned: float
    base_claims: float
    base_correct: float
    control_claims: float
    control_correct: float
    thinned_correct: float
    stretch: float


class Measure(NamedTuple):
    """A measure of an attack, the reason why it is NULL, and the ends of its interval."""

    value: float | None
    reason: str | None
    low: float | None
    high: float | None


class MeasuredAttack(NamedTuple):
    """A row of `measured_attacks`: the summary's number, and each measure in turn."""

    number: int
    measures: tuple[Measure, ...]


class ControlComparison(NamedTuple):
    """The numbers of claims that are true of the original and of the control group.

    The original is `stretch` times larger.
    """

    original: float
    control: float
    stretch: float = 1.0


def compared_with_control(criterion: str, results: Sequence[Checked], control: Sequence[Checked]) -> ControlComparison:
    """Return the numbers of true claims about the original and about the control group.

    Chance singles out more or fewer people of a larger group. Claims that single out are therefore
    compared among equally many people. In the larger group each claim counts by its chance to meet
    exactly one person in a draw of the smaller group's size.
    """
    people, others = people_counted(results), people_counted(control)
    if criterion != "singling_out" or people == others or not people or not others:
        return ControlComparison(sum(result.correct for result in results), sum(result.correct for result in control))
    size = min(people, others)
    thinned, expected = (math.fsum(result.alone(size) for result in checked) for checked in (results, control))
    return ControlComparison(thinned, expected, people / size)


def _summary(log: AttackLog, target: str, columns: int) -> AttackSummary:
    """Return the summary of an attack on one column, or on the dataset of `columns` columns."""
    whole = target == DATASET
    claims = [
        (claim, result) for claim, result in zip(log.claims, log.results, strict=True) if whole or target in claim.guess
    ]
    base = [result for claim, result in log.base or () if whole or target in claim.guess]
    control = [result for claim, result in log.control or () if whole or target in claim.guess]
    results = [result for _, result in claims]
    beside = compared_with_control(log.criterion, results, control)
    learned = sum(len(claim.guess) or 1 for claim, _ in claims) if whole else len(claims)
    all_learned = sum(len(claim.guess) or 1 for claim in log.claims)
    portion = 1.0 if whole or not all_learned else learned / all_learned
    return AttackSummary(
        attempts=log.attempts.get(target, 0 if whole else log.attempts.get(DATASET, 0)),
        claims=len(claims),
        correct=sum(result.correct for result in results),
        chance=sum(result.chance for result in results),
        susceptible=sum(log.susceptible.values()) / columns if whole and columns else log.susceptible.get(target, 1.0),
        knowledge=log.knowledge * portion,
        retrieved=log.retrieved * portion,
        learned=learned,
        base_claims=len(base),
        base_correct=sum(result.correct for result in base),
        control_claims=len(control),
        control_correct=beside.control,
        thinned_correct=beside.original,
        stretch=beside.stretch,
    )


def measured_statement(summaries: Sequence[AttackSummary], dialect: Dialect) -> str:
    """Return the statement that measures attacks from their summaries."""
    rows: list[Mapping[str, str]] = [
        {name: repr(value) for name, value in entry._asdict().items()} for entry in summaries
    ]
    text = render("measured_attacks", rows, [metric.name for metric in metrics_of("claims")], dialect=dialect)
    return heading("the measures of the GDA Score, from what each attack did") + text + "\n"


def measures_of(engine: Engine, logs: Sequence[AttackLog], columns: int) -> tuple[Score, ...]:
    """Return the measures of attacks, in the catalogue's order for each target.

    `columns` is how many the original has.
    """
    places = [(log, target) for log in logs for target in log.targets]
    if not places:
        return ()
    summaries = [_summary(log, target, columns) for log, target in places]
    rows = fetch_rows(engine, measured_statement(summaries, engine.dialect), "the attacks", MeasuredAttack)
    return tuple(
        _score(metric, measure, log, target, entry)
        for (log, target), entry, row in zip(places, summaries, rows, strict=True)
        for metric, measure in zip(metrics_of("claims"), row.measures, strict=True)
        if _is_measured(metric, log)
    )


def _is_measured(metric: Metric, log: AttackLog) -> bool:
    """Return whether an attack has what a metric needs: random guesses, or a control group."""
    return not (metric.needs == "base" and log.base is None) and not (metric.needs == "control" and log.control is None)


def _score(metric: Metric, measure: Measure, log: AttackLog, target: str, entry: AttackSummary) -> Score:
    return table_score(
        metric,
        target=target,
        records=getattr(entry, metric.records or "claims"),
        value=measure.value,
        reason=measure.reason,
        quasi_identifiers=csv_line(log.known),
        parameters=f"criterion={log.criterion}",
        release=log.release,
        attack=log.attack,
        low=measure.low,
        high=measure.high,
    )


def unlike_sizes(control: str, logs: Sequence[AttackLog]) -> tuple[str, ...]:
    """Return a note where the control group has another size than the original.

    That matters to claims that single out.
    """
    alone = [log for log in logs if log.criterion == "singling_out"]
    size = people_counted(result for log in alone for result in log.results)
    others = people_counted(result for log in alone for _, result in log.control or ())
    if size == others or not size or not others:
        return ()
    sizes = f"the control group {control} has {others:,} people and the original {size:,}"
    if others > size:
        return (f"{sizes}: claims that single out are compared among as many of the control group as the original has",)
    return (
        f"{sizes}: claims that single out are compared among as many of the original,"
        " and the risk is scaled up by their ratio; its interval is the wider for that",
    )
