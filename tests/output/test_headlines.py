"""The terminal's answer: few scores first, twins named, and no colour but that of a verdict."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.statement.catalogue import catalogue

Command = Callable[..., Run]

GREEN, RED = "\x1b[32m", "\x1b[31m"


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table in which a person is alone."""
    monkeypatch.chdir(tmp_path)
    Path("people.csv").write_text("age,zip,disease\n30,101,flu\n30,101,cold\n31,102,flu\n40,102,cold\n40,102,cold\n")
    return tmp_path


SCORED = ("score", "people.csv", "-q", "age", "-q", "zip", "-s", "disease")


def first_words(text: str) -> list[str]:
    """Return the metrics that stand at the start of lines."""
    return [word for line in text.splitlines() if (word := line.split(" ")[0]) in catalogue()]


def test_the_few_scores_that_decide_come_first(people: Path, run: Command) -> None:
    """The terminal and Markdown show them by default, in words too, and how to see the others."""
    ended = run(*SCORED)
    scores, _, words = ended.out.partition("what they say")
    decide = ["k_anonymity", "uniqueness", "itpr", "discrimination_rate", "alpha_k_anonymity"]
    assert first_words(scores) == first_words(words) == decide
    assert "The number of people in the smallest group." in words
    assert "of 42. --all shows the others" in " ".join(ended.out.split())
    text = " ".join(ended.out.split())
    assert "20.0% of the people are alone in a class, and 100.0% in a class of fewer than 5: anyone who" in text
    markdown = run(*SCORED, "-f", "markdown").out
    assert "--all shows the others" in markdown
    assert "mutual_information" not in markdown


def test_all_scores_are_a_flag_away(people: Path, run: Command) -> None:
    """--all shows what JSON has, `-m all` those on request too, and -m just the named ones."""
    complete = len(sqlmetrics.score("people.csv", ["age", "zip"], ["disease"]).scores)
    assert complete == 42
    assert len(first_words(run(*SCORED, "--all").out)) == complete
    assert len(first_words(run(*SCORED, "-m", "all").out)) > complete
    named = run(*SCORED, "-m", "k_anonymity", "-m", "entropy").out
    assert first_words(named) == ["k_anonymity", "entropy", "entropy"]
    assert "--all" not in named


def test_other_formats_stay_complete(people: Path, run: Command) -> None:
    """JSON and CSV hold every score, with and without --all (one thread adds in one order)."""
    for format_ in ("json", "csv"):
        complete = (*SCORED, "--threads", "1", "-f", format_)
        assert run(*complete) == run(*complete, "--all")
    assert len(run(*SCORED, "-f", "csv").out.splitlines()) == 1 + 42


def test_headlines_are_five_kinds_of_score_and_one_of_each_population() -> None:
    """The headers of the metrics say which decide: of the columns, and of their population."""
    first = {metric.name for metric in catalogue().values() if metric.headline}
    assert first == {
        *("k_anonymity", "uniqueness", "alpha_k_anonymity", "discrimination_rate", "itpr"),
        *("k_map", "population_uniqueness", "unicity", "points_to_single_out", "known_by_intersection"),
    }
    assert {catalogue()[name].targets for name in ("k_map", "population_uniqueness")} == {"population", "sampled"}


def test_no_colour_says_a_direction(people: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no threshold nothing is green or red: k = 1 is not good news."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = run(*SCORED, "--all").out
    assert "\x1b[" in coloured, "the terminal has colours"
    assert GREEN not in coloured
    assert RED not in coloured
    Path("spec.yml").write_text(
        "relation: people.csv\nquasi_identifiers: [age, zip]\nthresholds: {k_anonymity: {at_least: 5}}\n"
    )
    assert RED in run("check", "--spec", "spec.yml").out


def tables() -> Iterator[pd.DataFrame]:
    """Give random tables of large classes, and some with small ones beside them."""
    draw = random.Random(19)
    for alone, few in ((0, 0), (2, 0), (1, 3), (0, 0)):
        keys = [(draw.randint(0, 2), draw.randint(0, 2)) for _ in range(300)]
        keys += [(3 + number, 0) for number in range(alone)] + [(9, 9)] * few
        yield pd.DataFrame([(a, b, draw.randint(0, draw.randint(1, 3))) for a, b in keys], columns=["a", "b", "secret"])


def test_scores_that_are_one_number_say_so() -> None:
    """Two metrics that agree on random tables are declared twins, and declared twins agree."""
    values: dict[tuple[str, str], list[float | str | None]] = {}
    for table in tables():
        for score in sqlmetrics.score(table, ["a", "b"], ["secret"], metrics=["all"]).scores:
            values.setdefault((score.target, score.metric), []).append(score.value or score.reason)

    def agree(first: list[float | str | None], second: list[float | str | None]) -> bool:
        return all(
            math.isclose(one, other, rel_tol=1e-12)
            if isinstance(one, float) and isinstance(other, float)
            else one == other
            for one, other in zip(first, second, strict=True)
        )

    twins = {
        frozenset((metric, other))
        for (target, metric), (same, other) in itertools.combinations(values, 2)
        if target == same == "secret" and agree(values[target, metric], values[same, other])
    }
    twins |= {
        frozenset((metric, other))
        for (target, metric), (same, other) in itertools.combinations(values, 2)
        if target == same == "identity"
        and agree(values[target, metric], values[same, other])
        and {catalogue()[metric].targets, catalogue()[other].targets} == {"identity"}
    }
    assert twins == {frozenset((metric.name, metric.same_as)) for metric in catalogue().values() if metric.same_as}


def test_twins_name_each_other_for_reading(people: Path, run: Command) -> None:
    """A score under its second name names the first, in the answer and in the catalogue."""
    assert "the same number as t_closeness_equal" in " ".join(run(*SCORED, "-m", "a_diff").out.split())
    assert "t_closeness_equal" in run("metrics", "a_diff").out
