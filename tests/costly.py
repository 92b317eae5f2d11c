"""The costly tests that CI alone runs: every run has quicker tests of the same code.

`scripts/costly_tests` chooses them from a recording, and writes `costly.yml`: their files and
functions, each with the cases that every run keeps. A function with no case there is CI's alone.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

LIST = Path(__file__).with_name("costly.yml")


@cache
def listed() -> dict[str, dict[str, list[str]]]:
    """Return the cases that every run keeps, by files below `tests` and names of functions."""
    text = LIST.read_text(encoding="utf-8")
    found: dict[str, dict[str, list[str]]] = yaml.safe_load(text)
    return found


def is_costly(test: str) -> bool:
    """Return whether a test, by its name in pytest, is one that CI alone runs."""
    file, _, name = test.partition("::")
    function, _, case = name.partition("[")
    kept = listed().get(file.removeprefix("tests/"), {}).get(function)
    return kept is not None and case.removesuffix("]") not in kept
