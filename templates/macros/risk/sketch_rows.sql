{#-
A sketch of the count table as rows that leave the database: the counts of the `size` classes with
the smallest hashes, and of at most as many of the `weightiest`, each counted whole, with the columns
of `count_rows`, class_hash, and `whole`, 1 for the weightiest; then, with a NULL class_hash and NULL
keys, the counts of each attribute's values in all classes, unless there are more than `size`.

Each row has, of all records: threshold (the smallest hash that is not in the sketch, 2^48 where all
are), all_records, all_suppressed, all_unmapped, and per target, 0 for the identity, all_counted_0..
(records that it counts), all_complete_0.. (records without NULL) and all_values_1.. (the number of
the attribute's counts of values). `keep` says whether suppressed records are a class of their own.

The first `slices` keys are columns of slices: values are counted in each, however many there are, and
without attributes the records of each slice are, all_values_1 of them.
-#}
{%- macro sketch_rows(plan, size, keep=false, slices=0) -%}
{%- set numbered = [] -%}
{%- for key in plan.quasi_identifiers -%}{%- do numbered.append(dict(key, alias=none)) -%}{%- endfor -%}
{%- set plan = dict(plan, quasi_identifiers=numbered, value_aliases=[]) -%}
{%- set several = plan.attributes | length > 1 -%}
{%- set lost = sqlmetrics.lost_keys(plan) -%}
{%- set counted = sqlmetrics.counted_columns(plan) -%}
{%- set of_value = ('attribute, ' if several else '') ~ ('suppressed, ' if plan.suppressed else '') -%}
{%- set keys_known = [] -%}
{%- set slice_keys = [] -%}
{%- set key_rows = [] -%}
{%- set key_places = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- if loop.index <= slices -%}
    {%- do slice_keys.append('key_' ~ loop.index) -%}
{%- else -%}
    {%- do keys_known.append('key_' ~ loop.index ~ ' is not null') -%}
{%- endif -%}
{%- do key_places.append('key_' ~ loop.index if loop.index <= slices else 'null as key_' ~ loop.index) -%}
{%- do key_rows.append('coalesce(hash_' ~ loop.index ~ ', '
    ~ sqlmetrics.value_hash(sqlmetrics.literal(loop.index)) ~ ')') -%}
{%- endfor -%}
{%- set values = [] -%}
{%- for attribute in plan.attributes -%}{%- do values.append('value_' ~ loop.index) -%}{%- endfor -%}
{%- set first = 'attribute = 1' if several else '' -%}
{%- set marks_lost = [] -%}
{%- for key in plan.quasi_identifiers if keep and key.recoding and key.recoding.unmapped == 'error' -%}
    {%- do marks_lost.append('key_' ~ key.number ~ ' is null') -%}
{%- endfor -%}
{%- set unmapped = 'case when suppressed = 1 and (' ~ (marks_lost | join(' or '))
    ~ ') then records else unmapped end' if marks_lost else 'unmapped' -%}
{%- set totals = ['threshold', 'all_records', 'all_suppressed', 'all_unmapped', 'all_counted_0',
    'all_complete_0'] -%}
{%- for value in values -%}
    {%- do totals.extend(['all_counted_' ~ loop.index, 'all_complete_' ~ loop.index,
        'all_values_' ~ loop.index]) -%}
{%- endfor -%}
{%- if slices and not values -%}{%- do totals.append('all_values_1') -%}{%- endif -%}
{%- set by_value = of_value ~ ((slice_keys + values) | join(', ')) -%}
with
-- a row per combination of keys and value
counts as (
    {{ sqlmetrics.counting(plan) }}
),
{%- for key in plan.quasi_identifiers %}
-- a row per value of key {{ loop.index }}
hashes_{{ loop.index }} as (
    select key_{{ loop.index }} as hashed_{{ loop.index }}, {{ sqlmetrics.key_hash('key_' ~ loop.index,
        loop.index) }} as hash_{{ loop.index }}
    from counts
    where key_{{ loop.index }} is not null
    group by key_{{ loop.index }}
),
{%- endfor %}
-- a row per count, with the hash of its class
hashed as (
    select {{ counted }}, {{ sqlmetrics.class_hash(key_rows) }} as class_hash, records
    from counts
    {%- for key in plan.quasi_identifiers %}
    left join hashes_{{ loop.index }} on hashed_{{ loop.index }} = key_{{ loop.index }}
    {%- endfor %}
),
-- a row per hash of a class, with its records
class_sizes as (
    select class_hash, {{ sqlmetrics.as_double('sum(records)') }} as n
    from hashed
    {{- ' where ' ~ first if first }}
    group by class_hash
),
-- a row per smallest hash of a class
smallest as (
    select class_hash
    from class_sizes
    order by class_hash
    {{ sqlmetrics.row_limit(size + 1) }}
),
-- one row: the hash below which classes are in the sketch
limits as (
    select case when count(*) > {{ size }} then max(class_hash) else {{ 2 ** 48 }} end as threshold
    from smallest
),
-- a row per hash of a class that is there for its weight
weighty as (
    {{ sqlmetrics.weightiest('class_sizes cross join limits', 'class_hash',
        'threshold / ' ~ sqlmetrics.as_double(2 ** 48), 2, size) }}
),
{%- if values or slices %}
-- a row per value{{ ' and slice' if slices }}, in all classes
value_counts as (
    select {{ by_value }}, {{ sqlmetrics.as_integer('sum(records)') }} as value_records
    from counts
    {{- ' where ' ~ (keys_known | join(' and ')) if plan.nulls == 'drop' }}
    group by {{ by_value }}
),
-- one row: how many values each attribute has
value_numbers as (
    select
        {%- for value in values or ['records'] %}
        {{ 'count(case when attribute = ' ~ loop.index ~ ' then 1 end)' if several
            else sqlmetrics.count_records() }} as all_values_{{ loop.index }}{{ ',' if not loop.last }}
        {%- endfor %}
    from value_counts
),
{%- endif %}
-- one row: what is known of all records
totals as (
    select
        {{ sqlmetrics.records_where(first) }} as all_records,
        {{ sqlmetrics.records_where('suppressed = 1' ~ (' and ' ~ first if first else '')) if plan.suppressed
            else '0' }} as all_suppressed,
        {{ sqlmetrics.records_where(first, unmapped) if lost else '0' }} as all_unmapped,
        {%- for target in range(values | length + 1) %}
        {%- set of_target = ['attribute = ' ~ (target or 1)] if several else [] %}
        {%- set known = (keys_known + (['value_' ~ target ~ ' is not null'] if target else []))
            if plan.nulls == 'drop' else [] %}
        {%- set complete = of_target + known %}
        {%- set whole = complete + (['suppressed = 0'] if plan.suppressed and not keep else []) %}
        {{ sqlmetrics.records_where(whole | join(' and ')) }} as all_counted_{{ target }},
        {{ sqlmetrics.records_where(complete | join(' and ')) }} as all_complete_{{ target }}
        {{- ',' if not loop.last }}
        {%- endfor %}
    from counts
),
-- a row per count of a class in the sketch, or of a value in all classes
kept as (
    select {{ counted }}, hashed.class_hash as class_hash,
    case when weighty.class_hash is null then 0 else 1 end as whole, records
    from hashed
    cross join limits
    left join weighty on weighty.class_hash = hashed.class_hash
    where hashed.class_hash < threshold or weighty.class_hash is not null
    {%- if values or slices %}
    union all
    select {{ of_value }}{{ key_places | join(', ') }}, {{ values | join(', ') ~ ', '
        if values }}null as class_hash, 0 as whole, value_records as records
    from value_counts
    cross join value_numbers
    {%- if not slices %}
    where
        {%- for value in values %}
        {{ '(attribute = ' ~ loop.index ~ ' and all_values_' ~ loop.index ~ ' <= ' ~ size ~ ')' if several
            else 'all_values_1 <= ' ~ size }}{{ ' or' if not loop.last }}
        {%- endfor %}
    {%- endif %}
    {%- endif %}
)
select
    {{ of_value }}
    {%- for key in plan.quasi_identifiers -%}
    {{ sqlmetrics.key_value('key_' ~ loop.index) }} as key_{{ loop.index }}, {% endfor -%}
    {%- for value in values -%}{{ sqlmetrics.key_value(value) }} as {{ value }}, {% endfor -%}
    class_hash, whole, {{ '0 as unmapped, ' if lost }}records, {{ totals | join(', ') }}
from kept
cross join limits
cross join totals
{%- if values or slices %}
cross join value_numbers
{%- endif %}
{%- endmacro %}
