{#- The columns that hold the class's keys, comma separated. -#}
{%- macro key_columns(plan) -%}
{%- for key in plan.quasi_identifiers -%}
key_{{ loop.index }}{{ ', ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
