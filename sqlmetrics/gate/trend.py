"""What a history says: a metric over time, and what changed from one run to another."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.gate.history.rows import Entry
from sqlmetrics.gate.thresholds import ROUNDING

BARS = "▁▂▃▄▅▆▇█"
GAP = " "


@dataclass(frozen=True)
class Series:
    """The scores of one metric, target and partition of a job, the oldest first."""

    job: str
    metric: str
    target: str
    partition: str | None
    direction: str
    entries: tuple[Entry, ...]

    @property
    def values(self) -> list[float | None]:
        """The scores, None where one was undefined."""
        return [entry.value for entry in self.entries]


@dataclass(frozen=True)
class Change:
    """A score in two runs, and which way it went: `riskier`, `safer`, `same`, `new`, `gone`, `undefined` or `defined`."""

    job: str
    metric: str
    target: str
    partition: str | None
    before: float | None
    after: float | None
    way: str

    @property
    def difference(self) -> float | None:
        """By how much the score rose, None where there are not two."""
        return None if self.before is None or self.after is None else self.after - self.before


class Difference(NamedTuple):
    """What is not the same in two runs of a job."""

    job: str
    before: str
    after: str
    circumstances: list[str]
    changes: list[Change]


def numbered(entries: Iterable[Entry]) -> Iterator[tuple[tuple[str, str, str, str | None, int], Entry]]:
    """Return each entry with what tells it apart in its run: job, metric, target and partition, and its number among those that are alike.

    With `harmonise` the identity is scored once for each sensitive attribute.
    """
    times: Counter[tuple[str, str, str, str, str | None]] = Counter()
    for entry in entries:
        key = (entry.run_id, entry.job, entry.metric, entry.target, entry.partition)
        times[key] += 1
        yield (*key[1:], times[key]), entry


def series(entries: Iterable[Entry]) -> list[Series]:
    """Return the series of a history's entries, in the order in which they first occur."""
    found: dict[tuple[str, str, str, str | None, int], list[Entry]] = {}
    for key, entry in numbered(entries):
        found.setdefault(key, []).append(entry)
    return [Series(*key[:4], direction=own[0].direction, entries=tuple(own)) for key, own in found.items()]


def sparkline(values: Sequence[float | None], width: int = 40) -> str:
    """Return the last values as bars from the least to the greatest of them; an undefined one is a blank, equal ones are all low."""
    shown = values[-width:]
    known = [value for value in shown if value is not None]
    if not known:
        return GAP * len(shown)
    low, high = min(known), max(known)
    flat = high - low <= ROUNDING * max(1, abs(high))
    steps = [0.0 if value is None or flat else (value - low) / (high - low) for value in shown]
    return "".join(
        GAP if value is None else BARS[round(step * (len(BARS) - 1))] for value, step in zip(shown, steps, strict=True)
    )


def way(before: float | None, after: float | None, direction: str) -> str:
    """Return which way a score went from one value to another, to nine digits."""
    if before is None or after is None:
        return "same" if before is after else "undefined" if after is None else "defined"
    if abs(after - before) <= ROUNDING * max(1, abs(before)):
        return "same"
    return "riskier" if (after > before) is (direction == "higher is riskier") else "safer"


def turn(one: Series) -> str:
    """Return which way a series went from the last run but one to the last, empty where there is one run."""
    *_, last = [None, *(way(a, b, one.direction) for a, b in pairwise(one.values))]
    return last or ""


def runs_called(ids: Sequence[str], name: str) -> list[str]:
    """Return the runs that a text names: the one of that id, or those whose ids start with it."""
    return [name] if name in ids else [run for run in ids if run.startswith(name)]


def resolve(entries: Sequence[Entry], job: str, run: str) -> str:
    """Return the id of a job's run: `last`, `previous`, an id or the start of one. Raises SpecError where it names none, or several."""
    ids = list(dict.fromkeys(entry.run_id for entry in entries if entry.job == job))
    places = {"last": 1, "previous": 2}
    if run in places:
        if len(ids) < places[run]:
            raise SpecError(f"the history has {len(ids)} runs of '{job}', so there is no {run} one")
        return ids[-places[run]]
    found = runs_called(ids, run)
    if len(found) != 1:
        some = ", ".join(ids[-3:])
        raise SpecError(
            f"{'no run' if not found else f'{len(found)} runs'} of '{job}' is called '{run}'; the latest are: {some}"
        )
    return found[0]


