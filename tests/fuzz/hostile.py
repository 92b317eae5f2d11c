"""Queries and conditions that try to read, write or run what a user did not name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import duckdb
import pytest

from fuzz.cases import Case
from fuzz.invariants import tried
from fuzz.pool import Pool

UNNAMED = "HOSTILECONTENT"
"""The content of a file, a table and a variable of the environment that nobody named."""

CALLS = (
    *("(select content from read_text('in/secret.txt'))", "(select max(name) from duckdb_secrets())"),
    *(
        "getenv('HOSTILE')",
        "(select max(content) from read_blob('in/*.txt'))",
        "(select max(file) from glob('/etc/*'))",
    ),
    *("(select max(path) from duckdb_databases())", "current_setting('home_directory')", "getvariable('HOSTILE')"),
    *("readfile('in/secret.txt')", "writefile('PWNED', 'x')", "load_extension('in/secret.txt')", "edit('x')"),
    *("(select max(sql) from sqlite_master)", "(select max(file) from pragma_database_list)", "fts3_tokenizer('x')"),
    *(
        "(select max(x) from secret)",
        "(select max(x) from other.secret)",
        "sqlite_compileoption_get(0)",
        "raise(abort, 'x')",
    ),
    *(
        "lo_import('in/secret.txt')",
        "pg_read_file('in/secret.txt')",
        "load_file('in/secret.txt')",
        "@@secure_file_priv",
    ),
    *("\\0", "\u2019", "\ufeff1", "/*", "--", "$$x$$", "{{ 7 * 7 }}", "%s", ":x", "?", "$1", "[1", "x'0", "e'\\''"),
    *("1 order by 1", "1 limit 0", "1 union all select 2", "(select 1 union select 2)", "age collate nocase"),
)
"""Expressions of several databases."""

FAIR = ("age >= 0", "1 = 1", "zip is not null", "abs(age) < 99", "(age, zip) = (age, zip)")
"""Conditions that hold."""

FAIR_SHARE = 0.2
"""The share of texts that are conditions which hold."""

AROUND = (
    *("{}", "{} is not null", "1=1) or ({}", "1); {}; (1", "1); {} --", "'; {}; --", "/*{}*/ 1", "$${}$$"),
    *("case when 1=1 then {} end", "exists(select {})", "age in (select {})", "{} is null union all select 1"),
    *("''''{}", '"{}"', "`{}`", "[{}]", "1 = 1 -- \n or {}", "x -> {}", "not {}", "coalesce({}, 1) = 1"),
)
"""What stands around an expression."""

QUERIES = (
    *("select {} as age", "select age, {} as x from people", "with x as (select {} as age) select * from x"),
    *("select * from {}", "select * from people where {}", "from people select {} as age", "values ({})"),
    *(
        "insert into people select {} returning age",
        "copy (select {}) to 'PWNED'",
        "attach 'PWNED' as a",
        "select 1; {}",
    ),
    *(
        "pragma database_list",
        "call pragma_version()",
        "explain select {}",
        "describe people",
        "export database 'PWNED'",
    ),
    *("install httpfs", "set threads = 1", "vacuum into 'PWNED'", "create table pwned as select {}"),
    *("export database 'PWNED'", "table people", "show tables", "select * from people", "from people"),
    *("select * from query('copy (select 1) to ''PWNED''')", "select * from query_table('secret')", "summarize people"),
    *("from sniff_csv('in/secret.txt')", "select * from read_csv(getvariable('x'))", "select * from duckdb_settings()"),
    *(
        "with x as (delete from people returning age) select * from x",
        "select age from people for update",
        "show tables",
    ),
    *("select * from (select {} as age) x, lateral (select {}) y(z)", "pivot people on age using count(*)"),
)
"""Queries with an expression."""


class Tried(NamedTuple):
    """A command with a hostile text, what is wrong with how it ended, and whether it ended well."""

    arguments: tuple[str, ...]
    problems: list[str]
    scored: bool


def hostile(pool: Pool, number: int, seed: int) -> Iterator[Tried]:
    """Give so many commands with a query or a condition, on files and databases in turn."""
    random = Random(seed)
    places = _places(pool.folder)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("HOSTILE", UNNAMED)
        for at in range(number):
            relation, *place = places[at % len(places)]
            expression = random.choice(AROUND).format(random.choice(CALLS))
            expression = random.choice(FAIR) if random.random() < FAIR_SHARE else expression
            words: tuple[str, ...] = (relation, "--where", expression)
            if at % 2 and place:
                query = random.choice(QUERIES)
                words = ("--query", query.replace("{}", random.choice((random.choice(CALLS), expression))))
            shown = ("--level", "class", "--show-values", "-f", "json")
            yield _tried(pool, ("score", *words, *place, "-q", "age", "-m", "k_anonymity", *shown))


def _tried(pool: Pool, arguments: tuple[str, ...]) -> Tried:
    outcome = tried(pool, Case(arguments, None, True))
    problems = list(outcome.problems)
    if outcome.ended is not None:
        texts = (outcome.ended.out, outcome.ended.err)
        problems += ["what nobody named is read"] if any(UNNAMED in text for text in texts) else []
    problems += [f"written: {path}" for path in pool.folder.rglob("PWNED*")]
    return Tried(arguments, problems, outcome.ended is not None and outcome.ended.code == 0)


def _places(folder: Path) -> list[tuple[str, ...]]:
    """Write the relations, beside what nobody may read, and return them with their places."""
    (folder / "in/secret.txt").write_text(UNNAMED)
    people = "select i % 3 as age, i % 2 as zip from range(20) t(i)"
    with duckdb.connect(str(folder / "in/hostile.duckdb")) as connection:
        connection.execute(f"create table people as {people}; copy people to '{folder}/in/hostile.parquet'")
    with sqlite3.connect(folder / "in/hostile.sqlite") as lite:
        lite.execute("create table people as select value % 3 as age, value % 2 as zip from json_each('[1,2,3,4,5]')")
    lite.close()
    return [
        ("in/hostile.parquet",),
        ("people", "--database", "in/hostile.duckdb"),
        ("people", "--url", "sqlite:///in/hostile.sqlite"),
    ]
