"""Every measure as a function: the thin twins of the methods of Table and Releases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Unpack

from sqlmetrics import footprint
from sqlmetrics.advice.result import Advice
from sqlmetrics.certificate.verified import Verification, read_certificate
from sqlmetrics.certificate.verified import verify as verify_file
from sqlmetrics.engine.files import announce_page
from sqlmetrics.gate.jobs import Options, Run
from sqlmetrics.gate.jobs import run as run_jobs
from sqlmetrics.gate.score_history import ScoreHistory, score_history
from sqlmetrics.output.privacy_report import PrivacyReport, measured_again, read_report, write_reports
from sqlmetrics.release.utility.utility import Utility
from sqlmetrics.releases import compare
from sqlmetrics.risk.baseline import Baseline, Posterior
from sqlmetrics.risk.classes import Classes
from sqlmetrics.risk.combinations.results import Most, SubsetScores
from sqlmetrics.risk.combinations.suda import DISF, SpecialUniques, Weights
from sqlmetrics.risk.counts.scored import score_counts as scores_of_counts
from sqlmetrics.risk.counts.written import Counted
from sqlmetrics.risk.scores import ReleaseScores, Scores
from sqlmetrics.risk.semantic_levels import SemanticLevels
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.call_words import ClosenessWords, GdaWords, SpecWords, TradeoffWords, UtilityWords
from sqlmetrics.spec.history import TABLE, History
from sqlmetrics.spec.metric_names import MetricNames
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.spec.signature import naming
from sqlmetrics.table import Names, Table, as_list


@naming(SpecWords)
def score(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> Scores:
    """Return how much the quasi-identifiers disclose of identities and sensitive attributes.

    This is `Table(relation, quasi_identifiers, sensitive, ..).score(limit=limit)`: Table describes
    the arguments and the errors, Table.score the `limit` and the Scores that are returned.
    """
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).score(limit=limit)


@naming(SpecWords)
def sql(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    dialect: str | None = None,
    limit: int | None = None,
    count_table: str | None = None,
    **words: Unpack[SpecWords],
) -> str:
    """Return the SQL that `score` runs; nothing is opened.

    This is `Table(relation, quasi_identifiers, sensitive, ..).sql(..)`: Table describes the
    relation and its words, Table.sql `dialect`, `limit`, `count_table`, the text and the errors.
    """
    table = Table(relation, quasi_identifiers, sensitive, spec=spec, **words)
    return table.sql(dialect=dialect, limit=limit, count_table=count_table)


@naming(SpecWords)
def classes(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    where: Names,
    spec: Path | str | None = None,
    connection: Any = None,
    limit: int | None = None,
    **words: Any,
) -> Classes:
    """Return the equivalence classes that break any of the conditions, the worst first.

    This is `Table(relation, quasi_identifiers, sensitive, ..).classes(where, limit=limit)`: Table
    describes the relation and its words, Table.classes `where` (such as "k_anonymity < 5"),
    `limit`, the Classes that are returned and the errors.
    """
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).classes(
        where, limit=limit
    )


@naming(SpecWords)
def subsets(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    most: Most = "all",
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> SubsetScores:
    """Return the scores of every combination of quasi-identifiers, and what each one adds.

    This is `Table(relation, quasi_identifiers, sensitive, ..).subsets(most)`: Table describes the
    relation and its words, Table.subsets `most` (the largest number of quasi-identifiers of a
    combination, or "all"), the SubsetScores that are returned and the errors.
    """
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).subsets(most)


@naming(SpecWords)
def suda(
    relation: Any = None,
    quasi_identifiers: Names = (),
    *,
    max_size: int | None = None,
    disf: float = DISF,
    weights: Weights = "elliot",
    spec: Path | str | None = None,
    connection: Any = None,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> SpecialUniques:
    """Return the special uniques: records that few quasi-identifiers single out.

    This is `Table(relation, quasi_identifiers, ..).suda(..)`: Table describes the relation and its
    words, Table.suda `max_size`, `disf`, `weights`, `limit`, the SpecialUniques that are returned
    and the errors.
    """
    table = Table(relation, quasi_identifiers, spec=spec, connection=connection, **words)
    return table.suda(max_size=max_size, disf=disf, weights=weights, limit=limit)


@naming(SpecWords)
def semantic_levels(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    limit: float | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> SemanticLevels:
    """Return how coarse a question about a sensitive attribute may be and still be answered.

    This is `Table(relation, quasi_identifiers, sensitive, ..).semantic_levels(limit=limit)`: Table
    describes the relation and its words, Table.semantic_levels the `limit`, the SemanticLevels that
    are returned and the errors.
    """
    table = Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words)
    return table.semantic_levels(limit=limit)


@naming(SpecWords)
def records(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    output: Path | str,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> int:
    """Write the records with the scores of their classes to a file; return their number.

    This is `Table(relation, quasi_identifiers, sensitive, ..).records(output)`: Table describes the
    relation and its words, Table.records the file `output` with its columns, and the errors.
    """
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).records(output)


@naming(SpecWords)
def baseline(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> Baseline:
    """Return the distribution of each sensitive attribute, an attacker's knowledge beforehand.

    This is `Table(relation, quasi_identifiers, sensitive, ..).baseline(limit=limit)`: Table
    describes the relation and its words, Table.baseline the `limit`, the Baseline that is
    returned and the errors.
    """
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).baseline(
        limit=limit
    )


@naming(SpecWords)
def posterior(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> Posterior:
    """Return the distribution of each sensitive attribute in each class, beside the baseline.

    This is `Table(relation, quasi_identifiers, sensitive, ..).posterior(limit=limit)`: Table
    describes the relation and its words, Table.posterior the `limit`, the Posterior that is
    returned and the errors.
    """
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).posterior(
        limit=limit
    )


@naming(SpecWords)
def count(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    output: Path | str,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> Counted:
    """Write the counts of the records to a Parquet file, which `score_counts` scores.

    This is `Table(relation, quasi_identifiers, sensitive, ..).counts(output)`: Table describes the
    relation and its words, Table.counts the file `output`, which discloses, the Counted that is
    returned and the errors.
    """
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).counts(output)


@naming(SpecWords)
def score_counts(
    files: Sequence[Path | str] | Path | str,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> Scores:
    """Return the scores of relations that were counted, from the files of their counts.

    The scores are those of the relations' records in one table.

    Parameters
    ----------
    files
        Files that `count` wrote: a path, a pattern or a folder, or several.
    quasi_identifiers, sensitive
        Columns that were counted, by default all. Where only some are named, the counts are added
        up over the others.
    limit
        Keep the riskiest classes of each target, at level `class`.
    words
        The other words of a spec; see `sqlmetrics.spec.call.SpecWords`. Partitions of sensitive
        attributes are applied here, and of quasi-identifiers that were counted as they are.

    Returns
    -------
    Scores
        As Table.score returns them.

    Raises
    ------
    SpecError
        Where the files do not agree with one another, or the words with the files.
    QueryError
        Where a file cannot be read.
    """
    spec = call_spec(None, quasi_identifiers, sensitive, words)
    return scores_of_counts([files] if isinstance(files, str | Path) else files, spec, show_values=True, limit=limit)


@naming(SpecWords)
def check(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    name: str | None = None,
    run_id: str | None = None,
    tolerance: float | None = None,
    **words: Unpack[SpecWords],
) -> Run:
    """Return the scores of a relation with a verdict for each threshold of its spec.

    This is `Table(relation, quasi_identifiers, sensitive, ..).check(..)`: Table describes the
    relation and its words, Table.check `name`, `run_id`, `tolerance`, the Run that is
    returned and the errors.
    """
    table = Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words)
    return table.check(name=name, run_id=run_id, tolerance=tolerance)


@naming(SpecWords)
def report(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    output: Path | str | None = None,
    internal: bool = False,
    certificate: Path | str | None = None,
    date: datetime | str | None = None,
    original: Any = None,
    releases: Any = None,
    workload: Names = (),
    release_hierarchies: Mapping[str, Path | str] | None = None,
    previous: Path | str | None = None,
    **words: Unpack[SpecWords],
) -> PrivacyReport:
    """Return the report of a relation for people, as one HTML page.

    This is `Table(relation, quasi_identifiers, sensitive, ..).report(..)`: Table describes the
    relation and its words, Table.report `output`, `internal`, `certificate`, `date`,
    `original`, `releases`, `workload`, `release_hierarchies`, `previous`, the PrivacyReport that is
    returned and the errors.
    """
    table = Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words)
    return table.report(
        output,
        internal=internal,
        certificate=certificate,
        date=date,
        original=original,
        releases=releases,
        workload=workload,
        release_hierarchies=release_hierarchies,
        previous=previous,
    )


def verify(certificate: Path | str, relation: Any = None, *, spec: Path | str | None = None) -> Verification:
    """Return what does not hold in a certificate that `report` wrote.

    Parameters
    ----------
    certificate
        The JSON file of a report.
    relation
        A relation that is measured again: a path, a table or a frame. Without one only what follows
        from the certificate itself is verified.
    spec
        The spec file that says how, by default the spec in the certificate, which a public one
        lacks where it holds values.

    Returns
    -------
    Verification
        `holds` is whether nothing differs, `findings` what does, `hash` the SHA-256 of the file.

    Raises
    ------
    SpecError
        For a file that is no certificate, and where no spec is known.
    QueryError
        As described for Table.
    """
    anew = None
    if relation is not None:
        own = None if spec is None else Table(relation, spec=spec).spec
        anew = measured_again(read_certificate(Path(certificate)).entries, own, relation)
    return verify_file(Path(certificate), anew)


def read(
    rows: Path | str,
    *,
    spec: Path | str | None = None,
    output: Path | str | None = None,
    internal: bool = False,
    date: datetime | str | None = None,
) -> Scores:
    """Return the scores whose rows a printed statement returned elsewhere.

    Parameters
    ----------
    rows
        A CSV, JSON or Parquet file of the rows with their header, as a warehouse exports them.
    spec
        The spec file of the statement, with the thresholds that a report holds them to.
    output
        The HTML file of a report to write, if any.
    internal, date
        As in Table.report.

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
        own = spec_over({}, "the call", spec)
        found = read_report(Path(rows), own, internal=internal, date=date)
        if output is not None:
            found.report().save(output)
    return found.scores


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
    """Return the run of the jobs of `jobs_file`; a job that ends with an error stops no other.

    `only` names the jobs to run, by default all, `run_id` the run in a history, and `tolerance` the
    share by which scores may be riskier than earlier ones. `history`, `history_table` and
    `no_worse_than` take the place of these words of each job.

    Raises SpecError for a file without jobs, and for a history that cannot be added to.
    """
    words = {"history": history, "history_table": history_table, "no_worse_than": no_worse_than}
    result = run_jobs(jobs_file, only=only, options=Options(words=words, run_id=run_id, tolerance=tolerance))
    write_reports(result)
    return result


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

    Returns
    -------
    ScoreHistory
        An Entry for each score of each run, the oldest first: `.to_pandas()`, `.plot()`. `series`
        has the scores of each metric and target of a job.

    Raises
    ------
    SpecError
        Where there is no history, and for a name that it does not have.
    QueryError
        Where it cannot be read.
    """
    source = History(str(place), history_table)
    return score_history(source, jobs=as_list(jobs), metrics=as_list(metrics), targets=as_list(targets), last=last)


@naming(SpecWords)
def advise(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> Advice:
    """Return the recoding with the least loss whose scores keep the thresholds, with the proof.

    This is `Table(relation, quasi_identifiers, sensitive, ..).advise()`: Table describes the
    relation, its words and the errors, Table.advise the Advice that is returned.
    """
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).advise()


@naming(SpecWords)
def init(
    relation: Any = None,
    *,
    update: bool = False,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> str:
    """Return a commented spec to start from, as YAML; with `update`, a spec file and what is new.

    This is `Table(relation, ..).init(..)`: Table describes the relation, its words and the errors.
    """
    return Table(relation, spec=spec, connection=connection, **words).init(update=update)


@naming(SpecWords)
def attacks(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    record_id: str | None = None,
    external: Any = None,
    names: Mapping[str, str] | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    limit: int | None = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[SpecWords],
) -> ReleaseScores:
    """Return the disclosure risk of each release by the attacks of the Discrimination Rate.

    This is `compare(original, releases, quasi_identifiers, sensitive, ..).attacks(..)`: compare
    describes the relations and their words, Releases.attacks `record_id`, `external`, `names`,
    `limit`, the ReleaseScores that are returned and the errors.

    `original_where` and `release_where` are conditions on the records of a side, as in compare.
    """
    compared = compare(
        original,
        releases,
        quasi_identifiers,
        sensitive,
        spec=spec,
        connection=connection,
        original_where=original_where,
        release_where=release_where,
        **words,
    )
    return compared.attacks(record_id=record_id, external=external, names=names, limit=limit)


@naming(SpecWords)
def attacks_sql(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    dialect: str | None = None,
    record_id: str | None = None,
    external: str | None = None,
    names: Mapping[str, str] | None = None,
    spec: Path | str | None = None,
    limit: int | None = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[SpecWords],
) -> str:
    """Return the SQL that `attacks` runs, one statement per release; nothing is opened.

    This is `compare(original, releases, quasi_identifiers, sensitive, ..).attacks_sql(..)`: compare
    describes the relations and their words, Releases.attacks_sql `dialect`, `record_id`,
    `external`, `names`, `limit`, the text and the errors.

    `original_where` and `release_where` are conditions on the records of a side, as in compare.
    """
    compared = compare(
        original,
        releases,
        quasi_identifiers,
        sensitive,
        spec=spec,
        original_where=original_where,
        release_where=release_where,
        **words,
    )
    return compared.attacks_sql(dialect=dialect, record_id=record_id, external=external, names=names, limit=limit)


@naming(GdaWords)
def gda(
    original: Any,
    releases: Any,
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[GdaWords],
) -> ReleaseScores:
    """Return what the built-in attacks on releases claim, and how much of it is true.

    This is `compare(original, releases, ..).gda(..)`: compare describes the relations,
    `sqlmetrics.releases.GdaWords` the words, Releases.gda the ReleaseScores that are returned and
    the errors.

    `original_where` and `release_where` are conditions on the records of a side, as in compare.
    """
    return compare(
        original, releases, spec=spec, connection=connection, original_where=original_where, release_where=release_where
    ).gda(**words)


@naming(ClosenessWords)
def closeness(
    original: Any,
    releases: Any,
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[ClosenessWords],
) -> ReleaseScores:
    """Return how close releases are to their original, and how well that tells who was in it.

    This is `compare(original, releases, ..).closeness(..)`: compare describes the relations,
    `sqlmetrics.releases.ClosenessWords` the words, Releases.closeness the ReleaseScores that are
    returned and the errors.

    `original_where` and `release_where` are conditions on the records of a side, as in compare.
    """
    return compare(
        original, releases, spec=spec, connection=connection, original_where=original_where, release_where=release_where
    ).closeness(**words)


@naming(ClosenessWords)
def closeness_sql(
    original: Any,
    releases: Any,
    *,
    dialect: str | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[ClosenessWords],
) -> str:
    """Return the SQL that `closeness` runs.

    This is `compare(original, releases, ..).closeness_sql(..)`: compare describes the relations,
    `sqlmetrics.releases.ClosenessWords` the words, Releases.closeness_sql the `dialect`, the text
    and the errors.

    `original_where` and `release_where` are conditions on the records of a side, as in compare.
    """
    return compare(
        original, releases, spec=spec, connection=connection, original_where=original_where, release_where=release_where
    ).closeness_sql(dialect=dialect, **words)


@naming(UtilityWords)
def utility(
    original: Any,
    releases: Any,
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[UtilityWords],
) -> Utility:
    """Return how much of an original its releases still tell.

    This is `compare(original, releases, ..).utility(..)`: compare describes the relations,
    `sqlmetrics.releases.UtilityWords` the words, Releases.utility the Utility that is returned and
    the errors.

    `original_where` and `release_where` are conditions on the records of a side, as in compare.
    """
    return compare(
        original, releases, spec=spec, connection=connection, original_where=original_where, release_where=release_where
    ).utility(**words)


@naming(UtilityWords)
def utility_sql(
    original: Any,
    releases: Any,
    *,
    dialect: str | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[UtilityWords],
) -> str:
    """Return the SQL that `utility` runs.

    This is `compare(original, releases, ..).utility_sql(..)`: compare describes the relations,
    `sqlmetrics.releases.UtilityWords` the words, Releases.utility_sql the `dialect`, the text and
    the errors.

    `original_where` and `release_where` are conditions on the records of a side, as in compare.
    """
    return compare(
        original, releases, spec=spec, connection=connection, original_where=original_where, release_where=release_where
    ).utility_sql(dialect=dialect, **words)


@naming(TradeoffWords)
def tradeoff(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[TradeoffWords],
) -> ReleaseScores:
    """Return how useful each release of an original is to classifiers, beside how risky it is.

    This is `compare(original, releases, quasi_identifiers, sensitive, ..).tradeoff(..)`: compare
    describes the relations and columns, `sqlmetrics.releases.TradeoffWords` the words,
    Releases.tradeoff the ReleaseScores that are returned and the errors.

    `original_where` and `release_where` are conditions on the records of a side, as in compare.
    """
    compared = compare(
        original,
        releases,
        quasi_identifiers,
        sensitive,
        spec=spec,
        connection=connection,
        original_where=original_where,
        release_where=release_where,
    )
    return compared.tradeoff(**words)
