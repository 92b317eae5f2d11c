"""The page of the crosswalk, from the table of its questions."""

from __future__ import annotations

from documentation.markdown import escaped, table
from sqlmetrics.certificate.crosswalk import EVIDENCE, NO_CLAIM, CrosswalkDocument, crosswalk_documents
from sqlmetrics.output.published_limits import UNKNOWN

PAGE = "reference/crosswalk.md"

TEXT = """\
# Questions of standards and guidance

`crosswalk: true` in a spec, or `sqlmetrics report --crosswalk`, writes these questions into a
[report](../how_to/report.md), each with the figures of that report that speak to it, or *not measured*: a report
without a sensitive column has nothing to say on inference. It stands there on request only.

**{claim}**

{documents}
"""


def pages() -> dict[str, str]:
    """Return the page of the crosswalk by its path."""
    documents = "\n\n".join(map(_document, crosswalk_documents()))
    return {PAGE: TEXT.format(claim=NO_CLAIM, documents=documents)}


def _document(own: CrosswalkDocument) -> str:
    rows = [
        (
            escaped(one.clause or UNKNOWN),
            escaped(one.question),
            ", ".join(EVIDENCE[name].title for name in one.evidence) or "not measured by a report",
            escaped(one.elsewhere or ""),
        )
        for one in own.questions
    ]
    titles = ("clause", "question", "in a report, where it was measured", "elsewhere")
    return f"## {own.title}\n\n{escaped(own.unconfirmed or '')}\n\n{table(titles, rows)}"
