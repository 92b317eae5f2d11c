"""The scores of a relation: target by target, or class by class, in sentences and tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from sqlmetrics.output.assertions import Assertion
from sqlmetrics.output.attackers import attackers_sentence, known_phrase
from sqlmetrics.output.forms import Forms, score_forms
from sqlmetrics.output.linked_tables import linked_blocks, linked_points
from sqlmetrics.output.names import listed_line, target_name
from sqlmetrics.output.plot import SlicePoint, axis_label, draw_class_sizes, draw_slices
from sqlmetrics.output.points import events_sentences, points_known, unicity_sentence
from sqlmetrics.output.report import (
    Block,
    Cell,
    Column,
    Glossary,
    Heading,
    Note,
    Paragraph,
    Report,
    ReportTable,
    TermEntry,
    Toned,
    table,
)
from sqlmetrics.output.roles import disclosed, roles_blocks
from sqlmetrics.output.shown import Draw, Headline, shows
from sqlmetrics.output.slices import (
    CONSTANT,
    SHOWN,
    risk,
    slice_headlines,
    slice_name,
    slices_blocks,
    slices_column,
    slices_of_targets,
    slices_sentence,
    slices_warnings,
)
from sqlmetrics.output.words import words_sentences
from sqlmetrics.scoring.chance import RATE
from sqlmetrics.scoring.scores import Score, Scores
from sqlmetrics.scoring.view import Chance, View
from sqlmetrics.sentences import Facts, World
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.statement.types import one_column
from sqlmetrics.text import counted, joined, mean_text, number, split_line, whole_percent

if TYPE_CHECKING:
    from sqlmetrics.gate.trend import ScoreChange, Series

ROUNDING = 1e-9
"""What two scores of one unit may differ by and still be equal."""


def is_equal(one: float, other: float) -> bool:
    """Return whether two numbers are one, but for the digits that sums lose."""
    return abs(one - other) <= ROUNDING


def nearly(share: float) -> str:
    """Return a share below 1 with two digits; one that is nearly 1 is not said to be."""
    return "over 0.99" if share >= 0.995 else f"{share:.2f}"


def classes_share(share: float) -> str:
    """Return a share of the classes in words, before "classes"."""
    return "all" if share == 1 else f"{share * 100:.3g} % of the"


SAMPLED = (
    "The records are treated as a random sample. low and high are the ends of 95 % intervals of the score that such"
    " samples have on average."
)
"""The sentence on intervals."""

ESTIMATED = (
    "The scores are estimated from {share} classes, drawn at random; a drawn class is counted completely."
    " {ends} the ends of 95 % intervals; without a score they are its possible range."
)
"""The sentence on estimates."""

AGREE = (
    "NULL matches every value: a record hides among all that agree with it in the columns that both have. These need"
    " not agree with each other, so that no score is about classes."
)
"""The sentence on scores where NULL matches every value."""

ONE_BY_ONE = (
    "A person has {} records on average, and these scores take them one by one: `known: 4` asks what four of them"
    " give away together."
)
"""The sentence on what the scores do not answer where people have several records."""

APPEARANCES = "Rates and bits are over {} appearances: a person counts once in each class{}."
"""The sentence on what is distributed where a person may have several records."""

MOST_HEADLINES = 12
"""The most scores that stand before all others."""

SUMMARISED = ("discrimination_rate", "adjusted_discrimination_rate", "conditional_entropy", "entropy")
"""The metrics in the sentence above a target's scores, beside ITPR and k."""


def _headlines(scores: Scores) -> list[Headline]:
    """Return the scores that decide, else all, with what they say and which way is riskier."""
    if scores.by:
        return slice_headlines(scores, [score for score in scores.scores if is_headline(score)])[:MOST_HEADLINES]
    of_table = [score for score in scores.scores if score.level == "table"]
    first = ([score for score in of_table if is_headline(score)] or of_table)[:MOST_HEADLINES]
    shorts = [catalogue()[score.metric].short for score in first]
    return [
        (
            *(score.metric, target_name(score.target, score.partition), number(score.value)),
            score.direction if short is None else f"{short}; {score.direction}",
        )
        for score, short in zip(first, shorts, strict=True)
    ]


