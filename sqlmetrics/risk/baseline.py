"""What an attacker believes of each sensitive attribute.

The baseline is the belief about anybody, the posterior that about the people of each class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from sqlmetrics.engine.kept import Kept, Store
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.question import RelationQuestion
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render

Beliefs = Literal["baseline", "posterior"]
"""The beliefs, by the macro that counts them."""


class Belief(NamedTuple):
    """One value of a sensitive attribute, the records that have it, and their share.

    With `individual` the records are people, each once, and the share is a share of all people. The
    value is None where it is NULL or not shown.
    """

    target: str
    partition: str | None
    value: str | None
    records: int
    share: float


class ClassBelief(NamedTuple):
    """One value of a sensitive attribute in a class of `class_records`, with its share there.

    `baseline` is its share in the whole table. With `individual` the records are people, each once.
    The class, the values of the quasi-identifiers as a
    line of CSV, and the value are None where they are not shown.
    """

    target: str
    partition: str | None
    class_: str | None
    class_records: int
    value: str | None
    records: int
    share: float
    baseline: float


@dataclass(frozen=True, repr=False)
class Baseline(Result[Belief]):
    """The distribution of each sensitive attribute, its most frequent values first.

    It is a Belief for each value of each `target` and `partition`, with the number of `records` and
    their `share` (0 to 1). With `individual` people are counted instead, as in `score`: each once
    per combination of quasi-identifiers and value.

    `of_people` says whether people are counted, who may have several records.
    """

    beliefs: tuple[Belief, ...]
    of_people: bool = field(default=False, compare=False)

    @property
    def rows(self) -> tuple[Belief, ...]:
        """The values of the attributes."""
        return self.beliefs

    def __getitem__(self, place: int) -> Belief:
        return self.beliefs[place]


@dataclass(frozen=True, repr=False)
class Posterior(Result[ClassBelief]):
    """The distribution of each sensitive attribute in each class, the surest classes first.

    It is a ClassBelief for each `target`, `partition`, `class_` and `value`, a class's most
    frequent value first. It has the number of `records` of `class_records`, their `share` of these,
    and `baseline`, the share in the whole table (0 to 1). With `individual` people are counted
    instead, as in `baseline`.

    `key_types` are the types of the quasi-identifiers, as DuckDB names them, empty where they are
    unknown. `of_people` says whether people are counted, who may have several records.
    """

    beliefs: tuple[ClassBelief, ...]
    key_types: Mapping[str, str] = field(default_factory=dict, compare=False)
    of_people: bool = field(default=False, compare=False)

    @property
    def rows(self) -> tuple[ClassBelief, ...]:
        """The values of the attributes, class by class."""
        return self.beliefs

    def __getitem__(self, place: int) -> ClassBelief:
        return self.beliefs[place]


def baseline(
    spec: Spec, *, show_values: bool = False, limit: int | None = None, progress: Progress | None = None
) -> Baseline:
    """Return the distribution of each sensitive attribute, the most frequent value first.

    Quasi-identifiers change nothing, and may be missing. With `individual` people are counted, each
    once for each value that they have. `limit` keeps the first values of each attribute; they are
    named only with `show_values`. Raises SpecError, QueryError.
    """
    with _question("baseline", spec, show_values=show_values, limit=limit).opened(progress) as question:
        return Baseline(tuple(question.rows(Belief, "baseline")), spec.individual is not None)


def posterior(
    spec: Spec, *, show_values: bool = False, limit: int | None = None, progress: Progress | None = None
) -> Posterior:
    """Return the distribution of each sensitive attribute in each class, beside the baseline.

    The classes with the surest guess come first. Without `show_values` there is only the most
    frequent value of each class, and neither is named. `limit` keeps the first classes of each
    attribute. Raises SpecError, QueryError.
    Source: Brickell and Shmatikov 2008, A_san.
    """
    with _question("posterior", spec, show_values=show_values, limit=limit).opened(progress) as question:
        beliefs = tuple(question.rows(ClassBelief, "posterior"))
        return Posterior(beliefs, question.key_types, spec.individual is not None)


def ask_beliefs(
    beliefs: Beliefs,
    spec: Spec,
    *,
    show_values: bool,
    limit: int | None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Baseline | Posterior | Kept:
    """Return the baseline or the posterior; with a store, as rows that are kept there."""
    if store is None:
        function = baseline if beliefs == "baseline" else posterior
        return function(spec, show_values=show_values, limit=limit, progress=progress)
    with _question(beliefs, spec, show_values=show_values, limit=limit).opened(progress) as question:
        return question.kept(store, kinds_of(Belief if beliefs == "baseline" else ClassBelief), beliefs)


def beliefs_sql(
    beliefs: Beliefs, spec: Spec, *, dialect: str | None = None, show_values: bool = False, limit: int | None = None
) -> str:
    """Return the statement that `baseline` or `posterior` runs, in a dialect."""
    return _question(beliefs, spec, show_values=show_values, limit=limit).printed(dialect)


def _question(beliefs: Beliefs, spec: Spec, *, show_values: bool, limit: int | None) -> RelationQuestion:
    """Return the question for the baseline or the posterior beliefs.

    Raises SpecError where no sensitive attribute is named.
    """
    check_goes_with(beliefs, spec)
    if not spec.sensitive:
        raise SpecError("name at least one sensitive attribute in `sensitive`")
    where = " in each class" if beliefs == "posterior" else ""
    return RelationQuestion(
        spec.model_copy(update={"population": None}),
        build_plan(spec, show_values=show_values, limit=limit, keyless=beliefs == "baseline"),
        lambda asked: render(beliefs, plan_entries(asked.plan, asked.from_sql), dialect=asked.dialect),
        f"how {', '.join(spec.sensitive)} of {spec.name} are distributed{where}",
    )
