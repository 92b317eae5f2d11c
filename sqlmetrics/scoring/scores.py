"""Score records, and the two results that hold them: of one relation, and of releases."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self, overload

from sqlmetrics.columns.roles import ColumnsByRole, columns_document
from sqlmetrics.engine.kept import Kept
from sqlmetrics.engine.progress import Step
from sqlmetrics.engine.reading.reading import Reading
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.scoring.known_points import EventsKnown
from sqlmetrics.scoring.linked_tables import LinkedTables
from sqlmetrics.scoring.result import Result
from sqlmetrics.scoring.view import Chance, View
from sqlmetrics.scoring.words import TextWords
from sqlmetrics.spec.metric_names import MetricName
from sqlmetrics.spec.partition import as_text
from sqlmetrics.statement.catalogue import Metric, every_metric, find, fits_form
from sqlmetrics.text import did_you_mean, split_line
from sqlmetrics.version import __version__

if TYPE_CHECKING:
    from sqlmetrics.engine.comparison import Compared
    from sqlmetrics.engine.engine import Engine
    from sqlmetrics.spec.spec import IntervalSpec


WEIGHT = "weight"
"""The parameter that tells scores of links apart: the least weight in bits."""


def parameter_of(parameters: str | None, name: str) -> str | None:
    """Return one of the parameters of a score, as text, or None."""
    pairs = (entry.partition("=") for entry in (parameters or "").split(", "))
    return next((text for word, _, text in pairs if word == name), None)


class Score(NamedTuple):
    """One score record, as the statements return it; lists are one line of CSV.

    Attributes
    ----------
    metric
        The name of the metric in the catalogue.
    target
        The sensitive column, `identity`, or what else was measured.
    quasi_identifiers
        What is known, empty where nothing is.
    partition
        The partition of the target, None for its values as they are.
    slice
        The slice that was scored: its values in the columns of slices, or its number by size. None
        for the whole table.
    level
        `table` or `class`.
    class_
        The values of the quasi-identifiers in the class, None for a table's score.
    records
        The records that the score rests on: the class's, all of the table's that took part, or what
        the metric's meaning says.
    value
        The score, None where it is undefined.
    reason
        Why there is no value.
    unit, direction
        The metric's unit and direction.
    parameters
        The parameters that the value depends on, as `name=value, ..`.
    release, attack
        The release and the attack that were scored, where there are any.
    low, high
        The bounds of the 95 % confidence interval of a value that was estimated.
    """

    metric: str
    target: str
    quasi_identifiers: str
    partition: str | None
    slice: str | None
    level: str
    class_: str | None
    records: int
    value: float | None
    reason: str | None
    unit: str
    direction: str
    parameters: str | None
    release: str | None = None
    attack: str | None = None
    low: float | None = None
    high: float | None = None

    @property
    def view(self) -> View:
        """The target, its partition, what is known, and the slice."""
        return View(self.target, self.partition, self.quasi_identifiers, self.slice)

    def parameter(self, name: str) -> str | None:
        """Return one of the parameters of the value, as text, or None."""
        return parameter_of(self.parameters, name)


RELEASE_COLUMNS = tuple(name.rstrip("_") for name in Score._fields)
"""The columns of the scores of releases in every output."""

COLUMNS = RELEASE_COLUMNS[: RELEASE_COLUMNS.index("release")]
"""The columns of the scores of one relation in every output."""

BOUNDS = ("low", "high")
"""The further columns of scores that have intervals."""


ATTACKER = "attacker"
"""The further column of scores of several attackers: the attacker's name."""


def table_score(
    metric: Metric,
    *,
    target: str,
    records: float,
    value: float | None,
    reason: str | None = None,
    quasi_identifiers: str = "",
    parameters: str | None = None,
    release: str | None = None,
    attack: str | None = None,
    low: float | None = None,
    high: float | None = None,
) -> Score:
    """Return a table's score of a metric, with its unit and direction.

    `quasi_identifiers` are a line of CSV. Where there is no value, `reason` says why, or else the
    metric's header.
    """
    return Score(
        metric=metric.name,
        target=target,
        quasi_identifiers=quasi_identifiers,
        partition=None,
        slice=None,
        level="table",
        class_=None,
        records=int(records),
        value=_float(value),
        reason=None if value is not None else reason or metric.undefined,
        unit=metric.unit,
        direction=metric.direction,
        parameters=parameters,
        release=release,
        attack=attack,
        low=low,
        high=high,
    )


def _float(value: Any) -> float | None:
    return None if value is None else float(value)


_WORDS: dict[str, Callable[[Score], object]] = {
    "target": lambda score: score.target,
    "partition": lambda score: score.partition,
    "slice": lambda score: score.slice,
    "known": lambda score: score.quasi_identifiers,
    "key": lambda score: None if score.class_ is None else split_line(score.class_),
    "release": lambda score: score.release,
    "attack": lambda score: score.attack,
}
"""The parts of a score that distinguish the scores of one metric, by the words of `value`."""


