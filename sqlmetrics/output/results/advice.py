"""Advice for people: what to change, what it costs, and how sure it is that nothing less does."""

from __future__ import annotations

from sqlmetrics.advice.generalizations import AS_IT_IS, LEFT_OUT
from sqlmetrics.advice.local.local import LocalProposal
from sqlmetrics.advice.result import Advice, Change, ColumnChange
from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.output.forms import Forms
from sqlmetrics.output.names import target_name
from sqlmetrics.output.page.page import blocks_page
from sqlmetrics.output.page.scatter import Scatter
from sqlmetrics.output.records import Records
from sqlmetrics.output.report import Block, Cell, Column, Heading, Items, Paragraph, Report, Toned, table
from sqlmetrics.output.shown import appearance_of, shows
from sqlmetrics.output.solutions import frontier_figures, solutions_blocks, solutions_picture
from sqlmetrics.text import number

PROOFS = {
    "monotone": "where a recoding fails, all finer ones do",
    "bound": "a bound rules out what is finer than a recoding that fails",
    "order of loss": "every cheaper one was asked",
    "all asked": "all were asked",
}
"""The proofs in words."""

MARKS = {"at_least": "at least", "at_most": "at most"}
"""The bounds in words."""

MEANINGS = {
    "own": "A star is a value of its own.",
    "match": "A star matches every value, which `score` does not see: it counts a star as a value of its own.",
}
"""The meaning of a star."""

TIES = 10
"""The most recodings of equal loss that a report lists."""

MOST_DRAWN = 8
"""The most recodings in the picture of a card, for which it has room."""

CHANGED = ("column", "level", "levels", "name")
"""The columns of its records."""


def _picture(result: Advice) -> Scatter | None:
    """Return the picture of what recodings are worth, else of the cheapest of the frontier."""
    worth = None if result.frontier is None else result.frontier.worth
    return solutions_picture(result, MOST_DRAWN) if worth is None else appearance_of(worth).picture(worth)


@shows(Advice, picture=_picture)
def advice_forms(result: Advice, *more: str) -> Forms:
    """Return the forms of advice; `more` are sentences at the end of the report."""
    return Forms(
        report=lambda: advice_report(result, *more),
        document=result.to_dict,
        others={"html": lambda: advice_page(result)},
        records=lambda: Records(CHANGED, [row[: len(CHANGED)] for row in result], kinds_of(ColumnChange)),
    )


def advice_page(result: Advice) -> str:
    """Return advice as a page, with the picture of its frontier where there is one."""
    foot = f"Searched by sqlmetrics {result.version}."
    return blocks_page("Advice", "What to change", advice_report(result), foot, frontier_figures(result))


def advice_report(result: Advice, *more: str) -> Report:
    """Return what to change, what each column becomes, and each threshold before and after."""
    blocks: list[Block] = [Heading(f"{result.relation_name}: {number(result.records)} records", 1)]
    blocks += [Paragraph(text, "plain" if result.passed else "bad") for text in _sentences(result)]
    if result.passed:
        blocks += [Heading("what each quasi-identifier becomes"), _columns(result)]
    title = "the thresholds before and after" if result.passed else "the thresholds, and the coarsest recoding"
    blocks += [Heading(title), _thresholds(result)]
    if result.ties:
        listed = [", ".join(f"{column} {level}" for column, level in tie.items()) for tie in result.ties[:TIES]]
        rest = [f"and {len(result.ties) - TIES:,} more"] if len(result.ties) > TIES else []
        blocks += [Heading("the same loss, with other levels"), Items((*listed, *rest))]
    if result.frontier is not None:
        blocks += solutions_blocks(result, result.frontier)
    if result.local is not None:
        blocks += _local_blocks(result.local)
    return Report((*blocks, *(Paragraph(text) for text in more)))


