{#-
The largest share of a value in a class over its share in the table; 1 exactly where no value has a
larger one, which rounding would miss.
-#}
{%- macro class_ratio(parameters) -%}
{%- set ratio = 'max(n / value_total) * max(table_total) / sum(n)' -%}
case when {{ ratio }} > 1 + 1e-12 then {{ ratio }} else 1 end
{%- endmacro %}
