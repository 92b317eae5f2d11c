"""Which kind of question a spec asks, and that no other module decides by the same words."""

from __future__ import annotations

import ast
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from sqlmetrics.errors import SpecError
from sqlmetrics.risk.kinds.kinds import AROUND, KINDS, score_question
from sqlmetrics.risk.kinds.question import ScoreQuestion
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec

PACKAGE = Path(__file__).parents[2] / "sqlmetrics"

WORDS: dict[str, dict[str, Any]] = {
    "attackers": {"attackers": {"a": ["age"], "b": ["job"]}, "quasi_identifiers": []},
    "traces": {"known": "all", "individual": "who"},
    "points": {"known": 2, "individual": "who"},
    "by": {"by": "town"},
    "estimate": {"estimate": 0.1},
    "intervals": {"intervals": True},
    "previous": {"previous": ["old.parquet"]},
    "counts": {"counts": ["a.parquet"]},
    "text": {"text": "note", "quasi_identifiers": []},
    "tables": {
        "tables": {"main": {"relation": "m.csv", "key": "id", "columns": "age"}},
        "quasi_identifiers": [],
        "individual": None,
    },
}
"""The words that change what is asked, as a spec has them."""

EXPECTED = {
    frozenset[str](): ["OfRecords"],
    frozenset({"by"}): ["OfRecords"],
    frozenset({"attackers"}): ["OfAttackers"],
    frozenset({"traces"}): ["OfTraces"],
    frozenset({"points"}): ["OfPoints"],
    frozenset({"estimate"}): ["Estimated"],
    frozenset({"counts"}): ["OfCounts"],
    frozenset({"by", "counts"}): ["OfCounts"],
    frozenset({"attackers", "counts"}): ["OfCountsOfAttackers"],
    frozenset({"intervals"}): ["WithIntervals", "OfRecords"],
    frozenset({"counts", "intervals"}): ["WithIntervals", "OfCounts"],
    frozenset({"previous"}): ["WithEarlier", "OfRecords"],
    frozenset({"traces", "tables"}): ["WithTables", "OfTraces"],
    frozenset({"points", "tables"}): ["WithTables", "OfPoints"],
    frozenset({"traces", "text"}): ["WithWords", "OfTraces"],
    frozenset({"points", "text"}): ["WithWords", "OfPoints"],
}
"""The kind of each set of words that goes together, the outermost first."""

BRANCHING = {
    "advice/advice.py": 2,
    "advice/cuts/recoding.py": 2,
    "advice/series.py": 2,
    "advice/written_words.py": 4,
    "certificate/measured.py": 1,
    "certificate/slices.py": 3,
    "cli/relation.py": 2,
    "cli/score.py": 1,
    "cli/shared.py": 2,
    "publication/planned.py": 2,
    "table.py": 1,
}
"""How often modules of later streets decide by such a word; may only become fewer."""

OF_A_TABLE = ("spec", "statement", "columns", "scoring", "risk")
"""The streets of questions about a table, which know the words."""


def classes_of(question: Any) -> list[str]:
    """Return the classes of a question, the outermost first."""
    inner = getattr(question, "question", None)
    return [type(question).__name__, *([] if inner is None else classes_of(inner))]


def test_each_set_of_words_has_its_kind() -> None:
    """All sets of the words are asked; what does not go together is refused before."""
    found = {}
    for size in range(len(WORDS) + 1):
        for words in combinations(WORDS, size):
            if {"points", "traces"} <= {*words}:  # two values of one word
                continue
            own: dict[str, Any] = {"quasi_identifiers": ["age"], "sensitive": ["ill"]}
            own |= {} if {"counts", "tables"} & {*words} else {"relation": "t.parquet"}
            for word in words:
                own |= WORDS[word]
            try:
                spec = Spec.model_validate(own)
                check_goes_with("score", spec)
            except SpecError:
                continue
            found[frozenset(words)] = classes_of(score_question(spec))
    assert found == EXPECTED


@pytest.mark.parametrize("row", [*KINDS, *AROUND], ids=lambda row: row.name)
def test_a_row_names_a_question(row: Any) -> None:
    """What is imported when it is asked is there, and answers as a question does."""
    assert issubclass(row.kind, ScoreQuestion)
    assert not row.kind.__abstractmethods__


def branches(text: str) -> int:
    """Return how often a module decides by one of the words of a spec."""
    names = {"attackers", "known", "by", "estimate", "counts", "previous", "released", "interval_spec"}
    places = set()
    for node in ast.walk(ast.parse(text)):
        tests = [node.test] if isinstance(node, ast.If | ast.IfExp | ast.While) else []
        tests += node.ifs if isinstance(node, ast.comprehension) else []
        tests += node.values if isinstance(node, ast.BoolOp) else []
        for inner in (inner for test in tests for inner in ast.walk(test)):
            if isinstance(inner, ast.Attribute) and inner.attr in names and ast.unparse(inner.value).endswith("spec"):
                places.add((inner.lineno, inner.col_offset))
    return len(places)


def test_other_modules_ask_the_kind() -> None:
    """A module that decides by a word decides as no other does; the list may only shrink."""
    assert branches("def f(spec):\n    return 1 if spec.known is None and not spec.by else 2\n") == 2
    found = {
        name: count
        for path in sorted(PACKAGE.rglob("*.py"))
        if (name := path.relative_to(PACKAGE).as_posix()).split("/")[0] not in OF_A_TABLE
        if (count := branches(path.read_text(encoding="utf-8")))
    }
    assert found == BRANCHING
