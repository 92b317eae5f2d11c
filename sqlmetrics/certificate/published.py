"""The public version of a certificate: no value of the data, and no small group.

Every figure that a reader gets passes this module. What draws a certificate decides on nothing.
"""

from __future__ import annotations

import math
from dataclasses import replace

from sqlmetrics.certificate import bounds
from sqlmetrics.certificate.bounds import BY_DIFFERENCE, WHY, Crowd, averaged, counted, outward, rounded
from sqlmetrics.certificate.certificate import (
    Certificate,
    Combination,
    Condition,
    Contribution,
    CurvePoint,
    ExposedGroup,
    Figure,
    Learnt,
    RelationFacts,
    ReleasePoint,
    Releases,
    ScoreFigure,
    SizeBand,
    Trend,
)
from sqlmetrics.certificate.rules import rule_of
from sqlmetrics.gate.thresholds import Bound
from sqlmetrics.risk.evidence import REASONS
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.placeholders import CONDITION, QUERY
from sqlmetrics.statement.plan import IDENTITY

OF_VALUES = {"partitions", "where", "query", "suppressed", "orders", "hierarchies"}
"""The words of a spec that hold values of the data, or name files that do."""

WITHHELD = Figure(None, "withheld", WHY)


def published(certificate: Certificate) -> Certificate:
    """Return the public version of an internal certificate."""
    crowd = crowd_of(certificate)
    conditions = tuple(_condition(one, certificate) for one in certificate.conditions)
    scores = tuple(_score(one, certificate, conditions) for one in certificate.scores)
    return replace(
        certificate,
        audience="public",
        relation=_relation(certificate.relation, crowd),
        conditions=conditions,
        notes=("Notes on what was not judged are in the internal version.",) if certificate.notes else (),
        columns=None
        if certificate.columns is None
        else tuple(
            replace(column, recodings=tuple(replace(one, domains={}) for one in column.recodings))
            for column in certificate.columns
        ),
        sizes=_sizes(certificate.sizes, crowd),
        curve=tuple(_point_of_curve(one, crowd) for one in certificate.curve),
        learnt=tuple(_learnt(one, certificate, crowd) for one in certificate.learnt),
        combinations=_combinations(certificate, crowd),
        contributions=_contributions(certificate, crowd),
        trends=tuple(_trend(one, certificate, scores) for one in certificate.trends),
        releases=None if certificate.releases is None else _releases(certificate.releases, certificate.least),
        scores=scores,
        missing={
            part: reason if reason in REASONS else "the internal version says why"
            for part, reason in certificate.missing.items()
        },
        statement=certificate.public_statement or "",
        public_statement=None,
        spec=None if certificate.spec is None or OF_VALUES & certificate.spec.keys() else certificate.spec,
        small=None,
    )


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


def _crowd(certificate: Certificate, target: str, partition: str | None, known: tuple[str, ...]) -> Crowd:
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


def _figure(metric: str, target: str, figure: Figure, unit: str, parameters: str | None, crowd: Crowd) -> Figure:
    """Return what the public gets of a score."""
    rule, value = rule_of(metric, target), figure.value
    if rule == "values":
        return WITHHELD
    if rule == "group" and crowd.hidden and figure.form != "undefined":
        return WITHHELD
    if value is None:
        return figure
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


def _condition(one: Condition, certificate: Certificate) -> Condition:
    """Return a condition with its verdict; the score of an earlier run is no limit to publish."""
    crowd = _crowd(certificate, one.target, one.partition, one.known)
    figure = _figure(one.metric, one.target, one.measured, one.unit, one.parameters, crowd)
    if one.origin is not None:
        earlier = _figure(one.metric, one.target, Figure(one.limit), one.unit, one.parameters, unknown(crowd))
        return replace(one, measured=figure, limit=earlier.value if earlier.form == "is" else None)
    if one.limit is not None and figure.form != "undefined" and not _implies(figure, one.bound, one.limit, one.passed):
        figure = verdict_figure(one.bound, one.limit, one.passed)
    return replace(one, measured=figure)


def unknown(crowd: Crowd) -> Crowd:
    """Return a crowd of which it is not known how small its groups are."""
    return crowd._replace(hidden=True, small=None)


