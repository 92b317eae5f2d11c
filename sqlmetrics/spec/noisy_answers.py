"""The words of noisy answers with a claimed epsilon: where they are, and the coins that test it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.fields import CONFIG, Names, PathText


class NoisyAnswersSpec(BaseModel):
    """Noisy answers and the coins of their canaries, by which a claimed epsilon is tested."""

    model_config = CONFIG

    relation: PathText | None = None
    coins: Path | None = None
    answers: Names = []
    thresholded: bool = False
    prior: Annotated[float, Field(strict=True, gt=0, lt=1)] = 0.5

    @property
    def is_asked(self) -> bool:
        """Whether a word of it is given."""
        return bool(self.model_fields_set)

    def located(self) -> tuple[str, Path]:
        """Return where answers and coins are. Raises SpecError where one is missing."""
        if self.relation is None or self.coins is None:
            raise SpecError(
                "`noisy_answers` need a `relation`, which are the answers, and the file of `coins` that `epsilon plan`"
                " wrote"
            )
        return self.relation, self.coins
