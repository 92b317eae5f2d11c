"""A limit on a claimed epsilon: in `check`, in jobs, in a history, and on a report's page."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import exp, log
from pathlib import Path
from typing import Any

import duckdb
import pytest
from scipy.optimize import brentq
from scipy.stats import binom

import sqlmetrics
from coins import coins_of
from conftest import Run
from sqlmetrics.errors import SpecError
from sqlmetrics.output.openmetrics import openmetrics_text

Command = Callable[..., Run]

CELLS = range(1000, 1012)
"""Twelve cells, every other one with a canary in it."""

SPEC = """
noisy_answers: {relation: answers.csv, coins: coins.json}
thresholds: {claimed_epsilon: 1}
"""


def bound_of(right: int, guesses: int) -> float:
    """Return the epsilon by which so many right guesses or more are seen in one of 20 audits."""
    return float(brentq(lambda epsilon: binom.sf(right - 1, guesses, 1 / (1 + exp(-epsilon))) - 0.05, 0, 20))


ALL_RIGHT = bound_of(12, 12)
"""The bound where all twelve guesses are right: 1.260."""


def write_answers(wrong: int = 0, cells: Any = CELLS, more: str = "") -> None:
    """Write answers that tell the coins, but for the first ones, which are turned."""
    rows = [f"{cell},{(place + (place < wrong)) % 2 + place / 1000}" for place, cell in enumerate(cells)]
    Path("answers.csv").write_text("\n".join(["zip,n", *rows]) + f"\n{more}")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a spec of answers that give all coins away, and people."""
    monkeypatch.chdir(tmp_path)
    write_answers()
    coins_of("zip", CELLS).save("coins.json")
    Path("s.yml").write_text(SPEC)
    Path("people.csv").write_text("zip,ill\n" + "1,flu\n1,cold\n1,flu\n2,cold\n")
    return tmp_path


def of_records(limits: str = "claimed_epsilon: 1, k_anonymity: 1", more: str = "") -> None:
    """Write a spec of people and of noisy answers."""
    text = SPEC.replace("claimed_epsilon: 1", limits) + "relation: people.csv\nquasi_identifiers: zip\n"
    Path("s.yml").write_text(f"{text}ignored: ill\n{more}")


def test_closed_form_of_the_bound() -> None:
    """With all guesses right the share is the twelfth root of 5 %."""
    share = 0.05 ** (1 / 12)
    assert log(share / (1 - share)) == pytest.approx(ALL_RIGHT, abs=1e-9)


@pytest.mark.parametrize(
    ("limit", "wrong", "code"), [(1, 0, 1), (1.26, 0, 1), (1.27, 0, 0), (4, 0, 0), (1, 2, 0), (0.2, 2, 1), (0.01, 4, 0)]
)
def test_a_claim_below_the_bound_is_refuted(folder: Path, run: Command, limit: float, wrong: int, code: int) -> None:
    """The exit code is 1 then; where the claim is not refuted, nothing is said for it."""
    write_answers(wrong)
    Path("s.yml").write_text(SPEC.replace(": 1}", f": {limit}}}"))
    ended, document = run("check", "--spec", "s.yml"), run("check", "--spec", "s.yml", "-f", "json")
    (job,) = json.loads(document.out)["jobs"]
    (verdict,) = job["verdicts"]
    assert job["epsilon"]["right_guesses"] == 12 - wrong
    bound = bound_of(12 - wrong, 12) if wrong < 3 else 0
    assert verdict["value"] == pytest.approx(bound, abs=1e-6)
    assert (verdict["metric"], verdict["target"], verdict["bound"]) == ("epsilon_at_least", "noisy answers", "at_most")
    assert (verdict["passed"], ended.code, document.code) == (code == 0, code, code)
    assert ("passed: not refuted" in ended.out, "failed: refuted" in ended.out) == (not code, bool(code))
    assert ("which does not confirm it" in ended.out) == (code == 0)


