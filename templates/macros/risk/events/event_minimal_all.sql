{#-
The minimal sets of 1 to `known` points that fewer than `few` people have, from `traces` and `points`:
`minimal` (a person who has the set, p, its points by number, 0 behind the last, and the k people who
have it). A set is minimal where each of its parts is shared by `few` people or more. It is then enough
that the parts with one point less are.

So a set is looked at only where these parts are shared: a person's shared sets with one point less are
extended by each other shared point of that person, and the set that is reached from all of its p parts
has no rarer one (Terrovitis, Mamoulis and Kalnis 2008, as a priori does).
-#}
{%- macro event_minimal_all(known, few) -%}
{%- for p in range(1, known + 1) -%}
{%- set points = [] -%}
{%- for q in range(1, p + 1) -%}{%- do points.append('p' ~ q) -%}{%- endfor -%}
{%- if p == 1 -%}
-- a point of a person, and the k people who have it
sets_1 as (
    select traces.individual as individual, traces.point as p1, points.holders as k
    from traces
    join points on points.point = traces.point
),
{% else -%}
-- a set of {{ p }} points of a person whose parts are all shared, and the k people who have it
sets_{{ p }} as (
    select individual, {{ points | join(', ') }}, {{ sqlmetrics.count_records(' over (partition by ' ~ points
        | join(', ') ~ ')') }} as k
    from (
        select individual, {{ points | join(', ') }}
        from (
            select shorter.individual as individual
                {%- for q in range(1, p + 1) %},
                {% if q == 1 -%}
                case when added.p1 < shorter.p1 then added.p1 else shorter.p1 end
                {%- elif q == p -%}
                case when added.p1 > shorter.p{{ p - 1 }} then added.p1 else shorter.p{{ p - 1 }} end
                {%- else -%}
                case when added.p1 < shorter.p{{ q - 1 }} then shorter.p{{ q - 1 }}
                    when added.p1 < shorter.p{{ q }} then added.p1 else shorter.p{{ q }} end
                {%- endif %} as p{{ q }}
                {%- endfor %}
            from sets_{{ p - 1 }} shorter
            join sets_1 added on added.individual = shorter.individual
            where shorter.k >= {{ few }} and added.k >= {{ few }}
                {%- for q in range(1, p) %} and added.p1 <> shorter.p{{ q }}{% endfor %}
        ) extended
        group by individual, {{ points | join(', ') }}
        having count(*) = {{ p }}
    ) whole_sets
),
{% endif -%}
{%- endfor -%}
-- a minimal set of p points, and a person who has it
minimal as (
    {%- for p in range(1, known + 1) %}
    select individual, {{ p }} as p{% for q in range(1, known + 1) %}, {{ 'p' ~ q if q <= p
        else '0 as p' ~ q }}{% endfor %}, k
    from sets_{{ p }}
    where k < {{ few }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
{%- endmacro %}