def _plot(scores: Scores) -> Draw | None:
    """Return the classes as bars by their size, or slices; None for the scores of a table."""
    if scores.by and all(score.level == "table" for score in scores.scores[:1]):
        return _slices_plot(scores)
    if all(score.level != "class" for score in scores.scores):
        return None
    own = [score for score in scores.scores if score.target == IDENTITY]
    sizes = {score.class_: score.records for score in own}
    if None in sizes:  # no class is named, so each stands in the scores of one metric
        return partial(draw_class_sizes, [score.records for score in own if score.metric == own[0].metric])
    return partial(draw_class_sizes, [*sizes.values()])


def _slices_plot(scores: Scores) -> Draw | None:
    """Return the slices as points, the worst first: their rate beside chance, or else a score."""
    deciding = [score for score in scores.scores if is_headline(score)] or list(scores.scores)
    known = {score.metric: score for score in reversed(deciding) if score.value is not None}
    if not known:
        return None
    chosen = known[RATE] if RATE in known and scores.chance else [*known.values()][-1]
    view = chosen.view.of_table
    own = [one for one in deciding if (one.metric, one.view.of_table) == (chosen.metric, view)]
    ((_, slices),) = slices_of_targets(scores, own)
    points = [
        SlicePoint(
            slice_name(one.name, named=scores.named),
            one.scores[chosen.metric].value,
            None if one.chance is None else one.chance.rate,
        )
        for one in slices
    ]
    return partial(draw_slices, points, axis_label(catalogue()[chosen.metric], target_name(*chosen.view[:2]), 84))


@shows(Scores, headlines=_headlines, plot=_plot, drawn="scores at level `class` or of slices")
def scores_forms(scores: Scores, others: str | None = None, slices: str | None = "") -> Forms:
    """Return the forms of the scores of a relation, for people as `scores_report` has them."""
    found = tuple(disclosed(scores.columns_by_role))
    followed = () if scores.series is None else scores.series.notes
    notes = (*found, *warnings(scores), *followed)
    forms = score_forms(scores, lambda: scores_report(scores, others, slices), notes)
    return replace(forms, reported=found, documented=found)


def is_headline(score: Score | Series | ScoreChange) -> bool:
    """Return whether a score is one of the few that decide its target."""
    metric = catalogue().get(score.metric)
    return metric is not None and metric.headline == ("identity" if score.target == IDENTITY else "sensitive")


def scores_report(scores: Scores, others: str | None = None, slices: str | None = "") -> Report:
    """Return the circumstances, each target with its scores, and the worst of several targets.

    With `others`, a sentence on how to see the other scores, only the headline scores are shown.
    With `slices`, one on how to see the other slices, only the worst slices are.
    """
    if scores.roles:
        seen = [scores_report(own, others, slices) for own in scores.roles.values()]
        return Report(tuple(block for report in seen for block in report.blocks))
    blocks: list[Block] = [relation_heading(scores), *roles_blocks(scores.columns_by_role), *_circumstances(scores)]
    blocks += linked_blocks(scores)
    if scores.by:
        shown = [score for score in scores.scores if others is None or is_headline(score)]
        words = [] if others is None else _in_words(scores.scores)
        sliced = _class_blocks if any(score.level == "class" for score in shown[:1]) else slices_blocks
        return Report((*blocks, *sliced(scores, shown, slices), *words, *_left_out(scores.scores, others)))
    several = len({score.quasi_identifiers for score in scores.scores}) > 1
    for view, group in groupby(scores.scores, key=lambda one: one.view):
        (target, partition, keys, _), own = view, list(group)
        shown = [score for score in own if others is None or is_headline(score)]
        name = target_name(target, partition) + (known_phrase(scores, keys) if several else "")
        if own[0].level == "class":
            classes = _class_table(shown)
            some = _some_classes(len(classes.rows), scores.classes.get(view, 0))
            blocks += [Heading(f"{name}: {some} first"), classes, *_reasons(shown)]
        else:
            of_people = scores.individuals is not None
            blocks += [
                Heading(name),
                *_summary(own, scores.chance.get(view)),
                _metric_table(shown, bounded=scores.bounded, of_people=of_people),
            ]
    worst = [score for score in scores.worst if others is None or is_headline(score)]
    if worst:
        of = " and attackers" if scores.attackers else ""
        blocks += [Heading(f"the worst of the sensitive attributes{of}"), _worst_table(worst, scores)]
    words = [] if others is None else _in_words(scores.scores)
    return Report((*blocks, *words, *_left_out(scores.scores, others)))


