"""A count table with its keys as prefix codes: a recoding is a mask of their bits.

A value's code is its way through the levels of its column, the coarsest first, so that the values
of a domain share the first bits: a class of a recoding is `code & mask`.

The counts are in DuckDB, with what the source's dialect makes of values. DuckDB counts in the
session of the source, and recodes the counted values. Any other engine counts and recodes in one
statement, whose rows are put into a DuckDB of our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypedDict

from sqlmetrics.advice.generalizations import MARK, Generalization
from sqlmetrics.advice.search.lattice import Node
from sqlmetrics.engine.engine import Engine, describe, own_engine
from sqlmetrics.engine.rows import fetch_number, fetch_row, fetch_rows
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations.entries import WordEntry, applied, base_entries
from sqlmetrics.risk.combinations.packed import PackedRun
from sqlmetrics.risk.combinations.packing import NULL, WORD
from sqlmetrics.risk.counts.written import gathered
from sqlmetrics.scoring.extent import check_domains, check_mapped
from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.entries import KeyEntry, PlanEntries, RecodingEntry, plan_entries, recoding_entry
from sqlmetrics.statement.plan import IDENTITY, Plan, Target
from sqlmetrics.statement.render import render
from sqlmetrics.text import counted


class LevelFacts(NamedTuple):
    """A row of `generalization_facts`: what a level of a column is worth."""

    level: int
    unplaced: int
    split: int
    largest_rank: int
    entropy_loss: float
    granularity: float
    null_records: int
    distinct_values: int
    marks: int


class NullEntry(TypedDict):
    """The bits of a column that tell a NULL; a record with one does not take part."""

    column: str
    word: int
    mask: int
    null: int


ALIKE = 1e-12
"""The share of the bits of a column that two sums of the same bits may differ by."""


class HiddenClasses(NamedTuple):
    """Classes that are left out: the table of their keys, and the bits of each word in these."""

    table: str
    masks: Sequence[int]


def most_records(share: float, records: int) -> int:
    """Return how many of the records a share of them is at most."""
    return int(share * records * (1 + 1e-12))


@dataclass(frozen=True)
class CodedColumn:
    """A column as codes: the table of its values' codes, and where they are in a word.

    `bits` are the bits that each level below the root adds to a code, the values' own first.
    """

    generalization: Generalization
    facts: tuple[LevelFacts, ...]
    ranks: str
    bits: tuple[int, ...]
    column: str
    word: int = 1
    shift: int = 0
    codes: str = ""

    @property
    def width(self) -> int:
        """The bits of a code."""
        return sum(self.bits)

    def mask(self, level: int) -> int:
        """Return the bits of the word that a level keeps."""
        low = self.shift + sum(self.bits[:level])
        return (1 << (self.shift + self.width)) - (1 << low)

    @property
    def units(self) -> list[int]:
        """The factors of each level's rank in a code of its own."""
        return [1 << sum(self.bits[:level]) for level in range(len(self.bits))]

    def tells(self, level: int) -> bool:
        """Return whether a level is the values, or leaves several of them, NULL among them."""
        least = self.facts[-1].entropy_loss * (1 - ALIKE)
        return level == 0 or self.has_nulls or self.facts[level].entropy_loss < least

    @property
    def worth(self) -> CodedColumn:
        """The column, whose levels of one value are worth what leaving it out is."""
        facts = [one if self.tells(one.level) else self.facts[-1]._replace(level=one.level) for one in self.facts]
        marked = (one._replace(marks=own.marks) for one, own in zip(facts, self.facts, strict=True))
        return replace(self, facts=tuple(marked))

    @property
    def has_nulls(self) -> bool:
        """Whether a record has no value."""
        return self.facts[0].null_records > 0

    def null_entry(self) -> NullEntry:
        """Return the bits that tell a NULL on any level but the root."""
        level = self.generalization.root - 1
        return NullEntry(
            column=f"key_{self.word}",
            word=self.word,
            mask=self.mask(level),
            null=NULL << (self.shift + sum(self.bits[:level])),
        )


