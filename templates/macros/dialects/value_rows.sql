{#- Rows of texts as a list of values; `before` and `after` are the dialect's text around it. -#}
{%- macro value_rows(names, rows, before='(', after=none) -%}
{{ before }}values
    {%- for row in rows %}
        ({{ row | join(', ') }}){{ ',' if not loop.last }}
    {%- endfor %}{{ ') listed(' ~ (names | join(', ')) ~ ')' if after is none else after }}
{%- endmacro %}
