"""Thresholds: which hold for a score, which scores pass, and the reports of a check."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import duckdb
import numpy
import pytest

import sqlmetrics
from conftest import ROOT, Run
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.gate.jobs import Outcome
from sqlmetrics.gate.jobs import Run as JobsRun
from sqlmetrics.gate.thresholds import (
    Measured,
    Threshold,
    check_measured,
    holding,
    judge,
    read_thresholds,
    scores_of,
    verdict,
    with_metrics,
)
from sqlmetrics.output.forms import text_in
from sqlmetrics.output.results.gate import run_forms
from sqlmetrics.output.verdicts import public_message
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.planning import build_plan

Command = Callable[..., Run]

SPEC = "relation: d.csv\nquasi_identifiers: [age]\nsensitive: [disease]\n"


def score(value: float | None, metric: str = "itpr", target: str = "disease", partition: str | None = None) -> Score:
    """Return a score record of a table."""
    reason = None if value is not None else "the target has a single value"
    return Score(
        metric, target, "age", partition, None, "table", None, 4, value, reason, "share", "higher is riskier", None
    )


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a relation of five people in two classes.

    The smallest class has 2 of them. The most certain guess is right for 2 of 3; in the class of 40
    both diseases are equally frequent.
    """
    monkeypatch.chdir(tmp_path)
    Path("d.csv").write_text("age,disease\n30,flu\n30,flu\n30,cold\n40,flu\n40,cold\n")
    return tmp_path


def spec_file(thresholds: str, more: str = "") -> Path:
    """Write the spec with thresholds."""
    path = Path("release.yml")
    path.write_text(f"{SPEC}{more}thresholds:\n  {thresholds}\n")
    return path


@pytest.mark.parametrize(
    ("bound", "limit", "value", "passed", "margin"),
    [
        ("at_most", 0.7, 0.5, True, 0.2),
        ("at_most", 0.7, 0.7, True, 0.0),
        ("at_most", 0.3, 0.1 + 0.2, True, 0.0),
        ("at_most", 0.7, 0.700001, False, -0.000001),
        ("at_least", 5, 6, True, 1),
        ("at_least", 5, 5, True, 0),
        ("at_least", 5, 1, False, -4),
    ],
)
def test_a_limit_itself_passes(bound: str, limit: float, value: float, passed: bool, margin: float) -> None:
    """A score at the limit, to nine digits, passes; the margin is its distance on the safe side."""
    threshold = Threshold("itpr", "at_most" if bound == "at_most" else "at_least", limit)
    result = verdict(threshold, score(value))
    assert result.passed is passed
    assert result.margin == pytest.approx(margin, abs=1e-12)


def test_an_undefined_score_fails_unless_it_may_pass() -> None:
    """An undefined score has no margin and passes by `undefined: pass`, an infinite one never."""
    assert not verdict(Threshold("itpr", "at_most", 1), score(None)).passed
    allowed = verdict(Threshold("itpr", "at_most", 1, undefined="pass"), score(None))
    assert (allowed.passed, allowed.margin) == (True, None)
    endless = score(None)._replace(reason="infinite: a class lacks a value that the table has")
    assert not verdict(Threshold("itpr", "at_most", 1, undefined="pass"), endless).passed


def test_an_infinite_score_fails(data: Path, run: Command) -> None:
    """Strict delta-disclosure is infinite where a class lacks a value, and fails in any case."""
    Path("d.csv").write_text("age,disease\n30,flu\n30,flu\n40,flu\n40,cold\n")
    ended = run("check", "--spec", spec_file("delta_disclosure_strict: {at_most: 100, undefined: pass}"))
    assert ended.code == 1
    assert "failed: infinite: a class lacks a value that the table has" in " ".join(ended.out.split())


def test_of_two_thresholds_the_one_that_names_more_holds() -> None:
    """A threshold holds for scores without a more specific one; `raw` is the unrecoded target."""
    general, of_disease, of_kinds, raw = (
        Threshold("itpr", "at_most", 0.1),
        Threshold("itpr", "at_most", 0.2, "disease"),
        Threshold("itpr", "at_most", 0.3, "disease", "kinds"),
        Threshold("itpr", "at_most", 0.4, "salary", "raw"),
    )
    thresholds = (general, of_disease, of_kinds, raw)
    assert holding(thresholds, Measured("itpr", "identity", None)) == [general]
    assert holding(thresholds, Measured("itpr", "disease", None)) == [of_disease]
    assert holding(thresholds, Measured("itpr", "disease", "kinds")) == [of_kinds]
    assert holding(thresholds, Measured("itpr", "salary", None)) == [raw]
    assert holding(thresholds, Measured("itpr", "salary", "bands")) == [general]
    assert holding(thresholds, Measured("entropy", "disease", None)) == []
    verdicts = judge(thresholds, [score(0.25), score(0.25, partition="kinds"), score(0.05, "entropy")])
    assert [(one.threshold, one.passed) for one in verdicts] == [(of_disease, False), (of_kinds, True)]


