"""A page in a headless browser, which says what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice")
"""The rules of axe-core that a page is held to."""

UNFOLD = "document.querySelectorAll('details').forEach(fold => { fold.open = true })"

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

A4 = (round(180 / 25.4 * 96), round(263 / 25.4 * 96))
"""The width and the height of a sheet of A4 within the page's margins, in pixels."""


class Opened:
    """A page in a browser, with its lines of the console, and the addresses that it asked for."""

    def __init__(self, page: Page, path: Path) -> None:
        self.page = page
        self.console: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda line: self.console.append(line.text))
        page.on("pageerror", lambda error: self.console.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(path.as_uri())

    def look(self, width: int, scheme: Literal["light", "dark"] = "light") -> None:
        """Show the page at a width in pixels, and in colours for the day or the night."""
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=scheme)

    def unfold(self) -> None:
        """Open all folds."""
        self.page.evaluate(UNFOLD)

    def violations(self, *rules: str) -> list[str]:
        """Return what axe-core has against the page: by default all its rules on accessibility.

        What it cannot decide is a violation, too, but for the contrast beside pictures.
        """
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
        only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": RULES}
        found: dict[str, Any] = self.page.evaluate(
            "options => axe.run(document, options)", {"runOnly": only, "resultTypes": ["violations", "incomplete"]}
        )
        assert found["violations"] or found["passes"]
        undecided = [one for one in found["incomplete"] if one["id"] not in {"color-contrast", "th-has-data-cells"}]
        return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in (*found["violations"], *undecided)]

    def overflow(self, widths: tuple[int, ...]) -> dict[int, int]:
        """Return by how many pixels the page is wider than the window, by width."""
        wider = {}
        for width in widths:
            self.page.set_viewport_size({"width": width, "height": 900})
            wider[width] = self.page.evaluate(OVERFLOW)
        return {width: pixels for width, pixels in wider.items() if pixels}

    def evaluate(self, script: str) -> Any:
        """Return what a script finds in the page."""
        return self.page.evaluate(script)

    def sheets(self) -> int:
        """Return the number of sheets on which the page is printed, of A4."""
        printed = self.page.pdf(prefer_css_page_size=True, print_background=True)
        return len(re.findall(rb"/Type\s*/Page\b", printed))


@contextmanager
def opened(browser: Browser, path: Path) -> Iterator[Opened]:
    """A page in a window of its own, which is closed with the block."""
    window = browser.new_context(viewport={"width": 900, "height": 900})
    yield Opened(window.new_page(), path)
    window.close()
