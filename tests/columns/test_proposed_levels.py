"""Levels that are proposed for columns of any kind are said, and each joins the one before."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import duckdb

from sqlmetrics.columns.look import SAMPLE
from sqlmetrics.columns.looks import looks
from sqlmetrics.columns.proposed_partitions import proposed_levels
from sqlmetrics.columns.sample import sample_of
from sqlmetrics.engine.source import opened_records
from sqlmetrics.spec.advice import GeneralizationSpec
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import recoding_entry
from sqlmetrics.statement.render import render

TEXTS = "none: its dates are texts such as 1.12.80"
DATES = "month, year and decade"
COLUMNS = {
    "age": ("20 + i % 70", "bands of 5, 10 and 20 years"),
    "height": ("150.5 + i % 46", "bands of 5, 10 and 20"),
    "price": ("(12 + i % 30)::decimal(9, 2) / 100", "bands of 0.02, 0.1 and 0.2"),
    "income": ("floor(exp(i / 16))::bigint", "8, 4 and 2 about equal shares, since one band would hold most records"),
    "balance": ("i % 9 - 4", "bands of 2 and 10"),
    "born": ("date '1931-03-04' + (i * 13)::int", DATES),
    "admitted": ("timestamp '2018-01-01' + to_days((i % 50 * 20)::int) + to_hours(i % 3)", f"day, {DATES}"),
    "seen": ("strftime(date '2011-03-04' + (i * 17)::int, '%Y-%m-%d')", DATES),
    "birth_date": ("strftime(date '1931-03-04' + (i * 13)::int, '%Y%m%d')::int", DATES),
    "visit_date": ("strftime(date '2011-03-04' + (i * 17)::int, '%Y/%m/%d')", DATES),
    "zip": ("'' || (10110 + i * 61 % 4000)", "fewer and fewer first characters"),
    "children": ("i % 4", None),
    "ward": ("'w' || i % 4", None),
    "german": ("strftime(date '2011-03-04' + (i * 17)::int, '%d.%m.%Y')", DATES),
    "american": (
        "strftime(timestamp '2018-01-01' + to_days((i % 50 * 20)::int) + to_hours(i % 3), '%m/%d/%Y %H:%M')",
        f"day, {DATES}",
    ),
    "unclear": (
        "lpad('' || (1 + i % 12), 2, '0') || '/' || lpad('' || (1 + i % 11), 2, '0') || '/' || (1990 + i % 30)",
        "none: its dates may be DD/MM/YYYY or MM/DD/YYYY, and their values do not tell; say which, as"
        " {date: [month, year, decade], form: DD/MM/YYYY}",
    ),
    "late": (
        "strftime(date '2011-03-04' + (i * 17)::int, '%-d.%-m.%y')",
        f"{TEXTS}; make them dates in a view or a `query`",
    ),
}
"""Columns by what they are, with what is said of their levels."""


def test_levels_of_all_kinds_nest(tmp_path: Path) -> None:
    """Values that are joined on a level are joined on all further ones, and some are on each."""
    listed = ", ".join(f'{text} as "{name}"' for name, (text, _) in COLUMNS.items())
    spec = Spec(relation=str(tmp_path / "people.parquet"))
    duckdb.execute(f"copy (select {listed} from range(200) t(i)) to '{spec.relation}'")
    types = [row[:2] for row in duckdb.execute(f"describe from '{spec.relation}'").fetchall()]
    with opened_records(spec) as source:
        sample = sample_of(source, types, SAMPLE)
    found = proposed_levels(list(zip(sample, looks(sample), strict=True)), spec, Path())
    assert {name: found[name].note if name in found else None for name in COLUMNS} == {
        name: note for name, (_, note) in COLUMNS.items()
    }
    for name, proposed in found.items():
        partitions = GeneralizationSpec.model_validate(dict(proposed.form)).resolve(name, Path()).partitions
        levels = [f'"{name}"', *(render("recoded", f'"{name}"', recoding_entry(one), "m") for one in partitions)]
        for fine, coarse in pairwise(levels):
            query = f"select {fine} as f, count(distinct {coarse}) as n from '{spec.relation}' group by 1"
            ((most, before),) = duckdb.execute(f"select max(n), count(*) from ({query})").fetchall()
            ((after,),) = duckdb.execute(f"select count(distinct {coarse}) from '{spec.relation}'").fetchall()
            assert (most, after < before) == (1, True), (name, coarse)
