"""All scores: every metric under its question, with a column for each target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, ScoreFigure
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.language import figures, marked, wording
from sqlmetrics.output.page.words import metric_of, of_target, reason_in_words, shown
from sqlmetrics.risk.public_surveys import FORMS, survey_standing
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import number

COLUMNS = 4
"""The most targets of one table; those after them have a further one."""

MOST_NAMED = 2
"""The most columns that the name of a target has."""

ARROWS = {"higher is riskier": "↑", "higher is safer": "↓"}
"""The arrow that points to where a score is riskier."""

EXPLAINED = {"infinite": "Infinite", "undefined": "Not measured"}
"""The forms of figures whose reasons stand with the score."""

View = tuple[str, str | None, tuple[str, ...]]
"""A target, its partition, and the known columns."""


class ScoresSection(NamedTuple):
    """All scores, in tables of a few targets each.

    Scores are `bounded` where counts are rounded or withheld, `about` a number where that has ends,
    and `sampled` where they have intervals.
    """

    bounded: bool
    about: bool
    sampled: bool
    metrics: int
    targets: int
    tables: list[ScoreTable]


class ScoreTable(NamedTuple):
    """The scores of a few targets, by the questions that they answer."""

    targets: tuple[str, ...]
    groups: dict[str, list[MetricValues]]


class MetricValues(NamedTuple):
    """A metric with its value and interval for each target, and why there is none."""

    title: str
    meaning: str | None
    values: list[tuple[str, str | None]]
    unit: str
    reasons: tuple[str, ...]
    compared: list[tuple[tuple[str, ...], SurveysBelow]]


class SurveysBelow(NamedTuple):
    """How many public surveys have a lower score, of how many: as collected, and in groups."""

    collected: tuple[int, int] | None
    grouped: tuple[int, int] | None


def scores(certificate: Certificate) -> ScoresSection:
    """Return all scores of a certificate, in tables of a few targets each."""
    found: dict[View, dict[str, ScoreFigure]] = {}
    for score in certificate.scores:
        found.setdefault((score.target, score.partition, score.known), {}).setdefault(score.metric, score)
    views = tuple(found)
    metrics = list(dict.fromkeys(score.metric for score in certificate.scores))
    forms = {score.measured.form for score in certificate.scores}
    tables = [
        _table(views[start : start + COLUMNS], found, metrics, explained=start == 0)
        for start in range(0, len(views), COLUMNS)
    ]
    return ScoresSection(
        bounded=bool(forms - {"is", *EXPLAINED}),
        about="about" in forms,
        sampled=any(score.interval is not None for score in certificate.scores),
        metrics=len(metrics),
        targets=len(views),
        tables=tables,
    )


def _table(
    views: Sequence[View],
    found: Mapping[View, Mapping[str, ScoreFigure]],
    metrics: Sequence[str],
    *,
    explained: bool,
) -> ScoreTable:
    """Return the table of a few targets, with the metrics' meanings in the first one only.

    Its groups are the metrics that answer one question.
    """
    groups: dict[str, list[MetricValues]] = {}
    for name in metrics:
        own = [found[view].get(name) for view in views]
        if any(score is not None for score in own):
            groups.setdefault(wording(metric_of(name).question), []).append(
                _row(name, views, own, tuple(found), explained)
            )
    return ScoreTable(targets=tuple(target_of(view, tuple(found)) for view in views), groups=groups)


def _row(
    name: str, views: Sequence[View], own: Sequence[ScoreFigure | None], every: Sequence[View], explained: bool
) -> MetricValues:
    """Return a metric with its value and interval for each target, and why there is none."""
    metric, first = metric_of(name), next(score for score in own if score is not None)
    missing: dict[str, list[str]] = {}
    compared: dict[SurveysBelow, list[str]] = {}
    for view, score in zip(views, own, strict=True):
        if score is not None and (why := _reason(score.measured)) is not None:
            missing.setdefault(why, []).append(target_of(view, every))
        if score is not None and (place := standing_of(score)) is not None:
            compared.setdefault(place, []).append(target_of(view, every))
    return MetricValues(
        title=wording(metric.title) + (f" ({first.parameters})" if first.parameters else ""),
        meaning=wording(metric.plain) if explained else None,
        values=[("", None) if score is None else (value(score.measured), interval(score)) for score in own],
        unit=f"{wording(first.unit)} {ARROWS.get(first.direction, first.direction)}",
        reasons=tuple(missing) if len(missing) < 2 else _of_targets(missing),
        compared=[(() if len(views) < 2 else tuple(targets), place) for place, targets in compared.items()],
    )


def _of_targets(notes: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return notes, each behind the targets that it is about."""
    return tuple(f"{', '.join(targets)}: {note}" for note, targets in notes.items())


def standing_of(score: ScoreFigure) -> SurveysBelow | None:
    """Return how many public surveys have a lower score, where the figure decides that."""
    figure = score.measured
    if figure.form not in {"is", "about"} or figure.value is None or score.partition is not None:
        return None
    ends = (figure.value, None) if figure.form == "is" or figure.low is None else (figure.low, figure.high)
    collected, grouped = (
        None if place is None else (place.lower, place.surveys)
        for place in (survey_standing(score.metric, form, score.target, *ends) for form in FORMS)
    )
    return SurveysBelow(collected, grouped) if collected or grouped else None


def value(figure: Figure) -> str:
    """Return a score as a number with three digits; 1 stands for nothing that is less."""
    if figure.value is not None and figure.form == "is" and 0.9995 <= figure.value < 1 - 1e-9:
        return wording("over 0.999")
    return shown(figure, "number")


def interval(score: ScoreFigure) -> str | None:
    """Return the 95 % interval of a score where it has one, or how far it may be off."""
    figure = score.measured
    if figure.form == "about" and figure.low is not None and figure.high is not None:
        return wording("{low} to {high}", low=figures(figure.low, ",.6g"), high=figures(figure.high, ",.6g"))
    return (
        None
        if score.interval is None
        else wording("{low} to {high}", low=marked(number(score.interval[0])), high=marked(number(score.interval[1])))
    )


def _reason(figure: Figure) -> str | None:
    """Return why a figure was not measured, or is infinite; None where it needs no reason."""
    if figure.form not in EXPLAINED or figure.reason is None:
        return None
    return f"{wording(EXPLAINED[figure.form])}: {reason_in_words(figure.reason)}."


def target_of(view: View, views: Sequence[View]) -> str:
    """Return the target of scores, and the columns that are known for this target alone."""
    target, partition, known = view
    what = wording("who it is") if target == IDENTITY else of_target(target, partition)
    further = [column for column in known if not all(column in own for _, _, own in views)]
    if not further:
        return what
    unknown = dict.fromkeys(column for _, _, own in views for column in own if column not in {*known, target})
    if len(further) > MOST_NAMED and len(unknown) <= MOST_NAMED:
        return (
            wording("{what}, knowing all but {columns}", what=what, columns=", ".join(unknown))
            if unknown
            else wording("{what}, knowing all others", what=what)
        )
    return wording("{what}, knowing {columns} too", what=what, columns=", ".join(further))
