"""An audit in the database: canaries, coins and answers, and answers that do not fit."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

import sqlmetrics
from conftest import Run
from engines import Database
from sqlmetrics.errors import ReadingWarning, SpecError
from sqlmetrics.risk.epsilon.audit import EpsilonQuestion
from sqlmetrics.risk.epsilon.coins import Coins
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import render

Command = Callable[..., Run]


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table of 60 people of four kinds of columns, in the working folder."""
    monkeypatch.chdir(tmp_path)
    duckdb.execute(
        "copy (select i::int as id, 'z' || i % 4 as zip, (20 + i % 50)::smallint as age, i * 1.5 as cost,"
        " date '2020-01-01' + i::int as day from range(60) t(i)) to 'people.parquet'"
    )
    return tmp_path / "people.parquet"


def rows_of(text: str) -> list[Any]:
    """Return the rows of a statement."""
    return duckdb.execute(text).fetchall()


def types_of(text: str) -> list[str]:
    """Return the types of a statement's columns."""
    return [str(of) for _, of, *_ in rows_of(f"describe {text}")]


def counts_of(statement: str, by: str = "zip", what: str = "count(*)") -> dict[Any, Any]:
    """Return the true answers of the cells of canaries in a statement's records."""
    records = statement[statement.index("with audited") :]
    rows = rows_of(f"select {by}, {what} as n from ({records}) group by 1")
    return {str(cell): number for cell, number in rows}


def test_a_union_has_the_records_and_the_canaries_of_the_coins(people: Path) -> None:
    """Types stay, each canary with a coin of 1 is alone in its cell, and others are nowhere."""
    plan = sqlmetrics.epsilon_plan(people, key="zip", epsilon=1, canaries=40, individual="id", seed=3)
    held = counts_of(plan.statement)
    coins = {canary.cell: canary.coin for canary in plan}
    assert {cell: held.pop(cell, 0) for cell in coins} == coins
    assert held == {"z0": 15, "z1": 15, "z2": 15, "z3": 15}
    assert 10 <= sum(coins.values()) <= 30
    types = types_of(plan.statement)
    assert types == types_of("from 'people.parquet'")
    assert rows_of(f"select count(distinct id) = count(*) from ({plan.statement})") == [(True,)]


def test_numbers_of_canaries_are_above_all_others_in_their_type(people: Path) -> None:
    """Cells of whole numbers follow each other from a place of the plan's own, in the type."""
    plan = sqlmetrics.epsilon_plan(people, key="age", epsilon=1, canaries=30, seed=1)
    cells = [int(canary.cell) for canary in plan]
    assert cells == list(range(cells[0], cells[0] + 30))
    assert cells[0] >= 100
    assert types_of(plan.statement) == types_of("from 'people.parquet'")
    with pytest.raises(SpecError, match=r"'age' of .* is TINYINT, which has no room for 40 canaries"):
        sqlmetrics.epsilon_plan(
            duckdb.sql("select age::tinyint as age from 'people.parquet'"), key="age", epsilon=1, canaries=40
        )


@pytest.mark.parametrize(
    ("type_name", "end"),
    [("smallint", 2**15), ("integer", 2**31), ("decimal(4, 0)", 10**4), ("decimal(20, 0)", 10**18)],
)
def test_numbers_of_two_plans_differ_where_their_type_has_room(
    type_name: str, end: int, people: Path, tmp_path: Path
) -> None:
    """They lie from a power of ten to the end of the type, and each plan begins anywhere there."""
    table = tmp_path / "typed.parquet"
    duckdb.sql(f"copy (select age::{type_name} as age from '{people}') to '{table}'")
    plans = [sqlmetrics.epsilon_plan(table, key="age", epsilon=1, canaries=30, seed=seed) for seed in range(5)]
    cells = [[int(canary.cell) for canary in plan] for plan in plans]
    assert all(min(own) >= 100 and max(own) < min(end, 100 + 10**9 + 30) for own in cells)
    assert len({own[0] for own in cells}) == 5
    for plan, own in zip(plans, cells, strict=True):
        inside = [canary.coin for canary in plan]
        held = rows_of(f"select age::bigint from ({plan.statement}) where age >= 100 order by 1")
        assert [value for (value,) in held] == [cell for cell, coin in zip(own, inside, strict=True) if coin]


