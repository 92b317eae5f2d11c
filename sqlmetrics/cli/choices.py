"""The values of flags that have a choice of a few."""

from __future__ import annotations

from enum import StrEnum

Format = StrEnum("Format", "table json csv parquet markdown")
DocumentFormat = StrEnum("DocumentFormat", "table json")
ListFormat = StrEnum("ListFormat", "table json csv")
ReadFormat = StrEnum("ReadFormat", "table json csv parquet markdown html pdf")
ReportFormat = StrEnum("ReportFormat", "table json csv junit github markdown openlineage spdx croissant healthdcat")
AdviceFormat = StrEnum("AdviceFormat", "table json markdown html pdf")

ScoreLevel = StrEnum("ScoreLevel", {"table": "table", "class_": "class"})
Nulls = StrEnum("Nulls", "category drop any")
PlanName = StrEnum(
    "PlanName", {"auto": "auto", "textbook": "textbook", "near_unique": "near-unique", "sorted": "sorted"}
)
Classifier = StrEnum("Classifier", "majority naive_bayes decision_tree random_forest logistic_regression")
TradeoffMeasure = StrEnum("TradeoffMeasure", "accuracy f1")
AdvisedSpec = StrEnum("AdvisedSpec", "view source")
ReleaseForm = StrEnum("ReleaseForm", "view table dbt")
InstalledForm = StrEnum("InstalledForm", "view macro function procedure metric")
StarMeaning = StrEnum("StarMeaning", "own match")
RecodingStrategy = StrEnum("RecodingStrategy", "full_domain mondrian mondrian_relaxed")


class SudaWeights(StrEnum):
    """The weights of minimal uniques, whose values are known to a type checker."""

    elliot = "elliot"
    ihsn = "ihsn"


class Language(StrEnum):
    """The languages of a report, whose values are known to a type checker."""

    en = "en"
    de = "de"
    fr = "fr"
