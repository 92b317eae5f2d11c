"""A question about several tables of the same people, and what each of them gives away alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlmetrics.engine.progress import Progress
from sqlmetrics.risk.events.linked import checked_tables
from sqlmetrics.risk.explained_steps import Explained
from sqlmetrics.risk.kinds.question import Answering, QuestionAround
from sqlmetrics.scoring.linked_tables import LinkedTables
from sqlmetrics.scoring.scores import Score, Scores
from sqlmetrics.spec.linked_points import tables_alone, tables_without
from sqlmetrics.spec.linked_tables import linked_relation
from sqlmetrics.spec.spec import Spec


@dataclass(frozen=True)
class WithTables(QuestionAround):
    """A question on the points of all tables together, beside the same on each table alone."""

    def answer(self, how: Answering) -> Scores:
        """Return the scores of all tables together, with the scores of each. Raises SpecError."""
        progress = how.progress or Progress()
        found = checked_tables(self.spec, progress)
        together = self.question.answer(how)

        def scores_of(parts: Mapping[str, Spec]) -> dict[str, tuple[Score, ...]]:
            asked = {name: replace(self.question, spec=part) for name, part in parts.items()}
            return {name: one.answer(how._replace(progress=progress)).scores for name, one in asked.items()}

        alone, others = scores_of(tables_alone(self.spec)), scores_of(tables_without(self.spec))
        own = [one._replace(scores=alone.get(one.table, ()), others=others.get(one.table, ())) for one in found.tables]
        return replace(together, tables=LinkedTables(found.people, found.pointless, tuple(own)))

    def of_table(self) -> Spec:
        """Return the spec of the points of all tables, record by record."""
        points = {"tables": {}, "relation": linked_relation(self.spec)}
        return self.question.of_table().model_copy(update=points)

    def explained(self) -> Explained:
        """Return the steps of the question on all tables, and that each is asked by itself."""
        run = self.question.explained()
        alone = [(f"{name} alone", ["the same steps, on its points"]) for name in tables_alone(self.spec)]
        alone += [(f"all but {name}", ["the same steps, on theirs"]) for name in tables_without(self.spec)]
        first = ("tables, one statement", ["people and records of each table, and records of people main lacks"])
        return run._replace(steps=[first, *run.steps, *alone])
