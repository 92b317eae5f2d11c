{#-
The records in classes of a count table that fail a condition; a class that fails by several targets
counts once. `conditions` are as in `failing_keys`. DuckDB only.
-#}
{%- macro failing_records(plan, conditions) -%}
with
{{ sqlmetrics.class_measures(plan, true) }}
select coalesce(sum(class_size), 0) as records
from (
    select {{ 'max(class_size) as class_size' if conditions | length > 1 else 'class_size' }}
    from class_facts
    where
        {%- for number, listed in conditions.items() %}
        {{ 'or ' if not loop.first }}target_number = {{ number }} and ({% for condition
            in listed %}{{ sqlmetrics.failing_condition(plan, condition) }}{{ ' or '
            if not loop.last }}{% endfor %})
        {%- endfor %}
    {%- if conditions | length > 1 %}
    group by {{ sqlmetrics.key_columns(plan) }}
    {%- endif %}
) failing_classes
{%- endmacro %}
