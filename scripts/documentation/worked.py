"""The scores of the examples, worked out by hand from the ward's twelve patients.

Each is a line of arithmetic on the counts of the example, which a test calculates and compares
with what sqlmetrics printed. The scores of classifiers are not here.
"""

from __future__ import annotations

from typing import NamedTuple


class Worked(NamedTuple):
    """A score, worked out by hand."""

    target: str
    """The target of the score."""

    says: str
    """A sentence on where the numbers come from."""

    arithmetic: str
    """The calculation; H is the entropy of shares in bits, z the quantile of 95 % intervals."""

    parameters: str = ""
    """The parameters of the score, as the page has them, where there are several scores."""


OPEN = "H(5/12, 3/12, 4/12)"
"""The entropy of the diseases: five patients have flu, three asthma, four cancer."""

LEFT = "3/12 * H(2/3, 1/3) + 4/12 * H(2/4, 2/4) + 5/12 * H(4/5, 1/5)"
"""The entropy of the diseases once the age is known."""

TOLD = "4/5 * log2((4/5) / (4/12)) + 1/5 * log2((1/5) / (5/12))"
"""What the ages 40-49 tell about the disease."""

CORRECTED = "(H(5/12, 3/12, 4/12) + (3 - 1) / (2 * 12 * ln(2)))"
"""The entropy of the diseases with the Miller-Madow correction."""

CORRECTED_LEFT = (
    "(3/12 * (H(2/3, 1/3) + (2 - 1) / (2 * 3 * ln(2))) + 4/12 * (H(2/4, 2/4) + (2 - 1) / (2 * 4 * ln(2)))"
    " + 5/12 * (H(4/5, 1/5) + (2 - 1) / (2 * 5 * ln(2))))"
)
"""The corrected entropy of the diseases once the age is known."""

DISEASES = "Of twelve patients five have flu, three asthma and four cancer."
BY_AGE = (
    "Two of the three patients aged 20-29 have flu and one asthma, of the four aged 30-39 two have flu and two"
    " asthma, of the five aged 40-49 four have cancer and one flu."
)
OF_24 = (
    "By age and zip one person of the twelve is alone, four groups have two people and one has three. Half of the 24"
    " people of the population are in the table: it has just one of a group of one there with the chance 12/24, of two"
    " with 12/23, of three with 9/23."
)
ALONE = (
    "One of twelve is alone by age and zip: aged 20-29, as 3 are, in OX2, as 6 are. With 24 people in the population"
)
BY_ZAYATZ = "1/12 * (1 * 12/24) / (1 * 12/24 + 4 * 12/23 + 1 * 9/23)"
FOUND_RIGHT = (
    "By age and town the release has one illness, which is their own, for the three patients aged 20-29 and for one of"
    " the two aged 30-39 of Ayr."
)
HALVES = (
    "Of four more, aged 30-39 of Bute or 40-49 of Ayr, half of the released records with their age and town have their"
    " illness."
)
LARGE_SAMPLE = (
    "As the sample is more than a tenth, the rule takes the smaller of this estimate by Zayatz and the one of the slide"
    " negative binomial model."
)
GROSSED = (
    "The weights estimate how many people of each age there are: three people aged 18-34 stand for 500, two aged 35-49"
    " for 400, two aged 50-64 for 240, two aged 65-79 for 102, and one aged 80+ for 20."
)
YOUNG = "3/497 * (1/2 - 3/497 * (1 - 3/497 * ln(500/3)))"
ADULT = "2/398 * (1 - 2/398 * ln(400/2))"
MIDDLE = "2/238 * (1 - 2/238 * ln(240/2))"
OLD = "2/100 * (1 - 2/100 * ln(102/2))"
OLDEST = "1/19 * ln(20)"
"""The individual risks of the ages in the survey."""