class ScoreList(Result[Score]):
    """The base of the results that are score records of the same columns, looked up and listed.

    `scores[0]` is a record, `scores["itpr", "disease"]` the value of a metric of a target. A score
    that is undefined is None; making a result raises QueryError for NaN and infinity.
    """

    scores: tuple[Score, ...]

    def __post_init__(self) -> None:
        for score in self.scores:
            if not all(number is None or math.isfinite(number) for number in (score.value, score.low, score.high)):
                of = f" of {score.release}" if score.release else ""
                raise QueryError(
                    f"{score.metric} of {score.target}{of} is not a finite number;"
                    " look for infinities and NaN in the columns"
                )

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """The columns of its score records in every output."""

    @property
    def cells(self) -> list[tuple[Any, ...]]:
        """The values of its score records in these columns."""
        return [self._cells(score) for score in self.scores]

    def _cells(self, score: Score) -> tuple[Any, ...]:
        """Return the values of a record in the result's columns."""
        return tuple(score[RELEASE_COLUMNS.index(column)] for column in self.columns)

    @property
    def rows(self) -> tuple[Score, ...]:
        """The score records."""
        return self.scores

    @overload
    def __getitem__(self, place: int) -> Score: ...
    @overload
    def __getitem__(self, place: MetricName | tuple[MetricName, str]) -> float | None: ...
    def __getitem__(self, place: int | MetricName | tuple[MetricName, str]) -> Score | float | None:
        if isinstance(place, int):
            return self.scores[place]
        metric, target = (place, None) if isinstance(place, str) else place
        return self.value(metric, target=target)

    def value(
        self,
        metric: MetricName,
        *,
        target: str | None = None,
        partition: str | None = None,
        slice: str | None = None,  # noqa: A002 - the column's name
        known: str | None = None,
        key: Sequence[object] | None = None,
        release: str | None = None,
        attack: str | None = None,
        **parameters: object,
    ) -> float | None:
        """Return the value of one score, None where it is undefined.

        Parameters
        ----------
        target, partition, slice, release, attack
            Each may be left out where the others leave one score.
        known
            The quasi-identifiers, as a line of CSV.
        key
            A class by its values, in the order of the quasi-identifiers.
        parameters
            Parameters that the value depends on, such as classifier="majority".

        Raises
        ------
        SpecError
            Where no score or more than one fits.
        """
        words: dict[str, Any] = {"target": target, "partition": partition, "slice": slice, "known": known}
        words |= {"key": key, "release": release, "attack": attack}
        wanted = {word: value for word, value in words.items() if value is not None}
        if key is not None:
            wanted["key"] = [None if value is None else as_text(value) for value in key]
        found = find(metric, every_metric())
        asked, metric = metric, metric if found is None else found.name
        scores = [
            score
            for score in self.scores
            if score.metric == metric
            and fits_form(asked, len(split_line(score.quasi_identifiers)), partitioned=score.partition is not None)
            and all(_WORDS[word](score) == value for word, value in wanted.items())
            and all(score.parameter(name) == str(value) for name, value in parameters.items())
        ]
        if len(scores) == 1:
            return scores[0].value
        text = ", ".join([asked, *(f"{word} {value}" for word, value in (wanted | parameters).items())])
        if not scores:
            slices = {score.slice: None for score in self.scores if score.metric == metric and score.slice is not None}
            if slice is not None and slices and slice not in slices:
                near = did_you_mean(slice, slices) or f"there are {len(slices):,} slices"
                raise SpecError(f"no score fits ({text}); {near}")
            there = sorted({f"{score.metric} of {score.target}" for score in self.scores})
            raise SpecError(f"no score fits ({text}); there are: {', '.join(there)}")
        apart = [word for word, part in _WORDS.items() if any(part(score) != part(scores[0]) for score in scores)]
        raise SpecError(f"{len(scores)} scores fit ({text}); name the {' or '.join(apart or ['parameters'])}")

    def listed(self, scores: Sequence[Score]) -> list[dict[str, Any]]:
        """Return records as dictionaries with the result's columns, their lists as lists."""
        return [
            dict(zip(self.columns, self._cells(score), strict=True))
            | {
                "quasi_identifiers": split_line(score.quasi_identifiers) if score.quasi_identifiers else [],
                "class": None if score.class_ is None else split_line(score.class_),
            }
            for score in scores
        ]


class Suppressed(NamedTuple):
    """The records in which every quasi-identifier is suppressed.

    They are `kept` as a class, or left out.
    """

    records: int
    kept: bool


