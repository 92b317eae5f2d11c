"""The statements that commands print or ask, agreed by the digests of their texts.

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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
DIGESTS = Path(__file__).parent / "golden" / "printed.csv"
ANSWERS = DIGESTS.with_name("answers.txt")
"""What the commands of `ASKED` answer, as sessions (`tests/sessions.py`)."""

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
    "self-test": "sql --self-test",
    "a view": "sql t -q a -q b -s x --as view",
    "a macro": "sql t -q a -q b -s x --as macro",
    "a function": "sql t -q a -q b -s x --as function --dialect postgresql",
    "a procedure": "sql t -q a -q b -s x --as procedure --dialect tsql",
    "a metric view": "sql t -q a -m k_anonymity --as metric --dialect snowflake",
}
"""Command lines by the names of the statement that each prints."""

ELSEWHERE = {
    f"{name}, in PostgreSQL": re.sub(r"fixtures/(\w+)\.(parquet|csv)", r"\1", words) + " --dialect postgresql"
    for name, words in COMMANDS.items()
    if not re.search(r"--dialect|--plan|--sketch|--as|\.yml|^gda|--pairs|coins|auxiliary|^closeness", words)
}
"""The same of tables in a dialect that has what most have, where DuckDB has a way of its own."""

PRINTED = COMMANDS | ELSEWHERE

MEMBERS = "fixtures/members/groups.csv -q born -q sex -q zip -q job"
LEVELS = "--partition born=fixtures/members/born.csv:1 --partition zip=fixtures/members/zip.csv:1"
TRIPS = "fixtures/toy_trips.csv -q place -q hour --individual person --known 2"
WARD_OF = "fixtures/ward.csv -q age -q zip -s disease"

ASKED = {
    "advice": "advise --spec fixtures/release.yml --suppress 5% --loss mutual_information --about vote",
    "local advice": "advise --spec fixtures/release.yml --suppress 5% --local",
    "median cuts": "advise --spec fixtures/anes96_release.yml --strategy mondrian",
    "attackers of a spec": "check fixtures/anes96_attackers.yml",
    "points of several tables": "score fixtures/linked/linked.yml --known 2 -m k_anonymity -m unicity",
    "points of words": "check fixtures/notes/notes.yml",
    "grids of several widths": "score fixtures/airports.yml --resolution lat,lon",
    "dates of several widths": f"score {TRIPS} --resolution hour",
    "parts of dates": "score fixtures/praxis.csv -q Geburtsdatum -q Gewicht --partition Geburtsdatum=year"
    " --partition Gewicht=cuts:60,80",
    "points and a secret": f"score {TRIPS} -s smokes",
    "classes of points": f"classes {TRIPS} --condition 'k < 2'",
    "releases together": "attacks fixtures/monthly/kept_1.csv fixtures/monthly/kept_2.csv --together"
    " --individual patient -q age -q zip -s disease",
    "all attacks": "attacks fixtures/ward_release.csv --original fixtures/ward.csv -q age -q zip -s disease --all",
    "attacks of renamed columns": "attacks fixtures/papers/tables/three_diverse.csv"
    " --original fixtures/papers/tables/original.csv -q age_star -s disease --renamed age_star=age"
    " --partition age_star=fixtures/papers/tables/recoding_age.csv",
    "attacks of record numbers": "attacks fixtures/ward_flipped.csv --original fixtures/ward.csv -q zip --record-id id",
    "links one to one": f"attacks {MEMBERS} --auxiliary fixtures/members/leak.csv {LEVELS} --links one_to_one",
    "claims": "gda fixtures/members/groups.csv --original fixtures/members/members.csv --known born --known sex"
    f" --known zip --secret condition --public fixtures/members/register.csv {LEVELS}",
    "claims beside others": "gda fixtures/members/groups.csv --original fixtures/members/members.csv"
    " --control fixtures/members/control.csv --known born --known sex --secret condition"
    f" --attack inference_nearest --attack inference_frequent {LEVELS}",
    "closeness beside others": "closeness fixtures/ward_synthetic.csv --original fixtures/ward.csv"
    " --control fixtures/ward_holdout.csv --column disease",
    "closeness of texts": "closeness fixtures/notes/generated.csv --original fixtures/notes/notes.csv --text note"
    " --ngram 2 --individual patient --control fixtures/notes/others.csv",
    "a workload": "utility fixtures/mall_release.csv --original fixtures/mall.csv"
    " --workload fixtures/mall_workload.yml",
    "a tradeoff that is fitted": "tradeoff fixtures/anes96.parquet fixtures/anes96/k3.parquet -q age -q education"
    " -q income -s vote -w vote --neutral tv_news --partition age=fixtures/anes96/age.csv:2"
    " --partition education=fixtures/anes96/education.csv:1 --partition income=fixtures/anes96/income.csv:1",
    "propensities": "utility fixtures/anes96/swapped.parquet --original fixtures/anes96.parquet --pmse"
    " --column party --column vote",
    "intervals": f"score {WARD_OF} --intervals",
    "combinations": "subsets fixtures/anes96.parquet -q age -q education -q income -s vote -m uniqueness -m itpr",
    "estimated combinations": "subsets fixtures/anes96.parquet -q age -q education -q income --estimate 100",
    "minimal uniques": "suda fixtures/anes96.parquet -q age -q education -q income --max-size 2",
    "uniques of a population": "score fixtures/anes96.parquet -q age -q education --sampling-fraction .2"
    " -m population_uniqueness -m population_uniqueness_snb",
    "a level that is proposed": "score fixtures/ward.csv -q age -s disease"
    " --hierarchy disease=fixtures/ward_disease.csv --propose-partition .5",
    "a hierarchy": "score fixtures/ward.csv -q age -s disease -m t_closeness_hierarchical"
    " --hierarchy disease=fixtures/ward_disease.csv",
    "hidden cells": "outputs --published fixtures/hidden_counts.csv --mark '*=1..9' --absent zero",
    "answers": "outputs fixtures/anes96.parquet --answers fixtures/anes96_answers.yml",
    "people with several records": "score fixtures/visits.csv -q month -q clinic -s diagnosis --individual person"
    " -m uniqueness -m records_at_risk -m appearances",
    "classes with weights": "classes fixtures/survey.csv -q age -q region --weight weight"
    " --condition 'individual_risk > .05'",
    "a population of people": "score fixtures/roles/patients.csv -q age -q zip"
    " --population fixtures/roles/patients.csv -m k_anonymity -m k_map",
}
"""Command lines by the names of the statements that they ask a database.

