"""Reports that weigh their relation against other releases of its original."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.errors import SpecError

Command = Callable[..., Run]
TOWNS, DISEASES = ("OX1", "OX2", "LS1"), ("flu", "asthma", "none", "none")
ROWS = [(20 + (place * 7) % 40, TOWNS[place % 3], DISEASES[(place * 5 + place // 40) % 4]) for place in range(240)]
KEYS, SECRETS = ("-q", "age", "-q", "town"), ("-s", "disease")
CUTS = {"age": {"cuts": [30, 40, 50]}}

BEYOND = "adjusted_discrimination_rate"
"""The risk of releases that are weighed against each other."""


def written(path: Path, rows: list[tuple[Any, ...]], columns: str = "age,town,disease") -> Path:
    """Write rows as CSV."""
    path.write_text("\n".join([columns, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """An original, a release with ages by decade, and one without the ages."""
    whole = written(tmp_path / "people.csv", ROWS)
    decades = written(tmp_path / "decades.csv", [(f"{age // 10 * 10}s", *rest) for age, *rest in ROWS])
    bare = written(tmp_path / "bare.csv", [(town, disease) for _, town, disease in ROWS], "town,disease")
    (tmp_path / "age.csv").write_text("".join(f"{age};{age // 10 * 10}s\n" for age in range(20, 60)))
    return whole, decades, bare


def points_of(path: Path) -> dict[str, dict[str, Any]]:
    """Return the releases of a certificate's file by their names."""
    return {point["name"]: point for point in json.loads(path.read_text())["releases"]["points"]}


def test_a_report_weighs_its_relation_against_other_releases(
    run: Command, tmp_path: Path, files: tuple[Path, Path, Path]
) -> None:
    """Risk and k are those of `score`, the use is that of `tradeoff`, and the page has letters."""
    whole, decades, bare = files
    page, json_file = tmp_path / "page.html", tmp_path / "page.json"
    hierarchy = f"age={tmp_path / 'age.csv'}"
    flags = ("--original", whole, "--beside", whole, "--beside", bare, "--release-hierarchy", hierarchy)
    result = run("report", decades, *KEYS, *SECRETS, *flags, "--internal", "-o", page, "--json", json_file)
    assert result.code == 0, result.err
    points = points_of(json_file)
    assert list(points) == ["decades.csv", "people.csv", "bare.csv"]
    assert points["decades.csv"]["this"]
    for name, path, keys in (("decades.csv", decades, ["age", "town"]), ("people.csv", whole, ["age", "town"])):
        scores = sqlmetrics.score(str(path), keys, "disease", metrics=[BEYOND, "k_anonymity"])
        assert points[name]["risk"]["value"] == pytest.approx(scores.value(BEYOND))
        assert points[name]["smallest"]["value"] == scores.value("k_anonymity")
    releases = sqlmetrics.compare(whole, [decades, bare], ["age", "town"], "disease")
    weighed = releases.tradeoff(workload="disease", partitions={"age": f"{tmp_path / 'age.csv'}:1"})
    use = {
        Path(str(score.release)).name: score.value
        for score in weighed.scores
        if score.metric == "u_san" and "naive_bayes, measure=accuracy" in str(score.parameters)
    }
    assert points["decades.csv"]["use"]["value"] == pytest.approx(use["decades.csv"])
    assert points["bare.csv"]["use"]["value"] == pytest.approx(use["bare.csv"])
    assert points["bare.csv"]["use_low"] < use["bare.csv"] < points["bare.csv"]["use_high"]
    assert "A (this)" in page.read_text()
    assert str(tmp_path) not in json.dumps(json.loads(json_file.read_text())["releases"])