def test_the_forms_of_a_threshold() -> None:
    """A metric has one bound or a list of them; a number alone protects people."""
    words = {"quasi_identifiers": ["age"], "sensitive": ["disease"]}
    spec = parse_spec(
        words
        | {
            "thresholds": {
                "itpr": {"at_most": 0.7},
                "k_anonymity": numpy.int64(5),
                "distinct_l_diversity": {"at_least": 2},
                "t_closeness_equal": [
                    0.3,
                    {"at_most": 0.2, "target": "disease"},
                    {"at_most": 1, "partition": "kinds", "undefined": "pass"},
                ],
            }
        }
    )
    assert read_thresholds(spec) == (
        Threshold("itpr", "at_most", 0.7),
        Threshold("k_anonymity", "at_least", 5),
        Threshold("distinct_l_diversity", "at_least", 2),
        Threshold("t_closeness_equal", "at_most", 0.3),
        Threshold("t_closeness_equal", "at_most", 0.2, "disease"),
        Threshold("t_closeness_equal", "at_most", 1, None, "kinds", "pass"),
    )


@pytest.mark.parametrize(
    ("thresholds", "message"),
    [
        ("itprs: {at_most: 1}", "unknown metric 'itprs'; did you mean 'itpr'"),
        ("all: {at_most: 1}", "thresholds: name a metric"),
        ("itpr: {at_least: 1}", "itpr is riskier the higher it is, so it has at_most only"),
        ("k_anonymity: {at_most: 5}", "k_anonymity is safer the higher it is, so it has at_least only"),
        ("k_anonymity: {at_most: 5, at_least: 2}", "so it has at_least only"),
        ("k_anonymity: {target: identity}", "give k_anonymity a limit: a number, as `at_least` or alone"),
        ("k_anonymity: '>= 5'", "a limit of k_anonymity is a number, such as 5 or 0.2, or words such as `at_least`"),
        ("k_anonymity: []", "a limit of k_anonymity is a number"),
        ("k_anonymity: 0", "k_anonymity is 1 or more, so that every table passes a limit of 0"),
        ("itpr: 5", "itpr is 0 to 1, so that every table passes a limit of 5; a share of 5% is 0.05"),
        ("itpr: -1", "itpr is 0 to 1, so that every table fails a limit of -1"),
        ("delta_disclosure: -1", "so that every table fails a limit of -1"),
        ("itpr: {at_most: true}", "a threshold is a number"),
        ("itpr: true", "key 'thresholds.itpr.0': a threshold is a number"),
        ("itpr: {at_most: .nan}", "input should be a finite number"),
        ("itpr: {at_most: much}", "input should be a valid number"),
        (
            "itpr: {most: 1}",
            "key 'thresholds.itpr.0.most' is unknown; did you mean 'at_most'? allowed: at_most, at_least, target",
        ),
        ("itpr: {at_most: 1, undefined: maybe}", "input should be 'fail' or 'pass'"),
        ("itpr: {at_most: 1, target: illness}", "measures nothing; itpr is scored of: identity, disease"),
        (
            "itpr: {at_most: 1, target: disease, partition: kinds}",
            "the threshold itpr at most 1 of disease as kinds measures nothing",
        ),
        ("k_anonymity: {at_least: 2, target: disease}", "measures nothing; k_anonymity is scored of: identity"),
        ("t_closeness_hierarchical: {at_most: 1}", "needs a hierarchy"),
        (
            "k_anonymity: [{at_least: 2}, {at_least: 3, target: identity}]",
            "holds for no score: others of k_anonymity are more specific",
        ),
    ],
)
def test_a_threshold_that_cannot_be_held_is_an_error(data: Path, run: Command, thresholds: str, message: str) -> None:
    """A threshold that is misspelt, bounds the wrong side or measures nothing is an error.

    Its exit code is 2, and nothing is printed or written.
    """
    spec_file(thresholds)
    before = sorted(data.rglob("*"))
    ended = run(
        "check", "--spec", "release.yml", "--metrics-file", "m.prom", "--history", "h.duckdb", "--report", "r.xml"
    )
    assert message in " ".join(ended.err.split())
    assert (ended.code, ended.out) == (2, "")
    assert sorted(data.rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("check",), 2, "name the spec"),
        (("check", "--spec", "none.yml"), 2, "no such spec file"),
        (("check", "none.csv", "--spec", "release.yml"), 2, "no such file"),
        (("check", "other.csv", "--spec", "release.yml"), 2, "has no column 'age'"),
        (("check", "broken.parquet", "--spec", "release.yml"), 3, "cannot read broken.parquet"),
        (("check", "--spec", "release.yml", "--report", "r.docx"), 2, "end its name in .json, .xml, .md"),
        (("check", "--spec", "release.yml", "--report", "no/r.xml"), 2, "the output's folder no does not exist"),
        (("check", "--spec", "release.yml", "--metrics-file", "no/m.prom"), 2, "the output's folder no does not exist"),
        (("check", "--spec", "release.yml", "--history", "no/h.duckdb"), 2, "the history's folder no does not exist"),
        (("check", "--spec", "release.yml", "--history", "broken.parquet"), 2, "it is no DuckDB file"),
        (("check", "--spec", "release.yml", "--history", "other.duckdb"), 2, "holds no history"),
        (("check", "--spec", "release.yml", "--history", "h.parquet"), 2, "h.parquet is neither"),
        (
            ("check", "--spec", "release.yml", "--history", "trino://host/d"),
            2,
            "a history is not kept in trino; use postgres, sqlite",
        ),
        (("check", "--spec", "release.yml", "--no-worse-than", "last"), 2, "name it as `history` (--history)"),
        (
            ("check", "--spec", "release.yml", "--no-worse-than", "r1", "--history", "h"),
            2,
            "h has no run 'r1' of 'release'; it has none yet",
        ),
        (
            ("check", "--spec", "bare.yml", "--metrics-file", "m.prom"),
            2,
            "the spec names no threshold; give `thresholds`, for example",
        ),
        (("check", "--spec", "release.yml", "--run-id", "a b"), 2, "write up to 200 letters"),
        (("check", "--spec", "release.yml", "--run-id", "last-passed"), 2, "and not 'last' or 'last-passed'"),
        (
            ("check", "t", "--spec", "release.yml", "--database", "other.duckdb", "--history", "other.duckdb"),
            2,
            "holds no history",
        ),
        (("check", "--spec", "jobs.yml"), 2, "a file of several jobs is for `sqlmetrics run FILE.yml`"),
        (("run", "release.yml"), 2, "list its jobs under `jobs`"),
        (("run", "jobs.yml", "--job", "b"), 2, "has no job 'b'; there are: a"),
        (("history", "none.duckdb"), 2, "there is no history at none.duckdb"),
        (("history", "none"), 2, "there is no history at none"),
        (("diff", "previous", "last"), 2, "name the history"),
    ],
)
def test_a_mistake_is_named_with_its_fix(
    data: Path, run: Command, arguments: tuple[str, ...], code: int, message: str
) -> None:
    """A mistake ends with its exit code and a message; nothing is printed or written."""
    spec_file("k_anonymity: {at_least: 2}")
    Path("jobs.yml").write_text("jobs: {a: {relation: d.csv}}")
    Path("bare.yml").write_text(SPEC)
    Path("other.csv").write_text("sex,disease\nf,flu\n")
    Path("broken.parquet").write_text("no Parquet file")
    with duckdb.connect("other.duckdb") as connection:
        connection.execute("create table t as select 1 as age, 'flu' as disease")
    before = sorted(data.rglob("*"))
    ended = run(*arguments)
    assert message in " ".join(ended.err.split())
    assert (ended.code, ended.out) == (code, "")
    assert sorted(data.rglob("*")) == before


