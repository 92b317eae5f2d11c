"""The section "Over time": each condition in every run of a history, and what changed when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Figure, RunFigure, Trend
from sqlmetrics.gate.thresholds import keeps_limit
from sqlmetrics.output.assertions import Assertion, are_counted
from sqlmetrics.output.page.language import counted_things, figures, lowered, wording
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import (
    MEASURED,
    NO_VALUE,
    about_score,
    day,
    limit_text,
    limit_wording,
    listed_some,
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

    @property
    def text(self) -> str:
        """The run in a sentence."""
        return wording("run {number} ({day})", number=self.number, day=day(self.recorded_at))


class TrendsSection(NamedTuple):
    """What changed over time, each condition as a line, and all runs."""

    sentences: list[str]
    caption: str = ""
    runs_title: str = ""
    rows: Sequence[TrendLine] = ()
    runs: Sequence[tuple[int, str, str]] = ()


class TrendLine(NamedTuple):
    """A condition over time."""

    what: str
    of: str | None
    line: Sparkline
    numbers: str
    first: str
    last: str
    limit: str
    state: State
    result: str


class Sparkline(NamedTuple):
    """The line of runs; `squares` are past the limit, `hollow` have a bound."""

    height: int
    label: str
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
        return TrendsSection(sentences=[no_history(certificate)], rows=[])
    return TrendsSection(
        sentences=[_opening(moments), *_changes(found, moments), *turns(found, moments)],
        caption=_caption(found),
        runs_title=wording("All {number} runs", number=len(moments)),
        rows=[_row(trend, moments) for trend in found],
        runs=[(one.number, day(one.recorded_at), f"{figures(one.records, ',')}") for one in moments],
    )


def no_history(certificate: Certificate) -> str:
    """Return why nothing is said of earlier runs, and how to have something to say."""
    if certificate.slices is not None:
        return wording(
            "Slices are not followed from run to run on this page; a history of check has the scores of each."
        )
    if certificate.audience == "public":
        return wording(
            "How scores changed from run to run, and whether any is riskier than before, is in the internal version."
        )
    if not certificate.conditions:
        return wording("No condition was set, and conditions are what is followed from run to run.")
    return wording(
        "No earlier run is known here, so nothing is said of change. Record each run of check"
        " in a history, and name that history for the report."
    )


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


RUNS = Assertion(
    "{runs} {when}; the last one is this one.",
    lambda history, of: (history.runs, history.days) == (of["runs"], of["days"]),
)
HAD = Assertion(
    "{runs} The table had {records} in {which}.",
    lambda history, of: {*(history.records if of["each"] else history.records[:: history.runs - 1])} == {of["records"]},
)
CHANGED = Assertion(
    "{runs} The table {way} from {records} to {records2}.",
    lambda history, of: (history.records[0], history.records[-1]) == of["records"],
)
ANOTHER_LIMIT = Assertion(
    " The limit is today's; in {runs} another one was set, and that run's own verdict was another, too.", are_counted
)
LABEL = Assertion("{runs}: {first} at first, {last} at last", _has_ends)
PAST_IN = Assertion(
    "past it in {ranges}",
    lambda history, of: [place for place, one in enumerate(history.states(of["subject"]), 1) if one] == of["runs"],
)
WITHOUT_NUMBER = Assertion(
    "; {runs} without a number",
    lambda history, of: (
        sum(one is not None and one.value is None for one in history.figures(of["subject"])) == of["runs"]
    ),
)
PAST_SINCE = Assertion("Past {limits} since", _since)
BACK_SINCE = Assertion("Back within {limits} since", _since)
ALWAYS_PAST = Assertion("Past {limits} in {every_run}", _are_all)
NOT_MEASURED = Assertion(
    "Not measured in this run: {called}.",
    lambda history, of: all(history.states(subject)[-1] is None for subject in of["subjects"]),
)
ONE_MET = Assertion("{number} condition was met in {every_run}.", _are_all)
MET = Assertion("{number} conditions were met in {every_run}.", _are_all)
ONE_OTHER_MET = Assertion("The {number} other condition was met in {every_run}.", _are_all)
OTHERS_MET = Assertion("The {number} other conditions were met in {every_run}.", _are_all)
HIGHEST = Assertion("Highest in {run}, and lower at first and at last: {called}.", _is_extreme)
LOWEST = Assertion("Lowest in {run}, and higher at first and at last: {called}.", _is_extreme)


def _opening(moments: Sequence[Moment]) -> str:
    """Return how many runs there are, from when to when, and how the table grew or shrank."""
    first, last = moments[0], moments[-1]
    times = [one.recorded_at for one in moments]
    ends = min(times)[:10], max(times)[:10]
    days = day(ends[0]), day(ends[1])
    when = (
        wording("on {day}", day=days[0])
        if days[0] == days[1]
        else wording("from {first} to {last}", first=days[0], last=days[1])
    )
    of = {"runs": len(moments), "days": ends}
    runs = RUNS.say(of, runs=counted_things(len(moments), "run"), when=when)
    if first.records == last.records:
        each = all(moment.records == first.records for moment in moments)
        return HAD.say(
            {"records": first.records, "each": each},
            runs=runs,
            records=counted_things(first.records, "record"),
            which=wording("each") if each else wording("the first and the last"),
        )
    way = wording("grew") if last.records > first.records else wording("shrank")
    return CHANGED.say(
        {"records": (first.records, last.records)},
        runs=runs,
        way=way,
        records=figures(first.records, ","),
        records2=counted_things(last.records, "record"),
    )


def _caption(found: Sequence[Trend]) -> str:
    """Return how to read the lines, and what today's limit stands for."""
    text = wording("Each line starts at zero, the oldest run at the left. Dashed: the limit. A red square: past it.")
    if any(run.measured.form in {"under", "over", "up to"} for trend in found for run in trend.runs):
        text += wording(
            " Where only a bound is shown, the point is at the bound, without a line; hollow: within the limit."
        )
    others = {
        run.run for trend in found for run in trend.runs if run.passed is not None and past(run, trend) == run.passed
    }
    if others:
        text += ANOTHER_LIMIT.say({"another": len(others)}, runs=counted_things(len(others), "run"))
    return text


