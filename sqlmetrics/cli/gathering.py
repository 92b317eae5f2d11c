"""The decorator that gives commands the same flags, or fewer."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial, wraps
from typing import Annotated, Any, get_type_hints

from typer.models import OptionInfo

from sqlmetrics.cli.flags.output import ShowDetails
from sqlmetrics.cli.output import check_parquet_file, format_of

TEXTS = ("print_sql", "explain", "dbt", "print_spec")
"""The flags with which a command writes a text in place of its result."""

Function = Callable[..., None]

DETAILS = inspect.Parameter("show_values", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=ShowDetails)
"""The flag that shows the details of messages."""


@dataclass(frozen=True)
class Gathered:
    """A command with the functions whose flags are its own, too."""

    command: Function
    gatherers: Mapping[str, Callable[..., Any]]

    def function(self) -> Function:
        """Return the function whose parameters are all flags of the command."""
        parameters = inspect.signature(self.command).parameters
        flags = _flags(self.command, self.gatherers)
        default = flags["format_"].default if "output" in flags and "format_" in flags else None
        if default is not None:
            flags["format_"] = flags["format_"].replace(default=None)

        @wraps(self.command)
        def call(**values: Any) -> None:
            if default is not None:
                is_text = any(values.get(flag) for flag in TEXTS)
                output = None if is_text else values["output"]
                values["format_"] = format_of(output, values["format_"], default)
                if not is_text:
                    check_parquet_file(output, values["format_"])
            gathered = {
                name: gatherer(**{flag: values[flag] for flag in inspect.signature(gatherer).parameters})
                for name, gatherer in self.gatherers.items()
            }
            self.command(**gathered, **{name: values[name] for name in parameters if name not in self.gatherers})

        call.__signature__ = inspect.Signature(list(flags.values()))  # type: ignore[attr-defined]
        call.__annotations__ = {name: flag.annotation for name, flag in flags.items()}
        del call.__wrapped__
        return call


def gathering(**gatherers: Callable[..., Any]) -> Callable[[Function], Gathered]:
    """Return a decorator that gives a command the flags of other functions.

    Each gatherer takes the place of the command's parameter of the same name: its flags become the
    command's, and the parameter receives what the gatherer returns for them. Every command gets
    `--show-values`, which shows the details of messages where it shows nothing else. Where no
    `--format` is given, the ending of `--output` decides.
    """
    return partial(Gathered, gatherers=gatherers)


def _flags(command: Function, gatherers: Mapping[str, Callable[..., Any]]) -> dict[str, inspect.Parameter]:
    """Return the flags of a command and of its gatherers, by the names of their parameters."""
    parameters = inspect.signature(command).parameters
    own_hints = _hints(command, [str(parameters[name].annotation) for name in gatherers])
    own_names = {name for hint in own_hints.values() for name in _names(hint)}
    flags: dict[str, inspect.Parameter] = {}
    for name, parameter in parameters.items():
        gatherer = gatherers.get(name)
        if gatherer is None:
            flags[name] = parameter.replace(annotation=own_hints[name], kind=inspect.Parameter.KEYWORD_ONLY)
            continue
        hints = _hints(gatherer, [])
        for flag, shared in inspect.signature(gatherer).parameters.items():
            hint = _without(hints[flag], own_names)
            flags[flag] = shared.replace(annotation=hint, kind=inspect.Parameter.KEYWORD_ONLY)
    flags.setdefault("show_values", DETAILS)
    return flags


def without(gatherer: Callable[..., Any], *flags: str) -> Callable[..., Any]:
    """Return a gatherer that does not offer some of its flags, which keep their defaults."""
    signature = inspect.signature(gatherer)

    @wraps(gatherer)
    def fewer(**values: Any) -> Any:
        return gatherer(**values)

    offered = [parameter for name, parameter in signature.parameters.items() if name not in flags]
    fewer.__signature__ = signature.replace(parameters=offered)  # type: ignore[attr-defined]
    return fewer


def _names(hint: Any) -> Sequence[str]:
    """Return the names of the flag that a type declares."""
    declared = next(iter(getattr(hint, "__metadata__", ())), None)
    return declared.param_decls or () if isinstance(declared, OptionInfo) else ()


def _without(hint: Any, names: Collection[str]) -> Any:
    """Return a flag's type without the names that the command's own flags have."""
    taken = [name for name in _names(hint) if name in names]
    if not taken:
        return hint
    declared = copy(hint.__metadata__[0])
    declared.param_decls = tuple(name for name in _names(hint) if name not in taken)
    return Annotated[hint.__origin__, declared]


def _hints(function: Callable[..., Any], unloaded: Sequence[str]) -> dict[str, Any]:
    """Return the types of a function's parameters.

    The types named in `unloaded`, and the function's return type, are imported only when a command
    runs, so that the help appears at once; `object` stands in for them.
    """
    names = re.findall(r"\w+", " ".join([*unloaded, str(inspect.signature(function).return_annotation)]))
    stand_ins = {name: object for name in names if name != "None"}
    return get_type_hints(function, localns=stand_ins, include_extras=True)
