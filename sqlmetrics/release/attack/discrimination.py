"""The five attacks of the Discrimination Rate: what releases give away of their original, attack by attack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from sqlmetrics.engine.comparison import Compared, Comparison, compared, numbered
from sqlmetrics.engine.engine import Engine, counted, fetch
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.url import dialect_to_write, names_tables
from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.release.attack.discrimination_views import NOT_LINKED, UNMAPPED, Assessed, attack_entries
from sqlmetrics.risk.extent import check_mapped
from sqlmetrics.risk.scores import ReleaseScores, Score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.relation import relation_sql
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import comment
from sqlmetrics.statement.types import kind
from sqlmetrics.version import __version__


def attacks(
    original: Any,
    releases: Mapping[str, Any] | Sequence[Any],
    spec: Spec,
    *,
    record_id: str | None = None,
    external: Any = None,
    names: Mapping[str, str] | None = None,
    show_values: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
) -> ReleaseScores:
    """Return what each attack reaches on each release: identity (white, black and grey box), homogeneity, background knowledge,
    skewness and semantic, for each key alone and for all together.

    The values are discrimination rates: shares of 0 to 1, higher is riskier; background knowledge is one minus it, and skewness the rate
    of the original keys minus that of the released ones, with the largest shift of a class's distribution (`a_diff`). The spec has the
    roles of the releases' columns, and the place where the relations lie. `record_id` names a column that tells records apart
    in both, and links them row by row; without it the spec's partitions of the keys, applied to the original, do. `external` is a
    relation of people by their keys, which the same partitions recode, for the grey box. Partitions of sensitive attributes are the
    attackers' models of the semantic attack. `names` maps a column of the releases to its name in the original. Records with the mark
    `suppressed` in every key are left out, unless `keep_suppressed`. NULL is a value of its own; each record is one individual. Class
    records name their key values only with `show_values`.

    Raises SpecError for what cannot be measured as the spec says, QueryError where the engine fails.
    Source: Sondeck, Laurent and Frey 2017.
    """
    asked = _asked(spec, record_id, external is not None, names, show_values, limit)
    if not releases:
        raise SpecError("name at least one release")
    with compared(original, releases, spec.place, progress) as comparison:
        strangers = None if external is None else comparison.beside(external)
        _check(asked, comparison, strangers)
        engine = comparison.engine
        _check_nesting(engine.dialect)
        called = [release.name for release in comparison.releases]
        others = None if strangers is None else strangers.from_sql
        rows = []
        for name, release in zip(called, comparison.releases, strict=True):
            rows += _rows(asked, engine, comparison.original.from_sql, release.from_sql, name, others)
        found = tuple(_finding(row) for row in rows)
        if any(finding.reason == UNMAPPED for finding in found):
            _explain_unmapped(asked, comparison, strangers)
    return ReleaseScores(
        original=comparison.original.name,
        releases=tuple(called),
        dialect=engine.dialect.name,
        version=__version__,
        scores=found,
        notes=tuple(_notes(asked, called, found)),
    )


def _rows(
    asked: Assessed,
    engine: Engine,
    original: str,
    release: str,
    name: str,
    external: str | None,
) -> list[tuple[Any, ...]]:
    """Return the rows of one release's statement. One for all releases would be planned for longer than the original is read."""
    with ExitStack() as cached:

        def cache(text: str) -> str | None:
            """Return the name of a cached table of a query, where the engine would else run it once per use."""
            return cached.enter_context(counted(engine, lambda: text, name))

        entries = attack_entries(asked, original, release, name, external, engine.dialect, cache)
        return fetch(engine, render("attacks", entries, dialect=engine.dialect), name)