@dataclass(frozen=True)
class Coded:
    """The coded counts of a relation: temporary tables, which are dropped after one search.

    `table` has a row per combination of coded keys and values, `keys` one per combination of keys,
    `people` one per person of the population. `plan` has the relation's columns as keys, and
    `words` is the same plan with the words as its keys. Counts that are narrowed have one row per
    combination on the levels of their `node`; their `keys` are a query, and no table.
    """

    run: PackedRun
    plan: Plan
    words: Plan
    columns: tuple[CodedColumn, ...]
    table: str
    keys: str
    people: str | None
    counts: int
    records: int
    node: Node | None = None

    def budget(self, share: float) -> int:
        """Return the most records that may be suppressed, from their `share`."""
        return most_records(share, self.records)

    def masks(self, node: Node) -> list[int]:
        """Return the bits of each word that a node keeps."""
        words = [0 for _ in self.words.quasi_identifiers]
        for column, level in zip(self.columns, node, strict=True):
            words[column.word - 1] |= column.mask(level)
        return words

    def without_empty_levels(self, node: Node) -> Node:
        """Return a node with each column left out that its level leaves one value of, if it may be.

        The classes are the same. A population may have more values, and keeps the levels.
        """
        if self.people is not None:
            return node
        ways = zip(self.columns, node, strict=True)
        return tuple(
            level if column.tells(level) or own.most < own.root else own.root
            for column, level in ways
            for own in (column.generalization,)
        )

    def mark(self, node: Node) -> str:
        """Return the mark of suppression, which no value of the node's recodings is."""
        pairs = zip(self.columns, node, strict=True)
        marks = [column.facts[level].marks for column, level in pairs if level < column.generalization.root]
        return MARK * (1 + max(marks, default=0))

    @cached_property
    def nulls(self) -> list[NullEntry]:
        """The columns whose NULLs take a record out of the classes, but on the root level."""
        return [column.null_entry() for column in self.columns if column.has_nulls] if self.plan.nulls == "drop" else []

    @property
    def moving(self) -> bool:
        """Whether the records that take part differ from node to node."""
        return bool(self.nulls)

    @cached_property
    def resident(self) -> bool:
        """Whether the population has all people of each finest class, so of each coarser one."""
        if self.people is None or self.plan.individual is not None:
            return False
        query = render("missing_people", plan_entries(self.words, self.table), self.keys, self.people)
        return fetch_number(self.run.engine, query, self.run.name, "codes") == 0

    def entries(self, plan: Plan, node: Node, hidden: Sequence[HiddenClasses] = ()) -> PlanEntries:
        """Return the entries of a plan over the words that reads the counts of a node.

        Records in `hidden` classes are not counted.
        """
        people = None
        if self.people is not None and plan.populated:
            people = render("node_people", plan_entries(plan, self.table), self.people, self.masks(node))
        entries = plan_entries(plan, self.table, population=people, named_keys=True, needed=True)
        numbers = [self.words.attributes.index(name) + 1 for name in plan.measured.attributes]
        several = len(self.words.attributes) > 1
        grouped = node != self.node or len(numbers) < min(1, len(self.words.attributes))
        arguments = (entries, self.table, self.masks(node), numbers, several, hidden, self.nulls, grouped)
        return {**entries, "counted": render("node_counts", *arguments)}


@contextmanager
def narrowed(whole: Coded, node: Node, *, sized: bool) -> Iterator[Coded]:
    """Give the coded counts of one node and of coarser ones, which are fewer, inside only.

    With `sized` they are the sizes of classes alone, without attributes.
    """
    entries = plan_entries(whole.words, whole.table, counted=whole.table)
    query = render("narrowed_counts", entries, whole.table, whole.masks(node), sized)
    if sized:
        plan, words = (replace(plan, targets=(Target(IDENTITY),)) for plan in (whole.plan, whole.words))
        whole = replace(whole, plan=plan, words=words)
    with whole.run.table(query, "search") as counts:
        yield replace(whole, table=counts, keys=_keys_query(whole.words, counts), node=node)


