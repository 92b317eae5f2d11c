"""The section "Over time": each condition in every run of a history, and what changed when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

from sqlmetrics.certificate.certificate import Certificate, RunFigure, Trend
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.gate.thresholds import keeps_limit
from sqlmetrics.output.assertions import Grounds, are_counted
from sqlmetrics.output.page.language import lowered, wording
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import (
    MEASURED,
    NO_VALUE,
    about_score,
    limit_text,
    limit_wording,
    name,
    of_target,
    with_unit,
)
from sqlmetrics.sentences import Facts, World
from sqlmetrics.statement.plan import IDENTITY

SMALL = 0.05
"""The share of the largest value below which a rise or a fall is not mentioned."""

HEIGHT, TOP, BASE = 48, 6.0, 44.0
"""The height of a line of runs in pixels, and where its highest and its lowest value are."""

LEFT, RIGHT = 2.0, 98.0
"""Where the first run and the last are, in per cent of the width."""


class Moment(NamedTuple):
    """A run of the history: its id, its number from 1, the time, and the relation's records."""

    run: str
    number: int
    recorded_at: str
    records: int


class TrendsSection(NamedTuple):
    """What changed over time, each condition as a line, and all runs; or why there is nothing."""

    missing: Literal["slices", "public", "no conditions", "one run"] | None = None
    opening: Opening | None = None
    changes: Sequence[TrendChange] = ()
    turns: Sequence[Turn] = ()
    bounds: bool = False
    another: Grounds | None = None
    rows: Sequence[TrendLine] = ()
    runs: Sequence[Moment] = ()


class Opening(NamedTuple):
    """The days of the first and of the last run, and how the table grew or shrank."""

    days: tuple[str, str]
    runs: Grounds
    size: Literal["each", "the first and the last", "grew", "shrank"]
    records: tuple[int, int]
    sized: Grounds


class TrendChange(NamedTuple):
    """Conditions on one side of their limits since a run, or in every run, or not measured.

    `every` is whether all runs measured them; `others` whether other conditions changed.
    """

    finding: Literal["went", "came", "always", "not measured", "met"]
    number: int
    called: str
    grounds: Grounds
    since: Moment | None = None
    every: bool = True
    others: bool = False


class Turn(NamedTuple):
    """A run in which a condition was higher, or lower, than at first and at last."""

    run: Moment
    highest: bool
    called: str
    grounds: Grounds


class TrendLine(NamedTuple):
    """A condition over time."""

    what: str
    of: str | None
    line: Sparkline
    ends: Grounds
    beyond: Grounds | None
    missing: Grounds | None
    numbers: str
    first: str
    last: str
    limit: str | None
    state: State


class Sparkline(NamedTuple):
    """The line of runs; `squares` are past the limit, `hollow` have a bound."""

    height: int
    zero: float
    limit: float | None
    path: str
    squares: tuple[Dot, ...]
    hollow: tuple[Dot, ...]
    last: Dot | None


def trends(certificate: Certificate) -> TrendsSection:
    """Return what changed over time, each condition of a certificate as a line, and all runs."""
    found = certificate.trends
    moments = moments_of(found)
    if len(moments) < 2:
        return TrendsSection(missing=_missing(certificate))
    return TrendsSection(
        opening=_opening(moments),
        changes=[*_changes(found, moments)],
        turns=[*turns(found, moments)],
        bounds=any(run.measured.form in {"under", "over", "up to"} for trend in found for run in trend.runs),
        another=_another_limit(found),
        rows=[_row(trend, moments) for trend in found],
        runs=moments,
    )


def _missing(certificate: Certificate) -> Literal["slices", "public", "no conditions", "one run"]:
    """Return why nothing is said of earlier runs."""
    if certificate.slices is not None:
        return "slices"
    if certificate.audience == "public":
        return "public"
    return "one run" if certificate.conditions else "no conditions"


def moments_of(found: Sequence[Trend]) -> tuple[Moment, ...]:
    """Return the runs that any condition has, in the order in which they were added."""
    runs = {run.run: run for trend in found for run in trend.runs}
    ordered: list[str] = []
    for trend in sorted(found, key=lambda trend: -len(trend.runs)):
        place = 0
        for run in trend.runs:
            if run.run not in ordered:
                ordered.insert(place, run.run)
            place = ordered.index(run.run) + 1
    found_runs = (runs[run] for run in ordered)
    return tuple(Moment(run.run, number, run.recorded_at, run.records) for number, run in enumerate(found_runs, 1))


