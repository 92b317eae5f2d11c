"""The documentation is the truth: what it shows is run, and what is generated is current."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from conftest import ROOT, Run
from documentation import __main__ as documentation
from documentation import contents, metric_pages, notebook
from documentation.shown import rerun
from documentation.terms import linked
from sqlmetrics.statement.catalogue import Metric, every_metric
from sqlmetrics.version import __version__

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
NOTEBOOK = ROOT / "docs" / "tutorials" / "notebook.ipynb"


METRICS = ROOT / "docs" / metric_pages.FOLDER
"""The folder of the pages of metrics, which are generated with all that they show."""

SHOWING = re.compile(r"```console\n|```python\n>>> |```\w+ title=")

WRITTEN = [page for page in PAGES if page.parent != METRICS and SHOWING.search(page.read_text())]

QUICK = [make for make in documentation.GENERATORS if make not in (metric_pages.pages, notebook.pages)]
"""What makes pages without scoring anything."""


def behind(pages: Mapping[Any, str]) -> list[str]:
    """Return which generated pages are not as their subject is now."""
    texts = {documentation.DOCS / path: f"{text.rstrip()}\n" for path, text in pages.items()}
    return [path.name for path, text in texts.items() if not path.exists() or path.read_text() != text]


@pytest.mark.parametrize("make", QUICK, ids=lambda make: make.__module__.partition(".")[2])
def test_generated_pages_are_current(make: Callable[[], Mapping[Path | str, str]]) -> None:
    """Each generated page is as its subject is now."""
    assert behind(make()) == [], "run scripts/docs write"


@pytest.mark.xdist_group("documentation")
@pytest.mark.parametrize("metric", every_metric().values(), ids=lambda metric: metric.name)
def test_the_page_of_a_metric_is_current(metric: Metric) -> None:
    """The page of a metric shows what the commands print for its example."""
    assert behind({METRICS / f"{metric.name}.md": metric_pages.metric_page(metric)}) == [], "run scripts/docs write"


def test_indexes_are_current() -> None:
    """The indexes of metrics and of the site are as their pages, none of a metric that has gone."""
    assert behind({METRICS / "index.md": metric_pages.index_page(every_metric())}) == [], "run scripts/docs write"
    assert behind({contents.PAGE: contents.contents({})}) == [], "run scripts/docs write"
    assert {page.stem for page in METRICS.glob("*.md")} == {"index", *every_metric()}


@pytest.mark.thorough
@pytest.mark.xdist_group("documentation")
def test_the_notebook_is_current() -> None:
    """The notebook has the outputs that its cells have now."""
    assert behind(notebook.pages()) == [], "run scripts/docs write"


@pytest.mark.sampled(3)
@pytest.mark.xdist_group("documentation")
@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_shows_is_what_is_printed(page: Path) -> None:
    """Commands and sessions of a page print what stands below them, and files are as shown."""
    text = page.read_text()
    assert rerun(text, page.name) == text, "run scripts/docs write"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages of the site, built strictly: no dead link, no page outside the navigation."""
    folder = tmp_path_factory.mktemp("site")
    assert documentation.mkdocs("build", "--strict", "--site-dir", str(folder)) == 0
    return {str(page.relative_to(folder)): page.read_text() for page in folder.rglob("*.html")}


def visitors_complaints(page: str) -> list[str]:
    """Return what a visitor of a page would miss, or would not want."""
    titles = len(re.findall(r"<h1\b", page))
    images = re.findall(r"<img\b[^>]*>", page)
    drawings = re.findall(r"<svg[^>]* role=\"img\".*?</svg>", page, flags=re.DOTALL)
    loaded = re.findall(r"<(?:script|link|img|iframe|source)\b[^>]+(?:src|href)=\"?(?:https?:)?//[^>]*>", page)
    return [
        *([f"{titles} titles"] if titles != 1 else []),
        *(f"no text for {image}" for image in images if not re.search(r' alt="[^"]', image)),
        *("no text for a drawing" for drawing in drawings if not re.search("aria-label=|<title>", drawing)),
        *(f"asks another host: {one}" for one in loaded if "canonical" not in one),
        *(f"asks another host: {one}" for one in re.findall(r"url\([\"']?(?:https?:)?//[^)]*|@import[^;]*", page)),
        *(["a bar is escaped"] if re.search(r"<td[^>]*>(?:(?!</td>).)*\\\|", page) else []),
        *(["a formula is not typeset"] if re.search(r"^ *\$\$$", page, flags=re.MULTILINE) else []),
    ]


@pytest.mark.thorough
@pytest.mark.xdist_group("site")
def test_the_site_is_for_its_visitors(site: dict[str, str]) -> None:
    """Each page has one title, a text for each image, and needs no other host."""
    assert len(site) >= len(list((ROOT / "docs").rglob("*.md")))
    assert {name: found for name, page in site.items() if (found := visitors_complaints(page))} == {}
    bad = '<h1>a</h1><h1>b</h1><img src="a.svg"><img alt="a" src="//cdn/a.png"><style>@import "x";</style>'
    assert len(visitors_complaints(bad)) == 4


