"""Verdicts in words that every format of a run shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlmetrics.credentials import blanked
from sqlmetrics.errors import QueryError, SqlmetricsError
from sqlmetrics.gate.jobs import Outcome, Run
from sqlmetrics.gate.thresholds import Verdict, is_infinite
from sqlmetrics.output.names import short_ids, target_name
from sqlmetrics.output.roles import forgotten, in_relation, resembling, silent
from sqlmetrics.text import number


def public_message(error: SqlmetricsError) -> str:
    """Return a message for reports as one line, without an engine's own, without credentials."""
    if isinstance(error, QueryError):
        return "a query or connection failed; standard error says how"
    first, *keys = blanked(str(error)).split("\n  ")
    return f"{first} {'; '.join(keys)}" if keys else first


def verdicts_of(outcome: Outcome) -> tuple[Verdict, ...]:
    """Return an outcome's verdicts, none where it ended with an error."""
    return () if outcome.held is None else outcome.held.verdicts


def notes_of(outcome: Outcome) -> tuple[str, ...]:
    """Return what was not judged in an outcome, and why, without credentials."""
    return () if outcome.held is None else tuple(blanked(note) for note in outcome.held.notes)


class VerdictWords(NamedTuple):
    """A verdict in words: its score, the demand, the score's value, and how it was met.

    `passed` is None where too few people are in a slice to say.
    """

    score: str
    bound: str
    value: str
    verdict: str
    passed: bool | None

    @property
    def failed(self) -> bool:
        """Whether the score is beyond the limit."""
        return self.passed is False


class JobWords(NamedTuple):
    """A job's outcome in the words that every format shares.

    `identifiers` are in the relation, or surely look like one that was forgotten, and each fails;
    `resembling` may be one. `silent` says which columns no score is about, `notes` what was not
    judged.
    """

    error: str | None
    identifiers: list[str]
    resembling: list[str]
    verdicts: list[VerdictWords]
    silent: list[str]
    notes: tuple[str, ...]

    @property
    def failures(self) -> int:
        """The verdicts that failed, and the identifiers."""
        return sum(verdict.failed for verdict in self.verdicts) + len(self.identifiers)


def job_words(outcome: Outcome, *, short: bool = False) -> JobWords:
    """Return an outcome in words; runs are named by short ids, or by their whole ones."""
    columns = None if outcome.held is None else outcome.held.scores.columns_by_role
    origins = [verdict.threshold.origin for verdict in verdicts_of(outcome)]
    runs = short_ids(origin for origin in origins if origin is not None) if short else {}
    return JobWords(
        None if outcome.error is None else public_message(outcome.error),
        [*in_relation(columns), *forgotten(columns)],
        resembling(columns),
        [
            VerdictWords(
                score_name(verdict, outcome),
                _bound(verdict, runs),
                number(verdict.score.value),
                verdict_text(verdict),
                verdict.passed,
            )
            for verdict in verdicts_of(outcome)
        ],
        [] if outcome.held is None else silent(columns),
        notes_of(outcome),
    )


def score_name(verdict: Verdict, outcome: Outcome) -> str:
    """Return the name of a verdict's score, with its keys where a job has several sets of keys."""
    score = verdict.score
    several = len({other.score.quasi_identifiers for other in verdicts_of(outcome)}) > 1
    known = f" by {score.quasi_identifiers}" if several else ""
    return f"{score.metric} of {target_name(score.target, score.partition)}{known}"


def _bound(verdict: Verdict, short_ids: Mapping[str, str] | None = None) -> str:
    """Return the demand of a threshold; `short_ids` are the names of runs."""
    threshold = verdict.threshold
    word = threshold.bound.replace("_", " ")
    if threshold.origin is None:
        return f"{word} {threshold.limit:g}"
    return f"{word} {number(threshold.limit)}, as in run {(short_ids or {}).get(threshold.origin, threshold.origin)}"


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict in words, with the distance of the score from the limit."""
    if verdict.passed is None:
        return "too few people to say"
    word = "passed" if verdict.passed else "failed"
    if verdict.margin is None:
        return f"{word}: {'' if is_infinite(verdict.score.reason) else 'undefined, '}{verdict.score.reason}"
    if verdict.margin == 0:
        return f"{word}, at the limit"
    return f"{word} by {number(abs(verdict.margin))}"


def summary(run: Run) -> str:
    """Return one sentence on the whole run."""
    verdicts = [verdict for outcome in run.outcomes for verdict in verdicts_of(outcome)]
    failed = sum(verdict.failed for verdict in verdicts)
    errors = sum(outcome.status == "error" for outcome in run.outcomes)
    held = [outcome.held for outcome in run.outcomes if outcome.held is not None]
    identifiers = sum(len(one.identifiers) for one in held)
    unnamed = sum(len(one.forgotten) for one in held)
    text = "no threshold was held"
    if verdicts:
        text = f"all {len(verdicts)} thresholds passed" if len(verdicts) > 1 else "the threshold passed"
    if failed:
        text = f"{failed} of {len(verdicts)} thresholds failed"
    if len(run.outcomes) > 1 or errors:
        text += f" in {len(run.outcomes)} job{'s' * (len(run.outcomes) != 1)}"
    text += f"; {errors} ended with an error" if errors else ""
    if identifiers:
        text += f"; {identifiers} identifier{'s are' if identifiers > 1 else ' is'} in the relation"
    if unnamed:
        verb = "s look like identifiers and have" if unnamed > 1 else " looks like an identifier and has"
        text += f"; {unnamed} column{verb} no role"
    return text + ("; failures are advisory" if (failed or identifiers or unnamed) and run.advisory else "")
