{#- Each column of a count table as a text to join by and, where it is recoded, as it is. -#}
{%- macro coded_columns(columns) -%}
{%- for column in columns if column.candidates -%}
a_{{ column.number }} as raw_{{ column.number }},
        {% endfor -%}
{%- for column in columns -%}
{{ sqlmetrics.encoded_column(column, 'a_' ~ column.number) }} as e_{{ column.number }}{{ ',\n        '
    if not loop.last }}
{%- endfor -%}
{%- endmacro %}
