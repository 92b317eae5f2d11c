"""What several answers give away by their differences: groups of few people that follow exactly.

An answer counts the people that a condition holds for. The people who are in the same answers are a
combination; its count is unknown to a reader, and each answer is the sum of some. The reader is
taken to know which combinations there are, as for months that follow each other or areas in areas.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics.engine.engine import describe, fetch
from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.queries import check_expression
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.risk.published.programmes import Proofs, parts_of, prove, solver_installed
from sqlmetrics.risk.published.query_log import SUMMED, LogReading, QueryLog, read_log
from sqlmetrics.scoring.question import NO_ROLES, plain_spec
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.outputs import OutputRules
from sqlmetrics.spec.published_limits import rules_of_limits
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.condition import check_condition
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept
from sqlmetrics.statement.statement import heading

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from sqlmetrics.risk.published.programmes import Numbers, Places

    Bits = npt.NDArray[np.bool_]

DIFFERENCED, OPEN = "differenced", "not proven"
"""What is known of a group: its people exactly, or it may be."""

ANSWER_SCORES = ("minimum_frequency", "cells_below", "differenced_groups", "differenced_people")
"""The scores of answers."""

NOBODY = "the answers have no people"
UNKNOWN = "not proven: {unproven} of {all} groups that may follow"
UNSOLVED = "scipy is not there, so that only differences of two answers are found: pip install 'sqlmetrics[outputs]'"
LATE = "not all groups were proven in time, which a larger `timeout` may mend"

PART_OF_SECONDS = 0.9
"""The part of the time of a run after which proofs end."""

WORD = 30
"""The answers of a column of the statement, a bit of a number each."""


class PublishedAnswer(NamedTuple):
    """An answer with its people, and whether they are fewer than the minimum.

    The `condition` is None where it is not shown.
    """

    name: str
    condition: str | None
    people: int
    below: bool


class DifferencedGroup(NamedTuple):
    """A group of few people that follows exactly from answers, or may.

    The people are `inside` some answers, and not in those `outside`. It follows from `answers`.
    """

    group: int
    inside: tuple[str, ...]
    outside: tuple[str, ...]
    people: int
    state: str
    answers: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Differences(Result[DifferencedGroup]):
    """What several answers give away by their differences.

    Attributes
    ----------
    relation_name
        What messages call the relation.
    individual
        The column that tells people apart, None where a record is a person.
    rules
        The rules; answers and groups are held against their `minimum_frequency`.
    answers
        The answers, in their order.
    combinations
        The combinations of answers that somebody is in.
    groups
        The groups below the minimum that follow, or may, those with the fewest people first.
    differenced_groups, differenced_people
        The groups that follow exactly and the people in them; None where some are not proven, as
        `reasons` say. Higher is riskier.
    unproven_groups
        The groups that may follow, as no proof shows the contrary.
    notes
        Why groups are not proven.
    reasons
        Why scores are None.
    log
        How many queries of a log were read, None without one.
    """

    relation_name: str
    individual: str | None
    rules: OutputRules
    answers: tuple[PublishedAnswer, ...]
    combinations: int
    groups: tuple[DifferencedGroup, ...]
    differenced_groups: int | None
    differenced_people: int | None
    unproven_groups: int
    notes: tuple[str, ...] = ()
    reasons: dict[str, str] = field(default_factory=dict)
    log: LogReading | None = None

    @property
    def rows(self) -> tuple[DifferencedGroup, ...]:
        """The groups."""
        return self.groups

    @property
    def minimum_frequency(self) -> int | None:
        """The fewest people of an answer that has any, None where none has."""
        return min((answer.people for answer in self.answers if answer.people), default=None)

    @property
    def cells_below(self) -> int:
        """The answers with people, and fewer than the minimum."""
        return sum(answer.below for answer in self.answers)


class AskedAnswer(NamedTuple):
    """An answer for the macro `answer_groups`."""

    name: str
    condition: str


class AskedAnswers(NamedTuple):
    """The answers for the macro `answer_groups`, and the relation that they are about."""

    relation: str
    individual: str | None
    answers: list[AskedAnswer]


@dataclass(frozen=True)
class AnswersQuestion:
    """The question what the answers of a spec give away by their differences."""

    spec: Spec
    rules: OutputRules
    show_values: bool
    limit: int | None
    log: QueryLog | None

    def answer(self, progress: Progress | None = None) -> Differences:
        """Return what the differences give away. Raises SpecError, QueryError."""
        progress = progress or Progress()
        with opened_records(self.spec, progress) as source:
            self._check(source)
            answers, reading = self.spec.outputs.answers, None
            if self.log is not None:
                answers, reading = self.log.answers(source, answers)
            try:
                rows = self._combined(source, answers)
            except QueryError:
                if self.log is None:
                    raise
                answers, reading = self.log.answers(source, self.spec.outputs.answers, records=True)
                rows = self._combined(source, answers)
            name = source.name
        found = _Combinations.of([*answers], rows)
        timeout = self.spec.place.limits.timeout
        ends = None if timeout is None else progress.began + PART_OF_SECONDS * timeout
        differences = found.differences(self, answers, name, ends)
        if self.log is None or reading is None:
            return differences
        notes = (reading.sentence, *([SUMMED] if self.log.summed else []), *differences.notes)
        return replace(differences, notes=notes, log=reading)

    def _combined(self, source: Source, answers: Mapping[str, str]) -> Any:
        """Return the people of each combination of answers, if there are any. Raises QueryError."""
        if not answers:
            return []
        query = self.statement(source.from_sql, self.spec.individual, source.engine.dialect, answers)
        return fetch(source.engine, query, source.name)

    def printed(self, dialect: str | None = None) -> str:
        """Return the statement of combinations in a dialect, below a comment; nothing is opened.

        Of a log it has the queries without groups, whose values the database alone has.
        """
        written, from_sql, _ = unopened(self.spec, dialect)
        own = self.spec.individual
        own = own if own is None or self.spec.exact_names else kept(own, written)
        answers = self.spec.outputs.answers | ({} if self.log is None else self.log.ungrouped)
        bits = (f"word_{place // WORD + 1}, {2 ** (place % WORD)}" for place in range(len(answers)))
        about = heading(
            f"how many people of {self.spec.name} are in each combination of {len(answers)} answers",
            *(f"{name}: {bit}" for name, bit in zip(answers, bits, strict=True)),
            *([] if self.log is None else ["groups of a log are left out: their values are asked of the database"]),
        )
        return about + (self.statement(from_sql, own, written, answers) + "\n" if answers else "")

    def statement(
        self, from_sql: str, individual: str | None, dialect: Dialect, conditions: Mapping[str, str] | None = None
    ) -> str:
        """Return the statement of combinations for a relation, by default of the spec's answers."""
        named = self.spec.outputs.answers if conditions is None else conditions
        answers = [AskedAnswer(name, text.strip()) for name, text in named.items()]
        return render("answer_groups", AskedAnswers(from_sql, individual, answers), dialect=dialect)

    def _check(self, source: Source) -> None:
        """Raise SpecError where a condition is no expression of a record's columns.

        The database is asked for it with no record, where it refuses sums of records.
        """
        columns = describe(source.engine, source.from_sql, source.name)
        for name, text in self.spec.outputs.answers.items():
            check_expression(source.engine, text, source.name, columns, f"the answer '{name}'")
        if not self.spec.outputs.answers:
            return
        try:
            _ask(source, *self.spec.outputs.answers.values())
        except QueryError:
            for name, text in self.spec.outputs.answers.items():
                try:
                    _ask(source, text)
                except QueryError as error:
                    raise SpecError(
                        f"the answer '{name}' is no condition that {source.name} can be asked for each record: it adds"
                        " up records, or a function or a type does not fit",
                        error.detail,
                    ) from None
            raise


