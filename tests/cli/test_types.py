"""Columns of every type go through every command: an answer, or a reason in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest

from coins import write_coins
from conftest import Run
from sqlmetrics.cli.app import _command

Command = Callable[..., Run]

LARGE = "9" * 38
TYPES = {
    "nan": "case i % 4 when 0 then 'nan'::double when 1 then 'inf'::double when 2 then '-inf'::double else i end",
    "nan_float": "case i % 3 when 0 then 'nan'::float else i::float end",
    "only_infinite": "'infinity'::double",
    "only_nan": "'nan'::double",
    "large_double": "case i % 2 when 0 then 1.7976931348623157e308 else -1.7976931348623157e308 end",
    "small_double": "case i % 2 when 0 then 5e-324::double else 0.0::double end",
    "bc_date": "case i % 2 when 0 then date '4000-01-01 (BC)' else date '2020-01-01' + i::integer end",
    "infinite_date": "case i % 3 when 0 then 'infinity'::date when 1 then '-infinity'::date else '2020-01-01' end",
    "far_date": "date '290000-01-01' + i::integer",
    "bc_time": "case i % 2 when 0 then timestamp '4000-01-01 (BC) 00:00:00' else timestamp '2020-01-01' end",
    "infinite_time": "case i % 3 when 0 then 'infinity'::timestamp else timestamp '2020-01-01 10:00' end",
    "zone": "timestamptz '2020-01-01 00:00:00+02' + to_days((i % 3)::integer)",
    "infinite_zone": "case i % 3 when 0 then 'infinity'::timestamptz else timestamptz '2021-01-01 00:00:00+02' end",
    "nanoseconds": "'2020-01-01 00:00:00.123456789'::timestamp_ns",
    "decimal": "(i % 5)::decimal(38, 10)",
    "large_decimal": f"case i % 3 when 0 then {LARGE}::decimal(38, 0) else -{LARGE}::decimal(38, 0) end",
    "hugeint": "case i % 3 when 0 then 170141183460469231731687303715884105727 else -1 end::hugeint",
    "uhugeint": "(case i % 3 when 0 then '340282366920938463463374607431768211455' else '0' end)::uhugeint",
    "ubigint": "(case i % 3 when 0 then '18446744073709551615' else '0' end)::ubigint",
    "tinyint": "(i % 3)::tinyint",
    "list": "[i % 3, null]",
    "array": "[i % 3, 1]::integer[2]",
    "struct": "{'a': i % 3, 'b': ['x']}",
    "map": "map([i % 3], ['x'])",
    "union": "union_value(num := i % 3)",
    "blob": "case i % 3 when 0 then '\\x00\\xFF'::blob else '\\xAA'::blob end",
    "uuid": "('00000000-0000-0000-0000-00000000000' || (i % 5))::uuid",
    "interval": "to_days((i % 3)::integer)",
    "time": "time '10:00:00' + to_minutes((i % 3)::integer)",
    "time_zone": "('10:00:0' || (i % 3) || '+02')::timetz",
    "bit": "(case i % 3 when 0 then '101' else '0110' end)::bit",
    "enum": "(case i % 3 when 0 then 'low' else 'high' end)::level",
    "boolean": "i % 2 = 0",
    "json": """('{"a": ' || (i % 3) || '}')::json""",
    "null": "null::integer",
    "null_text": "null::varchar",
    "text": "case i % 3 when 0 then '' else 'é' || (i % 3) end",
    "control_text": "case i % 3 when 0 then 'a' || chr(0) || 'b' else chr(27) || '[31m' end",
}
"""A column of each type, by its number i from 0 to 59, with the values that are hard."""

REFUSED = {
    "gda": {"bc_date", "bc_time", "far_date", "infinite_zone", "hugeint", "uhugeint", "ubigint"},
    "count": {"hugeint", "uhugeint", "bit", "union", "array"},
    "attacks": {*list(TYPES)[6:]},
}
"""The columns that a command does not take, or that take it long where there are many of them.

