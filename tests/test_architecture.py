"""The streets hold: each imports only from those before it, and every rule fails where broken."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import architecture
from architecture import CHECKS, Check
from conftest import ROOT
from prose import COUNTS, LENGTH, Place, growing_riddles, lowered, sentences
from since import ALL, seen_by

RULES: tuple[Check, ...] = (*CHECKS, growing_riddles)
"""The rules of the streets, and that of their prose."""

SOUND = {
    "__init__.py": 'from sqlmetrics.version import __version__\n_HOMES = {"risk.score": "score"}\n',
    "version.py": '__version__ = "1"\n',
    "table.py": "from sqlmetrics.output.tables import grid\nfrom sqlmetrics.risk.score import score\n",
    "spec/__init__.py": '"""Words.\n\nNot here: rows.\n"""\n',
    "spec/spec.py": "import pydantic\nfrom sqlmetrics.version import __version__\n",
    "statement/render.py": "import jinja2\nfrom sqlmetrics.spec.spec import Spec\n",
    "engine/engine.py": "def connect():\n    import deltalake, duckdb, fsspec, hudi, lance, polars, pyarrow, "
    "pyiceberg, pyreadstat, pyspark, python_calamine, sqlalchemy, weasyprint\n"
    "    raise ValueError('`url`? (mkdir -p DIR)')\n",
    "risk/score.py": "from sqlmetrics.engine.engine import connect\nfrom sqlmetrics.statement.render import render\n"
    "score = connect\n",
    "release/attack/gda.py": "from sqlmetrics.risk.score import score\ndef f():\n    import numpy, pandas, "
    "scipy, sqlglot, yaml\n",
    "release/utility/loss.py": "from sqlmetrics.risk.score import score\ndef g():\n    import sklearn, phonenumbers\n",
    "gate/jobs.py": "from sqlmetrics.release.attack.gda import f\n",
    "output/tables.py": "def grid():\n    import rich, matplotlib\n    print('x')\n",
    "cli/app.py": "import typer\ndef h():\n    from sqlmetrics.risk.score import score\n    typer.echo('--output')\n",
}
"""A package that keeps all rules."""

MACROS = {
    "dialects/ln.sql": "{%- macro ln(x) -%}{% endmacro %}{%- macro default__ln(x) -%}{% endmacro %}",
    "counts/cells.sql": "{% macro cells() %}{{ sqlmetrics.ln(2) }}{% endmacro %}",
    "release/utility/queries/answers.sql": "{% macro answers() %}{{ sqlmetrics.cells() }}{% endmacro %}",
}
"""Macros that keep all rules."""


def project(folder: Path, changed: dict[str, str]) -> Path:
    """Return a made-up project that keeps all rules but for the files that a test changes."""
    macros = {f"templates/macros/{name}": text for name, text in MACROS.items()}
    files = {f"sqlmetrics/{name}": text for name, text in SOUND.items()} | macros
    for name, text in (files | changed).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.mark.parametrize("check", RULES, ids=lambda check: check.__name__)
def test_the_project_keeps_the_rule(check: Check) -> None:
    """No module, macro or message of the project breaks the rule."""
    assert check(ROOT) == []


@pytest.mark.parametrize("check", RULES, ids=lambda check: check.__name__)
def test_a_sound_package_keeps_the_rule(check: Check, tmp_path: Path) -> None:
    """A made-up package of one module in each street breaks no rule."""
    assert check(project(tmp_path, {})) == []


VIOLATIONS = {
    "risk imports output": (
        architecture.back_arrows,
        {"sqlmetrics/risk/score.py": "from sqlmetrics.output.tables import grid\n"},
        ["sqlmetrics/risk/score.py:1: risk imports sqlmetrics.output.tables, of the later street output"],
    ),
    "an arrow inside a function": (
        architecture.back_arrows,
        {"sqlmetrics/spec/spec.py": "def f():\n    from sqlmetrics.engine import engine\n"},
        ["sqlmetrics/spec/spec.py:2: spec imports sqlmetrics.engine.engine, of the later street engine"],
    ),
    "an arrow of a type": (
        architecture.back_arrows,
        {
            "sqlmetrics/engine/engine.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import "
            "sqlmetrics.gate.jobs\n"
        },
        ["sqlmetrics/engine/engine.py:3: engine imports sqlmetrics.gate.jobs, of the later street gate"],
    ),
    "a street comes in through a door": (
        architecture.back_arrows,
        {"sqlmetrics/output/tables.py": "from sqlmetrics.table import Table\n"},
        ["sqlmetrics/output/tables.py:1: output imports sqlmetrics.table, of the later street doors"],
    ),
    "a door imports the command line": (
        architecture.back_arrows,
        {"sqlmetrics/table.py": "from sqlmetrics.cli import app\n"},
        ["sqlmetrics/table.py:1: doors imports sqlmetrics.cli.app, of the later street cli"],
    ),
    "attacks know utility": (
        architecture.back_arrows,
        {"sqlmetrics/release/utility/loss.py": "from sqlmetrics.release.attack.gda import f\n"},
        [
            "sqlmetrics/release/utility/loss.py:1: release.utility imports sqlmetrics.release.attack.gda, "
            "and the two do not know each"
        ],
    ),
    "a circle": (
        architecture.circles,
        {
            "sqlmetrics/risk/score.py": "from sqlmetrics.risk.scores import Score\n",
            "sqlmetrics/risk/scores.py": "def f():\n    from sqlmetrics.risk.score import score\n",
        },
        ["risk.score -> risk.scores -> risk.score: a circle of imports"],
    ),
    "DuckDB in gate": (
        architecture.strayed_packages,
        {"sqlmetrics/gate/jobs.py": "from duckdb import connect\n"},
        ["sqlmetrics/gate/jobs.py:1: duckdb is imported only in engine"],
    ),
    "rich in engine": (
        architecture.strayed_packages,
        {"sqlmetrics/engine/engine.py": "def f():\n    from rich.console import Console\n"},
        ["sqlmetrics/engine/engine.py:2: rich is imported only in cli and output"],
    ),
    "typer in output": (
        architecture.strayed_packages,
        {"sqlmetrics/output/tables.py": "import typer\n"},
        ["sqlmetrics/output/tables.py:1: typer is imported only in cli"],
    ),
    "risk prints": (
        architecture.printing,
        {"sqlmetrics/risk/score.py": "import sys\nprint('x')\nsys.stderr.write('x')\n"},
        ["sqlmetrics/risk/score.py:2: print;", "sqlmetrics/risk/score.py:3: sys.stderr;"],
    ),
    "a message names a flag": (
        architecture.flags,
        {
            "sqlmetrics/risk/score.py": "def f(x):\n    '''Return --level.'''\n    raise ValueError(f'{x}: "
            "--max-cells, (-m)')\n"
        },
        [
            "sqlmetrics/risk/score.py:2: --level;",
            "sqlmetrics/risk/score.py:3: --max-cells;",
            "sqlmetrics/risk/score.py:3: -m;",
        ],
    ),
    "a question is imported late, and what it is made of is not": (
        architecture.habitual_imports,
        {
            "sqlmetrics/gate/jobs.py": "def f():\n    from sqlmetrics.risk.events.people import f\n"
            "    from sqlmetrics.risk.extent import f\n",
            "sqlmetrics/risk/events/people.py": "",
            "sqlmetrics/risk/extent.py": "",
        },
        ["sqlmetrics/gate/jobs.py:3: sqlmetrics.risk.extent is imported inside a function"],
    ),
    "an import inside a function": (
        architecture.habitual_imports,
        {"sqlmetrics/gate/jobs.py": "def f():\n    import json\n    from sqlmetrics.risk.score import score\n"},
        [
            "sqlmetrics/gate/jobs.py:2: json is imported inside a function",
            "sqlmetrics/gate/jobs.py:3: sqlmetrics.risk.score is imported inside a function",
        ],
    ),
    "the command line imports late what is light": (
        architecture.habitual_imports,
        {"sqlmetrics/cli/app.py": "def f():\n    from sqlmetrics.version import __version__\n"},
        ["sqlmetrics/cli/app.py:2: sqlmetrics.version is imported inside a function"],
    ),
    "the command line starts with what is heavy": (
        architecture.slow_starts,
        {"sqlmetrics/cli/app.py": "from sqlmetrics.risk.score import score\n"},
        ["cli.app -> risk.score -> statement.render -> jinja2: the command line starts with it"],
    ),
    "a score that loads what it does not need": (
        architecture.slow_scores,
        {"sqlmetrics/output/results/scores.py": "import numpy\n"},
        ["output.results.scores -> numpy: each score of a table waits for it"],
    ),
    "a reason without an import": (
        architecture.unused_reasons,
        {"sqlmetrics/output/tables.py": "def grid():\n    import rich\n"},
        ["LATE lists matplotlib, which nothing imports"],
    ),
    "an extra that a module cannot do without": (
        architecture.unused_reasons,
        {"sqlmetrics/engine/url.py": "import sqlalchemy\n"},
        ["sqlmetrics/engine/url.py:1: sqlalchemy comes with the extras of databases"],
    ),
    "a public name that its home does not define": (
        architecture.public_surface,
        {"sqlmetrics/__init__.py": '_HOMES = {"risk.score": "score scores"}\n'},
        ["sqlmetrics/__init__.py: _HOMES has scores in risk.score, which does not define it"],
    ),
    "a public name of another home": (
        architecture.public_surface,
        {"sqlmetrics/__init__.py": '_HOMES = {"risk.scores": "score"}\n'},
        ["sqlmetrics/__init__.py: _HOMES has score in risk.scores, which does not define it"],
    ),
    "a public name of the command line": (
        architecture.public_surface,
        {"sqlmetrics/__init__.py": '_HOMES = {"cli.app": "h"}\n'},
        ["sqlmetrics/__init__.py: _HOMES names cli.app; what is public lies before cli"],
    ),
    "a name of two things": (
        architecture.repeated_names,
        {
            "sqlmetrics/gate/thresholds.py": "class Cell:\n    pass\n",
            "sqlmetrics/spec/cell.py": "def Cell():\n    pass\n",
        },
        ["sqlmetrics/spec/cell.py:1: Cell stands also in sqlmetrics/gate/thresholds.py:1"],
    ),
    "a shared name of one module": (
        architecture.repeated_names,
        {"sqlmetrics/cli/app.py": "import typer\ndef advise():\n    typer.echo('--output')\n"},
        ["SHARED lists advise, which stands in one module"],
    ),
    "a package of a function's name": (
        architecture.taken_names,
        {"sqlmetrics/score/__init__.py": ""},
        ["sqlmetrics/score/__init__.py: importing it puts it in the place of sqlmetrics.score"],
    ),
    "a package without a word": (
        architecture.silent_packages,
        {"sqlmetrics/gate/__init__.py": '"""Jobs."""\n'},
        ["sqlmetrics/gate/__init__.py: say in a line what lives there"],
    ),
    "a sentence in Python": (
        architecture.spoken_sentences,
        {"sqlmetrics/output/page/answer.py": "says = wording('Nobody is in a group of few people.')\n"},
        ["sqlmetrics/output/page/answer.py:1: a sentence stands in its template"],
    ),
    "a constant that is a sentence": (
        architecture.spoken_sentences,
        {"sqlmetrics/desk/views/answer.py": "TOLD = {'few': 'Nobody is in a group of few people.'}\n"},
        ["sqlmetrics/desk/views/answer.py:1: a sentence stands in its template"],
    ),
    "facts without a type": (
        architecture.untyped_facts,
        {"sqlmetrics/output/page/answer.py": "from types import SimpleNamespace\n"},
        ["sqlmetrics/output/page/answer.py:1: SimpleNamespace hides its fields"],
    ),
    "two macros in a file": (
        architecture.macro_folders,
        {"templates/macros/counts/cells.sql": "{% macro cells() %}{% endmacro %}{% macro others() %}{% endmacro %}"},
        ["templates/macros/counts/cells.sql: holds cells, others"],
    ),
    "a macro calls a later one": (
        architecture.macro_folders,
        {"templates/macros/dialects/ln.sql": "{% macro ln() %}{{ sqlmetrics.cells() }}{% endmacro %}"},
        ["templates/macros/dialects/ln.sql: calls cells, of counts"],
    ),
    "macros of attacks call those of utility": (
        architecture.macro_folders,
        {
            "templates/macros/release/attack/gda/links.sql": "{% macro links() %}{{ sqlmetrics.answers() }}{% "
            "endmacro %}"
        },
        ["templates/macros/release/attack/gda/links.sql: calls answers, of release/utility"],
    ),
    "a macro that dialects write without a default": (
        architecture.macro_folders,
        {
            "templates/macros/dialects/log.sql": "{% macro log() %}{{ return(adapter.dispatch('log', 'sqlmetrics')())"
            " }}{% endmacro %}{% macro spark__log() %}{% endmacro %}"
        },
        ["templates/macros/dialects/log.sql: has no default__log"],
    ),
    "a macro in no street": (
        architecture.macro_folders,
        {"templates/macros/shims/log.sql": "{% macro log() %}{% endmacro %}"},
        ["templates/macros/shims/log.sql: lies in none of dialects, counts"],
    ),
    "riddles, beyond those that are counted": (
        growing_riddles,
        {
            str(COUNTS): "street,phrase,count\nroot,of which,1\npages,so many,1\n",
            "sqlmetrics/version.py": '"""The files of which, and of\nwhich."""\n',
            "templates/macros/counts/cells.sql": "{# Whoever. #}{% macro cells() %}{% endmacro %}",
            "docs/index.md": "So many.\n\n```sh\nso many\n```\n",
            "sqlmetrics/spec/spec.py": f'"""{"Long " * 40}."""\n',
        },
        [
            "spec: a long sentence stands 1 times, not 0",
            "root: of which stands 2 times, not 1; name the thing, or make two sentences of it: "
            "sqlmetrics/version.py:1: of which; sqlmetrics/version.py:1: of which",
            "macros: whoever stands 1 times, not 0",
        ],
    ),
}


@pytest.mark.parametrize("violation", VIOLATIONS)
def test_a_violation_is_reported(violation: str, tmp_path: Path) -> None:
    """A package that breaks one rule has exactly the violations, with their places and fixes."""
    check, changed, expected = VIOLATIONS[violation]
    reported = check(project(tmp_path, changed))
    assert [line[: len(start)] for line, start in zip(reported, expected, strict=True)] == expected


def test_every_rule_has_a_violation() -> None:
    """Every rule has a package that breaks it."""
    assert {check for check, _, _ in VIOLATIONS.values()} == set(RULES)


def test_counts_of_riddles_only_shrink() -> None:
    """What is written down is the lower of what was counted and what stands there today."""
    today = [Place("spec", "so many", "a"), Place("spec", "so many", "b"), Place("spec", "of which", "c")]
    assert lowered(Counter({("spec", "so many"): 5, ("root", "so many"): 1}), today) == {("spec", "so many"): 2}


def test_sentences_end_where_readers_end_them() -> None:
    """A sentence may cross lines, and ends with its paragraph, item or row at the latest."""
    text = "One\ntwo. Three, 0.5!\n\nname: a thing\n- four\n\nRaises\n------\nError\n    Five.\n    row  six"
    expected = ["One two.", "Three, 0.5!", "name: a thing", "- four", "Raises", "------ Error", "Five.", "row  six"]
    assert sentences(text) == expected
    assert max(map(len, sentences(f"{'a' * LENGTH}. {'b' * LENGTH}"))) == LENGTH + 1


@pytest.mark.parametrize(
    ("changed", "seen", "unseen"),
    [
        ("sqlmetrics/output/tables.py", {"tests/output", "tests/test_python.py"}, {"tests/gate", "tests/cli"}),
        ("sqlmetrics/gate/jobs.py", {"tests/gate"}, {"tests/release", "tests/output"}),
        ("sqlmetrics/spec/spec.py", {"tests/statement", "tests/release", "tests/cli", "tests/dbt"}, {"tests/engine"}),
        ("templates/macros/output/new.sql", {"tests/output", "tests/cli", "tests/dbt"}, {"tests/risk"}),
        ("templates/macros/measures/new.sql", {"tests/statement", "tests/risk", "tests/release"}, {"tests/spec"}),
        ("tests/gate/test_jobs.py", {"tests/gate/test_jobs.py"}, {"tests/gate"}),
        ("docs/index.md", {"tests/test_docs.py"}, {"tests/cli"}),
        ("sqlmetrics/version.py", set(ALL), set()),
        ("tests/conftest.py", set(ALL), set()),
        ("sqlmetrics/__init__.pyi", {"tests/test_python.py"}, {"tests/risk"}),
        ("pyproject.toml", set(ALL), set()),
    ],
)
def test_a_change_is_seen_by_the_seen_by_its_street_and_of_those_behind(
    tmp_path: Path, changed: str, seen: set[str], unseen: set[str]
) -> None:
    """Modules that import the changed one, by whatever way, are tested; each path is there."""
    found = set(seen_by([changed], architecture.modules(project(tmp_path, {}))))
    assert found >= seen
    assert not found & unseen
    assert all((ROOT / name).exists() for name in found)
