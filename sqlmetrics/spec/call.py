"""What a Python call is asked besides its relation, in the words of a spec."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict

from sqlmetrics.spec.spec import Spec, parse_spec

Level = Literal["table", "class"]
Nulls = Literal["category", "drop"]


class Asked(TypedDict, total=False):
    """What `score` and `sql` can be asked besides the columns; the words are those of a spec.

    `partitions` maps a column to a file, a mapping from value to domain, or a dictionary such as {"cuts": [30, 60]}; `individual`
    names the column that tells people apart; `population` is a relation beside the table that holds everybody whom it is of.
    `suppressed` is the mark of a suppressed value, of all quasi-identifiers or of each: records that have all of them are left out
    of the classes, or with `keep_suppressed` a class of their own. With `harmonise` each sensitive attribute is measured with the
    others among the keys, in a statement of its own. `orders` lists the values of a sensitive attribute in order, or
    says "natural" for the order of numbers, dates and texts, and `hierarchies` names the file of its hierarchy: both for the
    distances of t-closeness. `metrics` narrows the catalogue, and `parameters` are what some metrics depend on, such as
    {"l": 3, "threshold": 0.2, "log_base": "e"}. `level` is "table" or "class", `nulls` "category" or "drop".
    `memory_limit` ("1GB", "80%"), `threads` and `temp_directory`, the folder to spill to, limit DuckDB where the caller passes no
    connection; `timeout` limits the call's time, in seconds or as "5m", wherever a statement can be stopped.
    """

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
    memory_limit: str | None
    threads: int | None
    temp_directory: Path | str | None
    timeout: float | str | None


def asked_spec(quasi_identifiers: Sequence[str] | str, sensitive: Sequence[str] | str, asked: Asked) -> Spec:
    """Return the spec that the words of a call make; a word without a value is as if it were not there."""

    def plain(value: Any) -> Any:
        if isinstance(value, Mapping):
            return dict(value)
        return str(value) if isinstance(value, Path) else value

    words: dict[str, Any] = {word: plain(value) for word, value in asked.items() if value is not None}
    if "orders" in words:
        words["orders"] = {column: values if isinstance(values, str) else list(values) for column, values in words["orders"].items()}
    for word, names in {"quasi_identifiers": quasi_identifiers, "sensitive": sensitive, "metrics": words.get("metrics", ())}.items():
        words[word] = [names] if isinstance(names, str) else list(names)
    return parse_spec(words, "the arguments")
