{#-
People drawn from relations: which one by its number from 0, the released records nearest to two
sets of their attributes, and how many records are released.
-#}
{%- macro linked_parts(people, release, one, other, seed, size) -%}
with
{{ sqlmetrics.nearest_inputs(people, release, one + other, none, seed, size) }},
{{ sqlmetrics.nearest('one', one) }},
{{ sqlmetrics.nearest('other', other) }},
-- one row
extent as (
    select {{ sqlmetrics.count_records() }} as records
    from released
)
select targets.side, nearest_one.record as one, nearest_other.record as other, extent.records
from drawn_targets targets
join nearest_one on nearest_one.target = targets.target
join nearest_other on nearest_other.target = targets.target
cross join extent
order by targets.side, targets.target
{%- endmacro %}
