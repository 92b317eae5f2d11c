"""The fixtures that scripts make from a seed are what the scripts write."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from conftest import ROOT


@pytest.mark.parametrize("name", ["members", "trial"])
def test_a_script_writes_its_fixture_again(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file comes out byte for byte, on any machine."""
    monkeypatch.setattr(sys, "argv", [name])
    script = runpy.run_path(str(ROOT / "scripts" / name))
    script["main"].__globals__["FOLDER"] = tmp_path
    script["main"]()
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in (ROOT / "fixtures" / name).iterdir()}
