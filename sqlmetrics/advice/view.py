"""The view of a recoding: its query over the relation in any dialect, its scores and texts.

The texts are a statement, and a model for dbt.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Literal, NamedTuple, TypedDict

from sqlmetrics.advice.counts.conditions import ClassCondition
from sqlmetrics.advice.counts.settled import Settled, by_target, class_entries, class_plan, keeps
from sqlmetrics.advice.cuts.classes import CutClasses
from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import DialectError, QueryError
from sqlmetrics.scoring.open_scores import score_source
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.place import Query
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import RecodingEntry, mark_entries, plan_entries, recoding_entry
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.relation import is_path, short_relation, table_parts
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept, with_spelling
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__

FLOATS = frozenset({"DOUBLE", "FLOAT"})
"""The types of DuckDB whose zero has a negative twin."""

RELATION = "sqlmetrics_advised_relation"
"""A name that stands for a relation while the queries of a `with` clause are named."""

WORD = re.compile(r"""'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|--[^\n]*|\b(\w+)\b""", re.DOTALL)
"""A pattern of words, and of texts, quoted names and comments, in which there are none."""


class ColumnEntry(TypedDict):
    """A column of a view, by its number: as it is, recoded, or the mark in every row."""

    column: str
    number: int
    key: bool
    recoding: RecodingEntry | None
    root: bool
    text: bool
    floating: bool


class ViewEntries(TypedDict):
    """The way that a view suppresses; see the macro `view_parts`."""

    mark: str
    starred: bool
    least: int | None
    size: str
    alone: bool


class TurnEntry(TypedDict):
    """The texts of a turn of suppression: its common table expressions, and its rows."""

    parts: str
    rows: str


class KnownClasses(NamedTuple):
    """The columns that one of several attackers knows, and the conditions on their classes."""

    known: frozenset[str]
    conditions: tuple[ClassCondition, ...]


