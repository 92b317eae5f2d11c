"""The commands that measure what releases are good for: utility and tradeoff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlmetrics.cli import shared
from sqlmetrics.cli.choices import Classifier, Format, TradeoffMeasure
from sqlmetrics.cli.command import command, shared_flags
from sqlmetrics.cli.output import form_of, write, write_sql
from sqlmetrics.cli.panels import RELEASES
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.options import QUERIES, UtilityOptions
from sqlmetrics.release.utility.private import MINIMUM_PEOPLE
from sqlmetrics.spec.place import Place

if TYPE_CHECKING:
    from pathlib import Path

    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.release.utility.prediction_task import PredictionTask
    from sqlmetrics.spec.place import Sides


@shared_flags(
    "individual record column continuous workload queries seed suppressed hierarchy",
    "pairs pmse minimum_people show_values exact_names",
)
def utility_options(
    queries: int = QUERIES, seed: int = 1, minimum_people: int = MINIMUM_PEOPLE, **flags: Any
) -> UtilityOptions:
    """Return the options of a comparison that the flags make. Raises SpecError."""
    return UtilityOptions(queries=queries, seed=seed, minimum_people=minimum_people, **shared.options_of(flags))


@command(
    RELEASES,
    "sqlmetrics utility release.parquet --original people.parquet",
    "sqlmetrics utility release.parquet --original people.parquet --pairs",
    "sqlmetrics utility synthetic.parquet --original people.parquet --pmse",
    relations=shared.original_and_releases,
    place=shared.place,
    progress=shared.progress,
    options=utility_options,
)
def utility(
    *,
    relations: Sides,
    options: UtilityOptions,
    release_url: str | None = None,
    per_query: Path | None = None,
    format_: Format = Format.table,
    output: Path | None = None,
    print_sql: bool = False,
    dialect: str | None = None,
    place: Place,
    progress: Progress,
) -> None:
    """Compare what releases are good for with their original.

    The scores are of coverage, of the accuracy of queries, and of information loss.
    """
    from sqlmetrics.output.forms import write_file
    from sqlmetrics.output.results.utility import PER_QUERY, answers_forms, utility_forms
    from sqlmetrics.release.utility.utility import utility as measured_utility
    from sqlmetrics.release.utility.utility import utility_sql

    answers_form = "" if per_query is None else form_of(per_query, PER_QUERY, "--per-query")
    whole, made = relations
    if print_sql:
        if release_url is not None:
            raise SpecError(
                "--release-url names a system that answers query by query, without a statement to print;"
                " --per-query writes the queries"
            )
        write_sql(utility_sql(whole, made, options, place, dialect=dialect), output)
        return
    release_place = Place(url=release_url)
    result = measured_utility(whole, made, options, place, progress, release_place=release_place)
    if per_query is not None:
        write_file(answers_forms(result), answers_form, per_query)
    write(utility_forms(result), output, format_)


@shared_flags(
    "quasi_identifier sensitive individual workload_attribute neutral partition hierarchy classifier",
    "holdout seed alpha sample exact_names",
)
def prediction_task(
    workload_attribute: list[str] | None = None,
    neutral: list[str] | None = None,
    classifier: list[Classifier] | None = None,
    holdout: float = 0.3,
    seed: int = 1,
    alpha: float = 1.0,
    sample: int = 100_000,
    **flags: Any,
) -> PredictionTask:
    """Return the classifiers' task that the flags make. Raises SpecError."""
    from sqlmetrics.release.utility.prediction_task import plan_task

    spec = shared.flags_spec(flags)
    return plan_task(
        spec,
        workload_attribute or (),
        neutral=neutral or (),
        hierarchies=spec.hierarchies,
        classifiers=classifier or (),
        holdout=holdout,
        seed=seed,
        alpha=alpha,
        sample=sample,
    )


@command(
    RELEASES,
    "sqlmetrics tradeoff people.parquet release.parquet -q age -q zip \\\n      -s disease -w disease",
    "sqlmetrics tradeoff people.parquet release.parquet -q age -q zip \\\n      -s disease -w sex -o frontier.csv",
    relations=shared.original_and_releases,
    place=shared.place,
    progress=shared.progress,
    task=prediction_task,
)
def tradeoff(
    *,
    relations: Sides,
    task: PredictionTask,
    control: str | None = None,
    measure: TradeoffMeasure = TradeoffMeasure.accuracy,
    risk: str = "adjusted_discrimination_rate",
    utility: str = "u_san",
    plot: Path | None = None,
    format_: Format = Format.table,
    output: Path | None = None,
    print_sql: bool = False,
    dialect: str | None = None,
    place: Place,
    progress: Progress,
) -> None:
    """Weigh the utility of releases against their risk.

    The utility is what classifiers gain over a release that publishes keys and secrets apart.
    """
    from sqlmetrics.output.plot import check_plot, write_plot
    from sqlmetrics.output.results.tradeoff import tradeoff_forms
    from sqlmetrics.release.utility.frontier import check_axes, frontier
    from sqlmetrics.release.utility.tradeoff import tradeoff as measured_tradeoff
    from sqlmetrics.release.utility.tradeoff import tradeoff_sql

    whole, made = relations
    if print_sql:
        write_sql(tradeoff_sql(whole, made, task, control=control, place=place, dialect=dialect), output)
        return
    check_axes(risk, utility)
    if plot is not None:
        check_plot(plot)
    result = measured_tradeoff(whole, made, task, control=control, place=place, progress=progress)
    points = frontier(result, risk=risk, utility=utility, measure=measure)
    if plot is not None:
        write_plot(points, plot)
    write(tradeoff_forms(result, points, measure), output, format_)
