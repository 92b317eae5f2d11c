"""The words of a report: its file, who prepared it for whom, what for, and until when it holds."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, WithJsonSchema

from sqlmetrics.spec.fields import CONFIG

Language = Literal["en", "de", "fr"]
"""The language of a report: English, German or French."""

LONGEST = 500
"""The most characters of a text on who prepared a report, and what for."""


def _day(value: Any) -> Any:
    """Return a day, from a date or its text. Raises ValueError for anything else."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValueError("write a day, such as 2027-12-31") from None


def _line(value: str) -> str:
    """Return a text without blanks around it. Raises ValueError for none, and for a long one."""
    text = value.strip()
    if not 0 < len(text) <= LONGEST:
        raise ValueError(f"write a text of 1 to {LONGEST} characters")
    return text


Line = Annotated[str, AfterValidator(_line)]

Day = Annotated[date, BeforeValidator(_day), WithJsonSchema({"type": "string", "format": "date"})]


class ReportSpec(BaseModel):
    """The file of a report, and what stands where it is signed."""

    model_config = CONFIG

    file: Path | None = None
    prepared_by: Line | None = None
    prepared_for: Line | None = None
    purpose: Line | None = None
    legal_basis: Line | None = None
    exception: Line | None = None
    valid_until: Day | None = None
    language: Language | None = None

    @property
    def said(self) -> dict[str, str]:
        """What is said of it besides its file, by the word, each as a text."""
        found: dict[str, str] = self.model_dump(mode="json", exclude={"file", "language"}, exclude_none=True)
        return found

    @property
    def without_file(self) -> ReportSpec:
        """The report that is written nowhere."""
        return self.model_copy(update={"file": None})


def report_words(value: Any) -> Any:
    """Return the words of a report, for which its file may stand alone."""
    if value is None:
        return ReportSpec()
    return {"file": value} if isinstance(value, str | Path) else value
