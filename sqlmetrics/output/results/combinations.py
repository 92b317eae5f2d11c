"""Combinations of quasi-identifiers, ranked by risk, and what each attribute adds to them."""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlmetrics.errors import SpecError
from sqlmetrics.output.forms import Forms, score_records
from sqlmetrics.output.names import target_name
from sqlmetrics.output.plot import draw_bars
from sqlmetrics.output.report import Block, Column, Heading, Paragraph, Report, ReportTable, table
from sqlmetrics.output.results.scores import known_names, relation_heading
from sqlmetrics.output.roles import roles_blocks
from sqlmetrics.output.shown import Draw, shows
from sqlmetrics.risk.combinations.results import ADDED, Combination, SubsetScores
from sqlmetrics.scoring.scores import Score
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import number

SHOWN = ("k_anonymity", "uniqueness", "separation", "discrimination_rate")
"""The metrics of the identity in the report; the records of a combination have all."""

DRAWN = "uniqueness"
"""The metric of a combination's bar: the share of records that are alone."""

SAMPLED = (
    "Only a share of the classes of {sampled} combinations was counted. Their values are estimates, each with half of a"
    " 95 % interval, and bounds where they are the least or the most of all classes."
)
"""The sentence on estimates."""


def _plot(result: SubsetScores) -> Draw:
    """Return the riskiest combinations as bars: the share of records that they leave alone."""
    rows = [
        (", ".join(row.quasi_identifiers), score.value)
        for row in result.combinations
        for score in row.scores
        if score.metric == DRAWN and score.target == IDENTITY and score.value is not None
    ]
    if not rows:
        raise SpecError(f"the plot of combinations shows `{DRAWN}`; name it among the `metrics`")
    return partial(draw_bars, rows, "share of records that are alone")


@shows(SubsetScores, plot=_plot, drawn="subsets")
def subsets_forms(result: SubsetScores, limit: int | None = None) -> Forms:
    """Return the forms of the scores of combinations, of the `limit` riskiest ones."""
    return Forms(
        report=lambda: subsets_report(result, limit),
        document=lambda: subsets_document(result, limit),
        records=lambda: score_records(result.riskiest(limit)),
    )


def subsets_document(result: SubsetScores, limit: int | None) -> dict[str, Any]:
    """Return the relation's facts, the ranked combinations, what attributes add, and the scores."""
    kept = result.combinations[:limit]
    names = {row.scores[0].quasi_identifiers for row in kept}
    facts = result.scores.to_dict()
    for word in ("worst", "left_out", "scores"):
        facts.pop(word, None)
    return facts | {
        "most_keys": result.most,
        "combinations": [
            {"quasi_identifiers": list(row.quasi_identifiers), "classes": row.classes}
            | ({} if row.share is None else {"share": row.share})
            for row in kept
        ],
        "attributes": [row._asdict() for row in result.attributes],
        "scores": result.scores.listed([score for score in result.scores.scores if score.quasi_identifiers in names]),
    }


def subsets_report(result: SubsetScores, limit: int | None) -> Report:
    """Return the effects of the attributes, then the combinations, the riskiest first."""
    of = f"of up to {result.most} of " if result.most < len(result.quasi_identifiers) else "of "
    keys = known_names(result.quasi_identifiers, result.scores)
    blocks: list[Block] = [
        relation_heading(result.scores),
        *roles_blocks(result.scores.columns_by_role),
        Paragraph(f"{number(len(result.combinations))} combinations {of}{keys}"),
    ]
    if (sampled := sum(row.share is not None and row.share < 1 for row in result.combinations)) > 0:
        blocks.append(Paragraph(SAMPLED.format(sampled=number(sampled))))
    if result.scores.nulls == "drop":
        blocks.append(Paragraph("Records with a NULL in a combination's keys are left out of it."))
    blocks += [
        Heading("what each attribute adds to combinations without it, averaged by size, then over sizes"),
        _attribute_table(result),
    ]
    blocks += [Heading("the combinations, the riskiest first"), _combination_table(result, limit)]
    return Report(tuple(blocks))


def _column(metric: str, target: str, partition: str | None) -> Column:
    """Return the column of a metric: its symbol, and its target where that is not the identity."""
    symbol = catalogue()[metric].symbol
    return Column(symbol if target == IDENTITY else f"{symbol} {target_name(target, partition)}", "number")


def _attribute_table(result: SubsetScores) -> ReportTable:
    """Return the mean effect of each attribute, by the first metric in descending order."""
    metrics = list(dict.fromkeys((row.metric, row.target, row.partition) for row in result.attributes))
    means = {(row.attribute, row.metric, row.target, row.partition): row.mean for row in result.attributes}
    attributes = (
        sorted(result.quasi_identifiers, key=lambda name: -(means[name, *metrics[0]] or 0.0)) if metrics else []
    )
    rows = [(name, *(number(means[name, *metric]) for metric in metrics)) for name in attributes]
    return table([Column("attribute", "name"), *(_column(*metric) for metric in metrics)], rows)


def _combination_table(result: SubsetScores, limit: int | None) -> ReportTable:
    """Return the combinations, the riskiest first."""
    estimated = result.scores.share is not None
    columns = [Column("", "place"), Column("known", "name"), Column("classes", "number")]
    columns += [Column("share", "number")] if estimated else []
    first = _shown(result.combinations[0])
    rows = [
        (
            str(place),
            ", ".join(row.quasi_identifiers),
            number(row.classes),
            *([number(row.share)] if estimated else []),
            *(_value(score) for score in _shown(row)),
        )
        for place, row in enumerate(result.combinations[:limit], 1)
    ]
    return table(
        [*columns, *(_column(score.metric, score.target, score.partition) for score in first)], rows, leading=2
    )


def _value(score: Score) -> str:
    """Return the value of a score with half of its interval, or a bound where it has no value."""
    low, high = score.low, score.high
    if score.value is None and low != high:
        return f">= {number(low)}" if score.direction == "higher is riskier" else f"<= {number(high)}"
    if score.value is None or low is None or high is None or low == high:
        return number(score.value)
    return f"{number(score.value)} ± {number(max(high - score.value, score.value - low))}"


def _shown(row: Combination) -> list[Score]:
    """Return the scores of a combination that the report shows."""
    return [score for score in row.scores if score.metric in (SHOWN if score.target == IDENTITY else ADDED)]
