"""The proposed roles of a relation that was named alone, with a warning."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence
from typing import Any

from sqlmetrics.columns.kinds import Role
from sqlmetrics.columns.profile import profile, proposed_roles
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import check_records
from sqlmetrics.errors import RolesWarning, SpecError
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.relation import is_path
from sqlmetrics.text import printable

NAMED = 12
"""The most columns of a role that a message names."""


def with_roles(spec: Spec, progress: Progress | None = None, *, opens: bool = True) -> Spec:
    """Return a spec with the roles that `init` proposes, where it was made without any role.

    A RolesWarning names them. A spec file, a named role, counts, and `look: false` leave a spec as
    it is. A call that `opens` nothing else looks at files and at named databases alone.

    Raises SpecError where no column may be known, or none is secret.
    """
    if not is_without_roles(spec) or spec.counts or not spec.look:
        return spec
    if not opens and not spec.place.holds_tables and isinstance(spec.relation, str) and not is_path(spec.relation):
        return spec
    check_records(spec)
    found = profile(spec.checked(), None if progress is None else Progress(draw=progress.draw))
    taken = {*spec.columns}
    roles = {column: role for column, role in proposed_roles(found).items() if column not in taken}
    guessed: dict[str, Any] = {
        "quasi_identifiers": _of("quasi_identifier", roles),
        "sensitive": _of("sensitive", roles),
        "identifiers": {**spec.identifiers, **dict.fromkeys(_of("identifier", roles))},
        "ignored": {**spec.ignored, **dict.fromkeys(_of("ignored", roles))},
    }
    individual = _of("individual", roles)
    if individual:
        word = "individual" if spec.individual is None else "identifiers"
        guessed[word] = individual[0] if word == "individual" else guessed[word] | {individual[0]: None}
    if not found.records:
        raise SpecError(f"{printable(spec.name)} has no record, so there is nothing to score")
    _check(guessed)
    unsure = {column.name for column in found.columns if column.look.kind is None}
    warnings.warn(RolesWarning(_told(guessed, unsure), _relation(spec)), stacklevel=2)
    return spec.model_copy(update={**guessed, "guessed": True})


def is_without_roles(spec: Spec) -> bool:
    """Return whether nobody named a role, nor a file of a spec, and nothing published is asked."""
    published = spec.outputs.is_asked or spec.noisy_answers.is_asked
    named = spec.quasi_identifiers or spec.attackers or spec.sensitive
    return not (named or published or spec.file is not None)


def _of(role: Role, roles: dict[str, Role]) -> list[str]:
    """Return the columns of a role, in the order of the relation."""
    return [column for column, own in roles.items() if own == role]


def _check(guessed: dict[str, Any]) -> None:
    """Raise SpecError where nothing that was guessed is known, or secret."""
    listed = "; ".join(f"{_named(columns)} {seen}" for columns, seen in _by_look(guessed) if columns)
    listed = f"its columns are {listed}" if listed else "it has no other column"
    if not guessed["quasi_identifiers"]:
        raise SpecError(
            f"no column looks like one that an attacker may know; name those in `quasi_identifiers`: {listed}"
        )
    if not guessed["sensitive"]:
        raise SpecError(
            "no column looks secret; name the secret in `sensitive`, or what an attacker knows in"
            f" `quasi_identifiers`, for the risk that a person is found: {listed}"
        )


def _by_look(guessed: dict[str, Any]) -> list[tuple[Sequence[str], str]]:
    """Return the columns of each role with what they look like, as an apposition."""
    individual = [guessed["individual"]] if guessed.get("individual") else []
    return [
        ([*guessed["identifiers"], *individual], "(identifiers)"),
        (guessed["quasi_identifiers"], "(known)"),
        (guessed["sensitive"], "(secret)"),
        ([*guessed["ignored"]], "(with nothing to learn: empty, of one value, or row numbers)"),
    ]


def _told(guessed: dict[str, Any], unsure: Collection[str]) -> str:
    """Return the guessed roles as one line; columns whose kind nothing tells are unsure."""
    words = {"known": guessed["quasi_identifiers"], "secret": guessed["sensitive"]}
    parts = [f"{word} {_with_doubt(columns, unsure)}" for word, columns in words.items()]
    if guessed["identifiers"]:
        parts.append(f"left out as identifiers {_named([*guessed['identifiers']])}")
    if guessed.get("individual"):
        parts.append(f"a person is one value of {printable(guessed['individual'])}")
    return f"the roles are guesses: {'; '.join(parts)}"


def _with_doubt(columns: Sequence[str], unsure: Collection[str]) -> str:
    """Return columns as a part of a sentence, the unsure ones at its end."""
    sure = [column for column in columns if column not in unsure]
    rest = [column for column in columns if column in unsure]
    if not rest:
        return _named(sure)
    return f"{_named(sure)} (unsure: {_named(rest)})" if sure else f"(unsure) {_named(rest)}"


def _relation(spec: Spec) -> str | None:
    """Return the name of a spec's relation, None where other words say where it is, or which."""
    more = spec.place.holds_tables or spec.place.files.given or spec.where is not None
    return spec.relation if isinstance(spec.relation, str) and not more else None


def _named(columns: Sequence[str]) -> str:
    """Return columns as a part of a sentence, the first of them where they are many."""
    more = len(columns) - NAMED
    return ", ".join(map(printable, columns[:NAMED])) + (f" and {more} more" if more > 0 else "")
