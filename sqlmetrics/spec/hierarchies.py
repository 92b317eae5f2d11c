"""Files that map values to domains: CSV mappings and hierarchies."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.partition import read_pairs


def _open(path: Path) -> io.StringIO:
    """Return the text of a file in UTF-8. Raises SpecError where it cannot be read."""
    try:
        return io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")
    except FileNotFoundError:
        raise SpecError(f"no such mapping file: {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"cannot read the mapping file {path}: {error}; it must be UTF-8 text") from None


def read_csv_mapping(path: Path) -> dict[str, str]:
    """Return the mapping of a CSV file with the columns `value` and `domain`. Raises SpecError."""
    text = _open(path)
    header = text.readline()
    text.seek(0)
    rows = csv.DictReader(text, delimiter=";" if ";" in header and "," not in header else ",")
    names = list(rows.fieldnames or [])
    missing = [name for name in ("value", "domain") if name not in names]
    if missing:
        raise SpecError(
            f"{path}: column '{missing[0]}' is missing; a mapping file starts with the line `value,domain`"
            f" (found: {', '.join(names) or 'nothing'}). A hierarchy file needs a level: {path.name}:1"
        )
    pairs = []
    for number, row in enumerate(rows, start=2):
        if row["value"] is None or row["domain"] is None:
            raise SpecError(f"{path}, line {number}: a value and a domain are needed")
        pairs.append((row["value"], row["domain"]))
    return read_pairs(pairs, str(path))


def read_tree(path: Path) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a `;`-separated hierarchy: the value, then each coarser level.

    Raises SpecError where it is no tree.
    """
    rows = tuple(dict.fromkeys(tuple(row) for row in csv.reader(_open(path), delimiter=";") if row))
    if not rows:
        raise SpecError(f"{path}: the hierarchy is empty")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]) or len(row) < 2:
            levels = f"{len(row) - 1} levels behind the value, where the first line has {len(rows[0]) - 1}"
            raise SpecError(f"{path}, line {number}: {levels}; every line needs the same, and at least one")
    for level in range(len(rows[0]) - 1):
        read_pairs(((row[level], row[level + 1]) for row in rows), f"{path}, level {level + 1}")
    return rows


def read_rooted_tree(path: Path) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a hierarchy with a single root, which distances over it need.

    Raises SpecError where the last level has several values.
    """
    rows = read_tree(path)
    roots = list(dict.fromkeys(row[-1] for row in rows))
    if len(roots) > 1:
        raise SpecError(
            f"{path}: the last level has {len(roots)} values, {roots[0]} and others; add a level with one, such as *"
        )
    return rows


def read_hierarchy(path: Path, level: int) -> dict[str, str]:
    """Return the mapping from value to one level of a `;`-separated hierarchy. Raises SpecError."""
    rows = read_tree(path)
    height = len(rows[0]) - 1
    if not 0 <= level <= height:
        raise SpecError(f"{path} has the levels 0 (the value) to {height}, not {level}")
    return read_pairs(((row[0], row[level]) for row in rows), f"{path}, level {level}")
