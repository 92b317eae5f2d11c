{#-
The columns that the count relation is grouped by: the attribute where there are several,
suppression and the individual where they are named, keys and values.
-#}
{%- macro counted_columns(plan) -%}
{{ 'attribute, ' if plan.attributes | length > 1 }}{{ 'suppressed, ' if plan.suppressed }}{{ 'individual, '
    if plan.individual is not none }}{{ sqlmetrics.key_columns(plan) }}
{%- for attribute in plan.attributes -%}, {{ sqlmetrics.value_name(plan, loop.index) }}{%- endfor -%}
{%- endmacro %}
