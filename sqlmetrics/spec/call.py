"""The arguments of a Python call become a Spec."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.call_words import SpecWords
from sqlmetrics.spec.input_file import is_spec
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.spec.spec import Spec


def call_spec(
    relation: Any,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    words: SpecWords | Mapping[str, Any] | None = None,
    *,
    connection: Any = None,
    file: Path | str | None = None,
) -> Spec:
    """Return the spec of a call's arguments, alone or on top of a spec file.

    `relation` may be a path, a table's name, a frame, or None where the file names it; a word of
    None is as if it were not there. Raises SpecError.
    """
    words = dict(words or {})
    population = _frame(words.get("population"))
    held = {} if isinstance(population, str | Path | None) else {"population": population}
    previous = words.get("previous")
    earlier = [_frame(one) for one in (previous if isinstance(previous, list | tuple) else [previous])]
    if not all(isinstance(one, str | Path | None) for one in earlier):
        held["previous"] = earlier
    given: dict[str, Any] = {
        word: dict(value) if isinstance(value, Mapping) else value
        for word, value in words.items()
        if value is not None and word not in held
    }
    for word, columns in {"quasi_identifiers": quasi_identifiers, "sensitive": sensitive}.items():
        if len(columns):
            given[word] = columns
    relation = _frame(relation)
    named = isinstance(relation, str | Path)
    tables = connection is not None or "database" in given or "url" in given
    if is_spec(relation, tables=tables):
        if file is not None:
            raise SpecError(f"{relation} is a spec, as {file} is; name one of them, and a relation beside it")
        relation, file, named = None, relation, False
    if named:
        given["relation"] = str(relation)
    spec = spec_over(given, "the arguments", file)
    if not named and relation is not None and file is not None and spec.is_published and "outputs" not in given:
        raise SpecError("the spec is about a published table: name its file or table, and no frame")
    held |= {} if named or relation is None else {"relation": relation}
    return spec.model_copy(update=held | {"connection": connection})


def _frame(relation: Any) -> Any:
    """Return a dictionary of columns as a frame, and any other relation as it is.

    Raises SpecError for columns that are not equally long lists.
    """
    if not isinstance(relation, Mapping):
        return relation
    import pandas as pd

    columns = {str(name): values for name, values in relation.items()}
    if any(isinstance(values, str | bytes) or not isinstance(values, Iterable) for values in columns.values()):
        raise SpecError("a relation that is a dictionary has a list of values for each column")
    lists = {name: list(values) for name, values in columns.items()}
    if len({len(values) for values in lists.values()}) > 1:
        raise SpecError("the columns of a dictionary are lists of one length")
    return pd.DataFrame({name: pd.Series(values, dtype=_type_of(values)) for name, values in lists.items()})


def _type_of(values: list[Any]) -> Literal["Int64", "object"] | None:
    """Return the type of whole numbers beside None, which would be floating otherwise, or None."""
    if None not in values or not all(value is None or type(value) is int for value in values):
        return None
    return "Int64" if all(value is None or value.bit_length() < 64 for value in values) else "object"
