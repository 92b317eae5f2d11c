{#- Columns of a source by the names own_1, own_2.. -#}
{%- macro owned(columns) -%}
{%- for column in columns -%}
{{ ', ' if not loop.first }}source.{{ sqlmetrics.quoted(column) }} as own_{{ loop.index }}
{%- endfor -%}
{%- endmacro %}
