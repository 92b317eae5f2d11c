"""The commands of the command line; each is imported and made when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from sqlmetrics.cli.command import Command
from sqlmetrics.cli.help import EXIT_CODES, PanelCommand, write_examples, write_flags
from sqlmetrics.cli.panels import COMMANDS

MODULES = ("init", "score", "relation", "attacks", "utility", "gate", "report", "about")
"""The modules of commands. The help shows the commands of a panel in their order."""

EXAMPLES = (
    "sqlmetrics init people.parquet -o sqlmetrics.yml",
    "sqlmetrics score people.parquet -q age -q zip -s disease",
)
"""The examples of the command line itself."""


class Commands(Mapping[str, Any]):
    """The commands by name, in the order of the panels."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    @cached_property
    def panels(self) -> dict[str, list[Command]]:
        """The commands by panel, for which their flags need not be made."""
        panels: dict[str, list[Command]] = {panel: [] for panel in COMMANDS}
        for module in MODULES:
            for command in commands_of(module).values():
                panels[command.panel].append(command)
        return panels

    def __getitem__(self, name: str) -> Any:
        """Return a command. Raises KeyError where there is none of the name."""
        if name not in self._made:
            command = next((found[name] for found in map(commands_of, MODULES) if name in found), None)
            if command is None:
                raise KeyError(name)
            alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
            made = alone.command(name, cls=PanelCommand, epilog=EXIT_CODES, rich_help_panel=command.panel)
            made(command.typed())
            self._made[name] = typer.main.get_command(alone)
            self._made[name].examples = command.examples
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return (command.name for commands in self.panels.values() for command in commands)

    def __len__(self) -> int:
        return sum(map(len, self.panels.values()))


def commands_of(module: str) -> dict[str, Command]:
    """Return the commands of a module by name."""
    return {
        name: command
        for name, command in vars(import_module(f"sqlmetrics.cli.{module}")).items()
        if isinstance(command, Command)
    }


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
        for panel, commands in self.commands.panels.items():
            with formatter.section(panel):
                formatter.write_dl([(command.name.ljust(longest), command.purpose) for command in commands])
        write_flags(self, ctx, formatter)
        write_examples(EXAMPLES, formatter)
