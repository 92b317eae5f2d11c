{#- People drawn from the original: the released records nearest to two sets of their attributes, and how many records are released. -#}
{%- macro linked_parts(original, release, one, other, seed, size) -%}
with {{ sqlmetrics.nearest_inputs(original, release, one + other, none, seed, size) }},
{{ sqlmetrics.nearest('one', one) }},
{{ sqlmetrics.nearest('other', other) }},
extent as (
    select {{ sqlmetrics.count_records() }} as records
    from released
)
select nearest_one.target, nearest_one.record as one, nearest_other.record as other, extent.records
from nearest_one
join nearest_other on nearest_other.target = nearest_one.target
cross join extent
order by nearest_one.target
{%- endmacro %}