def _sentences(result: Advice) -> list[str]:
    """Return what to do, what it costs, and the proof; or how far the coarsest recoding is."""
    asked = f"{number(result.asked)} of {number(result.nodes)} recodings asked"
    if not result.passed:
        known = "No recoding passes" if result.proven else "No recoding that passes was found in time"
        coarse = [f"{one.column} {one.name}" for one in result.columns]
        return [
            f"{known} ({asked}; {_suppressible(result)}).",
            f"The coarsest has {', '.join(coarse)}; for the thresholds it would suppress"
            f" {_records(result.suppressed, result)}. Allow coarser levels or more suppressed records, or look at the"
            " limits below.",
        ]
    what = [_changes(result, "leave out", left=True), _changes(result, "recode", left=False)]
    suppressed = f"suppress {_records(result.suppressed, result)}" if result.suppressed else "suppress no record"
    sure = f"No recoding with less loss passes: {PROOFS[result.proof]}"
    return [
        f"To pass, {', '.join(part for part in what if part) or 'recode nothing'}, and {suppressed}"
        f" ({_suppressible(result)}).",
        f"{sure if result.proven else _gap(result)} ({asked}; {result.loss_name} {number(result.loss)}).",
    ]


def _changes(result: Advice, verb: str, *, left: bool) -> str:
    """Return the columns that are left out, or recoded, after a verb, if there are any."""
    names = [one.column for one in result.columns if one.level and (one.name == LEFT_OUT) == left]
    return f"{verb} {', '.join(names)}" if names else ""


def _gap(result: Advice) -> str:
    return f"The time ran out: a recoding that loses at most {result.gap or 0.0:.1%} less may pass"


def _suppressible(result: Advice) -> str:
    return f"at most {_records(result.budget, result)} may be suppressed" if result.budget else "none may be suppressed"


def _records(count: int, result: Advice) -> str:
    return f"{number(count)} record{'s' * (count != 1)}, {count / result.records:.1%}"


def _columns(result: Advice) -> Block:
    rows = [
        (one.column, one.name if one.level else AS_IT_IS, str(one.level), str(one.levels), one.origin or "-")
        for one in result.columns
    ]
    columns = [Column("column", "name"), Column("becomes", "name"), Column("level", "number"), Column("of", "number")]
    return table([*columns, Column("its levels")], rows)


def _thresholds(result: Advice) -> Block:
    columns = [Column("metric", "name"), Column("of", "name"), Column("before", "number"), Column("after", "number")]
    rows = [
        (
            change.metric,
            target_name(change.target, change.partition),
            number(change.before),
            _after(change),
            _limit(change),
        )
        for change in result.thresholds
    ]
    return table([*columns, Column("limit")], rows, leading=2)


def _after(change: Change) -> Cell:
    return Toned(number(change.after), "good" if change.passed else "bad")


def _limit(change: Change) -> str:
    return f"{MARKS[change.bound]} {number(change.limit)}"


def _local_blocks(beside: LocalProposal) -> list[Block]:
    """Return the cells to star instead of whole records, of all and of each column."""
    found = beside.found
    where = "after this recoding" if any(beside.levels.values()) else "of the columns as they are"
    rows = [(column, number(cells)) for column, cells in found.columns.items() if cells]
    blocks: list[Block] = [Heading(f"cells to star {where}"), *(Paragraph(text) for text in _local_sentences(beside))]
    return [*blocks, table([Column("column", "name"), Column("starred", "number")], rows)] if rows else blocks


def _local_sentences(beside: LocalProposal) -> list[str]:
    found = beside.found
    if not found.violating:
        return [f"No cell is starred: every class has {number(found.k)} records."]
    few = "records are" if found.violating != 1 else "record is"
    fewest = f"no choice of cells stars fewer than {number(found.bound)}"
    sentences = [
        f"{number(found.violating)} {few} in classes of fewer than {number(found.k)}:"
        f" {_cells(found.starred)} starred in {number(found.touched)} records are enough, and {fewest}."
    ]
    if found.suppressed:
        sentences.append(f"{number(found.suppressed)} of them are starred whole, and left out as suppressed.")
    return [*sentences, f"{MEANINGS[found.stars]} {_kept(beside)}".strip()]


def _cells(count: int) -> str:
    return f"{number(count)} cell{'s' * (count != 1)}"


def _kept(beside: LocalProposal) -> str:
    """Return what is scored of the view."""
    found = beside.found
    if found.k_anonymity is None:
        return ""
    if found.stars == "match":
        return f"Every record of the view matches at least {number(found.k_anonymity)}."
    others = f", but it fails on {', '.join(beside.failing)}: stars are for k alone" if beside.failing else ""
    return f"The view is scored: k is {number(found.k_anonymity)}{others}."
