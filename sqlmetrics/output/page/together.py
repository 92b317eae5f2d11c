"""Together with earlier releases: what a person's groups in all of them leave.

The curve has the form of known points.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from sqlmetrics.certificate.certificate import Certificate, EarlierReleases, SeriesFigure
from sqlmetrics.output.page.points import UnicityCurve, between, share_curve
from sqlmetrics.output.page.words import name, names, of_target, percent, with_unit
from sqlmetrics.output.results.together import KEEP
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import counted

INTERNAL = "How many values they leave, and how often guesses are right, is in the internal version."
"""What a public report does not say."""

ALONE = (
    "Alone stands what the riskiest of these releases shows by itself. A signature is kept if a person's groups show"
    " the same values in each release. Newcomers are the records by which groups grew."
)
"""How the columns of the table are read."""

SHOWN = (
    ("candidates_left", "intersection"),
    ("known_by_intersection", "intersection"),
    ("known_by_intersection", "single_release"),
    ("guessed", "intersection"),
    ("guessed", "single_release"),
    ("signature_kept", "intersection"),
    ("newcomers_alone", "subtraction"),
)
"""The columns of the table."""


def earlier_releases(certificate: Certificate) -> SimpleNamespace | None:
    """Return what a table gives away with earlier releases; None where none are named."""
    own = certificate.together
    if own is None:
        return None
    by_target: dict[tuple[str, str | None], list[SeriesFigure]] = {}
    for figure in own.figures:
        by_target.setdefault((figure.target, figure.partition), []).append(figure)
    kept = [one.measured.value for one in own.figures if one.metric == "signature_kept"]
    changed = any(value is not None and value < 1 for value in kept)
    return SimpleNamespace(
        sentences=(
            _what(certificate, own),
            *([ALONE] if own.figures else []),
            *([KEEP] if changed or not kept else []),
        ),
        notes=own.notes,
        targets=[_target(of_target(*view), figures, own.names) for view, figures in by_target.items()],
    )


def _what(certificate: Certificate, own: EarlierReleases) -> str:
    """Return what an attacker has, and what that shows."""
    has = f"this table and {counted(own.number, 'earlier release')}, and knows the groups of a person in them"
    text = (
        f"An attacker who has {has} by {names(certificate.known)}, crosses out each value that one of the groups lacks."
    )
    if certificate.audience == "public":
        return f"{text} {INTERNAL}"
    last = [one for one in own.figures if (one.metric, one.attack, one.releases) == (*SHOWN[1], own.number + 1)]
    told = [
        f"That leaves one value of {name(one.target)} for {percent(one.measured.value)} of"
        f" {counted(round(one.people.value or 0), 'person', 'people')}"
        for one in last
        if one.measured.value is not None
    ]
    return " ".join([text, *(f"{sentence}." for sentence in told)])


def _target(what: str, figures: Sequence[SeriesFigure], releases: Sequence[str]) -> SimpleNamespace:
    """Return the curve and the table of a sensitive attribute."""
    found = {(one.releases, one.metric, one.attack): one for one in figures}
    steps = sorted({one.releases for one in figures})
    known = [found[step, *SHOWN[1]] for step in steps if (step, *SHOWN[1]) in found]
    return SimpleNamespace(
        what=what,
        curve=_curve(known),
        titles=[_title(metric, attack) for metric, attack in SHOWN],
        rows=[
            (str(step), releases[step - 1], _people(found, step), [_cell(found.get((step, *one))) for one in SHOWN])
            for step in steps
        ],
    )


def _title(metric: str, attack: str) -> str:
    return f"{every_metric()[metric].title}, alone" if attack == "single_release" else every_metric()[metric].title


def _people(found: dict[tuple[int, str, str], SeriesFigure], step: int) -> str:
    own = found.get((step, *SHOWN[0]))
    return "" if own is None else f"{own.people.value or 0:,.0f}"


def _cell(one: SeriesFigure | None) -> tuple[str, str | None]:
    """Return a figure as text, and its interval or its reason."""
    if one is None:
        return "", None
    unit = every_metric()[one.metric].unit
    return with_unit(one.measured, unit), between(one.measured, unit)


def _curve(known: Sequence[SeriesFigure]) -> UnicityCurve | None:
    """Return the picture of the share of people whose value is known, if it was measured."""
    shares = [(str(one.releases), counted(one.releases, "release"), one.measured) for one in known]
    return share_curve("The share of people whose value several releases show together", shares, None)
