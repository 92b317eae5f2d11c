{#-
The distance of two records from 0 to 1, the mean over the columns, from the sum that `distance`
makes. It is rounded to 12 digits, so that distances are equal that differ by the rounding of
doubles alone.
-#}
{%- macro mean_distance(sum, columns) -%}
floor({{ sum }} * {{ sqlmetrics.double_literal('1e12') }} / {{ columns
    | length }} + 0.5) / {{ sqlmetrics.double_literal('1e12') }}
{%- endmacro %}
