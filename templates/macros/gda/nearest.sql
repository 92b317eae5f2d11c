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
Exact, but without the distance of every pair. A record among some 2,000 bounds the distance of the nearest; the bits that two records' texts
set in common bound how many of them can be equal; only a pair that can be within the bound is measured.
-#}
{%- macro duckdb__nearest(name, columns) -%}
{%- set texts = (columns | rejectattr('kind', 'equalto', 'number') | list)[:64] -%}
{%- set names -%}{%- for column in columns %}, v{{ column.place }}{% endfor -%}{%- endset -%}
{%- set word -%}
{%- for column in texts -%}
(cast(1 as ubigint) << cast({{ (64 // (texts | length)) * loop.index0 }} + hash(v{{ column.place }}) % {{ 64 // (texts | length) }} as ubigint)){{ ' | ' if not loop.last }}
{%- endfor -%}
{%- endset -%}
few_{{ name }} as (
    select record{{ names }}
    from released
    where record % (select greatest(count(*) // 2000, 1) from released) = 0
),
bounds_{{ name }} as (
    select targets.target, min({{ sqlmetrics.distance(columns, 'targets', 'released') }}) as bound
    from targets cross join few_{{ name }} released
    group by targets.target
),
seekers_{{ name }} as (
    select targets.target{% for column in columns %}, targets.v{{ column.place }}{% endfor %}
        {%- if texts %}, {{ word }} as word, cast(ceil({{ texts | length }} - bound - 1e-9) as bigint) as alike{% endif %}
    from targets left join bounds_{{ name }} bounds on bounds.target = targets.target
),
sought_{{ name }} as (
    select record{{ names }}{% if texts %}, {{ word }} as word{% endif %}
    from released
),
near_{{ name }} as (
    select
        seekers.target, sought.record,
        {{ sqlmetrics.distance(columns, 'seekers', 'sought') }} as distance
    from seekers_{{ name }} seekers cross join sought_{{ name }} sought
    {%- if texts %}
    where bit_count(seekers.word & sought.word) >= coalesce(seekers.alike, 0)
    {%- endif %}
),
nearest_{{ name }} as (
    select target, arg_min(record, (distance, record)) as record
    from near_{{ name }}
    group by target
)
{%- endmacro %}