def _ask(source: Source, *conditions: str) -> None:
    """Ask the database for conditions, with no record. Raises QueryError where it refuses one."""
    every = " or ".join(f"({text})" for text in conditions)
    query = f"select count(*) from {source.from_sql} source where 1 = 0 and ({every})"  # noqa: S608 - checked
    fetch(source.engine, query, source.name, "open")


class _Combinations(NamedTuple):
    """The combinations of answers that somebody is in: a row of bits each, and its people."""

    names: Sequence[str]
    bits: Bits
    people: Places

    @classmethod
    def of(cls, names: Sequence[str], rows: Iterable[Sequence[Any]]) -> _Combinations:
        """Return the combinations of a statement's rows, but the people in no answer."""
        import numpy as np

        found = [([int(word) for word in words], int(people)) for *words, people in rows]
        kept_rows = [(words, people) for words, people in found if any(words)]
        bits = np.zeros((len(kept_rows), len(names)), dtype=bool)
        for place in range(len(names)):
            bits[:, place] = [words[place // WORD] >> place % WORD & 1 for words, _ in kept_rows]
        return cls(names, bits, np.array([people for _, people in kept_rows], dtype=np.int64))

    def differences(
        self, question: AnswersQuestion, answers: Mapping[str, str], name: str, ends: float | None
    ) -> Differences:
        """Return the groups below the minimum that follow, or may until time `ends`."""
        least = question.rules.minimum_frequency
        totals = self.people @ self.bits
        groups = _Groups(self, totals, [*self._small(least)])
        notes = groups.prove(ends)
        states = [groups.state(number) for number in range(len(groups.small))]
        known = [number for number, state in enumerate(states) if state == DIFFERENCED]
        unproven = states.count(OPEN)
        whose = {place for number in known for place in groups.small[number].rows}
        people = sum(int(self.people[place]) for place in whose)
        listed = sorted(
            (number for number, state in enumerate(states) if state is not None),
            key=lambda number: (states[number] == OPEN, groups.small[number].people, number),
        )
        unknown = UNKNOWN.format(unproven=unproven, all=len(listed))
        reasons = dict.fromkeys(("differenced_groups", "differenced_people"), unknown) if unproven else {}
        return Differences(
            relation_name=name,
            individual=question.spec.individual,
            rules=question.rules,
            answers=tuple(
                PublishedAnswer(answer, text if question.show_values else None, int(total), bool(0 < total < least))
                for (answer, text), total in zip(answers.items(), totals, strict=True)
            ),
            combinations=len(self.people),
            groups=tuple(
                DifferencedGroup(
                    place,
                    tuple(self.names[answer] for answer in groups.small[number].inside),
                    tuple(self.names[answer] for answer in groups.small[number].outside),
                    groups.small[number].people,
                    str(states[number]),
                    tuple(self.names[answer] for answer in groups.answers_of(number)),
                )
                for place, number in enumerate(listed[: question.limit], 1)
            ),
            differenced_groups=None if unproven else len(known),
            differenced_people=None if unproven else people,
            unproven_groups=unproven,
            notes=notes,
            reasons=reasons | ({} if totals.any() else {"minimum_frequency": NOBODY}),
        )

    def _small(self, least: int) -> Iterator[_SmallGroup]:
        """Yield the differences of two answers, then the combinations, of too few people.

        An answer itself is none of them, and each group is there once, by answers in each other
        where there are such.
        """
        import numpy as np

        own = {frozenset(np.flatnonzero(column).tolist()) for column in self.bits.T}
        apart = self.bits.T.astype(np.int64) @ (self.people[:, None] * ~self.bits)
        nested = (~self.bits.T).astype(np.int64) @ self.bits == 0
        few = (apart > 0) & (apart < least)
        for one, other in [*np.argwhere(few & nested).tolist(), *np.argwhere(few & ~nested).tolist()]:
            rows = frozenset(np.flatnonzero(self.bits[:, one] & ~self.bits[:, other]).tolist())
            if rows not in own:
                own.add(rows)
                yield _SmallGroup((one,), (other,), rows, int(apart[one, other]), bool(nested[one, other]))
        for place in np.flatnonzero(self.people < least).tolist():
            if frozenset((place,)) not in own:
                inside = _ends(np.flatnonzero(self.bits[place]), nested)
                beside = self.bits[np.all(self.bits[:, inside], axis=1)].any(axis=0) & ~self.bits[place]
                outside = _ends(np.flatnonzero(beside), nested.T)
                yield _SmallGroup(inside, outside, frozenset((place,)), int(self.people[place]), False)


def _ends(answers: Places, nested: Bits) -> tuple[int, ...]:
    """Return the answers in which no other one of them is nested; of equal ones the first."""
    own = nested[answers][:, answers]
    before = own & (~own.T | (answers[:, None] > answers))
    return tuple(answers[~before.any(axis=1)].tolist())


class _SmallGroup(NamedTuple):
    """A group of few people: the answers that they are in and not in, and its combinations.

    A difference of two answers is `nested` where all people of the other are in the first.
    """

    inside: tuple[int, ...]
    outside: tuple[int, ...]
    rows: frozenset[int]
    people: int
    nested: bool


class _Groups:
    """Small groups as cells beside combinations and answers, each with the bounds of its people.

    The lines are the answers, by their number, and behind them the groups of several combinations
    that are no nested differences, which are known at once.
    """

    def __init__(self, found: _Combinations, totals: Places, small: Sequence[_SmallGroup]) -> None:
        import numpy as np

        self.found, self.small = found, small
        rows, answers = found.bits.shape
        joint = [number for number, group in enumerate(small) if len(group.rows) > 1 and not group.nested]
        places = {number: rows + answers + place for place, number in enumerate(joint)}
        self.cells = [places.get(number, min(group.rows)) for number, group in enumerate(small)]
        line, cell = np.nonzero(found.bits.T)
        lines, cells = [line, np.arange(answers)], [cell, rows + np.arange(answers)]
        signs = [np.ones(len(line)), -np.ones(answers)]
        for number in joint:
            own = [*small[number].rows]
            lines.append(np.full(len(own) + 1, places[number] - rows))
            cells.append(np.array([*own, places[number]]))
            signs.append(np.array([1.0] * len(own) + [-1]))
        self.line, self.cell = np.concatenate(lines), np.concatenate(cells)
        self.sign = np.concatenate(signs).astype(np.int64)
        counts = [small[number].people for number in joint]
        self.truth: Numbers = np.array([*found.people, *totals, *counts], dtype=np.float64)
        least = np.where(found.bits, totals, np.iinfo(np.int64).max)
        self.bounding = [*(least.argmin(axis=1) if rows else []), *range(answers)]
        self.bounding += [small[number].inside[0] for number in joint]
        self.high: Numbers = np.array([totals[answer] for answer in self.bounding], dtype=np.float64)
        low = np.zeros(len(self.high))
        low[rows : rows + answers] = totals
        self.proofs = Proofs.of(low, self.high)

    def prove(self, ends: float | None) -> tuple[str, ...]:
        """Bound the groups by programmes, and return why some are not proven."""
        cells = [cell for cell, group in zip(self.cells, self.small, strict=True) if not group.nested]
        targets = {cell: 1.0 for cell in cells if not self._is_known(cell)}
        if not targets:
            return ()
        if not solver_installed():
            return (UNSOLVED,)
        prove(self.proofs, parts_of(self.proofs, self.line, self.cell, self.sign), targets, ends, self.truth)
        left = any(not self.proofs.enough(cell, 1) for cell in targets)
        return (LATE,) if left else ()

    def state(self, number: int) -> str | None:
        """Return what is known of a group, None where two counts are shown to be possible."""
        cell = self.cells[number]
        if self.small[number].nested or self._is_known(cell):
            return DIFFERENCED
        return None if self.proofs.enough(cell, 1) else OPEN

    def answers_of(self, number: int) -> list[int]:
        """Return the answers that a group follows from, also by what other cells follow from."""
        group, answers = self.small[number], len(self.found.names)
        if group.nested:
            return [*group.inside, *group.outside]
        if not self._is_known(self.cells[number]):
            return []
        found: set[int] = set()
        seen, waiting = set[int](), [self.cells[number]]
        while waiting:
            cell = waiting.pop()
            seen.add(cell)
            if self.proofs.high[cell] == self.high[cell]:
                found.add(int(self.bounding[cell]))
            for line in self.proofs.lines.get(cell, ()):
                found.add(line)
                others = set(self.cell[self.line == line].tolist()) & self.proofs.lines.keys()
                waiting += others - seen
        return sorted(answer for answer in found if answer < answers)

    def _is_known(self, cell: int) -> bool:
        return bool(self.proofs.low[cell] == self.proofs.high[cell])


def answers_question(
    spec: Spec, *, rules: OutputRules | None = None, show_values: bool = False, limit: int | None = None
) -> AnswersQuestion:
    """Return the question what the answers of a spec give away by their differences.

    The rules are the spec's, else its first published limit's that has any. `limit` keeps the
    groups with the fewest people; conditions are told only with `show_values`. Raises SpecError for
    a condition that is none.
    """
    check_goes_with("answers", spec)
    outputs = spec.outputs.checked()
    if not outputs.asks_answers:
        raise SpecError("name the conditions of `answers`, or a `log` of SQL")
    for name, text in outputs.answers.items():
        check_condition(text, f"the answer '{name}' is one SQL expression, true for the people that it counts")
    own = plain_spec(spec, **{**NO_ROLES, "individual": spec.individual, "previous": []})
    log = None
    if outputs.log is not None:
        if spec.where is not None:
            raise SpecError("`where` chooses records, and the queries of a `log` are about all: leave one of them out")
        log = read_log(outputs.log, dialect_to_write(None, spec.url), _table(spec), spec.individual)
    return AnswersQuestion(own, rules or outputs.rules(rules_of_limits(spec.limits)), show_values, limit, log)


def _table(spec: Spec) -> str | None:
    """Return what queries call a spec's relation: a table's name, or a file's without ending."""
    if not isinstance(spec.relation, str):
        return None
    if spec.place.holds_tables:
        return re.sub('["`\\[\\]]', "", spec.relation)
    return Path(spec.relation).name.partition(".")[0].partition("@")[0]
