"""The values of columns that go with the records that a recoding drops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlmetrics.advice.view import Recoding, advised_query
from sqlmetrics.engine.engine import fetch
from sqlmetrics.engine.source import Source
from sqlmetrics.phrase import Phrase
from sqlmetrics.sentences import Facts, Sentence
from sqlmetrics.statement.entries import mark_entries
from sqlmetrics.statement.render import render


class LostValues(NamedTuple):
    """A column of a release with the number of its values, and how many of them are gone.

    They were values of dropped records alone.
    """

    column: str
    values: int
    gone: int

    @property
    def told(self) -> Phrase:
        """What is lost, in a sentence without its full stop."""
        form = ONE_IS_GONE if self.values == 1 else IS_GONE if self.gone == 1 else ARE_GONE
        return form.phrase(self._asdict(), gone=self.gone, values=self.values, column=self.column)


def _is_lost(release: Any, of: Facts) -> bool:
    return bool(release.lost(of["column"]) == (of["values"], of["gone"]))


ONE_IS_GONE = Sentence("{gone} of {values} value of {column} is gone", _is_lost)
IS_GONE = Sentence("{gone} of {values} values of {column} is gone", _is_lost)
ARE_GONE = Sentence("{gone} of {values} values of {column} are gone", _is_lost)


def lost_values(
    source: Source, people: Source | None, recoding: Recoding, names: Sequence[str]
) -> Iterator[LostValues]:
    """Yield each named column that lost values, by how many it had on its level, and has.

    `people` is the population beside the relation. A value that only became coarser is not lost.
    """
    engine, numbers = source.engine, []
    for one in (replace(recoding, rounds=0), recoding):
        from_sql = f"(\n{advised_query(source, people, one)}\n)"
        if one.rounds and one.starred:
            marks = mark_entries(dict.fromkeys(one.plan.quasi_identifiers, one.mark))
            from_sql = f"(\n{render('unmarked_rows', from_sql, marks, dialect=engine.dialect)}\n)"
        query = render("distinct_values", from_sql, names, dialect=engine.dialect)
        numbers.append(fetch(engine, query, source.name, "lost")[0])
    for column, before, after in zip(names, *numbers, strict=True):
        if after < before:
            yield LostValues(column, int(before), int(before) - int(after))