@dataclass(frozen=True, repr=False)
class Scores(ScoreList):
    """The scores of one relation.

    They are a record per metric and target, and per class at level `class`, with its value, unit
    and direction: `.value(metric, target=..)`, `.to_pandas()`, `.to_dict()`. A value that is
    undefined is None, and `reason` says why. Targets are `identity` and the sensitive columns.
    `sqlmetrics.metrics()` lists the unit and range of each metric.

    Attributes
    ----------
    relation_name
        What messages call the relation; a query of the user's own is its own name.
    query, where
        The query in place of a relation, and the condition on records, where there are any.
    records
        The relation's records that meet the condition.
    individuals
        The distinct individuals, where a column names them.
    nameless
        The records without an individual, which count as one person.
    nulls
        The NULL policy: `category`, `drop` or `any`.
    left_out
        The records that the policy `drop` left out, by target.
    suppressed
        The records with every quasi-identifier suppressed.
    recodings
        The partition of each recoded quasi-identifier.
    dialect, version
        The dialect of the statement, and the version of sqlmetrics.
    scores
        The score records.
    profile
        The steps of the run with their seconds.
    kept
        The records of classes on disk, where they were not fetched; `scores` is empty then.
    key_types
        The types of the quasi-identifiers, as DuckDB names them, empty where they are unknown.
    columns_by_role
        The relation's columns, None where only counts of some of them are known.
    classes
        The numbers of classes, where a limit may leave some out.
    by
        The columns of slices. `named` says whether records name slices by their values there, or
        have their numbers by size.
    people
        The individuals of each slice, where a column tells them apart.
    chance
        What chance gives of each sensitive target in classes of these sizes, where its
        discrimination rate was scored.
    intervals
        How the intervals of the scores were found, where they were asked for.
    share
        The share of the classes that the scores were estimated from, where they were.
    events
        The points of a person that are known, where people have several records.
    series
        The scores of the first 1, 2, .. releases together, where there are earlier ones.
    attackers
        The scores of each attacker by name, where the spec has several; `scores` has all of them.
    roles
        The scores of each role of the database by name, where the spec has `roles`; `scores` has
        all of them, and what else is said here is about the first role.
    tables
        What each of several tables of the same people gives away alone, where the spec has several;
        `scores` has what all give away together.
    words
        The numbers of words, and of people without one, where the points are words of a text.
    reading
        How the relation was read, with the remarks on it, where it is one of files.
    """

    relation_name: str
    records: int
    individuals: int | None
    nulls: str
    left_out: dict[str, int]
    recodings: dict[str, str]
    dialect: str
    version: str
    scores: tuple[Score, ...]
    suppressed: Suppressed | None = None
    nameless: int = 0
    query: str | None = None
    where: str | None = None
    profile: tuple[Step, ...] = field(default=(), compare=False)
    key_types: Mapping[str, str] = field(default_factory=dict, compare=False)
    kept: Kept | None = field(default=None, compare=False)
    columns_by_role: ColumnsByRole | None = field(default=None, compare=False)
    classes: Mapping[View, int] = field(default_factory=dict, compare=False)
    chance: Mapping[View, Chance] = field(default_factory=dict, compare=False)
    intervals: IntervalSpec | None = None
    share: float | None = None
    events: EventsKnown | None = None
    by: tuple[str, ...] = ()
    named: bool = False
    people: Mapping[str, int] = field(default_factory=dict)
    series: ReleaseScores | None = None
    attackers: Mapping[str, Scores] = field(default_factory=dict)
    roles: Mapping[str, Scores] = field(default_factory=dict)
    tables: LinkedTables | None = None
    words: TextWords | None = None
    reading: Reading | None = field(default=None, compare=False)

    @cached_property
    def attacker_names(self) -> Mapping[str, str]:
        """The name of each attacker by what they know, as a line of CSV."""
        return {one.quasi_identifiers: name for name, own in self.attackers.items() for one in own.scores[:1]}

    @cached_property
    def people_by_slice(self) -> Mapping[str, int]:
        """The people of each slice, in the order of the scores; records if none are told apart."""
        records: dict[str, int] = {}
        for score in self.scores:
            if score.slice is not None:
                records[score.slice] = max(score.records, records.get(score.slice, 0))
        return {name: self.people.get(name, number) for name, number in records.items()}

    @property
    def bounded(self) -> bool:
        """Whether its score records have intervals."""
        drawn = self.events is not None and self.events.targets is not None
        return drawn or self.intervals is not None or self.share is not None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its score records in every output, with intervals where asked for."""
        of_each = (ATTACKER,) if self.attackers else ()
        return (COLUMNS + BOUNDS if self.bounded else COLUMNS) + of_each

    def _cells(self, score: Score) -> tuple[Any, ...]:
        """Return the values of a record in the result's columns, the last the attacker's name."""
        if not self.attackers:
            return super()._cells(score)
        own = (score[RELEASE_COLUMNS.index(column)] for column in self.columns[:-1])
        return (*own, self.attacker_names[score.quasi_identifiers])

    @property
    def worst(self) -> tuple[Score, ...]:
        """The riskiest score of each metric over the sensitive targets, where there are several.

        Only scores of the table count; slices have none together, as each has its own.
        """
        by_metric: dict[str, list[Score]] = {}
        for score in () if self.by else self.scores:
            if score.target != "identity" and score.level == "table":
                by_metric.setdefault(score.metric, []).append(score)
        several = len({score.view for scores in by_metric.values() for score in scores}) > 1
        worst = []
        for scores in by_metric.values() if several else ():
            sign = 1 if scores[0].direction == "higher is riskier" else -1
            defined = [(sign * score.value, score) for score in scores if score.value is not None]
            worst.append(max(defined, key=lambda entry: entry[0])[1] if defined else scores[0])
        return tuple(worst)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as its JSON: the relation's facts and, under `scores`, the records."""
        return {
            "relation": self.relation_name,
            **({} if self.query is None else {"query": self.query}),
            **({} if self.where is None else {"where": self.where}),
            **({"by": [*self.by], "slices_named": self.named} if self.by else {}),
            **({"people": dict(self.people)} if self.people else {}),
            "records": self.records,
            "individuals": self.individuals,
            "nulls": self.nulls,
            "left_out": self.left_out,
            **({} if self.suppressed is None else {"suppressed": self.suppressed._asdict()}),
            "recodings": self.recodings,
            **columns_document(self.columns_by_role),
            "dialect": self.dialect,
            "version": self.version,
            **({} if self.reading is None else {"reading": self.reading.to_dict()}),
            **({} if self.intervals is None else {"intervals": self.intervals.model_dump()}),
            **({} if self.share is None else {"share": self.share}),
            **({} if self.events is None else {"events": self.events._asdict()}),
            **({} if self.tables is None else {"tables": self.tables.to_dict(self.listed)}),
            **({} if self.words is None else {"words": self.words._asdict()}),
            **({} if self.series is None else {"together": self.series.to_dict()}),
            **({"attackers": self._known_by_attacker()} if self.attackers else {}),
            **({"roles": {role: {"records": own.records} for role, own in self.roles.items()}} if self.roles else {}),
            **({"worst": self.listed(self.worst)} if self.worst else {}),
            "scores": self.listed(self.scores),
        }

    def _known_by_attacker(self) -> dict[str, list[str | None]]:
        """Return what each attacker knows, by their names."""
        return {name: split_line(line) for line, name in self.attacker_names.items()}


