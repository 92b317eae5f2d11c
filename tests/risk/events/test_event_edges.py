"""Events at the edge of what is measured: each has scores, or a reason, or a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.errors import SpecError

Asked = Callable[..., Run]

KNOWN = ["2", "events:2", "all"]
NAMES = ["k_anonymity", "discrimination_rate", "alpha_k_anonymity"]
NOBODY = {"nobody has a point", "the table has no records"}
SINGLE = {"the target has a single value"}


@pytest.fixture
def asked(run: Asked, tmp_path: Path) -> Asked:
    """Return what scores lines of events (a person, a place, a secret) by some flags."""

    def score(lines: Sequence[str], *flags: object, sensitive: bool = True) -> Run:
        file = tmp_path / "events.csv"
        file.write_text("\n".join(["p,a,s", *lines, ""]), encoding="utf-8")
        secret = ["-s", "s"] if sensitive else []
        return run("score", file, "-q", "a", *secret, "--individual", "p", *flags)

    return score


@pytest.mark.parametrize("known", KNOWN)
@pytest.mark.parametrize(
    ("lines", "values", "reasons", "people", "nobodys"),
    [
        ([], [None, None, None], NOBODY, 0, 0),
        ([",x,u", ",y,v"], [None, None, None], NOBODY, 0, 2),
        (["1,x,u", "1,y,u"], [1, None, 1], SINGLE, 1, 0),
        (["1,x,u", "2,x,v", "3,x,v"], [3, 0, 2 / 3], set(), 3, 0),
        (["1,x,u", "1,y,u", "2,y,v", "2,x,v"], [2, 0, 1 / 2], set(), 2, 0),
        (["1,x,u", "2,x,u", "3,y,u"], [1, None, 1], SINGLE, 3, 0),
        (["1,x,u", "2,y,v", ",x,v"], [1, 1, 1], set(), 2, 1),
    ],
    ids=["empty", "nobody", "one person", "one point", "all alike", "one secret", "some of nobody"],
)
def test_there_is_a_score_or_a_reason(
    asked: Asked,
    known: str,
    lines: list[str],
    values: list[float | None],
    reasons: set[str],
    people: int,
    nobodys: int,
) -> None:
    """Small tables, and those whose people are alike, have scores, or NULL with its reason.

    Records without a person are left out, and their number is said.
    """
    flags = [flag for name in NAMES for flag in ("-m", name)]
    ended = asked(lines, "--known", known, *flags)
    assert ended.code == 0, ended.err
    shown = " ".join(ended.out.split())
    assert f"{len(lines)} records of {people} individual{'s' * (people != 1)}" in shown
    assert (f"Records without a person are left out: {nobodys}." in shown) == (nobodys > 0)
    words: dict[str, Any] = {"individual": "p", "metrics": NAMES, "look": False}
    words["known"] = {"events": 2} if known == "events:2" else int(known) if known == "2" else known
    rows = [line.split(",") for line in lines]
    table = {name: [row[place] or None for row in rows] for place, name in enumerate("pas")}
    scores = [one for one in sqlmetrics.score(table, "a", "s", **words) if one.target == "s" or one.metric == NAMES[0]]
    assert [one.value for one in scores] == [None if value is None else pytest.approx(value) for value in values]
    assert {one.reason for one in scores if one.value is None} <= reasons
    assert all((one.value is None) == (one.reason is not None) for one in scores)
    for one in scores:
        assert one.reason is None or f"undefined: {one.reason}" in shown


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--known", 0], "write a number of points from 1 to 12, as `known: 4` (--known 4)"),
        (["--known", 13], "write a number of points from 1 to 12, as `known: 4` (--known 4)"),
        (["--known", "events:0"], "or `known: all` for whole traces (found: {'events': 0})"),
        (["--known", "events:13"], "or `known: all` for whole traces (found: {'events': 13})"),
        (["--known", "most"], "--known most: write a number of points, from 1 to 12, or all, or events:4"),
        (["--known", "2.5"], "--known 2.5: write a number of points, from 1 to 12, or all, or events:4"),
        (["--known", 2, "--weight", "w"], "`weight` (--weight) does not go with `known` (--known): weights stand for"),
        (
            ["--known", "all", "--weight", "w"],
            "points nobody knows; or leave `known: all`",
        ),
        (["--known", 2, "--population", "p.csv"], "the points of the people in the population would be needed, too"),
        (["--known", 2, "--population-size", 9], "the points of the people in the population would be needed, too"),
        (["--known", 2, "--level", "class"], "does not go with `known` (--known): there are scores of the table"),
        (["--known", 2, "--share", 1.5], "'parameters.share': input should be less than or equal to 1 (found: 1.5)"),
        (["--known", "all", "--by", "w"], "slices are tables of their own: choose a slice by `where`"),
        (["--known", "all", "--targets", 5], "it looks at everybody; or leave"),
    ],
)
def test_what_cannot_be_asked_says_what_to_do(asked: Asked, flags: list[object], message: str) -> None:
    """A question that cannot be measured ends with 2, and a sentence says what may be asked."""
    ended = asked(["1,x,u"], *flags)
    assert (ended.code, ended.out) == (2, "")
    assert message in " ".join(ended.err.split())


@pytest.mark.parametrize("known", [0, 13, -1, 2.5, True, "most", "2", {}, {"event": 4}, {"events": "4"}, [4]])
def test_known_points_of_a_spec_are_named(known: Any) -> None:
    """What `known` may be is said wherever it is something else."""
    with pytest.raises(SpecError, match=r"key 'known': write a number of points from 1 to 12, .* \(found"):
        sqlmetrics.score({"p": [1], "a": [1]}, "a", individual="p", known=known)


@pytest.mark.parametrize("known", KNOWN)
def test_people_without_a_column_or_with_several_values(asked: Asked, run: Asked, tmp_path: Path, known: str) -> None:
    """People need a column, and one value of a secret each: it is said how many have several."""
    several = asked(["1,x,u", "1,y,v", "2,x,u", "2,x,", "3,x,u"], "--known", known)
    assert several.code == 2
    assert "2 people of" in several.err
    assert "make one value of each person in a view" in several.err
    nobody = run("score", tmp_path / "events.csv", "-q", "a", "--known", known)
    assert nobody.code == 2
    assert "needs `individual` (--individual): it counts points of a person" in nobody.err
