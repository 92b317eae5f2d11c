"""The question what several releases of the same people give away together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from sqlmetrics.engine.comparison import Compared, Comparison, Sides, numbered, recoded
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import SpecError
from sqlmetrics.files.listing import files_of
from sqlmetrics.scoring.extent import check_mapped
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.sentences import Sentence
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.place import Place
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan, Target
from sqlmetrics.statement.planning import build_plan, key_recodings, resolved_partitions
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import with_spelling
from sqlmetrics.statement.statement import heading, joined_statements
from sqlmetrics.statement.types import kind
from sqlmetrics.text import free_name, joined

MOST_RELEASES = 48
"""The most releases, whose sets are whole numbers that a double holds."""

DRAWN = 10_000
"""The people whose values are guessed, where more are followed."""


class SeriesEntry(TypedDict):
    """What the macros of `together` take besides the entries of a plan."""

    releases: int
    drawn: int | None
    names: Sequence[str]
    metrics: Mapping[str, Mapping[str, str]]


class SeriesRow(NamedTuple):
    """A score record of a series, and how many people are not followed, and why.

    `single_people` are in one release alone, `changed_people` have another value in a later
    release, and `repeated_people` have several records in one. `nameless_records` are nobody's.
    """

    score: Score
    release: str
    attack: str
    low: float | None
    high: float | None
    single_people: int | None
    changed_people: int | None
    repeated_people: int | None
    nameless_records: int

    @property
    def whole(self) -> Score:
        """The score record with its release, its attack and the ends of its interval."""
        return self.score._replace(release=self.release, attack=self.attack, low=self.low, high=self.high)


class ReleaseSeries(NamedTuple):
    """Releases in their order, open or only named, and one after the other as the text `union`."""

    engine: Engine
    plan: Plan
    relations: Sequence[Compared]
    union: str


@dataclass(frozen=True)
class TogetherQuestion:
    """The question what releases of the same people, in their order, give away together.

    The releases are taken as they are: their classes are the combinations of the quasi-identifiers'
    values. The spec's `individual` is the link of the steward, who measures; the attacker needs to
    know in which class a person is. Partitions of sensitive attributes recode these. `names` maps a
    column to the name of it in releases that call it otherwise. Guesses are measured on the spec's
    `targets`, people who are drawn. Where a release is `to_come`, it is the original of the sides,
    and the last one, recoded by the spec's partitions, or as a `view` makes it of open relations.

    Sources: Ganta, Kasiviswanathan and Smith 2008; Xiao and Tao 2007; Byun and others 2006.
    """

    sides: Sides
    spec: Spec
    names: Mapping[str, str] | None = None
    to_come: bool = False
    view: Callable[[Comparison], Compared] | None = None

    def answer(self, progress: Progress | None = None) -> ReleaseScores:
        """Return the scores of the first 1, 2, .. releases.

        Raises SpecError for what cannot be measured as the spec says, QueryError where the engine
        fails.
        """
        with self.opened(progress) as series:
            engine, name, rows = series.engine, series.relations[0].name, list[SeriesRow]()
            check_mapped(engine, series.plan.partitions, series.union, name)
            engine.progress.expect(len(series.plan.targets) - 1)
            for target in series.plan.targets:
                rows += fetch_rows(engine, self._query(series, target), name, SeriesRow)
            scores = [row.whole for row in rows]
            notes = [*_twice(series.relations), *_left_out(series.plan, rows)]
            released = [one.name for one in series.relations]
            return ReleaseScores.of(engine, series.relations[0], released, scores, notes)

    def printed(self, dialect: str | None = None) -> str:
        """Return the statements that are run for the answer, one per target; nothing is opened.

        The releases' columns have the same types then.
        """
        series = self.unopened(dialect)
        names, keys = [one.name for one in series.relations], joined(list(series.plan.quasi_identifiers))
        texts = []
        for target in series.plan.targets:
            about = heading(
                f"what {len(names)} releases give away together: {', '.join(names)}",
                f"what the classes of a person by {keys} leave of {target.label};"
                f" a person is one {series.plan.individual}",
                "a row per metric and number of releases, in their order; the attack single_release is, of each"
                " person, by the one of them that tells most",
                "direction says which way value is riskier, reason why it is NULL; the last columns: who is left out",
            )
            texts.append(about + self._query(series, target) + "\n")
        return joined_statements(texts)

    @contextmanager
    def opened(self, progress: Progress | None = None) -> Iterator[ReleaseSeries]:
        """Open the releases. Raises SpecError where one lacks a column."""
        plan = self._plan()
        dates = [*self._recodings().items()]
        beside = [self.spec.population]
        with self.sides.opened(progress, beside=beside, columns=self._columns(plan), dates=dates) as comparison:
            series = self._series(plan, comparison)
            _check(series.relations, plan, self.names or {})
            yield series

    def unopened(self, dialect: str | None = None) -> ReleaseSeries:
        """Return the releases for statements that are printed, by default in the URL's dialect."""
        written = dialect_to_write(dialect, self.spec.url)
        plan = self._plan()
        plan = with_spelling(plan, written, exact=self.spec.exact_names, columns=self._columns(plan))
        return self._series(plan, self.sides.unopened(written, self._columns(plan), exact=self.spec.exact_names))

    def _series(self, plan: Plan, comparison: Comparison) -> ReleaseSeries:
        """Return the releases of a comparison, one after the other."""
        relations = self._ordered(comparison, comparison.engine.dialect)
        return ReleaseSeries(
            comparison.engine, plan, relations, self._union(plan, relations, comparison.engine.dialect)
        )

    def _plan(self) -> Plan:
        """Return the plan of the releases one after the other, whose slices are the releases."""
        spec = self.spec
        if not self.to_come:
            check_goes_with("together", spec.model_copy(update={"targets": None}))  # people are drawn here, too
        if not spec.sensitive:
            raise SpecError("releases give away a sensitive attribute together; name one (`sensitive`)")
        words: dict[str, Any] = {
            "by": {_bit(spec): ["public"]},
            "partitions": {column: own for column, own in spec.partitions.items() if column in spec.sensitive},
            "metrics": [],
            "targets": None,
            "previous": [],
            "nulls": "category",
            "population": None,
            "orders": {},
            "hierarchies": {},
        }
        plan = build_plan(spec.model_copy(update=words))
        return replace(plan, targets=tuple(target for target in plan.targets if target.column is not None), metrics=())

    def _recodings(self) -> dict[str, Partition]:
        """Return the partition of each quasi-identifier of a release to come."""
        recodes = self.to_come and self.view is None
        return key_recodings(self.spec, resolved_partitions(self.spec)) if recodes else {}

    def _ordered(self, comparison: Comparison, dialect: Dialect) -> list[Compared]:
        """Return the releases in their order, with names that differ."""
        first, others = comparison.original, comparison.releases
        first = first if self.view is None else self.view(comparison)
        made = replace(recoded(first, self._recodings(), dialect), given=first.given)
        relations = [*others, made] if self.to_come else [first, *others]
        names = numbered([one.name for one in relations])
        return [replace(one, name=name) for one, name in zip(relations, names, strict=True)]

    def _columns(self, plan: Plan) -> tuple[str, ...]:
        """Return every column that is named, under all its names."""
        own = [column for column in plan.columns if column not in plan.slices]
        return tuple(dict.fromkeys((*own, *((self.names or {}).get(column, column) for column in own))))

    def _union(self, plan: Plan, relations: Sequence[Compared], dialect: Dialect) -> str:
        """Return the releases, one after the other, as the text of a FROM clause."""
        columns = [column for column in plan.columns if column not in plan.slices]
        there = [[_there(one, column, self.names or {}) for column in columns] for one in relations]
        kinds = [
            {kind(one.types.get(own[place], "")) for one, own in zip(relations, there, strict=True)} - {None}
            for place in range(len(columns))
        ]
        releases = [
            {
                "relation": one.from_sql,
                "columns": [
                    {"name": plan.spelt(name), "text": len(found) > 1} for name, found in zip(own, kinds, strict=True)
                ],
            }
            for one, own in zip(relations, there, strict=True)
        ]
        bit = plan.spelt(plan.slices[0])
        return render("together_relation", bit, [plan.spelt(column) for column in columns], releases, dialect=dialect)

    def _query(self, series: ReleaseSeries, target: Target) -> str:
        """Return the statement of a target."""
        metrics = {
            metric.name: {"unit": metric.unit, "direction": metric.direction, "undefined": str(metric.undefined)}
            for metric in metrics_of("together")
        }
        names = [one.name for one in series.relations]
        entry = SeriesEntry(releases=len(names), drawn=_drawn(self.spec), names=names, metrics=metrics)
        entries = plan_entries(replace(series.plan, targets=(target,)), series.union)
        return render("together", entries, entry, dialect=series.engine.dialect)


