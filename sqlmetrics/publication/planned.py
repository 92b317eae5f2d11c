"""The release that a spec names, before it is written: its columns on their levels, and its spec.

It is one node of the lattice that advice searches. What is measured of its spec is measured of the
rows that would be written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmetrics.advice.counts.coded import coded, most_records
from sqlmetrics.advice.counts.conditions import ClassCondition, conditions_of
from sqlmetrics.advice.counts.settled import Sight, suppression
from sqlmetrics.advice.cuts.recoding import check_strategy, cut_recoding
from sqlmetrics.advice.generalizations import MARK, Generalization, generalizations, numbered_level, proposals
from sqlmetrics.advice.lost import LostValues, lost_values
from sqlmetrics.advice.series import is_joint
from sqlmetrics.advice.view import (
    KnownClasses,
    Recoding,
    floating_columns,
    printed_recoding,
    unexplained_identifiers,
)
from sqlmetrics.engine.engine import describe, fetch
from sqlmetrics.engine.naming_texts import naming_texts
from sqlmetrics.engine.printed_relations import printed_relation
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source, opened_records, population_source
from sqlmetrics.engine.written_dates import check_dates
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import Threshold, read_thresholds
from sqlmetrics.phrase import Phrase
from sqlmetrics.scoring.extent import check_mapped
from sqlmetrics.sentences import Facts, Sentence
from sqlmetrics.spec.advice import partition_words
from sqlmetrics.spec.attacker_words import known_columns
from sqlmetrics.spec.attackers import attackers_of
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.partition import DATES
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.place import NamingText, Released
from sqlmetrics.spec.release import AS_IT_IS, LEFT_OUT, ReleaseSpec
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.plan import WEIGHTED, Plan
from sqlmetrics.statement.planning import build_plan, check_columns
from sqlmetrics.text import percent_form, there_are

WHOLE = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL\(\d+,0\)")
"""A pattern of the types of DuckDB whose values are whole numbers."""

GONE = "left out of the release"
"""How a known column is recoded that the release does not have."""


def _is_dropped(release: Any, of: Facts) -> bool:
    return (release.count("dropped"), release.count("records")) == (of["number"], of["records"])


def _is_too_many(release: Any, of: Facts) -> bool:
    nothing = release.count("dropped") == 0 and release.count("records") == of["records"]
    return bool(nothing and of["needed"] <= release.count("below"))


BY_CUTS = Sentence("{classes} classes by median cuts", lambda release, of: release.count("classes") == of["number"])
WITH_STARS = Sentence("{dropped} of {records} records ({share}) have * in their known columns", _is_dropped)
ARE_DROPPED = Sentence("{dropped} of {records} records ({share}) are dropped", _is_dropped)
OVER_BUDGET = Sentence(
    "none of the {records} records is dropped: at least {needed} would have to be, and `drop` allows {budget}",
    lambda release, of: _is_too_many(release, of) and of["needed"] > of["budget"],
)
OVER_TURNS = Sentence(
    "none of the {records} records is dropped: at least {needed} would have to be, in more than the {turns} turns of a"
    " statement; choose coarser levels",
    _is_too_many,
)
NAMED_TEXTS = Sentence(
    "{records} records have a text in {column} that names them, by an identifier that is left out",
    lambda release, of: release.count(f"texts of {of['column']}") == of["number"],
)


@dataclass(frozen=True)
class PlannedRelease:
    """A release before it is written.

    Attributes
    ----------
    spec
        The spec of the rows that would be written, which `score`, `check` and `report` take. A
        known column that is left out is in it, with one value for everybody.
    source
        The spec that names the release.
    recoding, columns
        How the rows are made, and the columns that are written, in the order of the source.
    records, dropped, budget, needed
        The records of the source; the records that are dropped, or starred; the most that may be;
        and how many would have to be at least. That is None unless too many would have to be, or in
        too many turns.
    most_turns
        The most turns of several attackers that a statement of the source's engine has.
    unseen
        The attackers who know none of the columns that are left, and are not judged.
    lost
        The columns that have lost values altogether.
    unlisted
        The columns without a role, which are written as they are.
    naming
        The columns of texts that name people by identifiers of the source.
    """

    spec: Spec
    source: Spec
    recoding: Recoding
    columns: tuple[str, ...]
    records: int
    dropped: int
    budget: int
    needed: int | None
    most_turns: int
    unseen: tuple[str, ...]
    lost: tuple[LostValues, ...]
    unlisted: tuple[str, ...]
    naming: tuple[NamingText, ...]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The known columns that are left out."""
        return tuple(column.column for column, level in self.recoding.levels if level == column.root)

    @property
    def counting(self) -> tuple[str, ...]:
        """The columns by which people are counted, and which are left out."""
        return tuple(column for column in _counting(self.source) if column not in self.columns)

    @property
    def told(self) -> tuple[str, ...]:
        """What is to be known of it: the records that go, and the values that go with them."""
        lines = list[str]()
        if self.recoding.cuts is not None:
            classes = len(self.recoding.cuts.classes)
            lines.append(BY_CUTS.phrase({"number": classes}, classes=classes))
        if self.dropped:
            share = self.dropped / self.records
            lines.append(
                (WITH_STARS if self.recoding.starred else ARE_DROPPED).phrase(
                    {"number": self.dropped, "records": self.records},
                    dropped=self.dropped,
                    records=self.records,
                    share=(share, percent_form(share)),
                )
            )
        if self.needed is not None:
            lines.append(
                (OVER_BUDGET if self.needed > self.budget else OVER_TURNS).phrase(
                    {"needed": self.needed, "budget": self.budget, "records": self.records},
                    records=self.records,
                    needed=self.needed,
                    **({"budget": self.budget} if self.needed > self.budget else {"turns": self.most_turns}),
                )
            )
        if _hides_people(self.source):
            lines.append(
                Phrase(
                    "{column} tells people apart, and is left out; `individual: true` of the `release` writes it",
                    column=self.source.individual or "",
                )
            )
        lines += [
            Phrase("{attacker} knows none of the columns that are left, and is not judged", attacker=name)
            for name in self.unseen
        ]
        lines += [
            NAMED_TEXTS.phrase({"column": one.column, "number": one.records}, records=one.records, column=one.column)
            for one in self.naming
        ]
        return (*lines, *(one.told for one in self.lost))

    def written(self, from_sql: str, dialect: Dialect) -> str:
        """Return the query of the rows that are written, from the text of a FROM clause."""
        return self.recoding.query(self.columns, from_sql, dialect)


