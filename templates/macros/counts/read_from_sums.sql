{#-
Whether the only metric of a statement is read from the sums of its only target, as `yes` or
nothing. There is no `targets` then.
-#}
{%- macro read_from_sums(plan) -%}
{%- set further = [plan.withheld, plan.hidden, plan.household, plan.expected, sqlmetrics.has_spectrum(plan, plan.targets[0]), sqlmetrics.is_compared(plan, plan.targets[0])] -%}
{%- for fact in ['target_values', 'value_log_sum', 'unmapped_records', 'target_entropy', 'key_entropy', 'conditional_entropy', 'least_weighted', 'least_class_entropy'] -%}{%- do further.append(fact in plan.facts) -%}{%- endfor -%}
{{ 'yes' if plan.metrics | length == 1 and plan.targets | length == 1 and plan.level == 'table' and not (further | select | list) }}
{%- endmacro %}
