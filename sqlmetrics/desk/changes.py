"""What the forms of the desk change in a spec's text, and the sentence that says what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.advice.written_words import limit_words
from sqlmetrics.desk.limit_titles import limit_title
from sqlmetrics.errors import SpecError
from sqlmetrics.output.page.language import wording
from sqlmetrics.output.page.words import everyday_name, exact_percent
from sqlmetrics.phrase import Phrase
from sqlmetrics.spec.edited import with_moved, with_value, without
from sqlmetrics.spec.release import AS_IT_IS, LEFT_OUT
from sqlmetrics.spec.spec import Spec

ROLES = {
    "identifiers": "Identifier",
    "quasi_identifiers": "Known",
    "sensitive": "Sensitive",
    "ignored": "Left out",
    "individual": "Tells people apart",
}
"""The words of roles in a spec, and what reports call them."""

OF_KNOWN = (
    ("release", "levels"),
    ("advise", "need"),
    ("advise", "at_most"),
    ("advise", "prefer"),
    ("advise", "generalizations"),
)
"""The words with an entry for a known column, which it loses with that role."""


class SpecChange(NamedTuple):
    """A spec's text after a change, and what changed, as the button that undoes it names it.

    That is in the language of the moment, in which it is kept.
    """

    text: str
    told: str


def role_of(spec: Spec, column: str) -> str | None:
    """Return the word of a spec that lists a column, None where it has no role."""
    if column == spec.individual:
        return "individual"
    return next((word for word in ROLES if word != "individual" and column in getattr(spec, word)), None)


def with_role(text: str, where: str, spec: Spec, column: str, role: str) -> SpecChange:
    """Return the change of a column's role. Raises SpecError for no role."""
    if role not in ROLES:
        raise SpecError(Phrase("there is no role '{role}'", role=role))
    before = role_of(spec, column)
    if before == "quasi_identifiers":
        for path in OF_KNOWN:
            if column in _entries(spec, path):
                text = without(text, where, (*path, column))
        if column in spec.advise.keep:
            kept = [one for one in spec.advise.keep if one != column]
            text = with_value(text, where, ("advise", "keep"), kept)
    if role == "individual" and spec.individual is not None:
        text = with_moved(text, where, spec.individual, "individual", "identifiers")
    return SpecChange(
        with_moved(text, where, column, before, role),
        wording("{column} is {role}", column=column, role=wording(ROLES[role])),
    )


def _entries(spec: Spec, path: Sequence[str]) -> Mapping[str, Any]:
    """Return the entries by column of a word of a spec."""
    found: Any = spec
    for word in path:
        found = getattr(found, word)
    return dict(found)


def with_reason(text: str, where: str, column: str, reason: str) -> SpecChange:
    """Return the change of the reason for which an identifier stays; an empty one takes it away."""
    told = wording("{column} stays: {reason}" if reason else "{column} does not stay", column=column, reason=reason)
    return SpecChange(with_value(text, where, ("identifiers", column), reason or None), told)


def with_published(text: str, where: str, spec: Spec, chosen: Sequence[str]) -> SpecChange | None:
    """Return the change of the published limits that hold, None where they are the same."""
    new = [name for name in chosen if name not in spec.limits]
    gone = [name for name in spec.limits if name not in chosen]
    if not new and not gone:
        return None
    kept = [name for name in spec.limits if name in chosen] + new
    text = with_value(text, where, ("limits",), kept) if kept else without(text, where, ("limits",))
    told = [limit_title(name) for name in new]
    told += [wording("not any more: {limit}", limit=limit_title(name)) for name in gone]
    return SpecChange(text, "; ".join(told))


def with_own_limit(text: str, where: str, spec: Spec, metric: str, entry: Mapping[str, Any]) -> SpecChange:
    """Return the change by a limit of one's own on a metric, beside its others."""
    written = [*_written(spec, metric), dict(entry)]
    text = with_value(text, where, ("thresholds", metric), written if len(written) > 1 else written[0])
    return SpecChange(text, wording("limit on {metric}", metric=everyday_name(metric)))


def without_own_limit(text: str, where: str, spec: Spec, metric: str, place: int) -> SpecChange:
    """Return the change by which one of the limits on a metric no longer holds."""
    written = [one for number, one in enumerate(_written(spec, metric)) if number != place]
    if not written:
        text = without(text, where, ("thresholds", metric))
    else:
        text = with_value(text, where, ("thresholds", metric), written if len(written) > 1 else written[0])
    return SpecChange(text, wording("no limit on {metric}", metric=everyday_name(metric)))


def _written(spec: Spec, metric: str) -> list[Any]:
    """Return the limits of a spec on a metric as they are written."""
    found = limit_words(spec).get(metric, [])
    return [*found] if isinstance(found, list) else [found]


