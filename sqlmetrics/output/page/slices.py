"""Slices: how many keep every condition, where each lies beside the limits, and the worst of them.

The pictures have a strip per condition: places in per cent of the width, and in pixels up.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, MeasuredLimit, SlicedTable, SliceFacts, SliceScore
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.slices import enough_people
from sqlmetrics.gate.thresholds import WORST_FIRST
from sqlmetrics.output.assertions import ROUNDING, Grounds, are_counted, of_slices, same_score
from sqlmetrics.output.page.language import counted_things, figures, lowered, wording
from sqlmetrics.output.page.words import (
    about_score,
    exact_percent,
    limit_text,
    limit_wording,
    name,
    of_target,
    people,
    shown,
    with_unit,
)
from sqlmetrics.output.slices import SHOWN
from sqlmetrics.sentences import Facts, World
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import brief, values_text

MOST_COLUMNS, MOST_STRIPS = 5, 8
"""The most conditions with a column of this table, and with a strip; most slices fail them."""

LONGEST = 120
"""The most letters of a slice's name on a page."""

STEPS, ROWS = 50, 7
"""The places of a strip across, and the most points above each other."""

HEIGHT, BASE, STEP = 84, 64.0, 7.5
"""The height of a strip in pixels, where its axis is, and how far points are apart."""

LEFT, RIGHT = 2.0, 98.0
"""Where the least and the largest value are, in per cent of the width."""


class WorstSlice(NamedTuple):
    """The worst slice, with the score that is furthest beyond its limit."""

    grounds: Grounds
    slice: str
    measure: str
    value: str


class SlicesOpening(NamedTuple):
    """How many slices there are by some columns where none is judged, or how many pass.

    `judged` is the number of slices with enough people; `counts` is None where it is not shown.
    """

    by: Sequence[str]
    number: Grounds | None
    judged: int
    counts: Grounds | None
    worst: WorstSlice | None


class SlicesSection(NamedTuple):
    """The slices, the worst first.

    A public version has no slices of fewer people than are `enough`. Beside scores may stand what
    chance gives.
    """

    opening: SlicesOpening
    enough: int
    strips: list[SliceStrip]
    columns: list[ConditionColumn]
    by_chance: bool
    rows: list[ShownSlice]
    rest: Grounds | None


class ConditionColumn(NamedTuple):
    """A condition as the head of a column."""

    what: str
    of: str | None
    limit: str


class ShownSlice(NamedTuple):
    """A slice as a row: its people, its verdict, and its score under each condition."""

    name: str
    named: bool
    people: str
    state: str
    result: str
    cells: list[SliceCell]


class SliceCell(NamedTuple):
    """A slice's score under a condition, with what is by chance; words where it has none."""

    text: str
    state: str | None
    chance: str | None


def slices(certificate: Certificate) -> SlicesSection | None:
    """Return the slices of a certificate, the worst first; None where the table has none."""
    own = certificate.slices
    if own is None:
        return None
    columns = _failed_most(certificate, own, MOST_COLUMNS)
    judged = [one for one in own.slices if one.scores] or list(own.slices)
    found = [slice_row(one, own, certificate, columns) for one in judged[:SHOWN]]
    shown_scores = [one.scores[place] for one in own.slices for place in columns if one.scores]
    return SlicesSection(
        opening=opening(certificate, own),
        enough=enough_people(certificate),
        strips=strips(certificate, own),
        columns=[_column(certificate.conditions[place]) for place in columns],
        by_chance=any(score is not None and score.chance is not None for score in shown_scores),
        rows=found,
        rest=_rest(len(judged) - len(found), columns, certificate) if found else None,
    )


def called(one: SliceFacts, own: SlicedTable) -> str:
    """Return what a slice is called in a sentence: its number, or its values as a name."""
    return name(_text(one)) if own.named else wording("slice {name}", name=_text(one))


def _text(one: SliceFacts) -> str:
    return brief(values_text(one.name), LONGEST)


def worst_by(place: int, certificate: Certificate) -> str | None:
    """Return the worst slice of the condition at a place; None where no figure is known."""
    own = certificate.slices
    if own is None or certificate.audience == "public" or certificate.conditions[place].passed is None:
        return None
    measured = certificate.conditions[place].measured
    for one in own.slices:
        score = one.scores[place] if one.scores else None
        if score is not None and score.passed is not None and score.measured == measured:
            return called(one, own)
    return None


