"""The words of a file of people that a release is searched for, though the file has errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, field_validator

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.fields import CONFIG, Names, PathText

AGREEMENT = 0.9
"""The chance that a person's values agree in a column, unless another is given."""

OTHERS = "*"
"""What stands for all columns that are not named."""

ESTIMATED = "estimated"
"""The word for chances that expectation-maximisation finds."""

Agreement = float | str | Mapping[str, float]
"""What is said of agreement: a chance of all columns, one of each, or `estimated`."""


def agreement_fault(agreement: object) -> str | None:
    """Return what is wrong with what is said of agreement, None where nothing is."""
    if isinstance(agreement, str) and agreement == ESTIMATED:
        return None
    for column, chance in (agreement if isinstance(agreement, Mapping) else {OTHERS: agreement}).items():
        if isinstance(chance, bool) or not isinstance(chance, float | int) or not 0 < chance < 1:
            of = "" if column == OTHERS else f" of '{column}'"
            written = f"{chance:g}" if isinstance(chance, float) else chance
            return (
                f"`agreement`{of} is the chance that two values of one person agree, above 0 and below 1, such as 0.9,"
                f" or `{ESTIMATED}` for all columns, and not {written}; who makes no errors at all is found by an exact"
                " join"
            )
    return None


AChance = Annotated[float, Field(strict=True, gt=0, lt=1)]
"""A chance that is neither an error always nor never."""


class LinkageSpec(BaseModel):
    """A file of people who are looked for in the relation, and how its errors are weighed."""

    model_config = CONFIG

    file: PathText | None = None
    columns: Names = []
    agreement: AChance | Literal["estimated"] | dict[str, AChance] = AGREEMENT
    nearly: dict[str, Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]] = {}

    @field_validator("agreement", mode="before")
    @classmethod
    def _check_agreement(cls, agreement: Any) -> Any:
        """Refuse an agreement in one sentence, whichever of its forms it was to be."""
        if fault := agreement_fault(agreement):
            raise ValueError(fault)
        return agreement

    @property
    def is_asked(self) -> bool:
        """Whether a word of it is given."""
        return bool(self.model_fields_set)

    def located(self) -> str:
        """Return where the file is. Raises SpecError where it is missing."""
        if self.file is None:
            raise SpecError("`linkage` needs the `file` of people who are looked for in the relation")
        return self.file
