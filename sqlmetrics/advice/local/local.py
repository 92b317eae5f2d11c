"""Local suppression: the cells to star so that every class has k records, and a bound of them.

Beside a recoding, cells are starred instead of whole records, or instead of recoding."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from math import ceil
from typing import Any

from sqlmetrics.advice.counts.conditions import ClassCondition
from sqlmetrics.advice.counts.settled import keeps, scored
from sqlmetrics.advice.generalizations import MARK
from sqlmetrics.advice.local.stars import KeyFacts, Starred, StarRules, Stars, StarSearch
from sqlmetrics.advice.view import Recoding
from sqlmetrics.engine.duckdb import count_table
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.kept import Store, keep_rows, open_store
from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.engine.rows import fetch_row
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.extent import check_mapped
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import IDENTITY, Plan, Target
from sqlmetrics.statement.planning import build_plan, check_columns
from sqlmetrics.statement.relation import short_relation
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept, with_spelling

MOST_KEYS = 16
"""The most quasi-identifiers of several values, whose patterns of stars are all tried."""


@dataclass(frozen=True)
class LocalSuppression:
    """The cells to star so that every class has at least k records.

    Attributes
    ----------
    stars
        `own`: a star is a value of its own, as in `score`. `match`: it matches every value, so that
        every record matches at least k, itself included; `score` does not see that.
    records, violating
        The records that take part, and the records in classes of fewer than k.
    starred, columns
        The starred cells, all and of each quasi-identifier. A column of one value is starred in the
        records that are starred whole, and not at all where its value is the mark.
    bound
        No choice of cells stars fewer. With `own` each record of a class of fewer than k needs a
        number of stars: the fewest with which k records agree in its other cells. The bound is the
        sum of these numbers. With `match` it is the most that one record needs, which is far less.
    touched, suppressed
        The records with a star, and the records that no round has helped: these are starred whole,
        and left out of the scores as suppressed.
    k_anonymity
        The score of the view; with `match` the least number of matching records. None where no
        record is left, or where there are too many classes to compare.
    scores
        All scores of the view that were asked for; none with `match`.
    rules
        The rules of the view: the stars of each round, and the mark of each quasi-identifier.
    view
        The query of the released records, which counts and stars by itself.
    """

    relation_name: str
    k: int
    stars: Stars
    records: int
    violating: int
    starred: int
    bound: int
    touched: int
    suppressed: int
    columns: dict[str, int]
    k_anonymity: float | None
    scores: tuple[Score, ...]
    rules: StarRules
    view: str


def local_plan(spec: Spec) -> Plan:
    """Return the plan of the keys alone. Raises SpecError where individuals are named."""
    if spec.individual is not None:
        raise SpecError(
            "`individual`: local suppression counts records, and the people of several classes may be the same;"
            " leave it out, or make a view with one record of each"
        )
    identity = spec.model_copy(update={"metrics": ["k_anonymity"], "sensitive": [], "level": "table"})
    return replace(build_plan(identity), targets=(Target(IDENTITY),))


def local_suppression_of(
    source: Source,
    plan: Plan,
    k: int,
    store: Store,
    *,
    stars: Stars,
    measured: Plan | None = None,
    omitted: Collection[str] = (),
) -> LocalSuppression:
    """Return the cells of an open relation to star, by a plan of `local_plan`.

    The `store` counts stars, and the view is scored by the plan `measured`, by default for k alone.
    Columns that are `omitted` are not in the view.
    Raises SpecError for what cannot be starred as the spec says, QueryError where the engine fails.
    """
    if k < 1:
        raise SpecError(f"k is the least number of records of a class, at least 1 (found: {k})")
    engine, name, from_sql = source
    described = describe(engine, from_sql, name)
    check_columns(plan, described, name)
    facts, marks, found = _searched(source, plan, k, store, stars)
    rules = StarRules(
        columns=tuple(column for column, _ in described if column not in omitted),
        varied=facts.varied,
        stars=stars,
        rounds=found.rounds,
        needed=found.needed,
        k=k,
        marks=marks,
    )
    view = rules.query(plan, name, from_sql, engine.dialect)
    starred = _cells(plan, facts, marks, found)
    scores = rules.scores(source, measured or plan, view) if stars == "own" else ()
    least = next((score.value for score in scores if score.metric == "k_anonymity"), None)
    return LocalSuppression(
        relation_name=name,
        k=k,
        stars=stars,
        records=facts.records,
        violating=facts.violating,
        starred=sum(starred.values()),
        bound=found.bound if facts.records >= k else sum(starred.values()),
        touched=found.records,
        suppressed=found.whole,
        columns=starred,
        k_anonymity=least if stars == "own" else rules.least_matches(source, plan, view, facts.classes),
        scores=scores,
        rules=rules,
        view=view,
    )


def _constant(plan: Plan, facts: KeyFacts, marks: Mapping[str, str]) -> frozenset[int]:
    """Return the numbers of the keys of one value that is not their mark, from 1."""
    keys = enumerate(zip(plan.quasi_identifiers, facts.keys, strict=True), 1)
    return frozenset(
        number
        for number, (column, key) in keys
        if key.values <= 1 and not (key.marked and (not plan.hidden_marks or marks[column] == MARK))
    )


def _cells(plan: Plan, facts: KeyFacts, marks: Mapping[str, str], found: Starred) -> dict[str, int]:
    """Return the starred cells of each quasi-identifier.

    A column of one value is starred in the records that are starred whole, unless it is the mark.
    """
    cells = dict(zip(facts.varied, found.cells, strict=True)) | dict.fromkeys(
        _constant(plan, facts, marks), found.whole
    )
    return {column: cells.get(number, 0) for number, column in enumerate(plan.quasi_identifiers, 1)}


def _searched(
    source: Source, plan: Plan, k: int, store: Store, stars: Stars
) -> tuple[KeyFacts, dict[str, str], Starred]:
    """Return the facts of the keys, the marks of their stars, and the stars that are found."""
    entries = plan_entries(plan, source.from_sql)
    with ExitStack() as stack:
        counted = stack.enter_context(_classes(source, entries, store))
        facts, marks = _facts(source, plan, entries, k, store, counted, stars)
        if not facts.varied:
            open_records = facts.violating
            return facts, marks, Starred((), 0, open_records, open_records, (), 0)
        search = StarSearch(store, stack, entries, source.name, k, facts, bool(_constant(plan, facts, marks)))
        classes = search.table("numbered_classes", counted)
        return facts, marks, search.own(classes) if stars == "own" else search.matching(classes)


@contextmanager
def _classes(source: Source, entries: PlanEntries, store: Store) -> Iterator[str]:
    """Give the table of the counted classes of the keys, in the store."""
    kinds: dict[str, type] = {f"key_{key['number']}": str for key in entries["quasi_identifiers"]}
    kinds["n"] = int
    if render("lost_keys", entries):
        kinds["unmapped"] = int
    query = render("counted_classes", entries, dialect=source.engine.dialect)
    counted = keep_rows(store, source.engine, query, source.name, kinds, "count")
    with count_table(store.engine, counted.query(kinds), source.name) as table:
        yield table


def _facts(
    source: Source, plan: Plan, entries: PlanEntries, k: int, store: Store, counted: str, stars: Stars
) -> tuple[KeyFacts, dict[str, str]]:
    """Return the facts of the keys, and their marks: the plan's, or one that no key has.

    A star that matches everything has no mark of the plan, whose records take no part. Raises
    SpecError where a partition leaves values out, and for too many keys.
    """
    taken = set(plan.hidden_marks.values()) if stars == "match" else set()
    given = plan.hidden_marks if stars == "own" else {}
    mark = MARK
    while True:
        query = render("key_facts", entries, counted, k, mark)
        facts = fetch_row(store.engine, query, source.name, KeyFacts, "count")
        if given or not (mark in taken or any(key.marked and key.values > 1 for key in facts.keys)):
            break
        mark += MARK
    if facts.unmapped:
        check_mapped(source.engine, plan.partitions, source.from_sql, source.name)
    if len(facts.varied) > MOST_KEYS:
        raise SpecError(
            f"local suppression tries all patterns of stars of at most {MOST_KEYS} quasi-identifiers"
            f" (found: {len(facts.varied)} of several values); recode some, or name fewer"
        )
    return facts, given or dict.fromkeys(plan.quasi_identifiers, mark)


K = "k_anonymity"
"""The metric whose threshold says how many records a class has at least."""


@dataclass(frozen=True)
class LocalProposal:
    """Local suppression of a recoding: cells are starred where whole records would be.

    Attributes
    ----------
    levels
        The level of each quasi-identifier before cells are starred: the advised level, or 0 for the
        columns as they are.
    found
        The cells to star.
    failing
        The scores of the view that keep no threshold, as `metric of target`: stars are for k alone.
    statement
        The statement that creates the view.
    """

    levels: Mapping[str, int]
    found: LocalSuppression
    failing: tuple[str, ...]
    statement: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of local suppression."""
        found = asdict(self.found)
        del found["relation_name"], found["view"], found["rules"]
        scores = [
            {"metric": score.metric, "target": score.target, "partition": score.partition, "value": score.value}
            for score in self.found.scores
        ]
        more = {
            "scores": scores,
            "failing": list(self.failing),
            "marks": self.found.rules.marks,
            "rounds": self.found.rules.rounds,
        }
        return {"levels": dict(self.levels), **found, **more, "view": self.statement}