def _are_all(history: World, of: Facts) -> bool:
    """Return whether each of some conditions has one state in all its runs, and which runs."""
    states = [history.states(subject) for subject in of["subjects"]]
    every = all(None not in own for own in states) or not of["every"]
    return every and all({*own} - {None} == {of["past"]} for own in states)


def _since(history: World, of: Facts) -> bool:
    """Return whether conditions are on a side of their limits since a run, and were not before."""
    for subject in of["subjects"]:
        states = history.states(subject)
        before = [one for one in states[: of["run"] - 1] if one is not None]
        if {*states[of["run"] - 1 :]} - {None} != {of["past"]} or before[-1] == of["past"]:
            return False
    return True


def _is_extreme(history: World, of: Facts) -> bool:
    """Return whether no run has more, or less, and the first and the last are away from it."""
    values = history.values(of["subject"])
    known = [one for one in values if one is not None]
    sign = 1 if of["highest"] else -1
    most = max(sign * one for one in known)
    return bool(sign * values[of["run"] - 1] == most > max(sign * known[0], sign * known[-1]))


def _has_ends(history: World, of: Facts) -> bool:
    """Return whether as many runs have a condition, with the figures of the first and the last."""
    own = [figure for figure in history.figures(of["subject"]) if figure is not None]
    return (len(own), own[0], own[-1]) == (of["runs"], *of["ends"])


def _was_in(history: World, of: Facts) -> bool:
    """Return whether there are as many runs, from one day to another."""
    return (history.runs, history.days) == (of["runs"], of["days"])


def _had(history: World, of: Facts) -> bool:
    """Return whether the table had as many records in each run, or in the first and the last."""
    return {*(history.records if of["each"] else history.records[:: history.runs - 1])} == {of["records"]}


def _changed(history: World, of: Facts) -> bool:
    return bool((history.records[0], history.records[-1]) == of["records"])


def _past_in(history: World, of: Facts) -> bool:
    return bool([place for place, one in enumerate(history.states(of["subject"]), 1) if one] == of["runs"])


def _without_number(history: World, of: Facts) -> bool:
    found = (one is not None and one.value is None for one in history.figures(of["subject"]))
    return bool(sum(found) == of["runs"])


def _not_measured(history: World, of: Facts) -> bool:
    return all(history.states(subject)[-1] is None for subject in of["subjects"])


def _opening(moments: Sequence[Moment]) -> Opening:
    """Return how many runs there are, from when to when, and how the table grew or shrank."""
    first, last = moments[0].records, moments[-1].records
    times = [one.recorded_at for one in moments]
    days = min(times)[:10], max(times)[:10]
    runs = Grounds({"runs": len(moments), "days": days}, _was_in)
    if first == last:
        each = all(moment.records == first for moment in moments)
        sized = Grounds({"records": first, "each": each}, _had)
        return Opening(days, runs, "each" if each else "the first and the last", (first, last), sized)
    sized = Grounds({"records": (first, last)}, _changed)
    return Opening(days, runs, "grew" if last > first else "shrank", (first, last), sized)


def _another_limit(found: Sequence[Trend]) -> Grounds | None:
    """Return how many runs were judged by another limit, and otherwise; None where none was."""
    others = {
        run.run for trend in found for run in trend.runs if run.passed is not None and past(run, trend) == run.passed
    }
    return Grounds({"another": len(others)}, are_counted) if others else None


def _row(trend: Trend, moments: Sequence[Moment]) -> TrendLine:
    """Return a condition over time."""
    last = trend.runs[-1]
    beyond = past(last, trend)
    number = {moment.run: moment.number for moment in moments}
    subject = (trend.metric, trend.target)
    ends = {"subject": subject, "runs": len(trend.runs), "ends": (trend.runs[0].measured, last.measured)}
    crossed = [number[run.run] for run in trend.runs if past(run, trend)]
    missing = sum(run.measured.value is None for run in trend.runs)
    return TrendLine(
        what=about_score(trend.metric, trend.target),
        of=None if trend.target == IDENTITY else of_target(trend.target, trend.partition),
        line=sparkline(line_of(trend, moments), trend.limit),
        ends=Grounds(ends, _has_ends),
        beyond=Grounds({"subject": subject, "runs": crossed}, _past_in) if trend.limit is not None else None,
        missing=Grounds({"subject": subject, "runs": missing}, _without_number) if missing else None,
        numbers=_numbers(trend, moments),
        first=with_unit(trend.runs[0].measured, trend.unit),
        last=with_unit(last.measured, trend.unit),
        limit=None if trend.limit is None else bound_text(trend),
        state="un" if beyond is None else "no" if beyond else "yes",
    )


