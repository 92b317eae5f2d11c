"""What an attack on a release has before it: relations, the columns that they share, what is asked; and what becomes of its claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlmetrics.engine.comparison import Compared, Comparison
from sqlmetrics.engine.engine import fetch
from sqlmetrics.engine.kinds import without_nulls
from sqlmetrics.errors import BudgetError, SpecError
from sqlmetrics.release.attack.claim_checks import Truth, checked_of_each
from sqlmetrics.release.attack.claim_values import Column
from sqlmetrics.release.attack.claims import Claim, Tolerance
from sqlmetrics.release.attack.measures import DATASET, Account
from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render

CLAIMED = "a row per claim: whether it is true of the original (correct), and how many of the individuals have what it guesses (holding)"
"""What the rows of a statement are that draws claims and checks them."""


@dataclass(frozen=True)
class Setting:
    """One attack on one release: the relations, the columns that they share, and what is asked.

    `truth` and `control` are recoded by the partitions, as the release is; `people` and `others` are the two as they are.
    """

    comparison: Comparison
    release: Compared
    columns: tuple[Column, ...]
    truth: Truth
    control: Truth | None
    public: Compared | None
    known: tuple[str, ...]
    named: tuple[str, ...]
    attempts: int
    seed: int
    tolerance: Tolerance | None
    max_cells: int | None = None
    max_queries: int | None = None
    partitions: Mapping[str, Partition] = field(default_factory=dict)
    people: Truth | None = None
    others: Truth | None = None

    @property
    def raw(self) -> Truth:
        """The original as it is."""
        return self.people or self.truth

    @property
    def everybody(self) -> list[str]:
        """The original and, where there is one, the control group, as FROM clauses."""
        return [each.relation.from_sql for each in (self.truth, self.control) if each is not None]

    @property
    def guessable(self) -> tuple[str, ...]:
        """The columns that conditions are drawn of: those that are known, or all."""
        return self.known or tuple(column.name for column in self.columns)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The columns to infer: those named, or all."""
        return self.named or tuple(column.name for column in self.columns)

    @property
    def dialect(self) -> Dialect:
        """The dialect of the engine that holds the relations."""
        return self.truth.engine.dialect

    def column(self, name: str) -> Column:
        """Return a shared column. Raises SpecError, with the nearest names, where it is not shared."""
        found = {column.name: column for column in self.columns}
        if name not in found:
            self.truth.relation.check(name)
            self.release.check(name)
            raise SpecError(f"'{name}' tells individuals apart; it is neither known nor inferred")
        return found[name]

    def rows(self, macro: str, *arguments: Any) -> list[tuple[Any, ...]]:
        """Return the rows of an attack's statement."""
        statement = render(macro, *arguments, dialect=self.dialect)
        return [without_nulls(row) for row in fetch(self.truth.engine, statement, self.release.name)]

    def text(self, macro: str, *arguments: Any) -> str:
        """Return an attack's statement."""
        return render(macro, *arguments, dialect=self.dialect)

    def checking(
        self,
        criterion: str,
        known: Sequence[dict[str, Any]],
        guess: Sequence[dict[str, Any]],
        query: str,
        known_names: Sequence[str],
        guess_names: Sequence[str],
    ) -> str:
        """Return the statement that checks the claims that a query makes, whose columns have the given names."""
        claims = self.text("claims_of", query, known, guess, known_names, guess_names)
        return self.text("checked_claims", claims, [self.truth.relation.from_sql], self.truth.individual, criterion, known, guess)

    def listed(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """Return columns as macros take them, with their places from 1."""
        return [{"name": name, "kind": self.column(name).kind, "place": place + 1, "recoding": None} for place, name in enumerate(names)]


@dataclass(frozen=True)
class Builtin:
    """An attack that comes with sqlmetrics: its criterion, what it does, how it is made, and the statements that it asks, to be printed."""

    name: str
    criterion: str
    meaning: str
    run: Callable[[Setting], Iterator[Account]]
    statements: Callable[[Setting], Iterator[tuple[str, str]]]


def account_of(setting: Setting, attack: str, criterion: str, known: Sequence[str] = ()) -> Account:
    return Account(attack, criterion, setting.release.name, base=(), control=None if setting.control is None else (), known=tuple(known))


def settle(setting: Setting, account: Account, base: Sequence[Claim], control: Sequence[Claim] | None = None) -> Account:
    """Check an attack's claims, the random ones, and against the control group the same ones or those about its people."""
    asked: list[tuple[Truth, Sequence[Claim]]] = [(setting.truth, [*account.claims, *base])]
    against = account.claims if control is None else control
    if setting.control is not None:
        asked.append((setting.control, against))
    results, *others = checked_of_each(asked, tolerance=setting.tolerance)
    account.results = results[: len(account.claims)]
    account.base = tuple(zip(base, results[len(account.claims) :], strict=True))
    if others:
        account.control = tuple(zip(against, *others, strict=True))
    return account


def affordable(setting: Setting, per_attempt: int) -> int:
    """Return how many attempts may be made, by what is asked and by the limit of cells. Raises BudgetError where none may."""
    if setting.max_cells is None:
        return setting.attempts
    if setting.max_cells < per_attempt:
        raise BudgetError(f"one attempt retrieves {per_attempt} cells, and an attack may retrieve {setting.max_cells}; raise --max-cells")
    return min(setting.attempts, setting.max_cells // per_attempt)


def note_fewer(setting: Setting, account: Account, found: int, allowed: int, what: str) -> None:
    """Note that fewer attempts were made than asked for, and why."""
    if found < setting.attempts:
        why = f"there are no more {what}" if found < allowed else f"it may retrieve {setting.max_cells} cells"
        on = f" to learn {', '.join(name for name in account.attempts if name != DATASET)}" if account.criterion == "inference" else ""
        account.notes.append(f"{account.attack} made {found} attempts on {account.release}{on}, not {setting.attempts}: {why}")


def recoded_truth(judge: Truth, partitions: Mapping[str, Partition]) -> Truth:
    """Return what claims are checked against once it is recoded as the release is."""
    if not partitions:
        return judge
    relation = judge.relation
    columns = [
        {"name": name, "place": number + 1, "recoding": partitions[name].recoding() if name in partitions else None}
        for number, name in enumerate(relation.column_names)
    ]
    from_sql = render("recoded_relation", relation.from_sql, columns, dialect=judge.engine.dialect)
    types = tuple((name, "VARCHAR" if name in partitions else of_type) for name, of_type in relation.columns)
    return replace(judge, relation=Compared(relation.name, from_sql, types))
