"""How many examples a property is tried on: a third of them by default, all of them with `--engines all`."""

from __future__ import annotations

from math import ceil

from hypothesis import HealthCheck, settings

SHARES = {"default": 1 / 3, "ci": 1.0, "explore": 1.0}
"""The profiles of hypothesis, by the share of a property's examples that they try; `explore` draws others in each run."""

for _profile in SHARES:
    settings.register_profile(
        _profile,
        derandomize=_profile != "explore",
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )


def load_profile(*, thorough: bool) -> None:
    """Choose how many examples the properties are tried on; `--hypothesis-profile` has the last word."""
    settings.load_profile("ci" if thorough else "default")


def examples(count: int) -> settings:
    """Return the settings of a property that is tried on so many examples: the same in each run, without a limit of time."""
    return settings(max_examples=ceil(count * SHARES[settings.get_current_profile_name()]))
