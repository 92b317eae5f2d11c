{#- The people, from `pairs`: `traced` (a person, and as wanted the number of points, and of events). -#}
{%- macro event_traced(points=false, events=false) -%}
-- a person{{ ' with the number of ' ~ ('points' if points else 'events') if points or events }}
traced as (
    select individual{% if points %}, {{ sqlmetrics.count_records() }} as points{% endif %}{%
        if events %}, {{ sqlmetrics.as_integer('sum(times)') }} as events{% endif %}
    from pairs
    group by individual
)
{%- endmacro %}
