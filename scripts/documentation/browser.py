"""The headless browser of this computer, for tests of pages and for pictures of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
"""The names of the programs that can open a page, the first of which that is installed does."""

MISSING = "no browser is installed here, so that no page is opened: install one (apt-get install chromium)"
"""The message where a browser is needed and none is installed."""


def program() -> str | None:
    """Return the path of a browser, or None where none is installed."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser without a window, which ends with the block."""
    path = program()
    if path is None:
        raise SystemExit(MISSING)
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=path, args=["--disable-gpu"])
        yield opened
        opened.close()
