"""The audit of a claimed epsilon: guesses of coins from the noisy answers, and what they refute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.reading.reading import left_unsaid
from sqlmetrics.engine.rows import fetch_row
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.epsilon.bound import LEVEL, least_epsilon, least_right, refutation_p_value
from sqlmetrics.risk.epsilon.coins import Coins
from sqlmetrics.risk.epsilon.meaning import EpsilonMeaning, epsilon_meaning, most_belief
from sqlmetrics.scoring.drawn_tables import drawn_table
from sqlmetrics.scoring.question import NO_ROLES, plain_spec
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept
from sqlmetrics.statement.statement import heading
from sqlmetrics.statement.types import kind, missing_column, type_words

REFUTED = "refuted"
NOT_REFUTED = "not refuted"

BOUND_STEPS = 40
"""The bounds of epsilon that a printed statement tells apart."""


class AuditRow(NamedTuple):
    """The row of `canary_answers`: answers and canaries that were counted."""

    all_answers: int
    answered: int
    doubled: int
    guesses: int
    right_guesses: int


class EpsilonFinding(NamedTuple):
    """What an audit found.

    `epsilon_at_least` is the lower bound of epsilon at 95 % (higher is riskier). `p_value` is the
    most probability of the right guesses or more under the claim, which is refuted at 0.05 and
    below, from `least_right` right guesses.
    """

    canaries: int
    answered: int
    guesses: int
    right_guesses: int
    least_right: int
    epsilon: float
    delta: float
    epsilon_at_least: float
    p_value: float
    verdict: str


@dataclass(frozen=True, repr=False)
class EpsilonAudit(Result[EpsilonFinding]):
    """The audit of a claimed epsilon.

    Attributes
    ----------
    relation_name
        What messages call the answers.
    finding
        What was found.
    records
        The records of each canary, a person.
    claimed, measured
        The most that an attacker may believe by the claim, and by the lower bound.
    """

    relation_name: str
    finding: EpsilonFinding
    records: int
    claimed: EpsilonMeaning
    measured: EpsilonMeaning

    @property
    def rows(self) -> tuple[EpsilonFinding, ...]:
        """What was found, as the only row."""
        return (self.finding,)

    @property
    def refuted(self) -> bool:
        """Whether the claim is refuted; otherwise nothing is said for it."""
        return self.finding.verdict == REFUTED


@dataclass(frozen=True)
class EpsilonQuestion:
    """The question whether answers honour the claim of a plan."""

    spec: Spec
    coins: Coins
    answers: Sequence[str]
    thresholded: bool
    prior: float

    def answer(self, progress: Progress | None = None) -> EpsilonAudit:
        """Return the audit. Raises SpecError for answers that do not fit the coins, QueryError."""
        asked = self._spec
        spec = _pasted(asked)
        with left_unsaid("codes"), opened_records(spec, progress) as source:  # noise goes below 0
            entries = self._entries(source.from_sql, self._columns(source))
            query = render("canary_answers", entries, dialect=source.engine.dialect)
            row = fetch_row(source.engine, query, source.name, AuditRow, "audit")
        name = source.name if spec is asked else str(asked.relation)
        self._check_row(row, name)
        coins, canaries = self.coins, len(self.coins.coins)
        right, guesses = row.right_guesses, row.guesses
        p_value = refutation_p_value(right, guesses, coins.epsilon, coins.delta, canaries)
        bound = least_epsilon(right, guesses, coins.delta, canaries)
        finding = EpsilonFinding(
            canaries=canaries,
            answered=row.answered,
            guesses=guesses,
            right_guesses=right,
            least_right=coins.least_right,
            epsilon=coins.epsilon,
            delta=coins.delta,
            epsilon_at_least=bound,
            p_value=p_value,
            verdict=REFUTED if p_value <= LEVEL else NOT_REFUTED,
        )
        claimed = epsilon_meaning(coins.epsilon, self.prior)
        measured = EpsilonMeaning(bound, self.prior, most_belief(bound, self.prior))
        return EpsilonAudit(name, finding, coins.records, claimed, measured)

    def printed(self, dialect: str | None = None) -> str:
        """Return the statement in a dialect, below a comment; nothing is opened."""
        if not self.answers:
            raise SpecError("name the column of the noisy answers (`answers`), as nothing is opened")
        written, from_sql, _ = unopened(self._spec, dialect)
        exact = self.spec.exact_names
        names = [name if exact else kept(name, written) for name in (self.coins.key, *self.answers)]
        query = render("canary_answers", self._entries(from_sql, names, printed=True), dialect=written)
        coins = self.coins
        return (
            heading(
                f"whether {self.spec.name} honours an epsilon of {coins.epsilon:g}, delta {coins.delta:g}",
                f"refuted from {coins.least_right} right guesses of {coins.guesses}; not refuted is no proof",
            )
            + query
            + "\n"
        )

    @property
    def _spec(self) -> Spec:
        return plain_spec(self.spec, **NO_ROLES)

    def _columns(self, source: Source) -> list[str]:
        """Return the columns of cells and answers. Raises SpecError where one does not fit."""
        types = dict(describe(source.engine, source.from_sql, source.name))
        key = self.coins.key
        if key not in types:
            raise missing_column(source.name, key, types)
        if self.coins.kind == "whole" and kind(types[key]) not in {"number", None}:
            raise SpecError(
                f"cells of the coins are whole numbers, and '{key}' of {source.name} is {type_words(types[key])}"
            )
        others = [column for column in types if column != key]
        numbers = [column for column in others if kind(types[column]) == "number"] or others
        if not self.answers and len(numbers) != 1:
            raise SpecError(
                f"{source.name} has {len(numbers)} columns that may be the answers beside '{key}'; name the noisy one"
                " (`answers`)"
            )
        for column in self.answers or numbers:
            if column not in types:
                raise missing_column(source.name, column, types)
            if kind(types[column]) not in {"number", "text", None}:  # a file's 0.20 is kept as a text
                raise SpecError(f"answers are numbers, and '{column}' of {source.name} is {type_words(types[column])}")
        return [key, *(self.answers or numbers)]

    def _entries(self, from_sql: str, columns: Sequence[str], *, printed: bool = False) -> dict[str, Any]:
        """Return what the macro takes; a printed statement says what the guesses mean, too."""
        coins = self.coins
        canaries = coins.canaries
        return {
            "from_sql": from_sql,
            "key": columns[0],
            "answers": list(columns[1:]),
            "kind": coins.kind,
            "raises": coins.raises,
            "canaries": len(canaries),
            "inside": coins.guesses - coins.guesses // 2,
            "outside": coins.guesses // 2,
            "rows": [(place, canary.cell, canary.coin) for place, canary in enumerate(canaries)],
            "bounds": bound_steps(coins) if printed else [],
            "least_right": coins.least_right if printed else None,
            "thresholded": self.thresholded,
        }

    def _check_row(self, row: AuditRow, name: str) -> None:
        """Raise SpecError where answers and coins do not fit, with the count."""
        canaries = len(self.coins.coins)
        if row.doubled:
            raise SpecError(
                f"{row.doubled} of {canaries} canaries have several answers in {name}; give the answers of one query"
            )
        if not row.answered:
            raise SpecError(
                f"none of the {row.all_answers} answers of {name} is for one of the {canaries} canaries: they are for"
                " other cells or other coins, or the query filtered all canaries away"
            )
        if row.answered < canaries and not self.thresholded:
            raise SpecError(
                f"{canaries - row.answered} of {canaries} canaries have no answer in {name}: where the query filtered"
                " them away, plan them with `values` that it keeps; where the mechanism leaves cells out, which is an"
                " answer, say `thresholded`"
            )


def bound_steps(coins: Coins) -> list[tuple[int, str]]:
    """Return right guesses with the lower bound of epsilon that they give, the most first.

    Numbers between two of them have the lower one's bound.
    """
    guesses, canaries = coins.guesses, len(coins.coins)
    highest = least_epsilon(guesses, guesses, coins.delta, canaries)
    rights = {least_right(guesses, highest * step / BOUND_STEPS, coins.delta, canaries) for step in range(BOUND_STEPS)}
    kept = sorted((right for right in rights | {coins.least_right, guesses} if right <= guesses), reverse=True)
    bounds = ((right, least_epsilon(right, guesses, coins.delta, canaries)) for right in kept)
    return [(right, f"{bound - 5e-5:.4f}") for right, bound in bounds if bound > 1e-3]


def _pasted(spec: Spec) -> Spec:
    """Return a spec whose relation is a frame, where its file holds a table that a console drew."""
    named = isinstance(spec.relation, str) and not spec.place.holds_tables and Path(spec.relation).is_file()
    table = drawn_table(Path(spec.relation), EXPORT_ANSWERS) if named else None
    if table is None:
        return spec
    import pandas as pd

    return spec.model_copy(update={"relation": pd.DataFrame(table.by_column)})


EXPORT_ANSWERS = "export the answers as CSV"
"""What to do about a drawn table that cannot be read."""


def epsilon_question(
    spec: Spec, coins: Coins, *, answers: Sequence[str], thresholded: bool, prior: float
) -> EpsilonQuestion:
    """Return the question whether the answers of a spec's relation honour a claim.

    Raises SpecError for words that the answers of a query do not take, and for a wrong prior.
    """
    check_goes_with("epsilon_check", spec)
    epsilon_meaning(coins.epsilon, prior)
    return EpsilonQuestion(spec, coins, tuple(answers), thresholded, prior)
