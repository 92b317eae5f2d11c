"""The number of examples of a property: a share of them, more with `--engines all`."""

from __future__ import annotations

from math import ceil

from hypothesis import HealthCheck, settings

DEFAULT = 1 / 8
"""The share of the examples that is tried by default."""

THOROUGH = 1 / 4
"""The share that is tried with `--engines all`; `--hypothesis-profile explore` tries all."""

PROFILES = ("default", "ci", "explore")
"""The profiles of hypothesis; `ci` tries more examples, and `explore` new ones each run."""

for _profile in PROFILES:
    settings.register_profile(
        _profile,
        derandomize=_profile != "explore",
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )


def load_profile(*, thorough: bool) -> None:
    """Choose the number of examples of the properties; `--hypothesis-profile` takes precedence."""
    settings.load_profile("ci" if thorough else "default")


def examples(count: int, default: float = DEFAULT, thorough: float = THOROUGH) -> settings:
    """Return the settings of a property with so many examples, or the share of a profile.

    They are the same in each run, without a time limit.
    """
    shares = {"default": default, "ci": thorough}
    share = shares.get(str(settings.get_current_profile_name()), 1.0)
    return settings(max_examples=ceil(count * share))