def selected(
    entries: Sequence[Entry],
    history: object,
    *,
    jobs: Sequence[str] = (),
    metrics: Sequence[str] = (),
    targets: Sequence[str] = (),
    last: int | None = None,
) -> list[Entry]:
    """Return the entries of the jobs, metrics and targets that are named, of each job's `last` runs.

    Raises SpecError, which names the `history`, for a name that it does not have, and where it has no run.
    """
    chosen = list(entries)
    for field, names in {"job": jobs, "metric": metrics, "target": targets}.items():
        known = list(dict.fromkeys(getattr(entry, field) for entry in chosen))
        for name in names:
            if name not in known:
                raise SpecError(f"{history} has no {field} '{name}'; there are: {', '.join(known) or 'none'}")
        chosen = [entry for entry in chosen if not names or getattr(entry, field) in names]
    if not chosen:
        raise SpecError(f"the history {history} has no run yet")
    if last is None:
        return chosen
    runs = {(entry.job, entry.run_id): None for entry in chosen}
    kept = {(job, run) for job, run in runs if run in [own for name, own in runs if name == job][-last:]}
    return [entry for entry in chosen if (entry.job, entry.run_id) in kept]


def differences(entries: Sequence[Entry], before: str, after: str) -> tuple[list[Difference], list[SpecError]]:
    """Return what differs between two runs of each job, and the errors of jobs that have not both.

    Raises the first error where no job has both.
    """
    found = []
    problems = []
    for job in dict.fromkeys(entry.job for entry in entries):
        own = [entry for entry in entries if entry.job == job]
        try:
            ids = [resolve(own, job, run) for run in (before, after)]
        except SpecError as error:
            problems.append(error)
            continue
        old, new = ([entry for entry in own if entry.run_id == run] for run in ids)
        found.append(
            Difference(
                job=job,
                before=ids[0],
                after=ids[1],
                circumstances=circumstances(old[0], new[0]),
                changes=changes(old, new),
            )
        )
    if not found:
        raise problems[0]
    return found, problems


def changes(before: Iterable[Entry], after: Iterable[Entry]) -> list[Change]:
    """Return each score of two runs of a job, in the order of the second, then those that are gone."""
    old, new = dict(numbered(before)), dict(numbered(after))
    found = []
    for key, entry in (new | {key: entry for key, entry in old.items() if key not in new}).items():
        was, now = old.get(key), new.get(key)
        if was is not None and now is not None:
            found.append(Change(*key[:4], was.value, now.value, way(was.value, now.value, entry.direction)))
        else:
            found.append(Change(*key[:4], was and was.value, now and now.value, "new" if was is None else "gone"))
    return found


def circumstances(before: Entry, after: Entry) -> list[str]:
    """Return what else differs between two runs of a job: the relation, how it was measured, and with what."""
    facts = (
        ("relation", before.relation, after.relation),
        ("records", f"{before.relation_records:,}", f"{after.relation_records:,}"),
        ("quasi-identifiers", before.quasi_identifiers, after.quasi_identifiers),
        ("recodings", before.recodings, after.recodings),
        ("NULL policy", before.nulls, after.nulls),
        ("versions", before.versions, after.versions),
    )
    found = [f"{what}: {old} -> {new}" for what, old, new in facts if old != new]
    if before.fingerprint != after.fingerprint and not any(line.startswith(("relation", "records")) for line in found):
        found.append("the relation's fingerprint")
    if before.statement_hash != after.statement_hash and not found:
        found.append("the statement")
    return found


def failures(entry: Entry) -> int:
    """Return how many thresholds a score failed."""
    return sum(not verdict["passed"] for verdict in json.loads(entry.verdicts))
