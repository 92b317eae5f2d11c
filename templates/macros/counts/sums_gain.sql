{#-
Whether what the keys tell of a target is a measure of its classes, as `yes` or nothing: where it is
needed and classes are measured in general, but not `at_once`.
-#}
{%- macro sums_gain(plan, target, within='') -%}
{{ 'yes' if 'gain' in plan.facts and target.attribute and plan.level != 'class' and not within and not sqlmetrics.at_once(plan) and not sqlmetrics.is_near_unique(plan) }}
{%- endmacro %}