def attacks_sql(
    original: str,
    releases: Sequence[str],
    spec: Spec,
    *,
    dialect: str | None = None,
    record_id: str | None = None,
    external: str | None = None,
    names: Mapping[str, str] | None = None,
    show_values: bool = False,
    limit: int | None = None,
) -> str:
    """Return the statements of `attacks`, one per release, in a dialect, by default the URL's or DuckDB's; nothing is opened."""
    printed = dialect_to_write(dialect, spec.url)
    tables = names_tables(spec.place)
    asked = _asked(spec, record_id, external is not None, names, show_values, limit)
    _check_nesting(printed)
    if not releases:
        raise SpecError("name at least one release")
    first = relation_sql(original, printed, table=tables)
    others = None if external is None else relation_sql(external, printed, table=tables)
    texts = []
    for name, release in zip(numbered(releases), releases, strict=True):
        entries = attack_entries(asked, first, relation_sql(release, printed, table=tables), name, others, printed)
        about = comment(
            f"sqlmetrics {__version__}: the five attacks on {name}, made of {original}",
            f"what {', '.join(asked.keys)} tell about {', '.join((IDENTITY, *asked.sensitive))}; {_link(asked)}",
            "a row per attack, known keys, metric and target: direction says which way value is riskier, and reason why it is NULL",
        )
        texts.append(about + render("attacks", entries, dialect=printed))
    return ";\n\n".join(texts) + (";\n" if len(texts) > 1 else "\n")


def _asked(
    spec: Spec, record_id: str | None, external: bool, names: Mapping[str, str] | None, show_values: bool, limit: int | None
) -> Assessed:
    """Return what is asked, checked as far as no relation is needed for it."""
    models = {column: spec.partitions.get(column, []) for column in spec.sensitive}
    raw = {column: [*(() if "raw" in entries else ("raw",)), *entries] for column, entries in models.items()}
    metrics = ["discrimination_rate", *(["a_diff"] if spec.sensitive else [])]
    plan = build_plan(
        spec.model_copy(update={"partitions": spec.partitions | raw, "metrics": metrics, "nulls": "category", "population": None}),
        show_values=show_values,
        limit=limit,
    )
    renamed = dict(names or {})
    for column in renamed:
        if column not in (*plan.quasi_identifiers, *spec.sensitive):
            raise SpecError(f"'{column}' is renamed, but is neither a quasi-identifier nor sensitive")
    if record_id is not None and record_id in (*plan.quasi_identifiers, *spec.sensitive):
        raise SpecError(f"column '{record_id}' is named twice, as the record id and for the attack; each column has one role")
    return Assessed(plan, record_id, external, renamed, limit)


def _check_nesting(dialect: Dialect) -> None:
    """Raise DialectError where the statement cannot be written."""
    if not dialect.nested_with:
        raise DialectError(
            f"{dialect.name} takes no `with` inside a query, which the attacks' one statement needs;"
            " `score` and `sql` measure a release there"
        )


def _check(asked: Assessed, comparison: Comparison, strangers: Compared | None) -> None:
    """Raise SpecError where a relation lacks a column, or has one that cannot be compared as is asked."""
    original = comparison.original
    own = (asked.record_id,) if asked.record_id is not None else ()
    original.check(*(asked.there(column) for column in (*asked.keys, *asked.sensitive)), *own)
    for release in comparison.releases:
        release.check(*asked.keys, *asked.sensitive, *own)
    if strangers is not None:
        strangers.check(*(asked.there(key) for key in asked.keys))
    for key, partition in asked.plan.recodings.items():
        for relation in (original, *(() if strangers is None else (strangers,))):
            relation.check_intervals(partition, asked.there(key))
    for release in comparison.releases:
        if asked.recoded:
            _check_kinds(asked, release, original)
        if strangers is not None:
            _check_kinds(asked, release, strangers)
    if asked.record_id is not None:
        for relation in (original, *comparison.releases):
            _check_ids(asked.record_id, relation, comparison)
        for release in comparison.releases:
            one, other = kind(release.type_of(asked.record_id)), kind(original.type_of(asked.record_id))
            if one is not None and other is not None and one != other:
                raise SpecError(
                    f"the record id '{asked.record_id}' is a {other} in {original.name} and a {one} in {release.name};"
                    " cast one of them in a view"
                )


