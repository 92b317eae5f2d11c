"""The public version of a certificate, which is measured from its public table.

What is declared (names, roles, limits, texts) is taken over field by field, and so are the
verdicts, one bit each. Every number of the data comes from the public table: a figure that nobody
thought of is not there. What is public already stays as it is when it is published.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise

from sqlmetrics.certificate import public_figures
from sqlmetrics.certificate.certificate import (
    CertaintyBySize,
    Certificate,
    ColumnFacts,
    CurvePoint,
    EarlierReleases,
    KnownPoints,
    Learnt,
    MeasuredLimit,
    ReadingFacts,
    RelationFacts,
    ScoreFigure,
    SizeBand,
    document,
    subject,
)
from sqlmetrics.certificate.crosswalk import crosswalk_of
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.linkage import judged_linkage
from sqlmetrics.certificate.outputs import judged_hidden, judged_outputs
from sqlmetrics.certificate.ranges import (
    WHY,
    WITHHELD,
    Range,
    about_range,
    bound,
    near_or_between,
    shown_verdict,
    side,
    span,
    total,
    within,
)
from sqlmetrics.certificate.repetition import judged_repetition
from sqlmetrics.certificate.roles import judged_roles
from sqlmetrics.certificate.slices import TOO_FEW, published_slices
from sqlmetrics.engine.reading.reading import is_public
from sqlmetrics.risk.evidence import REASONS, Part
from sqlmetrics.risk.outputs import SUM_RULES
from sqlmetrics.risk.public_table import ENDS, PublicTable, PublicValues
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.statement.entries import CONDITION, QUERY

OF_VALUES = {"partitions", "tables", "where", "query", "suppressed", "orders", "hierarchies", "advise"}
"""The words of a spec that hold values of the data, or name files that do."""

OF_CONDITIONS = {"answers", "log", "marks", "absent", "rounded", "total", "wide"}
"""The words of `outputs` that hold values of the data, as `where` does, or say what is hidden."""

OF_SUMS = {"dominance", "p_percent"}
"""The words of `outputs` that offices keep secret, as they tell what a hidden sum may be."""

UNNAMED = "a column without a role"
"""What a public certificate says of columns without a role: a single value may be why one fails."""

UNNAMED_TEXTS = "a column of texts"
"""What a public certificate says of texts that name people: a single record may be why one does."""

BAND_ENDS = (10, 20, 50, 100, 500, 1000)
"""About where the bands of sizes end."""

NOTES = "Notes on what was not judged are in the internal version."
"""What stands in place of the notes."""

INTERNAL = "the internal version shows it"
"""Why a part is missing that is only in the internal version."""

SHARES = {"share", "probability"}
"""The units of scores from 0 to 1."""


def published(certificate: Certificate) -> Certificate:
    """Return the public version of a certificate: what is declared, and what its table says."""
    made = _measured_publicly(certificate)
    return made if certificate.crosswalk is None else replace(made, crosswalk=crosswalk_of(made))


def _measured_publicly(certificate: Certificate) -> Certificate:
    """Return what is declared in a certificate, with the numbers of its public table."""
    table = certificate.public_table
    words = declared(certificate)
    if table is None:
        return words
    own = _of_whole(words, words.conditions)
    smallest = _smallest_group(own, table)
    return replace(
        words,
        relation=_counted(words.relation, table, smallest),
        conditions=tuple(replace(one, measured=_score(one, own, table)) for one in own) or words.conditions,
        sizes=_sizes(table, smallest),
        curve=_curve(table, smallest),
        learnt=tuple(_learnt(one, _of_whole(words, words.own_conditions), table) for one in words.learnt),
        scores=tuple(replace(one, measured=_score(one, own, table)) for one in words.scores),
        public_table=table,
    )


def _smallest_group(conditions: Iterable[MeasuredLimit], table: PublicTable) -> int:
    """Return the people that each group has at least, as a verdict says; 1 where none says more."""
    met = (one.group_size or 1 for one in telling(conditions) if one.passed and tuple(one.known) == table.known)
    return max(met, default=1)


def _of_whole(certificate: Certificate, conditions: tuple[MeasuredLimit, ...]) -> tuple[MeasuredLimit, ...]:
    """Return the conditions on the whole table; none where slices or known points are judged."""
    return () if certificate.judged_apart else conditions


def declared(certificate: Certificate) -> Certificate:
    """Return what a certificate says that is no number of the data, and the verdicts.

    Verdicts on limits that are scores of an earlier run are left out: they are about that run, too.
    """
    statement = certificate.statement if certificate.public_statement is None else certificate.public_statement
    spec = None if certificate.spec is None or OF_VALUES & certificate.spec.keys() else certificate.spec
    if spec is not None and (OF_SUMS | OF_CONDITIONS) & spec.get("outputs", {}).keys():
        spec = None
    conditions = tuple(_condition(one, certificate) for one in certificate.conditions if one.origin is None)
    return Certificate(
        audience="public",
        title=certificate.title,
        measured_at=certificate.measured_at,
        versions=certificate.versions,
        relation=_relation(certificate.relation),
        least=certificate.least,
        passed=all(one.passed is not False for one in conditions) and not certificate.names_people,
        conditions=conditions,
        identifiers=certificate.identifiers,
        forgotten=(UNNAMED,) * bool(certificate.forgotten),
        naming=(UNNAMED_TEXTS,) if certificate.naming else None,
        outputs=judged_outputs(certificate.outputs),
        epsilon=certificate.epsilon,
        hidden=judged_hidden(certificate.hidden),
        linkage=judged_linkage(certificate.linkage),
        repetition=judged_repetition(certificate.repetition),
        seen=judged_roles(certificate.seen),
        notes=(NOTES,) * bool(certificate.notes),
        columns=None if certificate.columns is None else tuple(_column(one) for one in certificate.columns),
        looked=certificate.looked,
        sizes=(),
        curve=(),
        learnt=tuple(_nothing_learnt(one) for one in certificate.learnt) if certificate.public_table else (),
        combinations=(),
        all_combinations=certificate.all_combinations,
        contributions=(),
        trends=(),
        releases=None,
        scores=tuple(_withheld(one, _of_whole(certificate, conditions)) for one in certificate.scores),
        missing=_missing(certificate),
        statement=statement,
        statement_hash=sha256(statement.encode()).hexdigest() if statement else "",
        spec_name=certificate.spec_name,
        spec_hash=None
        if spec is None
        else sha256(json.dumps(document(spec), sort_keys=True, ensure_ascii=False).encode()).hexdigest(),
        spec=spec,
        slices=published_slices(certificate),
        points=_points(certificate.points),
        together=_together(certificate.together),
        preparation=certificate.preparation,
        attackers=certificate.attackers,
        made_from=None if certificate.made_from is None else certificate.made_from.public,
        guessed=certificate.guessed,
    )


def _missing(certificate: Certificate) -> dict[Part, str]:
    """Return why parts on people are missing; where there are only tables no part is."""
    if certificate.tables_alone:
        return {}
    without_table: dict[Part, str] = (
        {} if certificate.public_table is not None else {"groups": _reason(certificate, "groups")}
    )
    return {**without_table, "combinations": INTERNAL}


def _points(own: KnownPoints | None) -> KnownPoints | None:
    """Return what is said of known points: how many there are, and no score."""
    if own is None:
        return None
    words = None if own.words is None else own.words._replace(words=WITHHELD, common=WITHHELD, wordless=WITHHELD)
    return replace(own, targets=None, nobodys=WITHHELD, scores=(), resolution=None, tables=None, words=words)


def _together(own: EarlierReleases | None) -> EarlierReleases | None:
    """Return that there are earlier releases, how many, and no score."""
    return None if own is None else replace(own, names=(), figures=(), notes=())


def none_fails(conditions: Iterable[MeasuredLimit]) -> bool:
    """Return whether no condition fails; one of slices with too few people does not."""
    return all(one.passed is not False for one in conditions)


def _reason(certificate: Certificate, part: Part) -> str:
    reason = certificate.missing.get(part, INTERNAL)
    return reason if reason in REASONS else INTERNAL


def _relation(facts: RelationFacts) -> RelationFacts:
    """Return what a relation is, without any number of it."""
    return RelationFacts(
        name=facts.name,
        records=WITHHELD,
        individuals=None if facts.individuals is None else WITHHELD,
        nulls=facts.nulls,
        left_out={},
        suppressed=None,
        where=None if facts.where is None else CONDITION,
        query=None if facts.query is None else QUERY,
        population=facts.population,
        dialect=facts.dialect,
        fingerprint=None,
        reading=None if facts.reading is None else _reading(facts.reading),
        lake=facts.lake,
    )


def _reading(facts: ReadingFacts) -> ReadingFacts:
    """Return the kind of files that a table was read from, with remarks that follow from no record.

    What the kind has beside it, as an encoding, may follow from one record.
    """
    remarks = tuple(one for one in facts.remarks if is_public(one.code))
    return ReadingFacts(facts.form.partition(",")[0], remarks)


def _column(column: ColumnFacts) -> ColumnFacts:
    """Return a column without values, and without what its values look like."""
    return ColumnFacts(
        name=column.name,
        role=column.role,
        reason=column.reason,
        recodings=tuple(replace(one, domains={}) for one in column.recodings),
        recoded=column.recoded,
    )


def _condition(one: MeasuredLimit, certificate: Certificate) -> MeasuredLimit:
    """Return a condition with what its verdict says of the score.

    That all slices have too few people is public where these are more than a small group. A limit
    on known points that is not met may still be kept, where people were drawn.
    """
    if one.passed is None and certificate.slices is not None:
        if (certificate.slices.min_people or 0) >= certificate.least:
            return replace(one, measured=TOO_FEW, parameters=_parameters(one.metric, one.parameters))
        one = replace(one, passed=True)
    if certificate.points is not None and not one.passed:
        return replace(one, measured=WITHHELD, parameters=_parameters(one.metric, one.parameters))
    figure = next((shown_verdict(own) for own in telling([one])), WITHHELD)
    secret = one.metric in SUM_RULES and one.source is None
    return replace(one, measured=figure, parameters=None if secret else _parameters(one.metric, one.parameters))


def telling(conditions: Iterable[MeasuredLimit]) -> list[MeasuredLimit]:
    """Return the conditions whose verdict says on which side of a limit the score is.

    One that is not met may have a score that is undefined, and so may one that lets it pass.
    """
    decided = [one for one in conditions if one.passed is not None]
    defined = [one for one in decided if not _may_be_undefined(one) or (one.passed and one.undefined == "fail")]
    return [one for one in defined if one.limit is not None]


def _may_be_undefined(one: MeasuredLimit) -> bool:
    """Return whether a score of a table with records may be undefined."""
    metric = every_metric().get(one.metric)
    return metric is not None and metric.undefined is not None and not metric.undefined.startswith("infinite")


def _withheld(one: ScoreFigure, conditions: tuple[MeasuredLimit, ...]) -> ScoreFigure:
    """Return a score without its number, and with what the verdict on its limit says."""
    score = replace(one, measured=WITHHELD, parameters=_parameters(one.metric, one.parameters), interval=None)
    own = [condition for condition in conditions if subject(condition) == subject(score)]
    return replace(score, measured=own[0].measured) if own else score


def _parameters(metric: str, text: str | None) -> str | None:
    """Return the parameters that a metric was asked for with, and none that the data chose."""
    names = {*every_metric()[metric].parameters, "known"} if metric in every_metric() else set()
    parts = [part for part in (text or "").split(", ") if part.partition("=")[0] in names]
    return ", ".join(parts) or None


def _nothing_learnt(one: Learnt) -> Learnt:
    return Learnt(
        target=one.target,
        partition=one.partition,
        limit=one.limit,
        before=WITHHELD,
        after=WITHHELD,
        surest=WITHHELD,
        sure=WITHHELD,
        tenths=(),
        small=WITHHELD,
        exposed=(),
        discrimination_rate=WITHHELD,
        adjusted_discrimination_rate=WITHHELD,
    )


def _counted(relation: RelationFacts, table: PublicTable, smallest: int) -> RelationFacts:
    """Return a relation with the people of a public table, in groups of `smallest` or more."""
    grouped = public_figures.everybody(table)
    if smallest >= table.least and not table.individuals:
        grouped = public_figures.grouped(table).clipped(sum(one.groups * smallest for one in table.sizes))
    beside = {"left_out": table.left_out, "suppressed": table.suppressed}
    others = {name: span(people, table.least) for name, people in beside.items() if people is not None}
    everybody = total([grouped, *others.values()])
    return replace(
        relation,
        records=WITHHELD if table.individuals else about_range(everybody, whole=True),
        grouped=about_range(grouped, whole=True) if table.individuals else None,
        left_out={"identity": _people(others["left_out"], table.least)} if "left_out" in others else {},
        suppressed=_people(others["suppressed"], table.least) if "suppressed" in others else None,
        fingerprint=table.fingerprint,
    )


def _people(range_: Range, least: int) -> Figure:
    """Return a number of people; a few are fewer than `least`, perhaps none."""
    if range_.high <= 0:
        return Figure(0)
    return Figure(least, "under", WHY) if range_.high < least else about_range(range_, whole=True)


def subject_range(one: MeasuredLimit | ScoreFigure, table: PublicTable) -> Range | None:
    """Return where a score lies by a public table, None where that says nothing of it."""
    if tuple(one.known) != table.known:
        return None
    defaults = every_metric()[one.metric].parameters if one.metric in every_metric() else {}
    given = dict(part.partition("=")[::2] for part in (one.parameters or "").split(", ") if part)
    numbers = {name: float(text) for name, text in {**defaults, **given}.items() if _number(text)}
    return public_figures.score_range(table, one.metric, one.target, one.partition, numbers)


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _score(one: MeasuredLimit | ScoreFigure, conditions: tuple[MeasuredLimit, ...], table: PublicTable) -> Figure:
    """Return what a public table and the verdicts say of a score together."""
    range_ = subject_range(one, table)
    own = telling(condition for condition in conditions if subject(condition) == subject(one))
    if range_ is None:
        return own[0].measured if own else WITHHELD
    left = within(range_, map(side, own))
    if left.low > left.high:
        return shown_verdict(own[0])
    return _figure_of(one, left, table.least)


def _figure_of(one: MeasuredLimit | ScoreFigure, range_: Range, least: int) -> Figure:
    """Return a range of a score as a figure."""
    if one.metric == "k_anonymity":
        low, high = range_.low, range_.high
        if high < least:
            return Figure(least, "under", WHY)
        if low <= 1:
            return Figure(high, "up to", WHY)
        return Figure(low) if low == high else near_or_between(low, range_.about, high)
    most = 1.0 if one.unit in SHARES else float("inf")
    if one.metric in public_figures.ONE_SIDED:
        return bound(range_, 0.0, most)
    return about_range(range_, limits=(0.0, most))


def _in_small(table: PublicTable, smallest: int) -> Figure:
    """Return the people in small groups: nobody where groups have `smallest` people at least."""
    return Figure(0) if smallest >= table.least else _people(span(table.small, table.least), table.least)


def _sizes(table: PublicTable, smallest: int) -> tuple[SizeBand, ...]:
    """Return the people by the size of their group, in bands that end where rounded sizes do."""
    least = table.least
    first = SizeBand(1, least - 1, _in_small(table, smallest))
    if table.individuals:
        others = (public_figures.everybody(table) - public_figures.in_small(table)).clipped()
        return (first, SizeBand(least, None, about_range(others, whole=True)))
    steps = sorted({max(round(end / least), 2) * least for end in BAND_ENDS if end > least})
    starts = [least, *(span(step, least).low for step in steps)]
    bands = [first]
    for low, high in zip(starts, [*(start - 1 for start in starts[1:]), None], strict=True):
        own = [one for one in table.sizes if low <= one.size and (high is None or one.size <= high)]
        figure = about_range(public_figures.people_in_sizes(own, least), whole=True)
        bands.append(SizeBand(round(low), None if high is None else round(high), figure))
    return tuple(bands)


def _curve(table: PublicTable, smallest: int) -> tuple[CurvePoint, ...]:
    """Return the people in groups of fewer than k, for each k at which rounded sizes begin."""
    least = table.least
    further = range(2, 2 if table.individuals else 100 // least + 2)
    steps = [least, *(round(span(step * least, least).low) for step in further)]
    return tuple(CurvePoint(k, _below(table, k, smallest)) for k in steps)


def _below(table: PublicTable, k: int, smallest: int) -> Figure:
    """Return the people in groups of fewer than k, where groups have `smallest` people at least."""
    if k <= smallest:
        return Figure(0)
    people = public_figures.below(table, k)
    if smallest >= table.least and not table.individuals:
        few = public_figures.in_small(table)
        people = Range(*(own - other for own, other in zip(people, few, strict=True)))
    return _people(people, table.least)


def _learnt(one: Learnt, conditions: tuple[MeasuredLimit, ...], table: PublicTable) -> Learnt:
    """Return what would be learnt of a sensitive attribute."""
    values = next((own for own in table.values if (own.target, own.partition) == (one.target, one.partition)), None)
    if values is None or not table.sizes:
        return replace(one, sure=_sure(one, conditions))
    rate = public_figures.OF_VALUES["discrimination_rate"](values, table)
    return replace(
        one,
        before=about_range(public_figures.public_baseline(values, table), limits=(0.0, 1.0)),
        after=about_range(public_figures.public_posterior(values, table), limits=(0.0, 1.0)),
        sure=_sure(one, conditions),
        small=_in_small(table, _smallest_group(conditions, table)),
        discrimination_rate=WITHHELD if rate is None else about_range(rate, limits=(0.0, 1.0)),
        by_size=_by_size(values, table),
    )


def _sure(one: Learnt, conditions: tuple[MeasuredLimit, ...]) -> Figure:
    """Return for how many a guess is surer than the limit, as far as the verdict on it says."""
    for condition in conditions:
        if (condition.metric, condition.target, condition.partition) == (
            *("alpha_k_anonymity", one.target, one.partition),
        ) and condition.limit == one.limit:
            return Figure(0) if condition.passed else Figure(1, "at least", WHY)
    return WITHHELD


def _by_size(values: PublicValues, table: PublicTable) -> tuple[CertaintyBySize, ...]:
    """Return how often the best guess is right, in groups of each band of sizes."""
    least, found = table.least, []
    starts = [least, *(end * least for end in ENDS)]
    for low, end in pairwise(starts):
        bands = [band for band in values.bands if low <= band.low < end]
        if bands:
            everyone = total(public_figures.band_people(band, table) for band in bands)
            others = total(public_figures.without_commonest(band, table) for band in bands)
            others = others.plus(Range(0, 0, public_figures.moved(table)))
            right = public_figures.with_commonest(everyone, others)
            found.append(
                CertaintyBySize(
                    round(span(bands[0].low, least).low),
                    round(span(max(band.high for band in bands), least).high),
                    about_range(everyone, whole=True),
                    about_range(right, limits=(0.0, 1.0)),
                )
            )
    return tuple(found)
