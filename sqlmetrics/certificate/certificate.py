"""The certificate of a relation: everything that its report says, as data.

It is made from the outcome of a job (`measured`), made public by one function (`published`), and
drawn as a page or written as JSON. What draws it computes no score and decides on no secret.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from sqlmetrics.certificate.figure import Figure
from sqlmetrics.gate.history.rows import HistoryEntry
from sqlmetrics.gate.known_points import points_of
from sqlmetrics.gate.thresholds import Bound, group_size, is_infinite, joint_verdict
from sqlmetrics.lakes.table import LakeVersion
from sqlmetrics.risk.evidence import Part
from sqlmetrics.risk.public_table import PublicTable
from sqlmetrics.risk.published.pictures import TablePicture
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.partition import Kind
from sqlmetrics.text import split_line

FORMAT = 2
"""The version of the form of certificates; a change of meaning has a new one."""

CellState = Literal["shown", "below", "dominated", "empty"]
"""The states of a cell in a picture: shown, of too few people, of a few's sum, or of nobody."""

Audience = Literal["public", "internal"]
"""For whom a certificate is: everybody, or people who may see values of the data."""

SPARE = "spare"
"""The mark of a field that the document leaves out where it is None."""

Role = Literal[
    "known",
    "sensitive",
    "slices",
    "identifier",
    "ignored",
    "individual",
    "weight",
    "household",
    "compared",
    "not looked at",
]
"""The role of a column: known to an attacker, wanted by one, cutting slices, or in no figure.

One that is `compared` is in figures of a file of people or of generated texts alone.
"""


def figure_of(score: Score | HistoryEntry) -> Figure:
    """Return the value of a score, or why it has none.

    One of known points may be estimated, with an interval, or a bound where only that is known. A
    history does not keep the interval.
    """
    if points_of(score) is not None:
        if isinstance(score, HistoryEntry):
            return Figure(score.value, "undefined" if score.value is None else "estimated", score.reason)
        if {score.low, score.high} != {None}:
            return _estimated(score)
    if score.value is not None:
        return Figure(score.value)
    return Figure(None, "infinite" if is_infinite(score.reason) else "undefined", score.reason)


def _estimated(score: Score) -> Figure:
    """Return the value of people who were drawn with its interval, or the bound that follows."""
    low, high = score.low, score.high
    if score.value is not None:
        return Figure(score.value, "is" if low == high else "estimated", None, low, high)
    if high is None or (low is not None and score.direction == "higher is riskier"):
        return Figure(low, "at least", score.reason, low, high)
    return Figure(high, "up to", score.reason, low, high)


class ReadingRemark(NamedTuple):
    """A remark on how a table was read: its code in the list of remarks, and what it says."""

    code: str
    says: str


class ReadingFacts(NamedTuple):
    """How a table was read from files: the form in words, and the remarks on it.

    In a public certificate no remark follows from a record.
    """

    form: str
    remarks: tuple[ReadingRemark, ...]


@dataclass(frozen=True)
class RelationFacts:
    """What was measured: its name without a folder, its records, and where they were counted.

    `left_out` are the records per target that the NULL policy leaves out, and `suppressed` the
    records with every key suppressed. `where` and `query` choose the records, in the user's words,
    or as the placeholders of a public statement. `fingerprint` changes with the relation.
    `grouped` are the individuals in any group, where people are told apart. In a public certificate
    the fingerprint is its public table's, None without one. `reading` is how files were read, and
    `lake` the version of a table with a log, which tells nothing of a record.
    """

    name: str
    records: Figure
    individuals: Figure | None
    nulls: str
    left_out: Mapping[str, Figure]
    suppressed: Figure | None
    where: str | None
    query: str | None
    population: str | None
    dialect: str
    fingerprint: str | None
    grouped: Figure | None = None
    reading: ReadingFacts | None = field(default=None, metadata={SPARE: True})
    lake: LakeVersion | None = field(default=None, metadata={SPARE: True})


