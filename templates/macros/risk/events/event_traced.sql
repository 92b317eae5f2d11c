{#- The people, from `pairs`: `traced` (a person, the number of points and, with `events`, of events). -#}
{%- macro event_traced(events=false) -%}
-- a person with the number of points
traced as (
    select individual, {{ sqlmetrics.count_records() }} as points{% if events %}, {{ sqlmetrics.as_integer('sum(times)') }} as events{% endif %}
    from pairs
    group by individual
)
{%- endmacro %}
