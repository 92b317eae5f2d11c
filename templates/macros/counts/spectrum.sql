{#-
A target's distribution in the whole table in four numbers, from its marginals: target_values, the
records of the most frequent value, largest_value, those of the table, total, and H(X) in bits,
target_entropy.
-#}
{%- macro spectrum(target) -%}
-- one row, the distribution of the target in the whole table
spectrum_{{ target.number }} as (
    select {{ sqlmetrics.as_double('count(*)') }} as target_values, max(n_x) as largest_value, max(total) as total, sum(n_x * value_surprise) / max(total) as target_entropy
    from (select n_x, total, {{ sqlmetrics.surprise('n_x', 'total') }} as value_surprise from marginals_{{ target.number }}) values_here
)
{%- endmacro %}
