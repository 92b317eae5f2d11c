"""The statement of a plan, below a comment that describes it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from sqlmetrics.credentials import BLANK, without_credentials
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import NOTE, PlanEntries, plan_entries, without_values
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.relation import table_sql
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import dialect_notes, kept_table_sql
from sqlmetrics.statement.width import WIDTH
from sqlmetrics.text import joined
from sqlmetrics.version import __version__

CODED = {
    "near-unique": "the plan for near-unique keys: classes first, then values where the class size leaves them open",
    "sorted": "the plan for sorted keys: records as numbers in order, in which classes and cells are runs",
}
"""The lines on the plans of statements that do not count as usual."""

SESSION_FUNCTION = "sqlmetrics_value_hash"
"""The function that sessions of SQLite get from us, as it has no hash."""

NAMED = 8
"""The most metrics that a statement's comment names; the statement lists more."""


def statement(plan: Plan, name: str, entries: PlanEntries, dialect: Dialect, *, placeholders: bool = False) -> str:
    """Return the statement of a plan, below a comment that describes it.

    With `placeholders` names stand for the values that are in it.
    """
    notes = [CODED[entries["way"]]] if render("is_coded", entries, dialect=dialect) else []
    notes += dialect_notes(plan, name, dialect)
    notes += [NOTE] if placeholders else []
    query = render("score", without_values(entries) if placeholders else entries, dialect=dialect)
    notes += function_notes(query)
    *first, nulls, reading = statement_comment(plan.measured, name)
    return f"{heading(*first, f'{nulls}. {reading}', *notes)}{query}\n"


def staged(
    plan: Plan, counting: Plan, name: str, from_sql: str, population: str | None, dialect: Dialect, count_table: str
) -> str:
    """Return two statements: one creates the count table, the other scores from it.

    The table has the counts of the plan `counting`. There is no second one where none is scored.
    """
    counted = staged_table(plan, dialect, count_table)
    count = render("count_table", plan_entries(counting.measured, from_sql), counted, dialect=dialect)
    first, *rest = statement_comment((plan if plan.metrics else counting).measured, name)
    text = (
        heading(
            first,
            *rest[:-1],
            f"step 1 of 2: count once; this is all that reads {name}",
            *dialect_notes(plan, name, dialect),
        )
        + f"{count};\n\n"
    )
    if not plan.metrics:
        return text
    entries = plan_entries(plan, from_sql, counted=counted, population=population, needed=True)
    return (
        text
        + comment("step 2 of 2: ask the counts, as often as you like, and drop their table in the end", rest[-1])
        + f"{render('score', entries, dialect=dialect)};\n"
    )


def staged_table(plan: Plan, dialect: Dialect, count_table: str) -> str:
    """Return the count table of staged statements as text of a FROM clause."""
    return kept_table_sql(count_table, dialect) if plan.spelling else table_sql(count_table, dialect)


def joined_statements(texts: Sequence[str]) -> str:
    """Return statements as one text; each of several has its number, and ends with a semicolon."""
    if len(texts) == 1:
        return texts[0]
    first, *rest = (f"part {place} of {len(texts)}" for place in range(1, len(texts) + 1))
    numbers = [f"{first}; a console that takes one statement is given each by itself", *rest]
    ended = (text if text.rstrip().endswith(";") else text[:-1] + ";\n" for text in texts)
    return "".join(comment(number) + text for number, text in zip(numbers, ended, strict=True))


def statement_comment(plan: Plan, name: str) -> list[str]:
    """Return the lines that describe a statement: metrics, relation, and how to read the result."""
    keys = [
        f"{key} (as {plan.recodings[key].name})" if key in plan.recodings else key for key in plan.quasi_identifiers
    ]
    targets = [target.label for target in plan.targets]
    names = [metric.name for metric in plan.metrics]
    nulls = {"category": "is a category of its own", "drop": "is left out", "any": "matches every value"}[plan.nulls]
    sliced = f", in each slice by {joined(list(plan.slices))}" if plan.slices else ""
    individual = f", an individual is one {plan.individual}" if plan.individual is not None else ""
    return [
        joined(names) if len(names) <= NAMED else f"{len(names)} metrics",
        f"of {name}: what {joined(keys)} {tell(plan.quasi_identifiers)} about {joined(targets)}{sliced}",
        f"NULL {nulls}{individual}",
        "direction says which way value is riskier, reason why it is NULL",
    ]


def tell(keys: Sequence[str]) -> str:
    """Return the verb of one key, or of several."""
    return "tells" if len(keys) == 1 else "tell"


def heading(title: str, *lines: str) -> str:
    """Return the comment above a statement, whose first line says which version asks what."""
    return comment(f"sqlmetrics {__version__}: {title}", *lines)


def needs_session(query: str) -> bool:
    """Return whether a statement calls the function that our sessions have, and consoles lack."""
    return f"{SESSION_FUNCTION}(" in query


def function_notes(query: str) -> list[str]:
    """Return the lines of a comment on the function that our sessions have, and consoles lack."""
    if not needs_session(query):
        return []
    return [f"{SESSION_FUNCTION}(text) is a function of the session: 48 bits of the MD5"]


def comment(*lines: str) -> str:
    """Return lines as SQL comments, which none of their characters can end.

    Credentials in the address of a relation are blanked, as they are in the statement.
    """
    shown = [without_credentials(line) for line in lines]
    if shown != list(lines):
        shown.append(f"put the credentials back where {BLANK} stands, or use a secret of the database")
    plain = ("".join(mark if mark.isprintable() else " " for mark in line) for line in shown)
    return "".join(f"-- {part}\n" for line in plain for part in wrap(line, WIDTH - 3, break_on_hyphens=False))