def test_the_exit_code_says_whether_a_threshold_failed(data: Path, run: Command) -> None:
    """The exit code is 0 where all passed or with --warn, else 1; the report has the margins."""
    spec = spec_file("k_anonymity: {at_least: 2}")
    passed = run("check", "--spec", spec)
    assert (passed.code, passed.err) == (0, "")
    assert "the threshold passed" in passed.out
    spec_file("{k_anonymity: {at_least: 5}, alpha_k_anonymity: {at_most: 0.9}}")
    failed = run("check", "--spec", spec)
    assert failed.code == 1
    assert re.search(r"k_anonymity of identity\s+at least 5\s+2\s+failed by 3", failed.out)
    assert re.search(r"alpha_k_anonymity of disease\s+at most 0.9\s+0.6667\s+passed by 0.2333", failed.out)
    assert "1 of 2 thresholds failed" in failed.out
    warned = run("check", "--spec", spec, "--warn")
    assert warned.code == 0
    assert "1 of 2 thresholds failed; failures are advisory" in warned.out


def test_an_empty_table_fails(data: Path, run: Command) -> None:
    """A check of an empty table fails, as every score of it is undefined."""
    spec = spec_file("k_anonymity: {at_least: 2}")
    Path("d.csv").write_text("age,disease\n")
    ended = run("check", "--spec", spec)
    assert ended.code == 1
    assert "failed: undefined, the table has no records" in ended.out
    assert run("check", "--spec", spec_file("k_anonymity: {at_least: 2, undefined: pass}")).code == 0


