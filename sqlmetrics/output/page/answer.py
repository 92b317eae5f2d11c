"""The answer: the verdict, what it means, and every condition with whose limit it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, MeasuredLimit, SlicedTable
from sqlmetrics.certificate.figure import LOOSE, Figure
from sqlmetrics.certificate.published import UNNAMED, none_fails
from sqlmetrics.output.assertions import Grounds, are_counted, are_met, few_below, of_slices
from sqlmetrics.output.page import points, slices
from sqlmetrics.output.page.language import wording
from sqlmetrics.output.page.verdict import PageVerdict, State, all_met, not_met
from sqlmetrics.output.page.words import (
    OWN,
    about_score,
    between,
    limit_text,
    limit_wording,
    of_condition,
    reason_in_words,
    some,
    with_unit,
)
from sqlmetrics.sentences import Facts, World
from sqlmetrics.statement.plan import IDENTITY

AT = 60.0
"""Where the limit is on the bar of a condition, in per cent of its width."""


class LimitBar(NamedTuple):
    """How much of what a limit allows is used up, in per cent of a bar's width.

    The line of the limit is `at` a place. Stripes go from `past` to `end`: somewhere there the bar
    ends, and where is not shown.
    """

    used: float
    state: State
    at: float = AT
    past: float | None = None
    end: float = 0.0


def state_of(condition: MeasuredLimit) -> State:
    """Return whether a condition is met; one that nothing was measured for is not decided."""
    if condition.passed is None:
        return "un"
    return "yes" if condition.passed else "un" if condition.measured.form == "undefined" else "no"


def limit_bar(condition: MeasuredLimit) -> LimitBar:
    """Return how much of a condition's limit is used up: past the limit where it is not met."""
    state, figure = state_of(condition), condition.measured
    if figure.form in {"undefined", "infinite"}:
        return LimitBar(100.0 if figure.form == "infinite" else 0.0, state)
    used = AT if figure.value is None else used_up(condition, figure.value)
    if figure.form in {"is", "about", "estimated"}:
        return LimitBar(max(used, AT + 1) if state == "no" else min(used, AT), state)
    if figure.form == "between" and figure.low is not None and figure.high is not None:
        start, end = sorted(used_up(condition, one) for one in (figure.low, figure.high))
        start, end = (max(start, AT), max(end, AT + 1)) if state == "no" else (min(start, AT), min(end, AT))
        return LimitBar(start, state, past=start, end=end)
    start, end = (AT, 100.0) if state == "no" else (0.0, min(used, AT))
    return LimitBar(start, state, past=start, end=end)


def used_up(condition: MeasuredLimit, value: float) -> float:
    """Return the end of a condition's bar; past 167 % of the limit it is at the edge.

    A limit of 0 allows nothing: the bar is full where it is broken, and empty where it is kept.
    """
    if condition.limit is None:
        return AT
    over, under = (value, condition.limit) if condition.bound == "at_most" else (condition.limit, value)
    if under <= 0:
        return 0.0 if over <= under else 100.0
    return min(max(AT * over / under, 0.0), 100.0)


def page_verdict(certificate: Certificate) -> PageVerdict:
    """Return whether the conditions are met, and what says so."""
    states = [state_of(condition) for condition in certificate.conditions]
    of = conditions_decided(certificate.conditions)
    if certificate.slices is not None and states:
        verdict = slices_verdict(certificate, certificate.slices, states)
        if verdict.state == "no" or not certificate.names_people:
            return verdict
    failed, unmeasured = states.count("no"), states.count("un")
    if failed:
        return not_met(of, failed, len(states), unmeasured)
    if number := len(certificate.identifiers):
        return PageVerdict("no", "identifiers", Grounds({"identifiers": number}, are_counted), number)
    if certificate.forgotten and certificate.audience == "public":
        return PageVerdict("no", "unnamed")
    if number := len(certificate.forgotten):
        return PageVerdict("no", "forgotten", Grounds({"forgotten": number}, are_counted), number)
    if certificate.naming:
        return PageVerdict("no", "names")
    if unmeasured:
        return PageVerdict("un", "open", Grounds(of, are_met), unmeasured, len(states))
    return all_met(of, len(states)) if states else PageVerdict("un", "no conditions")


def conditions_decided(conditions: Sequence[MeasuredLimit]) -> Facts:
    """Return conditions with how many are met, are not, and are undecided.

    Of one that is withheld the verdict is known, and not whether its score is undefined.
    """
    states = [state_of(one) for one in conditions]
    subjects = [(one.metric, one.target, one.measured.form == "withheld", one.known, one.limit) for one in conditions]
    return {"subjects": subjects, **{state: states.count(state) for state in ("yes", "no", "un")}}


