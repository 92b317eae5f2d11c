"""The words of published tables: their columns and rules, or what is said of tables alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.bounds import COUNT
from sqlmetrics.spec.fields import CONFIG, TEXT, Names, Schema, Shorthand

MOST_CUBED = 8
"""The most columns of a cube, which has a table for each of their combinations."""

MOST_LARGEST = 100
"""The most contributions of the rule of dominance."""

MOST_KEYS = 60
"""The most columns of a table: a bit of a number for each."""

MOST_ANSWERS = 300
"""The most answers, since each two of them have a difference."""

DOMINANCE: tuple[int, float] = (2, 90)
"""The default n and k of the rule of dominance, as in ACRO."""


def _columns(names: list[str]) -> list[str]:
    """Return the columns of a table. Raises ValueError for one that is named twice, or too many."""
    if len(names) > MOST_KEYS:
        raise ValueError(f"a table has {MOST_KEYS} columns at most, and this one {len(names)}")
    for column in names:
        if names.count(column) > 1:
            raise ValueError(f"column '{column}' is named twice in a table of `keys` or `cube`; name it once")
    return names


def _cubed(names: list[str]) -> list[str]:
    """Return the columns of a cube. Raises ValueError for too many."""
    if len(names) > MOST_CUBED:
        raise ValueError(
            f"a `cube` has a table for each combination of its columns, and takes {MOST_CUBED} at most, not"
            f" {len(names)}; name the tables that are published in `keys`"
        )
    return names


def _dominance(pair: tuple[int, float]) -> tuple[int, float]:
    """Return n and k. Raises ValueError for a number out of its range."""
    largest, percent = pair
    if not 1 <= largest <= MOST_LARGEST or not 0 < percent <= 100:
        raise ValueError(
            f"`dominance` is n and k, {MOST_LARGEST} contributions at most and a percent above 0 up to 100, as 2,90"
        )
    return pair


def _percent(percent: float) -> float:
    """Return a percent. Raises ValueError for a number out of its range."""
    if not 0 < percent <= 100:
        raise ValueError("`p_percent` is a percent above 0 up to 100")
    return percent


def _share(share: float) -> float:
    """Return a share of a line. Raises ValueError for a number out of its range."""
    if not 0.5 <= share <= 1:
        raise ValueError("`class_share` is a share of a line's people, from 0.5 to 1")
    return share


def _people(number: int) -> int:
    """Return the fewest people of a cell. Raises ValueError for fewer than one."""
    if number < 1:
        raise ValueError("`minimum_frequency` is the fewest people of a cell, at least 1")
    return number


def _named_answers(value: Any) -> Any:
    """Return the conditions of answers by their names, which a list leaves to their numbers."""
    if isinstance(value, list | tuple):
        return {f"answer {number}": condition for number, condition in enumerate(value, 1)}
    return value


def _answers(conditions: dict[str, str]) -> dict[str, str]:
    """Return the conditions of answers. Raises ValueError for too many."""
    if len(conditions) > MOST_ANSWERS:
        raise ValueError(f"`answers` are {MOST_ANSWERS} conditions at most, and these {len(conditions)}")
    return conditions


def _named_marks(value: Any) -> Any:
    """Return the meanings of marks by their texts; an empty mark is NULL."""
    if not isinstance(value, Mapping):
        return value
    return {NULL if mark is None or not str(mark).strip() else str(mark).strip(): own for mark, own in value.items()}


def _labels(value: Any) -> Any:
    """Return labels of totals as a list, None for NULL; one may stand alone."""
    labels = [value] if value is None or isinstance(value, str) else value
    return [None if label == NULL else label for label in labels] if isinstance(labels, list | tuple) else value


def _wide(columns: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return columns of counts by one name. Raises ValueError for other ones."""
    if columns and (len(columns) != 1 or len({*next(iter(columns.values()))}) < 2):
        raise ValueError("`wide` names one column, and the columns of counts that are its values: sex=male,female")
    return columns


def _width(width: int) -> int:
    """Return how far apart counts have to lie. Raises ValueError for less than one."""
    if width < 1:
        raise ValueError("`width` is how far apart the counts of a cell may be, at least 1")
    return width


def _or_label(own: Schema) -> list[Schema]:
    """Return the forms of labels of totals: several, or one."""
    return [*own["items"]["anyOf"], own]


def _or_conditions(own: Schema) -> list[Schema]:
    """Return the forms of answers: conditions by name, or a list of them."""
    return [own, {"type": "array", "items": TEXT}]


NULL = "NULL"
"""The word that stands for NULL among marks and labels of totals."""

PUBLISHED_WORDS = ("marks", "absent", "total", "rounded", "wide", "width")
"""The words that say what published tables mean."""

Counts = int | str | tuple[int, int | None]
"""Counts that a cell may have: one, a range such as `1..9`, or a pair, None for no bound."""

TableColumns = Annotated[Names, AfterValidator(_columns)]
"""The columns of a published table; a text is a table of one column."""


