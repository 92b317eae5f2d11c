"""Pages, each whole in one file: a certificate in its sections, and a report in its blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlmetrics.certificate.certificate import Certificate, certificate_hash
from sqlmetrics.output.assertions import Grounds
from sqlmetrics.output.page.answer import answer
from sqlmetrics.output.page.attackers import attackers
from sqlmetrics.output.page.column_roles import looked
from sqlmetrics.output.page.crosswalk import crosswalk
from sqlmetrics.output.page.language import ENGLISH, spoken
from sqlmetrics.output.page.linkage import linkage
from sqlmetrics.output.page.method import method
from sqlmetrics.output.page.noise import noise
from sqlmetrics.output.page.people import people_at_risk
from sqlmetrics.output.page.points import points
from sqlmetrics.output.page.questions import questions
from sqlmetrics.output.page.rare_combinations import danger
from sqlmetrics.output.page.releases import releases
from sqlmetrics.output.page.repetition import repetition
from sqlmetrics.output.page.roles import roles
from sqlmetrics.output.page.scatter import Scatter
from sqlmetrics.output.page.scores import scores
from sqlmetrics.output.page.secrets import learnt
from sqlmetrics.output.page.signature import signature
from sqlmetrics.output.page.slices import slices
from sqlmetrics.output.page.tables import tables
from sqlmetrics.output.page.templates import environment_of, filled, style_sheet
from sqlmetrics.output.page.together import earlier_releases
from sqlmetrics.output.page.trends import trends
from sqlmetrics.output.report import Block, Glossary, Heading, Plot, Report, cell_text
from sqlmetrics.sentences import Facts, World
from sqlmetrics.spec.report import Language


class PageSection(NamedTuple):
    """A section of the page: its anchor, which names its template too, its title, and its content.

    The content is a function of a certificate that returns what the template shows. A section on
    the `whole` table describes no slice, and takes the records of a person one by one. A section on
    `people` does not stand where there are only published tables.
    """

    anchor: str
    title: str
    content: Callable[[Certificate], Any]
    whole: bool = False
    people: bool = True


SECTIONS = (
    PageSection("answer", "The answer", answer, people=False),
    PageSection("attackers", "Attackers", attackers),
    PageSection("roles", "What each role sees", roles),
    PageSection("slices", "Slices", slices),
    PageSection("points", "People with several records", points),
    PageSection("together", "Together with earlier releases", earlier_releases),
    PageSection("tables", "What its tables give away", tables, people=False),
    PageSection("noise", "Is the epsilon of its answers honoured?", noise),
    PageSection("linkage", "Who of a file is found?", linkage),
    PageSection("repetition", "What does a model repeat?", repetition),
    PageSection("looked", "What was looked at", looked),
    PageSection("three", "The three questions", questions, whole=True),
    PageSection("people", "People at risk", people_at_risk, whole=True),
    PageSection("danger", "What makes it dangerous", danger, whole=True),
    PageSection("learnt", "What would be learnt", learnt, whole=True),
    PageSection("time", "Over time", trends, people=False),
    PageSection("releases", "Releases side by side", releases, whole=True),
    PageSection("scores", "All scores", scores, whole=True),
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


def each_once(certificate: Certificate) -> Grounds | None:
    """Return how many people have a record each; None where people are counted by a column."""
    facts = certificate.relation
    return None if facts.individuals is not None else Grounds({"people": facts.records}, _have_one_each)


def _have_one_each(gate: World, of: Facts) -> bool:
    return bool(gate.records == gate.everybody and of["people"].allows(gate.records))


def page_html(certificate: Certificate, own: Language = ENGLISH) -> str:
    """Return a certificate as a page in a language, whole in one file."""
    with spoken(own):
        own_sections = [section for section in SECTIONS if not (section.people and certificate.tables_alone)]
        sections = [(section, section.content(certificate)) for section in own_sections]
        return rendered(
            "page.html",
            certificate=certificate,
            language=own,
            each_once=each_once(certificate),
            signature=signature(certificate),
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


def blocks_page(kind: str, first: str, report: Report, foot: str, figures: Sequence[Picture | None]) -> str:
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
