"""Relations of every kind, with names and values that were chosen to break something."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import duckdb

from coins import write_coins
from faults.calls import call, within

CANARY = "CANARY"
"""The start of every text value; no stream may show it unless values are asked for."""

NUMBER = 98765432
"""The start of some numbers, which no stream may show either."""

PLAIN = (
    "age zip disease salary id value name date records k inf nan null select order group table from rn source classes"
)
"""Names of columns that a table has, or that a statement gives a meaning."""

NAMES = [
    *PLAIN.split(),
    'a"b',
    "it's",
    "x\n::error file=a::pwned",
    "::warning::w",
    "\x1b[31mred",
    "\x1b]0;title\x07",
    "[/]",
    "[red]x[/red]",
    "a;drop table t",
    "{{ 7*7 }}",
    "{% raw %}",
    "{table}",
    "%s",
    ":p",
    "$$",
    "a.b",
    " ",
    "tab\t",
    "\u202ertl",
    "\x7f",
    "x" * 300,
    "--",
    "/*",
    "`",
    "naïve",
    "日本",
    "😀",
    "e\u0301",
    "<script>alert(1)</script>",
    "a,b",
    "=cmd|' /C calc'!A0",
    "\r\n",
    "\\",
    "${x}",
    "@a",
    "../a",
]
"""Names of columns, also text that means something somewhere else."""

VALUES = {
    "varchar": [f"'{CANARY}a'", f"'{CANARY}b'", f"'{CANARY}''c'", f"'{CANARY}' || chr(10) || '::error::x'", "''"],
    "text of markup": [f"'[/] {CANARY}'", f"'=1+{CANARY}'", f"'{CANARY}' || chr(27) || '[31m'"],
    "integer": ["0", "1", "2", "-1", str(NUMBER)],
    "hugeint": ["170141183460469231731687303715884105727", "0", "-1"],
    "double": ["0.5", "1e308", "'nan'::double", "'inf'::double", "'-inf'::double", f"{NUMBER}.25"],
    "decimal(38, 3)": ["1.125", "99999999999999999999999999999999999.999"],
    "boolean": ["true", "false"],
    "date": ["date '1900-01-01'", "date '9999-12-31'", "'infinity'::date"],
    "timestamp": ["timestamp '2001-02-03 04:05:06'", "timestamp '1969-12-31'"],
    "timestamptz": ["timestamptz '2001-02-03 04:05:06+00'"],
    "time": ["time '12:34:56'"],
    "interval": ["interval 3 day", "interval 72 hour"],
    "blob": [f"'{CANARY}'::blob", "'\\x00\\xff'::blob"],
    "uuid": ["'6ccd780c-baba-1026-9564-5b8c656024db'::uuid"],
    "list": [f"['{CANARY}', null]", "[]::varchar[]"],
    "struct": [f"{{'a': '{CANARY}', 'b': 1}}"],
    "null": ["null"],
}
"""The values of each kind of column, as DuckDB writes them."""

FORMS = ("parquet", "parquet", "parquet", "csv", "json", "duckdb", "duckdb", "folder", "cut", "late")
"""The forms of relations; a `cut` file lacks its end, a `late` one has a text among its numbers."""

PAST = ("in/past.duckdb", "in/past", "sqlite:///in/past.sqlite")
"""The histories that commands read: a database file, a folder, and a URL."""

FILES = ("plain", "it's", "a b", "[x]", "ü", "::error::", "x'; drop table t; --")
"""The names of files."""


class Relation(NamedTuple):
    """A relation: its words on the command line, and the names and kinds of its columns.

    `release` has some of its records, and is named like it. A `fair` relation can be read, and has
    records and columns for each role.
    """

    words: tuple[str, ...]
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    release: str
    fair: bool

    def of_kind(self, *kinds: str) -> list[str]:
        """Return the columns of some kinds."""
        return [column for column, kind in zip(self.columns, self.kinds, strict=True) if kind in kinds]


class Pool(NamedTuple):
    """The inputs of all cases: a folder, its relations, and the files of other kinds in it."""

    folder: Path
    relations: tuple[Relation, ...]
    files: tuple[str, ...]

    @property
    def fair(self) -> list[Relation]:
        """The relations that can be read."""
        return [relation for relation in self.relations if relation.fair]


@contextmanager
def pool(seed: int, number: int = 60) -> Iterator[Pool]:
    """Make a folder with so many relations, beside folders for outputs and temporary files."""
    random = Random(seed)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name).resolve()
        for part in ("in", "out", "tmp"):
            (folder / part).mkdir()
        relations = [_relation(random, folder, each) for each in range(number)]
        files = [*_files(folder), *_histories(folder)]
        yield Pool(folder, tuple(relations), tuple(files))


def quoted(name: str) -> str:
    """Return a name in DuckDB's quotes."""
    return '"' + name.replace('"', '""') + '"'


