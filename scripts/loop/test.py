"""All that a change must pass: environments, style, types, tests. What follows -- is pytest's."""

from __future__ import annotations

import argparse
import difflib
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import NoReturn

from loop.commands import output_of, run
from loop.environments import ENVIRONMENTS, SECONDS, make, missing, older_duckdb
from loop.memory import LEFT, NEEDED, check_room, files_in_memory
from loop.steps import ROOT, StepError, Steps

COMMAND = "scripts/test"

PYTHON = ENVIRONMENTS["dev"].python

OLDER_TESTS = (
    "advice/test_advise",
    "engine/test_opening",
    "output/test_kept",
    "risk/test_models",
    "risk/test_papers",
    "risk/test_population",
    "risk/test_reference",
    "risk/test_roll_up",
    "spec/test_partition",
    "statement/test_duckdb_versions",
    "statement/test_statement",
)
"""The tests that score with DuckDB, which `--engines all` runs again with DuckDB 1.5."""

PYTEST = ("-m", "pytest", "--numprocesses", "2", "--dist", "loadgroup", "--no-loadscope-reorder")

APART = ("dbt", "schedulers", "noise", "smartnoise", "quality")
"""The environments beside the tests' own that `--engines all` needs."""

NO_TESTS = 5
"""The exit code of pytest where no test was chosen."""

SETTING_UP, STYLE, TYPES, TESTS, OLDER = "environments", "style", "types", "tests", "tests with DuckDB 1.5"

EXPECTED = {STYLE: 2.0, TYPES: 25.0, TESTS: 210.0, OLDER: 120.0}
"""The seconds of the steps where nothing is known of the machine yet."""

DOTS = re.compile(r"[.sxXFE]*\s*\[\s*(\d+)%\]")
"""A pattern of a line of dots of pytest, which ends with the percentage of finished tests."""

QUIET = re.compile(
    r"(bringing up nodes\.\.\.|[.sxXFE]*|=+ test session starts =+|(platform|cachedir|rootdir|config"
    r"file|plugins|testpaths|created|hypothesis profile|scheduling|\d+ workers).*)"
)
"""A line of pytest that says nothing to somebody who waits."""


