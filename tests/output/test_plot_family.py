"""The GDA Score in one picture: its lines, its text, and its file."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.errors import SpecError
from sqlmetrics.output.plot_family import family, family_text

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"
SURVEY = FIXTURES / "anes96.parquet"
RELEASES = {"as_it_is": SURVEY, "swapped": FIXTURES / "anes96" / "swapped.parquet"}
ATTACKS = ("singling_out_univariate", "singling_out_groups", "inference_nearest")


def survey_scores() -> sqlmetrics.ReleaseScores:
    """Return both halves of the score of two releases of the survey."""
    releases = sqlmetrics.compare(SURVEY, RELEASES)
    attacked = releases.gda(known=["age", "income"], secrets="vote", attacks=ATTACKS, attempts=40)
    return attacked.beside(releases.utility(columns=["age", "vote"], queries=5))


def test_a_line_has_the_protection_or_the_use_of_each_release() -> None:
    """Protection is what the improvement leaves of 1, with its interval turned; undefined stays."""
    found = survey_scores()
    drawn = family(found)
    scores = {(one.metric, one.attack, one.release, one.target): one for one in found.scores}
    assert [line.name for line in drawn.protection] == [*ATTACKS]
    for line in drawn.protection:
        assert [dot.release for dot in line.dots] == [*RELEASES]
        for dot in line.dots:
            own = scores["confidence_improvement", line.name, dot.release, "dataset"]
            assert own.value is not None
            assert own.low is not None
            assert own.high is not None
            ends = [1 - own.high, 1 - own.value, 1 - own.low]
            assert [dot.low, dot.value, dot.high] == [min(max(end, 0), 1) for end in ends]
            assert dot.share == scores["claim_probability", line.name, dot.release, "dataset"].value
    assert [line.name for line in drawn.use] == ["accuracy, generic queries", "coverage of every column"]
    text = family_text(found)
    other = found.value("accuracy", target="generic", release="as_it_is")
    accuracy = found.value("accuracy", target="generic", release="swapped")
    assert f"accuracy, generic queries: as_it_is {other:.2f}, swapped {accuracy:.2f}" in text
    nothing = replace(found, scores=tuple(one._replace(value=None, low=None, high=None) for one in found))
    assert "inference_nearest: as_it_is undefined" in family_text(nothing)
    judged = [line.name for line in drawn.protection for dot in line.dots if dot.value is not None]
    card = found._repr_html_()
    assert card.count("<circle") == len(judged)
    assert all(f": {name} on " in card for name in judged)
    with pytest.raises(SpecError, match="these are scores of as_it_is, swapped beside"):
        found.beside(sqlmetrics.utility(SURVEY, RELEASES["swapped"], queries=1))


def test_the_command_draws_the_family(run: Callable[..., Run], tmp_path: Path) -> None:
    """The picture names attacks and measures, and has its numbers in words; the report has both."""
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'sqlmetrics[plot]'")
    command = ["gda", RELEASES["swapped"], "--original", SURVEY, "--known", "age", "--secret", "vote"]
    more = ["--attack", "inference_nearest", "--with-utility"]
    told = run(*command, *more, "--plot", tmp_path / "one.svg")
    assert told.code == 0
    assert "What is left of each column" in told.out
    assert "Answers to the generic workload" in told.out
    run(*command, *more, "--plot", tmp_path / "two.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    tree = ET.parse(tmp_path / "one.svg")
    texts = ["".join(node.itertext()).strip() for node in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert {"inference_nearest", "coverage of every column", "accuracy, generic queries", "swapped"} <= {*texts}
    (described,) = tree.iter("{http://purl.org/dc/elements/1.1/}description")
    assert "inference_nearest: swapped" in "".join(described.itertext())
    printed = run(*command, *more, "--print-sql").out
    assert "inference_nearest" in printed
    assert "what each release keeps of each column" in printed
