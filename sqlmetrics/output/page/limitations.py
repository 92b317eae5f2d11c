"""What a report does not say: the limits of the method, as far as they hold for a certificate."""

from __future__ import annotations

from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.output.page.words import names, sentence


def limitations(certificate: Certificate) -> tuple[str, ...]:
    """Return what the figures of a certificate leave open."""
    found = (
        unseen_columns(certificate),
        "Whether the known columns are all that an attacker knows. Who knows more finds at least as many people.",
        other_lists(certificate),
        combinations(certificate),
        _groups(certificate),
        "What follows from this report together with another one of the same or a similar table, as two reports can be "
        "subtracted from each other.",
        "What becomes of people who are not in the table, or of the table after a change.",
        *(sentence(note) for note in certificate.notes),
    )
    return tuple(text for text in found if text is not None)


def unseen_columns(certificate: Certificate) -> str | None:
    """Return which columns are in no figure."""
    if certificate.columns is None:
        return "What other columns of the table give away. Which there are is not known here."
    unseen = [column.name for column in certificate.columns if column.role in {"not looked at", "ignored"}]
    if not unseen:
        return None
    verb, columns = ("gives", "This column is") if len(unseen) == 1 else ("give", "These columns are")
    return f"What {names(unseen)} {verb} away. {columns} in no figure."


def other_lists(certificate: Certificate) -> str | None:
    """Return that no other list of people was compared."""
    if certificate.relation.population is not None:
        return None
    return "What an attacker learns from another list of people. No such list was compared."


def combinations(certificate: Certificate) -> str | None:
    """Return which combinations of known columns were not measured."""
    if len(certificate.combinations) >= certificate.all_combinations:
        return None
    what = "larger combinations" if certificate.combinations else "combinations"
    reason = certificate.missing.get("combinations")
    if certificate.audience == "public":
        return "What single known columns, and combinations of some of them, give away."
    return f"What {what} of known columns give away{'' if reason is None else f' ({reason})'}."


def _groups(certificate: Certificate) -> str | None:
    """Return that how people spread over groups was not measured."""
    reason = certificate.missing.get("groups")
    return None if reason is None else f"How people spread over groups ({reason})."