def _row(trend: Trend, moments: Sequence[Moment]) -> TrendLine:
    """Return a condition over time."""
    last = trend.runs[-1]
    beyond = past(last, trend)
    state: State = "un" if beyond is None else "no" if beyond else "yes"
    return TrendLine(
        what=about_score(trend.metric, trend.target),
        of=None if trend.target == IDENTITY else of_target(trend.target, trend.partition),
        line=sparkline(line_of(trend, moments), trend.limit, _label(trend, moments)),
        numbers=_numbers(trend, moments),
        first=with_unit(trend.runs[0].measured, trend.unit),
        last=with_unit(last.measured, trend.unit),
        limit=wording("none") if trend.limit is None else bound_text(trend),
        state=state,
        result={
            "yes": wording("Met"),
            "un": wording("Not measured") if trend.limit is not None else wording("No limit"),
            "no": wording("Not met"),
        }[state],
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


def _label(trend: Trend, moments: Sequence[Moment]) -> str:
    """Return the numbers of a line in words, for readers who do not see it."""
    first, last = (with_unit(run.measured, trend.unit) for run in (trend.runs[0], trend.runs[-1]))
    number = {moment.run: moment.number for moment in moments}
    subject = (trend.metric, trend.target)
    ends = (trend.runs[0].measured, trend.runs[-1].measured)
    text = LABEL.say(
        {"subject": subject, "runs": len(trend.runs), "ends": ends},
        runs=counted_things(len(trend.runs), "run"),
        first=first,
        last=last,
    )
    if trend.limit is not None:
        beyond = [number[run.run] for run in trend.runs if past(run, trend)]
        text += wording("; limit {bound_text}; ", bound_text=bound_text(trend))
        of = {"subject": subject, "runs": beyond}
        text += PAST_IN.say(of, ranges=ranges(beyond)) if beyond else wording("never past it")
    missing = sum(run.measured.value is None for run in trend.runs)
    if not missing:
        return text
    return text + WITHOUT_NUMBER.say({"subject": subject, "runs": missing}, runs=counted_things(missing, "run"))


def _numbers(trend: Trend, moments: Sequence[Moment]) -> str:
    """Return what each run measured; runs in a row with the same text share it."""
    own = {run.run: with_unit(run.measured, trend.unit) for run in trend.runs}
    texts = []
    for text, some in groupby(moments, lambda moment: own.get(moment.run, wording(NO_VALUE["undefined"]))):
        run = [moment.number for moment in some]
        texts.append(f"{run[0]}{(wording(' to {last}', last=run[-1]) if len(run) > 1 else '')}: {text}")
    return ", ".join(texts)


def ranges(found: Sequence[int]) -> str:
    """Return the numbers of runs, those in a row as a range: run 3, runs 1 to 4 and 7."""
    starts = [number for number in found if number - 1 not in found]
    ends = [number for number in found if number + 1 not in found]
    texts = [
        str(low) if low == high else wording("{low} to {high}", low=low, high=high)
        for low, high in zip(starts, ends, strict=True)
    ]
    return wording("run {runs}" if len(found) == 1 else "runs {runs}", runs=listed_some(texts, len(texts)))


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


def _changes(found: Sequence[Trend], moments: Sequence[Moment]) -> Iterator[str]:
    """Yield which conditions came to be past their limit in which run, and which came back."""
    texts: dict[tuple[str, int], list[Trend]] = {}
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
                texts.setdefault(("always", 0), []).append(trend)
            else:
                never.append(trend)
            continue
        turned = next(place for place in range(len(states) - 1, 0, -1) if states[place - 1][1] != now)
        texts.setdefault(("went" if now else "came", states[turned][0].number), []).append(trend)
    for (kind, number), what in sorted(texts.items(), key=lambda item: (item[0][0] != "went", -item[0][1])):
        limits = wording("its limit") if len(what) == 1 else wording("their limits")
        of = {**_all_of(what, every, kind != "came"), "run": number}
        if kind == "always":
            begin = ALWAYS_PAST.say(of, limits=limits, every_run=_every_run(of))
        else:
            begin = (PAST_SINCE if kind == "went" else BACK_SINCE).say(of, limits=limits)
        yield f"{begin}{f' {moments[number - 1].text}' if number else ''}: {_called(what)}."
    if unknown:
        yield NOT_MEASURED.say(_all_of(unknown, every, True), called=_called(unknown))
    if never:
        of, one = _all_of(never, every, False), len(never) == 1
        met = (ONE_OTHER_MET if one else OTHERS_MET) if texts or unknown else ONE_MET if one else MET
        yield met.say(of, number=figures(len(never), ","), every_run=_every_run(of))


def _all_of(found: Sequence[Trend], every: Mapping[int, bool], past: bool) -> dict[str, Any]:
    """Return conditions with what is said of all: past their limits or not, and in every run."""
    subjects = [(trend.metric, trend.target) for trend in found]
    return {"subjects": subjects, "past": past, "every": all(every[id(trend)] for trend in found)}


def _every_run(of: Facts) -> str:
    """Return the runs that something is said of: all, or the ones that measured it."""
    return wording("every run") if of["every"] else wording("every run with a number")


def turns(found: Sequence[Trend], moments: Sequence[Moment]) -> Iterator[str]:
    """Yield in which run conditions were higher, or lower, than at first and at last."""
    by_run = {moment.run: moment for moment in moments}
    for trend in found:
        values = [(run.run, run.measured.value) for run in trend.runs if run.measured.form in MEASURED]
        known = [(run, value) for run, value in values if value is not None]
        turn = turning(known)
        if turn is not None:
            run, rose = turn
            yield (HIGHEST if rose else LOWEST).say(
                {"subject": (trend.metric, trend.target), "run": by_run[run].number, "highest": rose},
                run=by_run[run].text,
                called=_called([trend]),
            )


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


def sparkline(runs: Sequence[SparklineRun], limit: float | None, label: str) -> Sparkline:
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
        label=label,
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
