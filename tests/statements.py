"""The requests that several tests share, and helpers for statements, their plans and rows."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines import ODD, ODD_COLUMNS, Row
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import macro_text

TREES = {
    "tree.csv": "3;lo;*\n4;lo;*\n10;mid;*\n11;mid;*\n20;hi;*\n",
    "it's parity.csv": "3;odd;*\n4;even;*\n10;even;*\n11;odd;*\n20;even;*\n",
}
"""The hierarchies of `y` that requests name."""


def write_trees(folder: Path) -> None:
    """Write the hierarchies into a folder."""
    for name, text in TREES.items():
        (folder / name).write_text(text)


TEXTS = ("flu", "Flu", "it's", "x\\y", "cold")


REQUESTS: dict[str, dict[str, Any]] = {
    "nulls in keys and target": {"quasi_identifiers": ["k", "g"], "sensitive": ["x"]},
    "every metric of two attributes": {"quasi_identifiers": ["k"], "sensitive": ["x", "y"], "metrics": ["all"]},
    "individuals": {"quasi_identifiers": ["g"], "sensitive": ["x", "y"], "individual": "p", "metrics": ["all"]},
    "drop": {"quasi_identifiers": ["k", "g"], "sensitive": ["x", "y"], "nulls": "drop"},
    "drop with individuals": {"quasi_identifiers": ["k", "g"], "sensitive": ["x"], "individual": "p", "nulls": "drop"},
    "NULL that matches every value": {"quasi_identifiers": ["k", "g"], "nulls": "any", "metrics": ["all"]},
    "classes, and NULL that matches every value": {
        "quasi_identifiers": ["k", "zip", "g"],
        "sensitive": ["x"],
        "nulls": "any",
        "level": "class",
        "suppressed": {"zip": "*", "k": "*", "g": "-1"},
        "partitions": {"zip": {"prefix": 3}, "k": {"mapping": {"it's": "o'k"}, "unmapped": "error"}},
    },
    "classes": {"quasi_identifiers": ["k"], "sensitive": ["x"], "level": "class"},
    "classes of individuals": {
        "quasi_identifiers": ["k", "g"],
        "sensitive": ["x", "y"],
        "level": "class",
        "metrics": ["all"],
        "individual": "p",
    },
    "partitions of keys and targets": {
        "quasi_identifiers": ["zip", "g"],
        "sensitive": ["x", "y"],
        "level": "class",
        "partitions": {
            "zip": {"prefix": 3},
            "g": {"cuts": [2, 5]},
            "x": [
                "raw",
                {"name": "m", "mapping": {"flu": "F", "Flu": "f", "it's": "o'k", "x\\y": "b\\s"}, "unmapped": "rest"},
            ],
            "y": {"cuts": [5, 11], "closed": "right"},
        },
    },
    "a mapping of 5,000 values": {
        "quasi_identifiers": ["zip", "g"],
        "sensitive": ["x"],
        "partitions": {
            "g": {"mapping": {"1": "one"}, "unmapped": "keep"},
            "x": {str(number): f"d{number % 3}" for number in range(5000)} | dict.fromkeys(TEXTS, "w"),
        },
    },
    "the natural order of numbers": {
        "quasi_identifiers": ["zip"],
        "sensitive": ["y"],
        "metrics": ["t_closeness_ordered", "t_closeness_equal"],
    },
    "a given order": {"quasi_identifiers": ["zip"], "sensitive": ["y"], "orders": {"y": [20, 11, 10, 4, 3]}},
    "a hierarchy": {"quasi_identifiers": ["k"], "sensitive": ["y"], "hierarchies": {"y": "tree.csv"}, "level": "class"},
    "an order, two hierarchies and parameters, per class": {
        "quasi_identifiers": ["k", "g"],
        "sensitive": ["x", "y"],
        "orders": {"y": "natural"},
        "hierarchies": {"y": ["tree.csv", "it's parity.csv"]},
        "level": "class",
        "parameters": {"l": 2, "log_base": 2},
    },
    "an order, two hierarchies and parameters of individuals": {
        "quasi_identifiers": ["zip", "k"],
        "sensitive": ["y", "x"],
        "individual": "p",
        "nulls": "drop",
        "orders": {"y": [3, 4, 10, 11, 20]},
        "hierarchies": {"y": ["it's parity.csv", "tree.csv"]},
        "parameters": {"l": 4, "threshold": 0.1},
    },
    "models with finite values": {
        "quasi_identifiers": ["zip"],
        "sensitive": ["y"],
        "orders": {"y": "natural"},
        "metrics": ["all"],
    },
    "grids of coordinates": {
        "quasi_identifiers": ["p", "y", "m"],
        "sensitive": ["f"],
        "partitions": {
            "p": {"grid": 500_000, "degrees": "longitude", "at": 47.2, "unmapped": "keep"},
            "y": {"grid": 1_000_000, "degrees": "latitude"},
            "m": {"grid": 7.5},
            "f": {"grid": 1},
        },
    },
    "unmapped values": {"quasi_identifiers": ["k"], "sensitive": ["x"], "partitions": {"x": {"mapping": {"flu": "F"}}}},
    "suppressed records": {
        "quasi_identifiers": ["k", "zip"],
        "sensitive": ["x", "y"],
        "suppressed": {"k": "a", "zip": "4"},
    },
    "a population": {
        "quasi_identifiers": ["k", "g"],
        "sensitive": ["x"],
        "individual": "p",
        "population": "t",
        "partitions": {"g": {"cuts": [2, 5]}},
    },
    "a population of which some have no name": {
        "quasi_identifiers": ["g"],
        "individual": "k",
        "population": "t",
        "nulls": "drop",
        "metrics": ["k_map", "marketer_risk"],
    },
    "a population, per class": {"quasi_identifiers": ["zip"], "population": "t", "level": "class"},
    "survey weights and households": {
        "quasi_identifiers": ["k", "g"],
        "sensitive": ["x"],
        "weight": "y",
        "household": "zip",
        "suppressed": {"k": "b", "g": "2"},
        "metrics": [
            *("individual_risk", "global_risk", "expected_reidentifications", "discrimination_rate"),
            *("household_risk", "global_household_risk", "expected_household_reidentifications"),
        ],
    },
    "survey weights beside a population, per class": {
        "quasi_identifiers": ["k", "g"],
        "weight": "f",
        "population": "t",
        "nulls": "drop",
        "level": "class",
        "metrics": ["individual_risk", "k_map", "entropy_l_diversity_risk"],
    },
    "households of people": {
        "quasi_identifiers": ["g"],
        "individual": "k",
        "weight": "f",
        "household": "x",
        "partitions": {"g": {"cuts": [2, 5]}},
        "metrics": ["k_anonymity", "household_risk", "global_risk"],
    },
    "a key of floats": {"quasi_identifiers": ["f"], "sensitive": ["x"]},
    "an empty table": {"quasi_identifiers": ["k"], "sensitive": ["x"], "metrics": ["all"]},
    "an empty table of individuals": {"quasi_identifiers": ["k"], "sensitive": ["x"], "individual": "p"},
}


FIRST, SECOND, KEYWORD, LETTERS, MARKS, OURS, PERCENT = ODD_COLUMNS


REQUESTS_ELSEWHERE: dict[str, tuple[str, dict[str, Any]]] = {
    "decimals and integers mixed": (
        "t",
        {
            "quasi_identifiers": ["m", "g"],
            "sensitive": ["y"],
            "partitions": {"m": {"cuts": ["0.2", 5]}, "y": {"cuts": [10.5]}},
        },
    ),
    "a decimal target": (
        "t",
        {"quasi_identifiers": ["g"], "sensitive": ["m"], "metrics": ["all"], "partitions": {"m": {"cuts": [0.25]}}},
    ),
    "a key of decimals": ("t", {"quasi_identifiers": ["m"], "sensitive": ["x"], "nulls": "drop"}),
    "a class of 70,000 records": ("big", {"quasi_identifiers": ["k"], "sensitive": ["y"], "metrics": ["all"]}),
    "a class of 70,000 records, per class": ("big", {"quasi_identifiers": ["k"], "sensitive": ["y"], "level": "class"}),
    "names with quotes, dots, blanks and letters": (
        ODD,
        {"quasi_identifiers": [FIRST, SECOND], "sensitive": [KEYWORD, MARKS]},
    ),
    "names like keywords, our own and parameters": (
        ODD,
        {
            "quasi_identifiers": [LETTERS, PERCENT],
            "sensitive": [KEYWORD],
            "individual": OURS,
            "level": "class",
            "partitions": {LETTERS: {"mapping": {text: f"{text} '%s' \\" for text in TEXTS}, "unmapped": "o'%%ther"}},
        },
    ),
}
"""The requests of the other tables, each with its table."""


EVERY = {name: ("empty" if "empty" in name else "t", words) for name, words in REQUESTS.items()} | REQUESTS_ELSEWHERE


def alike(row: Row) -> tuple[Any, ...]:
    """Return a row of plain values: no bytes or decimals, and twelve digits of each number."""
    plain = (part.decode() if isinstance(part, bytes | bytearray) else part for part in row)
    return tuple(part if part is None or isinstance(part, str) else float(f"{float(part):.12g}") for part in plain)


EXPLAIN = {"sqlite": ("explain query plan ", r"^SCAN source$"), "postgres": ("explain ", r"Scan on .+ source(_\d+)? ")}
"""How an engine explains a statement, and the row of its plan that reads the source."""


CHECKED = tuple(name for name, dialect in DIALECTS.items() if not dialect.executed)
"""The dialects that no engine of the tests speaks."""


def scans(node: Any) -> Iterator[Any]:
    """Return the operators of a plan that read Parquet."""
    for part in node if isinstance(node, list) else [node]:
        if "READ_PARQUET" in json.dumps({key: value for key, value in part.items() if key != "children"}):
            yield part
        yield from scans(part.get("children", []))


def keys(entries: Any) -> list[str]:
    """Return the keys of a TypedDict, in order."""
    return list(entries.__annotations__)


def described(macro: str, word: str) -> list[str]:
    """Return the keys of `word` that a macro's header describes, a line each."""
    return re.findall(rf"^{word}\.(\w+) ", macro_text(macro), re.MULTILINE)