def _is_worst_slice(gate: World, of: Facts) -> bool:
    failed = [one for one in gate.held if one.passed is False]
    own = [one for one in failed if one.slice == of["slice"]]
    furthest = min((one.left for one in own if one.value is not None), default=None)
    shown = [one.left for one in own if one.metric == of["metric"] and same_score(one.value, of["value"])]
    least = min(one.left for one in failed)
    return min(one.left for one in own) <= least and (furthest is None or min(shown) <= furthest + ROUNDING)


def _are_past(gate: World, of: Facts) -> bool:
    metric, target = of["subject"]
    own = [one for one in gate.held if (one.metric, one.target) == (metric, target) and one.value is not None]
    values = [one.value for one in own]
    ends = "ends" not in of or all(map(same_score, of["ends"], (min(values), max(values))))
    return bool(ends and (len(own), sum(one.passed is False for one in own)) == (of["slices"], of["failed"]))


def _lack_values(gate: World, of: Facts) -> bool:
    metric, target = of["subject"]
    own = [one for one in gate.held if (one.metric, one.target) == (metric, target)]
    return bool(sum(one.value is None for one in own) == of["missing"])


def _stand_elsewhere(gate: World, of: Facts) -> bool:
    """Return whether there are as many slices and conditions more, which few slices fail."""
    people = {name: number for name, number in gate.people.items() if number >= of["enough"]}
    failed = dict.fromkeys(of["shown"] + of["hidden"], 0)
    for one in gate.held:
        if one.slice in people and (one.metric, one.target) in failed:
            failed[one.metric, one.target] += one.passed is False
    least = min((failed[one] for one in of["shown"]), default=0)
    fewer = all(failed[one] <= least for one in of["hidden"])
    return fewer and max(len(people) - SHOWN, 0) == of["slices"]


def _are_in_points(gate: World, of: Facts) -> bool:
    """Return whether each point is up to as many slices, and each slice with a value in one."""
    return bool(max(of["points"]) <= of["each"] and sum(of["points"]) == len(gate.slices) - of["missing"])


def opening(certificate: Certificate, own: SlicedTable) -> SlicesOpening:
    """Return how many slices there are by which columns, how many pass, and which is the worst."""
    if not certificate.conditions:
        return SlicesOpening(own.by, Grounds({"slices": own.counts.number}, are_counted), 0, None, None)
    passed, failed, few = (figure.value for figure in own.counts[1:])
    if passed is None or failed is None or not passed + failed + (few or 0):
        return SlicesOpening(own.by, None, 0, None, None)
    counts = Grounds({"passed": passed, "failed": failed, "few": few or 0}, of_slices)
    return SlicesOpening(own.by, None, round(passed + failed), counts, worst_of(certificate, own))


def worst_of(certificate: Certificate, own: SlicedTable) -> WorstSlice | None:
    """Return the worst slice with the condition it is furthest beyond, if figures are known."""
    first = next(iter(own.slices), None)
    if first is None or first.passed is not False or certificate.audience == "public":
        return None
    failed = max(_failed(first, certificate), key=_share_beyond, default=None)
    if failed is None:
        return None
    condition, score = failed
    of = {"slice": first.name, "metric": condition.metric, "value": score.measured.value}
    return WorstSlice(
        grounds=Grounds(of, _is_worst_slice),
        slice=called(first, own),
        measure=lowered(about_score(condition.metric, condition.target)),
        value=with_unit(score.measured, condition.unit),
    )


def _share_beyond(failed: tuple[MeasuredLimit, SliceScore]) -> float:
    """Return the share of a limit that a score is beyond it; the least where it is undefined."""
    condition, score = failed
    figure, limit = score.measured, condition.limit or 0.0
    if figure.value is None:
        return math.inf if figure.form == "infinite" else -math.inf
    return abs(figure.value - limit) / (abs(limit) or 1.0)


def _failed(one: SliceFacts, certificate: Certificate) -> Iterator[tuple[MeasuredLimit, SliceScore]]:
    for condition, score in zip(certificate.conditions, one.scores, strict=False):
        if score is not None and score.passed is False:
            yield condition, score


