"""The server of the desk: this computer alone, until a person closes it or leaves it alone."""

from __future__ import annotations

import errno
import os
import socket
import threading
import time
import webbrowser
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from sqlmetrics.desk.application import Application
from sqlmetrics.desk.desk import Desk
from sqlmetrics.desk.folder import Folder
from sqlmetrics.desk.guard import HEADERS, Guard
from sqlmetrics.desk.runs import Runs
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.report import Language

IDLE = 30 * 60.0
"""The seconds without a request after which the desk closes."""

HOST = "127.0.0.1"
"""Where the desk answers: this computer alone."""

ANSWERED = 0.2
"""The seconds that the last page is given to arrive."""


POLLED = 0.1
"""The seconds between two looks whether the server is to end."""

HEARD = 60.0
"""The seconds that a connection may be silent."""


class Quiet(WSGIRequestHandler):
    """A handler that logs nothing, as addresses and names of columns are nobody's business."""

    timeout = HEARD

    def log(self, *_: Any) -> None:
        """Log nothing."""

    def version_string(self) -> str:
        """Return the name of the server, without versions."""
        return "sqlmetrics desk"

    def send_error(self, code: int, *_: Any) -> None:
        """Answer what is no request, without a page."""
        self.send_response(code)
        for name, value in {**HEADERS, "Content-Length": "0", "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()


class QuietServer(ThreadedWSGIServer):
    """A server of one thread for each request, which logs no error either."""

    def log(self, *_: Any) -> None:
        """Log nothing."""

    def handle_error(self, *_: Any) -> None:
        """Leave a request that failed; its connection is closed."""


class DeskServer:
    """The server of a folder's desk, which answers from now on; `address` opens it once.

    Pages are in the `language`, or without one in what the browser asks for.
    """

    def __init__(self, folder: Path, port: int = 0, idle: float = IDLE, language: Language | None = None) -> None:
        self.idle = idle
        self._closing = threading.Event()
        self._answering: set[int] = set()
        with listening(port) as listener:
            self.guard = Guard(listener.getsockname()[1])
            self.desk = Desk(Folder(folder.resolve()), Runs())
            self.application = Application(self.desk, self.guard, self.close, language)
            self._server = QuietServer(HOST, self.guard.port, self._counted, Quiet, fd=listener.fileno())
        self._thread = threading.Thread(target=self._server.serve_forever, args=[POLLED], daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """The address to open, which is good once."""
        return self.guard.address

    def _counted(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request, and know that it is being answered."""
        self._answering.add(threading.get_ident())
        try:
            return self.application(environ, start_response)
        finally:
            self._answering.discard(threading.get_ident())

    def close(self) -> None:
        """Let `serve` return."""
        self._closing.set()

    def serve(self) -> None:
        """Wait until the desk is closed, or nobody whom it knows has asked for long."""
        while not self._closing.wait(min(1.0, self.idle / 4)):
            if self.desk.runs.busy or self._answering:
                self.guard.admitted = time.monotonic()
            if time.monotonic() - self.guard.admitted > self.idle:
                return
        time.sleep(ANSWERED)

    def end(self) -> None:
        """Answer nobody any more, close what is open, and give the port back."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self.desk.runs.stop()
        self.desk.close()
        self.desk.runs.close()

    def show(self) -> bool:
        """Open the desk in a browser; return whether there is one."""
        return webbrowser.open(self.address)


def listening(port: int) -> socket.socket:
    """Return a socket of this computer that listens at a port, 0 for a free one.

    Raises SpecError for one that is taken, or that only an administrator may have.
    """
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        reason = os.strerror(error.errno or errno.EADDRINUSE).lower()
        raise SpecError(
            f"cannot answer at port {port}: {reason}; choose another port, or none for a free one"
        ) from None
