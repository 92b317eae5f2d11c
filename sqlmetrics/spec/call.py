"""From the arguments of a Python call to a Spec."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict

from sqlmetrics.spec.reading import spec_over
from sqlmetrics.spec.spec import Spec

Level = Literal["table", "class"]
Nulls = Literal["category", "drop"]

NAMES = {"identifiers", "quasi_identifiers", "sensitive", "metrics"}
"""The words whose value is one name or a list of them."""


class SpecWords(TypedDict, total=False):
    """The words of a spec that a Python call takes besides its relation and its columns.

    `identifiers` name people outright; `individual` is the column that tells people apart, and
    `population` a relation beside the table that holds everybody whom it is of.
    `partitions` maps a column to a file, a mapping from value to domain, or a dictionary such as
    {"cuts": [30, 60]}. `suppressed` is the mark of a suppressed value, of all quasi-identifiers or
    of each: records that have all of them are left out of the classes, or with `keep_suppressed` a
    class of their own. With `harmonise` each sensitive attribute is measured with the others among
    the keys, in a statement of its own. `orders` lists the values of a sensitive attribute in order,
    or says "natural" for the order of numbers, dates and texts, and `hierarchies` names the file of
    its hierarchy: both for the distances of t-closeness. `metrics` narrows the catalogue, and
    `parameters` are what some metrics depend on, such as {"l": 3, "threshold": 0.2, "log_base": "e"}.
    `level` is "table" or "class", `nulls` "category" or "drop"; `thresholds` are what `check` lets
    pass, such as {"k_anonymity": {"at_least": 5}}.

    `database` is a DuckDB file and `url` the SQLAlchemy URL of a database that holds the relation.
    `memory_limit` ("1GB", "80%"), `threads` and `temp_directory`, the folder to spill to, limit
    DuckDB where the caller passes no connection; `timeout` limits the call's time, in seconds or as
    "5m", wherever a statement can be stopped.
    """

    identifiers: Sequence[str] | str
    individual: str | None
    population: Path | str | None
    suppressed: str | Mapping[str, str] | None
    keep_suppressed: bool
    harmonise: bool
    partitions: Mapping[str, Any] | None
    orders: Mapping[str, Sequence[object] | str] | None
    hierarchies: Mapping[str, Path | str] | None
    metrics: Sequence[str] | str
    parameters: Mapping[str, Any] | None
    level: Level
    nulls: Nulls
    thresholds: Mapping[str, Any] | None
    database: Path | str | None
    url: str | None
    memory_limit: str | None
    threads: int | None
    temp_directory: Path | str | None
    timeout: float | str | None


def call_spec(
    relation: Any,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    words: SpecWords | Mapping[str, Any] | None = None,
    *,
    connection: Any = None,
    file: Path | str | None = None,
) -> Spec:
    """Return the spec that a call makes, alone or on top of a spec file.

    `relation` may be a path, a table's name, a frame, or None where the file names it; a word of None
    is as if it were not there. Raises SpecError.
    """
    given: dict[str, Any] = {word: _plain(value) for word, value in (words or {}).items() if value is not None}
    for word, columns in {"quasi_identifiers": quasi_identifiers, "sensitive": sensitive}.items():
        if len(columns):
            given[word] = columns
    for word in NAMES & given.keys():
        given[word] = [given[word]] if isinstance(given[word], str) else list(given[word])
    if "orders" in given:
        given["orders"] = {
            column: order if isinstance(order, str) else list(order) for column, order in given["orders"].items()
        }
    named = isinstance(relation, str | Path)
    if named:
        given["relation"] = str(relation)
    spec = spec_over(given, "the arguments", file)
    held = {} if named or relation is None else {"relation": relation}
    return spec.model_copy(update=held | {"connection": connection})


def _plain(value: Any) -> Any:
    """Return an argument as a spec file would hold it: a mapping as a dictionary, a path as text."""
    if isinstance(value, Mapping):
        return dict(value)
    return str(value) if isinstance(value, Path) else value
