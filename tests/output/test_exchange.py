"""Verdicts in the forms of others, read by packages of OpenLineage, SPDX and Croissant."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, Run

READERS = ROOT / ".cache" / "schedulers" / "bin" / "python"
FORMS = ("openlineage", "spdx", "croissant", "healthdcat")

SPEC = f"""relation: {ROOT}/fixtures/ward.csv
identifiers: {{id: a number of the file}}
quasi_identifiers: [age]
sensitive: [disease]
ignored: [zip, stay]
partitions: {{age: {{name: halves, prefix: 1}}}}
thresholds: {{k_anonymity: 3, uniqueness: 0.5, alpha_k_anonymity: {{at_most: 0.1}}}}
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A spec of twelve patients, of whose limits two pass and one fails."""
    (tmp_path / "ward.yml").write_text(SPEC)
    return tmp_path / "ward.yml"


def document(run: Callable[..., Run], spec: Path, form: str, code: int = 1) -> Any:
    """Return a check of a spec in a form of JSON."""
    ended = run("check", "--spec", spec, "-f", form)
    assert ended.code == code, ended.err
    return json.loads(ended.out)


def test_openlineage_has_an_assertion_for_each_verdict(run: Callable[..., Run], spec: Path) -> None:
    """An event is complete whatever the verdicts, and each is a test of the relation."""
    event = document(run, spec, "openlineage")
    (relation,) = event["inputs"]
    assert (event["eventType"], event["job"]["name"], relation["name"]) == ("COMPLETE", "ward", "ward.csv")
    facets = relation["inputFacets"]
    assert facets["dataQualityMetrics"]["rowCount"] == 12
    found = [
        (one["name"], one["expected"], one["actual"], one["success"], one["severity"])
        for one in facets["dataQualityAssertions"]["assertions"]
    ]
    assert found == [
        ("k_anonymity of identity", "at least 3", "3", True, "error"),
        ("uniqueness of identity", "at most 0.5", "0", True, "error"),
        ("alpha_k_anonymity of disease", "at most 0.1", found[2][2], False, "error"),
    ]
    warned = run("check", "--spec", spec, "-f", "openlineage", "--warn")
    assert (warned.code, warned.out.count('"severity": "warn"')) == (0, 3)


def test_an_event_says_that_a_job_was_not_measured(run: Callable[..., Run], tmp_path: Path, spec: Path) -> None:
    """A job that ends with an error is a failed event, one line for each job of a run."""
    (tmp_path / "jobs.yml").write_text("jobs:\n  good: ward.yml\n  bad: {relation: none.parquet, thresholds: {k: 2}}\n")
    ended = run("run", tmp_path / "jobs.yml", "-f", "openlineage")
    good, bad = map(json.loads, ended.out.splitlines())
    assert (good["eventType"], bad["eventType"], bad["inputs"]) == ("COMPLETE", "FAIL", [])
    assert good["run"]["runId"] != bad["run"]["runId"]
    assert bad["run"]["facets"]["errorMessage"]["message"]
    for form in ("spdx", "healthdcat"):
        refused = run("run", tmp_path / "jobs.yml", "-f", form)
        assert (refused.code, refused.out, "bad was not measured" in refused.err) == (2, "", True)
    several = run("run", tmp_path / "jobs.yml", "-f", "croissant")
    assert (several.code, several.out, "about one dataset" in several.err) == (2, "", True)


def test_spdx_names_methods_that_hold(run: Callable[..., Run], spec: Path) -> None:
    """The methods are the recodings and the limits that are kept, and not one that is broken."""
    graph = {entry["type"]: entry for entry in document(run, spec, "spdx")["@graph"]}
    package = graph["dataset_DatasetPackage"]
    assert package["dataset_anonymizationMethodUsed"] == [
        "age generalised as halves",
        "k_anonymity of identity: 3, at least 3",
        "uniqueness of identity: 0, at most 0.5",
    ]
    assert package["dataset_hasSensitivePersonalInformation"] == "yes"
    assert "alpha_k_anonymity of disease is" in package["comment"]
    assert graph["SpdxDocument"]["rootElement"] == [package["spdxId"]]


@pytest.mark.parametrize("form", FORMS)
def test_no_form_has_a_value_or_a_path(form: str, run: Callable[..., Run], spec: Path) -> None:
    """Slices are counted, not named, and the folder of the relation stays at home."""
    text = SPEC.replace("sensitive: [disease]", "by: [disease]").replace(", alpha_k_anonymity: {at_most: 0.1}", "")
    spec.write_text(text)
    text = run("check", "--spec", spec, "-f", form).out
    assert str(ROOT) not in text
    assert not [value for value in ("flu", "asthma", "cancer") if value in text]
    assert "slices" in text


@pytest.mark.parametrize("form", FORMS)
def test_a_form_is_a_file_of_json(form: str, run: Callable[..., Run], spec: Path, tmp_path: Path) -> None:
    """A file of a form may end in .json, and in the ending of no other form."""
    assert run("check", "--spec", spec, "-f", form, "-o", tmp_path / "x.json", "--run-id", "one").code == 1
    assert json.loads((tmp_path / "x.json").read_text())
    assert run("check", "--spec", spec, "-f", form, "-o", tmp_path / "x.md").code == 2
    assert not (tmp_path / "x.md").exists()


READ = """
import io, json, sys
form, text = sys.argv[1], sys.stdin.read()
if form == "openlineage":
    from openlineage.client.event_v2 import InputDataset, Job, Run, RunEvent, RunState
    from openlineage.client.facet_v2 import data_quality_assertions_dataset as tests
    from openlineage.client.facet_v2 import data_quality_metrics_input_dataset as sizes
    from openlineage.client.serde import Serde
    said = json.loads(text)
    (given,) = said["inputs"]
    checks, counted = given["inputFacets"]["dataQualityAssertions"], given["inputFacets"]["dataQualityMetrics"]
    facets = {
        "dataQualityAssertions": tests.DataQualityAssertionsDatasetFacet(
            producer=checks["_producer"], assertions=[tests.Assertion(**one) for one in checks["assertions"]]
        ),
        "dataQualityMetrics": sizes.DataQualityMetricsInputDatasetFacet(
            producer=counted["_producer"], rowCount=counted["rowCount"], columnMetrics=counted["columnMetrics"]
        ),
    }
    event = RunEvent(
        eventType=RunState[said["eventType"]], eventTime=said["eventTime"], run=Run(said["run"]["runId"]),
        job=Job(said["job"]["namespace"], said["job"]["name"]), producer=said["producer"], outputs=[],
        inputs=[InputDataset(given["namespace"], given["name"], inputFacets=facets)],
    )
    def plain(value):
        if isinstance(value, dict):
            return {name: plain(one) for name, one in value.items() if one not in ({}, [], None)}
        return [plain(one) for one in value] if isinstance(value, list) else value
    made = plain(json.loads(Serde.to_json(event)))
    assert made == plain(said), (made, said)
    print(json.dumps([one["success"] for one in checks["assertions"]]))