def check_linked(record_id: str | None, external: Any, everything: bool) -> None:
    """Raise SpecError for what belongs to releases beside their original."""
    if everything:
        raise SpecError("replication and attribution need the original, which is not read here; leave them out")
    if record_id is not None:
        raise SpecError("a record id links releases to an original; people are followed by `individual`")
    if external is not None:
        raise SpecError("an external relation is for the grey box, an attack on one release; leave it out")


def _drawn(spec: Spec) -> int | None:
    """Return the number of people whose values are guessed; None for all of them."""
    if spec.targets == "all":
        return None
    return DRAWN if spec.targets is None else int(spec.targets)


def series_of(releases: Mapping[str, Any] | Sequence[Any], place: Place | None = None) -> Sides:
    """Return releases as the sides of a comparison, the first in the place of the original.

    Raises SpecError for one release alone, and for more than can be compared at once.
    """
    place = place or Place()
    listed = list(releases.values()) if isinstance(releases, Mapping) else [*each_release(releases, place)]
    if len(listed) < 2:
        raise SpecError("one release gives nothing away together; name two or more, in the order of their publication")
    if len(listed) > MOST_RELEASES:
        raise SpecError(f"{len(listed)} releases are too many to compare at once; name {MOST_RELEASES} at most")
    return Sides(listed[0], listed[1:], place)


