{#-
The records of a class that have its most frequent value, less the records that have its rarest one:
none where the class lacks a value of the table.
-#}
{%- macro class_gap(parameters) -%}
{{ sqlmetrics.as_double('max(n) - case when sum(n_x) < max(total) then 0 else min(n) end') }}
{%- endmacro %}
