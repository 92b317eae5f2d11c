"""The public names, and the functions of all measures in full; made by `scripts/docs write`."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Unpack

from sqlmetrics.advice.cuts.result import MultidimensionalAdvice
from sqlmetrics.advice.result import Advice
from sqlmetrics.certificate.verified import Verification
from sqlmetrics.errors import (
    BudgetError,
    MissingColumnError,
    OutputError,
    QueryError,
    ReadingWarning,
    RefusedWordError,
    RolesWarning,
    SpecError,
    SqlmetricsError,
    UnknownNameError,
)
from sqlmetrics.gate.each_version import VersionCheck, VersionChecks
from sqlmetrics.gate.jobs import Run
from sqlmetrics.gate.trend import ScoreHistory
from sqlmetrics.output.privacy_report import PrivacyReport
from sqlmetrics.publication.printed import Form
from sqlmetrics.publication.written import WrittenRelease
from sqlmetrics.release.attack.attack import Attack
from sqlmetrics.release.attack.claims import Tolerance, at_least, at_most
from sqlmetrics.release.utility.utility import Utility
from sqlmetrics.releases import Releases
from sqlmetrics.risk.baseline import Baseline, Belief, ClassBelief, Posterior
from sqlmetrics.risk.classes import Classes
from sqlmetrics.risk.combinations.results import Combination, Contribution, Most, SubsetScores
from sqlmetrics.risk.combinations.suda import SpecialUniques, Weights
from sqlmetrics.risk.counts.written import Counted
from sqlmetrics.risk.epsilon.audit import EpsilonAudit, EpsilonFinding
from sqlmetrics.risk.epsilon.coins import Canary, Coins
from sqlmetrics.risk.epsilon.meaning import EpsilonMeaning, epsilon_meaning
from sqlmetrics.risk.epsilon.plan import EpsilonPlan
from sqlmetrics.risk.events.point_sets import PointSet, PointSets
from sqlmetrics.risk.events.resolution import ResolutionUnicity, UnicityCurves
from sqlmetrics.risk.outputs import Outputs, PublishedCell, PublishedTable
from sqlmetrics.risk.published.differences import DifferencedGroup, Differences, PublishedAnswer
from sqlmetrics.risk.published.hidden_cells import HiddenCell, HiddenCells, HiddenCounts
from sqlmetrics.risk.published.hiding_advice import CellToHide, HidingAdvice
from sqlmetrics.risk.semantic_levels import SemanticLevel, SemanticLevels
from sqlmetrics.scoring.scores import ReleaseScores, Score, Scores
from sqlmetrics.spec.agreement import Agreement, Links
from sqlmetrics.spec.call_words import ClosenessWords, GdaWords, SpecWords, TradeoffWords, UtilityWords
from sqlmetrics.spec.metric_names import MetricNames
from sqlmetrics.spec.published_limits import PublishedLimit, limits
from sqlmetrics.spec.report import Language
from sqlmetrics.statement.catalogue import Metric, metrics
from sqlmetrics.table import Names, Table

__all__ = [
    "Advice",
    "Attack",
    "Baseline",
    "Belief",
    "BudgetError",
    "Canary",
    "CellToHide",
    "ClassBelief",
    "Classes",
    "ClosenessWords",
    "Coins",
    "Combination",
    "Contribution",
    "Counted",
    "DifferencedGroup",
    "Differences",
    "EpsilonAudit",
    "EpsilonFinding",
    "EpsilonMeaning",
    "EpsilonPlan",
    "GdaWords",
    "HiddenCell",
    "HiddenCells",
    "HiddenCounts",
    "HidingAdvice",
    "Metric",
    "MissingColumnError",
    "MultidimensionalAdvice",
    "OutputError",
    "Outputs",
    "PointSet",
    "PointSets",
    "Posterior",
    "PrivacyReport",
    "PublishedAnswer",
    "PublishedCell",
    "PublishedLimit",
    "PublishedTable",
    "QueryError",
    "ReadingWarning",
    "RefusedWordError",
    "ReleaseScores",
    "Releases",
    "ResolutionUnicity",
    "RolesWarning",
    "Run",
    "Score",
    "ScoreHistory",
    "Scores",
    "SemanticLevel",
    "SemanticLevels",
    "SpecError",
    "SpecWords",
    "SpecialUniques",
    "SqlmetricsError",
    "SubsetScores",
    "Table",
    "Tolerance",
    "TradeoffWords",
    "UnicityCurves",
    "UnknownNameError",
    "Utility",
    "UtilityWords",
    "Verification",
    "VersionCheck",
    "VersionChecks",
    "WrittenRelease",
    "__version__",
    "advise",
    "at_least",
    "at_most",
    "attacks",
    "attacks_sql",
    "baseline",
    "cells_to_hide",
    "check",
    "check_versions",
    "classes",
    "closeness",
    "closeness_sql",
    "compare",
    "count",
    "epsilon_check",
    "epsilon_check_sql",
    "epsilon_meaning",
    "epsilon_plan",
    "gda",
    "history",
    "init",
    "limits",
    "metrics",
    "outputs",
    "point_sets",
    "posterior",
    "published_answers",
    "published_outputs",
    "read",
    "records",
    "release_sql",
    "report",
    "run",
    "score",
    "score_counts",
    "semantic_levels",
    "sql",
    "subsets",
    "suda",
    "tradeoff",
    "unicity_curves",
    "utility",
    "utility_sql",
    "verify",
    "write_release",
]

__version__: str

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

    Use it for a table that fails its limits; `release` also writes the table, and `subsets`
    says which columns to coarsen. The word `advise` has the levels of each quasi-identifier,
    what may be suppressed, and `local`.

    This is `Table(relation, quasi_identifiers, sensitive, ..).advise(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    Advice
        The cheapest recoding that passes, or how far the coarsest is from passing.

        Beside earlier releases it is the earlier recoding, where that passes.

        `levels` is the level of each quasi-identifier, 0 for its values as they are; `view` the SQL
        statement that creates the view, whose scores have passed. Where nothing passes both are
        None, and `thresholds` says how far the coarsest recoding is from each limit.

    Raises
    ------
    SpecError
        Without thresholds, for levels that are no tree, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def attacks(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    record_id: str | None = None,
    external: Any = None,
    names: Mapping[str, str] | None = None,
    limit: int | None = None,
    together: bool = False,
    pseudonym: bool = False,
    everything: bool = False,
    auxiliary: Any = None,
    agreement: Agreement | None = None,
    nearly: Mapping[str, float] | None = None,
    links: Links | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[SpecWords],
) -> ReleaseScores:
    """Return the disclosure risk of each release by attacks on it and on its original.

    Use it for releases beside the original; `Table.score` needs no original, and `gda` checks
    single claims. The attacks of the Discrimination Rate are on the identity (white, black and
    grey box) and on sensitive attributes (homogeneity, background knowledge, skewness,
    semantic). Each knows one quasi-identifier alone, or all together. Replication and
    attribution know all, and measure what any release, a synthetic one too, says of the
    original's records. Sources: Sondeck, Laurent and Frey 2017; Raab, Nowok and Dibben 2024.

    This is `compare(original, releases, quasi_identifiers, sensitive, ..).attacks(..)`.

    Parameters
    ----------
    original
        A relation, as a Table takes it, or a Table with its roles, beside which there are neither
        columns nor words.
    releases
        Relations as a mapping by their names, such as {"k3": "k3.parquet"}, as a list, or a single
        one. They lie at the original's place.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    record_id
        A column that tells records apart and is in releases and original: it links them row by
        row. Without it the `partitions` of the quasi-identifiers link them, applied to the
        original.
    external
        A relation of people by their quasi-identifiers, which the same partitions recode, for
        the grey box.
    names
        By column of the releases, its name in the original where that differs.
    limit
        Keep the riskiest classes, at level `class`.
    together
        Instead compare the releases with each other, in their order: what they give away
        together of people who are in several of them, whom the `individual` links. The original
        is not read.
    pseudonym
        With `together`, whether the `individual` is in the releases as they are published, so
        that an attacker can follow people, too.
    everything
        Measure also what makes up replication and attribution: what is unique, and what tells,
        in the original and in the release.
    auxiliary
        Instead look for the people of this relation in each release, though it has errors, by
        weights of agreement (Fellegi and Sunter 1969). The original is not read. The
        quasi-identifiers link, by default all columns of both but the `individual` and the
        sensitive ones; their partitions recode the relation as the release is recoded. The
        `individual` tells who is found rightly.
    agreement
        With `auxiliary`, the chance that two values of one person agree, by default 0.9: a
        number, or a mapping by column, in which "*" stands for all others. Or "estimated":
        the likeliest chances, by expectation-maximisation.
    nearly
        With `auxiliary`, how far values of a column differ at most that nearly agree, by
        column: numbers, dates by days, texts by 1 letter.
    links
        With `auxiliary`, "best" links the best records of each person, and "one_to_one" two
        records that are each the other's best, so that none is given to two people.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    original_where
        An SQL expression: only the records of the original that it holds for are compared.
    release_where
        An SQL expression: only the records of each release that it holds for are compared.
    words
        Words that replace the original's for this call. `partitions` of sensitive attributes
        are the attacker's models in the semantic attack. Where an `individual` tells people
        apart, releases, original and external table have that column. `targets` are the people
        whose values are guessed, with `together`.

    Returns
    -------
    ReleaseScores
        A record per release, attack, known quasi-identifiers and target. The values are
        discrimination rates, shares of 0 to 1, where higher is riskier. Background knowledge is
        one minus the rate. Skewness is the rate of the original quasi-identifiers minus the
        rate of the released ones, with the largest shift of a class's distribution (`a_diff`).
        Replication (`rep_u`) and attribution (`disco`, `dcap`, `tcap`, `base_cap`) are shares
        of the original's records and means over them, from 0 to 1, at level `table`.
        Of releases `together` there is a record per number of releases, metric and target. With
        an `auxiliary` relation they are shares of its records, and the precision by weight.

    Raises
    ------
    SpecError
        Where there is no release. Methods raise it for words that are wrong, and for relations or
        columns that cannot be compared.
    QueryError
        Where the engine cannot connect, read a relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

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
    limit: int | None = None,
    together: bool = False,
    pseudonym: bool = False,
    everything: bool = False,
    auxiliary: Any = None,
    agreement: Agreement | None = None,
    nearly: Mapping[str, float] | None = None,
    links: Links | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[SpecWords],
) -> str:
    """Return the SQL that `attacks` runs, one statement per release; nothing is opened.

    Use it for a database's own console or a job there; `attacks` runs the statements. With
    `auxiliary` relations are opened for their columns, and counted where chances are estimated.

    This is `compare(original, releases, quasi_identifiers, sensitive, ..).attacks_sql(..)`.

    Parameters
    ----------
    original
        A relation, as a Table takes it, or a Table with its roles, beside which there are neither
        columns nor words.
    releases
        Relations as a mapping by their names, such as {"k3": "k3.parquet"}, as a list, or a single
        one. They lie at the original's place.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    dialect
        The dialect to write, by default the dialect of the `url`, or DuckDB's.
    record_id
        A column that tells records apart and is in releases and original: it links them row by
        row. Without it the `partitions` of the quasi-identifiers link them, applied to the
        original.
    external
        The path or the name of the table of people for the grey box.
    names
        By column of the releases, its name in the original where that differs.
    limit
        Keep the riskiest classes, at level `class`.
    together
        Instead compare the releases with each other, in their order: what they give away
        together of people who are in several of them, whom the `individual` links. The original
        is not read.
    pseudonym
        With `together`, whether the `individual` is in the releases as they are published, so
        that an attacker can follow people, too.
    everything
        Measure also what makes up replication and attribution: what is unique, and what tells,
        in the original and in the release.
    auxiliary
        Instead look for the people of this relation in each release, though it has errors, by
        weights of agreement (Fellegi and Sunter 1969). The original is not read. The
        quasi-identifiers link, by default all columns of both but the `individual` and the
        sensitive ones; their partitions recode the relation as the release is recoded. The
        `individual` tells who is found rightly.
    agreement
        With `auxiliary`, the chance that two values of one person agree, by default 0.9: a
        number, or a mapping by column, in which "*" stands for all others. Or "estimated":
        the likeliest chances, by expectation-maximisation.
    nearly
        With `auxiliary`, how far values of a column differ at most that nearly agree, by
        column: numbers, dates by days, texts by 1 letter.
    links
        With `auxiliary`, "best" links the best records of each person, and "one_to_one" two
        records that are each the other's best, so that none is given to two people.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    original_where
        An SQL expression: only the records of the original that it holds for are compared.
    release_where
        An SQL expression: only the records of each release that it holds for are compared.
    words
        Words that replace the original's for this call. `partitions` of sensitive attributes
        are the attacker's models in the semantic attack. Where an `individual` tells people
        apart, releases, original and external table have that column. `targets` are the people
        whose values are guessed, with `together`.

    Returns
    -------
    str
        Each statement below a comment that says what it computes. It returns the columns of a
        score record.

    Raises
    ------
    SpecError
        Where there is no release. Methods raise it for words that are wrong, and for relations or
        columns that cannot be compared.
    QueryError
        A DialectError, for a dialect that cannot read or run it.
    """

