{#- Rows of texts as a derived table, by `value_rows` where they are `values`, else by `listed_rows`. -#}
{%- macro literal_rows(names, rows, values=false) -%}
{%- set cells = [] -%}
{%- for row in rows -%}
{%- set own = [] -%}
{%- for cell in row -%}{%- do own.append(sqlmetrics.literal(cell)) -%}{%- endfor -%}
{%- do cells.append(own) -%}
{%- endfor -%}
{{ sqlmetrics.value_rows(names, cells) if values else sqlmetrics.listed_rows(names, cells) }}
{%- endmacro %}
