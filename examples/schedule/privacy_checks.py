"""A release: what is made from it is made only where it passes its thresholds."""

from dagster import AssetCheckResult, Definitions, ScheduleDefinition, asset, asset_check

import sqlmetrics


@asset
def release() -> None:
    """Make the table that is to be published, or call what makes it."""


@asset_check(asset=release, blocking=True)
def privacy() -> AssetCheckResult:
    """Hold the table to the thresholds of its spec."""
    (outcome,) = sqlmetrics.check(spec="release.yml").outcomes
    if outcome.held is None:
        return AssetCheckResult(passed=False, description=str(outcome.error))
    values = {f"{one.score.metric} of {one.score.target}": one.score.value for one in outcome.held.verdicts}
    return AssetCheckResult(passed=outcome.held.passed, metadata=values)


@asset(deps=[release])
def published() -> None:
    """Hand the table out."""


nightly = ScheduleDefinition(name="nightly", target="*", cron_schedule="15 3 * * *")
definitions = Definitions(assets=[release, published], asset_checks=[privacy], schedules=[nightly])
