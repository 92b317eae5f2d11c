"""Slices as they are shown: tables of the worst, counts, and names only where these are shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import duckdb
import pytest

import sqlmetrics
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.score import score

NAMES = (None, "", "C, x", "<b>H</b>", "a long name of a hospital that goes on for a while")


@pytest.fixture(scope="module")
def hospitals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of hospitals with odd names, the first the largest, and one of a single record."""
    path = tmp_path_factory.mktemp("slices") / "people.parquet"
    rows = [
        (name, (person * 7 + place) % 4, f"d{person * 3 % 5}", person)
        for place, name in enumerate(NAMES)
        for person in range(50 - 8 * place)
    ]
    with duckdb.connect() as connection:
        connection.execute("create table people (hospital text, age integer, disease text, visit integer)")
        connection.executemany("insert into people values (?, ?, ?, ?)", [*rows, ("alone", 1, "d1", 1)])
        connection.execute(f"copy people to '{path}'")
    return path


def spec_of(hospitals: Path, **words: Any) -> Path:
    """Return a spec file of the hospitals with thresholds."""
    path = hospitals.parent / "spec.yml"
    columns = {"quasi_identifiers": ["age"], "sensitive": ["disease"], "ignored": ["visit"]}
    path.write_text(json.dumps({"relation": hospitals.name, "by": "hospital", **columns, **words}))
    return path


def test_score_shows_a_row_per_slice(hospitals: Path, run: Callable[..., Any]) -> None:
    """Each target has a table, with chance beside the rate; slices are numbered or named."""
    words = ("score", hospitals, "-q", "age", "-s", "disease", "--by", "hospital", "--ignore", "visit")
    shown, named = run(*words), run(*words, "--show-values")
    assert f"{hospitals}: 171 records" in shown.out
    assert "Not examined" not in shown.out
    assert "By hospital there are 6 slices" in shown.out
    assert "the largest has 50 records, the smallest 1." in shown.out
    assert shown.out.count("slice 3 ") == 2
    assert "A small slice looks risky by ITPR, DR and alpha through chance alone." in shown.out.replace("\n", " ")
    assert shown.out.count("hospital   records") == 2
    assert "chance" in shown.out.split("disease: the worst slice first")[1].split("\n")[1]
    assert shown.err == "sqlmetrics: 'disease' has a single value in 1 of 6 slices, where it holds nothing to learn\n"
    assert not any(name in shown.out for name in ("C, x", "<b>H</b>", "alone\n", "a long name"))
    assert all(f"\n{name} " in named.out for name in ("NULL", '""', "C, x", "<b>H</b>", "alone", "a long name"))
    assert run(*words[:-4], "--by", "hospital=public", "--ignore", "visit").out == named.out


def test_few_of_many_slices_are_shown(tmp_path: Path, run: Callable[..., Any]) -> None:
    """Twenty of many are shown; `--all` shows all, and more than 10,000 need it."""
    people = tmp_path / "people.parquet"
    duckdb.sql(f"copy (select i % 30 as ward, i % 5 as age, i as person from range(300) r(i)) to '{people}'")
    words = ("score", people, "-q", "age", "--no-look", "-m", "k_anonymity", "--by")
    few, every = run(*words, "ward"), run(*words, "ward", "--all")
    assert "The 20 worst of 30 slices are shown. --all shows all of them." in few.out
    assert (few.out.count("\nslice "), every.out.count("\nslice ")) == (20, 30)
    assert "are shown" not in every.out
    duckdb.sql(f"copy (select i as person, 1 as age from range(10_001) r(i)) to '{people}' (format parquet)")
    output = tmp_path / "out.csv"
    many = run(*words, "person", "-o", output)
    assert (many.code, output.exists()) == (2, False)
    assert "makes more than 10,000 slices" in many.err
    assert "`all` (--all)" in many.err
    assert run(*words, "person", "--all", "-o", output).code == 0
    assert len(output.read_text().splitlines()) == 10_002
    counts = tmp_path / "counts.parquet"
    assert run("count", people, "-q", "person", "--by", "age", "-o", counts, "--allow-singles").code == 0
    assert run("score", "--counts", counts, "--by", "age", "--all", "-o", output).code == 0
    assert len(output.read_text().splitlines()) > 2
    many = run("score", "--counts", counts, "--by", "person", "-q", "age", "-f", "json")
    assert (many.code, "makes more than 10,000 slices" in many.err) == (2, True)
    for form in ("csv", "json"):
        same = ("score", people, "-q", "person", "--no-look", "--by", "age", "-f", form)
        assert run(*same, "--all").out == run(*same).out


