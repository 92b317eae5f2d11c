"""The commands that measure what releases are good for: utility and tradeoff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmetrics.cli import shared
from sqlmetrics.cli.flags.output import Dialect, Format, FormatOption, Output, PrintSql, ShowValues
from sqlmetrics.cli.flags.relation import ExactNames, Individual, Partitions, QuasiIdentifiers, Sensitive
from sqlmetrics.cli.flags.utility import (
    Alpha,
    Classifiers,
    Columns,
    Continuous,
    FrontierRisk,
    FrontierUtility,
    Holdout,
    HoldoutSeed,
    LinkedRecord,
    MeasureOption,
    MinimumPeople,
    Neutral,
    Pairs,
    PerQuery,
    Plot,
    PrintQueries,
    Propensities,
    Queries,
    RecodedHierarchies,
    ReleaseHierarchies,
    ReleaseMark,
    ReleaseUrl,
    Sample,
    TestControl,
    TradeoffMeasure,
    Workload,
    WorkloadAttributes,
    WorkloadSeed,
)
from sqlmetrics.cli.gathering import gathering
from sqlmetrics.cli.output import form_of, write, write_sql
from sqlmetrics.cli.shared import pairs
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.spec.place import Place

if TYPE_CHECKING:
    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.release.utility.prediction_task import PredictionTask
    from sqlmetrics.spec.relations import Sides


def prediction_task(
    quasi_identifier: QuasiIdentifiers = None,
    sensitive: Sensitive = None,
    individual: Individual = None,
    workload_attribute: WorkloadAttributes = None,
    neutral: Neutral = None,
    partition: Partitions = None,
    hierarchy: ReleaseHierarchies = None,
    classifier: Classifiers = None,
    holdout: Holdout = 0.3,
    seed: HoldoutSeed = 1,
    alpha: Alpha = 1.0,
    sample: Sample = 100_000,
    exact_names: ExactNames = False,
) -> PredictionTask:
    """Return the classifiers' task that the flags make. Raises SpecError."""
    from sqlmetrics.release.utility.prediction_task import plan_task

    roles = {"quasi_identifiers": quasi_identifier, "sensitive": sensitive, "individual": individual}
    files = {
        "partitions": shared.partitions_of(partition),
        "hierarchies": pairs(hierarchy, "--hierarchy", "COL=FILE"),
    }
    spec = shared.flags_spec(roles | files | {"exact_names": exact_names})
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


@gathering(relations=shared.original_and_releases, place=shared.place, progress=shared.progress, task=prediction_task)
def tradeoff(
    *,
    relations: Sides,
    task: PredictionTask,
    control: TestControl = None,
    measure: MeasureOption = TradeoffMeasure.accuracy,
    risk: FrontierRisk = "adjusted_discrimination_rate",
    utility: FrontierUtility = "u_san",
    plot: Plot = None,
    format_: FormatOption = Format.table,
    output: Output = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
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


def utility_options(
    individual: Individual = None,
    record: LinkedRecord = None,
    column: Columns = None,
    continuous: Continuous = None,
    workload: Workload = None,
    queries: Queries = 500,
    seed: WorkloadSeed = 1,
    suppressed: ReleaseMark = None,
    hierarchy: RecodedHierarchies = None,
    joint: Pairs = False,
    pmse: Propensities = False,
    minimum_people: MinimumPeople = 10,
    show_values: ShowValues = False,
    exact_names: ExactNames = False,
) -> UtilityOptions:
    """Return the options of a comparison that the flags make. Raises SpecError."""
    return UtilityOptions(
        individual=individual,
        record=record,
        columns=tuple(column or ()),
        continuous=tuple(continuous or ()),
        workload=workload,
        queries=queries,
        seed=seed,
        suppressed=suppressed,
        hierarchies=pairs(hierarchy, "--hierarchy", "COL=FILE"),
        pairs=joint,
        pmse=pmse,
        minimum_people=minimum_people,
        show_values=show_values,
        exact_names=exact_names,
    )


@gathering(
    relations=shared.original_and_releases, place=shared.place, progress=shared.progress, options=utility_options
)
def utility(
    *,
    relations: Sides,
    options: UtilityOptions,
    release_url: ReleaseUrl = None,
    per_query: PerQuery = None,
    format_: FormatOption = Format.table,
    output: Output = None,
    print_sql: PrintQueries = False,
    dialect: Dialect = None,
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