@dataclass(frozen=True)
class MeasuredLimit:
    """A limit, what was measured, and whether it is met.

    Where a limit holds for slices, it is met if it is in each, and `measured` is the worst of them.
    `passed` is None where each has too few people to say.
    `source` says whose limit it is, None for the publisher's own. `origin` is the earlier run whose
    score is the limit; where a public certificate leaves that score out, `limit` is None. `known`
    are the columns that an attacker knows, and of several attackers one is named. `undefined` says
    whether a score without a value meets it.
    """

    metric: str
    target: str
    partition: str | None
    known: tuple[str, ...]
    bound: Bound
    limit: float | None
    source: str | None
    origin: str | None
    measured: Figure
    unit: str
    parameters: str | None
    passed: bool | None
    undefined: Literal["fail", "pass"] = "fail"
    attacker: str | None = field(default=None, metadata={SPARE: True})

    @property
    def group_size(self) -> int | None:
        """The smallest group of people that is allowed, None where the limit is no such size."""
        return group_size(self.metric, self.limit)


@dataclass(frozen=True)
class RecodedColumn:
    """How a column was recoded: the name of the partition, its kind, and its domains.

    `domains` are texts such as `30 to 39`, or a value list per name; none in a public certificate,
    which has their number only.
    """

    name: str
    kind: Kind
    count: int
    domains: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ColumnFacts:
    """A column of the relation with its role, and how it was measured.

    `reason` is the user's reason for an identifier or an ignored column, `looks_like` the kind of
    identifier that a column without a role looks like. `recoded` says in the user's words how the
    values were made coarser before. A `single` column has one value for everybody, which no public
    certificate says.
    """

    name: str
    role: Role
    reason: str | None = None
    looks_like: str | None = None
    recodings: tuple[RecodedColumn, ...] = ()
    recoded: str | None = field(default=None, metadata={SPARE: True})
    single: bool | None = field(default=None, metadata={SPARE: True})


class SizeBand(NamedTuple):
    """The people in groups of `low` to `high` people; None is no upper end."""

    low: int
    high: int | None
    people: Figure


class CurvePoint(NamedTuple):
    """The people in groups of fewer than `k`."""

    k: int
    people: Figure


class Certainty(NamedTuple):
    """The people for whom the best guess is right with a chance from `low` to `low` + 0.1."""

    low: float
    people: Figure


class ExposedGroup(NamedTuple):
    """A group in which the best guess is surest: its people, and how sure it is."""

    people: Figure
    certainty: Figure


class CertaintyBySize(NamedTuple):
    """A range of group sizes: its people, and how often the best guess of their value is right."""

    low: int
    high: int
    people: Figure
    certainty: Figure


@dataclass(frozen=True)
class Learnt:
    """What would be learnt of a sensitive attribute.

    `before` is how often the best guess is right without the release, `after` with it, on average;
    `surest` in the most exposed group of `least` people or more. `sure` are the people for whom it
    is above `limit`; `tenths` those in groups of `least` or more by its certainty, `small` all in
    smaller groups.
    """

    target: str
    partition: str | None
    limit: float
    before: Figure
    after: Figure
    surest: Figure
    sure: Figure
    tenths: tuple[Certainty, ...]
    small: Figure
    exposed: tuple[ExposedGroup, ...]
    discrimination_rate: Figure
    adjusted_discrimination_rate: Figure
    by_size: tuple[CertaintyBySize, ...] = ()


@dataclass(frozen=True)
class RareCombination:
    """What an attacker knows, and whom that leaves in groups of fewer than `least` people.

    `certainty` is the share of the uncertainty about who it is that knowing it takes away.
    """

    known: tuple[str, ...]
    people: Figure
    share: Figure
    uncertainty_removed: Figure


@dataclass(frozen=True)
class ColumnContribution:
    """What a known column adds to the share of people at risk, and who is at risk without it.

    `added` is the Shapley value over all combinations, None where not all were measured.
    """

    column: str
    added: Figure
    share_without: Figure
    people_without: Figure


class RunFigure(NamedTuple):
    """A score in one run of the history: when it was recorded, and whether it met its limit."""

    run: str
    recorded_at: str
    records: int
    measured: Figure
    passed: bool | None