def listed(macro: str, place: str) -> list[list[str]]:
    """Return the keys that a macro's header lists in braces for an entry like `plan.suppressed`."""
    (line,) = re.findall(rf"^{re.escape(place)} .*$", macro_text(macro), re.MULTILINE)
    return [names.split(", ") for names in re.findall(r"\{([\w, ]+)\}", line)]


Records = dict[tuple[str, ...], tuple[int, float | None, str | None]]


def records(rows: list[Row]) -> Records:
    """Return records, value and reason by the score's names and parameters, of plain types."""
    values = {}
    for row in rows:
        plain = [part.decode() if isinstance(part, bytes | bytearray) else part for part in row]
        name = tuple(str(part) for part in (*plain[:7], *plain[10:]))
        assert name not in values
        values[name] = (int(plain[7]), None if plain[8] is None else float(plain[8]), plain[9])
    return values


def check_equal(values: dict[tuple[str, ...], Any], expected: dict[tuple[str, ...], Any]) -> None:
    """Assert that records and reasons agree, and values to 1e-9."""
    assert values.keys() == expected.keys()
    for score, (count, value, reason) in expected.items():
        assert (values[score][0], values[score][2]) == (count, reason), score
        if value is None:
            assert values[score][1] is None, score
        else:
            other = values[score][1]
            assert other is not None, score
            assert math.isclose(other, value, rel_tol=1e-9, abs_tol=1e-12), (score, other, value)
