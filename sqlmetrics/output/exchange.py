"""The verdicts of a run in the forms of lineage, bills of materials and catalogues of data.

Each is JSON. It names columns and says scores, limits and verdicts, and no value of the data: of
slices there is one sentence. What only the owner of the data knows, such as a licence, is left to
the owner's own record, which these complete.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from sqlmetrics.errors import SpecError
from sqlmetrics.gate.jobs import Outcome, Run
from sqlmetrics.output.verdicts import JobWords, VerdictWords, job_words, summary, verdicts_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.statement.relation import public_name
from sqlmetrics.text import printable
from sqlmetrics.version import __version__

PRODUCER = f"https://pypi.org/project/sqlmetrics/{__version__}"
"""The address of the program, at its version."""

LINEAGE = "https://openlineage.io/spec"

JsonObject = dict[str, Any]

TERMS = (
    "citeAs column equivalentProperty extract field fileProperty fileObject fileSet format includes isLiveDataset"
    " jsonPath key md5 parentField path recordSet references regex repeated replace samplingRate separator source"
    " subField transform"
)
"""The terms of Croissant 1.0 in its context."""

CROISSANT: JsonObject = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    **{term: f"cr:{term}" for term in TERMS.split()},
    **{term: {"@id": f"cr:{term}", "@type": "@json"} for term in ("data", "examples")},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
}
"""The context of Croissant 1.0."""


class DatasetWords(NamedTuple):
    """What a job says of its relation: its name, its records, and each verdict with its metric."""

    name: str
    records: int | None
    spec: Spec
    verdicts: tuple[tuple[str, VerdictWords], ...]
    words: JobWords

    @property
    def identifiers(self) -> list[str]:
        """The sentences on columns that name people; each is a failure."""
        return [*map(printable, self.words.identifiers)]

    @property
    def sentences(self) -> list[str]:
        """The verdicts in sentences, and what fails beside them."""
        words = [f"{one.score} is {one.value}, {one.bound}: {one.verdict}" for _, one in self.verdicts]
        slices = [printable(self.words.of_slices)] if self.words.slices else []
        return [*map(printable, words), *self.identifiers, *slices]

    @property
    def methods(self) -> list[str]:
        """How the relation is anonymised: its recodings, and each limit that it keeps."""
        spec, keys = self.spec, (*self.spec.by, *self.spec.quasi_identifiers)
        named = [
            f"{column} generalised as {entry.name or column}"
            for column in keys
            for entry in spec.partitions.get(column, [])
            if entry != "raw"
        ]
        named += [f"{column} recoded: {text}" for column, text in spec.recoded.items()]
        named += ["values suppressed"] if spec.suppressed is not None else []
        kept = [f"{one.score}: {one.value}, {one.bound}" for _, one in self.verdicts if one.passed]
        return [*map(printable, (*named, *kept))]


def dataset_words(outcome: Outcome) -> DatasetWords:
    """Return what a job says of its relation. Raises SpecError for one that was not measured."""
    if outcome.held is None:
        raise SpecError(
            f"{outcome.job} was not measured, so nothing is said of its relation: {job_words(outcome).error}"
        )
    words = job_words(outcome)
    whole = [verdict.score for verdict in verdicts_of(outcome) if verdict.score.slice is None]
    verdicts = tuple(zip((score.metric for score in whole), words.verdicts, strict=True))
    spec, records = outcome.held.spec, outcome.held.scores.records
    return DatasetWords(printable(public_name(spec.records)), records, spec, verdicts, words)


def openlineage_text(run: Run) -> str:
    """Return an OpenLineage run event for each job, one a line, with the verdicts as assertions."""
    return "".join(f"{json.dumps(_event(run, outcome), ensure_ascii=False)}\n" for outcome in run.outcomes)


def _event(run: Run, outcome: Outcome) -> JsonObject:
    inputs, facets, measured = [], {}, outcome.held is not None
    if measured:
        said = dataset_words(outcome)
        checks = [
            _assertion(metric, one.score, one.bound, one.value, success=one.passed, advisory=run.advisory)
            for metric, one in said.verdicts
            if one.passed is not None
        ]
        if slices := said.words.slices:
            failed = sum(one.failed for one in slices)
            of_slices = ("slices", "slices", "none fails", f"{failed} of {len(slices)}")
            checks.append(_assertion(*of_slices, success=not failed, advisory=run.advisory))
        checks += [
            _assertion("identifiers", one, "no identifier", one, success=False, advisory=run.advisory)
            for one in said.identifiers
        ]
        of_input = {"dataQualityAssertions": _facet("1-1-0", "DataQualityAssertionsDatasetFacet", assertions=checks)}
        if said.records is not None:
            of_input["dataQualityMetrics"] = _facet(
                "1-0-3", "DataQualityMetricsInputDatasetFacet", rowCount=said.records, columnMetrics={}
            )
        inputs = [{"namespace": "sqlmetrics", "name": said.name, "inputFacets": of_input}]
    else:
        message = job_words(outcome).error or ""
        facets = {"errorMessage": _facet("1-0-1", "ErrorMessageRunFacet", message=message, programmingLanguage="SQL")}
    return {
        "eventType": "COMPLETE" if measured else "FAIL",
        "eventTime": run.began_at,
        "producer": PRODUCER,
        "schemaURL": f"{LINEAGE}/2-0-2/OpenLineage.json#/$defs/RunEvent",
        "run": {"runId": _uuid(run, outcome), "facets": facets},
        "job": {"namespace": "sqlmetrics", "name": printable(outcome.job), "facets": {}},
        "inputs": inputs,
        "outputs": [],
    }


def _facet(version: str, name: str, **words: Any) -> JsonObject:
    return {"_producer": PRODUCER, "_schemaURL": f"{LINEAGE}/facets/{version}/{name}.json#/$defs/{name}", **words}


def _assertion(
    metric: str, name: str, expected: str, actual: str, *, success: bool | None, advisory: bool
) -> JsonObject:
    """Return a test of OpenLineage; a failure that is advisory is a warning."""
    words = {"assertion": metric, "success": bool(success), "severity": "warn" if advisory else "error"}
    known = every_metric().get(metric)
    if known is not None:
        words["description"] = known.meaning
    return words | {"name": printable(name), "expected": printable(expected), "actual": printable(actual)}


def spdx_text(run: Run) -> str:
    """Return an SPDX 3.0.1 document with a dataset package for each job."""
    info, tool = "_:creation", f"urn:sqlmetrics:{__version__}"
    document = f"urn:uuid:{_uuid(run, None)}"
    packages = [_package(run, outcome, info) for outcome in run.outcomes]
    graph = [
        {
            "type": "CreationInfo",
            "@id": info,
            "specVersion": "3.0.1",
            "created": run.began_at.partition(".")[0].removesuffix("Z") + "Z",
            "createdBy": [tool],
        },
        {"type": "SoftwareAgent", "spdxId": tool, "creationInfo": info, "name": f"sqlmetrics {__version__}"},
        {
            "type": "SpdxDocument",
            "spdxId": document,
            "creationInfo": info,
            "profileConformance": ["core", "software", "dataset"],
            "rootElement": [package["spdxId"] for package in packages],
            "element": [tool, *(package["spdxId"] for package in packages)],
        },
        *packages,
    ]
    return _json({"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld", "@graph": graph})


def _package(run: Run, outcome: Outcome, info: str) -> JsonObject:
    said = dataset_words(outcome)
    sensitive = bool(said.spec.sensitive)
    words: JsonObject = {
        "type": "dataset_DatasetPackage",
        "spdxId": f"urn:uuid:{_uuid(run, outcome)}",
        "creationInfo": info,
        "name": said.name,
        "software_primaryPurpose": "data",
        "dataset_datasetType": ["structured"],
        "dataset_hasSensitivePersonalInformation": "yes" if sensitive else "noAssertion",
        "comment": " ".join(f"{sentence}." for sentence in said.sentences),
    }
    return words | ({"dataset_anonymizationMethodUsed": said.methods} if said.methods else {})


def croissant_text(run: Run) -> str:
    """Return Croissant 1.0 metadata of the one job's relation, with its Responsible AI words.

    Raises SpecError for several jobs, as a document is about one dataset.
    """
    if len(run.outcomes) != 1:
        raise SpecError("a document of Croissant is about one dataset; check one job")
    said = dataset_words(run.outcomes[0])
    personal = [f"{column}: quasi-identifier" for column in said.spec.quasi_identifiers]
    personal += [f"{column}: sensitive attribute" for column in said.spec.sensitive]
    return _json(
        {
            "@context": CROISSANT,
            "@type": "sc:Dataset",
            "name": said.name,
            "description": f"{printable(summary(run))}.",
            "conformsTo": ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
            "rai:personalSensitiveInformation": [*map(printable, personal)],
            "rai:dataLimitations": said.sentences,
            "rai:dataPreprocessingProtocol": said.methods,
        }
    )


def healthdcat_text(run: Run) -> str:
    """Return what HealthDCAT-AP says of quality, for each job's dataset, as JSON-LD.

    The scores are measurements of the Data Quality Vocabulary, and the verdict an annotation. The
    owner's own record of the dataset has the other properties that the profile needs.
    """
    context = {
        "dcat": "http://www.w3.org/ns/dcat#",
        "dct": "http://purl.org/dc/terms/",
        "dqv": "http://www.w3.org/ns/dqv#",
        "healthdcatap": "http://healthdataportal.eu/ns/health#",
        "oa": "http://www.w3.org/ns/oa#",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "skos": "http://www.w3.org/2004/02/skos/core#",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
    }
    return _json({"@context": context, "@graph": [_health_dataset(run, outcome) for outcome in run.outcomes]})


def _health_dataset(run: Run, outcome: Outcome) -> JsonObject:
    said = dataset_words(outcome)
    words: JsonObject = {
        "@id": f"urn:uuid:{_uuid(run, outcome)}",
        "@type": "dcat:Dataset",
        "dct:title": said.name,
        "dqv:hasQualityMeasurement": [*_measurements(outcome)],
        "dqv:hasQualityAnnotation": {
            "@type": "dqv:QualityAnnotation",
            "oa:motivatedBy": {"@id": "dqv:qualityAssessment"},
            "oa:hasBody": {"@type": "oa:TextualBody", "rdf:value": "\n".join(said.sentences)},
        },
    }
    counted = said.records is not None
    number = {"@type": "xsd:nonNegativeInteger", "@value": str(said.records)}
    return words | ({"healthdcatap:numberOfRecords": number} if counted else {})


def _measurements(outcome: Outcome) -> Iterator[JsonObject]:
    """Yield a measurement of the Data Quality Vocabulary for each score with a limit."""
    scores = dict.fromkeys(one.score for one in verdicts_of(outcome) if one.score.slice is None)
    for score in scores:
        if score.value is not None:
            metric = every_metric()[score.metric]
            about = {"@id": f"urn:sqlmetrics:metric:{metric.name}", "@type": "dqv:Metric"}
            yield {
                "@type": "dqv:QualityMeasurement",
                "dqv:isMeasurementOf": about | {"skos:prefLabel": metric.title, "skos:definition": metric.meaning},
                "dqv:value": {"@type": "xsd:double", "@value": repr(float(score.value))},
                "skos:note": printable(f"of {score.target}, in {metric.unit}; {metric.direction}"),
            }


def _uuid(run: Run, outcome: Outcome | None) -> str:
    """Return the id of a job of a run, or of the run itself; it follows from their names."""
    return str(uuid5(NAMESPACE_URL, f"sqlmetrics:{run.run_id}:{'' if outcome is None else outcome.job}"))


def _json(document: JsonObject) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