EXPECTED = f"3 * {YOUNG} + 2 * {ADULT} + 2 * {MIDDLE} + 2 * {OLD} + {OLDEST}"
HOMES = (
    f"2 * (1 - (1 - {YOUNG})**2) + 3 * (1 - (1 - {YOUNG}) * (1 - {ADULT})**2) + 2 * (1 - (1 - {MIDDLE})**2)"
    f" + 3 * (1 - (1 - {OLD})**2 * (1 - {OLDEST}))"
)
IN_HOMES = f"{GROSSED} Two people aged 65-79 and the one aged 80+ live together."
IN_POPULATION = "The table holds 3 of the population's 6 people aged 20-29, 4 of 5 aged 30-39, and 5 of 13 aged 40-49."
MOST_CANCER = (
    "The ages 40-49 differ most: four of five have cancer and one flu. Of all twelve, 4 have cancer, 3 asthma, 5 flu."
)
FROM_STAYS = "The release has five lengths of stay, each with a most frequent disease."
DISTANCES = (
    "Records of the same disease are as far apart as their stays differ, of seven days, and the mean over both columns"
    " is that by 14; other diseases are further. In fourteenths:"
)
RUNS = "Of the 19 pairs of words in a row of nine patients, nine are of one patient and of none of the others."
FILE = (
    "The released patients are an attacker's file with errors: the disease of 10 and the zip of 12 differ. Six of"
    " twelve patients are from OX1 and OX2 each; five have flu, three asthma and four cancer."
)

MEMBERS = (
    "Six patients are at 1/14 from the release, five at 2/14 and one at 3/14; of twelve others one is at 1/14, four at"
    " 2/14, two at 3/14 and five at 4/14."
)
QUERIES = (
    "Six queries count patients: 5, 3 and 4 by disease, which the release answers by 6, 3 and 3; and 3, 4 and 5 by"
    " age, which it cannot answer, as it has other age bands."
)
RECODED = (
    "Seven ages went from a band of ten years to one of twenty, four from 40-49 to 40-59, and record 12 was suppressed."
)
TOLD_APART = (
    "Of 24 records of both sides 11 have flu, and 6 of these are released; 3 of 6 with asthma are, and 3 of 7 with"
    " cancer."
)
SQUARES = "11 * (6/11 - 1/2)**2 + 6 * (3/6 - 1/2)**2 + 7 * (3/7 - 1/2)**2"

CROSSED_OUT = (
    "Patient 1 was in a class with flu, asthma and cancer in January, and with flu and gastritis in February: flu is"
    " left. Patient 2 keeps asthma and cancer, and 4, 5 and 6 keep flu and diabetes."
)
TOGETHER = "releases=2, intersection"
CELLS = (
    "The patients are in six cells: two with flu and one with asthma aged 20-29, two with flu and two with asthma aged"
    " 30-39, four with cancer and one with flu aged 40-49."
)
FEW = "Two people or one make up all of a sum; the four with cancer stay 9, 9, 8 and 8 days."