def _check_kinds(asked: Assessed, release: Compared, other: Compared) -> None:
    """Raise SpecError where a key that no partition recodes is of another kind in the release than where it is linked to."""
    for key in asked.keys:
        one, two = kind(release.type_of(key)), kind(other.type_of(asked.there(key)))
        if key not in asked.plan.recodings and one is not None and two is not None and one != two:
            raise SpecError(
                f"'{key}' is a {one} in {release.name} and '{asked.there(key)}' a {two} in {other.name};"
                f" say in `partitions` how '{key}' was recoded"
            )


def _check_ids(record_id: str, relation: Compared, comparison: Comparison) -> None:
    """Raise SpecError where record ids are NULL or stand more than once."""
    engine = comparison.engine
    ((_, without, repeated),) = fetch(engine, render("record_ids", relation.from_sql, record_id, dialect=engine.dialect), relation.name)
    found = [
        text
        for text, count in ((f"{without} records without one", int(without)), (f"{repeated} records that share theirs", int(repeated)))
        if count
    ]
    if found:
        raise SpecError(
            f"'{record_id}' is no record id of {relation.name}: it has {' and '.join(found)};"
            " name a column that tells every record apart, or link by the recoding of the keys, in `partitions`"
        )


def _explain_unmapped(asked: Assessed, comparison: Comparison, strangers: Compared | None) -> None:
    """Raise SpecError with some of the values that a partition leaves out."""
    engine = comparison.engine
    by_key = {key: replace(partition, column=asked.there(key)) for key, partition in asked.plan.recodings.items()}
    for relation in (comparison.original, strangers):
        if relation is not None:
            check_mapped(engine, list(by_key.values()), relation.from_sql, relation.name)
    models = [target.partition for target in asked.plan.targets if target.partition is not None]
    for release in comparison.releases:
        check_mapped(engine, models, release.from_sql, release.name)


def _finding(row: Sequence[Any]) -> Score:
    """Return a row of the statement as a record; drivers' own kinds of numbers and text are made plain."""
    plain: list[Any] = [part.decode() if isinstance(part, bytes | bytearray) else part for part in row]
    found = Score(*plain)
    return found._replace(records=int(found.records), value=None if found.value is None else float(found.value))


def _link(asked: Assessed) -> str:
    """Return what links releases to the original, in words."""
    if asked.record_id is not None:
        return f"releases and original are linked by the record id '{asked.record_id}'"
    if not asked.recoded:
        return NOT_LINKED
    recoded = ", ".join(
        f"{key} (as {asked.plan.recodings[key].name})" if key in asked.plan.recodings else f"{key} (as it is)" for key in asked.keys
    )
    return f"releases and original are linked by the recoding of the keys: {recoded}"


def _notes(asked: Assessed, called: Sequence[str], found: Sequence[Score]) -> Iterator[str]:
    """Return what a reader of the numbers must know."""
    yield _link(asked)
    for name in called:
        own = [finding for finding in found if finding.release == name]
        for finding in own:
            if finding.metric == "suppressed_records" and finding.value:
                yield f"{name}: {round(finding.records * finding.value):,} records are fully suppressed and left out"
        whole = next((finding.records for finding in own if finding.attack == "identity_black_box"), 0)
        if not whole:
            why = "every record is suppressed" if asked.plan.suppressed else "it is empty"
            yield f"{name} has no records to attack, and nothing is defined: {why}"
            continue
        for finding in own:
            if finding.metric != "linked_records" or finding.value is None or finding.value == 1:
                continue
            alone = whole - round(whole * finding.value)
            if finding.attack == "identity_grey_box":
                yield f"{name}: {alone:,} of {whole:,} records match nobody in the external table; the grey box is of the others"
            elif asked.record_id is not None:
                yield f"{name}: {alone:,} of {whole:,} records have no partner in the original; the white box is of the others"
            else:
                yield (
                    f"{name}: {alone:,} of {whole:,} records have keys that no record of the original has once recoded;"
                    " the release was made in another way than the partitions say"
                )
