"""Certificates held against themselves, and against what is measured anew."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import file_digest, sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from sqlmetrics.certificate.certificate import (
    FORMAT,
    Certificate,
    Learnt,
    MeasuredLimit,
    document,
    flaws_of_verdict,
    subject,
)
from sqlmetrics.certificate.crosswalk import unmeasured
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.linkage import flaws_of_linkage
from sqlmetrics.certificate.published import none_fails, published, subject_range, telling
from sqlmetrics.certificate.ranges import Range, VerdictSide, side, within
from sqlmetrics.certificate.repetition import flaws_of_repetition
from sqlmetrics.certificate.roles import flaws_of_roles
from sqlmetrics.certificate.slices import flaws_of_slices
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.gate.epsilon import NOISY_ANSWERS
from sqlmetrics.gate.outputs import ANSWERS, PUBLISHED
from sqlmetrics.gate.thresholds import held_number, keeps_limit, same_number
from sqlmetrics.risk.epsilon.bound import least_epsilon
from sqlmetrics.risk.epsilon.coins import MOST_CANARIES
from sqlmetrics.risk.outputs import output_name
from sqlmetrics.risk.public_table import PublicTable, PublicValues, bands_of, people_shown
from sqlmetrics.spec.input_file import read_text
from sqlmetrics.statement.catalogue import catalogue, every_metric
from sqlmetrics.statement.plan import IDENTITY

WHAT = "certificate"
"""The role of a certificate in messages."""

CERTIFICATE, SPEC = ".certificate.json", ".spec.yml"
"""What the names of a release's certificate and of its spec have behind the name of its rows."""

HASH = re.compile(r"[0-9a-f]{64}")
"""A pattern of a SHA-256."""

NOT_COMPARED = frozenset(
    {
        *("measured_at", "versions", "trends", "releases", "title", "spec_name", "preparation", "guessed"),
        *("statement", "statement_hash", "relation: name", "made_from"),
    }
)
"""The entries that may differ between two runs over the same data, which may lie elsewhere."""


WHOLE_DIGITS, LARGEST = 16, 1e18
"""The most digits of a whole number, and the largest number of a certificate."""


