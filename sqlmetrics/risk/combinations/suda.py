"""Special uniques (SUDA): records that few attributes single out, and each attribute's share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from math import factorial, prod
from pathlib import Path
from typing import Literal, NamedTuple, TypedDict

from sqlmetrics.engine.copies import check_copies, check_format, copy_to
from sqlmetrics.engine.files import output_scope
from sqlmetrics.engine.kept import Kept, Store, keep_rows
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_row, fetch_rows, kinds_of
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations.entries import LatticeEntries, lattice_entries, word_entries
from sqlmetrics.risk.combinations.lattice import CombinationLattice, build_lattice
from sqlmetrics.risk.combinations.measured import check_room
from sqlmetrics.risk.combinations.packed import PackedRun
from sqlmetrics.risk.combinations.packing import Packing, pack
from sqlmetrics.risk.combinations.room import GROUPED_BYTES, Room, estimated_rows
from sqlmetrics.scoring.extent import check_mapped
from sqlmetrics.scoring.question import RelationQuestion, plain_spec
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render

Weights = Literal["elliot", "ihsn"]
"""How a minimal unique counts by its size; see `weight`."""

DISF = 0.01
"""The default share of the population that is in the table, as in sdcMicro."""


class UniqueRecord(NamedTuple):
    """A record that is singled out, or an individual with these key values, with its scores.

    `class_` are its key values as one line of CSV, where they are shown; `msus` counts its minimal
    sample uniques, and `least_size` is the fewest keys of one.
    """

    class_: str | None
    msus: int
    least_size: int
    suda: float
    dis_suda: float


class SudaTotals(NamedTuple):
    """The row of `suda_totals_row`: records, their scores' sum and each key's part of it.

    `individuals` counts people, each once, where they are told apart, and so does `singled_out`
    then. `unmapped` counts records with a value that a key's partition has no domain for.
    """

    records: int
    individuals: int | None
    singled_out: int
    msus: int
    score: float | None
    parts: tuple[float | None, ...]
    unmapped: int | None = None


class ValuePart(NamedTuple):
    """A row of `suda_values`: a key's position from 1, one of its values, and that value's part."""

    position: int
    key_value: str | None
    contribution: float | None


class AttributeShare(NamedTuple):
    """An attribute, and the share of all scores that minimal uniques with it make up, 0 to 1.

    A minimal unique counts for each of its attributes, so that the shares of several add up to more
    than 1. The share is None where no record is singled out.
    """

    attribute: str
    contribution: float | None


class ValueShare(NamedTuple):
    """A value of an attribute and its share of the attribute's contribution, 0 to 1."""

    attribute: str
    value: str | None
    contribution: float


@dataclass(frozen=True, repr=False)
class SpecialUniques(Result[UniqueRecord]):
    """The special uniques of one relation.

    They are records with their SUDA scores (0 or more) and DIS-SUDA scores (0 to 1). `attributes`
    and `values` have the shares (0 to 1) of the scores that each of them makes up.

    Attributes
    ----------
    relation_name
        What messages call the relation.
    records
        The records that took part.
    individuals
        The people who took part, each once, where a column tells them apart; else None.
    singled_out
        The records, or where they are told apart the individuals, that are singled out, each once.
    msus
        The minimal sample uniques that single them out.
    max_size
        The most quasi-identifiers of a minimal sample unique.
    attributes, values
        The share of each attribute, and of each value, in what singles records out.
    uniques
        The records that are singled out, those with the highest score first.
    kept, kept_values
        Records and values on disk, where they were not fetched.
    key_types
        The types of the quasi-identifiers, as DuckDB names them, empty where they are unknown.
    """

    relation_name: str
    records: int
    individuals: int | None
    singled_out: int
    msus: int
    max_size: int
    attributes: tuple[AttributeShare, ...]
    uniques: tuple[UniqueRecord, ...]
    values: tuple[ValueShare, ...] = ()
    kept: Kept | None = field(default=None, compare=False)
    kept_values: Kept | None = field(default=None, compare=False)
    key_types: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def rows(self) -> tuple[UniqueRecord, ...]:
        """The records that are singled out."""
        return self.uniques


def weight(size: int, keys: int, max_size: int, weights: Weights) -> float:
    """Return what a minimal unique of `size` of the keys adds to a record's score.

    `elliot`: the product of keys - i for i from its size to the largest size that is looked for,
    which is how many larger uniques it implies (Elliot et al. 2005). `ihsn`: (2^(keys - size) - 1)
    size! (keys - size)! / keys!, as in the first program of the International Household Survey
    Network.
    """
    if weights == "ihsn":
        return float(2 ** (keys - size) - 1) * factorial(size) * factorial(keys - size) / factorial(keys)
    return float(prod(keys - number for number in range(size, min(max_size, keys - 1) + 1)))


