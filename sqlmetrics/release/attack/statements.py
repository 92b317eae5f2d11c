"""The statements of attacks on a spec's own relation, as text; nothing is opened."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmetrics.engine.comparison import Sides
from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.discrimination import DiscriminationQuestion
from sqlmetrics.release.attack.discrimination_attacks import ATTACKS
from sqlmetrics.release.attack.gda import ClaimsQuestion, column_partitions
from sqlmetrics.release.attack.scenario import AttackOptions
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec


def unfiltered(spec: Spec, asked: str = "attacks") -> Spec:
    """Return a spec of releases, which are whole.

    Raises SpecError for words of one relation, and for a condition on its records.
    """
    check_goes_with(asked, spec)
    if spec.where is not None:
        raise SpecError(
            "`where` is a condition on one relation, and here are several: say whose records are meant by"
            " `original_where` and `release_where`, one of them or both"
        )
    return spec


def attack_statements(spec: Spec, original: str, names: Sequence[str], dialect: str | None) -> str:
    """Return the statements of named attacks on a spec's relation, a release of an original.

    A quasi-identifier is what the attacker knows, recoded by its partition, and a sensitive
    attribute what the attacker infers. The five attacks of the Discrimination Rate are one
    statement. Raises SpecError for an unknown attack.
    """
    unfiltered(spec)
    printed = dialect_to_write(dialect, spec.url).name
    sides, texts = Sides(original, [spec.name], spec.place), []
    if set(names) & set(ATTACKS):
        texts.append(DiscriminationQuestion(sides, spec).printed(printed))
    if others := tuple(name for name in names if name not in ATTACKS):
        known = {column: entries for column, entries in spec.partitions.items() if column in spec.quasi_identifiers}
        options = AttackOptions(
            attacks=others,
            secrets=tuple(spec.sensitive),
            known=tuple(spec.quasi_identifiers),
            individual=spec.individual,
            exact_names=spec.exact_names,
            partitions=column_partitions(spec.model_copy(update={"partitions": known})),
        )
        texts.append(ClaimsQuestion(sides, options).printed(printed))
    return "\n".join(texts)
