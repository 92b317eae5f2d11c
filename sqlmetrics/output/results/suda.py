"""Special uniques (SUDA): the attributes that single records out, and the records."""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.output.forms import Elements, Forms, Records
from sqlmetrics.output.names import listed_line
from sqlmetrics.output.plot import draw_bars
from sqlmetrics.output.report import Block, Column, Heading, Paragraph, Report, ReportTable, table
from sqlmetrics.output.shown import Draw, shows
from sqlmetrics.risk.combinations.suda import SpecialUniques, UniqueRecord
from sqlmetrics.text import number, split_line

VALUES = 10
"""The number of values that a report shows."""


def _plot(result: SpecialUniques) -> Draw:
    rows = [(share.attribute, share.contribution or 0.0) for share in result.attributes]
    return partial(draw_bars, rows, "share of the scores of special uniques")


@shows(SpecialUniques, plot=_plot, drawn="special uniques")
def suda_forms(result: SpecialUniques) -> Forms:
    """Return the forms of special uniques."""
    kinds = kinds_of(UniqueRecord)
    rows = result.uniques if result.kept is None else result.kept
    return Forms(
        report=lambda: suda_report(result),
        document=lambda: _document(result),
        records=lambda: Records(tuple(kinds), rows, kinds),
        store=None if result.kept is None else result.kept.store,
        private=True,
    )


def _document(result: SpecialUniques) -> dict[str, Any]:
    return {
        "relation": result.relation_name,
        "records": result.records,
        "individuals": result.individuals,
        "singled_out": result.singled_out,
        "minimal_uniques": result.msus,
        "max_size": result.max_size,
        "attributes": [share._asdict() for share in result.attributes],
        **({"values": [share._asdict() for share in result.values]} if result.values else {}),
        **_kept_values(result),
        "uniques": [
            {"class": None if row.class_ is None else split_line(row.class_)}
            | {name: part for name, part in row._asdict().items() if name != "class_"}
            for row in result.uniques
        ]
        if result.kept is None
        else Elements(result.kept, tuple(kinds_of(UniqueRecord)), lists=("class",)),
    }


def _kept_values(result: SpecialUniques) -> dict[str, Elements]:
    """Return the shares of values where they are kept, and there are any."""
    kept = result.kept_values
    return {"values": Elements(kept, tuple(kept.columns))} if kept is not None and kept.number() else {}


def suda_report(result: SpecialUniques) -> Report:
    """Return the attributes that single records out, then the records, the riskiest first."""
    units = "records" if result.individuals is None else "individuals"
    counted = number(result.records if result.individuals is None else result.individuals)
    verb = "is" if result.singled_out == 1 else "are"
    singled_out = f"{number(result.singled_out)} of them {verb} singled out by up to {result.max_size} attributes"
    once = "" if result.individuals is None else " The list has an individual once for each of their classes."
    blocks: list[Block] = [
        Heading(f"{result.relation_name}: {counted} {units}", 1),
        Paragraph(f"{singled_out}, in {number(result.msus)} minimal combinations.{once}"),
    ]
    if not result.singled_out:
        return Report(tuple(blocks))
    share = Column("share", "number")
    rows = [(one.attribute, number(one.contribution)) for one in result.attributes]
    blocks += [
        Heading("the share of the scores that each attribute has a part in"),
        table([Column("attribute", "name"), share], rows),
    ]
    if result.values:
        first = sorted(result.values, key=lambda one: -one.contribution)[:VALUES]
        values = [
            (one.attribute, "NULL" if one.value is None else one.value, number(one.contribution)) for one in first
        ]
        blocks.append(Heading("the values with the greatest part in their attribute's"))
        blocks.append(table([Column("attribute", "name"), Column("value", "name"), share], values, leading=2))
    return Report((*blocks, Heading(f"the {units} that are singled out, the riskiest first"), _record_table(result)))


def _record_table(result: SpecialUniques) -> ReportTable:
    """Return the records that are singled out, with their values where they are shown."""
    shown = any(row.class_ is not None for row in result.uniques)
    columns = [Column("", "place"), *([Column("class", "name")] if shown else [])]
    numbers = [Column(title, "number") for title in ("minimal uniques", "fewest keys", "SUDA", "DIS-SUDA")]
    rows = [
        (
            str(place),
            *([listed_line(row.class_)] if shown else []),
            *map(number, (row.msus, row.least_size, row.suda, row.dis_suda)),
        )
        for place, row in enumerate(result.uniques, 1)
    ]
    return table([*columns, *numbers], rows, leading=len(columns))
