"""What must change: the recoding that passes with the least loss, and what else would pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.advice.result import Advice
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.measured import condition_of
from sqlmetrics.desk.answer import Answer
from sqlmetrics.desk.views.answer import PassingSoFar
from sqlmetrics.desk.views.words import step_text, with_share
from sqlmetrics.output.assertions import ROUNDING, Grounds, same_score
from sqlmetrics.output.page.answer import LimitBar, row
from sqlmetrics.output.page.language import wording
from sqlmetrics.output.page.scatter import Scatter, Spot, scatter
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import exact_percent, percent
from sqlmetrics.sentences import Facts, World

MOST = 8
"""The most tables that are offered."""


def _leave(release: World, of: Facts) -> bool:
    """Return whether as many records are dropped from a table, and the rest passes."""
    return bool(release.fail_in(of["levels"]) == of["dropped"] <= release.budget)


def _passes_by(release: World, of: Facts) -> bool:
    """Return whether a table passes by as many changes of columns, and drops as many records."""
    changes = sum(of["levels"][name] != level for name, level in of["now"].items())
    return _leave(release, of) and changes == of["changes"]


def _is_proven(release: World, of: Facts) -> bool:
    """Return whether no way that passes has less loss, or none passes at all."""
    ways = release.ways()
    passing = [release.loss(way) for way in ways if release.fail_in(way) <= release.budget and release.is_any_left(way)]
    if of["levels"] is None:
        return not passing
    least = release.loss(of["levels"]) <= min(passing) + ROUNDING
    return bool(least and len(ways) == of["nodes"] >= of["asked"])


def _are_asked(release: World, of: Facts) -> bool:
    """Return whether no more ways were asked than there are."""
    return bool(of["asked"] <= of["nodes"] == len(release.ways()))


def _is_gap(release: World, of: Facts) -> bool:
    """Return whether no way that passes has less loss by more than a share."""
    passing = [release.loss(way) for way in release.ways() if release.fail_in(way) <= release.budget]
    return bool(min(passing) >= release.loss(of["levels"]) * (1 - of["gap"]) - ROUNDING)


def _is_best_in_time(release: World, of: Facts) -> bool:
    """Return whether a way passes, and no more than was said is possible beyond it."""
    passes = release.fail_in(of["levels"]) <= release.budget
    return _are_asked(release, of) and passes and (of["gap"] is None or _is_gap(release, of))


def _passes(release: World, of: Facts) -> bool:
    return bool(release.fail_in(of["levels"]) <= release.budget)


def _are_told(release: World, of: Facts) -> bool:
    """Return whether each table has the average chance, and the detail."""
    return all(
        same_score(release.average_chance(levels), risk) and same_score(release.detail_of(levels), left)
        for levels, risk, left in of["tables"]
    )


class PassingTable(NamedTuple):
    """A table that would pass: the steps of its columns, and the records to drop.

    `risk` is the average chance to pick the right record, None where that was not measured.
    """

    levels: Mapping[str, int]
    dropped: int
    risk: float | None = None


class Changed(NamedTuple):
    """A column whose step would change."""

    column: str
    before: str
    after: str


class Alternative(NamedTuple):
    """A table that would pass, by the steps of its columns."""

    number: int
    name: str
    levels: Sequence[str]
    dropped: str
    left: str


class ConditionChange(NamedTuple):
    """A condition as it is now and after the advice: in words, and what its limit's bar uses."""

    what: str
    of: str | None
    now: str
    then: str
    limit: str
    state: State
    now_bar: LimitBar
    then_bar: LimitBar


class AdvicePicture(NamedTuple):
    """The tables between the risk and the detail that they keep, with both by their letters."""

    drawn: Scatter
    numbers: Sequence[tuple[str, float, float]]
    grounds: Grounds


@dataclass(frozen=True)
class AdviceView:
    """What must change, as the page shows it; see `advice.html`.

    `takes` is what the first table changes and drops, and `share` the share that it drops; None
    where nothing passes. `proof` shows that nothing with less loss passes, if that is `proven`.
    `columns` are the ones that differ from now in some table, `same` all others, and `gone` the
    ones that the first table leaves out, by their places.
    """

    takes: Grounds | None
    share: float
    people: str
    changes: Sequence[Changed]
    proof: Grounds
    proven: bool
    columns: Sequence[str]
    same: Sequence[str]
    now: Alternative
    alternatives: Sequence[Alternative]
    picture: AdvicePicture | None = None
    compared: Sequence[ConditionChange] = ()
    gone: Sequence[tuple[int, str]] = ()