def _in_words(scores: Sequence[Score]) -> list[Block]:
    """Return what the scores that decide say, in everyday words, each metric once."""
    shown = dict.fromkeys(score.metric for score in scores if is_headline(score) and score.level == "table")
    entries = [TermEntry(name, catalogue()[name].symbol, catalogue()[name].plain) for name in shown]
    return [Heading("what they say"), Glossary(tuple(entries))] if entries else []


def _left_out(scores: Sequence[Score], others: str | None) -> Iterator[Paragraph]:
    """Yield how many scores are shown, and how to see the others."""
    each = dict.fromkeys((score.metric, score.target, score.partition, score.quasi_identifiers) for score in scores)
    first = {
        (score.metric, score.target, score.partition, score.quasi_identifiers) for score in scores if is_headline(score)
    }
    if others is not None and len(first) < len(each):
        yield Paragraph(f"These are the {len(first)} scores that decide, of {len(each)}. {others}")


def relation_heading(scores: Scores) -> Heading:
    """Return the title of a report: the relation, its records and individuals."""
    people = "" if scores.individuals is None else f" of {counted(scores.individuals, 'individual')}"
    return Heading(f"{scores.relation_name}: {counted(scores.records, 'record')}{people}", 1)


def known_names(keys: Sequence[str], scores: Scores) -> str:
    """Return the quasi-identifiers for reading, with their recodings."""
    return ", ".join(f"{key} (as {scores.recodings[key]})" if key in scores.recodings else key for key in keys)


def _circumstances(scores: Scores) -> Iterator[Paragraph]:
    """Yield the attacker's knowledge, and the treatment of NULL and of suppressed records."""
    lines = {score.quasi_identifiers for score in scores.scores}
    if len(lines) == 1:
        known = known_names([str(name) for name in split_line(*lines)], scores)
        known = known if scores.tables is None else linked_points(scores.tables)
        yield Paragraph(f"What does it give away to somebody who knows {points_known(scores.events)}{known}?")
    if scores.attackers:
        yield Paragraph(attackers_sentence(scores))
    if scores.by:
        yield Paragraph(slices_sentence(scores))
    if scores.events is not None:
        yield Paragraph(events_sentences(scores.events))
        if scores.words is not None:
            yield Paragraph(words_sentences(scores.words))
    elif scores.individuals and scores.records > scores.individuals and not scores.by:
        yield Paragraph(ONE_BY_ONE.format(mean_text(scores.records, scores.individuals)))
    if scores.nulls == "drop":
        left = ", ".join(f"{number(count)} for {target}" for target, count in scores.left_out.items())
        yield Paragraph(f"Records with a NULL are left out: {left}.")
    if scores.nulls == "any":
        yield Paragraph(AGREE)
    if scores.suppressed is not None:
        treated = "a class of their own" if scores.suppressed.kept else "left out of the classes"
        are = "is" if scores.suppressed.records == 1 else "are"
        yield Paragraph(f"{counted(scores.suppressed.records, 'record')} {are} fully suppressed: {treated}.")
    if scores.intervals is not None:
        yield Paragraph(SAMPLED)
    if scores.share is not None:
        ends = "In the records of scores low and high are" if scores.by else "low and high are"
        yield Paragraph(ESTIMATED.format(share=classes_share(scores.share), ends=ends))


def _rate_is(world: World, of: Facts) -> bool:
    return is_equal(world.rate(of["target"]), of["rate"])


def _chance_is(world: World, of: Facts) -> bool:
    chance, exact = of["chance"], world.chance(of["target"])
    return exact >= chance.rate - ROUNDING if chance.at_least else is_equal(exact, chance.rate)


