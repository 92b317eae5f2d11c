"""The words of texts, counted before anything is scored."""

from __future__ import annotations

from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import opened
from sqlmetrics.scoring.words import TextWords
from sqlmetrics.spec.place import WordedRelation
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.words import word_extent_sql


def text_words(spec: Spec, progress: Progress) -> TextWords:
    """Return the numbers of words in a spec's texts. Raises SpecError, QueryError."""
    worded: WordedRelation = spec.records
    with opened(worded.relation, spec.place, progress) as source:
        there = source.texts(worded)
        query = word_extent_sql(worded, there.from_sql, there.engine.dialect)
        (row,) = fetch_rows(there.engine, query, there.name, TextWords, "words")
        return row
