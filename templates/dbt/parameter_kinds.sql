{#- Made by scripts/dbt_catalogue from the headers of macros/metrics. -#}
{%- macro parameter_kinds() -%}
{%- do return({
    'l': {'maximum': 2147483647, 'minimum': 2, 'type': 'integer'},
    'k': {'maximum': 2147483647, 'minimum': 1, 'type': 'integer'},
    'threshold': {'maximum': 1, 'minimum': 0, 'type': 'number'},
    'log_base': {'enum': ['e', '2']},
    'share': {'maximum': 1, 'minimum': 0, 'type': 'number'},
}) -%}
{%- endmacro %}
