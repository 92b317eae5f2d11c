{#-
The records of a cell's value in the whole table, in double precision: from the row of its value in
the marginals or, where it finds none, from `unequal_sizes`.
-#}
{%- macro value_total() -%}
{{ sqlmetrics.as_double('coalesce(value_size, ' ~ ('case when value is null then null_size else nan_size end' if sqlmetrics.nan_is_unequal() else 'null_size') ~ ')') }}
{%- endmacro %}
