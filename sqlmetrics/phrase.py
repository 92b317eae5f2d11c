"""A text of a fixed form that remembers its parts, so that pages can say it in a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self


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


def replaced_name(text: str, old: str, new: str) -> str:
    """Return a text with a new name in the place of an old one; a phrase has it in its parts."""
    if not isinstance(text, Phrase):
        return text.replace(old, new)
    parts = {
        name: replaced_name(part, old, new) if isinstance(part, str) else part for name, part in text.parts.items()
    }
    return Phrase(text.form, **parts)


def number_text(part: object) -> Any:
    """Return a part of a phrase as English writes it."""
    if isinstance(part, tuple):
        number, form = part
        return format(number, form)
    return f"{part:,}" if isinstance(part, int) else part
