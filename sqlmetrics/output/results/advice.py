"""Advice for people: what to change, what it costs, and how sure it is that nothing less does.

The frontier of advice has its minimal recodings by what they lose and what they risk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlmetrics.advice.cuts.classes import IN_CLASSES
from sqlmetrics.advice.cuts.result import MultidimensionalAdvice
from sqlmetrics.advice.frontier import RISK, Solution, Solutions
from sqlmetrics.advice.generalizations import AS_IT_IS, LEFT_OUT
from sqlmetrics.advice.local.local import LocalProposal
from sqlmetrics.advice.result import Advice, AdviceInSeries, ColumnChange, RecodingInSeries
from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.names import short_names, target_name
from sqlmetrics.output.page.page import Picture, blocks_page
from sqlmetrics.output.page.scatter import Scatter, Spot, axis_text, direction, scatter
from sqlmetrics.output.report import Block, Column, Heading, Items, Note, Paragraph, Plot, Report, Toned, table
from sqlmetrics.output.results.frontier import frontier_picture
from sqlmetrics.output.results.tradeoff import tradeoff_report
from sqlmetrics.output.shown import appearance_of, shows
from sqlmetrics.release.utility.frontier import Point, frontier, with_marks
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import counted, joined, number

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

IN_SERIES = {
    "known_by_intersection": "known",
    "guessed": "guessed",
    "candidates_left": "left",
    "newcomers_alone": "newcomers",
}
"""The titles of what a recoding lets an attacker know with all releases."""

FEW = 8
"""The most columns that are named as left out."""

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
    blocks: list[Block] = [Heading(f"{result.relation_name}: {counted(result.records, 'record')}", 1)]
    blocks += [Paragraph(text, "plain" if result.passed else "bad") for text in _sentences(result)]
    breaks = result.series is not None and result.series.breaks
    if result.passed or breaks:
        blocks += [Heading(f"what each quasi-identifier {'would become' if breaks else 'becomes'}"), _columns(result)]
    coarsest = "the thresholds, and the coarsest recoding"
    blocks += [Heading("the thresholds before and after" if result.passed or breaks else coarsest), _thresholds(result)]
    if result.series is not None:
        blocks += _series_blocks(result.series)
    if result.ties:
        listed = [", ".join(f"{column} {level}" for column, level in tie.items()) for tie in result.ties[:TIES]]
        rest = [f"and {len(result.ties) - TIES:,} more"] if len(result.ties) > TIES else []
        blocks += [Heading("the same loss, with other levels"), Items((*listed, *rest))]
    if result.frontier is not None:
        blocks += solutions_blocks(result, result.frontier)
    if result.local is not None:
        blocks += _local_blocks(result.local)
    return Report((*blocks, *(Paragraph(text) for text in more or ways_to_keep(result))))


def ways_to_keep(result: Advice) -> list[str]:
    """Return what to ask for where somebody needs a column that the recoding leaves out."""
    gone = [one.column for one in result.columns if one.name == LEFT_OUT] if result.passed else []
    if not gone:
        return []
    which = joined([*gone[:FEW], *([f"{len(gone) - FEW} others"] if len(gone) > FEW else [])])
    other = "" if result.frontier is not None else ", and `frontier` lists the other recodings that pass"
    ways = f"`keep` leaves it as it is, `need` says how coarse it may be, `prefer` lets its loss count more{other}"
    return [f"To leave out {which} loses least, but somebody may need one: {ways}."]


def _sentences(result: Advice) -> list[str]:
    """Return what to do, what it costs, and the proof; or how far the coarsest recoding is."""
    if isinstance(result, MultidimensionalAdvice):
        return _sentences_of_cuts(result)
    asked = f"{number(result.asked)} of {number(result.nodes)} recodings asked"
    if result.series is not None and result.series.breaks:
        broken = dict.fromkeys(change.metric for change in result.thresholds if not change.passed)
        return [
            f"The cheapest recoding that passes by itself breaks a limit on all releases together: {', '.join(broken)}"
            f" ({asked}; {_suppressible(result)}).",
            "Lead the search to another one by other levels, or by stricter limits on the relation by itself.",
        ]
    if not result.passed:
        known = "No recoding passes" if result.proven else "No recoding that passes was found in time"
        coarse = [f"{one.column} {one.name}" for one in result.columns]
        if any(change.attacker is not None for change in result.thresholds):
            return [f"{known} for all attackers ({asked}).", "Allow coarser levels, or look at the limits below."]
        return [
            f"{known} ({asked}; {_suppressible(result)}).",
            f"The coarsest has {', '.join(coarse)}; for the thresholds it would suppress"
            f" {_records(result.suppressed, result)}. Allow coarser levels or more suppressed records, or look at the"
            " limits below.",
        ]
    what = [_changes(result, "leave out", left=True), _changes(result, "recode", left=False)]
    kept = result.series is not None and result.series.keeps
    suppressed = f"suppress {_records(result.suppressed, result)}" if result.suppressed else "suppress no record"
    sure = f"The time ran out: a recoding that loses at most {result.gap or 0.0:.1%} less may pass"
    if result.proven:
        sure = f"No recoding with less loss passes: {PROOFS[result.proof]}"
    elif kept:
        sure = f"Another recoding that passes by itself loses at most {result.gap or 0.0:.1%} less"
    return [
        *(["The earlier recoding still passes: keep it."] if kept else []),
        f"To pass, {', '.join(part for part in what if part) or 'recode nothing'}, and {suppressed}"
        f" ({_suppressible(result)}).",
        f"{sure} ({asked}; {result.loss_name} {number(result.loss)}).",
        *([f"{'; '.join(one.told for one in result.lost)}."] if result.lost else []),
    ]


def _sentences_of_cuts(result: MultidimensionalAdvice) -> list[str]:
    """Return how many classes the cuts make, and what they lose beside the full-domain recoding."""
    whole, cuts = result.full_domain, sum(one.cuts for one in result.cuts)
    beside = "no recoding of whole columns passes, or none was found in time"
    if whole.passed:
        beside = f"{number(whole.loss)} by the best recoding of whole columns that was found"
        beside += f", which suppresses {_records(whole.suppressed, whole)}" if whole.suppressed else ""
    return [
        f"To pass, recode class by class: {cuts:,} median cut{'s' * (cuts != 1)} in {result.rounds:,}"
        f" round{'s' * (result.rounds != 1)} make {result.classes:,} class{'es' * (result.classes != 1)}, and no record"
        " is suppressed.",
        f"The loss is {number(result.loss)} ({result.loss_name}), and {beside}.",
        "No class can be cut at its median, in any column, so that both halves pass. Other cuts may lose less.",
    ]


def _changes(result: Advice, verb: str, *, left: bool) -> str:
    """Return the columns that are left out, or recoded, after a verb, if there are any."""
    names = [one.column for one in result.columns if one.level and (one.name == LEFT_OUT) == left]
    return f"{verb} {', '.join(names)}" if names else ""


def _suppressible(result: Advice) -> str:
    return f"at most {_records(result.budget, result)} may be suppressed" if result.budget else "none may be suppressed"


def _records(count: int, result: Advice) -> str:
    return f"{number(count)} record{'s' * (count != 1)}, {count / result.records:.1%}"


def _columns(result: Advice) -> Block:
    if isinstance(result, MultidimensionalAdvice):
        names = [Column("column", "name"), Column("becomes"), Column("cuts", "number"), Column("values", "number")]
        return table(names, [(one.column, IN_CLASSES, number(one.cuts), number(one.values)) for one in result.cuts])
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
            target_name(change.target, change.partition)
            + ("" if change.attacker is None else f", to {change.attacker}"),
            number(change.before),
            Toned(number(change.after), "good" if change.passed else "bad"),
            f"{MARKS[change.bound]} {number(change.limit)}",
        )
        for change in result.thresholds
    ]
    return table([*columns, Column("limit")], rows, leading=2)


def _series_blocks(series: AdviceInSeries) -> list[Block]:
    """Return the earlier and the cheapest recoding beside each other, the cost, and the notes."""
    blocks: list[Block] = [Heading("with all releases together")]
    if series.recodings:
        measured = [metric for metric in IN_SERIES if any(getattr(one, metric) is not None for one in series.recodings)]
        columns = [Column("recoding", "name"), Column("passes"), Column("of", "name"), Column("people", "number")]
        rows = [
            (
                one.recoding,
                Toned("yes" if one.passed else "no", "good" if one.passed else "bad"),
                target_name(one.target, one.partition),
                f"{one.people:,}",
                *(number(getattr(one, metric)) for metric in measured),
            )
            for one in series.recodings
        ]
        blocks.append(table([*columns, *(Column(IN_SERIES[metric], "number") for metric in measured)], rows, leading=3))
    blocks += [Paragraph(text) for text in _costs(series)]
    return [*blocks, *(Note(note) for note in series.notes)]


def _costs(series: AdviceInSeries) -> Iterator[str]:
    """Yield what each recoding lets an attacker know of an attribute, where both are measured."""
    by_target: dict[str, dict[str, RecodingInSeries]] = {}
    for one in series.recodings:
        by_target.setdefault(target_name(one.target, one.partition), {})[one.recoding] = one
    for target, own in by_target.items():
        shares = [
            (found.known_by_intersection, found.guessed)
            for name in ("cheapest", "earlier")
            if (found := own.get(name)) is not None
        ]
        texts = [f"{known:.1%}" for known, _ in shares if known is not None]
        guesses = [f"{guessed:.1%}" for _, guessed in shares if guessed is not None]
        if len(texts) == len(guesses) == 2:
            yield (
                f"With the cheapest recoding an attacker who has all releases knows the {target} of {texts[0]} of the"
                f" people in several releases, and guesses it rightly for {guesses[0]}; with the earlier one, for"
                f" {texts[1]} and {guesses[1]}."
            )


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
        return [f"No cell is starred: every class has {counted(found.k, 'record')}."]
    few = "records are" if found.violating != 1 else "record is"
    fewest = f"no choice of cells stars fewer than {number(found.bound)}"
    sentences = [
        f"{number(found.violating)} {few} in classes of fewer than {number(found.k)}:"
        f" {number(found.starred)} cell{'s' * (found.starred != 1)} starred in {counted(found.touched, 'record')} are"
        f" enough, and {fewest}."
    ]
    if found.suppressed:
        sentences.append(f"{number(found.suppressed)} of them are starred whole, and left out as suppressed.")
    return [*sentences, f"{MEANINGS[found.stars]} {_kept(beside)}".strip()]


def _kept(beside: LocalProposal) -> str:
    """Return what is scored of the view."""
    found = beside.found
    if found.k_anonymity is None:
        return ""
    if found.stars == "match":
        return f"Every record of the view matches at least {number(found.k_anonymity)}."
    others = f", but it fails on {', '.join(beside.failing)}: stars are for k alone" if beside.failing else ""
    return f"The view is scored: k is {number(found.k_anonymity)}{others}."


NUMBERED = 12
"""The most recodings of a picture that all have their numbers; of more only those not beaten."""

COLUMNS = 6
"""The most quasi-identifiers whose levels have a column each."""


def solutions_blocks(result: Advice, found: Solutions) -> Iterator[Block]:
    """Yield the recodings of a frontier, the cheapest first, and the plot of their risk."""
    yield Heading("the frontier: recodings that pass while no finer one does")
    yield Paragraph(counted_solutions(result, found))
    if found.solutions:
        names = [column.column for column in result.columns]
        apart = [Column(name, "number") for name in names] if len(names) <= COLUMNS else [Column("levels", "name")]
        rows = [(str(place), *values(one), *levels(one)) for place, one in enumerate(found.listed, 1)]
        yield table([Column("", "place"), *_facts(result), *apart], rows)
    placed = placed_solutions(found.listed)
    if len(placed) > 1:
        yield Heading(f"loss ({result.loss_name}) against risk ({every_metric()[RISK].symbol})")
        yield Plot(tuple((point.risk, point.utility) for point in placed))
    if found.worth is not None:
        yield from worth_blocks(found.worth)


def worth_blocks(worth: ReleaseScores) -> Iterator[Block]:
    """Yield what classifiers learn from the cheapest recodings, as `tradeoff` reports it."""
    yield Heading("the cheapest recodings, by classifiers that learn from them")
    for block in tradeoff_report(worth, frontier(worth), "accuracy").blocks:
        yield Paragraph(f"{block.text}.") if isinstance(block, Heading) and block.level == 1 else block


def counted_solutions(result: Advice, found: Solutions) -> str:
    """Return how many recodings there are, and how many of them are listed."""
    count = len(found.solutions)
    if not found.complete:
        text = (
            f"The time ran out after {number(found.asked)} of {number(result.nodes)} recodings: {number(count)} are"
            f" known. All whose loss is below {number(found.bound)} are here; of the others a finer one may pass."
        )
    elif not count:
        return f"There is none ({number(found.asked)} of {number(result.nodes)} recodings asked)."
    else:
        is_or_are = "is 1" if count == 1 else f"are {number(count)}"
        text = f"There {is_or_are} ({number(found.asked)} of {number(result.nodes)} recodings asked)."
    return f"{text} The {number(len(found.listed))} that lose least:" if count > len(found.listed) else text


def _facts(result: Advice) -> list[Column]:
    """Return the columns of a recoding's numbers: its loss, its scores and its risk."""
    scores = [
        Column(
            every_metric()[change.metric].symbol
            + ("" if change.target == "identity" else f" of {target_name(change.target, change.partition)}"),
            "number",
        )
        for change in result.thresholds
    ]
    return [
        Column("loss", "number"),
        Column("suppressed", "number"),
        *scores,
        Column(every_metric()[RISK].symbol, "number"),
    ]


