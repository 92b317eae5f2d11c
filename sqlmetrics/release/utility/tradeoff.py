"""Brickell and Shmatikov's experiment: what a release is worth to a classifier beyond its trivial sanitization, and at what risk."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlmetrics.engine.comparison import Compared, Comparison, check_kinds, compared
from sqlmetrics.engine.engine import counted, fetch
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source
from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.classifiers import check_installed, fitted_qualities
from sqlmetrics.risk.score import score_source
from sqlmetrics.risk.scores import ReleaseScores, Score
from sqlmetrics.spec.hierarchies import read_tree
from sqlmetrics.spec.partition import Partition, read_pairs
from sqlmetrics.spec.place import Place
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import Metric, catalogue
from sqlmetrics.statement.entries import recoding_entry
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.relation import relation_sql
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import comment
from sqlmetrics.statement.types import is_numeric, kind
from sqlmetrics.text import csv_line
from sqlmetrics.version import __version__

UTILITY = ("u_base", "u_san", "u_max", "utility_gain", "unseen_classes")
"""The metrics of a classifier, in the order of their records."""

PRIVACY = ("a_know", "a_acc", "delta_disclosure", "itpr", "k_anonymity", "mutual_information")
"""The scores that stand beside each release."""

IN_SQL = ("majority", "naive_bayes")
"""The classifiers that are a statement."""

FITTED = ("decision_tree", "random_forest", "logistic_regression")
"""The classifiers of scikit-learn."""

NORMAL = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""

PARTS = 10_000
"""The part that is held out is a number of ten-thousandths."""


@dataclass(frozen=True)
class Workload:
    """What is learnt of whom: the roles of the columns, how they may have been recoded, and how records are held out.

    `workload` are the attributes that classifiers predict, `neutral` other columns that they may learn from; an attribute that is
    neither a quasi-identifier nor sensitive is neutral. `candidates` are the recodings of a column, finer ones first.
    """

    spec: Spec
    workload: tuple[str, ...]
    neutral: tuple[str, ...]
    candidates: Mapping[str, tuple[Partition, ...]]
    classifiers: tuple[str, ...]
    holdout: float
    seed: int
    alpha: float
    sample: int

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column that is read: the keys, the sensitive attributes and the neutral ones."""
        return (*self.spec.quasi_identifiers, *self.spec.sensitive, *self.neutral)

    @property
    def part(self) -> int:
        """The ten-thousandths of the records that are held out."""
        return round(self.holdout * PARTS)

    def parameters(self, classifier: str, measure: str, control: str | None) -> str:
        """Return what a record of the experiment depends on, as it says it."""
        held = f"holdout={self.holdout:g}, seed={self.seed}" if control is None else "control"
        smoothing = f", alpha={self.alpha:g}" if classifier == "naive_bayes" else ""
        return f"classifier={classifier}, measure={measure}{smoothing}, {held}"


