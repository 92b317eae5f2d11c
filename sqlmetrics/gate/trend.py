"""Trends of a history: its scores, a metric over time, and the changes from one run to another."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from sqlmetrics.errors import SpecError, UnknownNameError
from sqlmetrics.gate.engine_versions import other_engine
from sqlmetrics.gate.history.history import read_runs
from sqlmetrics.gate.history.rows import HistoryEntry
from sqlmetrics.gate.known_points import of_most_points, points_of
from sqlmetrics.gate.thresholds import same_number
from sqlmetrics.scoring.result import Result
from sqlmetrics.scoring.scores import WEIGHT, Score, parameter_of
from sqlmetrics.spec.place import History
from sqlmetrics.statement.catalogue import every_metric, find
from sqlmetrics.text import brief, counted, values_text

SAME = 0.001
"""The share of a score up to which another one is the same to a reader."""

BARS = "▁▂▃▄▅▆▇█"
GAP = " "
"""The bar of an undefined score."""

BARS_SHOWN = 40
"""The most runs of a line of bars, the last ones."""

NAMED, NAME = 5, 40
"""The most slices that a sentence names, and the most characters of a name."""


@dataclass(frozen=True)
class Series:
    """The scores of one metric, target, partition and slice of a job, the oldest first.

    `known` are the columns that are known, as a line of CSV, where runs have several such sets.
    `weight` is the least weight of the links that are counted, in bits.
    """

    job: str
    metric: str
    target: str
    partition: str | None
    slice: str | None
    direction: str
    entries: tuple[HistoryEntry, ...]
    known: str | None = None
    weight: str | None = None

    @property
    def values(self) -> list[float | None]:
        """The scores, None where one was undefined."""
        return [entry.value for entry in self.entries]

    @property
    def limited(self) -> bool:
        """Whether the last run held the score to a threshold."""
        return self.entries[-1].limited


@dataclass(frozen=True)
class ScoreChange:
    """A score in two runs, and the way it went.

    `way` is `riskier`, `safer`, `same`, `new`, `gone`, `undefined` or `defined`. `limited` is
    whether one of the runs held the score to a threshold. `known` and `weight` are as in `Series`.
    """

    job: str
    metric: str
    target: str
    partition: str | None
    slice: str | None
    before: float | None
    after: float | None
    way: str
    limited: bool
    known: str | None
    weight: str | None

    @property
    def difference(self) -> float | None:
        """The rise of the score, None where one of the two runs has no value."""
        return None if self.before is None or self.after is None else self.after - self.before


class Difference(NamedTuple):
    """The differences between two runs of a job; `new` and `gone` are slices of one run alone."""

    job: str
    before: str
    after: str
    circumstances: list[str]
    changes: list[ScoreChange]
    new: Sequence[str] = ()
    gone: Sequence[str] = ()


class Key(NamedTuple):
    """The key of an entry in its run, with the most points that are known.

    What is `known` tells entries apart where a run has scores of several attackers. `number` counts
    the entries that are otherwise alike.
    """

    job: str
    metric: str
    target: str
    partition: str | None
    slice: str | None
    points: float | None
    weight: str | None
    known: str | None
    number: int


def _numbered(entries: Iterable[HistoryEntry]) -> Iterator[tuple[Key, HistoryEntry]]:
    """Return each entry with its key; of known points only scores of the most in a run.

    Some entries differ by what is known only, as each attacker's do, and the identity's where
    `harmonise` scores it once for each sensitive attribute.
    """
    runs: dict[tuple[str, str], list[HistoryEntry]] = {}
    for entry in entries:
        runs.setdefault((entry.job, entry.run_id), []).append(entry)
    for own in runs.values():
        chosen = [(_subject(entry), entry) for entry in of_most_points(own)]
        known = {*((of, entry.quasi_identifiers) for of, entry in chosen)}
        several = Counter(of for of, _ in known)
        times: Counter[tuple[object, ...]] = Counter()
        for of, entry in chosen:
            apart = entry.quasi_identifiers if several[of] > 1 else None
            times[of, apart] += 1
            yield Key(*of, apart, times[of, apart]), entry


def _subject(entry: HistoryEntry) -> tuple[str, str, str, str | None, str | None, float | None, str | None]:
    """Return what an entry is a score of, whatever is known."""
    own = entry.job, entry.metric, entry.target, entry.partition, entry.slice
    return *own, points_of(entry), parameter_of(entry.parameters, WEIGHT)


def series(entries: Iterable[HistoryEntry]) -> list[Series]:
    """Return the series of a history's entries, in the order in which they first occur."""
    by_key: dict[Key, list[HistoryEntry]] = {}
    for key, entry in _numbered(entries):
        by_key.setdefault(key, []).append(entry)
    return [
        Series(
            job=key.job,
            metric=key.metric,
            target=key.target,
            partition=key.partition,
            slice=key.slice,
            direction=own[0].direction,
            entries=tuple(own),
            known=key.known,
            weight=key.weight,
        )
        for key, own in by_key.items()
    ]


