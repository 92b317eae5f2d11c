"""A command: a function with its panel and examples, and the flags that its parameters name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlmetrics.cli.flags import Flag, flag_of
from sqlmetrics.cli.output import check_ending, check_file, format_of
from sqlmetrics.spec.goes_with import is_refused

TEXTS = ("print_sql", "explain", "dbt", "print_spec")
"""The flags with which a command writes a text in place of its result."""

Function = Callable[..., Any]


@dataclass(frozen=True)
class SharedFlags:
    """The flags that commands share, with their defaults, and what makes a value of them.

    A flag that has to be given has the default `inspect.Parameter.empty`.
    """

    make: Function
    defaults: Mapping[str, Any]

    def without(self, *names: str) -> SharedFlags:
        """Return these without some of the flags, which then have the defaults of `make`."""
        return SharedFlags(self.make, {name: default for name, default in self.defaults.items() if name not in names})

    def with_defaults(self, **defaults: Any) -> SharedFlags:
        """Return these with other defaults."""
        return SharedFlags(self.make, {**self.defaults, **defaults})


def shared_flags(*names: str) -> Callable[[Function], SharedFlags]:
    """Return a decorator of a function that makes a value of flags, which commands share.

    Each parameter of the function is a flag. So is each name in `names`, which blanks separate: the
    function takes these flags as `**flags`, by their names. The flags have the order of `names`.
    """

    def shared(function: Function) -> SharedFlags:
        own = _defaults(function)
        listed = {name: own.get(name, flag_of(name, "").default) for name in " ".join(names).split()}
        return SharedFlags(function, listed | own)

    return shared


@dataclass(frozen=True)
class Command:
    """A command: its function, the panel of the help that it stands in, examples, and shares."""

    function: Function
    panel: str
    examples: tuple[str, ...]
    shares: Mapping[str, SharedFlags]

    @property
    def name(self) -> str:
        """The name of the command, of two words where it is one of a group."""
        return self.word.replace("_", " ")

    @property
    def word(self) -> str:
        """The name as one word, as Python has it."""
        return self.function.__name__

    @property
    def purpose(self) -> str:
        """The first line of its help."""
        return str(self.function.__doc__).partition("\n")[0].rstrip(".")

    def typed(self) -> Function:
        """Return the function that typer reads: its parameters are all flags of the command.

        Where no `--format` is given, the ending of `--output` decides.
        """
        defaults = self.defaults()
        flags = {name: self._flag(name) for name in defaults}
        default = defaults["format_"] if {"output", "format_"} <= defaults.keys() else None

        def call(**values: Any) -> None:
            if default is not None:
                is_text = any(values.get(flag) for flag in TEXTS)
                output = None if is_text else values["output"]
                values["format_"] = format_of(output, values["format_"], default)
                if not is_text:
                    check_file(output, values["format_"])
            received = {name: flags[name].received(value) for name, value in values.items()}
            made = {
                name: shared.make(**{flag: received[flag] for flag in shared.defaults})
                for name, shared in self.shares.items()
            }
            if values.get("explain"):
                check_ending(values["output"], "the steps of a run are a text", ".txt")
            own = {name: received[name] for name in _defaults(self.function) if name not in made}
            self.function(**made, **own)

        annotations = {name: flags[name].annotation(value) for name, value in defaults.items()}
        if default is not None:
            defaults["format_"] = None
        keyword = inspect.Parameter.KEYWORD_ONLY
        parameters = [
            inspect.Parameter(name, keyword, default=value, annotation=annotations[name])
            for name, value in defaults.items()
        ]
        call.__doc__, call.__annotations__ = self.function.__doc__, annotations
        call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return call

    def _flag(self, name: str) -> Flag:
        """Return a flag; one that the command always refuses, with the reason, is in no help."""
        flag = flag_of(name, self.name)
        return flag._replace(settings={**flag.settings, "hidden": True}) if is_refused(self.word, flag.word) else flag

    def defaults(self) -> dict[str, Any]:
        """Return the defaults of its own and its shared flags, by their names.

        A command that writes a file has `--show-values`, which shows the details of messages where
        it shows nothing else.
        """
        defaults: dict[str, Any] = {}
        for name, value in _defaults(self.function).items():
            defaults |= self.shares[name].defaults if name in self.shares else {name: value}
        if "output" in defaults and "show_values" not in defaults:
            defaults["show_details"] = False
        return defaults


def command(panel: str, *examples: str, **shares: SharedFlags) -> Callable[[Function], Command]:
    """Return a decorator that makes a command of a function, whose parameters name its flags.

    The help shows it in the panel, and ends with the examples. A parameter that is named in
    `shares` receives what those flags make, and the command has them, too. Each other parameter is
    a flag of FLAGS, by its name, of the type that the row says.
    """
    return lambda function: Command(function, panel, examples, shares)


def _defaults(function: Function) -> dict[str, Any]:
    """Return the defaults of a function's parameters by their names."""
    parameters = inspect.signature(function).parameters.values()
    return {one.name: one.default for one in parameters if one.kind is not inspect.Parameter.VAR_KEYWORD}
