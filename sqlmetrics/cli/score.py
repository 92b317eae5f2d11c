"""The commands that score a relation: score and sql."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sqlmetrics.cli import asking, combinations
from sqlmetrics.cli.asking import files_of_counts, gathering, most_keys, shown_rows
from sqlmetrics.cli.messages import flagged
from sqlmetrics.cli.options import Counts, Dialect, Format, Limit, More, Output, ShowValues, Subsets
from sqlmetrics.cli.output import EXIT_CODES, check_output, draw, write
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.output.progress import steps_report

if TYPE_CHECKING:
    from sqlmetrics.spec.spec import Spec


@gathering(spec=asking.spec, progress=asking.progress)
def score(
    *,
    spec: Spec,
    progress: Progress,
    more: More = None,
    counts: Counts = False,
    format_: Annotated[Format, typer.Option("--format", "-f", help="How the scores are written.")] = Format.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Print what would run, step by step; nothing is opened or read.")
    ] = False,
    profile: Annotated[
        bool, typer.Option("--profile", help="Then print the seconds of each step on standard error.")
    ] = False,
    subsets: Subsets = None,
) -> None:
    """Score what a relation, or files of counts, give away of each sensitive attribute and of the identity."""
    from sqlmetrics.output.scores import scores_forms
    from sqlmetrics.risk.counts.scored import score_counts
    from sqlmetrics.risk.score import score as score_spec

    files = files_of_counts(spec, counts, more)
    most = None if subsets is None else most_keys(subsets)
    if files is not None and most is not None:
        raise SpecError(
            "--subsets starts from records; score the files of counts with fewer keys each time: --counts -q COL .."
        )
    if explain:
        from sqlmetrics.risk.explain import explain_counts, explain_score, explain_subsets

        if files is not None:
            text = explain_counts(files, spec)
        elif most is not None:
            text = explain_subsets(spec, most)
        else:
            text = explain_score(spec)
        write(flagged(text), output)
        return
    check_output(output, format_=format_)
    if most is not None:
        combinations.score_subsets(spec, most, format_, output, limit, progress)
    else:
        if spec.level == "class":
            limit = shown_rows(limit, format_)
        if files is not None:
            scores = score_counts(files, spec, show_values=show_values, limit=limit, progress=progress)
        else:
            scores = score_spec(spec, show_values=show_values, limit=limit, progress=progress)
        with progress.timed("output"):
            write(scores_forms(scores), output, format_)
    if profile:
        draw(steps_report(progress.steps), err=True)


@gathering(spec=asking.spec)
def sql(
    *,
    spec: Spec,
    more: More = None,
    counts: Counts = False,
    dialect: Dialect = None,
    staged: Annotated[
        bool,
        typer.Option(
            "--staged", help="Two statements: create a count table, reading the relation once, then ask that."
        ),
    ] = False,
    count_table: Annotated[
        str, typer.Option("--count-table", metavar="NAME", help="Its name, with --staged.")
    ] = "sqlmetrics_counts",
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    subsets: Subsets = None,
    attack: Annotated[
        list[str] | None,
        typer.Option(
            "--attack",
            metavar="NAME",
            help="The queries of an attack on the relation, a release, instead; repeat it.",
            show_default=False,
        ),
    ] = None,
    original: Annotated[
        str | None,
        typer.Option("--original", metavar="RELATION", help="With --attack, what was released.", show_default=False),
    ] = None,
) -> None:
    """Print the statement that `score` runs; nothing is opened or read, but what files of counts were counted with."""
    from sqlmetrics.risk.counts.scored import counts_sql
    from sqlmetrics.risk.score import score_sql

    if (attack is None) != (original is None):
        raise SpecError(
            "--attack and --original go together: the relation is a release, and --original what was released"
        )
    if attack is not None and original is not None:
        from sqlmetrics.release.attack.statements import attack_statements

        write(attack_statements(spec, original, attack, dialect), output)
        return
    if subsets is not None:
        from sqlmetrics.risk.combinations.measured import subsets_sql

        if staged:
            raise SpecError("--subsets and --staged do not go together; combinations are one statement")
        write(subsets_sql(spec, most_keys(subsets), dialect=dialect), output)
        return
    files = files_of_counts(spec, counts, more)
    if files is not None:
        if staged:
            raise SpecError("--staged counts first, and these are counts; leave it out")
        write(counts_sql(files, spec, dialect=dialect, show_values=show_values, limit=limit), output)
        return
    named = count_table if staged else None
    write(score_sql(spec, dialect=dialect, show_values=show_values, limit=limit, count_table=named), output)


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    for command in (score, sql):
        app.command(epilog=EXIT_CODES)(command)
