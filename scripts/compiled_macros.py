"""The hook of the wheel's build that adds the macros as the Python that jinja makes of them."""

from __future__ import annotations

import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

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


def _pack(wheel: Path) -> None:
    """Write a wheel anew, with the same files in the same order, each as small as it gets."""
    packed = wheel.with_suffix(".packed")
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(packed, "w") as target:
        for entry in source.infolist():
            target.writestr(entry, source.read(entry), zipfile.ZIP_DEFLATED, 9)
    packed.replace(wheel)