class Parser(argparse.ArgumentParser):
    """The parser of the command line, whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        """End with 2, after the message and the nearest flag."""
        words = [word for word in message.split() if word.startswith("-")]
        flags = [flag for action in self._actions for flag in action.option_strings]
        near = difflib.get_close_matches(words[0], flags, 1) if words else []
        hint = f"did you mean {near[0]}?" if near else f"{COMMAND} --help lists the flags; pytest's go after --"
        print(f"{COMMAND}: {message}; {hint}", file=sys.stderr)
        sys.exit(2)


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """Return what the command line asks for; its `options` are those of pytest."""
    listed = list(arguments)
    place = listed.index("--") if "--" in listed else len(listed)
    parser = Parser(prog=COMMAND, description=__doc__, allow_abbrev=False)
    parser.add_argument("tests", nargs="*", help="files or folders of tests, costly ones too; all by default")
    parser.add_argument("--engines", metavar="NAMES", help="databases, or `all`: all of them, and what takes long")
    parser.add_argument("--since", metavar="REV", help="the tests that can see what changed since a commit")
    parser.add_argument("-k", metavar="WORDS", help="the tests whose names have the words")
    parser.add_argument("-x", action="store_true", help="end at the first failure")
    asked = parser.parse_args(listed[:place])
    for name in asked.tests:
        if not (ROOT / name.partition("::")[0]).exists():
            parser.error(f"there is no file or folder {name}")
    named = [] if asked.engines is None else ["--engines", asked.engines]
    chosen = [] if asked.k is None else ["-k", asked.k]
    asked.options = [*named, *chosen, *(["-x"] if asked.x else []), *listed[place + 1 :]]
    return asked


def changed_tests(revision: str) -> list[str]:
    """Return the tests that can see what changed since a revision. Raises StepError for none."""
    done = subprocess.run(
        [sys.executable, "tests/since.py", revision], cwd=ROOT, check=False, capture_output=True, text=True
    )
    if done.returncode:
        first = done.stderr.partition("\n")[0]
        raise StepError(f"{COMMAND}: --since {revision}: {first.removeprefix('tests/since.py: fatal: ')}", 2)
    return done.stdout.split()


def check_style(steps: Steps) -> None:
    """Check the style of the code. Raises StepError where it is not kept."""
    with steps.step(STYLE):
        for arguments in (("check",), ("format", "--check")):
            if run([PYTHON.parent / "ruff", *arguments], log="style", command=COMMAND):
                steps.say(output_of("style"))
                raise StepError(
                    f"{COMMAND}: the style is not kept; {PYTHON.parent.parent.name}/bin/ruff check --fix"
                    " and ruff format mend most of it"
                )


def check_types(steps: Steps) -> None:
    """Check the types. A checker that breaks down is tried once more, alone."""
    with steps.step(TYPES):
        mypy = str(PYTHON.parent / "mypy")
        code = run([mypy, "--num-workers", "2"], log="types", command=COMMAND)
        if code not in (0, 1):
            steps.say("a worker of the type checker broke down; once more, with one alone ..")
            code = run([mypy], log="types", command=COMMAND)
        if code:
            steps.say(output_of("types"))
            raise StepError(f"{COMMAND}: the types do not fit")


def run_tests(steps: Steps, name: str, record: str, options: Sequence[str], environment: Mapping[str, str]) -> None:
    """Run tests, and show how far they are. Raises StepError where one fails."""

    def show(line: str) -> None:
        dots = DOTS.fullmatch(line.strip())
        if dots is not None:
            steps.reached(int(dots[1]) / 100)
        elif not QUIET.fullmatch(line.strip()):
            steps.say(line)

    arguments = [str(PYTHON), *PYTEST, "--junitxml", f".cache/{record}.xml", *options]
    with steps.step(name):
        code = run(arguments, log=record, command=COMMAND, environment=environment, on_line=show)
        if code == NO_TESTS:
            raise StepError(f"{COMMAND}: no test has these words", 2)
        if code:
            check_room(COMMAND, environment, LEFT)
            raise StepError(f"{COMMAND}: tests fail; all that they print is in .cache/logs/{record}.log")


def test(asked: argparse.Namespace) -> None:
    """Run the steps that the command line asks for. Raises StepError at the first that fails."""
    whole = asked.engines == "all"
    environments = ["engines", *APART] if whole else ["dev", "dbt"]
    tests = [*asked.tests, *(changed_tests(asked.since) if asked.since else [])]
    needed = missing(environments)
    expected = {SETTING_UP: max(SECONDS[name] for name in needed)} if needed else {}
    partial = asked.since or asked.tests or asked.k
    expected |= {name: seconds for name, seconds in EXPECTED.items() if whole or name != OLDER}
    steps = Steps(expected)
    with files_in_memory() as environment:
        check_room(COMMAND, environment, NEEDED)
        if needed:
            with steps.step(SETTING_UP):
                make(needed, COMMAND)
        check_style(steps)
        check_types(steps)
        run_tests(steps, TESTS, "tests", [*asked.options, *tests], environment)
        if whole and not partial:
            older = {**environment, "PYTHONPATH": str(older_duckdb(COMMAND))}
            files = [f"tests/{name}.py" for name in OLDER_TESTS]
            words = ["--engines", "sqlite", "--roll-up", "--costly"]
            run_tests(steps, OLDER, "tests-duckdb-1.5", [*asked.options, *words, *files], older)


def main(arguments: Sequence[str]) -> int:
    """Run what the command line asks for, and return the exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        test(parsed(arguments))
    except StepError as error:
        print(error, file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