@dataclass(frozen=True)
class Recoding:
    """A recoding of a relation: the level of each quasi-identifier, and the classes that go.

    Classes that fail a condition get the `mark`, or go unless they are `starred`, once for each of
    the `rounds`. Of several attackers `taken` are the turns, one after another, in a round. The
    columns `omitted` are not in the view, and the columns `floating` hold floats. `population` is
    the text of a FROM clause, whose keys are recoded like the view's keys. With `cuts` the keys
    have the values of each record's class, and nothing goes.
    """

    plan: Plan
    levels: tuple[tuple[Generalization, int], ...]
    mark: str
    conditions: tuple[ClassCondition, ...] = ()
    rounds: int = 0
    omitted: frozenset[str] = frozenset()
    starred: bool = True
    population: str | None = None
    floating: frozenset[str] = frozenset()
    taken: tuple[KnownClasses, ...] = ()
    cuts: CutClasses | None = None

    @property
    def sized(self) -> bool:
        """Whether nothing but the sizes of classes decides what is suppressed."""
        return all(_least(self.plan, turn.conditions) is not None for turn in self.turns)

    @property
    def turns(self) -> list[KnownClasses]:
        """The turns of all rounds: the classes that are judged, one after another."""
        everything = KnownClasses(frozenset(column.column for column, _ in self.levels), self.conditions)
        judged = [one for one in self.taken or (everything,) if any(held.of_classes for held in one.conditions)]
        return judged * self.rounds

    def query(self, columns: Sequence[str], relation: str, dialect: Dialect) -> str:
        """Return the query of a relation's columns with its quasi-identifiers recoded.

        `relation` is the text of a FROM clause. Raises DialectError where the dialect takes no
        `with` clause in one, and the query needs it.
        """
        shown = [column for column in columns if column not in self.omitted]
        if self.cuts is not None:
            return self.cuts.query(shown, self.plan, relation, dialect)
        person = self.plan.individual
        if self.rounds and person is not None and person not in shown:
            whole = replace(self, omitted=self.omitted - {person}).query([*shown, person], relation, dialect)
            return render("shown_columns", f"(\n{whole}\n)", [*map(self.plan.spelt, shown)], dialect=dialect)
        turns = [(turn, None if dialect.joins_sizes else _least(self.plan, turn.conditions)) for turn in self.turns]
        if not turns:
            return render("recoded_rows", relation, self._columns(shown, self.levels), self.mark, True, dialect=dialect)
        if not dialect.nests_with and any(least is None for _, least in turns):
            raise DialectError(
                f"advise: {dialect.name} takes no `with` clause in a query's FROM clause, which suppression for "
                "these thresholds needs; suppress nothing, or for k_anonymity and prosecutor_risk alone"
            )
        query, levels = "", self.levels
        entries: list[TurnEntry] = []
        for number, (turn, least) in enumerate(turns, 1):
            if dialect.nests_with:
                entry = self._turn(shown, levels, dialect, number, turn, least)
                named = number == 1 and dialect.shadows_with
                entries.append(_placed(entry if named else _apart(entry, f"round_{number}_"), relation))
                relation = f"round_{number}_left"
            else:
                sized = self._columns(shown, levels, turn.known)
                query = render("sized_view", relation, sized, self._view(shown, least), dialect=dialect)
                relation = f"(\n{query}\n)"
            levels = tuple((column, level if level == column.root else 0) for column, level in levels)
        return render("advised_view", entries, dialect=dialect) if entries else query

    def people(self, columns: Sequence[str], relation: str, dialect: Dialect, *, texts: bool) -> str:
        """Return the query of a population whose keys are recoded like the view's keys.

        With `texts` all keys are texts, as they are where the view has marks.
        """
        keys = [column for column in columns if column in self.plan.quasi_identifiers]
        keys += [column for column in columns if column == self.plan.individual]
        if self.cuts is not None:
            return self.cuts.query(keys, self.plan, relation, dialect)
        entries = self._columns(keys, self.levels, texts=texts)
        return render("recoded_rows", relation, entries, self.mark, True, dialect=dialect)

    def _columns(
        self,
        columns: Sequence[str],
        levels: Sequence[tuple[Generalization, int]],
        known: frozenset[str] | None = None,
        *,
        texts: bool = False,
    ) -> list[ColumnEntry]:
        """Return the entries of columns; with `texts` the keys that are left are cast to texts.

        The keys are the `known` columns, by default all that have levels.
        """
        by_name = {column.column: (column, level) for column, level in levels}
        entries = []
        for number, name in enumerate(columns, 1):
            column, level = by_name.get(name, (None, 0))
            partition = None if column is None else column.partition(level)
            entries.append(
                ColumnEntry(
                    column=self.plan.spelt(name),
                    number=number,
                    key=column is not None and (known is None or name in known),
                    recoding=None if partition is None else recoding_entry(partition),
                    root=column is not None and level == column.root,
                    text=texts and column is not None,
                    floating=name in self.floating,
                )
            )
        return entries

    def _view(self, columns: Sequence[str], least: int | None, *, alone: bool = True) -> ViewEntries:
        """Return the way that records are suppressed, with a name of sizes that no column has."""
        size = "class_size"
        while size in {column.lower() for column in columns}:
            size += "_"
        return ViewEntries(mark=self.mark, starred=self.starred, least=least, size=size, alone=alone)

    def _turn(
        self,
        columns: Sequence[str],
        levels: Sequence[tuple[Generalization, int]],
        dialect: Dialect,
        number: int,
        turn: KnownClasses,
        least: int | None,
    ) -> TurnEntry:
        """Return the texts of an attacker's turn in a round of suppression."""
        keys = [column.column for column, level in levels if level < column.root and column.column in turn.known]
        marked = dict.fromkeys(keys, self.mark) if number > 1 and self.starred else None
        recoded = replace(self.plan, quasi_identifiers=tuple(keys), recodings={}, suppressed=marked)
        classes = class_plan(recoded, turn.conditions)
        people = None
        if self.population is not None and classes.populated:
            named = [*self.plan.quasi_identifiers, *([self.plan.individual] if self.plan.individual else [])]
            people = f"(\n{self.people(named, self.population, dialect, texts=marked is not None)}\n)"
        described, alone = class_entries(
            plan_entries(classes, "recoded", population=people, named_keys=True, needed=True)
        )
        listed, view = by_target(turn.conditions, classes), self._view(columns, least, alone=alone)
        entries = self._columns(columns, levels, turn.known)
        return TurnEntry(
            parts=render("view_parts", described, RELATION, entries, listed, view, dialect=dialect),
            rows=render("view_rows", described, entries, view, dialect=dialect),
        )


def floating_columns(described: Sequence[tuple[str, str]]) -> frozenset[str]:
    """Return the columns that hold floats, from columns with their types."""
    return frozenset(column for column, of_type in described if of_type in FLOATS)


def unexplained_identifiers(spec: Spec) -> frozenset[str]:
    """Return the identifiers of a spec without a reason to stay."""
    return frozenset(column for column, reason in spec.identifiers.items() if not reason)


def _apart(turn: TurnEntry, prefix: str) -> TurnEntry:
    """Return a turn whose parts have names with a prefix, which no other turn has."""
    names = set(re.findall(r"^(\w+) as \(", turn["parts"], re.MULTILINE))
    parts, rows = (
        WORD.sub(lambda word: f"{prefix}{word[0]}" if word[1] in names else word[0], text)
        for text in (turn["parts"], turn["rows"])
    )
    return TurnEntry(parts=parts, rows=rows)


