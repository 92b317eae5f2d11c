"""Verdicts in words that every format of a run shares; as JUnit XML, and as commands of GitHub."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from sqlmetrics.credentials import blanked
from sqlmetrics.errors import QueryError, SqlmetricsError
from sqlmetrics.gate.jobs import Outcome, Run
from sqlmetrics.gate.slices import JudgedSlice, counted_slices
from sqlmetrics.gate.thresholds import Threshold, Verdict, is_infinite, same_number
from sqlmetrics.output.assertions import Assertion, is_worst, of_slices, same_score
from sqlmetrics.output.attackers import attackers_summary
from sqlmetrics.output.names import short_ids, target_name, weight_words
from sqlmetrics.output.results.scores import nameless_note
from sqlmetrics.output.roles import forgotten, in_relation, naming, resembling, silent
from sqlmetrics.output.slices import rate_text, slice_name
from sqlmetrics.scoring.scores import WEIGHT
from sqlmetrics.sentences import Facts, Predicate, World
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import counted, number, printable

TOO_FEW = "too few people"
"""The verdict on a slice of fewer people than `min_people`."""


def public_message(error: SqlmetricsError) -> str:
    """Return a message for reports as one line, without an engine's own, without credentials."""
    if isinstance(error, QueryError):
        return "a query or connection failed; standard error says how"
    first, *keys = blanked(str(error)).split("\n  ")
    return f"{first} {'; '.join(keys)}" if keys else first


def verdicts_of(outcome: Outcome) -> tuple[Verdict, ...]:
    """Return an outcome's verdicts, none where it ended with an error."""
    return () if outcome.held is None else outcome.held.verdicts


def notes_of(outcome: Outcome) -> tuple[str, ...]:
    """Return what was not judged in an outcome, and why, without credentials."""
    if outcome.held is None:
        return ()
    return (*nameless_note(outcome.held.scores), *(blanked(note) for note in outcome.held.notes))


class VerdictWords(NamedTuple):
    """A verdict in words: its score, the demand, the score's value, and how it was met.

    `passed` is None where too few people are in a slice to say.
    """

    score: str
    bound: str
    value: str
    verdict: str
    passed: bool | None

    @property
    def failed(self) -> bool:
        """Whether the score is beyond the limit."""
        return self.passed is False


class SliceWords(NamedTuple):
    """A judged slice in words: its name, its people or records, and its worst verdict."""

    name: str
    size: str
    worst: VerdictWords
    passed: bool | None

    @property
    def failed(self) -> bool:
        """Whether it is beyond a limit."""
        return self.passed is False


class JobWords(NamedTuple):
    """A job's outcome in the words that every format shares.

    `identifiers` are in the relation, or surely look like one that was forgotten, and each fails;
    `resembling` may be one. `silent` says which columns no score is about, `notes` what was not
    judged, and `sources` whose limits they are. Of a table with slices there are the `slices`, the
    worst first, in place of verdicts, and a sentence that sums them up.
    """

    error: str | None
    identifiers: list[str]
    resembling: list[str]
    verdicts: list[VerdictWords]
    sources: list[str]
    silent: list[str]
    notes: tuple[str, ...]
    slices: list[SliceWords]
    of_slices: str

    @property
    def judged(self) -> bool:
        """Whether anything was held to a limit."""
        return bool(self.verdicts or self.slices)


def job_words(outcome: Outcome, *, short: bool = False) -> JobWords:
    """Return an outcome in words; runs are named by short ids, or by their whole ones."""
    columns = None if outcome.held is None else outcome.held.scores.columns_by_role
    origins = [verdict.threshold.origin for verdict in verdicts_of(outcome)]
    runs = short_ids(origin for origin in origins if origin is not None) if short else {}

    def words(verdict: Verdict) -> VerdictWords:
        return VerdictWords(
            score_name(verdict, outcome),
            _bound(verdict, runs),
            _value(verdict, outcome),
            verdict_text(verdict),
            verdict.passed,
        )

    slices = () if outcome.held is None else outcome.held.slices
    named = outcome.held is not None and outcome.held.scores.named
    return JobWords(
        None if outcome.error is None else public_message(outcome.error),
        [*in_relation(columns), *forgotten(columns), *(() if outcome.held is None else naming(outcome.held.naming))],
        resembling(columns),
        [words(verdict) for verdict in verdicts_of(outcome) if verdict.score.slice is None],
        sources_of(outcome),
        [] if outcome.held is None else silent(columns),
        notes_of(outcome),
        [
            SliceWords(slice_name(one.name, named=named), number(one.people), _short(words(one.worst), one), one.passed)
            for one in slices
        ],
        slices_summary([(slices, named)]) if slices else "",
    )


