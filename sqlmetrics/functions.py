"""The methods of Table and Releases as functions, for one call; and functions of files."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Concatenate, TypeVar, Unpack

from sqlmetrics.certificate.verified import Verification, read_certificate
from sqlmetrics.certificate.verified import verify as verify_file
from sqlmetrics.engine.files import announce_page
from sqlmetrics.errors import SpecError
from sqlmetrics.files import footprint
from sqlmetrics.gate.jobs import Options, Run
from sqlmetrics.gate.jobs import run as run_jobs
from sqlmetrics.gate.trend import ScoreHistory, score_history
from sqlmetrics.output.privacy_report import measured_again, read_report, spec_of_release, write_reports
from sqlmetrics.publication.jobs import release_and_record
from sqlmetrics.releases import Releases, compare
from sqlmetrics.risk.epsilon.audit import EpsilonAudit, EpsilonQuestion, epsilon_question
from sqlmetrics.risk.epsilon.coins import read_coins
from sqlmetrics.risk.epsilon.plan import CanaryClaim, EpsilonPlan, planned_audit
from sqlmetrics.risk.published.differences import Differences, answers_question
from sqlmetrics.risk.published.hidden_cells import HiddenCells, hidden_question
from sqlmetrics.risk.published.hiding_advice import HidingAdvice, hiding_question
from sqlmetrics.risk.score import score as scores_of
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.signatures import documented, twin
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.call_words import SpecWords
from sqlmetrics.spec.metric_names import MetricNames
from sqlmetrics.spec.place import TABLE, History
from sqlmetrics.spec.reading import spec_over, with_outputs
from sqlmetrics.spec.report import Language
from sqlmetrics.table import Names, Table, as_list

Returned = TypeVar("Returned")


def table_function(method: Callable[Concatenate[Table, ...], Returned], name: str = "") -> Callable[..., Returned]:
    """Return a method of Table as a function of a relation, which takes the arguments of both."""
    named = inspect.signature(Table).parameters

    def measure(*columns: Any, **words: Any) -> Returned:
        own = {word: words.pop(word) for word in [*words] if word not in named}
        return method(Table(*columns, **words), **own)

    return twin(measure, Table, method, name or method.__name__)


def releases_function(method: Callable[Concatenate[Releases, ...], Returned]) -> Callable[..., Returned]:
    """Return a method of Releases as a function of relations, with the arguments of `compare`.

    Words of a spec are the method's, so that the original may be a Table.
    """
    named = inspect.signature(compare).parameters.keys() - inspect.signature(method).parameters.keys()

    def measure(*relations: Any, **words: Any) -> Returned:
        compared = compare(*relations, **{word: words.pop(word) for word in [*words] if word in named})
        return method(compared, **words)

    return twin(measure, compare, method, method.__name__)


advise = table_function(Table.advise)
baseline = table_function(Table.baseline)
check = table_function(Table.check)
check_versions = table_function(Table.check_versions)
classes = table_function(Table.classes)
count = table_function(Table.counts, "count")
init = table_function(Table.init)
outputs = table_function(Table.outputs)
point_sets = table_function(Table.point_sets)
posterior = table_function(Table.posterior)
records = table_function(Table.records)
release_sql = table_function(Table.release_sql)
report = table_function(Table.report)
score = table_function(Table.score)
semantic_levels = table_function(Table.semantic_levels)
sql = table_function(Table.sql)
subsets = table_function(Table.subsets)
suda = table_function(Table.suda)
unicity_curves = table_function(Table.unicity_curves)
write_release = table_function(Table.release, "write_release")

attacks = releases_function(Releases.attacks)
attacks_sql = releases_function(Releases.attacks_sql)
closeness = releases_function(Releases.closeness)
closeness_sql = releases_function(Releases.closeness_sql)
gda = releases_function(Releases.gda)
tradeoff = releases_function(Releases.tradeoff)
utility = releases_function(Releases.utility)
utility_sql = releases_function(Releases.utility_sql)


@documented(Table.score)
def score_counts(
    files: Sequence[Path | str] | Path | str,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> Scores:
    """Return the scores of relations that were counted, from the files of their counts.

    Use it for counts that `count` wrote at several places; `score` reads a table. The records of
    all relations are scored as one table.

    Parameters
    ----------
    files
        Files that `count` wrote: a path, a pattern or a folder, or several.
    quasi_identifiers, sensitive
        Columns that were counted, by default all. Where only some are named, the counts are added
        up over the others.
    words
        The other words of a spec; see `sqlmetrics.spec.call.SpecWords`. Partitions of sensitive
        attributes are applied here, and of quasi-identifiers that were counted as they are.

    Raises
    ------
    SpecError
        Where the files do not agree with one another, or the words with the files.
    QueryError
        Where a file cannot be read.
    """
    counted: SpecWords = {**words, "counts": files}
    return scores_of(call_spec(None, quasi_identifiers, sensitive, counted), show_values=True, limit=limit)


@documented(Table)
def verify(certificate: Path | str, relation: Any = None, *, spec: Path | str | None = None) -> Verification:
    """Return what does not hold in a certificate that `report` wrote.

    Use it for a report that came with its table; `check` measures anew by a spec.

    Parameters
    ----------
    certificate
        The JSON file of a report.
    relation
        A relation that is measured again: a path, a table or a frame, by default the one of the
        `spec`. Without both only what follows from the certificate itself is verified.
    spec
        The spec file that says how, by default the one beside the certificate of a release, or the
        spec in the certificate, which a public one lacks where it holds values.

    Raises
    ------
    SpecError
        For a file that is no certificate, and where no spec is known.
    """
    anew = None
    if relation is not None or spec is not None:
        entries = read_certificate(Path(certificate)).entries
        own = spec_of_release(Path(certificate), entries, relation) if spec is None else Table(relation, spec=spec).spec
        relation = own.name if relation is None and own is not None else relation
        anew = measured_again(entries, own, relation)
    return verify_file(Path(certificate), anew, relation)


@documented(Table.report)
def read(
    rows: Path | str,
    *,
    spec: Path | str | None = None,
    output: Path | str | None = None,
    internal: bool = False,
    language: Language | None = None,
    date: datetime | str | None = None,
) -> Scores:
    """Return the scores whose rows a printed statement returned elsewhere.

    Use it for rows that a console returned; `score` runs the statement and reads them itself.

    Parameters
    ----------
    rows
        A CSV, JSON or Parquet file of the rows with their header, as a warehouse exports them.
    spec
        The spec file of the statement, with the thresholds that a report holds them to.
    output
        The file of a report to write, if any, HTML or PDF.

    Raises
    ------
    SpecError
        For a file of anything else, with the row that is wrong.
    OutputError
        Where the report cannot be written.
    """
    with footprint.recorded_run(None if spec is None else Path(spec)):
        if output is not None:
            announce_page(Path(output))
        own = spec_over({}, "the call", spec).in_language(language)
        found = read_report(Path(rows), own, internal=internal, date=date)
        if output is not None:
            found.report().save(output)
    return found.scores


@documented()
def run(
    jobs_file: Path | str,
    *,
    only: Sequence[str] = (),
    run_id: str | None = None,
    history: Path | str | None = None,
    history_table: str | None = None,
    no_worse_than: str | None = None,
    tolerance: float | None = None,
) -> Run:
    """Return the run of the jobs of a file; a job that ends with an error stops no other.

    Use it for several tables in one schedule; `check` is for one.

    Parameters
    ----------
    jobs_file
        The file of the jobs (YAML).
    only
        The names of the jobs to run, by default all.
    run_id
        The name of the run in a history, by default one of its own.
    history, history_table, no_worse_than
        What takes the place of these words of each job.
    tolerance
        The share by which scores may be riskier than earlier ones.

    Raises
    ------
    SpecError
        For a file without jobs, and for a history that cannot be added to.
    """
    words = {"history": history, "history_table": history_table, "no_worse_than": no_worse_than}
    options = Options(words=words, run_id=run_id, tolerance=tolerance)
    result = run_jobs(jobs_file, only=only, options=options, judged=release_and_record)
    write_reports(result)
    return result


@documented()
def history(
    place: Path | str,
    *,
    jobs: Names = (),
    metrics: MetricNames = (),
    targets: Names = (),
    last: int | None = None,
    history_table: str = TABLE,
) -> ScoreHistory:
    """Return the scores that `check` and `run` have kept, over time.

    Use it for trends; `check` and `run` add to it.

    Parameters
    ----------
    place
        The place of the history: a DuckDB file, a folder of Parquet files, or the URL of a
        database.
    jobs, metrics, targets
        Names of those to keep, one or several, by default all. A target is "identity" or a
        sensitive column.
    last
        The number of latest runs of each job to keep, by default all.
    history_table
        The table of the history, in a file or database.

    Raises
    ------
    SpecError
        Where there is no history, and for a name that it does not have.
    QueryError
        Where it cannot be read.
    """
    source = History(str(place), history_table)
    return score_history(source, jobs=as_list(jobs), metrics=as_list(metrics), targets=as_list(targets), last=last)


@documented(Table)
def epsilon_plan(
    relation: Any,
    *,
    key: str,
    epsilon: float,
    delta: float = 0,
    canaries: int = 2000,
    canary_records: int = 1,
    companions: int = 0,
    measure: Mapping[str, Any] | None = None,
    values: Mapping[str, Any] | None = None,
    into: str | None = None,
    noisy_query: str | None = None,
    dialect: str | None = None,
    seed: int | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> EpsilonPlan:
    """Return canaries and coins that test whether noisy answers honour a claimed epsilon.

    Use it before a private query; `epsilon_check` takes its answers. Each canary is alone in a cell
    and is put in by a coin; `plan.coins.save(path)` keeps the coins apart. Nothing is written to
    the source.

    Source: Steinke, Nasr and Jagielski, Privacy Auditing with One (1) Training Run (2023).

    Parameters
    ----------
    relation
        The source, as a Table takes it, or a Table.
    key
        A column of the query's cells, in which each canary has a value of its own.
    epsilon, delta
        The claim for a person who is there or not.
    canaries
        The number of canaries, from 20 to 20,000.
    canary_records
        The records of each canary, a person by `individual`.
    companions
        Further people in each cell, for a mechanism that leaves small cells out.
    measure
        The column that is summed, with the amount of a canary's record.
    values
        What canaries have in further columns, which are NULL otherwise.
    into
        The copy to insert canaries into; without it the statement is a union before `noisy_query`.
    noisy_query
        The query, which reads records and canaries by the name `audited`.
    dialect
        The dialect of the statement, by default the engine's.
    seed
        The seed of the coins, for a test.

    Raises
    ------
    SpecError
        For a plan that makes no sense, such as a claim that no answer could refute.
    """
    amounts, constants = ({column: str(value) for column, value in (of or {}).items()} for of in (measure, values))
    claim = CanaryClaim(key, epsilon, delta, canaries, canary_records, companions, amounts, constants, seed)
    spec = _table_of(relation, connection).spec_with(**words)
    return planned_audit(spec, claim, into=into, noisy_query=noisy_query, dialect=dialect)


@documented(Table)
def epsilon_check(
    relation: Any,
    *,
    coins: Path | str,
    answers: Names = (),
    thresholded: bool = False,
    prior: float = 0.5,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> EpsilonAudit:
    """Return what noisy answers say of a claimed epsilon.

    Use it for answers to the query of `epsilon_plan`. Not refuted is no proof of the claim.

    Parameters
    ----------
    relation
        The answers, as a Table takes a relation, or a Table.
    coins
        The file of coins.
    answers
        The column of the noisy answers, or several that are added up; by default the only number
        beside the cells.
    thresholded
        Whether a cell that is missing is an answer.
    prior
        How sure an attacker is beforehand that a person is in the table.

    Raises
    ------
    SpecError
        Where answers and coins do not fit, with how many do not.
    """
    return _epsilon_question(relation, coins, answers, thresholded, connection, words, prior).answer()


@documented(epsilon_check, Table)
def epsilon_check_sql(
    relation: Any,
    *,
    coins: Path | str,
    answers: Names,
    thresholded: bool = False,
    dialect: str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> str:
    """Return the statement of `epsilon_check`, with its guesses, a bound and the verdict.

    Parameters
    ----------
    dialect
        The dialect of the statement, by default the URL's, or DuckDB's.
    """
    return _epsilon_question(relation, coins, answers, thresholded, connection, words).printed(dialect)


def _epsilon_question(
    relation: Any,
    coins: Path | str,
    answers: Names,
    thresholded: bool,
    connection: Any,
    words: SpecWords,
    prior: float = 0.5,
) -> EpsilonQuestion:
    spec = _table_of(relation, connection).spec_with(**words)
    return epsilon_question(spec, read_coins(coins), answers=as_list(answers), thresholded=thresholded, prior=prior)


@documented(Table)
def published_answers(
    relation: Any = None,
    *,
    answers: Mapping[str, str] | Sequence[str] | None = None,
    log: Path | str | None = None,
    minimum_frequency: int | None = None,
    limit: int | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> Differences:
    """Return what answers to several queries give away by their differences.

    Use it for counts of a dashboard, of months or of areas; for tables use `outputs`. An answer
    counts the people that an SQL condition holds for, and a person is in it by one record. A row is
    a group of fewer people than `minimum_frequency` whose number follows exactly from answers: who
    are in one and not in another, or in the same ones. A reader is taken to know which combinations
    of answers there are, and nothing else. Where all people of an answer are in another, their
    difference is found at once; the rest takes linear and integer programmes (the extra `outputs`).

    Parameters
    ----------
    relation
        The relation, as a Table takes it.
    answers
        The conditions by the names of their answers, or a list of them.
    log
        A file of SQL that was answered, whose counts and sums are answers, too (the extra `log`).
    minimum_frequency
        The people below which a group is too small, by default 10.
    limit
        Keep the groups with the fewest people.

    Raises
    ------
    SpecError
        Without an answer, for a condition that is no expression, and as described for Table.
    """
    spec = _table_of(relation, connection).spec_with(**words)
    given = {"answers": answers, "log": log, "minimum_frequency": minimum_frequency}
    return answers_question(with_outputs(spec, given, "the arguments"), show_values=True, limit=limit).answer()


@documented(Table)
def published_outputs(
    published: Any,
    *,
    absent: str | int | tuple[int, int | None],
    marks: Mapping[str | None, str | int | tuple[int, int | None]] | None = None,
    total: Sequence[str | None] | str | None = None,
    rounded: str | int | None = None,
    measure: str | None = None,
    wide: Mapping[str, Sequence[str]] | None = None,
    width: int | None = None,
    limit: int | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> HiddenCells:
    """Return what follows from published tables of counts alone, though cells are hidden in them.

    Use it where only the tables are there; `outputs` asks the records behind them. A row is a cell:
    one column has counts and marks, the others say which cell it is. A total is the sum of its
    parts. What follows is bounded by propagation in DuckDB, then by linear and integer programmes
    (the extra `outputs`), without which no cell is proven to be hidden.

    Parameters
    ----------
    published
        A published table, as a Table takes a relation, or a list of several that share columns.
    absent
        What a row stands for that is not there: `"zero"`, `"hidden"` for any count, or counts.
    marks
        The counts of each mark, as `"1..9"`, `"0.."` without a bound, 0, or a pair; None is NULL.
    total
        The labels of totals, None for NULL; by default Total.
    rounded
        How counts were rounded: to a base such as 5, `"random:3"`, or `"sums:5"` where totals are
        sums of rounded cells.
    measure
        The column of counts, by default the only one with numbers.
    wide
        A name, and the columns of counts that are the values of a column of this name.
    width
        How far apart the counts that are possible for a cell have to lie, by default as those of
        its mark.
    limit
        Keep the worst cells.

    Raises
    ------
    SpecError
        For a table that does not add up, a mark without a meaning, and a total that is not found.
    """
    tables = [*published] if isinstance(published, list | tuple) else [published]
    if not tables:
        raise SpecError("name a published table")
    spec = _table_of(tables[0], connection).spec_with(**words)
    given: dict[str, Any] = {"marks": marks, "absent": absent, "total": total, "rounded": rounded}
    given |= {"measure": measure, "wide": wide, "width": width}
    return hidden_question(with_outputs(spec, given, "the arguments"), tables, show_values=True, limit=limit).answer()


@documented(Table)
def cells_to_hide(
    published: Any,
    *,
    below: int,
    absent: str | int | tuple[int, int | None] = "zero",
    total: Sequence[str | None] | str | None = None,
    measure: str | None = None,
    wide: Mapping[str, Sequence[str]] | None = None,
    width: int | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> HidingAdvice:
    """Return which cells of a table to hide before it is published, and what that costs.

    Use it on a table with all its counts; `published_outputs` asks a table with hidden cells what
    follows. Small cells are hidden, and others beside them, until programmes prove for each small
    cell that counts far enough apart are possible. A reader may know all that is shown, and that
    any count may be hidden: all hidden cells have one mark. Somebody who is in the table may know
    more. The search is greedy, for tables of some hundred cells.

    Parameters
    ----------
    published
        A table of counts, as a Table takes a relation, or a list of several that share columns.
    below
        Cells of fewer people are small, 2 or more.
    absent
        What a row stands for that is not there, by default nobody.
    total
        The labels of totals, None for NULL; by default Total.
    measure
        The column of counts, by default the only one with numbers.
    wide
        A name, and the columns of counts that are the values of a column of this name.
    width
        How far apart two possible counts of a small cell have to be, by default `below` - 2, as far
        as the counts from 1 to `below` - 1 are.

    Raises
    ------
    SpecError
        For a table that does not add up, has hidden cells or more than 1,000 cells, and without the
        extra `outputs`.
    """
    tables = [*published] if isinstance(published, list | tuple) else [published]
    if not tables:
        raise SpecError("name a published table")
    spec = _table_of(tables[0], connection).spec_with(**words)
    given: dict[str, Any] = {"absent": absent, "total": total, "measure": measure, "wide": wide, "width": width}
    return hiding_question(with_outputs(spec, given, "the arguments"), tables, below=below, show_values=True).answer()


def _table_of(relation: Any, connection: Any) -> Table:
    return relation if isinstance(relation, Table) else Table(relation, connection=connection)