def slices_verdict(certificate: Certificate, own: SlicedTable, states: Sequence[State]) -> PageVerdict:
    """Return whether each slice meets the conditions."""
    passed, failed = own.counts.passed.value, own.counts.failed.value
    of = conditions_decided(certificate.conditions)
    if not none_fails(certificate.conditions):
        if failed and passed is not None:
            grounds = Grounds(counts_of(own), of_slices)
            return PageVerdict("no", "slices fail", grounds, round(failed), round(passed + failed))
        return PageVerdict("no", "fail in a slice", Grounds(of, are_met), states.count("no"), len(states))
    if "yes" not in states:
        return PageVerdict("un", "few people")
    return PageVerdict("yes", "no large slice fails" if own.min_people else "slices pass", Grounds(of, are_met))


def counts_of(own: SlicedTable) -> Facts:
    """Return how many slices pass, fail, and have too few people."""
    return {"passed": own.counts.passed.value, "failed": own.counts.failed.value, "few": own.counts.too_few.value or 0}


class AttackerReach(NamedTuple):
    """Who can do what: how many people are found, which guesses are sure, and which never are."""

    small: Grounds
    guesses: Mapping[float, Sequence[Grounds]]
    unsure: Grounds | None


def reach(certificate: Certificate) -> AttackerReach | None:
    """Return what an attacker can do to how many people; None where they were not counted."""
    small = people_in_small(certificate)
    if small is None:
        return None
    none_sure = [one for one in certificate.learnt if not some(one.sure)]
    facts = {
        "highest": max((one.limit for one in none_sure), default=0.0),
        "secrets": list(dict.fromkeys(one.target for one in none_sure)),
    }
    return AttackerReach(small, sure_guesses(certificate), Grounds(facts, _are_unsure) if none_sure else None)


def _are_unsure(world: World, of: Facts) -> bool:
    return not any(world.surer(one, of["highest"]) for one in of["secrets"])


def people_in_small(certificate: Certificate) -> Grounds | None:
    """Return the people in groups of fewer than wanted, None where they were not counted."""
    small = smallest(certificate)
    return None if small is None else Grounds({"people": small, "least": certificate.least}, few_below("least"))


def sure_guesses(certificate: Certificate) -> dict[float, list[Grounds]]:
    """Return by limit the secrets that guesses are surer about, with their people."""
    found: dict[float, list[Grounds]] = {}
    for one in certificate.learnt:
        if some(one.sure) and one.sure.form != "withheld":
            facts = {"people": one.sure, "secret": one.target, "partition": one.partition, "limit": one.limit}
            found.setdefault(one.limit, []).append(Grounds(facts, _are_surer))
    return found


def _are_surer(world: World, of: Facts) -> bool:
    return bool(of["people"].allows(world.surer(of["secret"], of["limit"])))


def hides_all(certificate: Certificate) -> Grounds | None:
    """Return among how many people everybody hides, where nobody hides among too few."""
    small = smallest(certificate)
    ends = [one.measured.least for one in certificate.scores if one.metric == "k_anonymity"]
    known = [end.number for end in ends if end is not None]
    found = [min(known)] if known and len(known) == len(ends) else []
    found += [] if small is None else [float(certificate.least)]
    return Grounds({"number": max(found)}, lambda world, of: world.smallest >= of["number"]) if found else None


class Surest(NamedTuple):
    """The surest guesses: of some secrets they are certain, or no surer than `most`."""

    secrets: list[str]
    certain: Grounds | None = None
    most: Grounds | None = None


def surest(certificate: Certificate) -> Surest | None:
    """Return how sure the surest guess of any sensitive value is."""
    scores = [one for one in certificate.scores if one.metric == "alpha_k_anonymity"]
    guesses = [one for one in scores if one.measured.form != "undefined"]
    if not guesses:
        return None
    certain = [one.target for one in guesses if one.measured.least is not None and one.measured.least.number >= 1]
    if certain:
        certain = list(dict.fromkeys(certain))
        return Surest(certain, certain=Grounds({"certain": certain}, _are_certain))
    secrets = list(dict.fromkeys(one.target for one in guesses))
    known = [end for end in (one.measured.most for one in guesses) if end is not None]
    if len(known) < len(guesses):
        return Surest(secrets)
    return Surest(secrets, most=Grounds({"secrets": secrets, "most": max(known)}, _are_no_surer))


def _are_certain(world: World, of: Facts) -> bool:
    return all(world.surest(one) >= 1 - LOOSE for one in of["certain"])


def _are_no_surer(world: World, of: Facts) -> bool:
    return all(world.surest(one) <= of["most"].number + LOOSE for one in of["secrets"])


def one_scale(certificate: Certificate) -> Grounds | None:
    """Return how exposed identity and a secret are, on ITPR's scale, where both were measured.

    The secret is the one that is most exposed. A figure without a number has no place on a scale.
    """
    measured = [one for one in certificate.scores if one.metric == "itpr" and one.measured.value is not None]
    who = [one for one in measured if one.target == IDENTITY]
    secrets = [one for one in measured if one.target != IDENTITY]
    if len(who) != 1 or not secrets:
        return None
    most = max(secrets, key=lambda one: one.measured.value or 0.0)
    facts = {"identity": who[0].measured, "value": most.measured, "name": most.target, "partition": most.partition}
    return Grounds(facts, _are_exposed)


