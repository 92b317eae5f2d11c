"""Words of texts for reading: how many there are, and what is left out."""

from __future__ import annotations

from sqlmetrics.scoring.words import TextWords
from sqlmetrics.text import counted, number


def words_sentences(words: TextWords) -> str:
    """Return how many words there are, and which and whose are in no score."""
    what = "word" if words.length == 1 else f"{words.length}-gram"
    said = [f"{counted(words.words, what)} of {counted(words.people, 'person', 'people')}."]
    if words.common:
        said.append(f"Left out, as more than half the people have them: {number(words.common)}.")
    if words.wordless:
        said.append(f"{counted(words.wordless, 'person', 'people')} without another {what}: in no score.")
    return " ".join(said)
