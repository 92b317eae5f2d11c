{#-
What tells individuals apart: of plan.individual, as text where it may be of a type that an engine
does not order.
-#}
{%- macro individual_key(plan) -%}
{%- set name = 'source.' ~ sqlmetrics.quoted(plan.individual) -%}
{{ sqlmetrics.group_key(sqlmetrics.as_string(name) if plan.text_individual else name) }}
{%- endmacro %}
