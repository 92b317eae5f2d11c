"""The verdict in a sentence, who can do what to how many people, and what leads it."""

from __future__ import annotations

from sqlmetrics.certificate.certificate import Certificate, Figure
from sqlmetrics.output.page.bars import State, state_of
from sqlmetrics.output.page.words import (
    limit_text,
    listed_some,
    name,
    names,
    of_people,
    of_target,
    percent,
    reason_in_words,
    sentence,
    some_people,
    three_digits,
)
from sqlmetrics.risk.columns.kinds import kinds
from sqlmetrics.risk.evidence import Part
from sqlmetrics.text import counted


def page_verdict(certificate: Certificate) -> tuple[State, str]:
    """Return whether the conditions are met, and the sentence that says so."""
    states = [state_of(condition) for condition in certificate.conditions]
    failed, open_, count = states.count("no"), states.count("un"), len(states)
    if failed:
        rest = f", and {open_} could not be measured" if open_ else ""
        return "no", f"Not met: {failed} of {counted(count, 'condition')} {'fails' if failed == 1 else 'fail'}{rest}"
    if certificate.identifiers:
        return "no", f"Not met: {counted(len(certificate.identifiers), 'identifier')} in the table"
    if certificate.forgotten:
        verb = (
            "column looks like an identifier and has"
            if len(certificate.forgotten) == 1
            else ("columns look like identifiers and have")
        )
        return "no", f"Not met: {len(certificate.forgotten)} {verb} no role"

    if open_:
        return "un", f"Not decided: {open_} of {counted(count, 'condition')} could not be measured"
    if not count:
        return "un", "No conditions were set"
    return "yes", "Met: the one condition holds" if count == 1 else f"Met: all {count} conditions hold"


def alarms(certificate: Certificate) -> tuple[str, ...]:
    """Return what leads the verdict: identifiers, columns that look like one, and what failed."""
    found = []
    if identifiers := certificate.identifiers:
        verb = (
            "identifies people by itself and is" if len(identifiers) == 1 else "identify people by themselves and are"
        )
        found.append(f"{names(identifiers)} {verb} in the table, without a reason: no condition makes up for that.")
    if unnamed := certificate.forgotten:
        verb = "looks like an identifier, and was" if len(unnamed) == 1 else "look like identifiers, and were"
        found.append(f"{names(unnamed)} {verb} given no role and no reason to stay: no condition makes up for that.")
    for column in certificate.columns or ():
        if column.role == "not looked at" and column.looks_like is not None:
            found.append(f"{name(column.name)} looks like {kinds()[column.looks_like].says}, and was given no role.")
    return (*found, *(f"{FAILED[part]} failed: {certificate.missing[part]}." for part in certificate.failed))


FAILED: dict[Part, str] = {
    "groups": "The statement that counts people by the size of their group",
    "combinations": "The statement that counts people by combinations of known columns",
}
"""What measures a part of the evidence."""


def meaning(certificate: Certificate, state: State) -> tuple[str, ...]:
    """Return what the verdict means: why nothing is decided, who can do what, what met is worth."""
    if state == "yes":
        return _worth(certificate)
    why = (open_reasons(certificate),) if state == "un" and certificate.conditions else ()
    return tuple(filter(None, (*why, reach(certificate))))


def open_reasons(certificate: Certificate) -> str:
    """Return why conditions could not be measured, and how they count."""
    reasons = dict.fromkeys(one.measured.reason for one in certificate.conditions if state_of(one) == "un")
    told = "; ".join(reason_in_words(reason) for reason in reasons if reason) or "the scores have no value"
    return f"What is missing counts as not met: {told}."


def reach(certificate: Certificate) -> str:
    """Return who can do what to how many people; a part that is 0 is dropped."""
    small, everybody = smallest(certificate), certificate.everybody
    if small is None:
        return ""
    who = f"Someone who knows {names(certificate.known)} of a person"
    narrow = f"narrow {of_people(small, everybody)} down to a group of fewer than {certificate.least} people"
    can = [narrow] if some(small) else []
    for limit, guesses in sure_guesses(certificate).items():
        can.append(f"be more than {limit_text(limit, 'share')} sure of {listed_some(guesses)}")
    if can:
        return f"{who} can {', and '.join(can)}."
    nobody = f"{who} can narrow nobody down to a group of fewer than {certificate.least} people"
    if not certificate.learnt:
        return f"{nobody}."
    highest = limit_text(max(one.limit for one in certificate.learnt), "share")
    secrets = names(list(dict.fromkeys(one.target for one in certificate.learnt)))
    return f"{nobody}, and be more than {highest} sure of the {secrets} of nobody."


def sure_guesses(certificate: Certificate) -> dict[float, list[str]]:
    """Return by limit of what of how many people a guess is surer than that."""
    found: dict[float, list[str]] = {}
    for one in certificate.learnt:
        if some(one.sure) and one.sure.form != "withheld":
            secret = name(of_target(one.target, one.partition))
            found.setdefault(one.limit, []).append(f"the {secret} of {some_people(one.sure, certificate.everybody)}")
    return found


def _worth(certificate: Certificate) -> tuple[str, ...]:
    """Return what met conditions are worth: how people hide, and what was not looked at."""
    return tuple(filter(None, (hiding(certificate), _surest(certificate), _unseen(certificate))))


def hiding(certificate: Certificate) -> str:
    """Return among how many people everybody hides, or how many hide among too few."""
    small = smallest(certificate)
    if small is not None and some(small):
        return sentence(f"{of_people(small, certificate.everybody)} hide among fewer than {certificate.least}.")
    sizes = [one.measured for one in certificate.scores if one.metric == "k_anonymity"]
    exact = [size.value for size in sizes if size.form == "is" and size.value is not None]
    if exact and len(exact) == len(sizes):
        return f"Everybody hides among at least {three_digits(min(exact))}."
    return "" if small is None else f"Everybody hides among at least {certificate.least}."


def _surest(certificate: Certificate) -> str:
    """Return how sure the surest guess of any sensitive value is."""
    scores = [one for one in certificate.scores if one.metric == "alpha_k_anonymity"]
    guesses = [one for one in scores if one.measured.form != "undefined"]
    if not guesses:
        return ""
    secrets = names(list(dict.fromkeys(one.target for one in guesses)))
    values = [one.measured.value for one in guesses]
    if any(value is None for value in values) or any(one.measured.form == "over" for one in guesses):
        return f"How sure a guess of {secrets} can be is not shown."
    most = max(value for value in values if value is not None)
    if most >= 1:
        certain = names(list(dict.fromkeys(one.target for one in guesses if (one.measured.value or 0) >= 1)))
        return f"In some group the guess of {certain} is certain."
    return f"No guess of {secrets} is surer than {percent(most)}."


def _unseen(certificate: Certificate) -> str:
    """Return how many columns were not looked at."""
    if certificate.columns is None:
        return "Which other columns the table has is not known here."
    count = sum(column.role == "not looked at" for column in certificate.columns)
    return f"{counted(count, 'column')} {'was' if count == 1 else 'were'} not looked at." if count else ""


def smallest(certificate: Certificate) -> Figure | None:
    """Return the people in groups of fewer than `least`, None where they were not counted."""
    return certificate.sizes[0].people if certificate.sizes else None


def some(figure: Figure) -> bool:
    """Return whether a number of people is more than 0, or may be."""
    return figure.value is None or figure.value > 0