def _beyond_is(world: World, of: Facts) -> bool:
    chance = world.chance(of["target"])
    beyond = max((world.rate(of["target"]) - chance) / (1 - chance), 0)
    return beyond <= of["beyond"] + ROUNDING if of["at_most"] else is_equal(beyond, of["beyond"])


REMOVED = Assertion("Knowing them removes {rate} of the uncertainty about {what}{bits}.", _rate_is)
BEYOND_RATE = Assertion("Beyond chance that is {beyond}.", _beyond_is)
CHANCE = Assertion("In classes of these sizes chance alone gives {chance}.", _chance_is)
ALL_CHANCE = Assertion(
    "Knowing them removes {rate} of the uncertainty about {what}{bits}, which is what chance alone gives in classes of"
    " these sizes.",
    lambda world, of: _rate_is(world, of) and is_equal(world.chance(of["target"]), 1.0),
)
BEYOND = Assertion("Beyond chance, knowing them removes {beyond} of the uncertainty about {what}.", _beyond_is)
RATE_AND_CHANCE = Assertion(
    "The rate is {rate}{bits}, and in classes of these sizes chance alone gives {chance}.",
    lambda world, of: _rate_is(world, of) and _chance_is(world, of),
)


def rate_sentences(target: str, rate: float, bits: str, chance: Chance | None, adjusted: float | None) -> list[str]:
    """Return what a rate takes away of the uncertainty about a target, beside what chance gives.

    What is beyond chance leads where that is less than half of the rate. Scores from elsewhere may
    have the `adjusted` rate alone.
    """
    what = "who a record belongs to" if target == IDENTITY else target
    of = {"target": target, "rate": rate, "chance": chance, "at_most": False}
    words = {"rate": whole_percent(rate), "what": what, "bits": bits}
    if chance is None:
        raw = REMOVED.say(of, **words)
        if adjusted is None:
            return [raw]
        beyond = max(adjusted, 0)
        return [raw, BEYOND_RATE.say({**of, "beyond": beyond}, beyond=whole_percent(beyond))]
    own = chance.adjusted(rate)
    words["chance"] = f"{'at least ' if chance.at_least else ''}{whole_percent(chance.rate)}"
    if own is None:
        return [ALL_CHANCE.say(of, **words)]
    if own >= rate / 2:
        return [REMOVED.say(of, **words), CHANCE.say(of, **words)]
    beyond = max(own, 0)
    least = "at most " if chance.at_least else ""
    of = {**of, "beyond": beyond, "at_most": chance.at_least}
    return [BEYOND.say(of, beyond=f"{least}{whole_percent(beyond)}", **words), RATE_AND_CHANCE.say(of, **words)]


ALONE = Assertion(
    "At least one person is alone in a class: anyone who knows their quasi-identifiers can find their record.",
    lambda world, _: world.smallest == 1,
)
HIDE = Assertion("Everybody hides among at least {number}.", lambda world, of: world.smallest == of["number"])


def _is_below(world: World, share: float, size: int) -> bool:
    return is_equal(world.below(size), share * world.everybody)


ALONE_OF = Assertion(
    "{alone} of the people are alone in a class, and {few} in a class of fewer than {size}: anyone who knows the"
    " quasi-identifiers of one who is alone can find the record.",
    lambda world, of: _is_below(world, of["alone"], 2) and _is_below(world, of["few"], of["size"]),
)
HIDE_FEW = Assertion(
    "Everybody hides among at least {number}, and {few} of the people among fewer than {size}.",
    lambda world, of: world.smallest == of["number"] and _is_below(world, of["few"], of["size"]),
)
EXPOSED = Assertion(
    "In the most exposed class ITPR is {value} of 1.",
    lambda world, of: is_equal(world.exposed(of["target"]), of["value"]),
)
EXPOSED_ALL = Assertion(
    "In the most exposed class it is certain.", lambda world, of: is_equal(world.exposed(of["target"]), 1.0)
)


