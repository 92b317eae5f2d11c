"""The fields of the models of a spec: how a value may be written, and what editors are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    WithJsonSchema,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from sqlmetrics.spec.limits import memory_size, seconds
from sqlmetrics.spec.words import WORDS

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
"""The schema of a text."""


def _described(schema: Schema, model: type[BaseModel]) -> None:
    """Write what the rows of words say into the schema of a model; words without a row leave it."""
    rows = WORDS[model.__name__]
    schema["properties"] = {
        word: {"description": rows[word].text, **entry} for word, entry in schema["properties"].items() if word in rows
    }


CONFIG = ConfigDict(extra="forbid", json_schema_extra=_described)
"""The configuration of models that have the words of their rows, and no other."""


@dataclass(frozen=True)
class Shorthand:
    """The short forms of a value: `full` makes each the one that the type checks.

    `schemas` makes their schemas from the schema of that one.
    """

    full: Callable[[Any], Any]
    schemas: Callable[[Schema], list[Schema]]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.full, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": self.schemas(handler(schema))}


def itself(own: Schema) -> list[Schema]:
    """Return the one form of a value whose short form has no schema of its own."""
    return [own]


def or_text(own: Schema) -> list[Schema]:
    """Return the forms of a value that a text may stand for."""
    return [own, TEXT]


def or_one(own: Schema) -> list[Schema]:
    """Return the forms of a list that its only value may stand for."""
    return [own["items"], own]


def _several(value: Any) -> bool:
    """Return whether a value holds several, in a list or whatever else can be gone through."""
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping | BaseModel)


def plain(value: Any) -> Any:
    """Return a value as a spec file holds it: dates as text, scalars of libraries as plain ones."""
    if isinstance(value, Mapping):
        return {plain(name): plain(entry) for name, entry in value.items()}
    if _several(value):
        return [plain(entry) for entry in value]
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, date | Decimal):
        return str(value)
    return value.item() if hasattr(value, "item") else value


def listed(value: Any) -> Any:
    """Return several values as a list, and one value as a list of it."""
    return value if value is None else [*value] if _several(value) else [value]


def _names(value: Any) -> Any:
    """Return one name, or several, as a list of texts."""
    names = [value] if isinstance(value, str | Path) else value
    return [str(name) if isinstance(name, Path) else name for name in names] if _several(names) else value


def _reasons(value: Any) -> Any:
    """Return columns with their reasons, each None where a list names the columns alone."""
    names = _names(value)
    if not isinstance(names, list):
        return value
    if not all(isinstance(name, str) for name in names):
        raise ValueError("write a list of columns, or COLUMN: reason why it may stay")
    return dict.fromkeys(names)


Names = Annotated[list[str], Shorthand(_names, or_one)]
"""Names of columns or of files; a single one may stand alone."""


def _marks(value: Any) -> Any:
    """Return marks as a list of texts; a whole number is written as it is."""
    marks = listed(value)
    return [str(mark) if type(mark) is int else mark for mark in marks] if isinstance(marks, list) else value


def _or_whole_numbers(own: Schema) -> list[Schema]:
    """Return the forms of marks: one or several, each a text or a whole number."""
    mark = {"type": ["string", "integer"]}
    return [mark, own | {"items": mark}]


Marks = Annotated[list[str], Shorthand(_marks, _or_whole_numbers)]
"""Texts and codes that stand for no value; a single one may stand alone."""

Reasons = Annotated[
    dict[str, str | None], Shorthand(_reasons, lambda own: [TEXT, {"type": "array", "items": TEXT}, own])
]
"""Columns with the reason for each, None where there is none; written as a list or a mapping."""


def _relation(value: Any) -> Any:
    """Return a relation or a place, a path as text; frames are no words."""
    if not isinstance(value, str | Path):
        raise ValueError("a relation is a path, or the name of a table")
    return str(value)


Relation = Annotated[Any, BeforeValidator(_relation), WithJsonSchema(TEXT)]
"""A path, or the name of a table."""

PathText = Annotated[str, BeforeValidator(lambda path: str(path) if isinstance(path, Path) else path)]
"""A text, or a path as one."""


def _checked_share(value: Any) -> Any:
    """Return a share of the records as a number: 4% is 0.04. Raises ValueError for what is none."""
    if isinstance(value, str):
        number, percent, rest = value.partition("%")
        try:
            value = float(Decimal(number.strip()) / (100 if percent else 1)) if not rest.strip() else None
        except ArithmeticError:
            value = None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError("a share of the records is a number from 0 to 1, or a percentage such as 4%")
    return float(value)


WrittenShare = Annotated[float, Field(ge=0, le=1), Shorthand(_checked_share, or_text)]
"""A share of the records, as a number or a percentage."""

MemorySize = Annotated[str, BeforeValidator(memory_size)]
Seconds = Annotated[float, Field(gt=0), Shorthand(seconds, or_text)]
Share = Annotated[float, Field(strict=True, ge=0, le=1)]
