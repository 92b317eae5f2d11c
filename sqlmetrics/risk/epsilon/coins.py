"""The file of coins: which canaries are in, and what was fixed before the answers were seen."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sqlmetrics.engine.files import write_text
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.epsilon.bound import least_right
from sqlmetrics.spec.input_file import read_text

LARGEST = 50
"""The largest epsilon that is claimed."""

MOST_CANARIES = 20_000
"""The most canaries of a plan, which a statement lists."""

CELL = re.compile(r"canary_[0-9a-f]{8}_\d{1,5}|\d{1,18}")
"""A pattern of the cells of canaries."""

CellKind = Literal["text", "whole"]
"""The kinds of values that a canary's cell may have."""


class Canary(NamedTuple):
    """A record that stands alone in a cell, with its coin: 1 where it was put in."""

    cell: str
    coin: int


class Coins(BaseModel):
    """The coins of a plan, with its claim and the number of guesses.

    Cells differ in the column `key`. `raises` says whether a canary makes its answer larger.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    key: str
    kind: CellKind
    epsilon: float = Field(gt=0, le=LARGEST)
    delta: float = Field(ge=0, lt=1)
    guesses: int = Field(ge=1)
    raises: bool
    records: int = Field(ge=1)
    coins: dict[str, int] = Field(min_length=1, max_length=MOST_CANARIES)

    @property
    def canaries(self) -> tuple[Canary, ...]:
        """The canaries in their order."""
        return tuple(Canary(cell, coin) for cell, coin in self.coins.items())

    @property
    def least_right(self) -> int:
        """The fewest right guesses that refute the claim."""
        return least_right(self.guesses, self.epsilon, self.delta, len(self.coins))

    def with_claim(self, epsilon: float) -> Coins:
        """Return the coins with another claim to test, by as many guesses. Raises SpecError."""
        if not 0 < epsilon <= LARGEST:
            raise SpecError(f"`claimed` is an epsilon above 0 and at most {LARGEST}, not {epsilon:g}")
        return self.model_copy(update={"epsilon": epsilon})

    def save(self, path: Path | str) -> None:
        """Write the file, which is its owner's alone. Raises OutputError."""
        write_text(Path(path), json.dumps(self.model_dump(), indent=1, ensure_ascii=False) + "\n", private=True)


def read_coins(path: Path | str) -> Coins:
    """Return the coins of a file. Raises SpecError for another file, and coins that do not fit."""
    text = read_text(Path(path), "file of coins")
    twice: list[str] = []

    def once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        twice.extend([""] * (len(pairs) - len(dict(pairs))))
        return dict(pairs)

    wrong, coins = 0, None
    try:
        coins = Coins.model_validate(json.loads(text, object_pairs_hook=once))
    except ValidationError as error:
        wrong = sum(one["loc"][:1] == ("coins",) and len(one["loc"]) > 1 for one in error.errors())
    except (ValueError, RecursionError):
        pass
    if coins is None:
        about = f": {wrong} of its coins are no whole numbers" if wrong else ""
        raise SpecError(f"{path} is no file of coins{about}; name the one that `epsilon plan` wrote")
    strange = sum(not CELL.fullmatch(cell) for cell in coins.coins)
    wrong = sum(coin not in (0, 1) for coin in coins.coins.values())
    if wrong or twice or strange:
        what = (
            f"{wrong} have a coin that is neither 0 nor 1"
            if wrong
            else f"{len(twice)} are there twice"
            if twice
            else f"{strange} have no name of a plan"
        )
        raise SpecError(f"the coins of {path} do not fit: of {len(coins.coins)} canaries {what}; it was changed")
    if coins.guesses > len(coins.coins):
        raise SpecError(
            f"the coins of {path} do not fit: {coins.guesses} guesses are planned, and it has {len(coins.coins)}"
            " canaries; it was changed"
        )
    return coins
