"""Coins of an audit that tests write, every other one of them 1."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlmetrics.risk.epsilon.coins import Coins


def coins_of(key: str, cells: Sequence[object], **words: Any) -> Coins:
    """Return the coins of cells of a column; all of them are guessed."""
    held: dict[str, Any] = {"kind": "whole", "epsilon": 1.0, "delta": 0.0, "guesses": len(cells), "raises": True}
    coins = {str(cell): place % 2 for place, cell in enumerate(cells)}
    return Coins(**held | {"key": key, "records": 1, "coins": coins} | words)


def write_coins(path: Path | str, key: str, cells: Sequence[object], **words: Any) -> Path:
    """Write the coins of cells of a column, and return the file."""
    coins_of(key, cells, **words).save(path)
    return Path(path)
