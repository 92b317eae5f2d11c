"""Files at addresses: read by ranges, without hidden ones, never within a table with a log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from buckets import KEY, SECRET, Bucket, bucket_server
from conftest import Run
from lakes import arrow, delta, iceberg, place_of

pytest.importorskip("moto", reason="the server of buckets is not installed")
pytest.importorskip("s3fs", reason="the extra [bucket] is not installed")

import sqlmetrics
from sqlmetrics.engine.addresses import check_address, open_addresses
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.lakes.kinds_of_lakes import DELTA, DUCKLAKE, HUDI, ICEBERG, LANCE, LakeKind
from sqlmetrics.lakes.marks import kinds_below


@pytest.fixture(scope="module")
def server() -> Iterator[Bucket]:
    """A server of S3."""
    with bucket_server() as bucket:
        yield bucket


@pytest.fixture
def bucket(server: Bucket, monkeypatch: pytest.MonkeyPatch) -> Bucket:
    """An empty bucket, whose key and server are in the environment."""
    server.clear()
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("AWS_ENDPOINT_URL", server.endpoint)
    return server


def people(folder: Path, query: str, name: str = "people.parquet") -> Path:
    """Return a file of Parquet with the rows of a query."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    duckdb.execute(f"copy ({query}) to '{folder / name}'")
    return folder / name


def k_of(relation: str | Path, *keys: str, **words: Any) -> tuple[int, float | None]:
    """Return the records of a relation and its k."""
    result = sqlmetrics.score(relation, keys or ("age",), metrics="k_anonymity", **words)
    return result.records, result.value("k_anonymity")


ROWS = "select 20 + i % 3 as age, 'Graz' as town from range(30) r(i)"
"""Thirty people, of whom ten have each age."""


@pytest.mark.parametrize("name", ["people.parquet", "people.csv", "people.json", "people.csv.gz"])
def test_a_file(bucket: Bucket, tmp_path: Path, name: str) -> None:
    """A file at an address scores as the file on disk."""
    address = bucket.put(f"x/{name}", people(tmp_path, ROWS, name))
    assert k_of(address) == (30, 10)


def test_files_of_a_pattern(bucket: Bucket, tmp_path: Path) -> None:
    """A pattern joins columns by name, reads folders as columns, and leaves hidden files out."""
    bucket.put("x/year=2024/a.parquet", people(tmp_path, ROWS))
    bucket.put("x/year=2025/b.parquet", people(tmp_path, "select 'Linz' as town, 20 as age, 1 as hiv from range(5)"))
    bucket.put("x/_temporary/0/c.parquet", people(tmp_path, ROWS))
    bucket.put("x/year=2025/.d.parquet", people(tmp_path, ROWS))
    with pytest.warns(sqlmetrics.ReadingWarning, match="2 files whose names .* left out"):
        assert k_of("s3://clinic/x/**/*.parquet", "year", "age", "hiv") == (35, 5)
    assert k_of("s3://clinic/x/year=2024/*.parquet", "age") == (30, 10)
    for ending in ("csv", "json"):
        bucket.put(f"{ending}/a.{ending}", people(tmp_path, ROWS, f"a.{ending}"))
        bucket.put(f"{ending}/_b.{ending}", people(tmp_path, ROWS, f"a.{ending}"))
        with pytest.warns(sqlmetrics.ReadingWarning, match="1 file whose names"):
            assert k_of(f"s3://clinic/{ending}/*.{ending}") == (30, 10)


def test_only_ranges_are_read(bucket: Bucket, tmp_path: Path) -> None:
    """Two of forty columns of numbers by chance take less than a seventh of the bytes."""
    columns = ", ".join(f"hash(i + {place} * 7919) as c{place}" for place in range(40))
    file = people(tmp_path, f"select {columns} from range(20000) r(i)")
    address = bucket.put("wide.parquet", file)
    bucket.requests.clear()
    sqlmetrics.score(address, ["c3"], ["c7"], metrics="k_anonymity", look=False)
    assert sum(request.bytes for request in bucket.requests) < file.stat().st_size / 7


