{#- A derived table of few texts, as `listed_rows`, whose rows are each a list of texts on every dialect. -#}
{%- macro few_rows(names, rows) -%}
{{ return(adapter.dispatch('few_rows', 'sqlmetrics')(names, rows)) }}
{%- endmacro %}

{%- macro default__few_rows(names, rows) -%}{{ sqlmetrics.literal_rows(names, rows) }}{%- endmacro %}

{%- macro duckdb__few_rows(names, rows) -%}
{{ sqlmetrics.literal_rows(names, rows, values=true) }}
{%- endmacro %}

{#- Redshift takes the types of a union from its first row, which has room for the longest texts. -#}
{%- macro redshift__few_rows(names, rows) -%}
{%- set longest = [] -%}
{%- for name in names -%}
    {%- do longest.append(rows | map(attribute=loop.index0) | map('string') | map('length') | max) -%}
{%- endfor -%}
{%- set cells = [] -%}
{%- for row in rows -%}
{%- set own = [] -%}
{%- set first = loop.first -%}
{%- for cell in row -%}
{%- set text = sqlmetrics.compared(cell) -%}
{%- do own.append('cast(' ~ text ~ ' as varchar(' ~ [4 * longest[loop.index0], 1] | max ~ '))' if first
    else text) -%}
{%- endfor -%}
{%- do cells.append(own) -%}
{%- endfor -%}
{{ sqlmetrics.union_rows(names, cells) }}
{%- endmacro %}