def least_records(spec: Spec, conditions: Sequence[ClassCondition]) -> int:
    """Return k of the threshold of k-anonymity.

    Raises SpecError where there is none, and for a spec whose cells cannot be starred.
    """
    local_plan(_of_keys(spec))
    limits = [condition.threshold.limit for condition in conditions if condition.metric.name == K]
    if not limits:
        raise SpecError("`local` stars cells until every class has k records: add `k_anonymity` to the `thresholds`")
    return ceil(max(limits))


def _of_keys(spec: Spec) -> Spec:
    return spec.model_copy(update={"partitions": {}, "suppressed": None})


def local_beside(source: Source, spec: Spec, recoding: Recoding, k: int, dialect: str | None = None) -> LocalProposal:
    """Return the cells of an open relation to star after a recoding that suppresses nothing.

    The statement is in the `dialect`, by default the source's.
    """
    columns = [name for name, _ in describe(source.engine, source.from_sql, source.name)]
    recoded = source._replace(from_sql=_recoded(recoding, columns, source.from_sql, source.engine.dialect))
    measured = build_plan(spec.model_copy(update=_scored_words(spec, recoding.conditions)))
    plan = local_plan(_of_keys(spec))
    with open_store(source.engine.limits, source.engine.progress) as store:
        found = local_suppression_of(recoded, plan, k, store, stars=spec.advise.stars, measured=measured)
    written, from_sql, _ = unopened(spec, dialect or source.engine.dialect.name, source.engine.files)
    others = () if written == source.engine.dialect else columns
    printed, keys = (
        with_spelling(one, written, exact=spec.exact_names, columns=others) for one in (recoding.plan, plan)
    )
    name = f"{short_relation(spec)}_starred"
    quoted = render("quoted", name if spec.exact_names else kept(name, written), dialect=written)
    relation = _recoded(replace(recoding, plan=printed), columns, from_sql, written)
    query = found.rules.query(keys, spec.name, relation, written)
    levels = {column.column: level for column, level in recoding.levels}
    return LocalProposal(levels, found, _failing(found, recoding.conditions), render("created_view", quoted, query))


