"""A prediction task of classifiers: attributes, columns to learn from, and tested records."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.errors import SpecError, UnknownNameError
from sqlmetrics.spec.fields import listed
from sqlmetrics.spec.hierarchies import mapping_of, read_tree
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.statement.entries import recoding_entry
from sqlmetrics.statement.types import kind

IN_SQL = ("majority", "naive_bayes")
"""The classifiers that are a statement."""

FITTED = ("decision_tree", "random_forest", "logistic_regression")
"""The classifiers of scikit-learn."""

PARTS = 10_000
"""The part that is held out is a number of ten-thousandths."""


@dataclass(frozen=True)
class PredictionTask:
    """The attributes that classifiers predict, the columns to learn from, and the tested records.

    `attributes` are predicted, `neutral` are other columns to learn from: an attribute that is
    neither a quasi-identifier nor sensitive is neutral. `candidates` are the recodings of a column
    that releases may have, finer ones first. Released records whose attribute is the mark
    `suppressed` teach nothing.
    """

    spec: Spec
    attributes: tuple[str, ...]
    neutral: tuple[str, ...]
    candidates: Mapping[str, tuple[Partition, ...]]
    classifiers: tuple[str, ...]
    holdout: float
    seed: int
    alpha: float
    sample: int
    suppressed: str | None

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column of the combinations: keys, sensitive attributes and neutral columns."""
        return (*self.spec.quasi_identifiers, *self.spec.sensitive, *self.neutral)

    @property
    def read(self) -> tuple[str, ...]:
        """The columns, and the one that tells people apart, if any."""
        return (*self.columns, *(() if self.spec.individual is None else (self.spec.individual,)))

    @property
    def part(self) -> int:
        """The ten-thousandths of the records that are held out."""
        return round(self.holdout * PARTS)

    @property
    def alone(self) -> list[str]:
        """The sensitive attributes that are predicted and stand alone once the keys are apart."""
        single = len(self.columns) == len(self.spec.quasi_identifiers) + 1
        return [column for column in self.attributes if single and column in self.spec.sensitive]

    def parameters(self, classifier: str, measure: str, control: str | None) -> str:
        """Return the parameters of a score of the task, as its record has them.

        `control` names the records that are held out, where they are not part of the original.
        """
        held = f"holdout={self.holdout:g}, seed={self.seed}" if control is None else "control"
        smoothing = f", alpha={self.alpha:g}" if classifier == "naive_bayes" else ""
        return f"classifier={classifier}, measure={measure}{smoothing}, {held}"


def plan_task(
    spec: Spec,
    workload: Sequence[str],
    *,
    neutral: Sequence[str] = (),
    hierarchies: Mapping[str, Path | str | Sequence[Path | str]] | None = None,
    classifiers: Sequence[str] = (),
    holdout: float = 0.3,
    seed: int = 1,
    alpha: float = 1.0,
    sample: int = 100_000,
    suppressed: str | None = None,
) -> PredictionTask:
    """Return the checked task of a spec; `workload` names the attributes.

    Raises SpecError for options that do not fit.
    """
    neutral = tuple(dict.fromkeys((*(column for column in workload if column not in spec.sensitive), *neutral)))
    _check_roles(spec, workload, neutral)
    if not 0 < holdout < 1 or not 0 < round(holdout * PARTS) < PARTS:
        raise SpecError(
            f"the part that is held out is between 0 and 1, such as 0.3, to four decimals (found: {holdout:g})"
        )
    if not (math.isfinite(alpha) and alpha > 0):
        raise SpecError(f"alpha, the number that smoothing adds to each count, is above 0 (found: {alpha:g})")
    if sample < 1:
        raise SpecError(f"the sample for scikit-learn is at least 1 combination of values (found: {sample})")
    return PredictionTask(
        spec=spec,
        attributes=tuple(workload),
        neutral=neutral,
        candidates=_candidates(spec, workload, neutral, hierarchies or {}),
        classifiers=_known_classifiers(classifiers),
        holdout=holdout,
        seed=seed,
        alpha=alpha,
        sample=sample,
        suppressed=suppressed,
    )


def _check_roles(spec: Spec, attributes: Sequence[str], neutral: Sequence[str]) -> None:
    """Raise SpecError where a role is missing, or a column has several."""
    if not attributes:
        raise SpecError("name columns to predict in `workload`, sensitive or neutral")
    if not spec.quasi_identifiers:
        raise SpecError("name at least one column in `quasi_identifiers`")
    if not spec.sensitive:
        raise SpecError("name at least one column in `sensitive`; the risk is what the release tells about it")
    for column in attributes:
        if column in spec.quasi_identifiers:
            raise SpecError(
                f"'{column}' is a quasi-identifier, which a release recodes;"
                " a workload attribute is sensitive or neutral"
            )
    individual = () if spec.individual is None else (spec.individual,)
    for column, times in Counter((*spec.quasi_identifiers, *spec.sensitive, *neutral, *individual)).items():
        if times > 1:
            raise SpecError(
                f"column '{column}' has {times} roles; each column is a quasi-identifier, sensitive or neutral,"
                " or tells people apart"
            )
    if repeated := [column for column, times in Counter(attributes).items() if times > 1]:
        raise SpecError(f"workload attribute '{repeated[0]}' is named twice")


