"""The page of the words of others, from their table."""

from __future__ import annotations

from documentation.markdown import escaped, table
from sqlmetrics.output.other_words import OtherWord, other_words

PAGE = "reference/other_words.md"

TEXT = """\
# Words of others

What is called otherwise elsewhere, and what is here for it. `sqlmetrics metrics WORD` answers the same.

{words}
"""


def pages() -> dict[str, str]:
    """Return the page of the words by its path."""
    rows = [(escaped(", ".join(row.words)), row.here, _link(row)) for row in other_words()]
    return {PAGE: TEXT.format(words=table(("elsewhere", "here", "page"), rows))}


def _link(row: OtherWord) -> str:
    folder, _, name = row.page.partition("/")
    return f"[{name.removesuffix('.md').replace('_', ' ')}]({name if folder == 'reference' else f'../{row.page}'})"
