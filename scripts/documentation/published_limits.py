"""The page of published limits, from their table."""

from __future__ import annotations

from collections.abc import Iterable

from documentation.markdown import escaped, table
from sqlmetrics.output.published_limits import UNKNOWN, bounds_of, group_of
from sqlmetrics.spec.published_limits import PublishedLimit, limits

PAGE = "reference/published_limits.md"

TEXT = """\
# Limits that others have published

`limits: ontario_low` in a spec, or `--limits ontario_low` on the command line, holds a table to a limit of this page
by its name. [How](../how_to/check.md#limits-by-name) · `sqlmetrics limits` prints the list, and
`sqlmetrics limits ontario_low` explains one.

**None of them is a default, and none is advice.** Which limit holds for a table is for you and your authority to say.
The wording is ours. *Group* is the smallest group of people that a limit allows: a share of 0.09 asks for 12, since 1
of 11 is 0.0909, unless its document says that it means 1 of 11.

{overview}

{details}
"""


def pages() -> dict[str, str]:
    """Return the page of published limits by its path."""
    published = limits()
    overview = table(("name", "asks for", "group", "whose"), map(_row, published))
    titles = dict.fromkeys(limit.title for limit in published)
    details = "\n\n".join(_document([one for one in published if one.title == title]) for title in titles)
    return {PAGE: TEXT.format(overview=overview, details=details)}


def _row(limit: PublishedLimit) -> tuple[str, ...]:
    return f"`{limit.name}`", f"`{bounds_of(limit)}`", str(group_of(limit) or ""), escaped(limit.source)


def _document(own: list[PublishedLimit]) -> str:
    """Return the facts of a document, with the wording of each of its limits."""
    first = own[0]
    facts = {
        "Publisher": first.publisher,
        "Document": first.title,
        "Section": first.section or UNKNOWN,
        "Date": first.date or UNKNOWN,
        "Scope": first.scope,
        "Binding": first.binding,
        "Not confirmed in the document": first.unconfirmed or "nothing",
        **{f"`{limit.name}`": limit.wording for limit in own},
    }
    names = ", ".join(f"`{limit.name}`" for limit in own)
    return f"## {names}\n\n{table(('', ''), _facts(facts.items()))}"


def _facts(facts: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    return ((name, escaped(text)) for name, text in facts)