@dataclass(frozen=True, repr=False)
class ReleaseScores(ScoreList):
    """The scores of releases beside their original: what they give away, or are still good for.

    Attributes
    ----------
    original, releases
        What messages call the relations.
    dialect, version
        The dialect of the statements, and the version of sqlmetrics.
    scores
        The score records.
    notes
        Sentences that a reader of the numbers must know, such as how release and original were
        linked, or why there were fewer attempts than requested.
    """

    original: str
    releases: tuple[str, ...]
    dialect: str
    version: str
    scores: tuple[Score, ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        engine: Engine,
        original: Compared,
        releases: Iterable[str],
        scores: Iterable[Score],
        notes: Iterable[str],
        **more: Any,
    ) -> Self:
        """Return the scores of releases that were measured in an engine beside their original.

        `releases` are their names in messages, `more` the further fields of a subclass.
        """
        return cls(
            original=original.name,
            releases=tuple(releases),
            dialect=engine.dialect.name,
            version=__version__,
            scores=tuple(scores),
            notes=tuple(notes),
            **more,
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its score records in every output."""
        return RELEASE_COLUMNS

    def beside(self, other: ReleaseScores) -> Self:
        """Return these scores, and behind them the scores of another question on the same releases.

        So `gda` beside `utility` is the whole GDA Score: what attacks learn, and what use is left.

        Raises SpecError where others were compared there.
        """
        if (other.original, other.releases) != (self.original, self.releases):
            theirs = f"{', '.join(other.releases)} beside {other.original}"
            raise SpecError(f"these are scores of {', '.join(self.releases)} beside {self.original}, not of {theirs}")
        notes = dict.fromkeys((*self.notes, *other.notes))
        return replace(self, scores=(*self.scores, *other.scores), notes=tuple(notes))

    def to_dict(self) -> dict[str, Any]:
        """Return the result as its JSON: what was compared and, under `scores`, the records."""
        return {
            "original": self.original,
            "releases": list(self.releases),
            "dialect": self.dialect,
            "version": self.version,
            "notes": list(self.notes),
            "scores": self.listed(self.scores),
        }