@pytest.mark.parametrize(("key", "thresholded"), [("age", True), ("zip", False)])
def test_coins_of_another_plan_are_refused_with_the_count(
    key: str, thresholded: bool, tmp_path: Path, people: Path
) -> None:
    """Answers to one plan fit no other one, whether their cells are texts or whole numbers."""
    first, second = (sqlmetrics.epsilon_plan(people, key=key, epsilon=1, canaries=20) for _ in range(2))
    cells = [canary.cell for canary in first]
    answers = {key: [*map(int, cells)] if key == "age" else cells, "n": [*range(20)]}
    second.coins.save(tmp_path / "coins.json")
    with pytest.raises(SpecError, match="none of the 20 answers of"):
        sqlmetrics.epsilon_check(answers, coins=tmp_path / "coins.json", thresholded=thresholded)


def test_a_person_has_records_and_companions_are_always_there(people: Path) -> None:
    """Three records of an amount of -2, of one person, are in a cell with four others."""
    words: dict[str, Any] = {"individual": "id", "canary_records": 3, "companions": 4, "seed": 5, "canaries": 25}
    plan = sqlmetrics.epsilon_plan(people, key="zip", epsilon=2, measure={"cost": -2}, values={"age": 30}, **words)
    coins = {canary.cell: canary.coin for canary in plan}
    records = counts_of(plan.statement)
    assert {cell: records[cell] for cell in coins} == {cell: 4 + 3 * coin for cell, coin in coins.items()}
    persons = counts_of(plan.statement, what="count(distinct id)")
    assert {cell: persons[cell] for cell in coins} == {cell: 4 + coin for cell, coin in coins.items()}
    sums = counts_of(plan.statement, what="sum(cost)")
    assert {cell: sums[cell] for cell in coins} == {cell: -8 - 6 * coin for cell, coin in coins.items()}
    assert not plan.coins.raises


@pytest.mark.parametrize(("dialect", "text"), [("trino", "varchar"), ("bigquery", "string")])
def test_names_of_companions_are_texts_before_they_are_joined(dialect: str, text: str) -> None:
    """Unlike DuckDB, these databases join no number to a text; a name ends in a number's text."""
    columns = [{"name": "id", "part": "person", "kind": "text", "type": None}]
    canaries = {"columns": columns, "inside": [], "all": [("cell", "person")], "companions": [[1], [2]], "stride": 1}
    selected = render("canary_rows", canaries, dialect=DIALECTS[dialect]).splitlines()[1]
    assert selected.strip() == f"person_text || '_' || cast(beside.place as {text})"


def test_canaries_go_into_a_copy_and_not_into_the_source(people: Path, tmp_path: Path) -> None:
    """The statement inserts them into the copy that is named, never into the table itself."""
    database = tmp_path / "d.duckdb"
    with duckdb.connect(str(database)) as connection:
        connection.execute("create table people as from 'people.parquet'; create table copy as from people")
    words: dict[str, Any] = {"key": "zip", "epsilon": 1, "canaries": 50, "database": database}
    plan = sqlmetrics.epsilon_plan("people", into="copy", **words)
    with duckdb.connect(str(database)) as connection:
        connection.execute(plan.statement)
        found = connection.execute("select (select count(*) from people), (select count(*) from copy)").fetchone()
    assert found == (60, 60 + sum(canary.coin for canary in plan))
    for into in ("people", "PEOPLE", "main.people", '"people"'):
        with pytest.raises(SpecError, match="is the source, which canaries never go into"):
            sqlmetrics.epsilon_plan("people", into=into, **words)


def noisy(plan: Any, draw: np.random.Generator, epsilon: float) -> Any:
    """Return the answers of an honest mechanism over all cells, in random order."""
    cells = [canary.cell for canary in plan]
    coins = np.array([canary.coin for canary in plan])
    answers = coins + draw.laplace(0, 1 / epsilon, len(coins))
    order = draw.permutation(len(cells))
    return [cells[place] for place in order], coins[order], answers[order]


