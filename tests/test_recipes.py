"""The recipes for developers, each played in a copy of the project until nothing fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

HEADER = """{#-
The share of the records that stand in the largest class.

symbol: crowd
title: Share of the largest class
formula: max over y of n_y / N
order: 9000
range: 0 to 1
direction: higher is safer
question: Can someone be singled out?
targets: identity
levels: table
plain: The share of all people who are in the largest group.
tex: \\max_y n_y / N
source: a recipe
-#}
"""

MACRO = "{%- macro crowd(level) -%}\nleast_size / records\n{%- endmacro %}\n"

ATTACK = """
SINGLING_OUT += (
    BuiltinAttack(
        name="singling_out_recipe",
        criterion="singling_out",
        meaning="what a recipe needs",
        needs="conditions",
        attempts_on="values of a single released record",
        macro="recipe_values",
        run=_by_values,
        statements=_value_statements,
    ),
)
"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project that the recipes change."""
    folder = tmp_path_factory.mktemp("recipes") / "project"
    unwanted = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "dist", "target")
    for part in ("sqlmetrics", "templates", "scripts", "tests"):
        shutil.copytree(ROOT / part, folder / part, ignore=unwanted)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def ran(folder: Path, *arguments: str) -> tuple[int, str]:
    """Return the exit code and the texts of a program of Python, run in the copy."""
    ended = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "NO_COLOR": "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.xdist_group("recipes")
def test_a_metric_is_added_by_its_file(copied: Path) -> None:
    """A header that is not whole is refused by name; then all lists but dbt's made one know it."""
    file = copied / "templates" / "macros" / "metrics" / "relation" / "crowd.sql"
    file.write_text(HEADER + MACRO)
    code, told = ran(copied, "-m", "sqlmetrics", "metrics", "crowd")
    assert (code, "relation/crowd.sql: the header lacks unit;" in told) == (2, True), told
    file.write_text(HEADER.replace("range:", "unit: share\nrange:") + MACRO)
    code, told = ran(copied, "-m", "sqlmetrics", "metrics", "crowd")
    assert (code, "Share of the largest class" in told) == (0, True)
    (copied / "people.csv").write_text("age\n1\n1\n2\n2\n")
    code, told = ran(copied, "-m", "sqlmetrics", "score", "people.csv", "-q", "age", "-m", "crowd", "-f", "csv")
    assert (code, "crowd" in told, "0.5" in told) == (0, True, True)
    assert ran(copied, "scripts/dbt_catalogue", "--check")[0] == 1
    assert ran(copied, "scripts/dbt_catalogue") == (0, "")
    assert ran(copied, "scripts/dbt_catalogue", "--check")[0] == 0
    file.unlink()
    assert ran(copied, "scripts/dbt_catalogue")[0] == 0


@pytest.mark.thorough
@pytest.mark.xdist_group("recipes")
def test_a_dialect_is_added_by_its_entry_its_test_and_its_text(copied: Path) -> None:
    """An entry alone fails: a dialect is run or has vendor's facts, and has an agreed text."""
    check = ("-m", "pytest", "-q", "tests/statement/test_dialect_facts.py", "-k", "executed_or_checked")
    table = copied / "sqlmetrics" / "statement" / "dialects.py"
    before = table.read_text()
    table.write_text(
        before.replace("\nDUCKDB = ", '\nDIALECTS["recipe"] = Dialect("recipe", executed=False)\n\nDUCKDB = ')
    )
    code, told = ran(copied, "-m", "sqlmetrics", "sql", "t", "-q", "a", "--dialect", "recipe", "-m", "k_anonymity")
    assert (code, "group by" in told) == (0, True), told
    assert ran(copied, *check)[0] == 1
    assert ran(copied, "tests/statement/golden.py")[0] == 0
    assert (copied / "tests" / "statement" / "golden" / "recipe.sql").exists()
    (copied / "tests" / "statement" / "golden" / "recipe.sql").unlink()
    table.write_text(before)
    assert ran(copied, *check)[0] == 0


@pytest.mark.xdist_group("recipes")
def test_an_attack_is_added_by_its_declaration_and_its_macro(copied: Path) -> None:
    """A declared attack is listed; without its macro it names what is missing; with it, it runs."""
    module = copied / "sqlmetrics" / "release" / "attack" / "singling_out.py"
    before = module.read_text()
    module.write_text(before + ATTACK)
    assert "singling_out_recipe" in ran(copied, "-m", "sqlmetrics", "gda", "--list")[1]
    rows = "".join(f"{number},{number % 3}\n" for number in range(30))
    (copied / "original.csv").write_text(f"age,sex\n{rows}")
    attack = (
        "-m",
        "sqlmetrics",
        "gda",
        "original.csv",
        "--original",
        "original.csv",
        "--attack",
        "singling_out_recipe",
    )
    code, told = ran(copied, *attack)
    assert code != 0
    assert "recipe_values" in told
    macros = copied / "templates" / "macros" / "release" / "attack" / "gda"
    (lone,) = macros.rglob("lone_values.sql")
    (lone.parent / "recipe_values.sql").write_text(lone.read_text().replace("lone_values", "recipe_values"))
    code, told = ran(copied, *attack)
    assert (code, "claims are true" in told) == (0, True), told
    (lone.parent / "recipe_values.sql").unlink()
    module.write_text(before)


@pytest.mark.xdist_group("recipes")
def test_a_command_is_added_by_a_function_and_its_twin(copied: Path) -> None:
    """A command without a function of Python of its name is told by the test of names."""
    module = copied / "sqlmetrics" / "cli" / "relation.py"
    before = module.read_text()
    adding = 'def recipe() -> None:\n    """Do what a recipe does."""\n\n\ndef register('
    module.write_text(
        before.replace("def register(", adding, 1).replace("add_commands(app, ", "add_commands(app, recipe, ", 1)
    )
    assert "Do what a recipe does" in ran(copied, "-m", "sqlmetrics", "recipe", "--help")[1]
    check = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_python.py", "-k", "have_one_name")
    assert ran(copied, *check)[0] == 1
    module.write_text(before)
    assert ran(copied, *check)[0] == 0
