"""The evidence beside scores: how the classes lie, and what every combination of keys gives away.

It is read from the counts that the scores were computed from, so that it costs little more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from sqlmetrics.engine.engine import end_transaction
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.risk.combinations.lattice import combinations_of
from sqlmetrics.risk.combinations.measured import subset_plan, subsets_of
from sqlmetrics.risk.combinations.results import SubsetScores
from sqlmetrics.risk.public_table import PublicTable, near, public_table
from sqlmetrics.risk.score import score
from sqlmetrics.scoring.bands import ClassBands, bands_plan, class_bands
from sqlmetrics.scoring.counted import OpenCounts
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.attackers import attackers_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import csv_line

COMBINED = ("k_anonymity", "records_at_risk", "uniqueness", "discrimination_rate")
"""The metrics of each combination."""

MOST_COMBINATIONS = 255
"""The most combinations that are measured: all of eight keys."""

MOST_ROWS = 5_000_000
"""The most rows that the counts of all combinations may have together, of classes as they are."""


Part = Literal["groups", "combinations"]
"""A part of the evidence: how groups lie, and what combinations of keys give away."""

PARTS: tuple[Part, ...] = ("groups", "combinations")


WITHHELD = "small counts were withheld"
OF_COUNTS = "files of counts were scored; `subsets` measures a relation of records"
OF_ROWS = "rows of scores do not hold it"

REASONS = frozenset({OF_ROWS})
"""The reasons for missing parts that say nothing of the data."""


@dataclass(frozen=True)
class Wanted:
    """The evidence that is wanted of a relation.

    Classes smaller than `least` are shown only as one sum, and records of such classes are at risk.
    `limits` bound the certainty of guesses, by sensitive attribute; None stands for all.
    """

    least: int
    limits: Mapping[str | None, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Evidence:
    """The evidence beside the scores of a relation; a part that was not measured is None.

    `missing` says why, by part, and `failed` are the parts whose statement failed. `public` is
    all that everybody may know.
    """

    bands: ClassBands | None = None
    subsets: SubsetScores | None = None
    missing: Mapping[Part, str] = field(default_factory=dict)
    failed: tuple[Part, ...] = ()
    public: PublicTable | None = None


def score_with_evidence(
    spec: Spec, wanted: Mapping[str | None, Wanted], progress: Progress | None = None
) -> tuple[Scores, Mapping[str | None, Evidence]]:
    """Return the scores of a spec, and the evidence beside them by what is known.

    What is wanted is by what is known, too: by a line of CSV for each of several attackers, else by
    None. Raises SpecError, QueryError.
    """
    parts: dict[str | None, Spec] = {csv_line(part.quasi_identifiers): part for part in attackers_of(spec).values()}
    parts = parts or {None: spec}
    found: dict[str | None, Evidence] = {}

    def beside(counted: OpenCounts) -> None:
        known = None if None in parts else csv_line(counted.plan.quasi_identifiers)
        if known not in found:
            found[known] = evidence_of(counted, parts[known], wanted[known])

    scores = score(spec, progress=progress, beside=beside)
    own: dict[str | None, Scores] = {known: scores.attackers[name] for known, name in scores.attacker_names.items()}
    return scores, {
        known: replace(found[known], public=_with_others(found[known].public, one))
        if known in found
        else Evidence(missing=dict.fromkeys(PARTS, WITHHELD))
        for known, one in (own or {None: scores}).items()
    }


def _with_others(public: PublicTable | None, scores: Scores) -> PublicTable | None:
    """Return a public table with the records that are in no group, as far as everybody may know."""
    if public is None:
        return None
    left_out, suppressed = scores.left_out.get(IDENTITY), scores.suppressed
    return replace(
        public,
        left_out=near(left_out, public.least) if left_out is not None and scores.nulls == "drop" else None,
        suppressed=None if suppressed is None or suppressed.kept else near(suppressed.records, public.least),
    )


def evidence_of(counted: OpenCounts, spec: Spec, wanted: Wanted) -> Evidence:
    """Return the evidence that counts hold, for the reader that a spec names.

    A statement that fails stops no score: what it measures is missing. Raises QueryError where no
    time is left.
    """
    source = counted.source
    plan = bands_plan(counted.plan)
    entries = counted.entries(plan)
    try:
        bands = class_bands(source.engine, plan, entries, source.name, wanted.least, wanted.limits)
        public = public_table(source.engine, plan, entries, source.name, wanted.least) if counted.whole else None
    except QueryError as error:
        return Evidence(missing=dict.fromkeys(PARTS, _why(error, source)), failed=PARTS)
    found = Evidence(bands, public=public)
    classes = sum(band.classes for band in bands.sizes)
    try:
        return replace(found, subsets=_combinations(counted, spec, wanted, classes))
    except SpecError as error:
        return replace(found, missing={"combinations": str(error)})
    except QueryError as error:
        return replace(found, missing={"combinations": _why(error, source)}, failed=("combinations",))


def _why(error: QueryError, source: Source) -> str:
    """Return why a statement failed, after which the next one can run."""
    end_transaction(source.engine)
    source.engine.time_left(source.name)
    return str(error)


def _combinations(counted: OpenCounts, spec: Spec, wanted: Wanted, classes: int) -> SubsetScores:
    """Return what combinations of keys give away, of as many keys as there is time for.

    Raises SpecError where they cannot be measured together.
    """
    if not counted.source.from_sql:
        raise SpecError(OF_COUNTS)
    count = len(counted.plan.quasi_identifiers)
    fits = [
        size
        for size in range(1, count + 1)
        if combinations_of(count, size) <= MOST_COMBINATIONS and combinations_of(count, size) * classes <= MOST_ROWS
    ]
    if not fits:
        raise SpecError(
            f"{count} quasi-identifiers with {classes:,} classes; `subsets` measures them, and says first how long"
        )
    parameters = spec.parameters.model_copy(update={"threshold": 1 / wanted.least})
    combined = spec.model_copy(update={"metrics": list(COMBINED), "parameters": parameters, "harmonise": False})
    plan = subset_plan(combined)
    return subsets_of(counted.source, replace(plan, spelling=counted.plan.spelling), fits[-1])