def _rest(further: int, columns: Sequence[int], certificate: Certificate) -> Grounds | None:
    """Return how many slices and conditions stand in the certificate alone; None without any."""
    subjects = [(one.metric, one.target) for one in certificate.conditions]
    hidden = [one for place, one in enumerate(subjects) if place not in columns]
    enough = enough_people(certificate) if certificate.audience == "public" else 0
    of = {"slices": further, "shown": [subjects[one] for one in columns], "hidden": hidden, "enough": enough}
    return Grounds(of, _stand_elsewhere) if further or hidden else None


def _failed_most(certificate: Certificate, own: SlicedTable, most: int) -> list[int]:
    """Return the places of the conditions that most slices fail, in their order."""
    failed: Counter[int] = Counter()
    for one in own.slices:
        failed.update(place for place, score in enumerate(one.scores) if score is not None and score.passed is False)
    places = sorted(range(len(certificate.conditions)), key=lambda place: -failed[place])
    return sorted(places[:most])


def _column(condition: MeasuredLimit) -> ConditionColumn:
    """Return a condition as the head of a column."""
    return ConditionColumn(
        what=about_score(condition.metric, condition.target),
        of=None if condition.target == IDENTITY else of_target(condition.target, condition.partition),
        limit=limit_of(condition),
    )


def limit_of(condition: MeasuredLimit) -> str:
    """Return the limit of a condition with its side."""
    return limit_wording(condition.bound, limit_text(condition.limit, condition.unit))


WORDS = {True: ("yes", "Passes"), False: ("no", "Fails"), None: ("un", "Too few")}
"""The state and the word of a slice by whether it passes."""


def slice_row(one: SliceFacts, own: SlicedTable, certificate: Certificate, columns: Sequence[int]) -> ShownSlice:
    """Return a slice as a row: its people, its verdict, and its score under each condition."""
    state, result = WORDS[one.passed] if one.scores else ("un", "Not judged")
    return ShownSlice(
        name=_text(one),
        named=own.named,
        people=people(one.people),
        state=state,
        result=wording(result),
        cells=[_cell(one.scores[place], certificate.conditions[place]) for place in columns if one.scores],
    )


def _cell(score: SliceScore | None, condition: MeasuredLimit) -> SliceCell:
    """Return a slice's score under a condition, with what is by chance; words where it has none."""
    if score is None:
        return SliceCell(text=wording("No verdict"), state=None, chance=None)
    state = WORDS[score.passed][0]
    if score.measured.form == "withheld":
        return SliceCell(
            text={"yes": wording("Met"), "no": wording("Not met"), "un": wording("Too few")}[state],
            state=state,
            chance=None,
        )
    return SliceCell(
        text=with_unit(score.measured, condition.unit),
        state=state if state == "no" else None,
        chance=None
        if score.chance is None
        else wording("{shown} by chance", shown=shown(score.chance, condition.unit)),
    )


class SliceDot(NamedTuple):
    """A point of a strip: its place, whether its slices pass, and what it stands for."""

    at: float
    height: float
    state: str
    title: str


class SliceStrip(NamedTuple):
    """A condition with the slices by their value, which are in a range of values.

    `limit` is the place of the limit. `ticks` are numbers with their places and anchors, and
    whether one is the limit. How many slices are `past` the limit is known, also how many are
    `lacking` a value, and how many slices a point stands for where it is not one.
    """

    what: str
    of: str | None
    limit_of: str
    values: str
    past: Grounds
    lacking: Grounds | None
    together: Grounds | None
    limit: float
    ticks: list[tuple[float, str, str, bool]]
    dots: list[SliceDot]
    height: int = HEIGHT
    base: float = BASE


def strips(certificate: Certificate, own: SlicedTable) -> list[SliceStrip]:
    """Return a strip for each condition for which slices have values, one limit each."""
    if certificate.audience == "public":
        return []
    found = []
    for place in _failed_most(certificate, own, MOST_STRIPS):
        condition = certificate.conditions[place]
        scored = [(one, one.scores[place]) for one in own.slices if place < len(one.scores)]
        values = [(one, score, score.measured.value) for one, score in scored if score is not None]
        known = [(one, score, value) for one, score, value in values if value is not None]
        if known and condition.limit is not None and condition.origin is None:
            found.append(_strip(condition, known, len(own.slices) - len(known), own))
    return found


