{#-
Whether records become numbers before they are counted, as `yes` or nothing: where a plan for
near-unique or sorted keys is asked for, and each number is one of classes and cells of records,
counted from the relation. All else has the textbook plan: scores of classes, individuals, a
population, survey weights and households; counts that are there already; targets with a partition
or a hierarchy, and with an order unless keys are sorted; what needs the numbers of chance, of
suppressed records or of values without a domain; and a statement without a sensitive attribute,
which is a single group-by of the keys.
-#}
{%- macro is_coded(plan) -%}
{%- set further = [plan.slices and (plan.nulls == 'drop' or plan.suppressed), plan.level == 'class',
    plan.individual, plan.population, plan.weight, plan.household, plan.counted, plan.expected] -%}
{%- do further.extend([plan.hidden and plan.suppressed, sqlmetrics.lost_keys(plan), not plan.attributes]) -%}
{%- for target in plan.targets -%}
    {%- do further.extend([target.recoding, target.order and (plan.slices or plan.way != 'sorted'),
        target.hierarchies]) -%}
{%- endfor -%}
{{ 'yes' if plan.way in ['near-unique', 'sorted'] and not (further | select | list) }}
{%- endmacro %}