def test_a_slice_that_gives_everything_away_is_the_worst(tmp_path: Path, run: Callable[..., Any]) -> None:
    """Chance gives next to nothing in its two classes of twenty: 1 / (2 N ln 2) of one bit."""
    rows = [
        (f"m{slice_:02}", "ab"[place % 2], "uv"[place // 2 % 2 if place < 28 else place % 2])
        for slice_ in range(24)
        for place in range(40)
    ]
    rows += [("exposed", "ab"[place % 2], "uv"[place % 2]) for place in range(40)]
    path = tmp_path / "slices.csv"
    path.write_text("h,q,s\n" + "".join(f"{','.join(row)}\n" for row in rows))
    told = run("score", path, "-q", "q", "-s", "s", "--by", "h=public").out.split("s: the worst slice first")[1]
    lines = [line.split() for line in told.splitlines() if " 40 " in line]
    assert (len(lines), lines[0][0]) == (20, "exposed")
    heads = next(line.split() for line in told.splitlines() if "chance" in line)
    assert float(lines[0][heads.index("DR")]) == 1
    assert float(lines[0][heads.index("chance")]) == pytest.approx(0.018, abs=0.001)


def test_no_record_is_no_slice(hospitals: Path) -> None:
    """A table without records has no slice, which is said."""
    with pytest.raises(SpecError, match="has no records, and so no slice; leave `by` out"):
        sqlmetrics.score(hospitals, "age", by="hospital", where="false")


def test_check_judges_each_slice(hospitals: Path, run: Callable[..., Any]) -> None:
    """The answer says how many slices pass, which is the worst, and how many are too small."""
    folder = hospitals.parent
    spec = spec_of(hospitals, thresholds={"k_anonymity": 8, "discrimination_rate": 0.9}, min_people=20)
    forms = [word for form in ("xml", "json", "md") for word in ("--report", folder / f"r.{form}")]
    found = run("check", spec, *forms, "--metrics-file", folder / "r.prom")
    said = "3 of 4 slices pass; worst: slice 4 (k 6); 2 slices have too few people to say"
    assert found.code == 1
    assert found.out.splitlines()[-1] == said
    rows = [line.split("  ")[0] for line in found.out.splitlines() if line.startswith("slice ")]
    assert rows == ["slice 4", "slice 3", "slice 2", "slice 1", "slice 6", "slice 5"]
    assert found.out.count("too few people\n") == 2
    job = json.loads((folder / "r.json").read_text())["jobs"][0]
    assert (job["slices"], job["by"]) == ({"passed": 3, "failed": 1, "too_few": 2}, ["hospital"])
    assert job["columns"]["by"] == ["hospital"]
    ks = {one["slice"]: (one["value"], one["passed"]) for one in job["verdicts"] if one["metric"] == "k_anonymity"}
    assert ks == {"1": (12, True), "2": (10, True), "3": (8, True), "4": (6, False), "5": (4, None), "6": (1, None)}


def test_names_of_slices_are_shown_only_on_request(hospitals: Path, run: Callable[..., Any]) -> None:
    """Values of the column of slices are in no form of a run without `--show-values`."""
    spec = spec_of(hospitals, thresholds={"k_anonymity": 8})
    for form in ("table", "markdown", "json", "csv", "junit", "github"):
        hidden, shown = run("check", spec, "-f", form), run("check", spec, "-f", form, "--show-values")
        assert not any(name in hidden.out for name in ("C, x", "alone", "a long name"))
        assert "alone" in shown.out


def test_junit_has_a_case_per_slice(hospitals: Path, run: Callable[..., Any]) -> None:
    """The numbers of a suite are those of its cases; slices of too few people are skipped."""
    spec = spec_of(hospitals, thresholds={"k_anonymity": 8}, min_people=20)
    suite = ET.fromstring(run("check", spec, "-f", "junit").out).find("testsuite")
    assert suite is not None
    assert [suite.get(name) for name in ("tests", "failures", "skipped")] == ["6", "1", "2"]
    assert (len(suite.findall("*/failure")), len(suite.findall("*/skipped"))) == (1, 2)
    assert "3 of 4 slices pass" in (suite.findtext("system-out") or "")
    annotations = run("check", spec, "-f", "github").out.splitlines()
    assert sum(line.startswith("::error") for line in annotations) == 1


def test_openmetrics_has_slices(hospitals: Path, run: Callable[..., Any]) -> None:
    """Slices are a label of judged scores, and counted by outcome; too few people is no pass."""
    spec = spec_of(hospitals, thresholds={"k_anonymity": 8}, min_people=20)
    run("check", spec, "--metrics-file", hospitals.parent / "r.prom")
    lines = (hospitals.parent / "r.prom").read_text().splitlines()
    assert [line.rpartition(" ")[2] for line in lines if line.startswith("sqlmetrics_slices{")] == ["3.0", "1.0", "2.0"]
    passed = [line for line in lines if line.startswith("sqlmetrics_threshold_passed{")]
    assert [('slice="4"' in line, line[-3:]) for line in passed] == [(False, "1.0")] * 3 + [(True, "0.0")]


SLICES = ((1, "hospital is null", ""), (3, "hospital = 'C, x'", '"C, x"'), (6, "hospital = 'alone'", "alone"))
"""Some slices by size, each with its condition, and its name as a line of CSV."""


def test_classes_are_those_of_filtered_runs(hospitals: Path, run: Callable[..., Any]) -> None:
    """The classes of a slice that break a condition have the scores of a run on its records."""
    words: Any = {"conditions": ["k < 9", "alpha > 0.5"], "metrics": ["distinct_l_diversity"]}
    whole = sqlmetrics.classes(hospitals, "age", "disease", by="hospital", **words)
    assert whole.named
    for _, condition, name in SLICES:
        alone = sqlmetrics.classes(hospitals, "age", "disease", where=condition, **words)
        own = {breach.target: sorted(breach.worst, key=str) for breach in alone.breaches}
        for breach in whole.breaches:
            found = [one._replace(slice=None) for one in breach.worst if one.slice == name]
            assert sorted(found, key=str) == own.get(breach.target, [])
    assert whole.breaches[0].classes == len(whole.breaches[0].worst)
    frame = whole.to_pandas()
    assert list(frame.columns[:4]) == ["target", "partition", "slice", "class"]
    words = ("classes", hospitals, "-q", "age", "--by", "hospital", "--condition", "k < 9")
    assert run(*words, "-f", "csv").out.splitlines()[1].startswith("identity,,6,,1,1.0")
    assert "slice 6" in run(*words).out
    assert "alone" in run(*words, "--show-values").out
    rows = duckdb.execute(run(*words, "--print-sql").out).fetchall()
    assert [row[4] for row in rows] == [row.split(",")[2] for row in run(*words, "-f", "csv").out.splitlines()[1:]]


def test_records_have_their_slice(hospitals: Path, tmp_path: Path) -> None:
    """Records of a slice have the scores of a run on its records, and the values of the slice."""
    words: Any = {"metrics": ["k_anonymity", "distinct_l_diversity"]}
    whole = tmp_path / "whole.parquet"
    assert sqlmetrics.records(hospitals, "age", "disease", output=whole, by="hospital", **words) == 171
    for _, condition, name in SLICES:
        own = tmp_path / "own.parquet"
        sqlmetrics.records(hospitals, "age", "disease", output=own, where=condition, **words)
        both = f"(select * exclude (slice) from '{whole}' where slice = $name) except all select * from '{own}'"
        assert duckdb.execute(both, {"name": name}).fetchall() == []
        of_slice = duckdb.execute(f"select count(*) from '{whole}' where slice = $name", {"name": name}).fetchone()
        assert of_slice == duckdb.execute(f"select count(*) from '{own}'").fetchone()
    with pytest.raises(SpecError, match="a column 'slice', as the scores would"):
        sqlmetrics.records({"age": [1], "slice": ["a"]}, "age", output=whole, by="slice")


def test_python_shows_and_draws_slices(hospitals: Path) -> None:
    """A result names the slice where it has to, turns into a frame by slice, and draws points."""
    words: Any = {"by": "hospital", "ignored": ["visit"]}
    table = sqlmetrics.Table(hospitals, "age", "disease", **words)
    assert "by=['hospital']" in repr(table)
    scores = table.score()
    with pytest.raises(SpecError, match="; name the slice"):
        scores["k_anonymity"]
    with pytest.raises(SpecError, match="did you mean 'alone'"):
        scores.value("k_anonymity", slice="alon")
    assert scores.value("k_anonymity", slice='"C, x"') == 8
    frame = scores.to_pandas().query("target == 'identity'").pivot(index="slice", columns="metric", values="value")
    assert frame["k_anonymity"].to_dict()["alone"] == 1
    assert "By hospital there are 6 slices" in repr(scores)
    assert "&lt;b&gt;H&lt;/b&gt;" in scores._repr_html_()
    axes = scores.plot()
    assert len(axes.get_yticks()) == 6
    assert "Discrimination rate" in axes.get_xlabel()
    judged = table.check(thresholds={"k_anonymity": 8}, min_people=20).plot()
    assert [text.get_text() for text in judged.get_legend().get_texts()] == [
        *("within the limit", "beyond the limit", "too few people", "limit 8")
    ]
    assert [label.get_text() for label in judged.get_yticklabels()][:3] == ["slice 6", "slice 5", "slice 4"]


def test_the_riskiest_classes_of_all_slices_come_first(hospitals: Path, run: Callable[..., Any]) -> None:
    """At level class a table has the riskiest classes of all slices, each with its slice."""
    words = ("score", hospitals, "-q", "age", "-m", "k_anonymity", "--by", "hospital", "--level", "class", "--no-look")
    shown = run(*words)
    assert "identity: 20 of 21 classes, the riskiest first" in shown.out
    assert [line.split() for line in shown.out.splitlines() if line.startswith(" 1 ")] == [
        ["1", "slice", "6", "1", "1"]
    ]
    assert "21 classes" not in run(*words, "--all").out


def test_people_of_a_slice_are_counted_once(tmp_path: Path, run: Callable[..., Any]) -> None:
    """Where a column tells people apart, `min_people` counts them and not their records.

    Their numbers go with the slices however NULLs are treated.
    """
    people = tmp_path / "visits.parquet"
    visits = [("a", 30, 3), ("b", 20, 10), (None, 12, 12), ("d", 5, 1)]
    rows = [(ward, person % many, None if person == 1 else 1) for ward, size, many in visits for person in range(size)]
    with duckdb.connect() as connection:
        connection.execute("create table visits (ward text, person integer, age integer)")
        connection.executemany("insert into visits values (?, ?, ?)", rows)
        connection.execute(f"copy visits to '{people}'")
    for nulls in ("category", "drop"):
        words: Any = {"by": "ward", "individual": "person", "nulls": nulls}
        assert sqlmetrics.score(people, "age", **words).people == {"a": 3, "b": 10, "": 12, "d": 1}
        judged = sqlmetrics.check(people, "age", thresholds={"k_anonymity": 1}, min_people=5, **words)
        held = judged.outcomes[0].held
        assert held is not None
        assert {one.name: (one.people, one.passed) for one in held.slices} == {
            "1": (3, None),
            "2": (10, True),
            "3": (12, True),
            "4": (1, None),
        }
    flags = ("score", people, "-q", "age", "--by", "ward", "--individual", "person", "--no-look")
    assert "the largest has 12 people, the smallest 1." in run(*flags).out.replace("\n", " ")


def test_a_slice_has_one_number_in_all_statements(tmp_path: Path) -> None:
    """A slice is numbered by all of its records, whatever records its targets leave out."""
    people = tmp_path / "people.parquet"
    rows = [("a", 1, None, 1)] * 9 + [("a", 1, 1, 1)] + [("b", 1, 1, None)] * 6 + [("b", 1, 1, 1)] * 2
    with duckdb.connect() as connection:
        connection.execute("create table people (ward text, age integer, job integer, income integer)")
        connection.executemany("insert into people values (?, ?, ?, ?)", rows)
        connection.execute(f"copy people to '{people}'")
    words: Any = {"by": "ward", "nulls": "drop", "metrics": ["k_anonymity", "distinct_l_diversity"]}
    spec = sqlmetrics.Table(people, "age", ["job", "income"], **words).spec
    for harmonise in (False, True):
        scores = score(spec.model_copy(update={"harmonise": harmonise}))
        left = {(one.slice, one.target): one.records for one in scores.scores if one.target != "identity"}
        of_both = {("1", "job"): 1, ("2", "job"): 2, ("1", "income"): 1, ("2", "income"): 2}
        assert left == (of_both if harmonise else {**of_both, ("2", "job"): 8, ("1", "income"): 10})
    by_class = score(spec.model_copy(update={"level": "class"}))
    assert {(one.slice, one.target): one.records for one in by_class.scores if one.target == "job"} == {
        ("1", "job"): 1,
        ("2", "job"): 8,
    }
