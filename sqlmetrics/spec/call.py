"""The arguments of a Python call become a Spec."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.input_file import is_spec
from sqlmetrics.spec.metric_names import RelationMetrics
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.spec.spec import Spec

Level = Literal["table", "class"]
Nulls = Literal["category", "drop"]
PlanName = Literal["auto", "textbook", "near-unique"]

NAMES = {"counts", "identifiers", "quasi_identifiers", "sensitive", "ignored", "metrics"}
"""The words that take one name or a list of names."""

REASONED = {"identifiers", "ignored"}
"""The words of names that may be a mapping from each name to a reason."""


class UnfilteredWords(TypedDict, total=False):
    """The words of a spec that a Python call takes besides its relation and its columns.

    A word of None is as if it were not there.

    The columns
        identifiers: columns that name people outright, such as a name or an e-mail address, or a
            mapping from each to the reason why it may stay. `check` fails where one is in the
            relation without a reason.
        ignored: columns that are left out on purpose, or a mapping from each to the reason.
        look: whether a sample of the columns without a role is looked at for identifiers, as it is
            by default.
        individual: the column that tells people apart, where a person may have several records.
            Every measure then counts people but `count`, whose counts would not add up.
        weight: the column of survey weights, each the number of people of the population for whom
            its record stands; the individual risk is estimated from them.
        household: the column that tells households apart, beside a `weight`.
        population: a relation beside the table, which holds everybody of the population that the
            table is drawn from.
        partitions: by column, how its values are recoded: a file, a mapping from value to domain,
            or a dictionary such as {"cuts": [30, 60]}.
        recoded: by column, how its values were made coarser before they came into the relation, in
            words that reports tell, such as {"zip": "the first 3 digits"}.
        population_size: the number of people in the population that the table is a sample of;
            population uniqueness is estimated for it.
        sampling_fraction: the share of the population that is in the table, in place of its size.
        suppressed: the mark of a suppressed value, for all quasi-identifiers or by column. Records
            with the mark in every quasi-identifier are left out of the classes.
        keep_suppressed: whether such records are a class of their own instead.
        harmonise: whether each sensitive attribute is measured with the others among the
            quasi-identifiers, in a statement of its own.
        orders: by sensitive attribute, its values from low to high, or "natural" for the order of
            numbers, dates and texts, with NULL last. The ordered distance of t-closeness needs it.
        hierarchies: by sensitive attribute, the file of its hierarchy, which the hierarchical
            distance of t-closeness needs.

    The counts
        allow_singles: whether `count` writes a file in which many counts are of one record, or the
            share of such records that it may have.
        min_count: the fewest records of a count that `count` writes, at least 2. Smaller counts are
            withheld, and scores that need them are undefined.
        sketch: the number of classes that `count` writes, at least 2: those with the smallest
            hashes of their keys. Such a file has one size whatever the data, and adds up as others.

    The measures
        metrics: names of the catalogue, by default all that the words allow but those that are
            scored on request.
        parameters: numbers that some metrics depend on, such as {"l": 3, "threshold": 0.2,
            "log_base": "e"}.
        level: "table" (the default) or "class".
        intervals: True where the relation is a sample, and scores of the table are to have 95 %
            intervals; or {"seed": 0, "replicates": 200} for the draws that some metrics need.
        estimate: the share of the classes that `score` estimates the scores of the table from, such
            as 0.01, or from 1 on about how many of them; each has its 95 % interval.
        nulls: "category" (the default), where NULL is a value like any other, or "drop", where
            records with NULL are left out.
        thresholds: bounds for `check`, such as {"k_anonymity": 5, "itpr": {"at_most": 0.7}}; a
            number alone is the least score of a metric that is safer the higher it is, and the
            largest of one that is riskier; a bound's `source` says in reports whose limit it is.
        advise: how `advise` may recode the quasi-identifiers, and what that may cost, such as
            {"generalizations": {"age": "age.csv", "zip": {"prefix": [3, 1]}}, "suppress": "2%"}.
        history: the place to which `check` adds scores and verdicts: a DuckDB file, a folder of
            Parquet files, or the URL of a database. A report shows its runs.
        history_table: the table of the history in a file or database, by default
            sqlmetrics_history.
        no_worse_than: an earlier run of the history, "last", "last-passed", its id or the start of
            its id, whose scores are thresholds, too; or {"run": "last", "tolerance": 0.05} with the
            share by which a score may be riskier. A first run has nothing to compare with.
        report: the HTML file of the report that `check` and `run` write.
        title: the title of the report.

    The statement
        plan: how it counts: "textbook", or "near-unique" for keys by which nearly every record is
            alone; both give the same scores. With "auto" (the default) a sample of 20,000 records
            of a large Parquet file or DuckDB table decides.
        exact_names: whether a printed statement spells names exactly as they are given. By default
            plain names are in upper case for Snowflake and Oracle, and in lower case for
            PostgreSQL, Redshift, Trino and DataFusion, as unquoted names are kept there.

    The place
        query: an SQL query in the database's dialect, in place of a relation. It only reads, and
            every result says it. Without a database it reads the files that it names, such as
            "select * from 'people.parquet'".
        counts: files that `count` wrote, patterns or folders of them, in place of a relation.
        database: a DuckDB file that holds the relation.
        url: the SQLAlchemy URL of a database that holds it, or "env:NAME" for the environment
            variable with that URL.
        trusted: whether all in the database file or connection is the caller's own, so that its
            views may read other files, and its macros stand in for functions.

    The limits
        memory_limit, threads, temp_directory: the memory ("1GB", "80%"), the threads and the folder
            to spill to that DuckDB may use, where the caller passes no connection.
        timeout: the time of the call, in seconds or as "5m", where a statement can be stopped.
    """

    allow_singles: bool | float
    min_count: int | None
    sketch: int | None
    query: str | None
    counts: Sequence[Path | str] | Path | str | None
    identifiers: Mapping[str, str | None] | Sequence[str] | str
    ignored: Mapping[str, str | None] | Sequence[str] | str
    look: bool
    individual: str | None
    weight: str | None
    household: str | None
    population: Any
    population_size: int | None
    sampling_fraction: float | None
    suppressed: str | Mapping[str, str] | None
    keep_suppressed: bool
    harmonise: bool
    partitions: Mapping[str, Any] | None
    recoded: Mapping[str, str] | None
    orders: Mapping[str, Sequence[object] | str] | None
    hierarchies: Mapping[str, Path | str] | None
    metrics: RelationMetrics
    parameters: Mapping[str, Any] | None
    level: Level
    intervals: bool | Mapping[str, int]
    estimate: float | None
    nulls: Nulls
    plan: PlanName
    thresholds: Mapping[str, Any] | None
    advise: Mapping[str, Any] | None
    history: Path | str | None
    history_table: str | None
    no_worse_than: Mapping[str, Any] | str | None
    report: Path | str | None
    title: str | None
    database: Path | str | None
    url: str | None
    exact_names: bool
    trusted: bool
    memory_limit: str | None
    threads: int | None
    temp_directory: Path | str | None
    timeout: float | str | None


class SpecWords(UnfilteredWords, total=False):
    """The words of a spec that a call takes: those of UnfilteredWords, and a condition on records.

    where: an SQL expression in the database's dialect, such as "day = 1". Only the records that
        meet it are measured, and every result says so.
    """

    where: str | None


def call_spec(
    relation: Any,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    words: SpecWords | Mapping[str, Any] | None = None,
    *,
    connection: Any = None,
    file: Path | str | None = None,
) -> Spec:
    """Return the spec of a call's arguments, alone or on top of a spec file.

    `relation` may be a path, a table's name, a frame, or None where the file names it; a word of
    None is as if it were not there. Raises SpecError.
    """
    words = dict(words or {})
    population = _frame(words.get("population"))
    held = {} if isinstance(population, str | Path | None) else {"population": population}
    given: dict[str, Any] = {
        word: _plain(value) for word, value in words.items() if value is not None and word not in held
    }
    for word, columns in {"quasi_identifiers": quasi_identifiers, "sensitive": sensitive}.items():
        if len(columns):
            given[word] = columns
    for word in NAMES & given.keys():
        if word in REASONED and isinstance(given[word], Mapping):
            continue
        given[word] = [given[word]] if isinstance(given[word], str) else [*map(_plain, given[word])]
    if "orders" in given:
        given["orders"] = {
            column: order if isinstance(order, str) else list(order) for column, order in given["orders"].items()
        }
    relation = _frame(relation)
    named = isinstance(relation, str | Path)
    tables = connection is not None or "database" in given or "url" in given
    if is_spec(relation, tables=tables):
        if file is not None:
            raise SpecError(f"{relation} is a spec, as {file} is; name one of them, and a relation beside it")
        relation, file, named = None, relation, False
    if named:
        given["relation"] = str(relation)
    spec = spec_over(given, "the arguments", file)
    held |= {} if named or relation is None else {"relation": relation}
    return spec.model_copy(update=held | {"connection": connection})


def _frame(relation: Any) -> Any:
    """Return a dictionary of columns as a frame, and any other relation as it is.

    Raises SpecError for columns that are not equally long lists.
    """
    if not isinstance(relation, Mapping):
        return relation
    import pandas as pd

    columns = {str(name): values for name, values in relation.items()}
    if any(isinstance(values, str | bytes) or not isinstance(values, Iterable) for values in columns.values()):
        raise SpecError("a relation that is a dictionary has a list of values for each column")
    lists = {name: list(values) for name, values in columns.items()}
    if len({len(values) for values in lists.values()}) > 1:
        raise SpecError("the columns of a dictionary are lists of one length")
    return pd.DataFrame({name: pd.Series(values, dtype=_type_of(values)) for name, values in lists.items()})


def _type_of(values: list[Any]) -> Literal["Int64", "object"] | None:
    """Return the type of whole numbers beside None, which would be floating otherwise, or None."""
    if None not in values or not all(value is None or type(value) is int for value in values):
        return None
    return "Int64" if all(value is None or value.bit_length() < 64 for value in values) else "object"


def _plain(value: Any) -> Any:
    """Return an argument as a spec file holds it: a mapping as a dictionary, a path as text."""
    if isinstance(value, Mapping):
        return dict(value)
    return str(value) if isinstance(value, Path) else value
