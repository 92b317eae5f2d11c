"""The drawing of the streets, from the imports of the modules."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Mapping
from html import escape
from pathlib import Path
from textwrap import fill

from documentation.console import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from architecture import STREETS, modules, ours, street

PAGE = "develop/streets.md"

MAP = ROOT / "CONTRIBUTING.md"

INDENT = 17
"""The columns of the names of streets in the text for contributors."""

CELL = 34
"""The side of a cell of the drawing, in pixels."""

NAMES = 118
"""The width of the streets' names."""

TEXT = """\
# The streets

The package has streets, in the order in which data flows. A module imports only from its own street and from
those before it; the tests hold that (`tests/test_architecture.py`). So you can read the code from the top, and
a change to a street concerns the streets below it alone.

{table}

## Who imports whom

Each row is a street, each column a street that it imports from, with the number of imports. Nothing stands
right of the diagonal: that is the rule. The drawing is made from the imports themselves, by `scripts/docs write`.

{drawing}

The macros under `templates/macros` have streets of the same names, and each calls only those before it.
"""


def pages() -> Mapping[Path | str, str]:
    """Return the page of the streets by its path, and the text for contributors."""
    counts: Counter[tuple[str, str]] = Counter()
    held: Counter[str] = Counter()
    for module in modules(ROOT).values():
        held[module.street] += 1
        for imported in module.imports:
            target = ours(imported.target)
            if target is not None and module.name:
                counts[module.street, street(target)] += 1
    rows = "".join(f"| `{name}` | {held[name]} | {_meaning(name)} |\n" for name in STREETS)
    table = f"| street | modules | what lives there |\n|---|---:|---|\n{rows}".rstrip()
    return {PAGE: TEXT.format(table=table, drawing=_drawing(counts)), MAP: _with_house()}


def _with_house() -> str:
    """Return the text for contributors, whose first block of code names the streets."""
    lines = "".join(
        fill(_meaning(name), 120, initial_indent=name.ljust(INDENT), subsequent_indent=" " * INDENT) + "\n"
        for name in STREETS
    ).replace("`", "")
    return re.sub(
        r"```\n.*?```", lambda _: f"```\n{lines}```", MAP.read_text(encoding="utf-8"), count=1, flags=re.DOTALL
    )


def _meaning(name: str) -> str:
    """Return the first sentence of a street's docstring."""
    if name == "root":
        return "What everybody uses: errors, texts, deadlines."
    if name == "doors":
        return "What callers in Python use: `Table`, `Releases`, and functions that are their twins."
    file = ROOT / "sqlmetrics" / name.replace(".", "/") / "__init__.py"
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


def _drawing(counts: Counter[tuple[str, str]]) -> str:
    side = NAMES + CELL * len(STREETS)
    most = max(counts[pair] for pair in counts if pair[0] != pair[1])
    title = "The imports between streets: every street imports only from those before it."
    parts = [
        f'<svg class="streets" role="img" viewBox="0 0 {side} {side}" width="{side}" height="{side}">',
        f"<title>{title}</title>",
    ]
    for row, importer in enumerate(STREETS):
        top = NAMES + row * CELL
        parts.append(_label(importer, NAMES - 8, top + CELL / 2 + 4, "end"))
        upright = f'<g transform="translate({top + CELL / 2 + 4} {NAMES - 8}) rotate(-90)">'
        parts.append(f"{upright}{_label(importer, 0, 0, 'start')}</g>")
        for column, imported in enumerate(STREETS[: row + 1]):
            number = counts[importer, imported]
            left = NAMES + column * CELL
            shade = 0.06 if row == column or not number else 0.1 + 0.3 * number / most
            parts.append(
                f'<rect x="{left + 1}" y="{top + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="3"'
                f' fill="currentColor" fill-opacity="{shade:.2f}"/>'
            )
            if number and row != column:
                parts.append(_label(str(number), left + CELL / 2, top + CELL / 2 + 4, "middle"))
    return "".join([*parts, "</svg>"])


def _label(text: str, x: float, y: float, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="12" fill="currentColor">{escape(text)}</text>'
