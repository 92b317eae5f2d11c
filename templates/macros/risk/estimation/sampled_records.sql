{#-
The records of the classes of a sample, as `sampled_records`: those whose class has a hash below the
threshold, or is counted whole for its weight. They have the columns of keys and of sensitive
attributes, and `sample.whole`, 1 where the class is counted whole for its weight and else 0.
-#}
{%- macro sampled_records(plan, sample) -%}
{%- set columns = [] -%}
{%- for key in plan.quasi_identifiers -%}
    {%- do columns.append(sqlmetrics.quoted(key.column)) -%}
{%- endfor -%}
{%- for attribute in plan.attributes if sqlmetrics.quoted(attribute) not in columns -%}
    {%- do columns.append(sqlmetrics.quoted(attribute)) -%}
{%- endfor -%}
{{ sqlmetrics.key_hashes(plan) -}}
{{ sqlmetrics.weighty_buckets(plan, sample.search) if sample.search -}}
-- a row per record of a sampled class
sampled_records as (
    select {{ columns | join(', ') }}, {{ 'case when weighty_buckets.bucket is null then 0 else 1 end'
        if sample.search else '0' }} as {{ sqlmetrics.quoted(sample.whole) }}
    from (
        select source.{{ columns | join(', source.') }}, {{ sqlmetrics.hash_of_class(plan) }} as class_hash
        {{ sqlmetrics.hashed_records(plan) }}
    ) hashed
    {%- if sample.search %}
    left join weighty_buckets on weighty_buckets.bucket = {{ sqlmetrics.bucket_of('class_hash',
        sample.search) }}
    {%- endif %}
    where class_hash < {{ sample.threshold }}{{ ' or weighty_buckets.bucket is not null' if sample.search }}
)
{%- endmacro %}
