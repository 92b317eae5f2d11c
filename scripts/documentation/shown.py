"""What a page shows, as it is now: outputs of commands, sessions of Python, and files."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from collections.abc import Callable

from documentation.console import ROOT, printed

CONSOLE = re.compile(r"^(?P<indent> *)```console\n(?P<body>.*?)^ *```$", re.DOTALL | re.MULTILINE)
"""A block of commands after `$`, each with its output below."""

COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)$", re.MULTILINE)
"""A command of a block; a backslash at the end of a line continues it on the next."""

CONTINUED = re.compile(r" *\\\n *")
"""The place where a command goes on in the next line."""

SESSION = re.compile(r"^```python\n(?P<body>>>> .*?)^```$", re.DOTALL | re.MULTILINE)
"""A block of a Python session; the blocks of a page are one session."""

FILE = re.compile(r'^(?P<opening>```\w+ title="(?P<path>[\w./-]+)")\n.*?^```$', re.DOTALL | re.MULTILINE)
"""A block with a file of the project; its title is the path."""


def rerun(page: str, name: str, run: Callable[[str], str] = printed) -> str:
    """Return a page with what its commands and sessions print now, and its files as they are.

    `name` is the page's in messages. Raises RuntimeError for a command that fails, and what a
    session raises.
    """
    names: dict[str, object] = {}
    page = FILE.sub(lambda block: f"{block['opening']}\n{_file(block['path'])}\n```", page)
    page = CONSOLE.sub(lambda block: _console(block, run), page)
    return SESSION.sub(lambda block: _session(block["body"], names, name), page)


def _console(block: re.Match[str], run: Callable[[str], str]) -> str:
    indent = block["indent"]
    body = re.sub(f"^{indent}", "", block["body"], flags=re.MULTILINE)
    commands = COMMAND.findall(body)
    lines = "".join(f"$ {command}\n{run(CONTINUED.sub(' ', command))}" for command in commands)
    text = f"```console\n{lines}```"
    return "\n".join(f"{indent}{line}" if line else "" for line in text.splitlines())


def _file(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8").rstrip()


def _session(body: str, names: dict[str, object], page: str) -> str:
    text = ""
    with contextlib.chdir(ROOT):
        for example in doctest.DocTestParser().get_examples(body):
            shown = io.StringIO()
            with contextlib.redirect_stdout(shown):
                exec(compile(example.source, page, "single"), names)  # noqa: S102 - the page's own text
            source = example.source.rstrip().replace("\n", "\n... ")
            text += f">>> {source}\n" + "".join(f"{line.rstrip()}\n" for line in shown.getvalue().splitlines())
    return f"```python\n{text}```"
