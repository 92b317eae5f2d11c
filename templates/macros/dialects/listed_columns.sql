{#-
Columns as a list, as many on a line as have room. Each is a list of its text and, where it has one, the
symbol of papers, which ends its line.
-#}
{%- macro listed_columns(columns, blanks='        ', width=110) -%}
{%- set row = namespace(length=blanks | length + 4) -%}
{%- for column in columns -%}
{%- set length = column[0] | length + 2 + (column[1] | length + 4 if column | length > 1 else 0) -%}
{%- if loop.first -%}
{%- elif row.length + length > width -%}{{ '\n' ~ blanks }}{%- set row.length = blanks | length -%}
{%- else -%}{{ ' ' }}
{%- endif -%}
{{ column[0] }}{{ ',' if not loop.last }}
{%- if column | length > 1 -%}
    {{ '  -- ' ~ column[1] }}{%- set row.length = 200 -%}
{%- else -%}
    {%- set row.length = row.length + length -%}
{%- endif -%}
{%- endfor -%}
{%- endmacro %}
