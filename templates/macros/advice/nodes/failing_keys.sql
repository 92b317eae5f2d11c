{#-
The classes of a count table that fail a condition, by their keys: key_1.., failed, which is 1.
`conditions` are as in `screened_nodes`, by a target's number.
-#}
{%- macro failing_keys(plan, conditions) -%}
select {{ sqlmetrics.key_columns(plan) }}, 1 as failed
from class_facts
where
    {%- for number, listed in conditions.items() %}
    {{ 'or ' if not loop.first }}target_number = {{ number }} and ({% for condition
        in listed %}{{ sqlmetrics.failing_condition(plan, condition) }}{{ ' or '
        if not loop.last }}{% endfor %})
    {%- endfor %}
group by {{ sqlmetrics.key_columns(plan) }}
{%- endmacro %}