@dataclass(frozen=True)
class OutputRules:
    """The rules that a cell or line of a published table breaks.

    Attributes
    ----------
    minimum_frequency
        The people below which a cell is too small.
    dominance
        n and k: the n largest contributions to a cell have more than k % of its total.
    p_percent
        The second largest contributor knows the largest contribution within p percent: the others
        have less than that part of it.
    class_share
        The share of a line's people that are in one cell: all at 1, and below it more than that.
    """

    minimum_frequency: int = 10
    dominance: tuple[int, float] = DOMINANCE
    p_percent: float = 10
    class_share: float = 1

    def words(self, *, summed: bool) -> str:
        """Return the rules in words, those on sums only where tables have them."""
        largest, percent = self.dominance
        line = "all" if self.class_share == 1 else f"more than {self.class_share:g}"
        sums = [f"more than {percent:g} % of a sum by {largest}", f"p = {self.p_percent:g} %"] if summed else []
        rules = [f"fewer than {self.minimum_frequency} people", *sums, f"{line} of a line's people in one cell"]
        return "; ".join(rules)

    def parameters(self, score: str) -> str | None:
        """Return what a score depends on, as score records write it, or None."""
        largest, percent = self.dominance
        return {
            "cells_below": f"minimum_frequency={self.minimum_frequency}",
            "dominated_cells": f"n={largest}, k={percent:g}",
            "p_percent_cells": f"p={self.p_percent:g}",
            "differenced_groups": f"minimum_frequency={self.minimum_frequency}",
            "differenced_people": f"minimum_frequency={self.minimum_frequency}",
            "class_disclosing_lines": f"minimum_frequency={self.minimum_frequency}, share={self.class_share:g}",
        }.get(score)


RULES = tuple(OutputRules.__dataclass_fields__)
"""The words of rules."""


class OutputsSpec(BaseModel):
    """What is published: tables of `keys` and of a `cube`, or `answers`; and their rules.

    Or tables that are `published` alone, without the records behind them, and what they mean.
    """

    model_config = CONFIG

    keys: list[TableColumns] = []
    cube: Annotated[TableColumns, AfterValidator(_cubed)] = []
    answers: Annotated[dict[str, str], Shorthand(_named_answers, _or_conditions), AfterValidator(_answers)] = {}
    log: Path | None = None
    published: Names = []
    marks: Annotated[dict[str, Counts], Shorthand(_named_marks, lambda own: [own])] = {}
    absent: Counts | None = None
    total: Annotated[list[str | None], Shorthand(_labels, _or_label)] = []
    rounded: int | str | None = None
    wide: Annotated[dict[str, Names], AfterValidator(_wide)] = {}
    width: Annotated[int, Field(strict=True, le=COUNT), AfterValidator(_width)] | None = None
    measure: str | None = None
    minimum_frequency: Annotated[int, Field(strict=True, le=COUNT), AfterValidator(_people)] | None = None
    dominance: Annotated[tuple[int, float], AfterValidator(_dominance)] | None = None
    p_percent: Annotated[float, Field(strict=True), AfterValidator(_percent)] | None = None
    class_share: Annotated[float, Field(strict=True), AfterValidator(_share)] | None = None

    @property
    def is_asked(self) -> bool:
        """Whether a word of it is given."""
        return bool(self.model_fields_set)

    @property
    def asks_answers(self) -> bool:
        """Whether answers are named, or a log of queries."""
        return bool(self.answers) or self.log is not None

    @property
    def tables(self) -> tuple[tuple[str, ...], ...]:
        """The columns of each table once, a cube's from all its columns to none."""
        cubed = [part for size in range(len(self.cube), -1, -1) for part in combinations(self.cube, size)]
        given = [*map(tuple, self.keys), *(cubed if self.cube else [])]
        found: dict[frozenset[str], tuple[str, ...]] = {}
        for columns in given:
            found.setdefault(frozenset(columns), columns)
        return tuple(found.values())

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the tables, each once."""
        return tuple(dict.fromkeys(column for table in self.tables for column in table))

    def rules(self, shared: Mapping[str, Any] | None = None) -> OutputRules:
        """Return the rules: what is given, else what is shared, else the defaults."""
        given = {word: value for word in RULES if (value := getattr(self, word)) is not None}
        return output_rules({**(shared or {}), **given})

    def over(self, own: OutputsSpec) -> OutputsSpec:
        """Return these words with others in place of them.

        Tables and answers stand in place of all tables and answers.
        """
        changes = {word: getattr(own, word) for word in own.model_fields_set}
        published = ("keys", "cube", "answers", "log", "published")
        if changes.keys() & {*published}:
            changes |= {word: getattr(own, word) for word in published}
        return self.model_copy(update=changes)

    def checked(self) -> OutputsSpec:
        """Return these words. Raises SpecError where they name nothing, or what is asked apart.

        Answers are counts, without rules on sums and lines. Tables alone have no rules on people.
        """
        if not self.published and any(getattr(self, word) not in (None, {}, []) for word in PUBLISHED_WORDS):
            raise SpecError("marks, totals and absent rows are words of a published table; name it: `published`")
        if not self.tables and not self.asks_answers and not self.published:
            raise SpecError(
                "name the columns of each published table in `keys`, or the columns of a `cube`, or the conditions of"
                " `answers`; or a table that is `published`, without its records"
            )
        beside = [word for word in ("keys", "cube", "measure", *RULES[1:]) if self.asks_answers and getattr(self, word)]
        if beside:
            raise SpecError(
                f"`answers` are counts of people, which `{beside[0]}` says nothing of: leave it out, or ask for tables"
                " in a spec of their own"
            )
        if self.published and any(getattr(self, word) for word in ("keys", "cube", "answers", "log", *RULES)):
            raise SpecError(
                "`published` is about tables alone; keys, cube, answers and rules on people need their records"
            )
        return self


def output_rules(words: Mapping[str, Any]) -> OutputRules:
    """Return the rules of words; n and k are a list in files."""
    dominance = words.get("dominance", DOMINANCE)
    return OutputRules(**{**words, "dominance": (dominance[0], dominance[1])})