def _placed(turn: TurnEntry, relation: str) -> TurnEntry:
    """Return a turn that reads a relation."""
    return TurnEntry(parts=turn["parts"].replace(RELATION, relation), rows=turn["rows"])


def _least(plan: Plan, conditions: Sequence[ClassCondition]) -> int | None:
    """Return the fewest records of a class that passes, None where other things decide."""
    if plan.individual is not None or plan.nulls == "drop":
        return None
    sizes = [0]
    for condition in conditions:
        if not condition.of_classes:
            continue
        limit = condition.limit
        if (condition.metric.name, condition.threshold.bound) == ("k_anonymity", "at_least"):
            sizes.append(ceil(limit))
        elif (condition.metric.name, condition.threshold.bound) == ("prosecutor_risk", "at_most") and limit > 0:
            sizes.append(ceil(1 / limit))
        else:
            return None
    return max(sizes)


def advised_query(source: Source, people: Source | None, recoding: Recoding) -> str:
    """Return the query of a recoding of an open relation, with its population's query in it."""
    columns = [name for name, _ in describe(source.engine, source.from_sql, source.name)]
    population = None if people is None else people.from_sql
    return replace(recoding, population=population).query(columns, source.from_sql, source.engine.dialect)


def verified(
    source: Source, people: Source | None, spec: Spec, recoding: Recoding, settled: Settled, records: int
) -> tuple[Score, ...]:
    """Return the scores of an advised view, from the source with its `records`.

    Rows with all marks are left out before they are scored, so that the view is computed once.
    Raises QueryError where the scores, or the records, differ from what the search found.
    """
    keys = {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive}
    metrics = list(dict.fromkeys(condition.metric.name for condition in recoding.conditions))
    words: dict[str, Any] = {"metrics": metrics, "partitions": keys, "level": "table", "look": False}
    plan = build_plan(spec.model_copy(update=words))
    from_sql = f"(\n{advised_query(source, people, recoding)}\n)"
    if settled.suppressed and recoding.starred:
        marks = mark_entries(dict.fromkeys(map(plan.spelt, plan.quasi_identifiers), recoding.mark))
        from_sql = f"(\n{render('unmarked_rows', from_sql, marks, dialect=source.engine.dialect)}\n)"
    result = score_source(source._replace(from_sql=from_sql), plan, _residents(people, recoding))
    held = all(keeps(condition, result.scores) for condition in recoding.conditions)
    if not held or records - result.records != settled.suppressed:
        raise different(source.name)
    return result.scores


def different(name: str) -> QueryError:
    """Return the error of a view whose scores differ from what the search found."""
    return QueryError(
        f"the advised view of {name} does not score as the search found, which is an error of sqlmetrics;"
        " please report it with the spec"
    )


def view_source(source: Source, people: Source | None, recoding: Recoding) -> tuple[Source, Source | None]:
    """Return the view of a recoding that suppresses nothing, and its population, as relations."""
    query = advised_query(source, people, recoding)
    return source._replace(from_sql=f"(\n{query}\n)"), _residents(people, recoding)


def _residents(people: Source | None, recoding: Recoding) -> Source | None:
    """Return a population whose keys are recoded like the view's keys, if there is one."""
    if people is None:
        return None
    named = [name for name, _ in describe(people.engine, people.from_sql, people.name)]
    texts = recoding.rounds > 0 and recoding.starred
    query = recoding.people(named, people.from_sql, people.engine.dialect, texts=texts)
    return people._replace(from_sql=f"(\n{query}\n)")


BRACES = re.compile(r"\{[{%#]")
"""A pattern of the marks that open an expression, a statement or a comment of dbt."""


@dataclass(frozen=True)
class Release:
    """The texts of a view: its name, the statement that creates it, and a model of dbt."""

    name: str
    dialect: str
    statement: str
    model: str


def view_texts(
    recoding: Recoding, source: Source, spec: Spec, dialect: str | None, suppressed: int, records: int
) -> Release:
    """Return the texts of the view of a recoding, in a dialect that is by default the source's.

    `suppressed` of the `records` are suppressed. Raises SpecError for an unknown dialect,
    DialectError for one that cannot read the relation.
    """
    about = [f"sqlmetrics {__version__}: {spec.name}, recoded so that its thresholds pass"]
    about += recoding_lines(recoding, suppressed, records)
    columns = [name for name, _ in describe(source.engine, source.from_sql, source.name)]
    return recoded_texts(recoding, source, spec, dialect, view_name(spec), about, columns)