def _short(words: VerdictWords, one: JudgedSlice) -> VerdictWords:
    """Return the words of the worst verdict of a slice, few enough to stand in one row.

    The metric is its symbol, and has no target where the identity is its only one.
    """
    metric = catalogue()[one.worst.score.metric]
    of = words.score.removeprefix(metric.name)
    of = of.removeprefix(f" of {IDENTITY}") if metric.targets == "identity" else of
    return words._replace(score=f"{metric.symbol}{of}", verdict=TOO_FEW if one.passed is None else words.verdict)


def _value(verdict: Verdict, outcome: Outcome) -> str:
    """Return a value for reading; of a slice, with what chance gives of a rate; or its bounds."""
    score = verdict.score
    if score.value is None and score.low is not None and score.high is not None:
        return f"{number(score.low)} to {number(score.high)}"
    chance = None if outcome.held is None or score.slice is None else outcome.held.scores.chance.get(score.view)
    return rate_text(score, chance)


ALL_SLICES = Assertion("all {judged} slices pass", of_slices)
THE_SLICE = Assertion("the slice passes", of_slices)
SOME_SLICES = Assertion("{passed} of {judged} slices pass", of_slices)
WORST_SLICE = Assertion("worst: {slice} ({metric} {value})", is_worst)
SMALL_SLICE = Assertion("{few} slice has too few people to say", of_slices)
SMALL_SLICES = Assertion("{few} slices have too few people to say", of_slices)


def slices_summary(jobs: Sequence[tuple[Sequence[JudgedSlice], bool]]) -> str:
    """Return how many slices pass, with the worst that fails, and how many have too few people.

    Each job has its slices, the worst first, and whether they are named.
    """
    count = counted_slices(one for slices, _ in jobs for one in slices)
    judged, few = count.passed + count.failed, count.too_few
    of = {"passed": count.passed, "failed": count.failed, "few": few}
    parts = []
    if judged:
        form = SOME_SLICES if count.failed else ALL_SLICES if judged > 1 else THE_SLICE
        parts.append(form.say(of, passed=number(count.passed), judged=number(judged)))
    if count.failed:
        slices, named = next((slices, named) for slices, named in jobs if slices and slices[0].passed is False)
        score = slices[0].worst.score
        words = {"slice": slice_name(slices[0].name, named=named), "metric": catalogue()[score.metric].symbol}
        about: Facts = {"slice": score.slice, "metric": score.metric, "value": score.value}
        parts.append(WORST_SLICE.say(about, value=number(score.value), **words))
    if few:
        parts.append((SMALL_SLICE if few == 1 else SMALL_SLICES).say(of, few=number(few)))
    return "; ".join(parts)


SOURCE = Assertion(
    "{metric} {bound} {limit}: a limit of {source}.",
    lambda gate, of: (of["metric"], of["limit"]) in {(one.metric, one.limit) for one in gate.held},
)


def sources_of(outcome: Outcome) -> list[str]:
    """Return a sentence for each limit that has a source."""
    limits = dict.fromkeys(verdict.threshold for verdict in verdicts_of(outcome))
    texts = [
        SOURCE.say(
            {"metric": one.metric, "limit": one.limit},
            metric=one.metric,
            bound=_word(one),
            limit=f"{one.limit:g}",
            source=one.source.rstrip("."),
        )
        for one in limits
        if one.source
    ]
    return list(dict.fromkeys(texts))


