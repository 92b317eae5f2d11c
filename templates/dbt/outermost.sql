{#-
The last number that keeps a threshold, for scores `at_least` or `at_most` it: sums differ by engine, as in
`sqlmetrics check`, so that a score within a billionth of the threshold passes.
-#}
{%- macro outermost(right, threshold) -%}
{%- set slack = 0.000000001 * ([1, threshold | abs] | max) -%}
{{ sqlmetrics.as_double(threshold - slack if right == 'at_least' else threshold + slack) }}
{%- endmacro %}
