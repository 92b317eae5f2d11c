"""What the public gets of each metric, where some people are in small groups.

Where nobody is, every figure is shown, to three significant digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Rule = Literal["whole", "size", "chance", "at risk", "alone", "average", "group", "values"]
"""What follows from a metric, and what is shown of it:

whole    nothing of groups: the number
size     the size of the smallest group: that it is under `least`
chance   one over that size: that it is over one in `least`
at risk  people in groups of some size: all people in small groups, as a bound
alone    how small groups lie, together: a bound, as if everybody in them were alone
average  an average over people: in steps of what one small group changes
group    a single group, or the number of groups: what the verdict on a limit says, or nothing
values   numbers of the data: nothing, also where no group is small

A figure of `alone` is one of `average` where the target is sensitive, and where no more is known of
the groups. A metric without a rule is withheld, as those of `group` are.
"""

_METRICS: Mapping[Rule, tuple[str, ...]] = {
    "whole": (
        *("entropy", "miller_madow_entropy", "baseline_accuracy"),
        *("confidence", "statistical_confidence", "confidence_improvement", "claim_probability", "susceptibility"),
        *("prior_knowledge", "work", "baseline_confidence", "control_confidence", "risk_beyond_control"),
        *("background_knowledge", "skewness_gain", "linked_records", "suppressed_records"),
        *("u_base", "u_san", "u_max", "utility_gain", "unseen_classes", "coverage", "invented_values"),
        *("total_variation_similarity", "kl_divergence", "contingency_similarity", "pmse", "pmse_ratio"),
        *("precision", "granularity"),
        *("normalized_granularity", "non_uniform_entropy", "column_mutual_information", "accuracy"),
        *("missed_queries", "mean_relative_error", "rms_relative_error"),
    ),
    "size": ("k_anonymity", "k_map"),
    "chance": ("prosecutor_risk", "journalist_risk"),
    "at risk": ("records_at_risk", "uniqueness"),
    "alone": (
        *("average_prosecutor_risk", "distinction", "separation", "discrimination_rate", "conditional_privacy"),
        *("mutual_information", "conditional_entropy", "normalized_conditional_entropy"),
    ),
    "average": (
        *("adjusted_discrimination_rate", "miller_madow_discrimination_rate", "miller_madow_mutual_information"),
        *("miller_madow_conditional_entropy", "joint_entropy", "miller_madow_joint_entropy"),
        *("a_know", "a_acc", "posterior_accuracy", "marketer_risk"),
    ),
    "group": (
        *("itpr", "delta_presence", "delta_presence_least", "average_journalist_risk", "entropy_l_diversity_risk"),
        *("alpha_k_anonymity", "t_closeness_equal", "t_closeness_ordered", "t_closeness_hierarchical"),
        *("delta_disclosure", "delta_disclosure_strict", "basic_beta_likeness", "enhanced_beta_likeness"),
        *("distinct_l_diversity", "entropy_l_diversity", "recursive_cl_diversity", "maximum_information_leakage"),
        *("skewness", "a_diff", "a_quot", "gain_bound", "discernibility", "average_class_size"),
        *("population_uniqueness", "population_uniqueness_pitman", "population_uniqueness_zayatz"),
        *("population_uniqueness_snb", "population_uniques_independence", "correct_matches_independence"),
        *("population_uniques_two_way", "correct_matches_two_way"),
        *("distance_to_closest", "distance_ratio", "closer_to_original", "baseline_protection"),
        *("overfitting_protection", "membership_auc", "membership_advantage", "true_positive_rate"),
        *("epsilon_bound", "channel_epsilon"),
        *("individual_risk", "global_risk", "expected_reidentifications"),
        *("household_risk", "global_household_risk", "expected_household_reidentifications"),
    ),
    "values": (
        *("mean_squared_error", "worst_relative_error", "mean_absolute_error"),
        *("rms_absolute_error", "worst_absolute_error"),
    ),
}

RULES: Mapping[str, Rule] = {metric: rule for rule, metrics in _METRICS.items() for metric in metrics}
"""The rule of each metric."""


def rule_of(metric: str, target: str) -> Rule:
    """Return what the public gets of a metric of a target."""
    rule = RULES.get(metric, "group")
    if metric == "entropy_l_diversity_risk" and target == "identity":
        return "chance"
    if rule == "alone" and target != "identity":
        return "average"
    if rule == "average" and target == "identity" and metric != "joint_entropy":
        return "group"
    return rule
