{#-
Some values for which a partition of a column has no domain, with their records: value, records, all
such values, all their records. The relation holds records, or counts of them in a column that
`counted` names.
-#}
{%- macro unmapped(relation, column, recoding, counted=none) -%}
{%- set name = 'source.' ~ sqlmetrics.quoted(column) -%}
with
-- a row per {{ 'record' if counted is none else 'count' }}
input as (
    select
        {{ name }} as raw_value,
        {%- if counted is not none %}
        source.{{ counted }} as value_records,
        {%- endif %}
        {{ sqlmetrics.recoded(name, recoding, 'mapping') }} as domain
    from {{ relation }} source
    {%- if recoding.kind == 'table' %}
    left join {{ sqlmetrics.mapping(recoding.pairs) }} mapping
        on mapping.value = {{ sqlmetrics.as_string(name) }}
    {%- endif %}
),
-- a row per value without a domain
lost as (
    select {{ sqlmetrics.as_string('raw_value') }} as lost_value, {{ sqlmetrics.count_records()
        if counted is none else sqlmetrics.as_integer('sum(value_records)') }} as records
    from input
    where raw_value is not null and domain is null
    group by {{ sqlmetrics.as_string('raw_value') }}
)
select lost_value, records, count(*) over () as all_values, sum(records) over () as all_records
from lost
order by records desc, lost_value
{{ sqlmetrics.row_limit(5) }}
{%- endmacro %}
