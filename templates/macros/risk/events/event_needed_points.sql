{#-
The relation's records, with the fewest points of their person, the record's own among them, that single
the person out, as the column `name`: NULL where `known.points` do not, and for a record that has no
person, or whose point is left out. A smallest set with the point is minimal, or the person's smallest
minimal set with the point added.

columns  the relation's columns
-#}
{%- macro event_needed_points(plan, known, columns, name) -%}
{%- set same = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- set own = sqlmetrics.key_name(key) -%}
{%- do same.append(sqlmetrics.same_key('needed.' ~ own, 'input.' ~ own)) -%}
{%- endfor -%}
with
{{ sqlmetrics.event_minimal(plan, known, 2) }},
-- the smallest set of a person
smallest as (
    select individual, min(p) as p
    from minimal
    group by individual
),
-- the smallest minimal set with a point
with_point as (
    select individual, point, {{ sqlmetrics.as_integer('min(p)') }} as p
    from (
        {%- for q in range(1, known.points + 1) %}
        select individual, p{{ q }} as point, p
        from minimal
        {{- '\n        where p >= ' ~ q if q > 1 }}
        {{- '\n        union all' if not loop.last }}
        {%- endfor %}
    ) parts
    group by individual, point
),
-- a point of a person, and the fewest points with it
needed as (
    select traces.individual as individual, {{ sqlmetrics.key_columns(plan, 'points') }},
        {{ sqlmetrics.as_integer('case when with_point.p <= smallest.p + 1 then with_point.p'
            ~ ' when smallest.p < ' ~ known.points ~ ' then smallest.p + 1 end') }} as p
    from traces
    join points on points.point = traces.point
    join smallest on smallest.individual = traces.individual
    left join with_point on with_point.individual = traces.individual and with_point.point = traces.point
),
-- a row per record
input as (
    {{ sqlmetrics.input(plan, plan.relation, [], kept=columns, checked=false) }}
)
select
    {%- for column in columns %}
    input.kept_{{ loop.index }} as {{ sqlmetrics.quoted(column) }},
    {%- endfor %}
    needed.p as {{ sqlmetrics.quoted(name) }}
from input
left join needed on needed.individual = input.individual
    and {{ same | join('\n    and ') }}
{%- endmacro %}