def _keys_query(words: Plan, table: str) -> str:
    """Return the records by coded keys as a query in brackets."""
    return f"(\n{render('coded_keys', plan_entries(words, table, counted=table), table, False)}\n)"


@contextmanager
def coded(
    source: Source,
    plan: Plan,
    columns: Sequence[Generalization],
    population: Source | None = None,
    *,
    keyed: bool = True,
) -> Iterator[Coded]:
    """Give the coded counts of a relation, which is read once, inside only.

    Unless `keyed` they are to be narrowed first: their keys are a query, and no table.

    Raises SpecError for values that no domain covers, and for levels that are no tree.
    """
    with ExitStack() as kept, ExitStack() as passing:
        run = PackedRun(kept.enter_context(search_engine(source)), plan, source.name)
        counts = counted_source(source, run, columns, passing)
        people = None
        if population is not None and plan.populated:
            keys_alone = replace(plan, targets=(Target(IDENTITY),))
            people = counted_source(population, PackedRun(run.engine, keys_alone, population.name), columns, passing)
        values = Values(run, [source, population] if people and population else [source], counts, people)
        ranked = [_column(values, place, one, passing) for place, one in enumerate(columns)]
        placed = _placed(ranked if people else [column.worth for column in ranked])
        named = []
        for column in placed:
            query = render("generalization_codes", column.ranks, column.units)
            named.append(replace(column, codes=passing.enter_context(run.table(query))))
        words = max(column.word for column in named)
        entries = base_entries(counts.plan, source.from_sql, counts.table)
        table = kept.enter_context(run.table(render("coded_counts", entries, _words(named, words))))
        over = replace(
            counts.plan,
            quasi_identifiers=tuple(f"word_{word}" for word in range(1, words + 1)),
            individual=None if plan.individual is None else "individual",
            spelling={},
        )
        keys = _keys_query(over, table)
        if keyed:
            query = render("coded_keys", plan_entries(over, table, counted=table), table, True)
            keys = kept.enter_context(run.table(query))
        inhabitants = None
        if people is not None:
            query = render("coded_people", people.table, plan.individual is not None, _words(named, words))
            inhabitants = kept.enter_context(run.table(query))
        totals = render("coded_totals", keys if keyed else None, table, len(over.attributes))
        total = fetch_row(run.engine, totals, run.name, CodedTotals)
        passing.close()
        records = int(total.records or 0)
        yield Coded(run, counts.plan, over, tuple(named), table, keys, inhabitants, total.counts, records)


class Values(NamedTuple):
    """The counts whose values get codes: the relation's, and its population's."""

    run: PackedRun
    sources: Sequence[Source]
    counts: CountedSource
    people: CountedSource | None

    def of(self, place: int) -> list[ValuesEntry]:
        """Return the columns of a key in the counts, for the macro `generalized_values`."""
        parts = [self.counts] if self.people is None else [self.counts, self.people]
        return [
            ValuesEntry(
                table=part.table,
                column=part.keys[place].column,
                levels=list(part.keys[place].levels),
                several=len(part.plan.attributes) > 1,
                weighed=part is self.counts,
            )
            for part in parts
        ]


class ValuesEntry(TypedDict):
    """A key's column of a count table, and its levels' columns; see `generalized_values`."""

    table: str
    column: str
    levels: list[str]
    several: bool
    weighed: bool


class CodedTotals(NamedTuple):
    """The number of coded keys, and of their records."""

    counts: int
    records: float | None


def _column(values_of: Values, place: int, column: Generalization, stack: ExitStack) -> CodedColumn:
    """Return a column with the ranks of its values, and what each level is worth."""
    run = values_of.run
    levels = [recoding_entry(partition) for partition in column.partitions]
    values = stack.enter_context(run.table(render("generalized_values", values_of.of(place), levels)))
    height = len(levels)
    ranks = stack.enter_context(run.table(render("generalization_ranks", values, height)))
    query = render("generalization_facts", ranks, height, MARK, column.leaves, column.listed)
    facts = tuple(fetch_rows(run.engine, query, run.name, LevelFacts, "codes"))
    if not facts:
        raise SpecError(f"{run.name} has no records to recode")
    for fact in facts:
        _check_level(values_of.sources, column, fact)
    bits = tuple(max(fact.largest_rank.bit_length(), int(fact.level == height)) for fact in facts[: height + 1])
    return CodedColumn(column, facts, ranks, bits, values_of.counts.keys[place].column)


