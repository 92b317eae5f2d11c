"""The steps of a run in words: its counts, its reads of the source, its scores."""

from __future__ import annotations

from sqlmetrics.columns.look import SAMPLE
from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.risk.combinations.lattice import combinations_of
from sqlmetrics.risk.combinations.measured import largest_set, subset_plan
from sqlmetrics.risk.combinations.results import Most
from sqlmetrics.risk.explained_records import counted_lines, reads_of, told_about
from sqlmetrics.risk.explained_steps import Explained, metric_lines
from sqlmetrics.risk.kinds.kinds import score_question
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.text import duration_text


def explain_score(spec: Spec) -> str:
    """Return the steps of `score` as text; nothing is opened, and of counts only metadata is read.

    Raises SpecError.
    """
    check_goes_with("explain", spec)
    return _text(score_question(spec).explained(), spec)


def explain_subsets(spec: Spec, most: Most) -> str:
    """Return the steps of `subsets` on a relation as text; nothing is opened."""
    check_goes_with("subsets", spec)
    plan = subset_plan(spec)
    size = largest_set(plan, most)
    printed, _, _ = unopened(spec, None)
    number = combinations_of(len(plan.quasi_identifiers), size)
    groups = "cells" if spec.sensitive else "classes"
    rolled = [f"each combination from the smallest one with more keys: the fewest {groups} by the numbers of values"]
    if spec.estimate is not None:
        rolled = [
            "of combinations with few counts all classes, of others those with a low hash, each counted whole",
            "the hash of a class: the sum of its values' hashes, which are computed once for each value",
        ]
    for target in plan.targets:
        rolled += [f"{target.label}:", *(f"  {line}" for line in metric_lines(plan, target))]
    if printed.packs_counts:
        codes = [
            "each key's and target's values as numbers, packed into as few columns as they fit",
            "what it will cost, by their number",
        ]
        steps = [("count, a temporary table", counted_lines(plan, spec.name)), ("codes, temporary tables", codes)]
        steps.append((f"score, {number:,} combinations", rolled))
        reads = "reads of the source: 1" + (", or several of columns of Parquet" if spec.estimate else "")
    else:
        steps = [(f"score, {number:,} combinations, one statement", [*counted_lines(plan, spec.name), *rolled])]
        reads = reads_of([plan], printed, spec)
    return _text(Explained([told_about(spec.name, printed, plan)], steps, reads), spec)


def _text(run: Explained, spec: Spec) -> str:
    """Return a run's steps as lines of text."""
    lines = [*run.about]
    if words := spec.run_limits.words:
        shown = {word: duration_text(value) if word == "timeout" else value for word, value in words.items()}
        lines.append("limits: " + ", ".join(f"{word} {value}" for word, value in shown.items()))
    for number, (name, details) in enumerate(run.steps, 1):
        lines += ["", f"step {number} of {len(run.steps)}: {name}", *(f"  {detail}" for detail in details)]
    lines += ["", run.reads]
    if spec.look and run.looks:
        sample = f"the first {SAMPLE:,} records of columns without a role, for what looks like an identifier"
        lines.append(f"also read: {sample}")
    return "\n".join([*lines, ""])
