"""The marks of tables with a log: names of files that lie in the folder of one, at an address."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sqlmetrics.lakes.kinds_of_lakes import DELTA, DUCKLAKE, HUDI, ICEBERG, LANCE, LakeKind

MARKS = (
    (DELTA, re.compile(r"(?:^|/)_delta_log/(?:_last_checkpoint|[^/]+\.json)$")),
    (HUDI, re.compile(r"(?:^|/)\.hoodie/.")),
    (ICEBERG, re.compile(r"(?:^|/)metadata/(?:version-hint\.text|[^/]+\.metadata\.json(?:\.gz)?)$")),
    (LANCE, re.compile(r"(?:^|/)_versions/.")),
    (DUCKLAKE, re.compile(r"(?:^|/)[^/]+\.ducklake(?:$|\.files/)")),
)
"""The kinds of tables, with the names of files below their folders."""

MARKED_FOLDERS = ("_delta_log", ".hoodie", "metadata", "_versions")
"""The folders within a table's folder that hold such files."""

WEB_MARKS = {
    "_delta_log/_last_checkpoint": r"\s*\{",
    "_delta_log/00000000000000000000.json": r"\s*\{",
    ".hoodie/hoodie.properties": r"(?s).*\bhoodie\.",
    "metadata/version-hint.text": r"\s*\d+\s*$",
}
"""Files of tables that always have one name, with patterns of how they begin."""


def kinds_below(names: Iterable[str]) -> dict[str, LakeKind]:
    """Return the folders that are tables with a log, empty for the one that names are below."""
    found: dict[str, LakeKind] = {}
    for name in names:
        for kind, pattern in MARKS:
            match = pattern.search(name)
            if match is not None:
                found.setdefault(name[: match.start()], kind)
    return found