def uniques_plan(spec: Spec, max_size: int | None, disf: float, *, show_values: bool, limit: int | None) -> Plan:
    """Return the plan of a spec's keys alone. Raises SpecError for what does not go with them."""
    check_goes_with("suda", spec)
    if not 0 < disf < 1:
        raise SpecError(f"disf is the share of the population in the table, between 0 and 1 (found: {disf:g})")
    if max_size is not None and max_size < 1:
        raise SpecError(f"`max_size` is the most keys of a minimal unique, at least 1 (found: {max_size})")
    partitions = {column: given for column, given in spec.partitions.items() if column in spec.quasi_identifiers}
    alone = plain_spec(spec, sensitive=[], metrics=["k_anonymity"], partitions=partitions)
    return build_plan(alone, show_values=show_values, limit=limit)


class Scoring(NamedTuple):
    """The scoring of minimal uniques: their largest size, the sampling fraction, the weights."""

    size: int
    disf: float
    weights: Weights


class SudaEntries(TypedDict):
    """The entries that the macro `suda_facts` takes besides a lattice."""

    people: bool
    kept_keys: list[int]
    weight_names: list[str]
    weights: list[tuple[int | str, ...]]
    fewer: list[tuple[int, int]]
    exponent: str
    odds: str


def suda_entries(lattice: CombinationLattice, scoring: Scoring, people: bool) -> SudaEntries:
    """Return the weights of combinations, pairs that differ in one key, and what spreads scores.

    `people` says whether individuals are told apart.
    """
    numbers = lattice.numbers
    keys = lattice.keys
    places = range(1, keys + 1)
    weights = {
        size: repr(weight(size, keys, scoring.size, scoring.weights))
        for size in {len(part) for part in lattice.measured}
    }
    return SudaEntries(
        people=people,
        kept_keys=list(places),
        weight_names=["subset_number", "combination_size", "weight", *(f"has_{place}" for place in places)],
        weights=[
            (numbers[part], len(part), weights[len(part)], *(int(place in part) for place in range(keys)))
            for part in lattice.measured
        ],
        fewer=[
            (numbers[part], numbers[part - {place}])
            for part in lattice.measured
            if len(part) > 1
            for place in sorted(part)
        ],
        exponent=repr(1 + (8 - keys) / 20),
        odds=repr((1 - scoring.disf) / scoring.disf),
    )


def suda_lattice(plan: Plan, lattice: CombinationLattice, packing: Packing | None) -> LatticeEntries:
    """Return the combinations that are added up from all keys."""
    packings = None if packing is None else {0: packing}
    return lattice_entries(plan, lattice, lattice.root, set(lattice.parents), packings, score_root=True)


def scoring_of(plan: Plan, max_size: int | None, disf: float, weights: Weights) -> Scoring:
    """Return the scoring of a plan's minimal uniques; without a largest size all are scored."""
    keys = len(plan.quasi_identifiers)
    return Scoring(size=min(max_size or keys, keys), disf=disf, weights=weights)


def suda_sql(
    spec: Spec,
    *,
    max_size: int | None = None,
    disf: float = DISF,
    weights: Weights = "elliot",
    dialect: str | None = None,
    show_values: bool = False,
    limit: int | None = None,
) -> str:
    """Return the statement that lists the records that are singled out, in a dialect."""
    question, scoring = _question(spec, max_size, disf, weights, show_values=show_values, limit=limit)
    check_room(question.plan, scoring.size, None)
    return question.printed(dialect)


def _question(
    spec: Spec, max_size: int | None, disf: float, weights: Weights, *, show_values: bool, limit: int | None
) -> tuple[RelationQuestion, Scoring]:
    """Return the question for the records that are singled out, and how uniques are scored."""
    plan = uniques_plan(spec, max_size, disf, show_values=show_values, limit=limit)
    scoring = scoring_of(plan, max_size, disf, weights)
    people = spec.individual is not None
    units, unit = ("individuals", "individual and class") if people else ("records", "record")
    keys = ", ".join(plan.quasi_identifiers)
    return RelationQuestion(
        spec,
        plan,
        lambda asked: suda_statements(asked.plan, asked.from_sql, scoring, asked.dialect).records,
        f"the {units} of {spec.name} that up to {scoring.size} of {keys} single out",
        [f"a row per {unit}: its minimal uniques, the fewest keys of one, and its SUDA and DIS-SUDA scores"],
    ), scoring