def test_a_threshold_adds_its_metric(data: Path) -> None:
    """A threshold adds its metric to the scored ones, and holds the table, not its classes."""
    spec = parse_spec({"quasi_identifiers": ["age"], "sensitive": ["disease"], "level": "class"})
    wanted = with_metrics(spec, [Threshold("adjusted_discrimination_rate", "at_most", 1)])
    names = {metric.name for metric in build_plan(wanted).metrics}
    assert {"adjusted_discrimination_rate", "k_anonymity"} <= names
    assert wanted.level == "table"
    narrow = with_metrics(
        parse_spec({"quasi_identifiers": ["age"], "metrics": ["entropy"]}), [Threshold("itpr", "at_most", 1)]
    )
    assert narrow.metrics == ["entropy", "itpr"]


def test_what_a_plan_scores_is_what_the_statement_returns(data: Path) -> None:
    """The subjects that thresholds are matched with before a run are those of its scores."""
    partitions = {"disease": ["raw", {"name": "kinds", "domains": {"ill": ["flu", "cold"]}}]}
    spec = parse_spec({"quasi_identifiers": ["age"], "sensitive": ["disease"], "partitions": partitions})
    from sqlmetrics.risk.score import score

    scores = score(spec.model_copy(update={"relation": "d.csv"})).scores
    expected = [(subject.metric, subject.target, subject.partition) for subject in scores]
    assert sorted(scores_of([build_plan(spec)]), key=str) == sorted(
        (Measured(*subject) for subject in expected), key=str
    )
    with pytest.raises(SpecError, match="itpr is scored of: identity, disease, disease as kinds"):
        check_measured([Threshold("itpr", "at_most", 1, "x")], scores_of([build_plan(spec)]))