def test_the_database_guesses_what_sizes_tell(people: Path, tmp_path: Path) -> None:
    """The right guesses are those of a sorted list; cells of others do not matter."""
    plan = sqlmetrics.epsilon_plan(people, key="zip", epsilon=1, canaries=200, seed=11)
    plan.coins.save(tmp_path / "coins.json")
    cells, coins, answers = noisy(plan, np.random.default_rng(2), 1.0)
    ranked = coins[np.argsort(-answers)]
    guesses = plan.coins.guesses
    right = int(ranked[: guesses - guesses // 2].sum() + (1 - ranked[200 - guesses // 2 :]).sum())
    frame = {"zip": [*cells, "z1", "z2"], "n": [*answers, 1e9, -1e9]}
    audit = sqlmetrics.epsilon_check(frame, coins=tmp_path / "coins.json")
    assert (audit.finding.right_guesses, audit.finding.guesses, audit.finding.answered) == (right, guesses, 200)
    assert not audit.refuted
    assert audit.claimed.belief == pytest.approx(np.e / (1 + np.e))
    exact = sqlmetrics.epsilon_check({"zip": cells, "n": coins}, coins=tmp_path / "coins.json")
    assert (exact.finding.right_guesses, exact.finding.verdict) == (guesses, "refuted")
    assert exact.finding.epsilon_at_least == pytest.approx(np.log(1 / (0.05 ** (-1 / guesses) - 1)), rel=1e-6)


def small_coins(**words: Any) -> Coins:
    """Return the coins of ten canaries, of which the first five are in and eight are guessed."""
    held: dict[str, Any] = {"key": "cell", "kind": "whole", "epsilon": 0.1, "delta": 0.0, "guesses": 8}
    coins = {str(1000 + place): int(place < 5) for place in range(10)}
    return Coins(**held | {"raises": True, "records": 1, "coins": coins} | words)


SMALL = [(1000, 9), (1001, 8), (1002, 1), (1003, 7), (1004, 3), (1005, 6), (1006, 2), (1007, None), (1009, 0), (7, 99)]
"""Answers of cells, with another cell, an answer of NULL, and a canary without an answer."""


def test_guesses_by_hand_on_each_engine(engine: Database) -> None:
    """In order: 9 8 7 6 (in: right, right, right, wrong), 3 2 aside, 1 0 and two without (out).

    The last four are wrong, right, right and right: six of eight.
    """
    values = " union all ".join(
        f"select {cell} as cell, {'nullif(0, 0)' if n is None else n} as n" for cell, n in SMALL
    )
    question = EpsilonQuestion(parse_spec({"relation": "t"}), small_coins(), ("n",), True, 0.5)
    text = render("canary_answers", question._entries(f"({values})", ["cell", "n"], printed=True), dialect=engine.facts)
    ((all_answers, answered, doubled, guesses, right, bound, verdict),) = engine.rows(text)
    assert (all_answers, answered, doubled, guesses, right, verdict) == (10, 9, 0, 8, 6, "not refuted")
    assert bound == pytest.approx(0, abs=1e-9)


def test_a_lowering_measure_turns_the_order(tmp_path: Path) -> None:
    """With amounts below 0 the smallest answers are in; a cell without an answer stays out."""
    small_coins(raises=False).save(tmp_path / "coins.json")
    frame = {"cell": [cell for cell, _ in SMALL], "n": [None if n is None else -n for _, n in SMALL]}
    audit = sqlmetrics.epsilon_check(frame, coins=tmp_path / "coins.json", thresholded=True)
    assert audit.finding.right_guesses == 6


def test_answers_that_a_file_keeps_as_texts_are_numbers(tmp_path: Path) -> None:
    """A column of .5 and 0.50 is read as texts; as answers both are one half."""
    small_coins().save(tmp_path / "coins.json")
    lines = ["cell,n", *(f"{cell},{'' if n is None else n}.{'50'[: 1 + n % 2] if n else ''}" for cell, n in SMALL if n)]
    (tmp_path / "answers.csv").write_text("\n".join([*lines, "1009,.5"]) + "\n")
    audit = sqlmetrics.epsilon_check(tmp_path / "answers.csv", coins=tmp_path / "coins.json", thresholded=True)
    assert audit.finding.right_guesses == 6
    (tmp_path / "answers.csv").write_text("cell,n\n1000,many\n")
    with pytest.raises(sqlmetrics.QueryError):
        sqlmetrics.epsilon_check(tmp_path / "answers.csv", coins=tmp_path / "coins.json", thresholded=True)


def test_whole_noise_below_zero_is_no_code(tmp_path: Path) -> None:
    """Answers of -1 and -2 are answers; elsewhere a reader is told that they may be codes."""
    (tmp_path / "answers.csv").write_text(
        "cell,n\n" + "".join(f"{1000 + place},{place % 5 - 2 if place < 10 else place % 3}\n" for place in range(99))
    )
    small_coins().save(tmp_path / "coins.json")
    with pytest.warns(ReadingWarning, match="n: .* values are -2, -1, far from all others"):
        sqlmetrics.score(tmp_path / "answers.csv", ["cell"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = sqlmetrics.epsilon_check(tmp_path / "answers.csv", coins=tmp_path / "coins.json").finding
    assert found.answered == 10


def test_several_answers_of_a_cell_are_added_up(tmp_path: Path) -> None:
    """Two answers that are useless alone tell all together."""
    small_coins().save(tmp_path / "coins.json")
    cells = list(range(1000, 1010))
    one = [place * 37 % 11 for place in range(10)]
    other = [int(place < 5) - noise for place, noise in enumerate(one)]
    frame = {"cell": cells, "one": one, "other": other}
    audit = sqlmetrics.epsilon_check(frame, coins=tmp_path / "coins.json", answers=["one", "other"])
    assert (audit.finding.right_guesses, audit.refuted) == (8, True)
    with pytest.raises(SpecError, match="has 2 columns that may be the answers beside 'cell'; name the noisy one"):
        sqlmetrics.epsilon_check(frame, coins=tmp_path / "coins.json")


def test_the_printed_statement_gives_the_verdict(tmp_path: Path, people: Path) -> None:
    """Its bound is the exact one or a little below; answers that do not fit are not judged."""
    plan = sqlmetrics.epsilon_plan(people, key="zip", epsilon=1, canaries=100, seed=4)
    plan.coins.save(tmp_path / "coins.json")
    for epsilon, verdict in ((0.5, "not refuted"), (9.0, "refuted")):
        cells, _, answers = noisy(plan, np.random.default_rng(5), epsilon)
        with duckdb.connect() as connection:
            connection.execute("create table t (zip varchar, n double)")
            connection.executemany("insert into t values (?, ?)", [*zip(cells, answers.tolist(), strict=True)])
            text = sqlmetrics.epsilon_check_sql("t", coins=tmp_path / "coins.json", answers="n")
            row = connection.execute(text).fetchall()[0]
            audit = sqlmetrics.epsilon_check("t", coins=tmp_path / "coins.json", connection=connection)
            connection.execute("delete from t where n > 0")
            assert connection.execute(text).fetchall()[0][-1] == "the answers do not fit the coins"
        assert row[-1] == audit.finding.verdict == verdict
        assert row[4] == audit.finding.right_guesses
        assert audit.finding.epsilon_at_least - 0.3 <= row[5] <= audit.finding.epsilon_at_least


def test_answers_that_do_not_fit_are_refused_with_the_count(tmp_path: Path) -> None:
    """Answers for other cells, canaries without an answer, and cells with several."""
    small_coins().save(tmp_path / "coins.json")
    cells = list(range(1000, 1010))
    cases: list[tuple[dict[str, list[Any]], dict[str, Any], str]] = [
        ({"cell": [1, 2, 3], "n": [1, 2, 3]}, {"thresholded": True}, "none of the 3 answers of .* 10 canaries"),
        ({"cell": cells[3:], "n": cells[3:]}, {}, "3 of 10 canaries have no answer"),
        ({"cell": [*cells, *cells[:2]], "n": [*range(12)]}, {}, "2 of 10 canaries have several answers"),
        ({"cell": ["a"], "n": [1]}, {}, "cells of the coins are whole numbers, and 'cell' of .* is VARCHAR"),
        ({"cell": cells, "n": [date(2026, 1, 1)] * 10}, {"answers": "n"}, "answers are numbers, and 'n' of"),
        ({"zip": cells, "n": cells}, {}, "has no column 'cell'"),
        ({"cell": cells, "n": cells}, {"answers": "m"}, "has no column 'm'"),
        ({"cell": cells, "n": cells}, {"prior": 0.0}, "`prior` is a probability"),
    ]
    for frame, words, message in cases:
        with pytest.raises(SpecError, match=message):
            sqlmetrics.epsilon_check(frame, coins=tmp_path / "coins.json", **words)


DRAWN = """ cell |   n
------+-------
{psql}
(10 rows)
"""

FRAMED = """+------+-------+
| cell | n     |
+------+-------+
{framed}
+------+-------+
"""


@pytest.mark.parametrize("console", [DRAWN, FRAMED])
def test_answers_are_pasted_as_a_console_draws_them(console: str, tmp_path: Path) -> None:
    """The table of psql or mariadb is read as a file of the same numbers is."""
    small_coins().save(tmp_path / "coins.json")
    cells = list(range(1000, 1010))
    answers = [round((-1) ** n * n * 1.5, 2) for n in range(10)]
    pairs = list(zip(cells, answers, strict=True))
    rows = {
        "psql": "\n".join(f" {cell} | {n}" for cell, n in pairs),
        "framed": "\n".join(f"| {cell} | {n} |" for cell, n in pairs),
    }
    (tmp_path / "pasted.txt").write_text(console.format(**rows))
    found = sqlmetrics.epsilon_check(tmp_path / "pasted.txt", coins=tmp_path / "coins.json")
    held = sqlmetrics.epsilon_check({"cell": cells, "n": answers}, coins=tmp_path / "coins.json")
    assert found.finding == held.finding
    (tmp_path / "pasted.txt").write_text(console.format(**rows).replace("1003 |", "1003 | |"))
    with pytest.raises(SpecError, match=r"pasted.txt, line \d+: a cell of the drawn table holds a bar"):
        sqlmetrics.epsilon_check(tmp_path / "pasted.txt", coins=tmp_path / "coins.json")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"coins": {"1": 2, "2": 0, "3": 7}}, "of 3 canaries 2 have a coin that is neither 0 nor 1"),
        ({"guesses": 11}, "11 guesses are planned, and it has 10 canaries"),
        ({"coins": {"x'": 1, "2": 0}}, "of 2 canaries 1 have no name of a plan"),
        ({"coins": {"1": 1, "2": "0", "3": None}}, "2 of its coins are no whole numbers"),
        ({"epsilon": 0}, "is no file of coins; name the one that `epsilon plan` wrote"),
        ({"more": 0}, "is no file of coins; name"),
    ],
)
def test_coins_that_do_not_fit_are_refused_with_the_count(
    change: dict[str, Any], message: str, tmp_path: Path, run: Command
) -> None:
    """A file that was changed is refused on the command line, which ends with 2."""
    (tmp_path / "coins.json").write_text(json.dumps(small_coins().model_dump() | change))
    (tmp_path / "answers.csv").write_text("cell,n\n1000,1\n")
    ended = run("epsilon", "check", tmp_path / "answers.csv", "--coins", tmp_path / "coins.json")
    assert ended.code == 2
    assert message in ended.err


