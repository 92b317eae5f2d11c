"""Each version of a table with a log, held to the thresholds of one spec."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlmetrics.errors import SpecError, SqlmetricsError
from sqlmetrics.files import footprint
from sqlmetrics.gate.jobs import Options, Outcome, Run, check_written_roles, measure
from sqlmetrics.lakes.opened import lake_versions, versions_held
from sqlmetrics.lakes.table import LakeVersion
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.spec import Spec


class VersionCheck(NamedTuple):
    """A version of a table with its time, and the outcome of its check."""

    version: LakeVersion
    outcome: Outcome


@dataclass(frozen=True, repr=False)
class VersionChecks(Result[VersionCheck]):
    """The checks of each version of a table, the oldest first.

    The run has them as jobs. `exit_code` and `passed` speak of the newest version alone.
    """

    relation_name: str
    checks: tuple[VersionCheck, ...]
    run: Run

    @property
    def rows(self) -> tuple[VersionCheck, ...]:
        """The checks, by version."""
        return self.checks

    @property
    def newest(self) -> Run:
        """The run of the newest version alone."""
        return replace(self.run, outcomes=self.run.outcomes[-1:])

    @property
    def passed(self) -> bool:
        """Whether the newest version passed."""
        return self.newest.passed

    @property
    def exit_code(self) -> int:
        """The exit code of the newest version: 0, or 1 where it failed and that is no warning."""
        return self.newest.exit_code


def check_versions(spec: Spec, options: Options | None = None) -> VersionChecks:
    """Return the check of each version of a spec's relation, which no history takes.

    A version that cannot be measured has its error, the newest raises it. Raises SpecError for a
    relation without versions, and as `check` does.
    """
    options = options or Options()
    spec = options.applied(spec)
    check_written_roles(spec, kept=True)
    if not spec.in_files or spec.loose:
        raise SpecError(f"{spec.name} has no versions: name a Delta or Iceberg table by its folder or its address")
    words = {"history": None, "no_worse_than": None, "report": spec.report.without_file}
    spec = spec.model_copy(update=words)
    options = replace(options, words={})
    with footprint.recorded_run(spec.file), versions_held():
        versions = lake_versions(spec.relation)
        newest = measure(spec, versions[-1][0], options)
    outcomes = [*_earlier(spec, [text for text, _ in versions[:-1]], options), *newest.outcomes]
    checks = [VersionCheck(version, outcome) for (_, version), outcome in zip(versions, outcomes, strict=True)]
    return VersionChecks(spec.name, tuple(checks), replace(newest, outcomes=tuple(outcomes)))


def _earlier(spec: Spec, texts: list[str], options: Options) -> Iterator[Outcome]:
    """Give the outcome of each version that a text names."""
    for number, text in enumerate(texts, 1):
        labelled = replace(options, label=f"version {number} of {len(texts) + 1}: ")
        try:
            yield from measure(spec.model_copy(update={"relation": text}), text, labelled).outcomes
        except SqlmetricsError as error:
            yield Outcome(text, text, error=error.with_traceback(None))
