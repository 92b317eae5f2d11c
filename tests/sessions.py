"""Sessions at the command line: what is typed, and the agreed text of what it prints and writes.

A file of `tests/cli/sessions` has sessions with a name each. `+ FILE` writes a file of the lines
that follow; `$ sqlmetrics ..` runs a command; `$ cat FILE` shows a file, and a page as its texts;
`> ..` is an expression of Python. What they give stands below: standard output indented, standard
error behind `!`, and the exit code, where it is not 0, behind `=`.

As a script it plays all sessions and writes the files anew: `git diff` shows what differs.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import sqlmetrics
from conftest import ROOT, Run
from sqlmetrics.cli.app import main

FOLDER = Path(__file__).parent / "cli" / "sessions"

COLUMNS = 110
"""The width of the terminal that sessions are played in."""

OTHERWISE: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (re.escape(sqlmetrics.__version__), "VERSION"),
    (r"\b(duckdb|python)( |[^\w\n]{2,4})\d+\.\d+\.\d+", r"\1\2VERSION"),
    (r"\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b|\b[0-9a-f]{12}…", "DIGEST"),
    (r" at 0x[0-9a-f]+", " at PLACE"),
    (r"\d{4}-\d\d-\d\dT[\d:]+\.\d+Z", "NOW"),
    (
        r'\d+\.\d+ s\b|(?<="seconds": )[\d.]+|\btime(?:stamp)?="[^"]*"|(?<=_seconds) [\d.]+|(?<=_seconds)({.*}) [\d.]+',
        "SECONDS",
    ),
    (r"\d+\.\d{11,}(?:e-?\d+)?", lambda found: f"{float(found[0]):.9g}"),
)
"""What another release, another version or another machine writes, and what stands for it."""

TYPED = ("$ ", "> ", "+ ")
"""The beginnings of lines that somebody types."""


class Session(NamedTuple):
    """A session: its name, what is typed with the lines of each file, and all of its text."""

    name: str
    typed: tuple[tuple[str, str], ...]
    text: str


def sessions(path: Path) -> Iterator[Session]:
    """Give the sessions of a file."""
    for part in re.split(r"(?m)^(?=# )", path.read_text(encoding="utf-8"))[1:]:
        name, *lines = part.rstrip("\n").split("\n")
        typed: list[tuple[str, str]] = []
        for line in lines:
            if line.startswith(TYPED):
                typed.append((line, ""))
            elif typed and typed[-1][0].startswith("+ "):
                typed[-1] = (typed[-1][0], f"{typed[-1][1]}{line[2:]}\n")
        yield Session(name[2:], tuple(typed), "\n".join(lines))


def run(*arguments: str) -> Run:
    """Run a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with (
        patch.object(sys, "argv", ["sqlmetrics", *arguments]),
        patch.dict(os.environ, {"COLUMNS": str(COLUMNS)}),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
    return Run(code, out.getvalue(), err.getvalue())


def told(ended: Run) -> str:
    """Return what a command printed and how it ended, in the lines of a session."""
    lines = [*behind(ended.out, "  "), *behind(ended.err, "! ")]
    return "\n".join([*lines, *([f"= {ended.code}"] if ended.code else [])])


def behind(text: str, start: str) -> list[str]:
    """Return the lines of a text behind a start, without what another release or folder changes."""
    for pattern, shown in OTHERWISE:
        text = re.sub(pattern, shown, text)
    return [f"{start}{line}".rstrip() for line in text.rstrip("\n").split("\n")] if text else []


def shown(path: Path) -> str:
    """Return the text of a file, and of a page its texts."""
    if not path.exists():
        return "there is no such file"
    text = path.read_text(encoding="utf-8")
    return texts_of_page(text) if path.suffix == ".html" else text


class Texts(HTMLParser):
    """The texts of a page, a line for each element; charts are digests of what they draw."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._apart = 0
        self._drawn = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the attributes of what is drawn."""
        self._apart += tag in {"style", "script", "svg"}
        if self._apart:
            self._drawn += f"{tag} {attrs} "
        self.lines += [f"{name}: {value}" for name, value in attrs if name in {"title", "aria-label"}]

    def handle_endtag(self, tag: str) -> None:
        """Give a chart's digest."""
        if tag in {"style", "script", "svg"}:
            self._apart -= 1
            if tag == "svg":
                self.lines.append(f"[{sha256(self._drawn.encode()).hexdigest()[:12]}]")
            self._drawn = ""

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if self._apart:
            self._drawn += data
        elif words := " ".join(data.split()):
            self.lines.append(words)


def texts_of_page(text: str) -> str:
    """Return the texts of a page."""
    texts = Texts()
    texts.feed(text)
    return "\n".join(texts.lines)


def value(expression: str) -> str:
    """Return what an expression of Python gives, or its error."""
    import duckdb
    import pandas as pd

    try:
        return str(eval(expression, {"sqlmetrics": sqlmetrics, "duckdb": duckdb, "pd": pd, "Path": Path}))  # noqa: S307
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def played(session: Session, run: Callable[..., Run] = run) -> str:
    """Return the text of a session that is played in the working folder."""
    lines = []
    for line, content in session.typed:
        lines.append(line)
        words = shlex.split(line[2:]) if line.startswith("$ ") else []
        if line.startswith("+ "):
            Path(line[2:]).write_text(content, encoding="utf-8")
            lines += [f"  {each}".rstrip() for each in content.rstrip("\n").split("\n")]
        elif line.startswith("> "):
            lines += behind(value(line[2:]), "  ")
        elif words[0] == "cat":
            lines += behind(shown(Path(words[1])), "  ")
        elif answer := told(run(*words[1:])):
            lines.append(answer)
    return "\n".join(lines)


def answered(commands: Mapping[str, str], folder: Path) -> str:
    """Return sessions of one command each, by their names, played in a folder."""
    with chdir(folder):
        parts = (
            f"# {name}\n{played(Session(name, ((f'$ sqlmetrics {line}', ''),), ''))}\n"
            for name, line in commands.items()
        )
        return "\n".join(parts)


def in_folder(folder: Path) -> Any:
    """Make a folder the working folder, with the fixtures in it."""
    (folder / "fixtures").symlink_to(ROOT / "fixtures")
    return chdir(folder)


def written(path: Path) -> str:
    """Return the text of a file whose sessions are played anew."""
    head = path.read_text(encoding="utf-8").partition("# ")[0]
    parts = []
    for session in sessions(path):
        with tempfile.TemporaryDirectory() as folder, in_folder(Path(folder)):
            parts.append(f"# {session.name}\n{played(session)}\n")
    return head + "\n".join(parts)


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(map(str, FOLDER.glob("*.txt"))):
        Path(name).write_text(written(Path(name)), encoding="utf-8")