def test_a_coin_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    """Two coins of one canary are none."""
    text = json.dumps(small_coins().model_dump()).replace('"1001":', '"1000":')
    (tmp_path / "coins.json").write_text(text)
    with pytest.raises(SpecError, match="of 9 canaries 1 are there twice"):
        sqlmetrics.epsilon_check({"cell": [1], "n": [1]}, coins=tmp_path / "coins.json")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"epsilon": 0}, "`epsilon` is a number above 0"),
        ({"delta": 1}, "`delta` is a probability"),
        ({"canaries": 19}, "`canaries` are from 20 to 20000"),
        ({"canary_records": 2}, "name it as `individual`"),
        ({"companions": 1001}, "`companions` from 0, to 1000"),
        ({"measure": {"cost": 0}}, "`measure` is one column and the amount"),
        ({"values": {"zip": "a"}}, "'zip' is named twice"),
        ({"values": {"age": "old"}}, r"'age' is a column of numbers.*\(found: old\)"),
        ({"values": {"nix": "1"}}, "has no column 'nix'"),
        ({"key": "day"}, "have a text or a whole number of their own in 'day' of .*, which is DATE"),
        ({"key": "nix"}, "has no column 'nix'"),
        ({"noisy_query": "select count(*) from people"}, "by the name audited"),
        ({"epsilon": 5, "canaries": 20}, "with 20 canaries no answer could refute an epsilon of 5"),
        ({"by": "zip"}, "does not take `by`"),
    ],
)
def test_plans_that_make_no_sense_are_refused(words: dict[str, Any], message: str, people: Path) -> None:
    """Each with what to do instead."""
    given: dict[str, Any] = {"key": "zip", "epsilon": 1, **words}
    with pytest.raises(SpecError, match=message):
        sqlmetrics.epsilon_plan(people, **given)


