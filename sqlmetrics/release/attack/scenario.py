"""A disclosure scenario: one attack on one release, with the attacker's means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from sqlmetrics.engine.comparison import Compared, recoded
from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.kinds import without_nulls
from sqlmetrics.engine.rows import Row, read_rows
from sqlmetrics.engine.written_dates import Dates
from sqlmetrics.errors import BudgetError, SpecError
from sqlmetrics.release.attack.attack_log import DATASET, AttackLog
from sqlmetrics.release.attack.claim_checks import checked_of_each
from sqlmetrics.release.attack.claim_values import ClaimColumn
from sqlmetrics.release.attack.claims import Claim, Criterion, Tolerance
from sqlmetrics.release.attack.truth import Truth
from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept

ATTEMPTS = 500
"""The number of attempts of an attack, unless another one is given."""

CLAIMED = (
    "a row per claim: whether it is true of the original (correct),"
    " and how many of the individuals have what it guesses (holding)"
)
"""The rows of a statement that draws claims and checks them, in words."""

Need = Literal["conditions", "secrets", "parts", "public"]

NEEDS: Mapping[Need, str] = {
    "conditions": "columns to make conditions on (`known`, by default all)",
    "secrets": "columns to infer (`secrets`, by default each) from what is known (`known`, by default all others)",
    "parts": "two parts of a person's columns (`known` and `secrets`, by default the halves)",
    "public": "a public table of people who may be in the original (`public`),"
    " linked to the release by what is `known`",
}
"""The needs of built-in attacks besides a release and its original, in words."""


@dataclass(frozen=True)
class AttackOptions:
    """The attacks to make, their columns, and their limits; see `gda_score`."""

    attacks: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    individual: str | None = None
    public: Any = None
    control: Any = None
    attempts: int = ATTEMPTS
    seed: int = 0
    tolerance: Tolerance | None = None
    max_cells: int | None = None
    max_queries: int | None = None
    partitions: Mapping[str, Partition] = field(default_factory=dict)
    exact_names: bool = False

    @property
    def named(self) -> tuple[str, ...]:
        """The columns that it names."""
        individual = () if self.individual is None else (self.individual,)
        return (*self.known, *self.secrets, *individual, *self.partitions)

    @property
    def dates(self) -> Dates:
        """The recoded columns, with the part of their dates that is kept."""
        return [*self.partitions.items()]

    def spelt(self, dialect: Dialect) -> AttackOptions:
        """Return the options with columns as the database keeps them, unless names are exact."""
        if self.exact_names:
            return self
        return replace(
            self,
            secrets=tuple(kept(column, dialect) for column in self.secrets),
            known=tuple(kept(column, dialect) for column in self.known),
            individual=None if self.individual is None else kept(self.individual, dialect),
            partitions={kept(column, dialect): partition for column, partition in self.partitions.items()},
        )


class RandomRecord(NamedTuple):
    """A row of `random_records`: a released record's values."""

    values: tuple[Any, ...]


@dataclass(frozen=True)
class Scenario:
    """One attack on one release: the relations, the columns that they share, and the options.

    `truth` and `control` are recoded by the partitions, as the release is; `raw_truth` and
    `raw_control` are the two as they are. `numbers` are columns that number rows, which are left
    out.
    """

    release: Compared
    columns: tuple[ClaimColumn, ...]
    options: AttackOptions
    truth: Truth
    raw_truth: Truth
    control: Truth | None
    raw_control: Truth | None
    public: Compared | None
    numbers: tuple[str, ...]

    @property
    def people(self) -> list[str]:
        """The original and, where there is one, the control group, as FROM clauses."""
        return [truth.relation.from_sql for truth in (self.truth, self.control) if truth is not None]

    @property
    def condition_columns(self) -> tuple[str, ...]:
        """The columns that conditions are drawn from: the known ones, or all."""
        return self.options.known or tuple(column.name for column in self.columns)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The columns to infer: those named, or all."""
        return self.options.secrets or tuple(column.name for column in self.columns)

    @property
    def engine(self) -> Engine:
        """The engine that holds the relations."""
        return self.truth.engine

    def column(self, name: str) -> ClaimColumn:
        """Return a shared column.

        Raises SpecError, with the nearest names, where it is not shared.
        """
        shared = {column.name: column for column in self.columns}
        if name not in shared:
            self.truth.relation.check(name)
            self.release.check(name)
            raise SpecError(f"'{name}' tells individuals apart; it is neither known nor inferred")
        return shared[name]

    def entries(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """Return columns as macros take them, with their places from 1."""
        return [
            {"name": name, "kind": self.column(name).kind, "place": place, "recoding": None}
            for place, name in enumerate(names, 1)
        ]

    def text(self, macro: str, *arguments: Any) -> str:
        """Return an attack's statement."""
        return render(macro, *arguments, dialect=self.engine.dialect)

    def rows(self, row_type: type[Row], macro: str, *arguments: Any) -> list[Row]:
        """Return the rows of an attack's statement, with names."""
        rows = fetch(self.engine, self.text(macro, *arguments), self.release.name)
        return read_rows([without_nulls(row) for row in rows], row_type)

    def random_rows(self, names: Sequence[str], size: int) -> list[RandomRecord]:
        """Return values of the columns of released records that are drawn at random."""
        arguments = (self.release.from_sql, self.entries(names), self.options.seed + 1, size)
        return self.rows(RandomRecord, "random_records", *arguments)

    def check_statement(
        self,
        criterion: Criterion,
        known: Sequence[dict[str, Any]],
        guess: Sequence[dict[str, Any]],
        query: str,
        known_names: Sequence[str],
        guess_names: Sequence[str],
    ) -> str:
        """Return the statement that checks the claims of a query, whose columns are named."""
        claims = self.text("claims_of", query, known, guess, known_names, guess_names)
        return self.text(
            "checked_claims", claims, [self.truth.relation.from_sql], self.truth.individual, criterion, known, guess
        )


