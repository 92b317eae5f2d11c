{#- The candidates of each set by their secret, from `candidates` and `secrets`, as `cells`: n of them, their
weight, and `whole`, how many have no other points. -#}
{%- macro event_cells(known) -%}
{%- set set = sqlmetrics.event_set(known) -%}
{% if known.drawn -%}
-- n holders of a point that is known first have a secret
first_cells as (
    select traces.point as point, secrets.secret as secret, {{ sqlmetrics.count_records() }} as n,
    sum(case when secrets.m = 1 then 1 else 0 end) as whole,
        sum({{ sqlmetrics.as_double('traces.times' if known.events else '1') }} / secrets.m) as weight
    from traces
    join (select point from learnt where p = 1 group by point) first_points
        on first_points.point = traces.point
    join secrets on secrets.individual = traces.individual
    group by traces.point, secrets.secret
),
{% endif -%}
-- n candidates of a set have a secret; their weight, and how many have no other points
cells as (
    {%- if not known.drawn or known.points > 1 %}
    select {{ set }}, secret, {{ sqlmetrics.count_records() }} as n,
    sum(case when m = p then 1 else 0 end) as whole,
        sum({{ sqlmetrics.event_weight(known) }}) as weight
    from candidates
    join secrets on secrets.individual = candidates.individual
    group by {{ set }}, secret
    {%- endif %}
    {%- if known.drawn %}
    {{ 'union all' if known.points > 1 }}
    select 1 as p, learnt.target as target, first_cells.secret as secret, first_cells.n as n,
    first_cells.whole as whole, first_cells.weight as weight
    from learnt
    join taken on taken.target = learnt.target
    join first_cells on first_cells.point = learnt.point
    where learnt.p = 1
    {%- endif %}
)
{%- endmacro %}