def test_python_holds_it_by_its_names(folder: Path) -> None:
    """The limit is found by the score's name and by the claim's, of files and of tables."""
    words: dict[str, Any] = {"noisy_answers": {"relation": "answers.csv", "coins": "coins.json"}}
    for name in ("claimed_epsilon", "epsilon_at_least", "Claimed epsilon"):
        (outcome,) = sqlmetrics.check(None, thresholds={name: 1}, **words)
        assert outcome.held is not None
        (verdict,) = outcome.held.verdicts
        assert verdict.score.value == pytest.approx(ALL_RIGHT, abs=1e-6)
        assert verdict.failed
    with duckdb.connect("d.duckdb") as connection:
        connection.execute("create table noisy as from 'answers.csv'; create table people as from 'people.csv'")
    words = {"noisy_answers": {"relation": "noisy", "coins": "coins.json"}, "database": "d.duckdb"}
    limits: dict[str, Any] = {"claimed_epsilon": 2, "k_anonymity": 1}
    (outcome,) = sqlmetrics.check("people", "zip", thresholds=limits, **words)
    assert outcome.held is not None
    assert [one.passed for one in outcome.held.verdicts] == [True, True]


def test_words_of_the_answers_are_those_of_the_command(folder: Path, run: Command) -> None:
    """Columns are added up, a missing cell is an answer, and the prior is the attacker's."""
    lines = [f"{cell},{place % 2 + place / 10},{-place / 10}" for place, cell in enumerate(CELLS) if place]
    Path("answers.csv").write_text("\n".join(["zip,one,other", *lines]) + "\n")
    words = "answers: [one, other], thresholded: true, prior: 0.1"
    Path("s.yml").write_text(SPEC.replace("coins.json", f"coins.json, {words}"))
    ended = run("check", "--spec", "s.yml")
    assert (ended.code, "12 are right" in ended.out) == (1, True)
    assert "sure by 10% that a person is in the table is sure by 23.2% at most" in ended.out.replace("\n", " ")


def test_jobs_and_a_history_have_the_bound(folder: Path, run: Command) -> None:
    """A later run may not be worse; `diff` says by how much it is."""
    write_answers(2)
    Path("s.yml").write_text(SPEC.replace(": 1}", ": 2}") + "history: runs.duckdb\n")
    Path("jobs.yml").write_text("jobs: {noise: s.yml}\n")
    assert run("run", "jobs.yml").code == 0
    assert run("check", "--spec", "s.yml").code == 0
    write_answers()
    worse = run("check", "--spec", "s.yml", "--no-worse-than", "last", "-f", "json")
    (job,) = json.loads(worse.out)["jobs"]
    assert [(one["limit"], one["value"], one["passed"]) for one in job["verdicts"]] == [
        (2, pytest.approx(ALL_RIGHT, abs=1e-6), True),
        (pytest.approx(bound_of(10, 12), abs=1e-6), pytest.approx(ALL_RIGHT, abs=1e-6), False),
    ]
    rows = json.loads(run("history", "runs.duckdb", "-m", "epsilon_at_least", "-f", "json").out)
    assert [one["target"] for one in rows][-1] == "noisy answers"
    changed = json.loads(run("diff", "previous", "last", "--history", "runs.duckdb", "-f", "json").out)
    assert [one["metric"] for one in changed[0]["changes"]] == ["epsilon_at_least"]