def with_exception(text: str, where: str, spec: Spec, why: str) -> SpecChange | None:
    """Return the change of why a release is written although it fails, None for the same reason."""
    if why == (spec.report.exception or ""):
        return None
    path = ("report", "exception")
    text = with_value(text, where, path, why) if why else without(text, where, path)
    return SpecChange(text, wording("why it is released although it fails"))


def with_drop(text: str, where: str, percent: float) -> SpecChange:
    """Return the change by which some per cent of the records may be dropped."""
    if not 0 <= percent < 100:
        raise SpecError(Phrase("the share of the records that may be dropped is from 0% to less than 100%"))
    share = f"{percent:g}%"
    if not percent:
        return SpecChange(without(text, where, ("release", "drop")), wording("nothing may be dropped"))
    told = wording("at most {share} dropped", share=exact_percent(percent / 100))
    return SpecChange(with_value(text, where, ("release", "drop"), share), told)


def level_words(column: Generalization, level: int) -> Any:
    """Return a level of a column in words that stand by themselves."""
    if level in {0, column.root}:
        return LEFT_OUT if level else AS_IT_IS
    part, written = column.partitions[level - 1], column.written[level - 1]
    return part.date if part.date is not None and set(written) == {"date"} else dict(written)


def with_level(text: str, where: str, column: Generalization, level: int, name: str) -> SpecChange:
    """Return the change of a column's level in the release, which is called by a name."""
    return with_levels(text, where, [(column, level)], wording("{column}: {step}", column=column.column, step=name))


def with_levels(text: str, where: str, levels: Sequence[tuple[Generalization, int]], told: str) -> SpecChange:
    """Return the change of the levels of several columns."""
    for column, level in levels:
        text = with_value(text, where, ("release", "levels", column.column), level_words(column, level))
    return SpecChange(text, told)


def steps_words(column: str, cuts: str, prefix: str, file: str) -> dict[str, Any] | None:
    """Return the steps of a column as a spec writes them, from what a person typed; None for none.

    Levels of `cuts` have semicolons between them, and numbers commas. Raises SpecError.
    """
    given = {"cuts": cuts, "prefix": prefix, "file": file}
    named = [name for name, text in given.items() if text.strip()]
    if len(named) > 1:
        raise SpecError(Phrase("give {column} cuts, first characters or a file, and only one of them", column=column))
    if not named:
        return None
    if named == ["file"]:
        return {"file": file}
    try:
        if named == ["prefix"]:
            return {"prefix": [int(one) for one in prefix.replace(",", " ").split()]}
        levels = [[typed_number(one) for one in part.replace(",", " ").split()] for part in cuts.split(";")]
    except ValueError:
        raise SpecError(
            Phrase(
                "the steps of {column} are numbers with commas between them, such as 18, 30, 65; a semicolon begins a"
                " coarser step (found: '{found}')",
                column=column,
                found=(cuts or prefix)[:60],
            )
        ) from None
    return {"cuts": [part for part in levels if part]}


LARGEST = 1e15
"""The largest number that a form takes, so that a spec keeps each digit that was typed."""


def typed_number(text: str) -> int | float:
    """Return a number that a person typed. Raises ValueError for what is none, or has no end."""
    number = float(text)
    if not abs(number) <= LARGEST:
        raise ValueError(text)
    return int(number) if number == int(number) else number


def with_steps(text: str, where: str, spec: Spec, column: str, words: Mapping[str, Any] | None) -> SpecChange:
    """Return the change of the steps that a known column may take; without words the proposed ones.

    A step of its own that it is on, or that the study needs, goes with the old ones.
    """
    path = ("advise", "generalizations", column)
    if words is not None:
        text = with_value(text, where, path, dict(words))
    elif column in spec.advise.generalizations:
        text = without(text, where, path)
    for word in (("release", "levels"), ("advise", "need"), ("advise", "at_most")):
        if _entries(spec, word).get(column, AS_IT_IS) not in (AS_IT_IS, LEFT_OUT):
            text = without(text, where, (*word, column))
    told = wording(
        "{column} has the proposed steps" if words is None else "{column} has steps of its own", column=column
    )
    return SpecChange(text, told)


def with_need(text: str, where: str, spec: Spec, column: Generalization, level: int | None, name: str) -> SpecChange:
    """Return the change of the coarsest level of a column that the study can use."""
    path = ("advise", "need", column.column)
    if level is not None:
        told = wording("{column} needed by {step}", column=column.column, step=name)
        return SpecChange(with_value(text, where, path, level_words(column, level)), told)
    if column.column in spec.advise.need:
        text = without(text, where, path)
    return SpecChange(text, wording("{column} not needed", column=column.column))
