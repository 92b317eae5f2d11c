"""A text of a fixed form that remembers its parts, so that pages can say it in a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, SupportsIndex


class Phrase(str):
    """A text in English, with the `form` and the `parts` that it was made of.

    Parts stand in the form by their names in braces. They are phrases, names that stay as they are,
    whole numbers, and pairs of another number and its format.
    """

    form: str
    parts: Mapping[str, object]

    def __new__(cls, form: str, /, **parts: object) -> Self:
        """Make the text of a form and its parts."""
        written = {name: number_text(part) for name, part in parts.items()}
        made = super().__new__(cls, form.format(**written) if parts else form)
        made.form, made.parts = form, parts
        return made

    def replace(self, old: str, new: str, count: SupportsIndex = -1, /) -> Self:
        """Return the phrase with a text replaced in the names and the phrases among its parts."""
        parts = {
            name: part.replace(old, new, count) if isinstance(part, str) else part for name, part in self.parts.items()
        }
        return type(self)(self.form, **parts)


def number_text(part: object) -> Any:
    """Return a part of a phrase as English writes it."""
    if isinstance(part, tuple):
        number, form = part
        return format(number, form)
    return f"{part:,}" if isinstance(part, int) else part
