{#- Made by scripts/dbt_catalogue from the headers of macros/metrics. -#}
{%- macro series_metrics() -%}
{%- do return({
    'candidates_left': {'unit': 'values', 'direction': 'higher is safer', 'ends': none, 'undefined': 'nobody can be followed through several releases'},
    'known_by_intersection': {'unit': 'share', 'direction': 'higher is riskier', 'ends': [0, 1], 'undefined': 'nobody can be followed through several releases'},
    'guessed': {'unit': 'share', 'direction': 'higher is riskier', 'ends': [0, 1], 'undefined': 'nobody can be followed through several releases'},
    'signature_kept': {'unit': 'share', 'direction': 'higher is safer', 'ends': [0, 1], 'undefined': 'nobody can be followed through several releases'},
    'newcomers_alone': {'unit': 'share', 'direction': 'higher is riskier', 'ends': [0, 1], 'undefined': 'no counts grew since the release before'},
}) -%}
{%- endmacro %}