@pytest.mark.parametrize(
    ("kind", "names"),
    {
        DELTA: ["_delta_log/00000000000000000000.json", "_delta_log/_last_checkpoint"],
        ICEBERG: ["metadata/00001-ab.metadata.json", "metadata/00001.metadata.json.gz", "metadata/version-hint.text"],
        HUDI: [".hoodie/hoodie.properties", ".hoodie/1.commit"],
        LANCE: ["_versions/1.manifest", "_latest.lance/_versions/2.manifest"],
        DUCKLAKE: ["meta.ducklake", "meta.ducklake.files/main/x.parquet"],
    }.items(),
)
def test_marks_of_tables(kind: LakeKind, names: list[str]) -> None:
    """Each kind of table is known by names of files in its log, wherever that lies."""
    for name in names:
        assert set(kinds_below([name]).values()) == {kind}
        assert set(kinds_below([f"a/{name}", "a/x.parquet"]).values()) == {kind}
    assert kinds_below(["a/metadata/notes.json", "a_delta_log/x.json", "a/versions/1", "x.json", "hoodie/x"]) == {}


def test_a_table_with_a_log_is_not_read_as_files(bucket: Bucket) -> None:
    """A file within a table with a log, and a pattern over one, are refused by kind and name."""
    bucket.put("lake/visits/_delta_log/00000000000000000000.json", b"{}")
    bucket.put("lake/visits/part-0.parquet", b"")
    bucket.put("lake/people/metadata/v1.metadata.json", b"{}")
    bucket.put("lake/people/data/part-0.parquet", b"")
    bucket.put("lake/other/a.parquet", b"")
    refused = {
        "lake/visits/part-0.parquet": ("a Delta table", "visits"),
        "lake/v*/*.parquet": ("a Delta table", "visits"),
        "lake/people/data/*.parquet": ("an Iceberg table", "people"),
        "lake/people/data/part-0.parquet": ("an Iceberg table", "people"),
        "**/p*.parquet": ("a", "lake"),
    }
    with duckdb.connect() as connection:
        open_addresses(connection, ["s3://clinic"])
        for name, (kind, folder) in refused.items():
            with pytest.raises(QueryError, match=rf"{folder}.* is {kind}.*`loose`"):
                check_address(connection, f"s3://clinic/{name}")
        for name in ("lake/oth*/*.parquet", "lake/other/a.parquet"):
            check_address(connection, f"s3://clinic/{name}")


def test_a_delta_table_at_a_version(bucket: Bucket, tmp_path: Path) -> None:
    """A Delta table at an address is read in place at its newest version, or one that is named."""
    deltalake = pytest.importorskip("deltalake", reason="the extra [lake] is not installed")
    folder = tmp_path / "people"
    delta(folder, arrow(age=[20] * 60, town=["Graz"] * 60))
    deltalake.DeltaTable(str(folder)).delete("true")
    delta(folder, arrow(age=[30] * 8, town=["Linz"] * 8), mode="append")
    address = bucket.put_folder("lake/people", folder)
    assert k_of(address) == (8, 8)
    assert k_of(f"{address}@0") == (60, 60)
    assert k_of(f"{address}@2100-01-01") == (8, 8)
    with pytest.raises(QueryError, match="is not there: the newest version of s3://clinic/lake/people is 2"):
        k_of(f"{address}@7")
    with pytest.raises(QueryError, match=r"Delta table.*name the table's own folder, s3://clinic/lake/people"):
        k_of(f"{address}/*.parquet")
    with pytest.warns(sqlmetrics.ReadingWarning, match="is a Delta table, and every file of it is read as it lies"):
        assert k_of(f"{address}/part-*.parquet", loose=True) == (68, 8)
    bucket.requests.clear()
    assert k_of(f"{address}@0", "town") == (60, 60)
    assert not [one for one in bucket.requests if one.path.endswith(".parquet") and one.bytes > 2_000]
    statement = sqlmetrics.sql(f"{address}@0", "age", metrics="k_anonymity")
    assert "delta_scan('s3://clinic/lake/people', version => 0)" in statement


