"""The command line: parse, call, print."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, NoReturn

import typer

from sqlmetrics import footprint
from sqlmetrics.cli import attacks, combinations, gate, relation, score, utility
from sqlmetrics.cli.gathering import EXIT_CODES
from sqlmetrics.cli.messages import remember, say
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError, unexpected
from sqlmetrics.version import __version__

STOPPED = 130
"""The exit code of a run that Ctrl-C ended, also as typer reports it."""

IGNORED = 2
"""The number of the signal that changes nothing, as the first one already stops the run."""

app = typer.Typer(
    help="Measure the privacy of tabular data where the data lies.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    """Print the version, and end."""
    if wanted:
        typer.echo(__version__)
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


for group in (score, relation, gate, combinations, attacks, utility):
    group.register(app)


def main() -> NoReturn:
    """Run the command line, and end with its exit code.

    An error becomes a message that says what to do.
    """
    received: list[int] = []
    remember(None)
    with _stoppable(received), footprint.run():
        try:
            code = app(standalone_mode=False)
            if code == STOPPED:
                raise KeyboardInterrupt
        except SqlmetricsError as error:
            _fail(str(error), error.exit_code, error.detail)
        except KeyboardInterrupt:
            if received:
                _leave("stopped; nothing was written", 128 + received[0])
            _fail("stopped; nothing was written", STOPPED)
        except SystemExit as end:
            if received and end.code == STOPPED:
                _leave(None, 128 + received[0])
            raise
        except Exception as error:
            _exit_for(error)
        sys.exit(code if isinstance(code, int) else 0)


@contextmanager
def _stoppable(received: list[int]) -> Iterator[None]:
    """Handle SIGTERM as Ctrl-C: the run ends, and removes what it has left.

    A second signal changes nothing, a third one ends that too. `received` collects the signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, _: object) -> None:
        received.append(number)
        if len(received) != IGNORED:
            raise KeyboardInterrupt

    handled = [number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in handled}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _exit_for(error: Exception) -> NoReturn:
    """End after an error that is not one of sqlmetrics.

    An error of click says what is wrong with the command line. No error ends with 1, which is the
    exit code of a failed threshold.
    """
    if hasattr(error, "exit_code") and hasattr(error, "format_message"):
        error.show()  # type: ignore[attr-defined]
        sys.exit(SpecError.exit_code)
    if isinstance(error, BrokenPipeError):
        sys.stderr.close()
        sys.exit(QueryError.exit_code)
    defect = unexpected(error)
    _fail(str(defect), defect.exit_code, defect.detail)


def _leave(message: str | None, code: int) -> NoReturn:
    """End at once, as the run has removed what it left.

    An ordinary exit would wait until the database has given its memory back, page by page.
    """
    if message is not None:
        say(message)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _fail(message: str, code: int, detail: str | None = None) -> NoReturn:
    """Print a message, and end with an exit code."""
    say(message, detail)
    sys.exit(code)
