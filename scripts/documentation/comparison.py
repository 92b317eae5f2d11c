"""The page that compares all metrics, from the facts of their headers."""

from __future__ import annotations

from collections.abc import Mapping

from documentation.markdown import escaped, table
from sqlmetrics.statement.catalogue import Metric, every_metric

PAGE = "reference/comparison.md"

TEXT = """\
# How the metrics compare

The slides on the discrimination rate (Sondeck, PETS 2017) compare six metrics by their granularity, their scope and
their link with re-identification. This page does so for all {count}, from the facts in their headers.

- **Attributes** are what a number is about: the keys together, and beside them the identity or a secret.
- **Finest level** is the smallest thing that has a score: a *class* of people with the same keys, whose score each of
  its records has in [`records`](../how_to/pick_records.md), or the *table* as a whole.
- **Table's number** follows from its classes, records or claims: the *worst* one's number, their *average*, or the
  *count* or share for which something holds. An average may hide a single person who is exposed; a worst case says
  nothing of the others. [What to ask](../how_to/ask.md)
- **Link with re-identification** is *high* where the number is itself the chance or share that an attacker is right, or
  the share of the uncertainty that is gone; *medium* where it is a size, a distance or a number of bits from which a
  chance follows, or which bounds it; *weak* where it needs assumptions to say anything of a person, or is what others
  are compared with; *none* where it measures usefulness.

## The six of the slides

{six}

Where we say another thing: k, l and t are the number of the *worst* class here, as their papers define them, and each
is scored by class too, so they hide nobody; but k tells a chance (1/k) and l and t only bound one. An epsilon
that releases show of themselves is a worst case as well, and says nothing of how many people it is about.

{details}
"""

SLIDES: Mapping[str, tuple[str, str, str, str]] = {
    "Epsilon": ("channel_epsilon", "2 attributes, average", "differential privacy", "weak"),
    "Mutual information": ("mutual_information", "n attributes, average", "random variables in general", "medium"),
    "k-anonymity": ("k_anonymity", "1 attribute, average", "k-anonymity", "medium"),
    "l-diversity": ("distinct_l_diversity", "2 attributes, average", "k-anonymity", "medium"),
    "t-closeness": ("t_closeness_equal", "2 attributes, average", "k-anonymity", "medium"),
    "DR": ("discrimination_rate", "n attributes, fine", "random variables in general", "high"),
}
"""The table of the slides: our metric, and what they say of granularity, scope and link."""

SCOPES = {
    "any": "Random variables in general",
    "identity": "Classes of equal keys",
    "sensitive": "Classes of equal keys",
    "ordered": "Classes of equal keys",
    "hierarchical": "Classes of equal keys",
    "appearances": "Classes of equal keys",
    "population": "A table and its population",
    "sampled": "A table and its population",
    "weighted": "A table and its population",
    "households": "A table and its population",
    "events": "Several records of a person",
    "releases": "Several releases of the same people",
    "views": "A release and its original",
    "claims": "Claims of any attack on a release",
    "closeness": "Distances between single records",
    "linkage": "A release and a file with errors",
    "repetition": "Generated texts and the texts that a model has read",
    "columns": "What a release is still good for",
    "records": "What a release is still good for",
    "pairs": "What a release is still good for",
    "propensities": "What a release is still good for",
    "answers": "What a release is still good for",
    "classifiers": "What a release is still good for",
    "tables": "Published tables",
    "noise": "Noisy answers",
}
"""The scope of a metric, by the kind of its targets or by what it measures of releases."""

ATTRIBUTES = {
    "any": "n keys, and identity or a secret",
    "identity": "n keys, identity",
    "sensitive": "n keys, a secret",
    "ordered": "n keys, a secret with an order",
    "hierarchical": "n keys, a secret with a hierarchy",
    "appearances": "n keys, and identity or a secret",
    "population": "n keys, identity",
    "sampled": "n keys, identity",
    "weighted": "n keys, identity",
    "households": "n keys, identity",
    "events": "n points of a person, identity",
    "releases": "n keys, a secret, in n releases",
    "views": "n keys, and identity or a secret",
    "claims": "n known columns, guessed ones",
    "closeness": "all columns together",
    "linkage": "n columns, in which values may differ",
    "repetition": "a column of texts",
    "columns": "1 column",
    "records": "1 column",
    "pairs": "2 columns",
    "propensities": "all columns together",
    "answers": "the columns of a query",
    "classifiers": "n keys, an attribute to predict",
    "tables": "the columns of a table",
    "noise": "the column of a query's cells",
}
"""What a metric is about, by the same kinds."""


def pages() -> dict[str, str]:
    """Return the page by its path."""
    metrics = every_metric()
    scopes: dict[str, list[Metric]] = {}
    for metric in metrics.values():
        scopes.setdefault(SCOPES[kind_of(metric)], []).append(metric)
    six = table(
        ("metric", "granularity there", "here", "scope there", "here", "link there", "here"),
        [_six(name, metrics[own[0]], own[1:]) for name, own in SLIDES.items()],
    )
    details = "\n\n".join(f"## {scope}\n\n{_details(own)}" for scope, own in scopes.items())
    return {PAGE: TEXT.format(count=len(metrics), six=six, details=details)}


def kind_of(metric: Metric) -> str:
    """Return the kind of a metric's targets or, of releases, what it measures of them first."""
    return metric.of[0] if metric.targets in {"attack", "release"} else metric.targets


def _six(name: str, metric: Metric, said: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the slides say of a metric, and what its header does."""
    granularity, scope, link = said
    here = f"{ATTRIBUTES[kind_of(metric)]}; {metric.aggregate}{', by class' if 'class' in metric.levels else ''}"
    own_scope = SCOPES[kind_of(metric)].lower()
    return f"{name}: {_link(metric)}", granularity, here, scope, own_scope, link, metric.link


def _details(metrics: list[Metric]) -> str:
    """Return the table of the metrics of a scope."""
    columns = ("metric", "attributes", "finest level", "table's number", "link with re-identification")
    return table(columns, [_row(metric) for metric in metrics])


def _row(metric: Metric) -> tuple[str, ...]:
    finest = "class" if "class" in metric.levels else "table"
    return _link(metric), ATTRIBUTES[kind_of(metric)], finest, metric.aggregate, metric.link


def _link(metric: Metric) -> str:
    """Return a link to a metric's page."""
    return f"[{escaped(metric.title)}](metrics/{metric.name}.md)"
