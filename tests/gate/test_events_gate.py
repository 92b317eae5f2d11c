"""Limits on several points of a person: by the safe end, at the most points, and over time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.history.history import read_history
from sqlmetrics.gate.jobs import check
from sqlmetrics.gate.thresholds import Bound, held_number
from sqlmetrics.gate.trend import series
from sqlmetrics.spec.place import History
from sqlmetrics.spec.spec import parse_spec

Command = Callable[..., Run]

HIGH = 1.959963984540054**2 / (10 + 1.959963984540054**2)
"""The upper end of Wilson's interval of no one among ten people."""


@pytest.fixture
def trips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Forty people in pairs of the same three points, two of whom share a secret, in a folder."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{person},{person // 2}-{point},{person // 4}" for person in range(40) for point in range(3)]
    Path("t.csv").write_text("\n".join(["person,point,secret", *rows, ",1-1,1", ""]))
    return tmp_path


def held(thresholds: dict[str, Any], **words: Any) -> list[tuple[str, bool | None, float | None, str | None]]:
    """Return the verdicts on known points: metric, whether it passed, its margin, and the end."""
    known = {"relation": "t.csv", "quasi_identifiers": ["point"], "individual": "person", "known": 2, "look": False}
    run = check(parse_spec({**known, "thresholds": thresholds, **words}, "the test"))
    (outcome,) = run.outcomes
    assert outcome.held is not None
    return [(one.score.metric, one.passed, one.margin, one.end) for one in outcome.held.verdicts]


@pytest.mark.parametrize(
    ("bound", "limit", "value", "bounds", "expected"),
    [
        ("at_most", 0.5, 0.4, (0.3, 0.6), (0.6, "high")),
        ("at_least", 0.5, 0.6, (0.4, 0.8), (0.4, "low")),
        ("at_most", 0.5, 0.4, (None, None), (0.4, None)),
        ("at_least", 3, 2, (1, None), (1, "low")),
        ("at_least", 5, None, (1, 3), (3, "high")),
        ("at_least", 3, None, (1, 3), (None, None)),
        ("at_least", 1, None, (1, 3), (1, "low")),
        ("at_most", 0.8, None, (0.9, 1), (0.9, "low")),
        ("at_most", 0.95, None, (0.9, 1), (None, None)),
        ("at_least", 3, None, (5, None), (5, "low")),
        ("at_least", 9, None, (5, None), (None, None)),
    ],
)
def test_the_safe_end_is_held(
    bound: Bound, limit: float, value: float | None, bounds: Any, expected: tuple[float | None, str | None]
) -> None:
    """The riskier end decides; of a bound alone the other end does, where it breaks the limit."""
    assert held_number(bound, limit, value, bounds) == expected


def test_drawn_people_are_judged_by_their_intervals(trips: Path) -> None:
    """Nobody of ten is alone, which shows a limit of 0.3 and not one of 0.1; k is 2 at most."""
    limits: dict[str, Any] = {"unicity": [0.1, 0.3], "k_anonymity": [5, 2, 1], "points_to_single_out": [3, 4]}
    assert held(limits, targets=10) == [
        ("k_anonymity", False, -3, "high"),
        ("k_anonymity", False, None, None),
        ("k_anonymity", True, 0, "low"),
        ("unicity", False, pytest.approx(0.1 - HIGH), "high"),
        ("unicity", True, pytest.approx(0.3 - HIGH), "high"),
        ("points_to_single_out", True, 0, "low"),
        ("points_to_single_out", False, None, None),
    ]
    lenient = {"k_anonymity": {"at_least": 2, "undefined": "pass"}}
    assert held(lenient, targets=10) == [("k_anonymity", True, None, None)]


def test_exact_scores_are_judged_by_their_values(trips: Path) -> None:
    """Where every set counts there is one number, and one verdict on unicity."""
    limits = {"unicity": 0, "k_anonymity": 2, "records_at_risk": 0.9, "alpha_k_anonymity": 1}
    assert held(limits, sensitive=["secret"], known=3) == [
        ("k_anonymity", True, 0, None),
        ("records_at_risk", False, pytest.approx(-0.1), None),
        ("unicity", True, 0, None),
        ("alpha_k_anonymity", True, 0, None),
    ]
    assert held({"uniqueness": 0, "k_anonymity": 3}, known="all") == [
        ("k_anonymity", False, -1, None),
        ("uniqueness", True, 0, None),
    ]
    for metric, message in {"itpr": "itpr is not scored where some points", "a_acc": "a_acc needs a sensitive"}.items():
        with pytest.raises(SpecError, match=message):
            held({metric: 0.5})


