"""The kinds of statements that commands print, agreed by the digests of their texts for DuckDB.

As a script it writes the file of digests. With the names of statements it prints them: whoever sees
in `git diff` that a digest is another one prints the statement before and after, and reads it. What
an everyday score says in every dialect is in `golden.py`, as text.
"""

from __future__ import annotations

import csv
import re
import shlex
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
DIGESTS = Path(__file__).parent / "golden" / "printed.csv"

PEOPLE = "fixtures/anes96.parquet -q age -q education -s vote"
SURVEY = "fixtures/anes96_release.parquet --original fixtures/anes96.parquet"
WARD = "fixtures/ward.csv --auxiliary fixtures/ward_release.csv"
MALL = "fixtures/mall_release.csv --original fixtures/mall.csv"

COMMANDS = {
    "all metrics": f"sql {PEOPLE} --metric all",
    "classes of a table": f"sql {PEOPLE} --level class",
    "slices": f"sql {PEOPLE} --by income",
    "weights": "sql t -q a -q b -s x --weight w --metric all",
    "a population": "sql t -q a -q b -s x --population everybody --metric k_map --metric delta_presence",
    "individuals": "sql t -q a -q b -s x --individual id --metric all",
    "households": "sql t -q a -q b --weight w --household h --metric household_risk --metric global_household_risk",
    "an order": "sql t -q a -s x --order x=low,middle,high --metric t_closeness_ordered",
    "near-unique": f"sql {PEOPLE} --plan near-unique",
    "sorted": f"sql {PEOPLE} --plan sorted",
    "several attackers": "sql --spec fixtures/anes96_attackers.yml",
    "points of a trace": "sql t -q place -q day --individual who --known 2",
    "whole traces": "sql t -q place -q day --individual who --known all",
    "a secret of traces": "sql t -q place -q day -s illness --individual who --known 2",
    "several tables": "sql --spec fixtures/linked/survey.yml",
    "an estimate": f"sql {PEOPLE} --estimate .5",
    "NULL matches": f"sql {PEOPLE} --nulls any",
    "NULL is left out": f"sql {PEOPLE} --nulls drop",
    "subsets": f"subsets {PEOPLE} --print-sql",
    "suda": "suda fixtures/anes96.parquet -q age -q education -q income --print-sql",
    "classes": f"classes {PEOPLE} --condition 'k < 5' --print-sql",
    "records": f"records {PEOPLE} --print-sql",
    "baseline": f"baseline {PEOPLE} --print-sql",
    "posterior": f"posterior {PEOPLE} --print-sql",
    "count": f"count {PEOPLE} --print-sql --allow-singles",
    "a sketch": "count t -q age -q education -s vote --sketch 4 --print-sql --allow-singles",
    "outputs": "outputs fixtures/anes96.parquet --cube age,education --measure income --print-sql",
    "weighted outputs": "outputs t --cube a,b --measure cost --weight copies --print-sql",
    "epsilon check": "epsilon check answers --answers noisy --coins fixtures/epsilon/coins.json --print-sql",
    "attacks": f"attacks {MALL} -q home -q work -s pays --print-sql",
    "attacks with a file": f"attacks {WARD} --individual id --print-sql",
    "attacks with an estimate": f"attacks {WARD} --agreement estimated --nearly age=1 --nearly zip=1 --print-sql",
    "gda": f"gda {SURVEY} --print-sql",
    "closeness": f"closeness {MALL} --print-sql",
    "utility": f"utility {MALL} --pairs --queries 20 --print-sql",
    "tradeoff": f"tradeoff {SURVEY} -q age -q education -s vote -w vote --print-sql",
}
"""Command lines by the names of their statements."""


def digest(text: str) -> str:
    """Return the digest of a statement, whose comment names another version in each release."""
    return sha256(re.sub(r"(?m)^-- sqlmetrics \S+:", "-- sqlmetrics:", text).encode()).hexdigest()[:16]


def agreed() -> dict[str, tuple[int, str]]:
    """Return the lines and the digest of each statement."""
    with DIGESTS.open(encoding="utf-8", newline="") as file:
        return {row["statement"]: (int(row["lines"]), row["digest"]) for row in csv.DictReader(file)}


def printed(name: str) -> str:
    """Return the statement that a command prints, in a process of its own."""
    command = [sys.executable, "-m", "sqlmetrics", *shlex.split(COMMANDS[name])]
    return subprocess.run(command, check=True, capture_output=True, cwd=ROOT).stdout.decode()


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.stdout.write("\n".join(map(printed, sys.argv[1:])))
    else:
        with DIGESTS.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["statement", "lines", "digest"])
            for each in COMMANDS:
                text = printed(each)
                writer.writerow([each, text.count("\n"), digest(text)])