def values(one: Solution) -> tuple[str, ...]:
    """Return a recoding's numbers as texts."""
    scores = [number(score.value) for score in one.scores or ()]
    return (number(one.loss), number(one.suppressed), *scores, number(one.risk))


def levels(one: Solution) -> tuple[str, ...]:
    """Return a recoding's levels as texts, or as one text of the levels other than the values."""
    if len(one.levels) <= COLUMNS:
        return tuple(map(str, one.levels.values()))
    return (", ".join(f"{column} {level}" for column, level in one.levels.items() if level) or "-",)


def solutions_picture(result: Advice, most: int | None = None) -> Scatter | None:
    """Return the picture of the cheapest recodings by risk and loss; None for fewer than two."""
    placed = [] if result.frontier is None else placed_solutions(result.frontier.listed[:most])
    if len(placed) < 2:
        return None
    crowded = len(placed) > NUMBERED
    spots = [
        Spot(
            letter="" if crowded and one.dominated else one.name,
            name=f"recoding {one.name}, loss {number(one.utility)}, {every_metric()[RISK].symbol} {number(one.risk)}",
            x=one.risk,
            y=one.utility,
            hollow=bool(one.dominated),
        )
        for one in placed
    ]
    numbers = "; ".join(f"{one.name} {number(one.risk)} and {number(one.utility)}" for one in placed)
    return scatter(
        spots,
        f"Recodings by {every_metric()[RISK].title} and loss: {numbers}. Hollow: another is better in both.",
        up=f"{result.loss_name.replace('_', ' ')}, less useful",
        right=f"{every_metric()[RISK].symbol}, {direction(RISK)}",
        texts=(axis_text(RISK), lambda value: f"{value:,.6g}"),
    )


