{#- The columns that hold the class's keys, comma separated; those of a relation `of`, where it is named. -#}
{%- macro key_columns(plan, of='') -%}
{%- for key in plan.quasi_identifiers -%}
{{ of ~ '.' if of }}{{ sqlmetrics.key_name(key) }}{{ ', ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
