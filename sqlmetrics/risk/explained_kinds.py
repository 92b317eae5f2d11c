"""The steps of questions about several attackers, and about several records of a person."""

from __future__ import annotations

from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.risk.events.question import asked_points, events_plan, points_plan
from sqlmetrics.risk.events.sets import ALL_SETS, wanted_sets
from sqlmetrics.risk.events.traces import traces_plan
from sqlmetrics.risk.explained_steps import Explained, Steps, extent_steps, keys_of, reads_text, scoring_step
from sqlmetrics.scoring.attackers import AttackerPlans
from sqlmetrics.spec.place import name_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.text import joined


def explained_attackers(spec: Spec) -> Explained:
    """Return the steps that score several attackers. Raises SpecError."""
    made = AttackerPlans.of(spec)
    printed, _, _ = unopened(spec, None)
    known = {name: keys_of(plan) for name, plan in made.plans.items()}
    targets = ", ".join(target.label for target in made.whole.targets)
    about = (
        f"{spec.name}, in {printed.name}: what each of {len(known)} attackers knows tells about {targets}",
        *(f"  {name} knows {keys}" for name, keys in known.items()),
    )
    by_sets = bool(made.sets(printed))
    together = printed.keeps_counts or printed.caches_counts
    by = "what each attacker knows" if by_sets else "all that any attacker knows"
    each = f"from {spec.name}, read once" if together else f"from {spec.name}, for each attacker"
    steps: Steps = [(f"count, {'one table' if together else 'no table'}", [f"records per combination of {by}, {each}"])]
    population = name_of(spec.population)
    for name, plan in made.plans.items():
        counts = f"the counts of {known[name]}" + ("" if by_sets or not together else ", rolled up from those of all")
        steps.append((f"score of {name}, one statement", scoring_step(plan.measured, [counts], population)[1]))
    steps += extent_steps(made.whole, spec.name)
    number = 1 + made.whole.reads_extent + len(known) * (made.whole.weighted + made.whole.housed)
    return Explained(about, steps, reads_text(number if together else None))


def explained_points(spec: Spec) -> Explained:
    """Return the steps that score some known points of a person. Raises SpecError."""
    plan = events_plan(spec)
    printed, _, _ = unopened(spec, None)
    points = asked_points(spec)
    about = (
        f"{spec.name}, in {printed.name}: what up to {points} of a person's points ({keys_of(plan)}) tell about"
        f" {', '.join(target.label for target in plan.targets if plan.metrics_of(target))}",
    )
    sets = wanted_sets(spec)
    looked = sets.label
    if spec.targets is None:
        looked = f"every set of points where there are at most {ALL_SETS:,}, else {looked}"
    steps: Steps = []
    secrets = 0
    for target in plan.targets:
        scored = [metric.name for metric in plan.metrics_of(target)]
        if not scored:
            continue
        secrets += target.column is not None
        own = [] if target.column is None else [f"the values of {target.label} of each person, which are to be one"]
        steps += [
            (f"count of {target.label}", [f"each {plan.individual} and their points, from {spec.name}", *own]),
            (f"plan of {target.label}", ["the number of people and points, and what looking at sets of them costs"]),
            (
                f"score of {target.label}, one statement",
                [looked, ", ".join(metric.name for metric in plan.metrics_of(target))],
            ),
        ]
    steps.append(("extent, one statement", [f"all records: from {spec.name}, read once more"]))
    reads = 2 + secrets * (2 if plan.nulls == "drop" else 1)
    return Explained(about, steps, reads_text(reads if printed.keeps_counts else None))


def explained_traces(spec: Spec) -> Explained:
    """Return the steps that score whole traces. Raises SpecError."""
    plan, points = traces_plan(spec).measured, points_plan(spec)
    printed, _, _ = unopened(spec, None)
    secrets = [target for target in plan.targets if target.column is not None]
    trace = f"each {spec.individual} with all their points ({keys_of(points)})"
    about = (
        f"{spec.name}, in {printed.name}: what all records of a person ({keys_of(points)}) tell about"
        f" {', '.join(target.label for target in plan.targets)}",
    )
    counted = [f"{trace}, and one value of each of {joined([one.label for one in secrets])}" if secrets else trace]
    dropped = points.nulls == "drop"
    steps: Steps = [
        scoring_step(plan, [f"{counted[0]}: from {spec.name}", "the counts: people whose points are the same"], ""),
        ("extent, one statement", [f"all records: from {spec.name}, read once more"]),
        ("people, one statement", [f"people without a point: from {spec.name}, read once more"]),
    ]
    reads = 3 + 2 * len(secrets) + dropped * (1 + len(secrets))
    return Explained(about, steps, reads_text(reads if printed.keeps_counts else None))
