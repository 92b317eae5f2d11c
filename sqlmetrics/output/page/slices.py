"""Slices: how many keep every condition, where each lies beside the limits, and the worst of them.

The pictures have a strip per condition: places in per cent of the width, and in pixels up.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Figure, MeasuredLimit, SlicedTable, SliceFacts, SliceScore
from sqlmetrics.certificate.slices import enough_people
from sqlmetrics.gate.thresholds import WORST_FIRST
from sqlmetrics.output.assertions import ROUNDING, Assertion, are_counted, of_slices, same_score
from sqlmetrics.output.page.language import counted_things, figures, lowered, wording
from sqlmetrics.output.page.words import (
    about_score,
    limit_text,
    limit_wording,
    name,
    names,
    of_target,
    people,
    percent_tick,
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

MEANING = (
    "Each slice is judged as a table of its own: that is what counts where each goes to other people, as one file for"
    " each recipient or month. If one file has all of them, and an attacker knows which slice a person is in, the"
    " column is one more known column (quasi-identifier) of the whole table instead. An average over slices says"
    " nothing of the worst one, and is not shown."
)
"""Which of three meanings a slice has."""

WHOLE = "All other sections describe the whole table, where people of different slices hide among each other."
"""What the rest of a page is about."""


class SlicesSection(NamedTuple):
    """The slices, the worst first."""

    sentences: tuple[str, ...]
    strips: list[SliceStrip]
    strips_note: str
    columns: list[ConditionColumn]
    people: bool
    caption: str
    rows: list[ShownSlice]
    rest: str | None


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
    drawn = strips(certificate, own)
    return SlicesSection(
        sentences=tuple(
            filter(None, (opening(certificate, own), hidden(certificate, own), wording(MEANING), wording(WHOLE)))
        ),
        strips=drawn,
        strips_note=_strips_note(drawn),
        columns=[_column(certificate.conditions[place]) for place in columns],
        people=certificate.audience == "internal",
        caption=_caption(certificate, own, columns),
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


SLICE_PASSES = Assertion("{passed} of {slices} passes", of_slices)
SLICES_PASS = Assertion("{passed} of {slices} pass", of_slices)
TOO_FEW_IN = Assertion("{slices} {verb} too few people to say", of_slices)
WORST_IN = Assertion(". The worst: {worst}", lambda gate, of: _is_worst_slice(gate, of))
PAST = Assertion(
    "Limit {limit_of}: {failed} of {unit} past it",
    lambda gate, of: _are_past(gate, of),
)


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


NO_CONDITION = Assertion("{many} by {by}{hidden}. No condition was set, so none is judged.", are_counted)
FEWER_FAIL = Assertion("{more_conditions}, which at most as many slices fail,", _stand_elsewhere)
IN_CERTIFICATE = Assertion("In the certificate {verb} {rest}.", _stand_elsewhere)
VALUES_PAST = Assertion("{unit}, {number}, limit {limit_of}: {failed} past it", lambda gate, of: _are_past(gate, of))
WITHOUT_VALUE = Assertion("; {slices} without a number", _lack_values)
SOME_A_POINT = Assertion(
    "; a point is up to {each} slices",
    lambda gate, of: max(of["points"]) <= of["each"] and sum(of["points"]) == len(gate.slices) - of["missing"],
)


def passing(own: SlicedTable) -> str:
    """Return how many slices pass, and how many have too few people; nothing if hidden."""
    passed, failed, few = (figure.value for figure in own.counts[1:])
    if passed is None or failed is None:
        return ""
    judged = round(passed + failed)
    of = {"passed": passed, "failed": failed, "few": few or 0}
    told = (
        [
            (SLICE_PASSES if passed == 1 else SLICES_PASS).say(
                of,
                passed=figures(passed, ",.0f"),
                slices=counted_things(judged, "slice"),
            )
        ]
        if judged
        else []
    )
    if few:
        verb = wording("has") if few == 1 else wording("have")
        told.append(TOO_FEW_IN.say(of, slices=counted_things(round(few), "slice"), verb=verb))
    return "; ".join(told)


def opening(certificate: Certificate, own: SlicedTable) -> str:
    """Return how many slices there are by which columns, how many pass, and which is the worst."""
    by = names(own.by) or wording("slice")
    if not certificate.conditions:
        number = own.counts.number.value
        many = wording("The number of slices") if number is None else counted_things(round(number), "slice")
        return NO_CONDITION.say(
            {"slices": own.counts.number},
            many=many,
            by=by,
            hidden=wording(" is not shown") if number is None else "",
        )
    told = passing(own)
    worst, fact = worst_of(certificate, own)
    if not told:
        return wording("By {by}: how many slices pass is not shown.", by=by)
    return wording("By {by}: {told}{worst}.", by=by, told=told, worst=WORST_IN.say(fact, worst=worst) if worst else "")


def worst_of(certificate: Certificate, own: SlicedTable) -> tuple[str, Facts]:
    """Return the worst slice with the condition it is furthest beyond, if figures are known."""
    first = next(iter(own.slices), None)
    if first is None or first.passed is not False or certificate.audience == "public":
        return "", {}
    failed = max(_failed(first, certificate), key=_share_beyond, default=None)
    if failed is None:
        return "", {}
    condition, score = failed
    what = about_score(condition.metric, condition.target)
    fact = {"slice": first.name, "metric": condition.metric, "value": score.measured.value}
    return f"{called(first, own)} ({lowered(what)} {with_unit(score.measured, condition.unit)})", fact


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


def hidden(certificate: Certificate, own: SlicedTable) -> str | None:
    """Return what a public report does not say of slices, or which have too few people."""
    if certificate.audience == "internal":
        least = own.min_people
        return (
            None
            if least is None
            else wording("A slice of fewer than {least} people has too few to say whether it passes.", least=least)
        )
    few = wording("Slices of fewer than {enough_people} people", enough_people=enough_people(certificate))
    told = wording("{few} are left out here, but a condition that one of them fails is not met. ", few=few)
    more = wording(
        "{what} and scores of slices are in the internal version.",
        what=wording("Sizes") if own.public else wording("Names, sizes"),
    )
    return f"{told if certificate.conditions else ''}{more}"


def _caption(certificate: Certificate, own: SlicedTable, columns: Sequence[int]) -> str:
    """Return how to read the table of slices."""
    if certificate.audience == "public":
        return wording("The slices, with the conditions that each meets, failing ones first.")
    order = wording("the worst first") if certificate.conditions else wording("the smallest first")
    text = wording("The slices, {order}.", order=order)
    if not own.named:
        text += wording(" Their numbers are by size: slice 1 is the largest.")
    shown_scores = [one.scores[place] for one in own.slices for place in columns if one.scores]
    if any(score is not None and score.chance is not None for score in shown_scores):
        text += wording(
            " Below a rate is what groups of these sizes give by chance alone: much, where slices are small."
        )
    return text


def _rest(further: int, columns: Sequence[int], certificate: Certificate) -> str | None:
    """Return how many slices and conditions stand in the certificate alone."""
    subjects = [(one.metric, one.target) for one in certificate.conditions]
    hidden = [one for place, one in enumerate(subjects) if place not in columns]
    enough = enough_people(certificate) if certificate.audience == "public" else 0
    of = {"slices": further, "shown": [subjects[one] for one in columns], "hidden": hidden, "enough": enough}
    told, conditions = list[str](), len(hidden)
    if further > 0:
        told.append(counted_things(further, "more slice"))
    if conditions > 0:
        told.append(FEWER_FAIL.say(of, more_conditions=counted_things(conditions, "more condition")))
    verb = wording("is") if further + conditions == 1 else wording("are")
    return IN_CERTIFICATE.say(of, verb=verb, rest=wording(" and ").join(told).rstrip(",")) if told else None


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
    """A condition with the slices by their value; `label` says the numbers in words.

    `limit` is the place of the limit. `ticks` are numbers with their places and anchors, and
    whether one is the limit. A point stands for up to `each` slices.
    """

    what: str
    of: str | None
    note: str
    label: str
    limit: float
    ticks: list[tuple[float, str, str, bool]]
    dots: list[SliceDot]
    each: int
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


def _strips_note(drawn: Sequence[SliceStrip]) -> str:
    """Return how to read the points."""
    point = (
        wording("A point is a slice")
        if all(one.each == 1 for one in drawn)
        else wording("A point is some slices of about one value")
    )
    few = any(dot.state == "un" for one in drawn for dot in one.dots)
    return wording(
        "{point}; dashed: the limit; a red square: past it{few}",
        point=point,
        few=wording("; hollow: too few people to say") if few else "",
    )


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
    number, unit = _range(numbers, condition), counted_things(len(known), "slice")
    of = {"subject": (condition.metric, condition.target), "slices": len(known), "failed": failed, "missing": missing}
    of["ends"] = (min(numbers), max(numbers))
    of["points"] = [min(each, len(pile) - start) for pile in piles.values() for start in range(0, len(pile), each)]
    of["each"] = each
    return SliceStrip(
        what=about_score(condition.metric, condition.target),
        of=None if condition.target == IDENTITY else of_target(condition.target, condition.partition),
        note=PAST.say(
            of,
            limit_of=limit_of(condition),
            failed=figures(failed, ","),
            unit=unit,
        )
        + (WITHOUT_VALUE.say(of, slices=counted_things(missing, "slice")) if missing else "")
        + (SOME_A_POINT.say(of, each=figures(each, ",")) if each > 1 else ""),
        label=VALUES_PAST.say(
            of,
            unit=unit,
            number=number,
            limit_of=limit_of(condition),
            failed=figures(failed, ","),
        ),
        limit=round(across(limit), 2),
        ticks=_ticks(low, high, condition, across(limit)),
        dots=_dots(piles, condition, across(limit), each, own),
        each=each,
    )


def _range(numbers: Sequence[float], condition: MeasuredLimit) -> str:
    low, high = (with_unit(Figure(value), condition.unit) for value in (min(numbers), max(numbers)))
    return low if low == high else wording("{low} to {high}", low=low, high=high)


def _ticks(low: float, high: float, condition: MeasuredLimit, limit: float) -> list[tuple[float, str, str, bool]]:
    """Return the ends of a strip, but for one that the limit's own number is close to."""
    text = percent_tick if condition.unit in {"share", "probability"} else lambda value: f"{figures(value, ',.6g')}"
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
