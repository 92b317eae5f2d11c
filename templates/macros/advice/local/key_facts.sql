{#-
One row of the counted classes: how many they are, their records, the records in classes of fewer
than k, and the records whose value a partition leaves out. Each key adds the number of its values,
and whether one of them is the mark of a star.
-#}
{%- macro key_facts(plan, origin, k, mark) -%}
select
    {{ sqlmetrics.count_records() }} as classes,
    {{ sqlmetrics.as_integer('coalesce(sum(n), 0)') }} as records,
    {{ sqlmetrics.as_integer('coalesce(sum(case when n < ' ~ k ~ ' then n else 0 end), 0)') }} as violating,
    {{ sqlmetrics.as_integer('coalesce(sum(unmapped), 0)') if sqlmetrics.lost_keys(plan)
        else '0' }} as unmapped
    {%- for key in plan.quasi_identifiers %},
    {{ sqlmetrics.as_integer('count(distinct key_' ~ key.number ~ ') + coalesce(max(case when key_'
        ~ key.number ~ ' is null then 1 else 0 end), 0)') }} as values_{{ key.number }},
    {{ sqlmetrics.as_integer('coalesce(max(case when key_' ~ key.number ~ ' = ' ~ sqlmetrics.literal(mark)
        ~ ' then 1 else 0 end), 0)') }} as marked_{{ key.number }}
    {%- endfor %}
from {{ origin }} key_classes
{%- endmacro %}
