{#-
The rows of `recoded_rows` with the mark in every quasi-identifier of a class of fewer records than
`least`, or without these rows. See `advised_view`; `size` is a name that no column has.
-#}
{%- macro sized_view(relation, columns, view) -%}
{%- set keys = [] -%}
{%- for column in columns if column.key and not column.root -%}
{%- do keys.append(sqlmetrics.window_key(sqlmetrics.group_key('recoded.' ~ sqlmetrics.quoted(column.column)))) -%}
{%- endfor -%}
{%- set over = 'count(*) over (' ~ ('partition by ' ~ (keys | join(', ')) if keys) ~ ')' -%}
{% if view.named -%}
with
-- a row per record, with the quasi-identifiers on their levels
recoded as (
    {{ sqlmetrics.recoded_rows(relation, columns, view.mark, false, '    ') }}
),
-- a row per record, with the number of those like it
sized as (
    select recoded.*, {{ over }} as {{ view.size }}
    from recoded
)
{% endif -%}
select
    {%- for column in columns %}
    {%- set value = 'sized.' ~ sqlmetrics.quoted(column.column) %}
    {%- if column.root %}
    {{ sqlmetrics.literal(view.mark) }} as {{ sqlmetrics.quoted(column.column) }}
    {%- elif column.key and view.starred %}
    case when sized.{{ view.size }} < {{ view.least }} then {{ sqlmetrics.literal(view.mark) }} else {{ value if column.recoding else sqlmetrics.released_text(value, column.floating) }} end as {{ sqlmetrics.quoted(column.column) }}
    {%- else %}
    {{ value }}
    {%- endif %}
    {{- ',' if not loop.last }}
    {%- endfor %}
{%- if view.named %}
from sized
{%- else %}
from (
    select recoded.*, {{ over }} as {{ view.size }}
    from (
        {{ sqlmetrics.recoded_rows(relation, columns, view.mark, false, '        ') }}
    ) recoded
) sized
{%- endif %}
{%- if not view.starred %}
where sized.{{ view.size }} >= {{ view.least }}
{%- endif %}
{%- endmacro %}
