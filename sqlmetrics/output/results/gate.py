"""The outcome of a run: each job with its verdicts, and one sentence that sums them up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlmetrics.certificate.certificate import known_of
from sqlmetrics.certificate.epsilon import epsilon_facts
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.columns.roles import columns_document
from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.gate.jobs import Outcome, Run
from sqlmetrics.gate.judged import JudgedScores
from sqlmetrics.gate.slices import counted_slices
from sqlmetrics.gate.thresholds import Verdict
from sqlmetrics.output.assertions import Assertion, beyond_limits
from sqlmetrics.output.attackers import knowing
from sqlmetrics.output.exchange import croissant_text, healthdcat_text, openlineage_text, spdx_text
from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.linked_tables import linked_blocks
from sqlmetrics.output.names import ENTRIES, target_name
from sqlmetrics.output.noisy_answers import in_percent, noise_sentences
from sqlmetrics.output.plot import SlicePoint, axis_label, draw_slices
from sqlmetrics.output.points import events_sentences, points_text
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, ReportTable, Tone, Toned, table
from sqlmetrics.output.results.epsilon import epsilon_document
from sqlmetrics.output.results.published import names_values, published_blocks, published_document
from sqlmetrics.output.shown import Draw, shows
from sqlmetrics.output.slices import RAISED, SHOWN, counted_word, inflated, shown_slices, slice_name
from sqlmetrics.output.verdicts import (
    JobWords,
    VerdictWords,
    github_text,
    job_words,
    junit_text,
    notes_of,
    public_message,
    summary,
    verdicts_of,
)
from sqlmetrics.output.words import words_sentences
from sqlmetrics.scoring.chance import RATE
from sqlmetrics.scoring.scores import ATTACKER, Scores
from sqlmetrics.sentences import Facts
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import counted, joined, split_line

REPORTS = {".json": "json", ".xml": "junit", ".md": "markdown", ".html": "html", ".pdf": "pdf"}
"""The formats of a run's further reports, by the endings of their files."""


def _plot(run: Run) -> Draw | None:
    """Return the slices of the first job that has any, by the limit that most of them break."""
    held = next((outcome.held for outcome in run.outcomes if outcome.held is not None and outcome.held.scores.by), None)
    if held is None or not held.verdicts:
        return None
    failures = Counter(_limit_of(verdict) for verdict in held.verdicts if verdict.failed)
    chosen = failures.most_common(1)[0][0] if failures else _limit_of(held.verdicts[0])
    own = [verdict for verdict in held.verdicts if _limit_of(verdict) == chosen]
    own.sort(key=lambda verdict: (verdict.score.value is None, verdict.margin or 0.0))
    points = []
    for verdict in own:
        chance = held.scores.chance.get(verdict.score.view) if verdict.score.metric == RATE else None
        name = slice_name(verdict.score.slice or "", named=held.scores.named)
        points.append(SlicePoint(name, verdict.score.value, chance and chance.rate, verdict.passed))
    score, threshold = own[0].score, own[0].threshold
    title = axis_label(catalogue()[score.metric], target_name(score.target, score.partition), 84)
    return partial(draw_slices, points, title, limit=threshold.limit)


def _without_noise(scores: Scores) -> tuple[Facts, str, str] | None:
    """Return the average chance to pick the right record in the table as it is, if it is scored."""
    for one in scores.scores:
        if one.metric == "average_prosecutor_risk" and one.slice is None and one.value is not None:
            return {"chance": Figure(one.value)}, in_percent(one.value), joined(known_of(one))
    return None


def _limit_of(verdict: Verdict) -> tuple[object, ...]:
    """Return what is held to which limit, whatever the slice."""
    return (verdict.score.metric, verdict.score.view.of_table, verdict.threshold.limit)


@shows(Run, plot=_plot)
def run_forms(run: Run, slices: str | None = "") -> Forms:
    """Return the forms of the outcome of a run.

    `slices` is a sentence on how to see the slices beyond the worst; without it all are shown.
    """
    most = SHOWN if slices is not None else None
    held = [outcome.held for outcome in run.outcomes if outcome.held is not None]
    named = [
        one.scores.named or (one.beside.tables is not None and names_values(one.beside.tables.outputs)) for one in held
    ]
    return Forms(
        report=lambda: run_report(run, slices),
        document=lambda: _document(run),
        records=lambda: verdict_records(run),
        others={
            "junit": lambda: junit_text(run, most),
            "github": lambda: github_text(run),
            "openlineage": lambda: openlineage_text(run),
            "spdx": lambda: spdx_text(run),
            "croissant": lambda: croissant_text(run),
            "healthdcat": lambda: healthdcat_text(run),
        },
        private=any(named),
    )


