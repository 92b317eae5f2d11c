{#-
The CTE `nearest_<name>`: for each of the `targets` the `record` of the `released` that is nearest in the columns; of several the first.
-#}
{%- macro nearest(name, columns) -%}{{ return(adapter.dispatch('nearest', 'sqlmetrics')(name, columns)) }}{%- endmacro %}

{%- macro default__nearest(name, columns) -%}
pairs_{{ name }} as (
    select
        targets.target, released.record,
        {{ sqlmetrics.distance(columns, 'targets', 'released') }} as distance
    from targets cross join released
),
ranked_{{ name }} as (
    select target, record, row_number() over (partition by target order by distance, record) as place
    from pairs_{{ name }}
),
nearest_{{ name }} as (
    select target, record
    from ranked_{{ name }}
    where place = 1
)
{%- endmacro %}

{#-
Exact, but without the distance of every pair. A record among some 500 bounds the distance of the nearest; the bits that two records' texts
set in common bound how many of them can be equal; only a pair that can be within the bound is measured. Texts are compared by hashes of 64 bits.
-#}
{%- macro duckdb__nearest(name, columns) -%}
{%- set texts = (columns | rejectattr('kind', 'equalto', 'number') | list)[:64] -%}
{%- set plain -%}{%- for column in columns %}, {{ 'v' ~ column.place if column.kind == 'number' else 'hash(v' ~ column.place ~ ') as v' ~ column.place }}{% endfor -%}{%- endset -%}
{%- set word -%}
{%- for column in texts -%}
(cast(1 as ubigint) << cast({{ (64 // (texts | length)) * loop.index0 }} + v{{ column.place }} % {{ 64 // (texts | length) }} as ubigint)){{ ' | ' if not loop.last }}
{%- endfor -%}
{%- endset -%}
coded_{{ name }} as (
    select record{{ plain }}
    from released
),
wanted_{{ name }} as (
    select target{{ plain }}
    from targets
),
few_{{ name }} as (
    select record{% for column in columns %}, v{{ column.place }}{% endfor %}
    from coded_{{ name }}
    where record % (select greatest(count(*) // 500, 1) from released) = 0
),
bounds_{{ name }} as (
    select wanted.target, min({{ sqlmetrics.distance(columns, 'wanted', 'few') }}) as bound
    from wanted_{{ name }} wanted cross join few_{{ name }} few
    group by wanted.target
),
seekers_{{ name }} as (
    select wanted.target{% for column in columns %}, wanted.v{{ column.place }}{% endfor %}
        {%- if texts %}, {{ word | replace('v', 'wanted.v') }} as word, cast(ceil({{ texts | length }} - bound - 1e-9) as bigint) as alike{% endif %}
    from wanted_{{ name }} wanted left join bounds_{{ name }} bounds on bounds.target = wanted.target
),
sought_{{ name }} as (
    select record{% for column in columns %}, v{{ column.place }}{% endfor %}{% if texts %}, {{ word }} as word{% endif %}
    from coded_{{ name }}
),
near_{{ name }} as (
    select
        seekers.target, sought.record,
        {{ sqlmetrics.distance(columns, 'seekers', 'sought') }} as distance
    from sought_{{ name }} sought cross join seekers_{{ name }} seekers
    {%- if texts %}
    where bit_count(seekers.word & sought.word) >= coalesce(seekers.alike, 0)
    {%- endif %}
),
least_{{ name }} as (
    select target, min(distance) as distance
    from near_{{ name }}
    group by target
),
nearest_{{ name }} as (
    select near.target, min(near.record) as record
    from near_{{ name }} near
    join least_{{ name }} least_of on least_of.target = near.target and least_of.distance = near.distance
    group by near.target
)
{%- endmacro %}
