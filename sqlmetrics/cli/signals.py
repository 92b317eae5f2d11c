"""Ctrl-C and SIGTERM: heeded from the first moment, they end a run without a traceback."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ExtensionFileLoader
from types import FrameType
from typing import Any, NoReturn

STOPPED = 130
"""The exit code of a run that Ctrl-C ended; SIGTERM's is 143."""

IGNORED = 2
"""The number of the signal that changes nothing, as the first one already stops the run."""

AGAIN_AFTER = 0.01
"""Seconds after which an interruption is repeated that came at a bad moment."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def end_at_once() -> None:
    """Let a signal end this process at once, before and after a run: there is nothing to remove."""
    for number in _heeded():
        signal.signal(number, _end)


def _end(number: int, _: FrameType | None) -> NoReturn:
    os._exit(128 + number)


def _heeded() -> list[signal.Signals]:
    """Return the signals that are not ignored; a job in the background ignores some."""
    return [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]


@contextmanager
def stoppable() -> Iterator[list[int]]:
    """Handle SIGTERM as Ctrl-C: the run ends, and removes what it has left.

    A second signal changes nothing, a third one ends that too. Gives the list of the signals that
    arrived. An interruption that a destructor swallows is repeated. One that comes while a compiled
    module starts, or a folder for temporary files is tried, waits for its end. One in another
    thread is not printed.
    """
    received: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield received
        return

    def stop(number: int, interrupted: FrameType | None) -> None:
        if _must_end(interrupted):
            _again(number)
            return
        received.append(number)
        if len(received) != IGNORED:
            raise KeyboardInterrupt

    def unraisable(swallowed: Any) -> None:
        if swallowed.exc_type is KeyboardInterrupt and received:
            _again(received.pop())
        elif not received:
            hook(swallowed)

    def in_thread(ended: Any) -> None:
        if not received:
            thread_hook(ended)

    hook, thread_hook = sys.unraisablehook, threading.excepthook
    before = {number: signal.getsignal(number) for number in _heeded()}
    try:
        sys.unraisablehook, threading.excepthook = unraisable, in_thread
        for number in before:
            signal.signal(number, stop)
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        sys.unraisablehook, threading.excepthook = hook, thread_hook


def _again(number: int) -> None:
    """Send a signal to the main thread a little later: what it waits for is interrupted."""
    if hasattr(signal, "pthread_kill"):
        again = threading.Timer(AGAIN_AFTER, signal.pthread_kill, [threading.main_thread().ident, number])
    else:
        again = threading.Timer(AGAIN_AFTER, signal.raise_signal, [number])
    again.daemon = True
    again.start()


def _must_end(frame: FrameType | None) -> bool:
    """Return whether what is interrupted has to end first.

    An exception while a compiled module is being imported aborts the process. One while `tempfile`
    tries a folder leaves its trial behind, by a name that no later run knows.
    """
    while frame is not None:
        if frame.f_globals.get("__name__") == "tempfile" or isinstance(frame.f_locals.get("self"), ExtensionFileLoader):
            return True
        frame = frame.f_back
    return False
