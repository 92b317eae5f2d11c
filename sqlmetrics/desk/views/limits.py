"""The task Limits: whose limits hold, and what each would say of the table as it is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmetrics.columns.starting_spec import LIMITS
from sqlmetrics.desk.limit_titles import on_people, threshold_title
from sqlmetrics.desk.views.words import people_or_records
from sqlmetrics.gate.thresholds import BOUNDS, Threshold, read_thresholds, thresholds_of
from sqlmetrics.output.page.language import marked, wording
from sqlmetrics.output.page.words import OWN as OWNER
from sqlmetrics.output.page.words import SHARES, everyday_name, exact_percent, source_of
from sqlmetrics.spec.published_limits import published_limits
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue

OWN_METRICS = {
    "identity": ("k_anonymity", "prosecutor_risk", "uniqueness"),
    "sensitive": ("alpha_k_anonymity", "distinct_l_diversity", "entropy_l_diversity", "t_closeness_equal"),
}
"""The metrics that a limit of one's own may be on, by what they are about."""

OWN = "own."
"""What the values of boxes of own limits begin with, before metric and place of the limit."""


class Now(NamedTuple):
    """What a limit says of the table as it is now, whether it is chosen or not."""

    share: float
    kind: str
    state: str | None
    figure: str
    breaks: bool


class LimitRow(NamedTuple):
    """A limit that may be chosen; `foreign` where its source quotes a document."""

    id: str
    value: str
    title: str
    source: str
    chosen: bool
    now: Now | None
    foreign: bool = False
    first_more: bool = False


class LimitGroup(NamedTuple):
    """Limits on the same: that nobody is found, or that nothing is learnt.

    The last rows, `more` of them, are folded unless one of them is chosen.
    """

    title: str
    of: Sequence[str]
    rows: Sequence[LimitRow]
    more: int = 0
    more_chosen: bool = False


@dataclass(frozen=True)
class LimitsView:
    """The limits as the page shows them; see `limits.html`."""

    groups: Sequence[LimitGroup]
    metrics: Sequence[tuple[str, str]]
    drop: str
    dropped: tuple[str, str] | None


def offered(spec: Spec) -> dict[str, tuple[Threshold, ...]]:
    """Return the limits that the page offers by the values of their boxes: published ones, and own.

    Of published limits on a secret there are some only where the spec has one. Limits on published
    tables are no limits on the people of a release.
    """
    known = {name: on_people(thresholds_of(limit)) for name, limit in published_limits().items()}
    found = {
        name: thresholds
        for name, thresholds in known.items()
        if thresholds and (spec.sensitive or not _of_secret(thresholds))
    }
    own: dict[str, int] = {}
    for threshold in read_thresholds(spec):
        if threshold.published is None:
            place = own[threshold.metric] = own.get(threshold.metric, -1) + 1
            found[f"{OWN}{threshold.metric}.{place}"] = (threshold,)
    return found


def _of_secret(thresholds: Sequence[Threshold]) -> bool:
    """Return whether a limit is on what is learnt of people, not on who they are."""
    return any(
        catalogue()[one.metric].targets in {"sensitive", "ordered", "hierarchical"}
        or one.metric in OWN_METRICS["sensitive"]
        for one in thresholds
    )


def limits_view(spec: Spec, now: Mapping[str, int], records: int, people: str) -> LimitsView:
    """Return the limits as the page shows them; `now` has how many records break each of them."""
    rows: dict[bool, list[LimitRow]] = {False: [], True: []}
    for place, (value, thresholds) in enumerate(offered(spec).items()):
        own = value.startswith(OWN)
        chosen = own or value in spec.limits
        limit = None if own else published_limits()[value]
        rows[_of_secret(thresholds)].append(
            LimitRow(
                id=f"limit-{place}",
                value=value,
                title=threshold_title(thresholds[0], limit),
                source=source_of(thresholds[0].source or OWNER)
                if limit is None
                else f"{limit.source}. {limit.wording}",
                foreign=limit is not None,
                chosen=chosen,
                now=_now(now[value], records, chosen, people) if value in now else None,
            )
        )
    groups = [_group(wording("Nobody can be found"), (), rows[False])]
    if spec.sensitive:
        groups.append(_group(wording("Nothing can be learnt"), spec.sensitive, rows[True]))
    metrics = [*OWN_METRICS["identity"], *(OWN_METRICS["sensitive"] if spec.sensitive else ())]
    share = spec.release.drop
    return LimitsView(
        groups=groups,
        metrics=[(name, f"{everyday_name(name)} ({_side(name)})") for name in metrics],
        drop=marked(f"{100 * share:g}"),
        dropped=(exact_percent(share), people_or_records(int(share * records), people)) if share and records else None,
    )


def _group(title: str, of: Sequence[str], rows: Sequence[LimitRow]) -> LimitGroup:
    """Return a group of limits, the usual ones and own ones first."""
    usual = [row for row in rows if row.value in LIMITS or row.value.startswith(OWN)]
    others = [row for row in rows if row not in usual]
    listed = [row._replace(first_more=row is others[0]) for row in others]
    return LimitGroup(title, of, [*usual, *listed], len(others), any(row.chosen for row in others))


def _side(metric: str) -> str:
    """Return the side of a limit on a metric, with its unit where it is a share."""
    own = catalogue()[metric]
    unit = wording(", in %") if own.unit in SHARES else ""
    return f"{wording('at least' if BOUNDS[own.direction] == 'at_least' else 'at most')}{unit}"


def _now(breaking: int, records: int, chosen: bool, people: str) -> Now:
    """Return what a limit says now, by the records that are in groups which break it."""
    state = ("no" if breaking else "yes") if chosen else None
    nobody = wording("nobody") if people == "people" else wording("no records")
    figure = people_or_records(breaking, people) if breaking else nobody
    share = 100 * breaking / records if records else 0.0
    return Now(share, "bad" if state == "no" else "soft", state, figure, bool(breaking))
