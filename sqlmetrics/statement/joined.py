"""Templates of a folder in one file, as a wheel has them: a file each would weigh more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

JOINED = {".sql": "joined_macros.sql", ".html": "joined_pages.html"}
"""The name of such a file, by the ending of the templates in it."""

JOINT = re.compile(r"^\{#- (\w+)\.(?:sql|html) -#\}\n", re.MULTILINE)
"""A pattern of the line above each template of such a file, which names the template's own file."""


def joint(name: str) -> str:
    """Return the line above a template, of the name of its own file."""
    return f"{{#- {name} -#}}\n"


@cache
def joined_texts(path: Path) -> dict[str, str]:
    """Return the texts of the templates of a joined file, by their names without an ending."""
    _, *parts = JOINT.split(path.read_text(encoding="utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def joined_page(folders: Sequence[Path], name: str) -> str | None:
    """Return the text of a page's template from the joined file beside it; None without one."""
    for folder in folders:
        path = folder / name
        joined = path.with_name(JOINED[".html"])
        if joined.is_file() and path.stem in joined_texts(joined):
            return joined_texts(joined)[path.stem]
    return None