@dataclass(frozen=True)
class Verification:
    """The verification of a certificate: what it says, and what does not hold.

    `holds` is whether nothing differs, and `findings` are what does. `hash` is the SHA-256 of its
    file; with `measured` it was compared with data. `open` are the verdicts, by the number of their
    condition, that its own figures leave open.
    """

    file: str
    hash: str
    audience: str
    title: str
    measured_at: str
    passed: bool
    measured: bool
    findings: tuple[Finding, ...]
    open: tuple[int, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing differs."""
        return not self.findings


class ReadCertificate(NamedTuple):
    """A certificate's file: its text, its entries, and the certificate that they are."""

    text: str
    entries: dict[str, Any]
    certificate: Certificate


def read_certificate(path: Path) -> ReadCertificate:
    """Return what a certificate's file holds. Raises SpecError for any other file."""
    text = read_text(path, WHAT)
    entries = entries_of(text, path)
    return ReadCertificate(text, entries, certificate_of(entries, path))


def entries_of(text: str, path: Path) -> dict[str, Any]:
    """Return the entries of the text of a certificate. Raises SpecError for any other text."""
    try:
        entries = json.loads(
            text, parse_int=_whole, parse_float=_finite, parse_constant=_finite, object_pairs_hook=_once
        )
    except _TwiceError:
        raise SpecError(f"{path} has an entry twice, so that two readers may read two things; it was changed") from None
    except (ValueError, RecursionError):
        raise SpecError(f"{path} is no JSON; name the file that `sqlmetrics report` wrote as its `json`") from None
    if not isinstance(entries, dict) or not {"audience", "conditions", "scores", "statement_hash"} <= entries.keys():
        raise SpecError(f"{path} is no certificate; name the file that `sqlmetrics report` wrote as its `json`")
    if entries.get("format") != FORMAT:
        raise SpecError(f"{path} was written by another version of sqlmetrics; verify it with that version")
    return entries


@cache
def _form() -> TypeAdapter[Certificate]:
    return TypeAdapter(Certificate)


class _TwiceError(Exception):
    """An entry that stands twice."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the entries of an object. Raises an error where a name stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _TwiceError
    return found


def _whole(text: str) -> int:
    """Return the whole number of a text. Raises ValueError where it has too many digits."""
    if len(text) > WHOLE_DIGITS:
        raise ValueError(text)
    return int(text)


def _finite(text: str) -> float:
    """Return the number of a text. Raises ValueError where it is too large, endless or NaN."""
    number = float(text)
    if abs(number) > LARGEST or number != number:
        raise ValueError(text)
    return number


def certificate_of(entries: Mapping[str, Any], path: Path) -> Certificate:
    """Return a certificate from its entries. Raises SpecError for another form."""
    try:
        return _form().validate_python(dict(entries))
    except (ValidationError, TypeError):
        raise SpecError(f"{path} is a certificate with entries missing or wrong; it was changed by hand") from None


def verify(path: Path, anew: Mapping[str, Any] | None = None, relation: object = None) -> Verification:
    """Return what differs within a certificate, and from one that was measured anew.

    The certificate of a release has the SHA-256 of its rows, which are in the file of the
    `relation` that was measured, or beside the certificate.

    Raises SpecError for a file that is no certificate.
    """
    text, entries, certificate = read_certificate(path)
    found, left = list(flaws(certificate.public_table)), tuple[int, ...]()
    if not found:
        found = [*contradictions(certificate), *_differences(entries, of_itself(certificate))]
        left = tuple(n for n, one in enumerate(certificate.conditions, 1) if decided(one, certificate) is None)
    if certificate.made_from is not None:
        found += _other_bytes(certificate.made_from.sha256, file_of_rows(path, relation))
    if anew is not None:
        found += _differences(entries, anew, apart=NOT_COMPARED)
    return Verification(
        file=path.name,
        hash=sha256(text.encode()).hexdigest(),
        audience=certificate.audience,
        title=certificate.title,
        measured_at=certificate.measured_at,
        passed=certificate.passed,
        measured=anew is not None,
        findings=tuple(dict.fromkeys(found)),
        open=left,
    )


def file_of_rows(certificate: Path, relation: object) -> Path | None:
    """Return the file of a release's rows: a relation's, or the one beside the certificate."""
    beside = certificate.with_name(certificate.name.removesuffix(CERTIFICATE))
    named = Path(relation) if isinstance(relation, str | Path) else None
    return next((file for file in (named, beside) if file is not None and file != certificate and file.is_file()), None)


def spec_beside(certificate: Path) -> Path | None:
    """Return the spec of the rows that lies beside the certificate of a release."""
    spec = certificate.with_name(certificate.name.removesuffix(CERTIFICATE) + SPEC)
    return spec if certificate.name.endswith(CERTIFICATE) and spec.is_file() else None


def _other_bytes(expected: str, rows: Path | None) -> Iterator[Finding]:
    """Yield that a certificate has the hash of other bytes than a file's, or no hash."""
    if HASH.fullmatch(expected) is None:
        yield Finding("made_from: sha256", expected, "no SHA-256")
    elif rows is not None:
        try:
            with rows.open("rb") as opened:
                found = file_digest(opened, "sha256").hexdigest()
        except OSError as error:
            raise QueryError(f"cannot read {rows}: {error.strerror}") from None
        if found != expected:
            yield Finding("made_from: sha256", expected, found)


def of_itself(certificate: Certificate) -> Any:
    """Return the entries that a certificate should have by what it is made from.

    A public one follows from its public table, its verdicts and what is declared. An internal one
    holds the scores themselves, so that only its form can be wrong.
    """
    return document(published(certificate) if certificate.audience == "public" else certificate)


def _differences(one: Any, anew: Any, place: str = "", apart: frozenset[str] = frozenset()) -> Iterator[Finding]:
    """Yield the entries in which two certificates differ, but for those `apart`."""
    if one == anew:
        return
    if isinstance(one, Mapping) and isinstance(anew, Mapping):
        for name in dict.fromkeys((*one, *anew)):
            inner = f"{place}: {name}" if place else name
            if inner not in apart:
                yield from _differences(one.get(name), anew.get(name), inner, apart)
    elif isinstance(one, list) and isinstance(anew, list):
        if len(one) != len(anew):
            yield Finding(f"{place}: how many", str(len(one)), str(len(anew)))
            return
        for number, (own, other) in enumerate(zip(one, anew, strict=True), 1):
            yield from _differences(own, other, f"{place}, {number}", apart)
    elif not _same(one, anew):
        yield Finding(place, str(one), str(anew))


def _same(one: Any, other: Any) -> bool:
    """Return whether two entries are equal, numbers as far as two engines agree."""
    if isinstance(one, int | float) and isinstance(other, int | float) and not isinstance(one, bool):
        return close(one, other)
    return bool(one == other)


class Finding(NamedTuple):
    """An entry that is not as it should be: where, what the certificate has, and what is true."""

    place: str
    certificate: str
    found: str


def contradictions(certificate: Certificate) -> Iterator[Finding]:
    """Yield what contradicts itself in a certificate."""
    yield from (Finding(*flaw) for flaw in flaws_of_slices(certificate))
    for number, one in enumerate(certificate.conditions, 1):
        if one.metric not in every_metric():
            yield Finding(f"conditions, {number}: metric", one.metric, "no metric")
        decision = decided(one, certificate)
        if decision is not None and decision != one.passed:
            place = f"conditions, {number} ({one.metric} of {one.target}): passed"
            yield Finding(place, str(one.passed), str(decision))
    yield from _flaws_of_tables(certificate)
    yield from _flaws_of_noise(certificate)
    yield from (Finding(*flaw) for flaw in flaws_of_linkage(certificate.linkage, certificate.conditions))
    yield from (Finding(*flaw) for flaw in flaws_of_repetition(certificate.repetition, certificate.conditions))
    yield from (Finding(*flaw) for flaw in flaws_of_roles(certificate.seen, passed=certificate.passed))
    table = certificate.public_table
    if table is not None and table.least != certificate.least:
        yield Finding("least", str(certificate.least), str(table.least))
    holds = none_fails(certificate.conditions) and not certificate.names_people
    if holds != certificate.passed:
        yield Finding("passed", str(certificate.passed), str(holds))
    combinations = 2 ** len(certificate.known) - 1
    if certificate.audience == "public" and certificate.scores and certificate.all_combinations != combinations:
        yield Finding("all_combinations", str(certificate.all_combinations), str(combinations))
    for score in certificate.scores:
        metric = every_metric().get(score.metric)
        if metric is None:
            yield Finding("scores: metric", score.metric, "no metric")
        elif score.direction != metric.direction:
            yield Finding(f"scores ({score.metric}): direction", score.direction, metric.direction)
        elif score.unit != metric.unit:
            yield Finding(f"scores ({score.metric}): unit", score.unit, metric.unit)
    if certificate.statement:
        found = sha256(certificate.statement.encode()).hexdigest()
        if found != certificate.statement_hash:
            yield Finding("statement_hash", certificate.statement_hash, found)
    for row, name in unmeasured(certificate):
        yield Finding(f"crosswalk ({row.question})", name, "not measured")
    if certificate.audience == "internal":
        yield from sums(certificate)


def _flaws_of_tables(certificate: Certificate) -> Iterator[Finding]:
    """Yield the published tables whose verdict is another one than their conditions give."""
    found = certificate.outputs
    judged = [] if found is None else [("outputs", output_name(one.keys), one.passed) for one in found.tables]
    judged += [] if found is None or found.answers is None else [("outputs", ANSWERS, found.answers.passed)]
    judged += [] if certificate.hidden is None else [("hidden", PUBLISHED, certificate.hidden.passed)]
    for what, name, passed in judged:
        held = [one for one in certificate.conditions if _is_of(one, name)]
        yield from (Finding(*flaw) for flaw in flaws_of_verdict(f"{what} ({name})", passed, held))


def _flaws_of_noise(certificate: Certificate) -> Iterator[Finding]:
    """Yield what does not follow: a bound from guesses, a claim or a verdict from conditions."""
    own = certificate.epsilon
    if own is None:
        return
    if not (0 <= own.right_guesses <= own.guesses <= own.canaries <= MOST_CANARIES and 0 <= own.delta < 1):
        yield Finding("epsilon", f"{own.right_guesses} of {own.guesses} guesses right", "no audit")
        return
    bound = least_epsilon(own.right_guesses, own.guesses, own.delta, own.canaries)
    if not close(bound, own.at_least):
        yield Finding("epsilon: at_least", str(own.at_least), str(bound))
    held = [one for one in certificate.conditions if one.target == NOISY_ANSWERS and one.origin is None]
    limit = min((one.limit for one in held if one.limit is not None), default=own.claimed)
    if limit != own.claimed:
        yield Finding("epsilon: claimed", str(own.claimed), str(limit))
    yield from (Finding(*flaw) for flaw in flaws_of_verdict("epsilon", own.passed, held))


def _is_of(one: MeasuredLimit, table: str) -> bool:
    """Return whether a condition is on a published table, and on no earlier run."""
    return one.target == table and one.origin is None and one.metric in catalogue("outputs")


def decided(one: MeasuredLimit, certificate: Certificate) -> bool | None:
    """Return whether a condition is met by the figures beside it; None where they leave it open.

    A public certificate has figures for the whole table, record by record, which decide nothing for
    slices and known points.
    """
    if one.limit is None or one.passed is None:
        return None
    if certificate.audience == "internal":
        figure = one.measured
        exact = figure.value if figure.form in {"is", "estimated"} else None
        bounds = (figure.low, figure.high) if one.origin is None else (None, None)
        value, _ = held_number(one.bound, one.limit, exact, bounds)
        if value is None:
            return one.undefined == "pass" and figure.form == "undefined"
        return _met(one, value, value)
    others = [other for other in telling(certificate.conditions) if other is not one and _about(other) == _about(one)]
    whole = None if certificate.judged_apart else certificate.public_table
    range_ = None if whole is None else subject_range(one, whole)
    left = within(range_ or ANYWHERE, [side for other in others for side in _sides(other, one)])
    return _met(one, left.low, left.high)


ANYWHERE = Range(-math.inf, 0.0, math.inf)
"""The range of a score when nothing is known about it."""

SMALLEST = frozenset({"k_anonymity", "prosecutor_risk"})
"""The metrics of the identity whose limits are sizes of the smallest group."""


def _about(one: MeasuredLimit) -> tuple[Any, ...]:
    """Return what a verdict is about: those on the smallest group are about one number."""
    return ("smallest", one.known) if one.metric in SMALLEST and one.target == IDENTITY else subject(one)


def _sides(other: MeasuredLimit, one: MeasuredLimit) -> list[VerdictSide]:
    """Return what the verdict on another limit says of the score of a condition."""
    size = other.group_size
    if size is None or one.metric not in SMALLEST:
        return [side(other)]
    size = size if other.passed else size - 1
    if one.metric == "k_anonymity":
        return [VerdictSide(size, below=not other.passed)]
    return [VerdictSide(1 / size, below=other.passed is True)] if size else []


def _met(one: MeasuredLimit, low: float, high: float) -> bool | None:
    """Return whether a score from `low` to `high` meets a limit, None where it may or may not."""
    ends = [keeps_limit(end, one.bound, float(one.limit or 0.0)) for end in (low, high)]
    return ends[0] if ends[0] == ends[1] else None


def flaws(table: PublicTable | None) -> Iterator[Finding]:
    """Yield what no public table has: counts in other steps, and sums that do not hold."""
    if table is None:
        return
    least = table.least
    if least < 3:
        yield Finding("public_table: least", str(least), "3 or more")
        return
    counts: list[tuple[str, int]] = [("small", table.small)]
    counts += [("sizes", one.size) for one in table.sizes]
    counts += [
        (name, number)
        for name, number in (("people", table.people), ("left_out", table.left_out), ("suppressed", table.suppressed))
        if number is not None
    ]
    counts += [
        ("values", number)
        for one in table.values
        for number in (*one.people, *(n for band in one.bands for n in band.people))
    ]
    other = [
        Finding(f"public_table: {place}", str(n), f"a multiple of {least}") for place, n in counts if n % least or n < 0
    ]
    if other or any(one.size < least for one in table.sizes):
        yield from other or [Finding("public_table: sizes", "0", f"{least} or more")]
        return
    if any(one.size >= other.size for one, other in pairwise(table.sizes)) or any(
        one.groups < 1 for one in table.sizes
    ):
        yield Finding("public_table: sizes", "in another order", "each size once, the least first")
    people = people_shown(table.sizes)
    for one in table.values:
        place = f"public_table: values ({one.target})"
        if not one.people or one.people[0] != people:
            yield Finding(place, str(one.people[:1]), str(people))
        yield from _falling(place, [one.people, *(band.people for band in one.bands)])
        yield from _bands(place, one, table)


def _falling(place: str, tails: Sequence[Sequence[int]]) -> Iterator[Finding]:
    for people in tails:
        if any(number < later for number, later in pairwise(people)):
            yield Finding(place, str(list(people)), "numbers that never grow")


def _bands(place: str, values: PublicValues, table: PublicTable) -> Iterator[Finding]:
    """Yield where the bands of groups do not follow from the sizes of groups."""
    expected = []
    for one in bands_of(table.sizes, table.least):
        own = (one.low, one.high, one.groups, one.people)
        expected += [(one.low, one.high, 1, one.low)] * one.groups if one.alone else [own]
    found = [(band.low, band.high, band.groups, band.people[0] if band.people else 0) for band in values.bands]
    if found != expected:
        yield Finding(f"{place}: bands", str(found), str(expected))


def sums(certificate: Certificate) -> Iterator[Finding]:
    """Yield the sums of an internal certificate that do not hold."""
    sizes = [band.people.value or 0 for band in certificate.sizes]
    everybody = certificate.everybody.value
    beside = [*certificate.relation.left_out.values(), certificate.relation.suppressed or Figure(0)]
    if sizes and everybody is not None and not any(one.value for one in beside) and sum(sizes) != everybody:
        yield Finding("sizes: people", str(sum(sizes)), str(everybody))
    below = {band.high + 1: sum(sizes[: place + 1]) for place, band in enumerate(certificate.sizes) if band.high}
    for point in certificate.curve:
        if point.k in below and point.people.value != below[point.k]:
            yield Finding(f"curve, {point.k}: people", str(point.people.value), str(below[point.k]))
    for point, later in pairwise(certificate.curve):
        if (point.people.value or 0) > (later.people.value or 0):
            yield Finding(f"curve, {later.k}: people", str(later.people.value), f"{point.people.value} or more")
    scores = {subject(one): one.measured for one in certificate.scores if not certificate.judged_apart}
    for number, one in enumerate(certificate.conditions, 1):
        score = scores.get(subject(one))
        if score is not None and one.origin is None and score != one.measured:
            yield Finding(f"conditions, {number}: measured", str(one.measured.value), str(score.value))
    for learnt in certificate.learnt:
        view = (learnt.target, learnt.partition)
        own = {one.metric: one.measured for one in certificate.scores if (one.target, one.partition) == view}
        yield from _learnt(learnt, own, sum(sizes) if certificate.relation.individuals is None else math.inf)
    yield from _combined(certificate)


def _learnt(one: Learnt, scores: Mapping[str, Figure], everybody: float) -> Iterator[Finding]:
    """Yield where what would be learnt of an attribute is not what its scores and sums say."""
    place = f"learnt ({one.target})"
    people = sum(tenth.people.value or 0 for tenth in one.tenths) + (one.small.value or 0)
    if one.tenths and people > everybody:
        yield Finding(f"{place}: people", str(people), f"up to {everybody}")
    before, gain = scores.get("baseline_accuracy"), scores.get("a_acc")
    expected = {
        "before": before,
        "after": None
        if before is None or gain is None or before.value is None or gain.value is None
        else Figure(before.value + gain.value),
        "surest": one.exposed[0].certainty if one.exposed else None,
        "discrimination_rate": scores.get("discrimination_rate"),
        "adjusted_discrimination_rate": scores.get("adjusted_discrimination_rate"),
    }
    for name, figure in expected.items():
        found = getattr(one, name)
        if figure is not None and not close(found.value, figure.value):
            yield Finding(f"{place}: {name}", str(found.value), str(figure.value))


def _combined(certificate: Certificate) -> Iterator[Finding]:
    """Yield shares of combinations that are not of their people, and columns that add otherwise."""
    by_columns = {frozenset(one.known): one for one in certificate.combinations}
    apart = certificate.relation.left_out or certificate.relation.suppressed is not None
    for one in certificate.combinations:
        if one.people.value is not None and certificate.crowd and not apart:
            share = one.people.value / certificate.crowd
            if not close(one.share.value, share):
                yield Finding(f"combinations ({', '.join(one.known)}): share", str(one.share.value), str(share))
    everything = frozenset(certificate.known)
    for row in certificate.contributions:
        without = by_columns.get(everything - {row.column})
        if without is not None and (without.people, without.share) != (row.people_without, row.share_without):
            yield Finding(
                f"contributions ({row.column}): without", str(row.people_without.value), str(without.people.value)
            )
    whole = by_columns.get(everything)
    added = [row.added.value for row in certificate.contributions]
    if whole is not None and added and None not in added and not close(sum(filter(None, added)), whole.share.value):
        yield Finding("contributions: added", str(sum(filter(None, added))), str(whole.share.value))


def close(one: float | None, other: float | None) -> bool:
    """Return whether two numbers agree as far as sums of rounded ones, or two engines, do."""
    return one == other or (one is not None and other is not None and same_number(one, other))
