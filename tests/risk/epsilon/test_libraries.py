"""Real libraries of noise are audited in their environments: the verdicts are the guide's."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest

import sqlmetrics
from conftest import ROOT
from sqlmetrics.risk.epsilon.bound import LEVEL, refutation_p_value

GUIDE = ROOT / "docs" / "how_to" / "epsilon.md"

LINE = re.compile(
    r"\| (?P<mechanism>.+), (?P<rest>.+?) \| (?P<rows>\d) \| (?P<right>[\d,]+) of (?P<guesses>[\d,]+) \| [\d,]+"
    r" \| [\d.]+ \| (?P<verdict>refuted|not refuted) \|"
)

CHANCE = 1e-9
"""The p-value below which an honest library fails; two libraries draw noise without a seed."""

UNTOLD = {("diffprivlib, GaussianAnalytic", 2)}
"""What is broken, though 2,000 canaries are too few to refute it, as the guide says."""

CANARIES = 2000

needs = {
    environment: pytest.mark.skipif(
        not (ROOT / ".cache" / environment / "bin").is_dir(), reason=f"not installed: scripts/setup {environment}"
    )
    for environment in ("noise", "smartnoise")
}


class Audit(NamedTuple):
    """What an audit of a mechanism with a claim of 1 found."""

    right: int
    guesses: int
    verdict: str


def audits(text: str) -> dict[tuple[str, int], Audit]:
    """Return the audits of a table, by the mechanism and the rows of a person."""
    return {
        (f"{line['mechanism']}, {line['rest']}", int(line["rows"])): Audit(
            int(line["right"].replace(",", "")), int(line["guesses"].replace(",", "")), line["verdict"]
        )
        for line in LINE.finditer(text)
    }


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("environment", "library", "name"),
    [
        pytest.param("noise", "opendp", "OpenDP", marks=needs["noise"]),
        pytest.param("noise", "diffprivlib", "diffprivlib", marks=needs["noise"]),
        pytest.param("smartnoise", "snsql", "SmartNoise", marks=needs["smartnoise"]),
    ],
)
def test_libraries_are_refuted_where_they_are_broken(environment: str, library: str, name: str) -> None:
    """A library that honours its claim is not refuted; one that was told too few rows is.

    An honest library is refuted at 5 % in one run of twenty, so its right guesses are held against
    what chance gives once in 1e9 runs. Broken ones are refuted by five standard deviations or more.
    """
    python = ROOT / ".cache" / environment / "bin" / "python"
    words = [str(python), "scripts/epsilon_mechanisms", "--library", library]
    ended = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    found = audits(ended.stdout)
    said = {key: audit for key, audit in audits(GUIDE.read_text(encoding="utf-8")).items() if key[0].startswith(name)}
    assert found.keys() == said.keys()
    assert len(found) in {2, 6}
    for key, (right, guesses, verdict) in found.items():
        delta = 1e-5 if "Gauss" in key[0] else 0.0
        assert guesses == said[key].guesses
        p_value = refutation_p_value(right, guesses, 1.0, delta, CANARIES)
        assert (verdict == "refuted") == (p_value <= LEVEL)
        if said[key].verdict == "refuted":
            assert verdict == "refuted", key
        elif key not in UNTOLD:
            assert p_value > CHANCE, key


def test_the_guide_has_the_verdicts_of_honest_and_broken_libraries() -> None:
    """Of one row a person's claim stands, but where a query has several counts; of two it falls."""
    said = audits(GUIDE.read_text(encoding="utf-8"))
    broken = {key for key in said if key[1] == 2 or "three counts" in key[0]}
    assert {key for key, audit in said.items() if audit.verdict == "refuted"} == broken - UNTOLD
    assert len(said) == 14


@pytest.mark.thorough
@needs["noise"]
def test_the_lines_of_the_guide_ask_opendp(tmp_path: Path) -> None:
    """Pasted one after another they release counts of a table whose types OpenDP does not read."""
    (row,) = re.findall(r"^\| OpenDP \|.*$", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    plan, *lines = re.findall(r"`([^`]+)`", row)
    frame, load, feature, context, query = lines
    (noisy_query,) = re.findall(r'--noisy-query "([^"]+)"', plan)
    types = "i as id, (10000 + i % 9)::integer as zip, (i % 90)::smallint as age, (i % 7)::decimal(9, 2) as cost"
    duckdb.sql(f"copy (select {types} from range(500) t(i)) to '{tmp_path / 'people.parquet'}'")
    found = sqlmetrics.epsilon_plan(
        tmp_path / "people.parquet", key="zip", epsilon=1, canaries=200, companions=1, noisy_query=noisy_query
    )
    (tmp_path / "union.sql").write_text(found.statement, encoding="utf-8")
    found.coins.save(tmp_path / "coins.json")
    program = ["import duckdb", load, feature, frame, f"({context}{query}).write_csv('answers.csv')"]
    words = [str(ROOT / ".cache" / "noise" / "bin" / "python"), "-c", "\n".join(program)]
    ended = subprocess.run(words, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    checked = sqlmetrics.epsilon_check(tmp_path / "answers.csv", coins=tmp_path / "coins.json").finding
    assert checked.answered == 200
