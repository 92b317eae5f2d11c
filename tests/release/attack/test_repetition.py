"""Generated texts beside the texts that a model was trained on: what loops find of runs."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import ROOT, Run
from engines import Database
from grammars import FLUFF, GLOT, tree_of
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.repetition.scores import MOST_PEOPLE
from sqlmetrics.spec.place import WordedRelation
from sqlmetrics.statement.dialects import DIALECTS, Dialect
from sqlmetrics.statement.render import render
from sqlmetrics.statement.words import words_entry

Texts = Sequence[tuple[int, str | None]]
"""Texts, each with its person."""

HARD: Texts = [(1, "Fièvre, toux  l'ASTHME"), (1, None), (2, "toux l asthme"), (3, ""), (4, "FIÈVRE toux; fievre toux")]
WRITTEN = ["fièvre. Toux!", "l'asthme", None]
"""Texts of other letters, a text that is NULL, and generated texts."""

Measures = dict[tuple[str, int], tuple[int, float | None]]
"""The number and the share of each measure, by the most people of a run."""


def runs(text: str | None, length: int) -> set[str]:
    """Return the runs of words of a text."""
    words = re.findall(r"[^\W_]+", (text or "").lower())
    return {" ".join(words[first : first + length]) for first in range(len(words) - length + 1)}


def of_people(texts: Texts, length: int) -> dict[int, set[str]]:
    """Return the runs of each person."""
    found: dict[int, set[str]] = {person: set() for person, _ in texts}
    for person, text in texts:
        found[person] |= runs(text, length)
    return found


def counted(own: Texts, written: Iterable[str | None], others: Texts | None, length: int) -> list[int]:
    """Return by loops the numbers of the row of `repeated_texts`."""
    mine, strange = of_people(own, length), of_people(others or [], length)
    generated = set().union(*(runs(text, length) for text in written))
    every, foreign = (set[str]().union(*one.values()) for one in (mine, strange))

    def few(people: dict[int, set[str]], but: set[str], most: int) -> set[str]:
        holders = {run: sum(run in one for one in people.values()) for one in people.values() for run in one}
        return {run for run, number in holders.items() if number <= most and run not in but}

    numbers = [len(every), len(generated), len(mine)]
    for most in MOST_PEOPLE:
        rare = few(mine, foreign, most)
        numbers += [len(rare), len(rare & generated), sum(bool(one & rare & generated) for one in mine.values())]
    for most in MOST_PEOPLE if others is not None else ():
        rare = few(strange, every, most)
        numbers += [len(rare), len(rare & generated)]
    return numbers


def measures(numbers: list[int]) -> Measures:
    """Return the shares that follow from the numbers; a share of none is undefined."""
    every, generated, people, *rest = numbers

    def share(part: int, whole: int) -> tuple[int, float | None]:
        return whole, part / whole if whole else None

    found: Measures = {}
    for place, most in enumerate(MOST_PEOPLE):
        rare, repeated, exposed = rest[3 * place : 3 * place + 3]
        found["rare_ngrams", most] = share(rare, every)
        found["repeated_ngrams", most] = share(repeated, rare if generated else 0)
        found["repeated_people", most] = share(exposed, people if generated else 0)
        if len(rest) > 12:
            others, again = rest[12 + 2 * place : 14 + 2 * place]
            found["repeated_by_chance", most] = share(again, others if generated else 0)
    return found


def statement(dialect: Dialect, relations: Sequence[str | None], length: int, *, people: bool = True) -> str:
    """Return the statement of the original, the release and perhaps a control group.

    Without `people` each record is one.
    """

    def words(relation: str | None, person: str) -> Any:
        if relation is not None and not people and person == "patient":
            relation, person = render("numbered_texts", relation, "note", "record", dialect=dialect), "record"
        worded = WordedRelation(relation, "note", person, exact=True, length=length)
        return None if relation is None else words_entry(worded, relation, dialect)

    own, written, others = relations
    plan = {"original": words(own, "patient"), "release": words(written, "note"), "control": words(others, "patient")}
    return render("repeated_texts", plan | {"most": MOST_PEOPLE}, dialect=dialect)


@pytest.mark.parametrize(
    ("length", "control", "texts"),
    [
        pytest.param(1, False, ["", "a", "a b", "b a b"], marks=pytest.mark.thorough),
        pytest.param(2, True, ["", "a", "a b", "b a b"], marks=pytest.mark.thorough),
        (2, True, ["a", "a b"]),
    ],
)
def test_small_worlds_are_counted_as_loops_count(length: int, control: bool, texts: list[str]) -> None:
    """All worlds of two people, a generated text and a stranger, of few texts of two words.

    Each person has one text, so that the same is counted where each record is a person.
    """
    worlds = [(*one, other) for one in product(texts, repeat=3) for other in (texts[1:] if control else [""])]
    relations = ["own", "written", "others" if control else None]
    by_people = statement(DIALECTS["duckdb"], relations, length)
    by_records = statement(DIALECTS["duckdb"], relations, length, people=False)
    with duckdb.connect() as connection:
        connection.execute("create table own (patient integer, note varchar)")
        connection.execute("create table written (note varchar); create table others (patient integer, note varchar)")
        connection.execute("insert into own values (1, ''), (2, ''); insert into written values ('')")
        connection.execute("insert into others values (1, '')")
        connection.execute(f"prepare by_people as {by_people}; prepare by_records as {by_records}")
        for *own, written, other in worlds:
            for people, text in enumerate(own, 1):
                connection.execute("update own set note = ? where patient = ?", [text, people])
            connection.execute("update written set note = ?", [written])
            connection.execute("update others set note = ?", [other])
            strangers = [(1, other)] if control else None
            expected = counted([*enumerate(own, 1)], [written], strangers, length)
            for query in ("by_people", "by_records"):
                found = connection.execute(f"execute {query}").fetchone() or ()
                assert [*found] == expected, (query, own, written, other)


def drawn(draw: random.Random, people: int, texts: int) -> list[tuple[int, str]]:
    """Return drawn texts of people."""
    return [(draw.randrange(people), " ".join(draw.choices("ABcdefgh", k=draw.randrange(6)))) for _ in range(texts)]


@pytest.mark.parametrize("seed", range(3))
def test_random_texts_are_scored_as_loops_say(seed: int) -> None:
    draw = random.Random(seed)
    own, others, length = drawn(draw, 8, 20), drawn(draw, 5, 9) if seed else None, 1 + seed
    written = [text for _, text in drawn(draw, 1, 6)]
    frames = [pd.DataFrame(texts, columns=["patient", "note"]) for texts in (own, others or [])]
    release = pd.DataFrame({"note": written})
    control = frames[1] if others else None
    scores = sqlmetrics.closeness(
        frames[0], {"model": release}, text="note", ngram=length, individual="patient", control=control
    )
    expected = measures(counted(own, written, others, length))
    found = {(one.metric, int(one.parameter("people") or 0)): (one.records, one.value) for one in scores.scores}
    assert found == {key: (number, share and pytest.approx(share)) for key, (number, share) in expected.items()}
    assert {(one.parameter("words"), one.release, one.target) for one in scores.scores} == {
        (str(length), "model", "note")
    }


@pytest.mark.engines("tables")
@pytest.mark.parametrize(("length", "control"), [(1, True), (2, False)])
def test_every_engine_counts_the_same(engine: Database, length: int, control: bool) -> None:
    """By people and by records; an engine without a way to split texts is refused in words."""
    dialect = DIALECTS[engine.dialect]
    if not dialect.tells_words:
        with pytest.raises(SpecError, match="no way to make rows of the words"):
            statement(dialect, ["own", "written", None], length)
        return
    others = [(7, "toux; l'encre"), (8, "fievre")]
    tables: dict[str, Texts] = {"own": HARD, "written": [(0, text) for text in WRITTEN], "others": others}
    letters = " character set utf8mb4" if engine.dialect == "mariadb" else ""
    kinds = ("Int32", "Nullable(String)") if engine.dialect == "clickhouse" else ("integer", f"varchar(100){letters}")
    made = " engine = Memory" if engine.dialect == "clickhouse" else ""
    named = {name: name if engine.dialect == "spark" else engine.relation(name) for name in tables}
    try:
        for name, texts in tables.items():
            engine.rows(f"create table {named[name]} (patient {kinds[0]}, note {kinds[1]}){made}")
            rows = [
                f"({one}, {'null' if text is None else render('literal', text, dialect=dialect)})"
                for one, text in texts
            ]
            engine.rows(f"insert into {named[name]} values {', '.join(rows)}")
        query = statement(dialect, [named["own"], named["written"], named["others"] if control else None], length)
        (row,) = engine.rows(query)
        assert [int(one) for one in row] == counted(HARD, WRITTEN, others if control else None, length)
        relations = [named["own"], named["written"], named["others"] if control else None]
        (row,) = engine.rows(statement(dialect, relations, length, people=False))
        each = [[*enumerate(text for _, text in texts)] for texts in (HARD, others)]
        assert [int(one) for one in row] == counted(each[0], WRITTEN, each[1] if control else None, length)
    finally:
        for name in named.values():
            engine.rows(f"drop table if exists {name}")


@pytest.mark.parametrize("dialect", [name for name in GLOT if DIALECTS[name].tells_words])
def test_printed_runs_are_read_by_a_grammar(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The grammar knows no character set of a column of JSON_TABLE, which MySQL's manual has."""
    monkeypatch.setitem(FLUFF, "bigquery", "bigquery")
    for people in (True, False):
        query = statement(DIALECTS[dialect], ["own", "written_texts", "others_texts"], 2, people=people)
        tree_of(query.replace(" character set utf8mb4 path", " path"), dialect)