def plan_workload(
    spec: Spec,
    workload: Sequence[str],
    *,
    neutral: Sequence[str] = (),
    hierarchies: Mapping[str, Path | str] | None = None,
    classifiers: Sequence[str] = (),
    holdout: float = 0.3,
    seed: int = 1,
    alpha: float = 1.0,
    sample: int = 100_000,
) -> Workload:
    """Return the checked workload of a spec. Raises SpecError for what cannot be learnt or held out as asked."""
    if not workload:
        raise SpecError("name what is to be predicted: --workload-attribute COLUMN, sensitive or neutral")
    if not spec.quasi_identifiers:
        raise SpecError("name at least one quasi-identifier: -q COLUMN")
    if not spec.sensitive:
        raise SpecError("name at least one sensitive attribute: -s COLUMN; the release's risk is what it tells of it")
    neutral = tuple(dict.fromkeys((*(column for column in workload if column not in spec.sensitive), *neutral)))
    for column in workload:
        if column in spec.quasi_identifiers:
            raise SpecError(f"'{column}' is a quasi-identifier, which a release recodes; a workload attribute is sensitive or neutral")
    roles = Counter((*spec.quasi_identifiers, *spec.sensitive, *neutral))
    for column, times in roles.items():
        if times > 1:
            raise SpecError(f"column '{column}' has {times} roles; each column is a quasi-identifier, sensitive or neutral")
    if repeated := [column for column, times in Counter(workload).items() if times > 1]:
        raise SpecError(f"workload attribute '{repeated[0]}' is named twice")
    chosen = tuple(dict.fromkeys(classifiers)) or IN_SQL
    for name in chosen:
        if name not in (*IN_SQL, *FITTED):
            raise SpecError(f"unknown classifier '{name}'; there are: {', '.join((*IN_SQL, *FITTED))}")
    if not 0 < holdout < 1 or not 0 < round(holdout * PARTS) < PARTS:
        raise SpecError(f"the part that is held out is between 0 and 1, such as 0.3, to four decimals (found: {holdout:g})")
    if not (math.isfinite(alpha) and alpha > 0):
        raise SpecError(f"alpha, what smoothing adds to each count, is above 0 (found: {alpha:g})")
    if sample < 1:
        raise SpecError(f"the sample for scikit-learn is at least 1 combination of values (found: {sample})")
    if spec.individual is not None:
        raise SpecError("records are held out one by one; a workload of individuals with several records is not supported")
    candidates: dict[str, tuple[Partition, ...]] = {}
    for column in dict.fromkeys((*spec.partitions, *(hierarchies or {}))):
        if column not in roles:
            raise SpecError(f"'{column}' is recoded, but has no role; add it as a quasi-identifier, sensitive or neutral")
        if column in workload:
            raise SpecError(f"'{column}' is a workload attribute and predicted as it is; it cannot be recoded")
        given = tuple(entry.resolve(column, spec.folder) for entry in spec.partitions.get(column, ()) if entry != "raw")
        candidates[column] = (*given, *(_levels(column, hierarchies[column]) if hierarchies and column in hierarchies else ()))
    return Workload(spec, tuple(workload), neutral, candidates, chosen, holdout, seed, alpha, sample)


def _levels(column: str, file: Path | str) -> Iterator[Partition]:
    """Give each level of a hierarchy as a recoding of the values, from the finest."""
    path = Path(file)
    rows = read_tree(path)
    for level in range(1, len(rows[0])):
        mapping = read_pairs(((row[0], row[level]) for row in rows), f"{path}, level {level}")
        yield Partition(name=f"{path.stem}:{level}", column=column, mapping=mapping)


def tradeoff(
    original: Any,
    releases: Mapping[str, Any] | Sequence[Any],
    workload: Workload,
    *,
    control: Any = None,
    place: Place | None = None,
    progress: Progress | None = None,
) -> ReleaseScores:
    """Return what each release of an original is worth to classifiers of workload attributes, and how risky it is.

    The records are, per release: for each workload attribute, classifier and measure (`accuracy`, and `f1`: the mean over the attribute's
    values) u_base, u_san, u_max and utility_gain, shares from 0 to 1; unseen_classes; and the scores a_know, a_acc, delta_disclosure, itpr,
    k_anonymity and mutual_information of the release by itself. `records` of a utility are the held-out records, `low` and `high` the 95 %
    confidence interval of an accuracy. Relations are named as in `score`, all in one engine. `control` is a relation of records that no
    release was made from: they are held out instead of a part of the original. Of scikit-learn's classifiers (decision_tree,
    random_forest, logistic_regression; the extra `ml`) each learns from the workload's `sample` of combinations of values at most.

    Raises SpecError for what cannot be compared as asked, QueryError where the engine fails. Source: Brickell and Shmatikov 2008.
    """
    if not releases:
        raise SpecError("name at least one release beside the original")
    fitted = [name for name in workload.classifiers if name in FITTED]
    if fitted:
        check_installed()
    found: list[Score] = []
    notes: list[str] = []
    with compared(original, releases, place, progress, parsed=True) as comparison:
        comparison.original.check(*workload.columns)
        beside = None if control is None else comparison.beside(control)
        if beside is not None:
            beside.check(*workload.columns)
        named = _told_apart(comparison.releases)
        for release in named:
            notes += _check_release(comparison.original, release, workload, beside)
        for release in named:
            for column in workload.workload:
                found += _utility(comparison, release, workload, column, beside, notes)
            found += _privacy(comparison, release, workload.spec)
        dialect, name = comparison.engine.dialect.name, comparison.original.name
    notes += [f"U_base of {column} is that of no attribute but its own distribution" for column in _alone(workload)]
    result = ReleaseScores(name, tuple(release.name for release in named), dialect, __version__, tuple(found), tuple(dict.fromkeys(notes)))
    return replace(result, notes=(*result.notes, *statements(result)))


