"""Pages printed as PDF: by the browser of the computer, or else by WeasyPrint."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from sqlmetrics import deadline
from sqlmetrics.errors import OutputError, SpecError
from sqlmetrics.files.leftovers import spill_folder, temporary_folder

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
"""The names of the browsers that print, as they are looked for on the path."""

APPLICATIONS = ("Chromium", "Google Chrome", "Microsoft Edge")
"""The names of the same browsers among the applications of macOS."""

WINDOWS = (("Google", "Chrome", "Application", "chrome.exe"), ("Microsoft", "Edge", "Application", "msedge.exe"))
"""Where they lie below a folder of programs of Windows."""

ALONE = (
    *("headless", "disable-gpu", "disable-dev-shm-usage", "no-first-run", "no-default-browser-check"),
    *("disable-extensions", "disable-background-networking", "disable-component-update", "disable-sync"),
    *("proxy-server=http://127.0.0.1:9", "proxy-bypass-list=<-loopback>", "host-resolver-rules=MAP * ~NOTFOUND"),
    *("no-pdf-header-footer", "print-to-pdf-no-header", "generate-pdf-document-outline"),
)
"""The options of a browser without a window and without a network, which prints the page alone."""

SECONDS = 120.0
"""The most seconds that a browser may take."""

PACKAGE = "weasyprint"
"""The package that prints where there is no browser."""

INSTALL = (
    "a PDF is printed by Chromium, Chrome or Edge, which is not found here, or by WeasyPrint: install one of them"
    " (pip install 'sqlmetrics[pdf]'), or name a .html file"
)
"""What to do where nothing prints."""


def browser() -> str | None:
    """Return the path of a browser that prints, or None where none is found."""
    named = (shutil.which(name) for name in PROGRAMS)
    return next(filter(None, (*named, *(str(path) for path in _usual_places() if path.is_file()))), None)


def _usual_places() -> Iterator[Path]:
    """Yield where macOS and Windows have browsers that are not on the path."""
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (folder / f"{name}.app" / "Contents" / "MacOS" / name for name in APPLICATIONS)
    for word in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if word in os.environ:
            yield from (Path(os.environ[word], *parts) for parts in WINDOWS)


def check_printer() -> None:
    """Raise SpecError where nothing is installed that prints."""
    if browser() is None and find_spec(PACKAGE) is None:
        raise SpecError(INSTALL)


def print_pdf(html: str, path: Path) -> None:
    """Print a page into a file.

    Raises SpecError where nothing is installed that prints, OutputError where that fails.
    """
    check_printer()
    program = browser()
    if program is None:
        _print_by_package(html, path)
        return
    with spill_folder(temporary_folder()) as folder:
        page, printed = folder / "page.html", folder / "page.pdf"
        page.write_text(html, encoding="utf-8", newline="")
        root = ["no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        options = (*ALONE, *root, f"user-data-dir={folder / 'profile'}", f"print-to-pdf={printed}")
        told = _ran([program, *(f"--{option}" for option in options), page.as_uri()])
        if not printed.is_file() or not printed.read_bytes().startswith(b"%PDF"):
            raise OutputError(f"{program} printed no PDF; name a .html file, and print it by hand", told)
        shutil.copyfile(printed, path)


def _ran(command: list[str]) -> str:
    """Run a program to its end, and return what it said. Raises the error of a late run."""
    with subprocess.Popen(  # noqa: S603 - a browser of this computer, and a page of ours
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
        errors="replace",
    ) as process:
        until = time.monotonic() + SECONDS
        try:
            while True:
                try:
                    return process.communicate(timeout=0.1)[1]
                except subprocess.TimeoutExpired:
                    deadline.check_time()
                    if time.monotonic() > until:
                        raise OutputError(f"{command[0]} took longer than {SECONDS:g} seconds to print") from None
        finally:
            if process.poll() is None:
                _stopped(process)


def _stopped(process: subprocess.Popen[str]) -> None:
    """Stop a browser with the processes that it began."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


def _print_by_package(html: str, path: Path) -> None:
    """Print a page by WeasyPrint, which reads no other file and no address."""
    import weasyprint

    weasyprint.HTML(string=html, url_fetcher=_nothing_fetched).write_pdf(path)


def _nothing_fetched(url: str, *_: object, **__: object) -> NoReturn:
    """Raise ValueError: a page is whole, and asks for nothing."""
    raise ValueError(url)