class VerdictRow(NamedTuple):
    """A verdict with its score, as in the records of a run; its JSON has the keys as a list."""

    metric: str
    target: str
    partition: str | None
    slice: str | None
    quasi_identifiers: str
    parameters: str | None
    bound: str
    limit: float
    origin: str | None
    source: str | None
    value: float | None
    reason: str | None
    unit: str
    passed: bool | None
    margin: float | None


def verdict_records(run: Run) -> Records:
    """Return a row per verdict, with its job, and with the attacker where a job has several."""
    kinds = kinds_of(VerdictRow)
    several = any(outcome.held is not None and outcome.held.attackers for outcome in run.outcomes)
    rows = [
        (outcome.job, *_row(verdict), *((*_attacker_of(verdict, outcome.held), None)[:1] if several else ()))
        for outcome in run.outcomes
        for verdict in verdicts_of(outcome)
    ]
    return Records(("job", *kinds, *((ATTACKER,) if several else ())), rows, kinds)


def run_report(run: Run, slices: str | None = "") -> Report:
    """Return each job with its verdicts, and with its slices as `run_forms` says."""
    blocks = (block for outcome in run.outcomes for block in _job_blocks(outcome, run, slices))
    return Report(tuple(blocks), summary(run))


OF_RECORDS = Assertion("{title}, {records}", lambda gate, of: gate.records == of["records"])


def _job_blocks(outcome: Outcome, run: Run, slices: str | None) -> Iterator[Block]:
    relation = "" if outcome.relation is None else f": {outcome.relation}"
    title = f"{outcome.job}{relation}"
    if outcome.held is not None:
        records = outcome.held.scores.records
        title = OF_RECORDS.say({"records": records}, title=title, records=counted(records, "record"))
    yield Heading(title, 1)
    words = job_words(outcome, short=True)
    failed: Tone = "caution" if run.advisory else "bad"
    if words.error is not None:
        yield Paragraph(f"not measured: {words.error}", "bad")
    for sentence in words.identifiers:
        yield Paragraph(f"{sentence}: failed", failed)
    for sentence in words.resembling:
        yield Paragraph(sentence, "caution")
    if words.verdicts:
        yield from _of_points(outcome)
        if outcome.held is not None and outcome.held.attackers:
            yield from _attacker_blocks(words, outcome.held, failed)
        else:
            yield _verdict_table(words.verdicts, failed)
    if outcome.held is not None and outcome.held.beside.tables is not None:
        yield from published_blocks(outcome.held.beside.tables.outputs)
    if outcome.held is not None and (facts := epsilon_facts(outcome.held.beside.epsilon)) is not None:
        yield from map(Paragraph, noise_sentences(facts, _without_noise(outcome.held.scores)))
    if words.slices and outcome.held is not None:
        if len(run.outcomes) > 1:
            yield Paragraph(f"{words.of_slices[:1].upper()}{words.of_slices[1:]}.")
        yield from _slice_blocks(words, outcome.held, failed, slices)
    for sentence in words.sources:
        yield Paragraph(sentence)
    for sentence in words.silent:
        yield Paragraph(sentence)
    for note in words.notes:
        yield Paragraph(note, "caution")
    if outcome.held is not None and (said := outcome.held.spec.report.said):
        yield Paragraph("; ".join(f"{ENTRIES[entry]}: {text}" for entry, text in said.items()))


def _of_points(outcome: Outcome) -> Iterator[Block]:
    """Yield how many points of a person are known, and which end of an interval is judged."""
    scores = None if outcome.held is None else outcome.held.scores
    if scores is None or scores.events is None:
        return
    judged = f" {JUDGED}" if scores.bounded else ""
    yield Paragraph(
        f"An attacker knows {points_text(scores.events.known)} of a person. {events_sentences(scores.events)}{judged}"
    )
    yield from linked_blocks(scores)
    if scores.words is not None:
        yield Paragraph(words_sentences(scores.words))


JUDGED = "A limit is held by the riskier end."
"""Which end of an interval is held to a limit."""


def _attacker_blocks(words: JobWords, held: JudgedScores, failed: Tone) -> Iterator[Block]:
    """Yield the verdicts on each attacker, the worst attacker first."""
    told = iter(words.verdicts)
    for one in held.attackers:
        own = [next(told) for _ in one.verdicts]
        yield Heading(knowing(one.name, one.known))
        if own:
            yield _verdict_table(
                [each._replace(score=each.score.removesuffix(f" to {one.name}")) for each in own], failed
            )
        else:
            yield Paragraph("No limit holds for this attacker.", "caution")


def _verdict_table(verdicts: Sequence[VerdictWords], failed: Tone) -> ReportTable:
    """Return the scores of a job, their limits, and the distances from these."""
    columns = [Column("score", "name"), Column("threshold"), Column("value", "number"), Column("verdict")]
    rows = [(*words[:3], Toned(words.verdict, _tone(words.passed, failed))) for words in verdicts]
    return table(columns, rows)