def bound_text(trend: Trend) -> str:
    """Return a limit with its side."""
    return limit_wording(trend.bound, limit_text(trend.limit or 0.0, trend.unit))


def line_of(trend: Trend, moments: Sequence[Moment]) -> list[SparklineRun]:
    """Return the runs of a condition's line; a run without a number of it is a gap."""
    own = {run.run: run for run in trend.runs}
    runs = []
    for moment in moments:
        run = own.get(moment.run)
        figure = Figure(None, "undefined") if run is None else run.measured
        beyond = run is not None and past(run, trend) is True
        runs.append(SparklineRun(figure.value, figure.form not in MEASURED, beyond))
    return runs


def _numbers(trend: Trend, moments: Sequence[Moment]) -> str:
    """Return what each run measured; runs in a row with the same text share it."""
    own = {run.run: with_unit(run.measured, trend.unit) for run in trend.runs}
    texts = []
    for text, some in groupby(moments, lambda moment: own.get(moment.run, wording(NO_VALUE["undefined"]))):
        run = [moment.number for moment in some]
        texts.append(f"{run[0]}{(wording(' to {last}', last=run[-1]) if len(run) > 1 else '')}: {text}")
    return ", ".join(texts)


def past(run: RunFigure, trend: Trend) -> bool | None:
    """Return whether a run is past the limit of today, None where it cannot be said.

    A bound that does not decide it leaves it to the verdict that the run had, and so does what is
    estimated, whose verdict is on an end of its interval.
    """
    own = None if run.passed is None else not run.passed
    figure, limit = run.measured, trend.limit
    if limit is None or figure.form == "undefined":
        return None
    at_most = trend.bound == "at_most"
    if figure.form == "infinite":
        return at_most
    if figure.value is None:
        return own
    margin = (limit - figure.value) if at_most else (figure.value - limit)
    within = keeps_limit(figure.value, "at_most" if at_most else "at_least", limit)
    if figure.form == "is" or (figure.form == "estimated" and own is None):
        return not within
    if figure.form == "estimated":
        return own
    if figure.form == "over":
        decided = margin <= 0 if at_most else within
    elif at_most:
        decided = within
    else:
        decided = margin <= 0 if figure.form == "under" else not within
    return (figure.form == "over") == at_most if decided else own


def _changes(found: Sequence[Trend], moments: Sequence[Moment]) -> Iterator[TrendChange]:
    """Yield which conditions came to be past their limit in which run, and which came back."""
    changed: dict[tuple[Literal["went", "came", "always"], int], list[Trend]] = {}
    never: list[Trend] = []
    unknown: list[Trend] = []
    every = {id(trend): True for trend in found}
    by_run = {moment.run: moment for moment in moments}
    for trend in found:
        states = [(by_run[run.run], beyond) for run in trend.runs if (beyond := past(run, trend)) is not None]
        if trend.limit is None:
            continue
        every[id(trend)] = len(states) == len(moments)
        if past(trend.runs[-1], trend) is None:
            unknown.append(trend)
            continue
        now = states[-1][1]
        if all(beyond == now for _, beyond in states):
            if now:
                changed.setdefault(("always", 0), []).append(trend)
            else:
                never.append(trend)
            continue
        turned = next(place for place in range(len(states) - 1, 0, -1) if states[place - 1][1] != now)
        changed.setdefault(("went" if now else "came", states[turned][0].number), []).append(trend)
    for (kind, number), what in sorted(changed.items(), key=lambda item: (item[0][0] != "went", -item[0][1])):
        of = {**_all_of(what, every, kind != "came"), "run": number}
        grounds = Grounds(of, _are_all if kind == "always" else _since)
        yield TrendChange(kind, len(what), _called(what), grounds, moments[number - 1] if number else None, of["every"])
    if unknown:
        grounds = Grounds(_all_of(unknown, every, True), _not_measured)
        yield TrendChange("not measured", len(unknown), _called(unknown), grounds)
    if never:
        of, others = _all_of(never, every, False), bool(changed or unknown)
        yield TrendChange("met", len(never), "", Grounds(of, _are_all), every=of["every"], others=others)


