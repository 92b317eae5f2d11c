"""The pictures of a report, as a browser shows it by day and by night."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image

from documentation.browser import browser
from documentation.console import ROOT
from sqlmetrics.output.privacy_report import report
from sqlmetrics.spec.reading import read_spec, seen_from_here

FOLDER = ROOT / "docs" / "images"

SPEC = Path("fixtures") / "release.yml"

WIDTH, SHARP, COLOURS = 1180, 1.5, 48
"""The width of the window, the dots of a pixel, and the colours of a picture."""

SCHEMES: tuple[tuple[str, Literal["light", "dark"]], ...] = (("report.png", "light"), ("report_dark.png", "dark"))


def draw() -> list[Path]:
    """Write the pictures of the report's answer, and return their paths."""
    spec = seen_from_here(read_spec(ROOT / SPEC)).model_copy(update={"title": "Survey of voters, 1996"})
    page = report(spec, date=datetime(2026, 11, 22, tzinfo=UTC)).html
    FOLDER.mkdir(exist_ok=True)
    with browser() as program:
        window = program.new_context(device_scale_factor=SHARP, viewport={"width": WIDTH, "height": 900}).new_page()
        window.set_content(page)
        height = window.evaluate("document.getElementById('answer').getBoundingClientRect().bottom + 24")
        for name, scheme in SCHEMES:
            window.emulate_media(color_scheme=scheme)
            shown = window.screenshot(clip={"x": 0, "y": 0, "width": WIDTH, "height": height}, full_page=True)
            few = Image.open(BytesIO(shown)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            few.save(FOLDER / name, optimize=True)
    return [FOLDER / name for name, _ in SCHEMES]
