{#- The rows with these values as text of a FROM clause, from `event_valued`. -#}
{%- macro event_values(plan, target) -%}
{{ 'recoded' ~ sqlmetrics.suffix(target) if target.recoding else 'valued' }}
{%- endmacro %}