NOTES = ROOT / "fixtures" / "notes"
FLAGS = (NOTES / "generated.csv", "--original", NOTES / "notes.csv", "--text", "note", "--individual", "patient")


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--text", "note", "--individual", "note"), "'note' has the texts: name another column as `individual`"),
        ((*FLAGS[3:], "--record-id", "note"), "`record_id` is about distances, and runs of words of `text` have none"),
        ((*FLAGS[3:], "--seed", "3"), "`seed` is about distances"),
        ((*FLAGS[3:], "--ngram", "13"), "less than or equal to 12"),
        (("--ngram", "3"), "`ngram` is a number of words of `text`; name the column of texts, too"),
        (("--text", "notes", "--individual", "patient"), "has no column 'notes'"),
        (("--text", "note", "--individual", "person"), "has no column 'person'"),
        (("--text", "patient", "--individual", "note"), "in a column of texts, and 'patient' of"),
        ((*FLAGS[3:], "--control", NOTES / "generated.csv"), "has no column 'patient'"),
    ],
)
def test_what_makes_no_sense_is_refused(flags: tuple[Any, ...], says: str, run: Callable[..., Run]) -> None:
    refused = run("closeness", *FLAGS[:3], *flags)
    assert (refused.code, refused.out) == (2, "")
    assert says in re.sub(r" \(--[\w-]+\)", "", " ".join(refused.err.split()))


