{#-
The medians of columns, a row per column: its place, the median, of two middle values the lower one,
and the number of its values.
-#}
{%- macro lower_medians(release, columns) -%}
{%- for column in columns -%}
select {{ column.place }} as place, min(case when 2 * position_of >= records then number_of end) as middle,
count(distinct number_of) as variety
from (
    select
        number_of,
        row_number() over (order by number_of) as position_of,
        {{ sqlmetrics.count_records(' over ()') }} as records
    from (
        select {{ sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name), 'number') }} as number_of
        from {{ release }} source
    ) numbers
    where number_of is not null
) ordered
{{ 'union all' if not loop.last }}
{% endfor -%}
{%- endmacro %}
