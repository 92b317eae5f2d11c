{#-
What a column of record ids holds, as one row: the records, those without an id, and those whose id
another one has too.
-#}
{%- macro record_ids(relation, column) -%}
{%- set id = sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(column)) -%}
select
    coalesce(sum(id_records), 0) as all_records,
    coalesce(sum(case when record_id is null then id_records else 0 end), 0) as without_id,
    coalesce(sum(case when record_id is not null and id_records > 1 then id_records
        else 0 end), 0) as repeated
from (
    select {{ id }} as record_id, {{ sqlmetrics.count_records() }} as id_records
    from {{ relation }} source
    group by {{ id }}
) identified
{%- endmacro %}
