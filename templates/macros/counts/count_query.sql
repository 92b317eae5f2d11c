{#- The count relation as a query of its own. -#}
{%- macro count_query(plan, into='') -%}
with
{{ sqlmetrics.input(plan) }}
{%- if plan.attributes | length > 1 -%},
{{ sqlmetrics.spread(plan) }}
{%- endif %}
{{ sqlmetrics.counting(plan, into) | replace('\n    ', '\n') }}
{%- endmacro %}