def statements(found: ReleaseScores, classifier: str | None = None, names: Mapping[str, str] | None = None) -> list[str]:
    """Return, for each release, attribute and classifier, what its accuracy gains over the trivial sanitization and at what risk.

    The adversary's gain is A_acc: of the attribute itself where it is sensitive, else the highest of a sensitive one. `names` are what
    the releases are called.
    """
    gains: dict[tuple[str | None, str], float] = {
        (finding.release, finding.target): finding.value
        for finding in found.scores
        if finding.metric == "a_acc" and finding.value is not None
    }
    sentences = []
    for finding in found.scores:
        learner = finding.parameter("classifier")
        if finding.metric != "utility_gain" or finding.value is None or finding.parameter("measure") != "accuracy":
            continue
        if learner is None or classifier not in {None, learner}:
            continue
        secrets = {target: gain for (release, target), gain in gains.items() if release == finding.release}
        of = finding.target if finding.target in secrets else max(secrets, key=lambda target: secrets[target], default=None)
        risk = "" if of is None else f", at {100 * secrets[of]:.1f} points of adversary gain (A_acc of {of})"
        called = finding.release if names is None else names[str(finding.release)]
        by = learner.replace("_", " ")
        points = round(100 * finding.value, 1) + 0.0
        sentences.append(f"{called}, {finding.target} by {by}: utility gain {points:.1f} points over trivial sanitization{risk}")
    return sentences


def _alone(workload: Workload) -> list[str]:
    """Return the sensitive workload attributes that stand alone once the keys are apart."""
    return [
        column
        for column in workload.workload
        if column in workload.spec.sensitive and len(workload.columns) == len(workload.spec.quasi_identifiers) + 1
    ]


def _told_apart(releases: Sequence[Compared]) -> list[Compared]:
    """Return the releases under names that are theirs alone: frames, and one named twice, are numbered."""
    times = Counter(release.name for release in releases)
    seen: Counter[str] = Counter()
    named = []
    for release in releases:
        seen[release.name] += 1
        named.append(replace(release, name=f"{release.name} {seen[release.name]}") if times[release.name] > 1 else release)
    return named


def _check_release(original: Compared, release: Compared, workload: Workload, control: Compared | None) -> list[str]:
    """Return what a reader must know of a release's columns. Raises SpecError where they do not compare with the original's."""
    notes = []
    for column in workload.columns:
        recodings = workload.candidates.get(column, ())
        for partition in recodings:
            if partition.intervals and original.type_of(column) and not is_numeric(original.type_of(column)):
                raise SpecError(f"partition of '{column}': intervals need a column of numbers, and it is {original.type_of(column)}")
        if control is not None:
            check_kinds(original, control, column)
        if column in release.column_names:
            if not recodings:
                check_kinds(original, release, column)
            continue
        folded = [name for name in release.column_names if name.lower() == column.lower()]
        hint = f" (it has '{folded[0]}')" if folded else ""
        without = "there is nothing to predict" if column in workload.workload else "its classifiers learn without it"
        notes.append(f"{release.name} has no column '{column}'{hint}: {without}")
    if not any(column in release.column_names for column in workload.columns):
        raise SpecError(
            f"{release.name} has none of the columns {', '.join(workload.columns)}; its own are: {', '.join(release.column_names)}"
        )
    return notes