def test_a_relation_is_weighed_as_its_partitions_recode_it(tmp_path: Path, files: tuple[Path, Path, Path]) -> None:
    """The partitions of a spec recode this relation, and no other release."""
    whole, _, bare = files
    found = sqlmetrics.report(
        whole,
        ["age", "town"],
        "disease",
        partitions=CUTS,
        internal=True,
        certificate=tmp_path / "page.json",
        original=whole,
        releases={"as it is": whole, "no ages": bare},
    )
    points = points_of(tmp_path / "page.json")
    assert list(points) == ["people.csv", "as it is", "no ages"]
    recoded = sqlmetrics.score(str(whole), ["age", "town"], "disease", metrics=[BEYOND, "k_anonymity"], partitions=CUTS)
    plain = sqlmetrics.score(str(whole), ["age", "town"], "disease", metrics=[BEYOND, "k_anonymity"])
    assert points["people.csv"]["risk"]["value"] == pytest.approx(recoded.value(BEYOND))
    assert points["people.csv"]["smallest"]["value"] == recoded.value("k_anonymity")
    assert points["as it is"]["risk"]["value"] == pytest.approx(plain.value(BEYOND))
    assert "Releases side by side" in found.html


def test_a_release_that_lacks_a_column_has_no_place(tmp_path: Path, files: tuple[Path, Path, Path]) -> None:
    """What cannot be measured of a release is said with its reason."""
    whole = files[0]
    empty = written(tmp_path / "keys.csv", [(age, town) for age, town, _ in ROWS], "age,town")
    found = sqlmetrics.report(whole, ["age", "town"], "disease", internal=True, original=whole, releases=str(empty))
    assert found.certificate.releases is not None
    assert found.certificate.releases.points[1].risk.reason == "the release does not have the attribute"
    assert "has no place in the picture" in found.html


WARD_TWICE = ("--original", "fixtures/ward.csv", "--beside", "fixtures/ward.csv")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--beside", "b.csv"), "name it, too"),
        (("--original", "b.csv"), "name at least one other release"),
        (("-w", "disease"), "are about releases; name some"),
        (
            ("--original", "fixtures/ward.csv", "--beside", "fixtures/ward.csv", "-w", "nothing", "--internal"),
            "nothing",
        ),
        (("--original", "fixtures/ward.csv", "--beside", "fixtures/ward.csv"), "no public report holds"),
    ],
)
def test_releases_and_their_original_are_named_together(run: Command, flags: tuple[str, ...], said: str) -> None:
    """One without the other is an error that says what to name."""
    result = run("report", "fixtures/ward.csv", "-q", "age", "-s", "disease", *flags)
    assert result.code == 2
    assert said in result.err


def test_counts_have_no_records_to_weigh(tmp_path: Path, files: tuple[Path, Path, Path]) -> None:
    """A classifier needs records, and files of counts have none."""
    whole = files[0]
    table = sqlmetrics.Table(str(whole), ["age", "town"], "disease")
    table.counts(tmp_path / "counts.parquet", allow_singles=True)
    with pytest.raises(SpecError, match="does not take `counts`"):
        sqlmetrics.report(
            None,
            ["age", "town"],
            "disease",
            counts=[tmp_path / "counts.parquet"],
            original=whole,
            releases=[whole],
            internal=True,
        )


def test_a_notebook_shows_the_frontier_of_a_tradeoff(files: tuple[Path, Path, Path]) -> None:
    """The card of a tradeoff has the picture in place of the plot of letters; others have none."""
    whole, decades, bare = files
    releases = sqlmetrics.compare(whole, {"tens": decades, "<bare>": bare}, ["age", "town"], "disease")
    partitions = {"age": f"{whole.parent / 'age.csv'}:1"}
    card = releases.tradeoff(workload="disease", partitions=partitions)._repr_html_()
    assert 'role="img"' in card
    assert "<title>tens: tens</title>" in card
    assert "&lt;bare&gt;" in card
    assert "<bare>" not in card
    assert "<pre>" not in card
    assert (
        "<svg"
        not in sqlmetrics.score(str(whole), ["age", "town"], "disease", metrics=[BEYOND, "k_anonymity"])._repr_html_()
    )
