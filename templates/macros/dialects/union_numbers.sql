{#- Rows of whole numbers as one query each. -#}
{%- macro union_numbers(names, listed) -%}
(
        {%- for row in listed %}
        select {% for number in row %}{{ number }} as {{ names[loop.index0] }}{{ ', '
            if not loop.last }}{% endfor %}{{ sqlmetrics.one_row() }}{{ ' union all' if not loop.last }}
        {%- endfor %}
    )
{%- endmacro %}
