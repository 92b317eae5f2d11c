"""What DuckDB 1.5 and 2.0 compute otherwise, found by running some 300 statements on both."""

from __future__ import annotations

import re

from sqlmetrics.statement.condition import TOKEN

OTHER_VALUES = frozenset(
    {
        *("round()", "round_even()", "mode()", "approx_count_distinct()", "skewness()", "kurtosis()", "stddev()"),
        *("entropy()", "random()", "setseed()", "list_transform()", "stats()"),
        *("~", "!~", "~*", "!~*", "collate", "sample", "tablesample"),
    }
)
"""The functions, operators and words of clauses whose results are others for plain input."""

OTHER_AT_EDGES = frozenset(
    {
        *("ln()", "log()", "log2()", "log10()", "sqrt()", "acos()", "asin()", "gamma()", "lgamma()"),
        *("mod()", "divide()", "//", "%", "var_samp()", "variance()", "stddev_samp()", "fsum()", "kahan_sum()"),
    }
)
"""Those whose results are others by zero, out of their domain, or where huge numbers cancel out."""

OPERATOR = re.compile(r"[-+*/<>=~!@#%^&|`?]+")
"""A pattern of an operator."""

PART = re.compile(rf"(?P<remark>--[^\n]*|/\*.*?\*/)|{TOKEN.pattern}", TOKEN.flags)
"""A pattern of a comment, or of another part of SQL; a text in quotes begins no comment."""


def differing(text: str, constructs: frozenset[str] = OTHER_VALUES | OTHER_AT_EDGES) -> tuple[str, ...]:
    """Return which of some `constructs` a text of SQL uses, each once.

    By default they are all that versions of DuckDB compute otherwise. Texts in quotes and comments
    use none.
    """
    found: dict[str, None] = {}
    parts = [
        (None, " ") if match.lastgroup == "remark" else (match.lastgroup, match[0]) for match in PART.finditer(text)
    ]
    operator = ""
    for place, (kind, part) in enumerate(parts):
        if kind is None and OPERATOR.fullmatch(part):
            operator += part
            continue
        name = part.strip('"').lower()
        called = next((other for other in parts[place + 1 :] if other[1].strip()), (None, ""))[1] == "("
        used = (operator, f"{name}()" if called and kind in {"word", "quoted"} else name if kind == "word" else "")
        found |= dict.fromkeys(one for one in used if one in constructs)
        operator = ""
    return tuple(found)