MOST_TURNS, FEW_TURNS = 40, 4
"""The most turns in which several attackers' classes are dropped, one after another in a query.

Few are the most where an engine computes a turn anew for each of its uses in the next.
"""

STARRED = "release: `starred` is for one attacker, and the spec has several: leave it out, and the records are dropped"
"""The refusal of a release of several attackers with stars."""


def planned_release(spec: Spec, progress: Progress | None = None) -> PlannedRelease:
    """Return the release of a spec.

    The relation is described, and counted once where records may be dropped. Raises SpecError for a
    level that a column does not have, and for values that no domain covers; QueryError where the
    engine fails.
    """
    check_goes_with("release", spec)
    if spec.attackers and spec.release.starred:
        raise SpecError(STARRED)
    by_cuts = spec.release.strategy != "full_domain"
    if by_cuts:
        _check_cuts(spec)
    plan, deciding = _deciding(spec) if spec.release.drop or by_cuts else (plan_of_release(spec, []), {})
    conditions = deciding.get(None, ())
    with opened_records(spec, progress or Progress(), beside=[spec.population]) as source:
        described = describe(source.engine, source.from_sql, source.name)
        check_columns(plan, described, source.name)
        there = [column for column, _ in described]
        out = _left_out(spec)
        cut = None
        if by_cuts:
            cut, _ = cut_recoding(source, spec, plan, conditions, spec.release.strategy, described, frozenset(out))
        pairs = tuple(_for_readers(_levels(spec, source), described)) if cut is None else cut.levels
        partitions = [part for column, level in pairs if (part := column.partition(level)) is not None]
        check_dates(source.engine, [(part.column, part) for part in partitions], source.from_sql, source.name)
        check_mapped(source.engine, partitions, source.from_sql, source.name)
        unseen = _unseen(spec, pairs)
        attackers = tuple(
            KnownClasses(frozenset(one.quasi_identifiers), deciding[name])
            for name, one in spec.attackers.items()
            if name not in unseen and deciding.get(name)
        )
        drops = bool(conditions or attackers) and cut is None
        recoding = cut or Recoding(
            plan,
            pairs,
            MARK,
            conditions,
            omitted=frozenset(out),
            starred=spec.release.starred,
            population=_population(spec, source.engine.dialect) if drops and plan.populated else None,
            floating=floating_columns(described),
            taken=attackers,
        )
        records = int(fetch(source.engine, f"select count(*) from {source.from_sql} source", source.name)[0][0])  # noqa: S608 - ours
        budget = most_records(spec.release.drop, records)
        once = source.engine.dialect.keeps_counts or replace(recoding, rounds=1).sized
        most = MOST_TURNS if once else FEW_TURNS
        recoding, dropped, needed = (
            _with_drops(spec, source, recoding, there, budget, most) if drops else (recoding, 0, None)
        )
        unmarked = [column.column for column, level in pairs if level == column.root]
        columns = tuple(column for column in there if column not in {*out, *unmarked})
        if not columns:
            raise SpecError("release: every column is left out; let one stay")
        named = [column for column in columns if column in {*spec.quasi_identifiers, *spec.sensitive}]
        people = population_source(source, spec) if dropped and plan.populated else None
        lost = tuple(lost_values(source, people, recoding, named)) if dropped else ()
        unlisted = tuple(column for column in columns if column not in {*spec.columns, *out})
        as_they_are = {*columns} - {column.column for column, level in pairs if level} - {*_counting(spec)}
        naming = naming_texts(source, [name for name in spec.identifiers if name not in columns], as_they_are)
    released = _released_spec(spec, recoding, there, unseen, suppressed=dropped > 0)
    return PlannedRelease(
        spec=released.model_copy(update={"relation": released.relation._replace(naming=naming)}),
        source=spec,
        recoding=recoding,
        columns=columns,
        records=records,
        dropped=dropped,
        budget=budget,
        needed=needed,
        most_turns=most,
        unseen=unseen,
        lost=lost,
        unlisted=unlisted,
        naming=naming,
    )


