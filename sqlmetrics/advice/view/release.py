"""The view of an advised recoding as texts: a statement for a database, and a model for dbt."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass, replace

from sqlmetrics.advice.view.view import Recoding
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.source import Source, unopened
from sqlmetrics.spec.relations import Query
from sqlmetrics.spec.spec import Spec
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
    """Return the name of the view: the relation's short name with `_advised`."""
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
