{#- The people who have the first points of a target: `name` (target, p of 2 and more, individual),
from `starts`, which has the two points of each target that are looked for first, `steps`, its
points in the order in which they are looked for, and `traces`, the points of people. -#}
{%- macro event_chain(known, name, starts, steps, traces) -%}
{{ return(adapter.dispatch('event_chain', 'sqlmetrics')(known, name, starts, steps, traces)) }}
{%- endmacro %}

{%- macro duckdb__event_chain(known, name, starts, steps, traces) -%}
{{ sqlmetrics.event_chain_of_two(known, name, starts, steps, traces) }}
{%- endmacro %}

{%- macro sqlite__event_chain(known, name, starts, steps, traces) -%}
{{ sqlmetrics.event_chain_of_two(known, name, starts, steps, traces) }}
{%- endmacro %}

{%- macro postgres__event_chain(known, name, starts, steps, traces) -%}
{{ sqlmetrics.event_chain_of_two(known, name, starts, steps, traces) }}
{%- endmacro %}

{#- Others may compute a relation anew for each use, so that all points are looked for at once. -#}
{%- macro default__event_chain(known, name, starts, steps, traces) -%}
{%- set ways = '(' ~ sqlmetrics.as_double('own.times') ~ ' - ' ~ steps ~ '.times + 1) / ' ~ steps
    ~ '.times' -%}
-- a target, a person with the first points so far, and p of them
{{ name }}_met as (
    select {{ starts }}.target as target, {{ starts }}.hidden_p as hidden_p,
    first_own.individual as individual, {{ steps }}.step as p,
        row_number()
            over (partition by {{ starts }}.target, first_own.individual order by {{ steps }}.step) as met
        {%- if known.events %},
        exp(sum({{ sqlmetrics.ln(ways) }}) over (partition by {{ starts }}.target,
            first_own.individual order by {{ steps }}.step rows unbounded preceding)) as ways
        {%- endif %}
    from {{ starts }}
    join {{ traces }} first_own on first_own.point = {{ starts }}.first_point
    join {{ steps }} on {{ steps }}.target = {{ starts }}.target
    join {{ traces }} own on own.individual = first_own.individual and own.point = {{ steps }}.point
    {%- if known.events %}
    where own.times >= {{ steps }}.times
    {%- endif %}
),
-- a person who has met p of the first p points of a target has all of them
{{ name }} as (
    select target, p, individual{{ ', ways' if known.events }}
    from {{ name }}_met
    where met = p and p > 1 and hidden_p < p
)
{%- endmacro %}