WORKED = {
    "appearances": Worked(
        "diagnosis",
        "Of the thirteen diagnoses no person has one twice in a month, so that each is an appearance; in the months"
        " alone the six people appear nine times.",
        "3 + 2 + 2 + 2 + 2 + 2",
    ),
    "k_anonymity": Worked("identity", "The three groups have 3, 4 and 5 people.", "min(3, 4, 5)"),
    "prosecutor_risk": Worked("identity", "In the smallest group one record of three is the right one.", "1 / 3"),
    "average_prosecutor_risk": Worked("identity", "There are three groups among twelve records.", "3 / 12"),
    "records_at_risk": Worked(
        "identity",
        "The groups of 3 and of 4 are at risk, as 1/3 and 1/4 are above 0.2; the group of 5 is not.",
        "(3 + 4) / 12",
    ),
    "uniqueness": Worked("identity", "Only record 3 has an age and a zip that no other record has.", "1 / 12"),
    "unicity": Worked(
        "identity",
        "Person 2 has six pairs of points, and others have two of them: 6 was at a and b in the same hours, and 3 at c"
        " and a. So five of the six pairs of 3 are nobody else's, and the only pair of 6 is not. The pairs of 1, 4, 5"
        " and 7 are theirs alone.",
        "(6/6 + 4/6 + 5/6 + 3/3 + 3/3 + 0/1 + 3/3) / 7",
    ),
    "points_to_single_out": Worked(
        "identity",
        "One point singles out a third of the people, which is fewer than half of them. With a second one it is 11/14.",
        "1 + 1",
    ),
    "distinction": Worked("identity", "There are three groups among twelve records.", "3 / 12"),
    "separation": Worked(
        "identity",
        "There are 12 * 11 pairs of records; those within the groups of 3, 4 and 5 look alike.",
        "1 - (3 * 2 + 4 * 3 + 5 * 4) / (12 * 11)",
    ),
    "class_imbalance": Worked("identity", "The three groups have 3, 4 and 5 people.", "max(3, 4, 5) - min(3, 4, 5)"),
    "k_map": Worked("identity", IN_POPULATION, "min(6, 5, 13)"),
    "population_uniqueness": Worked("identity", f"{OF_24} {LARGE_SAMPLE}", BY_ZAYATZ),
    "population_uniqueness_zayatz": Worked("identity", OF_24, BY_ZAYATZ),
    "individual_risk": Worked("identity", f"{GROSSED} One of one among 20 has the highest risk.", OLDEST),
    "global_risk": Worked("identity", GROSSED, f"({EXPECTED}) / 10"),
    "expected_reidentifications": Worked("identity", GROSSED, EXPECTED),
    "household_risk": Worked("identity", IN_HOMES, f"1 - (1 - {OLD})**2 * (1 - {OLDEST})"),
    "global_household_risk": Worked("identity", IN_HOMES, f"({HOMES}) / 10"),
    "expected_household_reidentifications": Worked("identity", IN_HOMES, HOMES),
    "population_uniques_independence": Worked(
        "identity",
        f"{ALONE}, 12 * 3/12 * 6/12 = 1.5 more people like this are expected if age and zip are independent.",
        "exp(-1.5)",
    ),
    "correct_matches_independence": Worked(
        "identity",
        f"{ALONE}, 12 * 3/12 * 6/12 = 1.5 more people like this are expected if age and zip are independent.",
        "(1 - exp(-1.5)) / 1.5",
    ),
    "population_uniques_two_way": Worked("identity", f"{ALONE}, one more person like this is expected.", "exp(-1)"),
    "correct_matches_two_way": Worked("identity", f"{ALONE}, one more person like this is expected.", "1 - exp(-1)"),
    "delta_presence": Worked("identity", IN_POPULATION, "max(3/6, 4/5, 5/13)"),
    "delta_presence_least": Worked("identity", IN_POPULATION, "min(3/6, 4/5, 5/13)"),
    "journalist_risk": Worked("identity", IN_POPULATION, "max(1/6, 1/5, 1/13)"),
    "average_journalist_risk": Worked(
        "identity", IN_POPULATION, "max(3 / (6 + 5 + 13), (3 * 1/6 + 4 * 1/5 + 5 * 1/13) / 12)"
    ),
    "marketer_risk": Worked("identity", IN_POPULATION, "(3 * 1/6 + 4 * 1/5 + 5 * 1/13) / 12"),
    "itpr": Worked(
        "disease",
        f"{BY_AGE} The first of the three groups is the most exposed.",
        f"1 - 3 * 3/12 * H(2/3, 1/3) / {OPEN}",
    ),
    "discrimination_rate": Worked("disease", BY_AGE, f"1 - ({LEFT}) / {OPEN}"),
    "miller_madow_discrimination_rate": Worked("disease", BY_AGE, f"1 - {CORRECTED_LEFT} / {CORRECTED}"),
    "entropy_l_diversity_risk": Worked("disease", f"{BY_AGE} The last group is the least mixed.", "2 ** -H(4/5, 1/5)"),
    "alpha_k_anonymity": Worked("disease", BY_AGE, "max(2/3, 2/4, 4/5)"),
    "t_closeness_equal": Worked("disease", MOST_CANCER, "(abs(4/5 - 4/12) + abs(0 - 3/12) + abs(1/5 - 5/12)) / 2"),
    "t_closeness_ordered": Worked(
        "stay",
        "There are six lengths of stay: 2, 3, 4, 5, 8 and 9 days. The ages 40-49 differ most: of these five people"
        " 0, 1, 1, 1, 3 and 5 stay at most so long, of all twelve 2, 6, 7, 8, 10 and 12.",
        "(2/12 + (6/12 - 1/5) + (7/12 - 1/5) + (8/12 - 1/5) + (10/12 - 3/5)) / (6 - 1)",
    ),
    "t_closeness_hierarchical": Worked(
        "disease",
        "In OX1 flu has 1/12 too much and asthma 1/12 too little. Both are of the lungs, one of two levels up.",
        "1/2 * min(3/6 - 5/12, 3/12 - 1/6)",
    ),
    "delta_disclosure": Worked(
        "disease", "Cancer changes most: four of five aged 40-49 have it, of all four of twelve.", "ln((4/5) / (4/12))"
    ),
    "delta_disclosure_strict": Worked(
        "disease",
        "Asthma changes most: one of six in OX1 has it, of all three of twelve.",
        "abs(ln((1/6) / (3/12)))",
    ),
    "basic_beta_likeness": Worked(
        "disease",
        "Cancer grows most: four of five aged 40-49 have it, of all four of twelve.",
        "(4/5 - 4/12) / (4/12)",
    ),
    "enhanced_beta_likeness": Worked(
        "disease",
        "Asthma grows most: two of six in OX2 have it, of all three of twelve."
        " That is below -ln(3/12), so that a limit can allow it.",
        "(2/6 - 3/12) / (3/12)",
    ),
    "distinct_l_diversity": Worked("disease", BY_AGE, "min(2, 2, 2)"),
    "entropy_l_diversity": Worked("disease", f"{BY_AGE} The last group is the least mixed.", "2 ** H(4/5, 1/5)"),
    "recursive_cl_diversity": Worked("disease", BY_AGE, "max(2/1, 2/2, 4/1)"),
    "value_imbalance": Worked("disease", f"{BY_AGE} Nobody of the last group has asthma.", "max(2 - 0, 2 - 0, 4 - 0)"),
    "conditional_privacy": Worked("disease", BY_AGE, f"1 - 2 ** -({OPEN} - ({LEFT}))"),
    "maximum_information_leakage": Worked(
        "disease", f"{BY_AGE} The first group leaves least open.", f"{OPEN} - 3/12 * H(2/3, 1/3)"
    ),
    "skewness": Worked("disease", f"{BY_AGE} The last group is the least mixed.", f"{OPEN} - H(4/5, 1/5)"),
    "mutual_information": Worked("disease", BY_AGE, f"{OPEN} - ({LEFT})"),
    "specific_surprise": Worked("disease", f"{DISEASES} {BY_AGE} The last group tells most.", TOLD),
    "j_measure": Worked(
        "disease",
        f"{DISEASES} {BY_AGE} The last group has five of the twelve people, and tells most.",
        f"5/12 * ({TOLD})",
    ),
    "miller_madow_mutual_information": Worked("disease", BY_AGE, f"{CORRECTED} - {CORRECTED_LEFT}"),
    "a_know": Worked(
        "disease",
        BY_AGE,
        "(3 * (abs(2/3 - 5/12) + abs(1/3 - 3/12) + 4/12) / 2 + 4 * (abs(2/4 - 5/12) + abs(2/4 - 3/12) + 4/12) / 2"
        " + 5 * (abs(1/5 - 5/12) + 3/12 + abs(4/5 - 4/12)) / 2) / 12",
    ),
    "a_acc": Worked(
        "disease",
        f"{BY_AGE} Naming the most frequent disease of each group is right for 2, 2 and 4 people, naming flu for all"
        " is right for 5.",
        "(2 + 2 + 4) / 12 - 5 / 12",
    ),
    "baseline_accuracy": Worked("disease", DISEASES, "5 / 12"),
    "posterior_accuracy": Worked(
        "disease",
        f"{BY_AGE} Naming the most frequent disease of each group is right for 2, 2 and 4 people.",
        "(2 + 2 + 4) / 12",
    ),
    "a_diff": Worked("disease", MOST_CANCER, "(abs(4/5 - 4/12) + abs(0 - 3/12) + abs(1/5 - 5/12)) / 2"),
    "a_quot": Worked(
        "disease", "Cancer changes most: four of five aged 40-49 have it, of all four of twelve.", "ln((4/5) / (4/12))"
    ),
    "gain_bound": Worked(
        "disease",
        "Cancer changes most: four of five aged 40-49 have it, of all four of twelve. The mutual information on its"
        " page is 0.6909 bits, below this.",
        "log2((4/5) / (4/12))",
    ),
    "entropy": Worked("disease", DISEASES, OPEN),
    "miller_madow_entropy": Worked("disease", f"{DISEASES} These are three values.", CORRECTED),
    "conditional_entropy": Worked("disease", BY_AGE, LEFT),
    "miller_madow_conditional_entropy": Worked("disease", BY_AGE, CORRECTED_LEFT),
    "normalized_conditional_entropy": Worked("disease", BY_AGE, f"({LEFT}) / {OPEN}"),
    "joint_entropy": Worked("disease", BY_AGE, "H(2/12, 1/12, 2/12, 2/12, 4/12, 1/12)"),
    "miller_madow_joint_entropy": Worked(
        "disease",
        f"{BY_AGE} These are six pairs of values.",
        "H(2/12, 1/12, 2/12, 2/12, 4/12, 1/12) + (6 - 1) / (2 * 12 * ln(2))",
    ),
    "discernibility": Worked("identity", "The three groups have 3, 4 and 5 people.", "3**2 + 4**2 + 5**2"),
    "average_class_size": Worked("identity", "Twelve people are in three groups, of at least 3.", "12 / (3 * 3)"),
    "background_knowledge": Worked(
        "disease",
        "Eleven released records have an age: of seven aged 20-39 four have flu and three asthma, of four aged 40-59"
        " three have cancer and one flu.",
        "(7/11 * H(4/7, 3/7) + 4/11 * H(3/4, 1/4)) / H(5/11, 3/11, 3/11)",
    ),
    "skewness_gain": Worked(
        "disease",
        "The original ages are scored on twelve records, the released ones on the eleven that have an age.",
        f"(1 - ({LEFT}) / {OPEN}) - (1 - (7/11 * H(4/7, 3/7) + 4/11 * H(3/4, 1/4)) / H(5/11, 3/11, 3/11))",
    ),
    "linked_records": Worked("identity", "All eleven records that have an age are linked by their id.", "11 / 11"),
    "suppressed_records": Worked("identity", "Of twelve released records one has no age.", "1 / 12"),
    "confidence": Worked(
        "disease",
        f"{FROM_STAYS} Of these five claims one is false: not everybody who stays 3 days has flu.",
        "4 / 5",
    ),
    "statistical_confidence": Worked(
        "disease",
        f"{FROM_STAYS} Two claims are of flu, two of asthma and one of cancer.",
        "(2 * 5/12 + 2 * 3/12 + 4/12) / 5",
    ),
    "confidence_improvement": Worked(
        "disease",
        f"{FROM_STAYS} Four of five claims are true, and a third would be by guessing.",
        "(4/5 - 1/3) / (1 - 1/3)",
    ),
    "claim_probability": Worked("disease", f"{FROM_STAYS} Each attempt ends in a claim.", "5 / 5"),
    "susceptibility": Worked("disease", "The attack can try to learn the disease of each patient.", "12 / 12"),
    "prior_knowledge": Worked("disease", "Each claim takes a stay as known, and tells a disease.", "5 / 5"),
    "work": Worked("disease", "The attacker reads five stays, each with its disease, for five claims.", "(5 * 2) / 5"),
    "control_confidence": Worked(
        "disease",
        f"{FROM_STAYS} Three claims are true of the control group: those of 2, 3 and 5 days.",
        "3 / 5",
    ),
    "risk_beyond_control": Worked(
        "disease",
        "Four of five claims are true of the patients, and three of the control group; z is 1.96.",
        "((4 + z**2/2) / (5 + z**2) - (3 + z**2/2) / (5 + z**2)) / (1 - (3 + z**2/2) / (5 + z**2))",
    ),
    "channel_epsilon": Worked(
        "zip",
        "Of six patients each, four of OX1 kept it and two became OX2; five of OX2 kept it and one became OX1. An"
        " OX1 is four times as likely of a patient of OX1.",
        "max(ln((4/6) / (1/6)), ln((5/6) / (2/6)))",
    ),
    "rep_u": Worked("identity", "Only the patient aged 20-29 of Bute is alone here and there.", "1 / 10"),
    "uio": Worked("identity", "Three patients are alone: those of Bute.", "3 / 10"),
    "uis": Worked("identity", "Two of ten released records are alone: 20-29 of Bute, 50-59 of Ayr.", "2 / 10"),
    "uiois": Worked("identity", "Two of the three patients of Bute have their age and town in the release.", "2 / 10"),
    "disco": Worked("illness", FOUND_RIGHT, "4 / 10"),
    "one_value": Worked("illness", f"{FOUND_RIGHT} Three of them have flu.", "3 / 4"),
    "dcap": Worked("illness", f"{FOUND_RIGHT} {HALVES}", "(4 + 1/2 + 3 * 1/2) / 10"),
    "tcap": Worked("illness", f"{FOUND_RIGHT} Nine have their age and town in the release.", "4 / 9"),
    "base_cap": Worked(
        "illness", "Of ten patients five have flu, three cancer and two asthma.", "(5**2 + 3**2 + 2**2) / 10**2"
    ),
    "i_s": Worked(
        "illness", "All but the patient aged 40-49 of Bute have their age and town in the release.", "9 / 10"
    ),
    "dis": Worked(
        "illness", "The release has one illness for the patients aged 20-29, and for two aged 30-39 of Ayr.", "5 / 10"
    ),
    "disdio": Worked(
        "illness", "Of the four whom the release tells rightly, three have what all like them have.", "3 / 10"
    ),
    "dorig": Worked(
        "illness", "In the original three patients of Bute and two aged 20-29 of Ayr have one illness.", "5 / 10"
    ),
    "dsyn": Worked("illness", "Six released records have the illness of all like them.", "6 / 10"),
    "cap_d": Worked(
        "illness",
        "Five patients have the illness of all like them; of two like each other each has another one; of three two"
        " have cancer.",
        "(5 + 2 * 1/2 + 2 * 2/3 + 1/3) / 10",
    ),
    "distance_to_closest": Worked(
        "dataset",
        f"{DISTANCES} They are 1, 1, 1, 2, 3 and 3; the median is 1.5.",
        "(1/14 + 2/14) / 2",
    ),
    "distance_to_closest_low": Worked(
        "dataset",
        f"{DISTANCES} They are 1, 1, 1, 2, 3 and 3; a twentieth of six records is less than one, the first.",
        "min(1/14, 2/14, 3/14)",
    ),
    "distance_ratio": Worked(
        "dataset",
        f"{DISTANCES} Those to the closest and the second closest are 1 and 1, 2 and 2, 1 and 2, 3 and 4, 1 and 1,"
        " and 3 and 3: four of six ratios are 1.",
        "(1 + 1) / 2",
    ),
    "baseline_protection": Worked(
        "dataset",
        f"{DISTANCES} Their median is 1.5. Of the 24 combinations of a disease and a stay of 2 to 9 days, 7 are at 0,"
        " 4 at 1 and 3 at 2, so that the median of random records is 2.",
        "(1.5/14) / (2/14)",
    ),
    "closer_to_original": Worked(
        "dataset",
        f"{DISTANCES} To the people who were not in it they are 1, 2, 4, 6, 2 and 2 in the release's order, and 1, 2,"
        " 1, 3, 1 and 3 to the patients: three are closer, two tie.",
        "(3 + 2/2) / 6",
    ),
    "overfitting_protection": Worked(
        "dataset", "Of six released records three are closer to a patient, and two tie.", "2 * (1 - (3 + 2/2) / 6)"
    ),
    "membership_auc": Worked(
        "dataset",
        f"{MEMBERS} Each of the six beats 11 and ties with 1, of the five 7 and 4, and the last 5 and 2.",
        "(6 * (11 + 1/2) + 5 * (7 + 4/2) + (5 + 2/2)) / (12 * 12)",
    ),
    "membership_advantage": Worked(
        "dataset", f"{MEMBERS} Within 2 are 11 of the patients, and 5 of the others.", "11/12 - 5/12"
    ),
    "epsilon_bound": Worked(
        "dataset",
        f"{MEMBERS} Within 1 are six of twelve patients and one of twelve others; the exact intervals that leave 1.25 %"
        " beyond each end begin at 0.1827 and end at 0.4268. So few people prove nothing.",
        "max(0, ln(0.1827 / 0.4268))",
    ),
    "true_positive_rate": Worked(
        "dataset", f"{MEMBERS} Within 1 is one of twelve others, fewer than one in ten.", "6 / 12"
    ),
    "linked": Worked(
        "identity",
        f"{FILE} All but 12, whose zip fits nobody: log2(0.1 / 1) + log2(0.9 / (5/12)) is below 0.",
        "11 / 12",
    ),
    "linked_rightly": Worked(
        "identity",
        f"{FILE} 1, 2 and 4 are alike, and so are 3 and 6, 8 and 9: each such group shares one guess that is right."
        " 5 is found; 7 shares a guess with 12, and 11 with 10. 10 has another's disease, and fits 7 and 12.",
        "(3 * 1/3 + 2 * 1/2 + 2 * 1/2 + 1 + 1/2 + 1/2 + 0) / 12",
    ),
    "linked_exactly": Worked("identity", f"{FILE} Only 5 has a zip and a disease that no other patient has.", "1 / 12"),
    "exact_matches": Worked("identity", f"{FILE} Only 5 has a zip and a disease that no other patient has.", "1 / 12"),
    "linked_by_chance": Worked("identity", f"{FILE} Each is one of twelve patients.", "12 * (1/12) / 12"),
    "link_precision": Worked(
        "identity",
        f"{FILE} Of eleven people who are found five are found rightly: the groups of 1, of 3 and of 8, 5, and half of"
        " 7 and of 11.",
        "(1 + 1 + 1 + 1 + 1/2 + 1/2) / 11",
    ),
    "accuracy": Worked("friendly", QUERIES, "1 - (1/5 + 0/3 + 1/4 + 1 + 1 + 1) / 6"),
    "missed_queries": Worked("friendly", QUERIES, "3 / 6"),
    "mean_relative_error": Worked("friendly", QUERIES, "(1/5 + 0/3 + 1/4 + 1 + 1 + 1) / 6"),
    "rms_relative_error": Worked("friendly", QUERIES, "sqrt(((1/5)**2 + 0 + (1/4)**2 + 1 + 1 + 1) / 6)"),
    "worst_relative_error": Worked("friendly", QUERIES, "max(1/5, 0/3, 1/4, 1, 1, 1)"),
    "mean_absolute_error": Worked("friendly, records", QUERIES, "(1 + 0 + 1 + 3 + 4 + 5) / 6"),
    "rms_absolute_error": Worked("friendly, records", QUERIES, "sqrt((1**2 + 0 + 1**2 + 3**2 + 4**2 + 5**2) / 6)"),
    "worst_absolute_error": Worked("friendly, records", QUERIES, "max(1, 0, 1, 3, 4, 5)"),
    "coverage": Worked(
        "stay", "Two or more patients stayed 2, 3, 8 and 9 days each; the release has no stay of 9 days.", "3 / 4"
    ),
    "invented_values": Worked("age", "The bands 20-39 and 40-59 are not in the original.", "2"),
    "total_variation_similarity": Worked(
        "stay",
        "Of stays of 3, 4, 8 and 9 days the original has 4, 1, 2 and 2, the release 3, 2, 4 and 0.",
        "1 - (1/12 + 1/12 + 2/12 + 2/12) / 2",
    ),
    "kl_divergence": Worked(
        "disease",
        "The original has 5 patients with flu, 3 with asthma and 4 with cancer, the release 6, 3 and 3.",
        "5/12 * log2(5/6) + 3/12 * log2(3/3) + 4/12 * log2(4/3)",
    ),
    "contingency_similarity": Worked(
        "disease,stay",
        "The release has one patient more each of asthma with 4 days, cancer with 8 and flu with 8; it has one fewer"
        " of asthma with 3 days, and two fewer of cancer with 9.",
        "1 - (1/12 + 1/12 + 1/12 + 1/12 + 2/12) / 2",
    ),
    "pmse": Worked("disease", TOLD_APART, f"({SQUARES}) / 24"),
    "pmse_ratio": Worked(
        "disease",
        f"{TOLD_APART} Half of the records are released.",
        f"({SQUARES}) / ((3 - 1) * (1 - 1/2)**2 * 1/2)",
    ),
    "precision": Worked("age", RECODED, "(11 * 1/2 + 1 * 2/2) / 12"),
    "granularity": Worked("age", f"{RECODED} The hierarchy has four bands.", "(11 * 2/4 + 1 * 4/4) / 12"),
    "normalized_granularity": Worked(
        "age", f"{RECODED} The hierarchy has four bands.", "((11 * 2/4 + 1 * 4/4) / 12 - 1/4) / (1 - 1/4)"
    ),
    "non_uniform_entropy": Worked(
        "age",
        f"{RECODED} Of the twelve patients 3, 4 and 5 are in the bands of ten years, 7 and 5 in those of twenty.",
        "(3 * log2(7/3) + 4 * log2(7/4) + 4 * log2(5/5) + log2(12/5)) / (3 * log2(12/3) + 4 * log2(12/4)"
        " + 5 * log2(12/5))",
    ),
    "column_mutual_information": Worked(
        "stay",
        "The stays of 2, 3, 4, 5 and 8 days in the release are of 2, 3, 2, 1 and 4 patients."
        " Of the four with 3 days in the original one has 4 days there, so that 3 and 4 days are mixed.",
        "H(2/12, 3/12, 2/12, 1/12, 4/12) - 4/12 * H(3/4, 1/4)",
    ),
    "candidates_left": Worked("disease", CROSSED_OUT, "min(1, 2, 2)", TOGETHER),
    "known_by_intersection": Worked("disease", CROSSED_OUT, "1 / 5", TOGETHER),
    "guessed": Worked(
        "disease",
        f"{CROSSED_OUT} Asthma and cancer are as likely for 2. Two of three in the thirties have diabetes, which is"
        " right for 5 and 6, and wrong for 4.",
        "(1 + 1/2 + 0 + 1 + 1) / 5",
        TOGETHER,
    ),
    "signature_kept": Worked(
        "disease",
        "Of the five patients in both months only those in the thirties see the same diseases.",
        "3 / 5",
        TOGETHER,
    ),
    "newcomers_alone": Worked(
        "disease",
        "January has no class of the twenties that February has. So four records seem to have come, two to a class.",
        "0 / 4",
        "releases=2, subtraction",
    ),
    "minimum_frequency": Worked("age,disease", CELLS, "min(2, 1, 2, 2, 4, 1)"),
    "differenced_groups": Worked(
        "answers",
        "Of twelve patients ten have no asthma or are below 30, and nine have no asthma: 2 and 1 follow.",
        "1 + 1",
    ),
    "differenced_people": Worked(
        "answers", "The groups that follow are 12 - 10 patients, and 10 - 9.", "(12 - 10) + (10 - 9)"
    ),
    "recovered_cells": Worked(
        "published",
        "North has 60 patients, of whom 25 and 31 are shown, and West 40, with 18 and 14: one cell of each is left,"
        " with 4 and 8.",
        "(60 - 25 - 31 == 4) + (40 - 18 - 14 == 8)",
    ),
    "narrow_cells": Worked(
        "published",
        "The two cells of South have 34 - 22 = 12 patients and the two of East 50 - 40 = 10. So with 1 to 9 each they"
        " have 3 to 9 and, by the column, 2 to 8: 6 apart, where 1 to 9 are 8 apart.",
        "2 * (9 - 3 < 9 - 1) + 2 * (8 - 2 < 9 - 1)",
    ),
    "unproven_cells": Worked(
        "published",
        "Of 6 hidden cells 2 are known, and for the other 4 there are tables with both ends of their counts.",
        "6 - 2 - 4",
    ),
    "cells_below": Worked("age,disease", f"{CELLS} All but one are of fewer than three people.", "6 - 1"),
    "dominated_cells": Worked(
        "age,disease",
        f"{CELLS} {FEW} Two of the four have 18 of 34 days, which is not more than 90 percent.",
        "5 + (100 * 18 > 90 * 34)",
    ),
    "p_percent_cells": Worked(
        "age,disease",
        f"{CELLS} {FEW} But for the largest two there are 16 of 34 days, which is not less than a tenth of 9.",
        "5 + (100 * 16 < 10 * 9)",
    ),
    "class_disclosing_lines": Worked(
        "age,disease",
        f"{CELLS} All four with cancer are aged 40-49; the three with asthma, the five with flu, and each age are in"
        " two cells or more.",
        "1",
    ),
    "zero_cells": Worked("age,disease", f"{CELLS} Three ages and three diseases would make nine.", "3 * 3 - 6"),
    "epsilon_at_least": Worked(
        "noisy answers",
        "The five largest answers are of canaries that are in, and the five smallest of others, so that all ten guesses"
        " are right. A coin that is guessed right with the share p gives ten right guesses with p^10, which is 5 % at"
        " p = 0.05^(1/10).",
        "ln(0.05 ** (1/10) / (1 - 0.05 ** (1/10)))",
    ),
    "rare_ngrams": Worked(
        "note",
        f"{RUNS} They are asthma falconer, asthma smokes, cough no, cough smokes, dry cough, fever asthma, rash asthma,"
        " rash diver and smokes fever.",
        "9 / 19",
    ),
    "repeated_ngrams": Worked(
        "note", f"{RUNS} The generated notes repeat asthma falconer, cough no and dry cough.", "3 / 9"
    ),
    "repeated_by_chance": Worked(
        "note",
        "Of the pairs of words in a row of the six others, eight are of one of them and of no patient. The generated"
        " notes have one of these, dry skin.",
        "1 / 8",
    ),
    "repeated_people": Worked(
        "note", f"{RUNS} Those that the generated notes repeat are of patients 1, 2 and 3.", "3 / 9"
    ),
    "mean_squared_error": Worked("stay", "Of twelve stays three are one day off.", "(1**2 + 1**2 + 1**2) / 12"),
}
"""The worked scores by metric."""
