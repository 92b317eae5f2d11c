{#-
The buckets of hashes whose classes are counted whole, whether their hash is in the sample or not, as
`weighty_buckets` with a comma behind it: the largest, as long as each has more of the records, or of
the pairs of records, of those that are left than a sample of the others can answer for. A class's
bucket is made of the last bits of its hash, and the first decide about the sample, so that this
choice is not of what the sample has.

sample.buckets  the number of buckets, a power of 2
sample.times    a bucket is whole where so many times its records, or pairs, are all that is left
sample.fewest   the fewest records that are looked at of such a bucket
sample.step     of how many records one is looked at
sample.place    the name of the records' numbers, where it is more than one
-#}
{%- macro weighty_buckets(plan, sample) -%}
{%- set columns = [] -%}
{%- for key in plan.quasi_identifiers -%}{%- do columns.append('source.' ~ sqlmetrics.quoted(key.column)) -%}{%- endfor -%}
{%- set place = sqlmetrics.quoted(sample.place) -%}
{%- set stepped = '(\n            select *\n            from (select ' ~ (columns | join(', ')) ~ ', row_number() over () as ' ~ place ~ ' from ' ~ plan.relation ~ ' source) numbered\n            where ' ~ sqlmetrics.remainder(place, sample.step) ~ ' = 0\n        )' -%}
{%- set looked_at = plan if sample.step == 1 else dict(plan, relation=stepped) -%}
{%- set down = 'order by n desc, bucket rows between unbounded preceding and current row' -%}
{%- set times = sqlmetrics.as_double(sample.times) -%}
-- a row per bucket of hashes of classes
buckets as (
    select bucket, {{ sqlmetrics.as_double('count(*)') }} as n
    from (
        select {{ sqlmetrics.bucket_of('class_hash', sample) }} as bucket
        from (
            select {{ sqlmetrics.hash_of_class(plan) }} as class_hash
            {{ sqlmetrics.hashed_records(looked_at) }}
        ) hashed
    ) numbered
    group by bucket
),
-- a row per bucket of {{ sample.fewest }} records or more, and what it and smaller ones have
large_buckets as (
    select
        bucket, n,
        records + n - sum(n) over ({{ down }}) as records_left,
        pairs + n * n - sum(n * n) over ({{ down }}) as pairs_left
    from (select bucket, n, sum(n) over () as records, sum(n * n) over () as pairs from buckets) sized
    where n >= {{ sample.fewest }}
),
-- a row per bucket whose classes are counted whole
weighty_buckets as {{ sqlmetrics.materialized() }}(
    select bucket
    from (
        select
            bucket,
            sum(case when n * {{ times }} < records_left and n * n * {{ times }} < pairs_left then 1 else 0 end)
                over ({{ down }}) as lighter
        from large_buckets
    ) compared
    where lighter = 0
),
{% endmacro %}
