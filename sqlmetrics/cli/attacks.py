"""The commands that attack releases: attacks, gda and closeness."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics.cli import shared
from sqlmetrics.cli.command import command, shared_flags
from sqlmetrics.cli.panels import RELEASES
from sqlmetrics.cli.shared import LIMITS, PLACE, SUPPRESSED, Destination
from sqlmetrics.engine.files import write_whole
from sqlmetrics.release.attack.claims import Tolerance
from sqlmetrics.release.attack.closeness.options import MOST_PAIRS, ClosenessOptions
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.spec.agreement import AGREEMENT, BEST

if TYPE_CHECKING:
    from pathlib import Path

    from sqlmetrics.engine.comparison import Sides
    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.output.forms import Forms
    from sqlmetrics.release.attack.attack_log import AttackLog
    from sqlmetrics.release.attack.gda import ClaimsQuestion
    from sqlmetrics.release.attack.scenario import AttackOptions
    from sqlmetrics.release.utility.utility import UtilityQuestion
    from sqlmetrics.scoring.scores import ReleaseScores
    from sqlmetrics.spec.place import Place
    from sqlmetrics.spec.spec import Spec


@shared_flags(
    "quasi_identifier sensitive individual targets partition", SUPPRESSED, "level", PLACE, "exact_names", LIMITS
)
def releases_spec(**flags: Any) -> Spec:
    """Return the spec that the flags make of all releases, without a relation. Raises SpecError."""
    return shared.flags_spec(flags)


@command(
    RELEASES,
    "sqlmetrics attacks release.parquet --original people.parquet \\\n      -q age -q zip -s disease",
    "sqlmetrics attacks release.parquet --original people.parquet \\\n      -q age -q zip -s disease --print-sql",
    "sqlmetrics attacks people.parquet release.parquet --together \\\n      --individual id -q age -q zip -s disease",
    "sqlmetrics attacks release.parquet --auxiliary people.parquet --individual id",
    sides=shared.original_and_releases,
    spec=releases_spec,
    to=shared.destination,
    progress=shared.progress,
)
def attacks(
    *,
    sides: Sides,
    spec: Spec,
    record_id: str | None = None,
    external: str | None = None,
    renamed: dict[str, str] | None = None,
    together: bool = False,
    pseudonym: bool = False,
    auxiliary: str | None = None,
    agreement: dict[str, float] | str | None = None,
    nearly: dict[str, float] | None = None,
    links: str | None = None,
    to: Destination,
    show_values: bool = False,
    limit: int | None = None,
    all_: bool = False,
    progress: Progress,
) -> None:
    """Measure how attacks on releases succeed.

    Five are on the release: identity, homogeneity, background knowledge, skewness and semantic
    attacks. Replication and attribution are on the original's records, by a synthetic release, too.
    With --together the releases are compared with each other: what do they give away of people who
    are in several of them? With --auxiliary the people of an outside file are looked for in them,
    errors in the file included.
    """
    from sqlmetrics.output.results.discrimination import attacks_forms
    from sqlmetrics.output.results.linkage import linkage_forms
    from sqlmetrics.output.results.together import together_forms
    from sqlmetrics.release.attack.discrimination import DiscriminationQuestion
    from sqlmetrics.release.attack.linkage.linkage import LinkageQuestion, check_alone, check_looked_for
    from sqlmetrics.risk.together.pseudonym import PseudonymQuestion, check_pseudonym
    from sqlmetrics.risk.together.question import TogetherQuestion, check_linked

    check_looked_for(auxiliary, agreement, nearly, links)
    if auxiliary is not None:
        check_alone(record_id, external, renamed, together=together, everything=all_)
        check_pseudonym(pseudonym)
        sides = sides._replace(place=spec.place)
        linked = LinkageQuestion(sides, spec, auxiliary, agreement or AGREEMENT, nearly or {}, links or BEST)
        to.write(linked, progress, linkage_forms)
        return
    if together:
        check_linked(record_id, external, all_)
        series = TogetherQuestion(sides._replace(place=spec.place), spec, renamed)
        to.write(PseudonymQuestion(series) if pseudonym else series, progress, together_forms)
        return
    check_pseudonym(pseudonym)
    shown = to.limit(limit) if spec.level == "class" else limit
    question = DiscriminationQuestion(
        sides._replace(place=spec.place), spec, record_id, external, renamed, show_values, shown, all_
    )
    to.write(question, progress, attacks_forms)


@shared_flags(
    "public control individual attack secret known attempts seed tolerance max_cells max_queries partition exact_names"
)
def attack_options(
    attempts: int = 500,
    seed: int = 0,
    tolerance: float | None = None,
    partition: dict[str, Any] | None = None,
    **flags: Any,
) -> AttackOptions:
    """Return the options of attacks that the flags make. Raises SpecError."""
    from sqlmetrics.release.attack.gda import column_partitions
    from sqlmetrics.release.attack.scenario import AttackOptions

    recoded = shared.flags_spec({"partition": partition})
    return AttackOptions(
        attempts=attempts,
        seed=seed,
        tolerance=None if tolerance is None else Tolerance(tolerance),
        partitions=column_partitions(recoded),
        **shared.options_of(flags),
    )


class GdaScore(NamedTuple):
    """The question of both halves of the GDA Score: attacks on releases, and utility if asked."""

    attacks: ClaimsQuestion
    utility: UtilityQuestion | None

    def answer(self, progress: Progress | None = None) -> tuple[ReleaseScores, tuple[AttackLog, ...]]:
        """Return the measures of attacks, then of utility if asked, and the logs."""
        scores, logs = self.attacks.answer(progress)
        return scores if self.utility is None else scores.beside(self.utility.answer(progress)), logs

    def printed(self, dialect: str | None = None) -> str:
        """Return the statements of both."""
        attacks = self.attacks.printed(dialect)
        return attacks if self.utility is None else f"{attacks}\n{self.utility.printed(dialect)}"


@command(
    RELEASES,
    "sqlmetrics gda release.parquet --original people.parquet --attempts 100",
    "sqlmetrics gda release.parquet --original people.parquet --with-utility",
    "sqlmetrics gda --list",
    sides=shared.original_and_releases,
    place=shared.place,
    to=shared.destination,
    progress=shared.progress,
    options=attack_options,
)
def gda(
    *,
    sides: Sides,
    options: AttackOptions,
    list_: bool = False,
    with_utility: bool = False,
    claims: Path | None = None,
    plot: Path | None = None,
    show_values: bool = False,
    to: Destination,
    place: Place,
    progress: Progress,
) -> None:
    """Attack releases, and check the claims against the original.

    The measures are those of the GDA Score: how much attacks learn, and how often they are right.
    """
    from sqlmetrics.output.forms import write_csv
    from sqlmetrics.output.plot import check_plot, write_plot
    from sqlmetrics.output.plot_family import draw_family, family, family_text
    from sqlmetrics.output.results.gda import claim_records, gda_forms
    from sqlmetrics.release.attack.gda import ClaimsQuestion
    from sqlmetrics.release.utility.utility import UtilityQuestion

    sides = sides._replace(place=place)
    if plot is not None and not to.print_sql:
        check_plot(plot)

    def forms(found: tuple[ReleaseScores, tuple[AttackLog, ...]]) -> Forms:
        scores, logs = found
        if claims is not None:
            checked = claim_records(logs, show_values=show_values)
            write_whole(claims, lambda unfinished: write_csv(checked, unfinished), private=True)
        if plot is not None:
            drawn = partial(draw_family, scores)
            write_plot(drawn, plot, height=family(scores).height, text=family_text(scores))
        return gda_forms(scores)

    columns = tuple(dict.fromkeys((*options.known, *options.secrets)))
    own = UtilityOptions(options.individual, columns=columns, show_values=show_values, exact_names=options.exact_names)
    attacked = ClaimsQuestion(sides, options)
    to.write(GdaScore(attacked, UtilityQuestion(sides, own) if with_utility else None), progress, forms)


@shared_flags("control individual record_id column text ngram max_pairs seed delta exact_names")
def closeness_options(max_pairs: int = MOST_PAIRS, seed: int = 0, delta: float = 0.0, **flags: Any) -> ClosenessOptions:
    """Return the options of a comparison by distances, or by runs of words, that the flags make."""
    return ClosenessOptions(max_pairs=max_pairs, seed=seed, delta=delta, **shared.options_of(flags))


@command(
    RELEASES,
    "sqlmetrics closeness release.parquet --original people.parquet",
    "sqlmetrics closeness release.parquet --original people.parquet \\\n      --control people.parquet",
    "sqlmetrics closeness release.parquet --original people.parquet \\\n      --text disease --ngram 1 --individual id",
    sides=shared.original_and_releases,
    place=shared.place,
    to=shared.destination,
    progress=shared.progress,
    options=closeness_options,
)
def closeness(*, sides: Sides, options: ClosenessOptions, to: Destination, place: Place, progress: Progress) -> None:
    """Measure how close releases are to the original.

    With people who were not in it (--control) also whether closeness tells who was. With --text
    it is about generated texts: which words of few people do they repeat?
    """
    from sqlmetrics.output.results.closeness import closeness_forms
    from sqlmetrics.output.results.repetition import repetition_forms
    from sqlmetrics.release.attack.closeness.closeness import ClosenessQuestion
    from sqlmetrics.release.attack.repetition.repetition import RepetitionQuestion

    sides = sides._replace(place=place)
    if options.text is None:
        to.write(ClosenessQuestion(sides, options), progress, closeness_forms)
    else:
        to.write(RepetitionQuestion(sides, options), progress, repetition_forms)
