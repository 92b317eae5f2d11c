{#-
Half the sum of the absolute differences between a class's shares and the table's: what its values
gain, from cells that have their class beside them.
-#}
{%- macro class_distance(parameters) -%}
sum(case when n / class_total > value_total / table_total then n / class_total - value_total / table_total else 0 end)
{%- endmacro %}
