"""The tests of what has changed since a revision: of the changed streets, and of those behind.

Each street imports only from those before it, so no other test can see the change. A street behind
that imports none of the changed modules, by whatever way, is left out, too. A change outside the
package, its macros, the pages and the files of tests asks for all.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from architecture import STREETS, Modules, modules, ours, street

ROOT = Path(__file__).resolve().parent.parent

ALL = ["tests"]

PLACES = {
    "release.attack": ("tests/release",),
    "release.utility": ("tests/release",),
    "dbt": ("tests/dbt", "tests/test_metric_pages.py"),
    "doors": ("tests/test_python.py", "tests/files/test_footprint.py"),
}
"""The tests that lie elsewhere than in a folder of their street's name."""

ALWAYS = ("tests/test_architecture.py", "tests/test_docs.py")
"""The tests that take the house as a whole, in little time."""

MACROS = {"risk": "scoring", "release": "release.attack", "advice": "advice", "output": "output"}
"""The first street that reads a folder of macros; the others are those of statements."""


def changed(revision: str) -> list[str]:
    """Return the files that differ from a revision, those that git does not know yet included."""
    listed = []
    for arguments in (("diff", "--name-only", revision), ("ls-files", "--others", "--exclude-standard")):
        done = subprocess.run(("git", *arguments), cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"tests/since.py: {done.stderr.strip()}")
        listed += done.stdout.splitlines()
    return listed


def seen_by(files: Iterable[str], known: Modules) -> list[str]:
    """Return the files and folders of tests that can see a change of files."""
    streets: set[str] = set()
    touched: set[str] = set()
    own: set[str] = set()
    for name in files:
        first, *rest = Path(name).parts
        if first == "sqlmetrics" and name.endswith((".py", ".pyi")):
            module = ".".join(Path(*rest).with_suffix("").parts).removesuffix("__init__").removesuffix(".")
            touched.add(module)
            streets.add(street(module))
        elif first == "templates" and rest[0] == "macros":
            streets.update(STREETS[STREETS.index(MACROS.get(rest[1], "statement")) :])
            own.update(PLACES["dbt"])
        elif first == "tests" and Path(name).name.startswith("test_"):
            own.add(name)
        elif first == "docs" or name in {"README.md", "CHANGELOG.md", "CONTRIBUTING.md"}:
            continue
        else:
            return ALL
    streets |= {street(name) for name in behind(touched, known)}
    if "root" in streets:
        return ALL
    found = {*own, *ALWAYS}
    for place in streets:
        found.update(PLACES.get(place, (f"tests/{place}",)))
    if streets & {"statement", "spec"}:
        found.update(PLACES["dbt"])
    return sorted(found)


def behind(touched: set[str], known: Modules) -> set[str]:
    """Return modules with all that import them, by whatever way."""
    importers: dict[str, set[str]] = {}
    for name, module in known.items():
        for imported in module.imports:
            target = ours(imported.target)
            if target is not None:
                importers.setdefault(target, set()).add(name)
    reached, waiting = set(touched), list(touched)
    while waiting:
        new = importers.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def main() -> None:
    """Print the tests, one on each line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision", help="a commit, a branch or a tag")
    seen = seen_by(changed(parser.parse_args().revision), modules(ROOT))
    found = [name for name in seen if (ROOT / name).exists()]  # a test that is gone is none
    sys.stdout.write("\n".join(found) + "\n")


if __name__ == "__main__":
    main()
