"""What a shell offers for an unfinished word: columns, metrics, limits, attacks and dialects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import typer

from sqlmetrics.cli.default_spec import DEFAULT
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.input_file import is_spec
from sqlmetrics.spec.partition import DATES

PLAIN = re.compile(r"[\w.-]+")
"""A pattern of names that mean nothing else to a shell; others are left to be typed."""

RELATIONS = ("relation", "original", "releases")
"""The parameters that name the relation of columns, the last with several."""

SHELL = (
    "your shell is not known; `_SQLMETRICS_COMPLETE=source_bash sqlmetrics` prints the completion of bash,"
    " and likewise of zsh, fish, powershell or pwsh"
)
"""The message where no shell is recognised."""


def metric_names(incomplete: str) -> list[str]:
    """Return the names of metrics."""
    from sqlmetrics.statement.catalogue import every_metric

    return _plain(every_metric())


def explained_names(incomplete: str) -> list[str]:
    """Return the names of metrics and attacks."""
    from sqlmetrics.release.attack.descriptions import every_attack

    return list(dict.fromkeys([*metric_names(incomplete), *_plain(every_attack())]))


def limit_names(incomplete: str) -> list[str]:
    """Return the names of published limits."""
    from sqlmetrics.spec.published_limits import published_limits

    return _plain(published_limits())


def attack_names(incomplete: str) -> list[str]:
    """Return the names of the attacks of `gda`."""
    from sqlmetrics.release.attack.descriptions import every_attack

    return _plain(name for name, attack in every_attack().items() if attack.command == "gda")


def dialects(incomplete: str) -> list[str]:
    """Return the names of dialects."""
    from sqlmetrics.output.installation import dialect_names

    return _plain(dialect_names())


def names_of_columns(context: typer.Context, incomplete: str) -> list[str]:
    """Return the columns of the relation that the command line or its spec names.

    There are none of a database at a URL, which no key opens, and none where anything goes wrong.
    """
    with suppress(Exception):
        return _plain(_columns(context.params, context.args))
    return []


def partitions_offered(context: typer.Context, incomplete: str) -> list[str]:
    """Return the forms of a partition that need no file, of each column of the relation."""
    return [f"{column}={form}" for column in names_of_columns(context, incomplete) for form in (*DATES, "cuts:", "raw")]


def _columns(flags: Mapping[str, Any], rest: Sequence[str]) -> Iterable[str]:
    """Return the columns by the flags so far, and by the words that are still no argument."""
    from sqlmetrics.engine.engine import describe
    from sqlmetrics.engine.source import opened
    from sqlmetrics.spec.reading import spec_over

    relation = next((flags[name] for name in RELATIONS if flags.get(name)), next(iter(rest), None))
    relation = relation[0] if isinstance(relation, list | tuple) else relation
    words: dict[str, Any] = {"relation": relation, "database": flags.get("database"), "url": flags.get("url")}
    file = flags.get("spec")
    if file is None and is_spec(relation, tables=bool(words["database"] or words["url"])):
        file = words.pop("relation")
    unnamed = DEFAULT if file is None and relation is None and DEFAULT.is_file() else None
    given = {word: value for word, value in words.items() if value}
    spec = spec_over(given, "the flags", file or unnamed, unnamed=unnamed)
    if spec.url is not None or "://" in str(spec.relation):
        return []
    with opened(spec.relation, spec.place) as source:
        return [name for name, _ in describe(source.engine, source.from_sql, source.name)]


def _plain(names: Iterable[str]) -> list[str]:
    """Return the names that a shell takes as they are."""
    return [name for name in names if PLAIN.fullmatch(name)]


def with_known_shell(callback: Callable[..., Any]) -> Callable[..., Any]:
    """Return a callback of typer for completion that raises SpecError where no shell is known."""

    def call(context: Any, parameter: Any, value: Any) -> Any:
        try:
            return callback(context, parameter, value)
        except typer.Exit:
            raise SpecError(SHELL) from None

    return call


def complete(command: Any) -> None:
    """Answer a shell that asks for completions, and end; return where none does.

    Raises typer.Exit, never with 1, which is the exit code of a failed threshold.
    """
    try:
        command._main_shell_completion({}, "sqlmetrics")
    except SystemExit as ended:
        raise typer.Exit(2 if ended.code else 0) from None