def entries(
    workload: Workload,
    target: str,
    original: str,
    release: str | None,
    name: str,
    *,
    present: Sequence[str] | None = None,
    doubles: Sequence[str] = (),
    control: str | None = None,
) -> dict[str, Any]:
    """Return what the template `tradeoff` takes; `original`, `release` and `control` are a FROM clause's text.

    `present` are the columns that the release has, all unless it is given; `doubles` those whose numbers are of two types.
    """
    spec = workload.spec
    shown = workload.columns if present is None else present
    columns = [
        {
            "number": number,
            "column": column,
            "keyed": column in spec.quasi_identifiers,
            "present": column in shown,
            "as_double": column in doubles,
            "candidates": [
                {**recoding_entry(partition), "number": place} for place, partition in enumerate(workload.candidates.get(column, ()), 1)
            ],
        }
        for number, column in enumerate(workload.columns, 1)
    ]
    numbers = {column: number for number, column in enumerate(workload.columns, 1)}
    without_keys = [numbers[column] for column in workload.columns if column not in spec.quasi_identifiers]
    without_secrets = [numbers[column] for column in workload.columns if column not in spec.sensitive]
    origins = [{"name": "original", "columns": list(numbers.values())}, {"name": "secrets", "columns": without_keys}]
    if target not in spec.sensitive:
        origins.append({"name": "keys", "columns": without_secrets})
    released = release is not None and target in shown
    if released:
        origins.append({"name": "released", "columns": [numbers[column] for column in workload.columns if column in shown]})
    return {
        "original": original,
        "release": release if released else None,
        "control": control,
        "name": name,
        "columns": columns,
        "target": columns[numbers[target] - 1],
        "origins": origins,
        "metrics": [{"name": metric} for metric in UTILITY],
        "part": workload.part,
        "start": workload.seed * 6151 % PARTS,
        "seed": workload.seed * 7919 % 16777213,
        "alpha": repr(float(workload.alpha)),
        "likelihoods": False,
    }


def _utility(
    comparison: Comparison, release: Compared, workload: Workload, target: str, control: Compared | None, notes: list[str]
) -> list[Score]:
    """Return the records of one workload attribute and one release."""
    asked = _entries(comparison, release, workload, target, control)
    engine = comparison.engine
    name = f"{comparison.original.name} and {release.name}"
    rows: list[tuple[Any, ...]] = []
    if any(classifier in IN_SQL for classifier in workload.classifiers):
        with counted(engine, lambda: render("tradeoff_cell_rows", asked, dialect=engine.dialect), name) as table:
            rows = fetch(engine, render("tradeoff", asked, table, dialect=engine.dialect), name)
    records = []
    for metric, _, _, classifier, measure, held_out, value, reason in (_plain(row) for row in rows):
        if classifier in workload.classifiers or metric == "unseen_classes":
            records.append((metric, classifier, measure, int(held_out or 0), None if value is None else float(value), reason))
    fitted = [classifier for classifier in workload.classifiers if classifier in FITTED]
    if fitted:
        cells = fetch(engine, render("tradeoff_cell_rows", asked, workload.sample, dialect=engine.dialect), name)
        learnt, note = fitted_qualities([_plain(row) for row in cells], asked, fitted, workload.sample, workload.seed)
        notes += [f"{release.name}, {target}: {note}"] if note else []
        records += learnt
    lost = [value for metric, *_, value, _ in records if metric == "unseen_classes" and value]
    if lost:
        notes.append(
            f"{release.name}: {lost[0]:.1%} of the held-out records have nobody to learn from in their class;"
            " majority takes the most frequent value for them"
        )
    keys = csv_line(workload.spec.quasi_identifiers)
    held_by = None if control is None else control.name
    return [
        Score(
            metric=metric,
            target=target,
            quasi_identifiers=keys,
            partition=None,
            level="table",
            class_=None,
            records=held_out,
            value=value,
            reason=reason,
            unit=(of := utility_metric(metric)).unit,
            direction=of.direction,
            parameters=workload.parameters(classifier, measure, held_by),
            release=release.name,
            low=(bounds := _interval(metric, measure, value, held_out))[0],
            high=bounds[1],
        )
        for metric, classifier, measure, held_out, value, reason in records
    ]


def _interval(metric: str, measure: str, value: float | None, held_out: int) -> tuple[float | None, float | None]:
    """Return the bounds between which an accuracy lies with 95 % confidence, that of held-out records being a share (Wilson 1927)."""
    if value is None or measure != "accuracy" or metric not in {"u_base", "u_san", "u_max"}:
        return None, None
    square = NORMAL * NORMAL / held_out
    middle, spread = value + square / 2, NORMAL * math.sqrt(value * (1 - value) / held_out + square / held_out / 4)
    return max(0.0, (middle - spread) / (1 + square)), min(1.0, (middle + spread) / (1 + square))


