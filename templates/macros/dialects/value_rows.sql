{#-
Rows of texts as a list of values, two on a line where they have room; `before` and `after` are the
dialect's text around it.
-#}
{%- macro value_rows(names, rows, before='(', after=none) -%}
{%- set line = namespace(length=200) -%}
{{ before }}values
    {%- for row in rows %}
    {%- set text = '(' ~ (row | join(', ')) ~ ')' ~ (',' if not loop.last) %}
    {%- if line.length + text | length > 109 %}{{ '\n        ' }}{% set line.length = 7 %}{%
        else %}{{ ' ' }}{% endif %}
    {{- text }}
    {%- set line.length = line.length + 1 + text | length %}
    {%- endfor %}
    {{ ') listed(' ~ (names | join(', ')) ~ ')' if after is none else after }}
{%- endmacro %}