def _score(one: ScoreFigure, certificate: Certificate, conditions: tuple[Condition, ...]) -> ScoreFigure:
    """Return a score; where it is a condition's, that and this are the same figure."""
    for condition in conditions:
        same = (condition.metric, condition.target, condition.partition, condition.known)
        if same == (one.metric, one.target, one.partition, one.known) and condition.origin is None:
            return replace(one, measured=condition.measured)
    crowd = _crowd(certificate, one.target, one.partition, one.known)
    return replace(one, measured=_figure(one.metric, one.target, one.measured, one.unit, one.parameters, crowd))


def _relation(relation: RelationFacts, crowd: Crowd) -> RelationFacts:
    return replace(
        relation,
        where=None if relation.where is None else CONDITION,
        query=None if relation.query is None else QUERY,
        left_out={name: counted(one.value or 0, crowd) for name, one in relation.left_out.items()},
        suppressed=None if relation.suppressed is None else counted(relation.suppressed.value or 0, crowd),
    )


def _sizes(sizes: tuple[SizeBand, ...], crowd: Crowd) -> tuple[SizeBand, ...]:
    """Return the people by size of group; where counts are coarse, the most are withheld."""
    most = max((band.people.value or 0 for band in sizes[1:]), default=0)
    return tuple(
        band._replace(people=Figure(None, "withheld", BY_DIFFERENCE))
        if crowd.coarse and number and most and band.people.value == most
        else band._replace(people=counted(band.people.value or 0, crowd))
        for number, band in enumerate(sizes)
    )


def _point_of_curve(one: CurvePoint, crowd: Crowd) -> CurvePoint:
    """Return the people in groups of fewer than k; by single sizes a small count would follow."""
    if crowd.coarse and one.k > crowd.least:
        return one._replace(people=Figure(None, "withheld", BY_DIFFERENCE))
    return one._replace(people=counted(one.people.value or 0, crowd))


def _learnt(one: Learnt, certificate: Certificate, crowd: Crowd) -> Learnt:
    """Return what would be learnt of a sensitive attribute, in groups of `least` people or more."""
    own = _crowd(certificate, one.target, one.partition, certificate.known)
    small = round(one.small.value or 0)
    people = round(sum(tenth.people.value or 0 for tenth in one.tenths)) + small
    own = own._replace(people=people, coarse=crowd.coarse or bounds.coarse(small, own.least))
    most = max((tenth.people.value or 0 for tenth in one.tenths), default=0)
    surest = one.surest
    if one.exposed and surest.value is not None:
        surest = bounds.certainty(surest.value, round(one.exposed[0].people.value or 0), own.least)
    return replace(
        one,
        before=Figure(own.step, "under", WHY)
        if bounds.few((one.before.value or 0) * people, own.least)
        else _rounded(one.before),
        after=_average(one.after, own),
        surest=surest,
        sure=_sure(one, own, small),
        tenths=tuple(
            tenth._replace(people=Figure(None, "withheld", BY_DIFFERENCE))
            if own.coarse and most and tenth.people.value == most
            else tenth._replace(people=counted(tenth.people.value or 0, own))
            for tenth in one.tenths
        ),
        small=counted(small, own),
        exposed=tuple(
            ExposedGroup(
                counted(group.people.value or 0, own),
                bounds.certainty(group.certainty.value or 0, round(group.people.value or 0), own.least),
            )
            for group in one.exposed
        ),
        discrimination_rate=_average(one.discrimination_rate, own),
        adjusted_discrimination_rate=_average(one.adjusted_discrimination_rate, own),
    )


def _sure(one: Learnt, crowd: Crowd, small: int) -> Figure:
    """Return how many guesses are sure, as if they all were in small groups."""
    if not small:
        return counted(one.sure.value or 0, crowd)
    most = sum(tenth.people.value or 0 for tenth in one.tenths if tenth.low + 0.1 > one.limit + 1e-9) + small
    figure = counted(most, crowd)
    return figure._replace(form="up to", reason=WHY) if figure.form == "is" else figure


def _average(figure: Figure, crowd: Crowd) -> Figure:
    return figure if figure.value is None else averaged(figure.value, crowd, "share")


def _rounded(figure: Figure) -> Figure:
    return figure if figure.value is None else Figure(rounded(figure.value))


