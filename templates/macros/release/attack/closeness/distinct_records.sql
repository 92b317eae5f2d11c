{#- One row: the records of a relation, and their distinct combinations of values in the columns. -#}
{%- macro distinct_records(relation, columns) -%}
select coalesce(sum(value_records), 0) as records, {{ sqlmetrics.count_records() }} as combinations
from (
    select {{ sqlmetrics.count_records() }} as value_records
    from {{ relation }} source
    group by {% for column in columns %}{{ sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name),
        column.kind) }}{{ ', ' if not loop.last }}{% endfor %}
) counted
{%- endmacro %}
