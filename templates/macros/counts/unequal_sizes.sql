{#-
The records of values that find no row in a join, since they equal nothing, as columns over the
marginals: null_size and, where NaN is such a value, nan_size.
-#}
{%- macro unequal_sizes() -%}
sum(case when counted_value is null then value_size end) as null_size
{{- ', sum(case when counted_value <> counted_value then value_size end) as nan_size' if sqlmetrics.nan_is_unequal() }}
{%- endmacro %}