def _unseen(spec: Spec, pairs: Sequence[tuple[Generalization, int]]) -> tuple[str, ...]:
    """Return the attackers all of whose columns are left out, none where every known column is."""
    left = _kept_columns(pairs)
    return tuple(name for name, one in spec.attackers.items() if left and left.isdisjoint(one.quasi_identifiers))


def _kept_columns(pairs: Sequence[tuple[Generalization, int]]) -> frozenset[str]:
    """Return the columns that are released at some level, and not left out."""
    return frozenset(column.column for column, level in pairs if level < column.root)


def _with_drops(
    spec: Spec, source: Source, recoding: Recoding, there: Sequence[str], budget: int, most: int
) -> tuple[Recoding, int, int | None]:
    """Return a recoding with the turns that drop classes, and the records that are dropped.

    Where they were more than a budget, or turns more than `most`, none is, and how many it would
    take is the last number. Raises SpecError where all records would be dropped.
    """
    gone, turns, mark = _suppressed(spec, source, recoding, there, budget)
    attackers = recoding.taken
    taken = attackers and attackers + tuple(attackers[place] for later in turns[1:] for place in later)
    dropped, needed = (gone, None) if gone <= budget and len(taken) <= most else (0, gone)
    if dropped and not _kept_columns(recoding.levels):
        raise SpecError(
            "release: every known column is left out, and the table as a whole still fails a limit, so that"
            " all of its records would be dropped; leave out a sensitive column, or take that limit back"
        )
    rounds = 1 if attackers else len(turns)
    return replace(recoding, mark=mark, rounds=rounds if dropped else 0, taken=taken), dropped, needed


