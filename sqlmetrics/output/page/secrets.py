"""What would be learnt: how well each sensitive attribute is guessed, before and after."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certainty, CertaintyBySize, Certificate, Figure, Learnt
from sqlmetrics.output.page.histogram import Histogram, histogram
from sqlmetrics.output.page.words import (
    crowd,
    limit_text,
    name,
    names,
    of_target,
    people,
    percent,
    reason_in_words,
    sentence,
    shown,
    small_group,
)

BY_GUESS = "People by how often the best guess is right in their group."
BY_SIZE = "People by the size of their group, and how often the guess is right among them."
"""What figures of guesses show."""

CERTAINTY = "alpha_k_anonymity"
"""The metric whose limit is one of the certainty of guesses."""


class Guess(NamedTuple):
    """How often a guess is right, with the width of its bar in per cent and its colour."""

    when: str
    width: float | None
    kind: str
    mark: float | None
    right: str


class ExposedClass(NamedTuple):
    """A group in which the guess is among the surest."""

    people: str
    certainty: str


class LearntSizeRow(NamedTuple):
    """How often the guess is right in groups of some sizes, with the width of its bar."""

    size: str
    width: float | None
    kind: str
    people: str
    right: str


class Attribute(NamedTuple):
    """What would be learnt of a sensitive attribute."""

    name: str
    sentences: tuple[str, ...]
    caption: str
    guesses: tuple[Guess, ...]
    title: str
    note: str
    histogram: Histogram | None
    exposed_title: str
    exposed: tuple[ExposedClass, ...]
    by_size: tuple[LearntSizeRow, ...]
    uncertainty: str


class LearntOf(NamedTuple):
    """What would be learnt of each sensitive attribute, or why that was not measured."""

    lead: str
    attributes: tuple[Attribute, ...]
    missing: str | None = None


def learnt(certificate: Certificate) -> LearntOf:
    """Return what would be learnt from the relation of a certificate."""
    if not certificate.learnt:
        return LearntOf(_not_measured(certificate), ())
    return LearntOf(
        "Something can be learnt of a person without finding the record, where people who look alike mostly have the "
        "same value. For each sensitive column: how well it is guessed without and with the release, and how sure "
        "the guess is.",
        tuple(attribute(one, certificate) for one in certificate.learnt),
        _others(certificate),
    )


def _others(certificate: Certificate) -> str | None:
    """Return the sensitive columns of which nothing is said here."""
    told = {one.target for one in certificate.learnt}
    rest = [one.name for one in certificate.columns or () if one.role == "sensitive" and one.name not in told]
    return f"How sure guesses of {names(rest)} are was not measured." if rest else None


def _not_measured(certificate: Certificate) -> str:
    """Return why nothing is said of what would be learnt."""
    reason = certificate.missing.get("groups")
    if reason is not None:
        return f"How sure guesses are was not measured: {reason}."
    return (
        "No column was named as sensitive, so what would be learnt of people was not measured. Name the columns as "
        "sensitive that nobody should learn."
    )


def attribute(one: Learnt, certificate: Certificate) -> Attribute:
    """Return what would be learnt of one sensitive attribute."""
    own, small = of_target(one.target, one.partition), small_group(certificate)
    is_limit = any(
        row.metric == CERTAINTY and (row.target, row.partition) == (one.target, one.partition)
        for row in certificate.conditions
    )
    limit = limit_text(one.limit, "share")
    return Attribute(
        name=own,
        sentences=tuple(filter(None, (gain(one), sure(one, certificate)))),
        caption=f"How often the best guess of {name(own)} is right. "
        + (
            ""
            if certificate.audience == "public"
            else f"The mark is the limit of {limit}, which is set for every group."
            if is_limit
            else f"The mark is {limit}, above which a guess counts here as nearly sure; no limit was set."
        ),
        guesses=guesses(one, certificate),
        title=nearly_certain(one, certificate),
        note=f"{BY_SIZE if one.by_size else BY_GUESS} {left_out_people(one.small, small)}",
        histogram=histogram(one, own),
        exposed_title=f"The {len(one.exposed)} groups of {certificate.least} or more with the surest guesses"
        if len(one.exposed) > 1
        else f"The only group of {certificate.least} or more",
        exposed=tuple(ExposedClass(people(group.people), shown(group.certainty, "share")) for group in one.exposed),
        by_size=tuple(size_row(row, one) for row in one.by_size),
        uncertainty=uncertainty(one, own),
    )


def size_row(row: CertaintyBySize, one: Learnt) -> LearntSizeRow:
    """Return a row of how often the guess is right, by the size of groups."""
    value = row.certainty.value
    return LearntSizeRow(
        size=f"{row.low:,} to {row.high:,}",
        width=None if value is None else 100 * value,
        kind="bad" if value is not None and value > one.limit else "bar",
        people=people(row.people),
        right=shown(row.certainty, "share"),
    )


def gain(one: Learnt) -> str | None:
    """Return how often the best guess is right before the release and after it."""
    before, after = (shown(figure, "share") for figure in (one.before, one.after))
    if one.before.value is None and one.after.value is None:
        return None
    if one.before.value is None:
        return f"With the release the best guess is right for {after} of people."
    if one.after.value is None:
        return f"Without the release the best guess is right for {before} of people."
    if one.before == one.after:
        return f"The best guess is right for {before} of people, with the release as without it."
    return f"The best guess is right for {before} of people without the release, and for {after} with it."


def sure(one: Learnt, certificate: Certificate) -> str | None:
    """Return for whom the best guess is nearly sure."""
    value, limit = one.sure.value, limit_text(one.limit, "share")
    if value is None and certificate.audience == "public":
        return None
    if value is None:
        return f"For how many it is more than {limit} sure is not said in this version." if _hidden(one.sure) else None
    if value == 0 and one.sure.form == "is":
        return f"It is more than {limit} sure for nobody."
    part = f" ({percent(value / certificate.crowd)})" if one.sure.form == "is" and certificate.crowd else ""
    return f"It is more than {limit} sure for {crowd(one.sure)}{part}."


def _hidden(figure: Figure) -> bool:
    return figure.form == "withheld"


def guesses(one: Learnt, certificate: Certificate) -> tuple[Guess, ...]:
    """Return how often the best guess is right before, after, and in the most exposed group."""
    exposed = f"In the most exposed group of {certificate.least} or more"
    if certificate.audience == "public":
        return (
            _guess("Without the release", one.before, "before", None),
            _guess("With it, on average", one.after, "bar", None),
        )
    value, limit = one.surest.value, one.limit
    over = value is not None and (value > limit or (one.surest.form == "over" and value == limit))
    return (
        _guess("Without the release", one.before, "before", None),
        _guess("With it, on average", one.after, "bar", None),
        _guess(exposed, one.surest, "bad" if over else "bar", one.limit),
    )


def _guess(when: str, figure: Figure, kind: str, mark: float | None) -> Guess:
    width = None if figure.value is None else 100 * min(max(figure.value, 0.0), 1.0)
    return Guess(when, width, kind, None if mark is None else 100 * mark, shown(figure, "share"))


def nearly_certain(one: Learnt, certificate: Certificate) -> str:
    """Return for how many people in larger groups the guess is right nine times in ten."""
    large = f"in groups of {certificate.least} or more"
    if certificate.audience == "public":
        return "How often the best guess is right, by the size of the group"
    if not one.tenths:
        return f"How sure the guess is {large} was not measured"
    top = one.tenths[-1].people
    from_ = limit_text(one.tenths[-1].low, "share")
    if top.value is None:
        return f"How sure the best guess is {large}"
    if top.value == 0 and top.form == "is":
        best = max((tenth for tenth in one.tenths if _some(tenth)), key=lambda tenth: tenth.low, default=None)
        if best is None:
            return f"Nobody is {large}"
        return f"Nobody {large} can be guessed with {limit_text(best.low + 0.1, 'share')} certainty or more"
    whom = f"{people(top)} {'person' if (top.value, top.form) == (1, 'is') else 'people'}"
    return f"The guess is right {from_} of the time or more for {whom} {large}"


def _some(tenth: Certainty) -> bool:
    """Return whether anybody is, or may be, in a tenth of certainty."""
    return tenth.people.value is None or tenth.people.value > 0


def left_out_people(small: Figure, size: str) -> str:
    """Return whom the histogram leaves out."""
    if small.value == 0 and small.form == "is":
        return f"Nobody is in a group of {size}."
    if small.value is None:
        return f"People in groups of {size} are left out."
    if small.form != "is":
        return sentence(f"{people(small)} people in groups of {size} are left out.")
    whom = "The one person" if small.value == 1 else f"The {people(small)} people"
    return f"{whom} in groups of {size} {'is' if small.value == 1 else 'are'} left out."


def uncertainty(one: Learnt, own: str) -> str:
    """Return how much of the uncertainty goes, as it is and beyond chance."""
    raw, adjusted = one.discrimination_rate, one.adjusted_discrimination_rate
    if raw.value is None:
        return f"How much of the uncertainty about {name(own)} the known columns take away: {_why(raw)}."
    text = (
        f"The known columns take away {shown(raw, 'share')} of the uncertainty about {name(own)} (discrimination rate)."
    )
    if adjusted.value is not None and adjusted.value < raw.value / 2:
        beyond = shown(Figure(max(adjusted.value, 0.0), adjusted.form), "share")
        return (
            f"Beyond chance the known columns take away {beyond} of the uncertainty about {name(own)} (adjusted"
            f" discrimination rate). The rate is {shown(raw, 'share')}: most of that chance alone gives in groups of"
            " these sizes."
        )
    if adjusted.value is None:
        return f"{text} How much of that is more than chance: {_why(adjusted)}."
    return (
        f"{text} Small groups seem to tell something by chance alone; beyond that it is {shown(adjusted, 'share')} "
        "(adjusted discrimination rate)."
    )


def _why(figure: Figure) -> str:
    words = shown(figure, "share")
    return f"{words}, as {reason_in_words(figure.reason)}" if figure.reason and figure.reason != words else words
