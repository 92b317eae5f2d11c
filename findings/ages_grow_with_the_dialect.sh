#!/bin/sh
# Half of the people are a year older once a query has moved from MySQL to DuckDB.
#
# Guess: sqlglot translates `timestampdiff(year, birth, date '2024-06-30')`, by which MySQL users count a person's
# years, to a DuckDB query with the same years.
# Seen: it writes `date_diff('year', ..)`, which counts the turns of the year between the two days: of people born on each
# day of ten years half are a year older than they are, all whose birthday is yet to come. DuckDB has the years of MySQL
# as `date_sub`. Nothing is said. Oracle's `trunc(months_between(..) / 12)` loses its brackets: years become 414 to 533.
# It matters as age is a key in nearly each table: bands of age hold other people, k of the moved pipeline is k of another
# table, and a linkage by age misses half of the people. Compare the least and the largest value of a column, and the
# counts of its values, before and after a move.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install "sqlglot==30.30.0" "duckdb==2.0.1"
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version

import duckdb
import sqlglot

print("sqlglot", version("sqlglot"), "duckdb", version("duckdb"))
database = duckdb.connect()
database.execute("create table people as select date '1980-01-01' + day::int as birth from range(3653) as days(day)")
YEARS = "date_sub('year', birth, date '2024-06-30')"  # whole years, as MySQL counts them
assert database.sql(f"select min({YEARS}), max({YEARS}) from people").fetchall() == [(34, 44)]
QUERIES = {
    "mysql": "select birth, timestampdiff(year, birth, date '2024-06-30') as age from people",
    "oracle": "select birth, trunc(months_between(date '2024-06-30', birth) / 12) as age from people",
}
seen = {}
for dialect, query in QUERIES.items():
    (translated,) = sqlglot.transpile(query, read=dialect, write="duckdb")
    counts = f"select count(*), count(*) filter (where age <> {YEARS}), min(age), max(age) from ({translated})"
    (seen[dialect],) = database.sql(counts).fetchall()
    people, wrong, least, largest = seen[dialect]
    print(f"{dialect}: {wrong} of {people} ages are wrong; ages from {least:.0f} to {largest:.0f}")
assert 0.49 < seen["mysql"][1] / seen["mysql"][0] < 0.51 and seen["mysql"][2:] == (35, 44)
assert seen["oracle"][1] == seen["oracle"][0] and seen["oracle"][2] > 400
print("the guess fails: ages are other ages")
PYTHON