def frontier_figures(result: Advice) -> list[Picture | None]:
    """Return a picture for each plot of the report: by risk and loss, and by risk and use."""
    worth = None if result.frontier is None else result.frontier.worth
    first = solutions_figure(result)
    return [*([] if first is None else [first]), *([] if worth is None else [worth_figure(worth)])]


def worth_figure(worth: ReleaseScores) -> Picture | None:
    """Return the picture of recodings by risk and use with how to read it."""
    placed = frontier(worth)
    picture = frontier_picture(placed, short_names(worth.releases))
    if picture is None:
        return None
    return Picture(
        "Up is more use, left is less risk",
        f"Use ({placed.utility.symbol} of {placed.utility_of}) against risk ({placed.risk.symbol} of {placed.risk_of})."
        " Filled: not beaten by another recoding in both; hollow: beaten. Upright lines: 95% intervals of use.",
        picture,
    )


def solutions_figure(result: Advice) -> Picture | None:
    """Return a picture of the cheapest recodings, and a sentence that says how to read it."""
    picture = solutions_picture(result)
    if picture is None:
        return None
    loss, risk = result.loss_name.replace("_", " "), every_metric()[RISK]
    return Picture(
        "Down is less loss, left is less risk",
        f"Loss ({loss}) against risk ({risk.title}: {risk.short}). The numbers are the same as in the"
        " table. Filled: no other recoding here is better in one and as good in the other; hollow: one is.",
        picture,
    )


def placed_solutions(listed: Sequence[Solution]) -> Sequence[Point]:
    """Return recodings by their places, with the recodings that beat them in risk and loss."""
    points = [Point(str(place), one.risk, one.loss) for place, one in enumerate(listed, 1) if one.risk is not None]
    return with_marks(points, safer=False, less_useful=True)
