"""The classes that break a condition, and what is believed without the keys and in each class."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from sqlmetrics.engine.kept import Kept
from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.output.forms import Elements, Forms, Records, kept_forms
from sqlmetrics.output.names import listed_line, target_name
from sqlmetrics.output.plot import draw_class_sizes
from sqlmetrics.output.points import events_sentences
from sqlmetrics.output.report import Block, Column, Heading, Paragraph, Report, table
from sqlmetrics.output.results.scores import class_table
from sqlmetrics.output.shown import Draw, shows
from sqlmetrics.output.slices import slices_column
from sqlmetrics.risk.baseline import Baseline, Belief, ClassBelief, Posterior
from sqlmetrics.risk.classes import Classes
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.render import render
from sqlmetrics.text import counted, number, split_line


def _plot(result: Classes) -> Draw:
    return partial(draw_class_sizes, [row.records for breach in result.breaches[:1] for row in breach.worst])


@shows(Classes, plot=_plot, drawn="classes")
def classes_forms(result: Classes) -> Forms:
    """Return the forms of the classes that break a condition."""
    return Forms(
        report=lambda: classes_report(result),
        document=lambda: _document(result),
        records=lambda: _class_records(result),
        store=None if result.kept is None else result.kept.store,
        private=True,
    )


def _document(result: Classes) -> dict[str, Any]:
    """Return the result as its JSON, in which the classes of each breach may be kept rows."""
    document = result.to_dict()
    if result.kept is not None:
        for breach in document["breaches"]:
            condition = render("of_target", breach["target"], breach["partition"])
            breach["worst"] = Elements(result.kept, result.columns, lists=("class",), condition=condition)
    return document


def _class_records(result: Classes) -> Records:
    """Return a row per class: target, partition, slice, class, records and a column per metric."""
    columns = ("target", "partition", *result.columns)
    if result.kept is not None:
        return Records(columns, result.kept)
    rows = [
        (breach.target, breach.partition, *([one.slice] if result.by else []), one.class_, one.records, *one.values)
        for breach in result.breaches
        for one in breach.worst
    ]
    kinds: dict[str, type] = {"records": int} | dict.fromkeys(result.metrics, float)
    return Records(columns, rows, kinds)


def classes_report(result: Classes) -> Report:
    """Return the number of classes that break a condition, and the worst of them, by target."""
    blocks: list[Block] = [Heading(f"{result.relation_name}: classes with {' or '.join(result.conditions)}", 1)]
    titles = ("class", "records") if result.events is None else ("points", "people")
    if result.events is not None:
        blocks.append(Paragraph(events_sentences(result.events)))
    if not result.breaches:
        blocks.append(Paragraph("There are none."))
    for breach in result.breaches:
        more = "" if len(breach.worst) == breach.classes else f"; the {len(breach.worst)} worst"
        people = counted(breach.records, "record" if result.events is None else "person", titles[1])
        size = f"{counted(breach.classes, 'class', 'classes')}, {people}{more}"
        blocks.append(Heading(f"{target_name(breach.target, breach.partition)}: {size}"))
        slices, names, sizes, values = zip(*breach.worst, strict=True)
        metrics = [place for place in range(len(result.metrics)) if any(own[place] is not None for own in values)]
        symbols = [catalogue()[result.metrics[place]].symbol for place in metrics]
        numbers = [[own[place] for place in metrics] for own in values]
        blocks.append(class_table(names, sizes, symbols, numbers, slices_column(result, slices), titles))
    return Report(tuple(blocks))


@shows(Baseline)
def baseline_forms(beliefs: Baseline | Kept, *, show_values: bool = True, filtered: str | None = None) -> Forms:
    """Return the forms of the baseline, whose values are named only with `show_values`.

    `filtered` is the name of a relation whose records count only where they meet a condition.
    """
    if isinstance(beliefs, Kept):
        return kept_forms(beliefs)
    kinds = kinds_of(Belief)
    return Forms(
        report=lambda: baseline_report(beliefs, show_values=show_values, filtered=filtered),
        document=lambda: [belief._asdict() for belief in beliefs],
        records=lambda: Records(tuple(kinds), beliefs.beliefs, kinds),
        private=True,
    )


def baseline_report(beliefs: Baseline, *, show_values: bool, filtered: str | None = None) -> Report:
    """Return the distribution of each sensitive attribute, the most frequent value first."""
    counted = "people" if beliefs.of_people else "records"
    columns = [Column("", "place"), *([Column("value", "name")] if show_values else []), Column(counted, "number")]
    blocks: list[Block] = [] if filtered is None else [Heading(filtered, 1)]
    for target in dict.fromkeys((belief.target, belief.partition) for belief in beliefs):
        rows = [
            (
                str(place),
                *(["NULL" if belief.value is None else belief.value] if show_values else []),
                number(belief.records),
                number(belief.share),
            )
            for place, belief in enumerate((one for one in beliefs if (one.target, one.partition) == target), 1)
        ]
        blocks.append(Heading(f"{target_name(*target)}: what is known of anybody before the keys are"))
        blocks.append(table([*columns, Column("share", "number")], rows, leading=len(columns)))
    return Report(tuple(blocks))


@shows(Posterior)
def posterior_forms(beliefs: Posterior | Kept, *, show_values: bool = True, filtered: str | None = None) -> Forms:
    """Return the forms of the posterior, whose classes and values are named with `show_values`.

    `filtered` means what it means in `baseline_forms`.
    """
    kinds = kinds_of(ClassBelief)
    if isinstance(beliefs, Kept):
        return replace(kept_forms(beliefs), document=lambda: Elements(beliefs, tuple(kinds), lists=("class",)))
    return Forms(
        report=lambda: posterior_report(beliefs, show_values=show_values, filtered=filtered),
        document=lambda: [
            dict(zip(kinds, belief, strict=True))
            | {"class": None if belief.class_ is None else split_line(belief.class_)}
            for belief in beliefs
        ],
        records=lambda: Records(tuple(kinds), beliefs.beliefs, kinds),
        private=True,
    )


def posterior_report(beliefs: Posterior, *, show_values: bool, filtered: str | None = None) -> Report:
    """Return the distribution of each sensitive attribute in each class, the surest class first."""
    named = [Column("class", "name")] if show_values else [Column("", "place")]
    columns = [*named, Column("size", "number"), *([Column("value", "name")] if show_values else [])]
    blocks: list[Block] = [] if filtered is None else [Heading(filtered, 1)]
    for target in dict.fromkeys((belief.target, belief.partition) for belief in beliefs):
        rows = [
            (
                *([str(place)] if belief.class_ is None else [listed_line(belief.class_)]),
                number(belief.class_records),
                *(["NULL" if belief.value is None else belief.value] if show_values else []),
                *(number(belief.records), number(belief.share), number(belief.baseline)),
            )
            for place, belief in enumerate((one for one in beliefs if (one.target, one.partition) == target), 1)
        ]
        blocks.append(Heading(f"{target_name(*target)}: what is known of the people of each class"))
        counted = "people" if beliefs.of_people else "records"
        numbers = [Column(name, "number") for name in (counted, "share", "baseline")]
        blocks.append(table([*columns, *numbers], rows, leading=len(columns)))
    return Report(tuple(blocks))
