"""The commands that measure what releases are good for: utility and tradeoff."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from sqlmetrics.cli import shared
from sqlmetrics.cli.choices import TradeoffMeasure
from sqlmetrics.cli.command import command, shared_flags
from sqlmetrics.cli.output import form_of
from sqlmetrics.cli.panels import RELEASES
from sqlmetrics.cli.shared import Destination
from sqlmetrics.release.utility.options import QUERIES, UtilityOptions
from sqlmetrics.release.utility.private import MINIMUM_PEOPLE
from sqlmetrics.spec.place import Place

if TYPE_CHECKING:
    from pathlib import Path

    from sqlmetrics.engine.comparison import Sides
    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.output.forms import Forms
    from sqlmetrics.release.utility.prediction_task import PredictionTask
    from sqlmetrics.release.utility.utility import Utility
    from sqlmetrics.scoring.scores import ReleaseScores


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
    sides=shared.original_and_releases,
    place=shared.place,
    to=shared.destination,
    progress=shared.progress,
    options=utility_options,
)
def utility(
    *,
    sides: Sides,
    options: UtilityOptions,
    release_url: str | None = None,
    per_query: Path | None = None,
    to: Destination,
    place: Place,
    progress: Progress,
) -> None:
    """Compare what releases are good for with their original.

    The scores are of coverage, of the accuracy of queries, and of information loss.
    """
    from sqlmetrics.output.forms import write_file
    from sqlmetrics.output.results.utility import PER_QUERY, answers_forms, utility_forms
    from sqlmetrics.release.utility.utility import UtilityQuestion

    answers_form = "" if per_query is None else form_of(per_query, PER_QUERY, "--per-query")

    def forms(found: Utility) -> Forms:
        if per_query is not None:
            write_file(answers_forms(found), answers_form, per_query)
        return utility_forms(found)

    question = UtilityQuestion(sides._replace(place=place), options, Place(url=release_url))
    to.write(question, progress, forms)


@shared_flags(
    "quasi_identifier sensitive individual workload_attribute neutral partition hierarchy classifier",
    "holdout seed alpha sample exact_names",
)
def prediction_task(
    holdout: float = 0.3, seed: int = 1, alpha: float = 1.0, sample: int = 100_000, **flags: Any
) -> PredictionTask:
    """Return the classifiers' task that the flags make. Raises SpecError."""
    from sqlmetrics.release.utility.prediction_task import plan_task

    own = shared.options_of({name: flags.pop(name) for name in ("workload_attribute", "neutral", "classifier")})
    own |= {"holdout": holdout, "seed": seed, "alpha": alpha, "sample": sample}
    spec = shared.flags_spec(flags)
    return plan_task(spec, own.pop("workload", ()), hierarchies=spec.hierarchies, **own)


@command(
    RELEASES,
    "sqlmetrics tradeoff people.parquet release.parquet -q age -q zip \\\n      -s disease -w disease",
    "sqlmetrics tradeoff people.parquet release.parquet -q age -q zip \\\n      -s disease -w sex -o frontier.csv",
    sides=shared.original_and_releases,
    place=shared.place,
    to=shared.destination,
    progress=shared.progress,
    task=prediction_task,
)
def tradeoff(
    *,
    sides: Sides,
    task: PredictionTask,
    control: str | None = None,
    measure: TradeoffMeasure = TradeoffMeasure.accuracy,
    risk: str = "adjusted_discrimination_rate",
    utility: str = "u_san",
    plot: Path | None = None,
    to: Destination,
    place: Place,
    progress: Progress,
) -> None:
    """Weigh the utility of releases against their risk.

    The utility is what classifiers gain over a release that publishes keys and secrets apart.
    """
    from sqlmetrics.output.plot import check_plot, draw_frontier, write_plot
    from sqlmetrics.output.results.tradeoff import tradeoff_forms
    from sqlmetrics.release.utility.frontier import check_axes, frontier
    from sqlmetrics.release.utility.tradeoff import TradeoffQuestion

    if not to.print_sql:
        check_axes(risk, utility)
    if plot is not None and not to.print_sql:
        check_plot(plot)

    def forms(scores: ReleaseScores) -> Forms:
        points = frontier(scores, risk=risk, utility=utility, measure=measure)
        if plot is not None:
            write_plot(partial(draw_frontier, points), plot)
        return tradeoff_forms(scores, points, measure)

    to.write(TradeoffQuestion(sides._replace(place=place), task, control), progress, forms)
