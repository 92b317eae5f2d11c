{#-
The bin of a value: the number of a range of equal widths, from 0 on, or from Monday, 29 December
1969 on for ranges of time; the year to the minute of a date; or the place among cuts. NULL stays
NULL.
-#}
{%- macro binned(expression, bin) -%}
{%- set number = sqlmetrics.as_double(expression) -%}
{%- if not bin -%}
{{ expression }}
{%- elif bin.kind == 'date' -%}
substr({{ sqlmetrics.as_string(sqlmetrics.as_moment(expression) if bin.texts
    else expression) }}, 1, {{ bin.length }})
{%- elif bin.kind == 'time' -%}
floor(({{ sqlmetrics.as_seconds(sqlmetrics.as_moment(expression)) }}
    + 259200) {{ bin.operator }} {{ bin.operand }})
{%- elif bin.kind == 'cuts' -%}
case
                {%- for cut in bin.cuts %}
                when {{ number }} < {{ cut }} then {{ loop.index0 }}
                {%- endfor %}
                when {{ expression }} is not null then {{ bin.cuts | length }}
            end
{%- else -%}
floor({{ number }} {{ bin.operator }} {{ bin.operand }})
{%- endif -%}
{%- endmacro %}