@dataclass(frozen=True)
class Trend:
    """A condition's score over time, the oldest run first, this run last."""

    metric: str
    target: str
    partition: str | None
    unit: str
    bound: Bound | None
    limit: float | None
    runs: tuple[RunFigure, ...]


@dataclass(frozen=True)
class ReleasePoint:
    """A release beside others: how risky and how useful it is, with 95 % intervals where known.

    `dominated_by` are the releases that are no riskier and more useful, or less risky and no less
    useful.
    """

    name: str
    this: bool
    risk: Figure
    risk_low: float | None
    risk_high: float | None
    use: Figure
    use_low: float | None
    use_high: float | None
    records: int
    smallest: Figure
    dominated_by: tuple[str, ...]


@dataclass(frozen=True)
class ComparedReleases:
    """Releases of one original side by side, by a metric of risk and a metric of use.

    `risk_of` and `use_of` say what each metric measures. Where `individual` names the column that
    tells people apart, people count, and not their records.
    """

    original: str
    risk: str
    risk_of: str
    use: str
    use_of: str
    points: tuple[ReleasePoint, ...]
    notes: tuple[str, ...] = ()
    individual: str | None = field(default=None, metadata={SPARE: True})


@dataclass(frozen=True)
class ScoreFigure:
    """A score of the table; an internal certificate of a sample has the ends of its interval."""

    metric: str
    target: str
    partition: str | None
    known: tuple[str, ...]
    measured: Figure
    unit: str
    direction: str
    parameters: str | None
    interval: tuple[float, float] | None = field(default=None, metadata={SPARE: True})


def flaws_of_verdict(
    where: str, passed: bool | None, conditions: Sequence[MeasuredLimit]
) -> Iterator[tuple[str, str, str]]:
    """Yield where a verdict is not what its conditions give, what is there, and what is true."""
    verdict = joint_verdict([one.passed for one in conditions])
    if verdict != passed:
        yield f"{where}: passed", str(passed), str(verdict)


def known_of(score: Score) -> tuple[str, ...]:
    """Return the columns that are known where a score holds."""
    return tuple(name for name in split_line(score.quasi_identifiers) if name is not None)


def score_figure(score: Score) -> ScoreFigure:
    """Return a score as a certificate has it."""
    return ScoreFigure(
        metric=score.metric,
        target=score.target,
        partition=score.partition,
        known=known_of(score),
        measured=figure_of(score),
        unit=score.unit,
        direction=score.direction,
        parameters=score.parameters,
        interval=None if score.low is None or score.high is None else (score.low, score.high),
    )


class AttackerFacts(NamedTuple):
    """One of several attackers: the name, and the columns that are known."""

    name: str
    known: tuple[str, ...]


class SliceScore(NamedTuple):
    """A score of a slice, and whether it meets its condition; None with too few people to say.

    `chance` is what groups of these sizes give of a rate by chance alone.
    """

    measured: Figure
    passed: bool | None
    chance: Figure | None = None


class SliceFacts(NamedTuple):
    """A slice: its number by size or its values as a line of CSV, its people, and its verdict.

    `scores` stand in the order of the conditions, None where one is about no score of the slice.
    """

    name: str
    people: Figure
    passed: bool | None
    scores: tuple[SliceScore | None, ...]


class SliceFigures(NamedTuple):
    """How many slices there are, how many pass, fail, and have too few people to say."""

    number: Figure
    passed: Figure
    failed: Figure
    too_few: Figure


@dataclass(frozen=True)
class SlicedTable:
    """The slices of a table by the columns `by`, the worst first, and how many of them pass.

    They are `named` by their values, or have numbers; the names are `public` where the spec says
    so. Slices of fewer than `min_people` have too few to say. A public certificate leaves them out,
    with slices of fewer people than a small group has; only public names stand in it.
    """

    by: tuple[str, ...]
    named: bool
    public: bool
    min_people: int | None
    counts: SliceFigures
    slices: tuple[SliceFacts, ...]


class ResolutionFigure(NamedTuple):
    """The share of people whom `known` points single out, where columns are at these levels."""

    levels: tuple[str, ...]
    known: int
    unicity: Figure


