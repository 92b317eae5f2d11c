"""The commands that measure what releases are good for: utility and tradeoff."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sqlmetrics.cli import asking
from sqlmetrics.cli.asking import gathering, pairs
from sqlmetrics.cli.options import (
    Dialect,
    Format,
    Original,
    Output,
    Partitions,
    PrintSql,
    QuasiIdentifiers,
    Releases,
    Sensitive,
)
from sqlmetrics.cli.output import EXIT_CODES, check_output, write
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.spec.place import Place

if TYPE_CHECKING:
    from sqlmetrics.engine.progress import Progress


class Classifier(StrEnum):
    majority = "majority"
    naive_bayes = "naive_bayes"
    decision_tree = "decision_tree"
    random_forest = "random_forest"
    logistic_regression = "logistic_regression"


class Measure(StrEnum):
    accuracy = "accuracy"
    f1 = "f1"


@gathering(place=asking.place, progress=asking.progress)
def tradeoff(
    *,
    original: Annotated[
        str, typer.Argument(help="What was released: a file, pattern or folder, or a table.", show_default=False)
    ],
    releases: Releases,
    quasi_identifier: QuasiIdentifiers = None,
    sensitive: Sensitive = None,
    workload_attribute: Annotated[
        list[str] | None,
        typer.Option(
            "--workload-attribute",
            "-w",
            metavar="COL",
            help="What classifiers predict, sensitive or neutral; repeat it.",
        ),
    ] = None,
    neutral: Annotated[
        list[str] | None,
        typer.Option(
            "--neutral", metavar="COL", help="A column that is neither known nor secret, to learn from; repeat it."
        ),
    ] = None,
    partition: Partitions = None,
    hierarchy: Annotated[
        list[str] | None,
        typer.Option(
            "--hierarchy",
            metavar="COL=FILE",
            help="The levels that a release may have a column at, `value;level 1;level 2`; repeat it.",
        ),
    ] = None,
    control: Annotated[
        str | None,
        typer.Option(
            "--control",
            metavar="RELATION",
            help="Test on these people, of whom no release was made, instead.",
            show_default=False,
        ),
    ] = None,
    classifier: Annotated[
        list[Classifier] | None,
        typer.Option(
            "--classifier",
            help="Repeat it; the first two are SQL, the others scikit-learn's.  [default: the first two]",
        ),
    ] = None,
    holdout: Annotated[
        float, typer.Option("--holdout", metavar="SHARE", help="The part of the original that is held out.")
    ] = 0.3,
    seed: Annotated[int, typer.Option("--seed", help="Which records are held out.")] = 1,
    alpha: Annotated[float, typer.Option("--alpha", help="What naive Bayes adds to each count.")] = 1.0,
    sample: Annotated[
        int, typer.Option("--sample", metavar="N", help="Combinations of values that scikit-learn is given.")
    ] = 100_000,
    measure: Annotated[
        Measure, typer.Option("--measure", help="The utility of the statements and of the frontier.")
    ] = Measure.accuracy,
    risk: Annotated[str, typer.Option("--risk", metavar="METRIC", help="The risk of the frontier.")] = "a_acc",
    utility: Annotated[str, typer.Option("--utility", metavar="METRIC", help="The utility of the frontier.")] = "u_san",
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the frontier too: FILE.svg or FILE.png.", show_default=False),
    ] = None,
    format_: Annotated[Format, typer.Option("--format", "-f", help="How the result is written.")] = Format.table,
    output: Output = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
    place: Place,
    progress: Progress,
) -> None:
    """Weigh releases of an original: what classifiers gain over keys and secrets published apart, against what an adversary gains."""
    from sqlmetrics.output.plot import check_plot, write_plot
    from sqlmetrics.output.tradeoff import tradeoff_forms
    from sqlmetrics.release.utility.frontier import check_axes, frontier
    from sqlmetrics.release.utility.prediction_task import plan_task
    from sqlmetrics.release.utility.tradeoff import tradeoff as weighed
    from sqlmetrics.release.utility.tradeoff import tradeoff_sql

    spec = asking.flags_spec(
        {
            "quasi_identifiers": quasi_identifier,
            "sensitive": sensitive,
            "partitions": asking.partitions_of(partition),
            "hierarchies": pairs(hierarchy, "--hierarchy", "COL=FILE"),
        }
    )
    task = plan_task(
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
    if print_sql:
        text = tradeoff_sql(original, releases, task, control=control, place=place, dialect=dialect)
        write(text, output)
        return
    check_axes(risk, utility)
    if plot is not None:
        check_plot(plot)
    check_output(output, format_=format_)
    found = weighed(original, releases, task, control=control, place=place, progress=progress)
    drawn = frontier(found, risk=risk, utility=utility, measure=measure)
    if plot is not None:
        write_plot(drawn, plot)
    write(tradeoff_forms(found, drawn, measure), output, format_)


@gathering(place=asking.place, progress=asking.progress)
def utility(
    *,
    releases: Releases,
    original: Original,
    individual: Annotated[
        str | None,
        typer.Option(
            "--individual",
            metavar="COL",
            help="The column that tells individuals apart; without it each record is one.",
        ),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option(
            "--record",
            metavar="COL",
            help="An id that links a release's records with the original's, for their distortion.",
        ),
    ] = None,
    column: Annotated[
        list[str] | None, typer.Option("--column", metavar="COL", help="Only this column; repeat it.")
    ] = None,
    continuous: Annotated[
        list[str] | None,
        typer.Option(
            "--continuous",
            metavar="COL",
            help="A column that is a range; repeat it.  [default: numbers and dates with more than 50 distinct values]",
            show_default=False,
        ),
    ] = None,
    workload: Annotated[
        Path | None,
        typer.Option(
            "--workload",
            metavar="FILE",
            help="Your own queries too: a .sql file of statements on {table}, or a .yml list of columns, bins and measures.",
            show_default=False,
        ),
    ] = None,
    queries: Annotated[
        int, typer.Option("--queries", min=1, metavar="N", help="How many queries the generated workload has.")
    ] = 500,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Which of the possible queries are picked.")] = 1,
    suppressed: Annotated[
        str | None,
        typer.Option(
            "--suppressed", metavar="MARK", help="What stands for a suppressed value in a release.", show_default=False
        ),
    ] = None,
    hierarchy: Annotated[
        list[str] | None,
        typer.Option(
            "--hierarchy", metavar="COL=FILE", help="What a column was recoded by, `value;level 1;level 2`; repeat it."
        ),
    ] = None,
    joint: Annotated[
        bool, typer.Option("--pairs", help="Compare the joint distributions of pairs of columns too.")
    ] = False,
    release_url: Annotated[
        str | None,
        typer.Option(
            "--release-url",
            metavar="URL",
            help="Where the releases are tables of another system; it is asked query by query.",
            show_default=False,
        ),
    ] = None,
    per_query: Annotated[
        Path | None,
        typer.Option(
            "--per-query",
            metavar="FILE",
            help="Write each query with its answers too: .csv, .json or .parquet.",
            show_default=False,
        ),
    ] = None,
    show_values: Annotated[
        bool,
        typer.Option(
            "--show-values", help="With --per-query, name the conditions, and what is least and largest under them."
        ),
    ] = False,
    format_: Annotated[Format, typer.Option("--format", "-f", help="How the scores are written.")] = Format.table,
    output: Output = None,
    print_sql: Annotated[
        bool,
        typer.Option(
            "--print-sql", help="Print the statements instead of the scores; the original is looked at, for its bins."
        ),
    ] = False,
    dialect: Dialect = None,
    place: Place,
    progress: Progress,
) -> None:
    """Say what releases are still good for beside their original: coverage, accuracy of queries, information loss."""
    from sqlmetrics.output.forms import write_file
    from sqlmetrics.output.utility import PER_QUERY, answers_forms, utility_forms
    from sqlmetrics.release.utility.utility import utility as measured_utility
    from sqlmetrics.release.utility.utility import utility_sql

    check_output(output, per_query, format_=format_)
    if per_query is not None and per_query.suffix not in PER_QUERY:
        raise SpecError(f"--per-query {per_query}: its name ends in {', '.join(PER_QUERY)}, which says the format")
    options = UtilityOptions(
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
        show_values=show_values,
    )
    if print_sql:
        if release_url is not None:
            raise SpecError(
                "a system that is asked query by query has no statement to print; --per-query writes its queries"
            )
        write(utility_sql(original, releases, options, place, dialect=dialect), output)
        return
    elsewhere = Place(url=release_url)
    found = measured_utility(original, releases, options, place, progress, release_place=elsewhere)
    if per_query is not None:
        write_file(answers_forms(found), PER_QUERY[per_query.suffix], per_query)
    write(utility_forms(found), output, format_)


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    for command in (tradeoff, utility):
        app.command(epilog=EXIT_CODES)(command)
