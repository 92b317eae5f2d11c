{#- The column of a target's cells that holds the value. -#}
{%- macro cell_value(plan, target) -%}
{%- if not target.attribute -%}
individual
{%- else -%}
{%- set name = sqlmetrics.value_name(plan, target.attribute) -%}
{{ 'value' if name[:6] == 'value_' or target.recoding and not sqlmetrics.is_direct(plan) else name }}
{%- endif -%}
{%- endmacro %}
