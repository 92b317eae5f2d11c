{#-
Whether cells are counted from the relation itself, as `yes` or nothing: there is a single sensitive
target, and the records of its cells are all that is counted. Else cells come from `counts`.
-#}
{%- macro is_direct(plan) -%}
{%- set sensitive = plan.targets | selectattr('attribute') | list -%}
{%- set further = [plan.counted, plan.individual, plan.attributes | length > 1, sensitive | length > 1,
    (plan.hidden or plan.slices) and plan.suppressed, not sensitive and sqlmetrics.lost_keys(plan)] -%}
{%- do further.append(plan.nulls == 'drop' and (plan.slices or sensitive and plan.targets | length > 1)) -%}
{{ 'yes' if not (further | select | list) }}
{%- endmacro %}
