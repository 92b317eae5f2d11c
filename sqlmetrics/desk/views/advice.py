"""What must change: the recoding that passes with the least loss, and what else would pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.advice.result import Advice
from sqlmetrics.desk.answer import Answer
from sqlmetrics.desk.counted import step_name
from sqlmetrics.output.page.words import percent
from sqlmetrics.text import counted

MOST = 8
"""The most tables that are offered."""

NOTHING = "Let more records be dropped, or need less of a column, and ask again."
"""What to do where nothing passes."""


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


@dataclass(frozen=True)
class AdviceView:
    """What must change, as the page shows it; see `advice.html`."""

    state: str
    title: str
    changes: Sequence[Changed]
    told: str
    proof: str
    columns: Sequence[str]
    now: Alternative
    alternatives: Sequence[Alternative]


def tables_of(advice: Advice) -> list[tuple[Mapping[str, int], int]]:
    """Return the tables that would pass: their levels by column, and the records to drop.

    The one with the least loss is first; there is none where nothing was found.
    """
    if advice.loss is None:
        return []
    found: list[tuple[Mapping[str, int], int]] = [
        ({one.column: one.level for one in advice.columns}, advice.suppressed)
    ]
    for one in advice.frontier.solutions if advice.frontier is not None else ():
        levels = dict(one.levels)
        if levels != found[0][0]:
            found.append((levels, one.suppressed))
    return found[:MOST]


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
    alternatives = [
        Alternative(
            place,
            chr(ord("A") + place),
            [step_name(names[name], levels[name]) for name in names],
            f"{dropped:,} ({percent(dropped / answer.records)})" if dropped else "none",
            percent(detail),
        )
        for place, ((levels, dropped), detail) in enumerate(zip(tables, left, strict=True))
    ]
    here = Alternative(
        -1,
        "now",
        [step_name(names[name], level) for name, level in now.items()],
        f"{answer.at_risk:,} ({percent(answer.at_risk / answer.records)})" if answer.records else "",
        percent(answer.detail_left),
    )
    proof = _proof(advice)
    if not tables:
        return AdviceView("no", "Nothing passes within these needs", (), NOTHING, proof, [*names], here, ())
    levels, dropped = tables[0]
    changes = [
        Changed(name, step_name(names[name], now[name]), step_name(names[name], level))
        for name, level in levels.items()
        if level != now[name]
    ]
    drop = f", and drop {dropped:,} {people}" if dropped else ""
    what = f"change {counted(len(changes), 'column')}{drop}" if changes else f"drop {dropped:,} {people}"
    told = "The others stay as you have them. " if changes else ""
    if dropped:
        told += f"{dropped:,} {people} ({percent(dropped / answer.records)}) are in groups that still fail, and leave."
    title = f"To pass: {what}" if changes or dropped else "It passes as it is"
    return AdviceView("yes", title, changes, told, proof, [*names], here, alternatives)


def _proof(advice: Advice) -> str:
    """Return what shows that nothing less passes."""
    asked = f"{advice.asked:,} of {advice.nodes:,} ways were asked"
    if advice.proven:
        return f"{asked}, and nothing with less loss passes."
    gap = f"; at most {percent(advice.gap)} less loss is possible" if advice.gap is not None else ""
    return f"{asked} within the time limit{gap}. This is the best so far."