class Draw(NamedTuple):
    """The drawing of claims in a scenario: a macro, and its arguments but for the last, the size.

    Its rows are drawn to be claimed, and its text is printed.
    """

    scenario: Scenario
    macro: str
    arguments: tuple[Any, ...]

    def rows(self, row_type: type[Row], size: int) -> list[Row]:
        """Return `size` rows, or all where there are fewer."""
        return self.scenario.rows(row_type, self.macro, *self.arguments, size)

    @property
    def text(self) -> str:
        """The statement that draws a row for each attempt."""
        return self.scenario.text(self.macro, *self.arguments, self.scenario.options.attempts)


class PrintedStatement(NamedTuple):
    """A statement of an attack, with its rows described in words (`about`)."""

    about: str
    text: str


@dataclass(frozen=True)
class BuiltinAttack:
    """The facts about an attack that comes with sqlmetrics, in one place.

    `meaning` gives its claims in words, `needs` its input, `attempts_on` the objects of its
    attempts, which may be few, and `macro` the macro that draws the claims. `run` makes
    the attack in a scenario and yields a log for each secret, or one; `statements` yields its
    statements, to be printed.
    """

    name: str
    criterion: Criterion
    meaning: str
    needs: Need
    attempts_on: str
    macro: str
    run: Callable[[BuiltinAttack, Scenario], Iterator[AttackLog]]
    statements: Callable[[BuiltinAttack, Scenario], Iterator[PrintedStatement]]

    def log(self, scenario: Scenario, known: Sequence[str] = ()) -> AttackLog:
        """Return the empty log of the attack, which makes random guesses too."""
        control = None if scenario.control is None else ()
        return AttackLog(self.name, self.criterion, scenario.release.name, base=(), control=control, known=tuple(known))


def check_claims(
    scenario: Scenario, log: AttackLog, base: Sequence[Claim], control: Sequence[Claim] | None = None
) -> AttackLog:
    """Check an attack's claims and the random ones, and those about a control group.

    By default these are the attack's own.
    """
    claims: list[tuple[Truth, Sequence[Claim]]] = [(scenario.truth, [*log.claims, *base])]
    against = log.claims if control is None else control
    if scenario.control is not None:
        claims.append((scenario.control, against))
    results, *others = checked_of_each(claims, tolerance=scenario.options.tolerance)
    log.results = results[: len(log.claims)]
    log.base = tuple(zip(base, results[len(log.claims) :], strict=True))
    if others:
        log.control = tuple(zip(against, *others, strict=True))
    return log


def affordable(options: AttackOptions, per_attempt: int) -> int:
    """Return the number of attempts within the limit of cells.

    Raises BudgetError where none may.
    """
    if options.max_cells is None:
        return options.attempts
    if options.max_cells < per_attempt:
        raise BudgetError(
            f"one attempt retrieves {per_attempt} cells, and an attack may retrieve {options.max_cells};"
            " raise `max_cells`"
        )
    return min(options.attempts, options.max_cells // per_attempt)


def note_fewer(attack: BuiltinAttack, options: AttackOptions, log: AttackLog, made: int, allowed: int) -> None:
    """Note that fewer attempts were made than there may be, and why."""
    if made < options.attempts:
        why = (
            f"there are no more {attack.attempts_on}"
            if made < allowed
            else f"it may retrieve {options.max_cells} cells"
        )
        on = (
            f" to learn {', '.join(name for name in log.attempts if name != DATASET)}"
            if log.criterion == "inference"
            else ""
        )
        log.notes.append(f"{log.attack} made {made} attempts on {log.release}{on}, not {options.attempts}: {why}")


def recoded_truth(truth: Truth, partitions: Mapping[str, Partition]) -> Truth:
    """Return the truth that claims are checked against, recoded as the release is."""
    return replace(truth, relation=recoded(truth.relation, partitions, truth.engine.dialect))
