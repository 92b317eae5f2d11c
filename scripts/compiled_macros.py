"""The hook of the wheel's build that adds the macros as the Python that jinja makes of them."""

from __future__ import annotations

import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

from deflate import deflate_compress
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


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
            _pack(Path(artifact_path))


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


def _pack(wheel: Path) -> None:
    """Write a wheel anew, with the same files in the same order, each as small as it gets."""
    packed = wheel.with_suffix(".packed")
    smallest = patch.object(zipfile, "_get_compressor", _Smallest)
    with zipfile.ZipFile(wheel) as source, smallest, zipfile.ZipFile(packed, "w") as target:
        for entry in source.infolist():
            target.writestr(entry, source.read(entry), zipfile.ZIP_DEFLATED)
    packed.replace(wheel)
