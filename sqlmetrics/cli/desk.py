"""The command that opens the desk: a page in the browser."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from sqlmetrics.cli.choices import Language
from sqlmetrics.cli.command import command
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.output import write
from sqlmetrics.cli.panels import START
from sqlmetrics.errors import SpecError


@command(
    START,
    "sqlmetrics desk",
    "sqlmetrics desk people.parquet",
    "sqlmetrics desk people.parquet --no-browser --port 8765",
)
def desk(
    *, table: Path | None = None, no_browser: bool = False, language: Language | None = None, port: int = 0
) -> None:
    """Open the desk: from a table to its release in your browser.

    It answers on this computer alone, and opens tables of one folder. It ends when you close it, by
    Ctrl-C, or after half an hour alone.
    """
    from sqlmetrics.desk.server import DeskServer

    place = Path() if table is None else table
    if not place.exists():
        raise SpecError(f"there is no {place}; name a table, its spec, or a folder of tables")
    server = DeskServer(
        place if place.is_dir() else place.parent, port, language=None if language is None else language.value
    )
    try:
        if not place.is_dir():
            server.desk.open(place, named=True)
        shown = not no_browser and server.show()
        if shown:
            say("the desk is open in your browser; Ctrl-C ends it")
        else:
            write(f"{server.address}\n", None)
            say("open the address in a browser: it is good for one, once; Ctrl-C ends the desk")
        with suppress(KeyboardInterrupt):
            server.serve()
    finally:
        server.end()
    say("the desk is closed; every change is in the spec")