def _check_cuts(spec: Spec) -> None:
    """Raise SpecError for a release by median cuts whose other words do not go with them."""
    check_strategy(spec, spec.release.strategy, "release")
    coarsened = [column for column in spec.quasi_identifiers if column in spec.release.levels]
    words = [f"a level of '{coarsened[0]}'"] if coarsened else []
    words += [f"`{word}`" for word in ("drop", "starred") if getattr(spec.release, word)]
    if words:
        raise SpecError(
            f"release: `strategy: {spec.release.strategy}` recodes all quasi-identifiers, and drops no record: leave"
            f" {words[0]} out, or take full_domain"
        )


def _deciding(spec: Spec) -> tuple[Plan, dict[str | None, tuple[ClassCondition, ...]]]:
    """Return the plan of a spec, and the conditions on classes by the name of the attacker.

    The name of a single attacker is None.
    """
    parts: dict[str | None, Spec] = dict(attackers_of(spec).items()) or {None: spec}
    own = {name: tuple(one for one in read_thresholds(part) if decides(one)) for name, part in parts.items()}
    plan = plan_of_release(spec, [one.metric for limits in own.values() for one in limits])
    found = {name: conditions_of(limits, plan) for name, limits in own.items() if limits}
    deciding = {name: tuple(one for one in conditions if one.of_classes) for name, conditions in found.items()}
    if spec.harmonise and len(spec.sensitive) > 1 and any(deciding.values()):
        raise SpecError("release: `drop` and `harmonise` do not go together: name the attributes as known columns")
    return plan, deciding


def decides(threshold: Threshold) -> bool:
    """Return whether a threshold may have classes dropped: it is on classes of the relation."""
    metric = catalogue().get(threshold.metric)
    return metric is not None and not is_joint(threshold) and metric.targets not in {"sampled", "events", *WEIGHTED}


def plan_of_release(spec: Spec, metrics: Sequence[str]) -> Plan:
    """Return the plan of a spec's keys as they are, with some metrics, by default k-anonymity."""
    words: dict[str, Any] = {
        "metrics": list(dict.fromkeys(metrics)) or ["k_anonymity"],
        "partitions": {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive},
        "level": "table",
        "by": {},
        "known": None,
        "targets": None,
        "resolution": [],
        "intervals": False,
        "estimate": None,
        "weight": None,
    }
    return build_plan(spec.model_copy(update=words)).measured


def _counting(spec: Spec) -> tuple[str, ...]:
    """Return the columns by which a spec counts people."""
    return tuple(column for column in (spec.individual, spec.weight, spec.household) if column is not None)


def _left_out(spec: Spec) -> list[str]:
    """Return the columns that are no quasi-identifiers and that a release does not have.

    Raises SpecError for a level of a column that is not coarsened.
    """
    others = [*spec.sensitive, *spec.ignored, *spec.identifiers, *_counting(spec)]
    for column, level in spec.release.levels.items():
        if column in spec.quasi_identifiers or level == AS_IT_IS:
            continue
        if column in spec.by:
            raise SpecError(f"release: slices are by '{column}', which stays as it is; leave its level out")
        if level != LEFT_OUT:
            known = there_are(column, spec.quasi_identifiers, "the quasi-identifiers")
            what = "is no quasi-identifier" if column in others else "has no role"
            raise SpecError(
                f"release: '{column}' {what}, and only quasi-identifiers are coarsened; {known};"
                f" the others are {AS_IT_IS} or {LEFT_OUT}"
            )
    return columns_left_out(spec)