def _strip(
    condition: MeasuredLimit, known: Sequence[tuple[SliceFacts, SliceScore, float]], missing: int, own: SlicedTable
) -> SliceStrip:
    """Return the strip of a condition; sizes of groups are drawn by their logarithm."""
    limit, sizes = float(condition.limit or 0.0), condition.unit == "individuals"
    numbers = [value for _, _, value in known]
    low, high = min(*numbers, limit), max(*numbers, limit)
    low, high = (max(low, 1.0), max(high, 2 * low, 2.0)) if sizes else (min(low, 0.0), high or 1.0)
    scale = math.log if sizes else float

    def across(value: float) -> float:
        share = (scale(max(value, low)) - scale(low)) / (scale(high) - scale(low))
        return LEFT + (RIGHT - LEFT) * share

    piles: dict[tuple[int, bool | None], list[tuple[SliceFacts, float]]] = {}
    for one, score, value in known:
        step = round((across(value) - LEFT) / (RIGHT - LEFT) * STEPS)
        piles.setdefault((step, score.passed), []).append((one, value))
    totals: Counter[int] = Counter()
    for (step, _), pile in piles.items():
        totals[step] += len(pile)
    each = max(math.ceil(max(totals.values()) / (ROWS - 1)), 1)
    failed = sum(score.passed is False for _, score, _ in known)
    of = {"subject": (condition.metric, condition.target), "slices": len(known), "failed": failed, "missing": missing}
    of["ends"] = (min(numbers), max(numbers))
    of["points"] = [min(each, len(pile) - start) for pile in piles.values() for start in range(0, len(pile), each)]
    of["each"] = each
    return SliceStrip(
        what=about_score(condition.metric, condition.target),
        of=None if condition.target == IDENTITY else of_target(condition.target, condition.partition),
        limit_of=limit_of(condition),
        values=_range(numbers, condition),
        past=Grounds(of, _are_past),
        lacking=Grounds(of, _lack_values) if missing else None,
        together=Grounds(of, _are_in_points) if each > 1 else None,
        limit=round(across(limit), 2),
        ticks=_ticks(low, high, condition, across(limit)),
        dots=_dots(piles, condition, across(limit), each, own),
    )


def _range(numbers: Sequence[float], condition: MeasuredLimit) -> str:
    low, high = (with_unit(Figure(value), condition.unit) for value in (min(numbers), max(numbers)))
    return low if low == high else wording("{low} to {high}", low=low, high=high)


def _ticks(low: float, high: float, condition: MeasuredLimit, limit: float) -> list[tuple[float, str, str, bool]]:
    """Return the ends of a strip, but for one that the limit's own number is close to."""
    text = exact_percent if condition.unit in {"share", "probability"} else lambda value: f"{figures(value, ',.6g')}"
    ends = [(LEFT, text(round(low, 3)), "start", False), (RIGHT, text(round(high, 3)), "end", False)]
    anchor = "start" if limit < 20 else "end" if limit > 80 else "middle"
    kept = [end for end in ends if abs(end[0] - limit) > 20]
    return [*kept, (round(limit, 2), limit_text(condition.limit, condition.unit), anchor, True)]


def _dots(
    piles: dict[tuple[int, bool | None], list[tuple[SliceFacts, float]]],
    condition: MeasuredLimit,
    limit: float,
    each: int,
    own: SlicedTable,
) -> list[SliceDot]:
    """Return the points of a strip, those past the limit below others and beyond its line."""
    found: list[SliceDot] = []
    heights: Counter[int] = Counter()
    for (step, passed), pile in sorted(piles.items(), key=lambda item: (item[0][0], WORST_FIRST[item[0][1]])):
        at = LEFT + (RIGHT - LEFT) * step / STEPS
        if passed is not None:
            below = (condition.bound == "at_most") == passed
            at = min(at, limit) if below else max(at, limit)
        for start, end in pairwise([*range(0, len(pile), each), len(pile)]):
            some = pile[start:end]
            value = with_unit(Figure(some[0][1]), condition.unit)
            title = (
                f"{'' if own.named else wording('slice ')}{_text(some[0][0])}: {value}"
                if len(some) == 1
                else counted_things(len(some), "slice")
            )
            place = BASE - STEP * (heights[step] + 0.75)
            found.append(SliceDot(round(at, 2), place, WORDS[passed][0], title))
            heights[step] += 1
    return found