def _summary(group: Sequence[Score], chance: Chance | None) -> Iterator[Paragraph]:
    """Yield a paragraph on the meaning of a target's scores, as far as these are there."""
    values = {score.metric: score.value for score in group}
    rate, adjusted, left, whole = (values.get(name) for name in SUMMARISED)
    target = group[0].target
    identity = target == IDENTITY
    sentences = []
    if rate is not None:
        bits = f" ({whole:.2f} bits, {left:.2f} left)" if whole is not None and left is not None else ""
        sentences += rate_sentences(target, rate, bits, chance, adjusted)
    if sentence := _lemma(values.get("mutual_information"), values.get("gain_bound")):
        sentences.append(sentence)
    if (appearances := values.get("appearances")) is not None:
        sentences.append(APPEARANCES.format(number(appearances), "" if identity else " and value"))
    worst, smallest = values.get("itpr"), values.get("k_anonymity")
    if (unicity := values.get("unicity")) is not None:
        sentences.append(unicity_sentence(unicity, group[-1].parameter("known")))
    elif identity and smallest is not None:
        sentences.append(_hidden(group, smallest))
    elif worst is not None:
        of = {"target": target, "value": worst}
        sentences.append(EXPOSED_ALL.say(of) if worst >= 1 else EXPOSED.say(of, value=nearly(worst)))
    sentences += population_sentences(group)
    if sentences:
        yield Paragraph(" ".join(sentences))


def _hidden(group: Sequence[Score], smallest: float) -> str:
    """Return how people hide in classes: the smallest, and how many are in classes as small.

    Shares are told of counted people, each with one record: others are estimates, or count a person
    in each class.
    """
    by_metric = {score.metric: score for score in group}
    alone, few = by_metric.get("uniqueness"), by_metric.get("records_at_risk")
    counted_once = "appearances" not in by_metric and all(one is not None and one.low is None for one in (alone, few))
    if not counted_once or alone is None or few is None or alone.value is None or few.value is None:
        return ALONE.say({}) if smallest == 1 else HIDE.say({"number": smallest}, number=number(smallest))
    size = math.ceil(1 / float(few.parameter("threshold") or 1) - ROUNDING)
    of = {"number": smallest, "alone": alone.value, "few": few.value, "size": size}
    shares = {"alone": whole_percent(alone.value, 1), "few": whole_percent(few.value, 1), "size": size}
    if smallest == 1:
        return ALONE_OF.say(of, **shares)
    if few.value == 0:
        return HIDE.say(of, number=number(smallest))
    return HIDE_FEW.say(of, number=number(smallest), **shares)


def _lemma(gain: float | None, bound: float | None) -> str | None:
    """Return whether the attacker's gain keeps below its bound, both in bits, if both are there.

    Source: Brickell and Shmatikov 2008, lemma 1; the table's own delta may be reached.
    """
    if gain is None or bound is None:
        return None
    holds = "holds" if gain <= bound + ROUNDING else "fails, which is a fault of the scores; please report it"
    return f"Lemma 1 {holds}: GAIN is {number(gain)} bits, delta {number(bound)} bits."


def _metric_table(group: Sequence[Score], *, bounded: bool, of_people: bool) -> ReportTable:
    """Return one target's scores of the table, with their intervals where they were asked for."""
    ends = [Column("low", "number"), Column("high", "number")] if bounded else []
    columns = [Column("metric", "name"), Column("score", "number"), *ends, Column("unit"), Column("reading")]
    return table(
        columns,
        [
            (
                *(score.metric, number(score.value), *(_ends(score) if bounded else ()), score.unit),
                _reading(score, of_people=of_people),
            )
            for score in group
        ],
    )


def _ends(score: Score) -> tuple[str, str]:
    """Return the ends of a score's interval, empty where it has none."""
    low, high = ("" if end is None else number(end) for end in (score.low, score.high))
    return low, high


def _reading(score: Score, *, of_people: bool) -> Cell:
    """Return the direction of a score, or the reason why it is undefined, with its parameters.

    A score that is another's number under its own name says so; a score of people never is.
    """
    twin = catalogue()[score.metric].same_as
    twin = None if twin is not None and of_people and catalogue()[twin].people is not None else twin
    text = score.direction if score.value is not None else f"undefined: {score.reason}"
    text += f" ({score.parameters})" if score.parameters is not None else ""
    text += f"; the same number as {twin}" if twin is not None else ""
    return text if score.value is not None else Toned(text, "caution")


