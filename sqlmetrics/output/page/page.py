"""Pages, each whole in one file: a certificate in its sections, and a report in its blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlmetrics.certificate.certificate import Certificate, certificate_hash
from sqlmetrics.output.assertions import Assertion
from sqlmetrics.output.page.answer import answer
from sqlmetrics.output.page.attackers import attackers
from sqlmetrics.output.page.column_roles import looked
from sqlmetrics.output.page.crosswalk import crosswalk
from sqlmetrics.output.page.language import ENGLISH, language, spoken, wording
from sqlmetrics.output.page.method import method
from sqlmetrics.output.page.noise import noise
from sqlmetrics.output.page.people import people_at_risk
from sqlmetrics.output.page.points import points
from sqlmetrics.output.page.questions import questions
from sqlmetrics.output.page.rare_combinations import danger
from sqlmetrics.output.page.releases import releases
from sqlmetrics.output.page.scatter import Scatter
from sqlmetrics.output.page.scores import scores
from sqlmetrics.output.page.secrets import learnt
from sqlmetrics.output.page.signature import signature
from sqlmetrics.output.page.slices import slices
from sqlmetrics.output.page.tables import tables
from sqlmetrics.output.page.templates import environment_of, filled, style_sheet
from sqlmetrics.output.page.together import earlier_releases
from sqlmetrics.output.page.trends import trends
from sqlmetrics.output.page.words import crowd, moment, records_of
from sqlmetrics.output.report import Block, Glossary, Heading, Plot, Report, cell_text
from sqlmetrics.spec.report import Language

KINDS = {
    "public": "Privacy report, public version",
    "internal": "Privacy report, internal version: it may hold values of the table",
}
"""What a report is called, by its audience."""


FOREIGN = (
    "Reasons, notes, remarks on how the table was read, sources, questions of documents, names of parameters,"
    " and the statement are in English."
)
"""What stays in English on a page in another language."""


class PageSection(NamedTuple):
    """A section of the page: its anchor, which names its template too, its title, and its content.

    The content is a function of a certificate that returns what the template shows. Where the table
    has slices, `whole` says what of the section describes all of them together, and where several
    points of a person are known, `records` says what does not. A section on `people` does not stand
    where there are only published tables.
    """

    anchor: str
    title: str
    content: Callable[[Certificate], Any]
    whole: str = ""
    records: str = ""
    people: bool = True


OF_WHOLE = "All figures here describe the whole table, and no slice."
"""What a section describes where the table has slices."""

OF_RECORDS = "All figures here take the records of a person one by one."
"""What a section describes where several points of a person are known."""


def of_attacker(certificate: Certificate) -> str:
    """Return which of several attackers a section describes; nothing where there is only one."""
    if certificate.described is None:
        return ""
    return wording("All figures here are about {attacker}.", attacker=certificate.described)


SECTIONS = (
    PageSection("answer", "The answer", answer, people=False),
    PageSection("attackers", "Attackers", attackers),
    PageSection("slices", "Slices", slices),
    PageSection("points", "People with several records", points),
    PageSection("together", "Together with earlier releases", earlier_releases),
    PageSection("tables", "What its tables give away", tables, people=False),
    PageSection("noise", "Is the epsilon of its answers honoured?", noise),
    PageSection("looked", "What was looked at", looked),
    PageSection(
        "three",
        "The three questions",
        questions,
        "The numbers describe the whole table; a condition is met if each slice meets it.",
        "The numbers take the records of a person one by one; the conditions are about several known points.",
    ),
    PageSection("people", "People at risk", people_at_risk, OF_WHOLE, OF_RECORDS),
    PageSection("danger", "What makes it dangerous", danger, OF_WHOLE, OF_RECORDS),
    PageSection("learnt", "What would be learnt", learnt, OF_WHOLE, OF_RECORDS),
    PageSection("time", "Over time", trends, people=False),
    PageSection("releases", "Releases side by side", releases, OF_WHOLE, OF_RECORDS),
    PageSection("scores", "All scores", scores, OF_WHOLE, OF_RECORDS),
    PageSection("crosswalk", "Questions of standards and guidance", crosswalk, people=False),
    PageSection("method", "Method", method, people=False),
)
"""The sections in their order."""


@cache
def _environment() -> Any:
    """Return the environment of the templates of reports."""
    environment = environment_of("report")
    environment.filters["text_of"] = cell_text
    return environment


class PageHead(NamedTuple):
    """The head and the foot of a page."""

    kind: str
    table: str
    measured: str
    foot: tuple[str, ...]


def head(certificate: Certificate) -> PageHead:
    """Return the head and the foot of a certificate's page."""
    return PageHead(
        kind=wording(KINDS[certificate.audience]),
        table=_table(certificate),
        measured=moment(certificate.measured_at),
        foot=(
            wording("Made by sqlmetrics from figures of the table itself. This file needs no script and no network."),
            wording(
                "A report measures a table as it is against the attacker that it describes. It says nothing of what"
                " other tables, or a later version of this one, add."
            ),
            *([] if language() == ENGLISH else [wording(FOREIGN)]),
        ),
    )


