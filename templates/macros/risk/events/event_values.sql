{#- The rows with these values as text of a FROM clause, without the values that are left out. -#}
{%- macro event_values(plan, target) -%}
{{ 'recoded' ~ sqlmetrics.suffix(target) if target.recoding else 'people' ~ sqlmetrics.target_filter(plan, target) }}
{%- endmacro %}