def score_name(verdict: Verdict, outcome: Outcome) -> str:
    """Return the name of a verdict's score, with its keys where a job has several sets of keys.

    Of several hierarchies it has the worst, by which the score is told.
    """
    score = verdict.score
    several = len({other.score.quasi_identifiers for other in verdicts_of(outcome)} - {""}) > 1
    names = {} if outcome.held is None else outcome.held.scores.attacker_names
    attacker = names.get(score.quasi_identifiers)
    told_apart = several and score.quasi_identifiers != ""
    known = f" to {attacker}" if attacker is not None else f" by {score.quasi_identifiers}" if told_apart else ""
    worst = score.parameter("worst")
    told = "" if worst is None else f" (worst: {worst})"
    least = weight_words(score.parameter(WEIGHT))
    return f"{score.metric} of {target_name(score.target, score.partition)}{known}{told}{least}"


def _bound(verdict: Verdict, short_ids: Mapping[str, str] | None) -> str:
    """Return the demand of a threshold; `short_ids` are the names of runs."""
    threshold = verdict.threshold
    if threshold.origin is None:
        return f"{_word(threshold)} {threshold.limit:g}"
    run = (short_ids or {}).get(threshold.origin, threshold.origin)
    return f"{_word(threshold)} {number(threshold.limit)}, as in run {run}"


def _word(threshold: Threshold) -> str:
    """Return the bound of a threshold as a word."""
    return threshold.bound.replace("_", " ")


def _is_verdict(gate: World, of: Facts) -> bool:
    subject = (of["metric"], of["target"], of["known"], of["slice"], of["limit"])
    return any(
        (one.metric, one.target, one.known, one.slice, one.limit) == subject
        and one.passed is of["passed"]
        and same_score(None if one.value is None else abs(one.value - one.limit), of["distance"])
        for one in gate.held
    )


