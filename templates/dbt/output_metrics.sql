{#- Made by scripts/dbt_catalogue from the headers of macros/metrics. -#}
{%- macro output_metrics() -%}
{%- do return({
    'minimum_frequency': {'direction': 'higher is safer', 'ends': [1, none], 'undefined': 'the table has no people'},
    'cells_below': {'direction': 'higher is riskier', 'ends': [0, none], 'undefined': none},
    'dominated_cells': {'direction': 'higher is riskier', 'ends': [0, none], 'undefined': 'no `measure` is named, or amounts are below 0'},
    'p_percent_cells': {'direction': 'higher is riskier', 'ends': [0, none], 'undefined': 'no `measure` is named, or amounts are below 0'},
    'class_disclosing_lines': {'direction': 'higher is riskier', 'ends': [0, none], 'undefined': none},
    'zero_cells': {'direction': 'higher is riskier', 'ends': [0, none], 'undefined': none},
}) -%}
{%- endmacro %}
