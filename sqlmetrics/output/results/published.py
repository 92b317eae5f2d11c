"""What is published gives away, of each kind: its forms, and its part in the outcome of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sqlmetrics.output.forms import Forms
from sqlmetrics.output.report import Block
from sqlmetrics.output.results.differences import (
    differences_document,
    differences_forms,
    group_blocks,
    names_conditions,
)
from sqlmetrics.output.results.hidden_cells import hidden_blocks, hidden_document, hidden_forms, names_hidden
from sqlmetrics.output.results.outputs import names_cells, outputs_document, outputs_forms, unsafe_blocks
from sqlmetrics.risk.outputs import Outputs
from sqlmetrics.risk.published.differences import Differences
from sqlmetrics.risk.published.hidden_cells import HiddenCells
from sqlmetrics.risk.published.questions import Published


class _Kind(NamedTuple):
    """How a kind is shown: its forms, its JSON, its blocks, and whether it has values of data."""

    forms: Callable[[Any], Forms]
    document: Callable[[Any], dict[str, Any]]
    blocks: Callable[[Any], Iterator[Block]]
    names_values: Callable[[Any], bool]


_KINDS: dict[type, _Kind] = {
    Outputs: _Kind(outputs_forms, outputs_document, unsafe_blocks, names_cells),
    Differences: _Kind(differences_forms, differences_document, group_blocks, names_conditions),
    HiddenCells: _Kind(hidden_forms, hidden_document, hidden_blocks, names_hidden),
}


def published_forms(found: Published) -> Forms:
    """Return the forms of what is published."""
    return _KINDS[type(found)].forms(found)


def published_document(found: Published) -> dict[str, Any]:
    """Return what is published as JSON."""
    return _KINDS[type(found)].document(found)


def published_blocks(found: Published) -> Iterator[Block]:
    """Yield the cells that break a rule or follow, or the groups that do."""
    yield from _KINDS[type(found)].blocks(found)


def names_values(found: Published) -> bool:
    """Return whether values of the data are shown: of cells, or in conditions."""
    return _KINDS[type(found)].names_values(found)
