"""Every word that changes a question, beside all that is asked and beside every other word."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlmetrics
from coins import write_coins
from conftest import Run
from sqlmetrics.desk.counted import check_shown, has_points
from sqlmetrics.errors import SpecError
from sqlmetrics.output.privacy_report import report
from sqlmetrics.risk.explain import explain_score
from sqlmetrics.risk.installed import installed_sql
from sqlmetrics.risk.published.hidden_cells import hidden_question
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.goes_with import ASKED, BESIDE, NAMES, NEEDS, WORDS, letters
from sqlmetrics.spec.reading import with_outputs
from sqlmetrics.spec.spec import Spec

LIMIT: Any = {"thresholds": {"k_anonymity": {"at_least": 2}}}
KEYS: Any = {"quasi_identifiers": ["age", "town", "job"], "sensitive": ["ill", "pay"]}
TOWNS = {"town": [{"domains": {"north": ["a", "b"], "south": ["c", "d", "*"]}}]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of 60 people with two records each, an earlier release, a population and counts."""
    folder = tmp_path_factory.mktemp("words")
    hidden: dict[str, Any] = {"age": "*", "town": "*", "job": "*"}
    rows: list[dict[str, Any]] = [
        {
            "person": n // 2,
            "age": None if n % 11 == 0 else f"{20 + n * 7 % 4}",
            "town": "abcd"[n * 5 % 7 % 4],
            "job": "xyz"[n * 3 % 5 % 3],
            "ward": "ns"[n % 3 % 2],
            "ill": ["flu", "cold", "cough"][n // 2 % 7 % 3],
            "pay": ["low", "high"][n // 2 % 5 % 2],
            "stands": [2, 5, 9][n // 2 % 3],
            "note": f"{'abcd'[n * 5 % 7 % 4]} {n % 9} {'xyz'[n * 3 % 5 % 3]}",
        }
        for n in range(120)
    ]
    table = pd.DataFrame([row | hidden if n in range(40, 46) else row for n, row in enumerate(rows)])
    table.to_parquet(folder / "t.parquet")
    table.assign(town=[*table["town"][7:], *table["town"][:7]]).to_parquet(folder / "earlier.parquet")
    pd.concat([table, table, table.assign(job="x")]).to_parquet(folder / "people.parquet")
    sqlmetrics.Table(folder / "t.parquet", **KEYS).counts(folder / "counts.parquet", allow_singles=True)
    write_coins(folder / "coins.json", "town", [1, 2, 3, 4])
    table.drop_duplicates("person").to_parquet(folder / "main.parquet")
    (folder / "noisy.csv").write_text("town,n\n1,0.1\n2,1.2\n3,0.3\n4,0.8\n")
    return folder


PUBLISHED = {"a": ["x", "Total"], "n": [1, 1]}
"""A published table."""


def words_of(folder: Path) -> dict[str, dict[str, Any]]:
    """Return a value of each word, with the other words that it needs."""
    people: dict[str, Any] = {"individual": "person"}
    tables = {
        "main": {"relation": str(folder / "main.parquet"), "key": "person"},
        "visits": {"relation": str(folder / "t.parquet"), "key": "person", "columns": "ward"},
    }
    return {
        "attackers": {"attackers": {"neighbour": ["age", "town"], "employer": ["job"]}, "quasi_identifiers": ()},
        "points": people | {"known": 2},
        "traces": people | {"known": "all"},
        "by": {"by": "ward"},
        "harmonise": {"harmonise": True},
        "estimate": {"estimate": 0.5},
        "intervals": {"intervals": {"replicates": 20}},
        "previous": {"previous": [str(folder / "earlier.parquet")]},
        "counts": {"counts": [str(folder / "counts.parquet")]},
        "class": {"level": "class"},
        "any": {"nulls": "any"},
        "drop": {"nulls": "drop"},
        "individual": people,
        "weight": {"weight": "stands"},
        "population": {"population": str(folder / "people.parquet")},
        "size": {"population_size": 5000},
        "fraction": {"sampling_fraction": 0.2},
        "suppressed": {"suppressed": "*"},
        "targets": people | {"known": 2, "targets": 20},
        "resolution": people | {"known": 2, "resolution": "town", "partitions": TOWNS},
        "tables": people | {"known": 2, "tables": tables},
        "outputs": {"outputs": {"keys": [["job"], ["job", "town"]], "minimum_frequency": 3}},
        "text": people | {"known": 2, "text": "note", "quasi_identifiers": ()},
        "roles": {"roles": ["analyst"]},
        "noisy": {"noisy_answers": {"relation": str(folder / "noisy.csv"), "coins": str(folder / "coins.json")}},
        "linked": {"linkage": {"file": str(folder / "earlier.parquet")}},
        "runs": {"repetition": {"generated": str(folder / "earlier.parquet"), "text": "job"}},
        "off": people
        | {"known": 2, "partitions": {"stands": {"grid": 2, "neighbours": True}}}
        | {"quasi_identifiers": ["stands", "town", "job"]},
    }


OF_DATABASES = {"roles"}
"""Words for databases, which files refuse; tests/engine/test_database_roles.py has a server."""

BESIDE_BY = ("score", "sql", "check")
"""What is asked to see whether words go together."""

OF_CHECK = ("noisy", "linked", "runs")
"""The words whose answer is a verdict."""

COUNTED = ("by", "drop", "suppressed")
"""The words that a file of counts has to be counted with."""


def both_of(folder: Path, first: str, second: str) -> dict[str, Any]:
    """Return two words with what they need; counts are counted with the other word."""
    words = words_of(folder)
    for name in {first, second} & {*COUNTED} if "counts" in (first, second) else ():
        file = folder / f"{name}.parquet"
        sqlmetrics.Table(folder / "t.parquet", **KEYS | words[name]).counts(file, allow_singles=True)
        words["counts"] = {"counts": [str(file)]}
    partitions = [words[name]["partitions"] for name in (second, first) if "partitions" in words[name]]
    return words[second] | words[first] | ({"partitions": partitions[0] | partitions[-1]} if partitions else {})


def table_of(folder: Path, words: dict[str, Any]) -> sqlmetrics.Table:
    """Return the table of some words; counts have no relation, nor have tables."""
    unnamed = "counts" in words or "tables" in words
    return sqlmetrics.Table(None if unnamed else folder / "t.parquet", **KEYS | words)


def written(folder: Path, write: Callable[[Path], Any]) -> list[Any]:
    """Return what a call writes to a file, and the rows of that file without their order."""
    file = folder / "written.parquet"
    answer = write(file)
    return [content(answer), sorted(pd.read_parquet(file).round(9).to_csv(index=False).splitlines())]


def report_of(table: sqlmetrics.Table, folder: Path, **words: Any) -> str:
    """Return a report without its minute and its hash."""
    page = folder / "page.html"
    table.report(page, **LIMIT, **words)
    return re.sub(r"\d\d:\d\d UTC|[0-9a-f]{12,}", "", page.read_text())


def coarser(spec: Spec) -> dict[str, Any]:
    """Return the words of a curve; words of texts have levels of their own."""
    own = {} if spec.text else {"partitions": TOWNS | dict(spec.partitions)}
    return {"resolution": "word" if spec.text else "town"} | own


def shown_on_the_desk(spec: Spec) -> Any:
    """Return what the desk shows of known points, and of other specs nothing."""
    points = has_points(spec)
    check_shown(spec, points=points)
    return report(spec, internal=True).certificate if points else None


ASKS: dict[str, Callable[[sqlmetrics.Table, Path], Any]] = {
    "score": lambda table, _: table.score(),
    "explain": lambda table, _: explain_score(table.spec),
    "sql": lambda table, _: table.sql(),
    "installed": lambda table, _: installed_sql(table.spec, "macro"),
    "check": lambda table, _: table.check(**LIMIT),
    "report": lambda table, folder: report_of(table, folder, internal=True),
    "beside": lambda table, folder: report_of(
        table, folder, internal=True, releases=[folder / "earlier.parquet"], original=folder / "t.parquet"
    ),
    "classes": lambda table, _: table.classes("k_anonymity < 5"),
    "sets": lambda table, _: table.point_sets("k_anonymity < 3"),
    "records": lambda table, folder: written(folder, table.records),
    "subsets": lambda table, _: table.subsets(),
    "suda": lambda table, _: table.suda(),
    "baseline": lambda table, _: table.baseline(),
    "posterior": lambda table, _: table.posterior(),
    "levels": lambda table, _: table.semantic_levels(limit=0.3),
    "curves": lambda table, _: table.unicity_curves(**coarser(table.spec)),
    "count": lambda table, folder: written(folder, lambda file: table.counts(file, allow_singles=True)),
    "outputs": lambda table, _: table.outputs(keys=[["age"], ["age", "town"]]),
    "answers": lambda table, _: sqlmetrics.published_answers(table, answers=["age < '22'", "town = 'a'"]),
    "published_outputs": lambda table, _: hidden_question(
        with_outputs(table.spec.model_copy(update={"relation": PUBLISHED}), {"absent": "zero"}, "a test"), [PUBLISHED]
    ),
    "epsilon_plan": lambda table, _: (
        sqlmetrics.epsilon_plan(table, key="town", epsilon=1, canaries=30, seed=1).statement
    ),
    "epsilon_check": lambda table, folder: sqlmetrics.epsilon_check(
        table, coins=write_coins(folder / "c.json", "age", [1, 2])
    ),
    "advise": lambda table, _: table.advise(**LIMIT),
    "release": lambda table, folder: written(
        folder, lambda file: table.release(file, **LIMIT, release={"levels": {"age": "left_out"}})
    ),
    "attacks": lambda table, folder: sqlmetrics.Releases(table, folder / "earlier.parquet").attacks(),
    "releases": lambda table, folder: sqlmetrics.Releases(table, folder / "earlier.parquet").utility(queries=5),
    "desk": lambda table, _: shown_on_the_desk(table.spec),
    "together": lambda table, folder: sqlmetrics.Releases(
        table, [folder / "earlier.parquet", folder / "t.parquet"]
    ).attacks(together=True),
    "linkage": lambda table, folder: sqlmetrics.Releases(table, folder / "t.parquet").attacks(
        auxiliary=folder / "earlier.parquet"
    ),
}
"""What is asked, by its row."""

NEEDED: dict[str, dict[str, Any]] = {
    "sets": {"individual": "person", "known": 2},
    "curves": {"individual": "person", "known": 2},
    "together": {"individual": "person"},
}
"""The words without which a row cannot be asked at all."""

IGNORED = {"spec", "seconds", "fingerprint", "statement", "statement_hash", "finished_at", "run_id", "versions"}


def content(found: Any) -> Any:
    """Return all that is measured, as plain lists: no spec, no time, no name of a run."""
    if isinstance(found, tuple) and hasattr(found, "_fields"):
        return [(name, content(getattr(found, name))) for name in found._fields if name not in IGNORED]
    if dataclasses.is_dataclass(found):
        names = [field.name for field in dataclasses.fields(found) if field.name not in IGNORED]
        return [(name, content(getattr(found, name))) for name in names]
    if isinstance(found, dict):
        return [(str(key), content(value)) for key, value in found.items()]
    if isinstance(found, float):
        return f"{round(found, 12) + 0:.10g}"  # sums have the order of threads
    return [content(one) for one in found] if isinstance(found, list | tuple) else repr(found)


def answer(asked: str, folder: Path, words: dict[str, Any]) -> Any:
    """Return what is answered, or the message of a refusal."""
    try:
        return content(ASKS[asked](table_of(folder, NEEDED.get(asked, {}) | words), folder))
    except SpecError as error:
        return f"refused: {error}"


def without(asked: str, words: dict[str, Any]) -> dict[str, Any]:
    """Return the words that one needs beside it, which are there without it, too."""
    own = {"individual": words["individual"]} if "known" in words else {}
    return NEEDED.get(asked, {}) | own


@pytest.mark.parametrize("asked", ASKS)
def test_what_is_asked_takes_a_word_or_refuses_it(asked: str, folder: Path) -> None:
    """A word that is taken changes the answer; another one is named, with what to do."""
    alone: dict[str, Any] = {}
    for name, letter in letters(ASKED)[asked].items():
        words = words_of(folder)[name]
        found = answer(asked, folder, words)
        if name in OF_DATABASES and letter == "y":
            assert "are no way to ask duckdb" in str(found), (asked, name, found)
        elif letter in "y=":
            assert not str(found).startswith("refused"), (asked, name, found)
            if not words.items() <= NEEDED.get(asked, {}).items():
                bare = without(asked, words)
                if str(bare) not in alone:
                    alone[str(bare)] = answer(asked, folder, bare)
                assert (found == alone[str(bare)]) == (letter == "="), (asked, name)
        elif letter == "-":
            assert str(found).startswith("refused"), (asked, name, found)
        else:
            assert str(found).startswith(f"refused: {NAMES.get(asked, asked)} does not take "), (asked, name, found)
            assert f"`{WORDS[name].label}`" in str(found), (asked, name, found)


def test_two_words_go_together_or_are_refused(folder: Path) -> None:
    """Of two that go together, each changes the answer beside the other; others name both.

    The answer is the scores, the statements where the second word is about published tables, and
    the verdicts where it is about noisy answers or a file of people.
    """
    table, words = letters(BESIDE), words_of(folder)
    alone = {(asked, name): answer(asked, folder, one) for name, one in words.items() for asked in BESIDE_BY}
    wrong: list[tuple[str, ...]] = []
    for first, second in combinations(WORDS, 2):
        letter = table[second].get(first, "-" if "known" in NEEDS.get(second, ()) else "y")
        if letter == "-" or (second in OF_DATABASES and letter == "y"):
            continue
        judged = dict.fromkeys(OF_CHECK, "check" if letter == "y" else "score")
        asked = {"outputs": "sql", **judged}.get(second, "score")
        found = answer(asked, folder, both_of(folder, first, second))
        if letter != "y":
            refusal = f"`{WORDS[second].label}` does not go with `{WORDS[first].label}`"
            wrong += [] if refusal in str(found) else [(first, second)]
        elif str(found).startswith("refused"):
            wrong.append((first, second, found))
        else:
            own = [name for name, other in ((first, second), (second, first)) if not given_by(words, other, name)]
            wrong += [(first, second)] if found in [alone[asked, name] for name in own] else []
    assert not wrong


def given_by(words: dict[str, dict[str, Any]], first: str, second: str) -> bool:
    """Return whether the second word needs the first, so that it is never without it."""
    return words[first].items() <= words[second].items()


def test_every_row_is_asked_and_every_command_has_one() -> None:
    """The tables have a column for each word, and a row for all that measures a relation."""
    assert list(letters(ASKED)) == list(ASKS)
    assert {len(row) for row in letters(ASKED).values()} == {len(WORDS)}
    assert list(letters(BESIDE)) == list(WORDS)[1:]
    commands = {"score", "sql", "check", "report", "classes", "records", "subsets", "suda", "baseline", "posterior"}
    assert commands | {"count", "outputs", "advise", "release", "attacks"} == {*ASKS} - {*NAMES}


def test_a_word_needs_another(folder: Path) -> None:
    """Known points are of people, earlier releases give away a sensitive attribute."""
    for words, needed in (
        ({"known": 2}, "individual"),
        ({"targets": 5}, "known"),
        ({"resolution": "town"}, "known"),
        ({"tables": words_of(folder)["tables"]["tables"]}, "known"),
        ({"sensitive": (), "previous": ["earlier.parquet"]}, "sensitive"),
    ):
        given: dict[str, Any] = {key: value for key, value in (KEYS | words).items() if key != "sensitive" or value}
        with pytest.raises(SpecError, match=f"needs `{needed}`"):
            sqlmetrics.score(None if "tables" in words else folder / "t.parquet", **given)
    assert call_spec(folder / "t.parquet", "age").harmonise is False


def test_help_has_no_flag_that_is_always_refused(run: Callable[..., Run]) -> None:
    """So has completion; the flag is still read, and refused with its reason."""
    of_suda, of_records = run("suda", "--help", "all").out, run("records", "--help", "all").out
    assert "--nulls" in of_suda
    assert not any(flag in of_suda for flag in ("--by COL", "--harmonise", "--level", "--attacker"))
    assert "--known" in of_records
    assert "--harmonise" not in of_records
    refused = run("suda", "t.parquet", "-q", "age", "--by", "ward")
    assert (refused.code, "suda does not take `by` (--by)" in refused.err) == (2, True)