elif form == "spdx":
    from spdx_python_model import v3_0_1 as spdx
    found = spdx.SHACLObjectSet()
    spdx.JSONLDDeserializer().read(io.BytesIO(text.encode()), found)
    spdx.JSONLDSerializer().write(found, io.BytesIO())
    (package,) = found.foreach_type(spdx.dataset_DatasetPackage)
    assert not found.missing_ids, found.missing_ids
    print(json.dumps(list(package.dataset_anonymizationMethodUsed)))
elif form == "croissant":
    import mlcroissant
    metadata = mlcroissant.Dataset(jsonld=json.loads(text)).metadata
    assert not metadata.ctx.issues.errors
    print(json.dumps([metadata.name, metadata.personal_sensitive_information]))
else:
    import rdflib
    graph = rdflib.Graph().parse(data=text, format="json-ld")
    dqv = rdflib.Namespace("http://www.w3.org/ns/dqv#")
    health = rdflib.Namespace("http://healthdataportal.eu/ns/health#")
    (dataset,) = graph.subjects(rdflib.RDF.type, rdflib.Namespace("http://www.w3.org/ns/dcat#").Dataset)
    values = [graph.value(one, dqv.value).toPython() for one in graph.objects(dataset, dqv.hasQualityMeasurement)]
    (note,) = graph.objects(dataset, dqv.hasQualityAnnotation)
    print(json.dumps([sorted(values)[:2], graph.value(dataset, health.numberOfRecords).toPython(), note is not None]))
"""
"""Reads a form by a package of its own, and prints some of what it finds."""

EXPECTED = {
    "openlineage": [True, True, False],
    "spdx": [
        "age generalised as halves",
        "k_anonymity of identity: 3, at least 3",
        "uniqueness of identity: 0, at most 0.5",
    ],
    "croissant": ["ward.csv", ["age: quasi-identifier", "disease: sensitive attribute"]],
    "healthdcat": [[0.0, 4 / 5], 12, True],
}


@pytest.mark.thorough
@pytest.mark.skipif(not READERS.exists(), reason="the packages of these forms are missing: scripts/setup schedulers")
@pytest.mark.parametrize("form", FORMS)
def test_a_form_is_read_by_a_package_of_its_own(form: str, run: Callable[..., Run], spec: Path) -> None:
    """Each form is one by the package that its makers publish, which reads what it says."""
    text = run("check", "--spec", spec, "-f", form).out
    ended = subprocess.run([READERS, "-c", READ, form], input=text, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout.splitlines()[-1]) == EXPECTED[form]
