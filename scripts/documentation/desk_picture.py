"""The picture of the desk: a survey that is made coarser, as a browser shows it."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from documentation.browser import browser
from documentation.console import ROOT
from documentation.picture import COLOURS, FOLDER, SHARP, WIDTH
from sqlmetrics.desk.server import DeskServer

SURVEY = ROOT / "fixtures" / "anes96.parquet"

SPEC = """\
relation: anes96.parquet
quasi_identifiers: [age, education, income, tv_news]
sensitive: [vote]
ignored: {population: "", party: "", self_placement: "", clinton_placement: "", dole_placement: ""}
limits: [uk_llc, l_diversity]
advise: {need: {age: {cuts: [30, 40, 50, 60, 70]}}, generalizations: {age: {cuts: [[30, 40, 50, 60, 70], [40, 60]]}}}
release: {levels: {age: {cuts: [30, 40, 50, 60, 70]}, income: left_out}, drop: 10%}
title: "Survey of voters, 1996"
"""
"""What was decided so far: ages are in decades, the income is left out."""


def draw_desk() -> list[Path]:
    """Write the picture of the desk, and return its path."""
    with TemporaryDirectory() as folder, browser() as program:
        shutil.copy(SURVEY, folder)
        (Path(folder) / "sqlmetrics.yml").write_text(SPEC, encoding="utf-8")
        server = DeskServer(Path(folder))
        try:
            server.desk.open(Path(folder) / "sqlmetrics.yml", named=True)
            window = program.new_context(device_scale_factor=SHARP, viewport={"width": WIDTH, "height": 900})
            page = window.new_page()
            page.goto(server.address)
            page.click("a.go")
            page.click("nav.tasks a[href='/coarsen']")
            page.wait_for_selector(".coarse")
            page.wait_for_selector(".wait", state="detached")
            shown = page.screenshot(clip={"x": 0, "y": 0, "width": WIDTH, "height": 860})
            few = Image.open(BytesIO(shown)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            few.save(FOLDER / "desk.png", optimize=True)
        finally:
            server.end()
    return [FOLDER / "desk.png"]
