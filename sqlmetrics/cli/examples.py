"""The examples at the end of each command's help."""

from __future__ import annotations

EXAMPLES = {
    "": (
        "sqlmetrics init people.parquet -o sqlmetrics.yml",
        "sqlmetrics score people.parquet -q age -q zip -s disease",
    ),
    "init": (
        "sqlmetrics init people.parquet",
        "sqlmetrics init people.parquet -o people.yml",
        "sqlmetrics init people.yml --update",
    ),
    "score": (
        "sqlmetrics score people.parquet -q age -q zip -s disease",
        "sqlmetrics score --spec spec.yml --all -o scores.md",
    ),
    "metrics": (
        "sqlmetrics metrics",
        "sqlmetrics metrics itpr",
    ),
    "classes": (
        'sqlmetrics classes people.parquet -q age -q zip --where "k < 5"',
        'sqlmetrics classes --spec spec.yml --where "itpr > 0.7" --show-values',
    ),
    "subsets": (
        "sqlmetrics subsets people.parquet -q age -q zip -q sex",
        "sqlmetrics subsets --spec spec.yml --max-size 2 -o subsets.csv",
    ),
    "suda": (
        "sqlmetrics suda people.parquet -q age -q zip -q sex",
        "sqlmetrics suda people.parquet -q age -q zip --records risks.parquet",
    ),
    "baseline": (
        "sqlmetrics baseline people.parquet -q age -s disease",
        "sqlmetrics baseline --spec spec.yml --show-values",
    ),
    "posterior": (
        "sqlmetrics posterior people.parquet -q age -s disease",
        "sqlmetrics posterior --spec spec.yml --show-values --limit 5",
    ),
    "records": (
        "sqlmetrics records people.parquet -q age -q zip -o scored.parquet",
        "sqlmetrics records --spec spec.yml -m k_anonymity -o scored.csv",
    ),
    "attacks": (
        "sqlmetrics attacks release.parquet --original people.parquet \\\n      -q age -q zip -s disease",
        "sqlmetrics attacks release.parquet --original people.parquet \\\n      -q age -q zip -s disease --print-sql",
    ),
    "gda": (
        "sqlmetrics gda release.parquet --original people.parquet --attempts 100",
        "sqlmetrics gda --list",
    ),
    "closeness": (
        "sqlmetrics closeness release.parquet --original people.parquet",
        "sqlmetrics closeness release.parquet --original people.parquet \\\n      --control people.parquet",
    ),
    "utility": (
        "sqlmetrics utility release.parquet --original people.parquet",
        "sqlmetrics utility release.parquet --original people.parquet --pairs",
        "sqlmetrics utility synthetic.parquet --original people.parquet --pmse",
    ),
    "tradeoff": (
        "sqlmetrics tradeoff people.parquet release.parquet -q age -q zip \\\n      -s disease -w disease",
        "sqlmetrics tradeoff people.parquet release.parquet -q age -q zip \\\n      -s disease -w sex -o frontier.csv",
    ),
    "report": (
        "sqlmetrics report --spec spec.yml -o report.html",
        "sqlmetrics report --spec spec.yml --internal --json report.json -o report.html",
        "sqlmetrics report release.parquet -q age -q zip -s disease --internal \\\n      --original people.parquet"
        " --release people.parquet -o report.html",
    ),
    "verify": (
        "sqlmetrics verify report.json",
        "sqlmetrics verify report.json --relation people.parquet --spec spec.yml",
    ),
    "read": (
        "sqlmetrics read rows.csv",
        "sqlmetrics read rows.csv --spec spec.yml -o report.html",
    ),
    "check": (
        "sqlmetrics check --spec spec.yml",
        "sqlmetrics check --spec spec.yml --history runs --no-worse-than last",
    ),
    "advise": (
        "sqlmetrics advise --spec spec.yml --suppress 2%",
        "sqlmetrics advise --spec spec.yml --generalize age=age.csv \\\n      --keep sex --print-sql",
        "sqlmetrics advise --spec spec.yml --suppress 2% --local",
        "sqlmetrics advise --spec spec.yml --frontier -o advice.html",
    ),
    "run": (
        "sqlmetrics run jobs.yml",
        "sqlmetrics run jobs.yml --history runs --report run.xml",
    ),
    "history": (
        "sqlmetrics history runs",
        "sqlmetrics history runs -m itpr --target disease --last 10",
    ),
    "diff": (
        "sqlmetrics diff previous last --history runs",
        "sqlmetrics diff previous last --history runs -m itpr -f json",
    ),
    "sql": (
        "sqlmetrics sql clinic.patients -q age -s disease --dialect snowflake",
        "sqlmetrics sql --spec spec.yml -m k_anonymity -o k.sql",
    ),
    "count": (
        "sqlmetrics count people.parquet -q age -s disease -o monday.parquet",
        'sqlmetrics count --spec spec.yml --where "sex = 1" -o ones.parquet',
    ),
    "schema": (
        "sqlmetrics schema",
        "sqlmetrics schema -o spec.schema.json",
    ),
    "info": (
        "sqlmetrics info",
        "sqlmetrics info -f json",
    ),
}
"""The examples of each command, and of the command line itself as the empty name."""
