"""Sessions that read as another role of the database, and are who they were in the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from sqlmetrics import deadline
from sqlmetrics.engine.engine import Engine
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.spec.place import Role
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render
from sqlmetrics.statement.sessions import Roles


def roles_of(dialect: Dialect) -> Roles:
    """Return how sessions of a dialect take a role.

    Raises SpecError where a session cannot show what a role sees.
    """
    if isinstance(dialect.roles, str):
        raise SpecError(
            f"`roles` are no way to ask {dialect.name}: {dialect.roles}; log in as each of them, in the `url`, and"
            " score once for each"
        )
    return dialect.roles


def role_statements(texts: Sequence[str], role: Role, dialect: Dialect) -> list[str]:
    """Return statements that take a role, with its name quoted.

    Raises SpecError for a name that no role can have, by which the session would stay the login's.
    """
    name = role.name if role.exact else dialect.folded(role.name)
    roles = roles_of(dialect)
    if not name or (roles.current is not None and name == roles.nobody):
        raise SpecError(
            f"'{role.name}' is no role of {dialect.name}: name one in `roles`, or leave `roles` out to ask as the login"
        )
    quoted = {kind: render(kind, name, dialect=dialect) for kind in ("quoted", "literal")}
    return [text.format(**quoted) for text in texts]


@contextmanager
def in_role(engine: Engine, role: Role | None, name: str) -> Iterator[Engine]:
    """Give an engine whose session reads as a role; one that is not ours is who it was in the end.

    Raises SpecError where no role of the database can be taken, QueryError where this one cannot.
    """
    if role is None:
        yield engine
        return
    dialect = engine.dialect
    roles = roles_of(dialect)
    leaves: Sequence[str] = roles.leaves
    try:
        if roles.current is not None and not engine.own:
            ((before,),) = engine.client.rows(engine, roles.current, name)
            if before != roles.nobody:
                leaves = role_statements(roles.takes, Role(before, exact=True), dialect)
        _run(engine, role_statements(roles.takes, role, dialect), name)
    except QueryError as error:
        grant = "grant it to the login, or correct its name"
        raise QueryError(f"the session may not take the role '{role.name}' of `roles`; {grant}", error.detail) from None
    try:
        yield engine
    finally:
        if not engine.own:
            with suppress(Exception), deadline.spared():
                _run(engine, leaves, name)


def _run(engine: Engine, statements: Sequence[str], name: str) -> None:
    """Run statements, which a transaction of ours that fails does not take back."""
    for statement in statements:
        engine.client.rows(engine, statement, name)
    if engine.own and engine.dialect.client == "cursor":
        engine.connection.commit()
