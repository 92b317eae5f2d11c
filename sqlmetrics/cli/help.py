"""The help of the commands: commands and flags in panels, examples, exit codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from sqlmetrics.cli.flags import flags_by_word
from sqlmetrics.cli.panels import OTHERS, PANELS, RARE_FLAGS

EXIT_CODES = (
    "Exit codes: 0 done and passed; 1 a threshold failed; 2 usage or specification; 3 a query or connection failed;"
    " 130 stopped by Ctrl-C, 143 by SIGTERM; 141 the reader of standard output has gone."
)

SHORT_CODES = "Exit codes: 0 passed; 1 a threshold failed; 2 usage or spec; 3 query failed."

WHOLE = "all"
"""The word behind the flag of the help that asks for the whole one."""

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
            return super().parse_args(ctx, without_whole(ctx, args))
        except Exception as error:
            if getattr(error, "ctx", ctx) is None:
                error.ctx = ctx  # type: ignore[attr-defined]
            raise

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, the panels of flags, and the examples."""
        write_flags(self, ctx, formatter)
        write_examples(self.examples, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the exit codes, in the short help the usual ones alone."""
        if wants_whole(ctx):
            super().format_epilog(ctx, formatter)
        else:
            formatter.write(f"\n{SHORT_CODES}\n")


def without_whole(context: Any, words: list[str]) -> list[str]:
    """Return the words of a command line without the one that asks for the whole help."""
    for flag in context.help_option_names:
        place = words.index(flag) + 1 if flag in words else len(words)
        if words[place : place + 1] == [WHOLE]:
            context.meta[WHOLE] = True
            return words[:place]
    return words


def wants_whole(context: typer.Context) -> bool:
    """Return whether the whole help is asked for."""
    return WHOLE in context.meta


def write_more(number: int, what: str, context: typer.Context, formatter: Any) -> None:
    """Write how many things the whole help has besides."""
    if number:
        flag = context.help_option_names[-1]
        formatter.write(f"\n{number} more {what}: {context.command_path} {flag} {WHOLE}\n")


def _processed(parameter: Any, context: Any, value: Any) -> Any:
    """Return what the value of a flag becomes; without one, typer need not build what reads it."""
    if value is not None:
        return type(parameter).process_value(parameter, context, value)
    empty = () if getattr(parameter, "multiple", False) or parameter.nargs == -1 else None
    return empty if parameter.callback is None else parameter.callback(context, parameter, empty)


def write_flags(command: Any, context: typer.Context, formatter: Any) -> None:
    """Write the arguments of a command, and its flags by panel, in the order of the panels.

    The short help has one panel, without flags that are needed seldom.
    """
    panels: dict[str, list[tuple[str, str]]] = {"Arguments": [], **{panel: [] for panel in PANELS}}
    left_out = 0
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is None:
            continue
        if not (wants_whole(context) or parameter.required) and parameter.name in RARE_FLAGS:
            left_out += 1
            continue
        if parameter.param_type_name == "argument":
            panels["Arguments"].append((record[0].partition(" <")[0], record[1]))
        else:
            panels.setdefault(getattr(parameter, "rich_help_panel", None) or OTHERS, []).append(record)
    if isinstance(command, TyperGroup) or left_out:
        options = [record for panel, records in panels.items() if panel != "Arguments" for record in records]
        panels = {"Arguments": panels["Arguments"], "Options": options}
    longest = min(max(len(name) for records in panels.values() for name, _ in records), WIDEST)
    for panel, records in panels.items():
        if records:
            with formatter.section(panel):
                formatter.write_dl([(name.ljust(longest), text) for name, text in records], col_max=WIDEST)
    write_more(left_out, "flags", context, formatter)


def write_examples(examples: Sequence[str], formatter: Any) -> None:
    """Write the examples of a command, each on a line of its own."""
    with formatter.section("Examples"):
        formatter.write("".join(f"  {example}\n" for example in examples))