def columns_left_out(spec: Spec) -> list[str]:
    """Return the columns that are no quasi-identifiers and that no release of a spec has."""
    levels = spec.release.levels.items()
    out = [column for column, level in levels if level == LEFT_OUT and column not in spec.quasi_identifiers]
    people = [str(spec.individual)] if _hides_people(spec) else []
    return list(dict.fromkeys([*unexplained_identifiers(spec), *out, *people]))


def _hides_people(spec: Spec) -> bool:
    """Return whether the column that tells people apart is left out, as nobody has asked for it."""
    asked = spec.release.individual or spec.release.levels.get(spec.individual or "") == AS_IT_IS
    return spec.individual not in {None, *spec.quasi_identifiers, *spec.sensitive} and not asked


def _levels(spec: Spec, source: Source) -> Iterator[tuple[Generalization, int]]:
    """Give each quasi-identifier with its level in the release."""
    asked = [column for column, level in spec.release.levels.items() if _is_of_advice(level)]
    listed: Mapping[str, Generalization] = {}
    if asked:
        others = [column for column in spec.quasi_identifiers if column not in asked]
        kept = spec.model_copy(update={"advise": spec.advise.model_copy(update={"keep": others, "at_most": {}})})
        listed = {one.column: one for one in generalizations(spec, proposals(source, kept))}
    return levels_of_release(spec, listed)


def _for_readers(
    pairs: Iterable[tuple[Generalization, int]], described: Sequence[tuple[str, str]]
) -> Iterator[tuple[Generalization, int]]:
    """Give columns with their levels, whose domains have the names that a reader expects."""
    whole = {column for column, of_type in described if WHOLE.fullmatch(of_type)}
    for column, level in pairs:
        named = tuple(part.for_readers(whole=column.column in whole) for part in column.partitions)
        yield replace(column, partitions=named), level


def levels_of_release(spec: Spec, listed: Mapping[str, Generalization]) -> Iterator[tuple[Generalization, int]]:
    """Give each quasi-identifier with its level in a release.

    `listed` has the levels of `advise` of each column whose level is a number or a name of them.
    """
    for column in spec.quasi_identifiers:
        level = spec.release.levels.get(column)
        own = next((entry for entry in spec.partitions.get(column, []) if entry != "raw"), None)
        if level is None and own is None:
            level = AS_IT_IS
        if _is_of_advice(level):
            found = listed[column]
            yield found, numbered_level(found, level, "release: `levels`", spec.folder)
        elif isinstance(level, str) and level in {AS_IT_IS, LEFT_OUT}:
            yield Generalization(column, (), 1), int(level == LEFT_OUT)
        else:
            entry = own if level is None else _dated(spec, column, own, level) if isinstance(level, str) else level
            if isinstance(entry, PartitionSpec):
                partition = entry.resolve(column, spec.folder)
                yield Generalization(column, (partition,), 1, (partition_words(entry, spec.folder),), "release"), 1


def _dated(spec: Spec, column: str, own: PartitionSpec | None, part: str) -> PartitionSpec:
    """Return the partition by a part of dates, in the form that the spec says of the column."""
    said = own, spec.advise.generalizations.get(column)
    form = next((entry.form for entry in said if entry is not None and entry.form is not None), None)
    return PartitionSpec.model_validate({"date": part} | ({} if form is None else {"form": form}))


def _is_of_advice(level: Any) -> bool:
    """Return whether a level is a number or a name among the levels of `advise`."""
    if isinstance(level, str):
        return level not in {AS_IT_IS, LEFT_OUT, *DATES}
    return isinstance(level, int)


