{#-
The largest share of a value in a class over its share in the table; exactly 1 where no value has a
larger one.
-#}
{%- macro class_ratio(parameters) -%}
max(n * table_total / (class_total * value_total))
{%- endmacro %}
