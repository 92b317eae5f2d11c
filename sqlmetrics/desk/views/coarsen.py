"""The task Coarsen: the steps of each known column, and what each would do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmetrics.columns.profile import Profile
from sqlmetrics.desk.answer import Answer, LevelStep
from sqlmetrics.desk.views.words import more_columns, people_word
from sqlmetrics.output.assertions import Grounds
from sqlmetrics.output.page.language import counted_things, figures, numbered_wording, wording
from sqlmetrics.output.page.words import percent

MOST = 30
"""The most columns of a page."""

HIGH = 36.0
"""The height of a bar of all people."""


class StepRow(NamedTuple):
    """A step with its bar, whose height is the share of people at risk."""

    level: int
    name: str
    at_risk: int | None
    left: str
    chosen: bool
    within: bool
    beyond_need: bool
    kind: str
    height: float


class StepsRow(NamedTuple):
    """A known column with its steps, and the coarsest that the study can use."""

    number: int
    name: str
    told: str
    at_risk: str
    steps: Sequence[StepRow]
    need: int | None


@dataclass(frozen=True)
class CoarsenView:
    """The known columns with their steps; see `coarsen.html`."""

    people: str
    budget: str | None
    rows: Sequence[StepsRow]
    files: Sequence[str]
    many: bool
    more: Grounds | None


def coarsen_view(
    rows: Sequence[StepsRow], columns: int, answer: Answer, people: str, files: Sequence[str]
) -> CoarsenView:
    """Return known columns with their steps, `rows` of all `columns`, as the page shows them.

    `files` are the names of files that may have the steps of a column.
    """
    return CoarsenView(
        people=people,
        budget=figures(answer.budget, ",") if answer.budget else None,
        rows=rows[:MOST],
        files=files,
        many=columns > MOST,
        more=more_columns(len(rows) - MOST),
    )


def steps_row(
    profile: Profile, answer: Answer, name: str, steps: Sequence[LevelStep], need: int | None, people: str
) -> StepsRow:
    """Return a known column with its steps."""
    number, column = next((place, one) for place, one in enumerate(profile.columns) if one.name == name)
    shown = [
        StepRow(
            level=one.level,
            name=numbered_wording(one.name),
            at_risk=one.at_risk,
            left=percent(one.detail_left),
            chosen=one.chosen,
            within=one.within and bool(answer.verdicts),
            beyond_need=one.beyond_need,
            kind=_kind(one),
            height=_height(one.at_risk, answer.records),
        )
        for one in steps
    ]
    at_risk = wording("{people} at risk", people=people_word(people))
    return StepsRow(number, name, counted_things(column.distinct - (column.nulls > 0), "value"), at_risk, shown, need)


def _kind(step: LevelStep) -> str:
    """Return the look of a step's bar: the step that is taken is solid."""
    if step.chosen:
        return "bar" if step.within else "bad"
    return "fbar" if step.within else "fbad"


def _height(at_risk: int | None, records: int) -> float:
    """Return the height of a bar; a few people are seen, too."""
    if not at_risk or not records:
        return 0.0
    return max(1.5, HIGH * at_risk / records)
