{#-
Every set of 1 to `known` points of a person, from `traces`: `candidates` (p, its points by number, 0 behind the
last, and a person who has them all).
-#}
{%- macro event_sets(known) -%}
{%- for p in range(1, known + 1) -%}
-- the sets of {{ p }} {{ 'point' if p == 1 else 'points' }} of each person
sets_{{ p }} as (
    {%- if p == 1 %}
    select individual, point as p1
    from traces
    {%- else %}
    select shorter.individual as individual, {% for q in range(1, p) %}shorter.p{{ q }} as p{{ q }}, {% endfor %}traces.point as p{{ p }}
    from sets_{{ p - 1 }} shorter
    join traces on traces.individual = shorter.individual and traces.point > shorter.p{{ p - 1 }}
    {%- endif %}
),
{% endfor -%}
-- a set of p points, and a person who has them all
candidates as (
    {%- for p in range(1, known + 1) %}
    select individual, {{ p }} as p{% for q in range(1, known + 1) %}, {{ 'p' ~ q if q <= p else '0 as p' ~ q }}{% endfor %}
    from sets_{{ p }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
{%- endmacro %}