@pytest.mark.parametrize("name", ["_delta_log/", "metadata/"])
def test_a_server_that_fails_is_no_damaged_log(bucket: Bucket, tmp_path: Path, name: str) -> None:
    """A log whose files the server does not give is told as that; one that is cut, as damaged."""
    pytest.importorskip("deltalake", reason="the extra [lake] is not installed")
    pytest.importorskip("pyiceberg", reason="the extra [lake] is not installed")
    rows = arrow(age=[20] * 30)
    folder = Path(delta(tmp_path / "t", rows)) if name == "_delta_log/" else place_of(iceberg(tmp_path, rows))
    address = bucket.put_folder("people", folder)
    bucket.refused = lambda environ: name in environ["PATH_INFO"] and environ["REQUEST_METHOD"] == "GET"
    with pytest.raises(QueryError, match=r"its server does not answer, or does not let us read the log of the"):
        k_of(address)
    bucket.refused = lambda _: False
    newest = next(file for file in sorted((folder / name).iterdir(), reverse=True) if file.name.endswith(".json"))
    bucket.put(f"people/{name}{newest.name}", b'{"cut')
    with pytest.raises(QueryError, match="is damaged, or the table has a feature"):
        k_of(address)


def test_an_iceberg_table(bucket: Bucket, tmp_path: Path) -> None:
    """An Iceberg table at an address is read at its newest metadata, and Hudi is refused."""
    pytest.importorskip("pyiceberg", reason="the extra [lake] is not installed")
    table = iceberg(tmp_path, arrow(age=[20] * 30, town=["Graz"] * 30))
    table.overwrite(arrow(age=[30] * 12, town=["Linz"] * 12))
    address = bucket.put_folder("people", place_of(table))
    assert k_of(address) == (12, 12)
    bucket.put("hudi/.hoodie/hoodie.properties", b"hoodie.table.name=t")
    with pytest.raises(QueryError, match="s3://clinic/hudi is a Hudi table"):
        k_of("s3://clinic/hudi")
    with pytest.raises(SpecError, match=r"name its files by a pattern, as s3://clinic/none/\*\*/\*.parquet"):
        k_of("s3://clinic/none")


def test_queries_and_callers_connections_refuse_it_too(bucket: Bucket, tmp_path: Path) -> None:
    """A table with a log is refused in a query, as a population, and on a caller's connection."""
    import fsspec

    bucket.put("people/_delta_log/00000000000000000000.json", b"{}")
    address = bucket.put("people/part-0.parquet", people(tmp_path, ROWS))
    refused = pytest.raises(QueryError, match="Delta table")
    with refused:
        sqlmetrics.score(query=f"select * from '{address}'", quasi_identifiers="age")
    with refused:
        sqlmetrics.score(query=f"select * from read_parquet('{address}')", quasi_identifiers="age")
    with refused:
        k_of(tmp_path / "people.parquet", population=address)
    with refused:
        k_of(address, trusted=True)
    with duckdb.connect() as connection:
        connection.register_filesystem(fsspec.filesystem("s3", use_listings_cache=False, skip_instance_cache=True))
        with refused:
            k_of(address, connection=connection)


def test_a_bucket_that_cannot_be_listed(bucket: Bucket, tmp_path: Path) -> None:
    """Where a key may not list a bucket, a file may be of a table: only `loose` reads it."""
    address = bucket.put("people.parquet", people(tmp_path, ROWS))
    bucket.refused = lambda environ: "list-type" in environ["QUERY_STRING"]
    with pytest.raises(QueryError, match=r"cannot list s3://clinic/_delta_log/: permission denied\n.*`loose`"):
        k_of(address)
    assert k_of(address, loose=True) == (30, 10)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("s3://clinic/nobody.parquet", "cannot read s3://clinic/nobody.parquet: no such file"),
        ("s3://clinic/x/*.csv", "no such file"),
        ("http://127.0.0.1:1/x.parquet", "no such file, or no answer of its server"),
    ],
)
def test_what_is_not_there(bucket: Bucket, text: str, reason: str) -> None:
    """A file that is not there is told in a sentence."""
    with pytest.raises(QueryError, match=reason):
        k_of(text)


