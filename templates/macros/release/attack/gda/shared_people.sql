{#-
The number of records of a public table, and of its records with the values of some record of the
original.
-#}
{%- macro shared_people(public, original, columns) -%}
select sum(public_records) as records,
sum(case when original_records > 0 then public_records else 0 end) as shared
from (
    select sum(public_one) as public_records, sum(1 - public_one) as original_records
    from (
        select {% for column in columns %}{{ sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name),
            column.kind) }} as v{{ loop.index }}, {% endfor %}1 as public_one
        from {{ public }} source
        union all
        select {% for column in columns %}{{ sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name),
            column.kind) }} as v{{ loop.index }}, {% endfor %}0 as public_one
        from {{ original }} source
    ) together
    group by {% for column in columns %}v{{ loop.index }}{{ ', ' if not loop.last }}{% endfor %}
) people
{%- endmacro %}
