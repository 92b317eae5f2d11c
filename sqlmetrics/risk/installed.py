"""A statement of scores that is installed in a database once: a view, or what takes a relation."""

from __future__ import annotations

import re
from typing import Literal, get_args

from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.score import score_sql
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import DIALECTS, Dialect
from sqlmetrics.statement.relation import table_sql
from sqlmetrics.statement.render import parted, pieces_of, render
from sqlmetrics.statement.spelling import kept_table_sql
from sqlmetrics.statement.statement import comment, function_notes
from sqlmetrics.text import joined

Installed = Literal["view", "macro", "function"]

ARGUMENT = "sqlmetrics_relation"
"""The name that stands for the argument in a statement."""


def forms_of(dialect: Dialect) -> list[str]:
    """Return the forms that a dialect has; each has a view."""
    return [form for form in get_args(Installed) if form in {"view", dialect.installs}]


def installed_sql(
    spec: Spec, form: Installed, *, name: str = "", drop: bool = False, dialect: str | None = None
) -> str:
    """Return the statement that installs a spec's scores in a form, or removes them by `drop`.

    Raises SpecError where the dialect lacks the form, or one statement cannot hold the scores.
    """
    printed = dialect_to_write(dialect, spec.url)
    if form not in forms_of(printed):
        has = joined(forms_of(printed))
        others = joined([one.name for one in DIALECTS.values() if form in forms_of(one)])
        raise SpecError(f"{printed.name} has no {form} here; it has {has}, and a {form} is for {others}")
    named = (table_sql if spec.exact_names else kept_table_sql)(name or "sqlmetrics_scores", printed)
    removal = f"drop {form}{' table' * (form == 'macro')} {named}{'(regclass)' * (form == 'function')}"
    if drop:
        return f"{removal};\n"
    if form != "view":
        check_goes_with("installed", spec)
        spec = spec.model_copy(update={"query": f"select * from {ARGUMENT}"})  # noqa: S608 - a name of ours
    text = score_sql(spec, dialect=printed.name)
    about, queries, query, order, rest = parted(text, printed)
    if rest or function_notes(text):
        raise SpecError(f"a {form} holds one statement, and these scores take more; ask for fewer of them")
    query = f"with\n{queries}\n" * bool(queries) + query + f" {order}" * bool(order and printed.orders_views)
    if form == "function":
        query = query.replace("%", "%%")
    place = "%1$I.%2$I" if form == "function" else "query_table(relation)"
    query = "".join(place if piece == ARGUMENT else piece for piece in pieces_of(query, printed))
    tag = "sqlmetrics"
    while f"${tag}" in query:
        tag += "_"
    macro, tags = ("created_view", ()) if form == "view" else ("installed_function", (tag,))
    made = render(macro, named, query, *tags, dialect=printed)
    about = re.sub(rf"\(select[\s-]+\*[\s-]+from[\s-]+{ARGUMENT}\)", "its argument", about)
    call, reads = (named, "its owner") if form == "view" else (f"{named}('schema.table')", "who asks it")
    rights = f"it takes the right to create a {form}, and {reads} reads the relation"
    return f"{about}{comment(f'{rights}. Ask it by its name: {call}', f'remove it: {removal}')}{made};\n"
