"""The attacks on releases of an original that counts of their keys and values answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared, Comparison, Sides
from sqlmetrics.engine.engine import count_table
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_row, fetch_rows
from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.release.attack.assessment import Assessment, plan_assessment, spelt
from sqlmetrics.release.attack.discrimination_views import NOT_LINKED, UNMAPPED, attack_entries
from sqlmetrics.scoring.chance import OF_ITSELF
from sqlmetrics.scoring.extent import check_mapped
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import heading, tell
from sqlmetrics.statement.types import KIND_NAMES, kind
from sqlmetrics.text import counted


@dataclass(frozen=True)
class DiscriminationQuestion:
    """The question how attacks on releases and on their original's records succeed.

    The five attacks of the Discrimination Rate are on identity (white, black and grey box),
    homogeneity, background knowledge, skewness and semantic. The values are discrimination rates:
    shares of 0 to 1, higher is riskier; background knowledge is one minus it, and skewness the rate
    of the original keys minus that of the released ones, with the largest shift of a class's
    distribution (`a_diff`). The spec has the roles of the releases' columns. `record_id` names a
    column that tells records apart in both, and links them row by row; without it the spec's
    partitions of the keys, applied to the original, do. `external` is a relation of people by their
    keys, which the same partitions recode, for the grey box. Partitions of sensitive attributes are
    the attackers' models of the semantic attack. `names` maps a column of the releases to its name
    in the original. Records with the mark `suppressed` in every key are left out, unless
    `keep_suppressed`. NULL is a value of its own. Each record is one individual, unless the spec's
    `individual` tells people apart: then a person counts once in each combination of keys and
    value, as in `score`, and every relation has that column, the external one too. Class records
    name their key values only with `show_values`.

    Replication and attribution say what a release tells of the original's records, at level
    `table`. All keys are known, and the spec's partitions recode the original's. With `everything`
    also the metrics on request are measured.

    Sources: Sondeck, Laurent and Frey 2017; Raab, Nowok and Dibben 2024.
    """

    sides: Sides
    spec: Spec
    record_id: str | None = None
    external: Any = None
    names: Mapping[str, str] | None = None
    show_values: bool = False
    limit: int | None = None
    everything: bool = False

    @property
    def assessment(self) -> Assessment:
        """The plan of the rates. Raises SpecError for what cannot be measured as the spec says."""
        external = self.external is not None
        return plan_assessment(
            self.spec, self.record_id, external, self.names, self.show_values, self.limit, self.everything
        )

    def answer(self, progress: Progress | None = None) -> ReleaseScores:
        """Return what each attack reaches on each release, by each key alone and by all together.

        Raises SpecError for what cannot be measured as the spec says, QueryError where the engine
        fails.
        """
        assessment = self.assessment
        dates = [(assessment.there(key), partition) for key, partition in assessment.plan.recodings.items()]
        opening = self.sides.opened(progress, beside=[self.external], columns=assessment.columns, dates=dates)
        with opening as comparison:
            strangers = None if self.external is None else comparison.beside(self.external)
            check_relations(assessment, comparison, strangers)
            check_nesting(comparison.engine.dialect)
            scores: list[Score] = []
            for release in comparison.releases:
                scores += _scores(assessment, comparison, release, strangers)
            if any(score.reason == UNMAPPED for score in scores):
                explain_unmapped(assessment, comparison, strangers)
        released = [release.name for release in comparison.releases]
        notes = _notes(assessment, released, scores)
        return ReleaseScores.of(comparison.engine, comparison.original, released, scores, notes)

    def printed(self, dialect: str | None = None) -> str:
        """Return the statements that are run for the answer, one per release; nothing is opened.

        The dialect is by default the URL's, or DuckDB's.
        """
        spec, written = self.spec, dialect_to_write(dialect, self.spec.url)
        assessment = spelt(self.assessment, written, exact=spec.exact_names)
        check_nesting(written)
        comparison = self.sides.unopened(written, exact=spec.exact_names)
        strangers = None if self.external is None else comparison.beside(self.external)
        texts = []
        for release in comparison.releases:
            about = heading(
                f"the attacks on {release.name}, made of {comparison.original.name}",
                f"what {', '.join(assessment.keys)} {tell(assessment.keys)} about"
                f" {', '.join((IDENTITY, *assessment.sensitive))}; "
                f"{_link(assessment)}",
                "a row per attack, known keys, metric and target: direction says which way value is riskier, "
                "and reason why it is NULL",
            )
            entries = attack_entries(assessment, comparison.original, release, strangers, written)
            texts.append(about + render("attacks", entries, dialect=written))
        return ";\n\n".join(texts) + (";\n" if len(texts) > 1 else "\n")


MOSTLY, MANY = 0.9, 50
"""The share of one value, and the records, above which that is said; the limits of synthpop."""

UNMET = (
    "no record of the original has its keys in the release, so replication and attribution are 0; where keys were"
    " recoded, say how in `partitions`"
)
"""The note on a release by whose keys nobody is found."""


class RecordIds(NamedTuple):
    """The row of `record_ids`: the records, those without an id, and those with a shared one."""

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
    """Raise SpecError where a key that no partition recodes has different kinds."""
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
    faults = [f"{counted(ids.without, 'record')} without one"] if ids.without else []
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


def _scores(
    assessment: Assessment, comparison: Comparison, release: Compared, strangers: Compared | None
) -> list[Score]:
    """Return the scores of one release.

    A statement for all would be planned for longer than the original is read.
    """
    engine = comparison.engine
    with ExitStack() as cached:

        def cache(text: str) -> str | None:
            """Return the name of a cached table of a query, where its uses would else run it."""
            return cached.enter_context(count_table(engine, lambda: text, release.name))

        entries = attack_entries(assessment, comparison.original, release, strangers, engine.dialect, cache)
        return fetch_rows(engine, render("attacks", entries, dialect=engine.dialect), release.name, Score)


def _link(assessment: Assessment) -> str:
    """Return the link between releases and the original, in words."""
    if assessment.record_id is not None:
        return f"releases and original are linked by the record id '{assessment.record_id}'"
    if not assessment.recoded:
        return NOT_LINKED
    recodings = assessment.plan.recodings
    recoded = [f"{key} (as {recodings[key].name if key in recodings else 'it is'})" for key in assessment.keys]
    return f"releases and original are linked by the recoding of the keys: {', '.join(recoded)}"


def _notes(assessment: Assessment, releases: Sequence[str], scores: Sequence[Score]) -> Iterator[str]:
    """Yield the notes for a reader of the numbers."""
    yield _link(assessment)
    if assessment.plan.individual is not None:
        person = assessment.plan.individual
        yield f"'{person}' tells people apart: each counts once in each combination of keys and value"
    for name in releases:
        own = [score for score in scores if score.release == name]
        for score in own:
            if score.metric == "suppressed_records" and score.value:
                yield f"{name}: {round(score.records * score.value):,} records are fully suppressed and left out"
        whole = next((score.records for score in own if score.attack == "identity_black_box"), 0)
        if not whole:
            why = "every record is suppressed" if assessment.plan.suppressed else "it is empty"
            yield f"{name} has no records to attack, and nothing is defined: {why}"
            continue
        for score in own:
            if score.metric == "linked_records" and score.value is not None and score.value != 1:
                yield f"{name}: {_unlinked(assessment, score, whole)}"
            if score.metric == "one_value" and (score.value or 0.0) > MOSTLY and score.records > MANY:
                yield f"{name}: what attribution tells rightly of {score.target} is mostly one value"
        if assessment.plan.level == "table" and any(score.metric == "tcap" and score.records == 0 for score in own):
            yield f"{name}: {UNMET}"
    if assessment.record_id is None:
        yield OF_ITSELF


def _unlinked(assessment: Assessment, score: Score, whole: int) -> str:
    """Return a note on the records of a release that an attack leaves out, with the reason."""
    alone = f"{whole - round(whole * (score.value or 0.0)):,} of {whole:,} records"
    if score.attack == "identity_grey_box":
        return f"{alone} match nobody in the external table; the grey box attacks the others"
    if assessment.record_id is not None:
        return f"{alone} have no partner in the original; the white box attacks the others"
    return (
        f"{alone} have keys that no record of the original has once recoded;"
        " the release was made in another way than the partitions say"
    )