def text_sparkline(values: Sequence[float | None]) -> str:
    """Return the last values as bars, from the least to the greatest of them.

    An undefined value is a blank; where all values are equal, all bars are low.
    """
    shown = values[-BARS_SHOWN:]
    known = [value for value in shown if value is not None]
    if not known:
        return GAP * len(shown)
    low, high = min(known), max(known)
    flat = same_number(low, high)
    steps = [0.0 if value is None or flat else (value - low) / (high - low) for value in shown]
    return "".join(
        GAP if value is None else BARS[round(step * (len(BARS) - 1))] for value, step in zip(shown, steps, strict=True)
    )


def way(before: float | None, after: float | None, direction: str, tolerance: float = SAME) -> str:
    """Return the way of a score from one value to another.

    They are the same up to the share `tolerance` of the first, and to nine digits.
    """
    if before is None or after is None:
        return "same" if before is after else "undefined" if after is None else "defined"
    if same_number(after, before) or abs(after - before) <= tolerance * abs(before):
        return "same"
    return "riskier" if (after > before) is (direction == "higher is riskier") else "safer"


def turn(trend: Series, tolerance: float = SAME) -> str:
    """Return the way of a series in the last of its runs, or an empty text after one run."""
    *_, last = [None, *(way(before, after, trend.direction, tolerance) for before, after in pairwise(trend.values))]
    return last or ""


def runs_called(ids: Sequence[str], name: str) -> list[str]:
    """Return the runs of a name: the one of that id, or those whose ids start with it."""
    return [name] if name in ids else [run for run in ids if name and run.startswith(name)]


def resolve(entries: Sequence[HistoryEntry], job: str, run: str) -> str:
    """Return the id of a job's run, which is `last`, `previous`, an id or the start of an id.

    Raises SpecError where no run or several are meant.
    """
    ids = list(dict.fromkeys(entry.run_id for entry in entries if entry.job == job))
    places = {"last": 1, "previous": 2}
    if run in places:
        if len(ids) < places[run]:
            raise SpecError(f"the history has {counted(len(ids), 'run')} of '{job}', so there is no {run} one")
        return ids[-places[run]]
    runs = runs_called(ids, run)
    if len(runs) != 1:
        latest = ", ".join(ids[-3:])
        raise SpecError(
            f"{'no run' if not runs else f'{len(runs)} runs'} of '{job}' is called '{run}'; the latest are: {latest}"
        )
    return runs[0]


def selected(
    entries: Sequence[HistoryEntry],
    history: object,
    *,
    jobs: Sequence[str] = (),
    metrics: Sequence[str] = (),
    targets: Sequence[str] = (),
    last: int | None = None,
) -> list[HistoryEntry]:
    """Return the entries of some jobs, metrics and targets, in the `last` runs of each job.

    Raises SpecError, which names the `history`, for a name that it does not have, and for a history
    without a run.
    """
    chosen = list(entries)
    found = [find(name, every_metric()) for name in metrics]
    metrics = [name if metric is None else metric.name for name, metric in zip(metrics, found, strict=True)]
    for field, names in {"job": jobs, "metric": metrics, "target": targets}.items():
        known = list(dict.fromkeys(getattr(entry, field) for entry in chosen))
        for name in names:
            if name not in known:
                raise UnknownNameError(f"{history} has no {field} '{name}'", name, known)
        chosen = [entry for entry in chosen if not names or getattr(entry, field) in names]
    if not chosen:
        raise SpecError(f"the history {history} has no run yet")
    if last is None:
        return chosen
    runs = {(entry.job, entry.run_id): None for entry in chosen}
    kept = {(job, run) for job, run in runs if run in [own for name, own in runs if name == job][-last:]}
    return [entry for entry in chosen if (entry.job, entry.run_id) in kept]


def differences(
    entries: Sequence[HistoryEntry], before: str, after: str, tolerance: float = SAME
) -> tuple[list[Difference], list[SpecError]]:
    """Return the differences between two runs of each job, and the errors of jobs that lack one.

    A score is the same up to the share `tolerance` of the earlier one. Raises the first error where
    every job lacks one.
    """
    result = []
    problems = []
    for job in dict.fromkeys(entry.job for entry in entries):
        own = [entry for entry in entries if entry.job == job]
        try:
            ids = [resolve(own, job, run) for run in (before, after)]
        except SpecError as error:
            problems.append(error)
            continue
        old, new = ([entry for entry in own if entry.run_id == run] for run in ids)
        result.append(
            Difference(
                job=job,
                before=ids[0],
                after=ids[1],
                circumstances=circumstances(old[0], new[0]),
                changes=changes(old, new, tolerance),
                new=slices_beside(new, old),
                gone=slices_beside(old, new),
            )
        )
    if not result:
        raise problems[0]
    return result, problems