def _some_classes(shown: int, there_are: int) -> str:
    """Return what classes a table shows: all of them, or how many of how many."""
    some = f"{number(shown)} of {number(there_are)} classes, the riskiest"
    return some if shown < there_are else "the riskiest classes"


def _class_table(group: Sequence[Score]) -> ReportTable:
    """Return one target's classes, the riskiest first, with a column per metric."""
    metrics = list(dict.fromkeys(score.metric for score in group))
    classes = [group[start : start + len(metrics)] for start in range(0, len(group), len(metrics))]
    names = [own[0].class_ for own in classes]
    sizes = [own[0].records for own in classes]
    return class_table(
        names,
        sizes,
        [catalogue()[name].symbol for name in metrics],
        [[score.value for score in own] for own in classes],
    )


def _class_blocks(scores: Scores, shown: Sequence[Score], remedy: str | None) -> Iterator[Block]:
    """Yield a table for each target: the riskiest classes of all slices; all without `remedy`."""
    metrics: dict[View, dict[str, None]] = {}
    for score in shown:
        metrics.setdefault(score.view.of_table, {})[score.metric] = None
    for view, names in metrics.items():
        own = [score for score in shown if score.view.of_table == view]
        classes = [own[start : start + len(names)] for start in range(0, len(own), len(names))]
        classes.sort(key=lambda one: [-risk(score) for score in one])
        there = sum(number for of, number in scores.classes.items() if of.of_table == view)
        some = classes if remedy is None else classes[:SHOWN]
        name = target_name(view.target, view.partition)
        yield Heading(f"{name}: {_some_classes(len(some), max(there, len(classes)))} first")
        yield class_table(
            [one[0].class_ for one in some],
            [one[0].records for one in some],
            [catalogue()[metric].symbol for metric in names],
            [[score.value for score in one] for one in some],
            slices_column(scores, [one[0].slice for one in some]),
        )
        yield from _reasons(own)


def class_table(
    names: Sequence[str | None],
    sizes: Sequence[int],
    titles: Sequence[str],
    values: Sequence[Sequence[float | None]],
    slices: tuple[Column, Sequence[str]] | None = None,
    titles_of_class: tuple[str, str] = ("class", "records"),
) -> ReportTable:
    """Return classes in their order: slices, values where shown, their size, and numbers."""
    shown = any(name is not None for name in names)
    before = [] if slices is None else [slices]
    columns = [Column("", "place"), *(column for column, _ in before)]
    name_title, size_title = titles_of_class
    columns += [*([Column(name_title, "name")] if shown else []), Column(size_title, "number")]
    rows = [
        (
            *(str(place), *(cells[place - 1] for _, cells in before)),
            *(*([listed_line(name)] if shown else []), number(size), *map(number, own)),
        )
        for place, (name, size, own) in enumerate(zip(names, sizes, values, strict=True), 1)
    ]
    return table([*columns, *(Column(title, "number") for title in titles)], rows, leading=len(columns))


def _worst_table(worst: Sequence[Score], scores: Scores) -> ReportTable:
    """Return the riskiest score of each metric over several sensitive attributes, or attackers."""
    names = scores.attacker_names
    to = {score: f", to {names[score.quasi_identifiers]}" if names else "" for score in worst}
    columns = [Column("metric", "name"), Column("score", "number"), Column("worst of", "name")]
    return table(
        columns,
        [(one.metric, number(one.value), target_name(one.target, one.partition) + to[one]) for one in worst],
    )


def _reasons(group: Sequence[Score]) -> list[Note]:
    """Return the reasons of undefined scores of classes, without repetition."""
    reasons = dict.fromkeys((score.metric, score.reason) for score in group if score.value is None)
    return [Note(f"{metric} is undefined: {reason}") for metric, reason in reasons]


NAMELESS_PERSON = Assertion(
    "counted as one person, for want of an individual: {records}; leave these out by `where`, or give each its own",
    lambda gate, of: gate.count("nameless") == of["number"],
)


def nameless_note(scores: Scores) -> list[str]:
    """Return that records have no individual, if any has none."""
    number_of = scores.nameless
    text = counted(number_of, "record")
    return [NAMELESS_PERSON.say({"number": number_of}, records=text)] if number_of else []


