{#-
Whether a row of ranked counts lies beyond the border of a cut: in the order of one column, and where
cuts are relaxed, of the others after it. DuckDB only.

order   the numbers of the columns, the cut one first
border  the name of the table of borders
-#}
{%- macro beyond_border(order, border) -%}
{%- if order | length == 1 -%}
ranked.key_{{ order[0] }} > {{ border }}.border_{{ order[0] }}
{%- else -%}
({% for number in order %}ranked.key_{{ number }}{{ ', ' if not loop.last }}{% endfor %}) > ({% for number
    in order %}{{ border }}.border_{{ number }}{{ ', ' if not loop.last }}{% endfor %})
{%- endif -%}
{%- endmacro %}
