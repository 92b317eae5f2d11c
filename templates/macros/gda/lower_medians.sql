{#- The medians of columns, of two middle values the lower one: a row each, its number in the list and the value. -#}
{%- macro lower_medians(release, columns) -%}
{%- for column in columns -%}
select {{ column.place }} as place, min(middle) as middle
from (
    select
        {{ sqlmetrics.as_double(sqlmetrics.quoted(column.name)) }} as middle,
        row_number() over (order by {{ sqlmetrics.quoted(column.name) }}) as position_of,
        {{ sqlmetrics.count_records() }} over () as records
    from {{ release }} source
    where {{ sqlmetrics.quoted(column.name) }} is not null
) ordered
where 2 * position_of >= records
{{ 'union all' if not loop.last }}
{% endfor -%}
{%- endmacro %}
