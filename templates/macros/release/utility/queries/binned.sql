{#-
The bin of a value: the number of a range of equal widths, the year, month or day of a date, or the
place among cuts; NULL stays NULL.
-#}
{%- macro binned(expression, bin) -%}
{%- set number = sqlmetrics.as_double(expression) -%}
{%- if not bin -%}
{{ expression }}
{%- elif bin.kind == 'date' -%}
substr({{ sqlmetrics.as_string(expression) }}, 1, {{ bin.length }})
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
