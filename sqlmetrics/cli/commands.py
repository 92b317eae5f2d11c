"""The commands of the command line; each is imported and made when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from sqlmetrics.cli.gathering import Function, Gathered
from sqlmetrics.cli.help import EXIT_CODES, Command, write_examples, write_flags
from sqlmetrics.cli.panels import COMMANDS


class Commands(Mapping[str, Any]):
    """The commands by name, in the order of the panels."""

    def __init__(self) -> None:
        self._modules = {name: (panel, module) for panel, names in COMMANDS.items() for name, module in names.items()}
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """Return a command. Raises KeyError where there is none of the name."""
        if name not in self._made:
            panel, _ = self._modules[name]
            alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
            made = alone.command(name, cls=Command, epilog=EXIT_CODES, rich_help_panel=panel)
            declared = self._declared(name)
            made(declared.function() if isinstance(declared, Gathered) else declared)
            self._made[name] = typer.main.get_command(alone)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def purpose(self, name: str) -> str:
        """Return the first line of a command's help, for which its flags need not be made."""
        declared = self._declared(name)
        command = declared.command if isinstance(declared, Gathered) else declared
        return str(command.__doc__).partition("\n")[0].rstrip(".")

    def _declared(self, name: str) -> Gathered | Function:
        """Return what the module of a command declares: its function, and whose flags it shares."""
        declared: Gathered | Function = getattr(import_module(f"sqlmetrics.cli.{self._modules[name][1]}"), name)
        return declared


class CommandLine(TyperGroup):
    """The command line itself, whose help has the commands in panels."""

    def __init__(self, **words: Any) -> None:
        super().__init__(**words)
        self.commands: Any = Commands()

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands in the order of the panels."""
        return list(self.commands)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the panels of commands, the flags, and the examples."""
        longest = max(map(len, self.commands))
        for panel, names in COMMANDS.items():
            with formatter.section(panel):
                formatter.write_dl([(name.ljust(longest), self.commands.purpose(name)) for name in names])
        write_flags(self, ctx, formatter)
        write_examples("", formatter)