def recoded_texts(
    recoding: Recoding,
    source: Source,
    spec: Spec,
    dialect: str | None,
    name: str,
    about: Sequence[str],
    columns: Sequence[str],
    *,
    kind: Literal["view", "table"] = "view",
) -> Release:
    """Return the texts of a recoding's rows as a view, or a table, of a name and with some columns.

    `about` are the lines above them. Raises SpecError for an unknown dialect, DialectError for one
    that cannot read the relation.
    """
    written, from_sql, printed = _printed(recoding, source, spec, dialect)
    anywhere = f"relation_{uuid.uuid4().hex}"
    query = printed.query(columns, anywhere, written)
    quoted = render("quoted", name if spec.exact_names else kept(name, written), dialect=written)
    where = ["for DuckDB, in the folder that the path starts from"] if from_sql.startswith("read_") else []
    created = render(f"created_{kind}", quoted, query, dialect=written)
    return Release(
        name=name,
        dialect=written.name,
        statement=f"{comment(*about, *where)}{created.replace(anywhere, from_sql)}",
        model=f"{{{{ config(materialized='{kind}') }}}}\n"
        + _escaped(f"{comment(*about, *where)}{query}").replace(anywhere, reference(spec, from_sql))
        + "\n",
    )


def _printed(recoding: Recoding, source: Source, spec: Spec, dialect: str | None) -> tuple[Dialect, str, Recoding]:
    """Return the dialect of a view's text, its relation's FROM clause, and the recoding of that.

    In the source's own dialect columns are spelt as the catalogue has them, and values are equal
    where they were when the view was scored, whatever their collation.
    """
    engine, plan = source.engine, recoding.plan
    written, from_sql, population = unopened(spec, dialect or engine.dialect.name, engine.files)
    own = written == engine.dialect and engine.dialect.client != "embedded"
    columns = [name for name, _ in describe(engine, source.from_sql, source.name)]
    if own and isinstance(spec.relation, str) and spec.query is None:
        relation = source.beside(spec.records)
        kept_names = [name for name, _ in describe(engine, relation.from_sql, relation.name)]
        plan = replace(plan, spelling=dict(zip(columns, kept_names, strict=True)))
        population = population and source.beside(spec.population).from_sql
        return written, relation.from_sql, replace(recoding, plan=plan, population=population)
    others = () if written == engine.dialect else columns
    return written, from_sql, replace(printed_recoding(recoding, spec, written, others), population=population)


def printed_recoding(recoding: Recoding, spec: Spec, dialect: Dialect, columns: Sequence[str]) -> Recoding:
    """Return a recoding whose columns are spelt as a dialect keeps names."""
    return replace(recoding, plan=with_spelling(recoding.plan, dialect, exact=spec.exact_names, columns=columns))


def recoding_lines(recoding: Recoding, suppressed: int, records: int) -> list[str]:
    """Return the lines that describe what a recoding of advice does."""
    lines = [
        f"{column.column}: level {level} of {column.root}, {column.name(level)}" for column, level in recoding.levels
    ]
    return lines + suppression_lines(recoding, suppressed, records)


def suppression_lines(recoding: Recoding, suppressed: int, records: int) -> list[str]:
    """Return the lines on the records and the columns that a recoding suppresses."""
    share = f"{suppressed:,} of {records:,} records ({suppressed / max(records, 1):.1%})"
    done = f"have {recoding.mark} in every quasi-identifier" if recoding.starred else "are left out"
    lines = [f"{share} {done}" if suppressed else "no record is suppressed"]
    if recoding.omitted:
        lines.append(f"left out, since they name people outright: {', '.join(sorted(recoding.omitted))}")
    return lines


def view_name(spec: Spec) -> str:
    """Return the name of the view: the relation's short name with `_advised`."""
    return f"{short_relation(spec)}_advised"


def reference(spec: Spec, from_sql: str) -> str:
    """Return the relation as a model of dbt names it: by ref, or by source where it has a schema.

    A query stays as it is, and so does a condition on records.
    """
    if isinstance(spec.relation, str) and spec.query is None:
        table = spec.place.holds_tables or not is_path(spec.relation)
        parts = table_parts(spec.relation) if table else [short_relation(spec)]
        words = ", ".join(f"'{part.translate({39: chr(92) + chr(39), 92: chr(92) * 2})}'" for part in parts[-2:])
        named = f"{{{{ {'ref' if len(parts) == 1 else 'source'}({words}) }}}}"
        if spec.where is None:
            return named
        return f"(select * from {named} source where ({_escaped(spec.where.strip())}))"  # noqa: S608 - checked
    return _escaped(from_sql) if isinstance(spec.records, Query) or spec.query else "{{ ref('frame') }}"


def _escaped(text: str) -> str:
    """Return a text as dbt writes it again as it is."""
    return BRACES.sub(lambda match: f"{{{{ '{match[0]}' }}}}", text)
