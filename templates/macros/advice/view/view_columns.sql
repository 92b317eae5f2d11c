{#-
The columns of a view from the rows of `source`, with the mark in the keys of rows that `failed`
where rows are marked: see `view_parts`.
-#}
{%- macro view_columns(columns, view, source, failed) -%}
    {%- for column in columns %}
    {%- set value = source ~ '.' ~ sqlmetrics.quoted(column.column) %}
    {%- if column.root %}
    {{ sqlmetrics.literal(view.mark) }} as {{ sqlmetrics.quoted(column.column) }}
    {%- elif column.key and view.starred %}
    case when {{ failed }} then {{ sqlmetrics.literal(view.mark) }} else {{ value if column.recoding
        else sqlmetrics.released_text(value, column.floating) }} end as {{ sqlmetrics.quoted(column.column) }}
    {%- else %}
    {{ value }}
    {%- endif %}
    {{- ',' if not loop.last }}
    {%- endfor %}
{%- endmacro %}