def _check_level(sources: Sequence[Source], column: Generalization, fact: LevelFacts) -> None:
    """Raise SpecError for a level that leaves values out, or splits domains of the finer one."""
    if fact.unplaced:
        partition = replace(column.partitions[fact.level - 1], column=column.column)
        for source in sources:
            check_domains(source.engine, partition, source.from_sql, source.name)
    if fact.split:
        raise SpecError(
            f"advise: level {fact.level + 1} of '{column.column}' ({column.name(fact.level + 1)}) splits "
            f"{counted(fact.split, 'domain')} of the level before ({column.name(fact.level)}); each level joins whole"
            " domains of the one before"
        )


def _placed(columns: Sequence[CodedColumn]) -> list[CodedColumn]:
    """Return the columns with their places in words, each in the first with room."""
    used: list[int] = []
    placed = []
    for column in columns:
        if column.width > WORD:
            raise SpecError(
                f"advise: the levels of '{column.generalization.column}' need more than {WORD} bits; give it fewer"
            )
        word = next((number for number, bits in enumerate(used, 1) if bits + column.width <= WORD), len(used) + 1)
        if word > len(used):
            used.append(0)
        placed.append(replace(column, word=word, shift=used[word - 1]))
        used[word - 1] += column.width
    return placed


def _words(columns: Sequence[CodedColumn], words: int) -> list[list[WordEntry]]:
    """Return the columns with codes in each word, for the macro `coded_counts`."""
    listed: list[list[WordEntry]] = [[] for _ in range(words)]
    for column in columns:
        entry = WordEntry(column=column.column, codes=column.codes, unit=1 << column.shift)
        listed[column.word - 1].append(entry)
    return listed


def applied_targets(plan: Plan) -> Plan:
    """Return a plan of cells whose values are recoded already."""
    targets = [
        replace(target, partition=None if target.partition is None else applied(target.partition))
        for target in plan.targets
    ]
    return replace(plan, targets=tuple(targets))


NO_DOMAIN = "sqlmetrics: in no domain"
"""The domain of a sensitive value that its partition leaves out, until the counts are checked."""


class CountedKey(NamedTuple):
    """A key in a count table: its column, and a column per level where the source was recoded."""

    column: str
    levels: tuple[str, ...]


class CountedSource(NamedTuple):
    """A count table in DuckDB, its keys, and the plan of what its values are."""

    table: str
    keys: tuple[CountedKey, ...]
    plan: Plan


class RecodedColumnEntry(TypedDict):
    """A column that a derived table has beside the columns of its relation."""

    name: str
    column: str
    recoding: RecodingEntry


@contextmanager
def search_engine(source: Source) -> Iterator[Engine]:
    """Give the engine in which a source's counts are searched: its own, or a DuckDB of ours."""
    if source.engine.dialect.packs_counts:
        yield source.engine
        return
    limits, progress = source.engine.limits, source.engine.progress
    with own_engine(files=()) as engine:
        yield replace(engine, progress=progress, limits=replace(engine.limits, timeout=limits.timeout))


