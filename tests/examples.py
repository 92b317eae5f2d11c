"""The number of examples of a property: a third by default, all of them with `--engines all`."""

from __future__ import annotations

from math import ceil

from hypothesis import HealthCheck, settings

SHARES = {"default": 1 / 3, "ci": 1.0, "explore": 1.0}
"""The profiles of hypothesis, by the share of the examples; `explore` draws new ones each run."""

for _profile in SHARES:
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


def examples(count: int) -> settings:
    """Return the settings of a property with so many examples.

    They are the same in each run, without a time limit.
    """
    return settings(max_examples=ceil(count * SHARES[settings.get_current_profile_name()]))
