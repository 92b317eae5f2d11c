"""Whether the attacks of the Discrimination Rate can be measured on relations as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from sqlmetrics.engine.comparison import Compared, Comparison
from sqlmetrics.engine.rows import fetch_row
from sqlmetrics.engine.written_dates import check_dates
from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.release.attack.assessment import Assessment
from sqlmetrics.risk.extent import check_mapped
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import KIND_NAMES, kind


class RecordIds(NamedTuple):
    """The row of `record_ids`: the records, those without an id, and those that share theirs."""

    records: int
    without: int
    repeated: int


def check_nesting(dialect: Dialect) -> None:
    """Raise DialectError where the statement cannot be written."""
    if not dialect.nested_with:
        raise DialectError(
            f"{dialect.name} takes no `with` inside a query, which the attacks' one statement needs;"
            " `score` and `sql` measure a release there"
        )


def check_relations(assessment: Assessment, comparison: Comparison, strangers: Compared | None) -> None:
    """Raise SpecError where a relation lacks a column, or has one that does not compare."""
    original = comparison.original
    own = (assessment.record_id,) if assessment.record_id is not None else ()
    person = assessment.plan.individual
    original.check(*(assessment.there(column) for column in (*assessment.keys, *assessment.sensitive)), *own)
    for release in comparison.releases:
        release.check(*assessment.keys, *assessment.sensitive, *own)
        if person is not None:
            release.check_individual(person)
    if strangers is not None:
        strangers.check(*(assessment.there(key) for key in assessment.keys))
    if person is not None:
        for relation in (original, *(() if strangers is None else (strangers,))):
            relation.check_individual(assessment.there(person))
    for key, partition in assessment.plan.recodings.items():
        for relation in (original, *(() if strangers is None else (strangers,))):
            relation.check_intervals(partition, assessment.there(key))
            check_dates(comparison.engine, [(assessment.there(key), partition.date)], relation.from_sql, relation.name)
    for release in comparison.releases:
        if assessment.recoded:
            _check_kinds(assessment, release, original)
        if strangers is not None:
            _check_kinds(assessment, release, strangers)
    if assessment.record_id is not None:
        for relation in (original, *comparison.releases):
            _check_ids(assessment.record_id, relation, comparison)
        for release in comparison.releases:
            one, other = kind(release.type_of(assessment.record_id)), kind(original.type_of(assessment.record_id))
            if one is not None and other is not None and one != other:
                there = f"{KIND_NAMES[other]} in {original.name} and {KIND_NAMES[one]} in {release.name}"
                raise SpecError(f"the record id '{assessment.record_id}' is {there}; cast one of them in a view")


def _check_kinds(assessment: Assessment, release: Compared, other: Compared) -> None:
    """Raise SpecError where a key that no partition recodes is of different kinds."""
    for key in assessment.keys:
        one, two = kind(release.type_of(key)), kind(other.type_of(assessment.there(key)))
        if key not in assessment.plan.recodings and one is not None and two is not None and one != two:
            here = f"'{key}' is {KIND_NAMES[one]} in {release.name}"
            there = f"'{assessment.there(key)}' {KIND_NAMES[two]} in {other.name}"
            raise SpecError(f"{here} and {there}; say in `partitions` how '{key}' was recoded")


def _check_ids(record_id: str, relation: Compared, comparison: Comparison) -> None:
    """Raise SpecError where record ids are NULL or stand more than once."""
    engine = comparison.engine
    ids = fetch_row(
        engine, render("record_ids", relation.from_sql, record_id, dialect=engine.dialect), relation.name, RecordIds
    )
    faults = [f"{ids.without} records without one"] if ids.without else []
    faults += [f"{ids.repeated} records that share theirs"] if ids.repeated else []
    if faults:
        raise SpecError(
            f"'{record_id}' is no record id of {relation.name}: it has {' and '.join(faults)};"
            " name a column that tells every record apart, or link by the recoding of the keys, in `partitions`"
        )


def explain_unmapped(assessment: Assessment, comparison: Comparison, strangers: Compared | None) -> None:
    """Raise SpecError with some of the values that a partition leaves out."""
    engine = comparison.engine
    by_key = {
        key: replace(partition, column=assessment.there(key)) for key, partition in assessment.plan.recodings.items()
    }
    for relation in (comparison.original, strangers):
        if relation is not None:
            check_mapped(engine, list(by_key.values()), relation.from_sql, relation.name)
    models = [target.partition for target in assessment.plan.targets if target.partition is not None]
    for release in comparison.releases:
        check_mapped(engine, models, release.from_sql, release.name)
