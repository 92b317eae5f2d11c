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


FOLDERS = tuple(f"sqlmetrics/templates/{folder}/" for folder in ("dbt", "macros", "html/desk", "html/report"))
"""The folders of a wheel in which templates lie in one file for each of their folders."""


def _joined_file(name: str) -> str | None:
    """Return the file in which a template lies with the others of its folder; None of others."""
    from sqlmetrics.statement.joined import JOINED

    folder, _, file = name.rpartition("/")
    joined = JOINED.get(Path(file).suffix)
    return f"{folder}/{joined}" if joined is not None and name.startswith(FOLDERS) else None


def _pack(wheel: Path, compiled: frozenset[str]) -> None:
    """Write a wheel anew with its files as small as they get, the templates of a folder in one."""
    from sqlmetrics.statement.joined import joint

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
            file = _joined_file(entry.filename)
            if file is None:
                write(entry, content)
            else:
                joined[file] = joined.get(file, b"") + joint(Path(entry.filename).name).encode() + content
        for file, content in joined.items():
            entry = zipfile.ZipInfo(file, entries[0].date_time)
            entry.external_attr = entries[0].external_attr
            write(entry, content)
        kept = [line.split(",")[0] for line in source.read(record).decode().splitlines()]
        listed = [lines.get(name, f"{name},,") for name in kept if _joined_file(name) is None]
        listed += [lines[file] for file in joined]
        target.writestr(record, "".join(f"{line}\n" for line in listed), zipfile.ZIP_DEFLATED)
    packed.replace(wheel)
