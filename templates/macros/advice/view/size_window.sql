{#- The number of records in the class of each, over the keys below the root: see `view_parts`. -#}
{%- macro size_window(columns) -%}
{%- set keys = [] -%}
{%- for column in columns if column.key and not column.root -%}
{%- do keys.append(sqlmetrics.window_key(sqlmetrics.group_key('recoded.'
    ~ sqlmetrics.quoted(column.column)))) -%}
{%- endfor -%}
count(*) over ({{ 'partition by ' ~ (keys | join(', ')) if keys }})
{%- endmacro %}
