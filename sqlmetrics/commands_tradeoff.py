"""The command that weighs releases of an original: utility to classifiers against risk."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sqlmetrics.options import (
    Dialect,
    Format,
    Output,
    Partitions,
    Place,
    PrintSql,
    QuasiIdentifiers,
    Releases,
    Sensitive,
    placed,
    print_findings,
    write_output,
)


class Classifier(StrEnum):
    majority = "majority"
    naive_bayes = "naive_bayes"
    decision_tree = "decision_tree"
    random_forest = "random_forest"
    logistic_regression = "logistic_regression"


class Measure(StrEnum):
    accuracy = "accuracy"
    f1 = "f1"


@placed
def tradeoff(
    place: Place,
    original: Annotated[str, typer.Argument(help="What was released: a file, pattern or folder, or a table.", show_default=False)],
    releases: Releases,
    quasi_identifier: QuasiIdentifiers = None,
    sensitive: Sensitive = None,
    workload_attribute: Annotated[
        list[str] | None,
        typer.Option("--workload-attribute", "-w", metavar="COL", help="What classifiers predict, sensitive or neutral; repeat it."),
    ] = None,
    neutral: Annotated[
        list[str] | None,
        typer.Option("--neutral", metavar="COL", help="A column that is neither known nor secret, to learn from; repeat it."),
    ] = None,
    partition: Partitions = None,
    hierarchy: Annotated[
        list[str] | None,
        typer.Option(
            "--hierarchy", metavar="COL=FILE", help="The levels that a release may have a column at, `value;level 1;level 2`; repeat it."
        ),
    ] = None,
    control: Annotated[
        str | None,
        typer.Option(
            "--control", metavar="RELATION", help="Test on these people, of whom no release was made, instead.", show_default=False
        ),
    ] = None,
    classifier: Annotated[
        list[Classifier] | None,
        typer.Option("--classifier", help="Repeat it; the first two are SQL, the others scikit-learn's.  [default: the first two]"),
    ] = None,
    holdout: Annotated[float, typer.Option("--holdout", metavar="SHARE", help="The part of the original that is held out.")] = 0.3,
    seed: Annotated[int, typer.Option("--seed", help="Which records are held out.")] = 1,
    alpha: Annotated[float, typer.Option("--alpha", help="What naive Bayes adds to each count.")] = 1.0,
    sample: Annotated[int, typer.Option("--sample", metavar="N", help="Combinations of values that scikit-learn is given.")] = 100_000,
    measure: Annotated[Measure, typer.Option("--measure", help="The utility of the statements and of the frontier.")] = Measure.accuracy,
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
) -> None:
    """Weigh releases of an original: what classifiers gain over keys and secrets published apart, against what an adversary gains."""
    from sqlmetrics.experiment import plan_workload, run_experiment, tradeoff_sql
    from sqlmetrics.files import check_writable
    from sqlmetrics.plot import check_axes, check_plot, frontier, write_plot
    from sqlmetrics.spec import read_flags
    from sqlmetrics.tradeoff_reports import print_tradeoff, tradeoff_markdown, without_statements

    flags = {"quasi_identifiers": quasi_identifier, "sensitive": sensitive, "partitions": partition, "hierarchies": hierarchy}
    spec = read_flags({word: value for word, value in flags.items() if value})
    workload = plan_workload(
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
        text = tradeoff_sql(original, releases, workload, control=control, dialect=dialect, database=place.database, url=place.url)
        write_output(text, output)
        return
    check_axes(risk, utility)
    if plot is not None:
        check_plot(plot)
    if output is not None:
        check_writable(output)
    found = run_experiment(original, releases, workload, control=control, **place.words)
    drawn = frontier(found, risk=risk, utility=utility, measure=measure)
    if plot is not None:
        write_plot(drawn, plot)
    if format_ in {Format.table, Format.markdown}:
        told = replace(found, notes=(*without_statements(found), *drawn.left_out))
    else:
        told = replace(found, notes=(*found.notes, *drawn.notes))
    print_findings(
        told,
        format_,
        output,
        lambda console: print_tradeoff(found, drawn, measure, console),
        lambda: tradeoff_markdown(found, drawn, measure),
    )


def register(app: typer.Typer, epilog: str) -> None:
    """Add the command to the command line."""
    app.command(epilog=epilog)(tradeoff)
