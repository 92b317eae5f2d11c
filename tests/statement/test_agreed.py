"""The agreed texts: of shims in every dialect, and of the statements that commands print or ask.

Who changes one on purpose writes the files anew, and reads what differs: a cast, a rule for NULL or
a comparison that only one database needs is seen by no other test of every run.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

import pytest
import yaml
from printed import ANSWERS, ASKED, COMMANDS, ELSEWHERE, PRINTED, agreed, digest, rendered
from shims import SHIMS, shims, written

from conftest import ROOT, Run
from sessions import COLUMNS, sessions, told
from sqlmetrics.statement.duckdb_versions import OTHER_VALUES, differing

ANSWERED = {one.name: one.text for one in sessions(ANSWERS)}
AGREED_SHIMS = yaml.safe_load(SHIMS.read_text(encoding="utf-8"))


def test_each_shim_is_agreed() -> None:
    """A new shim has its texts; `python tests/statement/shims.py` writes them."""
    assert [*AGREED_SHIMS] == [*shims()]


@pytest.mark.parametrize("name", AGREED_SHIMS)
def test_a_shim_is_the_one_agreed(name: str) -> None:
    """What a dialect writes for a shim changes by intent.

    `python tests/statement/shims.py` writes it.
    """
    texts = {one["text"]: one["dialects"].split() for one in AGREED_SHIMS[name]}
    assert written(name, shims()[name]) == texts


def test_the_statements_are_those_agreed() -> None:
    """Each kind has a digest, and no other."""
    assert [*agreed()] == [*PRINTED, *ASKED]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_printed_statement_is_the_one_agreed(
    run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A statement changes by intent, and holds no character that another line end would change.

    It uses nothing that versions of DuckDB compute otherwise.

    `python tests/statement/printed.py` writes digests, and prints the statements that it is given.
    """
    monkeypatch.chdir(ROOT)
    ended = run(*shlex.split(COMMANDS[name]))
    assert ended.code == 0, ended.err
    assert set(re.findall(r"[\x00-\x1f]", ended.out)) == {"\n"}
    assert differing(ended.out, OTHER_VALUES) == ()
    assert (ended.out.count("\n"), digest(ended.out)) == agreed()[name]


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_statement_of_another_dialect_is_the_one_agreed(
    run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It has the macros that most dialects share."""
    monkeypatch.chdir(ROOT)
    ended = run(*shlex.split(ELSEWHERE[name]))
    assert ended.code == 0, ended.err
    assert (ended.out.count("\n"), digest(ended.out)) == agreed()[name]


@pytest.mark.parametrize("name", ASKED)
def test_the_statements_of_a_command_are_those_agreed(
    run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What a command asks a database unprinted changes by intent, and so does its answer."""
    monkeypatch.chdir(ROOT)
    with rendered() as found:
        ended = run(*shlex.split(ASKED[name]), columns=COLUMNS)
    assert f"$ sqlmetrics {ASKED[name]}\n{told(ended)}" == ANSWERED[name]
    text = "\n".join(found)
    assert str(ROOT) not in text
    assert (text.count("\n"), digest(text)) == agreed()[name]
