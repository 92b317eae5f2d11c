{#-
Columns as a list, as many on a line as have room. Each is a list of its text and, where it has one, the
symbol of papers, which ends its line.
-#}
{%- macro listed_columns(columns, indent='        ') -%}
{%- set row = namespace(length=15) -%}
{%- for column in columns -%}
{%- set length = column[0].split('\n')[0] | length + 2 -%}
{%- if loop.first -%}
{%- elif row.length + length > 110 -%}{{ '\n' ~ indent }}{%- set row.length = indent | length -%}
{%- else -%}{{ ' ' }}
{%- endif -%}
{{ column[0] | replace(' then ', '\n' ~ indent ~ '    then ', 1) if length > 100 and indent else column[0] }}{{ ',' if not loop.last }}
{%- if column | length > 1 -%}{{ '  -- ' ~ column[1] }}{%- set row.length = 200 -%}{%- else -%}{%- set row.length = row.length + length -%}{%- endif -%}
{%- endfor -%}
{%- endmacro %}
