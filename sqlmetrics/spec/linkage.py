"""The words of a file of people that a release is searched for, though the file has errors."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, field_validator

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.agreement import AGREEMENT, BEST, Links, agreement_fault, links_fault, reach_fault
from sqlmetrics.spec.fields import CONFIG, Names, PathText

AChance = Annotated[float, Field(strict=True, gt=0, lt=1)]
"""A chance that is neither an error always nor never."""


class LinkageSpec(BaseModel):
    """A file of people who are looked for in the relation, and how its errors are weighed."""

    model_config = CONFIG

    file: PathText | None = None
    columns: Names = []
    agreement: AChance | Literal["estimated"] | dict[str, AChance] = AGREEMENT
    nearly: dict[str, Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]] = {}

    links: Links = BEST

    @field_validator("links", mode="before")
    @classmethod
    def _check_links(cls, links: Any) -> Any:
        """Refuse links that are neither the best ones nor one to one, as other doors do."""
        if fault := links_fault(links):
            raise ValueError(fault)
        return links

    @field_validator("agreement", mode="before")
    @classmethod
    def _check_agreement(cls, agreement: Any) -> Any:
        """Refuse an agreement in one sentence, whichever of its forms it was to be."""
        if fault := agreement_fault(agreement):
            raise ValueError(fault)
        return agreement

    @field_validator("nearly", mode="before")
    @classmethod
    def _check_nearly(cls, nearly: Any) -> Any:
        """Refuse a difference of values that is none, in the words that other doors refuse it."""
        if isinstance(nearly, dict) and (fault := reach_fault(nearly)):
            raise ValueError(fault)
        return nearly

    @property
    def is_asked(self) -> bool:
        """Whether a word of it is given."""
        return bool(self.model_fields_set)

    def located(self) -> str:
        """Return where the file is. Raises SpecError where it is missing."""
        if self.file is None:
            raise SpecError("`linkage` needs the `file` of people who are looked for in the relation")
        return self.file
