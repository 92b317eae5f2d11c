"""The agreed text of each shim: what it writes in each dialect, with names and numbers to try.

As a script it writes the file.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import yaml

from sqlmetrics.errors import SqlmetricsError
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import macro_folder, render

SHIMS = Path(__file__).parent / "golden" / "shims.yml"

ROWS = [["'a'", "1"], ["'b'", "2"]]
NAMES = ["value", "code"]
TYPES = [("Town", "type"), ("place", "collation"), ("age", None)]

ARGUMENTS: dict[str, Any] = {
    "amount": "amount",
    "amounts": "amounts",
    "code": 13,
    "columns": NAMES,
    "condition": "n > 1",
    "counted": "class_size",
    "count": "n",
    "day": "born",
    "expression": "x",
    "l": 3,
    "left": "one.k",
    "length": 3,
    "listed": [[1, 2], [3, "null"]],
    "moment": "seen",
    "name": "own.copy",
    "named": True,
    "names": NAMES,
    "number": "7",
    "over": " over ()",
    "part": "y",
    "pairs": [("'flu'", "'other'"), ("'cancer'", "'cancer'")],
    "query": "select a from t",
    "relation": "own.people",
    "right": "another.k",
    "rows": "10",
    "start": 2,
    "text": "x",
    "value": "it's a \\ text",
}
"""What shims are tried with, by the names of their parameters."""

OWN: dict[str, dict[str, Any]] = {
    "concat": {"expressions": ["x", "'-'", "y"]},
    "double_literal": {"text": "1e-12"},
    "few_rows": {"rows": ROWS},
    "guarded": {"columns": TYPES},
    "listed_rows": {"rows": ROWS},
    "outer_source": {"name": "counted"},
    "query_types": {"columns": ["Town", "place"]},
    "told_words": {"kept": ["patient"], "between": "[^a-z]+"},
    "pattern_replaced": {"pattern": "(a+)_", "before": " _", "behind": " "},
    "quoted": {"name": 'Odd "name" `of` [a] column'},
}
"""What a shim is tried with where a parameter means something else."""


def shims() -> dict[str, list[str]]:
    """Return the parameters of each macro that dialects write in ways of their own."""
    found = {}
    for path in sorted((macro_folder() / "dialects").glob("*.sql")):
        for name, given in re.findall(r"macro default__(\w+)\(([^)]*)\)", path.read_text(encoding="utf-8")):
            found[name] = [one.partition("=")[0].strip() for one in given.split(",") if one.strip()]
    return found


def written(name: str, parameters: list[str]) -> dict[str, list[str]]:
    """Return the texts of a shim, each with the dialects that write it."""
    arguments = [OWN.get(name, {}).get(one, ARGUMENTS.get(one)) for one in parameters]
    texts = defaultdict(list)
    for dialect in DIALECTS:
        try:
            text = render(name, *arguments, dialect=DIALECTS[dialect])
        except SqlmetricsError as error:
            text = f"({error})"
        texts[text].append(dialect)
    return dict(texts)


def document() -> dict[str, list[dict[str, Any]]]:
    """Return the texts of all shims."""
    return {
        name: [{"text": text, "dialects": " ".join(dialects)} for text, dialects in written(name, parameters).items()]
        for name, parameters in shims().items()
    }


if __name__ == "__main__":
    SHIMS.write_text(yaml.safe_dump(document(), sort_keys=False, width=110, allow_unicode=True), encoding="utf-8")
