"""Together with earlier releases: what a person's groups in all of them leave.

The curve has the form of known points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, SeriesFigure
from sqlmetrics.output.assertions import Grounds, are_counted, same_score
from sqlmetrics.output.page.language import counted_things, wording
from sqlmetrics.output.page.points import UnicityCurve, share_curve
from sqlmetrics.output.page.words import between, of_target, with_unit
from sqlmetrics.output.results.together import KEEP
from sqlmetrics.sentences import Facts, World
from sqlmetrics.statement.catalogue import every_metric

SHOWN = {
    ("candidates_left", "intersection"): "Fewest values left",
    ("known_by_intersection", "intersection"): "Known",
    ("guessed", "intersection"): "Guessed",
    ("signature_kept", "intersection"): "Signature kept",
    ("newcomers_alone", "subtraction"): "Newcomers alone",
}
"""The columns of the table, by their metric and attack."""

LEFT, KNOWN = list(SHOWN)[:2]
"""The fewest values that are left, and the people whose value is known."""


class TogetherSection(NamedTuple):
    """What a table gives away with earlier releases; `earlier` says how many there are.

    `leaves` has the people with one value left, by the attribute; `undefined` why metrics have no
    value, by their titles; and `keep` what to do where signatures are not kept.
    """

    earlier: Grounds
    leaves: list[tuple[str, Grounds]]
    keep: str | None
    undefined: list[tuple[str, str]]
    targets: list[KnownTogether]


class KnownTogether(NamedTuple):
    """The curve and the table of a sensitive attribute."""

    what: str
    curve: UnicityCurve | None
    titles: list[str]
    rows: list[tuple[str, str, str, list[tuple[str, str]]]]


def earlier_releases(certificate: Certificate) -> TogetherSection | None:
    """Return what a table gives away with earlier releases; None where none are named."""
    own = certificate.together
    if own is None:
        return None
    by_target: dict[tuple[str, str | None], list[SeriesFigure]] = {}
    for figure in own.figures:
        by_target.setdefault((figure.target, figure.partition), []).append(figure)
    kept = [one.measured.value for one in own.figures if one.metric == "signature_kept"]
    changed = any(value is not None and value < 1 for value in kept)
    return TogetherSection(
        earlier=Grounds({"earlier": own.number}, are_counted),
        leaves=[
            (
                one.target,
                Grounds(
                    {"share": one.measured.value, "people": one.people.value, "releases": one.releases}, _leaves_one
                ),
            )
            for one in own.figures
            if (one.metric, one.attack, one.releases) == (*KNOWN, own.number + 1) and one.measured.value is not None
        ],
        keep=wording(KEEP) if changed or not kept else None,
        undefined=_undefined(own.figures),
        targets=[_target(of_target(*view), figures, own.names) for view, figures in by_target.items()],
    )


def _leaves_one(series: World, of: Facts) -> bool:
    """Return whether a sentence has the people who are followed, and the share with one value."""
    same = same_score(of["share"], series.value(*KNOWN, of["releases"]))
    return same and bool(series.count("followed") == of["people"])


def _undefined(figures: Sequence[SeriesFigure]) -> list[tuple[str, str]]:
    """Return the title of each metric with a figure that is undefined, and why."""
    reasons = dict.fromkeys((one.metric, one.measured.reason) for one in figures if one.measured.value is None)
    return [(wording(every_metric()[metric].title), wording(reason or "")) for metric, reason in reasons]


def _target(what: str, figures: Sequence[SeriesFigure], releases: Sequence[str]) -> KnownTogether:
    """Return the curve and the table of a sensitive attribute."""
    found = {(one.releases, one.metric, one.attack): one for one in figures}
    steps = sorted({one.releases for one in figures})
    known = [found[step, *KNOWN] for step in steps if (step, *KNOWN) in found]
    return KnownTogether(
        what=what,
        curve=_curve(known),
        titles=[wording(title) for title in SHOWN.values()],
        rows=[
            (str(step), releases[step - 1], _people(found, step), [_cell(found, step, *one) for one in SHOWN])
            for step in steps
        ],
    )


def _people(found: Mapping[tuple[int, str, str], SeriesFigure], step: int) -> str:
    own = found.get((step, *LEFT))
    return "" if own is None else counted_things(round(own.people.value or 0), "person", "people")


def _cell(found: Mapping[tuple[int, str, str], SeriesFigure], step: int, metric: str, attack: str) -> tuple[str, str]:
    """Return a figure as text, and below it its interval, and what one release shows by itself."""
    one, alone = found.get((step, metric, attack)), found.get((step, metric, "single_release"))
    unit = every_metric()[metric].unit
    ends = None if one is None else between(one.measured, unit)
    below = [
        *([ends] if ends else []),
        *([wording("alone {figure}", figure=_figure(alone))] if alone is not None else []),
    ]
    return "" if one is None else _figure(one), ", ".join(below)


def _figure(one: SeriesFigure) -> str:
    """Return a figure as text; a hyphen where it is undefined, as the notes say why."""
    return "-" if one.measured.value is None else with_unit(one.measured, every_metric()[one.metric].unit)


def _curve(known: Sequence[SeriesFigure]) -> UnicityCurve | None:
    """Return the picture of the share of people whose value is known, if it was measured."""
    shares = [(str(one.releases), counted_things(one.releases, "release"), one.measured) for one in known]
    return share_curve(shares)
