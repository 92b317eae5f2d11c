{#- The columns that hold the class's keys, comma separated; with the name of a `relation` before
each, where it is given. -#}
{%- macro key_columns(plan, relation='') -%}
{%- for key in plan.quasi_identifiers -%}
{{ relation ~ '.' if relation }}{{ sqlmetrics.key_name(key) }}{{ ', ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
