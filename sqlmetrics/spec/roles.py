"""Several roles of a database: the spec of what each sees."""

from __future__ import annotations

from sqlmetrics.spec.spec import Spec


def specs_of_roles(spec: Spec) -> dict[str, Spec]:
    """Return the spec of each role by its name; a spec without roles has none."""
    return {role: spec.model_copy(update={"roles": [], "role": role}) for role in spec.roles}
