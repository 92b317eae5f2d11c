"""What people read of known points: how many, who was drawn, and which records nobody has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from conftest import Run

TABLE: dict[str, list[Any]] = {"p": [1, 1, 2, 2, None], "place": ["a", "b", "a", "c", "a"]}


@pytest.mark.parametrize(
    ("words", "sentences"),
    [
        ({"known": 2}, ["2 points of a person", "2 points single out 100%", "without a person are left out: 1."]),
        ({"known": 1}, ["one point of a person", "One point singles out 50%", "fewer points is known by all of them"]),
        ({"known": "all"}, ["all points of a person", "are in one class"]),
        ({"known": 2, "targets": 1}, ["The points of 1 person, drawn at random", "ends of 95 % intervals"]),
    ],
)
def test_the_sentences(words: dict[str, Any], sentences: list[str], run: Callable[..., Run], tmp_path: Path) -> None:
    """The sentences say what is known and what was looked at."""
    words = {"individual": "p", "look": False, **words}
    scores = sqlmetrics.score(TABLE, "place", **words)
    file = tmp_path / "events.csv"
    file.write_text("p,place\n1,a\n1,b\n2,a\n2,c\n,a\n", encoding="utf-8")
    flags = [text for word, value in words.items() if word != "look" for text in (f"--{word}", value)]
    text = " ".join(run("score", file, "-q", "place", *flags).out.split())
    assert [sentence for sentence in sentences if sentence not in text] == []
    assert scores.to_dict()["events"]["known"] == str(words["known"])
    assert scores.to_dict()["records"] == 5
    assert scores.individuals == 2