Their answers are agreed, too, as text.
"""


def digest(text: str) -> str:
    """Return the digest of statements, without a release and the names of tables that are made."""
    text = re.sub(r"(?m)^-- sqlmetrics \S+:", "-- sqlmetrics:", text)
    return sha256(re.sub(r"(?<=_)(?:[0-9a-f]{32}|[0-9a-f]{12})(?![0-9a-f])", "made", text).encode()).hexdigest()[:16]


def agreed() -> dict[str, tuple[int, str]]:
    """Return the lines and the digest of each statement."""
    with DIGESTS.open(encoding="utf-8", newline="") as file:
        return {row["statement"]: (int(row["lines"]), row["digest"]) for row in csv.DictReader(file)}


@contextmanager
def rendered() -> Iterator[dict[str, None]]:
    """Give the statements that are rendered inside, each once, in their order."""
    from sqlmetrics.statement import render

    found: dict[str, None] = {}
    text_of = render._Package._text

    def noting_text(package: Any, macro: str, arguments: Sequence[Any]) -> str:
        text = text_of(package, macro, arguments)
        if "select" in text:
            found[text] = None
        return text

    with patch.object(render._Package, "_text", noting_text):
        yield found


def text_of(name: str) -> str:
    """Return what a command prints or asks, in a process of its own."""
    words = [__file__, "--asked", name] if name in ASKED else ["-m", "sqlmetrics", *shlex.split(PRINTED[name])]
    return subprocess.run([sys.executable, *words], check=True, capture_output=True, cwd=ROOT).stdout.decode()


def asked(name: str) -> str:
    """Return the statements that a command asks."""
    from typer.testing import CliRunner

    from sqlmetrics.cli.app import app

    with rendered() as found:
        ended = CliRunner().invoke(app, shlex.split(ASKED[name]))
    if not isinstance(ended.exception, SystemExit | None):
        raise ended.exception
    return "\n".join(found)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--asked"]:
        sys.stdout.write(asked(sys.argv[2]))
    elif sys.argv[1:]:
        sys.stdout.write("\n".join(map(text_of, sys.argv[1:])))
    else:
        sys.path.insert(0, str(ROOT / "tests"))
        from sessions import answered

        rows = [(each, text.count("\n"), digest(text)) for each in (*PRINTED, *ASKED) for text in [text_of(each)]]
        ANSWERS.write_text(answered(ASKED, ROOT), encoding="utf-8")
        with DIGESTS.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerows([("statement", "lines", "digest"), *rows])