def _all_of(found: Sequence[Trend], every: Mapping[int, bool], past: bool) -> dict[str, Any]:
    """Return conditions with what is said of all: past their limits or not, and in every run."""
    subjects = [(trend.metric, trend.target) for trend in found]
    return {"subjects": subjects, "past": past, "every": all(every[id(trend)] for trend in found)}


def turns(found: Sequence[Trend], moments: Sequence[Moment]) -> Iterator[Turn]:
    """Yield in which run conditions were higher, or lower, than at first and at last."""
    by_run = {moment.run: moment for moment in moments}
    for trend in found:
        values = [(run.run, run.measured.value) for run in trend.runs if run.measured.form in MEASURED]
        known = [(run, value) for run, value in values if value is not None]
        turn = turning(known)
        if turn is not None:
            run, rose = turn
            of = {"subject": (trend.metric, trend.target), "run": by_run[run].number, "highest": rose}
            yield Turn(by_run[run], rose, _called([trend]), Grounds(of, _is_extreme))


def turning(values: Sequence[tuple[str, float]]) -> tuple[str, bool] | None:
    """Return the run in which a line turned, and whether it rose before; None where it did not.

    Both ways must be longer than a twentieth of the largest value.
    """
    if len(values) < 3:
        return None
    least = SMALL * max(abs(value) for _, value in values)
    ends = values[0][1], values[-1][1]
    top, bottom = max(values, key=lambda one: one[1]), min(values, key=lambda one: one[1])
    up, down = top[1] - max(ends), min(ends) - bottom[1]
    if max(up, down) <= least:
        return None
    return (top[0], True) if up >= down else (bottom[0], False)


def _called(found: Sequence[Trend]) -> str:
    """Return conditions as a part of a sentence, each with its targets."""
    targets: dict[str, list[str]] = {}
    for trend in found:
        text = about_score(trend.metric, trend.target)
        own = targets.setdefault(lowered(text), [])
        if trend.target != IDENTITY:
            own.append(name(of_target(trend.target, trend.partition)))
    return "; ".join(f"{text} ({', '.join(of)})" if of else text for text, of in targets.items())


class SparklineRun(NamedTuple):
    """A run on a line: its value if it has one, whether that is a bound, and whether past."""

    value: float | None
    bound: bool
    past: bool


class Dot(NamedTuple):
    """A run that is marked, in per cent of the width and in pixels of the height."""

    at: float
    height: float


def sparkline(runs: Sequence[SparklineRun], limit: float | None) -> Sparkline:
    """Return the line of runs, the oldest at the left; it breaks where a run has no exact value.

    It begins at zero. `squares` are runs past the limit, `hollow` those with a bound.
    """
    values = [run.value for run in runs if run.value is not None]
    low, high = min([0.0, *values]), max([0.0, *values, *([] if limit is None else [limit])])
    low = min(low, limit or 0.0)
    extent = (high - low) or 1.0

    def up(value: float) -> float:
        return round(BASE - (BASE - TOP) * (value - low) / extent, 1)

    places = [
        None if run.value is None else Dot(across(place, len(runs)), up(run.value)) for place, run in enumerate(runs)
    ]
    marked = [(run, dot) for run, dot in zip(runs, places, strict=True) if dot is not None]
    end = places[-1] if places else None
    return Sparkline(
        height=HEIGHT,
        zero=up(0.0),
        limit=None if limit is None else up(limit),
        path=path([None if run.bound else dot for run, dot in zip(runs, places, strict=True)]),
        squares=tuple(dot for run, dot in marked if run.past),
        hollow=tuple(dot for run, dot in marked if run.bound and not run.past),
        last=None if end is None or runs[-1].past or runs[-1].bound else end,
    )


def across(place: int, runs: int) -> float:
    """Return where a run is, in per cent of the width; the only one is at the end."""
    return RIGHT if runs < 2 else round(LEFT + (RIGHT - LEFT) * place / (runs - 1), 2)


def path(places: Sequence[Dot | None]) -> str:
    """Return the path through places, in pieces where there are gaps."""
    found, drawn = "", False
    for dot in places:
        if dot is not None:
            found += f"{'L' if drawn else 'M'}{dot.at:g} {dot.height:g}"
        drawn = dot is not None
    return found
