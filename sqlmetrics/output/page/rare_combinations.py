"""What makes it dangerous: what each known column adds, and what combinations of them give away."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, ColumnContribution, Figure, RareCombination
from sqlmetrics.output.assertions import ROUNDING, Assertion
from sqlmetrics.output.page.language import counted_things, figures, wording
from sqlmetrics.output.page.words import crowd, limit_text, name, names, people, shown, small_group
from sqlmetrics.sentences import Facts, World

OPEN = 15
"""The combinations that stand open on the page; further ones are folded."""

MOST = 127
"""The most combinations of a page, which are all of seven columns; the certificate has all."""

MOST_COLUMNS = 8
"""The most known columns that have a column of the table each."""

LEFT_OUT = (
    "No column can be taken away from one of them: a part of it puts nobody there. With a further column each puts at"
    " least as many people there."
)
"""The sentence where larger combinations, or safe ones, are left out."""

TINTS = (0.0, 0.001, 0.01)
"""The shares of people at risk from which a tint holds: any, 0.1 %, 1 %."""


class DangerSection(NamedTuple):
    """What the known columns give away together, each by itself, and what is missing."""

    sentences: tuple[str, ...] = ()
    contributions: ContributionsTable | None = None
    combined: CombinationsTable | None = None
    missing: str | None = None


class ContributionsTable(NamedTuple):
    """What each known column adds, the most first, and all of them together."""

    title: str
    note: str
    rows: list[ColumnShare]
    whole: ColumnShare | None


class ColumnShare(NamedTuple):
    """What a column adds, and who is at risk without it."""

    column: str
    added: str
    share: str
    people: str
    width: float | None = None


class CombinationsTable(NamedTuple):
    """The smallest combinations that put anybody at risk: the open ones and the folded."""

    caption: str
    head: tuple[str, ...]
    rows: list[CombinationRisk]
    folded: list[CombinationRisk]
    summary: str


class CombinationRisk(NamedTuple):
    """A combination: a cell per known column, or their names in one, and whom it leaves."""

    cells: list[tuple[str, bool]]
    names: str
    tint: int
    people: str
    share: str
    removed: str


def danger(certificate: Certificate) -> DangerSection:
    """Return what the known columns give away together, each by itself, and what is missing."""
    if not certificate.combinations:
        return DangerSection(missing=_not_measured(certificate))
    told = (first_risk(certificate), whole_risk(certificate), _extent(certificate))
    sentences = tuple(sentence for sentence in told if sentence)
    if nobody_at_risk(certificate):
        return DangerSection(sentences)
    return DangerSection(sentences, contributions(certificate), combined(certificate))


def _not_measured(certificate: Certificate) -> str:
    """Return why no combination was measured."""
    if certificate.all_combinations == 0 and "combinations" not in certificate.missing:
        return wording("No column was taken as known to an attacker, so nothing can be combined.")
    reason = certificate.missing.get("combinations", wording("they were not asked for"))
    if certificate.audience == "public":
        return wording(
            "What each known column adds, and what combinations of them give away, is in the"
            " internal version: beside the other figures it would tell of few people."
        )
    return wording("Combinations of known columns were not measured: {reason}.", reason=reason)


def nobody_at_risk(certificate: Certificate) -> bool:
    """Return whether no measured combination puts anybody at risk."""
    return all(at_risk(row.people) is False for row in certificate.combinations)


def first_risk(certificate: Certificate) -> str:
    """Return how many known columns it takes to put anybody into a small group."""
    rows, small = certificate.combinations, small_group(certificate)
    if nobody_at_risk(certificate):
        what = (
            wording("combination of these columns")
            if whole_combination(certificate)
            else wording("measured combination")
        )
        of = {"all": [row.known for row in certificate.combinations], "least": certificate.least}
        return NONE_PUTS.say(of, what=what, small=small)
    worst = smallest_risk(certificate)
    if worst is None:
        return wording("Whom the combinations put in small groups is not said in this version.")
    fewest = len(worst.known)
    verb = wording("puts") if fewest == 1 else wording("together put")
    of = {"known": worst.known, "people": worst.people, "least": certificate.least}
    what = PUTS.say(
        of,
        names=names(worst.known),
        verb=verb,
        crowd=crowd(worst.people),
        small=small,
    )
    if fewest == 1:
        return ONE_PUTS.say(of, what=what)
    if any(at_risk(row.people) is None for row in rows if len(row.known) < fewest):
        return SOME_PUT.say(of, fewest=fewest, what=what)
    alone = (
        wording("No column alone puts")
        if fewest == 2
        else wording("No {columns} columns together put", columns=fewest - 1)
    )
    less = [row.known for row in rows if len(row.known) < fewest]
    return IT_TAKES.say(
        {**of, "all": less},
        alone=alone,
        small=small,
        fewest=fewest,
        what=what,
    )


def _puts(gate: World, of: Facts) -> bool:
    number = gate.put(of["known"], of["least"])
    return number > 0 and bool(of["people"].allows(number))


def _none_puts(gate: World, of: Facts) -> bool:
    return not any(gate.put(known, of["least"]) for known in of["all"])


PUTS = Assertion("{names} {verb} {crowd} in groups of {small}", _puts)
NONE_PUTS = Assertion("No {what} puts anybody in a group of {small}.", _none_puts)
ONE_PUTS = Assertion("One column is enough: {what}.", lambda gate, of: _puts(gate, of) and len(of["known"]) == 1)
SOME_PUT = Assertion("{fewest} columns are enough: {what}.", _puts)
IT_TAKES = Assertion(
    "{alone} anybody in a group of {small}. It takes {fewest}: {what}.",
    lambda gate, of: _puts(gate, of) and _none_puts(gate, of),
)
ALL_PUT = Assertion("All {columns} together put {crowd} {small}{of_all}.", _puts)
WITHOUT_ANY = Assertion(
    "Without any one of the columns still {crowd} would be at risk",
    lambda gate, of: all(of["people"].allows(gate.put(known, of["least"])) for known in of["all"]),
)
WITHOUT_ONE = Assertion(
    "Without {name}, {left} would be at risk instead of {people}",
    lambda gate, of: (
        of["left"].allows(gate.put(of["known"], of["least"])) and of["people"].allows(gate.put(of["all"], of["least"]))
    ),
)


def _up_to(gate: World, of: Facts) -> bool:
    """Return whether all combinations of up to some columns are there, and larger ones put more."""
    number, size = len(of["known"]), of["least"]
    every = sum(comb(number, count) for count in range(1, of["most"] + 1))
    more = all(gate.put(row, size) <= gate.put(of["known"], size) for row in of["rows"])
    return more and len({*of["rows"]}) == every < 2**number - 1 == of["every"]


def _riskiest(gate: World, of: Facts) -> bool:
    """Return whether as many combinations put people at risk whom no part does, the first most."""
    put = {row: gate.put(row, of["least"]) for row in of["rows"]}
    own = [row for row in put if put[row] and not any(put[one] and {*one} < {*row} for one in put)]
    shown = [put[row] for row in of["shown"]]
    rest = [put[row] for row in own if row not in of["shown"]]
    return {*of["shown"]} <= {*own} and len(own) == of["count"] and min(shown) >= max(rest)


UP_TO = Assertion(
    "Only combinations of up to {columns} were measured, {measured} of {every}; larger ones put at least as many"
    " people at risk, and what each column adds is not known.",
    _up_to,
)
RISKIEST = Assertion("The {OPEN} riskiest of {count} combinations.", _riskiest)
NEXT_RISKIEST = Assertion("The next {number} of {count} combinations; all stand in the certificate", _riskiest)
ADDS_MOST = Assertion(
    "{name} adds most to the share of people at risk",
    lambda gate, of: all(gate.added(of["column"]) >= gate.added(one) - ROUNDING for one in of["all"]),
)


def smallest_risk(certificate: Certificate) -> RareCombination | None:
    """Return the riskiest of the combinations with the fewest columns that put anybody at risk."""
    rows = [row for row in certificate.combinations if at_risk(row.people)]
    return min(rows, key=lambda row: len(row.known), default=None)


def whole_risk(certificate: Certificate) -> str | None:
    """Return whom all known columns together put at risk, where that is not said already."""
    whole = whole_combination(certificate)
    if whole is None:
        figure = certificate.sizes[0].people if certificate.sizes else Figure(None, "undefined")
        share = Figure(None, "undefined")
    else:
        figure, share = whole.people, whole.share
    if not at_risk(figure) or (whole is not None and whole == smallest_risk(certificate)):
        return None
    small = (
        wording("there")
        if smallest_risk(certificate)
        else wording("in groups of {small_group}", small_group=small_group(certificate))
    )
    columns = (certificate.all_combinations + 1).bit_length() - 1
    of_all = "" if share.value is None else wording(", {shown} of all", shown=shown(share, "share"))
    return ALL_PUT.say(
        {"known": certificate.known, "people": figure, "least": certificate.least},
        columns=columns,
        crowd=crowd(figure),
        small=small,
        of_all=of_all,
    )


def _extent(certificate: Certificate) -> str | None:
    """Return which combinations were measured, where some were not."""
    measured, every = len(certificate.combinations), certificate.all_combinations
    if measured >= every:
        return None
    most = max(len(row.known) for row in certificate.combinations)
    rows = [row.known for row in certificate.combinations]
    return UP_TO.say(
        {"rows": rows, "known": certificate.known, "most": most, "every": every, "least": certificate.least},
        columns=counted_things(most, "column"),
        measured=figures(measured, ","),
        every=figures(every, ","),
    )


def contributions(certificate: Certificate) -> ContributionsTable | None:
    """Return what each known column adds, the most first.

    None where there are fewer than two columns, and where nothing was measured of any.
    """
    rows = certificate.contributions
    if len(rows) < 2 or all(row.added.form == row.people_without.form == "undefined" for row in rows):
        return None
    largest = max((row.added.value or 0.0 for row in rows), default=0.0)
    whole = whole_combination(certificate)
    return ContributionsTable(
        title=most_added(rows, whole, certificate.least),
        note=(
            wording(
                "What each column adds to the share of people in groups of {small_group}, in"
                " percentage points: its average over all orders in which an attacker could come to"
                " know the columns (Shapley value). Beside it, who is at risk without the column.",
                small_group=small_group(certificate),
            )
        ),
        rows=[_added(row, largest) for row in rows],
        whole=None
        if whole is None
        else ColumnShare(
            column=wording("All {number}", number=len(whole.known)),
            added=percentage_points(whole.share),
            share=shown(whole.share, "share"),
            people=people(whole.people),
        ),
    )


def _added(row: ColumnContribution, largest: float) -> ColumnShare:
    value = row.added.value
    return ColumnShare(
        column=row.column,
        width=None if value is None else 100 * max(value, 0.0) / largest if largest > 0 else 0.0,
        added=percentage_points(row.added),
        share=shown(row.share_without, "share"),
        people=people(row.people_without),
    )


def percentage_points(figure: Figure) -> str:
    """Return a share as percentage points."""
    if figure.value is None:
        return shown(figure, "share")
    text = f"{figures(figure.value * 100, '.2f')}"
    return text if figure.form == "is" else f"{figure.form} {text}"


def most_added(rows: Sequence[ColumnContribution], whole: RareCombination | None, least: int) -> str:
    """Return which column matters most: without it the fewest people are at risk."""
    known = [row for row in rows if row.people_without.value is not None]
    if known and whole is not None and whole.people.form == "is":
        best = min(known, key=lambda row: row.people_without.value or 0)
        others = [tuple(one for one in whole.known if one != row.column) for row in known]
        if best.people_without == whole.people:
            of: Facts = {"people": whole.people, "all": others, "least": least}
            return WITHOUT_ANY.say(of, crowd=crowd(whole.people))
        left = wording("nobody") if at_risk(best.people_without) is False else crowd(best.people_without)
        rest = tuple(one for one in whole.known if one != best.column)
        of = {"left": best.people_without, "known": rest, "people": whole.people, "all": whole.known, "least": least}
        return WITHOUT_ONE.say(
            of,
            name=name(best.column),
            left=left,
            people=people(whole.people),
        )
    added = [row for row in rows if row.added.value]
    if added:
        most = max(added, key=lambda row: row.added.value or 0)
        every = [row.column for row in rows]
        return ADDS_MOST.say({"column": most.column, "all": every}, name=name(most.column))
    return wording("What each column adds to the share of people at risk is not said in this version")


def combined(certificate: Certificate) -> CombinationsTable:
    """Return the smallest combinations of a certificate that put anybody at risk, as a table."""
    telling = [row for row in certificate.combinations if is_minimal(row, certificate.combinations)]
    found = tuple(dict.fromkeys(name for row in telling for name in row.known))
    columns = tuple(name for name in certificate.known if name in found)
    columns = columns if len(columns) == len(found) else found
    head = columns if len(columns) <= MOST_COLUMNS else ()
    rows = [_known(row, head) for row in telling]
    of: dict[str, object] = {"rows": [row.known for row in certificate.combinations], "count": len(rows)}
    of |= {"least": certificate.least, "shown": [row.known for row in telling[:OPEN]]}
    return CombinationsTable(
        caption=_caption(of, bool(head), certificate),
        head=head,
        rows=rows[:OPEN],
        folded=rows[OPEN:MOST],
        summary=_summary({**of, "shown": [row.known for row in telling[:MOST]]}),
    )


def is_minimal(row: RareCombination, rows: Sequence[RareCombination]) -> bool:
    """Return whether a combination may put somebody at risk whom no part of it does."""
    if at_risk(row.people) is False:
        return False
    return not any(at_risk(other.people) for other in rows if {*other.known} < {*row.known})


def _caption(of: Facts, dots: bool, certificate: Certificate) -> str:
    """Return what the table shows: how many of the combinations, and what its tints stand for."""
    count = of["count"]
    told = [
        wording(
            "What an attacker knows{mark}, and how many people that leaves in groups of {small}.",
            mark=" (●)" if dots else "",
            small=small_group(certificate),
        ),
        *([RISKIEST.say(of, OPEN=OPEN, count=figures(count, ","))] if count > OPEN else []),
        *([wording(LEFT_OUT)] if count < len(certificate.combinations) else []),
        wording(
            "The stronger the tint, the larger their share: below {low}, below {high}, and more.",
            low=limit_text(TINTS[1], "share"),
            high=limit_text(TINTS[2], "share"),
        ),
    ]
    return " ".join(told)


def _summary(of: Facts) -> str:
    """Return what the fold of further combinations is called."""
    count = of["count"]
    if count > MOST:
        return NEXT_RISKIEST.say(of, number=MOST - OPEN, count=figures(count, ","))
    return (
        wording("The other {number} combinations", number=count - OPEN)
        if count - OPEN > 1
        else wording("The last combination")
    )


def _known(row: RareCombination, head: tuple[str, ...]) -> CombinationRisk:
    """Return a combination: a cell per known column, or their names in one, and whom it leaves."""
    return CombinationRisk(
        cells=[(name, name in row.known) for name in head],
        names=", ".join(row.known),
        tint=tint(row.share),
        people=people(row.people),
        share=shown(row.share, "share"),
        removed=shown(row.uncertainty_removed, "share"),
    )


def tint(share: Figure) -> int:
    """Return the tint of a share of people at risk: 0 for none, 3 for the most."""
    value = share.value
    return 0 if value is None or at_risk(share) is False else 1 + sum(value >= start for start in TINTS[1:])


def at_risk(figure: Figure) -> bool | None:
    """Return whether anybody is at risk, None where that is not said.

    A number below the size of small groups stands for some people: where there is nobody, the
    figure is 0.
    """
    if figure.value is None or (figure.form == "up to" and figure.value > 0):
        return None
    return figure.value > 0 or figure.form == "over"


def whole_combination(certificate: Certificate) -> RareCombination | None:
    """Return the combination of all known columns, None where it was not measured."""
    most = max(len(row.known) for row in certificate.combinations)
    whole = 2**most - 1 == certificate.all_combinations
    return next(row for row in certificate.combinations if len(row.known) == most) if whole else None
