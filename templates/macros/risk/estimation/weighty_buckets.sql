{#-
The buckets of hashes whose classes are counted whole, whether their hash is in the sample or not, as
`weighty_buckets` with a comma behind it: the `weightiest`. A class's bucket is made of the last bits
of its hash, and the first decide about the sample, so that this choice is not of what the sample
has.

search.buckets  the number of buckets, a power of 2
search.share, search.fewest   as in `weightiest`
search.step     of how many records one is looked at
search.place    the name of the records' numbers, where it is more than one
-#}
{%- macro weighty_buckets(plan, search) -%}
{%- set columns = [] -%}
{%- for key in plan.quasi_identifiers -%}
    {%- do columns.append('source.' ~ sqlmetrics.quoted(key.column)) -%}
{%- endfor -%}
{%- set place = sqlmetrics.quoted(search.place) -%}
{%- set stepped = '(\n            select *\n            from (select ' ~ (columns | join(', '))
    ~ ', row_number() over () as ' ~ place ~ ' from ' ~ plan.relation
    ~ ' source) numbered\n            where ' ~ sqlmetrics.remainder(place, search.step)
    ~ ' = 0\n        )' -%}
{%- set looked_at = plan if search.step == 1 else dict(plan, relation=stepped) -%}
-- a row per bucket of hashes of classes
buckets as (
    select bucket, {{ sqlmetrics.as_double('count(*)') }} as n
    from (
        select {{ sqlmetrics.bucket_of('class_hash', search) }} as bucket
        from (
            select {{ sqlmetrics.hash_of_class(plan) }} as class_hash
            {{ sqlmetrics.hashed_records(looked_at) }}
        ) hashed
    ) numbered
    group by bucket
),
-- a row per bucket whose classes are counted whole
weighty_buckets as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.weightiest('buckets', 'bucket', sqlmetrics.as_double(search.share), search.fewest) }}
),
{% endmacro %}