def _population(spec: Spec, dialect: Dialect) -> str:
    """Return the FROM clause of a population. Raises SpecError for a frame."""
    if not isinstance(spec.population, str):
        raise SpecError("release: `drop` by a limit on a `population` needs its file or table, not a frame")
    return printed_relation(spec.population, dialect, spec.place, exact=spec.exact_names)


def _suppressed(
    spec: Spec, source: Source, recoding: Recoding, there: Sequence[str], budget: int
) -> tuple[int, tuple[tuple[int, ...], ...], str]:
    """Return how many records are suppressed at the levels, in which turns, and their mark.

    The rows are counted on their levels, which are few where columns as they are have many values.
    """
    whole = replace(recoding, rounds=0, omitted=frozenset())
    rows = whole.query(there, source.from_sql, source.engine.dialect)
    people = None
    if recoding.plan.populated:
        people = population_source(source, spec)
        named = [*spec.quasi_identifiers, *([spec.individual] if spec.individual else [])]
        inhabitants = whole.people(named, people.from_sql, people.engine.dialect, texts=False)
        people = people._replace(from_sql=f"(\n{inhabitants}\n)")
    levels = [Generalization(column.column, (), 1) for column, _ in recoding.levels]
    node = tuple(int(level == column.root) for column, level in recoding.levels)
    sights = [
        Sight(tuple(own if column.column in known else 1 for column, own in zip(levels, node, strict=True)), conditions)
        for known, conditions in replace(recoding, rounds=1).turns
    ]
    most = MOST_TURNS if recoding.taken else None
    with (
        coded(source._replace(from_sql=f"(\n{rows}\n)"), recoding.plan, levels, people) as counts,
        suppression(counts, sights, budget, most) as gone,
    ):
        return gone.records, gone.turns, counts.mark(node)


def _released_spec(
    spec: Spec, recoding: Recoding, there: list[str], unseen: Sequence[str], *, suppressed: bool
) -> Spec:
    """Return the spec of the rows of a release, whose known columns are all there.

    The columns that only `unseen` attackers know are not.
    """
    counting, exact = {*_counting(spec)}, spec.exact_names
    attackers = {name: one for name, one in spec.attackers.items() if name not in unseen}
    known = known_columns(attackers.values()) or spec.quasi_identifiers
    unknown = frozenset(spec.quasi_identifiers).difference(known)
    shown = replace(recoding, omitted=(recoding.omitted - counting) | unknown)

    def spelt(dialect: Dialect, printed: bool) -> Recoding:
        return printed_recoding(shown, spec, dialect, there) if printed else shown

    def rows(from_sql: str, dialect: Dialect, printed: bool) -> str:
        return spelt(dialect, printed).query(there, from_sql, dialect)

    def people(from_sql: str, dialect: Dialect, printed: bool) -> str:
        own, texts = spelt(dialect, printed), shown.rounds > 0 and shown.starred
        return own.people([*known, *filter(None, [spec.individual])], from_sql, dialect, texts=texts)

    out = recoding.omitted - counting
    recoded = {
        column.column: GONE if level == column.root else column.in_words(level)
        for column, level in recoding.levels
        if level and column.column in known
    }
    words: dict[str, Any] = {
        "quasi_identifiers": known,
        "attackers": attackers,
        "relation": Released(spec.records, rows, spec.columns, exact),
        "query": None,
        "where": None,
        "sensitive": [column for column in spec.sensitive if column not in out],
        "identifiers": {column: why for column, why in spec.identifiers.items() if column not in out},
        "ignored": {column: why for column, why in spec.ignored.items() if column not in out},
        "partitions": {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive},
        "recoded": {column: told for column, told in spec.recoded.items() if column not in unknown} | recoded,
        "suppressed": recoding.mark if suppressed and recoding.starred else spec.suppressed,
        "release": ReleaseSpec(),
    }
    if spec.population is not None:
        words["population"] = Released(spec.population, people, spec.columns, exact)
    return spec.model_copy(update=words)