def _entries(comparison: Comparison, release: Compared, workload: Workload, target: str, control: Compared | None) -> dict[str, Any]:
    """Return what the template takes, of relations that are open."""
    doubles = [
        column
        for column in workload.columns
        if column in release.column_names
        and not workload.candidates.get(column)
        and kind(comparison.original.type_of(column)) == "number"
        and comparison.original.type_of(column) != release.type_of(column)
    ]
    return entries(
        workload,
        target,
        comparison.original.from_sql,
        release.from_sql,
        release.name,
        present=[column for column in workload.columns if column in release.column_names],
        doubles=doubles,
        control=None if control is None else control.from_sql,
    )


def _plain(row: Sequence[Any]) -> list[Any]:
    return [part.decode() if isinstance(part, bytes | bytearray) else part for part in row]


def utility_metric(name: str) -> Metric:
    """Return a metric of the experiment."""
    return catalogue("utility")[name]


def _privacy(comparison: Comparison, release: Compared, spec: Spec) -> list[Score]:
    """Return the scores of a release by itself, undefined where it lacks what they are of."""
    keys = [column for column in spec.quasi_identifiers if column in release.column_names]
    secrets = [column for column in spec.sensitive if column in release.column_names]
    line = csv_line(keys)

    def undefined(metric: str, target: str, reason: str) -> Score:
        of = catalogue()[metric]
        return Score(metric, target, line, None, "table", None, 0, None, reason, of.unit, of.direction, None, release.name)

    if not keys:
        reason = "the release has none of the quasi-identifiers"
        asked = [(metric, target) for target in (IDENTITY, *spec.sensitive) for metric in _scored(target)]
        return [undefined(metric, target, reason) for metric, target in asked]
    metrics = [metric for metric in PRIVACY if secrets or metric not in {"a_know", "a_acc", "delta_disclosure"}]
    own = Spec(quasi_identifiers=keys, sensitive=secrets, metrics=metrics)
    source = Source(comparison.engine, release.name, release.from_sql)
    scores = score_source(source, build_plan(own)).scores
    found = [score._replace(release=release.name) for score in scores if score.metric in _scored(score.target)]
    missing = (column for column in spec.sensitive if column not in secrets)
    return found + [
        undefined(metric, column, "the release does not have the attribute") for column in missing for metric in _scored(column)
    ]


def _scored(target: str) -> tuple[str, ...]:
    """Return the metrics that stand beside a release for a target."""
    return ("k_anonymity",) if target == IDENTITY else tuple(metric for metric in PRIVACY if metric != "k_anonymity")


def tradeoff_sql(
    original: str,
    releases: Sequence[str],
    workload: Workload,
    *,
    control: str | None = None,
    place: Place | None = None,
    dialect: str | None = None,
) -> str:
    """Return the statements of the experiment, one per release and workload attribute; nothing is opened or read.

    They take it that each release has every column, with numbers of the original's type.
    """
    place = place or Place()
    printed = dialect_to_write(dialect, place.url)
    if not set(workload.classifiers) & set(IN_SQL):
        raise SpecError(f"only {' and '.join(IN_SQL)} are statements; scikit-learn fits the others")
    table = place.names_tables
    texts = []
    for release in releases:
        for target in workload.workload:
            asked = entries(
                workload,
                target,
                relation_sql(original, printed, table=table),
                relation_sql(release, printed, table=table),
                release,
                control=None if control is None else relation_sql(control, printed, table=table),
            )
            held_out = f"{workload.holdout:g} of it, seed {workload.seed}" if control is None else control
            about = comment(
                f"sqlmetrics {__version__}: u_base, u_san, u_max and utility_gain of classifiers of {target}",
                f"learnt from {original}, keys and sensitive attributes apart, and from {release}; tested on {held_out}",
                "a row per metric, classifier and measure: u_san - u_base is the gain; reason says why value is NULL",
            )
            texts.append(about + render("tradeoff", asked, dialect=printed) + "\n")
    return texts[0] if len(texts) == 1 else "".join(f"{text[:-1]};\n" for text in texts)
