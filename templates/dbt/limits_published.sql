{#- Made by scripts/dbt_catalogue from sqlmetrics/spec/published_limits.yml. -#}
{%- macro limits_published() -%}
{%- do return({
    'ontario_low': [{'metric': 'k_anonymity', 'at_least': 11, 'at_most': none}],
    'ontario_medium': [{'metric': 'k_anonymity', 'at_least': 15, 'at_most': none}],
    'ontario_high': [{'metric': 'k_anonymity', 'at_least': 20, 'at_most': none}],
    'ema_public': [{'metric': 'prosecutor_risk', 'at_least': none, 'at_most': 0.09}],
    'canada_prci': [{'metric': 'prosecutor_risk', 'at_least': none, 'at_most': 0.09}],
    'cms_cell': [{'metric': 'k_anonymity', 'at_least': 11, 'at_most': none}],
    'pcornet': [{'metric': 'k_anonymity', 'at_least': 11, 'at_most': none}],
    'nhs_england': [{'metric': 'k_anonymity', 'at_least': 8, 'at_most': none}],
    'opensafely': [{'metric': 'k_anonymity', 'at_least': 8, 'at_most': none}],
    'uk_llc': [{'metric': 'k_anonymity', 'at_least': 10, 'at_most': none}],
    'ons_ls': [{'metric': 'k_anonymity', 'at_least': 10, 'at_most': none}],
    'manitoba': [{'metric': 'k_anonymity', 'at_least': 6, 'at_most': none}],
    'nces_practice': [{'metric': 'k_anonymity', 'at_least': 10, 'at_most': none}],
    'hipaa_practice': [{'metric': 'prosecutor_risk', 'at_least': none, 'at_most': 0.09}],
    'wp216': [{'metric': 'uniqueness', 'at_least': none, 'at_most': 0}],
    'l_diversity': [{'metric': 'distinct_l_diversity', 'at_least': 2, 'at_most': none}],
}) -%}
{%- endmacro %}
