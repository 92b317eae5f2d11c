{#-
The medians of columns, a row per column: its place, the median, of two middle values the lower one,
and the number of its values.
-#}
{%- macro lower_medians(release, columns) -%}
{%- for column in columns -%}
select {{ column.place }} as place, min(case when 2 * position_of >= records then number_of end) as middle, count(distinct number_of) as variety
from (
    select
        {{ sqlmetrics.as_double('source.' ~ sqlmetrics.quoted(column.name)) }} as number_of,
        row_number() over (order by {{ 'source.' ~ sqlmetrics.quoted(column.name) }}) as position_of,
        {{ sqlmetrics.count_records() }} over () as records
    from {{ release }} source
    where {{ 'source.' ~ sqlmetrics.quoted(column.name) }} is not null
) ordered
{{ 'union all' if not loop.last }}
{% endfor -%}
{%- endmacro %}