@pytest.mark.thorough
@pytest.mark.xdist_group("site")
def test_everything_public_is_on_the_page_of_python_once(site: dict[str, str]) -> None:
    """The reference has each public name once, with its parameters listed and not in a lump."""
    page = site["reference/python.html"]
    shown = re.findall(r'<h3 id="sqlmetrics\.(\w+)"', page)
    assert sorted(shown) == sorted(name for name in sqlmetrics.__all__ if name != "__version__")
    assert "<b><code>quasi_identifiers</code></b>" in page
    assert not re.search(r"^-{4,}$|<p>Parameters", page, flags=re.MULTILINE)


@pytest.mark.thorough
@pytest.mark.xdist_group("site")
def test_terms_and_metrics_are_linked_where_a_page_first_uses_them(site: dict[str, str]) -> None:
    """Each page leads to the glossary and to the metrics, once for each word."""
    page = site["explanation/attackers.html"]
    assert page.count('class="term" href="../glossary.html#quasi-identifier"') == 1
    assert page.count('href="../reference/metrics/k_map.html"') == 1
    assert 'class="term"' not in site["glossary.html"]
    text = "# A cell\n\n`cell`, [a cell](x.md): cells of a Cell.\n\n```sh\ncell\n```\n\n`itpr`, `itpr`\n"
    assert linked(text, "a/b.md", {"cell": "cell"}) == text.replace(
        ": cells", ": [cells](../glossary.md#cell){.term}"
    ).replace("`itpr`,", "[`itpr`](../reference/metrics/itpr.md),")
    by_hand = "A [class](glossary.md) and a class."
    assert linked(by_hand, "b.md", {"class": "class"}) == by_hand


@pytest.mark.thorough
@pytest.mark.xdist_group("site")
def test_a_metric_is_found_by_its_question(site: dict[str, str]) -> None:
    """The navigation has each metric under its question, and a page only the list that it is in."""
    page = site["reference/metrics/itpr.html"]
    navigation = page.partition('data-md-type="navigation"')[2].partition('data-md-type="toc"')[0]
    assert 'href="discrimination_rate.html"' in navigation
    assert 'href="k_map.html"' not in navigation


@pytest.mark.thorough
@pytest.mark.xdist_group("site")
def test_the_site_shows_the_outputs_of_the_notebook(site: dict[str, str]) -> None:
    """Each cell that puts something out has it below its code: cards, plots, a frame and texts."""
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    page = site["tutorials/notebook.html"]
    assert page.count('<div class="output">') == sum(bool(cell["outputs"]) for cell in cells)
    assert (page.count('<div class="sqlmetrics">'), page.count("data:image/svg+xml;base64,")) == (5, 3)
    assert "data-cell" not in page


def test_the_readme_is_a_front_page() -> None:
    """It has 250 lines at most, of 100 columns but in tables and outputs, and its links lead."""
    text = README.read_text()
    assert len(text.splitlines()) <= 250
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert [line for line in text.splitlines() if len(line) > 100 and not line.startswith("|")] == []
    for target in re.findall(r"\]\(([^)#]+)\)", prose):
        assert (ROOT / target).exists(), target


def test_the_changelog_keeps_its_form() -> None:
    """The newest version is the package's; versions have dates and sections that are known."""
    text = (ROOT / "CHANGELOG.md").read_text()
    assert [line for line in text.splitlines() if len(line) > 120] == []
    versions = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    heads = [version.partition("\n")[0] for version in versions]
    assert heads[0].startswith(f"[{__version__}] - ")
    dated = r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d"
    assert [head for head in heads[1:] if not re.fullmatch(dated, head)] == []
    assert re.fullmatch(rf"{dated}|\[{re.escape(__version__)}\] - Unreleased", heads[0])
    sections = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    for version in versions:
        found = re.findall(r"^### (.*)$", version, flags=re.MULTILINE)
        assert found
        assert set(found) <= sections
        assert len(set(found)) == len(found)


def test_the_page_of_tests_knows_every_folder() -> None:
    """Each folder and each module of tests/ is in the table of where tests are."""
    table = (ROOT / "docs" / "develop" / "tests.md").read_text().partition("## How long")[0]
    there = [path for path in (ROOT / "tests").iterdir() if path.is_dir() or path.name.startswith("test_")]
    assert [path.name for path in there if path.name[0] not in "._" and f"`{path.name}`" not in table] == []


