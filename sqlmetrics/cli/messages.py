"""Messages on standard error: in the words of the spec, each with the flag that gives it."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

import typer

from sqlmetrics.cli.streams import neutral, put_message
from sqlmetrics.credentials import blanked
from sqlmetrics.files import footprint
from sqlmetrics.text import printable

Flags = Mapping[str, str]
"""The flags of a command by words of the spec."""

WORD = re.compile(r"`(?P<program>sqlmetrics )?(?P<word>[a-z_]+)(?:: (?P<value>[^`]+))?`")
"""A pattern of a word in backticks, alone or with its value, or of a command."""

HIDDEN = "--show-values shows the details, which may hold values of the data"
"""The line that stands for the detail of a message."""

WORD_LENGTH, LINE_LENGTH, LENGTH = 300, 1_200, 4_000
"""The most characters of a word, a line and a message."""

LONG_WORD = re.compile(rf"\S{{{WORD_LENGTH + 1},}}")
"""A pattern of a word that is cut, such as a name."""

_CONTEXT: ContextVar[typer.Context | None] = ContextVar("the command line that runs", default=None)
_DETAILS: ContextVar[bool] = ContextVar("whether messages show their details", default=False)


def remember(context: typer.Context | None) -> None:
    """Keep the command line that runs; messages name the flags of its commands."""
    _CONTEXT.set(context)
    _DETAILS.set(False)


def show_details(shown: bool) -> bool:
    """Keep whether messages show their details, which may hold values of the data."""
    _DETAILS.set(shown)
    return shown


def say(message: str, detail: str | None = None) -> None:
    """Print a message on standard error, with the flags of the command that runs.

    The detail, which may hold values of the data, is shown with `--show-values` alone.
    """
    text = clean(f"sqlmetrics: {flagged(_on_lines(message))}")
    if detail is not None:
        text += f"\n{clean(detail) if _DETAILS.get() else HIDDEN}"
    put_message(f"{text}\n")


def _on_lines(message: str) -> str:
    """Return a message in which no argument and no name of a column makes a line of its own."""
    for name in sorted((*sys.argv[1:], *footprint.breaking_names()), key=len, reverse=True):
        if not name.isprintable():
            message = message.replace(name, printable(name))
    return message


def clean(text: str) -> str:
    """Return a text for a person's eyes: without credentials, control characters, and commands.

    Its own line breaks stay. A line, and a word in it, is cut in its middle where it is long.
    """
    lines = [neutral(printable(line)) for line in blanked(text).split("\n")]
    cut = (_cut(LONG_WORD.sub(lambda match: _cut(match[0], WORD_LENGTH), line), LINE_LENGTH) for line in lines)
    return _cut("\n".join(cut), LENGTH)


def _cut(text: str, longest: int) -> str:
    """Return a text with its middle left out where it is longer than that."""
    half = longest // 2 - 2
    return text if len(text) <= longest else f"{text[:half]} .. {text[-half:]}"


def flagged(text: str) -> str:
    """Return a text for a person with the flags of the command that runs."""
    context = _CONTEXT.get()
    if context is None:
        return text
    commands: Mapping[str, Any] = context.command.commands  # type: ignore[attr-defined]
    flags = {name: command.words for name, command in commands.items()}
    return with_flags(text, flags, context.invoked_subcommand or "")


def with_flags(message: str, commands: Mapping[str, Flags], running: str) -> str:
    """Return a message with a flag after each word of the spec that has one, the first time.

    They are flags of the `running` command, and from `` `sqlmetrics NAME` `` on flags of the
    command NAME.
    """
    flags = dict(commands.get(running, {}))
    named: set[str] = set()

    def with_flag(match: re.Match[str]) -> str:
        word, value = match["word"], match["value"]
        if match["program"]:
            flags.update(commands.get(word, {}))
            named.clear()
            return match[0]
        flag = flags.get(word)
        if flag is None or flag in named:
            return match[0]
        named.add(flag)
        return f"{match[0]} ({flag} {value})" if value else f"{match[0]} ({flag})"

    return WORD.sub(with_flag, message)
