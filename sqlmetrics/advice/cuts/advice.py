"""Advice by median cuts: the classes, their scores, and the view of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from sqlmetrics.advice.counts.conditions import ClassCondition
from sqlmetrics.advice.counts.settled import Settled
from sqlmetrics.advice.cuts.median_cuts import FoundClasses
from sqlmetrics.advice.cuts.recoding import check_strategy, cut_recoding
from sqlmetrics.advice.cuts.result import ColumnCuts, MultidimensionalAdvice
from sqlmetrics.advice.result import Advice, Change, column_change
from sqlmetrics.advice.view import Recoding, Release, recoded_texts, unexplained_identifiers, verified, view_name
from sqlmetrics.advice.written_words import view_spec
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source, opened_records, population_source
from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.release import Strategy
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import check_columns
from sqlmetrics.version import __version__

OF_COLUMNS = ("keep", "need", "at_most", "local", "frontier")
"""The words of advice that are about whole columns, or about what is suppressed of them."""


def check_cut_words(spec: Spec) -> None:
    """Raise SpecError for a spec that advice by median cuts cannot follow."""
    strategy = spec.advise.strategy
    check_strategy(spec, strategy, "advise")
    for word in OF_COLUMNS:
        if getattr(spec.advise, word):
            raise SpecError(
                f"advise: `{word}` is about whole columns, and `strategy: {strategy}` cuts classes: leave one out"
            )


def multidimensional_advice(
    spec: Spec,
    plan: Plan,
    conditions: Sequence[ClassCondition],
    full_domain: Advice,
    change: Callable[[ClassCondition, Sequence[Score], Sequence[Score]], Change],
    dialect: str | None,
    progress: Progress | None,
) -> MultidimensionalAdvice:
    """Return the classes that median cuts make of a spec's relation, and that keep its conditions.

    They are beside the `full_domain` advice; `change` makes a threshold's scores before and after.
    Raises the errors of `advise`.
    """
    strategy = spec.advise.strategy
    if dialect is not None:
        unopened(spec, dialect)
    with opened_records(spec, progress or Progress(), beside=[spec.population]) as source:
        described = describe(source.engine, source.from_sql, source.name)
        check_columns(plan, described, source.name)
        omitted = unexplained_identifiers(spec)
        recoding, found = cut_recoding(source, spec, plan, conditions, strategy, described, omitted, spec.advise)
        people = population_source(source, spec) if plan.populated else None
        after = verified(source, people, spec, recoding, Settled(0, 0, (), True), found.records)
        texts = cut_texts(recoding, found, source, spec, dialect, strategy)
    cuts = Counter(cut.place for cut in found.classes.cuts)
    return MultidimensionalAdvice(
        relation_name=source.name,
        dialect=texts.dialect,
        version=__version__,
        records=found.records,
        suppressed=0,
        budget=0,
        columns=tuple(column_change(column, level) for column, level in recoding.levels),
        loss_name=spec.advise.loss,
        loss=found.loss(spec.advise),
        ties=(),
        thresholds=tuple(change(condition, found.before, after) for condition in conditions),
        nodes=found.totals.classes,
        asked=found.totals.classes,
        proven=False,
        proof="order of loss",
        bound=None,
        gap=None,
        view=texts.statement,
        model=texts.model,
        spec=view_spec(spec, texts.name, recoding.levels, None),
        strategy=strategy,
        classes=found.totals.classes,
        rounds=found.rounds,
        cuts=tuple(
            ColumnCuts(key.column, cuts[place], total.released)
            for place, (key, total) in enumerate(zip(found.classes.keys, found.totals.columns, strict=True), 1)
        ),
        full_domain=full_domain,
    )


def cut_texts(
    recoding: Recoding, found: FoundClasses, source: Source, spec: Spec, dialect: str | None, strategy: Strategy
) -> Release:
    """Return the texts of the view of classes, in a dialect that is by default the source's."""
    about = [
        f"sqlmetrics {__version__}: {spec.name}, recoded so that its thresholds pass",
        f"{found.totals.classes:,} classes by median cuts ({strategy}) of {', '.join(recoding.plan.quasi_identifiers)}",
    ]
    if recoding.omitted:
        about.append(f"left out, since they name people outright: {', '.join(sorted(recoding.omitted))}")
    columns = [name for name, _ in describe(source.engine, source.from_sql, source.name)]
    return recoded_texts(recoding, source, spec, dialect, view_name(spec), about, columns)