class Queries(NamedTuple):
    """The statements of the records that are singled out, the totals, and the values' parts.

    `facts` are the common table expressions that they share.
    """

    records: str
    totals: str
    values: str
    facts: str


def queries_of(plan: Plan, entries: PlanEntries, facts: str, dialect: Dialect, listed: str | None = None) -> Queries:
    """Return the statements that ask the facts; the records' one asks `listed`, if it is given."""
    return Queries(
        records=render("suda_records", entries, listed or facts, dialect=dialect),
        totals=render("suda_totals_row", entries, facts, list(range(len(plan.quasi_identifiers))), dialect=dialect),
        values=render("suda_values", entries, facts, dialect=dialect),
        facts=facts,
    )


def suda_statements(plan: Plan, from_sql: str, scoring: Scoring, dialect: Dialect) -> Queries:
    """Return the statements that read the relation itself."""
    entries = plan_entries(plan, from_sql)
    lattice = build_lattice([2.0] * len(plan.quasi_identifiers), scoring.size)
    combinations = suda_lattice(plan, lattice, None)
    suda = suda_entries(lattice, scoring, plan.individual is not None)

    def facts(whole: bool) -> str:
        base = render("suda_base", entries, whole, dialect=dialect)
        return f"{base},\n{render('suda_facts', combinations, suda, 'numbered_classes', whole, dialect=dialect)}"

    return queries_of(plan, entries, facts(True), dialect, facts(False))


