"""Write, check, build and serve the documentation."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from documentation import (
    attested,
    combined_words,
    command_line,
    comparison,
    contents,
    crosswalk,
    dialects,
    metric_pages,
    notebook,
    other_words,
    published_limits,
    remarks,
    spec,
    streets,
    stub,
)
from documentation.console import ROOT
from documentation.shown import rerun

DOCS = ROOT / "docs"

GENERATORS = (
    attested.pages,
    combined_words.pages,
    command_line.pages,
    comparison.pages,
    crosswalk.pages,
    dialects.pages,
    metric_pages.pages,
    notebook.pages,
    other_words.pages,
    published_limits.pages,
    remarks.pages,
    spec.pages,
    streets.pages,
    stub.pages,
)
"""What makes whole pages, each from the one place that describes a thing."""


def generated() -> dict[Path, str]:
    """Return the text of each generated page by its path."""
    pages = {DOCS / path: f"{text.rstrip()}\n" for made in GENERATORS for path, text in made().items()}
    return pages | {DOCS / contents.PAGE: contents.contents(pages)}


def current() -> dict[Path, str]:
    """Return each page as it is to be: generated anew, or with what its commands print now."""
    made = generated()
    kept = [path for path in (ROOT / "README.md", *sorted(DOCS.rglob("*.md"))) if path not in made]
    return made | {path: rerun(path.read_text(encoding="utf-8"), path.name) for path in kept}


def stale(pages: Mapping[Path, str]) -> list[Path]:
    """Return the pages that are not as they are to be, also those whose subject has gone."""
    marked = set((DOCS / "reference" / "metrics").glob("*.md"))
    return [
        *(path for path, text in pages.items() if not path.exists() or path.read_text(encoding="utf-8") != text),
        *sorted(marked - pages.keys()),
    ]


def write() -> None:
    """Write every page that is not current, and remove generated ones whose subject has gone."""
    pages = current()
    for path in stale(pages):
        if path in pages:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(pages[path], encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
        else:
            path.unlink()
            print(f"removed {path.relative_to(ROOT)}")


def mkdocs(*arguments: str) -> int:
    """Run the site's builder with its settings, and return its exit code."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'scripts'}", "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", *arguments, "--config-file", str(ROOT / "mkdocs.yml")]
    return subprocess.run(command, env=environment, check=False).returncode


def main() -> int:
    """Run one of the documentation's tasks."""
    parser = argparse.ArgumentParser(prog="scripts/docs", description=__doc__)
    tasks = parser.add_subparsers(dest="task", required=True)
    tasks.add_parser("write", help="write the generated pages, and what commands print")
    tasks.add_parser("check", help="say which pages are not current")
    tasks.add_parser("draw", help="draw the pictures of a report and of the desk, in a browser")
    building = tasks.add_parser("build", help="build the site, strictly")
    building.add_argument("--site", default=".cache/site", help="the folder to build it in")
    serving = tasks.add_parser("serve", help="serve the site, and build it anew on each change")
    serving.add_argument("--address", default="127.0.0.1:8000")
    options = parser.parse_args()
    if options.task == "build":
        return mkdocs("build", "--strict", "--site-dir", str(Path(options.site).resolve()))
    if options.task == "serve":
        return mkdocs("serve", "--dev-addr", options.address)
    if options.task == "draw":
        from documentation.desk_picture import draw_desk
        from documentation.picture import draw

        for path in (*draw(), *draw_desk()):
            print(f"wrote {path.relative_to(ROOT)}")
        return 0
    if options.task == "write":
        write()
        return 0
    behind = stale(current())
    for path in behind:
        print(f"not current: {path.relative_to(ROOT)}; run scripts/docs write", file=sys.stderr)
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())
