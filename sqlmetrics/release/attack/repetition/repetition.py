"""What generated texts repeat of the texts that a model was trained on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass

from sqlmetrics.engine.comparison import Compared, Comparison, Sides, printed_statements
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import Statement, fetch_row, macro_statement
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.closeness.options import NGRAM, ClosenessOptions
from sqlmetrics.release.attack.repetition.scores import MOST_PEOPLE, RepetitionRow, repetition_scores
from sqlmetrics.release.attack.truth import control_of, truth_of
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.spec.bounds import MOST_KNOWN
from sqlmetrics.spec.place import WordedRelation
from sqlmetrics.statement.dialects import Dialect, check_dialect
from sqlmetrics.statement.render import render
from sqlmetrics.statement.words import WordsEntry, words_entry

OF_DISTANCES = ("columns", "record_id", "max_pairs", "seed", "delta")
"""The options that are about distances of records alone."""


EACH_A_PERSON = "each record is taken for a person; who wrote several is told by the column of `individual`"
"""What is said of texts that nobody's column tells apart."""


@dataclass(frozen=True)
class RepetitionQuestion:
    """The question which runs of words of few people the generated texts of releases repeat.

    A run is `ngram` words in a row of a text, in lower case. A run that at most k people have is
    k-eidetic where a model repeats it. Runs of both the original and a control group are left out,
    as they are nobody's own. Without an `individual` each record is a person.

    Source: Carlini et al. 2021, Extracting training data from large language models.
    """

    sides: Sides
    options: ClosenessOptions

    def answer(self, progress: Progress | None = None) -> ReleaseScores:
        """Return the scores of what each release repeats.

        Raises SpecError for columns that are missing, and for an engine that cannot split texts.
        """
        options = self.options
        scores: list[Score] = []
        with self._opened(progress) as comparison:
            sizes = {"own": len(MOST_PEOPLE), "others": 0 if options.control is None else len(MOST_PEOPLE)}
            for release, statement, _ in _searches(comparison, options, comparison.engine.dialect):
                text = statement.text(comparison.engine.dialect)
                row = fetch_row(comparison.engine, text, release.name, RepetitionRow, "repetition", sizes=sizes)
                scores += repetition_scores(row, release.name, str(options.text), _length(options))
            names = [release.name for release in comparison.releases]
            notes = () if options.individual else (EACH_A_PERSON,)
            return ReleaseScores.of(comparison.engine, comparison.original, names, scores, notes)

    def printed(self, dialect: str | None = None) -> str:
        """Return the statements that are run for the answer, with comments above.

        The relations are opened for their columns.
        """
        exact = self.options.exact_names
        with self._opened(sides=self.sides._replace(releases=self.sides.listed)) as comparison:
            written = comparison.engine.dialect if dialect is None else check_dialect(dialect)
            texts = (
                printed_statements(comparison, [statement], relations, dialect, exact=exact)
                for _, statement, relations in _searches(comparison, self.options, written)
            )
            return "\n".join(texts)

    def _opened(
        self, progress: Progress | None = None, sides: Sides | None = None
    ) -> AbstractContextManager[Comparison]:
        """Open the relations. Raises SpecError for words of distances."""
        options = self.options
        check_texts(options)
        named = (options.individual, options.text)
        return (sides or self.sides).opened(progress, beside=(options.control,), columns=named)


def check_texts(options: ClosenessOptions) -> None:
    """Raise SpecError where the options of texts name one column twice, or measure distances."""
    if options.individual == options.text:
        raise SpecError(f"'{options.text}' has the texts: name another column as `individual`")
    if not 1 <= _length(options) <= MOST_KNOWN:
        raise SpecError(f"`ngram` is from 1 to {MOST_KNOWN} words in a row, not {options.ngram}")
    for word in OF_DISTANCES:
        if getattr(options, word) != getattr(ClosenessOptions, word):
            raise SpecError(f"`{word}` is about distances, and runs of words of `text` have none: leave it out")


def numbering(text: str) -> str:
    """Return the name of the number of a record, beside a column of texts."""
    return "record" if text.casefold() != "record" else "numbered"


def _length(options: ClosenessOptions) -> int:
    """Return how many words in a row are compared."""
    return NGRAM if options.ngram is None else options.ngram


def _searches(
    comparison: Comparison, options: ClosenessOptions, dialect: Dialect
) -> Iterator[tuple[Compared, Statement, list[Compared]]]:
    """Yield each release with its statement and the relations that this reads. Raises SpecError."""
    engine, original = comparison.engine, comparison.original
    text, individual = str(options.text), options.individual
    original.check_text(text)
    truth_of(engine, original, individual)
    control = None if options.control is None else comparison.beside(options.control)
    if control is not None:
        control.check_text(text)
        control_of(engine, original, control, individual)

    def words(relation: Compared, person: str | None) -> WordsEntry:
        from_sql, number = relation.from_sql, numbering(text)
        if person is None:
            from_sql = render("numbered_texts", from_sql, text, number, dialect=dialect)
        worded = WordedRelation(relation.given, text, person or number, exact=True, length=_length(options))
        return words_entry(worded, from_sql, dialect)

    for release in comparison.releases:
        release.check_text(text)
        plan = {
            "original": words(original, individual),
            "release": words(release, text),
            "control": None if control is None else words(control, individual),
            "most": MOST_PEOPLE,
        }
        about = (
            f"runs of {_length(options)} words in {text} of few people of {original.name} that {release.name} repeats"
        )
        relations = [one for one in (original, release, control) if one is not None]
        yield release, macro_statement("repeated_texts", plan, about=(about,)), relations
