"""The commands on one relation beside score, from classes to count; metrics."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlmetrics.cli import shared
from sqlmetrics.cli.choices import Format, SudaWeights
from sqlmetrics.cli.command import command
from sqlmetrics.cli.messages import flagged, say
from sqlmetrics.cli.output import write, write_sql
from sqlmetrics.cli.panels import LOOK, SQL, START
from sqlmetrics.cli.shared import Destination, files_of_counts, most_keys, score_subsets, with_words
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.output.other_words import other_word
from sqlmetrics.spec.metric_folders import add_installed_metrics, add_metric_folder
from sqlmetrics.text import counted

if TYPE_CHECKING:
    from pathlib import Path

    from sqlmetrics.output.forms import Forms
    from sqlmetrics.risk.baseline import Beliefs
    from sqlmetrics.spec.spec import Spec


@command(
    LOOK,
    'sqlmetrics classes people.parquet -q age -q zip --condition "k < 5"',
    'sqlmetrics classes --spec spec.yml --condition "itpr > 0.7" --show-values',
    spec=shared.spec,
    to=shared.list_destination,
    progress=shared.progress,
)
def classes(
    *,
    spec: Spec,
    progress: Progress,
    condition: list[str] | None = None,
    known: Any = None,
    targets: Any = None,
    to: Destination,
    show_values: bool = False,
    limit: int | None = None,
) -> None:
    """List the classes that meet a condition, the worst first.

    Each comes with the number of its records. Where some points of a person are known, the sets of
    points that few people have are listed.
    """
    from sqlmetrics.output.results.classes import classes_forms
    from sqlmetrics.output.results.point_sets import point_sets_forms
    from sqlmetrics.risk.classes import classes as listed_classes
    from sqlmetrics.risk.classes import classes_sql
    from sqlmetrics.risk.events.point_sets import point_sets, point_sets_sql

    words: dict[str, Any] = {"where": condition or [], "show_values": show_values}
    spec = with_words(spec, known=known, targets=targets)
    if isinstance(spec.known, int):
        to.write_list(point_sets_sql, point_sets, point_sets_forms, spec, progress, limit, **words)
        return
    to.write_list(classes_sql, listed_classes, classes_forms, spec, progress, limit, **words)


@command(
    LOOK,
    "sqlmetrics subsets people.parquet -q age -q zip -q sex",
    "sqlmetrics subsets --spec spec.yml --max-size 2 -o subsets.csv",
    spec=shared.spec,
    to=shared.destination,
    progress=shared.progress,
)
def subsets(
    *,
    spec: Spec,
    progress: Progress,
    max_size: str = "all",
    estimate: float | None = None,
    explain: bool = False,
    to: Destination,
    limit: int | None = None,
) -> None:
    """Rank combinations of columns, and what each column adds.

    Every combination of quasi-identifiers is scored like a relation's own; `score --subsets`
    does the same.
    """
    from sqlmetrics.columns.guessed_roles import with_roles
    from sqlmetrics.risk.combinations.measured import subsets_sql
    from sqlmetrics.risk.explain import explain_subsets

    most = most_keys(max_size)
    spec = with_roles(with_words(spec, estimate=estimate), progress, opens=not (to.print_sql or explain))
    if to.print_sql:
        write_sql(subsets_sql(spec, most, dialect=to.dialect), to.output)
    elif explain:
        write(flagged(explain_subsets(spec, most)), to.output)
    else:
        score_subsets(spec, most, to.format, to.output, limit, progress)


@command(
    LOOK,
    "sqlmetrics suda people.parquet -q age -q zip -q sex",
    "sqlmetrics suda people.parquet -q age -q zip --records risks.parquet",
    spec=shared.spec,
    to=shared.list_destination,
    progress=shared.progress,
)
def suda(
    *,
    spec: Spec,
    progress: Progress,
    max_size: int | None = None,
    disf: float = 0.01,
    weights: SudaWeights = SudaWeights.elliot,
    to: Destination,
    records: Path | None = None,
    show_values: bool = False,
    limit: int | None = None,
) -> None:
    """Find what singles records out: minimal uniques (SUDA).

    A minimal unique is a smallest set of quasi-identifiers that singles a record out.
    """
    from sqlmetrics.output.results.suda import suda_forms
    from sqlmetrics.risk.combinations.suda import suda as measured_suda
    from sqlmetrics.risk.combinations.suda import suda_sql

    words = {"max_size": max_size, "disf": disf, "weights": weights.value, "show_values": show_values}
    answer = partial(measured_suda, output=records, say=say)
    to.write_list(suda_sql, answer, suda_forms, spec, progress, limit, **words)


@command(
    LOOK,
    "sqlmetrics outputs people.parquet --keys age,sex --keys age,zip",
    "sqlmetrics outputs people.parquet --cube age,sex --measure cost",
    "sqlmetrics outputs tables.yml --show-values",
    "sqlmetrics outputs people.parquet --answers answers.yml",
    "sqlmetrics outputs people.parquet --log queries.sql",
    "sqlmetrics outputs --published table.csv \\\n      --mark '*=1..9' --absent zero",
    "sqlmetrics outputs --published counts.csv --absent zero --hide-below 10",
    spec=shared.spec_or_published,
    to=shared.destination,
    progress=shared.progress,
)
def outputs(
    *,
    spec: Spec,
    progress: Progress,
    keys: Any = None,
    cube: Any = None,
    measure: str | None = None,
    minimum_frequency: int | None = None,
    dominance: Any = None,
    p_percent: float | None = None,
    class_share: float | None = None,
    answers: Any = None,
    log: Path | None = None,
    published: list[str] | None = None,
    mark: Any = None,
    absent: str | None = None,
    total: list[str] | None = None,
    rounded: str | None = None,
    wide: Any = None,
    width: int | None = None,
    hide_below: int | None = None,
    to: Destination,
    show_values: bool = False,
    limit: int | None = None,
) -> None:
    """Find what published tables of counts and sums give away.

    Of each table it counts the cells with few people, those whose sum one or two people make up,
    and the lines whose people are all in one cell. The worst cells come first. A spec has the same
    words in `outputs`, and `check` holds them to limits. Of `--answers` to several queries it finds
    the few people whom differences give away. Of a table that is `--published`, without its people,
    it finds the hidden cells that follow from the others. With `--hide-below` it advises which
    cells of a table to hide before it is published.
    """
    from sqlmetrics.output.results.hiding_advice import hiding_forms
    from sqlmetrics.output.results.published import published_forms
    from sqlmetrics.risk.published.hiding_advice import hiding_question
    from sqlmetrics.risk.published.questions import published_question
    from sqlmetrics.spec.reading import with_outputs

    asked: dict[str, Any] = {"keys": keys or None, "cube": cube or None, "answers": answers, "measure": measure}
    asked |= {"minimum_frequency": minimum_frequency, "dominance": dominance, "p_percent": p_percent}
    asked |= {"class_share": class_share, "log": log, "published": published, "marks": mark or None, "absent": absent}
    asked |= {"total": total, "rounded": rounded, "wide": wide or None, "width": width}
    given = with_outputs(spec, asked, "the flags")
    most = to.limit(limit)
    if hide_below is None:
        to.write(published_question(given, show_values=show_values, limit=most), progress, published_forms)
    else:
        hiding = hiding_question(given, below=hide_below, show_values=show_values, limit=most)
        to.write(hiding, progress, hiding_forms)


@command(
    LOOK,
    "sqlmetrics baseline people.parquet -s disease",
    "sqlmetrics baseline --spec spec.yml --show-values",
    spec=shared.spec,
    to=shared.list_destination,
    progress=shared.progress,
)
def baseline(
    *, spec: Spec, progress: Progress, to: Destination, show_values: bool = False, limit: int | None = None
) -> None:
    """Show the distribution of each sensitive attribute.

    An attacker who knows no quasi-identifier knows this much of everybody.
    """
    from sqlmetrics.output.results.classes import baseline_forms

    _write_beliefs("baseline", baseline_forms, spec, progress, to, show_values, limit)


@command(
    LOOK,
    "sqlmetrics posterior people.parquet -q age -s disease",
    "sqlmetrics posterior --spec spec.yml --show-values --limit 5",
    spec=shared.spec,
    to=shared.list_destination,
    progress=shared.progress,
)
def posterior(
    *, spec: Spec, progress: Progress, to: Destination, show_values: bool = False, limit: int | None = None
) -> None:
    """Show that distribution in each class, beside the baseline.

    It is A_san, what an attacker who knows the quasi-identifiers believes: of each class the
    likeliest value, and with --show-values all of them.
    """
    from sqlmetrics.output.results.classes import posterior_forms

    _write_beliefs("posterior", posterior_forms, spec, progress, to, show_values, limit)


def _write_beliefs(
    beliefs: Beliefs,
    forms: Callable[..., Forms],
    spec: Spec,
    progress: Progress,
    to: Destination,
    show_values: bool,
    limit: int | None,
) -> None:
    """Write the baseline or the posterior; its rows are kept on disk where they may be many."""
    from sqlmetrics.risk.baseline import ask_beliefs, beliefs_sql

    filtered = None if spec.where is None else spec.name
    shown = partial(forms, show_values=show_values, filtered=filtered)
    statement, answer = partial(beliefs_sql, beliefs), partial(ask_beliefs, beliefs)
    to.write_list(statement, answer, shown, spec, progress, limit, show_values=show_values)


@command(
    LOOK,
    "sqlmetrics records people.parquet -q age -q zip -o scored.parquet",
    "sqlmetrics records --spec spec.yml -m k_anonymity -o scored.csv",
    spec=shared.spec,
    progress=shared.progress,
)
def records(
    *,
    spec: Spec,
    progress: Progress,
    known: Any = None,
    output: Path | None = None,
    print_sql: bool = False,
    dialect: str | None = None,
) -> None:
    """Write each record with the scores of its class.

    It is a Parquet or CSV file, in which you suppress or recode the records at risk. Where some
    points of a person are known, a record has the fewest points that single its person out.
    """
    from sqlmetrics.risk.records import records_sql, write_records

    spec = with_words(spec, known=known)
    if print_sql:
        write_sql(records_sql(spec, dialect=dialect), output)
        return
    if output is None:
        raise SpecError("name the file: --output FILE.parquet or FILE.csv (or --print-sql, for another database)")
    number = write_records(spec, output, progress)
    what = "the points that single their people out" if isinstance(spec.known, int) else "the scores of their classes"
    say(f"{counted(number, 'record')}{_condition(spec)} with {what} in {output}")


def _condition(spec: Spec) -> str:
    """Return the condition on records as a part of a sentence, or an empty text."""
    return "" if spec.where is None else f" where {spec.where.strip()}"


@command(
    START,
    "sqlmetrics metrics",
    "sqlmetrics metrics itpr",
)
def metrics(name: str | None = None, metrics_path: Path | None = None, format_: Format = Format.table) -> None:
    """List the metrics and the built-in attacks, or explain one.

    The explanation of a metric is its meaning, formula, range, direction and source; of an attack,
    also what it needs. A word that others use, such as GDPR, is explained by what is here for it.
    """
    from sqlmetrics.output.catalogue import attack_forms, metric_forms, metrics_forms
    from sqlmetrics.release.attack.descriptions import every_attack
    from sqlmetrics.statement.catalogue import every_metric, find, unknown_metric

    add_metric_folder(metrics_path)
    add_installed_metrics()
    known, attacks = every_metric(), every_attack()
    if name is not None and name not in attacks:
        found = find(name, known)
        other = other_word(name) if found is None else None
        if other is not None:
            write(f"{name}: {other.here} (docs/{other.page})\n", None)
            return
        if found is None:
            raise unknown_metric(name, {**known, **attacks})
        name = found.name
    if format_ in {Format.csv, Format.parquet}:
        raise SpecError("metrics are listed as table, markdown or json")
    if name is None:
        forms = metrics_forms(tuple(known.values()), tuple(attacks.values()))
    else:
        forms = metric_forms(known[name], attacks.get(name)) if name in known else attack_forms(attacks[name])
    write(forms, None, format_)


@command(
    SQL,
    "sqlmetrics count people.parquet -q age -s disease -o monday.parquet",
    'sqlmetrics count --spec spec.yml --where "sex = 1" -o ones.parquet',
    spec=shared.spec.without("individual"),
    progress=shared.progress,
)
def count(
    *,
    spec: Spec,
    progress: Progress,
    more: list[str] | None = None,
    counts: bool = False,
    output: Path | None = None,
    allow_singles: bool = False,
    min_count: int | None = None,
    sketch: int | None = None,
    print_sql: bool = False,
    dialect: str | None = None,
) -> None:
    """Write only the counts of a relation to a Parquet file.

    They are counts of records, never of people who have several. `score --counts` scores such
    files and names the metrics and levels.
    """
    from sqlmetrics.risk.counts.added import add_counts
    from sqlmetrics.risk.counts.written import count_sql, write_counts

    files = files_of_counts(spec, counts, more)
    if files is not None and print_sql:
        raise SpecError("--print-sql prints a count of a relation; files of counts are added up by DuckDB here")
    spec = with_words(spec, sketch=sketch, min_count=min_count, allow_singles=allow_singles or None)
    if print_sql:
        write_sql(count_sql(spec, dialect=dialect), output)
        return
    if output is None:
        raise SpecError("name the file: --output FILE.parquet")
    written = write_counts(spec, output, progress) if files is None else add_counts(files, spec, output, progress)
    of_classes = "" if written.share is None else f"; a sketch of {written.share:.2%} of the classes"
    size = f"{counted(written.counts, 'count')} of {counted(written.records, 'record')}"
    text = f"{size}{_condition(spec)} in {output}{of_classes}"
    if written.withheld is None:
        say(f"{text}; {written.single:,} counts have one record, which is one person")
    else:
        shares = f"{written.withheld:,} records are in counts of fewer than {spec.min_count}, which are withheld"
        say(f"{text}; {shares}{': scores that need them are undefined' if written.withheld else ''}")