def tables_of(advice: Advice) -> list[PassingTable]:
    """Return the tables that would pass, the one with the least loss first.

    There is none where nothing was found.
    """
    if advice.loss is None:
        return []
    solutions = () if advice.frontier is None else advice.frontier.solutions
    own = {one.column: one.level for one in advice.columns}
    risk = next((one.risk for one in solutions if dict(one.levels) == own), None)
    others = [PassingTable(dict(one.levels), one.suppressed, one.risk) for one in solutions]
    return [PassingTable(own, advice.suppressed, risk), *(one for one in others if one.levels != own)][:MOST]


def passing_so_far(columns: Sequence[tuple[Generalization, int]], passing: Mapping[str, int]) -> PassingSoFar | None:
    """Return what a search has found that passes; None where it is nothing yet."""
    changes = [
        f"{column.column}: {step_text(column, passing[column.column])}"
        for column, now in columns
        if passing.get(column.column, now) != now
    ]
    return PassingSoFar(Grounds({"levels": passing}, _passes), "; ".join(changes)) if passing else None


def advice_view(
    advice: Advice,
    columns: Sequence[tuple[Generalization, int]],
    answer: Answer,
    left: Sequence[float],
    people: str,
) -> AdviceView:
    """Return what must change as the page shows it.

    `columns` are the known columns with the steps that they are on, `left` the detail that each of
    the tables keeps.
    """
    names = {column.column: column for column, _ in columns}
    now = {column.column: level for column, level in columns}
    tables = tables_of(advice)
    varied = [name for name in names if any(one.levels[name] != now[name] for one in tables)]
    same = [name for name in names if name not in varied]
    alternatives = [
        Alternative(
            place,
            chr(ord("A") + place),
            [step_text(names[name], one.levels[name]) for name in varied],
            with_share(one.dropped, answer.records) if one.dropped else wording("none"),
            percent(detail),
        )
        for place, (one, detail) in enumerate(zip(tables, left, strict=True))
    ]
    here = Alternative(
        -1,
        "now",
        [step_text(names[name], now[name]) for name in varied],
        with_share(answer.at_risk, answer.records) if answer.records else "",
        percent(answer.detail_left),
    )
    proof = _proof(advice)
    if not tables:
        return AdviceView(None, 0.0, people, (), proof, advice.proven, (), same, here, ())
    levels, dropped, _ = tables[0]
    changes = [
        Changed(name, step_text(names[name], now[name]), step_text(names[name], level))
        for name, level in levels.items()
        if level != now[name]
    ]
    takes = {"levels": levels, "dropped": dropped, "now": now, "changes": len(changes)}
    return AdviceView(
        Grounds(takes, _passes_by),
        dropped / answer.records if dropped else 0.0,
        people,
        changes,
        proof,
        advice.proven,
        varied,
        same,
        here,
        alternatives,
        _picture(tables, alternatives, left),
        _compared(advice, answer),
        [(place, one.column) for place, (one, _) in enumerate(columns) if levels[one.column] == one.root > 0],
    )


def _picture(
    tables: Sequence[PassingTable], alternatives: Sequence[Alternative], left: Sequence[float]
) -> AdvicePicture | None:
    """Return the tables between the risk and the detail that they keep, None for fewer than two."""
    shown = [
        (one.levels, own.name, one.risk, detail)
        for one, own, detail in zip(tables, alternatives, left, strict=True)
        if one.risk is not None
    ]
    if len(shown) < 2:
        return None
    spots = [Spot(name, name, risk, detail) for _, name, risk, detail in shown]
    return AdvicePicture(
        drawn=scatter(spots, "", up=wording("detail left"), right="", texts=(exact_percent, exact_percent)),
        numbers=[(one.letter, one.x, one.y) for one in spots],
        grounds=Grounds({"tables": [(levels, risk, detail) for levels, _, risk, detail in shown]}, _are_told),
    )


def _compared(advice: Advice, answer: Answer) -> list[ConditionChange]:
    """Return the conditions as they are now and after the advice."""
    after = {(one.metric, one.target, one.partition, one.limit): one.after for one in advice.thresholds}
    found = []
    for verdict in answer.verdicts:
        now = condition_of(verdict)
        value = None if now.limit is None else after.get((now.metric, now.target, now.partition, now.limit))
        if value is None:
            continue
        then = replace(now, measured=Figure(value), passed=True)
        words, left = row(now), row(then)
        found.append(
            ConditionChange(
                words.what,
                words.of,
                words.measured,
                left.measured,
                words.limit,
                words.state,
                words.bar,
                left.bar,
            )
        )
    return found


def _proof(advice: Advice) -> Grounds:
    """Return what shows that nothing less passes."""
    if advice.proven:
        return Grounds({"asked": advice.asked, "nodes": advice.nodes, "levels": advice.levels}, _is_proven)
    found = {one.column: one.level for one in advice.columns}
    of: Facts = {"asked": advice.asked, "nodes": advice.nodes, "levels": found, "gap": advice.gap}
    return Grounds(of, _are_asked if advice.loss is None else _is_best_in_time)
