"""The page of remarks on the reading of files, from their list."""

from __future__ import annotations

import re

from documentation.markdown import table
from sqlmetrics.engine.reading.reading import remark_list

PAGE = "reference/remarks.md"

TEXT = """\
# What is remarked when files are read

A file is read whole or not at all, and what was seen on the way is remarked: on standard error, in the comments of
`init`, as a `ReadingWarning` with its `remark` in Python, and under `reading` in JSON, where the codes stand.
[How files are read](../how_to/files.md)

- *told*: a sentence, and no more.
- *asked*: `score`, `report` and the desk go on and say it; `check`, `run` and `release` end with exit code 3, until
  the word of the answer is in the spec.
- *stops*: nothing is scored; every command ends with exit code 3.

No remark holds a value of a record, but for marks of missing values and codes that a file itself declares.

{remarks}
"""


def pages() -> dict[str, str]:
    """Return the page of remarks by its path."""
    rows = [
        (f"`{code}`", entry["gate"], _shown(entry["says"]), _shown(entry.get("word", "")))
        for code, entry in remark_list().items()
    ]
    return {PAGE: TEXT.format(remarks=table(("code", "gate", "what it says", "what answers it"), rows))}


def _shown(text: str) -> str:
    """Return a sentence with the names of its parts in capitals."""
    named = re.sub(r"(?<!\{)\{(\w+)\}(?!\})", lambda part: part[1].upper(), text)
    return named.replace("{{", "{").replace("}}", "}").replace("{COLUMN", "COLUMN").replace("{column}", "COLUMN")
