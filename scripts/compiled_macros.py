"""The hook of the wheel's build: macros as the Python that jinja makes of them, and small files."""

from __future__ import annotations

import re
import sys
import tempfile
import zipfile
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from deflate import deflate_compress
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMMENT = re.compile(rb"^\{#-(?:(?!#\}).)*#\}\n(?=\{%-? macro )", re.DOTALL | re.MULTILINE)
"""A pattern of the comment above a macro."""


class CompiledMacros(BuildHookInterface):  # type: ignore[misc, type-arg]
    """Adds the Python of every macro; whoever installs the wheel compiles it to bytecode."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files, and name them to the builder. Of a checkout nothing is added."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from sqlmetrics.statement.render import write_bundles

        self._made = tempfile.TemporaryDirectory()
        write_bundles(Path(self._made.name))
        build_data["force_include"][self._made.name] = "sqlmetrics/templates/compiled"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the files, which are in the wheel, and pack that as small as it gets."""
        if version != "editable":
            self._made.cleanup()
            from sqlmetrics.statement.bundles import everyday_macros

            _pack(Path(artifact_path), everyday_macros())


class _Smallest:
    """A compressor as zipfile asks for one, whose files are smaller than those of zlib."""

    def __init__(self, *_: object) -> None:
        self._content = b""

    def compress(self, content: bytes) -> bytes:
        """Keep what is to be compressed."""
        self._content += content
        return b""

    def flush(self) -> bytes:
        """Return all of it, compressed."""
        return deflate_compress(self._content, 12)


def without_comments(name: str, content: bytes, compiled: frozenset[str]) -> bytes:
    """Return a file of the wheel, of a macro without the comment above it.

    Headers of metrics are the catalogue, and `compiled` macros are found by their whole text.
    """
    is_macro = name.startswith("sqlmetrics/templates/macros/") and "/metrics/" not in name
    return COMMENT.sub(b"", content) if is_macro and Path(name).stem not in compiled else content


def _recorded(name: str, content: bytes) -> str:
    """Return the line of a file in the wheel's RECORD."""
    return f"{name},sha256={urlsafe_b64encode(sha256(content).digest()).rstrip(b'=').decode()},{len(content)}"


MACROS = "sqlmetrics/templates/macros/"
"""The folder of macros in a wheel."""


def _is_joined(name: str) -> bool:
    """Return whether a file is a macro that lies in one file with the others of its folder."""
    return name.startswith(MACROS)


def _pack(wheel: Path, compiled: frozenset[str]) -> None:
    """Write a wheel anew with its files as small as they get, and the macros of a folder in one."""
    from sqlmetrics.statement.render import JOINED

    packed = wheel.with_suffix(".packed")
    smallest = patch.object(zipfile, "_get_compressor", _Smallest)
    with zipfile.ZipFile(wheel) as source, smallest, zipfile.ZipFile(packed, "w") as target:
        lines, joined = dict[str, str](), dict[str, bytes]()

        def write(entry: zipfile.ZipInfo, content: bytes) -> None:
            lines[entry.filename] = _recorded(entry.filename, content)
            target.writestr(entry, content, zipfile.ZIP_DEFLATED)

        *entries, record = source.infolist()
        for entry in entries:
            content = without_comments(entry.filename, source.read(entry), compiled)
            folder, _, name = entry.filename.rpartition("/")
            if _is_joined(entry.filename):
                joined[folder] = joined.get(folder, b"") + f"{{#- {name} -#}}\n".encode() + content
            else:
                write(entry, content)
        for folder, content in joined.items():
            entry = zipfile.ZipInfo(f"{folder}/{JOINED}", entries[0].date_time)
            entry.external_attr = entries[0].external_attr
            write(entry, content)
        kept = [line.split(",")[0] for line in source.read(record).decode().splitlines()]
        listed = [lines.get(name, f"{name},,") for name in kept if not _is_joined(name)]
        listed += [lines[f"{folder}/{JOINED}"] for folder in joined]
        target.writestr(record, "".join(f"{line}\n" for line in listed), zipfile.ZIP_DEFLATED)
    packed.replace(wheel)