@dataclass(frozen=True)
class ResolutionFigures:
    """What known points give away where columns are coarser: each combination of their levels.

    Of `targets` people a set was drawn; it is None where every set counts.
    """

    columns: tuple[str, ...]
    targets: int | None
    figures: tuple[ResolutionFigure, ...]


class TableFigures(NamedTuple):
    """One of several tables of the same people: its points, its people, and what it gives away.

    Of its points alone, and of the points of all others, there are the people in the smallest group
    and the share who are singled out.
    """

    name: str
    columns: tuple[str, ...]
    people: Figure
    left_out: Figure
    smallest: Figure
    singled: Figure
    smallest_without: Figure | None
    singled_without: Figure | None


class PointRows(NamedTuple):
    """One of several tables, whose rows are points: its name, and the columns of a row.

    `recodings` say how columns were recoded, without domains.
    """

    name: str
    columns: tuple[str, ...]
    recodings: Mapping[str, RecodedColumn] = MappingProxyType({})


class WordFigures(NamedTuple):
    """The words of a column of texts, which are points, or `length` of them in a row.

    Of all `words` more than half the people have the `common` ones, which are left out. The
    `wordless` people have no other one, and are in no score.
    """

    text: str
    length: int
    words: Figure
    common: Figure
    wordless: Figure


@dataclass(frozen=True)
class KnownPoints:
    """What several points of a person give away together, where people have several records.

    `known` is the number of points, or `all`; the column `individual` tells people apart. For
    `targets` people a set was drawn; None where every set counts. `nobodys` are the records
    without a person. `scores` are by each number of points, and by the most. Where levels of
    columns were asked for, `resolution` has the unicity at each. Points that lie in several tables
    are `rows` of these, and have the figures of each of the `tables`, first of the table that
    contributes most. Points that are `words` have the figures of these.
    """

    known: str
    individual: str
    targets: int | None
    nobodys: Figure
    scores: tuple[ScoreFigure, ...]
    resolution: ResolutionFigures | None = field(default=None, metadata={SPARE: True})
    tables: tuple[TableFigures, ...] | None = field(default=None, metadata={SPARE: True})
    words: WordFigures | None = field(default=None, metadata={SPARE: True})
    rows: tuple[PointRows, ...] | None = field(default=None, metadata={SPARE: True})


class SeriesFigure(NamedTuple):
    """What a number of releases gives away of a sensitive attribute by one metric, by an attack.

    The attack is `intersection` (all of them), `single_release` (each person by one) or
    `subtraction` (of the one before). `people` are the people, or the records, that it rests on.
    """

    releases: int
    metric: str
    target: str
    partition: str | None
    attack: str
    people: Figure
    measured: Figure


@dataclass(frozen=True)
class EarlierReleases:
    """What a relation gives away together with a `number` of releases before it.

    `names` are theirs and last the relation's, and `individual` is the column that links people.
    `figures` tell of the first 1, 2, .. releases, and `notes` say who is not followed.
    """

    number: int
    individual: str | None
    names: tuple[str, ...]
    figures: tuple[SeriesFigure, ...]
    notes: tuple[str, ...]


class TableFacts(NamedTuple):
    """A published table: its columns, whether it keeps its limits, and its figures.

    `passed` is None where no limit is on it.
    """

    keys: tuple[str, ...]
    passed: bool | None
    cells: Figure
    minimum_frequency: Figure
    cells_below: Figure
    dominated_cells: Figure
    p_percent_cells: Figure
    class_disclosing_lines: Figure


class GridCell(NamedTuple):
    """A cell of a picture of a table: its state, and its people."""

    state: CellState
    people: int


class TableGrid(NamedTuple):
    """A picture of a published table of two columns: their values, and the cells row by row."""

    keys: tuple[str, str]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[GridCell, ...], ...]


class AnswerFacts(NamedTuple):
    """The number of answers, and the figures of what their differences give away.

    `passed` is whether they keep their limits, None where no limit is on them.
    """

    answers: int
    passed: bool | None
    minimum_frequency: Figure
    cells_below: Figure
    differenced_groups: Figure
    differenced_people: Figure


class LogFacts(NamedTuple):
    """The number of queries of a log, and how many were read as answers."""

    queries: int
    read: int


