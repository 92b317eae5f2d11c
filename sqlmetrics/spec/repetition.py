"""The words of generated texts, which may repeat words of few people of a relation."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.bounds import MOST_KNOWN
from sqlmetrics.spec.fields import CONFIG, PathText


class RepetitionSpec(BaseModel):
    """Texts that a model has generated, and the texts of a control group, if there is one."""

    model_config = CONFIG

    generated: PathText | None = None
    control: PathText | None = None
    text: str | None = None
    ngram: Annotated[int, Field(strict=True, ge=1, le=MOST_KNOWN)] | None = None

    @property
    def is_asked(self) -> bool:
        """Whether a word of it is given."""
        return bool(self.model_fields_set)

    def located(self) -> str:
        """Return where the generated texts are. Raises SpecError where they are missing."""
        if self.generated is None:
            raise SpecError("`repetition` needs the `generated` texts, which may repeat words of the relation's people")
        return self.generated

    def column_of(self, text: str | None) -> str:
        """Return the column of texts, by default the spec's. Raises SpecError where none is."""
        column = self.text or text
        if column is None:
            raise SpecError("`repetition` is about texts: name their column as its `text`")
        return column
