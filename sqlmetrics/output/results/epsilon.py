"""An audit of a claimed epsilon: its plan, and what the answers refute."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.plot import BEATEN, FRONT, LINES
from sqlmetrics.output.report import Cell, Column, Heading, Note, Paragraph, Report, Toned, table
from sqlmetrics.output.shown import shows
from sqlmetrics.risk.epsilon.audit import EpsilonAudit, EpsilonFinding
from sqlmetrics.risk.epsilon.coins import Canary
from sqlmetrics.risk.epsilon.meaning import belief_text, epsilon_meaning, most_belief
from sqlmetrics.risk.epsilon.plan import EpsilonPlan
from sqlmetrics.text import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NO_PROOF = "Not refuted is no proof: a test with more canaries, or another one, may refute the claim."
"""The remark on every claim that is not refuted."""


def planned_sentence(result: EpsilonPlan) -> str:
    """Return what is fixed before the answers are seen, in a sentence."""
    coins = result.coins
    return (
        f"{coins.guesses:,} of {len(coins.coins):,} coins will be guessed; {coins.least_right:,} right ones refute an"
        f" epsilon of {coins.epsilon:g}, and a mechanism as claimed gives a bound of about {result.expected_bound:.2f}"
    )


@shows(EpsilonPlan)
def epsilon_plan_forms(result: EpsilonPlan) -> Forms:
    """Return the forms of a plan: its canaries with their coins."""
    kinds = kinds_of(Canary)
    return Forms(
        report=lambda: Report(
            (
                Heading(f"{result.relation_name}: the plan of an audit", 1),
                Paragraph(f"{planned_sentence(result)}."),
            )
        ),
        document=lambda: result.coins.model_dump(),
        records=lambda: Records(tuple(kinds), result.rows, kinds),
        private=True,
    )


def _draw_beliefs(result: EpsilonAudit, axes: Axes) -> None:
    """Draw the most that an attacker may believe, by epsilon: as claimed, and by what was found."""
    claimed, measured = result.claimed, result.measured
    last = 1.25 * max(claimed.epsilon, measured.epsilon)
    epsilons = [last * step / 100 for step in range(101)]
    axes.plot(epsilons, [most_belief(one, claimed.prior) for one in epsilons], color=LINES)
    axes.axhline(claimed.prior, color=LINES, linestyle=":", label=f"beforehand: {belief_text(claimed.prior)}")
    for one, says, colour in ((claimed, "claimed", FRONT), (measured, "at least, at 95 %", BEATEN)):
        label = f"epsilon {one.epsilon:.3g}, {says}: {belief_text(one.belief)}"
        axes.plot([one.epsilon], [one.belief], marker="o", linestyle="none", color=colour, label=label)
    axes.set_ylim(0, 1)
    axes.set_xlabel("epsilon")
    axes.set_ylabel("how sure an attacker may be that a person is in")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)


@shows(EpsilonAudit, plot=lambda result: partial(_draw_beliefs, result), drawn="an audit of an epsilon")
def epsilon_audit_forms(result: EpsilonAudit) -> Forms:
    """Return the forms of an audit."""
    kinds = kinds_of(EpsilonFinding)
    return Forms(
        report=lambda: epsilon_audit_report(result),
        document=lambda: epsilon_document(result),
        records=lambda: Records(tuple(kinds), result.rows, kinds),
    )


def epsilon_document(result: EpsilonAudit) -> dict[str, Any]:
    """Return an audit as JSON."""
    return {
        "relation": result.relation_name,
        "records": result.records,
        **result.finding._asdict(),
        "epsilon_lower": result.finding.epsilon_at_least,
        "prior": result.claimed.prior,
        "belief": result.claimed.belief,
        "belief_at_least": result.measured.belief,
    }


def epsilon_audit_report(result: EpsilonAudit) -> Report:
    """Return the verdict, the guesses and what the claim means for a person."""
    found, claimed = result.finding, result.claimed
    rows: list[tuple[str, Cell]] = [
        ("canaries", number(found.canaries)),
        ("with an answer", number(found.answered)),
        ("guesses", number(found.guesses)),
        ("right guesses", number(found.right_guesses)),
        ("right guesses that refute", number(found.least_right)),
        ("epsilon at least, at 95 %", number(found.epsilon_at_least)),
        ("claimed epsilon", number(found.epsilon)),
        ("claimed delta", number(found.delta)),
        ("verdict", Toned(found.verdict, "bad" if result.refuted else "plain")),
    ]
    twice = epsilon_meaning([found.epsilon, found.epsilon], claimed.prior)
    return Report(
        (
            Heading(f"{result.relation_name}: is epsilon {found.epsilon:g} honoured?", 1),
            table([Column("of the audit", "text"), Column("value", "number")], rows),
            *(
                [Note(f"By what was found it is {belief_text(result.measured.belief)} or more.")]
                if result.refuted
                else [Note(NO_PROOF)]
            ),
            Paragraph(f"By the claim: {claimed}"),
            Paragraph(
                f"Epsilons of answers add up: after two such answers it is {belief_text(twice.belief)} at most."
                + ("" if found.delta == 0 else f" One answer in {1 / found.delta:,.0f} may tell more, by delta.")
            ),
        )
    )
