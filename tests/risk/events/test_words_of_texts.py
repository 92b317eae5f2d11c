"""Words of texts as points of people: on all engines what a loop finds, and what is left out."""

from __future__ import annotations

import csv
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

import pandas as pd
import pytest

import sqlmetrics
from conftest import ROOT, Run
from engines import Database
from grammars import FLUFF, GLOT, tree_of
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.events.resolution import AS_WRITTEN, LOWER_CASE
from sqlmetrics.spec.place import WordedRelation
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import render
from sqlmetrics.statement.words import word_extent_sql, worded_sql

Notes = list[tuple[int, str | None]]
"""Texts, each with its person."""

with (ROOT / "fixtures" / "notes" / "notes.csv").open(newline="") as lines:
    NOTES: Notes = [(int(one["patient"]), one["note"]) for one in csv.DictReader(lines)]

HARD: Notes = [
    (1, "Fièvre, TOUX -- l'asthme."),
    (1, None),
    (2, 'toux; fièvre\t39,5 "sic" \\ back'),
    (3, "Ärger? 'toux' ÄRGER\nnaïve"),
    (4, ""),
    (5, "…"),
    (6, "toux (Łódź) 日本"),
    (7, "x1 x_1 x-1 toux fievre Fièvre"),
]
"""Texts of other letters and marks than those of English."""


def in_a_row(text: str | None, length: int, *, written: bool = False) -> set[str]:
    """Return the words of a text, or as many of them in a row."""
    words = re.findall(r"[^\W_]+", (text or "") if written else (text or "").lower())
    return {" ".join(words[first : first + length]) for first in range(len(words) - length + 1)}


def told(notes: Notes, length: int = 1, *, written: bool = False) -> dict[int, set[str]]:
    """Return the words of each person, but for those of more than half the people in any case."""
    words: dict[int, set[str]] = {person: set() for person, _ in notes}
    for person, text in notes:
        words[person] |= in_a_row(text, length, written=written)
    common = common_words({person: {*map(str.lower, own)} for person, own in words.items()})
    return {person: {word for word in own if word.lower() not in common} for person, own in words.items()}


def common_words(words: dict[int, set[str]]) -> set[str]:
    """Return the words of more than half the people."""
    people = Counter(word for own in words.values() for word in own)
    return {word for word, number in people.items() if 2 * number > len(words)}


def unicity(words: Iterable[set[str]], known: int) -> float:
    """Return the mean chance that words of a person are of nobody else."""
    own = [one for one in words if one]

    def chance(mine: set[str]) -> float:
        sets = [{*some} for some in combinations(sorted(mine), min(known, len(mine)))]
        return fmean(sum(some <= other for other in own) == 1 for some in sets)

    return fmean(map(chance, own))


@pytest.mark.parametrize("length", [1, 2, 3])
@pytest.mark.parametrize("notes", [NOTES, HARD], ids=["guide", "hard"])
def test_words_are_what_a_loop_finds(notes: Notes, length: int) -> None:
    frame = pd.DataFrame(notes, columns=["patient", "note"])
    ngram = None if length == 1 else length
    scores = sqlmetrics.score(frame, individual="patient", text="note", known=3, ngram=ngram)
    words = told(notes, length)
    found = [one.value for one in scores.scores if one.metric == "unicity"]
    assert found == pytest.approx([unicity(words.values(), known) for known in (1, 2, 3)])
    every = {word for _, text in notes for word in in_a_row(text, length)}
    assert scores.words is not None
    assert scores.words._asdict() == {
        "people": len(words),
        "telling": sum(map(bool, words.values())),
        "words": len(every),
        "common": len(every - set[str]().union(*words.values())),
        "length": length,
    }


@pytest.mark.parametrize("seed", range(5))
def test_random_texts_are_singled_out_as_a_loop_says(seed: int) -> None:
    draw = random.Random(seed)
    notes = [(draw.randrange(7), " ".join(draw.choices("ABCdefgh", k=draw.randrange(5)))) for _ in range(14)]
    frame = pd.DataFrame(notes, columns=["patient", "note"])
    words = told([(person, text) for person, text in notes], 1 + seed % 2)
    assert any(words.values())
    scores = sqlmetrics.score(frame, individual="patient", text="note", known=2, ngram=2 if seed % 2 else None)
    found = [one.value for one in scores.scores if one.metric == "unicity"]
    assert found == pytest.approx([unicity(words.values(), known) for known in (1, 2)])