def changes(
    before: Iterable[HistoryEntry], after: Iterable[HistoryEntry], tolerance: float = SAME
) -> list[ScoreChange]:
    """Return the change of each score: the second run's scores, then the scores that are gone."""
    old, new = dict(_numbered(before)), dict(_numbered(after))
    return [_change(key, old.get(key), new.get(key), tolerance) for key in new | old]


def _change(key: Key, old: HistoryEntry | None, new: HistoryEntry | None, tolerance: float) -> ScoreChange:
    """Return the change of a score; one of the two runs may have no entry of it."""
    return ScoreChange(
        job=key.job,
        metric=key.metric,
        target=key.target,
        partition=key.partition,
        slice=key.slice,
        before=None if old is None else old.value,
        after=None if new is None else new.value,
        way="new" if old is None else "gone" if new is None else way(old.value, new.value, new.direction, tolerance),
        limited=any(entry is not None and entry.limited for entry in (old, new)),
        known=key.known,
        weight=key.weight,
    )


def slices_beside(own: Iterable[HistoryEntry | Score], other: Iterable[HistoryEntry | Score]) -> list[str]:
    """Return the slices that scores have, and other scores have not."""
    there = {one.slice for one in other}
    return list(dict.fromkeys(one.slice for one in own if one.slice is not None and one.slice not in there))


def came_and_left(new: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    """Return how many slices are new, and how many are gone, with the names of some."""
    return tuple(_slices_are(names, word) for names, word in ((new, "new"), (gone, "gone")) if names)


def _slices_are(names: Sequence[str], word: str) -> str:
    """Return how many slices are so, with the names of some."""
    some = "; ".join(brief(values_text(name), NAME) for name in names[:NAMED])
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{counted(len(names), 'slice')} {'is' if len(names) == 1 else 'are'} {word}: {some}{more}"


def circumstances(before: HistoryEntry, after: HistoryEntry) -> list[str]:
    """Return the other differences between two runs of a job: relation, settings and versions."""
    facts = (
        ("relation", before.relation, after.relation),
        ("records", f"{before.relation_records:,}", f"{after.relation_records:,}"),
        ("quasi-identifiers", before.quasi_identifiers, after.quasi_identifiers),
        ("recodings", before.recodings, after.recodings),
        ("NULL policy", before.nulls, after.nulls),
        ("versions", before.versions, after.versions),
    )
    lines = [f"{name}: {old} -> {new}" for name, old, new in facts if old != new]
    if before.fingerprint != after.fingerprint and not any(line.startswith(("relation", "records")) for line in lines):
        lines.append("the relation's fingerprint")
    if before.statement_hash != after.statement_hash and not lines:
        lines.append("the statement")
    engine = other_engine(after.relation, before.versions, after.versions)
    return lines if engine is None else [*lines, engine]


def failed_thresholds(entry: HistoryEntry) -> int:
    """Return the number of thresholds that a score failed; of too few people it failed none."""
    return sum(verdict["passed"] is False for verdict in json.loads(entry.verdicts))


@dataclass(frozen=True, repr=False)
class ScoreHistory(Result[HistoryEntry]):
    """The scores that a history keeps, the oldest first.

    Its rows are the entries: a score of a run each, with its `value`, the time `recorded_at`, the
    `run_id`, the `job`, and its `verdicts` as JSON: `.to_pandas()`, `.plot()`. Scores by slices
    have the `slice`. `series` has the scores of each metric, target and slice of a job. `place` is
    what messages call the history. `missed` are the runs that measured nothing, each with its
    `reason`.
    """

    place: str
    entries: tuple[HistoryEntry, ...]
    missed: tuple[HistoryEntry, ...] = ()

    @property
    def rows(self) -> tuple[HistoryEntry, ...]:
        """The entries."""
        return self.entries

    @property
    def series(self) -> list[Series]:
        """The scores of each metric, target, partition and slice of a job, the oldest first."""
        return series(self.entries)


def score_history(
    history: History,
    *,
    jobs: Sequence[str],
    metrics: Sequence[str],
    targets: Sequence[str],
    last: int | None,
) -> ScoreHistory:
    """Return the scores of some jobs, metrics and targets, in the `last` runs of each job.

    Raises SpecError where there is no history, for a name that it does not have, and for a number
    of runs below 1; QueryError where it cannot be read.
    """
    if last is not None and last < 1:
        raise SpecError(f"`last` is the number of latest runs to keep, 1 or more, not {last}")
    runs = read_runs(history)
    measured = [entry for entry in runs if entry.measured]
    missed = [entry for entry in runs if not entry.measured and (not jobs or entry.job in jobs)]
    if missed and not measured and not metrics and not targets:
        return ScoreHistory(str(history), (), tuple(missed[-last:] if last else missed))
    entries = selected(measured, history, jobs=jobs, metrics=metrics, targets=targets, last=last)
    began = {entry.job: entry.order for entry in reversed(entries)} if last else {}
    since = [entry for entry in missed if entry.job not in began or entry.order >= began[entry.job]]
    return ScoreHistory(str(history), tuple(entries), tuple(since))