def baseline(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    limit: int | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> Baseline:
    """Return the distribution of each sensitive attribute, an attacker's knowledge beforehand.

    Use it to see what everybody knows without the table; `posterior` is what the table adds.

    This is `Table(relation, quasi_identifiers, sensitive, ..).baseline(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    limit
        Keep the most frequent values of each attribute.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    Baseline
        The distribution of each sensitive attribute, its most frequent values first.

        It is a Belief for each value of each `target` and `partition`, with the number of `records`
        and their `share` (0 to 1). With `individual` people are counted instead, as in `score`:
        each once per combination of quasi-identifiers and value.

        `of_people` says whether people are counted, who may have several records.

    Raises
    ------
    SpecError
        Where no sensitive attribute is named, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

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
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    HidingAdvice
        The cells to hide in a table before it is published, and what that costs.

    Raises
    ------
    SpecError
        For a table that does not add up, has hidden cells or more than 1,000 cells, and without the
        extra `outputs`.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def check(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    name: str | None = None,
    run_id: str | None = None,
    tolerance: float | None = None,
    released: bool = False,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> Run:
    """Return the scores with a verdict for each of the `thresholds`, added to a `history`.

    Use it for a pipeline, which stops where a limit is broken; `score` only measures, and
    `report` is for people.

    This is `Table(relation, quasi_identifiers, sensitive, ..).check(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    name
        The name of the job in reports and in the history: by default the name of the spec's
        file, or of the relation.
    run_id
        The name of the run in the history, by default one of its own.
    tolerance
        The share by which a score may be riskier than in the run of `no_worse_than`, in place
        of what that says.
    released
        Whether the release that the spec describes is judged, which is not written.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    Run
        A run: its id, the time when it began (UTC, ISO 8601), and the outcome of each job.

        Its rows are the outcomes, each with its scores and verdicts. `exit_code` is 0 where every
        threshold passes and 1 where one fails; with `advisory`, a failed one is only a warning.

    Raises
    ------
    SpecError
        Where there is neither a threshold nor a history, for a threshold that measures nothing,
        for a history that cannot be added to, and as described for Table.
    QueryError
        Where the history fails, and as described for Table.
    """

def check_versions(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> VersionChecks:
    """Return the check of each version of a Delta or Iceberg table, the oldest first.

    `exit_code` and `passed` are the newest version's. A version whose files are gone has an
    error in place of verdicts. No history takes the scores. Of `people@12` the versions up to
    12 are checked. Raises SpecError for any other relation, and errors as `check` does.

    This is `Table(relation, quasi_identifiers, sensitive, ..).check_versions(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    VersionChecks
        The checks of each version of a table, the oldest first.

        The run has them as jobs. `exit_code` and `passed` speak of the newest version alone.

    Raises
    ------
    SpecError
        For a word, name, mapping or path that is wrong. Methods raise it, too, for columns that
        the relation does not have, and for metrics that the words do not allow.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def classes(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    conditions: Names = (),
    limit: int | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> Classes:
    """Return the equivalence classes that break any of the conditions, the worst first.

    Use it to see which people are at risk; `records` has each of them with their class, and
    `point_sets` those with known points.

    This is `Table(relation, quasi_identifiers, sensitive, ..).classes(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    conditions
        A condition or several, such as "k_anonymity < 5", each of a metric of level `class`.
    limit
        Keep the worst of each target. Their numbers still count all.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    Classes
        The classes of a relation that break any of the conditions, per target.

        A target has the number of such classes and of their records, and the classes with their key
        values and scores: `.to_dict()`.

    Raises
    ------
    SpecError
        Without a condition, for one that cannot be read, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def closeness(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[ClosenessWords],
) -> ReleaseScores:
    """Return how close each release is to the original, and how well that tells who was in it.

    Use it for synthetic data that may copy people; `attacks` is for coarsened columns. With a
    `text` it is about texts that a model has generated: which runs of words that few people of
    the original have do they repeat, and which of a control group?

    Sources: Platzer and Reutterer 2021; Yeom et al. 2018; Jagielski, Ullman and Oprea 2020;
    Carlini et al. 2021.

    This is `compare(original, releases, quasi_identifiers, sensitive, ..).closeness(..)`.

    Parameters
    ----------
    original
        A relation, as a Table takes it, or a Table with its roles, beside which there are neither
        columns nor words.
    releases
        Relations as a mapping by their names, such as {"k3": "k3.parquet"}, as a list, or a single
        one. They lie at the original's place.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    original_where
        An SQL expression: only the records of the original that it holds for are compared.
    release_where
        An SQL expression: only the records of each release that it holds for are compared.
    words
        The columns, the control group and the bounds; `sqlmetrics.releases.ClosenessWords`
        describes them. Words of a spec replace the original's for this call.

    Returns
    -------
    ReleaseScores
        A record per release and metric: of distances, shares and rates from 0 to 1, and a lower
        bound of epsilon. `low` and `high` bound the 95 % confidence interval, where there is
        one. `sqlmetrics.metrics("attacks")` lists the metrics.

    Raises
    ------
    SpecError
        For a number out of its range, and as described for Releases.
    QueryError
        Where the engine cannot connect, read a relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def closeness_sql(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    dialect: str | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[ClosenessWords],
) -> str:
    """Return the SQL that `closeness` runs.

    Use it for a database's own console or a job there; `closeness` runs the statements. The
    relations are opened: columns have kinds, and their records say how many are drawn.

    This is `compare(original, releases, quasi_identifiers, sensitive, ..).closeness_sql(..)`.

    Parameters
    ----------
    original
        A relation, as a Table takes it, or a Table with its roles, beside which there are neither
        columns nor words.
    releases
        Relations as a mapping by their names, such as {"k3": "k3.parquet"}, as a list, or a single
        one. They lie at the original's place.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    dialect
        The dialect to write, by default the one of the place where the relations lie.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    original_where
        An SQL expression: only the records of the original that it holds for are compared.
    release_where
        An SQL expression: only the records of each release that it holds for are compared.
    words
        The columns, the control group and the bounds; `sqlmetrics.releases.ClosenessWords`
        describes them. Words of a spec replace the original's for this call.

    Returns
    -------
    str
        The statements, each below a comment that says what it computes.

    Raises
    ------
    SpecError
        For an unknown dialect, and as in `closeness`.
    QueryError
        Where the engine cannot connect, read a relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def compare(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[SpecWords],
) -> Releases:
    """Return an original with its releases, to be attacked and to be measured for utility.

    Parameters
    ----------
    original
        A relation, as a Table takes it, or a Table with its roles, beside which there are neither
        columns nor words.
    releases
        Relations as a mapping by their names, such as {"k3": "k3.parquet"}, as a list, or a single
        one. They lie at the original's place.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    original_where
        An SQL expression: only the records of the original that it holds for are compared.
    release_where
        An SQL expression: only the records of each release that it holds for are compared.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    Releases
        The relations, with the methods `attacks`, `gda`, `closeness`, `utility` and `tradeoff`.

    Raises
    ------
    SpecError
        For a word that is wrong, for words beside a Table, and where there is no release.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

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

    Use it for data that stay apart, whose counts can be joined; `score` needs no counts in
    between. A count is the number of records with the same values of the quasi-identifiers,
    which are recoded first, and of the sensitive attributes, which are not. The file discloses:
    a count of one is a person. With `sketch` only some classes are counted; of `counts` of a
    table the files are added up to one.

    This is `Table(relation, quasi_identifiers, sensitive, ..).counts(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    output
        A Parquet file, which appears whole or not at all.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    Counted
        The size of a file: the numbers of `counts`, of `records`, and of counts of a `single` one.

        `withheld` are the records whose counts are withheld, for the sensitive attribute with the
        most of them; None where none would be. `share` is the probability by which a class is in a
        sketch; None where the file is none.

    Raises
    ------
    SpecError
        For an `individual`, since counts of people do not add up, and for what else counts
        cannot hold, such as types that Parquet does not have. Also where more than 5 % of the
        records are alone in a count and `allow_singles` does not allow it, and as described for
        Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

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
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    EpsilonAudit
        The audit of a claimed epsilon.

    Raises
    ------
    SpecError
        Where answers and coins do not fit, with how many do not.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

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
    relation
        The answers, as a Table takes a relation, or a Table.
    coins
        The file of coins.
    answers
        The column of the noisy answers, or several that are added up; by default the only number
        beside the cells.
    thresholded
        Whether a cell that is missing is an answer.
    dialect
        The dialect of the statement, by default the URL's, or DuckDB's.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Raises
    ------
    SpecError
        Where answers and coins do not fit, with how many do not.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

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
    epsilon
        The claim for a person who is there or not.
    delta
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
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    EpsilonPlan
        The plan of an audit.

    Raises
    ------
    SpecError
        For a plan that makes no sense, such as a claim that no answer could refute.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def gda(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[GdaWords],
) -> ReleaseScores:
    """Return what the built-in attacks on the releases claim, and how much of it is true.

    Use it for an anonymised table of any making; `attacks` measures what classes tell, without
    claims. This is the protection half of the GDA Score: singling out, inference and
    linkability, by claims that are checked against the original.

    Sources: Francis 2019; the attacks of Giomi et al. 2023.

    This is `compare(original, releases, quasi_identifiers, sensitive, ..).gda(..)`.

    Parameters
    ----------
    original
        A relation, as a Table takes it, or a Table with its roles, beside which there are neither
        columns nor words.
    releases
        Relations as a mapping by their names, such as {"k3": "k3.parquet"}, as a list, or a single
        one. They lie at the original's place.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    original_where
        An SQL expression: only the records of the original that it holds for are compared.
    release_where
        An SQL expression: only the records of each release that it holds for are compared.
    words
        The attacker and the bounds of each attack; `sqlmetrics.releases.GdaWords` describes
        them. Words of a spec replace the original's for this call.

    Returns
    -------
    ReleaseScores
        A record per release, attack and metric, such as the confidence in the claims.
        `sqlmetrics.metrics("attacks")` lists the unit, range and direction of each metric;
        `low` and `high` bound the 95 % confidence interval of an estimate.

    Raises
    ------
    SpecError
        For an unknown attack, one that lacks what it needs, and as described for Releases.
    QueryError
        Where the engine cannot connect, read a relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def history(
    place: Path | str,
    *,
    jobs: Names = (),
    metrics: MetricNames = (),
    targets: Names = (),
    last: int | None = None,
    history_table: str = "sqlmetrics_history",
) -> ScoreHistory:
    """Return the scores that `check` and `run` have kept, over time.

    Use it for trends; `check` and `run` add to it.

    Parameters
    ----------
    place
        The place of the history: a DuckDB file, a folder of Parquet files, or the URL of a
        database.
    jobs
        Names of those to keep, one or several, by default all. A target is "identity" or a
        sensitive column.
    metrics
        Names of those to keep, one or several, by default all. A target is "identity" or a
        sensitive column.
    targets
        Names of those to keep, one or several, by default all. A target is "identity" or a
        sensitive column.
    last
        The number of latest runs of each job to keep, by default all.
    history_table
        The table of the history, in a file or database.

    Returns
    -------
    ScoreHistory
        The scores that a history keeps, the oldest first.

        Its rows are the entries: a score of a run each, with its `value`, the time `recorded_at`,
        the `run_id`, the `job`, and its `verdicts` as JSON: `.to_pandas()`, `.plot()`. Scores by
        slices have the `slice`. `series` has the scores of each metric, target and slice of a job.
        `place` is what messages call the history. `missed` are the runs that measured nothing, each
        with its `reason`.

    Raises
    ------
    SpecError
        Where there is no history, and for a name that it does not have.
    QueryError
        Where it cannot be read.
    """

def init(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    update: bool = False,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> str:
    """Return a commented spec to start from, as YAML.

    Use it for a table without a spec; `score` takes the roles as they are proposed. It proposes
    a role for each column, by its name and by a sample of its values, and says in a comment how
    sure that is and why; partitions and limits are proposed as comments. It has no value of the
    data.

    This is `Table(relation, quasi_identifiers, sensitive, ..).init(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    update
        Return the text of the table's `spec` file instead, with the columns added that have no
        role there; all else is as it was.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    str
        The text of a spec, whose paths are relative to the working directory.

    Raises
    ------
    SpecError
        For an `update` without a spec file, or of one that cannot be added to, and as described
        for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def outputs(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    keys: Iterable[Names] | None = None,
    cube: Names | None = None,
    measure: str | None = None,
    minimum_frequency: int | None = None,
    dominance: tuple[int, float] | None = None,
    p_percent: float | None = None,
    class_share: float | None = None,
    limit: int | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> Outputs:
    """Return what published tables of counts and sums give away of the people in them.

    Use it for counts and sums that are published; for a table of people use `score`. Each table
    has scores and the cells that break a rule, those with the fewest people first. A record is
    a person unless an `individual` tells people apart, who then add the sum of their records to
    a cell. Records without the measure are in no cell. A `weight` w makes w copies of a
    contribution, and no people. NULL is a value of a column. The word `outputs` of a spec has
    the same arguments, which these replace; `check` holds its tables to `thresholds`.

    Sources: Hundepool et al., Handbook on Statistical Disclosure Control, for the rules of
    minimum frequency, (n,k)-dominance and p percent.

    This is `Table(relation, quasi_identifiers, sensitive, ..).outputs(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    keys
        The columns of each table that is published.
    cube
        Columns whose combinations are all tables, down to the total.
    measure
        The column whose sums are published; without it the tables are counts.
    minimum_frequency
        The people below which a cell is too small, by default 10.
    dominance
        n and k: the n largest contributions may have k percent of a cell's total. By default
        2 and 90.
    p_percent
        The percent of the largest contribution within which the second largest contributor may
        not know it, by default 10.
    class_share
        The share of a line's people, from 0.5, that one cell may not have more of; 1, the
        default, stands for all of them. Lines of fewer people than `minimum_frequency` are
        left out.
    limit
        Keep the worst cells of each table.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    Outputs
        Published tables, each with what it gives away.

    Raises
    ------
    SpecError
        Without a table, for rules out of range, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def point_sets(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    conditions: Names = (),
    limit: int | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> PointSets:
    """Return the minimal sets of up to `known` points that meet a condition on k, as "k < 2".

    Use it to see which visits or places single people out; `score` with `known` says how many
    people. These people have all points of the set, and no part of it meets a condition. The
    rarest come first.

    This is `Table(relation, quasi_identifiers, sensitive, ..).point_sets(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    conditions
        A condition or several, such as "k_anonymity < 5", each of a metric of level `class`.
    limit
        Keep the worst of each target. Their numbers still count all.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    PointSets
        The minimal sets of points that few people have.

        A set is minimal where no part of it meets the condition.

    Raises
    ------
    SpecError
        Without a condition, for one that cannot be read, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def posterior(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    limit: int | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> Posterior:
    """Return the distribution of each sensitive attribute in each class, beside the baseline.

    Use it to see what somebody is thought to have after the release; `score` has its summary as
    `a_know` and `a_acc`. It is A_san of Brickell and Shmatikov (2008): what an attacker who
    knows the quasi-identifiers believes.

    This is `Table(relation, quasi_identifiers, sensitive, ..).posterior(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    limit
        Keep the classes with the surest guess of each attribute.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    Posterior
        The distribution of each sensitive attribute in each class, the surest classes first.

        It is a ClassBelief for each `target`, `partition`, `class_` and `value`, a class's most
        frequent value first. It has the number of `records` of `class_records`, their `share` of
        these, and `baseline`, the share in the whole table (0 to 1). With `individual` people are
        counted instead, as in `baseline`.

        `key_types` are the types of the quasi-identifiers, as DuckDB names them, empty where they
        are unknown. `of_people` says whether people are counted, who may have several records.

    Raises
    ------
    SpecError
        Where no sensitive attribute is named, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

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
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    Differences
        What several answers give away by their differences.

    Raises
    ------
    SpecError
        Without an answer, for a condition that is no expression, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

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
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    HiddenCells
        What follows from published tables alone, though cells are hidden.

    Raises
    ------
    SpecError
        For a table that does not add up, a mark without a meaning, and a total that is not found.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

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
    internal
        Whether it shows values of the data and small groups. By default it is public: no value
        of the data, no group smaller than the k of the thresholds (5 without one).
    language
        The language of the page: "en", "de" or "fr"; by default the spec's, or English.
    date
        The date of the report, by default SOURCE_DATE_EPOCH where it is set, else now.

    Returns
    -------
    Scores
        The scores of one relation.

        They are a record per metric and target, and per class at level `class`, with its value,
        unit and direction: `.value(metric, target=..)`, `.to_pandas()`, `.to_dict()`. A value that
        is undefined is None, and `reason` says why. Targets are `identity` and the sensitive
        columns. `sqlmetrics.metrics()` lists the unit and range of each metric.

    Raises
    ------
    SpecError
        For a file of anything else, with the row that is wrong.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    OutputError
        Where the report cannot be written.
    """

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

    Use it for a table of the risk of each record; `classes` is shorter, and has the worst
    alone.

    This is `Table(relation, quasi_identifiers, sensitive, ..).records(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    output
        A Parquet or CSV file, which appears whole or not at all. It has the relation's columns,
        and one per class-level metric and target. For the identity that column has the metric's
        name; for a sensitive attribute the names of target and partition follow it. With a
        number of `known` points it has `points_to_single_out` instead: the fewest points, the
        record's own among them, that single its person out, NULL where none do.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    int
        The number of records in the file.

    Raises
    ------
    SpecError
        For a file of another format, a relation with a column of a score's name, more than
        10,000,000 sets of known points, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def release_sql(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    form: Form = "view",
    dialect: str | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> str:
    """Return the statement that makes the release in a database: a view, a table, or for dbt.

    Use it for a database that holds the table; `release` writes a file, and scores it as it was
    written.

    This is `Table(relation, quasi_identifiers, sensitive, ..).release_sql(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    form
        A `view`, a `table`, or `dbt` for a model.
    dialect
        The dialect, by default the place's.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    Returned
        Type variable.

        Usage::

          T = TypeVar('T')  # Can be anything   A = TypeVar('A', str, bytes)  # Must be str or bytes

        Type variables exist primarily for the benefit of static type checkers.  They serve as the
        parameters for generic types as well as for generic function definitions.  See class Generic
        for more information on generic types.  Generic functions work as follows:

          def repeat(x: T, n: int) -> List[T]:       '''Return a list containing n references to
        x.'''       return [x]*n

          def longest(x: A, y: A) -> A:       '''Return the longest of two strings.'''       return
        x if len(x) >= len(y) else y

        The latter example's signature is essentially the overloading of (str, str) -> str and
        (bytes, bytes) -> bytes.  Also note that if the arguments are instances of some subclass of
        str, the return type is still plain str.

        At runtime, isinstance(x, T) and issubclass(C, T) will raise TypeError.

        Type variables defined with covariant=True or contravariant=True can be used to declare
        covariant or contravariant generic types. See PEP 484 for more details. By default generic
        types are invariant in all type variables.

        Type variables can be introspected. e.g.:

          T.__name__ == 'T'   T.__constraints__ == ()   T.__covariant__ == False
        T.__contravariant__ = False   A.__constraints__ == (str, bytes)

        Note that only type variables defined in global scope can be pickled.

    Raises
    ------
    SpecError
        As described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    DialectError
        For a dialect that cannot read the relation.
    """

def report(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    output: Path | str | None = None,
    internal: bool = False,
    language: Language | None = None,
    certificate: Path | str | None = None,
    date: datetime | str | None = None,
    original: Any = None,
    releases: Any = None,
    workload: Names = (),
    release_hierarchies: Mapping[str, Path | str] | None = None,
    released: bool = False,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> PrivacyReport:
    """Return the report for people: the decision with its evidence, as one HTML page.

    Use it for who decides; `check` is for a pipeline, and `score` for figures alone. It holds
    the scores to the `thresholds`, has the `title`, and shows the runs of the `history`, to
    which nothing is added.

    This is `Table(relation, quasi_identifiers, sensitive, ..).report(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    output
        The file to write, if any: HTML, or a PDF, which the browser of the computer or
        WeasyPrint prints.
    internal
        Whether it shows values of the data and small groups. By default it is public: no value
        of the data, no group smaller than the k of the thresholds (5 without one).
    language
        The language of the page: "en", "de" or "fr"; by default the spec's, or English.
    certificate
        A JSON file to write with all that the page says; the page shows its hash.
    date
        The date of the report, by default SOURCE_DATE_EPOCH where it is set, else now.
    original
        The original that the relation was made from, and other releases of it, to show side by
        side: a mapping by their names, a list, or a single one.
    releases
        The original that the relation was made from, and other releases of it, to show side by
        side: a mapping by their names, a list, or a single one.
    workload
        The columns that classifiers predict from each release, by default the sensitive ones.
    release_hierarchies
        By column, the file of the hierarchy by which releases were recoded.
    released
        Whether it tells of the release that the spec describes, which is not written.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    PrivacyReport
        A report for people, as a page, and its certificate, which is all that it says as data.

        `html` is the page, which a notebook shows in a frame, `json` the certificate, and `passed`
        the verdict. A public one has no value of the data and no small group;
        `certificate.audience` says which it is. `warnings` are limits whose verdict tells of few
        people; `changes` is what it tells beside the previous one. `unnamed` are the columns
        without a role that look like an identifier; a public one does not name them. The page is in
        the `language`.

    Raises
    ------
    SpecError
        For a threshold that measures nothing, where fewer people than the k of the thresholds
        may make the difference to a report of `previous`, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    OutputError
        Where a file cannot be written.
    """

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
    history
        What takes the place of these words of each job.
    history_table
        What takes the place of these words of each job.
    no_worse_than
        What takes the place of these words of each job.
    tolerance
        The share by which scores may be riskier than earlier ones.

    Returns
    -------
    Run
        A run: its id, the time when it began (UTC, ISO 8601), and the outcome of each job.

        Its rows are the outcomes, each with its scores and verdicts. `exit_code` is 0 where every
        threshold passes and 1 where one fails; with `advisory`, a failed one is only a warning.

    Raises
    ------
    SpecError
        For a file without jobs, and for a history that cannot be added to.
    """

def score(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    limit: int | None = None,
    released: bool = False,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> Scores:
    """Return how much the quasi-identifiers disclose of identities and sensitive attributes.

    Use it for figures; `check` holds them to limits, `report` writes a page, and `subsets` says
    which columns matter. Where no role is named and there is no spec, columns have the roles
    that `init` proposes. A RolesWarning names them. So it is for `report`, `subsets`, `advise`
    and `sql`; `check` and `release` decide, and need roles that a person wrote.

    This is `Table(relation, quasi_identifiers, sensitive, ..).score(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    limit
        Keep the riskiest classes of each target, at level `class`.
    released
        Whether the release that the spec describes is scored, which is not written.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    Scores
        The scores of one relation.

        They are a record per metric and target, and per class at level `class`, with its value,
        unit and direction: `.value(metric, target=..)`, `.to_pandas()`, `.to_dict()`. A value that
        is undefined is None, and `reason` says why. Targets are `identity` and the sensitive
        columns. `sqlmetrics.metrics()` lists the unit and range of each metric.

    Raises
    ------
    SpecError
        For a word, name, mapping or path that is wrong. Methods raise it, too, for columns that
        the relation does not have, and for metrics that the words do not allow.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

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
    quasi_identifiers
        Columns that were counted, by default all. Where only some are named, the counts are added
        up over the others.
    sensitive
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
        The scores of one relation.

        They are a record per metric and target, and per class at level `class`, with its value,
        unit and direction: `.value(metric, target=..)`, `.to_pandas()`, `.to_dict()`. A value that
        is undefined is None, and `reason` says why. Targets are `identity` and the sensitive
        columns. `sqlmetrics.metrics()` lists the unit and range of each metric.

    Raises
    ------
    SpecError
        Where the files do not agree with one another, or the words with the files.
    QueryError
        Where a file cannot be read.
    """

def semantic_levels(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    limit: float | None = None,
    distances: Mapping[str, Path | str] | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> SemanticLevels:
    """Return how coarse a question about a sensitive attribute may be and still be answered.

    Use it for secrets whose values are near each other; `score` takes each value as another
    secret. Each level of an attribute's hierarchy is a partition of its values, an attacker's
    coarser question. All levels are scored, since a coarser question may be answered better or
    worse. The `hierarchies` name the files. Without one, up to 50 values are joined to groups
    one by one, the nearest first, by the mean distance between the values of two groups.

    Source: Sondeck, Laurent and Frey 2017, who leave open where partitions come from.

    This is `Table(relation, quasi_identifiers, sensitive, ..).semantic_levels(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    limit
        The discrimination rate above which a question counts as answered, from 0 to below 1; by
        default `at_most` of the discrimination rate in the `thresholds`.
    distances
        By column, a CSV file with the columns value, other and distance, by which values are
        joined. By default it is the total variation between their distributions over the
        classes (0 to 1).
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    SemanticLevels
        The levels of the sensitive attributes of a relation, the finest first.

        They are a row per attribute and level with its discrimination rate (0 to 1, higher is
        riskier), domains and classes. `proposed` has the coarsest level above the limit by
        attribute, and `partitions` the words of a spec that score it.

        `forms` are the levels of each attribute as a spec writes them, the values as they are
        first: levels of its hierarchy's file, or groups that name the values. `distances` has the
        file of the distances by which an attribute's values were joined, None where the classes
        gave them. Where there are others, attributes with too many values to join are `left_out`.

    Raises
    ------
    SpecError
        Without a sensitive attribute or a limit, for values that a hierarchy or a file of
        distances lacks, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def sql(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    dialect: str | None = None,
    limit: int | None = None,
    count_table: str | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> str:
    """Return the SQL that `score` runs; nothing is opened.

    Use it for a database's own console or a job there; `score` runs the statement.

    This is `Table(relation, quasi_identifiers, sensitive, ..).sql(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    dialect
        The dialect to write, such as "snowflake": by default the dialect of the `url`, or
        DuckDB's.
    limit
        Keep the riskiest classes of each target, at level `class`.
    count_table
        The name of a table to count in. There are then two statements: one creates the table
        and is all that reads the relation, one computes the scores from it.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    str
        The text below a comment that says what it computes. It returns the columns of a score
        record.

    Raises
    ------
    SpecError
        For an unknown dialect, and as described for Table.
    QueryError
        A DialectError, for a dialect that cannot read the relation.
    """

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

    Use it to see which columns to coarsen; `suda` is for which records, and `score` for all
    columns together. The relation is read once. A combination has the scores that `score` gives
    for it alone.

    This is `Table(relation, quasi_identifiers, sensitive, ..).subsets(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    most
        The largest number of quasi-identifiers of a combination, or "all".
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    SubsetScores
        The scores of every combination, the riskiest first, and what each attribute adds.

        `scores` has the records of all combinations, `combinations` the combinations with the
        riskiest first, and `attributes` what each quasi-identifier adds to a metric.

        Combinations are ranked by the share of records that are alone, then by the discrimination
        rates of the identity and of the sensitive attributes, then by fewer keys.

    Raises
    ------
    SpecError
        For more combinations than can be measured, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def suda(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    max_size: int | None = None,
    disf: float = 0.01,
    weights: Weights = "elliot",
    limit: int | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> SpecialUniques:
    """Return the special uniques: records that few quasi-identifiers single out.

    Use it to see which records are risky, and by which columns; `subsets` scores the
    combinations of columns. A minimal sample unique is a combination of values that one record
    alone has, and that no smaller part of it singles out. The fewer quasi-identifiers it takes,
    the higher the score. Where an `individual` tells people apart, a person is alone where
    nobody else is. Sources: Elliot, Manning and Ford 2002; Skinner and Elliot 2002 for DIS-
    SUDA.

    This is `Table(relation, quasi_identifiers, sensitive, ..).suda(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    max_size
        The largest number of quasi-identifiers of a minimal sample unique, by default all.
    disf
        The share of the population that is in the table, between 0 and 1.
    weights
        How a minimal sample unique counts by its size: "elliot" as in the paper, "ihsn" as in
        the program of the International Household Survey Network.
    limit
        Keep the records with the highest scores.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    SpecialUniques
        The special uniques of one relation.

        They are records with their SUDA scores (0 or more) and DIS-SUDA scores (0 to 1).
        `attributes` and `values` have the shares (0 to 1) of the scores that each of them makes up.

    Raises
    ------
    SpecError
        For a `disf` or `max_size` out of range, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

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
    """Return how useful each release is to classifiers, beside how risky it is.

    Use it for a choice between releases; `utility` measures the use alone, and `Table.score`
    the risk alone.

    Source: Brickell and Shmatikov 2008.

    This is `compare(original, releases, quasi_identifiers, sensitive, ..).tradeoff(..)`.

    Parameters
    ----------
    original
        A relation, as a Table takes it, or a Table with its roles, beside which there are neither
        columns nor words.
    releases
        Relations as a mapping by their names, such as {"k3": "k3.parquet"}, as a list, or a single
        one. They lie at the original's place.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    original_where
        An SQL expression: only the records of the original that it holds for are compared.
    release_where
        An SQL expression: only the records of each release that it holds for are compared.
    words
        The attributes to predict and the classifiers; `sqlmetrics.releases.TradeoffWords`
        describes them. Words of a spec replace the original's for this call.

    Returns
    -------
    ReleaseScores
        For each release, workload attribute, classifier and measure: u_base, u_san, u_max and
        utility_gain, shares from 0 to 1. The measures are `accuracy`, and `f1`, the mean over
        the attribute's values. For each release also unseen_classes, and the scores a_know,
        a_acc, delta_disclosure, itpr, k_anonymity and mutual_information of the release by
        itself.

    Raises
    ------
    SpecError
        For a column or word that does not fit the task, and as described for Releases.
    QueryError
        Where the engine cannot connect, read a relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def unicity_curves(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> UnicityCurves:
    """Return the unicity of known points at each combination of levels of columns.

    Use it for levels of places and hours; `score` with `known` measures one level, and `advise`
    searches levels of columns. It says what to coarsen, such as places and hours, so that
    `known` points single out fewer people. The words `resolution`, `known` and `individual` are
    needed.

    The levels of a column are the column as it is, and its levels in `advise`, else its
    `partitions`. Dates without any have their hour, day, week, month and year. Each combination
    has the unicity that `score` gives with these partitions. Every set of points counts where
    there are few, and else 300 people are drawn; `targets` says another number.

    A coarser level never lowers the fewest people who share a set of points. Unicity mostly
    falls, but may rise where several points of a person become one: the rarer ones then are a
    larger share of that person's points.

    Source: de Montjoye et al. 2013, whose unicity falls with the resolution of place and time.

    This is `Table(relation, quasi_identifiers, sensitive, ..).unicity_curves(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    UnicityCurves
        The unicity of 1 to `known` points at each combination of levels of columns.

        It is the share of the people whom the points single out. Each combination is scored as
        `score` scores it with the partitions of these levels.

    Raises
    ------
    SpecError
        For a column that is no quasi-identifier or has no levels, for more than 100
        combinations, and as described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def utility(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[UtilityWords],
) -> Utility:
    """Return how much of the original the releases still tell.

    Use it to see how useful releases are; `tradeoff` sets it beside their risk. Measured are
    coverage, the accuracy of a workload's answers, and information loss.

    This is `compare(original, releases, quasi_identifiers, sensitive, ..).utility(..)`.

    Parameters
    ----------
    original
        A relation, as a Table takes it, or a Table with its roles, beside which there are neither
        columns nor words.
    releases
        Relations as a mapping by their names, such as {"k3": "k3.parquet"}, as a list, or a single
        one. They lie at the original's place.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    original_where
        An SQL expression: only the records of the original that it holds for are compared.
    release_where
        An SQL expression: only the records of each release that it holds for are compared.
    words
        The columns and the workload; `sqlmetrics.releases.UtilityWords` describes them. Words
        of a spec replace the original's for this call.

    Returns
    -------
    Utility
        The utility of releases of an original.

        It is a record per release, target and metric, and `answers`, one per query and release.
        `sqlmetrics.metrics("utility")` lists the unit, range and direction of each metric.

        Conditions are values of the data, and so are the answers that `withheld` is about: they are
        there, and their errors are scored, with `show_values` only.

    Raises
    ------
    SpecError
        For a mark `suppressed` by column, and as described for Releases.
    QueryError
        Where the engine cannot connect, read a relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def utility_sql(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    dialect: str | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[UtilityWords],
) -> str:
    """Return the SQL that `utility` runs.

    Use it for a database's own console or a job there; `utility` runs the statements. The
    relations are opened: bins are made of the columns' extremes and numbers of values.

    This is `compare(original, releases, quasi_identifiers, sensitive, ..).utility_sql(..)`.

    Parameters
    ----------
    original
        A relation, as a Table takes it, or a Table with its roles, beside which there are neither
        columns nor words.
    releases
        Relations as a mapping by their names, such as {"k3": "k3.parquet"}, as a list, or a single
        one. They lie at the original's place.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    dialect
        The dialect to write, by default the one of the place where the relations lie.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    original_where
        An SQL expression: only the records of the original that it holds for are compared.
    release_where
        An SQL expression: only the records of each release that it holds for are compared.
    words
        The columns and the workload; `sqlmetrics.releases.UtilityWords` describes them. Words
        of a spec replace the original's for this call.

    Returns
    -------
    str
        The statements, each below a comment that says what it computes.

    Raises
    ------
    SpecError
        For an unknown dialect, and as in `utility`.
    QueryError
        Where the engine cannot connect, read a relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def verify(
    certificate: Path | str,
    relation: Any = None,
    *,
    spec: Path | str | None = None,
) -> Verification:
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

    Returns
    -------
    Verification
        The verification of a certificate: what it says, and what does not hold.

        `holds` is whether nothing differs, and `findings` are what does. `hash` is the SHA-256 of
        its file; with `measured` it was compared with data. `open` are the verdicts, by the number
        of their condition, that its own figures leave open.

    Raises
    ------
    SpecError
        For a file that is no certificate, and where no spec is known.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

def write_release(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    output: Path | str,
    table: str | None = None,
    anyway: bool = False,
    internal: bool = False,
    date: datetime | str | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> WrittenRelease:
    """Write the release that the word `release` describes, if it keeps the `thresholds`.

    Use it for a table that leaves the house; `advise` proposes its levels, `release_sql` makes
    it in a database. Identifiers are left out, columns are on their levels, and records are in
    random order. The file is scored before it appears; its certificate and its spec appear
    beside it.

    This is `Table(relation, quasi_identifiers, sensitive, ..).release(..)`.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    output
        The file to write: .parquet, .csv, or .duckdb for a table of a DuckDB file.
    table
        The name of the table in a DuckDB file, by default the name of the file.
    anyway
        Whether it is written even where it fails.
    internal
        Whether the certificate and the `report` show values of the data and small groups.
    date
        The date of the report, by default SOURCE_DATE_EPOCH where it is set, else now.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Returns
    -------
    WrittenRelease
        What was `written`, the `run` with the verdicts, and its `report`.

    Raises
    ------
    SpecError
        For a level that a column does not have, for an output of another form, and as
        described for Table.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    OutputError
        Where a file cannot be written.
    """