@pytest.mark.engines("tables")
@pytest.mark.parametrize(("length", "written"), [(1, False), (3, False), (1, True), (2, True)])
@pytest.mark.parametrize("notes", [NOTES, HARD], ids=["guide", "hard"])
def test_every_engine_tells_the_same_words(engine: Database, notes: Notes, length: int, written: bool) -> None:
    """An engine without a way to split texts is refused in words."""
    dialect = DIALECTS[engine.dialect]
    worded = WordedRelation("notes", "note", "patient", length=length, written=written)
    if not dialect.tells_words:
        with pytest.raises(SpecError, match=r"no way to make rows of the words.*, snowflake or trino$"):
            worded_sql(worded, "notes", dialect)
        return
    table = "notes" if engine.dialect == "spark" else engine.relation("notes")
    letters = " character set utf8mb4" if engine.dialect == "mariadb" else ""
    kinds = ("Int32", "Nullable(String)") if engine.dialect == "clickhouse" else ("integer", f"varchar(100){letters}")
    made = " engine = Memory" if engine.dialect == "clickhouse" else ""
    engine.rows(f"create table {table} (patient {kinds[0]}, note {kinds[1]}){made}")
    texts = ["null" if text is None else engine_text(text, engine) for _, text in notes]
    engine.rows(
        f"insert into {table} values {', '.join(f'({p}, {t})' for (p, _), t in zip(notes, texts, strict=True))}"
    )
    try:
        found = engine.rows(f"select * from {worded_sql(worded, table, dialect)} found")
        words = told(notes, length, written=written)
        assert sorted((int(person), str(word)) for person, word in found) == sorted(
            (person, word) for person, own in words.items() for word in own
        )
        (extent,) = engine.rows(word_extent_sql(worded, table, dialect))
        assert [int(one) for one in extent][:2] == [len(words), sum(map(bool, words.values()))]
    finally:
        engine.rows(f"drop table {table}")


def engine_text(text: str, engine: Database) -> str:
    """Return a text as a literal of an engine."""
    return render("literal", text, dialect=DIALECTS[engine.dialect])