def test_coins_of_an_earlier_plan_are_kept(people: Path, run: Command) -> None:
    """Without them its answers say nothing; `--force` writes over them."""
    words = ("--key", "zip", "--epsilon", "1", "--canaries", "60")
    assert run("epsilon", "plan", people, *words, "--seed", "8", "--coins", "c.json").code == 0
    before = Path("c.json").read_bytes()
    ended = run("epsilon", "plan", people, *words, "--seed", "9", "--coins", "c.json", "-o", "q.sql")
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert "c.json is there already" in ended.err
    assert Path("c.json").read_bytes() == before
    assert not Path("q.sql").exists()
    assert run("epsilon", "plan", people, *words, "--seed", "9", "--coins", "c.json", "--force").code == 0
    assert Path("c.json").read_bytes() != before
    assert run("epsilon", "plan", people, *words, "--coins", "/dev/null").code == 0


def test_the_command_line_plans_and_checks(people: Path, run: Command) -> None:
    """The coins are their owner's alone, a broken answer ends with 1, and an honest one with 0."""
    query = "select zip, count(*) as n from audited group by zip"
    words = ("--key", "zip", "--epsilon", "1", "--canaries", "60", "--seed", "8", "--companions", "5")
    ended = run("epsilon", "plan", people, *words, "--noisy-query", query, "--coins", "c.json", "-o", "q.sql")
    assert (ended.code, ended.out) == (0, "")
    assert "coins will be guessed" in ended.err
    assert Path("c.json").stat().st_mode & 0o777 == 0o600
    duckdb.execute(f"copy ({Path('q.sql').read_text()}) to 'answers.csv'")
    ended = run("epsilon", "check", "answers.csv", "--coins", "c.json", "-f", "json")
    found = json.loads(ended.out)
    inside = sum(json.loads(Path("c.json").read_text())["coins"].values())
    half = found["guesses"] // 2
    right = min(inside, found["guesses"] - half) + min(60 - inside, half)
    assert (ended.code, found["verdict"], found["right_guesses"]) == (1, "refuted", right)
    duckdb.execute("copy (select zip, hash(zip) % 1000 as n from 'answers.csv') to 'hidden.csv'")
    ended = run("epsilon", "check", "hidden.csv", "--coins", "c.json", "--prior", ".1")
    assert ended.code == 0
    assert "not refuted" in ended.out
    assert "10 % that a person is in the table is sure by 23.2 %" in ended.out
    assert "confirmed" not in ended.out


def test_a_group_of_commands_lists_them(run: Command) -> None:
    """`epsilon` alone has its commands, and another word is refused with them."""
    assert run("epsilon").out == run("epsilon", "--help").out
    assert [line.split(":")[0] for line in run("epsilon").out.splitlines()] == [
        "sqlmetrics epsilon plan",
        "sqlmetrics epsilon check",
    ]
    ended = run("epsilon", "chekc")
    assert (ended.code, "epsilon has no command 'chekc'; it has epsilon plan and epsilon check" in ended.err) == (
        2,
        True,
    )
