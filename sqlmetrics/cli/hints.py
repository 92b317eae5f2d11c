"""Hints to what a person may have meant by a command line that was refused."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from sqlmetrics.cli.output import PAGE
from sqlmetrics.errors import ColumnsError, RolesWarning
from sqlmetrics.spec.input_file import DEFAULT_SPEC
from sqlmetrics.text import did_you_mean, nearest

ON_THRESHOLDS = ("check", "run", "advise")
"""The commands on thresholds, which a spec holds with the roles of columns."""

REPEATED = ("-q", "--quasi-identifier", "-s", "--sensitive")
"""The flags that take one column, and are repeated."""


def columns_apart(error: Exception, arguments: Sequence[str]) -> str:
    """Return how to name several columns that were named as one, or an empty text."""
    if not isinstance(error, ColumnsError):
        return ""
    given = [(flag, text) for flag, text in pairwise(arguments) if flag in REPEATED]
    flag = next((flag for flag, text in given if text == error.text), REPEATED[0])
    return f": {_repeated(flag, error.parts)}"


def roles_guessed(warning: RolesWarning) -> str:
    """Return the guessed roles of a relation, with the command that writes them to correct."""
    named = "init" if warning.relation is None else f"init {shlex.quote(warning.relation)}"
    same = ", with the words of this command on the relation," if warning.relation is None else ""
    return f"{warning.roles}; `sqlmetrics {named} -o {DEFAULT_SPEC}`{same} writes them to correct"


def suggest(error: Any) -> None:
    """Add to a usage error of click what may have been meant: a flag, or a flag once more."""
    context = getattr(error, "ctx", None)
    if context is None:
        return
    error.message = _of_choices(str(error.message))
    name = getattr(error, "option_name", None)
    if name is not None and hasattr(error, "possibilities"):
        word = _word_of_spec(str(name), context)
        if word is not None:
            held = f"{context.info_name} takes it from a spec: write `{word}` and `thresholds` in FILE.yml"
            error.message = f"{str(error.message).rstrip('.')}; {held}, which `sqlmetrics init` begins"
            error.possibilities = None
            return
        flags = [flag for parameter in context.command.params for flag in parameter.opts if flag.startswith("--")]
        near = nearest_flags(str(name), flags)
        error.possibilities = None
        if near:
            error.message = f"{str(error.message).rstrip('.')}; did you mean {' or '.join(near)}?"
        return
    if name is not None and str(error.message).endswith("requires an argument."):
        shown = next(one.get_help_record(context) for one in context.command.params if name in one.opts)
        error.message = f"{str(error.message).rstrip('.')}{f': {shown[0]}' if shown else ''}"
        return
    if "unexpected extra argument" in str(error.message):
        shown = repeated_flag(sys.argv[1:])
        error.message = f"{str(error.message).rstrip('.')}{shown and '; ' + shown}"


def _word_of_spec(flag: str, context: Any) -> str | None:
    """Return the word of a spec that a flag of `score` gives, for a command on thresholds."""
    from sqlmetrics.spec.spec import Spec

    if context.info_name not in ON_THRESHOLDS:
        return None
    score = context.parent.command.commands["score"]
    names = next((one.opts for one in score.params if flag in one.opts), ())
    given = (word for word, own in score.words.items() if own in names)
    return next((word for word in given if word in Spec.model_fields), None)


def _of_choices(message: str) -> str:
    """Return a message on a value in plain words, with the nearest of the values that there are."""
    plain = message.removeprefix("Value error, ")
    match = re.fullmatch(r"'(.*)' is not one of ('.*')\.", plain, re.DOTALL)
    if match and match[1] in {"html", "pdf"}:
        return f"{plain.rstrip('.')}{PAGE}"
    near = did_you_mean(match[1], re.findall(r"'([^']*)'", match[2])) if match else ""
    return f"{plain.rstrip('.')}; {near}" if near else plain


def nearest_flags(name: str, flags: Iterable[str]) -> list[str]:
    """Return the flags that a wrong one may mean: with its initials, or spelt like it."""
    known = sorted(flag for flag in set(flags) if flag != "--help")
    letters = name.lstrip("-")
    initials = [flag for flag in known if len(letters) > 1 and "".join(re.findall(r"\b[a-z]", flag)) == letters.lower()]
    begun = [flag for flag in known if len(letters) > 2 and flag.startswith(f"--{letters.lower()}")]
    cut = {flag[: len(name)]: flag for flag in known}
    return initials or begun or nearest(name, known, cutoff=0.6) or [cut[one] for one in nearest(name, cut, 1, 0.8)]


def repeated_flag(arguments: Sequence[str]) -> str:
    """Return how to repeat a flag whose values stand side by side, or an empty text."""
    for place, flag in enumerate(arguments):
        if flag in REPEATED:
            values = []
            for text in arguments[place + 1 :]:
                if text.startswith("-"):
                    break
                values.append(text)
            if len(values) > 1:
                return f"repeat the flag: {_repeated(flag, values)}"
    return ""


def _repeated(flag: str, values: Iterable[str]) -> str:
    return " ".join(f"{flag} {shlex.quote(value)}" for value in values)
