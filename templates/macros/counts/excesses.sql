{#-
The cells of a relation that have their class, value and table beside them, with `excess`: the
records beyond those that chance gives, as a share of these, (n_xy N - n_x n_y) / (n_x n_y).
-#}
{%- macro excesses(plan, target, origin, carried) -%}
-- a row per cell, with its records beyond those that chance gives, as a share of these
excesses_{{ target.number }} as (
    select
        {{ sqlmetrics.key_columns(plan) }}, class_total, value_total, table_total{% for column in carried %}, {{ column }}{% endfor %},
        {{ sqlmetrics.product_difference('n', 'table_total', 'class_total', 'value_total') }} / (class_total * value_total) as excess
    from {{ origin }}_{{ target.number }}
)
{%- endmacro %}
