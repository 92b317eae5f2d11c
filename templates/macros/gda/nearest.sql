{#-
The CTE `nearest_<name>`: for each of the `drawn_targets` the `record` of the `released` that is nearest in the columns; of several the first.
-#}
{%- macro nearest(name, columns) -%}{{ return(adapter.dispatch('nearest', 'sqlmetrics')(name, columns)) }}{%- endmacro %}

{%- macro default__nearest(name, columns) -%}
pairs_{{ name }} as (
    select
        targets.target, released.record,
        {{ sqlmetrics.distance(columns, 'targets', 'released') }} as distance
    from drawn_targets targets cross join released
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
Exact, but without the distance of every pair. Some 200 records, and those whose texts set the same bits, bound the distance of the nearest; the
bits that two records' texts set in common bound how many of them can be equal; only a pair that can be within the bound is measured: where all
texts must be equal, those of the same bits. Texts are compared by hashes of 64 bits, and records of the same values are compared once.
-#}
{%- macro duckdb__nearest(name, columns) -%}
{%- set texts = (columns | rejectattr('kind', 'in', ('number', 'moment')) | list)[:21] -%}
{%- set values -%}{%- for column in columns %}v{{ column.place }}{{ ', ' if not loop.last }}{% endfor -%}{%- endset -%}
{%- set word -%}
{%- for column in texts -%}
(cast(1 as bigint) << cast({{ (63 // (texts | length)) * loop.index0 }} + v{{ column.place }} % {{ 63 // (texts | length) }} as bigint)){{ ' | ' if not loop.last }}
{%- endfor -%}
{%- endset -%}
distinct_{{ name }} as (
    select min(record) as record, {{ values }}
    from released
    group by {{ values }}
),
sought_{{ name }} as {{ sqlmetrics.materialized() }}(
    select record, {{ values }}{% if texts %}, {{ word }} as word{% endif %}
    from distinct_{{ name }}
),
wanted_{{ name }} as {{ sqlmetrics.materialized() }}(
    select target, {{ values }}{% if texts %}, {{ word }} as word{% endif %}
    from drawn_targets
),
tried_{{ name }} as (
    select wanted.target, {{ sqlmetrics.distance(columns, 'wanted', 'few') }} as distance
    from wanted_{{ name }} wanted cross join (
        select {{ values }}
        from released
        where record % (select greatest(count(*) // 200, 1) from released) = 0
    ) few
    {%- if texts %}
    union all
    select wanted.target, {{ sqlmetrics.distance(columns, 'wanted', 'sought') }} as distance
    from sought_{{ name }} sought join wanted_{{ name }} wanted on wanted.word = sought.word
    {%- endif %}
),
bounds_{{ name }} as (
    select target, min(distance) as bound
    from tried_{{ name }}
    group by target
),
{%- if texts %}
bounded_{{ name }} as {{ sqlmetrics.materialized() }}(
    select
        wanted.target, {{ values }}, wanted.word, coalesce(bounds.bound + 1e-9, 1e300) as bound,
        cast(greatest(coalesce(ceil({{ texts | length }} - bounds.bound - 1e-9), 0), 0) as tinyint) as alike
    from wanted_{{ name }} wanted left join bounds_{{ name }} bounds on bounds.target = wanted.target
),
alike_{{ name }} as (
    select target, word
    from bounded_{{ name }}
    where alike >= {{ texts | length }}
    union all
    select bounded.target, words.word
    from (
        select word
        from sought_{{ name }}
        group by word
    ) words cross join (
        select target, word, alike
        from bounded_{{ name }}
        where alike < {{ texts | length }}
    ) bounded
    where bit_count(bounded.word & words.word) >= bounded.alike
),
{%- endif %}
near_{{ name }} as {{ sqlmetrics.materialized() if texts }}(
    select
        wanted.target, sought.record,{{ ' wanted.bound,' if texts }}
        {{ sqlmetrics.distance(columns, 'wanted', 'sought') }} as distance
    {%- if texts %}
    from alike_{{ name }} alike
    join sought_{{ name }} sought on sought.word = alike.word
    join bounded_{{ name }} wanted on wanted.target = alike.target
    {%- else %}
    from sought_{{ name }} sought cross join wanted_{{ name }} wanted
    {%- endif %}
),
nearest_{{ name }} as (
    select target, arg_min(record, row(distance, record)) as record
    from near_{{ name }}
    {%- if texts %}
    where distance <= bound
    {%- endif %}
    group by target
)
{%- endmacro %}
