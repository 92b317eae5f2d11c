"""The answer: the verdict, what it means, and every condition with whose limit it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import LOOSE, Certificate, Figure, MeasuredLimit, SlicedTable
from sqlmetrics.certificate.published import UNNAMED, none_fails
from sqlmetrics.output.assertions import Assertion, are_counted, are_met, few_below, of_slices
from sqlmetrics.output.page import points, slices
from sqlmetrics.output.page.language import counted_things, figures, wording
from sqlmetrics.output.page.verdict import State, all_met, not_met
from sqlmetrics.output.page.words import (
    OWN,
    about_score,
    at_most_percent,
    limit_text,
    limit_wording,
    listed_some,
    looks_like,
    name,
    names,
    of_people,
    of_target,
    reason_in_words,
    sentence,
    shown,
    some,
    some_people,
    three_digits,
    with_unit,
)
from sqlmetrics.risk.evidence import Part
from sqlmetrics.sentences import Facts
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


def page_verdict(certificate: Certificate) -> tuple[State, str]:
    """Return whether the conditions are met, and the sentence that says so."""
    states = [state_of(condition) for condition in certificate.conditions]
    if certificate.slices is not None and states:
        verdict = slices_verdict(certificate, certificate.slices, states)
        if verdict[0] == "no" or not certificate.names_people:
            return verdict
    failed, open_, count = states.count("no"), states.count("un"), len(states)
    of = conditions_decided(certificate.conditions)
    if failed:
        return not_met(of, failed, count, open_)
    if certificate.identifiers:
        return "no", IDENTIFIERS_IN.say(
            {"number": len(certificate.identifiers)},
            identifiers=counted_things(len(certificate.identifiers), "identifier"),
        )
    if certificate.forgotten and certificate.audience == "public":
        return "no", wording("Not met: there is a column that looks like an identifier and has no role")
    if certificate.forgotten:
        verb = (
            wording("column looks like an identifier and has")
            if len(certificate.forgotten) == 1
            else (wording("columns look like identifiers and have"))
        )
        of = {"number": len(certificate.forgotten)}
        return "no", FORGOTTEN_IN.say(of, number=len(certificate.forgotten), verb=verb)

    if certificate.naming:
        return "no", wording("Not met: texts name people")
    if open_:
        return "un", OPEN_CONDITIONS.say(
            of,
            open=open_,
            conditions=counted_things(count, "condition"),
        )
    if not count:
        return "un", wording("No conditions were set")
    return all_met(of, count)


def conditions_decided(conditions: Sequence[MeasuredLimit]) -> Facts:
    """Return conditions with how many are met, are not, and are undecided.

    Of one that is withheld the verdict is known, and not whether its score is undefined.
    """
    states = [state_of(one) for one in conditions]
    subjects = [(one.metric, one.target, one.measured.form == "withheld", one.known, one.limit) for one in conditions]
    return {"subjects": subjects, **{state: states.count(state) for state in ("yes", "no", "un")}}


IDENTIFIERS_IN = Assertion(
    "Not met: {identifiers} in the table", lambda gate, of: gate.count("identifiers") == of["number"]
)
UNLOOKED = Assertion("{columns} {were} not looked at.", are_counted)
FORGOTTEN_IN = Assertion("Not met: {number} {verb} no role", lambda gate, of: gate.count("forgotten") == of["number"])
OPEN_CONDITIONS = Assertion("Not decided: {open} of {conditions} could not be measured", are_met)
SOME_FAIL = Assertion(
    "Not met: {some} of {every} {fail}{where}",
    lambda gate, of: (are_met if "subjects" in of else of_slices)(gate, of),
)
EACH_PASSES = Assertion("Met: every slice passes", are_met)
EACH_LARGE_PASSES = Assertion("Met: no slice with enough people fails", are_met)


def slices_verdict(certificate: Certificate, own: SlicedTable, states: Sequence[State]) -> tuple[State, str]:
    """Return whether each slice meets the conditions, and the sentence that says so."""
    passed, failed = own.counts.passed.value, own.counts.failed.value
    if not none_fails(certificate.conditions):
        if failed and passed is not None:
            some, every = failed, counted_things(round(passed + failed), "slice")
        else:
            some, every = states.count("no"), counted_things(len(states), "condition")
            failed = None
        where = "" if failed else wording(" in a slice")
        return "no", SOME_FAIL.say(
            counts_of(own) if failed else conditions_decided(certificate.conditions),
            some=figures(some, ",.0f"),
            every=every,
            fail=wording("fails") if some == 1 else wording("fail"),
            where=where,
        )
    if "yes" not in states:
        return "un", wording("Not decided: each slice has too few people to say")
    return "yes", (EACH_LARGE_PASSES if own.min_people else EACH_PASSES).say(conditions_decided(certificate.conditions))


def counts_of(own: SlicedTable) -> Facts:
    """Return how many slices pass, fail, and have too few people."""
    return {"passed": own.counts.passed.value, "failed": own.counts.failed.value, "few": own.counts.too_few.value or 0}


def alarms(certificate: Certificate) -> tuple[str, ...]:
    """Return what leads the verdict: identifiers, columns that look like one, and what failed."""
    found = []
    if identifiers := certificate.identifiers:
        verb = (
            wording("identifies people by itself and is")
            if len(identifiers) == 1
            else wording("identify people by themselves and are")
        )
        found.append(
            wording(
                "{names} {verb} in the table, without a reason: no condition makes up for that.",
                names=names(identifiers),
                verb=verb,
            )
        )
    if unnamed := certificate.forgotten:
        verb = (
            wording("looks like an identifier, and was")
            if len(unnamed) == 1
            else wording("look like identifiers, and were")
        )
        found.append(
            wording(
                "{names} {verb} given no role and no reason to stay: no condition makes up for that.",
                names=wording("A column without a role") if unnamed == (UNNAMED,) else names(unnamed),
                verb=verb,
            )
        )
    if naming := certificate.naming:
        found.append(
            wording(
                "Texts of {names} hold identifiers of the people they are about: no condition makes up for that.",
                names=names(naming),
            )
        )
    for column in certificate.columns or ():
        if column.role == "not looked at" and column.looks_like is not None:
            found.append(
                wording(
                    "{name} looks like {says}, and was given no role.",
                    name=name(column.name),
                    says=looks_like(column.looks_like),
                )
            )
    return (
        *found,
        *(
            wording("{what} failed: {reason}.", what=wording(FAILED[part]), reason=wording(certificate.missing[part]))
            for part in certificate.failed
        ),
    )


FAILED: dict[Part, str] = {
    "groups": "The statement that counts people by the size of their group",
    "combinations": "The statement that counts people by combinations of known columns",
}
"""What measures a part of the evidence."""


def meaning(certificate: Certificate, state: State) -> tuple[str, ...]:
    """Return what the verdict means: why nothing is decided, who can do what, what met is worth."""
    if certificate.slices is not None:
        return tuple(filter(None, (slices.opening(certificate, certificate.slices), _unseen(certificate))))
    if certificate.points is not None:
        return tuple(filter(None, (points.singled_out(certificate, certificate.points), _unseen(certificate))))
    if state == "yes":
        worth = (hiding(certificate), _surest(certificate), one_scale(certificate), _unseen(certificate))
        return tuple(filter(None, worth))
    why = (open_reasons(certificate),) if state == "un" and certificate.conditions else ()
    return tuple(filter(None, (*why, reach(certificate), one_scale(certificate))))


def open_reasons(certificate: Certificate) -> str:
    """Return why conditions could not be measured, and how they count."""
    reasons = dict.fromkeys(one.measured.reason for one in certificate.conditions if state_of(one) == "un")
    told = "; ".join(reason_in_words(reason) for reason in reasons if reason) or wording("the scores have no value")
    return wording("What is missing counts as not met: {told}.", told=told)


NARROWED = Assertion(
    "narrow {people} down to a group of fewer than {least} people",
    few_below("least"),
)
NARROWED_NOBODY = Assertion(
    "{who} can narrow nobody down to a group of fewer than {least} people",
    lambda world, of: world.below(of["least"]) == 0,
)
NARROWED_NOR_SURE = Assertion(
    "{nobody}, and be more than {highest} sure of the {secrets} of nobody.",
    lambda world, of: not any(world.surer(one, of["highest"]) for one in of["secrets"]),
)


def reach(certificate: Certificate) -> str:
    """Return who can do what to how many people; a part that is 0 is dropped."""
    small, everybody, least = smallest(certificate), certificate.everybody, certificate.least
    if small is None:
        return ""
    who = wording("Someone who knows {names} of a person", names=names(certificate.known))
    can = []
    if some(small):
        facts = {"people": small, "least": least}
        can.append(NARROWED.say(facts, people=of_people(small, everybody), least=least))
    for limit, guesses in sure_guesses(certificate).items():
        can.append(
            wording(
                "be more than {limit} sure of {guesses}",
                limit=limit_text(limit, "share"),
                guesses=listed_some(guesses),
            )
        )
    if can:
        return wording("{who} can {can}.", who=who, can=wording(", and ").join(can))
    nobody = NARROWED_NOBODY.say({"least": least}, who=who, least=least)
    none_sure = [one for one in certificate.learnt if not some(one.sure)]
    if not none_sure:
        return f"{nobody}."
    highest = max(one.limit for one in none_sure)
    secrets = list(dict.fromkeys(one.target for one in none_sure))
    facts = {"highest": highest, "secrets": secrets}
    return NARROWED_NOR_SURE.say(facts, nobody=nobody, highest=limit_text(highest, "share"), secrets=names(secrets))


SURER = Assertion(
    "the {secret} of {people}", lambda world, of: of["people"].allows(world.surer(of["secret"], of["limit"]))
)


def sure_guesses(certificate: Certificate) -> dict[float, list[str]]:
    """Return by limit of what of how many people a guess is surer than that."""
    found: dict[float, list[str]] = {}
    for one in certificate.learnt:
        if some(one.sure) and one.sure.form != "withheld":
            facts = {"people": one.sure, "secret": one.target, "limit": one.limit}
            secret = name(of_target(one.target, one.partition))
            told = SURER.say(facts, secret=secret, people=some_people(one.sure, certificate.everybody))
            found.setdefault(one.limit, []).append(told)
    return found


FEW_HIDE = Assertion("{people} hide among fewer than {least}.", few_below("least"))
ALL_HIDE = Assertion("Everybody hides among at least {number}.", lambda world, of: world.smallest >= of["number"])


def hiding(certificate: Certificate) -> str:
    """Return among how many people everybody hides, or how many hide among too few."""
    small, least = smallest(certificate), certificate.least
    if small is not None and some(small):
        facts = {"people": small, "least": least}
        return sentence(FEW_HIDE.say(facts, people=of_people(small, certificate.everybody), least=least))
    ends = [one.measured.least for one in certificate.scores if one.metric == "k_anonymity"]
    known = [end.number for end in ends if end is not None]
    found = [min(known)] if known and len(known) == len(ends) else []
    found += [] if small is None else [float(least)]
    return ALL_HIDE.say({"number": max(found)}, number=three_digits(max(found))) if found else ""


CERTAIN = Assertion(
    "In some group the guess of {certain} is certain.",
    lambda world, of: all(world.surest(one) >= 1 - LOOSE for one in of["certain"]),
)
NO_SURER = Assertion(
    "No guess of {secrets} is surer than {percent}.",
    lambda world, of: all(world.surest(one) <= of["most"].number + LOOSE for one in of["secrets"]),
)


def _surest(certificate: Certificate) -> str:
    """Return how sure the surest guess of any sensitive value is."""
    scores = [one for one in certificate.scores if one.metric == "alpha_k_anonymity"]
    guesses = [one for one in scores if one.measured.form != "undefined"]
    if not guesses:
        return ""
    certain = [one.target for one in guesses if one.measured.least is not None and one.measured.least.number >= 1]
    if certain:
        certain = list(dict.fromkeys(certain))
        return CERTAIN.say({"certain": certain}, certain=names(certain))
    secrets = list(dict.fromkeys(one.target for one in guesses))
    ends = [one.measured.most for one in guesses]
    known = [end for end in ends if end is not None]
    if len(known) < len(ends):
        return wording("How sure a guess of {secrets} can be is not shown.", secrets=names(secrets))
    most = max(known)
    return NO_SURER.say({"secrets": secrets, "most": most}, secrets=names(secrets), percent=at_most_percent(most))


SCALE = Assertion(
    "On the one scale of ITPR, from 0 to 100%, the group that is most exposed gives away {identity} of who a person"
    " is, and {value} of {name}.",
    lambda world, of: of["identity"].allows(world.exposed(IDENTITY)) and of["value"].allows(world.exposed(of["name"])),
)


def one_scale(certificate: Certificate) -> str:
    """Return how exposed identity and a secret are, on ITPR's scale, where both were measured.

    The secret is the one that is most exposed. A figure without a number has no place on a scale.
    """
    measured = [one for one in certificate.scores if one.metric == "itpr" and one.measured.value is not None]
    who = [one for one in measured if one.target == IDENTITY]
    secrets = [one for one in measured if one.target != IDENTITY]
    if len(who) != 1 or not secrets:
        return ""
    most = max(secrets, key=lambda one: one.measured.value or 0.0)
    return SCALE.say(
        {"identity": who[0].measured, "value": most.measured, "name": most.target},
        identity=shown(who[0].measured, "share"),
        value=shown(most.measured, "share"),
        name=name(of_target(most.target, most.partition)),
    )


def _unseen(certificate: Certificate) -> str:
    """Return how many columns were not looked at."""
    if certificate.columns is None:
        return wording("Which other columns the table has is not known here.")
    count = sum(column.role == "not looked at" for column in certificate.columns)
    return (
        UNLOOKED.say(
            {"not looked at": count},
            columns=counted_things(count, "column"),
            were=wording("was") if count == 1 else wording("were"),
        )
        if count
        else ""
    )


def smallest(certificate: Certificate) -> Figure | None:
    """Return the people in groups of fewer than `least`, None where they were not counted."""
    return certificate.sizes[0].people if certificate.sizes else None


EXACT = {"is", "about", "between", "estimated", "undefined", "infinite"}
"""The forms of figures that need no further word."""


class AnswerSection(NamedTuple):
    """The answer: the verdict, what it means, and the conditions, failed ones first."""

    state: State
    verdict: str
    sentences: tuple[str, ...]
    alarms: tuple[str, ...]
    rows: list[JudgedCondition]
    key: str
    note: str | None


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
    told = [row(one, slices.worst_by(place, certificate)) for place, one in enumerate(certificate.conditions)]
    rows = sorted(told, key=lambda one: ["no", "un", "yes"].index(one.state))
    state, words = page_verdict(certificate)
    of_slices = certificate.slices is not None and bool(rows)
    return AnswerSection(
        state=state,
        verdict=words,
        sentences=meaning(certificate, state),
        alarms=alarms(certificate),
        rows=rows,
        key=key(rows) + (wording(" Measured is the slice that is worst by it.") if of_slices else ""),
        note=note(certificate) or None,
    )


RESULTS: dict[State, str] = {"yes": "Met", "un": "Not measured", "no": "Not met"}
"""The words for the state of a condition."""


def row(condition: MeasuredLimit, worst: str | None = None) -> JudgedCondition:
    """Return a condition in words, with the slice that is `worst` by it."""
    state = state_of(condition)
    return JudgedCondition(
        what=about_score(condition.metric, condition.target),
        of=None if condition.target == IDENTITY else of_target(condition.target, condition.partition),
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
    return points.between(figure, condition.unit) if figure.form == "estimated" else None


def why_open(condition: MeasuredLimit) -> str | None:
    """Return why a condition has no number; a bound has the reason of all bounds in the note."""
    figure = condition.measured
    if figure.reason is None or figure.form not in {"undefined", "infinite"}:
        return None
    return reason_in_words(figure.reason)


def key(rows: Sequence[JudgedCondition]) -> str:
    """Return how to read the bars of conditions."""
    text = wording(
        "The conditions; failed conditions come first. A bar shows how much of its limit is"
        " used up; the upright line is the limit."
    )
    if any(one.bar.past is not None and one.state == "no" for one in rows):
        text += wording(" Striped: past the limit, by how much this version does not show.")
    if any(one.bar.past is not None and one.state == "yes" for one in rows):
        text += wording(" Striped up to the line: within the limit, how far this version does not show.")
    return text


def note(certificate: Certificate) -> str:
    """Return whose the own limits are, and what was not judged."""
    texts = [wording(text) for text in certificate.notes]
    bounds = {one.measured.reason for one in certificate.conditions if one.measured.form not in EXACT}
    texts += [wording("Bounds stand where {reason}", reason=reason) for reason in sorted(filter(None, bounds))]
    if certificate.conditions:
        own = any(one.source is None and one.origin is None for one in certificate.conditions)
        named = "" if certificate.spec_name is None else wording(", from {spec_name}", spec_name=certificate.spec_name)
        texts += [wording("Own limits were set by the publisher{named}.", named=named)] if own else []
        texts.append(
            wording("Whether these are the right conditions is the publisher's to decide, and not for this page.")
        )
    return " ".join(f"{sentence(text).rstrip('.')}." for text in texts)
