"""Limits that others have published, by name: what a spec's `limits` hold, with their sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator

from sqlmetrics.errors import SpecError, UnknownNameError
from sqlmetrics.spec.fields import Names
from sqlmetrics.spec.yaml_file import parse_yaml
from sqlmetrics.text import brief

FILE = Path(__file__).with_name("published_limits.yml")
"""The table of documents and of their limits."""


@dataclass(frozen=True)
class PublishedLimit:
    """A limit that others have published, with its document.

    `thresholds` are in the words of a spec, and rest on `rules`, which are words of its `outputs`.
    `source` says whose limit it is in one line. The `wording` is ours, `binding` says for whom the
    limit holds. `section` and `date` are None where they could not be confirmed; `unconfirmed` says
    what was not read in the document itself.
    """

    name: str
    thresholds: Mapping[str, Any]
    source: str
    wording: str
    publisher: str
    title: str
    section: str | None
    date: str | None
    scope: str
    binding: str
    unconfirmed: str | None
    rules: Mapping[str, Any] = field(default_factory=dict)


@cache
def published_limits() -> Mapping[str, PublishedLimit]:
    """Return the published limits by name, in the order of their documents."""
    documents = parse_yaml(FILE.read_text(encoding="utf-8"), FILE.name)
    limits = [
        PublishedLimit(name=name, **limit, **{fact: text for fact, text in document.items() if fact != "limits"})
        for document in documents
        for name, limit in document["limits"].items()
    ]
    return {limit.name: limit for limit in limits}


def limits() -> tuple[PublishedLimit, ...]:
    """Return the limits that others have published, as `sqlmetrics limits` lists them.

    Use it for a first limit that others have used; `check` takes it by its name.
    """
    return tuple(published_limits().values())


def published_limit(name: str) -> PublishedLimit:
    """Return a published limit by name. Raises SpecError where there is none of the name."""
    known = published_limits()
    if name not in known:
        raise UnknownNameError(f"no published limit is called '{brief(name, 80)}'", name[:80], known, most=1)
    return known[name]


def rules_of_limits(names: Iterable[str]) -> Mapping[str, Any]:
    """Return the rules on published tables of the first of some published limits that has any."""
    return next((limit.rules for limit in map(published_limit, names) if limit.rules), {})


def known_limits(names: Iterable[str]) -> list[str]:
    """Return names of published limits, each once. Raises ValueError for an unknown one."""
    try:
        return list(dict.fromkeys(published_limit(name).name for name in names))
    except SpecError as error:
        raise ValueError(str(error)) from None


LimitNames = Annotated[Names, AfterValidator(known_limits)]
"""Names of published limits, each once; a single one may stand alone."""
