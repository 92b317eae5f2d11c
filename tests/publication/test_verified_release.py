"""The certificate of a release holds for its rows, as they were written, and for no others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics

ROWS = """
    select ['a', 'b', 'c'][i % 3 + 1] as town, 20 + i % 2 * 10 as age, ['u', 'v'][i // 6 % 2 + 1] as ill,
        ['x', 'y'][i // 12 % 2 + 1] as ward, i // 2 as person, 1.5 as weight
    from range(60) r(i)
    union all select 'd', 90, 'rare', 'x', 100 + i, 1.5 from range(2) r(i)
"""

WORDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "levels": {"release": {"levels": {"town": "left_out", "age": {"cuts": [30]}}, "drop": "10%"}},
    "starred": {"release": {"drop": "10%", "starred": True}},
    "values in the spec": {"partitions": {"ill": {"mapping": {"u": "w", "v": "w", "rare": "r"}}}},
    "metrics": {"metrics": ["k_anonymity", "discrimination_rate", "uniqueness"], "crosswalk": True},
    "weights": {"weight": "weight", "sampling_fraction": 0.1},
    "slices": {"by": {"ward": "public"}},
    "attackers": {
        "quasi_identifiers": [],
        "attackers": {"neighbour": ["town"], "doctor": ["age"]},
        "release": {"levels": {"age": {"cuts": [30]}}, "drop": "10%"},
    },
    "nulls": {"nulls": "drop", "parameters": {"share": 0.5}},
}


def written(monkeypatch: pytest.MonkeyPatch, folder: Path, form: str, words: dict[str, Any], **more: Any) -> Path:
    """Write a release of a form, and return its certificate."""
    monkeypatch.chdir(folder)
    duckdb.execute(f"copy ({ROWS}) to 't.csv'")
    asked = {
        "quasi_identifiers": ["town", "age"],
        "sensitive": ["ill"],
        "ignored": ["ward", "person", "weight"],
        "thresholds": {"k_anonymity": 4},
        "release": {"drop": "10%"},
    } | words
    used = {words.get("weight"), *words.get("by", {})}
    asked["ignored"] = [column for column in asked["ignored"] if column not in used]
    sqlmetrics.write_release("t.csv", output=Path(f"out{form}"), look=False, anyway=True, **asked, **more)
    return Path(f"out{form}.certificate.json")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("internal", [False, True])
@pytest.mark.parametrize("form", [".csv", ".parquet", ".duckdb"])
@pytest.mark.parametrize("name", WORDS)
def test_an_untouched_release_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, form: str, internal: bool
) -> None:
    """By the spec beside it, found or named, and no longer once a byte of the rows is new."""
    certificate = written(monkeypatch, tmp_path, form, WORDS[name], internal=internal)
    assert sqlmetrics.verify(certificate).findings == ()
    assert sqlmetrics.verify(certificate, f"out{form}").findings == ()
    table = "out" if form == ".duckdb" else f"out{form}"
    assert sqlmetrics.verify(certificate, table, spec=f"out{form}.spec.yml").findings == ()
    with Path(f"out{form}").open("ab") as file:
        file.write(b"\n")
    assert [one.place for one in sqlmetrics.verify(certificate).findings] == ["made_from: sha256"]


@pytest.mark.parametrize(
    ("forged", "place"),
    [
        ({"sha256": "0" * 64}, "made_from: sha256"),
        ({"sha256": "x"}, "made_from: sha256"),
        ({"dropped": False}, "made_from: dropped"),
        ({"dropped": True}, "made_from: dropped"),
        ({"fingerprint": "f"}, "made_from: fingerprint"),
    ],
)
def test_a_changed_origin_does_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forged: dict[str, Any], place: str
) -> None:
    """The file alone shows it: the rows lie beside it, and a public one has only a hash."""
    path = written(monkeypatch, tmp_path, ".csv", {})
    document = json.loads(path.read_text())
    document["made_from"] |= forged
    path.write_text(json.dumps(document))
    assert [one.place for one in sqlmetrics.verify(path).findings] == [place]


@pytest.mark.parametrize("internal", [False, True])
def test_people_are_in_a_release_only_where_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, internal: bool
) -> None:
    """Left out, their certificate is compared by its bytes, and the spec beside it still checks."""
    people: dict[str, Any] = {"individual": "person", "ignored": ["ward", "weight"]}
    path = written(monkeypatch, tmp_path, ".csv", people, internal=internal)
    assert "person" not in Path("out.csv").read_text().splitlines()[0].split(",")
    assert "person" not in Path("out.csv.spec.yml").read_text()
    assert sqlmetrics.verify(path).findings == ()
    assert sqlmetrics.check(spec="out.csv.spec.yml").passed
    with pytest.raises(sqlmetrics.SpecError, match="lack the column by which its certificate counts people"):
        sqlmetrics.verify(path, "out.csv")
    for asked in ({"individual": True}, {"levels": {"person": "as_it_is"}}):
        path = written(monkeypatch, tmp_path, ".csv", people | {"release": asked}, internal=internal)
        assert "person" in Path("out.csv").read_text().splitlines()[0].split(",")
        assert sqlmetrics.verify(path, "out.csv").findings == ()


def test_metrics_that_are_none_and_entries_that_stand_twice_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each name of a metric is one of the catalogue, and every entry stands once."""
    path = written(monkeypatch, tmp_path, ".csv", WORDS["metrics"])
    text = path.read_text()
    for entry in ("scores", "conditions"):
        document = json.loads(text)
        document[entry][0]["metric"] = "privacy_score"
        path.write_text(json.dumps(document))
        assert ("privacy_score", "no metric") in [(one[1], one[2]) for one in sqlmetrics.verify(path).findings]
    path.write_text(
        text.replace('{\n  "audience": "public",', '{\n  "audience": "internal",\n  "audience": "public",', 1)
    )
    assert path.read_text() != text
    with pytest.raises(sqlmetrics.SpecError, match="has an entry twice"):
        sqlmetrics.verify(path)