def test_without_a_limit_a_history_records_the_bound(folder: Path, run: Command) -> None:
    Path("s.yml").write_text(SPEC.partition("thresholds")[0] + "history: runs.duckdb\n")
    ended = run("check", "--spec", "s.yml")
    assert (ended.code, "no threshold was held" in ended.out) == (0, True)
    rows = json.loads(run("history", "runs.duckdb", "-m", "epsilon_at_least", "-f", "json").out)
    assert [one["value"] for one in rows] == [pytest.approx(ALL_RIGHT, abs=1e-6)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda: write_answers(cells=range(7, 19)), "none of the 12 answers of answers.csv is for one of the 12 can"),
        (lambda: write_answers(cells=CELLS[3:]), "3 of 12 canaries have no answer in answers.csv"),
        (lambda: write_answers(more="1000,1\n1001,2\n"), "2 of 12 canaries have several answers in answers.csv"),
        (lambda: coins_of("zip", CELLS, guesses=13).save("coins.json"), "13 guesses are planned, and it has 12"),
        (lambda: coins_of("zip", ["x", *CELLS]).save("coins.json"), "of 13 canaries 1 have no name of a plan"),
        (lambda: coins_of("town", CELLS).save("coins.json"), "has no column 'town'"),
        (lambda: Path("coins.json").unlink(), "coins.json"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_count(
    folder: Path, run: Command, change: Callable[[], Any], says: str
) -> None:
    """`check` and `report` end with 2, and neither a page nor a history is begun."""
    of_records(more="history: runs.duckdb\n")
    change()
    for words in (("check",), ("report", "-o", "r.html")):
        ended = run(*words, "--spec", "s.yml")
        assert (ended.code, says in ended.err) == (2, True), ended.err
    assert not Path("r.html").exists()
    Path("jobs.yml").write_text("jobs: {noise: s.yml}\n")
    jobs = run("run", "jobs.yml")
    assert (jobs.code, says in jobs.out) == (2, True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("relation: people.csv\nquasi_identifiers: zip\nthresholds: {claimed_epsilon: 1}", "coins in `noisy_answers`"),
        (SPEC.replace(": 1}", ": 1, k_anonymity: 2}"), "is about the records of a relation"),
        (SPEC.replace(": 1}", ": {at_least: 1}}"), "so it has at_most only"),
        (SPEC.replace(": 1}", ": {at_most: 1, target: zip}}"), "is scored of: noisy answers"),
        (SPEC.replace(", coins: coins.json", ""), "`noisy_answers` need a `relation`"),
        (SPEC.replace("json}", "json, prior: 1}"), "key 'noisy_answers.prior'"),
        (SPEC.replace("json}", "json, coin: 1}"), "key 'noisy_answers.coin' is unknown; did you mean 'coins'?"),
        (SPEC.partition("thresholds")[0], "the spec names no threshold"),
    ],
)
def test_words_that_hold_nothing_are_refused(folder: Path, run: Command, text: str, says: str) -> None:
    """Each ends with a sentence that says what to write."""
    Path("s.yml").write_text(text)
    ended = run("check", "--spec", "s.yml")
    assert (ended.code, says in ended.err) == (2, True), ended.err


def test_rows_of_scores_have_no_noisy_answers(folder: Path, run: Command) -> None:
    """A limit on them is refused where rows are read, and not passed over."""
    of_records()
    Path("rows.csv").write_text(run("score", "people.csv", "-q", "zip", "--no-look", "-f", "csv").out)
    ended = run("read", "rows.csv", "--spec", "s.yml")
    assert (ended.code, "rows of scores have none for the threshold epsilon_at_least" in ended.err) == (2, True)


def test_metrics_for_a_server_have_it(folder: Path) -> None:
    run = sqlmetrics.check(spec="s.yml", relation=None)
    assert 'metric="epsilon_at_least",target="noisy answers"' in openmetrics_text(run)


@pytest.mark.parametrize("internal", [True, False])
def test_a_report_has_the_verdict_and_its_certificate_is_held(folder: Path, run: Command, *, internal: bool) -> None:
    """A bound, a claim or a verdict that does not follow from the guesses is found."""
    of_records()
    version = ("--internal",) if internal else ()
    ended = run("report", "--spec", "s.yml", *version, "-o", "r.html", "--json", "c.json")
    assert ended.code in {0, 1}, ended.err
    document = json.loads(Path("c.json").read_text())
    own = document["epsilon"]
    assert own.pop("at_least") == pytest.approx(ALL_RIGHT, abs=1e-6)
    said = {"claimed": 1, "delta": 0, "prior": 0.5, "canaries": 12, "guesses": 12, "right_guesses": 12}
    assert own == {**said, "passed": False}
    section = Path("r.html").read_text().partition('id="noise"')[2].partition("</section>")[0]
    assert "An epsilon of 1 is refuted." in section
    assert "coins.json" not in Path("r.html").read_text() + json.dumps(document)
    assert run("verify", "c.json").code == 0
    assert run("verify", "c.json", "--spec", "s.yml", "--relation", "people.csv").code == 0
    for place, forged in (("at_least", 0.5), ("claimed", 2), ("passed", True), ("right_guesses", 13), ("guesses", -1)):
        changed = document | {"epsilon": document["epsilon"] | {"at_least": ALL_RIGHT, place: forged}}
        Path("f.json").write_text(json.dumps(changed))
        ended = run("verify", "f.json")
        assert (ended.code, "epsilon" in ended.out) == (1, True), (place, ended.out)


def test_a_report_of_answers_alone_is_refused(folder: Path, run: Command) -> None:
    ended = run("report", "--spec", "s.yml", "-o", "r.html")
    assert (ended.code, "is about the records of a relation, too" in ended.err) == (2, True)


def test_a_bare_spec_error_is_raised_in_python(folder: Path) -> None:
    with pytest.raises(SpecError, match="is about noisy answers"):
        sqlmetrics.check("people.csv", "zip", thresholds={"claimed_epsilon": 1})
