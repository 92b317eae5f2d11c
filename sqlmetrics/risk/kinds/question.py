"""What a question of scores says of itself, whatever its kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from sqlmetrics.engine.kept import Store
from sqlmetrics.engine.progress import Progress
from sqlmetrics.risk.explained_steps import Explained
from sqlmetrics.scoring.counted import OnCounts
from sqlmetrics.scoring.score_rows import MOST_SLICES
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan


class Answering(NamedTuple):
    """How a question is answered: the arguments of `score`, which describes them."""

    show_values: bool = False
    limit: int | None = None
    progress: Progress | None = None
    store: Store | None = None
    beside: OnCounts | None = None
    slices: int = MOST_SLICES


class Printing(NamedTuple):
    """How a question is printed: the arguments of `score_sql`, which describes them."""

    dialect: str | None = None
    show_values: bool = False
    limit: int | None = None
    count_table: str | None = None
    placeholders: bool = False


@dataclass(frozen=True)
class ScoreQuestion(ABC):
    """A question of scores about the relation of a spec."""

    spec: Spec

    def plans(self, how: Answering | None = None) -> list[Plan]:
        """Return the plans of what is scored; a harmonised spec has several. Raises SpecError."""
        shown = how or Answering()
        made = partial(build_plan, show_values=shown.show_values, limit=shown.limit, numbered=shown.store is None)
        return [made(part) for part in harmonised(self.spec)]

    @property
    def known_points(self) -> str | None:
        """The points of a person that are known, as scores write them; None of single records."""
        return None

    def of_table(self) -> Spec:
        """Return the spec of the whole table, record by record, which has the evidence."""
        spec = self.spec
        if not spec.by:
            return spec
        own = {column: forms for column, forms in spec.partitions.items() if column not in spec.by}
        return spec.model_copy(update={"by": {}, "partitions": own})

    @abstractmethod
    def answer(self, how: Answering) -> Scores:
        """Return the scores. Raises SpecError, QueryError; see `score`."""

    @abstractmethod
    def statements(self, how: Printing) -> Sequence[str]:
        """Return the statements that answer, in a dialect; nothing is opened. Raises SpecError."""

    @abstractmethod
    def explained(self) -> Explained:
        """Return the steps of answering; nothing is opened. Raises SpecError."""


@dataclass(frozen=True)
class QuestionAround(ScoreQuestion):
    """A question that adds to another one, and does as that one does where it adds nothing."""

    question: ScoreQuestion

    @property
    def known_points(self) -> str | None:
        """The points of a person that are known, as scores write them."""
        return self.question.known_points

    def plans(self, how: Answering | None = None) -> list[Plan]:
        """Return the plans of the question."""
        return self.question.plans(how)

    def of_table(self) -> Spec:
        """Return the spec of the whole table, record by record."""
        return self.question.of_table()

    def statements(self, how: Printing) -> Sequence[str]:
        """Return the statements of the question."""
        return self.question.statements(how)
