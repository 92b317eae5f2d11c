{#-
The CTE `nearest_<name>`: for each of the `drawn_targets` the `record` of the `released` that is
nearest in the columns; of several the first.
-#}
{%- macro nearest(name, columns) -%}
{{ return(adapter.dispatch('nearest', 'sqlmetrics')(name, columns)) }}
{%- endmacro %}

{%- macro default__nearest(name, columns) -%}
-- a row per drawn and released record
pairs_{{ name }} as (
    select
        targets.target, released.record,
        {{ sqlmetrics.distance(columns, 'targets', 'released') }} as distance
    from drawn_targets targets cross join released
),
-- a row per drawn and released record
ranked_{{ name }} as (
    select target, record, row_number() over (partition by target order by distance, record) as place
    from pairs_{{ name }}
),
-- a row per drawn record
nearest_{{ name }} as (
    select target, record
    from ranked_{{ name }}
    where place = 1
)
{%- endmacro %}

{#-
The same rows without the distance of every pair. A record's word holds a few bits of each of its
texts, so that the bits that two words have in common bound the number of equal texts. The records
of the same word, or else those with most bits in common, bound the distance of the nearest record;
only pairs that can be within the bound are measured: where all texts must be equal, pairs of the
same word. Texts are compared by hashes of 64 bits, and records of the same values once.
-#}
{%- macro duckdb__nearest(name, columns) -%}
{%- set texts = (columns | rejectattr('kind', 'in', ('number', 'date')) | list)[:21] -%}
{%- set values -%}{%- for column in columns %}v{{ column.place }}{{ ', ' if not loop.last }}{% endfor -%}
{%- endset -%}
{%- set word -%}
{%- for column in texts -%}
(cast(1 as bigint) << cast({{ (63 // (texts
    | length)) * loop.index0 }} + v{{ column.place }} % {{ 63 // (texts | length) }} as bigint)){{ ' | '
    if not loop.last }}
{%- endfor -%}
{%- endset -%}
-- a row per distinct released record
distinct_{{ name }} as (
    select min(record) as record, {{ values }}
    from released
    group by {{ values }}
),
-- a row per distinct released record
sought_{{ name }} as {{ sqlmetrics.materialized() }}(
    select record, {{ values }}{% if texts %}, {{ word }} as word{% endif %}
    from distinct_{{ name }}
),
-- a row per drawn record
wanted_{{ name }} as {{ sqlmetrics.materialized() }}(
    select target, {{ values }}{% if texts %}, {{ word }} as word{% endif %}
    from drawn_targets
),
{%- if texts %}
-- a row per word of released records
words_{{ name }} as {{ sqlmetrics.materialized() }}(
    select word
    from sought_{{ name }}
    group by word
),
-- a row per word that no released record has
strangers_{{ name }} as (
    select strangers.word, max(bit_count(strangers.word & words.word)) as bits
    from (
        select word
        from wanted_{{ name }}
        where word not in (select word from words_{{ name }})
        group by word
    ) strangers cross join words_{{ name }} words
    group by strangers.word
),
-- a row per word and the released words most like it
likest_{{ name }} as (
    select word, word as likest
    from words_{{ name }}
    union all
    select strangers.word, words.word as likest
    from strangers_{{ name }} strangers cross join words_{{ name }} words
    where bit_count(strangers.word & words.word) = strangers.bits
),
-- a row per drawn record
bounds_{{ name }} as (
    select wanted.target, min({{ sqlmetrics.distance(columns, 'wanted', 'sought') }}) as bound
    from wanted_{{ name }} wanted
    join likest_{{ name }} likest on likest.word = wanted.word
    join sought_{{ name }} sought on sought.word = likest.likest
    group by wanted.target
),
-- a row per drawn record
bounded_{{ name }} as {{ sqlmetrics.materialized() }}(
    select
        wanted.target, {{ values }}, wanted.word, coalesce(bounds.bound + 1e-9, 1e300) as bound,
        cast(greatest(coalesce(ceil({{ texts | length }} - bounds.bound - 1e-9), 0), 0) as tinyint) as alike
    from wanted_{{ name }} wanted left join bounds_{{ name }} bounds on bounds.target = wanted.target
),
-- a row per drawn record and word that may be near
alike_{{ name }} as (
    select target, word
    from bounded_{{ name }}
    where alike >= {{ texts | length }}
    union all
    select bounded.target, words.word
    from words_{{ name }} words cross join (
        select target, word, alike
        from bounded_{{ name }}
        where alike < {{ texts | length }}
    ) bounded
    where bit_count(bounded.word & words.word) >= bounded.alike
),
{%- endif %}
-- a row per drawn and released record that may be nearest
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
-- a row per drawn record
nearest_{{ name }} as (
    select target, arg_min(record, row(distance, record)) as record
    from near_{{ name }}
    {%- if texts %}
    where distance <= bound
    {%- endif %}
    group by target
)
{%- endmacro %}
