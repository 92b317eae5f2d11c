"""The page of what each dialect was tried on, from the table beside this module."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from documentation.markdown import table
from sqlmetrics.risk.self_test import QUESTIONS
from sqlmetrics.statement.dialects import DIALECTS

PAGE = "reference/attested.md"

FILE = Path(__file__).with_name("attested.csv")
"""The engines that the self-test was run on."""

PROOFS = {
    "tests": "our tests run the self-test and more statements on it",
    "relative": "our tests run the self-test on an engine that speaks the dialect, or nearly",
    "reader": "in our tests another reader translates the self-test, and DuckDB runs it, with functions in place of a"
    " vendor's hash",
    "once": "an emulator ran the self-test by hand",
}
"""What the words in the table mean."""

TEXT = """\
# Attested dialects

Does the printed SQL give the right numbers on your database? `sqlmetrics sql --self-test` prints {questions}
statements for it, one for each kind of question. They read no table: their rows are in them, with NULL, ties, a class
of one, shares of 1 / 50,019, several secrets, recoded ages and names that need quotes. Each row of an answer is a
score, and says `passed`, or `failed` with what it got and what it should be. The last column counts them.

```sh
sqlmetrics sql --self-test --dialect snowflake > self_test.sql
```

```text
score                              verdict   passed
k_anonymity, identity, table       passed    42 of 42
prosecutor_risk, identity, table   passed    42 of 42
..
```

Paste it into a console; one that takes one statement is given each part by itself. What the scores should be was
computed with fractions and logarithms of {digits} digits, not by a database. On DuckDB and SQLite the self-test
fails for at least 95 % of changes of the formulas, casts, rules for NULL and ranks of a default statement
(`scripts/self_test_mutants`).

## What ran it

{table}

{proofs}

SQLite has no hash function, so its self-test leaves out `known all`, which a console cannot run.

## What emulators hide

An engine that speaks a dialect nearly proves the logic of a statement, and not these. Where yours is one of them, run
the self-test, and tell us the version and what the last column said.

| dialect | open until its own engine ran it |
| --- | --- |
| `redshift` | `strtol` of the hash of traces; types of a union from its first row; functions of the leader node alone |
| `databricks` | ANSI mode and Photon's sums; the limit of a statement's plan |
| `snowflake` | `to_number(.., 'XXXX')` of the hash of traces; names in upper case; sums of doubles |
| `trino` | `from_base` of the hash of traces; the limit of stages in a plan |
| `mysql` | the collation `utf8mb4_0900_bin`; division with `div_precision_increment`; at most 61 tables in a join |
| `oracle` | `rawtohex` and `to_number` of the hash of traces; the empty text, which is NULL; `binary_double` |
| `sqlserver` | `float(53)`, `count_big`, `hashbytes`, collations, the order of `varbinary`, texts as `nvarchar(4000)` |
"""


class Attested(NamedTuple):
    """A run of the self-test: where, what it proves, when, and the questions that passed."""

    dialect: str
    engine: str
    version: str
    proof: str
    date: str
    passed: str
    lacks: str


def attested() -> list[Attested]:
    """Return the runs, in the order of the dialects."""
    with FILE.open(encoding="utf-8", newline="") as lines:
        rows = [Attested(**row) for row in csv.DictReader(lines)]
    return sorted(rows, key=lambda row: list(DIALECTS).index(row.dialect))


def best_proof(dialect: str) -> str:
    """Return the best proof of a dialect: a word of PROOFS."""
    return min((row.proof for row in attested() if row.dialect == dialect), key=list(PROOFS).index)


def pages() -> dict[str, str]:
    """Return the page by its path."""
    rows = [
        (f"`{row.dialect}`", f"{row.engine} {row.version}".strip(), f"*{row.proof}*", row.date, row.passed, row.lacks)
        for row in attested()
    ]
    titles = ("dialect", "engine", "proof", "date", "questions that passed", "what failed, and why")
    proofs = "\n".join(f"- *{word}*: {meaning}." for word, meaning in PROOFS.items())
    return {PAGE: TEXT.format(questions=len(QUESTIONS), digits=60, table=table(titles, rows), proofs=proofs)}