def suda(
    spec: Spec,
    *,
    max_size: int | None = None,
    disf: float = DISF,
    weights: Weights = "elliot",
    show_values: bool = False,
    limit: int | None = None,
    output: Path | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> SpecialUniques:
    """Return the records that few of the quasi-identifiers single out, with their scores.

    A minimal sample unique is a combination of keys in which a record is alone, and in no smaller
    part of it (Elliot, Manning and Ford 2002). A record's SUDA score is the sum of the weights of
    its minimal uniques of up to `max_size` keys, by default all. DIS-SUDA spreads the file's data
    intrusion simulation score over them, as sdcMicro does. That score is the chance that a match
    with a unique is right (Skinner and Elliot 2002), for a sample of the share `disf` of the
    population: 0 to 1, higher is riskier.

    Where the spec's `individual` tells people apart, a person is alone where nobody else is,
    whatever the number of records, and counts once in each combination of key values. NULL is a
    value like others; with `nulls` drop, records that have one in a key, or in place of the
    individual, take no part. Key values are named only with `show_values`.

    `output` is a Parquet or CSV file to write all records to, with the columns suda_score and
    dis_suda_score: 0 where a record is not singled out, NULL where it takes no part. With a `store`
    the records that are singled out are kept there, and not fetched.

    Raises SpecError for what cannot be measured as the spec says, QueryError where the engine
    fails.
    """
    question, scoring = _question(spec, max_size, disf, weights, show_values=show_values, limit=limit)
    plan = question.plan
    if output is not None:
        check_format(output)
    with output_scope(output, "records", spec.file), question.opened(progress) as asked:
        source = asked.source
        if output is not None:
            check_copies(source.engine)
        with _queries(source, plan, scoring, say) as queries:
            result = replace(_result(source, plan, scoring, queries, store), key_types=asked.key_types)
            if output is not None:
                names = [column for column, _ in asked.columns]
                scored = render("suda_scored", plan_entries(plan, source.from_sql), names, queries.facts)
                copy_to(source.engine, scored, output, source.name)
    return result


def _result(source: Source, plan: Plan, scoring: Scoring, queries: Queries, store: Store | None) -> SpecialUniques:
    """Return the result of the statements.

    Raises SpecError where a partition leaves values out.
    """
    engine, name, from_sql = source
    total = fetch_row(engine, queries.totals, name, SudaTotals, sizes={"parts": len(plan.quasi_identifiers)})
    if total.unmapped:
        check_mapped(engine, plan.partitions, from_sql, name)
    uniques: Sequence[UniqueRecord] = ()
    parts: Sequence[ValuePart] = ()
    kept = kept_values = None
    if store is None:
        uniques = fetch_rows(engine, queries.records, name, UniqueRecord)
        parts = fetch_rows(engine, queries.values, name, ValuePart) if plan.show_values else ()
    else:
        kept = keep_rows(store, engine, queries.records, name, kinds_of(UniqueRecord))
        kept_values = _kept_values(store, source, plan, total, queries) if plan.show_values else None
    return SpecialUniques(
        relation_name=name,
        records=total.records,
        individuals=total.individuals,
        singled_out=total.singled_out,
        msus=total.msus,
        max_size=scoring.size,
        attributes=attribute_shares(plan, total),
        uniques=tuple(uniques),
        values=value_shares(plan, total, parts),
        kept=kept,
        kept_values=kept_values,
    )


def _kept_values(store: Store, source: Source, plan: Plan, total: SudaTotals, queries: Queries) -> Kept | None:
    """Return the shares of `value_shares` as rows that are kept, None where there is none."""
    keys = [
        {"number": number, "name": name, "part": repr(part)}
        for number, (name, part) in enumerate(zip(plan.quasi_identifiers, total.parts, strict=True), 1)
        if part
    ]
    if not keys:
        return None
    parts = keep_rows(store, source.engine, queries.values, source.name, kinds_of(ValuePart))
    return keep_rows(
        store, store.engine, render("value_shares", parts.from_sql, keys), source.name, kinds_of(ValueShare)
    )


def attribute_shares(plan: Plan, total: SudaTotals) -> tuple[AttributeShare, ...]:
    """Return each attribute's share of the scores, the largest first."""
    shares = [
        AttributeShare(attribute, None if not total.score or part is None else part / total.score)
        for attribute, part in zip(plan.quasi_identifiers, total.parts, strict=True)
    ]
    return tuple(sorted(shares, key=lambda share: -(share.contribution or 0.0)))


def value_shares(plan: Plan, total: SudaTotals, parts: Sequence[ValuePart]) -> tuple[ValueShare, ...]:
    """Return each value's share of its attribute's contribution to the scores."""
    return tuple(
        ValueShare(plan.quasi_identifiers[row.position - 1], row.key_value, row.contribution / whole)
        for row in parts
        if row.contribution and (whole := total.parts[row.position - 1])
    )


@contextmanager
def _queries(source: Source, plan: Plan, scoring: Scoring, say: Callable[[str], None]) -> Iterator[Queries]:
    """Give the statements that return the results; in DuckDB they ask temporary tables.

    Those are there only inside. Raises SpecError where the combinations would not fit.
    """
    engine = source.engine
    if not engine.dialect.packs_counts:
        check_room(plan, scoring.size, None)
        yield suda_statements(plan, source.from_sql, scoring, engine.dialect)
        return
    room = Room.of(engine)
    check_room(plan, scoring.size, room.memory)
    run = PackedRun(engine, plan, source.name)
    entries = plan_entries(plan, source.from_sql)
    with ExitStack() as kept:
        run.check_partitions(entries, source.from_sql)
        base = kept.enter_context(run.table(render("suda_classes", entries), "count"))
        keys, packing, coded = _coded(run, base, kept)
        lattice = build_lattice(keys, scoring.size)
        _check_fits(lattice, estimated_rows(lattice, keys, run.size(coded)), packing.words, room, say)
        suda = suda_entries(lattice, scoring, plan.individual is not None)
        scores = kept.enter_context(
            run.table(render("suda_query", suda_lattice(plan, lattice, packing), suda, coded), "score")
        )
        facts = render("suda_tables", entries, base, scores, suda["kept_keys"])
        # Values without a domain have been looked for above.
        recoded = replace(plan, recodings={})
        yield queries_of(recoded, plan_entries(recoded, source.from_sql), facts, engine.dialect)


def _coded(run: PackedRun, base: str, stack: ExitStack) -> tuple[list[int], Packing, str]:
    """Return the numbers of the keys' values, where their codes are, and the classes with codes.

    The stack drops the table of the classes.
    """
    with ExitStack() as passing:
        codes = [
            passing.enter_context(run.codes(f"select key_{place} from {base}", f"key_{place}"))  # noqa: S608 - our own names
            for place in range(1, 1 + len(run.plan.quasi_identifiers))
        ]
        sizes = [column.size for column in codes]
        packing = pack(sizes, {})
        query = render("packed_classes", base, word_entries(packing, codes, {}), run.plan.individual is not None)
        coded = stack.enter_context(run.table(query))
    return sizes, packing, coded


def _check_fits(lattice: CombinationLattice, rows: float, words: int, room: Room, say: Callable[[str], None]) -> None:
    """Report the most memory of the combinations.

    Raises SpecError where that exceeds the room.
    """
    held = rows * (GROUPED_BYTES + 8 * (words + 2))
    text = f"{len(lattice.measured):,} combinations: at most {rows:,.0f} rows, {held / 2**20:,.0f} MiB"
    if held > room.memory + room.disk:
        raise SpecError(
            f"{text}, which do not fit; look for smaller uniques with `max_size: 3`, "
            "or give more memory or disk to spill to"
        )
    say(text)
