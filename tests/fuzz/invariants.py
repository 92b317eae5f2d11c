"""What holds for every command line, however wrong its words are."""

from __future__ import annotations

import json
import re
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from faults.calls import Ended, call, within
from fuzz.cases import Case
from fuzz.pool import CANARY, NUMBER, Pool

LONGEST = 6_000
"""The most characters of messages."""

SECONDS = 3.0
"""The most seconds of processor time of a case, of which most take hundredths."""

GIVES_UP = 10.0
"""Seconds of processor time after which a case is stopped, which is an error."""

FAILED = {"advise", "check", "release", "run"}
"""The commands that may end with 1."""

HOLDS_VALUES = {"count", "records", "release"}
"""The commands whose file holds values, as they say."""

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that a terminal acts on."""

ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
"""The marks that set a name apart in a page, so that it cannot turn the words around it."""

WORKFLOW = re.compile(r"^::", re.MULTILINE)
"""The start of a command to GitHub Actions."""

Stamps = dict[str, tuple[int, int, int]]


class TooLongError(BaseException):
    """A case that does not end; nothing catches this but the harness."""


class Outcome(NamedTuple):
    """A case, how it ended, and what was wrong."""

    case: Case
    ended: Ended | None
    problems: list[str]


def stamps(folder: Path) -> Stamps:
    """Return inode, size and time of change of each file below a folder."""
    found = {}
    for path in folder.rglob("*"):
        facts = path.stat()
        found[str(path)] = (facts.st_ino, facts.st_size, facts.st_mtime_ns)
    return found


@contextmanager
def _bounded() -> Iterator[None]:
    """Stop a case that does not end."""

    def stop(*_: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, GIVES_UP)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def tried(pool: Pool, case: Case) -> Outcome:
    """Run a case, and return what is wrong with how it ended."""
    out = pool.folder / "out"
    for entry in [*out.iterdir(), *(pool.folder / "tmp").iterdir()]:
        shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
    if case.spec is not None:
        (out / "spec.yml").write_bytes(case.spec.encode("utf-8", "surrogatepass"))
    if any("out/past" in word for word in case.arguments):
        shutil.copyfile(pool.folder / "in/past.duckdb", out / "past.duckdb")
    before = stamps(pool.folder / "in")
    started = time.process_time()
    try:
        with within(pool.folder, pool.folder / "tmp"), _bounded():
            ended = call(case.arguments)
    except TooLongError:
        return Outcome(case, None, ["it does not end"])
    except BaseException as error:
        return Outcome(case, None, [f"{type(error).__name__} leaves main: {error}"])
    problems = _ending(case, ended) + _shown(case, ended, out)
    seconds = time.process_time() - started
    problems += [f"{seconds:.1f} s of processor time"] if seconds > SECONDS else []
    problems += [] if stamps(pool.folder / "in") == before else ["an input was changed"]
    problems += [f"left behind: {entry.name}" for entry in (pool.folder / "tmp").iterdir()]
    problems += [f"left behind: {path.name}" for path in out.rglob("*") if path.name.startswith(".")]
    strays = {entry.name for entry in pool.folder.iterdir()} - {"in", "out", "tmp"}
    problems += [f"written elsewhere: {name}" for name in strays]
    files = [path for path in out.iterdir() if path.is_file() and path.name != "spec.yml"]
    problems += [f"{path.name} is half written" for path in files if _is_half(case, path)]
    return Outcome(case, ended, problems)


def _is_half(case: Case, path: Path) -> bool:
    """Return whether an output is not complete, as far as its content tells."""
    content = path.read_bytes()
    if content.startswith(b"PAR1"):
        return len(content) < 12 or not content.endswith(b"PAR1")
    if content.startswith(b"<?xml"):
        return bool(_unparsed("junit", content.decode()))
    if path.suffix == ".json" and _form(case) in {None, "json"}:
        return bool(_unparsed("json", content.decode()))
    return not content


def _ending(case: Case, ended: Ended) -> list[str]:
    """Return what is wrong with the exit code and the messages."""
    allowed = {0, 2, 3} | ({1} if case.arguments[0] in FAILED else set())
    problems = [] if ended.code in allowed else [f"exit code {ended.code}"]
    problems += [f"'{word}' on standard error" for word in ("Traceback", "please report") if word in ended.err]
    problems += ["an error without a message"] if ended.code in {2, 3} and not ended.err.strip() else []
    problems += ["control characters in messages"] if CONTROL.search(ended.err) else []
    problems += ["a workflow command in messages"] if WORKFLOW.search(ended.err) else []
    problems += [f"{len(ended.err)} characters of messages"] if len(ended.err) > LONGEST else []
    form = _form(case)
    if ended.code < 2 and not {"-o", "--output", "--print-sql", "--explain", "--list"} & set(case.arguments):
        problems += _unparsed(form, ended.out)
    if form in {None, "table", "markdown"} and case.arguments[0] not in {"sql", "init", "epsilon plan"}:
        printed = {"--print-sql", "--explain"} & set(case.arguments)
        text = ended.out.translate(ISOLATES) if case.arguments[0] == "report" else ended.out
        problems += ["control characters in a report"] if not printed and CONTROL.search(text) else []
    return problems


def _form(case: Case) -> str | None:
    """Return the form of the result, as the last flag gives it."""
    forms = [word for flag, word in zip(case.arguments, case.arguments[1:], strict=False) if flag in {"-f", "--format"}]
    return forms[-1] if forms else None


def _unparsed(form: str | None, text: str) -> list[str]:
    """Return what is wrong with a result that programs read."""
    try:
        if form == "json":
            json.loads(text, parse_constant=lambda word: _raise(word))
        elif form == "junit":
            ElementTree.fromstring(text)
    except ValueError as error:
        return [f"{form} does not parse: {error}"]
    except ElementTree.ParseError as error:
        return [f"{form} does not parse: {error}"]
    return []


def _raise(word: str) -> None:
    """Raise ValueError, as JSON has no such number."""
    raise ValueError(word)


def _shown(case: Case, ended: Ended, out: Path) -> list[str]:
    """Return where values, or a password, are shown that must not be."""
    texts = {"standard output": ended.out, "standard error": ended.err}
    for path in out.rglob("*"):
        if path.is_file() and path.name != "spec.yml" and case.arguments[0] not in HOLDS_VALUES:
            if "--records" in case.arguments and path.name.startswith("records"):
                continue
            texts[path.name] = path.read_bytes().decode("latin-1")
    problems = [f"a password in {name}" for name, text in texts.items() if "CANARYPASSWORD" in text]
    if case.shows_values:
        return problems
    own = " ".join([*case.arguments, case.spec or ""])
    printed = case.arguments[0] == "sql" or {"--print-sql", "--explain"} & set(case.arguments)
    if printed and any(file in own for file in ("in/mapping.csv", "in/hierarchy.csv")):
        own += f" {NUMBER}"  # a statement holds the recoding that it was given
    found = [word for word in (CANARY, str(NUMBER)) if word not in own]
    return problems + [f"a value in {name}" for name, text in texts.items() for word in found if word in text]
