{#-
Half the sum of the absolute differences between a class's shares and the table's; an absent value
differs by its whole share.
-#}
{%- macro class_distance(parameters) -%}
(1 + sum(abs(n / class_total - value_total / table_total) - value_total / table_total)) / 2
{%- endmacro %}
