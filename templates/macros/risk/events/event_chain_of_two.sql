{#-
The relations of `event_chain` for engines that compute a relation once for all its uses: who has both of the first
points of a target is looked at more closely.
-#}
{%- macro event_chain_of_two(known, name, starts, steps, traces) -%}
{%- set both = name ~ '_both' -%}
{%- set ways = '(' ~ sqlmetrics.as_double('own.times') ~ ' - ' ~ steps ~ '.times + 1) / ' ~ steps ~ '.times' -%}
-- a target, and a person who has both of the first points
{{ both }} as (
    select {{ starts }}.target as target, {{ starts }}.hidden_p as hidden_p, first_own.individual as individual
        {%- if known.events %},
        (first_own.times - first_times + 1) * (second_own.times - second_times + 1) / {{ sqlmetrics.as_double('first_times * second_times') }} as ways
        {%- endif %}
    from {{ starts }}
    join {{ traces }} first_own on first_own.point = {{ starts }}.first_point
        {%- if known.events %} and first_own.times >= {{ starts }}.first_times{% endif %}
    join {{ traces }} second_own on second_own.point = {{ starts }}.second_point and second_own.individual = first_own.individual
        {%- if known.events %} and second_own.times >= {{ starts }}.second_times{% endif %}
),
-- a target, a person with the first points so far, and p of them
{{ name }}_met as (
    select {{ both }}.target as target, {{ both }}.hidden_p as hidden_p, {{ both }}.individual as individual, {{ steps }}.step as p,
        row_number() over (partition by {{ both }}.target, {{ both }}.individual order by {{ steps }}.step) + 2 as met
        {%- if known.events %},
        {{ both }}.ways * exp(sum({{ sqlmetrics.ln(ways) }}) over (partition by {{ both }}.target, {{ both }}.individual order by {{ steps }}.step rows unbounded preceding)) as ways
        {%- endif %}
    from {{ both }}
    join {{ steps }} on {{ steps }}.target = {{ both }}.target and {{ steps }}.step > 2
    join {{ traces }} own on own.individual = {{ both }}.individual and own.point = {{ steps }}.point
        {%- if known.events %} and own.times >= {{ steps }}.times{% endif %}
),
-- a person who has met p of the first p points of a target has all of them
{{ name }} as (
    select target, 2 as p, individual{{ ', ways' if known.events }}
    from {{ both }}
    where hidden_p < 2
    union all
    select target, p, individual{{ ', ways' if known.events }}
    from {{ name }}_met
    where met = p and hidden_p < p
)
{%- endmacro %}
