"""`outputs --answers`: files of conditions on the command line, their forms, and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from conftest import Run

Command = Callable[..., Run]

PEOPLE = "\n".join(["id,age,town", *(f"{n},{20 + n},{'Ulm' if n % 2 else 'Bonn'}" for n in range(1, 41))])
"""40 people from 21 to 60, every second from Ulm."""

LINES = """\
# the tiles of a dashboard
1 = 1
age < 59

-- of one town
town = 'Ulm'
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with people and answers by lines and by name."""
    monkeypatch.chdir(tmp_path)
    Path("people.csv").write_text(PEOPLE + "\n")
    Path("answers.txt").write_text(LINES)
    Path("answers.yml").write_text("all: 1 = 1\nbelow 59: age < 59\nUlm: town = 'Ulm'\n")
    Path("list.yml").write_text("[1 = 1, age < 59, town = 'Ulm']\n")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("answers.txt", ["answer 1", "answer 2"]),
        ("list.yml", ["answer 1", "answer 2"]),
        ("answers.yml", ["all", "below 59"]),
    ],
)
def test_answers_are_lines_or_have_names(file: str, names: list[str], run: Command) -> None:
    """Of 40 people 38 are below 59."""
    found = json.loads(run("outputs", "people.csv", "--answers", file, "-f", "json").out)
    assert [one["people"] for one in found["answers"]] == [40, 38, 20]
    (group,) = found["groups"]
    assert (group["inside"], group["outside"], group["people"], group["answers"]) == (names[:1], names[1:], 2, names)
    assert (found["differenced_groups"], found["differenced_people"], found["unproven_groups"]) == (1, 2, 0)
    assert {one["condition"] for one in found["answers"]} == {None}


def test_conditions_are_told_where_they_are_asked_for(run: Command) -> None:
    shown = json.loads(run("outputs", "people.csv", "--answers", "answers.txt", "-f", "json", "--show-values").out)
    assert [one["condition"] for one in shown["answers"]] == ["1 = 1", "age < 59", "town = 'Ulm'"]
    Path("small.yml").write_text("{old: age > 56}")
    assert "age > 56" not in run("outputs", "people.csv", "--answers", "small.yml").out
    assert "age > 56" in run("outputs", "people.csv", "--answers", "small.yml", "--show-values").out


def test_groups_are_written_and_limited(run: Command) -> None:
    Path("ages.yml").write_text("{a: age > 20, b: age > 21, c: age > 23}")
    assert run("outputs", "people.csv", "--answers", "ages.yml", "-o", "groups.parquet").code == 0
    rows = duckdb.connect().execute("select people, inside, outside, answers from 'groups.parquet'").fetchall()
    assert rows == [(1, "a", "b", "a,b"), (2, "b", "c", "b,c"), (3, "a", "c", "a,c")]
    limited = json.loads(run("outputs", "people.csv", "--answers", "ages.yml", "--limit", "1", "-f", "json").out)
    assert (len(limited["groups"]), limited["differenced_groups"]) == (1, 3)


def test_answers_stand_in_place_of_the_tables_of_a_spec(run: Command) -> None:
    Path("spec.yml").write_text("relation: people.csv\noutputs: {keys: [town], minimum_frequency: 3}\n")
    found = json.loads(run("outputs", "--spec", "spec.yml", "--answers", "answers.yml", "-f", "json").out)
    assert (found["rule"], len(found["groups"])) == ({"minimum_frequency": 3}, 1)
    Path("spec.yml").write_text("relation: people.csv\noutputs: {answers: {old: age > 57}}\n")
    assert json.loads(run("outputs", "spec.yml", "-f", "json").out)["cells_below"] == 1
    assert "tables" in json.loads(run("outputs", "spec.yml", "--keys", "town", "-f", "json").out)
    assert "word_1" in run("sql", "spec.yml").out


REFUSED = {
    "no file": (("--answers", "none.txt"), 2, "no such answers: none.txt"),
    "no condition": (("--answers", "empty.txt"), 2, "no condition is in it"),
    "no mapping": (("--answers", "word.yml"), 2, "key 'outputs.answers'"),
    "a number": (("--answers", "number.yml"), 2, "key 'outputs.answers.a'"),
    "a query": (("--answers", "query.txt"), 2, "the answer 'answer 1' is one SQL expression"),
    "two statements": (("--answers", "two.txt"), 2, "it holds a semicolon"),
    "a column": (("--answers", "column.txt"), 2, "has no column 'ago'"),
    "a sum": (("--answers", "answers.yml", "--measure", "age"), 2, "which `measure` (--measure) says nothing of"),
    "keys, too": (("--answers", "answers.yml", "--keys", "town"), 2, "which `keys` (--keys) says nothing of"),
    "a published table": (("--published", "people.csv", "--absent", "zero", "--answers", "answers.yml"), 2, ""),
    "an aggregate": (("--answers", "most.txt"), 2, "the answer 'answer 1' is no condition"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_use_ends_in_one_sentence(case: str, run: Command) -> None:
    for name, text in {
        "empty.txt": "# nothing\n\n",
        "word.yml": "age\n",
        "number.yml": "{a: 1}\n",
        "query.txt": "age in (select 1)\n",
        "two.txt": "age < 3; drop table x\n",
        "column.txt": "ago < 3\n",
        "most.txt": "max(age) > 3\n",
    }.items():
        Path(name).write_text(text)
    words, code, message = REFUSED[case]
    ended = run("outputs", *([] if "--published" in words else ["people.csv"]), *words)
    assert (ended.code, ended.out) == (code, ""), ended.err
    assert message in ended.err
    assert ended.err.count("\n") == 1 + message.startswith("key") + (case == "an aggregate")