def test_the_formats_say_the_same(data: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """JSON, JUnit, GitHub annotations and Markdown hold the same verdicts, printed or in files."""
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    spec = spec_file("{k_anonymity: {at_least: 5}, alpha_k_anonymity: {at_most: 0.9}}")
    ended = run(
        "check",
        "--spec",
        spec,
        *shlex.split("--report r.xml --report r.md --report r.json -f github"),
        "--job",
        "a: b, 5%",
    )
    assert ended.code == 1
    document = json.loads(Path("r.json").read_text())
    (job,) = document["jobs"]
    assert (document["exit_code"], job["job"], job["status"], job["records"]) == (1, "a: b, 5%", "failed", 5)
    assert [
        (verdict["metric"], verdict["value"], verdict["limit"], verdict["passed"], verdict["margin"])
        for verdict in job["verdicts"]
    ] == [
        ("k_anonymity", 2, 5, False, -3),
        ("alpha_k_anonymity", pytest.approx(2 / 3), 0.9, True, pytest.approx(0.9 - 2 / 3)),
    ]
    suite = ET.fromstring(Path("r.xml").read_text())[0]
    assert {name: suite.get(name) for name in ("name", "tests", "failures", "errors", "skipped")} == {
        "name": "a: b, 5%",
        "tests": "2",
        "failures": "1",
        "errors": "0",
        "skipped": "0",
    }
    assert [(case.get("name"), [(child.tag, child.get("message")) for child in case]) for case in suite] == [
        ("k_anonymity of identity at least 5", [("failure", "2: failed by 3")]),
        ("alpha_k_anonymity of disease at most 0.9", []),
    ]
    assert ended.out.splitlines() == [
        "::error file=release.yml,title=a%3A b%2C 5%25%3A k_anonymity of identity::2, at least 5: failed by 3",
        "::notice title=sqlmetrics::1 of 2 thresholds failed",
    ]
    assert "| k_anonymity of identity | at least 5 | 2 | failed by 3 |" in Path("r.md").read_text()
    monkeypatch.setenv("GITHUB_WORKSPACE", str(Path.cwd().parent))
    advisory = run("check", "--spec", spec, "--warn", "-f", "github").out
    place = f"{Path.cwd().name}/release.yml"
    assert advisory.startswith(f"::warning file={place},title=release%3A k_anonymity of identity::")
    run("check", "--spec", spec, "--warn", "-f", "junit", "-o", "w.xml")
    suite = ET.fromstring(Path("w.xml").read_text())[0]
    assert (suite.get("failures"), suite.get("skipped"), suite[0][0].tag) == ("0", "1", "skipped")


def test_what_is_harmonised_is_told_apart(data: Path, run: Command) -> None:
    """The identity has a score for each sensitive attribute, with the others among the keys.

    Each of these scores is held, reported and recorded apart.
    """
    Path("d.csv").write_text("age,disease,salary\n30,flu,1\n30,cold,2\n30,flu,1\n30,cold,1\n")
    text = (
        "relation: d.csv\nquasi_identifiers: [age]\nsensitive: [disease, salary]\n"
        "harmonise: true\nmetrics: [k_anonymity]\n"
    )
    Path("release.yml").write_text(
        text + "thresholds: {k_anonymity: {at_least: 2}, distinct_l_diversity: {at_least: 1}}\n"
    )
    ended = run("check", "--spec", "release.yml", "--metrics-file", "m.prom", "--history", "h", "--run-id", "r1")
    assert ended.code == 1
    assert re.search(r"k_anonymity of identity by age,salary\s+at least 2\s+1\s+failed by 1", ended.out)
    assert re.search(r"k_anonymity of identity by age,disease\s+at least 2\s+2\s+passed", ended.out)
    samples = openmetrics(Path("m.prom").read_text())
    assert (
        samples[
            "sqlmetrics_score",
            '{job_name="release",metric="k_anonymity",target="identity",quasi_identifiers="age,salary"}',
        ]
        == 1
    )
    assert (
        samples[
            "sqlmetrics_score",
            '{job_name="release",metric="k_anonymity",target="identity",quasi_identifiers="age,disease"}',
        ]
        == 2
    )
    assert run("check", "--spec", "release.yml", "--history", "h", "--run-id", "r2", "--no-worse-than", "r1").code == 1
    (changes,) = json.loads(run("diff", "r1", "r2", "--history", "h", "-f", "json").out)
    assert [change["way"] for change in changes["changes"]] == ["same"] * 4


def test_no_report_holds_a_value_of_the_data(data: Path, run: Command) -> None:
    """Reports of an error leave out the values in its message; standard error has them."""
    Path("jobs.yml").write_text(
        f"{SPEC}thresholds: {{k_anonymity: {{at_least: 2}}}}\n"
        "jobs:\n  cold: {partitions: {disease: {name: kinds, domains: {ill: [cold]}}}}\n"
        "  text: {partitions: {age: {cuts: [35]}}, relation: t.parquet}\n"
    )
    duckdb.execute("copy (select 'x' as age, 'flu' as disease) to 't.parquet'")
    reports = shlex.split("--report r.xml --report r.md --report r.json --metrics-file m.prom --history h")
    ended = run("run", "jobs.yml", *reports)
    assert ended.code == 2
    assert "flu" not in ended.err
    assert "'flu' (3 records)" in run("run", "jobs.yml", "--show-values").err
    texts = [ended.out, *(Path(name).read_text() for name in ("r.xml", "r.md", "r.json", "m.prom"))]
    assert all("flu" not in text for text in texts)
    assert "has no domain for 1 value in 3 records" in ended.out
    assert (
        public_message(QueryError("Could not convert string 'flu'"))
        == "a query or connection failed; standard error says how"
    )


def openmetrics(text: str) -> dict[tuple[str, str], float]:
    """Return the samples of an OpenMetrics text, checked by its grammar.

    Families stand before their samples, each sample is there once, and the end is marked.
    """
    lines = text.splitlines()
    assert lines.pop() == "# EOF"
    samples: dict[tuple[str, str], float] = {}
    family = ""
    for line in lines:
        if line.startswith("# TYPE "):
            family, kind = line.removeprefix("# TYPE ").split()
            assert kind == "gauge"
        elif line.startswith("# HELP "):
            assert line.split()[2] == family
        else:
            match = re.fullmatch(r'([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\})? (\S+)', line)
            assert match is not None, line
            assert match[1] == family
            assert (match[1], match[2] or "") not in samples
            samples[match[1], match[2] or ""] = float(match[3])
    return samples


def test_the_metrics_file_is_openmetrics(data: Path, run: Command) -> None:
    """OpenMetrics hold scores, thresholds and their verdicts, with names escaped."""
    spec = spec_file("k_anonymity: {at_least: 5}")
    assert run("check", "--spec", spec, "--metrics-file", "m.prom", "--job", 'say "hi" \\').code == 1
    samples = openmetrics(Path("m.prom").read_text())
    job = '{job_name="say \\"hi\\" \\\\"'
    of = f'{job},metric="k_anonymity",target="identity",quasi_identifiers="age"'
    assert samples["sqlmetrics_score", of + "}"] == 2
    assert samples["sqlmetrics_threshold", of + ',bound="at_least",origin="spec"}'] == 5
    assert samples["sqlmetrics_threshold_passed", of + ',bound="at_least",origin="spec"}'] == 0
    assert (samples["sqlmetrics_job_passed", job + "}"], samples["sqlmetrics_job_measured", job + "}"]) == (0, 1)
    assert samples["sqlmetrics_job_records", job + "}"] == 5
    assert samples["sqlmetrics_run_timestamp_seconds", ""] > 1.7e9


def test_an_error_is_a_case_of_its_own(data: Path) -> None:
    """A job without scores is an error in every format, with XML and Markdown marks escaped."""
    run = JobsRun("1", "2026-01-01T00:00:00.0Z", (Outcome("<a>|\n", "x", error=SpecError("no\ncolumn & 'b' | %")),))
    assert run.exit_code == 2
    case = ET.fromstring(text_in(run_forms(run), "junit"))[0][0]
    assert [(child.tag, child.get("message")) for child in case] == [("error", "no\\ncolumn & 'b' | %")]
    assert (
        text_in(run_forms(run), "github").splitlines()[0]
        == "::error title=<a>|\\n%3A not measured::no\\ncolumn & 'b' | %25"
    )
    assert "not measured: no\\\\ncolumn & 'b' \\| %" in text_in(run_forms(run), "markdown")
    assert json.loads(text_in(run_forms(run), "json"))["jobs"][0]["status"] == "error"


def test_python_checks_as_the_command_does(data: Path) -> None:
    """`sqlmetrics.check` returns the outcome of a spec, for a task of a scheduler."""
    run = sqlmetrics.check(spec=spec_file("k_anonymity: {at_least: 3}"))
    assert run.exit_code == 1
    (outcome,) = run.outcomes
    assert outcome.held is not None
    assert [(one.score.value, one.passed) for one in outcome.held.verdicts] == [(2, False)]


def test_the_fixture_is_a_release_that_fails(run: Command) -> None:
    """The README's example: a class of the survey has one person, whose every value is certain."""
    verdicts = json.loads(run("check", "--spec", ROOT / "fixtures" / "release.yml", "-f", "json").out)["jobs"][0][
        "verdicts"
    ]
    assert [verdict["metric"] for verdict in verdicts if not verdict["passed"]] == [
        "k_anonymity",
        "alpha_k_anonymity",
        "alpha_k_anonymity",
    ]
    decade = " + ".join(f"(age >= {cut})::int" for cut in (30, 40, 50, 60, 70))
    rows = duckdb.execute(
        f"select count(*) from '{ROOT}/fixtures/anes96.parquet' group by {decade}, education"
    ).fetchall()
    sizes = [size for (size,) in rows]
    by_metric = {(verdict["metric"], verdict["target"]): verdict["value"] for verdict in verdicts}
    assert by_metric["k_anonymity", "identity"] == min(sizes)
    assert by_metric["records_at_risk", "identity"] == pytest.approx(sum(size for size in sizes if size < 5) / 944)
