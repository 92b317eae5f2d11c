"""An assessment by the attacks of the Discrimination Rate, before relations are opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.spelling import with_spelling


@dataclass(frozen=True)
class Assessment:
    """The plan of one release's score, and the link between releases and the original.

    `names` gives the name of a released column in the original and in the external table, where
    that differs. Metrics on request are measured if `everything` is.
    """

    plan: Plan
    record_id: str | None
    external: bool
    names: Mapping[str, str]
    limit: int | None
    everything: bool

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys as the releases call them."""
        return self.plan.quasi_identifiers

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The sensitive attributes as the releases call them, once each."""
        return tuple(dict.fromkeys(target.column for target in self.plan.targets if target.column is not None))

    @property
    def recoded(self) -> bool:
        """Whether the recoding of the keys links releases to the original."""
        return self.record_id is None and bool(self.plan.recodings)

    @property
    def known(self) -> list[tuple[int, ...]]:
        """The sets of known keys by their places: each alone, then all together."""
        alone: list[tuple[int, ...]] = [(place,) for place in range(len(self.keys))]
        return alone if len(alone) == 1 else [*alone, tuple(range(len(alone)))]

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column that is named, as releases call it and as the original does."""
        individual = () if self.plan.individual is None else (self.plan.individual,)
        own = (*self.keys, *self.sensitive, *individual)
        record_id = () if self.record_id is None else (self.record_id,)
        return tuple(dict.fromkeys((*own, *map(self.there, own), *record_id)))

    def there(self, column: str) -> str:
        """Return the name in the original of a column of the releases."""
        return self.names.get(column, column)


def spelt(assessment: Assessment, dialect: Dialect, *, exact: bool) -> Assessment:
    """Return an assessment whose columns are spelt as `with_spelling` does."""
    plan = with_spelling(assessment.plan, dialect, exact=exact, columns=assessment.columns)
    return replace(assessment, plan=plan)


def plan_assessment(
    spec: Spec,
    record_id: str | None,
    external: bool,
    names: Mapping[str, str] | None,
    show_values: bool,
    limit: int | None,
    everything: bool,
) -> Assessment:
    """Return the assessment of a spec, checked as far as no relation is needed for it.

    Raises SpecError.
    """
    check_goes_with("attacks", spec)
    models = {column: spec.partitions.get(column, []) for column in spec.sensitive}
    raw = {column: [*(() if "raw" in entries else ("raw",)), *entries] for column, entries in models.items()}
    beyond = ["adjusted_discrimination_rate"] if spec.level == "table" else []
    metrics = ["discrimination_rate", *(["a_diff", *beyond] if spec.sensitive else [])]
    plan = build_plan(
        spec.model_copy(
            update={"partitions": spec.partitions | raw, "metrics": metrics, "nulls": "category", "population": None}
        ),
        show_values=show_values,
        limit=limit,
    )
    renamed = dict(names or {})
    for column in renamed:
        if column not in (*plan.quasi_identifiers, *spec.sensitive, plan.individual):
            raise SpecError(f"'{column}' is renamed, but is neither a quasi-identifier nor sensitive")
    if record_id is not None and record_id in (*plan.quasi_identifiers, *spec.sensitive):
        raise SpecError(
            f"column '{record_id}' is named twice, as the record id and for the attack; each column has one role"
        )
    return Assessment(
        plan=plan, record_id=record_id, external=external, names=renamed, limit=limit, everything=everything
    )
