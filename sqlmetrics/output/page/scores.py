"""All scores: every metric under its question, with a column for each target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Figure, ScoreFigure
from sqlmetrics.output.page.language import counted_things, figures, marked, wording
from sqlmetrics.output.page.words import metric_of, of_target, reason_in_words, shown
from sqlmetrics.risk.public_surveys import FORMS, Form, survey_standing
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import number

COLUMNS = 4
"""The most targets of one table; those after them have a further one."""

MOST_NAMED = 2
"""The most columns that the name of a target has."""

ARROWS = {"higher is riskier": "↑", "higher is safer": "↓"}
"""The arrow that points to where a score is riskier."""

BOUNDED = "A bound, or “withheld”, stands where more would tell of few people."
"""Why scores are bounds or withheld."""

EXPLAINED = {"infinite": "Infinite", "undefined": "Not measured"}
"""The forms of figures whose reasons stand with the score."""

STANDINGS: dict[Form, str] = {
    "collected": "Higher than in {lower} of {surveys} public surveys as they were collected; that is no limit.",
    "grouped": "Higher than in {lower} of {surveys} public surveys in groups of 11 or more; that is no limit.",
}
"""What the standing of a score says, by the form of the surveys, where it is known in one form."""

STANDING = (
    "Higher than in {lower} of {surveys} public surveys as they were collected, and than in {grouped} of them in groups"
    " of 11 or more; that is no limit."
)
"""What the standing of a score says where it is known in both forms."""

View = tuple[str, str | None, tuple[str, ...]]
"""A target, its partition, and the known columns."""


class ScoresSection(NamedTuple):
    """All scores, in tables of a few targets each."""

    lead: str
    summary: str
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
    compared: tuple[str, ...]


def scores(certificate: Certificate) -> ScoresSection:
    """Return all scores of a certificate, in tables of a few targets each."""
    found: dict[View, dict[str, ScoreFigure]] = {}
    for score in certificate.scores:
        found.setdefault((score.target, score.partition, score.known), {}).setdefault(score.metric, score)
    views = tuple(found)
    metrics = list(dict.fromkeys(score.metric for score in certificate.scores))
    tables = [
        _table(views[start : start + COLUMNS], found, metrics, explained=start == 0)
        for start in range(0, len(views), COLUMNS)
    ]
    return ScoresSection(
        lead=wording(
            "Every number that was measured, with its meaning. The arrow points to where a number"
            " is riskier: ↑ higher, ↓ lower. Shares and probabilities are from 0 to"
            " 1.{bounded}{sampled}",
            bounded=_bounded(certificate),
            sampled=sampled(certificate),
        ),
        summary=wording(
            "All scores: {metrics}, {targets}",
            metrics=counted_things(len(metrics), "metric"),
            targets=counted_things(len(views), "target"),
        ),
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
    compared: dict[str, list[str]] = {}
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
        compared=tuple(compared) if len(views) < 2 else _of_targets(compared),
    )


def _of_targets(notes: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return notes, each behind the targets that it is about."""
    return tuple(f"{', '.join(targets)}: {note}" for note, targets in notes.items())


def standing_of(score: ScoreFigure) -> str | None:
    """Return how many public surveys have a lower score, where the figure decides that."""
    figure = score.measured
    if figure.form not in {"is", "about"} or figure.value is None or score.partition is not None:
        return None
    ends = (figure.value, None) if figure.form == "is" or figure.low is None else (figure.low, figure.high)
    places = {form: survey_standing(score.metric, form, score.target, *ends) for form in FORMS}
    found = {form: place for form, place in places.items() if place is not None}
    if len(found) == len(FORMS):
        collected, grouped = found["collected"], found["grouped"]
        return wording(STANDING, lower=collected.lower, surveys=collected.surveys, grouped=grouped.lower)
    for form, place in found.items():
        return wording(STANDINGS[form], lower=place.lower, surveys=place.surveys)
    return None


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


def sampled(certificate: Certificate) -> str:
    """Return what the intervals below scores mean, where there are any."""
    if all(score.interval is None for score in certificate.scores):
        return ""
    return wording(" Below a number is the 95 % interval of what samples of this size have on average.")


def _bounded(certificate: Certificate) -> str:
    """Return why scores are bounds or withheld, which is the same for all of them."""
    forms = {score.measured.form for score in certificate.scores} - {"is", *EXPLAINED}
    if not forms:
        return ""
    near = wording(" Below it are the numbers that the score surely lies between.") if "about" in forms else ""
    return wording(
        " Of rounded counts a score lies between two numbers, or is about one.{near} {BOUNDED}",
        near=near,
        BOUNDED=wording(BOUNDED),
    )


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