def test_each_record_is_a_person_where_nothing_tells_them_apart(run: Callable[..., Run]) -> None:
    """It is said, a record of an equal text is another person, and the statement is printed."""
    own = ["a b", "a b", "b c", None]
    frame = pd.DataFrame({"record": own})
    found = sqlmetrics.closeness(frame, pd.DataFrame({"record": ["a b c"]}), text="record", ngram=2)
    values = {(one.metric, one.parameter("people")): one.value for one in found.scores}
    assert values["repeated_people", "1"] == 0.25
    assert values["repeated_people", "2"] == 0.75
    assert "each record is taken for a person" in found.notes[0]
    printed = run("closeness", *FLAGS[:3], "--text", "note", "--print-sql")
    assert 'row_number() over (order by source."note") as "record"' in printed.out


def test_shares_of_nothing_are_undefined_and_no_text_is_shown(run: Callable[..., Run]) -> None:
    """Runs of six words: no note has one."""
    ended = run("closeness", *FLAGS, "--ngram", "6")
    assert ended.code == 0
    assert "Runs of few people that are repeated is undefined" in " ".join(ended.out.split())
    shown = run("closeness", *FLAGS, "--ngram", "1", "--control", NOTES / "others.csv")
    assert "100.0% of " in run("closeness", NOTES / "notes.csv", *FLAGS[1:], "--ngram", "2").out
    assert not [word for word in ("asthma", "falconer", "diver", "smokes") if word in shown.out.lower()]
