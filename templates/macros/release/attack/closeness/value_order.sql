{#- What orders records by the values of columns alike on every engine: NULL last, texts by bytes. -#}
{%- macro value_order(columns) -%}
{%- for column in columns -%}
{%- set value = sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name), column.kind) -%}
case when {{ value }} is null then 1 else 0 end, {{ sqlmetrics.byte_order(value) if column.kind == 'text'
    else value }}{{ ', ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