An attack cannot claim what is no date or number of Python, and a Parquet file holds no such type.
"""

PLACE = ("--database", "d.duckdb")
BESIDE = ("t", "--original", "t", *PLACE)
ATTACKS = ("singling_out_univariate", "inference_homogeneous", "inference_frequent", "linkability_nearest")

Lines = Iterator[tuple[str, ...]]


def flags(columns: list[str], flag: str) -> tuple[str, ...]:
    """Return a flag with each of the columns."""
    return tuple(word for column in columns for word in (flag, column))


def with_roles(*rest: str) -> Callable[[list[str], str], Lines]:
    """Return what gives the command lines of a command with keys and a sensitive attribute."""

    def lines(keys: list[str], sensitive: str) -> Lines:
        yield (*rest, *flags(keys, "-q"), "-s", sensitive)

    return lines


def with_columns(*rest: str) -> Callable[[list[str], str], Lines]:
    """Return what gives the command lines of a command that measures columns."""

    def lines(keys: list[str], sensitive: str) -> Lines:
        yield (*rest, *flags([*keys, sensitive], "--column"))

    return lines


def with_spec(*rest: str) -> Callable[[list[str], str], Lines]:
    """Return what gives the command lines of a command with a spec, which it writes."""

    def lines(keys: list[str], sensitive: str) -> Lines:
        words = f"relation: t\ndatabase: d.duckdb\nquasi_identifiers: {keys}\nsensitive: ['{sensitive}']\n"
        Path("s.yml").write_text(f"{words}thresholds: {{k_anonymity: {{at_least: 1}}}}\n")
        Path("jobs.yml").write_text("jobs: {one: s.yml}\n")
        yield rest

    return lines


def scored(keys: list[str], sensitive: str) -> Lines:
    """Give the command lines of `score`, in each of its forms."""
    roles = ("t", *PLACE, *flags(keys, "-q"), "-s", sensitive)
    yield (*roles, "-m", "all", "--order", f"{sensitive}=natural")
    yield (*roles, "--level", "class", "--show-values", "-f", "json")
    if len(keys) == 1:
        yield (*roles, "--population", "t", "--intervals", "--replicates", "20")
        yield (*roles, "--weight", "w", "--household", "person")


def reported(keys: list[str], sensitive: str) -> Lines:
    """Give the command lines of `report`, for everybody and for the owner of the data."""
    roles = ("t", *PLACE, *flags(keys, "-q"), "-s", sensitive)
    yield (*roles, "-o", "p.html", "--json", certificate_of(keys))
    if len(keys) == 1:
        yield (*roles, "--internal", "-o", "p.html", "--original", "t", "--beside", "t", "-w", sensitive)


def certificate_of(keys: list[str]) -> str:
    """Return the file of these keys' certificate, which `report` writes and `verify` reads."""
    return f"certificate_{keys[0]}_{len(keys)}.json"


def verified(keys: list[str], sensitive: str) -> Lines:
    """Give the command line of `verify`, with the certificate that `report` wrote."""
    return with_spec(certificate_of(keys), "--spec", "s.yml", "--relation", "t")(keys, sensitive)


def useful(keys: list[str], sensitive: str) -> Lines:
    """Give the command lines of `utility`, with queries of ours and of the user."""
    columns = flags([*keys, sensitive], "--column")
    yield (*BESIDE, *columns, "--queries", "20")
    if len(keys) == 1:
        Path("w.sql").write_text(f"select q, max({keys[0]}) from {{table}} group by q")
        yield (*BESIDE, *columns, "--pairs", "--show-values", "-f", "json", "--queries", "20")
        yield (*BESIDE, *columns, "--continuous", keys[0], "--queries", "20")
        yield (*BESIDE, *columns, "--workload", "w.sql")


def attacked(keys: list[str], sensitive: str) -> Lines:
    """Give the command lines of `gda`; on all columns those that it can claim about.

    Each type is a key once and the attribute beside another key once, so known and secret.
    """
    if len(keys) > 1:
        for attack in ("singling_out_univariate", "singling_out_groups"):
            yield ("claimed", "--original", "claimed", *PLACE, "--attack", attack, "--attempts", "3")
        return
    for attack in ATTACKS[1:]:
        yield (*BESIDE, "--attack", attack, "--known", keys[0], "--secret", sensitive, "--attempts", "3")


def published(keys: list[str], sensitive: str) -> Lines:
    """Give the command line of `outputs`, whose table has the keys and the sensitive attribute."""
    yield ("t", *PLACE, "--keys", ",".join(f'"{column}"' for column in (*keys, sensitive)), "--show-values")


def planned(keys: list[str], sensitive: str) -> Lines:
    """Give the command lines of `epsilon plan`, whose canaries have all columns."""
    claim = ("--epsilon", "1", "--canaries", "30", "--coins", "c.json")
    yield ("t", *PLACE, "--key", "q", "--individual", "person", *claim)
    if len(keys) == 1:
        yield ("t", *PLACE, "--key", keys[0], *claim)


def audited(keys: list[str], sensitive: str) -> Lines:
    """Give the command lines of `epsilon check`, with answers of a group, and of a type."""
    write_coins("coins.json", "q", range(4))
    yield ("--query", "select q, count(*) as n from t group by q", *PLACE, "--coins", "coins.json")
    if len(keys) == 1:
        yield ("t", *PLACE, "--coins", "coins.json", "--answers", keys[0])


