"""Limits that others have published: each has its source, and holds by its name."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.advice.written_words import view_spec
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.jobs import merged
from sqlmetrics.gate.thresholds import read_thresholds, thresholds_of
from sqlmetrics.output.openmetrics import openmetrics_text
from sqlmetrics.output.published_limits import group_of
from sqlmetrics.spec.published_limits import published_limit, published_limits
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.spec.spec import parse_spec

Command = Callable[..., Run]

SIZES = {
    4: "sdctable_defaults",
    5: "sdclog_defaults",
    6: "manitoba",
    8: "nhs_england opensafely",
    10: "uk_llc ons_ls nces_practice acro_defaults",
    11: "ontario_low cms_cell pcornet",
    12: "ema_public canada_prci hipaa_practice",
    15: "ontario_medium",
    20: "ontario_high",
    None: "wp216 l_diversity",
}
GROUPS = {name: size for size, names in SIZES.items() for name in names.split()}
"""The smallest group that each limit allows: 8 where its document hides counts of 1 to 7."""

OPEN = {"section", "date", "unconfirmed", "rules"}
"""What may be missing of a limit."""


def test_each_limit_has_its_source() -> None:
    """A limit says whose it is, whom it binds, and what group it asks for; or what is not known."""
    assert {name: group_of(limit) for name, limit in published_limits().items()} == GROUPS
    assert len({limit.title for limit in published_limits().values()}) == 17
    for name, limit in published_limits().items():
        facts = asdict(limit)
        assert {fact for fact, text in facts.items() if not text} <= OPEN
        assert facts["unconfirmed"] or (facts["section"] and facts["date"])
        assert {one.source for one in thresholds_of(limit)} == {limit.source}
        assert "nobody" in limit.binding.lower() or "practice" not in name


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a group of eleven people and one of ten, and a spec."""
    monkeypatch.chdir(tmp_path)
    Path("d.csv").write_text("age,ill\n" + "30,a\n30,b\n" * 5 + "30,a\n" + "40,a\n40,b\n" * 5)
    Path("s.yml").write_text(
        "relation: d.csv\nquasi_identifiers: age\nsensitive: ill\nlimits: uk_llc\n"
        "thresholds: {k_anonymity: {at_least: 2, target: identity, source: ours}}\n"
    )
    return tmp_path


def test_limits_hold_beside_thresholds(people: Path, run: Command) -> None:
    """Flags add to the limits of a spec, no own threshold loosens one, and the strictest decides.

    The smallest group has ten people: UK LLC's limit passes, and that of CMS and PCORnet fails.
    """
    ended = run("check", "--spec", "s.yml", "-f", "json", "-o", "own.json")
    shown = run(
        *("check", "--spec", "s.yml", "--limits", "cms_cell", "--limits", "pcornet"),
        *("--limits", "ema_public", "--metrics-file", "m.prom"),
    )
    assert (ended.code, shown.code) == (0, 1)
    (job,) = json.loads(Path("own.json").read_text())["jobs"]
    uk = published_limit("uk_llc").source
    assert [(one["limit"], one["passed"], one["source"]) for one in job["verdicts"]] == [
        (2, True, "ours"),
        (10, True, uk),
    ]
    assert "2 of 3 thresholds failed" in shown.out
    both = "; ".join(published_limit(name).source for name in ("cms_cell", "pcornet"))
    said = f"k_anonymity at least 11: a limit of {both} (stricter than {uk}: at least 10)."
    assert said in " ".join(shown.out.split())
    lines = Path("m.prom").read_text().splitlines()
    passed = [line for line in lines if line.startswith("sqlmetrics_threshold_passed")]
    assert [(line.partition('origin="')[2].partition('"')[0], line[-3:]) for line in passed] == [
        *(("spec", "1.0"), ("uk_llc, cms_cell, pcornet", "0.0"), ("ema_public", "0.0")),
    ]


def test_limits_are_named_as_they_stand(people: Path) -> None:
    """Python, jobs and advised specs name limits as a spec does; what is unknown is said."""
    named = sqlmetrics.check("d.csv", "age", limits=["uk_llc", "uk_llc"], history="h.duckdb")
    (outcome,) = named.outcomes
    assert outcome.held is not None
    assert [verdict.threshold.published for verdict in outcome.held.verdicts] == ["uk_llc"]
    assert 'origin="uk_llc"' in openmetrics_text(named)
    assert merged({"limits": "uk_llc"}, {"limits": ["cms_cell", "uk_llc"]})["limits"] == ["uk_llc", "cms_cell"]
    spec = spec_over({"limits": "manitoba"}, "the flags", "s.yml")
    assert spec.limits == ["uk_llc", "manitoba"]
    assert view_spec(spec, "v", [], None)["limits"] == ["uk_llc", "manitoba"]
    report = sqlmetrics.report("d.csv", "age", limits="uk_llc")
    assert report.certificate.spec is not None
    assert (report.certificate.spec["limits"], report.passed) == (["uk_llc"], True)
    assert published_limit("uk_llc").source in report.html
    assert [one.source for one in read_thresholds(parse_spec({}))] == []
    with pytest.raises(SpecError, match="'uk_lc'; did you mean 'uk_llc'"):
        parse_spec({"limits": "uk_lc"})
    with pytest.raises(SpecError, match="distinct_l_diversity needs a sensitive attribute"):
        sqlmetrics.check("d.csv", "age", limits="l_diversity")


def test_the_command_lists_and_explains(run: Command) -> None:
    """The list has every limit, and one is explained with what could not be confirmed."""
    rows = json.loads(run("limits", "-f", "json").out)
    assert {row["name"]: row["group"] for row in rows} == GROUPS
    shown = " ".join(run("limits", "manitoba").out.split())
    assert "smallest group 6 people" in shown
    assert "section could not be confirmed" in shown
    assert run("limits", "-f", "csv").out.count("\n") == 20
    assert "did you mean 'manitoba'" in run("limits", "manitobe").err