class HiddenFacts(NamedTuple):
    """The number of tables that are published alone, and the figures of what follows in them.

    `passed` is whether they keep their limits, None where no limit is on them. A public certificate
    has neither figures nor a picture.
    """

    tables: int
    passed: bool | None
    cells: Figure
    hidden: Figure
    recovered_cells: Figure
    narrow_cells: Figure
    unproven_cells: Figure
    picture: TablePicture | None = None


@dataclass(frozen=True)
class OutputFacts:
    """What published tables give away: the rules of the test, and the tables, or the answers.

    Rules on sums are None without a measure, and in a public certificate, as offices keep them
    secret. A public one has neither figures nor a picture.
    """

    measure: str | None
    individual: str | None
    minimum_frequency: int
    dominance: tuple[int, float] | None
    p_percent: float | None
    class_share: float
    tables: tuple[TableFacts, ...]
    grid: TableGrid | None = field(default=None, metadata={SPARE: True})
    log: LogFacts | None = field(default=None, metadata={SPARE: True})
    answers: AnswerFacts | None = field(default=None, metadata={SPARE: True})


class EpsilonFacts(NamedTuple):
    """Guesses whether canaries are in, from noisy answers, and the epsilon that is claimed.

    `prior` is how sure an attacker is beforehand that a person is in, and `at_least` the lower
    bound of epsilon at 95 %. `passed` is whether the claim is not refuted, None without a limit.
    """

    claimed: float
    delta: float
    prior: float
    canaries: int
    guesses: int
    right_guesses: int
    at_least: float
    passed: bool | None

    @property
    def refuted(self) -> bool:
        """Whether the claim is refuted; otherwise nothing is said for it."""
        return self.at_least > self.claimed


class LinksByWeight(NamedTuple):
    """The people of a file who are linked with a `weight` of bits or more, and how many rightly."""

    weight: int
    people: Figure
    precision: Figure


@dataclass(frozen=True)
class LinkageFacts:
    """Who of a `file` of people is found by the columns that are `known`, though it has errors.

    `people` are the file's records. Where they are `told` apart in both relations it is known who
    is found rightly. Where `mutual`, two records are linked that are each the other's best.
    `passed` is whether what is found keeps its limits, None where no limit is on it. A public
    certificate has neither `scores` nor the precision `by_weight`.
    """

    file: str
    known: tuple[str, ...]
    told: bool
    mutual: bool
    people: Figure
    passed: bool | None
    scores: tuple[ScoreFigure, ...]
    by_weight: tuple[LinksByWeight, ...]


@dataclass(frozen=True)
class RepetitionFacts:
    """What the generated texts of a `file` repeat of a `column` of texts, of few people.

    Compared are runs of as many `words`. Where people are not `told` apart, each record is one.
    `control` are the texts of others, None without any. `passed` is whether what is repeated keeps
    its limits, None where no limit is on it. A public certificate has no `scores`.
    """

    file: str
    column: str
    words: int
    told: bool
    control: str | None
    passed: bool | None
    scores: tuple[ScoreFigure, ...]


class RoleFacts(NamedTuple):
    """A role of a database: whether what it sees keeps the limits, and how much that is.

    `smallest` are the people in the smallest group that the role sees.
    """

    name: str
    passed: bool
    records: Figure
    smallest: Figure


class SeenByRoles(NamedTuple):
    """The `roles` of a database that were asked, and the one whom all figures describe."""

    described: str
    roles: tuple[RoleFacts, ...]


@dataclass(frozen=True)
class Preparation:
    """Who prepared a report for whom, what for, on what legal basis, and its last valid day.

    The `exception` is the reason for which a table is released although a condition is not met.
    """

    prepared_by: str | None = field(default=None, metadata={SPARE: True})
    prepared_for: str | None = field(default=None, metadata={SPARE: True})
    purpose: str | None = field(default=None, metadata={SPARE: True})
    legal_basis: str | None = field(default=None, metadata={SPARE: True})
    exception: str | None = field(default=None, metadata={SPARE: True})
    valid_until: str | None = field(default=None, metadata={SPARE: True})


