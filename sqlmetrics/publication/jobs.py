"""Jobs that write a release once it passes."""

from __future__ import annotations

from sqlmetrics.gate.jobs import Options, Outcome, judge_and_record, recorded_outcome
from sqlmetrics.publication.written import write_release
from sqlmetrics.spec.spec import Spec


def release_and_record(job: str, spec: Spec, options: Options, run_id: str) -> Outcome:
    """Return the outcome of a job, whose release is written where its spec names a file for it.

    Scores and report then tell of the file. Raises the errors of
    `judge_and_record` and of `write_release`.
    """
    file = spec.release.file
    if file is None:
        return judge_and_record(job, spec, options, run_id)
    spec = options.applied(spec)
    result = write_release(spec, file, name=job, options=options)
    (outcome,) = result.run.outcomes
    return recorded_outcome(outcome, spec, run_id)