def test_the_line_of_a_verdict_names_the_end(trips: Path, run: Command) -> None:
    """A reader sees which end was held, the range of a bound, and how people were drawn."""
    Path("s.yml").write_text(
        "relation: t.csv\nquasi_identifiers: [point]\nindividual: person\nknown: 2\ntargets: 10\nlook: false\n"
        "thresholds: {unicity: 0.3, k_anonymity: [5, 2]}\n"
    )
    ended = run("check", "--spec", "s.yml")
    lines = [" ".join(line.split()) for line in ended.out.splitlines()]
    assert ended.code == 1
    assert "k_anonymity of identity at least 5 1 to 2 failed by 3, judged by high (2)" in lines
    assert any("at least 2 1 to 2 failed: undefined, only a bound follows" in line for line in lines)
    assert any(line.startswith("unicity of identity at most 0.3 0 passed by") for line in lines)
    assert any("judged by high (0.2775)" in line for line in lines)
    told = " ".join(ended.out.split())
    assert "knows 2 points of a person" in told
    assert "The points of 10 people, drawn at random," in told
    assert "held by the riskier end" in told
    assert "Records without a person are left out: 1." in told


def test_history_compares_like_with_like(trips: Path) -> None:
    """Runs with other targets are compared by their values, those of other points are not."""
    words: dict[str, Any] = {"history": "h.duckdb"}
    held({"unicity": 0.5}, targets=10, **words)
    compared = held({"unicity": 0.5}, targets=12, no_worse_than="last", **words)
    assert [(passed, end) for _, passed, _, end in compared] == [(True, "high"), (True, None)]
    entries = read_history(History("h.duckdb"))
    assert [entry.parameters for entry in entries if entry.metric == "unicity"] == ["known=1", "known=2"] * 2
    assert [json.loads(entry.verdicts) != [] for entry in entries if entry.metric == "unicity"] == [False, True] * 2
    assert [len(one.entries) for one in series(entries) if one.metric == "unicity"] == [2]
    with pytest.raises(SpecError, match=r"nothing of run .* can be compared"):
        held({"unicity": 0.5}, known=3, no_worse_than="last", **words)


def test_single_records_say_what_they_do_not_answer(trips: Path, run: Command) -> None:
    """One line for people, and none for machines, with known points, or of one record each."""
    line = "A person has 2.95 records on average"
    words = ("t.csv", "-q", "point", "--individual", "person")
    assert run("score", *words).out.count(line) == 1
    assert run("score", *words, "-f", "markdown").out.count(line) == 1
    assert str(sqlmetrics.score("t.csv", "point", individual="person")).count(line) == 1
    assert line not in run("score", *words, "-f", "json").out
    for others in [("--known", "2"), ("--where", "point like '%-1' and person is not null")]:
        assert "records on average" not in run("score", *words, *others).out


def test_init_proposes_known_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Command) -> None:
    """Several records of a person are a reason; a spec that has the word is left alone."""
    monkeypatch.chdir(tmp_path)
    rows = [f"P{person:05},{person % 7},{day}" for person in range(60) for day in range(1 + person % 3)]
    Path("visits.csv").write_text("\n".join(["patient_id,ward,day", *rows, ""]))
    assert run("init", "visits.csv", "-o", "v.yml").code == 0
    text = Path("v.yml").read_text()
    assert "# A person has 2 records on average" in text
    assert "\n# known: 4\n" in text
    told = "a person has 2 records on average"
    assert told not in run("init", "v.yml", "--update").err
    Path("v.yml").write_text(text.replace("# known: 4\n", ""))
    assert told in run("init", "v.yml", "--update").err
    Path("w.yml").write_text(text.replace("# known: 4\n", "known: 2\n"))
    assert run("score", "w.yml").code == 0


REFUSED = {
    "--known 0": "write a number of points from 1 to 12",
    "--known 13": "write a number of points from 1 to 12",
    "--known few": "write a number of points",
    "--known 2 --by secret": "slices are tables of their own",
    "--known 2 --weight secret": "weights stand for people",
    "--known 2 --population t.csv": "the people in the population",
    "--known 2 --level class": "none of classes",
    "--known 2 --subsets 2": "it is answered by score, sql, check, report",
    "--targets 5": "say how many, too",
}


def test_refusals_end_with_2(trips: Path, run: Command) -> None:
    """What cannot be measured is refused in a sentence, also by what measures single records."""
    for flags, message in REFUSED.items():
        ended = run("score", *("t.csv", "-q", "point", "--individual", "person"), *flags.split())
        assert (ended.code, message in " ".join(ended.err.split())) == (2, True), (flags, ended.err)
    ended = run("score", "t.csv", "-q", "secret", "-s", "point", "--individual", "person", "--known", "2")
    assert (ended.code, "40 people of t.csv have several values of 'point'" in ended.err) == (2, True), ended.err
    ended = run("score", "t.csv", "-q", "point", "--known", "2")
    assert (ended.code, "name the column that tells people apart" in ended.err) == (2, True)
    Path("s.yml").write_text(
        "relation: t.csv\nquasi_identifiers: [point]\nsensitive: [secret]\nindividual: person\nknown: 2\n"
        "thresholds: {k_anonymity: 2}\n"
    )
    for command in ("subsets", "advise", "baseline", "suda"):
        ended = run(command, "--spec", "s.yml")
        assert (ended.code, "leave `known` out" in ended.err) == (2, True), (command, ended.err)
