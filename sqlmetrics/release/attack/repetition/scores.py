"""The scores of what generated texts repeat, from the row of their statement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlmetrics.scoring.scores import Score, table_score
from sqlmetrics.statement.catalogue import metrics_of

MOST_PEOPLE = (1, 2, 5, 10)
"""The most people of a run of words, for the measures of runs of few people."""

REPETITION = "repetition"
"""The attack that the scores measure: a reader of the generated texts."""


class OwnRuns(NamedTuple):
    """The runs of few people of the original: all, the repeated ones, and their people."""

    runs: int
    repeated: int
    people: int


class OtherRuns(NamedTuple):
    """The runs of few people of a control group: all, and the repeated ones."""

    runs: int
    repeated: int


class RepetitionRow(NamedTuple):
    """The row of `repeated_texts`: the runs of the original, of the release, and its people.

    `own` and `others` count runs of MOST_PEOPLE at most, others in the control group if any.
    """

    runs: int
    written: int
    people: int
    own: tuple[OwnRuns, ...]
    others: tuple[OtherRuns, ...]


class RunShare(NamedTuple):
    """A number of all; it is undefined of none."""

    part: int
    whole: int


def repetition_scores(row: RepetitionRow, release: str, column: str, length: int) -> list[Score]:
    """Return the scores of a release, in the catalogue's order, by the people of a run."""
    shares = {(name, most): share for name, most, share in _shares(row)}
    return [
        table_score(
            metric,
            target=column,
            records=share.whole,
            value=share.part / share.whole if share.whole else None,
            parameters=f"words={length}, people={most}",
            release=release,
            attack=REPETITION,
        )
        for metric in metrics_of("repetition")
        for most in MOST_PEOPLE
        if (share := shares.get((metric.name, most))) is not None
    ]


def _shares(row: RepetitionRow) -> Iterator[tuple[str, int, RunShare]]:
    """Yield each measure; what the release repeats is undefined where it has no run at all."""
    for most, own in zip(MOST_PEOPLE, row.own, strict=True):
        yield "rare_ngrams", most, RunShare(own.runs, row.runs)
        yield "repeated_ngrams", most, RunShare(own.repeated, own.runs if row.written else 0)
        yield "repeated_people", most, RunShare(own.people, row.people if row.written else 0)
    for most, other in zip(MOST_PEOPLE, row.others, strict=False):
        yield "repeated_by_chance", most, RunShare(other.repeated, other.runs if row.written else 0)
