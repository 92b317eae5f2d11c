"""The certificate of a job's outcome, with every value: what a public one is made from."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from sqlmetrics.certificate.certificate import (
    AttackerFacts,
    Certainty,
    Certificate,
    ColumnContribution,
    ColumnFacts,
    ComparedReleases,
    CurvePoint,
    EarlierReleases,
    ExposedGroup,
    KnownPoints,
    Learnt,
    MeasuredLimit,
    PointRows,
    Preparation,
    RareCombination,
    ReadingFacts,
    ReadingRemark,
    RecodedColumn,
    RelationFacts,
    ResolutionFigure,
    ResolutionFigures,
    Role,
    RunFigure,
    SeriesFigure,
    SizeBand,
    TableFigures,
    Trend,
    WordFigures,
    figure_of,
    known_of,
    score_figure,
)
from sqlmetrics.certificate.crosswalk import crosswalk_of
from sqlmetrics.certificate.epsilon import epsilon_facts
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.linkage import linkage_facts
from sqlmetrics.certificate.outputs import hidden_facts, output_facts
from sqlmetrics.certificate.repetition import repetition_facts
from sqlmetrics.certificate.slices import TOO_FEW, is_sliced, sliced_table, worst_verdicts
from sqlmetrics.columns.roles import ColumnsByRole
from sqlmetrics.engine.reading.reading import Reading
from sqlmetrics.files.footprint import SPEC
from sqlmetrics.gate.attackers import JudgedAttacker
from sqlmetrics.gate.engine_versions import versions_text
from sqlmetrics.gate.history.rows import HistoryEntry
from sqlmetrics.gate.judged import JudgedScores
from sqlmetrics.gate.known_points import points_of
from sqlmetrics.gate.thresholds import Measured, Threshold, Verdict, subject_of
from sqlmetrics.risk.combinations.results import SubsetScores
from sqlmetrics.risk.events.resolution import ResolutionUnicity, UnicityCurves
from sqlmetrics.risk.evidence import OF_ROWS, Evidence
from sqlmetrics.risk.kinds.kinds import score_question
from sqlmetrics.risk.score import score_sql
from sqlmetrics.risk.together.earlier import step_of
from sqlmetrics.scoring.bands import ClassBands, Guesses
from sqlmetrics.scoring.linked_tables import LinkedTables
from sqlmetrics.scoring.scores import ReleaseScores, Scores
from sqlmetrics.scoring.words import TextWords
from sqlmetrics.spec.advice import AdviceSpec
from sqlmetrics.spec.input_file import read_text
from sqlmetrics.spec.partition import Interval, Partition
from sqlmetrics.spec.place import bare
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.statement.planning import resolved_partitions
from sqlmetrics.statement.relation import default_job_name, public_name, short_name

SIZES = (10, 19, 49, 99, 499, 999)
"""The largest sizes of the bands of groups; a last band after them has no end."""

CLOSE = 0.3
"""The share of an end of a band within which a limit takes its place."""

NO_PEOPLE = "a published table has cells, and no records of people"
"""Why the people of published tables alone are not counted."""

OF_A_PLACE = {
    *("relation", "counts", "database", "url", "encoding", "separator", "sheet"),
    *("header", "end", "loose", "noisy_answers", "linkage", "repetition"),
    *("population", "previous", "connection", "trusted", "look", "report"),
    *("release", "history", "history_table", "no_worse_than"),
    *("memory_limit", "threads", "temp_directory", "timeout"),
}
"""The words of a spec of where a relation lies, and of what a run may take or change."""

LINKED: dict[str, Any] = {"tables": {"__all__": {"relation": True}}}
"""The words of where several tables lie."""


def certificate(
    held: JudgedScores,
    *,
    date: datetime | None = None,
    trends: Sequence[Trend] = (),
    releases: ComparedReleases | None = None,
    public: bool = False,
) -> Certificate:
    """Return the internal certificate of a job's outcome, measured with its evidence.

    `date` is when it was measured, by default now. Of several attackers the worst is described, or
    for a `public` one the first that fails: which that is tells no more than the verdicts.
    """
    spec, sliced = held.spec, is_sliced(held)
    attackers = in_order(held) if public else held.attackers
    shown = next((one for one in attackers if one.failed), attackers[0]) if attackers else None
    scores = whole_scores(held) if shown is None else shown.scores
    evidence = (None if shown is None else shown.evidence) or held.evidence or Evidence()
    bands = evidence.bands
    conditions = tuple(map(condition_of, worst_verdicts(held.verdicts) if sliced else held.verdicts))
    if attackers:
        conditions = tuple(
            replace(condition_of(verdict), attacker=one.name) for one in attackers for verdict in one.verdicts
        )
    of_points = score_question(spec).known_points is not None
    of_records = [one for one in conditions if one.known]
    made = Certificate(
        audience="internal",
        title=spec.title or default_job_name(spec),
        measured_at=(date or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        versions=versions_text(held.engine),
        relation=_relation(spec, scores, held.fingerprint, bands),
        least=bands.least if bands is not None else 5,
        passed=held.passed,
        conditions=conditions,
        identifiers=held.identifiers,
        forgotten=held.forgotten,
        naming=tuple(one.column for one in held.naming) or None,
        outputs=output_facts(held.beside.tables),
        epsilon=epsilon_facts(held.beside.epsilon),
        hidden=hidden_facts(held.beside.tables),
        linkage=linkage_facts(held.beside.linkage, spec),
        repetition=repetition_facts(held.beside.repetition, spec),
        notes=held.notes,
        columns=_columns(spec, scores.columns_by_role, _single(evidence.subsets)),
        looked=scores.columns_by_role is not None and scores.columns_by_role.looks_like is not None,
        sizes=()
        if bands is None
        else size_bands(bands, [one.group_size for one in of_records if shown is None or one.attacker == shown.name]),
        curve=() if bands is None else curve_of(bands),
        learnt=() if bands is None else tuple(_learnt(guesses, bands, scores) for guesses in bands.guesses),
        combinations=() if evidence.subsets is None else _combinations(evidence.subsets),
        all_combinations=2 ** len((spec if shown is None else shown.spec).quasi_identifiers) - 1,
        contributions=() if evidence.subsets is None else _contributions(evidence.subsets),
        trends=tuple(trends),
        releases=releases,
        scores=tuple(score_figure(score) for score in scores.scores),
        missing=dict(evidence.missing),
        failed=evidence.failed,
        statement=held.statement,
        statement_hash=held.statement_hash,
        public_statement=score_sql(spec, dialect=scores.dialect, placeholders=True)
        if held.statement and not of_points
        else "",
        public_table=evidence.public,
        spec_name=None if spec.file is None else spec.file.name,
        spec_hash=None if spec.file is None else sha256(read_text(spec.file, SPEC).encode()).hexdigest(),
        spec=spec_words(spec),
        slices=sliced_table(held) if sliced else None,
        points=_points(held),
        together=_together(spec, held.scores.series),
        preparation=Preparation(**spec.report.said) if spec.report.said else None,
        guessed=spec.guessed or None,
        attackers=tuple(AttackerFacts(one.name, one.known) for one in attackers) or None,
    )
    return replace(made, crosswalk=crosswalk_of(made)) if spec.crosswalk else made


def in_order(held: JudgedScores) -> tuple[JudgedAttacker, ...]:
    """Return the attackers of scores in the order of the spec, which tells nothing of them."""
    by_name = {one.name: one for one in held.attackers}
    return tuple(by_name[name] for name in held.spec.attackers)


def spec_words(spec: Spec) -> dict[str, Any]:
    """Return the words of a spec that say how a relation is measured, wherever it lies.

    Of its advice they hold the levels of its resolution alone.
    """
    levels = {column: own for column, own in spec.advise.generalizations.items() if column in spec.resolution}
    outputs = spec.outputs.model_copy(update={"published": [], "log": None})
    own: dict[str, Any] = {"outputs": outputs} if spec.outputs.published or spec.outputs.log else {}
    measured = spec.model_copy(update={"advise": AdviceSpec(generalizations=levels), **own})
    return measured.model_dump(mode="json", exclude_defaults=True, exclude=dict.fromkeys(OF_A_PLACE, True) | LINKED)


def whole_scores(held: JudgedScores) -> Scores:
    """Return the scores of the whole table, none where only slices or known points were scored."""
    if held.whole is not None:
        return held.whole
    of_points = score_question(held.spec).known_points is not None
    return replace(held.scores, scores=()) if is_sliced(held) or of_points else held.scores


def _points(held: JudgedScores) -> KnownPoints | None:
    """Return the scores of known points, None where records were taken one by one."""
    known, own = score_question(held.spec).known_points, held.scores.events
    if known is None:
        return None
    return KnownPoints(
        known=known if own is None else own.known,
        individual=str(held.spec.individual),
        targets=None if own is None else own.targets,
        nobodys=Figure(None, "undefined", OF_ROWS) if own is None else Figure(own.nobodys),
        scores=tuple(replace(score_figure(score), interval=None) for score in held.scores.scores),
        resolution=None if held.curves is None else _resolution(held.curves),
        tables=None if held.scores.tables is None else _tables(held.scores.tables),
        words=None if held.scores.words is None else _words(held.scores.words, str(held.spec.text)),
        rows=None if held.scores.tables is None else _rows(held.scores.tables),
    )


def _rows(found: LinkedTables) -> tuple[PointRows, ...]:
    """Return the tables whose rows are points; a main one without columns has none."""
    first, *others = found.tables
    rows = [first, *others] if first.columns else others
    return tuple(
        PointRows(
            one.table,
            one.columns,
            {column: replace(_recoding(own), domains={}) for column, own in one.partitions.items()},
        )
        for one in rows
    )


def _words(found: TextWords, text: str) -> WordFigures:
    """Return the figures of the words of texts."""
    return WordFigures(text, found.length, Figure(found.words), Figure(found.common), Figure(found.wordless))


def _tables(found: LinkedTables) -> tuple[TableFigures, ...]:
    """Return the figures of each table whose points were scored by both measures."""
    figures = []
    for one in found.by_contribution:
        alone, others = one.compared, one.compared_others
        if alone is not None:
            figures.append(
                TableFigures(
                    name=one.table,
                    columns=one.columns,
                    people=Figure(one.people),
                    left_out=Figure(one.orphans + one.nobodys),
                    smallest=figure_of(alone[0]),
                    singled=figure_of(alone[1]),
                    smallest_without=None if others is None else figure_of(others[0]),
                    singled_without=None if others is None else figure_of(others[1]),
                )
            )
    return tuple(figures)


def _together(spec: Spec, series: ReleaseScores | None) -> EarlierReleases | None:
    """Return what a relation gives away with earlier releases; None where there are none."""
    if series is None:
        return None
    figures = [
        SeriesFigure(
            releases=step_of(score),
            metric=score.metric,
            target=score.target,
            partition=score.partition,
            attack=str(score.attack),
            people=Figure(score.records),
            measured=Figure(score.value, "estimated", None, score.low, score.high)
            if score.low is not None
            else figure_of(score),
        )
        for score in series
    ]
    return EarlierReleases(
        number=len(series.releases) - 1,
        individual=spec.individual,
        names=tuple(short_name(name) for name in series.releases),
        figures=tuple(figures),
        notes=series.notes,
    )


def _resolution(curves: UnicityCurves) -> ResolutionFigures:
    """Return the unicity at each combination of levels."""

    def figure(one: ResolutionUnicity) -> Figure:
        if one.unicity is None:
            return Figure(None, "undefined", one.reason)
        return Figure(one.unicity, "is" if one.low == one.high else "estimated", None, one.low, one.high)

    figures = tuple(ResolutionFigure(one.levels, one.known, figure(one)) for one in curves.unicities)
    return ResolutionFigures(curves.columns, curves.events.targets, figures)


def condition_of(verdict: Verdict) -> MeasuredLimit:
    score, threshold = verdict.score, verdict.threshold
    return MeasuredLimit(
        metric=score.metric,
        target=score.target,
        partition=score.partition,
        known=known_of(score),
        bound=threshold.bound,
        limit=threshold.limit,
        source=threshold.source,
        origin=threshold.origin,
        measured=TOO_FEW if verdict.passed is None else _judged_figure(verdict),
        unit=score.unit,
        parameters=score.parameters,
        passed=verdict.passed,
        undefined=threshold.undefined,
    )


def _judged_figure(verdict: Verdict) -> Figure:
    """Return the figure of a score, none where a bound that is all we know decides nothing."""
    figure = figure_of(verdict.score)
    open_ = verdict.score.value is None and verdict.end is None
    return Figure(None, "undefined", figure.reason, figure.low, figure.high) if open_ and figure.value else figure


def _relation(spec: Spec, scores: Scores, fingerprint: str, bands: ClassBands | None) -> RelationFacts:
    files = spec.outputs.published if spec.tables_alone else spec.counts
    names = ", ".join(short_name(str(file)) for file in files)
    return RelationFacts(
        name=names or ("a query" if spec.query is not None else public_name(bare(spec.records))),
        records=Figure(None, "undefined", NO_PEOPLE) if spec.tables_alone else Figure(scores.records),
        individuals=None if scores.individuals is None else Figure(scores.individuals),
        nulls=scores.nulls,
        left_out={target: Figure(records) for target, records in scores.left_out.items()},
        suppressed=None if scores.suppressed is None else Figure(scores.suppressed.records),
        where=scores.where,
        query=scores.query,
        population=None if spec.population is None else public_name(spec.population),
        dialect=scores.dialect,
        fingerprint=fingerprint,
        grouped=None
        if scores.individuals is None or bands is None
        else Figure(sum(band.people for band in bands.sizes)),
        reading=None if scores.reading is None else _reading(scores.reading),
        lake=None if scores.reading is None else scores.reading.lake,
    )


def _reading(reading: Reading) -> ReadingFacts:
    remarks = (ReadingRemark(one.code, one.without_folder) for one in reading.remarks)
    return ReadingFacts(reading.form, tuple(remarks))


def _columns(spec: Spec, roles: ColumnsByRole | None, single: Collection[str]) -> tuple[ColumnFacts, ...] | None:
    """Return the columns by role, in the order of a report; None where only some are known.

    `single` columns have one value for everybody.
    """
    if roles is None:
        return None
    partitions = resolved_partitions(spec)
    ordered: list[tuple[Role, Iterable[str]]] = [
        ("identifier", roles.identifiers),
        ("known", roles.quasi_identifiers),
        ("sensitive", roles.sensitive),
        ("slices", spec.by),
        ("individual", () if roles.individual is None else (roles.individual,)),
        ("weight", () if roles.weight is None else (roles.weight,)),
        ("household", () if roles.household is None else (roles.household,)),
        ("compared", roles.compared),
        ("not looked at", roles.not_looked_at),
        ("ignored", roles.ignored),
    ]
    return tuple(
        ColumnFacts(
            name=name,
            role=role,
            reason=roles.reasons.get(name),
            looks_like=(roles.looks_like or {}).get(name),
            recodings=tuple(_recoding(one) for one in partitions.get(name, ()) if one is not None),
            recoded=spec.recoded.get(name),
            single=True if name in single else None,
        )
        for role, names in ordered
        for name in names
        if role == "slices" or name not in spec.by
    )


def _single(subsets: SubsetScores | None) -> frozenset[str]:
    """Return the known columns in which everybody has the same value.

    A column also tells nobody apart where people have several records, with the same values each.
    """
    alone = subsets is not None and subsets.scores.individuals in {None, subsets.scores.records}
    rows = _combinations(subsets) if subsets is not None and alone else ()
    return frozenset(row.known[0] for row in rows if len(row.known) == 1 and row.uncertainty_removed.value == 0)


def _recoding(partition: Partition) -> RecodedColumn:
    domains = {interval.name: _interval(interval) for interval in partition.intervals}
    members: dict[str, list[str]] = {}
    for value, domain in partition.mapping.items():
        members.setdefault(domain, []).append(value)
    domains |= {domain: ", ".join(values) for domain, values in members.items()}
    return RecodedColumn(partition.name, partition.kind, partition.count, domains)


def _interval(interval: Interval) -> str:
    low = "" if interval.low is None else f"{'from' if interval.low_closed else 'above'} {interval.low}"
    high = "" if interval.high is None else f"{'to' if interval.high_closed else 'below'} {interval.high}"
    return " ".join(part for part in (low, high) if part)


def size_bands(bands: ClassBands, asked: Iterable[int | None]) -> tuple[SizeBand, ...]:
    """Return the people by the size of their group: one band below `least`, then wider ones.

    A band also ends below each size of groups that is asked for, instead of at a size close to it.
    """
    limits = {size - 1 for size in asked if size is not None and bands.least < size <= bands.largest}
    close = {end for end in SIZES for limit in limits if abs(end - limit) <= end * CLOSE}
    ends = [bands.least - 1, *sorted({end for end in SIZES if end >= bands.least} - close | limits)]
    found = []
    low = 1
    for high in [*ends, None]:
        own = [band.people for band in bands.sizes if low <= band.low and (high is None or band.low <= high)]
        found.append(SizeBand(low, high, Figure(sum(own))))
        low = (high or 0) + 1
    return tuple(found)


def curve_of(bands: ClassBands) -> tuple[CurvePoint, ...]:
    """Return the people in groups of fewer than k, for each k from `least` to the largest."""
    return tuple(
        CurvePoint(k, Figure(sum(band.people for band in bands.sizes if band.low < k)))
        for k in range(bands.least, bands.largest + 1)
    )


def _learnt(guesses: Guesses, bands: ClassBands, scores: Scores) -> Learnt:
    view = (guesses.target, guesses.partition)
    of_view = [score for score in scores.scores if (score.target, score.partition) == view]
    own = {score.metric: figure_of(score) for score in of_view}
    missing = Figure(None, "undefined", "not measured")
    chance = next((scores.chance[score.view] for score in of_view if score.view in scores.chance), None)
    rate = own.get("discrimination_rate", missing)
    beyond = None if chance is None or rate.value is None else chance.adjusted(rate.value)
    adjusted = missing if beyond is None else Figure(beyond)
    before, gain = own.get("baseline_accuracy", missing), own.get("a_acc", missing)
    after = missing if before.value is None or gain.value is None else Figure(before.value + gain.value)
    first = guesses.exposed[0] if guesses.exposed else None
    return Learnt(
        target=guesses.target,
        partition=guesses.partition,
        limit=guesses.limit,
        before=before,
        after=after,
        surest=(
            Figure(first.certainty)
            if first is not None
            else Figure(None, "undefined", f"no group has {bands.least} people")
        ),
        sure=Figure(guesses.sure.people),
        tenths=tuple(Certainty(band.low / 10, Figure(band.people)) for band in guesses.tenths),
        small=Figure(guesses.small.people),
        exposed=tuple(ExposedGroup(Figure(one.people), Figure(one.certainty)) for one in guesses.exposed),
        discrimination_rate=rate,
        adjusted_discrimination_rate=own.get("adjusted_discrimination_rate", adjusted),
    )


def _combinations(subsets: SubsetScores) -> tuple[RareCombination, ...]:
    """Return the combinations, those with the most people at risk first."""
    rows = []
    for row in subsets.combinations:
        own = {score.metric: score for score in row.scores if score.target == IDENTITY}
        share, removed = (
            figure_of(own["records_at_risk"]),
            figure_of(own["discrimination_rate"]),
        )
        people = _people_of(share, own["records_at_risk"].records, subsets.scores)
        rows.append(RareCombination(row.quasi_identifiers, people, share, removed))
    return tuple(
        sorted(
            rows, key=lambda row: (-_digits(row.share), -_digits(row.uncertainty_removed), len(row.known), row.known)
        )
    )


def _people_of(share: Figure, records: int | None, scores: Scores) -> Figure:
    """Return how many people a share is: of all individuals where there are any, or records."""
    if share.value is None:
        return Figure(None, share.form, share.reason)
    if scores.individuals is None:
        return Figure(round(share.value * (records or scores.records)))
    if scores.nulls == "drop":
        return Figure(None, "undefined", "people are not counted anew for each combination where NULL leaves some out")
    return Figure(round(share.value * scores.individuals))


def _digits(figure: Figure) -> float:
    """Return a figure as far as sums in any order agree."""
    return float(f"{figure.value or 0:.9g}")


def _contributions(subsets: SubsetScores) -> tuple[ColumnContribution, ...]:
    """Return what each known column adds to the share at risk, the most first."""
    combinations = {frozenset(row.known): row for row in _combinations(subsets)}
    everything = frozenset(subsets.quasi_identifiers)
    nobody = RareCombination((), Figure(0), Figure(0.0), Figure(0.0))
    unknown = Figure(None, "undefined", "not measured")
    rows = []
    for one in subsets.attributes:
        if one.metric != "records_at_risk":
            continue
        rest = everything - {one.attribute}
        without = combinations.get(rest) if rest else nobody
        whole = subsets.most == len(everything)
        rows.append(
            ColumnContribution(
                column=one.attribute,
                added=Figure(one.mean) if whole and one.mean is not None else unknown,
                share_without=unknown if without is None else without.share,
                people_without=unknown if without is None else without.people,
            )
        )
    return tuple(rows)


MOST_RUNS = 30
"""The most runs of a trend, the latest."""


def trends_of(
    entries: Sequence[HistoryEntry], job: str, held: JudgedScores, run: str, recorded_at: str
) -> tuple[Trend, ...]:
    """Return the trend of each condition of a job, from its entries in a history and from this run.

    `run` is the id of this run, which the history may have already. Slices have no trends, scores
    of known points have runs in which as many were known, and of several attackers the worst has
    trends.
    """
    if is_sliced(held):
        return ()
    seen: dict[Measured, Verdict] = {}
    known = held.attackers[0].verdicts[:1] if held.attackers else ()
    for verdict in held.attackers[0].verdicts if held.attackers else held.verdicts:
        if verdict.threshold.origin is None:
            seen.setdefault(subject_of(verdict.score), verdict)
    by_subject: dict[Measured, list[HistoryEntry]] = {}
    for entry in entries:
        subject = Measured(entry.metric, entry.target, entry.partition)
        like = subject in seen and points_of(seen[subject].score) == points_of(entry)
        like = like and all(entry.quasi_identifiers == one.score.quasi_identifiers for one in known)
        if entry.job == job and entry.run_id != run and like:
            by_subject.setdefault(subject, []).append(entry)
    return tuple(
        Trend(
            *subject,
            unit=verdict.score.unit,
            bound=verdict.threshold.bound,
            limit=verdict.threshold.limit,
            runs=(
                *(_earlier(entry, verdict.threshold) for entry in by_subject[subject][-MOST_RUNS:]),
                RunFigure(run, recorded_at, held.scores.records, figure_of(verdict.score), verdict.passed),
            ),
        )
        for subject, verdict in seen.items()
        if subject in by_subject
    )


def _earlier(entry: HistoryEntry, today: Threshold) -> RunFigure:
    """Return an earlier run with its verdict by the limit of today, or else by its own limits."""
    figure = figure_of(entry)._replace(reason=None)
    own = [one for one in json.loads(entry.verdicts or "[]") if one.get("origin") is None]
    same = [one for one in own if (one["bound"], one["limit"]) == (today.bound, today.limit)]
    verdicts = [one["passed"] for one in same or own]
    passed = all(verdicts) if verdicts else None
    return RunFigure(entry.run_id, entry.recorded_at, entry.relation_records, figure, passed)
