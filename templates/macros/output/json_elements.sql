{#-
Rows as the elements of a JSON array, in their order: one column, the text of an element, with a
comma behind all but the last of `number`. It is a statement of DuckDB.

relation    the rows, as text of a FROM clause
condition   the condition on rows, or none
number      the number of rows that meet it
indent      the spaces before an element
fields      list of {name, column, kind}: kind is text, number, or list, a line of CSV whose fields
            become an array, an empty one null unless it is quoted
-#}
{%- macro json_elements(relation, condition, number, indent, fields) -%}
{%- set inner = indent ~ '  ' -%}
select
    {{ sqlmetrics.literal(indent ~ '{') }}
    {%- for field in fields %}
    {%- set column = sqlmetrics.quoted(field.column) %}
    || chr(10) || {{ sqlmetrics.literal(inner ~ field.name ~ ': ') }} || coalesce(
        {%- if field.kind == 'list' -%}
        case when {{ column }} is not null then '[' || chr(10) || {{ sqlmetrics.literal(inner
            ~ '  ') }} || array_to_string(list_transform(
            regexp_extract_all(',' || {{ column }}, ',("(?:[^"]|"")*"|[^,]*)', 1),
            lambda part: case
                when part = '' then 'null'
                when starts_with(part, '"') then cast(to_json(replace(substr(part, 2, length(part) - 2),
                    '""', '"')) as varchar)
                else cast(to_json(part) as varchar)
            end
        ), {{ sqlmetrics.literal(',') }} || chr(10) || {{ sqlmetrics.literal(inner
            ~ '  ') }}) || chr(10) || {{ sqlmetrics.literal(inner ~ ']') }} end
        {%- elif field.kind == 'text' -%}
        cast(to_json({{ column }}) as varchar)
        {%- else -%}
        cast({{ column }} as varchar)
        {%- endif -%}
    , 'null'){{ " || ','" if not loop.last }}
    {%- endfor %}
    || chr(10) || {{ sqlmetrics.literal(indent
        ~ '}') }} || case when row_number() over () < {{ number }} then ',' else '' end as line
from {{ relation }}
{%- if condition %}
where {{ condition }}
{%- endif %}
{%- endmacro %}
