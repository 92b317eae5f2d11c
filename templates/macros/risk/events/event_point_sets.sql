{#- The minimal sets of 1 to `known.points` points that fewer than `few` people have; the fewest
people come first, then the fewest points. The columns are the place of a set, its points, its
people, how many such sets of 1, 2, .. points there are in all, and, where values are shown, each
point as a line of CSV, NULL behind the last. -#}
{%- macro event_point_sets(plan, known, few) -%}
{%- set points = [] -%}
{%- for q in range(1, known.points + 1) -%}{%- do points.append('p' ~ q) -%}{%- endfor -%}
with
{{ sqlmetrics.event_minimal(plan, known, few) }},
{%- if plan.show_values %}
-- a point by its number, as a line of CSV
named_points as (
    select point, {{ sqlmetrics.class_name(plan) }} as point_name
    from points
),
{%- endif %}
-- a set of p points that k people have
point_sets as (
    select p, {{ points | join(', ') }}, k
    from minimal
    group by p, {{ points | join(', ') }}, k
),
-- a set at its place, beside the numbers of all
ordered as (
    select p, {{ points | join(', ') ~ ', '
        if plan.show_values }}k, row_number() over (order by k, p, {{ points | join(', ') }}) as place
        {%- for q in range(1, known.points + 1) %},
        sum(case when p = {{ q }} then 1 else 0 end) over () as sets_{{ q }}
        {%- endfor %}
    from point_sets
)
select {{ sqlmetrics.as_integer('ordered.place') }} as {{ sqlmetrics.quoted('set') }},
    {{ sqlmetrics.as_integer('ordered.p') }} as {{ sqlmetrics.quoted('points') }},
    {{ sqlmetrics.as_integer('ordered.k') }} as {{ sqlmetrics.quoted('people') }}
    {%- for q in range(1, known.points + 1) %},
    {{ sqlmetrics.as_integer('ordered.sets_' ~ q) }} as {{ sqlmetrics.quoted('sets_' ~ q) }}
    {%- endfor %}
    {%- if plan.show_values -%}
    {%- for q in range(1, known.points + 1) %},
    named_{{ q }}.point_name as {{ sqlmetrics.quoted('point_' ~ q) }}
    {%- endfor %}
    {%- endif %}
from ordered
{%- if plan.show_values -%}
{%- for q in range(1, known.points + 1) %}
left join named_points named_{{ q }} on named_{{ q }}.point = ordered.p{{ q }}
{%- endfor %}
{%- endif %}
{%- if plan.limit %}
where ordered.place <= {{ plan.limit }}
{%- endif %}
order by ordered.place
{%- endmacro %}
