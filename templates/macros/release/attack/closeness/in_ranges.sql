{#-
The columns v1, v2, .. of a relation ready for `distance`: numbers, and dates in seconds, are
divided by their ranges in `column_ranges`.
-#}
{%- macro in_ranges(relation, columns) -%}
{%- for column in columns -%}
{{ relation }}.v{{ column.place }}{{ ' / column_ranges.range' ~ column.place if column.kind
    in ('number', 'date') }} as v{{ column.place }}{{ ', ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