def _slice_blocks(words: JobWords, held: JudgedScores, failed: Tone, remedy: str | None) -> Iterator[Block]:
    """Yield the slices of a job, each with its worst verdict: the worst ones, or all."""
    shown = words.slices if remedy is None else words.slices[:SHOWN]
    symbols = inflated({one.score.metric for one in held.verdicts if one.score.target != IDENTITY})
    if symbols:
        yield Paragraph(RAISED.format(rates=joined(symbols)))
    columns = [
        Column(" and ".join(held.scores.by), "name"),
        Column(counted_word(held.scores), "number"),
        Column("worst score", "name"),
        *(Column("limit"), Column("value", "number"), Column("verdict")),
    ]
    rows = [
        (*(one.name, one.size), *one.worst[:3], Toned(one.worst.verdict, _tone(one.passed, failed))) for one in shown
    ]
    yield table(columns, rows)
    names = [one.name for one in held.slices[: len(shown)]]
    if left := shown_slices(names, len(words.slices), remedy, beyond_limits):
        yield Note(left, "plain")


def _tone(passed: bool | None, failed: Tone) -> Tone:
    """Return the tone of a verdict; one that cannot be said calls for caution."""
    return "caution" if passed is None else "good" if passed else failed


def _document(run: Run) -> dict[str, Any]:
    return {
        "run_id": run.run_id,
        "began_at": run.began_at,
        "exit_code": run.exit_code,
        "advisory": run.advisory,
        "jobs": [job_document(outcome) for outcome in run.outcomes],
    }


def job_document(outcome: Outcome) -> dict[str, Any]:
    """Return a job with its verdicts as JSON."""
    held = outcome.held
    tables, epsilon = (None, None) if held is None else (held.beside.tables, held.beside.epsilon)
    return {
        "job": outcome.job,
        "status": outcome.status,
        "error": None if outcome.error is None else public_message(outcome.error),
        "relation": outcome.relation,
        **({} if held is None or held.spec.role is None else {"role": held.spec.role}),
        "records": None if held is None else held.scores.records,
        "individuals": None if held is None else held.scores.individuals,
        "fingerprint": None if held is None else held.fingerprint,
        "seconds": None if held is None else held.seconds,
        **({} if held is None else columns_document(held.scores.columns_by_role)),
        "identifiers_in_relation": [] if held is None else list(held.identifiers),
        "forgotten_identifiers": [] if held is None else list(held.forgotten),
        "naming_texts": [] if held is None else [one._asdict() for one in held.naming],
        **_slices(held),
        **_attackers(held),
        **({} if tables is None else {"outputs": published_document(tables.outputs)}),
        **({} if epsilon is None else {"epsilon": epsilon_document(epsilon.audit)}),
        "verdicts": [
            _row(verdict)._asdict()
            | {"quasi_identifiers": split_line(verdict.score.quasi_identifiers)}
            | dict(zip((ATTACKER,), _attacker_of(verdict, held), strict=False))
            for verdict in verdicts_of(outcome)
        ],
        "notes": list(notes_of(outcome)),
        **({} if held is None or not held.spec.report.said else {"preparation": held.spec.report.said}),
    }


def _attackers(held: JudgedScores | None) -> dict[str, Any]:
    """Return the entries of JSON on several attackers, the worst first."""
    if held is None or not held.attackers:
        return {}
    return {
        "attackers": [
            {"attacker": one.name, "quasi_identifiers": [*one.known], "passed": one.passed} for one in held.attackers
        ]
    }


def _attacker_of(verdict: Verdict, held: JudgedScores | None) -> tuple[str, ...]:
    """Return the name of the attacker whom a verdict is about, nothing of a single one."""
    names = {} if held is None else held.scores.attacker_names
    return (names[verdict.score.quasi_identifiers],) if names else ()


def _slices(held: JudgedScores | None) -> dict[str, Any]:
    """Return the entries of JSON on slices, none of a table without them."""
    if held is None or not held.scores.by:
        return {}
    scores, count = held.scores, counted_slices(held.slices)
    outcomes = {"passed": count.passed, "failed": count.failed, "too_few": count.too_few}
    return {"by": [*scores.by], "slices_named": scores.named, "slices": outcomes}


def _row(verdict: Verdict) -> VerdictRow:
    score, threshold = verdict.score, verdict.threshold
    return VerdictRow(
        metric=score.metric,
        target=score.target,
        partition=score.partition,
        slice=score.slice,
        quasi_identifiers=score.quasi_identifiers,
        parameters=score.parameters,
        bound=threshold.bound,
        limit=threshold.limit,
        origin=threshold.origin,
        source=threshold.source,
        value=score.value,
        reason=score.reason,
        unit=score.unit,
        passed=verdict.passed,
        margin=verdict.margin,
    )
