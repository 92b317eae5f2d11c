"""The server of the desk: this computer alone, until a person closes it or leaves it alone."""

from __future__ import annotations

import threading
import time
import webbrowser
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from sqlmetrics.desk.application import Application
from sqlmetrics.desk.desk import Desk
from sqlmetrics.desk.folder import Folder
from sqlmetrics.desk.guard import Guard
from sqlmetrics.desk.runs import Runs
from sqlmetrics.errors import SpecError

IDLE = 30 * 60.0
"""The seconds without a request after which the desk closes."""

HOST = "127.0.0.1"
"""Where the desk answers: this computer alone."""


ANSWERED = 0.2
"""The seconds that the last page is given to arrive."""


class Quiet(WSGIRequestHandler):
    """A handler that logs nothing, as addresses and names of columns are nobody's business."""

    def log(self, *_: Any) -> None:
        """Log nothing."""

    def version_string(self) -> str:
        """Return the name of the server, without versions."""
        return "sqlmetrics desk"


class DeskServer:
    """The server of a folder's desk; `address` opens it once."""

    def __init__(self, folder: Path, port: int = 0, idle: float = IDLE) -> None:
        self.idle = idle
        self.desk = Desk(Folder(folder.resolve()), Runs())
        try:
            self._server: BaseWSGIServer = make_server(HOST, port, self._counted, threaded=True, request_handler=Quiet)
        except (OSError, SystemExit):
            self.desk.runs.close()
            raise SpecError(f"port {port} is taken; choose another, or none for a free one") from None
        self.guard = Guard(self._server.server_port)
        self.application = Application(self.desk, self.guard, self.close)
        self._asked = time.monotonic()
        self._closing = threading.Event()

    @property
    def address(self) -> str:
        """The address to open, which is good once."""
        return self.guard.address

    def _counted(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request, and remember that there was one."""
        self._asked = time.monotonic()
        return self.application(environ, start_response)

    def close(self) -> None:
        """Let the server end, once it has answered what it answers."""
        self._closing.set()

    def serve(self) -> None:
        """Answer requests until the desk is closed, or nobody has asked for long."""
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        thread.start()
        try:
            while not self._closing.wait(min(1.0, self.idle / 4)):
                if self.desk.runs.busy:
                    self._asked = time.monotonic()
                if time.monotonic() - self._asked > self.idle:
                    break
            time.sleep(ANSWERED if self._closing.is_set() else 0)
        finally:
            self._server.shutdown()
            thread.join(2.0)

    def end(self) -> None:
        """Close what is open, and give the port back."""
        self.desk.runs.stop()
        self.desk.close()
        self.desk.runs.close()
        self._server.server_close()

    def show(self) -> bool:
        """Open the desk in a browser; return whether there is one."""
        return webbrowser.open(self.address)
