"""The names of metrics as types, so that editors complete them; made by scripts/dbt_catalogue."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

RelationMetric = Literal[
    "k_anonymity",
    "prosecutor_risk",
    "average_prosecutor_risk",
    "records_at_risk",
    "uniqueness",
    "distinction",
    "separation",
    "itpr",
    "k_map",
    "delta_presence",
    "delta_presence_least",
    "journalist_risk",
    "average_journalist_risk",
    "marketer_risk",
    "discrimination_rate",
    "population_uniqueness",
    "population_uniqueness_pitman",
    "population_uniqueness_zayatz",
    "population_uniqueness_snb",
    "adjusted_discrimination_rate",
    "miller_madow_discrimination_rate",
    "entropy_l_diversity_risk",
    "alpha_k_anonymity",
    "t_closeness_equal",
    "t_closeness_ordered",
    "t_closeness_hierarchical",
    "delta_disclosure",
    "delta_disclosure_strict",
    "basic_beta_likeness",
    "enhanced_beta_likeness",
    "distinct_l_diversity",
    "entropy_l_diversity",
    "recursive_cl_diversity",
    "conditional_privacy",
    "maximum_information_leakage",
    "skewness",
    "mutual_information",
    "miller_madow_mutual_information",
    "a_know",
    "a_acc",
    "baseline_accuracy",
    "posterior_accuracy",
    "a_diff",
    "a_quot",
    "gain_bound",
    "entropy",
    "miller_madow_entropy",
    "conditional_entropy",
    "miller_madow_conditional_entropy",
    "normalized_conditional_entropy",
    "joint_entropy",
    "miller_madow_joint_entropy",
    "discernibility",
    "average_class_size",
]
"""A metric of the family `relation`."""

AttacksMetric = Literal[
    "confidence",
    "statistical_confidence",
    "confidence_improvement",
    "claim_probability",
    "susceptibility",
    "prior_knowledge",
    "work",
    "baseline_confidence",
    "control_confidence",
    "risk_beyond_control",
    "distance_to_closest",
    "distance_ratio",
    "baseline_protection",
    "closer_to_original",
    "overfitting_protection",
    "membership_auc",
    "membership_advantage",
    "true_positive_rate",
    "epsilon_bound",
    "background_knowledge",
    "skewness_gain",
    "linked_records",
    "suppressed_records",
]
"""A metric of the family `attacks`."""

UtilityMetric = Literal[
    "u_base",
    "u_san",
    "u_max",
    "utility_gain",
    "unseen_classes",
    "coverage",
    "invented_values",
    "total_variation_similarity",
    "kl_divergence",
    "contingency_similarity",
    "pmse",
    "precision",
    "granularity",
    "pmse_ratio",
    "normalized_granularity",
    "non_uniform_entropy",
    "column_mutual_information",
    "mean_squared_error",
    "accuracy",
    "missed_queries",
    "mean_relative_error",
    "rms_relative_error",
    "worst_relative_error",
    "mean_absolute_error",
    "rms_absolute_error",
    "worst_absolute_error",
]
"""A metric of the family `utility`."""

MetricName: TypeAlias = RelationMetric | AttacksMetric | UtilityMetric | str
"""The name of a metric of any family; its symbol, title and acronyms are found as well."""

RelationMetrics: TypeAlias = Sequence[RelationMetric | str] | RelationMetric | Literal["all"] | str
"""Names of metrics of one relation: one, several, or all of them."""

MetricNames: TypeAlias = Sequence[MetricName] | MetricName
"""Names of metrics of any family: one, or several."""