def warnings(scores: Scores) -> list[str]:
    """Return warnings of targets that hold nothing to learn, with advice."""
    if not scores.records:
        return [f"{scores.relation_name} has no records; every score is undefined"]
    roles = scores.columns_by_role
    doubt = "" if roles is None else one_column(scores.relation_name, roles.number)
    messages = [*([doubt] if doubt else []), *nameless_note(scores)]
    if scores.events is not None and not scores.individuals:
        return [*messages, f"{scores.relation_name} has no person: each record lacks one; name another `individual`"]
    of = "records" if scores.events is None else "people"
    for score in () if scores.by else scores.scores:
        if score.level == "table" and score.records == 0:
            advice = "use `nulls: category` or another column"
            messages.append(f"no record is left of '{score.target}' without a NULL; {advice}")
        elif (
            score.level == "table" and score.reason == CONSTANT and score.partition is None and score.target != IDENTITY
        ):
            everywhere = f"all {number(score.records)} {of}" if score.records != 1 else "the only record"
            single = f"'{score.target}' has a single value in {everywhere}"
            messages.append(f"{single}: it holds nothing to learn; leave it out")
    return list(dict.fromkeys(messages)) + (slices_warnings(scores) if scores.by else [])


ESTIMATORS = {
    "pitman": "Pitman's model",
    "zayatz": "Zayatz",
    "snb": "the slide negative binomial model",
}
"""The estimators of population uniqueness, by the name in the rule and at the end of the metric."""

ERRORS = (
    "Estimates are too high or too low. In 18 tables whose truth was known, they were on the mean from {ends} as high,"
    " and lowest where few large classes stand beside many people alone. For a decision take the sample's own"
    " uniqueness{own}, which is never too low but by chance."
)
"""How far the estimates were off in simulations; docs/explanation/population.md has the table."""

RULE_ENDS, ENDS = "a hundredth of it to eight times", "nothing to eleven times"
"""The ends of the means of the rule, and of all estimators."""

APART = 3
"""How many times the lowest estimate the highest one may be before models are said not to fit."""


def population_sentences(scores: Sequence[Score]) -> list[str]:
    """Return sentences on the estimates, their spread and the rule's choice, if there are some."""
    by_metric = {score.metric: score for score in scores}
    asked = {name: by_metric.get(f"population_uniqueness_{name}") for name in ESTIMATORS}
    values = {name: score.value for name, score in asked.items() if score is not None and score.value is not None}
    ruled, own = by_metric.get("population_uniqueness"), by_metric.get("uniqueness")
    chosen = "" if ruled is None else ESTIMATORS[ruled.parameter("rule") or ""]
    if not values and (ruled is None or ruled.value is None):
        return []
    if not values and ruled is not None and ruled.value is not None:
        first = f"{_population(ruled.value)}, by the rule, which takes {chosen}."
    elif len(set(values.values())) == 1:
        first = f"{_population(*set(values.values()))}, by {joined([ESTIMATORS[name] for name in values])}."
    else:
        each = ", ".join(f"{whole_percent(value, 1)} by {ESTIMATORS[name]}" for name, value in values.items())
        taken = f"; the rule takes {chosen}" if chosen else ""
        first = f"{_population(min(values.values()), max(values.values()))}: {each}{taken}."
    unsolved = [ESTIMATORS[name] for name, score in asked.items() if score is not None and score.value is None]
    doubts = [f"No fit was found by {joined(unsolved)}."] if unsolved else []
    if values and max(values.values()) > APART * min(values.values()):
        doubts.append("The estimates are far apart, so models do not fit this table.")
    measured = "" if own is None or own.value is None else f", {whole_percent(own.value, 1)}"
    return [first, *doubts, ERRORS.format(own=measured, ends=ENDS if values else RULE_ENDS)]


def _population(low: float, high: float | None = None) -> str:
    """Return the beginning of a sentence on how many of the population are alone."""
    ends = whole_percent(low, 1) if high is None else f"between {whole_percent(low, 1)} and {whole_percent(high, 1)}"
    return f"Of the population {ends} are estimated to be alone in a class"
