"""The view of a recoding: its query over the relation, in any dialect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, TypedDict

from sqlmetrics.advice.counts.conditions import ClassCondition
from sqlmetrics.advice.counts.settled import Settled, by_target, class_entries, class_plan, keeps
from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import DialectError, QueryError
from sqlmetrics.risk.score import score_source
from sqlmetrics.risk.scores import Score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import RecodingEntry, mark_entries, plan_entries, recoding_entry
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render

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
    """The way that a view suppresses; see the macro `advised_view`."""

    mark: str
    starred: bool
    least: int | None
    size: str
    alone: bool
    named: bool


@dataclass(frozen=True)
class Recoding:
    """A recoding of a relation: the level of each quasi-identifier, and the classes that go.

    Classes that fail a condition get the `mark`, or go unless they are `starred`, once for each of
    the `rounds`. The columns `omitted` are not in the view, and the columns `floating` hold floats.
    `population` is the text of a FROM clause, whose keys are recoded like the view's keys.
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

    def query(self, columns: Sequence[str], relation: str, dialect: Dialect) -> str:
        """Return the query of a relation's columns with its quasi-identifiers recoded.

        `relation` is the text of a FROM clause. Raises DialectError where the dialect takes no
        `with` clause in one, and the query needs it.
        """
        shown = [column for column in columns if column not in self.omitted]
        if self.rounds == 0:
            entries = self._columns(shown, self.levels)
            return render("recoded_rows", relation, entries, self.mark, True, dialect=dialect)
        least = None if dialect.joins_sizes else _least(self.plan, self.conditions)
        if least is None and not dialect.nests_with:
            raise DialectError(
                f"advise: {dialect.name} takes no `with` clause in a query's FROM clause, which suppression for "
                "these thresholds needs; suppress nothing, or for k_anonymity and prosecutor_risk alone"
            )
        query, levels = "", self.levels
        for number in range(self.rounds):
            query = self._round(shown, levels, RELATION, dialect, number, least)
            query = query if dialect.shadows_with else _apart(query, f"round_{number + 1}_")
            query = query.replace(RELATION, relation)
            relation = f"(\n{query}\n)"
            levels = tuple((column, level if level == column.root else 0) for column, level in levels)
        return query

    def people(self, columns: Sequence[str], relation: str, dialect: Dialect, *, texts: bool) -> str:
        """Return the query of a population whose keys are recoded like the view's keys.

        With `texts` all keys are texts, as they are where the view has marks.
        """
        keys = [column for column in columns if column in self.plan.quasi_identifiers]
        keys += [column for column in columns if column == self.plan.individual]
        entries = self._columns(keys, self.levels, texts=texts)
        return render("recoded_rows", relation, entries, self.mark, True, dialect=dialect)

    def _columns(
        self, columns: Sequence[str], levels: Sequence[tuple[Generalization, int]], *, texts: bool = False
    ) -> list[ColumnEntry]:
        """Return the entries of columns; with `texts` keys below the root are texts."""
        by_name = {column.column: (column, level) for column, level in levels}
        entries = []
        for number, name in enumerate(columns, 1):
            column, level = by_name.get(name, (None, 0))
            partition = None if column is None else column.partition(level)
            entries.append(
                ColumnEntry(
                    column=self.plan.spelt(name),
                    number=number,
                    key=column is not None,
                    recoding=None if partition is None else recoding_entry(partition),
                    root=column is not None and level == column.root,
                    text=texts and column is not None,
                    floating=name in self.floating,
                )
            )
        return entries

    def _round(
        self,
        columns: Sequence[str],
        levels: Sequence[tuple[Generalization, int]],
        relation: str,
        dialect: Dialect,
        number: int,
        least: int | None,
    ) -> str:
        """Return the query of one round of suppression."""
        keys = [column.column for column, level in levels if level < column.root]
        marked = dict.fromkeys(keys, self.mark) if number and self.starred else None
        recoded = replace(self.plan, quasi_identifiers=tuple(keys), recodings={}, suppressed=marked)
        classes = class_plan(recoded, self.conditions)
        people = None
        if self.population is not None and classes.populated:
            named = [*self.plan.quasi_identifiers, *([self.plan.individual] if self.plan.individual else [])]
            people = f"(\n{self.people(named, self.population, dialect, texts=marked is not None)}\n)"
        described, alone = class_entries(
            plan_entries(classes, "recoded", population=people, named_keys=True, needed=True)
        )
        listed = by_target(self.conditions, classes)
        size = "class_size"
        while size in {column.lower() for column in columns}:
            size += "_"
        view = ViewEntries(
            mark=self.mark, starred=self.starred, least=least, size=size, alone=alone, named=dialect.nests_with
        )
        return render(
            "advised_view", described, relation, self._columns(columns, levels), listed, view, dialect=dialect
        )


def _apart(query: str, prefix: str) -> str:
    """Return a query whose `with` clause has names with a prefix, which no outer clause has."""
    names = set(re.findall(r"^(\w+) as \(", query, re.MULTILINE))
    return WORD.sub(lambda word: f"{prefix}{word[0]}" if word[1] in names else word[0], query)


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
    view = source._replace(from_sql=from_sql)
    residents = None
    if people is not None:
        named = [name for name, _ in describe(people.engine, people.from_sql, people.name)]
        texts = recoding.rounds > 0 and recoding.starred
        query = recoding.people(named, people.from_sql, people.engine.dialect, texts=texts)
        residents = people._replace(from_sql=f"(\n{query}\n)")
    result = score_source(view, plan, residents)
    held = all(keeps(condition, result.scores) for condition in recoding.conditions)
    if not held or records - result.records != settled.suppressed:
        raise QueryError(
            f"the advised view of {source.name} does not score as the search found, which is an error of sqlmetrics;"
            " please report it with the spec"
        )
    return result.scores
