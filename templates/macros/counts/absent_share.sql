{#-
The share of the table's values that a class lacks: its distance from the table where none of those
that it has is rarer in it than in the table.
-#}
{%- macro absent_share() -%}
(max(table_total) - sum(value_total)) / max(table_total)
{%- endmacro %}
