"""The options of a comparison by distances."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from sqlmetrics.errors import SpecError

MOST_PAIRS = 20_000_000
"""The most pairs of records that one search compares, unless another number is given."""

NGRAM = 5
"""The words in a row that are compared, unless another number is given."""


@dataclass(frozen=True)
class ClosenessOptions:
    """The words of `closeness`, and a spec's words beside them; see `sqlmetrics.spec.words`.

    `columns` are by default all that release and original share, but for `record_id` and
    `individual`. With a `text` runs of `ngram` of its words are compared, by default 5, and no
    distances.
    """

    columns: tuple[str, ...] = ()
    record_id: str | None = None
    individual: str | None = None
    control: Any = None
    max_pairs: int = MOST_PAIRS
    seed: int = 0
    delta: float = 0.0
    exact_names: bool = False
    text: str | None = None
    ngram: int | None = None

    @property
    def named(self) -> tuple[str | None, ...]:
        """The columns that it names, and None for one that it does not."""
        return (self.individual, self.record_id, *self.columns)

    def check(self) -> None:
        """Raise SpecError for a number out of its range, a column of two roles, a word of texts."""
        if self.max_pairs < 1:
            raise SpecError(f"`max_pairs` is at least 1, not {self.max_pairs}")
        if self.seed < 0:
            raise SpecError(f"`seed` is at least 0, not {self.seed}")
        if not (math.isfinite(self.delta) and 0 <= self.delta < 1):
            raise SpecError(f"`delta` is at least 0 and below 1, not {self.delta}")
        if self.ngram is not None:
            raise SpecError("`ngram` is a number of words of `text`; name the column of texts, too")
        for name in (self.record_id, self.individual):
            if name is not None and name in self.columns:
                raise SpecError(f"'{name}' tells records or individuals apart; name other `columns` for distances")
