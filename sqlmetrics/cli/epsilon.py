"""The commands that plan and check an audit of a claimed epsilon."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from sqlmetrics.cli import shared
from sqlmetrics.cli.command import command, shared_flags
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.output import check_ending, write, write_sql
from sqlmetrics.cli.panels import RELEASES
from sqlmetrics.cli.shared import Destination
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError

if TYPE_CHECKING:
    from sqlmetrics.spec.spec import Spec


@command(
    RELEASES,
    "sqlmetrics epsilon plan people.parquet --key zip \\\n      --epsilon 1 --coins plan.json",
    "sqlmetrics epsilon plan people.parquet --key zip \\\n      --epsilon 1 --coins copy.json --into people_copy",
    spec=shared.relation_spec,
    progress=shared.progress,
)
def epsilon_plan(
    *,
    spec: Spec,
    progress: Progress,
    key: str,
    epsilon: float,
    coins: Path,
    force: bool = False,
    delta: float = 0.0,
    canaries: int = 2000,
    individual: str | None = None,
    canary_records: int = 1,
    companions: int = 0,
    measure: Any = None,
    value: Any = None,
    into: str | None = None,
    noisy_query: str | None = None,
    seed: int | None = None,
    output: Path | None = None,
    dialect: str | None = None,
) -> None:
    """Write canaries and coins that test a claimed epsilon.

    Each canary is alone in a cell of the query, and half of them are put in, by coins that stay
    apart. The statement inserts them into a copy, or is a union in front of the query; nothing is
    written to the source, nor over the coins of an earlier plan.
    """
    from sqlmetrics.output.results.epsilon import planned_sentence
    from sqlmetrics.risk.epsilon.plan import CanaryClaim, planned_audit

    check_ending(output, "a statement is SQL", ".sql")
    if coins.is_file() and not force:
        raise SpecError(
            f"{coins} is there already, and without the coins of a plan its answers say nothing: name another file, or"
            " `force` writes over it"
        )
    claim = CanaryClaim(key, epsilon, delta, canaries, canary_records, companions, measure or {}, value or {}, seed)
    own = shared.with_words(spec, individual=individual)
    found = planned_audit(own, claim, into=into, noisy_query=noisy_query, dialect=dialect, progress=progress)
    found.coins.save(coins)
    write(found.statement, output, private=True)
    say(planned_sentence(found))


@shared_flags(shared.RELATION, shared.PLACE, "exact_names", shared.LIMITS)
def noisy_answers(answers: list[str] | None = None, **flags: Any) -> tuple[Spec, list[str]]:
    """Return the spec of noisy answers, and the columns that hold them.

    A file of answers may stand with their flag in place of a relation.
    """
    columns = answers or []
    if flags["relation"] is None and len(columns) == 1:
        return shared.flags_spec(flags | {"relation": columns[0]}).checked(), []
    return shared.flags_spec(flags).checked(), columns


@command(
    RELEASES,
    "sqlmetrics epsilon check answers.csv --coins coins.json",
    "sqlmetrics epsilon check answers.csv --coins coins.json --prior .1",
    noisy=noisy_answers,
    to=shared.destination,
    progress=shared.progress,
)
def epsilon_check(
    *,
    noisy: tuple[Spec, list[str]],
    progress: Progress,
    coins_file: Path,
    claimed: float | None = None,
    thresholded: bool = False,
    prior: float = 0.5,
    to: Destination,
) -> None:
    """Test a claimed epsilon by noisy answers and coins.

    The coins of the canaries with the largest and the smallest answers are guessed. The right ones
    give a lower bound of epsilon. It ends with 1 where the claim is refuted; where it is not
    refuted, nothing is proven.
    """
    from sqlmetrics.output.results.epsilon import epsilon_audit_forms
    from sqlmetrics.risk.epsilon.audit import epsilon_question
    from sqlmetrics.risk.epsilon.coins import read_coins

    coins = read_coins(coins_file)
    if claimed is not None:
        coins = coins.with_claim(claimed)
    spec, answers = noisy
    question = epsilon_question(spec, coins, answers=answers, thresholded=thresholded, prior=prior)
    if to.print_sql:
        write_sql(question.printed(to.dialect), to.output)
        return
    audit = question.answer(progress)
    write(epsilon_audit_forms(audit), to.output, to.format)
    if audit.refuted:
        raise typer.Exit(1)
