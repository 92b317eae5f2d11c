"""The worked example of each metric: the command that scores it on the ward, and its files.

The ward is a small table of `fixtures/` with a release of it, made up so that each number can be
worked out by hand; so is the survey, whose records have weights.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.statement.catalogue import Metric

WARD = "fixtures/ward.csv"
HIDDEN = "fixtures/hidden_counts.csv"
WARD_ANSWERS = "fixtures/ward_answers.yml"
RELEASE = "fixtures/ward_release.csv"
POPULATION = "fixtures/ward_population.csv"
SYNTHETIC = "fixtures/ward_synthetic.csv"
HOLDOUT = "fixtures/ward_holdout.csv"
CLINIC = "fixtures/clinic.csv"
CLINIC_SYNTHETIC = "fixtures/clinic_synthetic.csv"
SURVEY = "fixtures/survey.csv"
VISITS = "fixtures/visits.csv"
TRIPS = "fixtures/toy_trips.csv"
CONTROL = "fixtures/ward_control.csv"
AGES = "fixtures/ward_age.csv"
DISEASES = "fixtures/ward_disease.csv"
WORKLOAD = "fixtures/ward_workload.yml"
JANUARY = "fixtures/clinic/january.csv"
FEBRUARY = "fixtures/clinic/february.csv"
NOISY = "fixtures/epsilon/few_answers.csv"
COINS = "fixtures/epsilon/few_coins.json"
NOTES = "fixtures/notes/notes.csv"
GENERATED = "fixtures/notes/generated.csv"
OTHERS = "fixtures/notes/others.csv"


class Example(NamedTuple):
    """A metric's worked example."""

    command: str
    """The command that prints the score."""

    sql: str
    """The command that prints the statement of it."""

    files: tuple[str, ...]
    """The files that it reads, from the project's root."""


KNOWN = {
    "uniqueness": "-q age -q zip",
    "appearances": "-q month",
    "unicity": "-q place -q hour",
    "points_to_single_out": "-q place -q hour",
    "population_uniqueness_snb": "-q age -q disease -q stay",
    "delta_disclosure_strict": "-q zip",
    "enhanced_beta_likeness": "-q zip",
    "t_closeness_hierarchical": "-q zip",
}
"""The known columns of metrics that say more of others than of `age`."""

PARAMETERS = {"recursive_cl_diversity": " --l 2"}
"""The parameters of metrics that their defaults leave without a number."""

SOUGHT = {
    "any": (" -s disease", ()),
    "identity": ("", ()),
    "sensitive": (" -s disease", ()),
    "ordered": (" -s stay --order stay=natural", ()),
    "hierarchical": (f" -s disease --hierarchy disease={DISEASES}", (DISEASES,)),
    "population": (f" --population {POPULATION}", (POPULATION,)),
    "weighted": (" --weight weight", ()),
    "households": (" --weight weight --household household", ()),
    "sampled": (" --population-size 24", ()),
    "appearances": (" -s diagnosis --individual person", ()),
    "events": (" --individual person --known 2 --targets all", ()),
}
"""The flags of each kind of target, and the files that they name."""

RELATIONS = {"--weight": SURVEY, "--known": TRIPS, "--individual": VISITS}
"""The file of a metric by the first flag that its target needs; others score the ward."""

BESIDE = f"{RELEASE} --original {WARD}"

