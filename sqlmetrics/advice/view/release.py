"""The view of an advised recoding for others: a statement, a model for dbt, and specs.

One spec measures the view, and one the source where nothing is suppressed. Both are whole, as
mappings that `check` takes as they are: what passes is stated in the words in which it was asked.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.advice.view.view import Recoding
from sqlmetrics.credentials import blanked
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.source import Source, unopened
from sqlmetrics.spec.advice import partition_words
from sqlmetrics.spec.fields import plain
from sqlmetrics.spec.relations import Query
from sqlmetrics.spec.spec import Spec
from sqlmetrics.spec.writing import flow, scalar
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.relation import is_path, short_relation, table_parts
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept, with_spelling
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__

BRACES = re.compile(r"\{[{%#]")
"""A pattern of the marks that open an expression, a statement or a comment of dbt."""


@dataclass(frozen=True)
class Release:
    """The texts of a view: its name, the statement that creates it, and a model of dbt."""

    name: str
    dialect: str
    statement: str
    model: str


def release(
    recoding: Recoding, source: Source, spec: Spec, dialect: str | None, suppressed: int, records: int
) -> Release:
    """Return the texts of the view of a recoding, in a dialect that is by default the source's.

    `suppressed` of the `records` are suppressed. Raises SpecError for an unknown dialect,
    DialectError for one that cannot read the relation.
    """
    written, from_sql, printed = _printed(recoding, source, spec, dialect)
    columns = [name for name, _ in describe(source.engine, source.from_sql, source.name)]
    anywhere = f"relation_{uuid.uuid4().hex}"
    query = printed.query(columns, anywhere, written)
    name = view_name(spec)
    quoted = render("quoted", name if spec.exact_names else kept(name, written), dialect=written)
    about = _about(recoding, spec, suppressed, records)
    if from_sql.startswith("read_"):
        about.append("for DuckDB, in the folder that the path starts from")
    return Release(
        name=name,
        dialect=written.name,
        statement=f"{comment(*about)}create view {quoted} as\n{query.replace(anywhere, from_sql)}",
        model=_model(f"{comment(*about)}{query}", anywhere, reference(spec, from_sql)),
    )


def _printed(recoding: Recoding, source: Source, spec: Spec, dialect: str | None) -> tuple[Dialect, str, Recoding]:
    """Return the dialect of a view's text, its relation's FROM clause, and the recoding of that.

    In the source's own dialect columns are spelt as the catalogue has them, and values are equal
    where they were when the view was scored, whatever their collation.
    """
    engine, plan = source.engine, recoding.plan
    written, from_sql, population = unopened(spec, dialect or engine.dialect.name)
    own = written == engine.dialect and engine.dialect.client != "embedded"
    columns = [name for name, _ in describe(engine, source.from_sql, source.name)]
    if own and isinstance(spec.relation, str) and spec.query is None:
        relation = source.beside(spec.records)
        kept_names = [name for name, _ in describe(engine, relation.from_sql, relation.name)]
        plan = replace(plan, spelling=dict(zip(columns, kept_names, strict=True)))
        population = population and source.beside(spec.population).from_sql
        return written, relation.from_sql, replace(recoding, plan=plan, population=population)
    others = () if written == engine.dialect else columns
    plan = with_spelling(plan, written, exact=spec.exact_names, columns=others)
    return written, from_sql, replace(recoding, plan=plan, population=population)


def _about(recoding: Recoding, spec: Spec, suppressed: int, records: int) -> list[str]:
    """Return the lines that describe a view."""
    lines = [f"sqlmetrics {__version__}: {spec.name}, recoded so that its thresholds pass"]
    lines += [
        f"{column.column}: level {level} of {column.root}, {column.name(level)}" for column, level in recoding.levels
    ]
    share = f"{suppressed:,} of {records:,} records ({suppressed / records:.1%})"
    done = f"have {recoding.mark} in every quasi-identifier" if recoding.starred else "are left out"
    lines.append(f"{share} {done}" if suppressed else "no record is suppressed")
    if recoding.omitted:
        lines.append(f"left out, since they name people outright: {', '.join(sorted(recoding.omitted))}")
    return lines


def view_name(spec: Spec) -> str:
    """Return the name of the view: that of the relation, as advised."""
    return f"{short_relation(spec)}_advised"


def reference(spec: Spec, from_sql: str) -> str:
    """Return the relation as a model of dbt names it: by ref, or by source where it has a schema.

    A query stays as it is, and so does a condition on records.
    """
    if isinstance(spec.relation, str) and spec.query is None:
        table = spec.place.holds_tables or not is_path(spec.relation)
        parts = table_parts(spec.relation) if table else [short_relation(spec)]
        words = ", ".join(f"'{part.translate({39: chr(92) + chr(39), 92: chr(92) * 2})}'" for part in parts[-2:])
        named = f"{{{{ {'ref' if len(parts) == 1 else 'source'}({words}) }}}}"
        if spec.where is None:
            return named
        return f"(select * from {named} source where ({_escaped(spec.where.strip())}))"  # noqa: S608 - checked
    return _escaped(from_sql) if isinstance(spec.records, Query) or spec.query else "{{ ref('frame') }}"


def _model(query: str, anywhere: str, named: str) -> str:
    """Return the model of a query whose relation is named in the way of dbt."""
    return "{{ config(materialized='view') }}\n" + _escaped(query).replace(anywhere, named) + "\n"


def _escaped(text: str) -> str:
    """Return a text as dbt writes it again as it is."""
    return BRACES.sub(lambda match: f"{{{{ '{match[0]}' }}}}", text)


KEPT_WORDS = ("sensitive", "recoded", "individual", "parameters", "nulls", "orders", "ignored", "exact_names")
"""The words that hold of a view as they do of its source."""

PLACES = ("relation", "query", "where")
"""The words that say which records the source has."""

BY_ENTRY = ("recoded", "partitions", "thresholds")
"""The words that a text has an entry of in each line."""


def view_spec(spec: Spec, name: str, levels: Sequence[tuple[Generalization, int]], mark: str | None) -> dict[str, Any]:
    """Return the spec of the view, whose suppressed records have a mark if there are any.

    It says in words how each column was recoded.
    """
    words: dict[str, Any] = {"relation": name, **_place(spec), "quasi_identifiers": spec.quasi_identifiers}
    words |= {} if mark is None else {"suppressed": mark}
    kept = _kept(spec, {})
    recoded = kept.pop("recoded", {}) | {column.column: column.in_words(level) for column, level in levels if level}
    return words | ({"recoded": recoded} if recoded else {}) | kept


def source_spec(spec: Spec, levels: Sequence[tuple[Generalization, int]]) -> dict[str, Any] | None:
    """Return the spec of the source with its columns recoded; None where none of them is left."""
    keys = [column.column for column, level in levels if level < column.root]
    if not keys:
        return None
    partitions = {
        column.column: [dict(column.written[level - 1])] for column, level in levels if 0 < level < column.root
    }
    records: dict[str, Any] = {
        word: str(given) for word in PLACES if isinstance(given := getattr(spec, word), str) and given
    }
    kept = _kept(spec, partitions)
    roles = {*keys, *spec.sensitive}
    recoded = {column: told for column, told in kept.pop("recoded", {}).items() if column in roles}
    return {**records, **_place(spec), "quasi_identifiers": keys, **({"recoded": recoded} if recoded else {}), **kept}


def _place(spec: Spec) -> dict[str, Any]:
    """Return the place of a spec, without a URL that holds credentials."""
    words = {} if spec.database is None else {"database": str(spec.database)}
    return words | ({} if spec.url is None or blanked(spec.url) != spec.url else {"url": spec.url})


def _kept(spec: Spec, partitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words of a spec about all but its quasi-identifiers, with paths from here."""
    words = plain(spec.model_dump(include={*KEPT_WORDS}, exclude_defaults=True, exclude_none=True))
    words = {word: words[word] for word in KEPT_WORDS if words.get(word)}
    if allowed := {column: reason for column, reason in spec.identifiers.items() if reason}:
        words["identifiers"] = allowed
    if isinstance(spec.population, str):
        words["population"] = spec.population
    if spec.hierarchies:
        words["hierarchies"] = {column: str(spec.folder / path) for column, path in spec.hierarchies.items()}
    own = {
        column: [entry if entry == "raw" else partition_words(entry, spec.folder) for entry in entries]
        for column, entries in spec.partitions.items()
        if column in spec.sensitive
    }
    words |= {"partitions": all_} if (all_ := {**partitions, **own}) else {}
    limits = _whole(spec.model_dump(include={"thresholds"}, exclude_defaults=True).get("thresholds", {}))
    words["thresholds"] = {metric: entries if len(entries) > 1 else entries[0] for metric, entries in limits.items()}
    return words


def _whole(value: Any) -> Any:
    """Return a value with whole numbers in place of the floats in it that are whole."""
    if isinstance(value, dict):
        return {word: _whole(entry) for word, entry in value.items()}
    if isinstance(value, list):
        return [_whole(entry) for entry in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def spec_text(words: Mapping[str, Any], about: str) -> str:
    """Return a spec as YAML, below a comment."""
    lines = [f"# {''.join(mark if mark.isprintable() else ' ' for mark in about)}"]
    for word, value in words.items():
        if word in BY_ENTRY:
            lines += [f"{word}:", *(f"  {scalar(str(name))}: {flow(entry)}" for name, entry in value.items())]
        else:
            lines.append(f"{word}: {flow(value)}")
    return "\n".join(lines) + "\n"
