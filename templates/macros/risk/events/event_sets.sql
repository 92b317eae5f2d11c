{#- Every set of 1 to `known.points` points of a person, from `traces`: `candidates` (p, its points
by number, 0 behind the last, and a person who has them all). With `known.events` a point may come
again in a set, as often as it is that person's; `ways` says how many sets of the person's events
show these points. -#}
{%- macro event_sets(known) -%}
{%- for p in range(1, known.points + 1) -%}
-- the sets of {{ p }} {{ 'point' if p == 1 else 'points' }} of each person
sets_{{ p }} as (
    {%- if p == 1 %}
    select individual, point as p1{{ ', 1 as times, ' ~ sqlmetrics.as_double('traces.times') ~ ' as ways'
        if known.events }}
    from traces
    {%- else %}
    {%- set last = 'shorter.p' ~ (p - 1) %}
    select shorter.individual as individual, {% for q
        in range(1, p) %}shorter.p{{ q }} as p{{ q }}, {% endfor %}traces.point as p{{ p }}
        {%- if known.events %},
        case when traces.point = {{ last }} then shorter.times + 1 else 1 end as times,
        case when traces.point = {{ last }} then shorter.ways * (traces.times - shorter.times)
            / (shorter.times + 1) else shorter.ways * traces.times end as ways
        {%- endif %}
    from sets_{{ p - 1 }} shorter
    join traces on traces.individual = shorter.individual
        {%- if known.events %}
            and (traces.point > {{ last }} or (traces.point = {{ last }} and traces.times > shorter.times))
        {%- else %} and traces.point > {{ last }}{% endif %}
    {%- endif %}
),
{% endfor -%}
-- a set of p points, and a person who has them all
candidates as (
    {%- for p in range(1, known.points + 1) %}
    select individual, {{ p }} as p{% for q in range(1, known.points + 1) %}, {{ 'p' ~ q if q <= p
        else '0 as p' ~ q }}{% endfor %}{{ ', ways' if known.events }}
    from sets_{{ p }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
{%- endmacro %}
