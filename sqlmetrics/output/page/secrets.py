"""What would be learnt: how well each sensitive attribute is guessed, before and after."""

from __future__ import annotations

from types import SimpleNamespace

from sqlmetrics.certificate.certificate import Certainty, CertaintyBySize, Certificate, Figure, Learnt
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

FLOOR, TOP = 152.0, 46.0
"""Where bars of the histogram stand, and how far the longest reaches: its number is above it."""


def learnt(certificate: Certificate) -> SimpleNamespace:
    """Return what would be learnt of each sensitive attribute, or why that was not measured."""
    lead = (
        "Something can be learnt of a person without finding the record, where people who look alike mostly have the "
        "same value. For each sensitive column: how well it is guessed without and with the release, and how sure "
        "the guess is."
    )
    return SimpleNamespace(
        lead=lead if certificate.learnt else _not_measured(certificate),
        attributes=[attribute(one, certificate) for one in certificate.learnt],
        missing=_others(certificate) if certificate.learnt else None,
    )


def _others(certificate: Certificate) -> str | None:
    """Return which sensitive columns have no section here."""
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


def attribute(one: Learnt, certificate: Certificate) -> SimpleNamespace:
    """Return what would be learnt of one sensitive attribute."""
    own, small = of_target(one.target, one.partition), small_group(certificate)
    is_limit = any(
        row.metric == CERTAINTY and (row.target, row.partition) == (one.target, one.partition)
        for row in certificate.own_conditions
    )
    limit = limit_text(one.limit, "share")
    return SimpleNamespace(
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
        exposed=[(people(group.people), shown(group.certainty, "share")) for group in one.exposed],
        by_size=[size_row(row, one) for row in one.by_size],
        uncertainty=uncertainty(one, own),
    )


def size_row(row: CertaintyBySize, one: Learnt) -> SimpleNamespace:
    """Return a row of how often the guess is right, by the size of groups."""
    value = row.certainty.value
    return SimpleNamespace(
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
        hidden = f"For how many it is more than {limit} sure is not said in this version."
        return hidden if one.sure.form == "withheld" else None
    if value == 0 and one.sure.form == "is":
        return f"It is more than {limit} sure for nobody."
    part = f" ({percent(value / certificate.crowd)})" if one.sure.form == "is" and certificate.crowd else ""
    return f"It is more than {limit} sure for {crowd(one.sure)}{part}."


def guesses(one: Learnt, certificate: Certificate) -> list[SimpleNamespace]:
    """Return how often the best guess is right before, after, and in the most exposed group."""
    exposed = f"In the most exposed group of {certificate.least} or more"
    both = [_guess("Without the release", one.before, "before"), _guess("With it, on average", one.after, "bar")]
    if certificate.audience == "public":
        return both
    value, limit = one.surest.value, one.limit
    over = value is not None and (value > limit or (one.surest.form == "over" and value == limit))
    return [*both, _guess(exposed, one.surest, "bad" if over else "bar", one.limit)]


def _guess(when: str, figure: Figure, kind: str, limit: float | None = None) -> SimpleNamespace:
    """Return how often a guess is right, with its bar and its limit in per cent of the width."""
    width = None if figure.value is None else 100 * min(max(figure.value, 0.0), 1.0)
    mark = None if limit is None else 100 * limit
    return SimpleNamespace(when=when, width=width, kind=kind, mark=mark, right=shown(figure, "share"))


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
        held = (tenth for tenth in one.tenths if tenth.people.value is None or tenth.people.value > 0)
        best = max(held, key=lambda tenth: tenth.low, default=None)
        if best is None:
            return f"Nobody is {large}"
        return f"Nobody {large} can be guessed with {limit_text(best.low + 0.1, 'share')} certainty or more"
    whom = f"{people(top)} {'person' if (top.value, top.form) == (1, 'is') else 'people'}"
    return f"The guess is right {from_} of the time or more for {whom} {large}"


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


def histogram(one: Learnt, own: str) -> SimpleNamespace | None:
    """Return a guess's certainty in ten bins, and how sure it was before; None without a number.

    Bars and marks have their places in per cent across and in pixels down.
    """
    known = [tenth for tenth in one.tenths if tenth.people.value is not None]
    most = max((tenth.people.value or 0.0 for tenth in known), default=0.0)
    if most <= 0:
        return None
    bins = []
    for tenth in known:
        if value := tenth.people.value:
            height = (FLOOR - TOP) * value / most
            kind, title = "bad" if _sure(tenth, one) else "bar", f"{tenth_name(tenth.low)}: {people(tenth.people)}"
            place = {"x": 100 * tenth.low + 0.6, "y": FLOOR - height, "height": height}
            bins.append(SimpleNamespace(**place, kind=kind, title=title))
    longest = max(known, key=lambda tenth: tenth.people.value or 0.0)
    told = ", ".join(bin_.title for bin_ in bins)
    return SimpleNamespace(
        label=f"People by how often the best guess of {name(own)} is right in their group. {told}."
        f" Without the release: {shown(one.before, 'share')}.",
        bins=bins,
        axis=[(mark, {0: "start", 100: "end"}.get(mark, "middle")) for mark in range(0, 101, 20)],
        longest=_longest(longest),
        before=_before(one),
        key=_key(one),
        rows=[(tenth_name(tenth.low), people(tenth.people)) for tenth in one.tenths],
    )


def _longest(tenth: Certainty) -> SimpleNamespace:
    """Return the number above the longest bar, which does not reach over the edges."""
    left = 100 * tenth.low
    x, anchor = (left, "start") if left < 5 else (100.0, "end") if left > 85 else (left + 5, "middle")
    return SimpleNamespace(x=x, anchor=anchor, text=people(tenth.people))


def _key(one: Learnt) -> str | None:
    """Return what red bars are, where there are any."""
    red = [tenth for tenth in one.tenths if tenth.people.value and _sure(tenth, one)]
    return f"Red: right {limit_text(red[0].low, 'share')} of the time or more, nearly sure." if red else None


def _sure(tenth: Certainty, one: Learnt) -> bool:
    return tenth.low > one.limit - 1e-9


def _before(one: Learnt) -> SimpleNamespace | None:
    if one.before.value is None:
        return None
    anchor, shift = ("end", -5) if one.before.value > 0.6 else ("start", 5)
    text = f"without: {shown(one.before, 'share')}"
    return SimpleNamespace(x=100 * one.before.value, anchor=anchor, text=text, shift=shift)


def tenth_name(low: float) -> str:
    """Return a tenth of certainty: `10 to 20%`."""
    return f"{100 * low:.0f} to {limit_text(low + 0.1, 'share')}"
