{#-
Whether the records of a class are all that is counted, as `yes` or nothing. The classes are then
grouped from the relation, and there are no `counts`.
-#}
{%- macro counts_classes(plan) -%}
{%- set further = [plan.counted, plan.individual, plan.attributes, sqlmetrics.lost_keys(plan), plan.hidden and plan.suppressed] -%}
{{ 'yes' if not (further | select | list) }}
{%- endmacro %}
