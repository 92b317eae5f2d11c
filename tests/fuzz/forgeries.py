"""Files that were changed by hand or by a broken disk: counts, sketches, and Parquet files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import duckdb

from faults.calls import call, within
from fuzz.cases import Case
from fuzz.invariants import tried
from fuzz.pool import CANARY, Pool
from sqlmetrics.statement.catalogue import catalogue

PEOPLE = f"""
    select case i % 11 when 0 then null else '{CANARY}' || i % 3 end as town, i * i % 5 as age,
        i * i % 7 % 3 as ill, chr(65 + (i // 4 % 2)::int) as job, '*' as star
    from range(60) t(i)"""
"""The records that are counted."""

COUNTED: dict[str, tuple[str, ...]] = {
    "counts": ("-q", "town", "-q", "age", "-s", "ill"),
    "attributes": ("-q", "town", "-q", "age", "-s", "ill", "-s", "job"),
    "keys": ("-q", "town", "-q", "age", "--nulls", "drop"),
    "withheld": ("-q", "town", "-q", "age", "-s", "ill", "--min-count", "2"),
    "suppressed": ("-q", "town", "-q", "star", "-s", "ill", "--suppressed", "star=*", "--keep-suppressed"),
    "recoded": ("-q", "town", "-q", "age", "-s", "ill", "--partition", "age=in/ages.csv"),
    "sketch": ("-q", "town", "-q", "age", "-s", "ill", "--sketch", "6"),
    "several": ("-q", "town", "-q", "age", "-s", "ill", "-s", "job", "--sketch", "100"),
}
"""The kinds of files of counts, by their flags."""

WRONG = (
    *("0", "-1", "null", "1", "4611686018427387904", "1.5::double", "'nan'::double", "'x'", "[1]", "1::hugeint"),
    *("true", "date '2000-01-01'", "'x'::blob", "{column} + 1", "{column}::varchar", "{column}::double", "-{column}"),
)
"""The values that take the place of a column's."""

ROWS = (
    *("select * from {rows} limit 1", "select * from {rows} limit 0", "from {rows} union all from {rows}"),
    *("select * exclude ({column}) from {rows}", "select *, 1 as more from {rows}"),
    *("select * rename ({column} as other) from {rows}", "select {column}, * exclude ({column}) from {rows}"),
    *("from {rows} order by random()", "from {rows} where {column} is not null"),
    "select * replace (1 as records) from (select * from {rows}, range(records)) t(*, n)",
)
"""The changes of all rows."""

WORDS: tuple[Any, ...] = (None, "x", "", [], {}, ["x"], -1, 0, 1, 1.5, 10**30, True, [0], ["town", "town"], {"town": 1})
"""The values that take the place of a header's."""

COMMANDS = (
    ("score", "--counts", "{file}", "-f", "json"),
    ("score", "--counts", "{file}", "-f", "json", "-m", "all"),
    ("score", "--counts", "{file}", "in/counts.parquet", "-f", "json"),
    ("count", "--counts", "{file}", "-o", "out/added.parquet"),
    ("report", "--counts", "{file}", "-o", "out/page.html"),
)
"""What is done with a forged file of counts, a `{file}`."""

READ = (
    ("score", "{file}", "-q", "town", "-s", "ill", "-f", "json"),
    ("init", "{file}"),
    ("records", "{file}", "-q", "town", "-o", "out/records.parquet"),
    ("count", "{file}", "-q", "town", "--allow-singles", "-o", "out/counts.parquet"),
    ("utility", "{file}", "--original", "in/people.parquet", "-f", "json"),
)
"""What is done with a broken Parquet file."""

LEAST = re.compile(r"(?P<limit>[01]) (?:to|or more)|above (?P<above>0)")
"""A pattern of the least number in the range of a metric's header."""

MOST = re.compile(r"(?:0 to|above 0, up to|up to) 1\b")
"""A pattern of the range of a metric that is at most one."""


class Forged(NamedTuple):
    """A forged file's kind and change, the command, and what is wrong with how it ended."""

    name: str
    arguments: tuple[str, ...]
    problems: list[str]
    scored: bool


def forged(pool: Pool, number: int, seed: int) -> Iterator[Forged]:
    """Give so many commands on forged counts, and half as many on broken Parquet files."""
    random = Random(seed)
    headers = _counted(pool.folder)
    for place in range(number):
        kind = random.choice(list(COUNTED))
        file, name = f"in/forged-{place}.parquet", ""
        while not (pool.folder / file).is_file():
            name = _forge(random, pool.folder, kind, headers[kind], pool.folder / file)
        yield _tried(pool, f"{kind}: {name}", random.choice(COMMANDS), file)
    for place in range(number // 2):
        file = f"in/broken-{place}.parquet"
        name = _break(random, (pool.folder / "in/forgeable.parquet").read_bytes(), pool.folder / file)
        yield _tried(pool, name, random.choice(READ), file)


def _tried(pool: Pool, name: str, command: tuple[str, ...], file: str) -> Forged:
    arguments = tuple(word.format(file=file) for word in command)
    outcome = tried(pool, Case(arguments, None, False))
    (pool.folder / file).unlink()
    if outcome.ended is None:
        return Forged(name, arguments, outcome.problems, False)
    scored = outcome.ended.code == 0
    beyond = _beyond(outcome.ended.out) if scored and "json" in command and command[0] == "score" else []
    return Forged(name, arguments, [*outcome.problems, *beyond], scored)


def _beyond(text: str) -> list[str]:
    """Return the scores that are outside the range of their metric."""
    found = []
    for score in json.loads(text)["scores"]:
        value, range_ = score["value"], catalogue()[score["metric"]].range
        least = LEAST.match(range_)
        below = least is not None and value is not None and value < float(least["limit"] or 0) - 1e-9
        above = MOST.match(range_) is not None and value is not None and value > 1 + 1e-9
        if below or above:
            found.append(f"{score['metric']} of {score['target']} is {value}, and its range {range_}")
    return found


def _counted(folder: Path) -> dict[str, dict[str, Any]]:
    """Write the files that are forged, and return the headers of the counts."""
    headers = {}
    people = str(folder / "in/forgeable.parquet")
    duckdb.execute(f"copy ({PEOPLE}) to '{people}' (row_group_size 20)")
    (folder / "in/ages.csv").write_text("value,domain\n0,low\n1,low\n2,low\n3,high\n4,high\n")
    with within(folder, folder / "tmp"):
        for kind, flags in COUNTED.items():
            ended = call(["count", "in/forgeable.parquet", *flags, "--allow-singles", "-o", f"in/{kind}.parquet"])
            assert ended.code == 0, ended
            query = f"select decode(value) from parquet_kv_metadata('in/{kind}.parquet')"
            ((text,),) = duckdb.execute(query).fetchall()
            headers[kind] = json.loads(text)
    return headers


def _forge(random: Random, folder: Path, kind: str, header: dict[str, Any], file: Path) -> str:
    """Write a forged file of counts, where DuckDB can, and return how it was changed."""
    source = folder / f"in/{kind}.parquet"
    if random.random() < 0.15:
        return _break(random, source.read_bytes(), file)
    columns = [row[0] for row in duckdb.execute(f"describe from '{source}'").fetchall()]
    rows, words, name = f"from '{source}'", json.loads(json.dumps(header)), ""
    if random.random() < 0.75:
        column = random.choice(columns)
        change = random.choice(ROWS)
        if random.random() < 0.6:
            wrong = random.choice(WRONG).format(column=column)
            where = random.choice((column, f"case when hash({column}) % 2 = 0 then {column} else {wrong} end"))
            change = f"select * replace ({wrong if where == column else where} as {column}) from {{rows}}"
        name = change.format(rows="it", column=column)
        rows = change.format(rows=f"'{source}'", column=column)
    if random.random() < 0.25 or not name:
        place = words
        if "sketch" in words and random.random() < 0.5:
            place = words["sketch"]
        word = random.choice([*place, "more", "where", "parts"])
        value = random.choice((*WORDS, *header.values()))
        name += f" {word} is {value}"
        place[word] = value
        if random.random() < 0.2:
            del place[word]
    try:
        if random.random() < 0.8 and isinstance(words.get("records"), int):
            first = " where attribute = 1" if "attribute" in columns else ""
            ((total,),) = duckdb.execute(f"select sum(records)::bigint from ({rows}){first}").fetchall()
            words["records"] = total
        text = json.dumps(words).replace("'", "''")
        duckdb.execute(f"copy ({rows}) to '{file}' (format parquet, kv_metadata {{sqlmetrics_counts: '{text}'}})")
    except duckdb.Error:
        file.unlink(missing_ok=True)
    return name


def _break(random: Random, content: bytes, file: Path) -> str:
    """Write a file with other bytes, or without some, and return how it was changed."""
    changed = bytearray(content)
    how = random.choice(("bytes", "footer", "cut", "end", "empty", "encrypted", "twice"))
    if how in {"bytes", "footer"}:
        first = len(changed) // 2 if how == "footer" else 4
        for _ in range(random.choice((1, 1, 3, 20))):
            changed[random.randrange(first, len(changed))] = random.randrange(256)
    elif how == "cut":
        del changed[random.randrange(len(changed)) :]
    elif how == "end":
        del changed[random.randrange(4, len(changed) - 8) : -8]
    elif how == "empty":
        changed.clear()
    elif how == "encrypted":
        changed[-4:] = changed[:4] = b"PARE"
    else:
        changed += content
    file.write_bytes(changed)
    return how