def _relation(random: Random, folder: Path, number: int) -> Relation:
    """Write one relation."""
    width = random.choice((1, 2, 3, 3, 4, 5))
    names = random.sample(NAMES, width) if random.random() < 0.7 else NAMES[:width]
    columns = tuple({name.lower(): name for name in names}.values())
    kinds = tuple(random.choice(("varchar", "varchar", "integer", "integer", *VALUES)) for _ in columns)
    rows = random.choice((0, 1, 2, 8, 20, 20, 20))
    constant = random.random() < 0.1
    texts = []
    for _ in range(rows):
        values = [VALUES[kind][0] if constant else _value(random, kind) for kind in kinds]
        texts.append(f"({', '.join(values)})")
    first = ", ".join(VALUES[kind][0] for kind in kinds)
    named = ", ".join(map(quoted, columns))
    limit = "" if rows else " limit 0"
    query = f"select * from (values {', '.join(texts) or f'({first})'}) t({named}){limit}"
    form = random.choice(FORMS)
    words, release = _written(folder, f"in/{random.choice(FILES)}-{number}", form, query)
    return Relation(words, columns, kinds, release, rows > 2 and len(columns) > 2 and form not in {"cut", "late"})


def _value(random: Random, kind: str) -> str:
    """Return a value of a kind, or null."""
    return random.choice([*VALUES[kind], *(["null"] if random.random() < 0.2 else [])])


def _written(folder: Path, file: str, form: str, query: str) -> tuple[tuple[str, ...], str]:
    """Write a relation and a release of it, and return its words and the release's name."""
    few = f"select * from ({query}) limit 10"
    if form == "duckdb":
        with duckdb.connect(str(folder / f"{file}.duckdb")) as connection:
            connection.execute(f"create table t as {query}")
            connection.execute("create view v as select * from t limit 10")
        return ("t", "--database", f"{file}.duckdb"), "v"
    if form == "folder":
        (folder / file).mkdir()
        for part in ("a", "b"):
            _copy(query, folder / file / f"{part}.parquet", "parquet")
        return (file,), f"{file}/*.parquet"
    ending = {"cut": "parquet", "late": "csv"}.get(form, form)
    path = folder / f"{file}.{ending}"
    release = folder / f"{file}-release.{ending}"
    _copy(query, path, ending)
    _copy(few, release, ending)
    if form == "cut":
        path.write_bytes(path.read_bytes()[:-20])
    if form == "late":
        with path.open("a") as opened:
            opened.write("".join(f"{number},1,2,3,4\n" for number in range(30)) + f"{CANARY}late,b\n")
    return (str(path.relative_to(folder)),), str(release.relative_to(folder))


def _histories(folder: Path) -> Iterator[str]:
    """Write a history of each kind, and give the names of the files."""
    people = "select i % 5 as age, i % 3 as zip from range(40) t(i)"
    _copy(people, folder / "in/people.parquet", "parquet")
    text = "relation: people.parquet\nquasi_identifiers: [age]\nthresholds: {k_anonymity: {at_least: 2}}\n"
    (folder / "in/people.yml").write_text(text)
    with within(folder, folder / "tmp"):
        for place in PAST:
            for run in ("earlier", "later"):
                words = ["check", "--spec", "in/people.yml", "--history", place, "--run-id", run]
                ended = call(words)
                assert ended.code == 0, ended
        words = ["report", "in/people.yml", "-o", "tmp/page.html", "--json", "in/certificate.json"]
        assert call(words).code == 0
    (folder / "in/rows.csv").write_text(
        "metric,target,quasi_identifiers,records,value\nk_anonymity,identity,age,40,8\n"
    )
    (folder / "in/answers.csv").write_text("cell,n\n1,.2\n2,.1\n")
    write_coins(folder / "in/coins.json", "cell", [1, 2])
    yield from ("in/answers.csv", "in/coins.json")
    yield from ("in/people.parquet", "in/people.yml", "in/past.duckdb", "in/certificate.json", "in/rows.csv")


def _copy(query: str, path: Path, form: str) -> None:
    """Write a query's rows; what a form has no room for becomes text."""
    place = str(path).replace("'", "''")
    options = {"parquet": "format parquet", "csv": "format csv, header", "json": "format json"}[form]
    try:
        duckdb.execute(f"copy ({query}) to '{place}' ({options})")
    except duckdb.Error:
        duckdb.execute(f"copy (select columns(*)::varchar from ({query})) to '{place}' ({options})")


def _files(folder: Path) -> Iterator[str]:
    """Write the other files that flags name, and give their names."""
    texts = {
        "in/mapping.csv": "value,domain\n0,a\n1,a\n2,b\n-1,b\n98765432,c\n",
        "in/wide.csv": "value,domain,more\n1,a,x\n",
        "in/empty.csv": "",
        "in/hierarchy.csv": "0;low;all\n1;low;all\n2;low;all\n-1;low;all\n98765432;high;all\n",
        "in/ragged.csv": "1;low\n2;low;all\n",
        "in/quotes.csv": 'value,domain\n"1,a\n',
        "in/workload.sql": "select count(*) from {table}",
        "in/two.sql": "select 1 from {table}; select $$'$$, 2 from {table}",
        "in/writes.sql": "copy (select 1) to 'PWNED.csv'",
        "in/workload.yml": "columns: [age, zip]\nmeasures: [count]\n",
        "in/jobs.yml": "jobs: {one: {relation: mapping.csv, quasi_identifiers: [value]}}\n",
        "in/not.duckdb": "no database",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
        yield name
    (folder / "in/metrics").mkdir()
    own = Path(__file__).parents[2] / "examples" / "metrics" / "smallest_share.sql"
    (folder / "in/metrics" / own.name).write_bytes(own.read_bytes())
    (folder / "in/bytes.csv").write_bytes(b"value,domain\n\xff\xfe,a\n\x00,b\n")
    yield "in/bytes.csv"
