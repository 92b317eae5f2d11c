"""The help of the commands: commands and flags in panels, examples, exit codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from sqlmetrics.cli.flags import flags_by_word
from sqlmetrics.cli.panels import OTHERS, PANELS

EXIT_CODES = (
    "Exit codes: 0 done and passed; 1 a threshold failed; 2 usage or specification; 3 a query or connection failed;"
    " 130 stopped by Ctrl-C, 143 by SIGTERM; 141 the reader of standard output has gone."
)

WIDEST = 26
"""The widest flag, with its value, beside which its help begins."""


class PanelCommand(TyperCommand):
    """A command whose help has its flags in panels, and examples at the end."""

    examples: tuple[str, ...] = ()

    def __init__(self, *arguments: Any, **words: Any) -> None:
        super().__init__(*arguments, **words)
        for parameter in self.params:
            if not parameter.required and parameter.nargs in {1, -1}:
                parameter.process_value = partial(_processed, parameter)  # type: ignore[method-assign]

    @property
    def words(self) -> Mapping[str, str]:
        """Its long flags by their words of a spec."""
        return flags_by_word(self.params)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words after the command's name; words that it needs are bare."""
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the words that are left. An error of the parser gets its command, for hints."""
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            if getattr(error, "ctx", ctx) is None:
                error.ctx = ctx  # type: ignore[attr-defined]
            raise

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, the panels of flags, and the examples."""
        write_flags(self, ctx, formatter)
        write_examples(self.examples, formatter)


def _processed(parameter: Any, context: Any, value: Any) -> Any:
    """Return what the value of a flag becomes; without one, typer need not build what reads it."""
    if value is not None:
        return type(parameter).process_value(parameter, context, value)
    empty = () if getattr(parameter, "multiple", False) or parameter.nargs == -1 else None
    return empty if parameter.callback is None else parameter.callback(context, parameter, empty)


def write_flags(command: Any, context: typer.Context, formatter: Any) -> None:
    """Write the arguments of a command, and its flags by panel, in the order of the panels."""
    panels: dict[str, list[tuple[str, str]]] = {"Arguments": [], **{panel: [] for panel in PANELS}}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is None:
            continue
        if parameter.param_type_name == "argument":
            panels["Arguments"].append((record[0].partition(" <")[0], record[1]))
        else:
            panels.setdefault(getattr(parameter, "rich_help_panel", None) or OTHERS, []).append(record)
    if isinstance(command, TyperGroup):
        panels = {"Options": [record for records in panels.values() for record in records]}
    longest = min(max(len(name) for records in panels.values() for name, _ in records), WIDEST)
    for panel, records in panels.items():
        if records:
            with formatter.section(panel):
                formatter.write_dl([(name.ljust(longest), text) for name, text in records], col_max=WIDEST)


def write_examples(examples: Sequence[str], formatter: Any) -> None:
    """Write the examples of a command, each on a line of its own."""
    with formatter.section("Examples"):
        formatter.write("".join(f"  {example}\n" for example in examples))
