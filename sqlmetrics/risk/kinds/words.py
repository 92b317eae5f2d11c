"""A question about the words of texts, beside what was left out of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlmetrics.engine.progress import Progress
from sqlmetrics.risk.events.words import text_words
from sqlmetrics.risk.explained_steps import Explained
from sqlmetrics.risk.kinds.question import Answering, QuestionAround
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.spec import Spec


@dataclass(frozen=True)
class WithWords(QuestionAround):
    """A question on the words of people as their points, with how many words are left out."""

    def answer(self, how: Answering) -> Scores:
        """Return the scores, with the numbers of words. Raises SpecError, QueryError."""
        progress = how.progress or Progress()
        words = text_words(self.spec, progress)
        return replace(self.question.answer(how._replace(progress=progress)), words=words)

    def of_table(self) -> Spec:
        """Return the spec of the words of all people, each of a person a record."""
        words = {"relation": self.spec.records, **dict.fromkeys(("text", "ngram", "where", "query"))}
        return self.question.of_table().model_copy(update=words)

    def explained(self) -> Explained:
        """Return the steps of the question, and that words are counted before."""
        run = self.question.explained()
        return run._replace(steps=[("words, one statement", ["words, and the people who have each"]), *run.steps])
