"""Verdicts in words that every format of a run shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlmetrics.credentials import blanked
from sqlmetrics.errors import QueryError, SqlmetricsError
from sqlmetrics.gate.jobs import Outcome, Run
from sqlmetrics.gate.slices import JudgedSlice, SliceCount, counted_slices
from sqlmetrics.gate.thresholds import Verdict, is_infinite
from sqlmetrics.output.names import short_ids, target_name
from sqlmetrics.output.roles import forgotten, in_relation, resembling, silent
from sqlmetrics.output.slices import rate_text, slice_name
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import number

TOO_FEW = "too few people"
"""The verdict on a slice of fewer people than `min_people`."""


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


class SliceWords(NamedTuple):
    """A judged slice in words: its name, its people or records, and its worst verdict."""

    name: str
    size: str
    worst: VerdictWords
    passed: bool | None

    @property
    def failed(self) -> bool:
        """Whether it is beyond a limit."""
        return self.passed is False


class JobWords(NamedTuple):
    """A job's outcome in the words that every format shares.

    `identifiers` are in the relation, or surely look like one that was forgotten, and each fails;
    `resembling` may be one. `silent` says which columns no score is about, `notes` what was not
    judged. Of a table with slices there are the `slices`, the worst first, in place of verdicts,
    and a sentence that sums them up.
    """

    error: str | None
    identifiers: list[str]
    resembling: list[str]
    verdicts: list[VerdictWords]
    silent: list[str]
    notes: tuple[str, ...]
    slices: list[SliceWords]
    of_slices: str

    @property
    def judged(self) -> bool:
        """Whether anything was held to a limit."""
        return bool(self.verdicts or self.slices)


def job_words(outcome: Outcome, *, short: bool = False) -> JobWords:
    """Return an outcome in words; runs are named by short ids, or by their whole ones."""
    columns = None if outcome.held is None else outcome.held.scores.columns_by_role
    origins = [verdict.threshold.origin for verdict in verdicts_of(outcome)]
    runs = short_ids(origin for origin in origins if origin is not None) if short else {}

    def words(verdict: Verdict) -> VerdictWords:
        return VerdictWords(
            score_name(verdict, outcome),
            _bound(verdict, runs),
            _value(verdict, outcome),
            verdict_text(verdict),
            verdict.passed,
        )

    slices = () if outcome.held is None else outcome.held.slices
    named = outcome.held is not None and outcome.held.scores.named
    return JobWords(
        None if outcome.error is None else public_message(outcome.error),
        [*in_relation(columns), *forgotten(columns)],
        resembling(columns),
        [words(verdict) for verdict in verdicts_of(outcome) if verdict.score.slice is None],
        [] if outcome.held is None else silent(columns),
        notes_of(outcome),
        [
            SliceWords(slice_name(one.name, named=named), number(one.people), _short(words(one.worst), one), one.passed)
            for one in slices
        ],
        slices_summary([(slices, named)]) if slices else "",
    )


def _short(words: VerdictWords, one: JudgedSlice) -> VerdictWords:
    """Return the words of the worst verdict of a slice, few enough to stand in one row.

    The metric is its symbol, and has no target where the identity is its only one.
    """
    metric = catalogue()[one.worst.score.metric]
    of = words.score.removeprefix(metric.name)
    of = of.removeprefix(f" of {IDENTITY}") if metric.targets == "identity" else of
    return words._replace(score=f"{metric.symbol}{of}", verdict=TOO_FEW if one.passed is None else words.verdict)


def _value(verdict: Verdict, outcome: Outcome) -> str:
    """Return a value for reading; of a slice, with what chance gives of a rate."""
    score = verdict.score
    chance = None if outcome.held is None or score.slice is None else outcome.held.scores.chance.get(score.view)
    return rate_text(score, chance)


def slices_summary(jobs: Sequence[tuple[Sequence[JudgedSlice], bool]]) -> str:
    """Return how many slices pass, with the worst that fails, and how many have too few people.

    Each job has its slices, the worst first, and whether they are named.
    """
    counts = [counted_slices(slices) for slices, _ in jobs]
    count = SliceCount(
        sum(one.passed for one in counts), sum(one.failed for one in counts), sum(one.too_few for one in counts)
    )
    judged, few = count.passed + count.failed, count.too_few
    parts = []
    if judged:
        all_of = f"all {number(judged)} slices pass" if judged > 1 else "the slice passes"
        parts.append(f"{number(count.passed)} of {number(judged)} slices pass" if count.failed else all_of)
    if count.failed:
        slices, named = next((slices, named) for slices, named in jobs if slices and slices[0].passed is False)
        worst = slices[0]
        score = worst.worst.score
        metric = f"{catalogue()[score.metric].symbol} {number(score.value)}"
        parts.append(f"worst: {slice_name(worst.name, named=named)} ({metric})")
    if few:
        parts.append(f"{number(few)} slice{'s have' if few != 1 else ' has'} too few people to say")
    return "; ".join(parts)


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
        return f"{TOO_FEW} to say"
    word = "passed" if verdict.passed else "failed"
    if verdict.margin is None:
        return f"{word}: {'' if is_infinite(verdict.score.reason) else 'undefined, '}{verdict.score.reason}"
    if verdict.margin == 0:
        return f"{word}, at the limit"
    return f"{word} by {number(abs(verdict.margin))}"


def summary(run: Run) -> str:
    """Return one sentence on the whole run."""
    verdicts = [verdict for outcome in run.outcomes for verdict in verdicts_of(outcome) if verdict.score.slice is None]
    sliced = [
        (slices, outcome.held.scores.named)
        for outcome in run.outcomes
        if outcome.held is not None and (slices := outcome.held.slices)
    ]
    broken = any(slices[0].passed is False for slices, _ in sliced)
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
    if sliced:
        text = "; ".join([*([text] if verdicts else []), slices_summary(sliced)])
    if len(run.outcomes) > 1 or errors:
        text += f"{';' if sliced else ' in'} {len(run.outcomes)} job{'s' * (len(run.outcomes) != 1)}"
    text += f"; {errors} ended with an error" if errors else ""
    if identifiers:
        text += f"; {identifiers} identifier{'s are' if identifiers > 1 else ' is'} in the relation"
    if unnamed:
        verb = "s look like identifiers and have" if unnamed > 1 else " looks like an identifier and has"
        text += f"; {unnamed} column{verb} no role"
    return text + ("; failures are advisory" if (failed or broken or identifiers or unnamed) and run.advisory else "")
