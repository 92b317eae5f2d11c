"""The question about several roles of a database, who each see some of a relation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.engine.roles import role_statements, roles_of
from sqlmetrics.errors import QueryError
from sqlmetrics.risk.explained_steps import Explained
from sqlmetrics.risk.kinds.question import Answering, Printing, ScoreQuestion
from sqlmetrics.scoring.roles import of_roles
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.place import Role
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.sessions import Roles
from sqlmetrics.statement.statement import comment


@dataclass(frozen=True)
class OfRoles(ScoreQuestion):
    """The same question as each of several roles, whose `questions` are by their names."""

    questions: Mapping[str, ScoreQuestion]

    def answer(self, how: Answering) -> Scores:
        """Return the scores of what each role sees, in one result."""
        own = {}
        for role, question in self.questions.items():
            try:
                own[role] = question.answer(how)
            except QueryError as error:
                raise type(error)(f"as {role}: {error}", error.detail) from None
        return of_roles(own)

    def statements(self, how: Printing) -> Sequence[str]:
        """Return the statements of each role: the role is taken, asked and left."""
        dialect, roles = self._taken(how.dialect)
        texts: list[str] = []
        for role, question in self.questions.items():
            takes = role_statements(roles.takes, Role(role, self.spec.exact_names), dialect)
            texts += [_one(text, f"what {role} sees of {self.spec.name}") for text in takes]
            texts += [*question.statements(how), *(_one(text, f"{role} has been asked") for text in roles.leaves)]
        return texts

    def explained(self) -> Explained:
        """Return the steps of each role."""
        self._taken(None)
        runs = {role: question.explained() for role, question in self.questions.items()}
        first = next(iter(runs.values()))
        return first._replace(
            about=[f"as each of {len(runs)} roles: {', '.join(runs)}", *first.about],
            steps=[(f"as {role}: {step}", parts) for role, run in runs.items() for step, parts in run.steps],
            plans=[plan for run in runs.values() for plan in run.plans],
            reads=f"{first.reads}, as each role",
        )

    def _taken(self, name: str | None) -> tuple[Dialect, Roles]:
        """Return the dialect of what is printed, and how its sessions take a role."""
        dialect, _, _ = unopened(self.spec, name)
        return dialect, roles_of(dialect)


def _one(text: str, note: str) -> str:
    """Return a statement below a comment."""
    return f"{comment(note)}{text}\n"
