"""The rules of prose: riddles and long sentences only become fewer.

A riddle is a phrase that leaves its noun to the reader. `tests/prose.csv` has how often each may
stand in each street; `python tests/prose.py` lowers the counts to today's, and raises none.
"""

from __future__ import annotations

import ast
import csv
import inspect
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from architecture import modules

PHRASES = {
    "of which": r"\bof (?:which|whom)\b",
    "so many": r"\bso (?:many|few|much)\b(?! (?:as|that)\b)",
    "those that": r"\bthose (?:that|who|which)\b",
    "that of": r"\b(?:that|those) of\b",
    "is of": r"\b(?:is|are|was|were) of\b",
    "whoever": r"\bwhoever\b",
}
"""What stands for a noun that the reader must find, each with how it is recognised."""

LONG = "a long sentence"
"""What a sentence of a docstring above `LENGTH` is counted as."""

LENGTH = 175
"""The characters of the longest sentence of a docstring that is read without going back."""

COUNTS = Path("tests", "prose.csv")


class Place(NamedTuple):
    """What a rule found: the street, or the folder beside the package, the phrase, and where."""

    street: str
    phrase: str
    where: str


def found(folder: Path) -> list[Place]:
    """Return the riddles and long sentences of a project's modules, macros and pages."""
    return [*_in_modules(folder), *_in_macros(folder), *_in_pages(folder)]


def _in_modules(folder: Path) -> Iterator[Place]:
    """Give what is found in the texts of modules, and the long sentences of their docstrings."""
    for module in modules(folder).values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                yield from _phrases(node.value, module.street, module.path, node.lineno)
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                for sentence in sentences(node.value.value):
                    if len(sentence) > LENGTH:
                        yield Place(module.street, LONG, f"{module.path}:{node.lineno}: {sentence}")


def _in_macros(folder: Path) -> Iterator[Place]:
    """Give what is found in the headers and comments of macros."""
    for path in sorted((folder / "templates" / "macros").rglob("*.sql")):
        text = path.read_text()
        for comment in re.finditer(r"\{#.*?#\}", text, re.DOTALL):
            line = text.count("\n", 0, comment.start()) + 1
            yield from _phrases(comment[0], "macros", str(path.relative_to(folder)), line)


def _in_pages(folder: Path) -> Iterator[Place]:
    """Give what is found in pages written by hand, outside what is shown of commands."""
    generated = (
        "docs/reference/metrics/",
        "docs/reference/command_line.md",
        "docs/reference/spec.md",
        "docs/develop/streets.md",
    )
    for path in (folder / "README.md", *sorted((folder / "docs").rglob("*.md"))):
        shown = path.relative_to(folder).as_posix()
        if path.exists() and not shown.startswith(generated):
            prose = re.sub(
                r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), path.read_text(), flags=re.S | re.M
            )
            yield from _phrases(prose, "pages", shown, 1)


def _phrases(text: str, street: str, path: str, first: int) -> Iterator[Place]:
    """Give the phrases of a text, of which a line break may be part."""
    for name, pattern in PHRASES.items():
        for match in re.finditer(pattern.replace(" ", r"\s+"), text, re.IGNORECASE):
            yield Place(
                street, name, f"{path}:{first + text.count(chr(10), 0, match.start())}: {' '.join(match[0].split())}"
            )


def sentences(docstring: str) -> list[str]:
    """Return the sentences of a docstring, each on one line.

    A sentence also ends where a block with another indentation, an item of a list or a row of a
    table begins.
    """
    blocks: list[list[str]] = [[]]
    indentation = 0
    for line in inspect.cleandoc(docstring).splitlines():
        words = line.strip()
        here = len(line) - len(line.lstrip())
        if not words or here != indentation or re.match(r"[-*|]|\w+: ", words) or re.search(r"\S {2,}\S", words):
            blocks.append([])
        blocks[-1].append(words)
        indentation = here
    texts = [" ".join(block).strip() for block in blocks]
    return [sentence for text in texts if text for sentence in re.split(r"(?<=[.!?])\s+", text)]


def growing_riddles(folder: Path) -> list[str]:
    """Return the streets in which a phrase, or a long sentence, stands more often than counted."""
    path = folder / COUNTS
    allowed = counted(path)
    places: dict[tuple[str, str], list[str]] = {}
    for street, phrase, where in found(folder):
        places.setdefault((street, phrase), []).append(where)
    return [
        f"{street}: {phrase} stands {len(where)} times, not {allowed[street, phrase]}; name the thing, or make two "
        f"sentences of it: {'; '.join(where)}"
        for (street, phrase), where in places.items()
        if len(where) > allowed[street, phrase]
    ]


def counted(path: Path) -> Counter[tuple[str, str]]:
    """Return how often each phrase may stand in each street."""
    if not path.exists():
        return Counter()
    with path.open(newline="") as file:
        return Counter({(row["street"], row["phrase"]): int(row["count"]) for row in csv.DictReader(file)})


def lowered(allowed: Counter[tuple[str, str]], places: Iterable[Place]) -> Counter[tuple[str, str]]:
    """Return the counts of today, where they are lower than those allowed."""
    today = Counter((street, phrase) for street, phrase, _ in places)
    return today & allowed if allowed else today


def main() -> None:
    """Write the counts of the working tree, none above what it was."""
    root = Path(__file__).resolve().parent.parent
    counts = lowered(counted(root / COUNTS), found(root))
    with (root / COUNTS).open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("street", "phrase", "count"))
        writer.writerows((*key, number) for key, number in sorted(counts.items()))


if __name__ == "__main__":
    main()
