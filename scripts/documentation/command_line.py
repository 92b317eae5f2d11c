"""The page of the command line, from its commands and their flags."""

from __future__ import annotations

from enum import Enum
from typing import Any

from typer.main import get_command

from documentation.markdown import table
from sqlmetrics.cli.app import app
from sqlmetrics.cli.help import EXIT_CODES

PAGE = "reference/command_line.md"


def pages() -> dict[str, str]:
    """Return the page by its path: each command with its arguments and flags, by their panels."""
    group: Any = get_command(app)
    parts = ["# The command line\n", f"{EXIT_CODES} [Errors](errors.md) says more.\n"]
    for panel, commands in _by_panel(group.commands[name] for name in group.list_commands(None)).items():
        if panel:
            parts.append(f"## {panel}\n")
        parts += [_command(command) for command in commands]
    return {PAGE: "\n".join(parts)}


def _by_panel(things: Any) -> dict[str, list[Any]]:
    panels: dict[str, list[Any]] = {}
    for thing in things:
        if not thing.hidden:
            panels.setdefault(getattr(thing, "rich_help_panel", None) or "", []).append(thing)
    return panels


def _command(command: Any) -> str:
    arguments = [found for found in command.params if found.param_type_name == "argument"]
    options = [found for found in command.params if found.param_type_name == "option"]
    usage = " ".join(["sqlmetrics", command.name, *(_usage(found) for found in arguments), "[options]"])
    parts = [f"### `{command.name}`\n", _text(command.help) + "\n", f"```sh\n{usage}\n```\n"]
    rows = [(f"`{_metavar(found)}`", _help(found)) for found in arguments]
    if rows:
        parts.append(table(("argument", "meaning"), rows) + "\n")
    for panel, held in _by_panel(options).items():
        title = panel if panel and panel != "Options" else "flag"
        parts.append(table((title, "meaning"), [(_flags(found), _help(found)) for found in held]) + "\n")
    parts.append("```sh\n" + "\n".join(command.examples) + "\n```\n")
    return "\n".join(parts)


def _usage(argument: Any) -> str:
    """Return an argument as a usage line has it: in brackets where it may be left out."""
    text = _metavar(argument) + (" .." if argument.nargs < 0 else "")
    return text if argument.required else f"[{text}]"


def _metavar(parameter: Any) -> str:
    if parameter.metavar:
        return str(parameter.metavar)
    kind = parameter.type_descriptor.annotation
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "|".join(str(choice.value) for choice in kind)
    return str(parameter.name).strip("_").upper()


def _flags(option: Any) -> str:
    value = "" if option.is_flag or option.count else f" {_metavar(option)}"
    return ", ".join(f"`{flag}{value}`" for flag in option.opts).replace("|", "\\|")


def _help(parameter: Any) -> str:
    return _text(parameter.help or "").replace("|", "\\|").replace("\n", " ")


def _text(text: str) -> str:
    """Return a help's text as Markdown, up to its form feed."""
    shown = text.partition("\f")[0].strip()
    return shown.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_") if "`" not in shown else shown