@pytest.mark.parametrize(("length", "written"), [(1, False), (3, True)])
@pytest.mark.parametrize("dialect", [name for name in GLOT if DIALECTS[name].tells_words])
def test_printed_words_are_read_by_a_grammar(
    dialect: str, length: int, written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The grammar knows no character set of a column of JSON_TABLE, which MySQL's manual has."""
    monkeypatch.setitem(FLUFF, "bigquery", "bigquery")
    worded = WordedRelation("notes", "note", "patient", ("ill",), length=length, written=written)
    query = f"select * from {worded_sql(worded, 'notes', DIALECTS[dialect], printed=True)} found"
    tree_of(query.replace(" character set utf8mb4 path", " path"), dialect)


def written(folder: Path, **words: Any) -> Path:
    """Write the guide's notes and a spec of their words."""
    frame = pd.DataFrame(NOTES, columns=["patient", "note"])
    frame.assign(ill=frame["patient"] % 2).to_csv(folder / "n.csv", index=False)
    spec = {"relation": "n.csv", "individual": "patient", "text": "note", "known": 3} | words
    (folder / "n.yml").write_text(json.dumps(spec))
    return folder / "n.yml"


def test_the_command_says_what_is_left_out(run: Callable[..., Run], tmp_path: Path) -> None:
    spec = written(tmp_path, thresholds={"unicity": 0.5})
    words = told(NOTES)
    said = "Left out, as more than half the people have them: 2. 1 person without another word: in no score."
    ended = run("check", "--spec", spec)
    assert (ended.code, said in " ".join(ended.out.split())) == (1, True)
    shown = run("score", "--spec", spec)
    assert said in " ".join(shown.out.split())
    assert not [word for own in words.values() for word in own if len(word) > 5 and word in ended.out + shown.out]


def test_a_list_of_terms_is_a_partition_of_words(tmp_path: Path) -> None:
    """Stems, or a dictionary, recode the words before they are compared."""
    (tmp_path / "terms.csv").write_text("value,domain\nsmoke,smokes\n")
    frame = pd.DataFrame([(1, "smokes"), (2, "smoke"), (3, "rash"), (4, "rash")], columns=["patient", "note"])
    words: dict[str, Any] = {"individual": "patient", "text": "note", "known": 1}
    assert sqlmetrics.score(frame, **words).value("unicity") == 0.5
    terms = {"word": {"file": tmp_path / "terms.csv", "unmapped": "keep"}}
    assert sqlmetrics.score(frame, partitions=terms, **words).value("unicity") == 0


TERMS = {"asthma": "airways", "cough": "airways", "dry": "airways", "diver": "work", "falconer": "work"}
STEMS = {"rashes": "rash", "diver": "falconer", "gone": "go"}


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_words_become_coarser_as_loops_say(seed: int | None) -> None:
    """Words are recoded as written, in lower case, by stems of a list and by terms of another.

    What is common is the same at each level. A person without a word is in no level.
    """
    draw = random.Random(seed)
    pool = ["Asthma", "asthma", "ASTHMA", "dry", "Diver", "diver", "falconer", "rash", "rashes", "Cough"]
    drawn: Notes = [(draw.randrange(7), " ".join(draw.choices(pool, k=draw.randrange(5)))) for _ in range(14)]
    notes = NOTES if seed is None else drawn
    frame = pd.DataFrame(notes, columns=["patient", "note"])
    terms = {"name": "terms", "mapping": TERMS, "unmapped": "other"}
    stems = {"name": "stems", "mapping": STEMS, "unmapped": "keep"}
    levels = [stems, terms]
    curve = sqlmetrics.unicity_curves(
        frame,
        individual="patient",
        text="note",
        known=3,
        resolution="word",
        advise={"generalizations": {"word": {"levels": levels}}},
        look=False,
    )
    lower = told(notes)
    coarse = {
        AS_WRITTEN: told(notes, written=True),
        LOWER_CASE: lower,
        "stems": {person: {STEMS.get(word, word) for word in own} for person, own in lower.items()},
        "terms": {person: {TERMS.get(word, "other") for word in own} for person, own in lower.items()},
    }
    for level, words in coarse.items():
        for known in (1, 2, 3):
            assert curve.unicity(level, known=known) == pytest.approx(unicity(words.values(), known)), (level, known)
    assert (curve.unicity(AS_WRITTEN) or 0) > (curve.unicity("terms") or 0)
    assert curve.words is not None
    assert curve.words.telling == sum(map(bool, lower.values()))
    assert f"{curve.words.words} words of {curve.words.people} people." in str(curve)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"known": None}, "`text` needs `known`"),
        ({"individual": None}, "needs `individual`"),
        ({"quasi_identifiers": ["ill"]}, "leave ill out of `quasi_identifiers`"),
        ({"text": "notes"}, "has no column 'notes'"),
        ({"text": None, "ngram": 3, "quasi_identifiers": ["ill"]}, "name its column as `text`"),
        ({"ngram": 1}, "greater than or equal to 2"),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: dict[str, Any], says: str, run: Callable[..., Run], tmp_path: Path
) -> None:
    refused = run("score", "--spec", written(tmp_path, **words))
    assert (refused.code, refused.out) == (2, "")
    assert says in re.sub(r" \(--[\w-]+\)", "", " ".join(refused.err.split()))


def test_texts_of_nobody_make_no_word_common() -> None:
    """One of two people has the word; a text without a person does not make it two."""
    notes = [(1, "rash"), (2, "cough"), (None, "rash")]
    frame = pd.DataFrame(notes, columns=["patient", "note"]).astype({"patient": "Int64"})
    scores = sqlmetrics.score(frame, individual="patient", text="note", known=1)
    assert scores.words is not None
    assert (scores.words.people, scores.words.telling, scores.words.common) == (2, 2, 0)
    assert scores.value("unicity") == 1
