"""A statement of scores that is installed in a database once: a view, or what takes a relation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.score import score_sql
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import Metric, metric_named
from sqlmetrics.statement.dialects import DIALECTS, Dialect
from sqlmetrics.statement.installations import VIEW, Installable, Installed
from sqlmetrics.statement.relation import table_sql
from sqlmetrics.statement.render import parted, pieces_of, render
from sqlmetrics.statement.spelling import kept, kept_table_sql
from sqlmetrics.statement.statement import comment, needs_session
from sqlmetrics.text import joined

ARGUMENT = "sqlmetrics_relation"
"""The name that stands for the argument in a statement."""

TYPE = re.compile(r"[a-z][a-z0-9_]*( [a-z][a-z0-9_]*)*( ?\( ?\d+( ?, ?\d+)* ?\))?", re.IGNORECASE)
"""A pattern of the names of types."""


def installations_of(dialect: Dialect) -> dict[Installed, Installable]:
    """Return what a dialect installs, by form; each has a view."""
    named = {one.form: one for one in (VIEW, *dialect.installs)}
    return {form: named[form] for form in get_args(Installed) if form in named}


def installed_sql(
    spec: Spec,
    form: Installed,
    *,
    name: str = "",
    drop: bool = False,
    column_type: Mapping[str, str] | None = None,
    dialect: str | None = None,
) -> str:
    """Return the statement that installs a spec's scores in a form, or removes them by `drop`.

    The `column_type` has the types of columns, where the form names them; other columns are texts.
    Raises SpecError where the dialect lacks the form, or one statement
    cannot hold the scores.
    """
    printed = dialect_to_write(dialect, spec.url)
    installation = _installation(form, printed)
    columns = _typed_columns(spec, column_type or {}, installation, printed)
    named = (table_sql if spec.exact_names else kept_table_sql)(name or "sqlmetrics_scores", printed)
    words = {
        "name": named,
        "types": ", ".join(column["type"] for column in columns),
        "columns": ", ".join(column["name"] for column in columns),
    }
    removal = installation.removal.format(**words)
    if drop:
        return f"{removal};\n"
    metric = _checked_metric(spec) if form == "metric" else None
    if form != "view":
        check_goes_with("installed", spec)
        spec = spec.model_copy(update={"query": f"select * from {ARGUMENT}"})  # noqa: S608 - a name of ours
    text = score_sql(spec, dialect=printed.name)
    about, queries, query, order, rest = parted(text, printed)
    if needs_session(text):
        raise SpecError(f"a {form} of {printed.name} lacks the hash that our sessions alone have; score by `url`")
    if rest:
        raise SpecError(f"a {form} holds one statement, and these scores take more; ask for fewer of them")
    ordered = order and metric is None and (form != "view" or printed.orders_views)
    query = f"with\n{queries}\n" * bool(queries) + query + f" {order}" * bool(ordered)
    made = _made(form, named, query, columns, metric, printed)
    about = re.sub(rf"\(select[\s-]+\*[\s-]+from[\s-]+{ARGUMENT}\)", "its argument", about)
    notes = [
        f"it takes {installation.right}, and {installation.reads}",
        f"call it: {installation.call.format(**words)}",
        *_notes(installation, metric),
        f"remove it: {removal}",
    ]
    return f"{about}{comment(*notes)}{made}{'' if made.endswith((';', '/')) else ';'}\n"


def _installation(form: Installed, dialect: Dialect) -> Installable:
    """Return a form of a dialect. Raises SpecError where it lacks the form."""
    forms = installations_of(dialect)
    if form in forms:
        return forms[form]
    others = joined([one.name for one in DIALECTS.values() if form in installations_of(one)])
    raise SpecError(f"{dialect.name} has no {form} here; it has {joined(list(forms))}, and a {form} is for {others}")


def _made(
    form: Installed, name: str, query: str, columns: list[dict[str, str]], metric: Metric | None, dialect: Dialect
) -> str:
    """Return the statement that creates a form of a query."""
    if form == "view":
        return render("created_view", name, query, dialect=dialect)
    tag = "sqlmetrics"
    while f"${tag}" in query:
        tag += "_"
    parts = [""]
    for piece in pieces_of(query, dialect):
        if piece == ARGUMENT:
            parts.append("")
        else:
            parts[-1] += piece
    number: tuple[Any, ...] = ()
    if metric is not None:
        number = (_units(metric), "floor" if metric.direction == "higher is safer" else "ceil")
    return render(f"installed_{form}", name, parts, columns, tag, *number, dialect=dialect)


def _typed_columns(
    spec: Spec, types: Mapping[str, str], installation: Installable, dialect: Dialect
) -> list[dict[str, str]]:
    """Return the columns that a form takes, quoted, each with its type; none where it names none.

    Raises SpecError for a type that is no name of a type, and for types that the form does not
    name.
    """
    if types and installation.text is None:
        raise SpecError(f"a {installation.form} of {dialect.name} names no types of columns; leave out `column_type`")
    for column, given in types.items():
        if not TYPE.fullmatch(given):
            raise SpecError(f"`column_type`: '{given}' of {column} is not the name of a type, as number(10, 2)")
    if installation.text is None:
        return []
    single = (column for column in (spec.individual, spec.weight, spec.household) if column is not None)
    named = (*spec.by, *spec.quasi_identifiers, *spec.sensitive, *single, *types)
    return [
        {
            "name": render("quoted", column if spec.exact_names else kept(column, dialect), dialect=dialect),
            "type": types.get(column, installation.text),
        }
        for column in dict.fromkeys(named)
    ]


def _checked_metric(spec: Spec) -> Metric:
    """Return the metric of a data metric function. Raises SpecError where it is not one number."""
    names = [metric_named(name) for name in spec.metrics if name != "all"]
    if len(spec.metrics) != 1 or not names or "identity" not in names[0].targets.split() or spec.level != "table":
        raise SpecError("a data metric function is one number: ask for one metric of the identity, as k_anonymity")
    if spec.sensitive or spec.by:
        raise SpecError("a data metric function is one number: leave out `sensitive` and `by`")
    return names[0]


def _units(metric: Metric) -> int:
    """Return what a score is multiplied by where its metric is a whole number."""
    return 1 if metric.unit == "individuals" else 1_000_000


def _notes(installation: Installable, metric: Metric | None) -> list[str]:
    """Return the lines of a comment on the types of columns, and on the number of a metric."""
    typed = ["the flag or word column_type says what type a column of the relation has; the others are texts"]
    if metric is None:
        return typed * (installation.text is not None)
    unit = metric.unit if _units(metric) == 1 else f"millionths of a {metric.unit}"
    return [
        *typed,
        f"such a function returns a whole number: {metric.name} in {unit}, rounded to the riskier side",
    ]