def _known_classifiers(names: Sequence[str]) -> tuple[str, ...]:
    """Return the classifiers of the names, those in SQL where none is named.

    Raises SpecError for an unknown one.
    """
    for name in names:
        if name not in (*IN_SQL, *FITTED):
            raise UnknownNameError(f"unknown classifier '{name}'", name, (*IN_SQL, *FITTED))
    return tuple(dict.fromkeys(names)) or IN_SQL


def _candidates(
    spec: Spec,
    attributes: Sequence[str],
    neutral: Sequence[str],
    hierarchies: Mapping[str, Path | str | Sequence[Path | str]],
) -> dict[str, tuple[Partition, ...]]:
    """Return the recodings of each column that releases may have, the finest first.

    Raises SpecError for one that cannot be recoded.
    """
    candidates: dict[str, tuple[Partition, ...]] = {}
    for column in dict.fromkeys((*spec.partitions, *hierarchies)):
        if column not in (*spec.quasi_identifiers, *spec.sensitive, *neutral):
            raise SpecError(
                f"'{column}' is recoded, but has no role; add it as a quasi-identifier, sensitive or neutral"
            )
        if column in attributes:
            raise SpecError(f"'{column}' is a workload attribute and predicted as it is; it cannot be recoded")
        given = tuple(entry.resolve(column, spec.folder) for entry in spec.partitions.get(column, ()) if entry != "raw")
        files = listed(hierarchies[column]) if column in hierarchies else ()
        candidates[column] = (*given, *(level for file in files for level in _levels(column, file)))
    return candidates


def _levels(column: str, file: Path | str) -> Iterator[Partition]:
    """Yield the levels of a hierarchy as recodings of the values, from the finest."""
    path = Path(file)
    rows = read_tree(path)
    for level in range(1, len(rows[0])):
        yield Partition(name=f"{path.stem}:{level}", column=column, mapping=mapping_of(rows, level))


def task_entries(
    original: Compared, release: Compared, task: PredictionTask, target: str, control: Compared | None
) -> dict[str, Any]:
    """Return the arguments of the template `tradeoff`.

    Numbers that have another type in the release than in the original are compared as doubles.
    """
    present = [column for column in task.columns if column in release.column_names]
    doubles = [
        column
        for column in present
        if not task.candidates.get(column)
        and kind(original.type_of(column)) == "number"
        and original.type_of(column) != release.type_of(column)
    ]
    columns = [_column(task, number, column, present, doubles) for number, column in enumerate(task.columns, 1)]
    released = target in present
    return {
        "original": original.from_sql,
        "release": release.from_sql if released else None,
        "control": None if control is None else control.from_sql,
        "individual": task.spec.individual,
        "released_people": task.spec.individual in release.column_names,
        "suppressed": task.suppressed,
        "name": release.name,
        "columns": columns,
        "target": columns[task.columns.index(target)],
        "origins": _origins(task, target, present if released else None),
        "metrics": [
            {"name": metric.name, "needs": metric.needs, "once": metric.once} for metric in metrics_of("classifiers")
        ],
        "part": task.part,
        "start": task.seed * 6151 % PARTS,
        "seed": task.seed * 7919 % 16777213,
        "alpha": repr(float(task.alpha)),
        "likelihoods": False,
    }


def _column(
    task: PredictionTask, number: int, column: str, shown: Sequence[str], doubles: Sequence[str]
) -> dict[str, Any]:
    candidates = enumerate(task.candidates.get(column, ()), 1)
    return {
        "number": number,
        "column": column,
        "keyed": column in task.spec.quasi_identifiers,
        "present": column in shown,
        "as_double": column in doubles,
        "candidates": [{**recoding_entry(partition), "number": place} for place, partition in candidates],
    }


def _origins(task: PredictionTask, target: str, released: Sequence[str] | None) -> list[dict[str, Any]]:
    """Return the origins to learn from: the original, keys and secrets apart, and the release.

    `released` are the columns that are learnt from there, None where the release has no attribute.
    """
    without_keys = [column for column in task.columns if column not in task.spec.quasi_identifiers]
    without_secrets = [column for column in task.columns if column not in task.spec.sensitive]
    learnt_from: dict[str, Sequence[str]] = {"original": task.columns, "secrets": without_keys}
    if target not in task.spec.sensitive:
        learnt_from["keys"] = without_secrets
    if released is not None:
        learnt_from["released"] = [column for column in task.columns if column in released]
    numbers = {column: number for number, column in enumerate(task.columns, 1)}
    return [
        {"name": origin, "columns": [numbers[column] for column in columns]} for origin, columns in learnt_from.items()
    ]


def missing_notes(release: Compared, task: PredictionTask) -> list[str]:
    """Return a note for each column of the task that a release does not have."""
    notes = []
    for column in task.columns:
        if column in release.column_names:
            continue
        folded = [name for name in release.column_names if name.lower() == column.lower()]
        hint = f" (it has '{folded[0]}')" if folded else ""
        without = "there is nothing to predict" if column in task.attributes else "its classifiers learn without it"
        notes.append(f"{release.name} has no column '{column}'{hint}: {without}")
    return notes
