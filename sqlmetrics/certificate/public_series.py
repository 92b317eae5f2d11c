"""Earlier runs and other releases as the public gets them."""

from __future__ import annotations

from dataclasses import replace

from sqlmetrics.certificate.bounds import Crowd, averaged, rounded
from sqlmetrics.certificate.certificate import Certificate, Figure, ReleasePoint, Releases, ScoreFigure, Trend
from sqlmetrics.certificate.public_scores import public_figure
from sqlmetrics.certificate.rules import rule_of
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.statement.relation import is_path, short_name


def public_trend(trend: Trend, certificate: Certificate, scores: tuple[ScoreFigure, ...]) -> Trend:
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


def public_releases(releases: Releases, least: int) -> Releases:
    return replace(
        releases,
        original=without_folder(releases.original),
        points=tuple(_point(point, releases, least) for point in releases.points),
        notes=("Notes on the releases are in the internal version.",) if releases.notes else (),
    )


def without_folder(name: str) -> str:
    """Return the name of a release, which may be the path that it lies at."""
    return short_name(name) if is_path(name) else name


def _point(point: ReleasePoint, releases: Releases, least: int) -> ReleasePoint:
    """Return a release beside others; an interval is shown with the number that it is of."""
    crowd = Crowd(least, point.records, hidden=point.smallest.value is None or point.smallest.value < least)
    risk = _loose(releases.risk, releases.risk_of, point.risk, "share", None, crowd)
    use = _loose(releases.use, releases.use_of, point.use, "share", None, crowd)
    return replace(
        point,
        name=without_folder(point.name),
        dominated_by=tuple(map(without_folder, point.dominated_by)),
        risk=risk,
        risk_low=_end(point.risk_low, risk),
        risk_high=_end(point.risk_high, risk),
        use=use,
        use_low=_end(point.use_low, use),
        use_high=_end(point.use_high, use),
        smallest=public_figure("k_anonymity", IDENTITY, point.smallest, "individuals", None, crowd),
    )


def _loose(metric: str, target: str, figure: Figure, unit: str, parameters: str | None, crowd: Crowd) -> Figure:
    """Return a figure of an earlier run or a release, of whose groups nothing else is public."""
    if rule_of(metric, target) == "alone" and figure.value is not None:
        return averaged(figure.value, crowd, unit)
    return public_figure(metric, target, figure, unit, parameters, crowd)


def _end(end: float | None, figure: Figure) -> float | None:
    return None if end is None or figure.form != "is" else rounded(end)
