{#-
The fewest records that match a record of a relation, itself included, where the mark of a starred
cell matches every value.
-#}
{%- macro least_matches(plan, marks) -%}
with
{{ sqlmetrics.keyed_records(plan) }},
{{ sqlmetrics.key_classes(plan) }},
-- a row per class
matches as (
    select sum(others.n) as matched
    from key_classes classes
    join key_classes others on {% for key in plan.quasi_identifiers %}
        {%- set mine = 'classes.key_' ~ key.number -%}
        {%- set other = 'others.key_' ~ key.number -%}
        ({{ sqlmetrics.same(mine,
            other) }} or {{ mine }} = {{ sqlmetrics.literal(marks[key.number - 1]) }}
                or {{ other }} = {{ sqlmetrics.literal(marks[key.number - 1]) }}){{ ' and '
                    if not loop.last }}
    {%- endfor %}
    group by {% for key in plan.quasi_identifiers %}classes.key_{{ key.number }}{{ ', '
        if not loop.last }}{% endfor %}
)
select min(matched) as least
from matches
{%- endmacro %}
