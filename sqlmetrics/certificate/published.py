"""The public version of a certificate: no value of the data, and no small group.

Every figure that a reader gets passes this module. What draws a certificate decides on nothing.
"""

from __future__ import annotations

from dataclasses import replace

from sqlmetrics.certificate.bounds import Crowd, counted, rounded
from sqlmetrics.certificate.certificate import Certificate, RelationFacts
from sqlmetrics.certificate.public_groups import (
    public_combinations,
    public_contributions,
    public_learnt,
    public_point,
    public_sizes,
)
from sqlmetrics.certificate.public_scores import crowd_of, public_condition, public_score
from sqlmetrics.certificate.public_series import public_releases, public_trend
from sqlmetrics.risk.evidence import REASONS
from sqlmetrics.statement.placeholders import CONDITION, QUERY

OF_VALUES = {"partitions", "where", "query", "suppressed", "orders", "hierarchies"}
"""The words of a spec that hold values of the data, or name files that do."""


def published(certificate: Certificate) -> Certificate:
    """Return the public version of an internal certificate."""
    crowd = crowd_of(certificate)
    conditions = tuple(public_condition(one, certificate) for one in certificate.conditions)
    scores = tuple(public_score(one, certificate, conditions) for one in certificate.scores)
    return replace(
        certificate,
        audience="public",
        relation=_relation(certificate.relation, crowd),
        conditions=conditions,
        notes=("Notes on what was not judged are in the internal version.",) if certificate.notes else (),
        columns=None
        if certificate.columns is None
        else tuple(
            replace(column, recodings=tuple(replace(one, domains={}) for one in column.recodings))
            for column in certificate.columns
        ),
        sizes=public_sizes(certificate.sizes, crowd),
        curve=tuple(public_point(one, crowd) for one in certificate.curve),
        learnt=tuple(public_learnt(one, certificate, crowd) for one in certificate.learnt),
        combinations=public_combinations(certificate, crowd),
        contributions=public_contributions(certificate, crowd),
        trends=tuple(public_trend(one, certificate, scores) for one in certificate.trends),
        releases=None if certificate.releases is None else public_releases(certificate.releases, certificate.least),
        scores=scores,
        missing={
            part: reason if reason in REASONS else "the internal version says why"
            for part, reason in certificate.missing.items()
        },
        statement=certificate.public_statement or "",
        public_statement=None,
        spec=None if certificate.spec is None or OF_VALUES & certificate.spec.keys() else certificate.spec,
        small=None,
    )


def _relation(relation: RelationFacts, crowd: Crowd) -> RelationFacts:
    return replace(
        relation,
        where=None if relation.where is None else CONDITION,
        query=None if relation.query is None else QUERY,
        left_out={name: counted(one.value or 0, crowd) for name, one in relation.left_out.items()},
        suppressed=None if relation.suppressed is None else counted(relation.suppressed.value or 0, crowd),
        grouped=None if relation.grouped is None else max(relation.individuals or 0, round(rounded(relation.grouped))),
    )
