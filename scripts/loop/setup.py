"""Make the environments that are named, and show how far it is."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from loop.environments import ENVIRONMENTS, SECONDS, make, missing
from loop.steps import StepError, Steps


def set_up(names: Sequence[str], command: str) -> None:
    """Make what is missing of the environments. Raises StepError where one cannot be made."""
    needed = missing(names)
    if not needed:
        return
    name = f"setting up {' and '.join(dict.fromkeys(ENVIRONMENTS[one].place for one in needed))}"
    with Steps({name: max(SECONDS[one] for one in needed)}).step(name):
        make(needed, command)


def main(arguments: Sequence[str]) -> int:
    """Make the environments that the command line names, and return its exit code."""
    names = list(arguments) or ["run"]
    unknown = [name for name in names if name not in ENVIRONMENTS]
    if unknown:
        print(f"scripts/setup: unknown '{unknown[0]}'; there are {', '.join(ENVIRONMENTS)}", file=sys.stderr)
        return 2
    try:
        set_up(names, "scripts/setup")
    except StepError as error:
        print(error, file=sys.stderr)
        return error.code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