def test_the_times_of_tests_are_summed_by_folder(tmp_path: Path) -> None:
    """`scripts/test_times` prints the seconds of folders and files from what pytest wrote."""
    further = '<properties><property name="run by" value="--engines all"/></properties>'
    cases = "".join(
        f'<testcase classname="tests.{module}" name="t" time="{seconds}">{mark}</testcase>'
        for module, seconds, mark in (
            ("risk.test_papers", 2, ""),
            ("risk.test_papers", 3, ""),
            ("risk.test_papers", 7, further),
            ("test_docs", 4, ""),
        )
    )
    record = tmp_path / "tests.xml"
    record.write_text(f'<testsuites><testsuite time="7.6">{cases}</testsuite></testsuites>')
    command = [sys.executable, str(ROOT / "scripts" / "test_times"), str(record)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "tests.xml: 4 tests in 8 s" in printed
    assert "| `risk` | 2 | 5 | 1 | 7 |\n| `tests` | 1 | 4 | 0 | 0 |" in printed
    assert "| `risk/test_papers` | 2 | 5 | 1 | 7 |" in printed


def test_the_page_of_tests_has_the_part_that_is_written() -> None:
    """`scripts/test_times --write` finds its place, which has a table with its date and machine."""
    page = (ROOT / "docs" / "develop" / "tests.md").read_text()
    part = page.partition("<!-- scripts/test_times --write -->\n")[2].partition("<!-- end -->")[0]
    assert re.match(r"Measured on \d{4}-\d\d-\d\d: \d+ cores, ", part)
    assert "| folder | tests | seconds | in CI alone | seconds |" in part


def test_the_first_commands_exist() -> None:
    """The README starts with the two commands that do all the set-up."""
    first = README.read_text().partition("```sh\n")[2].partition("```")[0]
    scripts = re.findall(r"^(scripts/\w+)", first, flags=re.MULTILINE)
    assert scripts == ["scripts/demo", "scripts/test"]
    assert all(os.access(ROOT / script, os.X_OK) for script in scripts)


def test_commands_within_sentences_end_well(run: Callable[..., Run]) -> None:
    """A command that names a fixture is one, also where a page does not show what it prints."""
    texts = [
        text for page in PAGES for text in re.findall(r"`sqlmetrics (sql [^`\n]*fixtures/[^`\n]*)`", page.read_text())
    ]
    assert len(texts) > 1
    assert {text: run(*shlex.split(text)).code for text in texts} == dict.fromkeys(texts, 0)


BARE = """
import runpy, sys
from pathlib import Path
sys.path.insert(0, "scripts")
for path in sorted(path for path in Path("scripts").iterdir() if path.is_file() and path.suffix != ".py"):
    if "python" in path.read_text().partition("\\n")[0]:
        sys.modules.pop("environment", None)
        sys.argv, sys.excepthook = [str(path)], sys.__excepthook__
        try:
            runpy.run_path(str(path), run_name="imported")
        except ModuleNotFoundError as error:
            try:
                sys.excepthook(type(error), error, error.__traceback__)
            except SystemExit as end:
                print(end.code, file=sys.stderr)
"""
"""Imports each script that is in Python, and lets it say what is missing."""


def test_a_script_without_packages_says_what_installs_them() -> None:
    """Each script ends with 2 and one line where a package is missing, and never in a traceback."""
    bare = [sys.executable, "-E", "-S"]
    ended = subprocess.run([*bare, "-c", BARE], cwd=ROOT, check=True, capture_output=True, text=True)
    said = ended.stderr.splitlines()
    line = r"scripts/\w+: \w+ is missing; run .+, then \.(?:venv|cache/\w+)/bin/python scripts/\w+"
    assert [one for one in said if not re.fullmatch(f"{line}|2", one)] == []
    assert len(said) > 20
    late = subprocess.run(
        [*bare, "scripts/bench", "--only", "few"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert late.returncode == 2
    assert re.fullmatch(line, late.stderr.strip())


def test_the_partitions_of_the_guide_are_valid(tmp_path: Path) -> None:
    """The partitions that the guide shows are accepted as they stand."""
    from sqlmetrics.spec.reading import read_spec
    from sqlmetrics.statement.planning import build_plan

    (tmp_path / "icd.csv").write_text("value,domain\nflu,J\n")
    (tmp_path / "hierarchies").mkdir()
    (tmp_path / "hierarchies" / "salary.csv").write_text("1;low\n")
    guide = (ROOT / "docs" / "how_to" / "recode.md").read_text()
    (tmp_path / "spec.yml").write_text(guide.partition("```yaml\n")[2].partition("```")[0])
    plan = build_plan(read_spec(tmp_path / "spec.yml"))
    assert [target.partition.name if target.partition else None for target in plan.targets] == [
        None,
        None,
        "kinds",
        "chapters",
        "salary:1",
    ]


@pytest.mark.parametrize("page", [*PAGES, NOTEBOOK], ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_names_a_machine(page: Path) -> None:
    """No page has a path of a home folder, or a host of ours."""
    assert not re.search(r"/home/\w|/root/|/work/", page.read_text())
