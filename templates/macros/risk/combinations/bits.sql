{#-
The part of a packed word that a mask picks; the column as it is where nothing is packed. Only
DuckDB packs.
-#}
{%- macro bits(column, mask) -%}
{{ column if mask is none else column ~ ' & ' ~ mask }}
{%- endmacro %}
