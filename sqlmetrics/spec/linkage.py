"""The words of a file of people that a release is searched for, though the file has errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationInfo, field_validator

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.agreement import AGREEMENT, BEST, Links, agreement_fault, links_fault, reach_fault
from sqlmetrics.spec.fields import CONFIG, Names, PathText

AChance = Annotated[float, Field(strict=True, gt=0, lt=1)]
"""A chance that is neither an error always nor never."""


FAULTS: dict[str, Callable[[Any], str | None]] = {
    "links": links_fault,
    "agreement": agreement_fault,
    "nearly": lambda nearly: reach_fault(nearly) if isinstance(nearly, dict) else None,
}
"""What is wrong with the words that have several forms, None where nothing is."""


class LinkageSpec(BaseModel):
    """A file of people who are looked for in the relation, and how its errors are weighed."""

    model_config = CONFIG

    file: PathText | None = None
    columns: Names = []
    agreement: AChance | Literal["estimated"] | dict[str, AChance] = AGREEMENT
    nearly: dict[str, Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]] = {}
    links: Links = BEST

    @field_validator(*FAULTS, mode="before")
    @classmethod
    def _check_word(cls, written: Any, info: ValidationInfo) -> Any:
        """Refuse a word in one sentence, whichever of its forms it was to be, as other doors do."""
        if fault := FAULTS[str(info.field_name)](written):
            raise ValueError(fault)
        return written

    @property
    def is_asked(self) -> bool:
        """Whether a word of it is given."""
        return bool(self.model_fields_set)

    def located(self) -> str:
        """Return where the file is. Raises SpecError where it is missing."""
        if self.file is None:
            raise SpecError("`linkage` needs the `file` of people who are looked for in the relation")
        return self.file
