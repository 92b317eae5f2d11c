"""Ctrl-C and SIGTERM: heeded from the first moment, they end a run without a traceback."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

STOPPED = 130
"""The exit code of a run that Ctrl-C ended; 143 is that of SIGTERM."""

IGNORED = 2
"""The number of the signal that changes nothing, as the first one already stops the run."""

AGAIN_AFTER = 0.01
"""Seconds after which an interruption is repeated that a destructor has swallowed."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def end_at_once() -> None:
    """Let a signal end this process at once, before and after a run: there is nothing to remove."""
    for number in _heeded():
        signal.signal(number, _end)


def _end(number: int, _: FrameType | None) -> NoReturn:
    os._exit(128 + number)


def _heeded() -> list[signal.Signals]:
    """Return the signals that are not ignored, as those of a job in the background are."""
    return [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]


@contextmanager
def stoppable() -> Iterator[list[int]]:
    """Handle SIGTERM as Ctrl-C: the run ends, and removes what it has left.

    A second signal changes nothing, a third one ends that too. Gives the list of the signals that
    arrived. An interruption that a destructor swallows is repeated, and one in another thread is
    not printed.
    """
    received: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield received
        return

    def stop(number: int, _: FrameType | None) -> None:
        received.append(number)
        if len(received) != IGNORED:
            raise KeyboardInterrupt

    def unraisable(swallowed: Any) -> None:
        if swallowed.exc_type is KeyboardInterrupt and received:
            again = threading.Timer(AGAIN_AFTER, signal.raise_signal, [received.pop()])
            again.daemon = True
            again.start()
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
