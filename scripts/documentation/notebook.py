"""The notebook of the tutorials: its page as cells, executed, with outputs that the site shows."""

from __future__ import annotations

import os
import re
import tempfile
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from documentation.console import ROOT

PAGE, PATH = "tutorials/notebook.md", "tutorials/notebook.ipynb"
"""The page that is the source of the notebook, and the notebook."""

CELL = re.compile(r"^```python\n(?P<source>.*?)\n```$", re.DOTALL | re.MULTILINE)
"""A block of the page that is a cell of code."""

PLACE = '<div class="output" data-cell="{}"></div>'
"""The place of a cell's outputs on the site's page."""

KERNEL = ["--InlineBackend.figure_formats={'svg'}", "--log-level=ERROR"]
"""Arguments of the kernel, by which pictures are text that is the same on every machine."""

MATPLOTLIBRC = "svg.hashsalt: sqlmetrics\nsvg.fonttype: none\n"
"""Settings by which matplotlib draws the same text each time."""


FRAME = re.compile(r"\bp[0-9a-f]{10}\b")
"""The name that matplotlib gives a clipping frame in a picture: a hash of its place."""


def pages() -> dict[str, str]:
    """Return the executed notebook by its path."""
    return {PATH: executed((ROOT / "docs" / PAGE).read_text(encoding="utf-8"))}


@cache
def executed(page: str) -> str:
    """Return a page as a notebook with the outputs of its cells.

    Raises nbclient's CellExecutionError for a cell that fails.
    """
    notebook = new_notebook(cells=_cells(page))
    notebook.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "matplotlibrc"
        settings.write_text(MATPLOTLIBRC, encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
        environment |= {"MATPLOTLIBRC": str(settings), "SOURCE_DATE_EPOCH": "0", "IPYTHONDIR": folder}
        resources = {"metadata": {"path": str((ROOT / "docs" / PATH).parent)}}
        client = NotebookClient(notebook, timeout=120, resources=resources, extra_arguments=KERNEL, record_timing=False)
        client.execute(env=environment)
    notebook.metadata["language_info"] = {"name": "python"}
    return _numbered(str(nbformat.writes(notebook)))


def _numbered(text: str) -> str:
    """Return the notebook with numbered frames: a name changes with a width's last digit."""
    names = {name: f"frame{number}" for number, name in enumerate(dict.fromkeys(FRAME.findall(text)))}
    return FRAME.sub(lambda found: names[found[0]], text)


def _cells(page: str) -> list[Any]:
    """Return the text of a page and its blocks of Python as cells."""
    cells = []
    for place, text in enumerate(CELL.split(page)):
        if text.strip():
            cell = {"source": text.strip(), "id": f"cell-{place}"}
            cells.append(new_code_cell(**cell) if place % 2 else new_markdown_cell(**cell))
    return cells


def with_places(page: str) -> str:
    """Return the page with a place below each cell of code."""
    numbers = count()
    return CELL.sub(lambda block: f"{block[0]}\n\n{PLACE.format(next(numbers))}", page)


def with_outputs(html: str) -> str:
    """Return the page's HTML with the outputs of the notebook in their places."""
    cells = nbformat.read(ROOT / "docs" / PATH, as_version=4).cells
    for number, cell in enumerate(cell for cell in cells if cell.cell_type == "code"):
        shown = "".join(map(_html, cell.outputs))
        html = html.replace(PLACE.format(number), f'<div class="output">{shown}</div>' if shown else "")
    return html


def _html(output: Mapping[str, Any]) -> str:
    """Return what a cell of the notebook gave as HTML: a card or frame, a picture, or text."""
    data: Mapping[str, str] = output.get("data", {"text/plain": output.get("text", "")})
    if "text/html" in data:
        return data["text/html"]
    if "image/svg+xml" in data:
        picture = b64encode(data["image/svg+xml"].encode()).decode()
        return f'<img alt="The plot of the cell" src="data:image/svg+xml;base64,{picture}">'
    return f"<pre><code>{escape(data['text/plain'])}</code></pre>"
