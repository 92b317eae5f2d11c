"""Scores and verdicts as the public gets them, by the rule of each metric."""

from __future__ import annotations

from dataclasses import replace

from sqlmetrics.certificate import bounds
from sqlmetrics.certificate.bounds import WHY, WITHHELD, Crowd, averaged, counted, rounded
from sqlmetrics.certificate.certificate import Certificate, Condition, Figure, ScoreFigure
from sqlmetrics.certificate.rules import rule_of
from sqlmetrics.gate.thresholds import Bound
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import IDENTITY


def crowd_of(certificate: Certificate) -> Crowd:
    """Return the people of a certificate, by all known columns."""
    small, least = certificate.small, certificate.least
    people = round(sum(band.people.value or 0 for band in certificate.sizes)) or certificate.people
    relation = certificate.relation
    beside = [*relation.left_out.values(), *([] if relation.suppressed is None else [relation.suppressed])]
    return Crowd(
        least=least,
        people=people,
        hidden=small is None or small.people > 0,
        small=small,
        coarse=(small is not None and bounds.coarse(small.people, least))
        or any(bounds.few(figure.value, least) for figure in beside),
    )


def known_of_groups(certificate: Certificate) -> frozenset[str]:
    """Return the columns by which people are counted in groups: those of the first statement."""
    return frozenset(certificate.scores[0].known if certificate.scores else certificate.known)


def crowd_of_score(certificate: Certificate, target: str, partition: str | None, known: tuple[str, ...]) -> Crowd:
    """Return the people of a score: whether its own known columns leave any in a small group."""
    crowd, least = crowd_of(certificate), certificate.least
    everything = known_of_groups(certificate) == frozenset(known)
    for learnt in certificate.learnt:
        if everything and (learnt.target, learnt.partition) == (target, partition):
            return crowd._replace(hidden=crowd.hidden or bool(learnt.small.value))
    if everything and certificate.small is not None:
        return crowd if certificate.relation.individuals is None else crowd._replace(small=None)
    sizes = [one for one in certificate.scores if one.metric == "k_anonymity" and one.known == known]
    hidden = not sizes or any((one.measured.value or 0) < least for one in sizes)
    dropped = target != IDENTITY and bool(certificate.relation.left_out.get(target, Figure(0)).value)
    return crowd._replace(hidden=hidden or dropped, small=None)


def public_figure(metric: str, target: str, figure: Figure, unit: str, parameters: str | None, crowd: Crowd) -> Figure:
    """Return what the public gets of a score."""
    rule, value = rule_of(metric, target), figure.value
    if rule == "values":
        return WITHHELD
    if rule == "group" and crowd.hidden and figure.form != "undefined":
        return WITHHELD
    if value is None:
        return figure
    if metric == "baseline_accuracy" and bounds.few(value * crowd.people, crowd.least):
        return Figure(rounded(crowd.step), "under", WHY)
    if rule == "size" and value < crowd.least:
        return Figure(crowd.least, "under", WHY)
    if rule == "chance" and value * crowd.least > 1 + 1e-9:
        return Figure(rounded(1 / crowd.least), "over", WHY)
    if rule == "at risk" and crowd.hidden:
        return _at_risk(metric, value, parameters, crowd)
    if rule == "alone" and crowd.hidden:
        return bounds.alone(metric, value, crowd)
    return averaged(value, crowd, unit) if rule == "average" else Figure(rounded(value))


def _at_risk(metric: str, value: float, parameters: str | None, crowd: Crowd) -> Figure:
    """Return the share of people at risk: exact where all small groups are, else a bound."""
    words = dict(part.partition("=")[::2] for part in (parameters or "").split(", "))
    default = catalogue()[metric].parameters.get("threshold", "1")
    threshold = float(words.get("threshold", default))
    if threshold * crowd.least <= 1 + 1e-9:
        return bounds.share(counted(round(value * crowd.people), crowd), crowd)
    if crowd.small is None:
        return WITHHELD
    figure = bounds.share(counted(crowd.small.people, crowd), crowd)
    return figure._replace(form="up to", reason=WHY) if figure.form == "is" and figure.value else figure


def _implies(figure: Figure, bound: Bound, limit: float, passed: bool) -> bool:
    """Return whether a figure says by itself what the verdict on a limit is."""
    if figure.value is None:
        return figure.form in {"undefined", "infinite"}
    margin = limit - figure.value if bound == "at_most" else figure.value - limit
    kept = {"at_most": {"is", "up to", "under"}, "at_least": {"is", "at least", "over"}}[bound]
    broken = {"at_most": {"is", "at least", "over"}, "at_least": {"is", "up to", "under"}}[bound]
    if passed:
        return figure.form in kept and margin >= 0
    return figure.form in broken and (margin < 0 or (margin == 0 and figure.form in {"over", "under"}))


def verdict_figure(bound: Bound, limit: float, passed: bool) -> Figure:
    """Return what the verdict on a limit says of a score, and no more."""
    if bound == "at_most":
        return Figure(limit, "up to" if passed else "over", WHY)
    return Figure(limit, "at least" if passed else "under", WHY)


def public_condition(one: Condition, certificate: Certificate) -> Condition:
    """Return a condition with its verdict; the score of an earlier run is no limit to publish."""
    crowd = crowd_of_score(certificate, one.target, one.partition, one.known)
    figure = public_figure(one.metric, one.target, one.measured, one.unit, one.parameters, crowd)
    if one.origin is not None:
        earlier = public_figure(one.metric, one.target, Figure(one.limit), one.unit, one.parameters, unknown(crowd))
        return replace(one, measured=figure, limit=earlier.value if earlier.form == "is" else None)
    if one.limit is not None and figure.form != "undefined" and not _implies(figure, one.bound, one.limit, one.passed):
        figure = verdict_figure(one.bound, one.limit, one.passed)
    return replace(one, measured=figure)


def unknown(crowd: Crowd) -> Crowd:
    """Return a crowd of which it is not known how small its groups are."""
    return crowd._replace(hidden=True, small=None)


def public_score(one: ScoreFigure, certificate: Certificate, conditions: tuple[Condition, ...]) -> ScoreFigure:
    """Return a score; where it is a condition's, that and this are the same figure.

    Its interval is left out: how wide it is tells how many people are alone.
    """
    one = replace(one, interval=None)
    for condition in conditions:
        same = (condition.metric, condition.target, condition.partition, condition.known)
        if same == (one.metric, one.target, one.partition, one.known) and condition.origin is None:
            return replace(one, measured=condition.measured)
    crowd = crowd_of_score(certificate, one.target, one.partition, one.known)
    return replace(one, measured=public_figure(one.metric, one.target, one.measured, one.unit, one.parameters, crowd))
