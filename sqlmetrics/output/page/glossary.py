"""The glossary of a page: the terms of the field that it uses, in everyday words."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate


class GlossaryTerm(NamedTuple):
    """A term and what it means."""

    term: str
    text: str


class GlossaryEntry(NamedTuple):
    """A term, what it means, and whether a page uses it."""

    term: str
    text: str
    used: Callable[[Certificate], object]


def _always(certificate: Certificate) -> bool:
    return True


ENTRIES = (
    GlossaryEntry("Attacker", "Anybody who tries to learn something about a person in the table.", _always),
    GlossaryEntry(
        "Best guess",
        "The most frequent sensitive value of a person's group. It is as sure as that value is frequent there.",
        lambda certificate: certificate.learnt,
    ),
    GlossaryEntry(
        "Certificate",
        "The file with everything on this page for machines. Its SHA-256 changes with any change of it.",
        _always,
    ),
    GlossaryEntry(
        "Discrimination rate",
        "The share of the uncertainty about something that the known columns take away; adjusted: beyond chance.",
        lambda certificate: certificate.learnt,
    ),
    GlossaryEntry(
        "Dominated",
        "Of a release: another one has no more risk and more use, or less risk and no less use.",
        lambda certificate: certificate.releases,
    ),
    GlossaryEntry(
        "Fingerprint",
        "A number made of the table's content or files, by which a changed table is recognised.",
        _always,
    ),
    GlossaryEntry(
        "Group (equivalence class)",
        "The people who have the same values in all known columns. Nobody can be told from the others of a group.",
        _always,
    ),
    GlossaryEntry(
        "Identifier", "A column that names a person by itself, such as a name or an e-mail address.", _always
    ),
    GlossaryEntry("Inference", "Learning something sensitive of a person, also without finding the record.", _always),
    GlossaryEntry(
        "Known column (quasi-identifier)",
        "A column that others may know of a person, such as an age or a place.",
        _always,
    ),
    GlossaryEntry("Linkability", "Finding the records of one person in two tables.", _always),
    GlossaryEntry("Sensitive column", "A column whose value a person would want to keep from others.", _always),
    GlossaryEntry(
        "Shapley value",
        "What a column adds to a figure on average, over all orders in which columns become known. All columns' "
        "values add up to the figure of all of them.",
        lambda certificate: len(certificate.contributions) > 1,
    ),
    GlossaryEntry("Singling out", "Finding the record of one person.", _always),
    GlossaryEntry(
        "Uncertainty (entropy)",
        "How much is open about something, in bits: as many yes-or-no questions as it takes to know it.",
        _always,
    ),
)
"""The terms, in the order of the alphabet."""


def glossary(certificate: Certificate) -> tuple[GlossaryTerm, ...]:
    """Return the terms that the page of a certificate uses."""
    return tuple(GlossaryTerm(entry.term, entry.text) for entry in ENTRIES if entry.used(certificate))
