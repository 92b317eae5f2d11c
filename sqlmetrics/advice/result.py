"""Advice as a result: the level of each column, the proof, and the view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlmetrics.advice.frontier import Solutions
from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.advice.local.local import LocalProposal
from sqlmetrics.advice.lost import LostValues
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.release import AS_IT_IS, LEFT_OUT

Proof = Literal["monotone", "bound", "order of loss"]


class Change(NamedTuple):
    """A threshold with the scores of the relation as it is and of the advised view.

    Either is None where it is undefined. Where nothing passes, `after` is the score of the coarsest
    recoding with all its records. Of several attackers it is the threshold of one.
    """

    metric: str
    target: str
    partition: str | None
    bound: str
    limit: float
    before: float | None
    after: float | None
    passed: bool
    attacker: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the threshold as its JSON, with the attacker where there are several."""
        return {word: value for word, value in self._asdict().items() if word != "attacker" or value is not None}


class ColumnChange(NamedTuple):
    """A quasi-identifier with its advised level among its `levels`, and the level's name.

    `names` has the names of all levels, from the values as they are to being left out. `partitions`
    has the levels between as a spec writes them, and `origin` says where they are from.
    """

    column: str
    level: int
    levels: int
    name: str
    origin: str = ""
    names: tuple[str, ...] = ()
    partitions: tuple[Mapping[str, Any], ...] = ()

    @property
    def release(self) -> Any:
        """Its level as a spec's `release` writes it: a word, or a partition."""
        if not 0 < self.level < self.levels:
            return LEFT_OUT if self.level else AS_IT_IS
        words = dict(self.partitions[self.level - 1])
        return words.get("date", words)


def column_change(column: Generalization, level: int) -> ColumnChange:
    """Return a column with its level."""
    return ColumnChange(
        column=column.column,
        level=level,
        levels=column.root,
        name=column.name(level),
        origin=column.origin,
        names=tuple(column.name(number) for number in range(column.root + 1)),
        partitions=column.written,
    )


class RecodingInSeries(NamedTuple):
    """What a recoding lets an attacker who has all releases know of a sensitive attribute.

    The recoding is the `earlier` one, or the `cheapest` that the search found for the thresholds on
    the relation by itself. `passed` says whether it keeps all thresholds, `people` counts who is
    followed through several releases. Known and guessed are shares of these, None without an
    `individual` to follow; newcomers alone are a share of the records that came last.
    """

    recoding: Literal["earlier", "cheapest"]
    passed: bool
    target: str
    partition: str | None
    people: int
    known_by_intersection: float | None
    guessed: float | None
    candidates_left: float | None
    newcomers_alone: float | None


class AdviceInSeries(NamedTuple):
    """The recodings beside earlier releases, and what a reader of the numbers must know."""

    recodings: tuple[RecodingInSeries, ...]
    notes: tuple[str, ...]

    @property
    def keeps(self) -> bool:
        """Whether the earlier recoding passes, so that it is the advice."""
        return any(one.recoding == "earlier" and one.passed for one in self.recodings)

    @property
    def breaks(self) -> bool:
        """Whether the cheapest recoding breaks a limit on releases together, and none is kept."""
        return not self.keeps and any(one.recoding == "cheapest" and not one.passed for one in self.recodings)

    def to_dict(self) -> dict[str, Any]:
        """Return the recodings as their JSON."""
        return {
            "keeps_earlier": self.keeps,
            "recodings": [one._asdict() for one in self.recodings],
            "notes": list(self.notes),
        }


@dataclass(frozen=True, repr=False)
class Advice(Result[ColumnChange]):
    """The cheapest recoding that passes, or how far the coarsest is from passing.

    Beside earlier releases it is the earlier recoding, where that passes.

    `levels` is the level of each quasi-identifier, 0 for its values as they are; `view` the SQL
    statement that creates the view, whose scores have passed. Where nothing passes both are None,
    and `thresholds` says how far the coarsest recoding is from each limit.

    Attributes
    ----------
    relation_name, dialect, version
        What was recoded, the dialect of the view, and the version of sqlmetrics.
    records, suppressed, budget
        The number of all records, of records that the view suppresses, and the most that it might
        suppress.
    columns
        The level of each quasi-identifier; of the coarsest recoding where nothing passes.
    loss_name, loss
        The measure of what is lost, and its value; None where nothing passes.
    ties
        The levels of the other recodings with the same loss.
    thresholds
        Each threshold before and after.
    nodes, asked
        The number of recodings that there are, and of recodings that were asked.
    proven, proof, bound, gap
        Whether no cheaper recoding passes, and by what; the least loss that was not ruled out, and
        the share of the loss by which it is less.
    view
        The statement that creates the view; None where nothing passes.
    model
        The same query as a model of dbt.
    spec, source_spec
        The specs that pass: of the view, and of the source with its columns recoded, which is None
        where records are suppressed, or no column is left.
    frontier
        All minimal recodings that pass, where they were wanted.
    local
        The cells to star instead, where they were wanted: after the advised recoding, or of the
        columns as they are.
    series
        The earlier and the cheapest recoding with all releases, where there are earlier ones.
    lost
        The columns that have lost values with the suppressed records.
    """

    relation_name: str
    dialect: str
    version: str
    records: int
    suppressed: int
    budget: int
    columns: tuple[ColumnChange, ...]
    loss_name: str
    loss: float | None
    ties: tuple[Mapping[str, int], ...]
    thresholds: tuple[Change, ...]
    nodes: int
    asked: int
    proven: bool
    proof: Proof
    bound: float | None
    gap: float | None
    view: str | None
    model: str | None = None
    spec: Mapping[str, Any] | None = None
    source_spec: Mapping[str, Any] | None = None
    frontier: Solutions | None = None
    local: LocalProposal | None = None
    series: AdviceInSeries | None = None
    lost: tuple[LostValues, ...] = ()

    @property
    def rows(self) -> tuple[ColumnChange, ...]:
        """The columns with their levels."""
        return self.columns

    @property
    def passed(self) -> bool:
        """Whether a recoding passes."""
        return self.view is not None

    @property
    def levels(self) -> dict[str, int] | None:
        """The level of each quasi-identifier, None where nothing passes."""
        return {change.column: change.level for change in self.columns} if self.passed else None

    @property
    def release(self) -> dict[str, Any] | None:
        """The release that is advised, in the words of a spec; None where nothing passes."""
        if not self.passed:
            return None
        levels = {change.column: change.release for change in self.columns}
        return {"levels": levels} | ({"drop": self.budget / self.records} if self.suppressed else {})

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as its JSON."""
        return {
            "relation": self.relation_name,
            "dialect": self.dialect,
            "version": self.version,
            "records": self.records,
            "levels": self.levels,
            "columns": [change._asdict() for change in self.columns],
            "loss_name": self.loss_name,
            "loss": self.loss,
            "suppressed": self.suppressed,
            "budget": self.budget,
            "ties": [dict(levels) for levels in self.ties],
            "proven": self.proven,
            "proof": self.proof,
            "nodes": self.nodes,
            "asked": self.asked,
            "bound": self.bound,
            "gap": self.gap,
            "thresholds": [change.to_dict() for change in self.thresholds],
            "view": self.view,
            "spec": self.spec,
            "source_spec": self.source_spec,
            "release": self.release,
            "lost": [one._asdict() for one in self.lost],
            **({} if self.frontier is None else {"frontier": self.frontier.to_dict()}),
            **({} if self.local is None else {"local": self.local.to_dict()}),
            **({} if self.series is None else {"series": self.series.to_dict()}),
        }