def counted_source(
    source: Source, run: PackedRun, columns: Sequence[Generalization], stack: ExitStack
) -> CountedSource:
    """Return the counts of a source, which is read once, in a table that the stack drops.

    Raises SpecError where a partition leaves out values of a sensitive attribute.
    """
    if source.engine is run.engine:
        table = run.counts(render("counting", base_entries(run.plan, source.from_sql)), stack)
        run.check_partitions(base_entries(run.plan, source.from_sql, table), source.from_sql)
        plain = [CountedKey(f"key_{number}", ()) for number in range(1, 1 + len(columns))]
        return CountedSource(table, tuple(plain), run.plan)
    plan, from_sql = _recoded_values(source, run.plan)
    entries, keys = base_entries(plan, from_sql), list[KeyEntry]()
    found = []
    for column in columns:
        start = len(keys) + 1
        keys += _levels(plan.spelt(column.column), column.partitions, start)
        found.append(CountedKey(f"key_{start}", tuple(f"key_{number}" for number in range(start + 1, len(keys) + 1))))
    names = [f"key_{number}" for number in range(1, len(keys) + 1)]
    names += [f"value_{number}" for number in range(1, 1 + len(plan.attributes))]
    people = ["individual"] if plan.individual is not None else []
    leading = ["attribute"] if len(plan.attributes) > 1 else []
    query = render("count_rows", {**entries, "quasi_identifiers": keys}, dialect=source.engine.dialect)
    listed = [*leading, *people, *names, "records"]
    aim = f"search the counts of {source.name}"
    table = stack.enter_context(
        run.table(gathered(source.engine, query, run.engine, listed, source.name, aim), "count")
    )
    _check_values(source, run, plan, table)
    return CountedSource(table, tuple(found), plan)


def _levels(column: str, partitions: Sequence[Partition], start: int) -> list[KeyEntry]:
    """Return a key as it is and on each of its levels, as keys with the numbers from `start`."""
    entries: list[RecodingEntry | None] = [None, *map(_open, partitions)]
    return [
        KeyEntry(number=start + level, column=column, name="", alias=None, recoding=entry)
        for level, entry in enumerate(entries)
    ]


def _open(partition: Partition) -> RecodingEntry:
    """Return a partition's entry, by which values in no domain become NULL and are not counted."""
    entry = recoding_entry(partition)
    return {**entry, "unmapped": "null"} if entry["unmapped"] == "error" else entry


def _recoded_values(source: Source, plan: Plan) -> tuple[Plan, str]:
    """Return a plan whose sensitive attributes are recoded already, and its FROM clause.

    Values in a partition become a column, and so do texts that an order or a hierarchy lists.
    """
    targets: list[Target] = []
    columns: dict[str, RecodedColumnEntry] = {}
    for number, target in enumerate(plan.targets):
        partition = target.partition
        of_texts = partition is not None or bool(target.hierarchies) or target.order not in {None, "natural"}
        if target.column is None or not of_texts:
            targets.append(target)
            continue
        entry = recoding_entry(partition or applied(Partition("", target.column)))
        if entry["unmapped"] == "error":
            entry = {**entry, "unmapped": "name", "rest": NO_DOMAIN}
        name = f"sqlmetrics_value_{number}"
        columns[name] = RecodedColumnEntry(name=name, column=plan.spelt(target.column), recoding=entry)
        recoded = None if partition is None else applied(partition)
        targets.append(replace(target, column=name, partition=recoded))
    if not columns:
        return plan, source.from_sql
    kept = [plan.spelt(column) for column in plan.columns]
    from_sql = render("recoded_columns", source.from_sql, kept, list(columns.values()), dialect=source.engine.dialect)
    return replace(plan, targets=tuple(targets)), from_sql


def _check_values(source: Source, run: PackedRun, plan: Plan, table: str) -> None:
    """Raise SpecError for sensitive values in no domain, or whose order is not known here."""
    types = dict(describe(run.engine, table, run.name))
    for target in plan.targets:
        if target.column is None:
            continue
        value = f"value_{plan.attributes.index(target.column) + 1}"
        lost = f"select count(*) from {table} where cast({value} as varchar) = {render('literal', NO_DOMAIN)}"  # noqa: S608
        if target.partition is not None and fetch_number(run.engine, lost, run.name, "codes"):
            check_mapped(source.engine, run.plan.partitions, source.from_sql, source.name)
        dialect = source.engine.dialect
        bytewise = not dialect.text_keys and render("byte_order", "value", dialect=dialect) == "value"
        if target.order == "natural" and types[value] == "VARCHAR" and not bytewise:
            raise SpecError(
                f"advise: the natural order of '{target.name}' is not known outside {dialect.name}; "
                "give its values in `orders`"
            )
