"""What makes it dangerous: what each known column adds, and what combinations of them give away."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Literal, NamedTuple

from sqlmetrics.certificate.certificate import Certificate, ColumnContribution, RareCombination
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.assertions import ROUNDING, Grounds
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.words import people, shown
from sqlmetrics.sentences import Facts, World

OPEN = 15
"""The combinations that stand open on the page; further ones are folded."""

MOST = 127
"""The most combinations of a page, which are all of seven columns; the certificate has all."""

MOST_COLUMNS = 8
"""The most known columns that have a column of the table each."""

TINTS = (0.0, 0.001, 0.01)
"""The shares of people at risk from which a tint holds: any, 0.1 %, 1 %."""


class DangerSection(NamedTuple):
    """What the known columns give away together, each by itself, and what that rests on.

    `first` is None where no combination was measured, and `extent` where all were.
    """

    first: FirstRisk | None = None
    whole: WholeRisk | None = None
    extent: Grounds | None = None
    contributions: ContributionsTable | None = None
    combined: CombinationsTable | None = None


class FirstRisk(NamedTuple):
    """How many columns it takes to put anybody at risk: `puts` is the riskiest of the smallest."""

    finding: Literal["nobody", "of measured", "not said", "one", "enough", "takes"]
    puts: Grounds | None = None
    grounds: Grounds | None = None


class WholeRisk(NamedTuple):
    """Whom all known columns put at risk; `more` where some of them put others at risk as well."""

    columns: int
    share: Figure
    more: bool
    grounds: Grounds


class ContributionsTable(NamedTuple):
    """What each known column adds, the most first, and all of them together."""

    finding: MostAdded
    rows: list[ColumnShare]
    whole: ColumnShare | None


class MostAdded(NamedTuple):
    """Which column matters most, and without how many people are at risk."""

    finding: Literal["without any", "without one", "nobody without one", "adds most", "not said"]
    column: str | None = None
    grounds: Grounds | None = None


class ColumnShare(NamedTuple):
    """What a column adds, and who is at risk without it."""

    column: str
    added: str
    share: str
    people: str
    width: float | None = None


class CombinationsTable(NamedTuple):
    """The smallest combinations that put anybody at risk: the open ones and the folded, of all.

    `tints` are the shares from which the second and the third tint hold.
    """

    head: tuple[str, ...]
    rows: list[CombinationRisk]
    folded: list[CombinationRisk]
    number: int
    riskiest: Grounds
    next_riskiest: Grounds
    tints: tuple[float, ...]


class CombinationRisk(NamedTuple):
    """A combination: a cell per known column, or their names in one, and whom it leaves."""

    cells: list[tuple[str, bool]]
    names: str
    tint: int
    people: str
    share: str
    removed: str


def danger(certificate: Certificate) -> DangerSection:
    """Return what the known columns give away together, and each by itself."""
    if not certificate.combinations:
        return DangerSection()
    found = DangerSection(first_risk(certificate), whole_risk(certificate), _extent(certificate))
    if nobody_at_risk(certificate):
        return found
    return found._replace(contributions=contributions(certificate), combined=combined(certificate))


def nobody_at_risk(certificate: Certificate) -> bool:
    """Return whether no measured combination puts anybody at risk."""
    return all(at_risk(row.people) is False for row in certificate.combinations)


def first_risk(certificate: Certificate) -> FirstRisk:
    """Return how many known columns it takes to put anybody into a small group."""
    rows, least = certificate.combinations, certificate.least
    if nobody_at_risk(certificate):
        every: Facts = {"all": [row.known for row in rows], "least": least}
        whole = whole_combination(certificate)
        return FirstRisk("nobody" if whole else "of measured", grounds=Grounds(every, _none_puts))
    worst = smallest_risk(certificate)
    if worst is None:
        return FirstRisk("not said")
    fewest = len(worst.known)
    of: Facts = {"known": worst.known, "people": worst.people, "least": least}
    puts = Grounds(of, _puts)
    if fewest == 1:
        return FirstRisk("one", puts, Grounds(of, lambda gate, of: _puts(gate, of) and len(of["known"]) == 1))
    if any(at_risk(row.people) is None for row in rows if len(row.known) < fewest):
        return FirstRisk("enough", puts, puts)
    less = [row.known for row in rows if len(row.known) < fewest]
    takes = Grounds({**of, "all": less}, lambda gate, of: _puts(gate, of) and _none_puts(gate, of))
    return FirstRisk("takes", puts, takes)


def _puts(gate: World, of: Facts) -> bool:
    number = gate.put(of["known"], of["least"])
    return number > 0 and bool(of["people"].allows(number))


def _none_puts(gate: World, of: Facts) -> bool:
    return not any(gate.put(known, of["least"]) for known in of["all"])


def _put_without_any(gate: World, of: Facts) -> bool:
    return all(of["people"].allows(gate.put(known, of["least"])) for known in of["all"])


def _put_without_one(gate: World, of: Facts) -> bool:
    left, whole = gate.put(of["known"], of["least"]), gate.put(of["all"], of["least"])
    return bool(of["left"].allows(left) and of["people"].allows(whole))


def _adds_most(gate: World, of: Facts) -> bool:
    return all(gate.added(of["column"]) >= gate.added(one) - ROUNDING for one in of["all"])


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


def smallest_risk(certificate: Certificate) -> RareCombination | None:
    """Return the riskiest of the combinations with the fewest columns that put anybody at risk."""
    rows = [row for row in certificate.combinations if at_risk(row.people)]
    return min(rows, key=lambda row: len(row.known), default=None)


def whole_risk(certificate: Certificate) -> WholeRisk | None:
    """Return whom all known columns together put at risk, where that is not said already."""
    whole = whole_combination(certificate)
    if whole is None:
        figure = certificate.sizes[0].people if certificate.sizes else Figure(None, "undefined")
        share = Figure(None, "undefined")
    else:
        figure, share = whole.people, whole.share
    if not at_risk(figure) or (whole is not None and whole == smallest_risk(certificate)):
        return None
    return WholeRisk(
        columns=(certificate.all_combinations + 1).bit_length() - 1,
        share=share,
        more=smallest_risk(certificate) is not None,
        grounds=Grounds({"known": certificate.known, "people": figure, "least": certificate.least}, _puts),
    )


def _extent(certificate: Certificate) -> Grounds | None:
    """Return which combinations were measured, where some were not."""
    every = certificate.all_combinations
    rows = [row.known for row in certificate.combinations]
    if len(rows) >= every:
        return None
    most = max(map(len, rows))
    of = {"rows": rows, "known": certificate.known, "most": most, "every": every, "least": certificate.least}
    return Grounds(of, _up_to)


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
        finding=most_added(rows, whole, certificate.least),
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


def most_added(rows: Sequence[ColumnContribution], whole: RareCombination | None, least: int) -> MostAdded:
    """Return which column matters most: without it the fewest people are at risk."""
    known = [row for row in rows if row.people_without.value is not None]
    if known and whole is not None and whole.people.form == "is":
        best = min(known, key=lambda row: row.people_without.value or 0)
        others = [tuple(one for one in whole.known if one != row.column) for row in known]
        if best.people_without == whole.people:
            of: Facts = {"people": whole.people, "all": others, "least": least}
            return MostAdded("without any", grounds=Grounds(of, _put_without_any))
        rest = tuple(one for one in whole.known if one != best.column)
        of = {"left": best.people_without, "known": rest, "people": whole.people, "all": whole.known, "least": least}
        nobody = at_risk(best.people_without) is False
        finding: Literal["nobody without one", "without one"] = "nobody without one" if nobody else "without one"
        return MostAdded(finding, best.column, Grounds(of, _put_without_one))
    added = [row for row in rows if row.added.value]
    if added:
        most = max(added, key=lambda row: row.added.value or 0)
        every = [row.column for row in rows]
        return MostAdded("adds most", most.column, Grounds({"column": most.column, "all": every}, _adds_most))
    return MostAdded("not said")


def combined(certificate: Certificate) -> CombinationsTable:
    """Return the smallest combinations of a certificate that put anybody at risk, as a table."""
    telling = [row for row in certificate.combinations if is_minimal(row, certificate.combinations)]
    found = tuple(dict.fromkeys(name for row in telling for name in row.known))
    columns = tuple(name for name in certificate.known if name in found)
    columns = columns if len(columns) == len(found) else found
    head = columns if len(columns) <= MOST_COLUMNS else ()
    rows = [_known(row, head) for row in telling]
    of = {"rows": [row.known for row in certificate.combinations], "count": len(rows), "least": certificate.least}
    shown = [row.known for row in telling[:MOST]]
    return CombinationsTable(
        head=head,
        rows=rows[:OPEN],
        folded=rows[OPEN:MOST],
        number=len(rows),
        riskiest=Grounds({**of, "shown": shown[:OPEN]}, _riskiest),
        next_riskiest=Grounds({**of, "shown": shown}, _riskiest),
        tints=TINTS[1:],
    )


def is_minimal(row: RareCombination, rows: Sequence[RareCombination]) -> bool:
    """Return whether a combination may put somebody at risk whom no part of it does."""
    if at_risk(row.people) is False:
        return False
    return not any(at_risk(other.people) for other in rows if {*other.known} < {*row.known})


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
