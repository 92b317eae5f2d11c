{#- The column with the values of a plan's only attribute, as the target has them. -#}
{%- macro event_value(plan, target) -%}
{{ 'value' if target.recoding else sqlmetrics.value_name(plan, 1) }}
{%- endmacro %}
