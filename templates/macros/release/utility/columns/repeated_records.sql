{#- How many record ids a relation has more than once: one row. -#}
{%- macro repeated_records(relation, column) -%}
{%- set id = 'source.' ~ sqlmetrics.quoted(column) -%}
select {{ sqlmetrics.count_records() }} as repeated_ids
from (
    select {{ sqlmetrics.group_key(id) }} as record_id, {{ sqlmetrics.count_records() }} as n
    from {{ relation }} source
    where {{ id }} is not null
    group by {{ sqlmetrics.group_key(id) }}
) ids
where n > 1
{%- endmacro %}