COMMANDS = {
    "views": (f"attacks {BESIDE} -q age -s disease --record-id id --partition age={AGES}:1 --suppressed '*'", (AGES,)),
    "claims": (
        f"gda {BESIDE} --attack inference_frequent --known stay --secret disease --control {CONTROL}",
        (CONTROL,),
    ),
    "closeness": (
        f"closeness {SYNTHETIC} --original {WARD} --control {HOLDOUT} --column disease --column stay",
        (SYNTHETIC, HOLDOUT),
    ),
    "linkage": (f"attacks {WARD} --auxiliary {RELEASE} --individual id -q zip -q disease", (RELEASE,)),
    "repetition": (
        f"closeness {GENERATED} --original {NOTES} --text note --ngram 2 --individual patient --control {OTHERS}",
        (NOTES, GENERATED, OTHERS),
    ),
    "answers": (f"utility {BESIDE} --column disease --column age --queries 1 --workload {WORKLOAD}", (WORKLOAD,)),
    "pairs": (f"utility {BESIDE} --pairs --column disease --column stay --queries 1", ()),
    "propensities": (f"utility {BESIDE} --pmse --column disease --queries 1", ()),
    "classifiers": (
        f"tradeoff {WARD} {RELEASE} -q age -s disease -w disease --neutral zip --hierarchy age={AGES} --holdout 0.5",
        (AGES,),
    ),
    "records": (f"utility {BESIDE} --record id --column disease --column stay --queries 1", ()),
    "columns": (f"utility {BESIDE} --column age --hierarchy age={AGES} --suppressed '*' --queries 1", (AGES,)),
}
"""The command for metrics of releases, and its further files, by what they are measured of."""

OWN = {"channel_epsilon": ("fixtures/ward_flipped.csv", "-q zip --record-id id")}
"""The release and the flags of metrics of `attacks` that say more of a release of their own."""

OF_RECORDS = ("coverage", "kl_divergence", "total_variation_similarity")
"""Metrics of columns that say more of columns that were not recoded."""


def example_of(metric: Metric) -> Example:
    """Return the worked example of a metric."""
    if not metric.of:
        known = KNOWN.get(metric.name, "-q age -q zip" if metric.targets == "sampled" else "-q age")
        sought, files = SOUGHT[metric.targets]
        relation = next((file for flag, file in RELATIONS.items() if flag in sought), WARD)
        identifier = "" if relation in {VISITS, TRIPS} else " --identifier id"
        flags = f"{relation} {known}{sought}{identifier}{PARAMETERS.get(metric.name, '')} -m {metric.name}"
        return Example(f"sqlmetrics score {flags}", f"sqlmetrics sql {flags}", (relation, *files))
    if metric.name in OWN:
        release, flags = OWN[metric.name]
        command = f"sqlmetrics attacks {release} --original {WARD} {flags}"
        return Example(command, f"{command} --print-sql", (WARD, release))
    if metric.joint:
        command = f"sqlmetrics attacks {JANUARY} {FEBRUARY} --together --individual patient -q age -s disease"
        return Example(command, f"{command} --print-sql", (JANUARY, FEBRUARY))
    if any(view == "joint" for _, view in metric.attacks):
        command = f"sqlmetrics attacks {CLINIC_SYNTHETIC} --original {CLINIC} -q age -q town -s illness --all"
        return Example(command, f"{command} --print-sql", (CLINIC, CLINIC_SYNTHETIC))
    if metric.name.startswith("differenced"):
        command = f"sqlmetrics outputs {WARD} --answers {WARD_ANSWERS} --minimum-frequency 3"
        return Example(command, f"{command} --print-sql", (WARD, WARD_ANSWERS))
    if metric.rows == "published_round":
        command = f"sqlmetrics outputs --published {HIDDEN} --mark '*=1..9' --absent zero"
        return Example(command, f"{command} --print-sql", (HIDDEN,))
    if metric.targets == "tables":
        command = f"sqlmetrics outputs {WARD} --keys age,disease --measure stay --minimum-frequency 3"
        return Example(command, f"{command} --print-sql", (WARD,))
    if metric.targets == "noise":
        command = f"sqlmetrics epsilon check {NOISY} --coins {COINS}"
        return Example(f'{command} || echo "exit code $?"', f"{command} --answers n --print-sql", (NOISY, COINS))
    kind = "records" if metric.name in OF_RECORDS else metric.of[-1]
    command, files = COMMANDS[kind]
    beside = () if SYNTHETIC in files else (RELEASE,)
    return Example(f"sqlmetrics {command}", f"sqlmetrics {command} --print-sql", (WARD, *beside, *files))