class CrosswalkRow(NamedTuple):
    """A question of a document, and the names of what this report measured that speaks to it."""

    document: str
    clause: str | None
    question: str
    evidence: tuple[str, ...]


class MadeFrom(NamedTuple):
    """What a relation was made from, where it is a release that was written with the report.

    `source` is the name of what was read, without a condition on its records, and `sha256` the hash
    of the file that was written. `left_out` are the known columns that the file does not have, and
    `identifiers` is how many identifiers it does not have, None without one.

    An internal certificate also has the `fingerprint` of the source, and says whether records were
    `dropped`, or starred. In a public one both are None: from the fingerprint of a table the exact
    number of its records can be guessed, and thus how few people were dropped.
    """

    source: str
    sha256: str
    left_out: tuple[str, ...] = ()
    fingerprint: str | None = None
    dropped: bool | None = None
    identifiers: int | None = None

    @property
    def public(self) -> MadeFrom:
        """What everybody may know of it."""
        return self._replace(fingerprint=None, dropped=None)


def subject(one: MeasuredLimit | ScoreFigure) -> tuple[str, str, str | None, tuple[str, ...]]:
    """Return metric, target, partition and known columns, by which scores and limits meet."""
    return one.metric, one.target, one.partition, one.known


@dataclass(frozen=True)
class Certificate:
    """Everything that a report of a relation says.

    Groups of fewer than `least` people are small. A part that was not measured is None or empty,
    and `missing` says why, by part; `failed` are the parts whose statement failed. `statement`
    is the SQL of the scores, in a public certificate with placeholders for values, and
    `statement_hash` the SHA-256 of that text. `public_statement` is the text with placeholders in
    an internal certificate. `public_table` is all that a public certificate is measured from.

    `spec_name` is the name of the spec file. `spec` has the words to measure the relation again,
    None where they hold values and the certificate is public. `spec_hash` is the SHA-256 of the
    file or, in a public certificate, of these words.

    `identifiers` are in the relation without a reason. `forgotten` are columns without a role that
    surely look like identifiers, as far as columns without a role were `looked` at; `naming` are
    columns of texts that name people. `notes` say
    what was not judged. Where the table has `slices`, or `points` of a person are known, these have
    the conditions and the statement, and the whole table, record by record, has all else.
    `together` is what it gives away with earlier releases. `preparation` is who answers for it.
    `together` is what it gives away with earlier releases, and `made_from` what a written release
    was made from. `crosswalk` has questions of standards and guidance where they were asked for.
    Conditions are about each of several `attackers`, and all other figures about one of them, who
    is `described`. `outputs` are published tables, and `hidden` is
    what follows in tables without their records. `linkage` says who of a file of people is found,
    and `repetition` what generated texts repeat.
    `seen` says what each of several roles of a database sees. Roles of columns are `guessed` where
    nobody named any, and this is None otherwise.
    """

    audience: Audience
    title: str
    measured_at: str
    versions: str
    relation: RelationFacts
    least: int
    passed: bool
    conditions: tuple[MeasuredLimit, ...]
    identifiers: tuple[str, ...]
    forgotten: tuple[str, ...]
    notes: tuple[str, ...]
    columns: tuple[ColumnFacts, ...] | None
    looked: bool
    sizes: tuple[SizeBand, ...]
    curve: tuple[CurvePoint, ...]
    learnt: tuple[Learnt, ...]
    combinations: tuple[RareCombination, ...]
    all_combinations: int
    contributions: tuple[ColumnContribution, ...]
    trends: tuple[Trend, ...]
    releases: ComparedReleases | None
    scores: tuple[ScoreFigure, ...]
    missing: Mapping[Part, str]
    statement: str
    statement_hash: str
    spec_name: str | None
    spec_hash: str | None
    failed: tuple[Part, ...] = ()
    spec: Mapping[str, Any] | None = None
    public_statement: str | None = None
    public_table: PublicTable | None = None
    slices: SlicedTable | None = field(default=None, metadata={SPARE: True})
    points: KnownPoints | None = field(default=None, metadata={SPARE: True})
    together: EarlierReleases | None = field(default=None, metadata={SPARE: True})
    preparation: Preparation | None = field(default=None, metadata={SPARE: True})
    attackers: tuple[AttackerFacts, ...] | None = field(default=None, metadata={SPARE: True})
    crosswalk: tuple[CrosswalkRow, ...] | None = field(default=None, metadata={SPARE: True})
    made_from: MadeFrom | None = field(default=None, metadata={SPARE: True})
    guessed: bool | None = field(default=None, metadata={SPARE: True})
    format: int = FORMAT
    naming: tuple[str, ...] | None = field(default=None, metadata={SPARE: True})
    outputs: OutputFacts | None = field(default=None, metadata={SPARE: True})
    epsilon: EpsilonFacts | None = field(default=None, metadata={SPARE: True})
    hidden: HiddenFacts | None = field(default=None, metadata={SPARE: True})
    linkage: LinkageFacts | None = field(default=None, metadata={SPARE: True})
    repetition: RepetitionFacts | None = field(default=None, metadata={SPARE: True})
    seen: SeenByRoles | None = field(default=None, metadata={SPARE: True})

    @property
    def names_people(self) -> bool:
        """Whether identifiers are in the relation, or columns that look like one or name people."""
        return bool(self.identifiers or self.forgotten or self.naming)

    @property
    def tables_alone(self) -> bool:
        """Whether it is about published tables alone, without the people behind them."""
        return self.hidden is not None and not self.known

    @property
    def point_rows(self) -> tuple[PointRows, ...]:
        """The tables whose rows are points, none where people have no points of several tables."""
        return () if self.points is None else self.points.rows or ()

    @property
    def judged_apart(self) -> bool:
        """Whether its conditions are on slices or known points, and not on its other figures."""
        return self.slices is not None or self.points is not None

    @property
    def known(self) -> tuple[str, ...]:
        """The columns that an attacker knows, in the order of the scores, or else of limits."""
        return max((one.known for one in (self.scores or self.conditions)), key=len, default=())

    @property
    def described(self) -> str | None:
        """The attacker whom figures describe, None where there is only one."""
        return next((one.name for one in self.attackers or () if set(one.known) == set(self.known)), None)

    @property
    def own_conditions(self) -> tuple[MeasuredLimit, ...]:
        """The conditions on the attacker whom figures describe."""
        return tuple(one for one in self.conditions if one.attacker == self.described)

    @property
    def people(self) -> Figure:
        """The people in the relation: its individuals, or its records without them."""
        return self.relation.records if self.relation.individuals is None else self.relation.individuals

    @property
    def everybody(self) -> Figure:
        """The people of all groups together, each once."""
        return self.people if self.relation.grouped is None else self.relation.grouped

    @property
    def crowd(self) -> int:
        """The number of these people, or about that; 0 where it is not known."""
        return round(self.everybody.value or 0)