def test_the_extension_reads_by_a_secret(bucket: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DuckDB's extension reads what one of its secrets opens, without a key in the environment."""
    package = pytest.importorskip("duckdb_extension_httpfs", reason="DuckDB's extension is not installed")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name)
    files = [*Path(package.__file__).parent.glob(f"extensions/v{duckdb.__version__}/*.duckdb_extension")]
    if not files:
        pytest.skip("DuckDB's extension is of another version")
    server = bucket.endpoint.removeprefix("http://")
    with duckdb.connect() as connection:
        connection.execute(f"install '{files[0]}'; load httpfs")
        connection.execute(
            f"create persistent secret (type s3, key_id '{KEY}', secret '{SECRET}', endpoint '{server}',"
            " url_style 'path', use_ssl false)"
        )
    address = bucket.put("people.parquet", people(tmp_path, ROWS))
    bucket.put("x/_delta_log/_last_checkpoint", b"{}")
    bucket.put("x/part.parquet", people(tmp_path, ROWS))
    assert k_of(address) == (30, 10)
    assert k_of("s3://clinic/p*.parquet") == (30, 10)
    with pytest.raises(QueryError, match="s3://clinic/x is a Delta table"):
        k_of("s3://clinic/x/*.parquet")


def test_no_key_is_shown(
    bucket: Bucket, tmp_path: Path, run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No output, file or message of a command holds a key, a password or a signature."""
    bucket.put("people.parquet", people(tmp_path, ROWS))
    signed = bucket.client.generate_presigned_url("get_object", {"Bucket": bucket.name, "Key": "people.parquet"})
    signature = signed.partition("Signature=")[2].partition("&")[0]
    user = signed.replace("http://", f"http://someone:{SECRET}@")
    keyed = f"s3://clinic/people.parquet?s3_access_key_id={KEY}&s3_secret_access_key={SECRET}"
    monkeypatch.chdir(tmp_path)
    Path("spec.yml").write_text("quasi_identifiers: [age]\nthresholds: {k_anonymity: {at_least: 50}}\n")
    keys = ["-q", "age", "-s", "town"]
    shown: dict[str, str] = {}
    for command, code in (
        (["score", user, *keys, "-f", "json"], 0),
        (["score", user, *keys, "-f", "csv"], 0),
        (["sql", user, *keys], 0),
        (["init", user, "-o", "i.yml"], 0),
        (["score", "i.yml"], 2),
        (["report", user, *keys, "-o", "r.html"], 0),
        (["check", user, "--spec", "spec.yml", "--history", "h.jsonl"], 1),
        (["classes", user, "-q", "age", "--condition", "k_anonymity < 50"], 0),
        (["release", user, "--spec", "spec.yml", "-o", "o.csv"], 1),
        (["score", user.replace("people", "nobody"), "-q", "age", "--show-values"], 3),
        (["score", keyed, "-q", "age", "--show-values"], 3),
    ):
        result = run(*command)
        assert result.code == code, result
        shown[" ".join(command)] = result.out + result.err
    bucket.refused = lambda _: True
    for text in (user, "s3://clinic/people.parquet"):
        shown[text] = run("score", text, "-q", "age", "--show-values").err
    for file in tmp_path.rglob("*"):
        if file.is_file() and file.suffix != ".parquet":
            shown[str(file)] = file.read_bytes().decode(errors="replace")
    for what, text in shown.items():
        assert not [secret for secret in (SECRET, KEY, signature) if secret in text], (what, text)
