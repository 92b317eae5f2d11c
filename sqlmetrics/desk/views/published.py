"""What follows from a published table, as the page of the desk shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmetrics.desk.published import OpenPublished
from sqlmetrics.output.page.answer import JudgedCondition, page_verdict, row
from sqlmetrics.output.page.tables import TablesSection, tables
from sqlmetrics.output.page.verdict import PageVerdict


@dataclass(frozen=True)
class PublishedView:
    """A published table as the page shows it; see `published.html`.

    `said` are the fields of the form. Before anything was found there are no `verdict`, conditions,
    section, words of a spec in `outputs` and lines of one. No condition has an earlier value.
    """

    name: str
    said: Mapping[str, str]
    verdict: PageVerdict | None = None
    conditions: Sequence[tuple[JudgedCondition, None]] = ()
    section: TablesSection | None = None
    outputs: Mapping[str, Any] = field(default_factory=dict)
    yaml: Sequence[tuple[str, bool]] = ()


def published_view(table: OpenPublished) -> PublishedView:
    """Return a published table as the page shows it."""
    found = table.certificate
    if found is None:
        return PublishedView(table.relation.name, table.said)
    return PublishedView(
        name=table.relation.name,
        said=table.said,
        verdict=page_verdict(found),
        conditions=[(row(one)._replace(of=None), None) for one in found.conditions],
        section=tables(found),
        outputs=table.outputs,
        yaml=table.yaml(),
    )
