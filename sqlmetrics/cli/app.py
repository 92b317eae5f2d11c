"""The command line: parse, call, print."""

from __future__ import annotations

import atexit
import errno
import logging
import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from importlib import import_module
from io import StringIO
from pathlib import Path
from traceback import extract_tb
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from sqlmetrics import deadline
from sqlmetrics.cli.command import Command
from sqlmetrics.cli.completion import complete, with_known_shell
from sqlmetrics.cli.help import (
    EXIT_CODES,
    PanelCommand,
    wants_whole,
    without_whole,
    write_examples,
    write_flags,
    write_more,
)
from sqlmetrics.cli.hints import columns_apart, roles_guessed, suggest
from sqlmetrics.cli.messages import clean, remember, say
from sqlmetrics.cli.panels import COMMANDS, RARE_COMMANDS
from sqlmetrics.cli.signals import STOPPED, stoppable
from sqlmetrics.cli.streams import (
    PipeClosedError,
    abandon,
    flush_streams,
    keep_descriptors,
    output_error,
    put,
    put_message,
)
from sqlmetrics.errors import ReadingWarning, RolesWarning, SpecError, SqlmetricsError, unexpected
from sqlmetrics.files import footprint
from sqlmetrics.files.leftovers import remove_own
from sqlmetrics.text import joined
from sqlmetrics.version import __version__

MODULES = (
    "demo",
    "desk",
    "init",
    "score",
    "relation",
    "attacks",
    "utility",
    "gate",
    "release",
    "report",
    "epsilon",
    "about",
)
"""The modules of commands. The help shows the commands of a panel in their order."""

OURS = (ReadingWarning, RolesWarning)
"""The warnings of ours, which are messages as they are."""

EXAMPLES = (
    "sqlmetrics people.parquet",
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

    def named(self, name: str) -> Command:
        """Return a command before its flags are made. Raises KeyError where there is none."""
        command = next((found[name] for found in map(commands_of, MODULES) if name in found), None)
        if command is None:
            raise KeyError(name)
        return command

    def __getitem__(self, name: str) -> Any:
        """Return a command. Raises KeyError where there is none of the name."""
        if name not in self._made:
            command = self.named(name)
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
        command.name: command
        for command in vars(import_module(f"sqlmetrics.cli.{module}")).values()
        if isinstance(command, Command)
    }


class CommandLine(TyperGroup):
    """The command line itself, whose help has the commands in panels."""

    def __init__(self, **words: Any) -> None:
        super().__init__(**words)
        self.commands: Any = Commands()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the words that are left, without the one that asks for the whole help."""
        return super().parse_args(ctx, without_whole(ctx, args))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the first argument names; a file or a folder opens the desk.

        The commands of a group have two words, and the group alone has its list as help.
        """
        begin = args[0]
        group = [name for name in self.commands if name.startswith(f"{begin} ")]
        if group:
            if " ".join(args[:2]) in group:
                return super().resolve_command(ctx, [" ".join(args[:2]), *args[2:]])
            if ctx.resilient_parsing:
                return None, None, []
            if len(args) > 1 and args[1] not in {"-h", "--help"}:
                raise SpecError(f"{begin} has no command '{args[1]}'; it has {joined(group)}")
            put("".join(f"sqlmetrics {name}: {self.commands.named(name).purpose}\n" for name in group))
            raise typer.Exit
        is_place = begin not in self.commands and "://" not in begin and ("." in begin or Path(begin).is_dir())
        return super().resolve_command(ctx, ["desk", *args] if is_place else args)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands in the order of the panels."""
        return list(self.commands)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the panels of commands, the flags, and the examples."""
        longest = max(map(len, self.commands))
        left_out = frozenset[str]() if wants_whole(ctx) else RARE_COMMANDS
        for panel, commands in self.commands.panels.items():
            shown = [(one.name.ljust(longest), one.purpose) for one in commands if one.name not in left_out]
            if shown:
                with formatter.section(panel):
                    formatter.write_dl(shown)
        write_more(len(left_out), "commands", ctx, formatter)
        write_flags(self, ctx, formatter)
        write_examples(EXAMPLES, formatter)


STOPPED_TEXT = "stopped; nothing was written"
"""The message of a run that Ctrl-C or SIGTERM ended."""

PIPE_CLOSED = 141
"""The exit code of a run whose standard output was a pipe that its reader closed."""