def _combinations(certificate: Certificate, crowd: Crowd) -> tuple[Combination, ...]:
    """Return the combinations, in the order of what the public gets of them.

    Counts of fewer columns than all are in steps of `least`, since people whom one column more puts
    into small groups come in whole groups.
    """
    rows = []
    for one in certificate.combinations:
        whole = frozenset(one.known) == known_of_groups(certificate)
        people = (
            one.people
            if one.people.value is None
            else counted(one.people.value, crowd, base=1 if whole else crowd.least)
        )
        rows.append(
            Combination(one.known, people, bounds.share(people, crowd), _uncertainty(one, people, crowd, whole))
        )
    return tuple(sorted(rows, key=lambda row: (-(row.people.value or 0), len(row.known), row.known)))


def _uncertainty(one: Combination, people: Figure, crowd: Crowd, whole: bool) -> Figure:
    """Return what a combination takes away of the uncertainty about who is who, at most."""
    value = one.uncertainty_removed.value
    if value is None or people.value == 0:
        return _rounded(one.uncertainty_removed)
    if people.form != "is":
        return WITHHELD
    if whole and crowd.small is not None:
        return bounds.alone("discrimination_rate", value, crowd)
    total = max(crowd.people, 2)
    step = (people.value or 0) / total * math.log(max(crowd.least - 1, 2)) / math.log(total)
    return Figure(min(outward(math.ceil(value / step) * step, up=True), 1.0), "up to", WHY)


def _contributions(certificate: Certificate, crowd: Crowd) -> tuple[Contribution, ...]:
    """Return what each known column adds, the most first, as far as the public may know it."""
    rows = []
    for one in certificate.contributions:
        people = one.people_without
        if people.value is not None:
            people = counted(people.value, crowd, base=crowd.least)
        share = bounds.share(people, crowd) if people.value is not None else one.share_without
        added = _average(one.added, crowd)
        if crowd.hidden and 0 < (one.added.value or 0) < crowd.step:
            added = Figure(rounded(crowd.step), "under", WHY)
        rows.append(Contribution(one.column, added, share, people))
    return tuple(sorted(rows, key=lambda row: -(row.added.value or 0)))


def _trend(trend: Trend, certificate: Certificate, scores: tuple[ScoreFigure, ...]) -> Trend:
    """Return a condition over time; of earlier runs it is not known how small their groups were."""
    subject = (trend.metric, trend.target, trend.partition)
    own = next((one for one in scores if (one.metric, one.target, one.partition) == subject), None)
    parameters = None if own is None else own.parameters
    runs = []
    for number, run in enumerate(trend.runs):
        last = number == len(trend.runs) - 1
        crowd = Crowd(certificate.least, run.records, hidden=True)
        figure = _loose(trend.metric, trend.target, run.measured, trend.unit, parameters, crowd)
        runs.append(run._replace(measured=figure if own is None or not last else own.measured))
    return replace(trend, runs=tuple(runs))


def _releases(releases: Releases, least: int) -> Releases:
    return replace(
        releases,
        points=tuple(_point(point, releases, least) for point in releases.points),
        notes=("Notes on the releases are in the internal version.",) if releases.notes else (),
    )


def _point(point: ReleasePoint, releases: Releases, least: int) -> ReleasePoint:
    """Return a release beside others; an interval is shown with the number that it is of."""
    crowd = Crowd(least, point.records, hidden=point.smallest.value is None or point.smallest.value < least)
    risk = _loose(releases.risk, releases.risk_of, point.risk, "share", None, crowd)
    use = _loose(releases.use, releases.use_of, point.use, "share", None, crowd)
    return replace(
        point,
        risk=risk,
        risk_low=_end(point.risk_low, risk),
        risk_high=_end(point.risk_high, risk),
        use=use,
        use_low=_end(point.use_low, use),
        use_high=_end(point.use_high, use),
        smallest=_figure("k_anonymity", IDENTITY, point.smallest, "individuals", None, crowd),
    )


def _loose(metric: str, target: str, figure: Figure, unit: str, parameters: str | None, crowd: Crowd) -> Figure:
    """Return a figure of an earlier run or a release, of whose groups nothing else is public."""
    if rule_of(metric, target) == "alone" and figure.value is not None:
        return averaged(figure.value, crowd, unit)
    return _figure(metric, target, figure, unit, parameters, crowd)


def _end(end: float | None, figure: Figure) -> float | None:
    return None if end is None or figure.form != "is" else rounded(end)