FEW_TO_SAY = Assertion(f"{TOO_FEW} to say", lambda gate, of: _is_verdict(gate, of) and of["passed"] is None)
PASSED = Assertion("passed by {distance}{judged}", lambda gate, of: _is_verdict(gate, of) and of["passed"])
FAILED = Assertion("failed by {distance}{judged}", lambda gate, of: _is_verdict(gate, of) and not of["passed"])
REFUTED = Assertion("failed: refuted", lambda gate, of: _is_verdict(gate, of) and not of["passed"])
NOT_REFUTED = Assertion("passed: not refuted", lambda gate, of: _is_verdict(gate, of) and of["passed"])
AT_LIMIT = Assertion(
    "passed, at the limit{judged}",
    lambda gate, of: _is_verdict(gate, of) and of["passed"] and same_score(of["distance"], 0.0),
)
UNDEFINED = Assertion("{passed}: {reason}", lambda gate, of: _is_verdict(gate, of) and of["distance"] is None)


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict in words, with the distance of the score from the limit."""
    score, limit, margin = verdict.score, verdict.threshold.limit, verdict.margin
    distance = None if margin is None else abs(margin)
    of = {
        "metric": score.metric,
        "target": score.target,
        "known": score.quasi_identifiers,
        "slice": score.slice,
        "limit": limit,
        "distance": distance,
        "passed": verdict.passed,
    }
    if verdict.passed is None:
        return FEW_TO_SAY.say(of)
    if distance is None:
        word = "passed" if verdict.passed else "failed"
        reason = f"{'' if is_infinite(score.reason) else 'undefined, '}{score.reason}"
        return UNDEFINED.say(of, passed=word, reason=reason)
    if score.metric in catalogue("noise") and verdict.threshold.origin is None:
        return (NOT_REFUTED if verdict.passed else REFUTED).say(of)
    judged = _judged_by(verdict)
    if verdict.passed and same_number(limit + distance, limit):
        return AT_LIMIT.say(of, judged=judged)
    return (PASSED if verdict.passed else FAILED).say(of, distance=number(distance), judged=judged)


def _judged_by(verdict: Verdict) -> str:
    """Return the end of the interval that was held to the limit, where it is not the value."""
    end = None if verdict.end is None else getattr(verdict.score, verdict.end)
    return "" if end in {None, verdict.score.value} else f", judged by {verdict.end} ({number(end)})"


def _of_thresholds(gate: World, of: Facts) -> bool:
    passed = [one.passed for one in gate.held if one.slice is None]
    return (len(passed), passed.count(False)) == (of["held"], of["failed"])


def _number_is(what: str) -> Predicate:
    """Return the predicate that a table has a number of things."""
    return lambda gate, of: gate.count(what) == of["number"]


NONE_HELD = Assertion("no threshold was held", _of_thresholds)
ONE_PASSED = Assertion("the threshold passed", _of_thresholds)
ALL_PASSED = Assertion("all {held} thresholds passed", _of_thresholds)
SOME_FAILED = Assertion("{failed} of {held} thresholds failed", _of_thresholds)
IN_JOBS = Assertion("{jobs}", _number_is("jobs"))
ERRORS = Assertion("{errors} ended with an error", _number_is("errors"))
IDENTIFIERS = Assertion("{identifiers} in the relation", _number_is("identifiers"))
FORGOTTEN = Assertion("{columns} no role", _number_is("forgotten"))
NAMING = Assertion("the texts of {columns} name people", _number_is("naming"))


def summary(run: Run) -> str:
    """Return one sentence on the whole run."""
    verdicts = [verdict for outcome in run.outcomes for verdict in verdicts_of(outcome) if verdict.score.slice is None]
    sliced = [
        (slices, outcome.held.scores.named)
        for outcome in run.outcomes
        if outcome.held is not None and (slices := outcome.held.slices)
    ]
    broken = any(slices[0].passed is False for slices, _ in sliced)
    failed = sum(verdict.failed for verdict in verdicts)
    errors = sum(outcome.status == "error" for outcome in run.outcomes)
    held = [outcome.held for outcome in run.outcomes if outcome.held is not None]
    identifiers = sum(len(one.identifiers) for one in held)
    unnamed = sum(len(one.forgotten) for one in held)
    of = {"held": len(verdicts), "failed": failed}
    form = SOME_FAILED if failed else (NONE_HELD, ONE_PASSED, ALL_PASSED)[min(len(verdicts), 2)]
    text = form.say(of, held=len(verdicts), failed=failed)
    if len(run.outcomes) == len(held) == 1 and (told := attackers_summary(held[0].attackers)):
        text += f"; {told}"
    if sliced:
        text = "; ".join([*([text] if verdicts else []), slices_summary(sliced)])
    jobs = len(run.outcomes)
    if jobs > 1 or errors:
        text += f"{';' if sliced else ' in'} {IN_JOBS.say({'number': jobs}, jobs=counted(jobs, 'job'))}"
    if errors:
        text += f"; {ERRORS.say({'number': errors}, errors=errors)}"
    if identifiers:
        are = counted(identifiers, "identifier is", "identifiers are")
        text += f"; {IDENTIFIERS.say({'number': identifiers}, identifiers=are)}"
    if unnamed:
        have = counted(unnamed, "column looks like an identifier and has", "columns look like identifiers and have")
        text += f"; {FORGOTTEN.say({'number': unnamed}, columns=have)}"
    texts = sum(len(one.naming) for one in held)
    if texts:
        text += f"; {NAMING.say({'number': texts}, columns=counted(texts, 'column'))}"
    fails = failed or broken or identifiers or unnamed or texts
    return text + ("; failures are advisory" if fails and run.advisory else "")


WORKSPACE = "GITHUB_WORKSPACE"
"""The variable with the folder of the repository, from which the files of annotations are named."""


def github_text(run: Run) -> str:
    """Return an annotation for each failure and error; an advisory failure is a warning.

    Each is on the spec, or on the file of jobs. Slices have one, with the worst. Notices say what
    was not judged, and which columns no score is about.
    """
    level = "warning" if run.advisory else "error"
    lines = []
    for outcome in run.outcomes:
        words, file = job_words(outcome), outcome.file
        if words.error is not None:
            lines.append(_command("error", f"{outcome.job}: not measured", words.error, file))
        lines += [_command("notice", outcome.job, sentence, file) for sentence in (*words.notes, *words.silent)]
        lines += [_command(level, outcome.job, sentence, file) for sentence in words.identifiers]
        lines += [_command("warning", outcome.job, sentence, file) for sentence in words.resembling]
        for name, bound, value, verdict, passed in words.verdicts:
            if not passed:
                lines.append(_command(level, f"{outcome.job}: {name}", f"{value}, {bound}: {verdict}", file))
        if words.slices:
            own = level if any(one.failed for one in words.slices) else "notice"
            lines.append(_command(own, f"{outcome.job}: slices", words.of_slices, file))
    lines.append(_command("notice", "sqlmetrics", summary(run)))
    return "".join(lines)


def _command(level: str, heading: str, text: str, file: Path | None = None) -> str:
    place = "" if file is None else Path(os.path.relpath(file, os.environ.get(WORKSPACE))).as_posix()
    return f"::{level} {place and f'file={_property(place)},'}title={_property(heading)}::{_escaped(text)}\n"


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _escaped(text: str) -> str:
    return printable(text).replace("%", "%25")


def junit_text(run: Run, slices: int | None) -> str:
    """Return a suite for each job and a case for each verdict; an advisory failure is skipped.

    A slice is a case, the worst `slices` of them, or each for None; one of too few people is
    skipped. A suite's `system-out` says how many slices pass, which columns no score is about, and
    what looks like an identifier.
    """
    suites = ET.Element("testsuites", name="sqlmetrics")
    for outcome in run.outcomes:
        words = job_words(outcome)
        words = words._replace(slices=words.slices[:slices])
        suite = _suite(suites, outcome, words, run)
        for name, bound, value, verdict, passed in words.verdicts:
            _case(suite, f"{name} {bound}", "" if passed else f"{value}: {verdict}", advisory=run.advisory)
        for one in words.slices:
            name, bound, value, verdict, _ = one.worst
            message = "" if one.passed else verdict if one.passed is None else f"{name} {bound}: {value}, {verdict}"
            _case(suite, one.name, message, advisory=run.advisory or one.passed is None)
        for sentence in words.identifiers:
            _case(suite, sentence, sentence, advisory=run.advisory)
        if words.notes and not words.judged:
            _case(suite, "verdict", "; ".join(words.notes), advisory=True)
        if words.error is not None:
            case = _case(suite, "score")
            ET.SubElement(case, "error", message=printable(words.error), type=type(outcome.error).__name__)
        if sentences := [*filter(None, [words.of_slices]), *words.resembling, *words.silent]:
            ET.SubElement(suite, "system-out").text = "\n".join(map(printable, sentences))
    ET.indent(suites)
    text: bytes = ET.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text.decode() + "\n"


def _suite(suites: ET.Element, outcome: Outcome, words: JobWords, run: Run) -> ET.Element:
    """Return the suite of a job, with its numbers of cases."""
    cases = [*(verdict.passed for verdict in words.verdicts), *(one.passed for one in words.slices)]
    failures = cases.count(False) + len(words.identifiers)
    skipped = cases.count(None) + int(bool(words.notes) and not words.judged)
    return ET.SubElement(
        suites,
        "testsuite",
        name=printable(outcome.job),
        tests=str(len(cases) + len(words.identifiers) or 1),
        failures=str(0 if run.advisory else failures),
        errors=str(int(outcome.error is not None)),
        skipped=str(skipped + (failures if run.advisory else 0)),
        time=f"{outcome.held.seconds if outcome.held is not None else 0:.3f}",
        timestamp=run.began_at.partition(".")[0],
    )


def _case(suite: ET.Element, name: str, message: str = "", *, advisory: bool = False) -> ET.Element:
    """Return a new case of a suite; one with a message failed, or is skipped where advisory."""
    case = ET.SubElement(suite, "testcase", classname=suite.get("name", ""), name=printable(name))
    if message:
        ET.SubElement(case, "skipped" if advisory else "failure", message=printable(message))
    return case
