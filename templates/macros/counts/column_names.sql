{#- The names of lines of columns, such as `class_columns`, with blanks between them. -#}
{%- macro column_names(lines) -%}
{%- for line in lines.split(' ;\n') -%}
{{ line.split('  -- ')[0].split(' as ')[-1] }}{{ ' ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