EACH_ONCE = Assertion(
    "{name}, {crowd}, one record each",
    lambda gate, of: gate.records == gate.everybody and of["people"].allows(gate.records),
)


def _table(certificate: Certificate) -> str:
    """Return the name of what was measured, with its people and records."""
    facts = certificate.relation
    if certificate.everybody.value is None:
        return facts.name
    if facts.individuals is None:
        return EACH_ONCE.say({"people": facts.records}, name=facts.name, crowd=crowd(facts.records))
    if facts.records.value is None:
        return f"{facts.name}, {crowd(certificate.everybody)}"
    return f"{facts.name}, {crowd(facts.individuals)}, {records_of(facts.records)}"


def page_html(certificate: Certificate, own: Language = ENGLISH) -> str:
    """Return a certificate as a page in a language, whole in one file."""
    with spoken(own):
        own_sections = [section for section in SECTIONS if not (section.people and certificate.tables_alone)]
        sections = [(section, section.content(certificate)) for section in own_sections]
        return rendered(
            "page.html",
            certificate=certificate,
            language=own,
            head=head(certificate),
            signature=signature(certificate),
            of_attacker=of_attacker(certificate),
            certificate_hash=certificate_hash(certificate),
            sections=[(section, content) for section, content in sections if content is not None],
        )


def rendered(template: str, **content: Any) -> str:
    """Return a template of pages with its content and the style sheet."""
    style = style_sheet("report/style.css")
    return filled(_environment(), template, style=style.text, style_hash=style.hash, **content)


class Picture(NamedTuple):
    """A picture with what it shows, and how to read it."""

    title: str
    subtitle: str
    scatter: Scatter


class Section(NamedTuple):
    """A section of the page: its title, and its blocks by their kinds."""

    title: str
    blocks: list[tuple[str, Block | Picture]]


def blocks_page(kind: str, first: str, report: Report, foot: str, figures: Sequence[Picture | None] = ()) -> str:
    """Return a report as a page of a kind, with figures for its plots in their order.

    `first` is the title of what stands before its parts.
    """
    title, sections, left = "", [Section(first, [])], [*figures]
    for block in report.blocks:
        match block:
            case Heading(text, 1):
                title = text
            case Heading(text):
                sections.append(Section(text[:1].upper() + text[1:], []))
            case Plot():
                if left and (figure := left.pop(0)) is not None:
                    sections[-1].blocks.append(("Picture", figure))
            case Glossary():
                continue
            case _:
                sections[-1].blocks.append((type(block).__name__, block))
    shown = [section for section in sections if section.blocks]
    return rendered("blocks.html", kind=kind, title=title, sections=shown, foot=foot)