COMMANDS: dict[str, Callable[[list[str], str], Lines]] = {
    "init": lambda keys, sensitive: iter([("t", *PLACE)]),
    "score": scored,
    "sql": with_roles("t", *PLACE, "--dialect", "postgres"),
    "classes": with_roles("t", *PLACE, "--condition", "k_anonymity < 99", "--show-values", "-f", "json"),
    "subsets": with_roles("t", *PLACE, "--max-size", "1"),
    "suda": with_roles("t", *PLACE, "--max-size", "1"),
    "outputs": published,
    "epsilon plan": planned,
    "epsilon check": audited,
    "baseline": with_roles("t", *PLACE),
    "posterior": with_roles("t", *PLACE, "--show-values"),
    "records": with_roles("t", *PLACE, "-o", "r.csv"),
    "release": with_spec("s.yml", "-o", "released.duckdb"),
    "count": with_roles("t", *PLACE, "--allow-singles", "-o", "counts.parquet"),
    "attacks": with_roles(*BESIDE),
    "gda": attacked,
    "closeness": with_columns(*BESIDE),
    "utility": useful,
    "tradeoff": with_roles("t", "t", *PLACE, "-w", "s", "--classifier", "naive_bayes"),
    "check": with_spec("--spec", "s.yml", "--history", "h.duckdb"),
    "run": with_spec("jobs.yml", "--report", "r.xml"),
    "advise": with_spec("--spec", "s.yml"),
    "report": reported,
    "verify": verified,
}
"""The command lines of each command that reads a relation, by its keys and sensitive attribute."""

WITHOUT = {"demo", "desk", "metrics", "limits", "schema", "info", "history", "diff", "read"}
"""The commands that read no relation that is named."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of 60 records, with a column of each type, and a certificate."""
    folder = tmp_path_factory.mktemp("types")
    columns = ", ".join(f'{text} as "{name}"' for name, text in TYPES.items())
    with duckdb.connect(folder / "d.duckdb") as connection:
        connection.execute("create type level as enum ('low', 'high')")
        plain = "i % 4 as q, i % 3 as s, i % 60 as person, 1 + i % 3 as w"
        connection.execute(f"create table t as select {plain}, {columns} from range(60) r(i)")
        connection.execute(f"create table claimed as select * exclude ({', '.join(sorted(REFUSED['gda']))}) from t")
    return folder


@pytest.fixture
def folder(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the database, where commands run."""
    monkeypatch.chdir(made)
    return made


def ended(run: Command, command: str, keys: list[str], sensitive: str) -> Iterator[tuple[int, str]]:
    """Give the exit code and the messages of each command line; none is unexpected."""
    if command == "verify" and not Path(certificate_of(keys)).exists():  # else the test of `report` has written it
        run("report", *next(reported(keys, sensitive)))
    for words in COMMANDS[command](keys, sensitive):
        result = run(command, *words)
        assert "unexpected" not in result.err, (words, result.err)
        assert result.code in {0, 1, 2, 3}, (words, result)
        yield result.code, result.err


def test_every_command_is_tried() -> None:
    """A new command that reads a relation says here how it does."""
    assert COMMANDS.keys() | WITHOUT == _command().commands.keys()
    assert not COMMANDS.keys() & WITHOUT


@pytest.mark.sampled(3)
@pytest.mark.xdist_group("all types")
@pytest.mark.parametrize("command", COMMANDS)
def test_all_types_at_once(folder: Path, run: Command, command: str) -> None:
    """Every type is among the keys of one run, which gives an answer."""
    keys = [name for name in TYPES if name not in REFUSED.get(command, set())]
    for code, told in ended(run, command, keys, "s"):
        assert code in {0, 1}, told


NEXT = dict(zip(TYPES, [*list(TYPES)[7:], *list(TYPES)[:7]], strict=True))
"""Each type with another one beside it."""

CASES = [
    pytest.param(command, name, marks=pytest.mark.xdist_group(f"the type {name}"))
    for name in TYPES
    for command in COMMANDS
]


@pytest.mark.sampled(60)
@pytest.mark.parametrize(("command", "name"), CASES)
def test_each_type_alone(folder: Path, run: Command, command: str, name: str) -> None:
    """A type as the key, with another one as the sensitive attribute, gives an answer or a reason.

    What is refused is the user's to change: a column of that type is named otherwise.
    """
    for code, told in ended(run, command, [name], NEXT[name]):
        reason = command in {"gda", "count", "utility", "epsilon plan", "epsilon check"}
        assert code in {0, 1} or (reason and code in {2, 3}), told