def each_release(relations: Iterable[Any], place: Place | None = None, word: str = "") -> Iterator[Any]:
    """Yield releases; a pattern stands for its files, in the order of their names.

    Raises SpecError for a pattern without a file, where a `word` says that it has to have one.
    """
    for relation in relations:
        pattern = isinstance(relation, str) and any(mark in relation for mark in "*?[") and not Path(relation).exists()
        if not pattern or (place and place.holds_tables) or "://" in relation:
            yield relation
            continue
        files = files_of(relation)
        if word and not files:
            raise SpecError(f"no file matches the pattern {relation} of `{word}`; name the releases, or leave it out")
        yield from map(str, files) if files else [relation]


def _bit(spec: Spec) -> str:
    """Return a name for the column that tells releases apart, which no column of them has."""
    taken = {column.lower() for column in (*spec.quasi_identifiers, *spec.sensitive, str(spec.individual))}
    return free_name("release_bit", taken)


def _there(one: Compared, column: str, names: Mapping[str, str]) -> str:
    """Return what a release calls a column: its name, or the other one where it has only that."""
    other = names.get(column, column)
    return other if column not in one.types and other in one.types else column


def _check(relations: Sequence[Compared], plan: Plan, names: Mapping[str, str]) -> None:
    """Raise SpecError where a release lacks a column, or where the people of two do not compare."""
    for one in relations:
        if plan.individual is not None and _there(one, plan.individual, names) not in one.types:
            raise SpecError(
                f"{one.name} has no column '{plan.individual}', by which you follow people from release to release;"
                " add it to a copy of the release that stays with you"
            )
        one.check(*(_there(one, column, names) for column in (*plan.quasi_identifiers, *plan.attributes)))


def _twice(relations: Sequence[Compared]) -> Iterator[str]:
    """Yield a note on each release that is named more than once."""
    seen: list[Any] = []
    for one in relations:
        if any(one.given is earlier or (isinstance(earlier, str | Path) and one.given == earlier) for earlier in seen):
            yield f"{one.name} is the same as an earlier release, and shows nothing that this one did not"
        seen.append(one.given)


def _left_out(plan: Plan, rows: Sequence[SeriesRow]) -> Iterator[str]:
    """Yield the notes on who is followed, and who is not."""
    if plan.individual is None:
        yield (
            "nothing tells who is in several releases, so only newcomers are counted; name the column that tells people"
            " apart (`individual`)"
        )
        return
    for target, one in {row.score.target: row for row in rows}.items():
        reasons = {SINGLE: one.single_people, CHANGED: one.changed_people, REPEATED: one.repeated_people}
        for sentence, number in reasons.items():
            if number:
                yield sentence.phrase({"number": number}, people=number, target=target)
    if rows and (nameless := rows[0].nameless_records):
        yield NAMELESS.phrase({"number": nameless}, records=nameless, individual=plan.individual)
    drawn = next((row.score for row in rows if row.score.metric == "guessed" and row.low is not None), None)
    if drawn is not None:
        yield f"guesses are measured on {drawn.records:,} people, drawn among the people who are followed"


def _not_followed(why: str, counted: str) -> Sentence:
    """Return the sentence on people who are not followed, and why."""
    return Sentence(
        f"{{people}} people {why}: they are not followed, and their records count in the classes",
        lambda series, of: series.count(counted) == of["number"],
    )


SINGLE = _not_followed("are in one release only", "single")
CHANGED = _not_followed("have another '{target}' in a later release", "changed")
REPEATED = _not_followed("have several records in a release", "repeated")
NAMELESS = Sentence(
    "{records} records are without '{individual}', and count in the classes only",
    lambda series, of: series.count("nameless") == of["number"],
)