ALWAYS = frozenset({"form", "reason"})
"""The fields of figures that are written even where they are None."""

FIGURE_DIGITS, DECIMALS = 10, 12
"""The significant digits, and decimals, of numbers: sums in parallel differ in their last ones."""


def certificate_text(certificate: Certificate) -> str:
    """Return a certificate as the text of its JSON file."""
    return json.dumps(document(certificate), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def certificate_hash(certificate: Certificate) -> str:
    """Return the SHA-256 of a certificate's JSON file."""
    return sha256(certificate_text(certificate).encode()).hexdigest()


def document(value: Any) -> Any:
    """Return a certificate, or a part of it, as JSON values with the names of its fields."""
    if value is None or isinstance(value, str | int):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = {field: getattr(value, field.name) for field in dataclasses.fields(value)}
        return {
            field.name: document(part)
            for field, part in parts.items()
            if part is not None or not field.metadata.get(SPARE)
        }
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        spare = getattr(value, "_field_defaults", {})
        return {
            name: document(part)
            for name, part in zip(value._fields, value, strict=True)
            if part is not None or name not in spare or name in ALWAYS
        }
    if isinstance(value, Mapping):
        return {name: document(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [document(part) for part in value]
    return round(float(f"{value:.{FIGURE_DIGITS}g}"), DECIMALS) if isinstance(value, float) else value