def _failing(found: LocalSuppression, conditions: Sequence[ClassCondition]) -> tuple[str, ...]:
    """Return the thresholds that the scores of the view do not keep."""
    return tuple(
        f"{condition.metric.name} of {_target(condition)}"
        for condition in conditions
        if scored(found.scores, condition) is not None and not keeps(condition, found.scores)
    )


def _target(condition: ClassCondition) -> str:
    """Return the target of a condition, with its partition where it has one."""
    subject = condition.subject
    return subject.target if subject.partition is None else f"{subject.target} as {subject.partition}"


def _recoded(recoding: Recoding, columns: Sequence[str], from_sql: str, dialect: Dialect) -> str:
    """Return a relation's FROM clause with its columns recoded, or as it is."""
    if not recoding.omitted and not any(level for _, level in recoding.levels):
        return from_sql
    return f"(\n{recoding.query(columns, from_sql, dialect)}\n)"


def _scored_words(spec: Spec, conditions: Sequence[ClassCondition]) -> dict[str, Any]:
    """Return the words of the spec that scores the view: the metrics of the thresholds.

    Metrics that need a population are left out: they score the relation as it is.
    """
    named = [condition.metric for condition in conditions if condition.metric.targets != "population"]
    partitions = {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive}
    metrics = list(dict.fromkeys(metric.name for metric in named))
    return {"metrics": metrics, "partitions": partitions, "level": "table", "population": None}
