{#- The class's keys as the partition of a window. -#}
{%- macro window_keys(plan) -%}
{%- for key in plan.quasi_identifiers -%}
{{ sqlmetrics.window_key(sqlmetrics.key_name(key)) }}{{ ', ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