app = typer.Typer(
    cls=CommandLine,
    help="Measure the privacy of tabular data where the data lies.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(context: typer.Context, wanted: bool) -> None:
    """Print the version, and end."""
    if wanted and not context.resilient_parsing:
        put(f"{__version__}\n")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Measure the privacy of tabular data where the data lies."""
    remember(context)


def main(*, alone: bool = False) -> NoReturn:
    """Run the command line, and end with its exit code.

    An error becomes a message that says what to do. With `alone` the process is ours to end, when a
    run is late and does not end by itself.
    """
    remember(None)
    keep_descriptors()
    late = _end_late if alone else None
    ended: list[int] = []
    if alone:
        atexit.register(_end_ready, ended)
    with stoppable() as received, _warnings_said(received), footprint.recorded_run(), deadline.limited_run(late):
        try:
            code = _run(sys.argv[1:])
            flush_streams()
        except BaseException as error:
            if received:
                _leave(None if isinstance(error, SystemExit) else STOPPED_TEXT, 128 + received[0])
            code = _ended(error)
    if alone and deadline.held_up():
        _leave(None, code)
    ended.append(code)
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    """Run a command by its arguments, and return its exit code."""
    command = _command()
    complete(command)
    with command.make_context("sqlmetrics", arguments) as context:
        command.invoke(context)
    return 0


@cache
def _command() -> Any:
    """Return what parses the command line, which takes some time to make."""
    command: Any = typer.main.get_command(app)
    for parameter in command.params:
        if parameter.name in {"install_completion", "show_completion"}:
            parameter.callback = with_known_shell(parameter.callback)
    return command


def _ended(error: BaseException) -> int:
    """Return the exit code of an error, after its message.

    An error while that is printed has a message of its own; neither ends with 1.
    """
    try:
        return _exit_code(error)
    except Exception as failure:
        told = unexpected(failure)
        with suppress(Exception):
            say(f"{told}", told.detail)
        return SpecError.exit_code if _is_of_usage(error) else told.exit_code


def _is_of_usage(error: BaseException) -> bool:
    """Return whether click or typer has refused the command line."""
    return hasattr(error, "format_message")


def _exit_code(error: BaseException) -> int:
    """Return the exit code of an error, after its message.

    No error ends with 1, which is the exit code of a failed threshold.
    """
    if isinstance(error, SystemExit | typer.Exit):
        code = error.code if isinstance(error, SystemExit) else error.exit_code
        return code if isinstance(code, int) else 0
    if isinstance(error, PipeClosedError | BrokenPipeError):
        abandon()
        return PIPE_CLOSED
    if isinstance(error, KeyboardInterrupt):
        say(STOPPED_TEXT)
        return STOPPED
    if _is_of_usage(error):
        _show_usage(error)
        return SpecError.exit_code
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        error = SpecError(f"no file has so long a name: {error.filename}; write a shorter one")
    if isinstance(error, OSError) and _of_help(error):
        error = output_error(error)
    told = error if isinstance(error, SqlmetricsError) else unexpected(error)
    say(f"{told}{columns_apart(told, sys.argv[1:])}", told.detail)
    return told.exit_code


def _of_help(error: OSError) -> bool:
    """Return whether typer failed to print its help, which alone does not pass `streams`."""
    steps = extract_tb(error.__traceback__)
    return bool(steps) and steps[-1].name == "echo"


def _show_usage(error: Any) -> None:
    """Print what is wrong with the command line, as click says it, with the nearest flags."""
    suggest(error)
    text = StringIO()
    error.show(file=text)
    message = error.format_message()
    is_help = type(error).__name__ == "NoArgsIsHelpError"
    put_message(text.getvalue() if is_help else text.getvalue().replace(message, clean(message)))


class _Said(logging.Handler):
    """The handler of what libraries log and do not print by themselves, until a signal arrives."""

    def __init__(self, received: Sequence[int]) -> None:
        super().__init__(logging.WARNING)
        self._received = received

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record by its level and library; its text is the detail."""
        if not self._received:
            say(f"{record.levelname.lower()} of {record.name}", record.getMessage())


@contextmanager
def _warnings_said(received: Sequence[int]) -> Iterator[None]:
    """Let Python's warnings, and warnings that libraries log, be messages with texts as details.

    Ours say how a file was read, and which roles are guesses, each once. Once a signal is received
    nothing is said: what libraries then miss is what was stopped.
    """

    before: set[str] = set()

    def said(message: Warning | str, category: type[Warning], filename: str, lineno: int, *_: Any) -> None:
        if not received and issubclass(category, OURS):
            if str(message) not in before:
                say(roles_guessed(message) if isinstance(message, RolesWarning) else str(message))
            before.add(str(message))
        elif not received:
            say(f"{category.__name__} in {Path(filename).name}, line {lineno}", str(message))

    last = logging.lastResort
    logging.lastResort = _Said(received)
    try:
        with warnings.catch_warnings():
            for ours in OURS:
                warnings.simplefilter("default", ours)
            warnings.showwarning = said  # type: ignore[assignment]
            yield
    finally:
        logging.lastResort = last


def _end_late(error: SqlmetricsError) -> NoReturn:
    """End a run that is late, and is held up by what cannot be stopped, with the usual message."""
    _leave(f"{error}", error.exit_code)


def _end_ready(ended: Sequence[int]) -> None:
    """End a run that has ended, with its code, when all else that waits for the exit is done.

    It was the first to wait, and so is the last. Python would take apart every module, one by one.
    """
    if ended:
        _leave(None, ended[0])


def _leave(message: str | None, code: int) -> NoReturn:
    """End at once, after removing what the run has left.

    An ordinary exit would wait until the database has given its memory back, page by page.
    """
    footprint.remove_unfinished()
    remove_own()
    if message is not None:
        say(message)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
