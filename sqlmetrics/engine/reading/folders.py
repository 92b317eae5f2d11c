"""The columns that the names of folders give, as in k=1."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

from sqlmetrics.engine.addresses import fixed_address

SAME = re.compile(r"0|-?[1-9]\d{0,17}|\d{4}-\d\d-\d\d")
"""A pattern of whole numbers and dates that are written as DuckDB writes them."""

NULL_FOLDER = "__HIVE_DEFAULT_PARTITION__"
"""The value of a folder's name that stands for NULL."""


def folders_of(file: Path | str, below: str) -> tuple[tuple[str, str], ...]:
    """Return the columns that the folders of a file below another one name, with their values.

    The file is an address where the other one is.
    """
    pairs = (part.partition("=") for part in _folders(file, below) if "=" in part)
    return tuple((key, unquote(value)) for key, _, value in pairs)


def _folders(file: Path | str, below: str) -> Sequence[str]:
    """Return the names of the folders of a file below another one."""
    if isinstance(file, str):
        return file.removeprefix(fixed_address(below)).split("/")[:-1]
    named = Path(below) if Path(below).is_dir() else Path(re.split(r"[*?\[]", below, maxsplit=1)[0]).parent
    try:
        return file.relative_to(named).parts[:-1]
    except ValueError:
        return file.parts[:-1]


def text_folders(files: Sequence[Path | str], text: str) -> list[str]:
    """Return the columns of folders whose values, as numbers or dates, would not be the same."""
    values: dict[str, set[str]] = {}
    for file in files:
        for key, value in folders_of(file, text):
            if value != NULL_FOLDER:
                values.setdefault(key, set()).add(value)
    return sorted(key for key, held in values.items() if not all(map(SAME.fullmatch, held)))