def _are_exposed(world: World, of: Facts) -> bool:
    return bool(of["identity"].allows(world.exposed(IDENTITY)) and of["value"].allows(world.exposed(of["name"])))


def smallest(certificate: Certificate) -> Figure | None:
    """Return the people in groups of fewer than `least`, None where they were not counted."""
    return certificate.sizes[0].people if certificate.sizes else None


EXACT = {"is", "about", "between", "estimated", "undefined", "infinite"}
"""The forms of figures that need no further word."""


class AnswerSection(NamedTuple):
    """The answer: the verdict, what it means, and the conditions, failed ones first.

    `opening` is how many slices pass, and `singled` whom known points single out. `open_reasons`
    are None where no condition is open. `unnamed` are the forgotten columns where a certificate
    keeps their names for itself.
    """

    verdict: PageVerdict
    opening: slices.SlicesOpening | None
    singled: Grounds | None
    open_reasons: list[str] | None
    reach: AttackerReach | None
    small: Grounds | None
    hidden: Grounds | None
    surest: Surest | None
    scale: Grounds | None
    unlooked: Grounds | None
    rows: list[JudgedCondition]
    bounds: list[str]
    own_limits: bool
    unnamed: tuple[str, ...] = (UNNAMED,)


class JudgedCondition(NamedTuple):
    """A condition in words; `foreign` where its source names a document."""

    what: str
    of: str | None
    limit: str
    measured: str
    reason: str | None
    state: State
    result: str
    attacker: str | None
    source: str
    bar: LimitBar
    foreign: bool = False


def answer(certificate: Certificate) -> AnswerSection:
    """Return the answer of a certificate, the conditions that fail first."""
    conditions, verdict = certificate.conditions, page_verdict(certificate)
    rows = [row(one, slices.worst_by(place, certificate)) for place, one in enumerate(conditions)]
    unlooked = sum(column.role == "not looked at" for column in certificate.columns or ())
    bounds = {one.measured.reason for one in conditions if one.measured.form not in EXACT}
    return AnswerSection(
        verdict=verdict,
        opening=None if certificate.slices is None else slices.opening(certificate, certificate.slices),
        singled=points.singled_out(certificate),
        open_reasons=open_reasons(certificate) if verdict.state == "un" and conditions else None,
        reach=reach(certificate),
        small=people_in_small(certificate),
        hidden=hides_all(certificate),
        surest=surest(certificate),
        scale=one_scale(certificate),
        unlooked=Grounds({"not looked at": unlooked}, are_counted) if unlooked else None,
        rows=sorted(rows, key=lambda one: ["no", "un", "yes"].index(one.state)),
        bounds=sorted(filter(None, bounds)),
        own_limits=any(one.source is None and one.origin is None for one in conditions),
    )


def open_reasons(certificate: Certificate) -> list[str]:
    """Return why conditions could not be measured."""
    reasons = dict.fromkeys(one.measured.reason for one in certificate.conditions if state_of(one) == "un")
    return [reason_in_words(reason) for reason in reasons if reason]


RESULTS: dict[State, str] = {"yes": "Met", "un": "Not measured", "no": "Not met"}
"""The words for the state of a condition."""


def row(condition: MeasuredLimit, worst: str | None = None) -> JudgedCondition:
    """Return a condition in words, with the slice that is `worst` by it."""
    state, target = state_of(condition), condition.target
    return JudgedCondition(
        what=about_score(condition.metric, target),
        of=None if target == IDENTITY else of_condition(condition.metric, target, condition.partition),
        limit=limit_wording(condition.bound, limit_text(condition.limit, condition.unit)),
        measured=with_unit(condition.measured, condition.unit),
        reason=" ".join(filter(None, (why_open(condition), _ends(condition), worst))) or None,
        state=state,
        result=wording("Too few people") if condition.passed is None else wording(RESULTS[state]),
        attacker=condition.attacker,
        source=condition.source
        or (wording(OWN) if condition.origin is None else wording("Run {origin}", origin=condition.origin)),
        bar=limit_bar(condition),
    )


def _ends(condition: MeasuredLimit) -> str | None:
    """Return the interval of what is estimated, whose riskier end is held to the limit."""
    figure = condition.measured
    return between(figure, condition.unit) if figure.form == "estimated" else None


def why_open(condition: MeasuredLimit) -> str | None:
    """Return why a condition has no number; a bound has the reason of all bounds in the note."""
    figure = condition.measured
    if figure.reason is None or figure.form not in {"undefined", "infinite"}:
        return None
    return reason_in_words(figure.reason)
